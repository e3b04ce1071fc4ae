/* SPDX-License-Identifier: MIT */
/* The requests that a board answers (docs/link-protocol.md), on top of boards/board.h and one
 * implementation under test. */
#ifndef FK_COMMANDS_H
#define FK_COMMANDS_H

#include "boards/board.h"
#include "implementations/implementation.h"
#include "link/protocol.h"

/* How the image was built; the build system writes it (build.c.in). */
struct fk_build {
    const char *compiler;
    const char *flags;
    const char *code_memory;
};
extern const struct fk_build fk_build;

/* All that the commands keep, in memory that fk_board_restart_memory does not touch; all zero at
 * the start. */
struct fk_commands {
    /* Operations of which a call was seen to leave all data untouched: nothing that came before can
     * matter to them. */
    bool leaves_nothing[FK_CURVE_COUNT][FK_LINK_OPERATIONS];
    /* Cycles and stack bytes of an empty call, by operation, at the present clock. */
    bool empty_measured;
    uint32_t empty_cycles[FK_LINK_OPERATIONS];
    size_t empty_stack_bytes[FK_LINK_OPERATIONS];
    uint8_t private_key[FK_LINK_MAX_VALUE_BYTES];
    uint8_t public_key[FK_LINK_MAX_VALUE_BYTES];
    uint8_t output[FK_LINK_MAX_VALUE_BYTES];
};

/* Executes one request, which is cut up, and adds the words of its answer. */
void fk_commands_execute(struct fk_commands *commands, char *request, struct fk_link_text *answer);

#endif
