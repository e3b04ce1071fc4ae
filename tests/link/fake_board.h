/* SPDX-License-Identifier: MIT */
/*
 * A board without hardware and an implementation without cryptography, so that the firmware's own
 * code (link/board.c, firmware/commands.c) runs on the host.
 */
#ifndef FK_FAKE_BOARD_H
#define FK_FAKE_BOARD_H

#include "firmware/commands.h"
#include "link/board.h"

struct fake_board {
    struct fk_link_board_side side;
    struct fk_commands commands;
};

/* What happened to the board; reset by fake_board_start. */
struct fake_counts {
    unsigned calls;     /* of an operation, whatever its request */
    unsigned timed;     /* operations called by fk_board_time, empty calls not counted */
    unsigned restarts;  /* fk_board_restart_memory */
    unsigned forgotten; /* forget of P-256 */
    unsigned p256_calls_since_restart;
};
extern struct fake_counts fake_counts;

/* The first 8 bytes of the private key of each call, in their order, as far as there is room. */
#define FAKE_LOG_ENTRIES 32768u
extern uint64_t fake_log[FAKE_LOG_ENTRIES];
extern size_t fake_log_count;

/* Cycles of the fake operation as the timer sees it, and of everything around a call. */
#define FAKE_CYCLES 1000u
#define FAKE_OVERHEAD_CYCLES 37u
#define FAKE_STACK_BYTES 640u
#define FAKE_OVERHEAD_STACK_BYTES 48u
/* A private key that starts with this byte is refused with FAKE_REFUSAL. */
#define FAKE_REFUSED_BYTE 0xEEu
#define FAKE_REFUSAL (-173)

/* After power-on. Lines that the board sends go to `send`. */
void fake_board_start(struct fake_board *board,
                      void (*send)(void *context, const char *bytes, size_t length), void *context);

/* What the fake operation gives: a function of all bytes of its inputs. */
void fake_output(uint8_t *output, size_t output_bytes, const uint8_t *private_key,
                 size_t private_bytes, const uint8_t *public_key, size_t public_bytes);

#endif
