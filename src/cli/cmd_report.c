/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cephplan report: all that the other commands say, in one document for the person who decides. */
#include "cli/commands.h"
#include "cli/report_basis.h"
#include "cli/report_cluster.h"
#include "cli/report_loads.h"
#include "cli/report_need.h"
#include "cli/report_summary.h"
#include "cli/space.h"
#include "plan/change.h"
#include "render/canvas_pdf.h"
#include "render/chart.h"
#include "render/html.h"
#include "render/markdown.h"
#include "render/page.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

/* -- the form -----------------------------------------------------------------------------------
 */

enum form { FORM_PDF, FORM_HTML, FORM_MD, N_FORMS };

static const struct {
    const char *name, *ending;
} forms[N_FORMS] = {
    [FORM_PDF] = {"pdf", ".pdf"}, [FORM_HTML] = {"html", ".html"}, [FORM_MD] = {"md", ".md"}};

static bool find_form(const struct options *o, enum form *form, struct err *err)
{
    size_t length = o->output == NULL ? 0 : strlen(o->output);
    for (int i = 0; i < N_FORMS; i++) {
        size_t ending = strlen(forms[i].ending);
        bool ends =
            length > ending && strcasecmp(o->output + length - ending, forms[i].ending) == 0;
        bool named = o->format != NULL && strcmp(o->format, forms[i].name) == 0;
        if (o->format == NULL ? ends : named) {
            *form = (enum form)i;
            return true;
        }
    }
    if (o->format != NULL)
        return err_set(err, ERR_USAGE, "--format '%.40s'; allowed of a report: pdf, html or md",
                       o->format);
    if (o->output == NULL)
        return err_set(err, ERR_USAGE,
                       "report: needs -o FILE.pdf, FILE.html or FILE.md (or --format, for standard "
                       "output)");
    return err_set(err, ERR_USAGE, "-o '%.200s': a report's file ends in .pdf, .html or .md",
                   o->output);
}

static bool find_paper(const struct options *o, bool *letter, struct err *err)
{
    *letter = o->paper != NULL && strcmp(o->paper, "letter") == 0;
    return o->paper == NULL || *letter || strcmp(o->paper, "a4") == 0 ||
           err_set(err, ERR_USAGE, "--paper '%.40s'; allowed: a4 or letter", o->paper);
}

static bool check_language(const struct options *o, struct err *err)
{
    return o->lang == NULL || strcmp(o->lang, "en") == 0 ||
           err_set(err, ERR_USAGE, "--lang '%.40s'; allowed: en", o->lang);
}

static bool read_logo(struct context *ctx, struct document_logo *logo, struct err *err)
{
    struct filetext text;
    struct canvas_picture picture;
    if (ctx->options.logo == NULL)
        return true;
    if (!filetext_read(ctx->arena, ctx->options.logo, &text, err))
        return false;
    if (!canvas_pdf_picture(text.data, text.size, &picture, err)) {
        err_locate(err, ctx->options.logo, 0, 0);
        return false;
    }
    *logo = (struct document_logo){text.data, text.size};
    return true;
}

/* -- the date -----------------------------------------------------------------------------------
 */

/* The day of the report: --today, else that of a reproducible build, else the system's. */
static bool find_day(struct context *ctx, double *day, struct err *err)
{
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    char *end = NULL;
    if (ctx->options.today == NULL && epoch != NULL) {
        long long seconds = strtoll(epoch, &end, 10);
        struct tm date;
        time_t when = (time_t)seconds;
        char text[16];
        if (end != epoch && *end == '\0' && seconds >= 0 && gmtime_r(&when, &date) != NULL &&
            strftime(text, sizeof text, "%Y-%m-%d", &date) > 0)
            ctx->options.today = arena_copy(ctx->arena, text);
    }
    return space_today(ctx, day, err);
}

static const char *day_words(struct context *ctx, double day)
{
    time_t when = (time_t)day;
    struct tm date;
    char text[40];
    if (gmtime_r(&when, &date) == NULL || strftime(text, sizeof text, "%e %B %Y", &date) == 0)
        return NULL;
    return arena_copy(ctx->arena, text + strspn(text, " "));
}

/* -- chapters -----------------------------------------------------------------------------------
 */

/* A chapter for which the document says too little is left out; anything else is an error. */
static bool left_out(bool written, const struct err *inner, struct err *err)
{
    if (written || inner->kind == ERR_INPUT || inner->kind == ERR_USAGE)
        return true;
    *err = *inner;
    return false;
}

static bool write_curve(struct report_side *side, struct err *err)
{
    struct err inner = ERR_INIT;
    return left_out(chapter_curve(&side->ctx, &side->chapter, &inner), &inner, err);
}

