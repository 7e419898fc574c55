/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One region of memory for what lives as long as a run: many allocations, one release.
 *
 * Running out of memory is not handled call by call: the region jumps to `on_full`, which `main`
 * sets before anything else and which ends the program with one line and exit status 5. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct arena_block;

/* Something besides memory (a stream, a parser) that must not outlive the region. */
struct arena_hold {
    void *what; /* NULL: nothing is held */
    void (*release)(void *what);
    struct arena_hold *next;
};

struct arena {
    struct arena_block *head;
    struct arena_hold *holds; /* the newest first */
    size_t used_B;            /* bytes handed out since arena_init */
    jmp_buf *on_full;         /* where to go when memory runs out; NULL: abort() */
};

/* Starts an empty region; allocates nothing. */
void arena_init(struct arena *arena, jmp_buf *on_full);

/* `bytes` zeroed bytes, aligned for any type; never NULL. */
void *arena_alloc(struct arena *arena, size_t bytes);

/* A zeroed array of `count` elements; the product is checked for overflow. */
void *arena_array(struct arena *arena, size_t count, size_t bytes_each);

/* `old` (of `count` elements) copied into a larger array of `capacity` elements, the rest zeroed.
 */
void *arena_grow(struct arena *arena, const void *old, size_t count, size_t capacity,
                 size_t bytes_each);

/* One more zeroed element behind the `*n` of a list, all of whose elements came this way; `list`
 * points to the pointer to the first (NULL when n is 0), which moves when the list grows. There is
 * always room for the power of two from 8 up that holds them. */
void *arena_append(struct arena *arena, void *list, int *n, size_t bytes_each);

/* A terminated copy of the `length` bytes at `text`, or of the whole text. */
char *arena_string(struct arena *arena, const char *text, size_t length);
char *arena_copy(struct arena *arena, const char *text);

/* Text made by printf's rules. */
char *arena_printf(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *arena, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/* A hold on nothing yet: make it, then open what it shall hold, then set `what`, so that no jump
 * comes between. arena_free releases it; a caller that is done earlier calls arena_let_go. */
struct arena_hold *arena_hold(struct arena *arena, void (*release)(void *what));

/* Releases what is held, once. */
void arena_let_go(struct arena_hold *hold);

/* A region inside another one: freed with it, or earlier by arena_free, after which it may be used
 * again. */
struct arena *arena_child(struct arena *parent);

/* Goes where running out of memory leads; for callers that allocate by other means. */
_Noreturn void arena_full(struct arena *arena);

/* Calls `work` with a region that is freed afterwards; false when memory ran out. For threads,
 * which cannot jump to where the program ends. */
bool arena_try(void (*work)(struct arena *arena, void *context), void *context);

/* Releases what is held, the newest first, and every allocation. The region may be used again. */
void arena_free(struct arena *arena);

#endif
