/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: a temporary file exists only while its slot of the registry is live, but for moments
 * in which the ending signals are blocked. The registry is the one piece of state that outlives a
 * call: a signal handler has no other way to learn what to remove. */
#define _XOPEN_SOURCE 700 /* realpath */

#include "base/outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { N_SLOTS = 96, NAME_MAX_B = 4352 };

struct slot {
    char temporary[NAME_MAX_B];
    char target[NAME_MAX_B];
    volatile sig_atomic_t taken; /* by an open outfile */
    volatile sig_atomic_t live;  /* `temporary` names a file to remove */
};

static struct slot slots[N_SLOTS];

static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { N_ENDING = sizeof ending_signals / sizeof ending_signals[0] };

static void remove_and_die(int number)
{
    for (int i = 0; i < N_SLOTS; i++)
        if (slots[i].live)
            (void)unlink(slots[i].temporary);
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

static bool pipe_ignored = true; /* SIGPIPE, before outfile_guard */

bool outfile_follows_reader(void)
{
    return !pipe_ignored;
}

void outfile_follow_reader(void)
{
    (void)signal(SIGPIPE, SIG_DFL);
    (void)raise(SIGPIPE);
}

void outfile_guard(void)
{
    struct sigaction action = {.sa_handler = remove_and_die};
    (void)sigemptyset(&action.sa_mask);
    for (int i = 0; i < N_ENDING; i++) {
        struct sigaction before;
        bool ignored =
            sigaction(ending_signals[i], NULL, &before) == 0 && before.sa_handler == SIG_IGN;
        if (!ignored)
            (void)sigaction(ending_signals[i], &action, NULL);
    }
    pipe_ignored = signal(SIGPIPE, SIG_IGN) == SIG_IGN;
    (void)signal(SIGXFSZ, SIG_IGN); /* a limit on file sizes is an error like a full disk */
}

static void block_signals(sigset_t *before)
{
    sigset_t ending;
    (void)sigemptyset(&ending);
    for (int i = 0; i < N_ENDING; i++)
        (void)sigaddset(&ending, ending_signals[i]);
    (void)pthread_sigmask(SIG_BLOCK, &ending, before);
}

static void restore_signals(const sigset_t *before)
{
    (void)pthread_sigmask(SIG_SETMASK, before, NULL);
}

static bool fail(struct err *err, const char *path, const char *what, const char *why)
{
    (void)err_set(err, ERR_IO, "%s: %s", what, why);
    err_locate(err, path, 0, 0);
    return false;
}

static bool is_open_as(int descriptor, const struct stat *file)
{
    struct stat open;
    return fstat(descriptor, &open) == 0 && open.st_dev == file->st_dev &&
           open.st_ino == file->st_ino;
}

/* A second handle of a descriptor: it shares the place in the file, so that earlier output stays.
 */
static bool open_descriptor(struct outfile *out, int descriptor, struct err *err)
{
    (void)fflush(descriptor == STDOUT_FILENO ? stdout : stderr);
    int copy = dup(descriptor);
    out->file = copy < 0 ? NULL : fdopen(copy, "w");
    if (out->file == NULL) {
        int why = errno;
        if (copy >= 0)
            (void)close(copy);
        return fail(err, out->path, "cannot open", strerror(why));
    }
    return true;
}

static bool open_straight(struct outfile *out, struct err *err)
{
    out->file = fopen(out->path, "w");
    return out->file != NULL || fail(err, out->path, "cannot open for writing", strerror(errno));
}

/* The permissions the file will have: those of the file it replaces, or what a new file gets. */
static mode_t wanted_mode(const struct stat *replaced)
{
    if (replaced != NULL)
        return replaced->st_mode & 07777;
    mode_t mask = umask(0);
    (void)umask(mask);
    return 0666 & ~mask;
}

/* Fills the slot's names: what a symbolic link points to is replaced, not the link. */
static bool name_files(struct slot *slot, const char *path, bool exists)
{
    char real[PATH_MAX];
    const char *target = exists && realpath(path, real) != NULL ? real : path;
    const char *slash = strrchr(target, '/');
    int folder = slash == NULL ? 0 : (int)(slash - target) + 1;
    int length = snprintf(slot->target, sizeof slot->target, "%s", target);
    int longer =
        snprintf(slot->temporary, sizeof slot->temporary, "%.*s.cephplan-XXXXXX", folder, target);
    return length < NAME_MAX_B && longer < NAME_MAX_B;
}

static bool open_temporary(struct outfile *out, const struct stat *replaced, struct err *err)
{
    struct slot *slot = &slots[out->slot];
    if (!name_files(slot, out->path, replaced != NULL))
        return fail(err, out->path, "cannot create", strerror(ENAMETOOLONG));
    sigset_t before;
    block_signals(&before);
    int descriptor = mkstemp(slot->temporary);
    int why = errno;
    slot->live = descriptor >= 0;
    restore_signals(&before);
    if (descriptor < 0)
        return fail(err, out->path, "cannot create", strerror(why));
    if (fchmod(descriptor, wanted_mode(replaced)) == 0)
        out->file = fdopen(descriptor, "w");
    if (out->file == NULL) {
        why = errno;
        (void)close(descriptor);
        (void)unlink(slot->temporary);
        slot->live = 0;
        return fail(err, out->path, "cannot create", strerror(why));
    }
    return true;
}

static int take_slot(void)
{
    for (int i = 0; i < N_SLOTS; i++) {
        if (!slots[i].taken) {
            slots[i].taken = 1;
            return i;
        }
    }
    return -1;
}

bool outfile_open(struct outfile *out, const char *path, struct err *err)
{
    *out = (struct outfile){.path = path, .slot = -1};
    struct stat found;
    if (strcmp(path, "-") == 0)
        return open_descriptor(out, STDOUT_FILENO, err);
    bool exists = stat(path, &found) == 0;
    if (exists && is_open_as(STDOUT_FILENO, &found))
        return open_descriptor(out, STDOUT_FILENO, err);
    if (exists && is_open_as(STDERR_FILENO, &found))
        return open_descriptor(out, STDERR_FILENO, err);
    if (exists && S_ISDIR(found.st_mode))
        return fail(err, path, "cannot write", strerror(EISDIR));
    if (exists && !S_ISREG(found.st_mode))
        return open_straight(out, err);
    /* Root may write anything, but a file somebody marked read-only was marked for a reason. */
    if (exists && ((found.st_mode & 0222) == 0 || access(path, W_OK) != 0))
        return fail(err, path, "cannot write", "the file is read-only");
    out->slot = take_slot();
    if (out->slot < 0)
        return fail(err, path, "cannot create", "too many files are being written");
    if (open_temporary(out, exists ? &found : NULL, err))
        return true;
    slots[out->slot].taken = 0;
    out->slot = -1;
    return false;
}

static void drop_slot(struct outfile *out, bool unlink_it)
{
    if (out->slot < 0)
        return;
    struct slot *slot = &slots[out->slot];
    if (unlink_it && slot->live)
        (void)unlink(slot->temporary);
    slot->live = 0;
    slot->taken = 0;
    out->slot = -1;
}

/* Gives the finished temporary file its name. */
static bool take_name(struct slot *slot)
{
    sigset_t before;
    block_signals(&before);
    bool done = rename(slot->temporary, slot->target) == 0;
    int why = errno;
    if (done)
        slot->live = 0;
    restore_signals(&before);
    errno = why;
    return done;
}

bool outfile_commit(struct outfile *out, struct err *err)
{
    /* A stream that failed earlier forgets why; a plain "write error" must do then. */
    int why = ferror(out->file) != 0 ? EIO : 0;
    if (fflush(out->file) != 0)
        why = errno;
    if (why == 0 && out->slot >= 0 && fsync(fileno(out->file)) != 0)
        why = errno;
    if (fclose(out->file) != 0 && why == 0)
        why = errno;
    out->file = NULL;
    if (why == 0 && out->slot >= 0 && !take_name(&slots[out->slot]))
        why = errno;
    drop_slot(out, why != 0);
    return why == 0 || fail(err, out->path, "cannot write", strerror(why));
}

void outfile_abandon(struct outfile *out)
{
    if (out->file != NULL)
        (void)fclose(out->file);
    out->file = NULL;
    drop_slot(out, true);
}

void outfile_release(void *outfile)
{
    outfile_abandon(outfile);
}

bool outfile_write(const char *path, const void *bytes, size_t size, struct err *err)
{
    struct outfile out;
    if (!outfile_open(&out, path, err))
        return false;
    if (size > 0 && fwrite(bytes, 1, size, out.file) != size) {
        int why = errno;
        outfile_abandon(&out);
        return fail(err, path, "cannot write", strerror(why));
    }
    return outfile_commit(&out, err);
}
