/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: no figure is computed here; each stands in a chapter too. */
#include "cli/report_summary.h"

#include "base/units.h"
#include "cli/report_cluster.h"
#include "cli/report_need.h"

#include <string.h>

#define NO_GAIN 1.02 /* less than this is not worth a purchase */

static const char *bound_name(const struct answer *a)
{
    return estimate_bound_name(a->e.point.bound, &a->e.point.load);
}

/* "a", "a and b", "a, b and c". */
static const char *join(struct arena *arena, const char *text, const char *word, int i, int n)
{
    if (i == 0)
        return word;
    return arena_printf(arena, "%s%s%s", text, i == n - 1 ? " and " : ", ", word);
}

/* -- the answer ---------------------------------------------------------------------------------
 */

static void cards(struct report *report, const struct report_side *side)
{
    document_items(&report->document, BLOCK_CARDS);
    for (int i = 0; i < side->n_headlines; i++) {
        const struct answer *a = &side->answers.answers[side->headlines[i]];
        bool large = report_is_large(a->load);
        struct range range = large ? a->e.bandwidth_Bps : a->e.ops;
        enum dim dim = large ? DIM_RATE : DIM_OPS;
        bool open = !isnan(a->in->rate_ops) && range.p10 == range.p90;
        document_item(&report->document, a->title,
                      open ? arena_printf(report->ctx->arena, "as asked; mean latency %s",
                                          report_value(report, DIM_TIME, a->e.latency_s.p50))
                           : report_span(report, dim, range),
                      "%s%s", report_value(report, dim, range.p50), large ? "" : " IOPS");
    }
}

/* -- facts --------------------------------------------------------------------------------------
 */

/* Bounds by how many loads each limits. */
struct tally {
    const char *name[N_BOUND_NAMES];
    int loads[N_BOUND_NAMES], n;
};

static void count_bounds(const struct report_side *side, struct tally *tally)
{
    tally->n = 0;
    for (int i = 0; i < side->answers.n; i++) {
        const char *name = bound_name(&side->answers.answers[i]);
        int at = 0;
        while (at < tally->n && strcmp(tally->name[at], name) != 0)
            at++;
        if (at == tally->n) {
            tally->name[tally->n] = name;
            tally->loads[tally->n++] = 0;
        }
        tally->loads[at]++;
        for (; at > 0 && tally->loads[at] > tally->loads[at - 1]; at--) {
            const char *word = tally->name[at];
            int loads = tally->loads[at];
            tally->name[at] = tally->name[at - 1];
            tally->loads[at] = tally->loads[at - 1];
            tally->name[at - 1] = word;
            tally->loads[at - 1] = loads;
        }
    }
}

static void limits_fact(struct report *report, const struct report_side *side)
{
    struct arena *arena = report->ctx->arena;
    struct tally tally;
    const char *text = "";
    count_bounds(side, &tally);
    for (int i = 0; i < tally.n; i++) {
        const char *one =
            tally.n == 1 ? arena_printf(arena, "%s, under every load", report_bound(tally.name[i]))
                         : arena_printf(arena, "%s (%d of %d loads)", report_bound(tally.name[i]),
                                        tally.loads[i], side->answers.n);
        text = join(arena, text, one, i, tally.n);
    }
    document_item(&report->document, "What limits it", NULL, "%s", text);
}

static const char *purchase_words(struct report *report, const struct report_side *side,
                                  const struct purchase *p)
{
    struct range best = p->ratios[p->best];
    return arena_printf(report->ctx->arena,
                        "%s: %s in the mean of the loads, most for %s: %s (%s to %s)", p->what,
                        report_percent(report, p->gain), side->answers.answers[p->best].title,
                        report_percent(report, best.p50), report_percent(report, best.p10),
                        report_percent(report, best.p90));
}

static void purchase_fact(struct report *report, const struct report_side *side)
{
    if (side->n_purchases == 0)
        return;
    const struct purchase *first = &side->purchases[0];
    if (first->gain < NO_GAIN) {
        document_item(&report->document, "What to buy next", NULL,
                      "nothing for speed: no single purchase brings these loads more than 2 %% in "
                      "the mean");
        return;
    }
    bool second = side->n_purchases > 1 && side->purchases[1].gain >= NO_GAIN;
    document_item(&report->document, "What to buy next",
                  second ? arena_printf(report->ctx->arena, "then %s",
                                        purchase_words(report, side, &side->purchases[1]))
                         : NULL,
                  "%s", purchase_words(report, side, first));
}

/* A date, or one of the words that space_date has instead. */
static const char *when_words(const struct report *report, const char *date)
{
    if (date[0] >= '0' && date[0] <= '9')
        return arena_printf(report->ctx->arena, "on %s", date);
    return strcmp(date, "reached") == 0 ? "already" : date;
}

