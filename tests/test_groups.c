/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which OSDs are one kind, and which part of the placement groups each kind holds: examples by
 * hand. */
#include "support/suite.h"

#include "engine/inputs.h"

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])

struct example {
    const char *title, *hosts, *pool;
    int n; /* groups */
    struct {
        double share, osds;
    } group[3];
};

#define DISK "device: {class: hdd, capacity: 4TB}"
#define BIG "device: {class: hdd, capacity: 12TB}"
#define FLASH "device: {class: nvme, capacity: 4TB}"

static const struct example examples[] = {
    {"equal hosts in two groups",
     "[{count: 2, osds: [{count: 4, " DISK "}]}, {count: 3, osds: [{count: 4, " DISK "}]}]",
     "{size: 3}",
     1,
     {{1, 20}}},
    {"capacity decides, though the law is the same",
     "[{count: 10, osds: [{count: 2, " DISK "}, {count: 2, " BIG "}]}]",
     "{size: 3}",
     2,
     {{0.75, 20}, {0.25, 20}}},
    {"a capacity that is not stated weighs as the others do",
     "[{count: 9, osds: [{count: 2, device: {class: hdd}}]}, {count: 1, osds: [{count: 2, " BIG
     "}]}]",
     "{size: 3}",
     1,
     {{1, 20}}},
    {"a fuller host asks more of its link",
     "[{count: 10, osds: [{count: 2, " DISK "}]}, {count: 10, osds: [{count: 4, " DISK "}]}]",
     "{size: 3}",
     2,
     {{2.0 / 3, 40}, {1.0 / 3, 20}}},
    {"three copies on three hosts: one each",
     "[{count: 2, osds: [{count: 4, " DISK "}]}, {count: 1, osds: [{count: 8, " DISK "}]}]",
     "{size: 3}",
     2,
     {{2.0 / 3, 8}, {1.0 / 3, 8}}},
    {"two copies, one host of five eighths: it holds one of them",
     "[{count: 3, osds: [{count: 2, " DISK "}]}, {count: 1, osds: [{count: 10, " DISK "}]}]",
     "{size: 2}",
     2,
     {{0.5, 6}, {0.5, 10}}},
    {"the cap of one host pushes the next one over it",
     "[{count: 4, osds: [{count: 1, " DISK "}]}, {count: 1, osds: [{count: 6, " DISK "}]}, "
     "{count: 1, osds: [{count: 30, " DISK "}]}]",
     "{size: 3}",
     3,
     {{1.0 / 3, 4}, {1.0 / 3, 6}, {1.0 / 3, 30}}},
    {"more copies than hosts: all hosts alike",
     "[{count: 1, osds: [{count: 1, " DISK "}]}, {count: 1, osds: [{count: 3, " DISK "}]}]",
     "{size: 3}",
     2,
     {{0.5, 1}, {0.5, 3}}},
    {"no OSD holds a copy twice",
     "[{count: 1, osds: [{count: 2, " DISK "}, {count: 1, " BIG "}]}]",
     "{size: 2, failure_domain: osd}",
     2,
     {{0.5, 1}, {0.5, 2}}},
    {"an erasure code on as many hosts as shards",
     "[{count: 2, osds: [{count: 4, " DISK "}]}, {count: 1, osds: [{count: 8, " DISK "}]}]",
     "{type: erasure, k: 2, m: 1}",
     2,
     {{2.0 / 3, 8}, {1.0 / 3, 8}}},
    {"a device class takes its own",
     "[{count: 4, osds: [{count: 3, " DISK "}, {count: 1, " FLASH "}]}]",
     "{size: 3, device_class: nvme}",
     1,
     {{1, 4}}},
    {"devices that two OSDs share are another kind",
     "[{count: 4, osds: [{count: 2, " FLASH
     "}]}, {count: 4, osds: [{count: 2, osds_per_device: 2, " FLASH "}]}]",
     "{size: 3}",
     2,
     {{0.5, 8}, {0.5, 8}}},
};

static void check_example(struct fixture *f, const struct engine_model *model,
                          const struct example *e)
{
    struct engine_group groups[MAX_GROUPS];
    struct engine_inputs in;
    struct err err = ERR_INIT;
    const struct cluster *cluster =
        suite_cluster_text(f, suite_text(f,
                                         "cephplan: cluster/1\nhosts: %s\npools: [%s]\n"
                                         "workloads: [{rw: randread, bs: 4k, iodepth: 1}]\n",
                                         e->hosts, e->pool));
    if (!engine_inputs_make(model, cluster, &cluster->workloads[0], NULL, groups, &in, &err))
        fail_msg("%s: %s", e->title, err.text);
    if (in.n_groups != e->n)
        fail_msg("%s: %d groups, not %d", e->title, in.n_groups, e->n);
    for (int i = 0; i < e->n; i++) {
        suite_close(groups[i].share, e->group[i].share, 1e-9, e->title);
        suite_close(groups[i].osds, e->group[i].osds, 1e-9, e->title);
    }
}

static void groups_hold_their_part(void **state)
{
    struct fixture *f = *state;
    const struct engine_model *model = suite_model(f);
    for (size_t i = 0; i < N_OF(examples); i++)
        check_example(f, model, &examples[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SUITE_TEST(groups_hold_their_part)};
    return suite_run("groups", tests, N_OF(tests));
}
