/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each allocation of a run is refused in turn, also those of the libraries that read: the run ends
 * with one line and exit status 5, or with the right answer where it can do without; nothing stays
 * allocated and no half-written file is left.
 *
 * This program has its own malloc, which every library of the process calls. At each allocation (or
 * at about 60 of them, all in a long check) the process forks, twice: in one child this allocation
 * fails, in the other one this and all that follow. A child goes on to the end of the run, which is
 * near, and the parent grants the allocation and goes on to the next. So each place is tried at the
 * cost of one run and not of one run each.
 *
 * GLib, pango and fontconfig end the process when they get no memory, which base/crash turns into
 * the same line and status. That cannot reach their threads, and in one of them GLib without any
 * memory calls itself until the stack is full: where they draw, what they ask for is refused alone
 * and not with all that follows, and only in the main thread. */
#define _GNU_SOURCE 1 /* memfd_create */

#include "support/child.h"
#include "support/scratch.h"
#include "support/suite.h"
#include "support/trial.h"

#include "base/num.h"
#include "base/outfile.h"
#include "cli/program.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#if !defined(SCRATCH_SANITIZED) && defined(__GLIBC__)

enum {
    ARGUMENTS_MAX = 16,
    POINTS = 60,
    DRAWN_POINTS = 6,
    DRAWN_LONG = 1000,
    SAID_B = 4096,
    CHILD_s = 60
};

/* -- an allocator that refuses -------------------------------------------------------------------
 */

static struct {
    bool counting;             /* a run is going on */
    bool own_only;             /* refuse nothing that a library asks for */
    pthread_t thread;          /* the one that is refused something */
    long asked;                /* allocations so far in this run */
    long live;                 /* allocations less releases */
    long next, step;           /* which one is tried next; step 0: none */
    long failed;               /* the one that failed in this child */
    bool theirs;               /* a library asked for it */
    bool child, ever;          /* this process has been refused something; and gets nothing more */
    long refuse_at, ever_from; /* of a run without forks: that one, and all from there */
    int broken;                /* children that did not end as they should */
    long tried, ended;         /* children; those whom a library ended */
} memory;

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t size);
void __libc_free(void *old);
extern const char __executable_start, etext;

static void try_refusal(void);

/* Does a library call? */
static bool is_theirs(const char *caller)
{
    return caller < &__executable_start || caller >= &etext;
}

/* Is the allocation that `caller` asks for to fail? */
static bool refused(const char *caller)
{
    bool theirs = is_theirs(caller);
    if (!memory.counting || (memory.own_only && theirs) ||
        !pthread_equal(memory.thread, pthread_self()))
        return false;
    memory.asked++;
    if (!memory.child && memory.step > 0 && memory.asked == memory.next) {
        memory.next += memory.step;
        memory.counting = false;
        memory.theirs = theirs;
        try_refusal();
        memory.counting = true;
        if (memory.child)
            return true;
    }
    bool later = memory.ever_from > 0 && memory.asked >= memory.ever_from;
    return memory.ever || later || (memory.refuse_at > 0 && memory.asked == memory.refuse_at);
}

static void *counted(void *block)
{
    if (memory.counting && block != NULL)
        memory.live++;
    return block;
}

static void *no_memory(void)
{
    errno = ENOMEM;
    return NULL;
}

void *malloc(size_t size)
{
    return refused(__builtin_return_address(0)) ? no_memory() : counted(__libc_malloc(size));
}

void *calloc(size_t n, size_t size)
{
    return refused(__builtin_return_address(0)) ? no_memory() : counted(__libc_calloc(n, size));
}

void *realloc(void *old, size_t size)
{
    if (refused(__builtin_return_address(0)))
        return no_memory();
    void *block = __libc_realloc(old, size);
    return old == NULL ? counted(block) : block;
}

void free(void *old)
{
    if (memory.counting && old != NULL)
        memory.live--;
    __libc_free(old);
}