static void capacity_fact(struct report *report, const struct report_side *side)
{
    const struct capacity_digest *c = &side->capacity;
    struct arena *arena = report->ctx->arena;
    const char *note = c->plan_pools;
    if (!c->known)
        return;
    if (c->stored_B > 0 && c->limit_date != NULL)
        note = arena_printf(arena, "%s%s%s are stored today; that figure is reached %s",
                            note == NULL ? "" : note, note == NULL ? "" : "; ",
                            report_value(report, DIM_CAPACITY, c->stored_B),
                            when_words(report, c->limit_date));
    if (!(c->plan_B > 0) && (side->host.unplaced || side->osd.unplaced)) {
        document_item(&report->document, "What it holds", NULL,
                      "nothing that is safe: a pool has too few failure domains for its copies "
                      "(%s raw)",
                      report_value(report, DIM_CAPACITY, c->raw_B));
        return;
    }
    document_item(&report->document, "What it holds", note,
                  "plan to store at most %s of client data (%s raw)",
                  report_value(report, DIM_CAPACITY, c->plan_B),
                  report_value(report, DIM_CAPACITY, c->raw_B));
}

static const char *failure_words(struct report *report, const struct recovery_digest *d)
{
    const char *clients = d->data_lost  ? "data is lost or out of reach"
                          : d->io_stops ? "some I/O stops"
                                        : "no data is lost, I/O goes on";
    const char *rebuilt =
        d->unplaced             ? "a pool has too few failure domains for its copies even before"
        : !d->rebuilds          ? "not rebuilt until it is replaced"
        : isnan(d->seconds.p50) ? "nothing to rebuild"
        : !d->fits              ? "no room to rebuild all of it"
                                : arena_printf(report->ctx->arena, "rebuilt in %s (%s)",
                                               report_value(report, DIM_DURATION, d->seconds.p50),
                                               report_span(report, DIM_DURATION, d->seconds));
    return arena_printf(report->ctx->arena, "%s; %s", clients, rebuilt);
}

static void failure_facts(struct report *report, const struct report_side *side)
{
    if (side->host.known)
        document_item(&report->document, "If a host fails", NULL, "%s",
                      failure_words(report, &side->host));
    if (side->osd.known)
        document_item(&report->document, "If a disk fails", NULL, "%s",
                      failure_words(report, &side->osd));
}

static void cost_fact(struct report *report, const struct report_side *side)
{
    const struct bill *bill = &side->bill;
    if (!isnan(bill->cost.value))
        document_item(&report->document, "What it costs", NULL, "%.0f %s", bill->cost.value,
                      bill->cost.currency);
}

static void check_fact(struct report *report, const struct report_side *side)
{
    const struct check_digest *check = &side->check;
    struct arena *arena = report->ctx->arena;
    const char *first = NULL;
    if (!check->known)
        return;
    for (int i = 0; i < CHECK_FIRST && check->first[i] != NULL; i++)
        first =
            first == NULL ? check->first[i] : arena_printf(arena, "%s; %s", first, check->first[i]);
    if (check->severe + check->warn == 0)
        document_item(&report->document, "Findings", NULL, "none that speak against the plan");
    else
        document_item(&report->document, "Findings", first, "%d severe, %d to weigh", check->severe,
                      check->warn);
}

static void trust_fact(struct report *report)
{
    const struct validate_digest *v = &report->validate;
    if (!v->known)
        return;
    const char *unseen =
        v->unseen_rows == 0
            ? NULL
            : arena_printf(report->ctx->arena, "of %d more that no fit has seen, %s lie inside",
                           v->unseen_rows, units_text(DIM_FRACTION, v->unseen_inside).text);
    document_item(&report->document, "How sure this is", unseen,
                  "half of %d published measurements, %s, lie within a factor of %.2f of what the "
                  "engine predicts, %s inside its range",
                  v->rows,
                  report->ctx->options.lopo == 1 ? "each predicted without its publisher"
                                                 : "to which it was fitted",
                  v->median_factor, units_text(DIM_FRACTION, v->inside).text);
}

static void facts(struct report *report, const struct report_side *side)
{
    document_items(&report->document, BLOCK_FACTS);
    limits_fact(report, side);
    purchase_fact(report, side);
    capacity_fact(report, side);
    failure_facts(report, side);
    cost_fact(report, side);
    check_fact(report, side);
    trust_fact(report);
}

/* -- expansion ----------------------------------------------------------------------------------
 */

static const char *ops_words(struct report *report, const struct answer *a)
{
    if (report_is_large(a->load))
        return report_value(report, DIM_RATE, a->e.bandwidth_Bps.p50);
    return arena_printf(report->ctx->arena, "%s IOPS", report_value(report, DIM_OPS, a->e.ops.p50));
}

static const char *gain_words(struct report *report, struct range ratio)
{
    return arena_printf(report->ctx->arena, "%s (%s to %s)", report_percent(report, ratio.p50),
                        report_percent(report, ratio.p10), report_percent(report, ratio.p90));
}

