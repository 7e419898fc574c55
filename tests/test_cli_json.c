/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the program prints as JSON is JSON, says what it is, and holds no number that JSON has not.
 * The program is $CEPHPLAN. */
#include "support/answer.h"
#include "support/scratch.h"
#include "support/suite.h"

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
    {"size vms-200-nvme", "size/1"},
    {"size home-3node --set usable=50TB", "size/1"},
    {"validate --model all --worst 3", "validate/1"},
};

static void answers_are_json(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        json_t *json = answer_of(cases[i].arguments);
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
        json_t *json = answer_of(arguments[i]);
        if (!json_is_object(json) && !json_is_array(json))
            fail_msg("%s", arguments[i]);
        json_decref(json);
    }
}

static void has_keys(const json_t *object, const char *const *keys, const char *of)
{
    for (; *keys != NULL; keys++)
        if (json_object_get(object, *keys) == NULL)
            fail_msg("%s has no '%s'", of, *keys);
}

/* Each design of a need with its cluster document, of which the program says the same. */
static void hold_their_documents(const char *need, size_t designs_wanted)
{
    static const char *const top[] = {"need",      "feasible",     "optimal",
                                      "objective", "candidates",   "designs",
                                      "fronts",    "nearest_miss", NULL};
    static const char *const each[] = {"cost",     "hosts",    "proven",  "decided_by",
                                       "next",     "goals",    "cluster", "estimates",
                                       "capacity", "findings", "power",   NULL};
    struct arena arena;
    arena_init(&arena, NULL);
    const char *folder = scratch_make(&arena);
    json_t *answer = answer_of(arena_printf(&arena, "size %s --top 3", need));
    const json_t *designs = json_object_get(answer, "designs");
    has_keys(answer, top, "size");
    assert_int_equal(json_array_size(designs), designs_wanted);
    for (size_t i = 0; i < designs_wanted; i++) {
        const json_t *design = json_array_get(designs, i);
        has_keys(design, each, "a design");
        const char *text =
            json_string_value(json_object_get(json_object_get(design, "cluster"), "document"));
        assert_non_null(text);
        const char *path = scratch_write(&arena, folder, "design.yaml", text, strlen(text));
        json_t *alone = answer_of(arena_printf(&arena, "estimate %s", path));
        assert_true(
            json_equal(json_object_get(alone, "estimates"), json_object_get(design, "estimates")));
        json_decref(alone);
    }
    json_decref(answer);
    scratch_remove(folder);
    arena_free(&arena);
}

static void designs_hold_their_documents(void **state)
{
    (void)state;
    hold_their_documents("archive-1pb-ec", 3);
    hold_their_documents("tests/needs/own-rows.yaml", 1); /* of one device and scheme */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_json),
        cmocka_unit_test(tables_are_json),
        cmocka_unit_test(designs_hold_their_documents),
    };
    return suite_run("cli_json", tests, sizeof tests / sizeof tests[0]);
}
