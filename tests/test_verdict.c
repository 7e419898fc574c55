/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verdict on a cluster document against the goals of the design that it was written from, and
 * what it says of documents that state too little. */
#include "support/needs.h"
#include "support/random.h"

#include "plan/verdict.h"

#include <math.h>
#include <string.h>

enum { DRAWS = 30, NEEDS = 60, DESIGNS = 8 };

static struct verdict *verdict_of(struct needs *needs, const struct need *need,
                                  const struct cluster *cluster)
{
    struct verdict *verdict = arena_alloc(&needs->f->arena, sizeof *verdict);
    struct verdict_question question = {.need = need,
                                        .cluster = cluster,
                                        .model = needs->model,
                                        .planning = needs->planning,
                                        .draws = {needs->draws, needs->n_draws},
                                        .seed = 1};
    struct err err = ERR_INIT;
    if (!verdict_make(&question, &needs->f->arena, verdict, &err))
        fail_msg("%s", err.text);
    assert_int_equal(verdict->met + verdict->missed + verdict->open, verdict->goals.n);
    return verdict;
}

static const struct verdict_goal *goal_of(const struct verdict *verdict, const char *name)
{
    for (int i = 0; i < verdict->goals.n; i++)
        if (strcmp(verdict->goals.goal[i].name, name) == 0)
            return &verdict->rows[i];
    fail_msg("no goal '%s'", name);
    return NULL;
}

/* -- against the goals of designs ---------------------------------------------------------------
 */

/* Losing an OSD is another question there (all hosts a little smaller), so is losing a host when
 * too few are left to place every copy, or when more is stored than is safe. */
static bool comparable(const struct space *space, const struct space_family *family, int hosts,
                       const struct goal *goal)
{
    struct space_loss loss = space_loss_of(space, family, hosts);
    int shards = design_shards(design_scheme(space->need, family->design.scheme));
    bool holds = !(space->stored_B > space_safe_B(space, family, hosts));
    switch (goal->kind) {
    case GOAL_LOST_OPS:
    case GOAL_LOST_LATENCY:
    case GOAL_LOST_TAIL:
        return holds && loss.osds == 0 && hosts - loss.hosts >= shards;
    case GOAL_REBUILD:
        return holds;
    case GOAL_SPACE:
    case GOAL_OPS:
    case GOAL_LATENCY:
    case GOAL_TAIL:
    case GOAL_IO:
    case GOAL_BUDGET:
    case GOAL_POWER:
        return true;
    case GOAL_ROOM:
    case GOAL_HOSTS:
        break;
    }
    return false;
}

static int compare_design(struct needs *needs, const struct space *space, struct num_rng *rng)
{
    const struct space_family *f = &space->families[random_below(rng, (size_t)space->n_families)];
    int hosts =
        f->design.hosts + (int)random_below(rng, (size_t)(f->most_hosts - f->design.hosts + 1));
    int compared = 0;
    struct goals goals;
    struct trial trial;
    struct design design = space_design(f, hosts);
    const struct cluster *cluster =
        design_cluster(space->need, &design, needs->model->constants.pgs_default, &needs->f->arena);
    const struct verdict *verdict = verdict_of(needs, space->need, cluster);
    goals_make(space, &needs->f->arena, &goals);
    trial_open(space, &goals, &needs->f->arena, &trial);
    trial_set(&trial, f, hosts);
    for (int i = 0, at = 0; i < goals.n; i++) {
        if (goals.goal[i].kind == GOAL_HOSTS)
            continue;
        const struct verdict_goal *row = &verdict->rows[at++];
        assert_string_equal(row->goal->name, goals.goal[i].name);
        if (!comparable(space, f, hosts, &goals.goal[i]))
            continue;
        double factor = trial_factor(&trial, i);
        suite_close(row->goal->needed, goals.goal[i].needed, 1e-12, goals.goal[i].name);
        if (isfinite(factor))
            suite_close(row->factor, factor, 1e-9, goals.goal[i].name);
        assert_int_equal(row->state, factor >= 1 ? VERDICT_MET : VERDICT_MISSED);
        compared++;
    }
    return compared;
}

static void a_design_gets_the_verdict_of_its_search(void **state)
{
    struct needs needs;
    struct num_rng *rng = random_new(31);
    int compared = 0;
    needs_open(&needs, *state, DRAWS, 1);
    for (int i = 0; i < NEEDS; i++) {
        const struct space *space =
            needs_space(&needs, needs_text(&needs, needs_random(&needs, rng)));
        for (int k = 0; k < DESIGNS; k++)
            compared += compare_design(&needs, space, rng);
    }
    random_free(rng);
    assert_true(compared > 1000);
}

/* -- documents that state too little ------------------------------------------------------------
 */

static const char *const asked =
    "cephplan: need/1\n"
    "usable: 1TB\n"
    "workloads: [{name: vms, rw: randread, bs: 4k, clients: 10, iops: 1k, lat: 5ms}]\n"
    "failure: {lose: rack, share: 50%, rebuild: 1d}\n"
    "limits: {budget: 10000 EUR, power: 10kW, rack_units: 4, min_hosts: 3, max_hosts: 4, racks: "
    "3}\n"
    "choices:\n"
    "  hosts: [{name: h, bays: 4, price: 1 EUR, power: 1W, rack_units: 1}]\n"
    "  devices: [{device: {like: samsung-pm983-3.84tb, price: 1 EUR, power: {active: 9W}}}]\n"
    "  networks: [{public: 25Gbit/s}]\n";

