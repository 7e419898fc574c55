/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: the newest block heads the list; a block's first `used` bytes belong to callers. */
#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_B = 64 * 1024, ALIGN_B = 16 };

struct arena_block {
    struct arena_block *next;
    size_t size;
    size_t used;
    max_align_t data[];
};

void arena_init(struct arena *arena, jmp_buf *on_full)
{
    arena->head = NULL;
    arena->holds = NULL;
    arena->used_B = 0;
    arena->on_full = on_full;
}

void arena_full(struct arena *arena)
{
    if (arena->on_full == NULL)
        abort();
    longjmp(*arena->on_full, 1);
}

static void add_block(struct arena *arena, size_t bytes)
{
    size_t size = bytes > BLOCK_B ? bytes : BLOCK_B;
    struct arena_block *block = NULL;
    /* No object is larger than PTRDIFF_MAX; memory checkers take what is for a negative number. */
    if (size <= PTRDIFF_MAX - sizeof *block)
        block = calloc(1, sizeof *block + size);
    if (block == NULL)
        arena_full(arena);
    block->next = arena->head;
    block->size = size;
    arena->head = block;
}

void *arena_alloc(struct arena *arena, size_t bytes)
{
    if (bytes > SIZE_MAX - ALIGN_B)
        arena_full(arena);
    size_t need = (bytes + ALIGN_B - 1) / ALIGN_B * ALIGN_B;
    if (arena->head == NULL || arena->head->size - arena->head->used < need)
        add_block(arena, need);
    char *result = (char *)arena->head->data + arena->head->used;
    arena->head->used += need;
    arena->used_B += need;
    return result;
}

void *arena_array(struct arena *arena, size_t count, size_t bytes_each)
{
    if (bytes_each != 0 && count > SIZE_MAX / bytes_each)
        arena_full(arena);
    return arena_alloc(arena, count * bytes_each);
}

void *arena_grow(struct arena *arena, const void *old, size_t count, size_t capacity,
                 size_t bytes_each)
{
    void *grown = arena_array(arena, capacity, bytes_each);
    if (count > 0)
        memcpy(grown, old, count * bytes_each);
    return grown;
}

void *arena_append(struct arena *arena, void *list, int *n, size_t bytes_each)
{
    size_t count = (size_t)*n;
    void *array; /* copied, as the caller's pointer is one to another type */
    memcpy(&array, list, sizeof array);
    if (count == 0)
        array = arena_array(arena, 8, bytes_each);
    else if (count >= 8 && (count & (count - 1)) == 0)
        array = arena_grow(arena, array, count, 2 * count, bytes_each);
    memcpy(list, &array, sizeof array);
    (*n)++;
    return (char *)array + count * bytes_each;
}

char *arena_string(struct arena *arena, const char *text, size_t length)
{
    char *copy = arena_alloc(arena, length + 1);
    if (length > 0)
        memcpy(copy, text, length);
    return copy;
}

char *arena_copy(struct arena *arena, const char *text)
{
    return arena_string(arena, text, strlen(text));
}

char *arena_vprintf(struct arena *arena, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    char *text = arena_alloc(arena, length < 0 ? 1 : (size_t)length + 1);
    if (length >= 0)
        (void)vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = arena_vprintf(arena, format, args);
    va_end(args);
    return text;
}

struct arena_hold *arena_hold(struct arena *arena, void (*release)(void *what))
{
    struct arena_hold *hold = arena_alloc(arena, sizeof *hold);
    *hold = (struct arena_hold){.release = release, .next = arena->holds};
    arena->holds = hold;
    return hold;
}

void arena_let_go(struct arena_hold *hold)
{
    void *what = hold->what;
    hold->what = NULL;
    if (what != NULL)
        hold->release(what);
}

static void free_child(void *child)
{
    arena_free(child);
}

struct arena *arena_child(struct arena *parent)
{
    struct arena_hold *hold = arena_hold(parent, free_child);
    struct arena *child = arena_alloc(parent, sizeof *child);
    arena_init(child, parent->on_full);
    hold->what = child;
    return child;
}

static bool try_in(struct arena *arena, void (*work)(struct arena *arena, void *context),
                   void *context)
{
    jmp_buf on_full;
    volatile bool done = false;
    arena_init(arena, &on_full);
    if (setjmp(on_full) == 0) {
        work(arena, context);
        done = true;
    }
    arena->on_full = NULL; /* it ends with this call */
    return done;
}

bool arena_try(void (*work)(struct arena *arena, void *context), void *context)
{
    struct arena arena;
    bool done = try_in(&arena, work, context);
    arena_free(&arena);
    return done;
}

void arena_free(struct arena *arena)
{
    while (arena->holds != NULL) {
        struct arena_hold *hold = arena->holds;
        arena->holds = hold->next;
        arena_let_go(hold);
    }
    while (arena->head != NULL) {
        struct arena_block *next = arena->head->next;
        free(arena->head);
        arena->head = next;
    }
    arena->used_B = 0;
}
