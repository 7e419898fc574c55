/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each column of a sweep is, at each of its points, what the command of its own says of the
 * document changed alike; cost and power are sums done by hand. */
#include "support/answer.h"
#include "support/suite.h"

#include <stdlib.h>
#include <string.h>

#define SMALL "tests/golden/cli/input/small.yaml"
#define DRAWS " --draws 20"

/* The cells of a row, as text. */
static const char *cell(struct fixture *f, const json_t *value)
{
    char *text = value == NULL ? NULL : json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(9));
    assert_non_null(text);
    const char *copy = suite_text(f, "%s", text);
    free(text);
    return copy;
}

static void same(struct fixture *f, const json_t *row, const char *key, const json_t *other,
                 const char *path)
{
    const char *swept = cell(f, json_object_get(row, key)), *own = cell(f, answer_at(other, path));
    if (strcmp(swept, own) != 0)
        fail_msg("%s: swept %s, by its own command %s", key, swept, own);
}

static void columns_are_those_of_the_commands(void **state)
{
    struct fixture *f = *state;
    json_t *sweep = answer_of(
        "sweep ec42-archive --set hosts.0.count=8,12" DRAWS
        " --show iops,bandwidth,latency,p99,bound,next_bound,iops.p10,p99.p90,capacity.raw,"
        "capacity.usable,capacity.safe_fill,hosts,osds");
    const int hosts[] = {8, 12};
    size_t row = 0;
    for (int i = 0; i < 2; i++) {
        json_t *estimate = answer_of(
            suite_text(f, "estimate ec42-archive --set hosts.0.count=%d" DRAWS, hosts[i]));
        json_t *capacity =
            answer_of(suite_text(f, "capacity ec42-archive --set hosts.0.count=%d", hosts[i]));
        const json_t *estimates = json_object_get(estimate, "estimates");
        for (size_t k = 0; k < json_array_size(estimates); k++, row++) {
            const json_t *of = json_array_get(estimates, k);
            const json_t *swept = json_array_get(json_object_get(sweep, "rows"), row);
            assert_string_equal(json_string_value(answer_at(swept, "at/hosts.0.count")),
                                suite_text(f, "%d", hosts[i]));
            same(f, swept, "workload", of, "workload/name");
            same(f, swept, "iops", of, "iops");
            same(f, swept, "bandwidth", of, "bandwidth");
            same(f, swept, "latency", of, "latency/mean");
            same(f, swept, "p99", of, "latency/p99");
            same(f, swept, "bound", of, "bound");
            same(f, swept, "next_bound", of, "next_bound");
            same(f, swept, "iops.p10", of, "iops/p10");
            same(f, swept, "capacity.raw", capacity, "raw");
            same(f, swept, "capacity.usable", capacity, "usable");
            same(f, swept, "capacity.safe_fill", capacity, "safe_fill");
            suite_close(answer_number(swept, "hosts"), hosts[i], 0, "hosts");
            suite_close(answer_number(swept, "osds"), 24.0 * hosts[i], 0, "24 OSDs a host");
        }
        json_decref(estimate);
        json_decref(capacity);
    }
    assert_int_equal(json_array_size(json_object_get(sweep, "rows")), row);
    json_decref(sweep);
}

/* A host of 2000 EUR and 120 W holds 4 disks of 150 EUR and 8 W. */
static void cost_and_power_add_up(void **state)
{
    (void)state;
    json_t *sweep =
        answer_of("sweep " SMALL DRAWS " --set hosts.0.count=3,5 --set hosts.0.price='2000 EUR' "
                  "--set hosts.0.power=120W --set hosts.0.osds.0.device.price='150 EUR' "
                  "--set hosts.0.osds.0.device.power.active=8W -w rw=randread,bs=4k,iodepth=4 "
                  "--show cost,power");
    suite_close(answer_number(sweep, "rows/0/cost"), 3 * 2600.0, 1e-12, "cost of 3 hosts");
    suite_close(answer_number(sweep, "rows/1/cost"), 5 * 2600.0, 1e-12, "cost of 5 hosts");
    suite_close(answer_number(sweep, "rows/0/power"), 3 * 152.0, 1e-12, "power of 3 hosts");
    suite_close(answer_number(sweep, "rows/1/power"), 5 * 152.0, 1e-12, "power of 5 hosts");
    json_decref(sweep);
    sweep = answer_of("sweep " SMALL DRAWS
                      " --set hosts.0.count=3,5 -w rw=randread,bs=4k --show cost,power");
    assert_true(json_is_null(answer_at(sweep, "rows/0/cost")) &&
                json_is_null(answer_at(sweep, "rows/0/power")));
    json_decref(sweep);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SUITE_TEST(columns_are_those_of_the_commands),
                                       SUITE_TEST(cost_and_power_add_up)};
    return suite_run("sweep", tests, sizeof tests / sizeof tests[0]);
}
