/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/space.h"

#include "engine/capacity_steps.h"
#include "load/planning_file.h"
#include "plan/classes.h"

#include <string.h>
#include <time.h>

#define DAY_S 86400.0

bool space_planning(struct context *ctx, struct planning **planning, struct err *err)
{
    return load_planning(ctx->arena, "models/recovery.yaml", planning, err);
}

bool space_advice(struct context *ctx, struct advice **advice, struct err *err)
{
    return load_advice(ctx->arena, "models/advice.yaml", advice, err);
}

bool space_capacity(struct context *ctx, const struct cluster *cluster,
                    const struct engine_model *model, struct capacity *capacity, struct err *err)
{
    return classes_check_all(cluster, err) &&
           capacity_make(cluster, &model->constants, ctx->arena, capacity, err);
}

bool space_share(const char *option, const char *text, double *share, struct err *err)
{
    struct err inner = ERR_INIT;
    *share = UNKNOWN;
    if (text == NULL)
        return true;
    if (units_parse(DIM_FRACTION, text, share, &inner) && *share > 0 && *share <= 1)
        return true;
    return err_set(err, ERR_USAGE,
                   "--%s '%.40s'; allowed: a share above 0, at most 1, such as 70%% "
                   "or 0.7",
                   option, text);
}

bool space_word(const char *option, const char *text, const char *const *words, int *index,
                struct err *err)
{
    for (int i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], text) == 0) {
            *index = i;
            return true;
        }
    }
    return err_set(err, ERR_USAGE, "--%s '%.40s'; see cephplan help", option, text);
}

bool space_profile(const char *text, enum recovery_profile *profile, struct err *err)
{
    int index = PROFILE_BALANCED;
    if (text != NULL && !space_word("profile", text, recovery_profile_names, &index, err))
        return false;
    *profile = (enum recovery_profile)index;
    return true;
}

/* -- dates --------------------------------------------------------------- */

