/* SPDX-License-Identifier: GPL-3.0-or-later */
/* size/1. */
#include "cli/size_view.h"

#include <math.h>

static void json_money(struct jsonout *json, const char *key, double value, const char *currency)
{
    jsonout_key_object(json, key);
    jsonout_key_number(json, "value", value);
    jsonout_key_text(json, "currency", isnan(value) ? NULL : currency);
    jsonout_close(json);
}

/* Hosts, devices, network and scheme as counts and names. */
static void json_build(struct context *ctx, struct jsonout *json, const struct size_view *view,
                       const struct size_card *card)
{
    const struct design *d = &card->design->design;
    jsonout_key_int(json, "hosts", d->hosts);
    jsonout_key_object(json, "build");
    jsonout_key_text(json, "host", view->need->choices->hosts[d->host].name);
    jsonout_key_text(json, "devices_per_host", size_devices_text(view, card, ctx->arena));
    jsonout_key_text(json, "db_per_host", size_db_text(view, card, ctx->arena));
    jsonout_key_text(json, "network", size_network_text(view, card, ctx->arena));
    jsonout_key_text(json, "scheme", size_scheme_text(view, card, ctx->arena));
    jsonout_key_int(json, "devices", (long)card->design->found.key.devices);
    jsonout_close(json);
}

static void json_goal(struct context *ctx, struct jsonout *json, const struct size_view *view,
                      const struct size_goal *g)
{
    const struct space *space = view->answer->space;
    jsonout_object(json);
    jsonout_key_text(json, "name", g->goal->name);
    jsonout_key_text(json, "sense", g->goal->at_most ? "at most" : "at least");
    jsonout_key_number(json, "needed", g->needed);
    jsonout_key_number(json, "achieved", g->achieved);
    jsonout_key_number(json, "slack", g->factor - 1);
    jsonout_key_bool(json, "met", g->factor >= 1);
    jsonout_key_number(json, "saving_if_10_percent_easier", g->saving);
    jsonout_key_number(json, "saving_without", g->saving_without);
    if (g->eased.hosts != 0) {
        struct size_design eased = {
            .found = g->eased,
            .design = space_design(&space->families[g->eased.family], g->eased.hosts)};
        struct size_card card = {.design = &eased};
        jsonout_key_object(json, "then");
        json_build(ctx, json, view, &card);
        jsonout_close(json);
    }
    jsonout_close(json);
}

static const char *goal_name(const struct size_card *card, int goal)
{
    return goal < 0 ? NULL : card->design->goals[goal].goal->name;
}

static void json_capacity(struct jsonout *json, const struct size_card *card)
{
    const struct capacity *c = &card->capacity;
    jsonout_key_object(json, "capacity");
    jsonout_key_number(json, "raw", c->raw_B);
    jsonout_key_number(json, "usable_nearfull", c->usable_nearfull_B);
    jsonout_key_number(json, "usable_full", c->usable_full_B);
    jsonout_key_number(json, "safe_fill", c->safe_fill_B);
    jsonout_key_number(json, "plan_fill", card->plan_B);
    jsonout_key_bool(json, "rebuilds_after_host_loss", c->rebuilds_after_host_loss);
    jsonout_close(json);
}

/* What the issue of a purchase asks for: each per unit of what it buys. */
static void json_ratios(struct jsonout *json, const struct size_card *card)
{
    double safe_TB = card->capacity.safe_fill_B / 1e12;
    jsonout_key_number(json, "cost_per_safe_TB", card->cost / safe_TB);
    jsonout_key_number(json, "cost_per_iops", card->cost / size_ops(card));
    jsonout_key_number(json, "power", card->power_W);
    jsonout_key_number(json, "watts_per_safe_TB", card->power_W / safe_TB);
    jsonout_key(json, "rack_units");
    if (card->rack_units > 0)
        jsonout_int(json, card->rack_units);
    else
        jsonout_null(json);
}

static void json_findings(struct jsonout *json, const struct findings *findings)
{
    jsonout_key_array(json, "findings");
    for (int i = 0; i < findings->n; i++) {
        const struct finding *row = &findings->rows[i];
        jsonout_object(json);
        jsonout_key_text(json, "id", row->id);
        jsonout_key_text(json, "severity", severity_names[row->severity]);
        jsonout_key_text(json, "where", row->where);
        jsonout_key_text(json, "what", row->what);
        jsonout_close(json);
    }
    jsonout_close(json);
}

