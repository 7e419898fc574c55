/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The heap against a search through all that is in it. */
#include "support/random.h"
#include "support/suite.h"

#include "base/heap.h"

enum { MOST = 200, STEPS = 20000 };

struct item {
    int key;
    int id; /* tells equal keys apart */
};

static bool before(const void *a, const void *b)
{
    return ((const struct item *)a)->key < ((const struct item *)b)->key;
}

/* What a heap should hold, in no order. */
struct bag {
    struct item items[MOST];
    int n;
};

/* Takes out what came first: nothing in the bag may come before it. */
static void take(struct bag *bag, struct item first)
{
    int found = -1;
    for (int i = 0; i < bag->n; i++) {
        assert_false(before(&bag->items[i], &first));
        if (bag->items[i].id == first.id)
            found = i;
    }
    assert_true(found >= 0);
    assert_int_equal(bag->items[found].key, first.key);
    bag->items[found] = bag->items[--bag->n];
}

static void the_first_comes_out_first(void **state)
{
    (void)state;
    struct item room[MOST], item, first;
    struct heap heap = {room, 0, sizeof item, before};
    struct bag bag = {.n = 0};
    struct num_rng *rng = random_new(17);
    for (int i = 0; i < STEPS; i++) {
        int what = random_int(rng, 0, 4);
        item = (struct item){random_int(rng, 0, 50), i};
        if (heap.n < MOST && what > 1) {
            heap_push(&heap, &item);
            bag.items[bag.n++] = item;
        } else if (heap.n > 0 && what == 1) {
            take(&bag, room[0]);
            heap_replace(&heap, &item);
            bag.items[bag.n++] = item;
        } else if (heap.n > 0) {
            heap_pop(&heap, &first);
            take(&bag, first);
        }
        assert_int_equal(heap.n, bag.n);
    }
    while (heap.n > 0) {
        heap_pop(&heap, &first);
        take(&bag, first);
    }
    assert_int_equal(bag.n, 0);
    random_free(rng);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(the_first_comes_out_first),
    };
    return suite_run("heap", tests, sizeof tests / sizeof tests[0]);
}
