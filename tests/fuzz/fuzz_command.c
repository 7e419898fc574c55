/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The whole program in this process: lines up to an empty one are the arguments, the rest is what
 * stands on standard input. No file is written or read above this folder: the linker leads the
 * program's opening calls here (--wrap). */
#define _GNU_SOURCE 1 /* memfd_create, and stdin, stdout and stderr that can be set */

#include "fuzz/fuzz.h"

#include "cli/program.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <jansson.h>

enum { ARGUMENTS_MAX = 24, SEARCH_S = 2 };

/* -- the doors to the file system ---------------------------------------------------------------
 */

/* Set while the program runs; libFuzzer itself reads and writes its folders. */
static bool guarded;

FILE *__real_fopen(const char *path, const char *mode);
int __real_mkstemp(char *name);
int __real_rename(const char *from, const char *to);
int __real_unlink(const char *path);
int __real_mkdir(const char *path, mode_t mode);
DIR *__real_opendir(const char *path);

FILE *__wrap_fopen(const char *path, const char *mode);
int __wrap_mkstemp(char *name);
int __wrap_rename(const char *from, const char *to);
int __wrap_unlink(const char *path);
int __wrap_mkdir(const char *path, mode_t mode);
DIR *__wrap_opendir(const char *path);
int __wrap_scandir(const char *path, struct dirent ***entries, int (*filter)(const struct dirent *),
                   int (*compare)(const struct dirent **, const struct dirent **));

FILE *__wrap_fopen(const char *path, const char *mode)
{
    if (guarded && (mode[0] != 'r' || path[0] == '/' || strstr(path, "..") != NULL)) {
        errno = EACCES;
        return NULL;
    }
    return __real_fopen(path, mode);
}

/* A file without a name, in memory. */
int __wrap_mkstemp(char *name)
{
    return guarded ? memfd_create("fuzz", 0) : __real_mkstemp(name);
}

int __wrap_rename(const char *from, const char *to)
{
    return guarded ? 0 : __real_rename(from, to);
}

int __wrap_unlink(const char *path)
{
    return guarded ? 0 : __real_unlink(path);
}

int __wrap_mkdir(const char *path, mode_t mode)
{
    return guarded ? 0 : __real_mkdir(path, mode);
}

/* Folders of outputs and of devices that the tests have; none that grows. */
static bool is_known_folder(const char *path)
{
    static const char *const known[] = {"tests/cases/", "data/catalogue-example"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strncmp(path, known[i], strlen(known[i])) == 0)
            return strstr(path, "..") == NULL;
    return false;
}

DIR *__wrap_opendir(const char *path)
{
    if (guarded && !is_known_folder(path)) {
        errno = EACCES;
        return NULL;
    }
    return __real_opendir(path);
}

int __wrap_scandir(const char *path, struct dirent ***entries, int (*filter)(const struct dirent *),
                   int (*compare)(const struct dirent **, const struct dirent **))
{
    (void)path;
    (void)entries;
    (void)filter;
    (void)compare;
    errno = EACCES;
    return -1;
}

/* -- one run -- */

struct run {
    char *arguments[ARGUMENTS_MAX + 2];
    int n;
    const char *input;
    size_t input_size;
    bool json;
};

static void split(char *text, size_t size, struct run *run)
{
    static char name[] = "cephplan";
    char *end = text + size;
    run->arguments[run->n++] = name;
    while (text < end && *text != '\n' && run->n <= ARGUMENTS_MAX) {
        char *next = memchr(text, '\n', (size_t)(end - text));
        if (next != NULL)
            *next = '\0';
        run->arguments[run->n++] = text;
        text = next == NULL ? end : next + 1;
    }
    run->input = text < end ? text + 1 : end;
    run->input_size = (size_t)(end - run->input);
    run->arguments[run->n] = NULL;
}

static bool ends_in_yaml(const char *text)
{
    size_t length = strlen(text);
    return length > 5 && strcmp(text + length - 5, ".yaml") == 0;
}

/* Is that no more than 99 draws? */
static bool is_small(const char *draws)
{
    return draws != NULL && strlen(draws) <= 2 && strspn(draws, "0123456789") == strlen(draws);
}

/* What takes minutes by its nature: all records under the sanitizers, each publisher fitted
 * without it, and a range that its user wants to a hair. */
