/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cephplan recover: what a failure stops, whether and how fast it is rebuilt, what clients get
 * meanwhile. */
#include "cli/chapters.h"

#include "base/units.h"
#include "cli/commands.h"
#include "cli/loss_words.h"
#include "cli/space.h"
#include "engine/outage.h"
#include "engine/risk.h"
#include "plan/change.h"
#include "plan/stock.h"

struct found {
    struct cluster *cluster;
    struct engine_model *model;
    struct planning *planning;
    struct capacity capacity;
    double *stored;
    const char *stock; /* where `stored` comes from */
    enum recovery_profile profile;
    struct failure failure;
    struct recovery_work work;
    struct recovery_ranges ranges;
    struct outage *outages;
    struct risk *risks;
    const struct workload *loads;
    int n_loads;
    struct answers before, degraded;
    bool has_degraded;
    const char *no_clients; /* why the engine cannot tell what clients get; NULL: it can */
};

/* -- options ------------------------------------------------------------- */

static bool needs_lose(struct err *err)
{
    const struct field units = {.choices = failure_unit_names};
    char allowed[100];
    field_choices(&units, allowed, sizeof allowed);
    return err_set(err, ERR_USAGE, "recover: needs --lose; allowed: %s; see cephplan help recover",
                   allowed);
}

static bool find_options(struct context *ctx, struct found *f, struct err *err)
{
    int unit = 0;
    if (ctx->options.lose == NULL)
        return needs_lose(err);
    if (!space_word("lose", ctx->options.lose, failure_unit_names, &unit, err) ||
        !space_profile(ctx->options.profile, &f->profile, err))
        return false;
    f->failure.unit = (enum failure_unit)unit;
    return true;
}

/* -- the question -------------------------------------------------------- */

/* Of the units that are worst for a pool the one that cannot be rebuilt; of several, or of none,
 * the one that holds most data. */
static bool find_failure(struct context *ctx, struct found *f, struct err *err)
{
    enum failure_unit unit = f->failure.unit;
    double most = -1;
    for (int i = 0; i < f->capacity.n_pools; i++) {
        struct recovery_case question = {.capacity = &f->capacity, .stored = f->stored};
        struct recovery_work work;
        if (!capacity_loss(&f->capacity, i, unit, &question.failure))
            continue;
        if (!recovery_work_make(&question, ctx->arena, &work, err))
            return false;
        bool worse = most < 0 || (f->work.fits && !work.fits);
        if (worse || (f->work.fits == work.fits && work.lost_B > most)) {
            most = work.lost_B;
            f->failure = question.failure;
            f->work = work;
        }
    }
    if (most >= 0)
        return true;
    return err_set(err, ERR_USAGE, "--lose %s: the document has none%s", failure_unit_names[unit],
                   unit == FAIL_RACK ? "; give the hosts `rack`" : "");
}

static bool ask_engine(struct context *ctx, struct found *f, struct err *err)
{
    size_t n = (size_t)f->capacity.n_pools;
    f->outages = arena_array(ctx->arena, n, sizeof *f->outages);
    f->risks = arena_array(ctx->arena, n, sizeof *f->risks);
    for (int i = 0; i < f->capacity.n_pools; i++)
        if (!outage_make(&f->capacity, i, &f->failure, ctx->arena, &f->outages[i], err))
            return false;
    recovery_ranges(&f->work, f->planning, f->profile, context_seed(ctx), &f->ranges);
    return risk_pools(&f->capacity, f->stored, f->planning, f->profile, ctx->arena, f->risks, err);
}

/* Copies that find no place are not written: the pools of the damaged cluster have fewer. */
static struct cluster *degraded_cluster(struct context *ctx, const struct found *f)
{
    struct cluster *rest = change_lose(f->cluster, &f->capacity.topology, &f->failure, ctx->arena);
    struct pool *pools = arena_array(ctx->arena, (size_t)rest->n_pools + 1, sizeof *pools);
    for (int i = 0; i < rest->n_pools; i++) {
        const struct layout *layout = &f->work.layouts[i];
        pools[i] = rest->pools[i];
        if (!layout->scheme.erasure && layout->placed < layout->scheme.n && layout->placed > 0)
            pools[i].size = layout->placed;
    }
    rest->pools = pools;
    return rest;
}

