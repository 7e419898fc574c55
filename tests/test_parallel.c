/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/parallel.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { PIECES = 5000 };

static void count(int i, void *context)
{
    ((unsigned char *)context)[i]++;
}

/* However many threads are asked for, also more than are ever started, or than there is work. */
static void every_piece_is_done_once(void **state)
{
    (void)state;
    static const int threads[] = {0, 1, 2, 7, 64, 65, 1000}, pieces[] = {0, 1, 3, PIECES};
    for (size_t t = 0; t < sizeof threads / sizeof threads[0]; t++) {
        for (size_t p = 0; p < sizeof pieces / sizeof pieces[0]; p++) {
            unsigned char done[PIECES + 1] = {0};
            parallel_for(pieces[p], threads[t], count, done);
            for (int i = 0; i <= PIECES; i++)
                assert_int_equal(done[i], i < pieces[p]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_piece_is_done_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