static void before_and_after(struct report *report, const struct report_side *side)
{
    static const struct column columns[] = {{"load", DIM_NUMBER},
                                            {"before", DIM_NUMBER},
                                            {"after", DIM_NUMBER},
                                            {"gain, P10 to P90", DIM_NUMBER}};
    const struct expansion_digest *e = &side->expansion;
    struct table *table = document_table(&report->document, NULL, columns, 4);
    for (int i = 0; i < side->n_headlines; i++) {
        int load = side->headlines[i];
        struct cell *c = table_row(table);
        c[0] = cell_text(side->answers.answers[load].title);
        c[1] = cell_text(ops_words(report, &e->before.answers[load]));
        c[2] = cell_text(ops_words(report, &e->after.answers[load]));
        c[3] = cell_text(gain_words(report, e->gains[load].ratio));
    }
    if (isnan(e->plan_before_B))
        return;
    struct cell *c = table_row(table);
    c[0] = cell_text("plan to store at most");
    c[1] = cell_text(report_value(report, DIM_CAPACITY, e->plan_before_B));
    c[2] = cell_text(report_value(report, DIM_CAPACITY, e->plan_after_B));
    if (e->plan_before_B > 0)
        c[3] = cell_text(report_percent(report, e->plan_after_B / e->plan_before_B));
}

/* The same in a sentence, where a need's table takes the page. */
static const char *headline_gains(struct report *report, const struct report_side *side)
{
    struct arena *arena = report->ctx->arena;
    const struct expansion_digest *e = &side->expansion;
    const char *text = "";
    for (int i = 0; i < side->n_headlines; i++) {
        int load = side->headlines[i];
        text = join(arena, text,
                    arena_printf(arena, "%s %s", side->answers.answers[load].title,
                                 gain_words(report, e->gains[load].ratio)),
                    i, side->n_headlines);
    }
    return arena_printf(arena, "%s. ", text);
}

static void expansion(struct report *report, const struct report_side *side)
{
    const struct expansion_digest *e = &side->expansion;
    struct arena *arena = report->ctx->arena;
    if (!e->known || report->ctx->options.expand == NULL)
        return;
    const char *key = arena_printf(arena, "The expansion%s: %s, %d OSDs to %d.", side->chapter.of,
                                   report_addition(report, report->ctx->options.expand),
                                   e->osds_before, e->osds_after);
    const char *gains = report->need == NULL ? "" : headline_gains(report, side);
    if (isnan(e->moved_B))
        document_verdict(&report->document, TONE_PLAIN, key,
                         "%sWhat moves is not known: the document says too little of the space.",
                         gains);
    else
        document_verdict(
            &report->document, TONE_PLAIN, key,
            "%s%s of data move, in %s (%s); clients keep %.0f %% of their operations meanwhile "
            "(%.0f to %.0f %%).",
            gains, report_value(report, DIM_CAPACITY, e->moved_B),
            report_value(report, DIM_DURATION, e->seconds.p50),
            report_span(report, DIM_DURATION, e->seconds), 100 * e->client_frac.p50,
            100 * e->client_frac.p10, 100 * e->client_frac.p90);
    if (report->need == NULL)
        before_and_after(report, side);
}

/* -- several clusters ---------------------------------------------------------------------------
 */

/* The loads of the first, and what each cluster gives its like of the same place. */
static void side_by_side(struct report *report)
{
    struct arena *arena = report->ctx->arena;
    static const struct column columns[] = {
        {"cluster", DIM_NUMBER},        {"size", DIM_NUMBER},         {"headline", DIM_NUMBER},
        {"plan at most", DIM_CAPACITY}, {"a host fails", DIM_NUMBER}, {"severe", DIM_NUMBER}};
    struct table *table = document_table(&report->document, NULL, columns, 6);
    for (int i = 0; i < report->n; i++) {
        const struct report_side *side = &report->sides[i];
        struct cell *c = table_row(table);
        const struct answer *a =
            side->n_headlines > 0 ? &side->answers.answers[side->headlines[0]] : NULL;
        c[0] = cell_text(side->name);
        c[1] = cell_text(report_describe(report, side->cluster));
        if (a != NULL)
            c[2] = cell_text(arena_printf(arena, "%s: %s", a->title, ops_words(report, a)));
        if (side->capacity.known)
            c[3] = cell_number(side->capacity.plan_B);
        if (side->host.known)
            c[4] = cell_text(failure_words(report, &side->host));
        if (side->check.known)
            c[5] = cell_int(side->check.severe);
    }
}

void report_summary(struct report *report)
{
    document_paragraph(&report->document,
                       "What the cluster%s will do, and how sure that is. A figure is the middle "
                       "of a range: half of all clusters like this one do better, half worse; "
                       "eight in ten lie between P10 and P90.",
                       report->n == 1 ? "" : "s");
    if (report->n > 1)
        side_by_side(report);
    else
        cards(report, &report->sides[0]);
    report_need(report);
    for (int i = 0; i < report->n; i++) {
        const struct report_side *side = &report->sides[i];
        expansion(report, side);
        if (report->n == 1)
            facts(report, side);
    }
    if (report->n > 1) {
        document_items(&report->document, BLOCK_FACTS);
        trust_fact(report);
    }
}