/* A document that says too little for the engine still has a rebuild: then there are no loads. */
static bool ask_clients(struct context *ctx, struct found *f, struct err *err)
{
    struct draws draws;
    struct err quiet = ERR_INIT;
    if (!answer_loads(ctx, f->cluster, &f->loads, &f->n_loads, err) ||
        !answer_draws(ctx, f->model, &draws, err))
        return false;
    if (!answer_make(ctx, f->model, f->cluster, NULL, f->loads, f->n_loads, &draws, &f->before,
                     &quiet)) {
        f->no_clients = arena_copy(ctx->arena, quiet.text);
        f->n_loads = 0;
        return true;
    }
    struct cluster *rest = degraded_cluster(ctx, f);
    /* With no OSD of a pool left there is nothing to estimate: its I/O stops. */
    f->has_degraded = rest->n_hosts > 0 && answer_make(ctx, f->model, rest, NULL, f->loads,
                                                       f->n_loads, &draws, &f->degraded, &quiet);
    return true;
}

static bool find_all(struct context *ctx, struct found *f, struct err *err)
{
    double fill = UNKNOWN;
    if (!find_options(ctx, f, err) || !space_share("fill", ctx->options.fill, &fill, err) ||
        !context_cluster(ctx, ctx->arguments[0], &f->cluster, err) ||
        !context_model(ctx, &f->model, err) || !space_planning(ctx, &f->planning, err) ||
        !space_capacity(ctx, f->cluster, f->model, &f->capacity, err))
        return false;
    f->stored = arena_array(ctx->arena, (size_t)f->capacity.n_pools, sizeof *f->stored);
    f->stock = stock_fill(&f->capacity, fill, ctx->arena, f->stored);
    if (!find_failure(ctx, f, err) || !ask_engine(ctx, f, err) || !ask_clients(ctx, f, err))
        return false;
    ctx->answer_is_no = !f->work.fits;
    return true;
}

/* Ranges of a product: ln widths add up in squares. */
static struct range times(struct range a, struct range b)
{
    double p50 = a.p50 * b.p50;
    double low = hypot(log(a.p50 / a.p10), log(b.p50 / b.p10));
    double high = hypot(log(a.p90 / a.p50), log(b.p90 / b.p50));
    /* cppcheck-suppress ignoredReturnValue ; it is a factor */
    return (struct range){p50 * exp(-low), p50, p50 * exp(high)};
}

/* A failure never shows as a gain, though fewer copies are less work to write. */
static struct range no_better(struct range a, struct range before)
{
    return (struct range){fmin(a.p10, before.p10), fmin(a.p50, before.p50),
                          fmin(a.p90, before.p90)};
}

static struct range no_faster(struct range a, struct range before)
{
    return (struct range){fmax(a.p10, before.p10), fmax(a.p50, before.p50),
                          fmax(a.p90, before.p90)};
}

static struct range inverse(struct range a)
{
    return (struct range){1 / a.p90, 1 / a.p50, 1 / a.p10};
}

/* -- tables -------------------------------------------------------------- */

static void fact(struct table *table, const char *what, struct cell value, const char *note)
{
    struct cell *c = table_row(table);
    c[0] = cell_text(what);
    c[1] = value;
    c[2] = cell_text(note);
}

static const char *duration(struct context *ctx, double seconds)
{
    char text[40];
    units_format(DIM_DURATION, seconds, text, sizeof text);
    return arena_copy(ctx->arena, text);
}

static const char *duration_range(struct context *ctx, struct range r)
{
    return arena_printf(ctx->arena, "%s .. %s .. %s", duration(ctx, r.p10), duration(ctx, r.p50),
                        duration(ctx, r.p90));
}

static struct lost_unit loss_of(struct context *ctx, const struct found *f)
{
    return (struct lost_unit){&f->capacity, &f->work, f->outages, ctx->arena};
}