static bool write_scaling(struct report *report, struct report_side *side, struct err *err)
{
    struct err inner = ERR_INIT;
    const char *asked = report->ctx->options.expand, *usual = "hosts=1";
    struct context ctx = side->ctx;
    ctx.options.add = asked != NULL ? &asked : &usual;
    ctx.options.n_add = 1;
    int before = report->document.n;
    document_heading(&report->document, 1, "%s%s",
                     asked != NULL ? "The expansion" : "What more of it brings", side->chapter.of);
    if (side->n_purchases > 0 && asked == NULL)
        report_purchases(report, side);
    int part = report->document.n;
    document_heading(&report->document, 2, "With %s", report_addition(report, ctx.options.add[0]));
    if (!left_out(chapter_expand(&ctx, &side->chapter, &side->expansion, &inner), &inner, err))
        return false;
    if (!side->expansion.known && asked != NULL)
        document_paragraph(&report->document, "Not known: %s", inner.text);
    else if (!side->expansion.known)
        document_forget(&report->document, side->n_purchases > 0 ? part : before);
    if (side->n_purchases > 0 && asked != NULL) {
        document_heading(&report->document, 2, "What else might be bought");
        report_purchases(report, side);
    }
    return true;
}

static bool write_failure(struct report *report, struct report_side *side, struct err *err)
{
    static const struct {
        const char *unit;
        size_t digest;
    } losses[] = {{"host", offsetof(struct report_side, host)},
                  {"osd", offsetof(struct report_side, osd)}};
    struct document *document = &report->document;
    int before = document->n;
    document_heading(document, 1, "Failure and recovery%s", side->chapter.of);
    for (size_t i = 0; i < sizeof losses / sizeof losses[0]; i++) {
        struct err inner = ERR_INIT;
        struct context ctx = side->ctx;
        void *digest = (char *)side + losses[i].digest;
        ctx.options.lose = losses[i].unit;
        bool written = chapter_recover(&ctx, &side->chapter, digest, &inner);
        if (!left_out(written, &inner, err))
            return false;
    }
    const struct table *risk = side->osd.known ? side->osd.risk : side->host.risk;
    if (!side->host.known && !side->osd.known) {
        document_forget(document, before);
        return true;
    }
    document_heading(document, 2, "The chance that data are lost%s", side->chapter.of);
    document_paragraph(document,
                       "What follows counts devices that fail one by one, each for itself. A host, "
                       "a rack, a power feed, a bad batch, firmware and people take many at once; "
                       "neither that nor read errors are counted, and they are the greater danger: "
                       "the true risk is higher. A backup is needed whatever stands here.");
    document_put_table(document, risk);
    return true;
}

static bool write_side(struct report *report, struct report_side *side, struct err *err)
{
    struct err capacity = ERR_INIT, check = ERR_INIT;
    report_cluster(report, side);
    report_loads(report, side);
    report_losses(report, side);
    if (!write_curve(side, err) || !write_scaling(report, side, err) ||
        !left_out(chapter_capacity(&side->ctx, &side->chapter, &side->capacity, &capacity),
                  &capacity, err) ||
        !write_failure(report, side, err))
        return false;
    report_cost(report, side);
    return left_out(chapter_check(&side->ctx, &side->chapter, &side->check, &check), &check, err);
}

/* The loads of all clusters together, for what is said of kinds of loads. */
static struct answers all_answers(struct report *report)
{
    struct answers all = report->sides[0].answers;
    int n = 0;
    for (int i = 0; i < report->n; i++)
        n += report->sides[i].answers.n;
    all.answers = arena_array(report->ctx->arena, (size_t)n + 1, sizeof *all.answers);
    all.n = 0;
    for (int i = 0; i < report->n; i++)
        for (int k = 0; k < report->sides[i].answers.n; k++)
            all.answers[all.n++] = report->sides[i].answers.answers[k];
    return all;
}

/* The headline loads of all clusters. */
static struct chapter shared_chapter(struct report *report)
{
    struct chapter chapter = report->sides[0].chapter;
    const char **loads =
        arena_array(report->ctx->arena, (size_t)report->n * REPORT_HEADLINES + 1, sizeof *loads);
    int n = 0;
    for (int i = 0; i < report->n; i++)
        for (int k = 0; k < report->sides[i].n_headlines; k++)
            loads[n++] = report->sides[i].titles[k];
    chapter.loads = loads;
    return chapter;
}

