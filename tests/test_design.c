/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Designs without documents against the documents they stand for: the engine's inputs, capacity,
 * cost and power; and what the search takes for granted of them. */
#include "support/needs.h"
#include "support/random.h"

#include "engine/capacity.h"
#include "engine/inputs.h"
#include "plan/bill.h"
#include "plan/change.h"

enum { DRAWS = 30, NEEDS = 60, DESIGNS = 12 };

/* A design at random. */
static const struct space_family *some_design(const struct space *space, struct num_rng *rng,
                                              int *hosts)
{
    const struct space_family *f = &space->families[random_below(rng, (size_t)space->n_families)];
    *hosts =
        f->design.hosts + (int)random_below(rng, (size_t)(f->most_hosts - f->design.hosts + 1));
    return f;
}

#define SAME(member) suite_close((double)a->member, (double)b->member, 1e-12, #member)

static void same_group(const struct engine_group *a, const struct engine_group *b)
{
    SAME(share);
    SAME(osds);
    SAME(devices);
    SAME(net_hosts);
    SAME(net_share);
    SAME(apart);
    SAME(threads);
    SAME(speed);
    assert_true(device_law_equal(&a->law, &b->law));
    if (a->apart) {
        SAME(side_count);
        assert_true(device_law_equal(&a->side, &b->side));
    }
}

static void same_inputs(const struct engine_inputs *a, const struct engine_inputs *b)
{
    SAME(n_groups);
    SAME(hosts);
    SAME(osds);
    SAME(devices);
    SAME(flash);
    SAME(bytes);
    SAME(read_frac);
    SAME(copies);
    SAME(k);
    SAME(m);
    SAME(erasure);
    SAME(release);
    SAME(untuned);
    SAME(balancer);
    SAME(pgs_per_osd);
    SAME(public_Bps);
    SAME(cluster_Bps);
    SAME(client_Bps);
    SAME(shared);
    SAME(eta);
    SAME(rtt_s);
    SAME(outstanding);
    SAME(rate_ops);
    SAME(client_hosts);
    SAME(processes);
    SAME(colocated);
    SAME(one_host);
    SAME(osd_domain);
    SAME(local_frac);
    SAME(sequential);
    SAME(sync);
    SAME(class);
    SAME(n_assumed);
    SAME(guess_variance);
    same_group(&a->groups[0], &b->groups[0]);
}

typedef void check_design(struct needs *needs, const struct space *space,
                          const struct space_family *family, int hosts, struct num_rng *rng);

static void each_design(void **state, unsigned long seed, check_design *check)
{
    struct needs needs;
    struct num_rng *rng = random_new(seed);
    needs_open(&needs, *state, DRAWS, 1);
    for (int i = 0; i < NEEDS; i++) {
        const struct space *space =
            needs_space(&needs, needs_text(&needs, needs_random(&needs, rng)));
        for (int k = 0; k < DESIGNS; k++) {
            int hosts = 0;
            const struct space_family *family = some_design(space, rng, &hosts);
            check(&needs, space, family, hosts, rng);
        }
    }
    random_free(rng);
}

static struct cluster *document(struct needs *needs, const struct space *space,
                                const struct space_family *family, int hosts)
{
    struct design design = space_design(family, hosts);
    return design_cluster(space->need, &design, needs->model->constants.pgs_default,
                          &needs->f->arena);
}

static void check_inputs(struct needs *needs, const struct space *space,
                         const struct space_family *family, int hosts, struct num_rng *rng)
{
    const struct cluster *cluster = document(needs, space, family, hosts);
    (void)rng;
    for (int i = 0; i < space->n_loads; i++) {
        struct engine_group groups[MAX_GROUPS], group;
        struct engine_inputs of_document, made;
        struct err err = ERR_INIT;
        if (!engine_inputs_make(needs->model, cluster, &cluster->workloads[i], NULL, groups,
                                &of_document, &err))
            fail_msg("%s", err.text);
        space_inputs(space, family, hosts, i, NULL, &made, &group);
        same_inputs(&made, &of_document);
    }
}

static void inputs_are_those_of_the_document(void **state)
{
    each_design(state, 11, check_inputs);
}

/* The document without the lost host or OSD, by plan/change, where every copy still has a place. */
static void check_lost(struct needs *needs, const struct space *space,
                       const struct space_family *family, int hosts, struct num_rng *rng)
{
    struct cluster *cluster = document(needs, space, family, hosts);
    struct space_loss loss = space_loss_of(space, family, hosts);
    struct topology topology;
    struct failure failure = {.unit = loss.hosts > 0 ? FAIL_HOST : FAIL_OSD, .osds = loss.osds};
    struct err err = ERR_INIT;
    int shards = design_shards(design_scheme(space->need, family->design.scheme));
    (void)rng;
    if (space->need->failure == NULL || hosts - loss.hosts < shards)
        return;
    assert_true(topology_make(cluster, &needs->f->arena, &topology, &err));
    const struct cluster *left = change_lose(cluster, &topology, &failure, &needs->f->arena);
    for (int i = 0; i < space->n_loads; i++) {
        struct engine_group groups[MAX_GROUPS], group;
        struct engine_inputs of_document, made;
        if (!engine_inputs_make(needs->model, left, &left->workloads[i], NULL, groups, &of_document,
                                &err))
            fail_msg("%s", err.text);
        space_inputs(space, family, hosts, i, &loss, &made, &group);
        suite_close(made.hosts, of_document.hosts, 1e-12, "hosts");
        suite_close(made.osds, of_document.osds, 1e-12, "osds");
        suite_close(made.devices, of_document.devices, 1e-12, "devices");
        suite_close(made.pgs_per_osd, of_document.pgs_per_osd, 1e-12, "pgs_per_osd");
        suite_close(made.client_hosts, of_document.client_hosts, 1e-12, "client_hosts");
    }
}

