/* SPDX-License-Identifier: MIT */
/* Reading and writing whole files, and standard output, with every error seen. */
#ifndef FK_WORKBENCH_FILES_H
#define FK_WORKBENCH_FILES_H

#include <stdbool.h>
#include <stddef.h>

/* The whole file, with a zero byte after it; "-" is standard input. NULL on error, after one line
 * on standard error. `length` may be NULL. */
char *fk_file_read(const char *path, size_t *length);

/* Whether a file could be written at `path`, before work is put into what shall go there; leaves
 * nothing behind. false after one line on standard error. */
bool fk_file_check_writable(const char *path);

/* Writes a file whole or not at all: a new file beside it is filled and renamed. What is no regular
 * file (a device, a pipe) is written directly; "-" is standard output. false after one line on
 * standard error. */
bool fk_file_write(const char *path, const char *bytes, size_t length);

/* Standard output. A reader that has gone away ends the program as SIGPIPE would, after the
 * terminal is restored; any other error gives one line on standard error and false. */
bool fk_output(const char *bytes, size_t length);

/* Removes the half-written file of fk_file_write, if there is one; safe in a signal handler. */
void fk_file_abandon(void);

#endif
