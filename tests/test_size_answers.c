/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers to needs: the same for every seed, led by prices that are stated and nothing else; each
 * key does what it says; each document that is written gives the figures of the answer. */
#include "support/needs.h"
#include "support/random.h"

#include "cli/size_view.h"
#include "engine/capacity.h"
#include "engine/inputs.h"
#include "plan/bill.h"
#include "plan/size.h"

#include <math.h>
#include <string.h>

enum { DRAWS = 40, TOP = 4 };

static const struct size_answer *answer_of(struct needs *needs, const struct need *need)
{
    struct arena *arena = &needs->f->arena;
    const struct space *space = needs_space(needs, need);
    struct goals *goals = arena_alloc(arena, sizeof *goals);
    struct size_answer *answer = arena_alloc(arena, sizeof *answer);
    struct err err = ERR_INIT;
    goals_make(space, arena, goals);
    struct size_question question = {.space = space, .goals = goals, .top = TOP, .threads = 2};
    if (!size_answer(&question, arena, answer, &err))
        fail_msg("%s", err.text);
    assert_true(answer->optimal);
    return answer;
}

static const struct size_goal *goal_of(const struct size_design *d, const struct goals *goals,
                                       enum goal_kind kind)
{
    for (int i = 0; i < goals->n; i++)
        if (goals->goal[i].kind == kind)
            return &d->goals[i];
    return NULL;
}

/* -- seeds -- */

static const char *const shipped[] = {"vms-200-nvme", "archive-1pb-ec", "home-3node"};
enum { N_SHIPPED = sizeof shipped / sizeof shipped[0] };

/* As many draws as the program takes. */
static void the_seed_changes_no_answer(void **state)
{
    struct fixture *f = *state;
    for (int i = 0; i < N_SHIPPED; i++) {
        struct search_found first[TOP];
        int n = 0;
        static const unsigned long seeds[] = {1, 2, 3, 42, 65537};
        for (size_t s = 0; s < sizeof seeds / sizeof seeds[0]; s++) {
            struct needs needs;
            struct fixture own = {.catalogue = f->catalogue};
            arena_init(&own.arena, NULL);
            needs_open(&needs, &own, 200, seeds[s]);
            const struct size_answer *answer = answer_of(&needs, needs_load(&needs, shipped[i]));
            assert_true(answer->n > 0);
            for (int k = 0; k < answer->n && s == 0; k++, n++)
                first[k] = answer->designs[k].found;
            assert_int_equal(answer->n, n);
            for (int k = 0; k < n; k++)
                assert_int_equal(search_compare(&answer->designs[k].found.key, &first[k].key), 0);
            arena_free(&own.arena);
        }
    }
}

/* -- prices -- */

#define PRICES                                                                                     \
    "  hosts: [{name: h, cpu: {threads: 32}, price: 3000 EUR, bays: 6}]\n"                         \
    "  devices:\n"                                                                                 \
    "    - {device: {like: samsung-pm9a3-3.84tb, price: 400 EUR}}\n"                               \
    "    - {device: {like: samsung-pm9a3-1.92tb, price: 150 EUR}}\n"                               \
    "  networks: [{public: 25Gbit/s}]\n"
#define ASKED "cephplan: need/1\nusable: 20TB\nlimits: {max_hosts: 12}\nchoices:\n"

static void one_part_without_a_price_makes_devices_decide(void **state)
{
    struct needs needs;
    static const struct {
        const char *part, *by, *unpriced;
    } rows[] = {{", price: 3000 EUR", "", "h"},
                {", price: 150 EUR", "", "Samsung PM9A3 1.92TB U.2 MZQL21T9HCJR"},
                {"", "", NULL}};
    needs_open(&needs, *state, DRAWS, 1);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *text = suite_swap(needs.f, ASKED PRICES, rows[i].part, rows[i].by);
        const struct size_answer *answer = answer_of(&needs, needs_text(&needs, text));
        const struct search_key *best = &answer->designs[0].found.key;
        assert_int_equal(answer->space->priced, rows[i].unpriced == NULL);
        if (rows[i].unpriced == NULL) {
            assert_string_equal(answer->space->currency, "EUR");
            double device = answer->designs[0].design.device == 0 ? 400 : 150;
            assert_true(best->value == best->hosts * 3000 + best->devices * device);
            continue;
        }
        assert_string_equal(answer->space->unpriced, rows[i].unpriced);
        assert_true(best->value == best->devices);
        /* 20 TB three times at 3.84 TB, below nearfull and with a host to lose. */
        assert_int_equal(answer->designs[0].design.device, 0);
        assert_true(isnan(answer->space->families[0].host_cost) || i == 1);
    }
}

