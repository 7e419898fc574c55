/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: at most one reader has an open segment; every byte of the input is seen once, except
 * those of something that looked like JSON and was not, which is tried a bounded number of times.
 */
#include "load/import_stream.h"

#include "load/import_fio_sum.h"
#include "load/import_readers.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The first that recognises a line or a document gets it: the strict ones come first. */
const struct import_reader *const import_readers[] = {
    &import_fio_terse_reader,
    &import_fio_text_reader,
    &import_fio_json_reader,
    &import_rados_reader,
    &import_rados_json_reader,
    &import_rbd_reader,
    &import_osd_bench_reader,
    &import_fio_cdm_reader,
    &import_cdm_reader,
    &import_sysbench_reader,
    &import_ceph_tree_reader,
    &import_ceph_tree_json_reader,
    &import_ceph_df_reader,
    &import_ceph_df_json_reader,
    &import_ceph_pool_reader,
    &import_ceph_pool_json_reader,
    &import_ceph_meta_reader,
    &import_crush_rule_reader,
    &import_ec_profile_reader,
    &import_dd_reader, /* any line that ends with a rate may be its */
    NULL};

/* A JSON document while it is taken out of the input. */
struct collected {
    char *text;
    size_t size, capacity;
    int line, col;
    bool whole, too_large;
};

struct stream {
    struct import_session session;
    struct textscan *scan;
    const struct import_reader *active;
    int not_json;     /* lines up to this one are text, whatever they look like */
    int false_starts; /* times that something looked like JSON and was not */
    int strange_json; /* line of a document of no known tool; 0: none */
    const char *strange_keys;
    /* one of each for all documents, of which an input may hold any number */
    struct collected doc;
    struct arena_hold *doc_hold; /* of its text */
    struct arena *values;
};

/* -- segments -- */

static void end_segment(struct stream *stream)
{
    if (stream->active != NULL && stream->active->end != NULL)
        stream->active->end(&stream->session);
    stream->active = NULL;
    stream->session.state = NULL;
}

static const struct import_reader *find_reader(const struct import_item *item)
{
    for (size_t i = 0; import_readers[i] != NULL; i++)
        if (import_readers[i]->sniff(item))
            return import_readers[i];
    return NULL;
}

static void begin_segment(struct stream *stream, const struct import_reader *reader,
                          const struct import_item *item)
{
    end_segment(stream);
    stream->active = reader;
    if (reader->read(&stream->session, item) == STEP_END)
        end_segment(stream);
}

/* -- command lines -- */

struct tool {
    const char *name;
    const char *next[4]; /* beginnings of the argument that makes it a command */
};

static const struct tool tools[] = {{"fio", {"-", "/", NULL}},
                                    {"rados", {"bench", "-", NULL}},
                                    {"rbd", {"bench", "-", NULL}},
                                    {"dd", {"if=", "of=", "bs=", NULL}},
                                    {"ceph", {"tell", "osd", "df", NULL}},
                                    {"sysbench", {"-", "fileio", NULL}}};

/* Is the word at p (its length n) the tool, alone or at the end of a path? */
static bool names_tool(const char *p, size_t n, const char *name)
{
    size_t length = strlen(name);
    if (n < length || strncmp(p + n - length, name, length) != 0)
        return false;
    return n == length || p[n - length - 1] == '/';
}

static bool is_command_at(const char *word, size_t n)
{
    for (size_t i = 0; i < sizeof tools / sizeof tools[0]; i++) {
        if (!names_tool(word, n, tools[i].name))
            continue;
        const char *next = text_skip_blanks(word + n);
        for (int k = 0; tools[i].next[k] != NULL; k++)
            if (text_begins(next, tools[i].next[k]))
                return true;
    }
    return false;
}

static const char *find_command(const char *text)
{
    for (const char *p = text; *p != '\0';) {
        p += strspn(p, " \t`");
        size_t n = strcspn(p, " \t");
        if (n >= 2 && n < 80 && is_command_at(p, n))
            return p;
        p += n;
    }
    return NULL;
}

