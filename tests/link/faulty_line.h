/* SPDX-License-Identifier: MIT */
/*
 * A serial line between a host and the fake board that loses, repeats, delays and damages what it
 * carries, as a script or a random number says. Order is kept, as on any serial line. Time is
 * counted, not spent.
 */
#ifndef FK_FAULTY_LINE_H
#define FK_FAULTY_LINE_H

#include "fake_board.h"
#include "generator.h"
#include "link/host.h"

enum fault {
    FAULT_NONE,
    FAULT_DROP,      /* the whole line is lost */
    FAULT_TWICE,     /* it arrives twice */
    FAULT_DELAY,     /* it arrives after the host's patience has ended once */
    FAULT_FLIP,      /* one bit is wrong */
    FAULT_LOSE_BYTE, /* one byte is lost, maybe the line feed */
    FAULT_ADD_BYTE,  /* one byte of noise is put in */
    FAULT_CUT,       /* the end is lost, with the line feed */
    FAULT_NOISE,     /* a burst before the line */
    FAULTS
};

struct faulty_line {
    struct fake_board board;
    struct fk_link_transport transport;
    /* Which fault the next line has, NULL for none. */
    enum fault (*choose)(struct faulty_line *line, bool to_board);
    struct fk_generator random;
    unsigned fault_percent;   /* for random_fault */
    const enum fault *script; /* for scripted_fault: one a line, in both directions */
    size_t script_length;
    unsigned long waited_ms;
    unsigned long receives;
    unsigned long sends;
    char to_board[8192];
    size_t to_board_length;
    char to_host[8192];
    size_t to_host_length;
    char delayed_to_board[4096];
    size_t delayed_to_board_length;
    char delayed_to_host[4096];
    size_t delayed_to_host_length;
};

void faulty_line_start(struct faulty_line *line, uint64_t seed);

/* fault_percent of all lines, faults alike. */
enum fault random_fault(struct faulty_line *line, bool to_board);
/* The script's next fault, none when it is used up. */
enum fault scripted_fault(struct faulty_line *line, bool to_board);

#endif