/* -- keys -- */

/* One need, and lines of it that a row replaces. */
#define BASE                                                                                       \
    "cephplan: need/1\n"                                                                           \
    "name: base\n"                                                                                 \
    "ceph: {version: 18.2.4, tuning: default}\n"                                                   \
    "usable: 20TB\n"                                                                               \
    "workloads:\n"                                                                                 \
    "  - {rw: randwrite, bs: 4k, iodepth: 4, clients: 20, iops: 10k, lat: 9ms}\n"                  \
    "failure: {lose: host, share: 50%, during: outage, rebuild: 2d}\n"                             \
    "limits: {max_hosts: 12}\n"                                                                    \
    "choices:\n"                                                                                   \
    "  hosts:\n"                                                                                   \
    "    - {name: small, cpu: {model: AMD EPYC 9124, threads: 32}, ram: 128GiB, price: 4000 "      \
    "EUR, power: 180W, rack_units: 1, bays: 6}\n"                                                  \
    "    - {name: large, cpu: {model: AMD EPYC 9354P, threads: 64}, ram: 256GiB, price: 6000 "     \
    "EUR, power: 260W, rack_units: 2, bays: 12}\n"                                                 \
    "  devices:\n"                                                                                 \
    "    - {device: {like: samsung-pm9a3-3.84tb, price: 480 EUR, power: {active: 10W}}}\n"         \
    "    - {device: {like: samsung-pm883-1.92tb, price: 150 EUR, power: {active: 4W}}}\n"          \
    "  networks: [{public: 10Gbit/s, price: 100 EUR}, {public: 25Gbit/s, price: 500 EUR}]\n"       \
    "  schemes: [{size: 3}, {k: 2, m: 2}]\n"

struct view {
    const struct size_answer *base, *answer;
    const struct size_design *best, *changed; /* the nearest miss where nothing holds */
    const struct need *need;
    const struct cluster *cluster; /* of the changed one */
};

typedef bool verdict(const struct view *v);

static bool misses(const struct view *v, enum goal_kind kind)
{
    const struct size_goal *g = goal_of(v->changed, v->answer->goals, kind);
    return v->answer->n == 0 && g != NULL && g->factor < 1;
}

static bool misses_budget(const struct view *v)
{
    return misses(v, GOAL_BUDGET) || misses(v, GOAL_SPACE);
}

static bool misses_capacity(const struct view *v)
{
    return misses(v, GOAL_SPACE);
}

static bool stays_below_power(const struct view *v)
{
    const struct space_family *f = &v->answer->space->families[v->changed->found.family];
    return v->answer->n > 0 && v->changed->found.hosts * f->host_W <= 1000 &&
           v->changed->found.key.value > v->best->found.key.value;
}

static bool stays_below_height(const struct view *v)
{
    int height = v->need->choices->hosts[v->changed->design.host].rack_units;
    return v->answer->n > 0 && height * v->changed->design.hosts <= 4;
}

static bool has_hosts(const struct view *v)
{
    return v->answer->n > 0 && v->changed->design.hosts >= 9;
}

static bool keeps_to_four(const struct view *v)
{
    return v->answer->n > 0 && v->changed->design.hosts <= 4;
}

static bool is_erasure(const struct view *v)
{
    return v->answer->n > 0 && design_scheme(v->need, v->changed->design.scheme)->k == 2;
}