static bool is_long(const struct run *run)
{
    bool named = false, lopo = false;
    for (int i = 2; i < run->n; i++) {
        const char *a = run->arguments[i];
        named = named || strcmp(a, "-") == 0 || ends_in_yaml(a);
        lopo = lopo || strcmp(a, "--lopo") == 0;
        bool draws = strncmp(a, "--draws", 7) == 0;
        if (draws && !is_small(a[7] == '=' ? a + 8 : run->arguments[i + 1]))
            return true;
    }
    const char *command = run->n < 2 ? "" : run->arguments[1];
    bool report = strcmp(command, "report") == 0;
    bool records = strcmp(command, "validate") == 0 || strcmp(command, "calibrate") == 0;
    return (records && !named) || (report && lopo);
}

/* -- the patience of its user -------------------------------------------------------------------
 * A search that goes on is interrupted as its user would do it: by SIGINT, which ends the process
 * when nothing handles it. So the handlers of libFuzzer stand aside while the program runs, and
 * after so much processor time the signal is raised only if the program has set one of its own.
 * libFuzzer's alarm, which finds what never ends, is left alone.
 */

struct patience {
    struct sigaction before; /* libFuzzer's, of SIGINT */
    timer_t timer;
};

static bool is_handled(int number)
{
    struct sigaction now;
    return sigaction(number, NULL, &now) == 0 && now.sa_handler != SIG_DFL;
}

static void interrupt_search(int number)
{
    (void)number;
    if (is_handled(SIGINT))
        (void)raise(SIGINT);
}

static void patience_begin(struct patience *p)
{
    const struct sigaction none = {.sa_handler = SIG_DFL};
    const struct sigaction interrupt = {.sa_handler = interrupt_search, .sa_flags = SA_RESTART};
    const struct itimerspec each = {{.tv_sec = SEARCH_S}, {.tv_sec = SEARCH_S}};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMIN};
    fuzz_check(sigaction(SIGINT, &none, &p->before) == 0 &&
                   sigaction(SIGRTMIN, &interrupt, NULL) == 0 &&
                   timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &p->timer) == 0 &&
                   timer_settime(p->timer, 0, &each, NULL) == 0,
               "a timer");
    (void)raise(SIGRTMIN); /* whenever it comes, it harms nothing but a search */
}

static void patience_end(struct patience *p)
{
    (void)timer_delete(p->timer);
    fuzz_check(!is_handled(SIGINT), "the program leaves no handler behind");
    (void)sigaction(SIGINT, &p->before, NULL);
}

static FILE *input_of(const struct run *run)
{
    if (run->input_size == 0)
        return __real_fopen("/dev/null", "rb");
    return fmemopen((void *)(uintptr_t)run->input, run->input_size, "rb");
}

static void check_error(const struct run *run, int status, const char *said)
{
    fuzz_check(status >= 0 && status <= 5, "an exit status of the table");
    fuzz_check(fuzz_is_printable(said), "messages are printable");
    if (status >= 2 && run->n > 1) /* the overview of a bare call is no message */
        fuzz_check(said[0] != '\0' && said[strlen(said) - 1] == '\n', "a failure has a message");
}

static void check_answer(const struct run *run, int status, const char *bytes, size_t size)
{
    json_error_t error;
    if (status >= 2) {
        fuzz_check(size == 0 || run->n < 2, "a failure has no answer");
        return;
    }
    if (!run->json || size == 0 || bytes[0] != '{')
        return;
    json_t *root = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, &error);
    if (root == NULL)
        (void)fprintf(stderr, "%d:%d: %s\n", error.line, error.column, error.text);
    fuzz_check(root != NULL, "JSON is JSON");
    json_decref(root);
}

static void run_program(struct run *run)
{
    FILE *const input = stdin, *const answer = stdout, *const errors = stderr;
    char *out = NULL, *err = NULL;
    size_t out_size = 0, err_size = 0;
    struct patience patience;
    stdin = input_of(run);
    stdout = open_memstream(&out, &out_size);
    stderr = open_memstream(&err, &err_size);
    patience_begin(&patience);
    guarded = true;
    int status = program_run(run->n, run->arguments);
    guarded = false;
    (void)fclose(stdin);
    (void)fclose(stdout);
    (void)fclose(stderr);
    stdin = input;
    stdout = answer;
    stderr = errors;
    patience_end(&patience);
    check_error(run, status, err);
    check_answer(run, status, out, out_size);
    free(out);
    free(err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct run run = {.n = 0};
    if (memchr(data, 0, size) != NULL)
        return 0; /* no argument can hold it */
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = '\0';
    split(text, size, &run);
    for (int i = 1; i < run.n; i++)
        run.json = run.json || strstr(run.arguments[i], "json") != NULL;
    if (!is_long(&run))
        run_program(&run);
    free(text);
    return 0;
}
