/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `ceph tell osd.N bench`: ceph/src/osd/OSD.cc. Which OSD it was stands before the document
 * ("osd.3: {"), in the command line, or nowhere. `bytes_per_sec` is text in old releases; the
 * oldest print one line, whose units are powers of 1024. The number of requests in flight is not
 * said. */
#include "load/import_readers.h"

#include <math.h>
#include <string.h>

/* The number behind "osd." in the text; FIELD_ABSENT: none, or a pattern. */
static int osd_number(const char *text)
{
    const char *p = text == NULL ? NULL : strstr(text, "osd.");
    int id;
    if (p == NULL)
        return FIELD_ABSENT;
    p += strlen("osd.");
    return text_int(&p, &id) && id >= 0 ? id : FIELD_ABSENT;
}

static void add(struct import_session *session, int line, int osd, double bytes, double block,
                double rate)
{
    if (!(bytes > 0) || !(rate > 0)) {
        import_refuse(session->import, session->file, line, "the OSD bench wrote nothing");
        return;
    }
    struct import_result *r = import_add_result(session->import);
    r->place = (struct place){session->file, line, 0};
    r->format = "osd-bench";
    r->tool = "ceph tell osd bench";
    r->run = ++session->import->runs;
    r->osd = osd;
    r->rw = RW_WRITE;
    r->dir = DIR_WRITE;
    r->bs_B = block > 0 ? block : UNKNOWN;
    r->bytes_B = bytes;
    r->bw_Bps = rate;
    r->iops_ops = rate / r->bs_B;
    r->ios = bytes / r->bs_B;
    r->elapsed_s = bytes / rate;
    import_add_format(session->import, "osd-bench");
}

static bool is_text_result(const char *text)
{
    return text_has(text, "bench: wrote ") && text_has(text, " in blocks of ") &&
           text_has(text, " sec at ");
}

static bool is_refusal(const char *text)
{
    return text_begins(text, "Error E") &&
           (text_has(text, "osd_bench") || text_has(text, "block size"));
}

static bool sniff(const struct import_item *item)
{
    if (item->json != NULL)
        return jnode_get(item->json, "bytes_written") != NULL &&
               jnode_get(item->json, "blocksize") != NULL;
    return is_text_result(item->text) || is_refusal(item->text);
}

/* "1024 MB": Ceph's units are powers of 1024. */
static double size_after(const char *text, const char *key)
{
    const char *p = strstr(text, key);
    double number;
    if (p == NULL)
        return UNKNOWN;
    p += strlen(key);
    if (!text_number(&p, &number))
        return UNKNOWN;
    p = text_skip_blanks(p);
    return number * text_binary_prefix(&p);
}

static enum import_step read(struct import_session *session, const struct import_item *item)
{
    const char *command = import_take_command(session, "tell");
    if (item->json != NULL) {
        int osd = osd_number(item->label);
        if (osd == FIELD_ABSENT)
            osd = osd_number(command);
        double bytes = jnode_get_number(item->json, "bytes_written");
        double rate = jnode_get_number(item->json, "bytes_per_sec");
        double elapsed = jnode_get_number(item->json, "elapsed_sec");
        add(session, item->number, osd, bytes, jnode_get_number(item->json, "blocksize"),
            isfinite(rate) ? rate : bytes / elapsed);
    } else if (is_refusal(item->text)) {
        import_refuse(session->import, item->file, item->number,
                      "the OSD refused the bench: %.200s", item->text);
    } else {
        int osd = osd_number(item->text);
        double bytes = size_after(item->text, "bench: wrote "), seconds;
        double rate = size_after(item->text, " sec at ");
        if (text_number_after(strstr(item->text, " in blocks of ") + 14, " in ", &seconds) &&
            seconds > 0)
            rate = bytes / seconds;
        add(session, item->number, osd == FIELD_ABSENT ? osd_number(command) : osd, bytes,
            size_after(item->text, " in blocks of "), rate);
    }
    return STEP_END;
}

const struct import_reader import_osd_bench_reader = {"osd-bench", sniff, read, NULL,
                                                      "ceph tell osd.N bench, of one OSD or many"};