static void facts_table(struct context *ctx, const struct found *f, struct table *table)
{
    struct lost_unit loss = loss_of(ctx, f);
    static const struct column columns[] = {
        {"what", DIM_NUMBER}, {"value", DIM_NUMBER}, {"note", DIM_NUMBER}};
    const struct recovery_work *w = &f->work;
    table_init(table, ctx->arena, columns, 3);
    table->title =
        arena_printf(ctx->arena, "%s: a lost %s, profile %s", f->cluster->name,
                     loss_unit_names[f->failure.unit], recovery_profile_names[f->profile]);
    fact(table, "lost", cell_text(loss_what(&loss)), loss_why(&loss));
    fact(table, "OSDs lost", cell_int(w->lost_osds),
         arena_printf(ctx->arena, "%s of the cluster's space",
                      units_text(DIM_FRACTION, w->lost_capacity_B / f->capacity.raw_B).text));
    fact(table, "data on them", cell_text(findings_bytes(ctx->arena, w->lost_B)),
         arena_printf(ctx->arena, "all copies; fill: %s", f->stock));
    fact(table, "can be rebuilt", cell_text(loss_verdict(&loss)), loss_verdict_why(&loss));
    if (w->moved_B > 0) {
        fact(table, "data to rebuild", cell_text(findings_bytes(ctx->arena, w->moved_B)),
             "written once, read once (erasure code: k times)");
        fact(table, "rebuilt on", cell_text(loss_targets(&loss)),
             "where CRUSH finds a place for every lost copy or shard");
        fact(table, "time", cell_text(duration_range(ctx, f->ranges.seconds)),
             arena_printf(ctx->arena,
                          "%sP10 .. P50 .. P90 under client load, after %s until it is "
                          "marked out; a link decides in %.0f %% of the draws",
                          w->rebuilds && !w->fits ? "if there were room: " : "",
                          duration(ctx, planning_value(f->planning, PLAN_mark_out)),
                          100 * f->ranges.link_frac));
        fact(table, "clients keep",
             cell_text(arena_printf(
                 ctx->arena, "%.0f .. %.0f .. %.0f %%", 100 * f->ranges.client_frac.p10,
                 100 * f->ranges.client_frac.p50, 100 * f->ranges.client_frac.p90)),
             "of their operations while it is rebuilt, if they ask for all the cluster gives");
    }
    for (int i = 0; i < f->capacity.topology.n_sets; i++)
        if (f->capacity.topology.sets[i].group->device->class == FIELD_ABSENT) {
            table_note(table, "assumed: OSDs of no stated class are rebuilt as slowly as disks");
            break;
        }
    if (f->failure.unit == FAIL_RACK)
        table_note(table,
                   "a whole rack is not marked out by itself (mon_osd_down_out_subtree_limit): "
                   "rebuilding starts when an operator says so");
}

static const char *probability(struct context *ctx, struct range r)
{
    return arena_printf(ctx->arena, "%.1e .. %.1e .. %.1e", r.p10, r.p50, r.p90);
}

static void pools_table(struct context *ctx, const struct found *f, struct table *table)
{
    static const struct column columns[] = {{"pool", DIM_NUMBER},
                                            {"I/O", DIM_NUMBER},
                                            {"data", DIM_NUMBER},
                                            {"groups hit", DIM_FRACTION},
                                            {"groups stopped", DIM_FRACTION},
                                            {"groups lost", DIM_FRACTION},
                                            {"rebuilt", DIM_NUMBER},
                                            {"loss a year, independent failures", DIM_NUMBER},
                                            {"one lost shard is back after", DIM_NUMBER}};
    table_init(table, ctx->arena, columns, 9);
    table->title = "Pools";
    bool replaced = false, stated = true;
    for (int i = 0; i < f->capacity.n_pools; i++) {
        const struct outage *o = &f->outages[i];
        struct cell *c = table_row(table);
        c[0] = cell_text(f->capacity.pool_rows[i].name);
        c[1] = cell_text(o->io_stops ? "stops" : "continues");
        c[2] = cell_text(o->data_lost ? "lost" : "safe");
        c[3] = cell_number(o->affected_frac);
        c[4] = cell_number(o->stopped_frac);
        c[5] = cell_number(o->dead_frac);
        c[6] = cell_text(f->work.pools[i].rebuilds ? "yes" : "no");
        c[7] = cell_text(probability(ctx, f->risks[i].loss_per_year));
        c[8] = cell_text(duration_range(ctx, f->risks[i].repair_s));
        replaced = replaced || f->risks[i].replaced;
        stated = stated && f->risks[i].afr_stated;
    }
    table_note(
        table,
        "loss a year: Markov chain on repair times over the sets of devices that groups use. "
        "Failures with a common cause (host, rack, power, batch, firmware, people) and read "
        "errors are not included and dominate in practice: the true risk is higher.");
    if (!stated)
        table_note(
            table,
            "assumed: failure rates of devices from the field, 1.55 %% a year for disks, 0.9 %% "
            "for flash, where the document states none (afr)");
    if (replaced)
        table_note(table,
                   "where no place is left to rebuild, the time to replace the device counts");
}

/* What clients get of one load. */
struct meanwhile {
    struct range before, degraded, ops, latency_s; /* the last two while it is rebuilt */
};

