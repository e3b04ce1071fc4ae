/* SPDX-License-Identifier: MIT */
/*
 * The board's side of the link: takes bytes, checks lines, has each request executed once and
 * answers. A repeated request gets the answer that is already there. Freestanding; the state is the
 * caller's.
 */
#ifndef FK_LINK_BOARD_H
#define FK_LINK_BOARD_H

#include "protocol.h"

struct fk_link_board_side {
    /* Executes one request (words, may be cut up) and writes the answer's words. */
    void (*execute)(void *context, char *request, struct fk_link_text *answer);
    void (*send)(void *context, const char *bytes, size_t length);
    void *context;
    /* The rest is the link's own; zero at the start. */
    bool in_session;
    uint32_t hello_sequence;
    uint32_t sequence;    /* of the last request that was executed */
    uint32_t request_crc; /* of its text, which a true repetition shares */
    size_t answer_length; /* 0 while there is none */
    char answer[FK_LINK_LINE_BYTES + 1];
    struct fk_link_receiver receiver;
};

/* Takes one byte from the host and does what it completes. */
void fk_link_board_take(struct fk_link_board_side *side, uint8_t byte);

/* Sends `text` as the answer to the request that is being executed: for a fault handler, which
 * never returns into it. */
void fk_link_board_fault(struct fk_link_board_side *side, const char *text);

#endif
