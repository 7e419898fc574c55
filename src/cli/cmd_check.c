/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cephplan check: what is wrong or risky with a plan, why, and who says so. */
#include "cli/chapters.h"
#include "cli/commands.h"
#include "cli/space.h"
#include "plan/check_parts.h"
#include "plan/check_space.h"

static void show_json(struct context *ctx, const struct findings *findings)
{
    struct jsonout json;
    jsonout_begin(&json, ctx->out, 1);
    jsonout_object(&json);
    jsonout_key_text(&json, "cephplan", "check/1");
    jsonout_key_array(&json, "findings");
    for (int i = 0; i < findings->n; i++) {
        const struct finding *row = &findings->rows[i];
        jsonout_object(&json);
        jsonout_key_text(&json, "id", row->id);
        jsonout_key_text(&json, "severity", severity_names[row->severity]);
        jsonout_key_text(&json, "where", row->where);
        jsonout_key_text(&json, "what", row->what);
        jsonout_key_text(&json, "why", row->why);
        jsonout_key_text(&json, "source", row->source);
        jsonout_close(&json);
    }
    jsonout_close(&json);
    jsonout_close(&json);
    jsonout_end(&json);
}

static void show_table(struct context *ctx, const struct cluster *cluster,
                       const struct findings *findings)
{
    static const struct column columns[] = {{"severity", DIM_NUMBER}, {"where", DIM_NUMBER},
                                            {"what", DIM_NUMBER},     {"why", DIM_NUMBER},
                                            {"source", DIM_NUMBER},   {"id", DIM_NUMBER}};
    struct table table;
    table_init(&table, ctx->arena, columns, 6);
    table.title = arena_printf(ctx->arena, "%s: %d severe, %d to weigh, %d to know", cluster->name,
                               findings_count(findings, SEVERITY_SEVERE),
                               findings_count(findings, SEVERITY_WARN),
                               findings_count(findings, SEVERITY_INFO));
    for (int i = 0; i < findings->n; i++) {
        const struct finding *row = &findings->rows[i];
        struct cell *c = table_row(&table);
        c[0] = cell_text(severity_names[row->severity]);
        c[1] = cell_text(row->where);
        c[2] = cell_text(row->what);
        c[3] = cell_text(row->why);
        c[4] = cell_text(row->source);
        c[5] = cell_text(row->id);
    }
    if (findings->n == 0)
        table_note(&table, "nothing found; what the document leaves out was not checked");
    context_table(ctx, &table);
}

static bool find_all(struct context *ctx, struct cluster **cluster, struct findings *findings,
                     struct err *err)
{
    struct engine_model *model = NULL;
    struct planning *planning = NULL;
    struct advice *advice = NULL;
    struct capacity capacity;
    *findings = (struct findings){.arena = ctx->arena};
    if (!context_cluster(ctx, ctx->arguments[0], cluster, err) ||
        !context_model(ctx, &model, err) || !space_planning(ctx, &planning, err) ||
        !space_advice(ctx, &advice, err) || !space_capacity(ctx, *cluster, model, &capacity, err) ||
        !check_space(&capacity, planning, advice, findings, err))
        return false;
    check_parts(&capacity, advice, findings);
    findings_sort(findings);
    return true;
}

bool cmd_check(struct context *ctx, struct err *err)
{
    struct cluster *cluster = NULL;
    struct findings findings;
    if (!find_all(ctx, &cluster, &findings, err))
        return false;
    ctx->answer_is_no = findings_count(&findings, SEVERITY_SEVERE) > 0;
    if (ctx->format == OUT_JSON)
        show_json(ctx, &findings);
    else
        show_table(ctx, cluster, &findings);
    return true;
}

/* -- report -- */

/* What a place of the document is called there: "hosts osd" for hosts.0, "devices of hosts osd" for
 * what stands in it. */
static const char *place_words(struct context *ctx, const struct cluster *cluster,
                               const char *where)
{
    int host = 0, length = 0;
    if (sscanf(where, "hosts.%d%n", &host, &length) != 1 || host < 0 || host >= cluster->n_hosts)
        return where;
    const char *name = cluster->hosts[host].name;
    const char *hosts = name != NULL ? arena_printf(ctx->arena, "hosts %s", name)
                        : cluster->n_hosts == 1
                            ? "the hosts"
                            : arena_printf(ctx->arena, "host group %d", host + 1);
    return where[length] == '\0' ? hosts : arena_printf(ctx->arena, "devices of %s", hosts);
}

static void digest_findings(struct context *ctx, const struct cluster *cluster,
                            const struct findings *findings, struct check_digest *digest)
{
    *digest = (struct check_digest){.known = true,
                                    .severe = findings_count(findings, SEVERITY_SEVERE),
                                    .warn = findings_count(findings, SEVERITY_WARN),
                                    .info = findings_count(findings, SEVERITY_INFO)};
    for (int i = 0; i < findings->n && i < CHECK_FIRST; i++)
        if (findings->rows[i].severity > SEVERITY_INFO)
            digest->first[i] = arena_printf(ctx->arena, "%s: %s",
                                            place_words(ctx, cluster, findings->rows[i].where),
                                            findings->rows[i].what);
}

bool chapter_check(struct context *ctx, const struct chapter *chapter, struct check_digest *digest,
                   struct err *err)
{
    static const char *const words[] = {
        [SEVERITY_INFO] = "To know", [SEVERITY_WARN] = "To weigh", [SEVERITY_SEVERE] = "Severe"};
    struct cluster *cluster = NULL;
    struct findings findings;
    struct document *document = chapter->document;
    if (!find_all(ctx, &cluster, &findings, err))
        return false;
    digest_findings(ctx, cluster, &findings, digest);
    document_heading(document, 1, "Findings%s", chapter->of);
    if (findings.n == 0)
        document_paragraph(document, "Nothing speaks against this plan. What the document leaves "
                                     "out was not checked.");
    for (int i = 0; i < findings.n; i++) {
        const struct finding *row = &findings.rows[i];
        if (i == 0)
            document_items(document, BLOCK_LIST);
        document_item(document,
                      arena_printf(ctx->arena, "%s, %s", words[row->severity],
                                   place_words(ctx, cluster, row->where)),
                      arena_printf(ctx->arena, "Source: %s", row->source), "%s. Why: %s.",
                      row->what, row->why);
    }
    return true;
}