/* Does every group of the load's pool stop? Then it gets nothing. */
static bool stops_all(const struct found *f, int i)
{
    const struct pool *pool = cluster_pool(f->cluster, f->loads[i].pool);
    for (int p = 0; p < f->capacity.n_pools; p++)
        if (&f->capacity.pool_rows[p] == pool || pool == NULL)
            return f->outages[p].stopped_frac > 1 - 1e-9;
    return false;
}

static void find_meanwhile(const struct found *f, int i, struct meanwhile *m)
{
    const struct estimate *before = &f->before.answers[i].e;
    struct range none = {UNKNOWN, UNKNOWN, UNKNOWN}, zero = {0, 0, 0};
    *m = (struct meanwhile){before->ops, none, none, none};
    if (!f->has_degraded)
        return;
    bool rebuilds = f->work.moved_B > 0;
    if (stops_all(f, i)) {
        m->degraded = zero;
        m->ops = rebuilds ? zero : none;
        return;
    }
    m->degraded = no_better(f->degraded.answers[i].e.ops, before->ops);
    if (!rebuilds)
        return;
    struct range latency_s = no_faster(f->degraded.answers[i].e.latency_s, before->latency_s);
    m->ops = times(m->degraded, f->ranges.client_frac);
    m->latency_s = times(latency_s, inverse(f->ranges.client_frac));
}

static void clients_table(struct context *ctx, const struct found *f, struct table *table)
{
    static const struct column columns[] = {{"load", DIM_NUMBER},
                                            {"iops before", DIM_OPS},
                                            {"iops degraded", DIM_OPS},
                                            {"iops while rebuilding", DIM_OPS},
                                            {"mean latency while rebuilding", DIM_TIME}};
    table_init(table, ctx->arena, columns, 5);
    table->title = "Clients";
    if (f->no_clients != NULL) {
        table_note(table, "not known: %s", f->no_clients);
        return;
    }
    for (int i = 0; i < f->n_loads; i++) {
        struct meanwhile m;
        find_meanwhile(f, i, &m);
        struct cell *c = table_row(table);
        c[0] = cell_text(f->before.answers[i].title);
        c[1] = cell_range(m.before);
        c[2] = cell_known_range(m.degraded);
        c[3] = cell_known_range(m.ops);
        c[4] = cell_known_range(m.latency_s);
    }
    table_note(table,
               "degraded: the same load on what is left, before rebuilding; groups below min_size "
               "stop meanwhile (table Pools), and a load gets nothing where all of its pool do");
    if (!f->has_degraded)
        table_note(table, "nothing is left to serve these loads");
}

/* -- JSON ---------------------------------------------------------------- */

static void json_client(struct jsonout *json, const struct found *f, int i)
{
    struct meanwhile m;
    find_meanwhile(f, i, &m);
    jsonout_object(json);
    jsonout_key_text(json, "workload", f->before.answers[i].title);
    jsonout_key_range(json, "iops_before", m.before);
    jsonout_key_range(json, "iops_degraded", m.degraded);
    jsonout_key_range(json, "iops", m.ops);
    jsonout_key_range(json, "latency", m.latency_s);
    jsonout_close(json);
}

static void json_pool(struct jsonout *json, const struct found *f, int i)
{
    const struct outage *o = &f->outages[i];
    const struct risk *r = &f->risks[i];
    jsonout_object(json);
    jsonout_key_text(json, "name", f->capacity.pool_rows[i].name);
    jsonout_key_text(json, "io", o->io_stops ? "stops" : "continues");
    jsonout_key_text(json, "data", o->data_lost ? "lost" : "safe");
    jsonout_key_number(json, "loss_per_year", r->loss_per_year.p50);
    jsonout_key_range(json, "loss_per_year_range", r->loss_per_year);
    jsonout_key_bool(json, "rebuilds", f->work.pools[i].rebuilds);
    jsonout_key_number(json, "data_moved", f->work.pools[i].moved_B);
    jsonout_key_number(json, "groups_affected", o->affected_frac);
    jsonout_key_number(json, "groups_stopped", o->stopped_frac);
    jsonout_key_number(json, "groups_lost", o->dead_frac);
    jsonout_key_range(json, "repair_time", r->repair_s);
    jsonout_key_number(json, "failure_rate", r->afr_per_year);
    jsonout_key_number(json, "device_sets", r->sets);
    jsonout_close(json);
}

