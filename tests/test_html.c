/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small reader of tags checks what HTML demands; the specification is
 * https://html.spec.whatwg.org.
 */
#include "base/utf8.h"
#include "render/html.h"
#include "support/sample.h"
#include "support/suite.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static char *written(const struct document *document)
{
    struct err err = ERR_INIT;
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    assert_true(html_write(document, file, &err));
    assert_int_equal(fclose(file), 0);
    return text;
}

/* -- a reader of tags ---------------------------------------------------------------------------
 */

struct tag {
    char name[24];
    bool closes, empty; /* </x>; <x/> or an element without end */
    const char *end;    /* behind the tag */
};

static bool is_void(const char *name)
{
    static const char *const names[] = {"meta", "img", "br", "link"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* Reads the tag at `p`, which is a '<'. Attributes must be quoted, or without a value. */
static struct tag read_tag(const char *p)
{
    struct tag tag = {.closes = p[1] == '/'};
    size_t n = 0;
    p += tag.closes ? 2 : 1;
    while (isalnum((unsigned char)*p) && n + 1 < sizeof tag.name)
        tag.name[n++] = *p++;
    if (n == 0)
        fail_msg("a '<' that begins no tag: %.60s", p);
    while (*p != '>') {
        assert_true(*p != '\0' && *p != '<');
        if (*p == '"') {
            const char *close = strchr(p + 1, '"');
            assert_non_null(close);
            assert_null(memchr(p, '<', (size_t)(close - p)));
            p = close;
        }
        tag.empty = *p == '/';
        p++;
    }
    tag.empty = tag.empty || is_void(tag.name);
    tag.end = p + 1;
    return tag;
}

/* Every element ends, in the order in which it began. */
static void check_nesting(const char *html)
{
    enum { DEEPEST = 40 };
    char open[DEEPEST][24];
    int depth = 0;
    const char *p = strchr(html, '\n'); /* behind the doctype */
    for (; (p = strchr(p, '<')) != NULL;) {
        struct tag tag = read_tag(p);
        p = strcmp(tag.name, "style") == 0 && !tag.closes ? strstr(tag.end, "</style") : tag.end;
        if (tag.empty)
            continue;
        if (!tag.closes) {
            assert_true(depth < DEEPEST);
            memcpy(open[depth++], tag.name, sizeof tag.name);
        } else {
            assert_true(depth > 0);
            assert_string_equal(open[--depth], tag.name);
        }
    }
    assert_int_equal(depth, 0);
}

/* An '&' begins a character reference that ends. */
static void check_references(const char *html)
{
    for (const char *p = html; (p = strchr(p, '&')) != NULL; p++) {
        size_t length = strspn(p + 1, "#abcdefghijklmnopqrstuvwxyz0123456789");
        if (length == 0 || p[1 + length] != ';')
            fail_msg("no reference: %.40s", p);
    }
}

static void check_utf8(const char *html)
{
    for (const char *p = html; *p != '\0';) {
        const char *start = p;
        uint32_t c = utf8_next(&p);
        bool bad = c == UTF8_BAD && memcmp(start, "\xEF\xBF\xBD", 3) != 0;
        if (bad || (c < ' ' && c != '\n'))
            fail_msg("a byte that may not stand there: %02x", (unsigned)(unsigned char)*start);
    }
}

static void check_ids(const char *html)
{
    for (const char *p = html; (p = strstr(p, " id=\"")) != NULL;) {
        char id[128];
        const char *start = p + 5;
        size_t length = strcspn(start, "\"");
        assert_true(length > 0 && length < sizeof id - 8);
        (void)snprintf(id, sizeof id, " id=\"%.*s\"", (int)length, start);
        p = start + length;
        if (strstr(p, id) != NULL)
            fail_msg("twice: %s", id);
    }
}

/* Where the page's own links lead is there. */
static void check_links(const char *html)
{
    int links = 0;
    for (const char *p = html; (p = strstr(p, "href=\"#")) != NULL; links++) {
        char id[128];
        p += 7;
        (void)snprintf(id, sizeof id, " id=\"%.*s\"", (int)strcspn(p, "\""), p);
        assert_non_null(strstr(html, id));
    }
    assert_true(links > 0);
}

static int count(const char *text, const char *word)
{
    int n = 0;
    for (const char *p = text; (p = strstr(p, word)) != NULL; p += strlen(word))
        n++;
    return n;
}

/* -- tests --------------------------------------------------------------------------------------
 */

static void hostile_text_stays_text(void **state)
{
    struct fixture *f = *state;
    struct document document;
    sample_hostile(&document, &f->arena);
    char *html = written(&document);
    check_nesting(html);
    check_references(html);
    check_utf8(html);
    check_ids(html);
    check_links(html);
    assert_null(strstr(html, "<script"));
    assert_non_null(strstr(html, "&lt;script&gt;alert(&#39;{{x}}&#39;)&lt;/script&gt;"));
    free(html);
}

static void many_documents_are_well_formed(void **state)
{
    struct fixture *f = *state;
    for (unsigned seed = 1; seed <= 10; seed++) {
        struct document document;
        sample_random(&document, &f->arena, seed);
        char *html = written(&document);
        check_nesting(html);
        check_references(html);
        check_utf8(html);
        check_ids(html);
        free(html);
        arena_free(&f->arena);
    }
}

/* Nothing is fetched: no source or style elsewhere, no script. Links to addresses may be followed.
 */
static void nothing_outside_is_needed(void **state)
{
    struct fixture *f = *state;
    struct document document;
    sample_hostile(&document, &f->arena);
    document.logo = (struct document_logo){"\x89PNG", 4};
    char *html = written(&document);
    static const char *const words[] = {"<link",      "<script", "@import", "url(",
                                        "src=\"http", "<iframe", "<object", "xlink"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        assert_null(strstr(html, words[i]));
    assert_non_null(strstr(html, "src=\"data:image/png;base64,iVBORw==\""));
    assert_int_equal(count(html, "href=\"https://example.org/"),
                     count(html, "</a>") - count(html, "href=\"#"));
    free(html);
}

static void readers_who_do_not_see_are_served(void **state)
{
    struct fixture *f = *state;
    struct document document;
    sample_hostile(&document, &f->arena);
    char *html = written(&document);
    assert_int_equal(count(html, "<h1>"), 1);
    assert_int_equal(count(html, "<svg"), count(html, "role=\"img\" aria-label=\""));
    assert_int_equal(count(html, "<html lang=\"en\">"), 1);
    assert_int_equal(count(html, "<title>"), 1);
    assert_int_equal(count(html, "<table>"), count(html, "<thead>"));
    assert_true(count(html, "scope=\"col\"") == 4);
    free(html);
}

/* RFC 4648, section 10. */
static void the_logo_is_in_base64(void **state)
{
    struct fixture *f = *state;
    static const char *const vectors[][2] = {{"f", "Zg=="},         {"fo", "Zm8="},
                                             {"foo", "Zm9v"},       {"foob", "Zm9vYg=="},
                                             {"fooba", "Zm9vYmE="}, {"foobar", "Zm9vYmFy"}};
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        struct document document;
        document_init(&document, &f->arena, "t");
        document.logo = (struct document_logo){vectors[i][0], strlen(vectors[i][0])};
        char *html = written(&document);
        char wanted[64];
        (void)snprintf(wanted, sizeof wanted, "base64,%s\"", vectors[i][1]);
        assert_non_null(strstr(html, wanted));
        free(html);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(hostile_text_stays_text), SUITE_TEST(many_documents_are_well_formed),
        SUITE_TEST(nothing_outside_is_needed), SUITE_TEST(readers_who_do_not_see_are_served),
        SUITE_TEST(the_logo_is_in_base64)};
    return suite_run("html", tests, sizeof tests / sizeof tests[0]);
}
