/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: no item comes before its parent, which is that at (i - 1) / 2. */
#include "base/heap.h"

#include <string.h>

static char *at(const struct heap *heap, int i)
{
    return (char *)heap->items + (size_t)i * heap->bytes_each;
}

void heap_push(struct heap *heap, const void *item)
{
    int i = heap->n++;
    for (int parent; i > 0 && heap->before(item, at(heap, parent = (i - 1) / 2)); i = parent)
        memcpy(at(heap, i), at(heap, parent), heap->bytes_each);
    memcpy(at(heap, i), item, heap->bytes_each);
}

void heap_replace(struct heap *heap, const void *item)
{
    int i = 0;
    for (int child; (child = 2 * i + 1) < heap->n; i = child) {
        if (child + 1 < heap->n && heap->before(at(heap, child + 1), at(heap, child)))
            child++;
        if (!heap->before(at(heap, child), item))
            break;
        memcpy(at(heap, i), at(heap, child), heap->bytes_each);
    }
    memcpy(at(heap, i), item, heap->bytes_each);
}

void heap_pop(struct heap *heap, void *first)
{
    memcpy(first, at(heap, 0), heap->bytes_each);
    if (--heap->n > 0)
        heap_replace(heap, at(heap, heap->n)); /* the last one, which now stands behind the heap */
}
