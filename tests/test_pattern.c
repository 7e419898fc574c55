/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Patterns against the C library's extended regular expressions, over cases and random ones. */
#include "support/random.h"
#include "support/scratch.h"
#include "support/suite.h"

#include "base/pattern.h"

#include <regex.h>
#include <string.h>

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])

static void cases_match(void **state)
{
    (void)state;
    static const struct {
        const char *pattern, *text;
        bool matches;
    } rows[] = {
        {"EPYC 7..3", "AMD EPYC 7543 32-Core", true},
        {"EPYC 7..3", "AMD EPYC 7742", false},
        {"(Platinum|Gold|Silver|Bronze|Xeon) ?[3-9]3[0-9][0-9]", "Intel Xeon Gold 6338", true},
        {"(Platinum|Gold|Silver|Bronze|Xeon) ?[3-9]3[0-9][0-9]", "Intel Xeon Gold 6248", false},
        {"E[57]-[0-9]+[A-Z]* ?v[34]", "E5-2697A v4", true},
        {"E[57]-[0-9]+[A-Z]* ?v[34]", "E5-2670", false},
        {"", "anything", true},
        {"^$", "", true},
        {"^a$", "ba", false},
        {"a||b", "c", true},
        {"()*x", "x", true},
        {"[]a]", "]", true},
        {"[^]a]", "]", false},
        {"\\.\\*", "a.*b", true},
    };
    for (size_t i = 0; i < N_OF(rows); i++)
        if (pattern_matches(rows[i].pattern, rows[i].text) != rows[i].matches)
            fail_msg("%s on %s", rows[i].pattern, rows[i].text);
}

static void what_is_none_is_refused(void **state)
{
    (void)state;
    static const char *const rows[] = {"(", ")",  "a)",   "[",  "[]",  "[^]",
                                       "*", "+a", "a{2}", "\\", "(?a)"};
    for (size_t i = 0; i < N_OF(rows); i++) {
        struct err err = ERR_INIT;
        if (pattern_check(rows[i], &err))
            fail_msg("%s is taken", rows[i]);
        assert_int_equal(err.kind, ERR_INPUT);
        assert_false(pattern_matches(rows[i], "a"));
    }
    char longest[2000];
    struct err err = ERR_INIT;
    memset(longest, '(', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    assert_false(pattern_check(longest, &err));
    memset(longest, '|', sizeof longest - 1);
    assert_false(pattern_check(longest, &err));
    memset(longest, 'a', sizeof longest - 1);
    assert_false(pattern_check(longest, &err));
}

/* Nested repeats, choices of the same, as deep and as long as is taken, on a text that no processor
 * is named by: each ends in the time that its steps take, one by one, on every byte. */
static void none_is_slow(void **state)
{
    (void)state;
    enum { BYTES = 20000, DEPTH = 16, LONGEST = 250 };
    char text[BYTES + 1], deepest[2 * DEPTH + 4], longest[LONGEST + 1];
    const char *const patterns[] = {"((a*)*)*((a*)*)*((a|a)*)*b",
                                    "((((((((((((a+)+)+)+)+)+)+)+)+)+)+)+)+b",
                                    "((a|a|a|a)+(a|a|a|a)+)+b",
                                    "(a?)(a?)(a?)(a?)(a?)(a?)(a?)(a?)aaaaaaaab",
                                    "(.*)*(.*)*(.*)*[^a]",
                                    deepest,
                                    longest};
    memset(text, 'a', BYTES);
    text[BYTES] = '\0';
    memset(deepest, '(', DEPTH);
    deepest[DEPTH] = 'a';
    memset(deepest + DEPTH + 1, ')', DEPTH);
    memcpy(deepest + 2 * DEPTH + 1, "*b", 3);
    memset(longest, 'a', LONGEST - 1);
    memcpy(longest + LONGEST - 1, "b", 2);
    for (size_t i = 0; i < N_OF(patterns); i++) {
        double begun = scratch_seconds();
        if (!pattern_check(patterns[i], &(struct err)ERR_INIT))
            fail_msg("%s is refused", patterns[i]);
        assert_false(pattern_matches(patterns[i], text));
        if (scratch_seconds() - begun > 1.0 * scratch_slowness())
            fail_msg("%s takes %.1f s", patterns[i], scratch_seconds() - begun);
    }
}

static void random_word(struct num_rng *rng, const char *letters, int longest, char *out)
{
    int n = random_int(rng, 0, longest), kinds = (int)strlen(letters);
    for (int i = 0; i < n; i++)
        out[i] = letters[random_int(rng, 0, kinds - 1)];
    out[n] = '\0';
}

static void random_ones_agree_with_the_library(void **state)
{
    (void)state;
    enum { PATTERNS = 3000, TEXTS = 8, LONGEST = 9 };
    struct num_rng *rng = random_new(7);
    int tried = 0;
    for (int i = 0; i < PATTERNS; i++) {
        char pattern[LONGEST + 1], text[LONGEST + 1];
        regex_t regex;
        random_word(rng, "ab.()|?*+[]^", LONGEST, pattern);
        /* The library calls what repeats nothing undefined, and an anchor in the middle too. */
        bool usual = strstr(pattern, "()") == NULL && strstr(pattern, "||") == NULL &&
                     strchr(pattern, '^') == NULL && strchr(pattern, '[') == NULL;
        if (!usual || !pattern_check(pattern, &(struct err)ERR_INIT) ||
            regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB) != 0)
            continue;
        for (int k = 0; k < TEXTS; k++) {
            random_word(rng, "abc", LONGEST, text);
            bool wanted = regexec(&regex, text, 0, NULL, 0) == 0;
            if (pattern_matches(pattern, text) != wanted)
                fail_msg("'%s' on '%s': the library says %d", pattern, text, wanted);
            tried++;
        }
        regfree(&regex);
    }
    random_free(rng);
    assert_true(tried > 2000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(cases_match),
        SUITE_TEST(what_is_none_is_refused),
        SUITE_TEST(none_is_slow),
        SUITE_TEST(random_ones_agree_with_the_library),
    };
    return suite_run("pattern", tests, N_OF(tests));
}
