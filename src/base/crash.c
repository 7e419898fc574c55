/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: `depth` counts the guards that are open; the signals are ours and standard error is
 * put aside from the first to the last of them. The state outlives a call: a signal handler has no
 * other way to it. */
#define _XOPEN_SOURCE 700 /* SIGTRAP */

#include "base/crash.h"

#include "base/err.h"
#include "base/outfile.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const int deadly[] = {SIGSEGV, SIGBUS, SIGABRT, SIGTRAP, SIGILL, SIGFPE};
enum { N_DEADLY = sizeof deadly / sizeof deadly[0] };

static struct {
    int depth;
    const char *line;
    int stderr_copy; /* -1: there is none */
} guard = {.stderr_copy = -1};

static void say_and_exit(int number)
{
    (void)number;
    int out = guard.stderr_copy >= 0 ? guard.stderr_copy : STDERR_FILENO;
    outfile_remove_all();
    ssize_t written = write(out, guard.line, strlen(guard.line));
    (void)written; /* nothing is left to do about it */
    _exit(err_exit_status(ERR_IO));
}

static bool signals_are_free(void)
{
    struct sigaction now;
    for (int i = 0; i < N_DEADLY; i++)
        if (sigaction(deadly[i], NULL, &now) != 0 || now.sa_handler != SIG_DFL)
            return false;
    return true;
}

/* On a stack of its own: GLib's report of an error that it has no memory for may fill the other. */
static void handle(void (*handler)(int number))
{
    static char room[65536];
    stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
    (void)sigaltstack(&stack, NULL);
    (void)sigfillset(&action.sa_mask);
    for (int i = 0; i < N_DEADLY; i++)
        (void)sigaction(deadly[i], &action, NULL);
}

static void mute(void)
{
    int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
    (void)fflush(stderr);
    guard.stderr_copy = nothing < 0 ? -1 : fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (guard.stderr_copy >= 0)
        (void)dup2(nothing, STDERR_FILENO);
    if (nothing >= 0)
        (void)close(nothing);
}

static void unmute(void)
{
    if (guard.stderr_copy < 0)
        return;
    (void)fflush(stderr);
    (void)dup2(guard.stderr_copy, STDERR_FILENO);
    (void)close(guard.stderr_copy);
    guard.stderr_copy = -1;
}

void crash_guard_begin(const char *line)
{
    if (guard.depth++ > 0)
        return;
    guard.line = NULL;
    if (!signals_are_free())
        return;
    guard.line = line;
    mute();
    handle(say_and_exit);
}

void crash_guard_end(void)
{
    if (--guard.depth > 0 || guard.line == NULL)
        return;
    handle(SIG_DFL);
    unmute();
}