static bool is_of_1_92_TB(const struct view *v)
{
    bool all = v->answer->n > 0;
    for (int k = 0; k < v->answer->n; k++) {
        int device = v->answer->designs[k].design.device;
        all = all && v->need->choices->devices[device].device->capacity_B == 1.92e12;
    }
    return all;
}

static bool has_fast_link(const struct view *v)
{
    return v->answer->n > 0 &&
           v->need->choices->networks[v->changed->design.network].net.public_Bps == 25e9 / 8;
}

static bool has_memory_for_its_osds(const struct view *v)
{
    bool all = v->answer->n > 0;
    for (int k = 0; k < v->answer->n; k++) {
        const struct design *d = &v->answer->designs[k].design;
        all = all && d->per_host * 40e9 <= v->need->choices->hosts[d->host].ram_B;
    }
    return all;
}

static bool fits_its_bays(const struct view *v)
{
    bool all = v->answer->n > 0;
    for (int k = 0; k < v->answer->n; k++) {
        const struct design *d = &v->answer->designs[k].design;
        all = all && d->per_host <= v->need->choices->hosts[d->host].bays;
    }
    return all;
}

/* At least four, at most five of the first device; as many as there are bays of the other. */
static bool keeps_to_its_numbers(const struct view *v)
{
    bool all = v->answer->n > 0;
    for (int k = 0; k < v->answer->n; k++) {
        const struct design *d = &v->answer->designs[k].design;
        all = all && (d->device != 0 || (d->per_host >= 4 && d->per_host <= 5));
    }
    return all;
}

static bool shares_its_devices(const struct view *v)
{
    const struct design *d = &v->changed->design;
    const struct cluster *cluster = v->cluster;
    return d->device == 0 && cluster->hosts[0].osds[0].count == 2 * d->per_host &&
           cluster->hosts[0].osds[0].osds_per_device == 2;
}

/* Copies may share a host: fewer hosts than copies will do. */
static bool copies_share_hosts(const struct view *v)
{
    int fewest = 1000;
    for (int i = 0; i < v->answer->space->n_families; i++)
        if (v->answer->space->families[i].design.hosts < fewest)
            fewest = v->answer->space->families[i].design.hosts;
    return v->cluster->pools[0].failure_domain == DOMAIN_OSD && fewest == 1;
}

static bool asks_for_share(const struct view *v)
{
    const struct size_goal *ops = goal_of(v->changed, v->answer->goals, GOAL_LOST_OPS);
    const struct size_goal *time = goal_of(v->changed, v->answer->goals, GOAL_LOST_LATENCY);
    return fabs(ops->needed - 8000) < 1e-6 && fabs(time->needed - 9e-3 / 0.8) < 1e-12;
}

static bool asks_for_no_share(const struct view *v)
{
    return goal_of(v->changed, v->answer->goals, GOAL_LOST_OPS) == NULL &&
           goal_of(v->changed, v->answer->goals, GOAL_IO)->factor >= 1;
}

/* The same design is slower while it is rebuilt. */
static bool is_slower_while_rebuilt(const struct view *v)
{
    const struct size_goal *before = goal_of(v->best, v->base->goals, GOAL_LOST_OPS);
    const struct size_goal *after = goal_of(v->changed, v->answer->goals, GOAL_LOST_OPS);
    bool same = search_compare(&v->best->found.key, &v->changed->found.key) == 0;
    return strstr(after->goal->name, "lost, rebuilding") != NULL &&
           (!same || after->achieved < before->achieved);
}

/* One OSD of dozens is hardly missed. */
static bool loses_an_osd(const struct view *v)
{
    const struct size_goal *whole = goal_of(v->changed, v->answer->goals, GOAL_OPS);
    const struct size_goal *lost = goal_of(v->changed, v->answer->goals, GOAL_LOST_OPS);
    return strstr(lost->goal->name, "an osd lost") != NULL &&
           lost->achieved > 0.93 * whole->achieved && lost->achieved < whole->achieved;
}

static bool rebuilds_in_time(const struct view *v)
{
    const struct size_goal *g = goal_of(v->changed, v->answer->goals, GOAL_REBUILD);
    return g->needed == 2 * 3600 && (v->answer->n == 0 || g->achieved <= 2 * 3600);
}

