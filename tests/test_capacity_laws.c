/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What must hold of the capacity of every cluster, over seeded random ones. */
#include "support/capacities.h"
#include "support/random.h"

#include "base/num.h"
#include "engine/capacity_steps.h"

#include <math.h>

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])
#define TB 1e12

struct random_hosts {
    struct host_group groups[6];
    struct osd_group osds[6];
    struct device devices[6];
};

/* Two to five groups of hosts; every group has one kind of OSD. */
static void fill_hosts(struct num_rng *rng, struct cluster *cluster, struct random_hosts *hosts)
{
    cluster->hosts = hosts->groups;
    cluster->n_hosts = 2 + (int)random_below(rng, 4);
    for (int i = 0; i < cluster->n_hosts; i++) {
        field_init(field_find(&cluster_schema, "hosts")->sub, &hosts->groups[i]);
        field_init(&device_schema, &hosts->devices[i]);
        hosts->devices[i].class = CLASS_HDD;
        hosts->devices[i].capacity_B = TB * (double)(1 + random_below(rng, 20));
        hosts->osds[i] = (struct osd_group){.count = 1 + (int)random_below(rng, 12),
                                            .device = &hosts->devices[i],
                                            .osds_per_device = 1};
        hosts->groups[i].count = 1 + (int)random_below(rng, 4);
        hosts->groups[i].osds = &hosts->osds[i];
        hosts->groups[i].n_osds = 1;
    }
}

static void fill_pool(struct num_rng *rng, struct pool *pool)
{
    static const int codes[][2] = {{2, 1}, {4, 2}, {2, 2}};
    field_init(field_find(&cluster_schema, "pools")->sub, pool);
    pool->name = "p";
    pool->type = random_below(rng, 2) == 0 ? POOL_REPLICATED : POOL_ERASURE;
    if (pool->type == POOL_REPLICATED) {
        pool->size = 2 + (int)random_below(rng, 2);
    } else {
        const int *code = codes[random_below(rng, N_OF(codes))];
        pool->k = code[0];
        pool->m = code[1];
    }
    pool->failure_domain = random_below(rng, 4) == 0 ? DOMAIN_OSD : DOMAIN_HOST;
    pool->pg_num = 64 << random_below(rng, 5);
    if (random_below(rng, 3) == 0)
        pool->object_size_B = 1024 * (double)(1 + random_below(rng, 400));
}

static double least_host(const struct cluster *cluster)
{
    double least = HUGE_VAL;
    for (int i = 0; i < cluster->n_hosts; i++)
        least = fmin(least, cluster->hosts[i].osds[0].count *
                                cluster->hosts[i].osds[0].device->capacity_B);
    return least;
}

/* What a random check works with. */
struct lab {
    struct fixture *f;
    const struct constants *constants;
    struct num_rng *rng;
};

typedef void check_cluster_fn(struct lab *lab, struct cluster *cluster);

static void for_random_clusters(struct fixture *f, unsigned long seed, int rounds,
                                check_cluster_fn *check)
{
    struct num_rng *rng = random_new(seed);
    struct lab lab = {f, &suite_model(f)->constants, rng};
    for (int round = 0; round < rounds; round++) {
        struct cluster cluster;
        struct random_hosts hosts;
        struct pool pool;
        field_init(&cluster_schema, &cluster);
        fill_hosts(rng, &cluster, &hosts);
        fill_pool(rng, &pool);
        cluster.pools = &pool;
        cluster.n_pools = 1;
        cluster.balancer = (int)random_below(rng, 2);
        struct ceph ceph = {.version = random_below(rng, 2) == 0 ? "14.2.22" : "19.2.0",
                            .objectstore = STORE_BLUESTORE};
        cluster.ceph = &ceph;
        check(&lab, &cluster);
    }
    random_free(rng);
}

/* Puts every group into a rack of four, or its hosts into different ones, and the pool over racks.
 */
