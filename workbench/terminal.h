/* SPDX-License-Identifier: MIT */
/* What the terminal can do, a progress line on it, and the raw mode of a serial console. */
#ifndef FK_WORKBENCH_TERMINAL_H
#define FK_WORKBENCH_TERMINAL_H

#include <stdbool.h>

/* Bold text on standard output: a terminal, not a dumb one, and NO_COLOR is not set. */
bool fk_terminal_bold(void);

/* One line on standard error that each call overwrites; nothing where that is no terminal. NULL or
 * an empty text clears it. */
void fk_terminal_progress(const char *text);

/* Standard input byte by byte and without echo, Ctrl-C as ever; nothing where it is no terminal. */
void fk_terminal_raw(void);
/* As it was; safe in a signal handler. */
void fk_terminal_restore(void);

#endif