/* No threads of the program: a child would have only one of them. It then works by itself. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                   void *argument)
{
    union {
        void *object;
        int (*function)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    } next = {.object = NULL};
    if (!is_theirs(__builtin_return_address(0)))
        return EAGAIN;
    next.object = dlsym(RTLD_NEXT, "pthread_create");
    return next.function(thread, attributes, start, argument);
}

/* -- a run ---------------------------------------------------------------------------------------
 */

/* What a run does without trouble. */
struct reference {
    char *answer;
    size_t size;
    int status;
};

static struct {
    const char *name;
    struct reference wanted;
    int out, err;   /* memory files that stand for the standard streams */
    bool drawn;     /* by libraries that keep what they made */
    int drawing;    /* in a child: stands for the file that its parent writes; 0: none */
    off_t drawn_B;  /* what the parent has written into it */
    bool different; /* a child has made another file than its parent did before */
} run;

/* A file with a name: not standard error that base/crash put aside, nor a pipe that make left open.
 */
static bool has_name(int file)
{
    struct stat info;
    return fstat(file, &info) == 0 && S_ISREG(info.st_mode) && info.st_nlink > 0;
}

/* What is written into `file` goes into memory from here on. */
static void write_apart(int file)
{
    if (!has_name(file))
        return;
    run.drawn_B = lseek(file, 0, SEEK_CUR);
    run.drawing = memfd_create("drawing", 0);
    if (run.drawing < 0 || dup2(run.drawing, file) != file)
        _exit(95);
}

/* Files that are open get a place of their own: a child must not move its parent's. */
static void part_from_parent(void)
{
    enum { FILES = 64 };
    for (int file = 4; file < FILES; file++) {
        char name[40];
        int mode = file == run.out || file == run.err ? -1 : fcntl(file, F_GETFL);
        if (mode >= 0 && (mode & O_ACCMODE) != O_RDONLY)
            write_apart(file);
        if (mode < 0 || (mode & O_ACCMODE) != O_RDONLY)
            continue;
        off_t at = lseek(file, 0, SEEK_CUR);
        (void)snprintf(name, sizeof name, "/proc/self/fd/%d", file);
        int own = at < 0 ? -1 : open(name, O_RDONLY);
        if (own >= 0 && (lseek(own, at, SEEK_SET) != at || dup2(own, file) != file))
            _exit(96);
        if (own >= 0)
            (void)close(own);
    }
}

/* Do `size` bytes from here on stand in both files? */
static bool same_bytes(int a, off_t a_B, int b, off_t b_B)
{
    char one[4096], other[4096];
    for (;; a_B += (off_t)sizeof one, b_B += (off_t)sizeof other) {
        ssize_t n = pread(a, one, sizeof one, a_B), m = pread(b, other, sizeof other, b_B);
        if (n != m || n < 0 || memcmp(one, other, (size_t)n) != 0)
            return false;
        if (n < (ssize_t)sizeof one)
            return true;
    }
}

/* A child gives no file its name, its parent will; it sees whether it has made the same as was made
 * before. */
int rename(const char *from, const char *to)
{
    if (!memory.child || memory.own_only)
        return renameat(AT_FDCWD, from, AT_FDCWD, to);
    int wanted = open(to, O_RDONLY), made = run.drawing > 0 ? run.drawing : open(from, O_RDONLY);
    run.different = run.different || wanted < 0 || made < 0 ||
                    !same_bytes(made, 0, wanted, run.drawing > 0 ? run.drawn_B : 0);
    return unlink(from);
}

/* Nor does it remove what its parent writes. */
int unlink(const char *path)
{
    return memory.child && !memory.own_only && run.drawing > 0 ? 0 : unlinkat(AT_FDCWD, path, 0);
}

static void redirect_out(void)
{
    run.out = memfd_create("out", 0);
    if (run.out < 0 || dup2(run.out, STDOUT_FILENO) < 0)
        _exit(99);
}

static void redirect(void)
{
    redirect_out();
    run.err = memfd_create("err", 0);
    if (run.err < 0 || dup2(run.err, STDERR_FILENO) < 0)
        _exit(99);
}

static size_t content(int file, char *text, size_t room)
{
    ssize_t n = pread(file, text, room - 1, 0);
    text[n < 0 ? 0 : n] = '\0';
    return n < 0 ? 0 : (size_t)n;
}