static const char *document_of(struct fixture *f, const char *hosts)
{
    return suite_text(f,
                      "cephplan: cluster/1\nname: c\nhosts: [{%s}]\n"
                      "network: {public: 25Gbit/s}\n"
                      "pools: [{name: p, type: replicated, size: 3}]\n",
                      hosts);
}

static void what_a_document_does_not_state_stays_open(void **state)
{
    struct fixture *f = *state;
    struct needs needs;
    needs_open(&needs, f, DRAWS, 1);
    const struct need *need = needs_text(&needs, asked);
    const struct cluster *cluster = suite_cluster_text(
        f, document_of(f, "count: 5, osds: [{count: 4, device: samsung-pm983-3.84tb}]"));
    const struct verdict *v = verdict_of(&needs, need, cluster);
    static const char *const open[] = {"budget",
                                       "power",
                                       "rack units",
                                       "rebuild time",
                                       "I/O goes on after the failure",
                                       "vms, a rack lost, rebuilding: IOPS",
                                       "vms, a rack lost, rebuilding: mean latency"};
    for (size_t i = 0; i < sizeof open / sizeof open[0]; i++) {
        const struct verdict_goal *row = goal_of(v, open[i]);
        assert_int_equal(row->state, VERDICT_OPEN);
        assert_true(isnan(row->achieved));
        assert_non_null(row->why_open);
    }
    assert_int_equal(v->open, sizeof open / sizeof open[0]);
    assert_int_equal(goal_of(v, "safe capacity")->state, VERDICT_MET);
    assert_int_equal(goal_of(v, "fewest hosts")->state, VERDICT_MET);
    assert_int_equal(goal_of(v, "most hosts")->state, VERDICT_MISSED);
    suite_close(goal_of(v, "most hosts")->factor, 4.0 / 5, 1e-12, "most hosts");
    assert_int_equal(goal_of(v, "vms: IOPS")->state, VERDICT_MET);
}

/* With a host of three gone only two copies are written, which is less work. */
static void a_failure_is_no_gain(void **state)
{
    struct fixture *f = *state;
    struct needs needs;
    needs_open(&needs, f, DRAWS, 1);
    const struct need *need = needs_text(
        &needs, "cephplan: need/1\n"
                "workloads: [{name: w, rw: randwrite, bs: 4k, iodepth: 8, clients: 4, iops: 1k, "
                "lat: 5ms}]\n"
                "failure: {lose: host, share: 50%, during: outage}\n"
                "choices:\n"
                "  hosts: [{name: h, bays: 4}]\n"
                "  devices: [{device: samsung-pm983-3.84tb}]\n"
                "  networks: [{public: 25Gbit/s}]\n");
    const struct verdict *v = verdict_of(
        &needs, need,
        suite_cluster_text(
            f, document_of(f, "count: 3, osds: [{count: 4, device: samsung-pm983-3.84tb}]")));
    assert_true(goal_of(v, "w, a host lost: IOPS")->achieved <= goal_of(v, "w: IOPS")->achieved);
    assert_true(goal_of(v, "w, a host lost: mean latency")->achieved >=
                goal_of(v, "w: mean latency")->achieved);
}

static void money_of_another_country_is_no_verdict(void **state)
{
    struct fixture *f = *state;
    struct needs needs;
    needs_open(&needs, f, DRAWS, 1);
    const struct need *need = needs_text(&needs, asked);
    const char *dollars =
        suite_text(f, "count: 3, price: 100 USD, %s",
                   "osds: [{count: 4, device: {like: samsung-pm983-3.84tb, price: 100 USD}}]");
    const char *euros =
        suite_text(f, "count: 3, price: 100 EUR, %s",
                   "osds: [{count: 4, device: {like: samsung-pm983-3.84tb, price: 100 EUR}}]");
    const struct verdict *v =
        verdict_of(&needs, need, suite_cluster_text(f, document_of(f, dollars)));
    assert_int_equal(goal_of(v, "budget")->state, VERDICT_OPEN);
    v = verdict_of(&needs, need, suite_cluster_text(f, document_of(f, euros)));
    assert_int_equal(goal_of(v, "budget")->state, VERDICT_MET);
    suite_close(goal_of(v, "budget")->achieved, 1500, 1e-12, "cost");
}

static void a_capacity_that_is_not_stated_stays_open(void **state)
{
    struct fixture *f = *state;
    struct needs needs;
    needs_open(&needs, f, DRAWS, 1);
    const struct need *need = needs_text(&needs, asked);
    const struct cluster *cluster = suite_cluster_text(
        f, document_of(f, "count: 3, osds: [{count: 4, device: {class: nvme}}]"));
    const struct verdict *v = verdict_of(&needs, need, cluster);
    assert_int_equal(goal_of(v, "safe capacity")->state, VERDICT_OPEN);
    assert_non_null(goal_of(v, "safe capacity")->why_open);
    assert_int_equal(goal_of(v, "vms: IOPS")->state, VERDICT_MET);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(a_design_gets_the_verdict_of_its_search),
        SUITE_TEST(what_a_document_does_not_state_stays_open),
        SUITE_TEST(a_failure_is_no_gain),
        SUITE_TEST(money_of_another_country_is_no_verdict),
        SUITE_TEST(a_capacity_that_is_not_stated_stays_open),
    };
    return suite_run("verdict", tests, sizeof tests / sizeof tests[0]);
}
