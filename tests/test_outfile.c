/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/suite.h"

#include "base/outfile.h"

#include <signal.h>

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

struct folder {
    char path[256];
    char file[300]; /* a name in it that does not exist yet */
};

static int make_folder(void **state)
{
    struct folder *f = calloc(1, sizeof *f);
    const char *base = getenv("TMPDIR");
    if (f == NULL)
        return -1;
    (void)snprintf(f->path, sizeof f->path, "%s/outfile-XXXXXX", base != NULL ? base : "/tmp");
    if (mkdtemp(f->path) == NULL)
        return -1;
    (void)snprintf(f->file, sizeof f->file, "%s/result", f->path);
    *state = f;
    return 0;
}

/* Counts the entries of the folder and removes them when asked. */
static int entries(const char *path, bool remove_them)
{
    int n = 0;
    DIR *dir = opendir(path);
    if (dir == NULL)
        return -1;
    for (struct dirent *e = readdir(dir); e != NULL; e = readdir(dir)) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        n++;
        if (remove_them)
            (void)unlinkat(dirfd(dir), e->d_name, 0);
    }
    (void)closedir(dir);
    return n;
}

static int remove_folder(void **state)
{
    struct folder *f = *state;
    (void)chmod(f->path, 0755);
    (void)entries(f->path, true);
    int status = rmdir(f->path);
    free(f);
    return status;
}

static void expect_content(const char *path, const char *text)
{
    char buf[256];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t n = fread(buf, 1, sizeof buf - 1, file);
    buf[n] = '\0';
    (void)fclose(file);
    assert_string_equal(buf, text);
}

static void expect_failure(const char *path, const char *reason)
{
    struct err err = ERR_INIT;
    assert_false(outfile_write(path, "abc", 3, &err));
    assert_int_equal(err.kind, ERR_IO);
    assert_string_equal(err.file, path);
    if (strstr(err.text, reason) == NULL)
        fail_msg("'%s' does not say '%s'", err.text, reason);
}

static void a_file_appears_whole_at_commit(void **state)
{
    struct folder *f = *state;
    struct err err = ERR_INIT;
    struct outfile out;
    assert_true(outfile_open(&out, f->file, &err));
    assert_true(fputs("new", out.file) >= 0);
    assert_int_equal(access(f->file, F_OK), -1);
    assert_true(outfile_commit(&out, &err));
    expect_content(f->file, "new");
    assert_int_equal(entries(f->path, false), 1);
}

static void an_abandoned_file_leaves_the_old_one(void **state)
{
    struct folder *f = *state;
    struct err err = ERR_INIT;
    struct outfile out;
    assert_true(outfile_write(f->file, "old", 3, &err));
    assert_true(outfile_open(&out, f->file, &err));
    assert_true(fputs("half", out.file) >= 0);
    outfile_abandon(&out);
    expect_content(f->file, "old");
    assert_int_equal(entries(f->path, false), 1);
}

static void a_replaced_file_keeps_its_permissions(void **state)
{
    struct folder *f = *state;
    struct err err = ERR_INIT;
    struct stat found;
    assert_true(outfile_write(f->file, "old", 3, &err));
    assert_int_equal(chmod(f->file, 0640), 0);
    assert_true(outfile_write(f->file, "new", 3, &err));
    assert_int_equal(stat(f->file, &found), 0);
    assert_int_equal(found.st_mode & 07777, 0640);
}

static void a_new_file_obeys_the_umask(void **state)
{
    struct folder *f = *state;
    struct err err = ERR_INIT;
    struct stat found;
    mode_t before = umask(027);
    assert_true(outfile_write(f->file, "new", 3, &err));
    (void)umask(before);
    assert_int_equal(stat(f->file, &found), 0);
    assert_int_equal(found.st_mode & 07777, 0640);
}

static void a_symbolic_link_stays_a_link(void **state)
{
    struct folder *f = *state;
    struct err err = ERR_INIT;
    struct stat found;
    char link[320];
    (void)snprintf(link, sizeof link, "%s/link", f->path);
    assert_true(outfile_write(f->file, "old", 3, &err));
    assert_int_equal(symlink(f->file, link), 0);
    assert_true(outfile_write(link, "new", 3, &err));
    expect_content(f->file, "new");
    assert_int_equal(lstat(link, &found), 0);
    assert_true(S_ISLNK(found.st_mode));
}