static void show_json(struct context *ctx, const struct found *f)
{
    struct jsonout json;
    bool moves = f->work.moved_B > 0;
    jsonout_begin(&json, ctx->out, 1);
    jsonout_object(&json);
    jsonout_key_text(&json, "cephplan", "recover/1");
    jsonout_key_text(&json, "cluster", f->cluster->name);
    jsonout_key_text(&json, "lose", failure_unit_names[f->failure.unit]);
    struct lost_unit loss = loss_of(ctx, f);
    jsonout_key_text(&json, "lost", loss_what(&loss));
    jsonout_key_text(&json, "profile", recovery_profile_names[f->profile]);
    jsonout_key_text(&json, "fill", f->stock);
    jsonout_key_bool(&json, "can_rebuild", f->work.fits);
    jsonout_key_bool(&json, "domains_left", f->work.rebuilds);
    jsonout_key_number(&json, "fullest", f->work.fullest_frac);
    jsonout_key_int(&json, "osds_lost", f->work.lost_osds);
    jsonout_key_number(&json, "capacity_lost", f->work.lost_capacity_B);
    jsonout_key_number(&json, "data_lost", f->work.lost_B);
    jsonout_key_number(&json, "data_gone", f->work.gone_B);
    jsonout_key_number(&json, "data_moved", f->work.moved_B);
    struct recovery_targets targets = recovery_targets(&f->work);
    jsonout_key_int(&json, "target_osds", targets.osds);
    jsonout_key_int(&json, "target_hosts", targets.hosts);
    jsonout_key_number(&json, "mark_out", planning_value(f->planning, PLAN_mark_out));
    struct range none = {UNKNOWN, UNKNOWN, UNKNOWN};
    jsonout_key_range(&json, "time", moves ? f->ranges.seconds : none);
    jsonout_key_range(&json, "client_share", f->ranges.client_frac);
    jsonout_key_array(&json, "client");
    for (int i = 0; i < f->n_loads; i++)
        json_client(&json, f, i);
    jsonout_close(&json);
    jsonout_key_array(&json, "pools");
    for (int i = 0; i < f->capacity.n_pools; i++)
        json_pool(&json, f, i);
    jsonout_close(&json);
    jsonout_close(&json);
    jsonout_end(&json);
}

bool cmd_recover(struct context *ctx, struct err *err)
{
    struct found f = {.n_loads = 0};
    struct table table;
    if (!find_all(ctx, &f, err))
        return false;
    if (ctx->format == OUT_JSON) {
        show_json(ctx, &f);
        return true;
    }
    if (ctx->format == OUT_CSV) {
        pools_table(ctx, &f, &table);
        context_table(ctx, &table);
        return true;
    }
    facts_table(ctx, &f, &table);
    context_table(ctx, &table);
    fputc('\n', ctx->out);
    pools_table(ctx, &f, &table);
    context_table(ctx, &table);
    fputc('\n', ctx->out);
    clients_table(ctx, &f, &table);
    context_table(ctx, &table);
    return true;
}

/* -- report -------------------------------------------------------------- */

#define CHANCE_LEAST 1e-6   /* a year: below it what the chain leaves out is all that counts */
#define CHANCE_PERCENT 0.02 /* from here on it is told in per cent */

/* Has a pool fewer failure domains than copies, whatever fails? */
static bool has_unplaced(const struct found *f)
{
    for (int i = 0; i < f->capacity.n_pools; i++)
        if (!f->capacity.pools[i].placeable)
            return true;
    return false;
}

static void append_verdict(const struct chapter *chapter, const struct found *f)
{
    const char *unit = loss_unit_names[f->failure.unit];
    bool stops = false, lost = false, unplaced = has_unplaced(f);
    for (int i = 0; i < f->capacity.n_pools; i++) {
        stops = stops || f->outages[i].io_stops;
        lost = lost || f->outages[i].data_lost;
    }
    const char *clients = lost    ? "Data is lost or out of reach"
                          : stops ? "Some clients' I/O stops"
                                  : "No data is lost and no client's I/O stops";
    const char *rebuilt =
        unplaced                ? "a pool has too few failure domains for its copies even before it"
        : !(f->work.lost_B > 0) ? "there is nothing to rebuild"
        : f->work.gone_B > 0    ? "what has too few copies left is not rebuilt"
        : !f->work.rebuilds     ? "the lost copies cannot be rebuilt until it is replaced"
        : f->work.fits          ? "the lost copies are rebuilt on what is left"
                                : "there is not enough room to rebuild all lost copies";
    document_verdict(chapter->document, lost || !f->work.fits ? TONE_BAD : TONE_GOOD,
                     lost || !f->work.fits ? "Weigh this." : "Survived.",
                     "%s when the largest %s fails; %s.", clients, unit, rebuilt);
}

