/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tasks walk a path of steps; a step is a pure delay or a station with servers and one queue. An
 * event is the end of a task's step. Invariant: a task stands in one event, or in one queue. */
#include "support/queue_sim.h"

#include "support/random.h"
#include "support/suite.h"

#include <stdlib.h>

enum step { STEP_DELAY, STEP_LINK, STEP_CPU, STEP_DB, STEP_DEVICE, STEP_END };
enum { MAX_COPIES = 8, N_KINDS = 4 };

struct task {
    int request; /* -1: what follows an answer, nobody waits for it */
    int osd;
    int at; /* index into its path */
    bool read, primary;
    int next; /* in a queue; -1: last */
};

struct request {
    double start_s;
    int pending; /* copies that have not committed */
};

struct station {
    int free;        /* servers */
    int first, last; /* queue of tasks; -1: empty */
    int waiting;     /* in it */
};

struct event {
    double time_s;
    unsigned long number; /* of equal times the earlier made first */
    int task;
};

struct run {
    const struct queue_sim *sim;
    struct num_rng *rng;
    double now_s;
    struct task *tasks;
    int *spare, n_spare; /* tasks nobody uses */
    struct request *requests;
    struct event *heap;
    int n_events;
    unsigned long n_made;
    struct station *stations; /* kinds x OSDs (links and DB devices: hosts) */
    struct station *stalled;  /* an OSD's commits that wait for room in its backlog */
    int done;
    double waited_s;
};

/* -- events -- */

static bool is_earlier(const struct event *a, const struct event *b)
{
    return a->time_s < b->time_s || (a->time_s == b->time_s && a->number < b->number);
}

static void push_event(struct run *r, double time_s, int task)
{
    int i = r->n_events++;
    struct event event = {time_s, r->n_made++, task};
    for (; i > 0 && is_earlier(&event, &r->heap[(i - 1) / 2]); i = (i - 1) / 2)
        r->heap[i] = r->heap[(i - 1) / 2];
    r->heap[i] = event;
}

static struct event pop_event(struct run *r)
{
    struct event top = r->heap[0], last = r->heap[--r->n_events];
    int i = 0;
    for (int child = 1; child < r->n_events; child = 2 * i + 1) {
        if (child + 1 < r->n_events && is_earlier(&r->heap[child + 1], &r->heap[child]))
            child++;
        if (!is_earlier(&r->heap[child], &last))
            break;
        r->heap[i] = r->heap[child];
        i = child;
    }
    r->heap[i] = last;
    return top;
}

/* -- queues -- */

static void put_last(struct run *r, struct station *s, int task)
{
    r->tasks[task].next = -1;
    if (s->first < 0)
        s->first = task;
    else
        r->tasks[s->last].next = task;
    s->last = task;
    s->waiting++;
}

static int take_first(struct run *r, struct station *s)
{
    int task = s->first;
    s->first = r->tasks[task].next;
    s->waiting--;
    return task;
}

/* -- paths -- */

/* What answers a write that the journal answers: its data device is no part of the way. */
static const enum step read_path[] = {STEP_DELAY, STEP_CPU, STEP_DEVICE, STEP_LINK, STEP_END};
static const enum step write_path[] = {STEP_DELAY, STEP_LINK,   STEP_CPU,
                                       STEP_DB,    STEP_DEVICE, STEP_END};
static const enum step answered_path[] = {STEP_DELAY, STEP_LINK, STEP_CPU, STEP_DB, STEP_END};
static const enum step follow_path[] = {STEP_DEVICE, STEP_END};

static enum step step_of(const struct run *r, const struct task *task)
{
    if (task->request < 0)
        return follow_path[task->at];
    if (task->read)
        return read_path[task->at];
    return r->sim->backlog > 0 ? answered_path[task->at] : write_path[task->at];
}