static void json_cluster(struct context *ctx, struct jsonout *json, const struct size_view *view,
                         const struct size_card *card)
{
    const struct host_group *host = &card->cluster->hosts[0];
    const struct pool *pool = &card->cluster->pools[0];
    jsonout_key_object(json, "cluster");
    jsonout_key_text(json, "name", card->cluster->name);
    json_build(ctx, json, view, card);
    jsonout_key_int(json, "osds", (long)host->count * host->osds[0].count);
    jsonout_key_int(json, "pg_num", pool->pg_num);
    jsonout_key_text(json, "document", size_document(view, card, ctx->arena));
    jsonout_close(json);
}

static void json_design(struct context *ctx, struct jsonout *json, const struct size_view *view,
                        const struct size_card *card)
{
    jsonout_object(json);
    json_money(json, "cost", card->cost, view->answer->space->currency);
    jsonout_key_int(json, "hosts", card->design->design.hosts);
    jsonout_key_bool(json, "proven", card->design->proven);
    jsonout_key_text(json, "decided_by", goal_name(card, card->design->decided_by));
    jsonout_key_text(json, "next", goal_name(card, card->design->next));
    jsonout_key_array(json, "goals");
    for (int i = 0; i < view->answer->goals->n; i++)
        json_goal(ctx, json, view, &card->design->goals[i]);
    jsonout_close(json);
    json_cluster(ctx, json, view, card);
    jsonout_key_array(json, "estimates");
    for (int i = 0; i < card->answers.n; i++)
        answer_json(json, &card->answers.answers[i]);
    jsonout_close(json);
    json_capacity(json, card);
    json_ratios(json, card);
    json_findings(json, &card->findings);
    jsonout_close(json);
}

static void json_fronts(struct context *ctx, struct jsonout *json, const struct size_view *view)
{
    const struct fronts *fronts = &view->answer->fronts;
    const struct space *space = view->answer->space;
    jsonout_key_object(json, "fronts");
    jsonout_key_bool(json, "complete", fronts->complete);
    for (int k = 0; k < N_FRONTS; k++) {
        jsonout_key_array(json, front_names[k]);
        for (int i = 0; i < fronts->front[k].n; i++) {
            const struct front_point *p = &fronts->front[k].points[i];
            struct size_design design = {
                .found = p->found,
                .design = space_design(&space->families[p->found.family], p->found.hosts)};
            struct size_card card = {.design = &design};
            jsonout_object(json);
            jsonout_key_number(json, space->priced ? "cost" : "devices", p->found.key.value);
            jsonout_key_number(json, front_names[k], p->value);
            json_build(ctx, json, view, &card);
            jsonout_close(json);
        }
        jsonout_close(json);
    }
    jsonout_close(json);
}

void size_json(struct context *ctx, const struct size_view *view)
{
    const struct size_answer *answer = view->answer;
    struct jsonout json;
    jsonout_begin(&json, ctx->out, 1);
    jsonout_object(&json);
    jsonout_key_text(&json, "cephplan", "size/1");
    jsonout_key_text(&json, "need", view->need->name);
    jsonout_key_bool(&json, "feasible", answer->n > 0);
    jsonout_key_bool(&json, "optimal", answer->n > 0 && answer->optimal);
    jsonout_key_text(&json, "objective",
                     answer->space->priced ? "cost" : "number of devices, then hosts");
    jsonout_key_number(&json, "candidates", answer->space->candidates);
    jsonout_key_array(&json, "designs");
    for (int i = 0; i < view->n && !view->miss; i++)
        json_design(ctx, &json, view, &view->cards[i]);
    jsonout_close(&json);
    if (!view->miss && answer->n > 0)
        json_fronts(ctx, &json, view);
    jsonout_key(&json, "nearest_miss");
    if (view->miss)
        json_design(ctx, &json, view, &view->cards[0]);
    else
        jsonout_null(&json);
    jsonout_close(&json);
    jsonout_end(&json);
}