static bool write_chapters(struct report *report, struct err *err)
{
    struct document *document = &report->document;
    for (int i = 0; i < report->n; i++)
        if (!write_side(report, &report->sides[i], err))
            return false;
    if (report->n > 1 && !chapter_compare(report->ctx, &report->sides[0].chapter, err))
        return false;
    report_assumptions(report);
    struct answers all = all_answers(report);
    struct chapter shared = shared_chapter(report);
    if (!chapter_validate(report->ctx, &shared, &all, &report->validate, err))
        return false;
    report_glossary(report);
    document_break(document);
    report_documents(report);
    int summary = document->n;
    report_summary(report);
    document_contents(document);
    document_break(document);
    document_lead(document, summary);
    report_say_bounds(document);
    return true;
}

/* -- output -------------------------------------------------------------------------------------
 */

static const char *stem_of(struct context *ctx)
{
    const char *path = ctx->options.output;
    const char *slash = path == NULL ? NULL : strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;
    if (name == NULL || strcmp(name, "-") == 0)
        return NULL;
    const char *dot = strrchr(name, '.');
    return arena_string(ctx->arena, name, dot == NULL ? strlen(name) : (size_t)(dot - name));
}

/* Pictures beside a Markdown document; they get their names when it has its own. */
static bool write_pictures(struct context *ctx, const struct document *document, const char *stem,
                           struct err *err)
{
    const char *path = ctx->options.output, *slash = strrchr(path, '/');
    size_t folder = slash == NULL ? 0 : (size_t)(slash - path) + 1;
    ctx->beside = arena_array(ctx->arena, (size_t)document->n + 1, sizeof *ctx->beside);
    for (int i = 0; i < document->n; i++) {
        const struct block *block = &document->blocks[i];
        if (block->kind != BLOCK_FIGURE)
            continue;
        const char *name = arena_printf(ctx->arena, "%.*s%s", (int)folder, path,
                                        markdown_picture(ctx->arena, stem, block));
        struct outfile *out = &ctx->beside[ctx->n_beside];
        struct arena_hold *hold = arena_hold(ctx->arena, outfile_release);
        if (!outfile_open(out, name, err))
            return false;
        hold->what = out;
        ctx->n_beside++;
        if (!chart_write_to(block->figure, out->file, err)) {
            err_locate(err, name, 0, 0);
            return false;
        }
    }
    return true;
}

static bool write_markdown(struct context *ctx, const struct document *document, struct err *err)
{
    const char *stem = stem_of(ctx);
    markdown_write(document, stem, ctx->out);
    return stem == NULL || write_pictures(ctx, document, stem, err);
}

static bool write_document(struct context *ctx, const struct document *document, enum form form,
                           struct err *err)
{
    if (form == FORM_PDF)
        return page_write(document, ctx->out, err);
    if (form == FORM_HTML)
        return html_write(document, ctx->out, err);
    return write_markdown(ctx, document, err);
}

static const char *title_of(struct report *report)
{
    struct context *ctx = report->ctx;
    if (ctx->options.title != NULL)
        return ctx->options.title;
    if (report->n == 1)
        return arena_printf(ctx->arena, "%s: sizing report", report->sides[0].cluster->name);
    return arena_printf(ctx->arena, "Sizing report of %d clusters", report->n);
}

static const char *subtitle_of(struct report *report)
{
    if (report->n == 1)
        return report_describe(report, report->sides[0].cluster);
    const char *text = "";
    for (int i = 0; i < report->n; i++)
        text = arena_printf(report->ctx->arena, "%s%s%s", text, i == 0 ? "" : ", ",
                            report->sides[i].cluster->name);
    return text;
}

bool cmd_report(struct context *ctx, struct err *err)
{
    struct report *report = arena_alloc(ctx->arena, sizeof *report);
    struct document *document = &report->document;
    struct addition addition = {0};
    enum form form = FORM_PDF;
    double day = 0;
    bool letter = false;
    report->ctx = ctx;
    if (!find_form(&ctx->options, &form, err) || !find_paper(&ctx->options, &letter, err) ||
        !check_language(&ctx->options, err) || !find_day(ctx, &day, err) ||
        (ctx->options.expand != NULL && !change_parse(ctx->options.expand, &addition, err)))
        return false;
    ctx->format = OUT_MD;
    if (!report_find(report, err) || !report_need_find(report, err))
        return false;
    document_init(document, ctx->arena, title_of(report));
    document->subtitle = subtitle_of(report);
    document->author = ctx->options.author;
    document->date = day_words(ctx, day);
    document->program = "cephplan " CEPHPLAN_VERSION;
    document->letter = letter;
    return read_logo(ctx, &document->logo, err) && write_chapters(report, err) &&
           write_document(ctx, document, form, err);
}