static double mean_of(const struct run *r, const struct task *task, enum step step)
{
    const struct queue_sim *s = r->sim;
    switch (step) {
    case STEP_DELAY:
        return task->read ? s->read_delay_s
                          : s->write_delay_s + (task->primary ? 0 : s->replica_delay_s);
    case STEP_LINK:
        return s->link_s;
    case STEP_CPU:
        return task->read ? s->read_cpu_s : s->write_cpu_s;
    case STEP_DB:
        return s->db_s;
    case STEP_DEVICE:
        return task->read ? s->read_device_s : s->write_device_s;
    case STEP_END:
        break;
    }
    return 0;
}

static struct station *station_of(struct run *r, const struct task *task, enum step step)
{
    bool of_host = step == STEP_LINK || step == STEP_DB;
    int index = of_host ? task->osd % r->sim->hosts : task->osd;
    return &r->stations[((int)step - (int)STEP_LINK) * r->sim->osds + index];
}

static double service(struct run *r, double mean, enum step step)
{
    bool varies =
        r->sim->exponential && (step == STEP_CPU || step == STEP_DEVICE || step == STEP_DB);
    return varies ? mean * random_exponential(r->rng) : mean;
}

/* -- tasks -- */

static void enter(struct run *r, int index);

static int new_task(struct run *r, int request, int osd, bool read, bool primary)
{
    assert_true(r->n_spare > 0);
    int index = r->spare[--r->n_spare];
    r->tasks[index] =
        (struct task){.request = request, .osd = osd, .read = read, .primary = primary, .next = -1};
    return index;
}

/* Copies lie on different OSDs, and on different hosts where there are enough. */
static bool is_taken(const struct run *r, const int *chosen, int n, int osd)
{
    bool hosts = r->sim->hosts >= r->sim->copies;
    for (int i = 0; i < n; i++)
        if (chosen[i] == osd || (hosts && chosen[i] % r->sim->hosts == osd % r->sim->hosts))
            return true;
    return false;
}

static void choose_osds(struct run *r, int n, int *chosen)
{
    for (int i = 0; i < n; i++) {
        do
            chosen[i] = (int)random_below(r->rng, (size_t)r->sim->osds);
        while (is_taken(r, chosen, i, chosen[i]));
    }
}

static void start_request(struct run *r, int request)
{
    int osds[MAX_COPIES];
    bool read = random_uniform(r->rng) < r->sim->read_frac;
    int n = read ? 1 : r->sim->copies;
    r->requests[request] = (struct request){r->now_s, n};
    choose_osds(r, n, osds);
    for (int i = 0; i < n; i++)
        enter(r, new_task(r, request, osds[i], read, i == 0));
}

static void end_task(struct run *r, int index)
{
    struct task task = r->tasks[index];
    r->spare[r->n_spare++] = index;
    if (task.request < 0)
        return;
    struct request *request = &r->requests[task.request];
    if (--request->pending > 0)
        return;
    r->done++;
    r->waited_s += r->now_s - request->start_s;
    start_request(r, task.request);
}

/* The data device of an OSD follows what its journal answered, if there is room. */
static bool follow(struct run *r, int index)
{
    const struct task *task = &r->tasks[index];
    struct station *device = station_of(r, task, STEP_DEVICE);
    if (device->waiting >= r->sim->backlog)
        return false;
    enter(r, new_task(r, -1, task->osd, false, false));
    return true;
}

static void answer(struct run *r, int index)
{
    bool answered_early =
        r->tasks[index].request >= 0 && !r->tasks[index].read && r->sim->backlog > 0;
    if (answered_early && !follow(r, index))
        put_last(r, &r->stalled[r->tasks[index].osd], index);
    else
        end_task(r, index);
}

/* Brings a task to the station of its next step that takes any time. */
static void enter(struct run *r, int index)
{
    struct task *task = &r->tasks[index];
    enum step step = step_of(r, task);
    while (step != STEP_END && mean_of(r, task, step) <= 0) {
        task->at++;
        step = step_of(r, task);
    }
    if (step == STEP_END) {
        answer(r, index);
        return;
    }
    struct station *s = step == STEP_DELAY ? NULL : station_of(r, task, step);
    if (s != NULL && s->free == 0) {
        put_last(r, s, index);
        return;
    }
    if (s != NULL)
        s->free--;
    push_event(r, r->now_s + service(r, mean_of(r, task, step), step), index);
}