static void spread_over_racks(struct lab *lab, struct cluster *cluster)
{
    static const char *const names[] = {"a", "b", "c", "d"};
    for (int i = 0; i < cluster->n_hosts; i++) {
        struct host_group *group = &cluster->hosts[i];
        group->n_racks = random_below(lab->rng, 2) == 0 ? 1 : group->count;
        group->racks = arena_array(&lab->f->arena, (size_t)group->n_racks, sizeof *group->racks);
        for (int j = 0; j < group->n_racks; j++)
            group->racks[j] = names[random_below(lab->rng, N_OF(names))];
    }
    cluster->pools[0].failure_domain = DOMAIN_RACK;
}

static void check_order(struct lab *lab, struct cluster *cluster)
{
    struct capacity c = capacity_with(lab->f, lab->constants, cluster);
    const struct pool_capacity *p = &c.pools[0];
    double most_B = c.raw_B / scheme_raw(&p->scheme) / p->alloc_frac;
    double slack = 1 + 1e-9;
    assert_true(c.safe_fill_B <= c.usable_nearfull_B * slack);
    assert_true(c.usable_nearfull_B <= 0.85 * most_B * slack);
    assert_true(c.usable_full_B <= 0.95 * most_B * slack);
    assert_true(p->crush_B <= p->balanced_B * slack);
    struct capacity_steps steps;
    struct capacity_plan plan;
    capacity_plan_make(&c, &lab->f->arena, &plan);
    capacity_steps_make(&c, &plan, &steps);
    for (int i = 0; i < steps.n; i++)
        assert_true(i == 0 || steps.rows[i].factor <= slack);
    suite_close(steps.rows[steps.n - 1].bytes, plan.bytes, 1e-11, "the last step");
    suite_close(plan.bytes, c.repair_fill_B / c.tolerance, 1e-9, "what to store at most");
    suite_close(plan.pools[0].bytes, plan.bytes, 1e-9, "of the only pool");
    assert_true(c.repair_fill_B <= c.safe_fill_B * slack && c.tolerance >= 1);
    if (p->rebuilds)
        assert_true(c.safe_fill_B <= p->loss_fill_B * slack);
}

static void test_order_of_limits(void **state)
{
    for_random_clusters(*state, 11, 150, check_order);
}

static void check_order_over_racks(struct lab *lab, struct cluster *cluster)
{
    spread_over_racks(lab, cluster);
    check_order(lab, cluster);
}

/* Racks, hosts of racks, and several units at once. */
static void test_order_of_limits_over_racks(void **state)
{
    for_random_clusters(*state, 15, 150, check_order_over_racks);
}

/* No other host, and no other OSD, is worse to lose than the largest. */
static void check_largest(struct lab *lab, struct cluster *cluster)
{
    struct capacity c = capacity_with(lab->f, lab->constants, cluster);
    const struct pool_capacity *p = &c.pools[0];
    bool of_osds = p->domain == DOMAIN_OSD;
    int n = of_osds ? c.topology.n_sets : c.topology.n_hosts;
    double worst = HUGE_VAL;
    if (!p->placeable)
        return;
    for (int i = 0; i < n; i++) {
        struct failure failure = {of_osds ? FAIL_OSD : FAIL_HOST, i, i, 1, 0};
        worst = fmin(worst, capacity_left(lab->f, &c, &failure, 0.9 / c.imbalance));
    }
    if (p->rebuilds)
        suite_close(p->loss_fill_B, worst, 1e-9, "the worst loss");
}

static void test_largest_domain_is_the_worst(void **state)
{
    for_random_clusters(*state, 12, 120, check_largest);
}

/* One more host: never less is usable when it is no smaller than the smallest; with the balancer
 * never at all. */
