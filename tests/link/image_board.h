/* SPDX-License-Identifier: MIT */
/* An image on the virtual board, behind a transport for the host's side of the link. */
#ifndef FK_IMAGE_BOARD_H
#define FK_IMAGE_BOARD_H

#include "link/host.h"
#include "vboard/vboard.h"

struct image_board {
    struct fk_vboard *vboard;
    struct fk_link_transport transport;
    uint8_t sent[2 * FK_LINK_LINE_BYTES]; /* by the board, not yet taken by the host */
    size_t sent_length;
    char reason[512];
    /* The last rise of the trigger pin, how long it stayed high, and how often it rose. */
    uint64_t trigger_rise;
    uint64_t trigger_cycles;
    unsigned trigger_count;
};

/* false after a line on standard output. */
bool image_board_start(struct image_board *board, const char *elf, enum fk_vboard_mode mode);
void image_board_stop(struct image_board *board);

#endif