static bool rebuilds_faster(const struct view *v)
{
    return goal_of(v->changed, v->answer->goals, GOAL_REBUILD)->achieved <
           goal_of(v->best, v->base->goals, GOAL_REBUILD)->achieved;
}

static bool is_surer_of_less(const struct view *v)
{
    return goal_of(v->changed, v->answer->goals, GOAL_OPS)->achieved >
           goal_of(v->best, v->base->goals, GOAL_OPS)->achieved;
}

static bool grows(const struct view *v)
{
    return fabs(goal_of(v->changed, v->answer->goals, GOAL_SPACE)->needed / 20e12 - 1.44) < 1e-9;
}

static void keys_do_what_they_say(void **state)
{
    static const struct {
        const char *part, *by;
        verdict *holds;
    } rows[] = {
        {"max_hosts: 12", "max_hosts: 12, budget: 9000 EUR", misses_budget},
        {"max_hosts: 12", "max_hosts: 12, power: 1000W", stays_below_power},
        {"max_hosts: 12", "max_hosts: 12, rack_units: 4", stays_below_height},
        {"max_hosts: 12", "max_hosts: 12, min_hosts: 9", has_hosts},
        {"max_hosts: 12", "max_hosts: 4", keeps_to_four},
        {"usable: 20TB", "usable: 2PB", misses_capacity},
        {"schemes: [{size: 3}, ", "schemes: [", is_erasure},
        {"    - {device: {like: samsung-pm9a3-3.84tb, price: 480 EUR, power: {active: 10W}}}\n", "",
         is_of_1_92_TB},
        {"networks: [{public: 10Gbit/s, price: 100 EUR}, ", "networks: [", has_fast_link},
        {"usable: 20TB", "usable: 20TB\nram_per_osd: 40GB", has_memory_for_its_osds},
        {"bays: 6", "bays: 2", fits_its_bays},
        {"power: {active: 10W}}}", "power: {active: 10W}}, min_per_host: 4, max_per_host: 5}",
         keeps_to_its_numbers},
        {"power: {active: 10W}}}\n    - {device: {like: samsung-pm883-1.92tb, price: 150 EUR, "
         "power: "
         "{active: 4W}}}",
         "power: {active: 10W}}, osds_per_device: 2}", shares_its_devices},
        {"schemes: [", "failure_domain: osd\n  schemes: [", copies_share_hosts},
        {"share: 50%", "share: 80%", asks_for_share},
        {"share: 50%, ", "", asks_for_no_share},
        {"during: outage", "during: rebuild", is_slower_while_rebuilt},
        {"lose: host", "lose: osd", loses_an_osd},
        {"rebuild: 2d", "rebuild: 2h", rebuilds_in_time},
        {"rebuild: 2d", "rebuild: 2d, profile: high_recovery_ops", rebuilds_faster},
        {"usable: 20TB", "usable: 20TB\nconfidence: p50", is_surer_of_less},
        {"usable: 20TB", "usable: 20TB\ngrowth: 20%/y\nhorizon: 2y", grows},
    };
    struct needs needs;
    needs_open(&needs, *state, DRAWS, 1);
    const struct size_answer *base = answer_of(&needs, needs_text(&needs, BASE));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *text = suite_swap(needs.f, BASE, rows[i].part, rows[i].by);
        const struct need *need = needs_text(&needs, text);
        const struct size_answer *answer = answer_of(&needs, need);
        struct view view = {
            base, answer, &base->designs[0], answer->n > 0 ? &answer->designs[0] : &answer->nearest,
            need, NULL};
        view.cluster = design_cluster(need, &view.changed->design,
                                      needs.model->constants.pgs_default, &needs.f->arena);
        if (!rows[i].holds(&view))
            fail_msg("'%s' instead of '%s'", rows[i].by, rows[i].part);
    }
}

/* -- documents -- */

