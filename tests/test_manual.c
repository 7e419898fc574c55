/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The manual pages: no text of a table becomes a troff request, and the example is a document. */
#include "support/needs.h"

#include "cli/commands.h"
#include "cli/manual.h"
#include "plan/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *page_of(struct fixture *f, const char *section)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&bytes, &size);
    assert_non_null(out);
    if (strcmp(section, "5") == 0)
        manual_documents(&f->arena, out);
    else
        manual_commands(commands, n_commands, out);
    assert_int_equal(fclose(out), 0);
    return bytes;
}

static bool is_request(const char *line)
{
    static const char *const requests[] = {".TH ", ".nh", ".ad l", ".SH ", ".SS ", ".TP", ".B ",
                                           ".BR ", ".I ", ".PP",   ".RS ", ".RE",  ".EX", ".EE"};
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++)
        if (strncmp(line, requests[i], strlen(requests[i])) == 0)
            return true;
    return false;
}

static void check_lines(char *page)
{
    for (char *line = strtok(page, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        if ((line[0] == '.' && !is_request(line)) || line[0] == '\'')
            fail_msg("taken for a request: %s", line);
        for (const char *p = line; *p != '\0'; p++)
            if ((unsigned char)*p >= 0x80)
                fail_msg("not ASCII: %s", line);
    }
    free(page);
}

static void text_is_never_a_request(void **state)
{
    check_lines(page_of(*state, "1"));
    check_lines(page_of(*state, "5"));
}

static void the_example_is_a_document(void **state)
{
    struct fixture *f = *state;
    struct cluster *cluster = suite_cluster_text(f, manual_example);
    assert_int_equal(cluster_osds(cluster), 12);
    assert_int_equal(cluster->n_workloads, 2);
    suite_close(cluster->network->public_Bps, 25e9 / 8, 1e-12, "public");
}

static void the_example_of_a_need_can_be_built(void **state)
{
    struct needs needs;
    struct goals goals;
    struct search_result result;
    struct err err = ERR_INIT;
    needs_open(&needs, *state, 12, 1);
    const struct space *space = needs_space(&needs, needs_text(&needs, manual_need_example));
    goals_make(space, &needs.f->arena, &goals);
    struct search_question question = {.space = space, .goals = &goals, .top = 1, .threads = 1};
    assert_true(search_run(&question, &needs.f->arena, &result, &err));
    assert_int_equal(result.n, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(text_is_never_a_request),
        SUITE_TEST(the_example_is_a_document),
        SUITE_TEST(the_example_of_a_need_can_be_built),
    };
    return suite_run("manual", tests, sizeof tests / sizeof tests[0]);
}
