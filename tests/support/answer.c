/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/answer.h"

#include "support/suite.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

json_t *answer_of(const char *arguments)
{
    const char *program = getenv("CEPHPLAN");
    char command[1000];
    json_error_t error;
    if (program == NULL)
        fail_msg("CEPHPLAN is not set; make check-fast sets it");
    int length =
        snprintf(command, sizeof command, "'%s' %s --format json 2>/dev/null", program, arguments);
    assert_true(length < (int)sizeof command);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    json_t *json = json_loadf(pipe, JSON_REJECT_DUPLICATES, &error);
    int status = pclose(pipe);
    if (json == NULL)
        fail_msg("%s: line %d: %s", arguments, error.line, error.text);
    /* 0 or 1: an answer, be it no. */
    if (status != 0 && status != 256)
        fail_msg("%s: status %d", arguments, status);
    return json;
}

const json_t *answer_at(const json_t *answer, const char *path)
{
    while (answer != NULL && *path != '\0') {
        char key[100];
        size_t n = strcspn(path, "/");
        (void)snprintf(key, sizeof key, "%.*s", (int)n, path);
        answer = isdigit((unsigned char)key[0]) ? json_array_get(answer, strtoul(key, NULL, 10))
                                                : json_object_get(answer, key);
        path += n + (path[n] == '/');
    }
    return answer;
}

double answer_number(const json_t *answer, const char *path)
{
    const json_t *number = answer_at(answer, path);
    if (!json_is_number(number))
        fail_msg("there is no number at '%s'", path);
    return json_number_value(number);
}
