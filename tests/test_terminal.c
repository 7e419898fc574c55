/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the program does otherwise on a terminal: tables as wide as it is, colour, a line of
 * progress in long work. The terminal is a pseudo-terminal of this test; the program is $CEPHPLAN.
 */
#define _GNU_SOURCE 1 /* posix_openpt */

#include "support/suite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROOM = 1 << 20 };

static _Noreturn void run_child(const char *terminal, const char *command)
{
    int slave = open(terminal, O_RDWR | O_NOCTTY);
    if (slave < 0 || dup2(slave, STDIN_FILENO) < 0 || dup2(slave, STDOUT_FILENO) < 0 ||
        dup2(slave, STDERR_FILENO) < 0)
        _exit(99);
    (void)execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(98);
}

/* All that a shell command shows on a terminal of so many columns. */
static const char *shown(struct fixture *f, int columns, const char *command)
{
    struct winsize size = {.ws_row = 24, .ws_col = (unsigned short)columns};
    char *text = arena_alloc(&f->arena, ROOM);
    size_t n = 0;
    int status = 0, master = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
    const char *name = suite_text(f, "%s", ptsname(master));
    assert_int_equal(ioctl(master, TIOCSWINSZ, &size), 0);
    (void)fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        run_child(name, command);
    for (;;) {
        ssize_t got = read(master, text + n, ROOM - 1 - n);
        if (got > 0)
            n += (size_t)got;
        else if (got == 0 || errno == EIO) { /* nobody has it open: not yet, or no more */
            if (waitpid(child, &status, WNOHANG) == child)
                break;
            (void)usleep(1000);
        } else
            fail_msg("%s: %s", command, strerror(errno));
    }
    assert_int_equal(close(master), 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        fail_msg("%s: status %d: %s", command, status, text);
    return text;
}

/* The widest line, escape sequences aside. */
static int widest(const char *text)
{
    int most = 0, width = 0;
    for (const char *p = text; *p != '\0'; p++) {
        if (*p == '\x1b')
            p += strcspn(p, "mK");
        else if (*p == '\n' || *p == '\r')
            width = 0;
        else if (((unsigned char)*p & 0xC0) != 0x80)
            most = ++width > most ? width : most;
    }
    return most;
}

static const char *command_of(struct fixture *f, const char *before, const char *arguments)
{
    const char *program = getenv("CEPHPLAN");
    if (program == NULL)
        fail_msg("CEPHPLAN is not set; make check-fast sets it");
    return suite_text(f, "%s '%s' %s", before, program, arguments);
}

static void tables_are_as_wide_as_the_terminal(void **state)
{
    struct fixture *f = *state;
    const char *command = command_of(f, "env -u COLUMNS NO_COLOR=1", "fields");
    const char *asked = command_of(f, "env COLUMNS=90 NO_COLOR=1", "fields");
    for (int columns = 80; columns <= 140; columns += 20) {
        int width = widest(shown(f, columns, command));
        if (width > columns || width < columns - 30)
            fail_msg("%d columns wide on %d", width, columns);
    }
    assert_in_range(widest(shown(f, 10000, command)), 150, 1000);
    /* A page where there is no terminal, or one on which nothing is gained; COLUMNS says otherwise.
     */
    enum { PAGE = 120 };
    assert_in_range(widest(shown(f, 40, command)), PAGE - 30, PAGE);
    assert_in_range(widest(shown(f, 80, suite_text(f, "%s | cat", command))), PAGE - 30, PAGE);
    assert_in_range(widest(shown(f, 140, suite_text(f, "%s | cat", asked))), 60, 90);
    assert_in_range(widest(shown(f, 140, asked)), 110, 140); /* the terminal knows better */
    /* A file is the same whoever looks on. */
    assert_int_equal(widest(shown(f, 80, suite_text(f, "%s -o /dev/null", command))), 0);
}

static void colour_is_for_terminals_that_want_it(void **state)
{
    struct fixture *f = *state;
    static const struct {
        const char *before, *arguments;
        bool coloured;
    } rows[] = {
        {"env -u NO_COLOR TERM=xterm", "check fefcc-3hdd || true", true},
        {"env -u NO_COLOR TERM=xterm", "check fefcc-3hdd --color never || true", false},
        {"NO_COLOR=1 TERM=xterm", "check fefcc-3hdd || true", false},
        {"NO_COLOR= TERM=xterm", "check fefcc-3hdd || true", true},
        {"env -u NO_COLOR TERM=dumb", "check fefcc-3hdd || true", false},
        {"env -u NO_COLOR TERM=xterm", "check fefcc-3hdd | cat", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *text = shown(f, 100, command_of(f, rows[i].before, rows[i].arguments));
        if ((strchr(text, '\x1b') != NULL) != rows[i].coloured)
            fail_msg("%s %s: %s", rows[i].before, rows[i].arguments,
                     rows[i].coloured ? "no colour" : "colour");
    }
}

/* A second of work is waited for; what takes longer is shown, and taken away at its end. */
static void long_work_shows_how_far_it_is(void **state)
{
    struct fixture *f = *state;
    const char *sweep = "sweep rbdbench --set hosts.0.count=3..300 --draws 2000 -o /dev/null";
    const char *text = shown(f, 100, command_of(f, "", sweep));
    const char *last = strstr(text, "] 298/298");
    if (strstr(text, "sweep [#") == NULL || last == NULL)
        fail_msg("no progress: %s", text);
    assert_non_null(strstr(text, "[####################################### ] 297/298"));
    last += strlen("] 298/298");
    assert_true(*last == '\r' && strspn(last + 1, " ") >= strlen("sweep [] 298/298") + 40);
    assert_string_equal(last + 1 + strspn(last + 1, " "), "\r");
    assert_string_equal(shown(f, 100, command_of(f, "", suite_text(f, "%s -q", sweep))), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(tables_are_as_wide_as_the_terminal),
        SUITE_TEST(colour_is_for_terminals_that_want_it),
        SUITE_TEST(long_work_shows_how_far_it_is),
    };
    return suite_run("terminal", tests, sizeof tests / sizeof tests[0]);
}