/* Days since 1970-01-01 of a day of the Gregorian calendar (Howard Hinnant's days_from_civil). */
static long days_of(int year, int month, int day)
{
    long y = month <= 2 ? year - 1 : year;
    long era = (y >= 0 ? y : y - 399) / 400, of_era = y - era * 400;
    long of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static void date_of(long days, int *year, int *month, int *day)
{
    long z = days + 719468, era = (z >= 0 ? z : z - 146096) / 146097, of_era = z - era * 146097;
    long y = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    long of_year = of_era - (365 * y + y / 4 - y / 100), m = (5 * of_year + 2) / 153;
    *day = (int)(of_year - (153 * m + 2) / 5 + 1);
    *month = (int)(m < 10 ? m + 3 : m - 9);
    *year = (int)(y + era * 400 + (*month <= 2));
}

bool space_today(const struct context *ctx, double *today, struct err *err)
{
    int year = 0, month = 0, day = 0, y, m, d;
    char rest;
    if (ctx->options.today == NULL) {
        *today = floor((double)time(NULL) / DAY_S) * DAY_S;
        return true;
    }
    int found = sscanf(ctx->options.today, "%4d-%2d-%2d%c", &year, &month, &day, &rest);
    if (found == 3 && year >= 1970 && month >= 1 && month <= 12 && day >= 1) {
        date_of(days_of(year, month, day), &y, &m, &d);
        if (y == year && m == month && d == day) {
            *today = (double)days_of(year, month, day) * DAY_S;
            return true;
        }
    }
    return err_set(err, ERR_USAGE, "--today '%.40s'; allowed: a day such as 2026-12-31",
                   ctx->options.today);
}

/* The day after so many years: whole ones by the calendar, the rest in days of the year that
 * follows them. A millionth of a day is rounding. */
const char *space_date(struct context *ctx, double today, double years)
{
    int year, month, day;
    if (years <= 0)
        return "reached";
    if (!isfinite(years))
        return arena_printf(ctx->arena, "not within %d years", GROWTH_YEARS_MAX);
    date_of((long)floor(today / DAY_S), &year, &month, &day);
    int whole = (int)floor(years + 1e-9);
    long from = days_of(year + whole, month, day), to = days_of(year + whole + 1, month, day);
    double days = fmax(0, years - whole) * (double)(to - from);
    date_of(from + (long)floor(days + 1e-6), &year, &month, &day);
    return arena_printf(ctx->arena, "%04d-%02d-%02d", year, month, day);
}

/* -- tables -------------------------------------------------------------- */

static struct cell binary(struct context *ctx, double bytes)
{
    char text[40];
    units_format_binary(bytes, text, sizeof text);
    return cell_text(arena_copy(ctx->arena, text));
}

static void total_row(struct context *ctx, struct table *table, const char *what, double bytes,
                      double raw_B, const char *why)
{
    struct cell *c = table_row(table);
    c[0] = cell_text(what);
    c[1] = cell_number(bytes);
    c[2] = binary(ctx, bytes);
    c[3] = cell_number(bytes / raw_B);
    c[4] = cell_text(why);
}

/* -- the figure to plan with */

/* "size 3 needs 3 hosts, 2 are there". */
static const char *unplaced_words(struct context *ctx, const struct pool_capacity *p)
{
    char scheme[40];
    scheme_title(&p->scheme, scheme, sizeof scheme);
    return arena_printf(ctx->arena, "cannot be placed: %s needs %d %ss, %d %s there", scheme,
                        p->scheme.n, failure_domain_names[p->domain], p->domains,
                        p->domains == 1 ? "is" : "are");
}

static const char *reason_words(struct context *ctx, const struct pool_capacity *p,
                                enum plan_reason reason)
{
    const char *domain = failure_domain_names[p->domain];
    switch (reason) {
    case PLAN_UNPLACED:
        return unplaced_words(ctx, p);
    case PLAN_QUOTA:
        return "its quota";
    case PLAN_DOMAIN:
        return arena_printf(ctx->arena, "a lost %s is rebuilt below backfillfull", domain);
    case PLAN_OSD:
        return arena_printf(
            ctx->arena, "a lost disk is rebuilt by the rest of its %s%s", domain,
            p->rebuilds ? "" : arena_printf(ctx->arena, "; a lost %s cannot be", domain));
    case PLAN_HOST:
        return "a lost host is rebuilt by the rest of its rack; a lost rack cannot be";
    case PLAN_NEARFULL:
        break;
    }
    return p->rebuilds ? "nearfull, where the cluster warns"
                       : arena_printf(ctx->arena,
                                      "nearfull, where the cluster warns; a lost %s cannot be "
                                      "rebuilt, no room is kept for it",
                                      domain);
}

static const char *plan_words(struct context *ctx, const struct capacity *c, int pool,
                              const struct pool_plan *plan)
{
    const char *reason = reason_words(ctx, &c->pools[pool], plan->reason);
    double above = c->imbalance * plan->tolerance - 1;
    if (plan->reason == PLAN_UNPLACED || plan->reason == PLAN_QUOTA || !(above > 1e-9))
        return reason;
    return arena_printf(ctx->arena, "%s; the fullest OSD holds %s more than the mean", reason,
                        units_text(DIM_FRACTION, above).text);
}

void space_plan_table(struct context *ctx, const struct capacity *capacity, struct table *table)
{
    static const struct column columns[] = {{"pool", DIM_NUMBER},
                                            {"plan at most", DIM_CAPACITY},
                                            {"in powers of 1024", DIM_NUMBER},
                                            {"of raw", DIM_FRACTION},
                                            {"what sets it", DIM_NUMBER}};
    const struct capacity *c = capacity;
    struct capacity_plan plan;
    capacity_plan_make(c, ctx->arena, &plan);
    table_init(table, ctx->arena, columns, 5);
    table->title = arena_printf(ctx->arena, "%s: plan to store at most", c->cluster->name);
    for (int i = 0; i < c->n_pools; i++)
        total_row(ctx, table, c->pool_rows[i].name, plan.pools[i].bytes, c->pools[i].raw_B,
                  plan_words(ctx, c, i, &plan.pools[i]));
    if (c->n_pools > 1)
        total_row(ctx, table, "all pools", plan.bytes, c->raw_B,
                  "together, in the proportion of what they state");
    if (c->n_pools > 1)
        table_note(table, "a pool's figure holds while the others store what they state: figures "
                          "of pools that share OSDs do not add up");
}

/* -- its parts */

/* Do all, or does no pool find a domain for every shard after its largest one is lost? */
static const char *safe_why(const struct capacity *c)
{
    int rebuilt = 0;
    for (int i = 0; i < c->n_pools; i++)
        rebuilt += c->pools[i].rebuilds;
    if (rebuilt == 0)
        return "nearfull: there is no failure domain to spare, so that a lost one could not be "
               "rebuilt and no room is kept for it";
    if (rebuilt < c->n_pools)
        return "below nearfull, and below backfillfull after the largest failure domain was lost "
               "and rebuilt, for the pools that have one to spare";
    return "below nearfull, and below backfillfull after the largest failure domain was lost and "
           "rebuilt";
}

static bool has_rack_domain(const struct capacity *c)
{
    for (int i = 0; i < c->n_pools; i++)
        if (c->pools[i].domain == DOMAIN_RACK)
            return true;
    return false;
}

static const char *plan_why(struct context *ctx, const struct capacity *c)
{
    if (c->tolerance > 1 + 1e-9)
        return arena_printf(
            ctx->arena,
            "the figure above: the least of these, with room for the fullest OSD that the balancer "
            "leaves (it levels to within %g PGs of the mean, here up to %s more)",
            c->constants->balancer_deviation, units_text(DIM_FRACTION, c->tolerance - 1).text);
    return "the figure above: the least of these";
}

void space_totals_table(struct context *ctx, const struct capacity *capacity, struct table *table)
{
    static const struct column columns[] = {{"capacity", DIM_NUMBER},
                                            {"bytes", DIM_CAPACITY},
                                            {"in powers of 1024", DIM_NUMBER},
                                            {"of raw", DIM_FRACTION},
                                            {"what it is", DIM_NUMBER}};
    const struct capacity *c = capacity;
    struct capacity_plan plan;
    double raw_B = c->raw_B;
    table_init(table, ctx->arena, columns, 5);
    capacity_plan_make(c, ctx->arena, &plan);
    table->title = "Its parts: what the cluster holds";
    total_row(ctx, table, "raw", raw_B, raw_B, "data devices, all copies");
    total_row(ctx, table, "usable", c->usable_B, raw_B,
              "client bytes with every OSD full: never reached");
    total_row(ctx, table, "full", c->usable_full_B, raw_B,
              arena_printf(ctx->arena, "at %.3g, writes stop", c->full_frac));
    total_row(ctx, table, "nearfull", c->usable_nearfull_B, raw_B,
              arena_printf(ctx->arena, "at %.3g, the cluster warns", c->nearfull_frac));
    total_row(ctx, table, "safe fill", c->safe_fill_B, raw_B, safe_why(c));
    if (c->repair_fill_B < c->safe_fill_B * (1 - 1e-9))
        total_row(ctx, table, "rebuilds a disk", c->repair_fill_B, raw_B,
                  has_rack_domain(c) ? "up to here a lost disk or host is rebuilt as well, by the "
                                       "rest of its rack or host alone"
                                     : "up to here a lost disk is rebuilt as well, by the rest of "
                                       "its host alone");
    total_row(ctx, table, "plan at most", plan.bytes, raw_B, plan_why(ctx, c));
    if (c->stored_B > 0)
        total_row(ctx, table, "stored", c->stored_B, raw_B, "what the pools state");
    if (c->mix_assumed)
        table_note(table, "assumed: the pools that share OSDs hold alike, because not every one "
                          "states what it stores (`stored`)");
}

static const char *pool_scheme(struct context *ctx, const struct pool_capacity *p)
{
    char scheme[40];
    scheme_title(&p->scheme, scheme, sizeof scheme);
    return arena_printf(ctx->arena, "%s, %s", scheme, failure_domain_names[p->domain]);
}

static void pool_row(struct context *ctx, const struct pool_capacity *p, double plan_B,
                     struct table *table)
{
    struct cell *c = table_row(table);
    c[0] = cell_text(p->pool->name);
    c[1] = cell_text(pool_scheme(ctx, p));
    c[2] = cell_number(p->raw_B);
    c[3] = cell_number(p->usable_full_B);
    c[4] = cell_number(p->usable_nearfull_B);
    c[5] = cell_number(p->safe_fill_B);
    c[6] = binary(ctx, p->safe_fill_B);
    c[7] = cell_number(p->crush_B);
    c[8] = cell_number(p->balanced_B);
    c[9] = cell_known(p->stored_B > 0 ? p->stored_B : UNKNOWN);
    c[10] = p->stored_B > 0 ? cell_number(p->used_frac) : (struct cell){.kind = CELL_EMPTY};
    c[11] = cell_int(p->pg_num);
    c[12] = cell_number(p->pgs_per_osd);
    c[13] = cell_text(p->placeable ? arena_printf(ctx->arena, "%d without loss, %d with I/O",
                                                  scheme_losses_survived(&p->scheme),
                                                  scheme_losses_with_io(&p->scheme))
                                   : unplaced_words(ctx, p));
    c[14] = cell_number(plan_B);
}

void space_pools_table(struct context *ctx, const struct capacity *capacity, struct table *table)
{
    static const struct column columns[] = {{"pool", DIM_NUMBER},
                                            {"scheme", DIM_NUMBER},
                                            {"raw", DIM_CAPACITY},
                                            {"full", DIM_CAPACITY},
                                            {"nearfull", DIM_CAPACITY},
                                            {"safe fill", DIM_CAPACITY},
                                            {"safe fill, powers of 1024", DIM_NUMBER},
                                            {"full by CRUSH alone", DIM_CAPACITY},
                                            {"full if balanced", DIM_CAPACITY},
                                            {"stored", DIM_CAPACITY},
                                            {"used", DIM_FRACTION},
                                            {"PGs", DIM_NUMBER},
                                            {"PGs per OSD", DIM_RATIO},
                                            {"failures at once", DIM_NUMBER},
                                            {"plan at most", DIM_CAPACITY}};
    struct capacity_plan plan;
    capacity_plan_make(capacity, ctx->arena, &plan);
    table_init(table, ctx->arena, columns, 15);
    table->title = "Pools: client bytes while the other pools hold what they state";
    bool assumed = false, shared = false;
    for (int i = 0; i < capacity->n_pools; i++) {
        const struct pool_capacity *p = &capacity->pools[i];
        pool_row(ctx, p, plan.pools[i].bytes, table);
        assumed = assumed || p->pg_assumed;
        for (int j = 0; j < i; j++)
            shared = shared || capacity->pools[j].group == p->group;
    }
    if (capacity->pool_assumed)
        table_note(table,
                   "assumed: one pool, replicated, size 3, over hosts; the document names none");
    if (assumed)
        table_note(table,
                   "assumed: placement groups as the calculator advises (%g an OSD), where pg_num "
                   "is not stated",
                   capacity->constants->pgs_default);
    if (shared)
        table_note(table,
                   "pools that share OSDs share this space: their figures do not add up, those of "
                   "the cluster do");
    table_note(table, "%s",
               capacity->balanced ? "placement: the upmap balancer is on"
                                  : "placement: CRUSH's own draws, no balancer");
}

void space_classes_table(struct context *ctx, const struct capacity *capacity,
                         const struct planning *planning, struct table *table)
{
    static const struct column columns[] = {
        {"class", DIM_NUMBER},      {"OSDs", DIM_NUMBER},          {"raw", DIM_CAPACITY},
        {"nearfull", DIM_CAPACITY}, {"safe fill", DIM_CAPACITY},   {"raw stored", DIM_CAPACITY},
        {"fill", DIM_FRACTION},     {"fullest OSD", DIM_FRACTION}, {"PGs per OSD", DIM_RATIO}};
    bool shared = false;
    table_init(table, ctx->arena, columns, 9);
    table->title = "Device classes";
    for (int i = 0; i < capacity->n_classes; i++) {
        const struct class_capacity *class = &capacity->classes[i];
        struct cell *c = table_row(table);
        c[0] = cell_text(class->name);
        c[1] = cell_int(class->osds);
        c[2] = cell_number(class->raw_B);
        c[3] = cell_known(class->usable_nearfull_B);
        c[4] = cell_known(class->safe_fill_B);
        c[5] = cell_number(class->stored_raw_B);
        c[6] = cell_number(class->fill_frac);
        c[7] = cell_number(class->fullest_frac);
        c[8] = cell_number(class->pgs_per_osd);
        shared = shared || isnan(class->safe_fill_B);
        if (class->fullest_frac > 1)
            table_note(table, "class %s is above 100 %%: the pools state more than it holds",
                       class->name);
    }
    if (shared)
        table_note(table, "pools without a device_class stand on several: what they hold is of no "
                          "class alone");
    table_note(table,
               "PGs per OSD: every copy or shard of all pools; beyond %g Ceph refuses a pool "
               "(mon_max_pg_per_osd)",
               planning_value(planning, PLAN_pg_per_osd_max));
}

void space_steps_table(struct context *ctx, const struct capacity *capacity, struct table *table)
{
    static const struct column columns[] = {{"step", DIM_NUMBER},
                                            {"left", DIM_CAPACITY},
                                            {"in powers of 1024", DIM_NUMBER},
                                            {"factor", DIM_RATIO},
                                            {"why", DIM_NUMBER}};
    table_init(table, ctx->arena, columns, 5);
    table->title = "The way from the devices to what to store at most";
    struct capacity_steps steps;
    struct capacity_plan plan;
    capacity_plan_make(capacity, ctx->arena, &plan);
    capacity_steps_make(capacity, &plan, &steps);
    for (int i = 0; i < steps.n; i++) {
        const struct capacity_step *step = &steps.rows[i];
        struct cell *c = table_row(table);
        c[0] = cell_text(step->step);
        c[1] = cell_number(step->bytes);
        c[2] = binary(ctx, step->bytes);
        c[3] = cell_number(step->factor);
        c[4] = cell_text(step->why);
    }
}

/* The pools whose OSDs reach it first: "vm, rbd". */
static const char *limit_pools(struct context *ctx, const struct growth_limit *limit)
{
    const char *text = "";
    for (int i = 0; i < limit->n_pools; i++)
        text = arena_printf(ctx->arena, "%s%s%s", text, i == 0 ? "" : ", ", limit->pools[i]->name);
    return text;
}

void space_limits_table(struct context *ctx, const struct capacity *capacity, double today,
                        struct table *table)
{
    static const struct column columns[] = {{"limit", DIM_NUMBER},
                                            {"pool", DIM_NUMBER},
                                            {"reached today", DIM_FRACTION},
                                            {"in years", DIM_RATIO},
                                            {"on", DIM_NUMBER}};
    struct growth_limit *limits;
    int n = growth_limits(capacity, ctx->arena, &limits);
    table_init(table, ctx->arena, columns, 5);
    table->title = "Growth: when a limit is reached";
    for (int i = 0; i < n; i++) {
        struct cell *c = table_row(table);
        c[0] = cell_text(limits[i].limit);
        c[1] = cell_text(limit_pools(ctx, &limits[i]));
        c[2] = cell_known(limits[i].now_frac);
        c[3] = cell_known(isfinite(limits[i].now_frac) ? limits[i].years : UNKNOWN);
        c[4] = cell_text(isfinite(limits[i].now_frac) ? space_date(ctx, today, limits[i].years)
                                                      : "cannot be placed");
        if (limits[i].now_frac > 1 && isfinite(limits[i].now_frac))
            table_note(table, "above 100 %%: more is stored than the %s limit allows",
                       limits[i].limit);
    }
    table_note(table, "pool: those on the OSDs that reach the limit first");
    table_note(table,
               "growth is compounded: stored x (1 + growth)^years; a pool without `growth` stands "
               "still");
}

/* -- JSON ---------------------------------------------------------------- */

static void json_pool(struct jsonout *json, const struct pool_capacity *p,
                      const struct pool_plan *plan)
{
    char scheme[40];
    scheme_title(&p->scheme, scheme, sizeof scheme);
    jsonout_object(json);
    jsonout_key_text(json, "name", p->pool->name);
    jsonout_key_text(json, "scheme", scheme);
    jsonout_key_text(json, "failure_domain", failure_domain_names[p->domain]);
    jsonout_key_int(json, "domains", p->domains);
    jsonout_key_bool(json, "placeable", p->placeable);
    jsonout_key_bool(json, "rebuilds", p->rebuilds);
    jsonout_key_number(json, "raw", p->raw_B);
    jsonout_key_number(json, "usable", p->usable_B);
    jsonout_key_number(json, "usable_full", p->usable_full_B);
    jsonout_key_number(json, "usable_nearfull", p->usable_nearfull_B);
    jsonout_key_number(json, "safe_fill", p->safe_fill_B);
    jsonout_key_number(json, "plan_fill", plan->bytes);
    jsonout_key_number(json, "osd_loss_fill", p->osd_loss_fill_B);
    jsonout_key_number(json, "host_loss_fill", p->host_loss_fill_B);
    jsonout_key_int(json, "pg_num", p->pg_num);
    jsonout_key_bool(json, "pg_num_assumed", p->pg_assumed);
    jsonout_key_number(json, "pgs_per_osd", p->pgs_per_osd);
    jsonout_key_number(json, "crush", p->crush_B);
    jsonout_key_number(json, "ideal_balance", p->balanced_B);
    jsonout_key_number(json, "stored", p->stored_B);
    jsonout_key_number(json, "max_avail", p->max_avail_B);
    jsonout_key_number(json, "used", p->used_frac);
    jsonout_key_number(json, "object_size", p->object_B);
    jsonout_key_number(json, "allocation", p->alloc_frac);
    jsonout_key_int(json, "failures_without_loss", scheme_losses_survived(&p->scheme));
    jsonout_key_int(json, "failures_with_io", scheme_losses_with_io(&p->scheme));
    jsonout_close(json);
}

static void json_class(struct jsonout *json, const struct class_capacity *class)
{
    jsonout_object(json);
    jsonout_key_text(json, "class", class->name);
    jsonout_key_int(json, "osds", class->osds);
    jsonout_key_number(json, "raw", class->raw_B);
    jsonout_key_number(json, "usable_nearfull", class->usable_nearfull_B);
    jsonout_key_number(json, "safe_fill", class->safe_fill_B);
    jsonout_key_number(json, "raw_stored", class->stored_raw_B);
    jsonout_key_number(json, "fill", class->fill_frac);
    jsonout_key_number(json, "fullest", class->fullest_frac);
    jsonout_key_number(json, "pgs_per_osd", class->pgs_per_osd);
    jsonout_close(json);
}

static void json_limits(struct context *ctx, struct jsonout *json, const struct capacity *capacity,
                        double today)
{
    struct growth_limit *limits;
    int n = growth_limits(capacity, ctx->arena, &limits);
    jsonout_key_array(json, "limits");
    for (int i = 0; i < n; i++) {
        bool dated = !isnan(today) && limits[i].years > 0 && isfinite(limits[i].years);
        jsonout_object(json);
        jsonout_key_text(json, "limit", limits[i].limit);
        if (limits[i].pool != NULL)
            jsonout_key_text(json, "pool", limits[i].pool->name);
        jsonout_key_array(json, "pools");
        for (int p = 0; p < limits[i].n_pools; p++)
            jsonout_text(json, limits[i].pools[p]->name);
        jsonout_close(json);
        jsonout_key_number(json, "reached", limits[i].now_frac);
        jsonout_key_number(json, "years", limits[i].years);
        jsonout_key_text(json, "date", dated ? space_date(ctx, today, limits[i].years) : NULL);
        jsonout_close(json);
    }
    jsonout_close(json);
}

static void json_steps(struct jsonout *json, const struct capacity *capacity,
                       const struct capacity_plan *plan)
{
    struct capacity_steps steps;
    capacity_steps_make(capacity, plan, &steps);
    jsonout_key_array(json, "steps");
    for (int i = 0; i < steps.n; i++) {
        jsonout_object(json);
        jsonout_key_text(json, "step", steps.rows[i].step);
        jsonout_key_number(json, "bytes", steps.rows[i].bytes);
        jsonout_key_number(json, "factor", steps.rows[i].factor);
        jsonout_key_text(json, "why", steps.rows[i].why);
        jsonout_close(json);
    }
    jsonout_close(json);
}

void space_json(struct context *ctx, struct jsonout *json, const struct capacity *capacity,
                const struct findings *findings, double today)
{
    struct capacity_plan plan;
    capacity_plan_make(capacity, ctx->arena, &plan);
    jsonout_key_text(json, "cluster", capacity->cluster->name);
    jsonout_key_number(json, "installed", capacity->installed_B);
    jsonout_key_number(json, "raw", capacity->raw_B);
    jsonout_key_number(json, "usable", capacity->usable_B);
    jsonout_key_number(json, "usable_nearfull", capacity->usable_nearfull_B);
    jsonout_key_number(json, "usable_full", capacity->usable_full_B);
    jsonout_key_number(json, "safe_fill", capacity->safe_fill_B);
    jsonout_key_number(json, "plan_fill", plan.bytes);
    jsonout_key_number(json, "stored", capacity->stored_B);
    jsonout_key_bool(json, "balancer", capacity->balanced);
    jsonout_key_number(json, "repair_fill", capacity->repair_fill_B);
    jsonout_key_number(json, "imbalance", capacity->imbalance);
    jsonout_key_number(json, "tolerance", capacity->tolerance);
    jsonout_key_bool(json, "rebuilds_after_host_loss", capacity->rebuilds_after_host_loss);
    jsonout_key_number(json, "pgs_per_osd", capacity->pgs_per_osd);
    jsonout_key_array(json, "classes");
    for (int i = 0; i < capacity->n_classes; i++)
        json_class(json, &capacity->classes[i]);
    jsonout_close(json);
    jsonout_key_array(json, "pools");
    for (int i = 0; i < capacity->n_pools; i++)
        json_pool(json, &capacity->pools[i], &plan.pools[i]);
    jsonout_close(json);
    json_steps(json, capacity, &plan);
    json_limits(ctx, json, capacity, today);
    jsonout_key_array(json, "warnings");
    for (int i = 0; findings != NULL && i < findings->n; i++)
        jsonout_text(json, arena_printf(ctx->arena, "%s: %s", findings->rows[i].where,
                                        findings->rows[i].what));
    jsonout_close(json);
}
