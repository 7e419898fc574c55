/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Thompson's construction: the pattern becomes a program whose steps all run at once, one byte of
 * the text at a time. Invariant: jumps are relative and stay inside the piece that was compiled
 * last, so that a piece may be moved to make room before it.
 *
 * Why not regcomp and regexec: patterns stand in model files, which may come from anybody, and C
 * libraries are not made for such (glibc doubles its memory with each nested `+` and its stack with
 * each bracket, and goes back in references, and says that this is no fault); regexec asks for
 * memory, in the engine, whose answer must not become another one when there is none; and what is
 * taken beyond POSIX differs by library. Here the worst is known before: 256 steps a byte of text,
 * brackets 16 deep, no memory but a little of the stack. */
#include "base/pattern.h"

#include <string.h>

enum { STEPS_MAX = 256, DEPTH_MAX = 16 };

enum step_kind { STEP_BYTE, STEP_ANY, STEP_SET, STEP_BEGIN, STEP_END, STEP_SPLIT, STEP_MATCH };

struct step {
    enum step_kind kind;
    unsigned char byte;
    const char *set; /* behind its bracket */
    int to, or_to;   /* of a split, relative; `or_to` 0: it only jumps */
};

struct program {
    struct step steps[STEPS_MAX];
    int n, depth;
    const char *at;    /* in the pattern */
    const char *wrong; /* what is not allowed; NULL: nothing yet */
};

/* -- compiling ----------------------------------------------------------------------------------
 */

static void compile_choice(struct program *p);

static void refuse(struct program *p, const char *what)
{
    if (p->wrong == NULL)
        p->wrong = what;
}

/* Puts a step at `place`, in front of what stands there. */
static void insert(struct program *p, int place, struct step step)
{
    if (p->n == STEPS_MAX) {
        refuse(p, "is too long");
        return;
    }
    memmove(&p->steps[place + 1], &p->steps[place], (size_t)(p->n - place) * sizeof step);
    p->steps[place] = step;
    p->n++;
}

static void append(struct program *p, struct step step)
{
    insert(p, p->n, step);
}

/* The end of a set whose first byte is at `set`; NULL: it has none. */
static const char *end_of_set(const char *set)
{
    set += *set == '^';
    set += *set == ']'; /* first, it stands for itself */
    return strchr(set, ']');
}

static void compile_set(struct program *p)
{
    const char *set = p->at, *end = end_of_set(set);
    if (end == NULL) {
        refuse(p, "has a set without end");
        return;
    }
    append(p, (struct step){.kind = STEP_SET, .set = set});
    p->at = end + 1;
}

static void compile_group(struct program *p)
{
    if (++p->depth > DEPTH_MAX)
        refuse(p, "is nested too deep");
    else
        compile_choice(p);
    p->depth--;
    if (*p->at == ')')
        p->at++;
    else
        refuse(p, "has a group without end");
}

static void compile_atom(struct program *p)
{
    char c = *p->at++;
    if (c == '(') {
        compile_group(p);
    } else if (c == '[') {
        compile_set(p);
    } else if (strchr("?*+{", c) != NULL) {
        refuse(p, c == '{' ? "has an interval" : "repeats nothing");
    } else if (c == '\\' && *p->at == '\0') {
        refuse(p, "ends in a backslash");
    } else {
        enum step_kind kind = c == '.'   ? STEP_ANY
                              : c == '^' ? STEP_BEGIN
                              : c == '$' ? STEP_END
                                         : STEP_BYTE;
        append(p, (struct step){.kind = kind, .byte = (unsigned char)(c == '\\' ? *p->at++ : c)});
    }
}