static struct cluster *reloaded(struct needs *needs, const struct size_answer *answer,
                                const struct size_design *design, struct cluster **made)
{
    struct size_view view = {.need = answer->space->need, .answer = answer};
    struct size_card card = {.design = design, .label = "design", .cost = UNKNOWN};
    *made = design_cluster(view.need, &design->design, needs->model->constants.pgs_default,
                           &needs->f->arena);
    (*made)->name = "a: \"design\"";
    card.cluster = *made;
    const char *text = size_document(&view, &card, &needs->f->arena);
    assert_non_null(text);
    return suite_cluster_text(needs->f, text);
}

static void same_estimate(struct needs *needs, const struct cluster *a, const struct cluster *b,
                          int load)
{
    const struct cluster *clusters[] = {a, b};
    struct estimate e[2];
    struct draws draws = {needs->draws, needs->n_draws};
    for (int i = 0; i < 2; i++) {
        struct engine_group groups[MAX_GROUPS];
        struct engine_inputs in;
        struct err err = ERR_INIT;
        double scratch[DRAWS];
        assert_true(engine_inputs_make(needs->model, clusters[i], &clusters[i]->workloads[load],
                                       NULL, groups, &in, &err));
        estimate_make(needs->model, &in, &draws, NULL, scratch, &e[i]);
    }
    suite_close(e[0].ops.p10, e[1].ops.p10, 1e-12, "iops, P10");
    suite_close(e[0].ops.p50, e[1].ops.p50, 1e-12, "iops, P50");
    suite_close(e[0].ops.p90, e[1].ops.p90, 1e-12, "iops, P90");
    if (isfinite(e[0].p99_s.p90))
        suite_close(e[0].p99_s.p90, e[1].p99_s.p90, 1e-12, "p99, P90");
}

static void same_cluster(struct needs *needs, const struct size_answer *answer,
                         const struct size_design *design)
{
    struct cluster *made = NULL;
    const struct cluster *again = reloaded(needs, answer, design, &made);
    struct capacity capacity[2];
    struct bill bill[2];
    struct err err = ERR_INIT;
    struct arena *arena = &needs->f->arena;
    assert_string_equal(again->name, made->name);
    assert_int_equal(again->n_workloads, made->n_workloads);
    for (int i = 0; i < made->n_workloads; i++)
        same_estimate(needs, made, again, i);
    assert_true(capacity_make(made, &needs->model->constants, arena, &capacity[0], &err));
    assert_true(capacity_make(again, &needs->model->constants, arena, &capacity[1], &err));
    suite_close(capacity[0].safe_fill_B, capacity[1].safe_fill_B, 1e-12, "safe fill");
    bill_make(made, arena, &bill[0]);
    bill_make(again, arena, &bill[1]);
    assert_int_equal(isnan(bill[0].cost.value), isnan(bill[1].cost.value));
    if (answer->space->priced)
        suite_close(bill[1].cost.value, design->found.key.value, 1e-12, "cost");
    if (!isnan(bill[0].power_W))
        suite_close(bill[0].power_W, bill[1].power_W, 1e-12, "power");
}

static void documents_give_the_same_figures(void **state)
{
    struct fixture *f = *state;
    struct num_rng *rng = random_new(5);
    int seen = 0;
    for (int i = 0; i < 60; i++) {
        struct needs needs;
        struct fixture own = {.catalogue = f->catalogue};
        arena_init(&own.arena, NULL);
        needs_open(&needs, &own, DRAWS, 1);
        const struct need *need = i < N_SHIPPED ? needs_load(&needs, shipped[i])
                                                : needs_text(&needs, needs_random(&needs, rng));
        const struct size_answer *answer = answer_of(&needs, need);
        for (int k = 0; k < answer->n; k++, seen++)
            same_cluster(&needs, answer, &answer->designs[k]);
        arena_free(&own.arena);
    }
    random_free(rng);
    assert_true(seen > 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(the_seed_changes_no_answer),
        SUITE_TEST(one_part_without_a_price_makes_devices_decide),
        SUITE_TEST(keys_do_what_they_say),
        SUITE_TEST(documents_give_the_same_figures),
    };
    return suite_run("size_answers", tests, sizeof tests / sizeof tests[0]);
}
