/* SPDX-License-Identifier: MIT */
#include "files.h"

#include "terminal.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* No input of the workbench is anywhere near this; it bounds what a wrong file can cost. */
#define MAX_FILE_BYTES (64u << 20)

/* The file being filled, for fk_file_abandon in a signal handler. */
static char unfinished[4096];
static volatile sig_atomic_t unfinished_set;

void fk_file_abandon(void)
{
    if (unfinished_set) {
        unlink(unfinished);
        unfinished_set = 0;
    }
}

char *fk_file_read(const char *path, size_t *length)
{
    bool standard = strcmp(path, "-") == 0;
    int file = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        fk_complain("%s: %s", path, strerror(errno));
        return NULL;
    }
    size_t used = 0, room = 1 << 16;
    char *bytes = fk_allocate(room, 1);
    int error = 0;
    for (;;) {
        ssize_t got = read(file, bytes + used, room - used - 1);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            error = errno;
        }
        if (got <= 0) {
            break;
        }
        used += (size_t)got;
        if (used > MAX_FILE_BYTES) {
            error = EFBIG;
            break;
        }
        if (room - used < room / 2) {
            room *= 2;
            bytes = fk_grow(bytes, room, 1);
        }
    }
    if (!standard) {
        close(file);
    }
    if (error != 0) {
        fk_complain("%s: %s", path, strerror(error));
        free(bytes);
        return NULL;
    }
    bytes[used] = '\0';
    if (length != NULL) {
        *length = used;
    }
    return bytes;
}

static int write_all(int file, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(file, bytes, length);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written < 0) {
            return errno;
        }
        bytes += written;
        length -= (size_t)written;
    }
    return 0;
}

/* Opens a new file beside `path` (through symbolic links) and notes its name; -1 with errno. */
static int open_beside(const char *path, char **target)
{
    *target = realpath(path, NULL);
    if (*target == NULL) {
        *target = fk_copy(path);
    }
    int length = snprintf(unfinished, sizeof unfinished, "%s.XXXXXX", *target);
    if (length < 0 || (size_t)length >= sizeof unfinished) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int file = mkostemp(unfinished, O_CLOEXEC);
    unfinished_set = file >= 0;
    return file;
}

static bool is_special(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

bool fk_file_check_writable(const char *path)
{
    if (strcmp(path, "-") == 0) {
        return true;
    }
    int file;
    if (is_special(path)) {
        file = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK);
        /* A pipe that nobody reads yet is none to complain of. */
        if (file < 0 && errno == ENXIO) {
            return true;
        }
    } else {
        char *target;
        file = open_beside(path, &target);
        free(target);
    }
    if (file < 0) {
        fk_complain("%s: cannot be written: %s", path, strerror(errno));
        return false;
    }
    close(file);
    fk_file_abandon();
    return true;
}

bool fk_file_write(const char *path, const char *bytes, size_t length)
{
    if (strcmp(path, "-") == 0) {
        return fk_output(bytes, length);
    }
    bool special = is_special(path);
    char *target = NULL;
    int file = special ? open(path, O_WRONLY | O_CLOEXEC) : open_beside(path, &target);
    int error = file < 0 ? errno : write_all(file, bytes, length);
    if (file >= 0) {
        if (error == 0 && !special) {
            mode_t mask = umask(0);
            umask(mask);
            if (fchmod(file, 0666 & ~mask) != 0 || fsync(file) != 0) {
                error = errno;
            }
        }
        if (close(file) != 0 && error == 0) {
            error = errno;
        }
    }
    if (error == 0 && !special) {
        if (rename(unfinished, target) == 0) {
            unfinished_set = 0;
        } else {
            error = errno;
        }
    }
    fk_file_abandon();
    free(target);
    if (error != 0) {
        fk_complain("%s: cannot be written: %s", path, strerror(error));
        return false;
    }
    return true;
}

bool fk_output(const char *bytes, size_t length)
{
    int error = write_all(STDOUT_FILENO, bytes, length);
    if (error == EPIPE) {
        fk_terminal_restore();
        signal(SIGPIPE, SIG_DFL);
        raise(SIGPIPE);
    }
    if (error != 0) {
        fk_complain("standard output: %s", strerror(error));
        return false;
    }
    return true;
}
