/* SPDX-License-Identifier: MIT */
/* The terminal, or what stands in for it, as the far end of a board's serial line. */
#ifndef FK_WORKBENCH_CONSOLE_H
#define FK_WORKBENCH_CONSOLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fk_console;

/* Puts a terminal into raw mode until fk_console_close. On a terminal `wake(context)` is called,
 * from another thread, when there is input while the board runs: it is to make the board stop,
 * after which fk_console_take has the bytes. Input that is no terminal waits until the board wants
 * it, so that a run is the same every time. */
struct fk_console *fk_console_open(void (*wake)(void *context), void *context);
void fk_console_close(struct fk_console *console);

/* Bytes of input that are there now, 0 if none. */
size_t fk_console_take(struct fk_console *console, uint8_t *bytes, size_t size);
/* Waits for input; 0 when it has ended or a signal came. A file or a pipe gives one byte at a time:
 * firmware that echoes or thinks between bytes is not overrun. */
size_t fk_console_wait(struct fk_console *console, uint8_t *bytes, size_t size);

/* A byte for standard output: at once on a terminal, else line by line. false on an error, after
 * one line on standard error. */
bool fk_console_put(struct fk_console *console, uint8_t byte);
bool fk_console_flush(struct fk_console *console);
/* The same before a message on standard error; on a terminal the message gets a line of its own. */
void fk_console_make_way(struct fk_console *console);

#endif