/* What a pool of the table on failures holds, without its risk, which has a part of its own. */
static void append_pools(struct context *ctx, const struct chapter *chapter, const struct found *f)
{
    static const int shown[] = {0, 1, 2, 3, 4, 5, 6};
    struct table table, some;
    pools_table(ctx, f, &table);
    table.n_notes = 0;
    table_select(&table, shown, sizeof shown / sizeof shown[0], &some);
    document_put_table(chapter->document, &some);
}

/* A chance for people: "1 in 56,000"; what is too small to be believed is only bounded. */
static const char *chance(struct context *ctx, double p)
{
    static const struct {
        double size;
        const char *word;
    } units[] = {{1e6, "million"}, {1e3, "thousand"}, {1, ""}};
    if (!(p >= CHANCE_LEAST))
        return "less than 1 in a million";
    if (p >= CHANCE_PERCENT)
        return arena_copy(ctx->arena, units_text(DIM_FRACTION, p).text);
    int i = 0;
    while (1 / p < units[i].size)
        i++;
    double count = 1 / p / units[i].size;
    double digits = count < 10 ? 10 : 1;
    return arena_printf(ctx->arena, "1 in %g%s%s", round(count * digits) / digits,
                        *units[i].word == '\0' ? "" : " ", units[i].word);
}

/* The risk of all pools, which does not depend on what is lost first. */
static struct table *risk_table(struct context *ctx, const struct found *f)
{
    static const struct column columns[] = {{"pool", DIM_NUMBER},
                                            {"chance of loss in a year", DIM_NUMBER},
                                            {"at worst (P90)", DIM_NUMBER},
                                            {"a lost copy or shard is back after", DIM_NUMBER}};
    struct table *table = arena_alloc(ctx->arena, sizeof *table), all;
    table_init(table, ctx->arena, columns, 4);
    for (int i = 0; i < f->capacity.n_pools; i++) {
        const struct risk *risk = &f->risks[i];
        struct cell *c = table_row(table);
        c[0] = cell_text(f->capacity.pool_rows[i].name);
        c[1] = cell_text(chance(ctx, risk->loss_per_year.p50));
        c[2] = cell_text(chance(ctx, risk->loss_per_year.p90));
        c[3] = cell_text(
            arena_printf(ctx->arena, "%s (%s to %s)", duration(ctx, risk->repair_s.p50),
                         duration(ctx, risk->repair_s.p10), duration(ctx, risk->repair_s.p90)));
    }
    pools_table(ctx, f, &all);
    table_note(table, "Reckoned by a Markov chain on repair times over the sets of devices that "
                      "groups use.");
    for (int i = 1; i < all.n_notes; i++) /* what the first says stands above the table */
        table_note(table, "%s", all.notes[i]);
    return table;
}

bool chapter_recover(struct context *ctx, const struct chapter *chapter,
                     struct recovery_digest *digest, struct err *err)
{
    struct found f = {.n_loads = 0};
    struct table table;
    struct range none = {UNKNOWN, UNKNOWN, UNKNOWN};
    if (!find_all(ctx, &f, err))
        return false;
    *digest = (struct recovery_digest){.known = true,
                                       .fits = f.work.fits,
                                       .rebuilds = f.work.rebuilds,
                                       .unplaced = has_unplaced(&f),
                                       .seconds = f.work.moved_B > 0 ? f.ranges.seconds : none};
    for (int i = 0; i < f.capacity.n_pools; i++) {
        digest->io_stops = digest->io_stops || f.outages[i].io_stops;
        digest->data_lost = digest->data_lost || f.outages[i].data_lost;
    }
    document_heading(chapter->document, 2, "A lost %s%s", loss_unit_names[f.failure.unit],
                     chapter->of);
    append_verdict(chapter, &f);
    facts_table(ctx, &f, &table);
    table.title = NULL;
    document_put_table(chapter->document, &table);
    append_pools(ctx, chapter, &f);
    if (f.no_clients == NULL) {
        clients_table(ctx, &f, &table);
        document_put_table(chapter->document, &table);
    }
    digest->risk = risk_table(ctx, &f);
    return true;
}