static int files_in(const char *path)
{
    int n = 0;
    DIR *folder = opendir(path);
    if (folder == NULL)
        return -1;
    for (const struct dirent *e = readdir(folder); e != NULL; e = readdir(folder))
        n += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    (void)closedir(folder);
    return n;
}

/* Bytes of a file; -1: there is none. */
static long size_of(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 ? (long)info.st_size : -1;
}

static bool is_answer(int status)
{
    enum { MORE = 16 };
    char *text = malloc(run.wanted.size + MORE);
    bool same = text != NULL && status == run.wanted.status &&
                content(run.out, text, run.wanted.size + MORE) == run.wanted.size &&
                memcmp(text, run.wanted.answer, run.wanted.size) == 0;
    free(text);
    return same;
}

/* Why a child's end is not as it should be; NULL: it is. */
static const char *fault_of(int status, const char *said)
{
    const char *end = strchr(said, '\n');
    enum { THEIRS_MAX = 64 };
    /* A library that gets no memory may lose a few blocks (GSL a workspace that is half made); what
     * it drew with, it keeps. */
    if (!run.drawn && labs(memory.live) > (memory.theirs ? THEIRS_MAX : 0))
        return "something stays allocated";
    if (status == 5 && strncmp(said, "cephplan: ", 10) == 0 && end != NULL && end[1] == '\0') {
        if (strstr(said, "memory") == NULL && strstr(said, "Cannot allocate") == NULL)
            return "another reason is told";
        return NULL;
    }
    if (!is_answer(status))
        return "neither one line and status 5 nor the answer";
    return run.different && !memory.theirs ? "another drawing" : NULL;
}

/* A child's last act. */
static void judge(int status)
{
    char said[SAID_B];
    memory.counting = memory.ever = false;
    content(run.err, said, sizeof said);
    const char *fault = fault_of(status, said);
    if (fault == NULL)
        child_exit(0);
    char text[2 * SAID_B];
    int n = snprintf(text, sizeof text, "%s: allocation %ld%s: %s; status %d, live %ld, said: %s\n",
                     run.name, memory.failed, memory.step == 0 ? " and later" : "", fault, status,
                     memory.live, said);
    ssize_t written = write(3, text, (size_t)n);
    child_exit(written == n ? 1 : 2);
}

/* A child ended at once, as a library does: one line on memory must stand there. */
static bool is_last_word(int status)
{
    char said[SAID_B];
    content(run.err, said, sizeof said);
    const char *end = strchr(said, '\n');
    return run.drawn && WIFEXITED(status) && WEXITSTATUS(status) == 5 &&
           strncmp(said, "cephplan: out of memory", 23) == 0 && end != NULL && end[1] == '\0';
}

/* Both children of one allocation. */
static void try_refusal(void)
{
    for (int ever = 0; ever < (run.drawn && memory.theirs ? 1 : 2); ever++) {
        int status = 0;
        if (ftruncate(run.err, 0) != 0 || lseek(run.err, 0, SEEK_SET) != 0)
            _exit(94);
        pid_t child = fork();
        if (child == 0) {
            memory.child = true;
            memory.failed = memory.asked;
            memory.ever = ever == 1;
            memory.step = ever == 1 ? 0 : memory.step;
            (void)alarm(CHILD_s);
            part_from_parent();
            redirect_out();
            return;
        }
        memory.tried++;
        if (child < 0 || waitpid(child, &status, 0) != child)
            memory.broken++;
        else if (WIFSIGNALED(status))
            (void)dprintf(3, "%s: allocation %ld%s: died of signal %d\n", run.name, memory.asked,
                          ever == 1 ? " and later" : "", WTERMSIG(status));
        memory.broken += status != 0 && !is_last_word(status);
        memory.ended += is_last_word(status);
    }
}

static int run_once(char **arguments, int n)
{
    memory.asked = memory.live = 0;
    memory.thread = pthread_self();
    memory.counting = true;
    int status = program_run(n, arguments);
    (void)fflush(stdout);
    memory.counting = false;
    if (memory.child)
        judge(status);
    return status;
}

