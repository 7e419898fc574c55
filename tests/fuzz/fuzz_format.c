/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first line names a reader of foreign formats (any other line chooses one by its first byte);
 * the rest is given to that reader alone, so that none of them hides behind another's sniffing. */
#include "fuzz/imported.h"

#include "load/import_fio_sum.h"
#include "load/import_stream.h"

#include <string.h>

static const struct import_reader *choose(const char *line, size_t length)
{
    size_t n = 0;
    for (; import_readers[n] != NULL; n++)
        if (strlen(import_readers[n]->name) == length &&
            memcmp(import_readers[n]->name, line, length) == 0)
            return import_readers[n];
    return import_readers[(unsigned char)line[0] % n];
}

static void end_segment(struct import_session *session, const struct import_reader *reader)
{
    if (reader->end != NULL)
        reader->end(session);
    session->state = NULL;
}

static bool feed_document(struct fuzz *fuzz, struct import_session *session,
                          const struct import_reader *reader, const char *text, size_t size)
{
    struct err err = ERR_INIT;
    char *copy = arena_string(&fuzz->arena, text, size);
    const struct jnode *root = jsondoc_parse(&fuzz->arena, session->file, 1, 1, copy, size, &err);
    if (root == NULL)
        return false;
    struct import_item item = {
        .file = session->file, .text = "", .json = root, .label = "", .number = 1};
    if (reader->sniff(&item)) {
        (void)reader->read(session, &item);
        end_segment(session, reader);
    }
    return true;
}

static void feed_lines(struct fuzz *fuzz, struct import_session *session,
                       const struct import_reader *reader, const char *text, size_t size)
{
    struct textscan *scan = arena_alloc(&fuzz->arena, sizeof *scan);
    struct line line;
    struct err err = ERR_INIT;
    bool active = false;
    textscan_open_memory(scan, session->file, text, size);
    while (textscan_line(scan, &line, &err)) {
        struct import_item item = {
            .file = session->file, .line = &line, .text = line.text, .number = line.number};
        if (line.partial || line.length == 0 || (!active && !reader->sniff(&item)))
            continue;
        active = reader->read(session, &item) != STEP_END;
        if (!active)
            end_segment(session, reader);
    }
    if (active)
        end_segment(session, reader);
    textscan_close(scan);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz fuzz;
    struct import import;
    const uint8_t *end = size == 0 ? NULL : memchr(data, '\n', size);
    if (end == NULL)
        return 0;
    size_t head = (size_t)(end - data);
    fuzz_begin(&fuzz, data, size);
    const char *text = fuzz.text.data + head + 1;
    import_init(&import, &fuzz.arena);
    struct import_session *session = arena_alloc(&fuzz.arena, sizeof *session);
    session->import = &import;
    session->file = fuzz.text.name;
    const struct import_reader *reader = choose(fuzz.text.data, head);
    if (!feed_document(&fuzz, session, reader, text, size - head - 1))
        feed_lines(&fuzz, session, reader, text, size - head - 1);
    fio_finish(session);
    imported_check(&fuzz, &import);
    fuzz_end(&fuzz);
    return 0;
}