static void a_loss_leaves_what_the_document_would(void **state)
{
    each_design(state, 12, check_lost);
}

static void check_space(struct needs *needs, const struct space *space,
                        const struct space_family *family, int hosts, struct num_rng *rng)
{
    struct capacity capacity;
    struct bill bill;
    struct err err = ERR_INIT;
    const struct cluster *cluster = document(needs, space, family, hosts);
    (void)rng;
    if (!capacity_make(cluster, &needs->model->constants, &needs->f->arena, &capacity, &err))
        fail_msg("%s", err.text);
    suite_close(space_safe_B(space, family, hosts), capacity.safe_fill_B, 1e-9, "safe fill");
    bill_make(cluster, &needs->f->arena, &bill);
    suite_close(hosts * family->host_cost, bill.cost.value, 1e-9, "cost");
    suite_close(hosts * family->host_W, bill.power_W, 1e-9, "power");
    suite_close(hosts * family->host_devices, bill.devices, 1e-12, "devices");
}

static void space_and_bills_are_those_of_the_document(void **state)
{
    each_design(state, 13, check_space);
}

/* What the optimist refuses would be refused exactly. */
static void check_optimist(struct needs *needs, const struct space *space,
                           const struct space_family *family, int hosts, struct num_rng *rng)
{
    struct goals goals;
    struct trial trial;
    (void)rng;
    goals_make(space, &needs->f->arena, &goals);
    trial_open(space, &goals, &needs->f->arena, &trial);
    trial_set(&trial, family, hosts);
    for (int i = 0; i < goals.n; i++) {
        double optimist = trial_optimist(&trial, i), factor = trial_factor(&trial, i);
        if (!(optimist >= factor * (1 - 1e-12)))
            fail_msg("%s: the optimist says %g, exactly it is %g", goals.goal[i].name, optimist,
                     factor);
    }
}

static void the_optimist_is_never_below(void **state)
{
    each_design(state, 14, check_optimist);
}

/* With a further host nothing gets slower at the medians, from where the space says so. */
static void check_steady(struct needs *needs, const struct space *space,
                         const struct space_family *family, int hosts, struct num_rng *rng)
{
    struct goals goals;
    struct trial trial;
    (void)rng;
    if (!family->steady || hosts + 1 > family->most_hosts ||
        hosts < space_steady_from(space, family))
        return;
    goals_make(space, &needs->f->arena, &goals);
    trial_open(space, &goals, &needs->f->arena, &trial);
    for (int i = 0; i < goals.n; i++) {
        if (goals.goal[i].load < 0)
            continue;
        trial_set(&trial, family, hosts);
        double before = trial_optimist(&trial, i);
        trial_set(&trial, family, hosts + 1);
        double after = trial_optimist(&trial, i);
        if (!(after >= before * (1 - 1e-9)))
            fail_msg("%s falls from %.9g to %.9g with host %d", goals.goal[i].name, before, after,
                     hosts + 1);
    }
}

static void a_further_host_never_slows_a_steady_family(void **state)
{
    for (unsigned long seed = 20; seed < 26; seed++)
        each_design(state, seed, check_steady);
}

/* The exceptions are real: clients on the hosts talk less to their own host when there are more. */
static void families_with_colocated_clients_may_slow_down(void **state)
{
    struct needs needs;
    struct goals goals;
    struct trial trial;
    needs_open(&needs, *state, DRAWS, 1);
    const struct space *space = needs_space(
        &needs, needs_text(&needs, "cephplan: need/1\nworkloads:\n"
                                   "  - {rw: read, bs: 4M, iodepth: 64, clients: 64, bw: 1GB/s}\n"
                                   "clients: {count: 2, colocated: true}\n"
                                   "choices:\n"
                                   "  hosts: [{bays: 4, cpu: {model: EPYC 9354, threads: 64}}]\n"
                                   "  devices: [{device: samsung-pm983-3.84tb, min_per_host: 4}]\n"
                                   "  networks: [{public: 10Gbit/s, rtt: 50us}]\n"));
    goals_make(space, &needs.f->arena, &goals);
    trial_open(space, &goals, &needs.f->arena, &trial);
    assert_false(space->families[0].steady);
    trial_set(&trial, &space->families[0], 3);
    double three = trial_optimist(&trial, 1);
    trial_set(&trial, &space->families[0], 20);
    assert_true(trial_optimist(&trial, 1) < three);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(inputs_are_those_of_the_document),
        SUITE_TEST(a_loss_leaves_what_the_document_would),
        SUITE_TEST(space_and_bills_are_those_of_the_document),
        SUITE_TEST(the_optimist_is_never_below),
        SUITE_TEST(a_further_host_never_slows_a_steady_family),
        SUITE_TEST(families_with_colocated_clients_may_slow_down),
    };
    return suite_run("design", tests, sizeof tests / sizeof tests[0]);
}