static void append_command(struct import_session *session, const char *text)
{
    size_t used = strlen(session->command), n = strcspn(text, "`");
    if (used > 0 && session->command[used - 1] == '\\')
        session->command[--used] = ' ';
    size_t room = sizeof session->command - used - 1;
    n = n < room ? n : room;
    memcpy(session->command + used, text, n);
    session->command[used + n] = '\0';
}

/* Keeps a command line for the segment that follows. */
static bool take_command(struct import_session *session, const struct import_item *item)
{
    size_t used = strlen(session->command);
    bool goes_on = session->command_line > 0 && used > 0 && session->command[used - 1] == '\\';
    const char *start = goes_on ? item->text : find_command(item->text);
    if (start == NULL)
        return false;
    if (!goes_on)
        session->command[0] = '\0';
    append_command(session, start);
    session->command_line = item->number;
    return true;
}

/* -- lines -- */

/* The line without the marks of quoted mail. */
static const char *skip_quotes(const char *text)
{
    const char *start = text;
    while (text[0] == '>' && (text[1] == ' ' || text[1] == '>' || text[1] == '\0'))
        text++;
    return text > start && *text == ' ' ? text + 1 : text;
}

static void feed_line(struct stream *stream, const struct line *line)
{
    struct import_item item = {.file = stream->session.file,
                               .line = line,
                               .text = skip_quotes(line->text),
                               .number = line->number};
    if (line->partial || line->length == 0)
        return;
    if (stream->active != NULL) {
        enum import_step step = stream->active->read(&stream->session, &item);
        if (step == STEP_END)
            end_segment(stream);
        if (step != STEP_PASS)
            return;
    }
    (void)take_command(&stream->session, &item);
    const struct import_reader *reader = find_reader(&item);
    if (reader != NULL)
        begin_segment(stream, reader, &item);
}

/* -- JSON -- */

static void drop_collected(void *what)
{
    struct collected *doc = what;
    free(doc->text);
}

static bool collect_more(struct collected *doc, const char *bytes, size_t n, struct err *err)
{
    if (doc->size + n > JSONDOC_MAX_B) {
        doc->too_large = true;
        return true;
    }
    if (doc->size + n + 1 > doc->capacity) {
        size_t capacity = doc->capacity == 0 ? (size_t)256 * 1024 : 2 * doc->capacity;
        while (capacity < doc->size + n + 1)
            capacity *= 2;
        char *grown = realloc(doc->text, capacity);
        if (grown == NULL)
            return err_set(err, ERR_IO, "out of memory");
        doc->text = grown;
        doc->capacity = capacity;
    }
    memcpy(doc->text + doc->size, bytes, n);
    doc->size += n;
    doc->text[doc->size] = '\0';
    return true;
}

/* Takes the document that begins at the scanner's place, to its end or that of the input. */
static bool collect(struct stream *stream, struct collected *doc, struct err *err)
{
    struct jsonscan scan;
    jsonscan_init(&scan);
    while (!scan.ended) {
        const char *bytes;
        size_t n = textscan_peek(stream->scan, &bytes, err);
        if (n == 0)
            break;
        n = jsonscan_feed(&scan, bytes, n);
        if (!doc->too_large && !collect_more(doc, bytes, n, err))
            return false;
        textscan_skip(stream->scan, n, scan.newlines);
    }
    doc->whole = scan.ended;
    return !stream->scan->failed;
}

/* The same where each line has the marks of quoted mail, which are left out. A line without them is
 * the end. */
static bool collect_quoted(struct stream *stream, struct line line, const char *start,
                           struct collected *doc, struct err *err)
{
    struct jsonscan scan;
    jsonscan_init(&scan);
    for (const char *from = start; !scan.ended; from = skip_quotes(line.text)) {
        if (from == line.text) {
            textscan_rewind(stream->scan, &line, line.text);
            break;
        }
        size_t n = jsonscan_feed(&scan, from, strlen(from));
        if (!doc->too_large && !collect_more(doc, from, n, err))
            return false;
        if (scan.ended) {
            textscan_rewind(stream->scan, &line, from + n);
            break;
        }
        if (!doc->too_large && !collect_more(doc, "\n", jsonscan_feed(&scan, "\n", 1), err))
            return false;
        if (!textscan_line(stream->scan, &line, err))
            break;
    }
    doc->whole = scan.ended;
    return !stream->scan->failed;
}