static void compile_piece(struct program *p)
{
    int start = p->n;
    compile_atom(p);
    for (; p->wrong == NULL && *p->at != '\0' && strchr("?*+", *p->at) != NULL; p->at++) {
        int length = p->n - start;
        if (*p->at == '+') {
            append(p, (struct step){.kind = STEP_SPLIT, .to = -length, .or_to = 1});
            continue;
        }
        bool again = *p->at == '*';
        insert(p, start,
               (struct step){.kind = STEP_SPLIT, .to = 1, .or_to = length + (again ? 2 : 1)});
        if (again)
            append(p, (struct step){.kind = STEP_SPLIT, .to = -(length + 1)});
    }
}

static void compile_choice(struct program *p)
{
    int start = p->n;
    while (p->wrong == NULL && *p->at != '\0' && *p->at != '|' && *p->at != ')')
        compile_piece(p);
    if (p->wrong != NULL || *p->at != '|')
        return;
    insert(p, start, (struct step){.kind = STEP_SPLIT, .to = 1, .or_to = p->n - start + 2});
    append(p, (struct step){.kind = STEP_SPLIT});
    int jump = p->n - 1;
    p->at++;
    if (++p->depth > STEPS_MAX)
        refuse(p, "is too long");
    else
        compile_choice(p);
    p->depth--;
    p->steps[jump].to = p->n - jump;
}

static bool compile(const char *pattern, struct program *p)
{
    p->n = p->depth = 0;
    p->at = pattern;
    p->wrong = NULL;
    compile_choice(p);
    if (p->wrong == NULL && *p->at == ')')
        refuse(p, "has a bracket that closes nothing");
    append(p, (struct step){.kind = STEP_MATCH});
    return p->wrong == NULL;
}

/* -- running ------------------------------------------------------------------------------------
 */

struct run {
    const struct program *program;
    bool on[STEPS_MAX];
    const char *text, *at;
};

static bool in_set(const char *set, unsigned char byte)
{
    bool other = *set == '^', found = false;
    const char *end = end_of_set(set);
    for (set += other; set < end; set++) {
        bool range = set[1] == '-' && set + 2 < end;
        unsigned char low = (unsigned char)*set, high = (unsigned char)set[range ? 2 : 0];
        found = found || (byte >= low && byte <= high);
        set += range ? 2 : 0;
    }
    return found != other;
}

/* Turns on a step and all that it leads to without a byte. */
static void turn_on(struct run *r, int i)
{
    const struct step *s = &r->program->steps[i];
    if (r->on[i])
        return;
    r->on[i] = true;
    if (s->kind == STEP_SPLIT) {
        turn_on(r, i + s->to);
        if (s->or_to != 0)
            turn_on(r, i + s->or_to);
    } else if ((s->kind == STEP_BEGIN && r->at == r->text) ||
               (s->kind == STEP_END && *r->at == '\0')) {
        turn_on(r, i + 1);
    }
}

static bool takes(const struct step *s, unsigned char byte)
{
    return s->kind == STEP_ANY || (s->kind == STEP_BYTE && s->byte == byte) ||
           (s->kind == STEP_SET && in_set(s->set, byte));
}

static bool run(const struct program *program, const char *text)
{
    struct run now = {.program = program, .text = text, .at = text};
    for (;;) {
        turn_on(&now, 0);
        if (now.on[program->n - 1])
            return true;
        if (*now.at == '\0')
            return false;
        struct run next = {.program = program, .text = text, .at = now.at + 1};
        for (int i = 0; i < program->n; i++)
            if (now.on[i] && takes(&program->steps[i], (unsigned char)*now.at))
                turn_on(&next, i + 1);
        now = next;
    }
}

bool pattern_check(const char *pattern, struct err *err)
{
    struct program program;
    return compile(pattern, &program) ||
           err_set(err, ERR_INPUT,
                   "pattern '%.80s' %s; allowed: | ( ) [ ] . ? * + ^ $ as in an extended regular "
                   "expression",
                   pattern, program.wrong);
}

bool pattern_matches(const char *pattern, const char *text)
{
    struct program program;
    return compile(pattern, &program) && run(&program, text);
}