static void failures_name_file_and_reason_and_leave_nothing(void **state)
{
    struct folder *f = *state;
    char path[340];
    struct err err = ERR_INIT;
    expect_failure("/dev/full", "No space left on device");
    expect_failure(f->path, "directory");
    (void)snprintf(path, sizeof path, "%s/missing/x.svg", f->path);
    expect_failure(path, "No such file or directory");
    assert_true(outfile_write(f->file, "old", 3, &err));
    (void)snprintf(path, sizeof path, "%s/x.svg", f->file);
    expect_failure(path, "Not a directory");
    assert_int_equal(chmod(f->file, 0444), 0);
    expect_failure(f->file, "read-only");
    expect_content(f->file, "old");
    assert_int_equal(entries(f->path, false), 1);
}

static int status_of(pid_t child)
{
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

/* Root may write everywhere, so the child becomes nobody. */
static void a_folder_without_permission_is_an_error(void **state)
{
    struct folder *f = *state;
    assert_int_equal(chmod(f->path, 0555), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct err err = ERR_INIT;
        if (geteuid() == 0 && seteuid(65534) != 0)
            _exit(2);
        bool done = outfile_write(f->file, "abc", 3, &err);
        _exit(!done && err.kind == ERR_IO && strstr(err.text, "Permission denied") != NULL ? 0 : 1);
    }
    assert_int_equal(status_of(child), 0);
    assert_int_equal(entries(f->path, false), 0);
}

static void a_closed_pipe_is_an_error_not_a_death(void **state)
{
    struct folder *f = *state;
    assert_int_equal(mkfifo(f->file, 0600), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct err err = ERR_INIT;
        struct outfile out;
        outfile_guard();
        int reader = open(f->file, O_RDONLY | O_NONBLOCK);
        bool opened = reader >= 0 && outfile_open(&out, f->file, &err);
        (void)close(reader);
        bool wrote = opened && fputs("abc", out.file) >= 0 && outfile_commit(&out, &err);
        _exit(opened && !wrote && strstr(err.text, "Broken pipe") != NULL ? 0 : 1);
    }
    assert_int_equal(status_of(child), 0);
}

static void a_signal_removes_what_is_half_written(void **state)
{
    struct folder *f = *state;
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            struct err err = ERR_INIT;
            struct outfile out;
            (void)signal(
                numbers[i],
                SIG_DFL); /* whoever runs the tests may ignore it: nohup, a shell's background */
            outfile_guard();
            if (!outfile_open(&out, f->file, &err) || entries(f->path, false) != 1)
                _exit(1);
            (void)raise(numbers[i]);
            _exit(2);
        }
        int status = status_of(child);
        assert_true(WIFSIGNALED(status));
        assert_int_equal(WTERMSIG(status), numbers[i]);
        assert_int_equal(entries(f->path, false), 0);
    }
}

/* What the program already said on standard output must neither vanish nor be overwritten. */
static void standard_output_by_name_is_appended_to(void **state)
{
    struct folder *f = *state;
    static const char *const names[] = {"-", "/dev/stdout"};
    for (size_t i = 0; i < 2; i++) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            struct err err = ERR_INIT;
            if (freopen(f->file, "w", stdout) == NULL || printf("table ") < 0)
                _exit(1);
            bool done = outfile_write(names[i], "chart", 5, &err);
            done = done && printf(" end") > 0 && fflush(stdout) == 0;
            _exit(done ? 0 : 1);
        }
        assert_int_equal(status_of(child), 0);
        expect_content(f->file, "table chart end");
    }
}

#define IN_FOLDER(f) cmocka_unit_test_setup_teardown(f, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_file_appears_whole_at_commit),
        IN_FOLDER(an_abandoned_file_leaves_the_old_one),
        IN_FOLDER(a_replaced_file_keeps_its_permissions),
        IN_FOLDER(a_new_file_obeys_the_umask),
        IN_FOLDER(a_symbolic_link_stays_a_link),
        IN_FOLDER(failures_name_file_and_reason_and_leave_nothing),
        IN_FOLDER(a_folder_without_permission_is_an_error),
        IN_FOLDER(a_closed_pipe_is_an_error_not_a_death),
        IN_FOLDER(a_signal_removes_what_is_half_written),
        IN_FOLDER(standard_output_by_name_is_appended_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
