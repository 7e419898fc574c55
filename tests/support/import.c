/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/import.h"

#include "base/memstream.h"
#include "cli/import_json.h"
#include "load/import.h"
#include "load/import_check.h"
#include "load/import_check_cluster.h"
#include "load/import_file.h"

#include <math.h>
#include <string.h>

static struct import *new_import(struct fixture *f)
{
    struct import *import = arena_alloc(&f->arena, sizeof *import);
    import_init(import, &f->arena);
    return import;
}

struct import *import_files(struct fixture *f, const char *const *paths, int n)
{
    struct import *import = new_import(f);
    struct err err = ERR_INIT;
    if (!import_run(import, paths, n, &err))
        fail_msg("%s: refused: %s", paths[0], err.text);
    return import;
}

struct import *import_path(struct fixture *f, const char *path)
{
    return import_files(f, &path, 1);
}

struct import *import_words(struct fixture *f, const char *text)
{
    return import_words_of(f, FIELD_ABSENT, text);
}

struct import *import_words_of(struct fixture *f, int device_class, const char *text)
{
    struct import *import = new_import(f);
    struct err err = ERR_INIT;
    import->device_class = device_class;
    if (!import_memory(import, "input", text, strlen(text), &err))
        fail_msg("refused: %s\n%s", err.text, text);
    import_check_results(import);
    import_check_cluster(import);
    return import;
}

const char *import_refused(struct fixture *f, const char *text)
{
    struct import *import = new_import(f);
    struct err err = ERR_INIT;
    if (import_memory(import, "input", text, strlen(text), &err))
        fail_msg("was not refused:\n%s", text);
    assert_int_equal(err.kind, ERR_INPUT);
    return suite_text(f, "%s", err.text);
}

bool import_told(const struct import *import, const char *fragment)
{
    for (int i = 0; i < import->n_messages; i++)
        if (strstr(import->messages[i].text, fragment) != NULL)
            return true;
    return false;
}

void import_must_tell(const struct import *import, const char *fragment)
{
    if (import_told(import, fragment))
        return;
    for (int i = 0; i < import->n_messages; i++)
        print_error("told: %s\n", import->messages[i].text);
    fail_msg("not told: %s", fragment);
}

struct import_document *import_made(struct fixture *f, struct import *import, enum import_as as)
{
    struct import_document *document = arena_alloc(&f->arena, sizeof *document);
    struct err err = ERR_INIT;
    if (!import_document_make(import, as, "made", document, &err))
        fail_msg("%s", err.text);
    return document;
}

const char *import_yaml(struct fixture *f, const struct import *import,
                        const struct import_document *document)
{
    struct memstream *out = memstream_open(&f->arena);
    import_document_write(import, document, out->file);
    return memstream_end(out, &f->arena, NULL);
}

const struct jnode *import_json(struct fixture *f, const struct import *import)
{
    struct memstream *out = memstream_open(&f->arena);
    struct err err = ERR_INIT;
    size_t size = 0;
    import_write_json(import, out->file);
    const char *said = memstream_end(out, &f->arena, &size);
    char *text = arena_string(&f->arena, said, size);
    const struct jnode *json = jsondoc_parse(&f->arena, "output", 1, 1, text, size, &err);
    if (json == NULL)
        fail_msg("no JSON: %s\n%s", err.text, text);
    return json;
}

bool import_remarked(const struct import_document *document, const char *fragment)
{
    for (int i = 0; i < document->remarks.n; i++)
        if (strstr(document->remarks.texts[i], fragment) != NULL)
            return true;
    return false;
}

void import_must_remark(const struct import_document *document, const char *fragment)
{
    if (import_remarked(document, fragment))
        return;
    for (int i = 0; i < document->remarks.n; i++)
        print_error("remarked: %s\n", document->remarks.texts[i]);
    fail_msg("not remarked: %s", fragment);
}

static void check_number(int i, const char *what, double got, double wanted, double tolerance)
{
    bool same = isnan(wanted) ? isnan(got) : fabs(got - wanted) <= tolerance * fabs(wanted);
    if (!same)
        fail_msg("result %d: %s is %.10g, noted %.10g", i, what, got, wanted);
}

void import_check_noted(const struct import *import, int i, const struct noted *noted)
{
    assert_true(i < import->n_results);
    const struct import_result *r = &import->results[i];
    check_number(i, "line", r->place.line, noted->line, 0);
    if (strcmp(r->tool, noted->tool) != 0)
        fail_msg("result %d: tool is %s, noted %s", i, r->tool, noted->tool);
    check_number(i, "rw", r->rw, noted->rw, 0);
    check_number(i, "bs", r->bs_B, noted->bs_B, 0);
    check_number(i, "iodepth", r->iodepth, noted->iodepth, 0);
    check_number(i, "numjobs", r->numjobs, noted->numjobs, 0);
    check_number(i, "iops", r->iops_ops, noted->iops, noted->tolerance);
    check_number(i, "mbps", r->bw_Bps / 1e6, noted->mbps, noted->tolerance);
    check_number(i, "latency", 1e3 * r->lat_s, noted->lat_ms, 1e-4);
    check_number(i, "p99", 1e3 * r->p99_s, noted->p99_ms, 1e-4);
}