/* A server is free: the next one waiting takes it, and a stalled commit may follow. */
static void leave(struct run *r, struct station *s, enum step step, int osd)
{
    if (s->first < 0) {
        s->free++;
    } else {
        int next = take_first(r, s);
        push_event(r, r->now_s + service(r, mean_of(r, &r->tasks[next], step), step), next);
    }
    if (step != STEP_DEVICE || r->stalled[osd].first < 0)
        return;
    if (follow(r, r->stalled[osd].first))
        end_task(r, take_first(r, &r->stalled[osd]));
}

static void run_event(struct run *r)
{
    struct event event = pop_event(r);
    struct task *task = &r->tasks[event.task];
    enum step step = step_of(r, task);
    int osd = task->osd;
    r->now_s = event.time_s;
    struct station *s = step == STEP_DELAY ? NULL : station_of(r, task, step);
    task->at++;
    if (s != NULL)
        leave(r, s, step, osd);
    enter(r, event.task);
}

/* -- the whole -- */

static void *need(size_t n, size_t bytes)
{
    void *memory = calloc(n, bytes);
    assert_non_null(memory);
    return memory;
}

static void set_up(struct run *r)
{
    const struct queue_sim *s = r->sim;
    size_t osds = (size_t)s->osds;
    size_t n = (size_t)(s->outstanding * s->copies) + osds * (size_t)(s->backlog + s->channels + 1);
    const int servers[N_KINDS] = {1, s->threads, 1, s->channels};
    r->tasks = need(n, sizeof *r->tasks);
    r->spare = need(n, sizeof *r->spare);
    r->heap = need(n + 1, sizeof *r->heap);
    r->requests = need((size_t)s->outstanding, sizeof *r->requests);
    r->stations = need(N_KINDS * osds, sizeof *r->stations);
    r->stalled = need(osds, sizeof *r->stalled);
    for (size_t i = 0; i < n; i++)
        r->spare[r->n_spare++] = (int)i;
    for (size_t i = 0; i < N_KINDS * osds; i++)
        r->stations[i] = (struct station){.free = servers[i / osds], .first = -1, .last = -1};
    for (size_t i = 0; i < osds; i++)
        r->stalled[i] = (struct station){.first = -1, .last = -1};
}

static void tear_down(struct run *r)
{
    free(r->tasks);
    free(r->spare);
    free(r->heap);
    free(r->requests);
    free(r->stations);
    free(r->stalled);
    random_free(r->rng);
}

struct queue_sim_result queue_sim_run(const struct queue_sim *sim, unsigned long seed,
                                      int completions)
{
    struct run r = {.sim = sim, .rng = random_new(seed)};
    int uncounted = completions / 4 + 4 * sim->outstanding + 2 * sim->osds * sim->backlog;
    assert_true(sim->copies <= MAX_COPIES && sim->copies <= sim->osds);
    assert_non_null(r.rng);
    set_up(&r);
    for (int i = 0; i < sim->outstanding; i++)
        start_request(&r, i);
    while (r.done < uncounted)
        run_event(&r);
    double from_s = r.now_s, waited_s = r.waited_s;
    int before = r.done;
    while (r.done < before + completions)
        run_event(&r);
    struct queue_sim_result result = {(r.done - before) / (r.now_s - from_s),
                                      (r.waited_s - waited_s) / (r.done - before)};
    tear_down(&r);
    return result;
}

double queue_exact_ops(int stations, double service_s, double delay_s, int outstanding)
{
    double queue = 0, ops = 0; /* mean requests at one station, at the number so far */
    for (int n = 1; n <= outstanding; n++) {
        double at_station_s = service_s * (1 + queue);
        ops = n / (delay_s + at_station_s);
        queue = ops / stations * at_station_s;
    }
    return ops;
}
