/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the program prints as JSON is JSON, says what it is, and holds no number that JSON has not.
 * The program is $CEPHPLAN. */
#include "support/suite.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Each command with arguments that make it answer, and the document it must say it is. */
static const struct {
    const char *arguments, *document;
} cases[] = {
    {"estimate rbdbench --model all", "estimate/1"},
    {"estimate ec42-archive", "estimate/1"},
    {"estimate kvaps -w rw=randread,bs=4k,rate=1000", "estimate/1"},
    {"curve rbdbench -w rw=randread,bs=4k", "curve/1"},
    {"compare fefcc-3hdd fefcc-6hdd", "compare/1"},
    {"sweep rbdbench --set pools.0.size=2,3 -w rw=randread,bs=4k,iodepth=8", "sweep/1"},
    {"expand hdd-12-nvme-db --add hosts=1", "expand/1"},
    {"capacity ec42-archive", "capacity/1"},
    {"recover ec42-archive --lose host", "recover/1"},
    {"check proxmox-3node-nvme", "check/1"},
    {"validate --model all --worst 3", "validate/1"},
};

static json_t *answer_of(const char *program, const char *arguments)
{
    char command[400];
    json_error_t error;
    (void)snprintf(command, sizeof command, "'%s' %s --format json 2>/dev/null", program,
                   arguments);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    json_t *json = json_loadf(pipe, JSON_REJECT_DUPLICATES, &error);
    /* 0 or 1: an answer, be it no. */
    int status = pclose(pipe);
    if (json == NULL)
        fail_msg("%s: line %d: %s", arguments, error.line, error.text);
    if (status != 0 && status != 256)
        fail_msg("%s: status %d", arguments, status);
    return json;
}

static void answers_are_json(void **state)
{
    (void)state;
    const char *program = getenv("CEPHPLAN");
    if (program == NULL)
        fail_msg("CEPHPLAN is not set; make check-fast sets it");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        json_t *json = answer_of(program, cases[i].arguments);
        const char *document = json_string_value(json_object_get(json, "cephplan"));
        if (document == NULL || strcmp(document, cases[i].document) != 0)
            fail_msg("%s: says it is %s", cases[i].arguments,
                     document == NULL ? "nothing" : document);
        json_decref(json);
    }
}

/* Tables of the commands that have no document of their own: an object with rows. */
static void tables_are_json(void **state)
{
    (void)state;
    static const char *const arguments[] = {"devices", "devices class-nvme-plp-read",
                                            "models",  "models engine",
                                            "fields",  "calibrate --draws 10"};
    for (size_t i = 0; i < sizeof arguments / sizeof arguments[0]; i++) {
        json_t *json = answer_of(getenv("CEPHPLAN"), arguments[i]);
        if (!json_is_object(json) && !json_is_array(json))
            fail_msg("%s", arguments[i]);
        json_decref(json);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_json),
        cmocka_unit_test(tables_are_json),
    };
    return suite_run("cli_json", tests, sizeof tests / sizeof tests[0]);
}