static int split(char *words, char **arguments)
{
    int n = 0;
    char *rest = NULL;
    for (char *w = strtok_r(words, " ", &rest); w != NULL; w = strtok_r(NULL, " ", &rest))
        arguments[n++] = w;
    arguments[n] = NULL;
    return n;
}

/* The whole of one command line, in a process of its own: first twice without trouble, to warm up
 * what the C library keeps and to know the answer, then with a fork at every allocation. */
static void try_command(const char *words)
{
    char *arguments[ARGUMENTS_MAX];
    static char buffer[BUFSIZ];
    char copy[400];
    (void)snprintf(copy, sizeof copy, "cephplan %s", words);
    int n = split(copy, arguments);
    (void)setvbuf(stdout, buffer, _IOFBF, sizeof buffer); /* no allocation of its own */
    redirect();
    (void)run_once(arguments, n);
    if (ftruncate(run.out, 0) != 0 || lseek(run.out, 0, SEEK_SET) != 0)
        _exit(98);
    run.wanted.status = run_once(arguments, n);
    off_t size = lseek(run.out, 0, SEEK_END);
    run.wanted.answer = malloc((size_t)size + 1);
    run.wanted.size = content(run.out, run.wanted.answer, (size_t)size + 1);
    long live = memory.live, asked = memory.asked;
    bool every = trials_wanted() >= 10000;
    long points = run.drawn ? (every ? DRAWN_LONG : DRAWN_POINTS) : every ? asked : POINTS;
    memory.next = 1;
    memory.step = asked < points ? 1 : asked / points;
    int status = run_once(arguments, n);
    memory.broken += status != run.wanted.status;
    char suffix[80];
    (void)snprintf(suffix, sizeof suffix, " (%ld ended by a library)", memory.ended);
    (void)dprintf(3, "    %6ld refusals at %ld allocations%s: %s\n", memory.tried, asked,
                  memory.ended == 0 ? "" : suffix, words);
    if (run.wanted.status > 1 || status != run.wanted.status || (!run.drawn && live != 0))
        (void)dprintf(3, "%s: status %d, then %d, %ld stay allocated without any failure\n", words,
                      run.wanted.status, status, live);
    child_exit(memory.broken == 0 && run.wanted.status <= 1 && (run.drawn || live == 0) ? 0 : 1);
}

/* Each in a process of its own, so that nothing one leaves behind helps the next. */
static int broken_of(const char *words)
{
    int status = 0;
    (void)fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGSYS};
        for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
            (void)signal(signals[i], SIG_DFL); /* cmocka has taken them */
        if (dup2(STDERR_FILENO, 3) != 3)
            _exit(97);
        run.name = words;
        try_command(words);
    }
    return child < 0 || waitpid(child, &status, 0) != child || status != 0;
}

/* -- files ---------------------------------------------------------------------------------------
 */

/* One run in a process of its own whose own allocation number `fail` is refused, and `ever` the
 * ones behind it. A fork in the middle would not do: both would write the same file. */
static int run_refused(const char *words, long fail, bool ever)
{
    int status = 0;
    (void)fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        char *arguments[ARGUMENTS_MAX];
        char copy[400];
        (void)snprintf(copy, sizeof copy, "cephplan %s", words);
        int n = split(copy, arguments);
        redirect();
        memory.own_only = true;
        memory.child = true;
        memory.thread = pthread_self();
        memory.refuse_at = fail;
        memory.ever_from = ever ? fail : 0;
        memory.asked = 0;
        memory.counting = true;
        int ended = program_run(n, arguments);
        memory.counting = false;
        if (fail == 0 && dprintf(3, "%ld", memory.asked) < 0)
            ended = 90;
        child_exit(ended);
    }
    return child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)
               ? -1
               : WEXITSTATUS(status);
}

/* What the parent has done: how many allocations of its own a run asks for. */
static long own_allocations(const char *words)
{
    char text[32];
    int file = memfd_create("count", 0), keep = dup(3);
    if (file < 0 || dup2(file, 3) != 3 || run_refused(words, 0, false) > 1)
        return -1;
    (void)content(file, text, sizeof text);
    (void)close(file);
    if (keep >= 0) {
        (void)dup2(keep, 3);
        (void)close(keep);
    } else {
        (void)close(3);
    }
    return strtol(text, NULL, 10);
}