static void check_more_hosts(struct lab *lab, struct cluster *cluster)
{
    struct capacity before = capacity_with(lab->f, lab->constants, cluster);
    int group = (int)random_below(lab->rng, (size_t)cluster->n_hosts);
    bool like = random_below(lab->rng, 2) == 0 || cluster->n_hosts == 6;
    if (like) {
        cluster->hosts[group].count++;
    } else {
        int last = cluster->n_hosts++;
        struct osd_group *osds = arena_alloc(&lab->f->arena, sizeof *osds);
        struct device *device = arena_alloc(&lab->f->arena, sizeof *device);
        *device = *cluster->hosts[group].osds[0].device;
        *osds = cluster->hosts[group].osds[0];
        device->capacity_B *= exp(0.7 * num_normal(lab->rng));
        osds->device = device;
        cluster->hosts[last] = cluster->hosts[group];
        cluster->hosts[last].count = 1;
        cluster->hosts[last].osds = osds;
    }
    struct capacity after = capacity_with(lab->f, lab->constants, cluster);
    double slack = 1 + 1e-9;
    struct cluster old = *cluster;
    old.n_hosts -= like ? 0 : 1;
    const struct host_group *added = &cluster->hosts[like ? group : cluster->n_hosts - 1];
    double size_B = added->osds[0].count * added->osds[0].device->capacity_B;
    bool larger = size_B >= least_host(&old) && before.pools[0].domain == DOMAIN_HOST;
    if (before.balanced || like || larger) {
        assert_true(after.usable_B * slack >= before.usable_B);
        assert_true(after.usable_nearfull_B * slack >= before.usable_nearfull_B);
    } else if (after.usable_nearfull_B * slack < before.usable_nearfull_B) {
        /* Then the new, smaller place is what fills first. */
        const struct topology *t = &after.topology;
        assert_ptr_equal(t->hosts[t->sets[after.pools[0].limiting_set].host].group, added);
    }
    /* Without a balancer the same groups on more OSDs scatter more; that bound is stated apart. */
    if (like)
        assert_true(after.safe_fill_B * after.imbalance * slack >=
                    before.safe_fill_B * before.imbalance);
}

static void test_more_hosts_never_hold_less(void **state)
{
    for_random_clusters(*state, 13, 200, check_more_hosts);
}

/* One more host like those of a group, in the rack of its first: whatever was usable stays so. */
static void check_more_hosts_in_racks(struct lab *lab, struct cluster *cluster)
{
    double slack = 1 + 1e-9;
    spread_over_racks(lab, cluster);
    struct capacity before = capacity_with(lab->f, lab->constants, cluster);
    cluster->hosts[random_below(lab->rng, (size_t)cluster->n_hosts)].count++;
    struct capacity after = capacity_with(lab->f, lab->constants, cluster);
    assert_true(after.usable_B * slack >= before.usable_B);
    if (before.pools[0].rebuilds && before.balanced)
        assert_true(after.safe_fill_B * slack >= before.safe_fill_B);
}

static void test_more_hosts_in_racks_never_hold_less(void **state)
{
    for_random_clusters(*state, 16, 200, check_more_hosts_in_racks);
}

/* Two pools that share OSDs and state nothing hold, together, what one would. */
static void check_two_pools(struct lab *lab, struct cluster *cluster)
{
    struct capacity one = capacity_with(lab->f, lab->constants, cluster);
    struct pool pools[2] = {cluster->pools[0], cluster->pools[0]};
    pools[1].name = "q";
    cluster->pools = pools;
    cluster->n_pools = 2;
    struct capacity two = capacity_with(lab->f, lab->constants, cluster);
    if (one.balanced && one.pools[0].placeable) {
        suite_close(two.usable_nearfull_B, one.usable_nearfull_B, 1e-9, "shared");
        suite_close(two.safe_fill_B, one.safe_fill_B, 1e-9, "shared");
    }
    /* What one stores the other cannot. */
    pools[0].stored_B = random_uniform(lab->rng) * one.usable_full_B;
    two = capacity_with(lab->f, lab->constants, cluster);
    suite_close(two.pools[1].usable_full_B + pools[0].stored_B, one.usable_full_B, 1e-9,
                "left over");
}

static void test_pools_share(void **state)
{
    for_random_clusters(*state, 14, 80, check_two_pools);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(test_order_of_limits),
        SUITE_TEST(test_order_of_limits_over_racks),
        SUITE_TEST(test_largest_domain_is_the_worst),
        SUITE_TEST(test_more_hosts_never_hold_less),
        SUITE_TEST(test_more_hosts_in_racks_never_hold_less),
        SUITE_TEST(test_pools_share),
    };
    return suite_run("capacity laws", tests, N_OF(tests));
}
