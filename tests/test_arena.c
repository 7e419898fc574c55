/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The region: zeroed, aligned, apart, and one way out when memory runs out. */
#include "support/suite.h"

#include "base/memstream.h"

#include "base/arena.h"

#include <string.h>

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])

static bool all_zero(const unsigned char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (bytes[i] != 0)
            return false;
    return true;
}

/* Around the size of a block and well beyond; each piece is filled, so that an overlap would show.
 */
static void pieces_are_zeroed_aligned_and_apart(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 15, 16, 17, 65535, 65536, 65537, 1000000, 3, 40000, 40000};
    unsigned char *pieces[N_OF(sizes)];
    size_t sum = 0;
    struct arena arena;
    arena_init(&arena, NULL);
    for (size_t i = 0; i < N_OF(sizes); i++) {
        sum += sizes[i];
        pieces[i] = arena_alloc(&arena, sizes[i]);
        assert_non_null(pieces[i]);
        assert_int_equal((uintptr_t)pieces[i] % 16, 0);
        assert_true(all_zero(pieces[i], sizes[i]));
        memset(pieces[i], (int)i + 1, sizes[i]);
    }
    for (size_t i = 0; i < N_OF(sizes); i++)
        for (size_t j = 0; j < sizes[i]; j++)
            assert_int_equal(pieces[i][j], i + 1);
    assert_true(arena.used_B >= sum && arena.used_B < sum + 16 * N_OF(sizes));
    arena_free(&arena);
    assert_int_equal(arena.used_B, 0);
    arena_free(&arena);
}

static void a_freed_region_serves_again(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena, NULL);
    for (int i = 0; i < 3; i++) {
        unsigned char *piece = arena_alloc(&arena, 100);
        assert_true(all_zero(piece, 100));
        memset(piece, 0xFF, 100);
        arena_free(&arena);
    }
}

static void arrays_grow_with_zeros(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena, NULL);
    int *few = arena_array(&arena, 3, sizeof *few);
    for (int i = 0; i < 3; i++)
        few[i] = i + 1;
    const int *more = arena_grow(&arena, few, 3, 6, sizeof *more);
    static const int expected[] = {1, 2, 3, 0, 0, 0};
    assert_memory_equal(more, expected, sizeof expected);
    const int *fresh = arena_grow(&arena, NULL, 0, 2, sizeof *fresh);
    assert_true(fresh[0] == 0 && fresh[1] == 0);
    arena_free(&arena);
}

/* What stands in an array stays while it moves; every new element is zero. */
static void elements_are_appended(void **state)
{
    (void)state;
    struct arena arena;
    int *list = NULL, n = 0;
    arena_init(&arena, NULL);
    for (int i = 0; i < 1000; i++) {
        int *element = arena_append(&arena, &list, &n, sizeof *list);
        assert_ptr_equal(element, list + i);
        assert_int_equal(*element, 0);
        *element = i + 1;
    }
    assert_int_equal(n, 1000);
    for (int i = 0; i < n; i++)
        assert_int_equal(list[i], i + 1);
    arena_free(&arena);
}

static void texts_are_terminated_copies(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena, NULL);
    char text[] = "text";
    const char *copy = arena_string(&arena, text, 2), *empty = arena_string(&arena, NULL, 0);
    text[0] = 'X';
    assert_string_equal(copy, "te");
    assert_string_equal(empty, "");
    assert_string_equal(arena_printf(&arena, "%s-%03d", "a", 7), "a-007");
    assert_int_equal(strlen(arena_printf(&arena, "%70000d", 1)), 70000);
    assert_string_equal(arena_copy(&arena, "whole"), "whole");
    assert_string_equal(arena_copy(&arena, ""), "");
    arena_free(&arena);
}

/* Sizes that overflow, and one that no machine has, end at the way out and not in a small piece. */
static void running_out_jumps(void **state)
{
    (void)state;
    static const struct {
        size_t count, bytes_each;
    } rows[] = {
        {SIZE_MAX, 2}, {SIZE_MAX / 2 + 2, 2}, {1, SIZE_MAX}, {1, SIZE_MAX - 16}, {1, SIZE_MAX / 2}};
    for (volatile size_t i = 0; i < N_OF(rows); i++) {
        struct arena arena;
        jmp_buf full;
        volatile int jumped = 0;
        if (setjmp(full) == 0) {
            arena_init(&arena, &full);
            (void)arena_array(&arena, rows[i].count, rows[i].bytes_each);
        } else {
            jumped = 1;
        }
        arena_free(&arena);
        assert_int_equal(jumped, 1);
    }
}

/* -- what is held besides memory ----------------------------------------------------------------
 */

static int order[8], n_released;

static void note(void *what)
{
    order[n_released++] = *(int *)what;
}

static void holds_end_with_the_region_newest_first(void **state)
{
    (void)state;
    static int first = 1, second = 2, third = 3;
    struct arena arena;
    n_released = 0;
    arena_init(&arena, NULL);
    struct arena_hold *a = arena_hold(&arena, note), *b = arena_hold(&arena, note);
    struct arena_hold *c = arena_hold(arena_child(&arena), note);
    (void)arena_hold(&arena, note); /* of nothing */
    a->what = &first;
    b->what = &second;
    c->what = &third;
    arena_let_go(b);
    arena_let_go(b);
    assert_int_equal(n_released, 1);
    arena_free(&arena);
    assert_int_equal(n_released, 3);
    assert_int_equal(order[0], 2);
    assert_int_equal(order[1], 3);
    assert_int_equal(order[2], 1);
}

static void take_much(struct arena *arena, void *context)
{
    static int held = 7;
    arena_hold(arena, note)->what = &held;
    (void)arena_alloc(arena, *(size_t *)context);
}

static void a_try_comes_back(void **state)
{
    (void)state;
    size_t little = 100, much = SIZE_MAX / 2;
    n_released = 0;
    assert_true(arena_try(take_much, &little));
    assert_false(arena_try(take_much, &much));
    assert_int_equal(n_released, 2);
}

static void a_stream_keeps_all_that_is_written(void **state)
{
    (void)state;
    struct arena arena;
    size_t size = 1;
    arena_init(&arena, NULL);
    struct memstream *none = memstream_open(&arena), *much = memstream_open(&arena);
    assert_string_equal(memstream_end(none, &arena, &size), "");
    assert_int_equal(size, 0);
    for (int i = 0; i < 100000; i++)
        assert_true(fprintf(much->file, "%d%c", i % 10, 0) == 2);
    const char *text = memstream_end(much, &arena, &size);
    assert_int_equal(size, 200000);
    for (size_t i = 0; i < size; i++)
        assert_int_equal(text[i], i % 2 == 1 ? 0 : '0' + (int)(i / 2 % 10));
    assert_int_equal(text[size], 0);
    memstream_free(none);
    (void)memstream_open(&arena); /* left open */
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(pieces_are_zeroed_aligned_and_apart),
        SUITE_TEST(a_freed_region_serves_again),
        SUITE_TEST(arrays_grow_with_zeros),
        SUITE_TEST(elements_are_appended),
        SUITE_TEST(texts_are_terminated_copies),
        SUITE_TEST(running_out_jumps),
        SUITE_TEST(holds_end_with_the_region_newest_first),
        SUITE_TEST(a_try_comes_back),
        SUITE_TEST(a_stream_keeps_all_that_is_written),
    };
    return suite_run("arena", tests, N_OF(tests));
}
