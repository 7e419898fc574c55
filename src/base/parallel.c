/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: every index below `next` was taken by exactly one thread. */
#include "base/parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

enum { MAX_THREADS = 64 };

struct job {
    atomic_int next;
    int n;
    parallel_piece *piece;
    void *context;
};

static void *work(void *argument)
{
    struct job *job = argument;
    for (int i; (i = atomic_fetch_add(&job->next, 1)) < job->n;)
        job->piece(i, job->context);
    return NULL;
}

void parallel_for(int n, int threads, parallel_piece *piece, void *context)
{
    struct job job = {.next = 0, .n = n, .piece = piece, .context = context};
    pthread_t started[MAX_THREADS];
    int n_started = 0;
    long processors = threads > 0 ? threads : sysconf(_SC_NPROCESSORS_ONLN);
    if (processors > MAX_THREADS)
        processors = MAX_THREADS;
    for (int i = 1; i < processors && i < n; i++)
        if (pthread_create(&started[n_started], NULL, work, &job) == 0)
            n_started++;
    (void)work(&job);
    for (int i = 0; i < n_started; i++)
        (void)pthread_join(started[i], NULL);
}
