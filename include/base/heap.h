/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A binary heap over an array of the caller's: what comes before all others stands at items[0]. */
#ifndef BASE_HEAP_H
#define BASE_HEAP_H

#include <stdbool.h>
#include <stddef.h>

/* Does `a` come out before `b`? */
typedef bool heap_before(const void *a, const void *b);

struct heap {
    void *items; /* may move between calls */
    int n;
    size_t bytes_each;
    heap_before *before;
};

/* Adds a copy of the item, which must not stand in the heap; there must be room for it. */
void heap_push(struct heap *heap, const void *item);

/* Takes the first item out, into `first`; the heap must not be empty. */
void heap_pop(struct heap *heap, void *first);

/* Puts a copy of the item in the first one's place; the heap must not be empty. */
void heap_replace(struct heap *heap, const void *item);

#endif