/* In steps, and the last four each: there a document that is being drawn grows. */
static long next_point(long at, long step, long n)
{
    if (at >= n - 3)
        return at + 1;
    return at + step < n - 3 ? at + step : n - 3;
}

static int broken_files_of(const char *command, const char *file)
{
    struct arena arena;
    int broken = 0;
    arena_init(&arena, NULL);
    const char *folder = scratch_make(&arena);
    char words[500], path[400];
    (void)snprintf(path, sizeof path, "%s/%s", folder, file);
    (void)snprintf(words, sizeof words, "%s %s", command, path);
    long n = own_allocations(words), size = size_of(path);
    int whole = files_in(folder), points = 5;
    long step = trials_wanted() < 10000 && n > points ? n / points : 1;
    scratch_empty(folder);
    for (long fail = 1; fail <= n; fail = next_point(fail, step, n)) {
        for (int ever = 0; ever < 2; ever++) {
            int status = run_refused(words, fail, ever == 1), left = files_in(folder);
            /* A chart may have its name already when the answer beside it fails. */
            bool is_whole = left == whole && size_of(path) == size;
            bool good =
                status == 5 ? left == 0 || is_whole : status <= 1 && status >= 0 && is_whole;
            if (!good)
                print_error("%s: own allocation %ld of %ld%s: status %d, %d files left\n", words,
                            fail, n, ever == 1 ? " and later" : "", status, left);
            broken += !good;
            scratch_empty(folder);
        }
    }
    print_message("    %ld own allocations: %s\n", n, words);
    broken += n < 1 || whole < 1;
    scratch_remove(folder);
    arena_free(&arena);
    return broken;
}

static void each_allocation_may_fail(void **state)
{
    (void)state;
    static const char *const commands[] = {
        "estimate rbdbench",
        "estimate tests/golden/cli/input/small.yaml --model all --format json",
        "estimate kvaps -w rw=randread,bs=4k,rate=1000 --format csv",
        "curve rbdbench -w rw=randread,bs=4k --draws 10",
        "compare fefcc-3hdd fefcc-6hdd --format md",
        "sweep rbdbench --set pools.0.size=2,3 -w rw=randread,bs=4k,iodepth=8",
        "expand hdd-12-nvme-db --add hosts=1 --draws 10 --format json",
        "capacity ec42-archive --today 2026-12-01",
        "recover ec42-archive --lose host --draws 10",
        "check fefcc-3hdd --format json",
        "size home-3node --draws 10 --format json",
        "validate n-cephio-2021-8node-64nvme-nautilus-1osd --model all --draws 10",
        "calibrate data/records/h-cephbrag-2015-cisco-8x28.yaml "
        "data/records/h-hardenedlinux-2017-3x6-hdd.yaml --draws 10 -q",
        "validate --lopo data/records/h-cephbrag-2015-cisco-8x28.yaml "
        "data/records/h-hardenedlinux-2017-3x6-hdd.yaml --draws 10",
        "import tests/cases/fio-json/02-four-jobs-not-grouped.json -q",
        "import tests/cases/seeds/000_ff4a4680b62e6f51.txt --as record --format json -q",
        "import tests/cases/cbt --format json -q",
        "import tests/cases/osd-df-tree --format csv -q",
        "import tests/cases/osd-metadata --format json -q",
        "import tests/cases/ceph-df/01-compressed-pool-used-below-stored.txt -q",
        "import tests/cases/crystaldiskmark/01-v8-0-1-default.txt -q",
        "import tests/cases/dd/01-c-locale.txt --format json -q",
        "import tests/cases/ec-profile/02-default-text.txt --format json -q",
        "import tests/cases/fio-client/02-one-server-json.txt -q",
        "import tests/cases/fio-jsonplus/01-randread-bins.json -q",
        "import tests/cases/fio-terse/01-version-2-of-a-3x-release.txt --format json -q",
        "import tests/cases/fio-text/02-four-jobs-not-grouped.txt --format md -q",
        "import tests/cases/mixed-paste/01-terminal-rados-dd-iperf.txt -q",
        "import tests/cases/osd-bench/01-osd-0-default-genuine.json -q",
        "import tests/cases/osd-df/01-two-classes-uneven-text.txt -q",
        "import tests/cases/osd-tree/04-racks-two-roots-down-out-stray-json.json -q",
        "import tests/cases/pool-ls-detail/02-six-pools-json.json --format json -q",
        "import tests/cases/rados-bench/01-write-4m-genuine.txt -q",
        "import tests/cases/rados-bench-json/02-write-with-cleanup-lines-inside-the-json.json -q",
        "import tests/cases/rbd-bench/01-write-4k-rand-genuine.txt -q",
        "import tests/cases/sysbench/02-rndwr-interval-reports-fsync-each.txt -q",
        "devices --format json",
        "devices class-hdd-7200 --catalogue data/devices",
        "models engine",
        "fields --format json-schema",
        "man 5",
        "completion bash",
        "help estimate",
        "version",
    };
    int broken = 0;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        broken += broken_of(commands[i]);
    assert_int_equal(broken, 0);
}