/* Keys that only the tools' documents have: half a document with one of them is half a result. */
static bool is_ours(const char *text)
{
    static const char *const keys[] = {"fio version",    "client_stats",   "\"jobname\"",
                                       "bytes_written",  "bytes_per_sec",  "\"nodes\"",
                                       "total_bytes",    "pool_name",      "osd_objectstore",
                                       "total_time_run", "concurrent_ios", "crush-failure-domain",
                                       "\"kb_used\"",    "crush_weight",   "Total time run"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (strstr(text, keys[i]) != NULL)
            return true;
    return false;
}

static const char *list_keys(struct import *import, const struct jnode *root)
{
    const struct jnode *object = jnode_is_array(root) ? jnode_at(root, 0) : root;
    const char *list = "";
    int n = 0;
    for (void *at = jnode_first(object); at != NULL && n < 5; at = jnode_next(object, at), n++)
        list = import_text(import, "%s%s%.40s", list, n == 0 ? "" : ", ", jnode_key(at));
    return list;
}

/* A document of a tool, or a collection of such: a list (`jq -s`), or an object that names each
 * ("osd.3", or the parts of `ceph report`). */
static bool use_value(struct stream *stream, const struct import_item *item, int depth)
{
    const struct import_reader *reader = find_reader(item);
    struct import_item part = *item;
    bool used = false;
    if (reader != NULL) {
        begin_segment(stream, reader, item);
        end_segment(stream);
        return true;
    }
    if (depth == 0)
        return false;
    for (size_t i = 0; jnode_is_array(item->json) && i < jnode_count(item->json); i++) {
        part.json = jnode_at(item->json, i);
        used = use_value(stream, &part, depth - 1) || used;
    }
    for (void *at = jnode_first(item->json); at != NULL; at = jnode_next(item->json, at)) {
        part.json = jnode_value(at);
        part.label = jnode_key(at);
        used = use_value(stream, &part, depth - 1) || used;
    }
    return used;
}

static void use_document(struct stream *stream, const struct collected *doc, const char *label,
                         const struct jnode *root)
{
    enum { DEPTH = 2 };
    const struct import_item item = {.file = stream->session.file,
                                     .json = root,
                                     .text = "",
                                     .label = label,
                                     .number = doc->line};
    end_segment(stream);
    if (!use_value(stream, &item, DEPTH) && stream->strange_json == 0 && jnode_count(root) > 0) {
        stream->strange_json = doc->line;
        stream->strange_keys = list_keys(stream->session.import, root);
    }
}

static void parse_document(struct stream *stream, struct collected *doc, const char *label)
{
    struct import *import = stream->session.import;
    struct err found = ERR_INIT;
    bool ours = doc->text != NULL && is_ours(doc->text);
    const struct jnode *root = jsondoc_parse(stream->values, stream->session.file, doc->line,
                                             doc->col, doc->text, doc->size, &found);
    if (root != NULL)
        use_document(stream, doc, label, root);
    else if (ours)
        import_refuse(import, stream->session.file, found.line, "%s (column %d)", found.text,
                      found.col);
    arena_free(stream->values);
}

/* Half a document: said if it was a tool's, read again as text if it only looked like JSON. */
static bool handle_rest(struct stream *stream, const struct collected *doc, struct err *err)
{
    enum { MOST = 16 };
    struct import *import = stream->session.import;
    if (doc->too_large) {
        import_refuse(import, stream->session.file, doc->line, "a JSON document larger than %d MiB",
                      JSONDOC_MAX_B / 1024 / 1024);
        return true;
    }
    if (doc->text == NULL)
        return true;
    if (is_ours(doc->text)) {
        import_refuse(
            import, stream->session.file, doc->line,
            "the file ends in the middle of the JSON document that begins here: no result is "
            "taken from it");
        return true;
    }
    stream->not_json = ++stream->false_starts >= MOST ? 2147483647 : doc->line;
    return textscan_push(stream->scan, doc->text, doc->size, doc->line, err);
}

/* Where a document seems to begin in the line; NULL: nowhere. */
static const char *find_json(const char *text)
{
    const char *first = text_skip_blanks(skip_quotes(text));
    if ((*first == '{' || *first == '[') && jsonscan_begins(first))
        return first;
    for (const char *p = strchr(first, '{'); p != NULL; p = strchr(p + 1, '{')) {
        const char *before = p;
        while (before > first && isspace((unsigned char)before[-1]))
            before--;
        bool labelled = before > first && (before[-1] == ':' || before[-1] == '=');
        bool quoted = p[1] == '"' || p[1] == '\'';
        if ((labelled || quoted) && jsonscan_begins(p))
            return p;
    }
    return NULL;
}

static bool feed_json(struct stream *stream, const struct line *line, const char *start,
                      struct err *err)
{
    enum { LABEL = 160 };
    struct collected *doc = &stream->doc;
    size_t before = (size_t)(start - line->text), skip = before > LABEL ? before - LABEL : 0;
    const char *label =
        before == 0 ? ""
                    : arena_string(stream->session.import->arena, line->text + skip, before - skip);
    bool good = true;
    *doc = (struct collected){.line = line->number, .col = (int)before + 1};
    stream->doc_hold->what = doc;
    if (skip_quotes(line->text) != line->text) {
        good = collect_quoted(stream, *line, start, doc, err);
    } else {
        textscan_rewind(stream->scan, line, start);
        good = collect(stream, doc, err);
    }
    if (good && doc->whole && !doc->too_large)
        parse_document(stream, doc, label);
    else if (good)
        good = handle_rest(stream, doc, err);
    arena_let_go(stream->doc_hold);
    return good;
}

/* -- the whole -- */

static void tell_strange(const struct stream *stream)
{
    struct import *import = stream->session.import;
    if (stream->strange_json > 0 && import->refusal.kind == ERR_NONE)
        import_refuse(import, stream->session.file, stream->strange_json,
                      "JSON of no tool that is known here; its first keys are: %s",
                      stream->strange_keys);
}

/* fio's results come at the end of an input; put them where they stand in it. Both parts are in
 * order. */
static void merge_results(struct import *import, int first, int middle)
{
    int n = import->n_results - first, a = first, b = middle, made = 0;
    if (n <= 0 || middle == first || middle == import->n_results)
        return;
    struct import_result *merged = arena_array(import->arena, (size_t)n, sizeof *merged);
    while (made < n) {
        bool from_a = a < middle && (b == import->n_results || import->results[a].place.line <=
                                                                   import->results[b].place.line);
        merged[made++] = import->results[from_a ? a++ : b++];
    }
    memcpy(import->results + first, merged, (size_t)n * sizeof *merged);
}

bool import_stream(struct import *import, struct textscan *scan, struct err *err)
{
    struct stream *stream = arena_alloc(import->arena, sizeof *stream);
    struct line line;
    bool good = true;
    stream->session.import = import;
    stream->session.file = scan->name;
    stream->scan = scan;
    stream->values = arena_child(import->arena);
    stream->doc_hold = arena_hold(import->arena, drop_collected);
    bool had = !import_is_empty(import);
    int first = import->n_results;
    while (good && textscan_line(scan, &line, err)) {
        const char *json = line.number > stream->not_json ? find_json(line.text) : NULL;
        if (json != NULL)
            good = feed_json(stream, &line, json, err);
        else
            feed_line(stream, &line);
    }
    end_segment(stream);
    int middle = import->n_results;
    fio_finish(&stream->session);
    merge_results(import, first, middle);
    if (!had && import_is_empty(import))
        tell_strange(stream);
    return good && !scan->failed;
}
