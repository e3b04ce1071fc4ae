/* SPDX-License-Identifier: MIT */
/*
 * A board that runs the firmware's own commands in this process, with an implementation that gives
 * right answers (OpenSSL's) until it is told otherwise.
 */
#ifndef FK_TRIAL_BOARD_H
#define FK_TRIAL_BOARD_H

#include <stdbool.h>

#include "link/host.h"

struct trial_fault {
    /* Calls of an operation are counted from 1, whatever their request; 0 is never. */
    unsigned wrong_call;   /* one bit of the output is wrong */
    unsigned refused_call; /* the implementation returns TRIAL_REFUSAL */
    unsigned last_call;    /* the board is dead after it */
    bool silent;           /* the board never answers */
};

#define TRIAL_REFUSAL (-7)
#define TRIAL_NAME "trial"
#define TRIAL_VARIANT "one"
#define TRIAL_BOARD "trial-board"
#define TRIAL_STACK_BYTES 320

/* Timed calls take 5000, 3000 and 4000 cycles in turn. */

/* After power-on. */
void trial_board_start(const struct trial_fault *fault);
struct fk_link_transport trial_board_transport(void);
/* Calls of operations since trial_board_start. */
unsigned trial_board_calls(void);

#endif