/* The same where cairo and pango draw; what they make is the same or nothing. */
static void each_allocation_of_a_drawing_may_fail(void **state)
{
    (void)state;
    static const struct {
        const char *words, *file;
    } commands[] = {
        {"estimate rbdbench --draws 10 --chart", "a.svg"},
        {"estimate rbdbench --draws 10 --chart", "a.png"},
        {"capacity ec42-archive --today 2026-12-01 --chart", "a.pdf"},
        {"report rbdbench --draws 10 --today 2026-12-01 -o", "a.html"},
        {"report rbdbench --draws 10 --today 2026-12-01 -o", "a.pdf"},
    };
    struct arena arena;
    int broken = 0;
    arena_init(&arena, NULL);
    const char *folder = scratch_make(&arena);
    (void)setenv("SOURCE_DATE_EPOCH", "1", 1);
    run.drawn = true;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        broken += broken_of(
            arena_printf(&arena, "%s %s/%s", commands[i].words, folder, commands[i].file));
        if (files_in(folder) != 1)
            print_error("%s: %d files left\n", commands[i].words, files_in(folder));
        broken += files_in(folder) != 1;
        scratch_empty(folder);
    }
    run.drawn = false;
    scratch_remove(folder);
    arena_free(&arena);
    assert_int_equal(broken, 0);
}

/* Files appear whole or not at all; cairo, pango and GLib get all they ask for. */
static void no_half_written_file_is_left(void **state)
{
    (void)state;
    static const struct {
        const char *words, *file;
    } commands[] = {
        {"estimate rbdbench --draws 10 -o", "a.txt"},
        {"estimate rbdbench --draws 10 --chart", "a.svg"},
        {"estimate rbdbench --draws 10 --chart", "a.png"},
        {"capacity ec42-archive --today 2026-12-01 --chart", "a.pdf"},
        {"report rbdbench --draws 10 --today 2026-12-01 -o", "a.html"},
        {"report rbdbench --draws 10 --today 2026-12-01 -o", "a.md"},
        {"report rbdbench --draws 10 --today 2026-12-01 -o", "a.pdf"},
    };
    int broken = 0;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        broken += broken_files_of(commands[i].words, commands[i].file);
    assert_int_equal(broken, 0);
}

int main(void)
{
    for (int file = 3; file < 64; file++) /* what make or a shell left open is no drawing */
        (void)close(file);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation_may_fail),
        cmocka_unit_test(each_allocation_of_a_drawing_may_fail),
        cmocka_unit_test(no_half_written_file_is_left),
    };
    outfile_guard();
    num_init();
    return suite_run("out of memory", tests, sizeof tests / sizeof tests[0]);
}

#else

int main(void)
{
    print_message(
        "[  SKIPPED ] each_allocation_may_fail: the sanitizer's or another C library's malloc "
        "cannot be replaced\n");
    return 0;
}

#endif
