/* SPDX-License-Identifier: MIT */
/*
 * fault.c IMAGE: the firmware's fault handler, which a real board enters by itself (the virtual
 * board stops at a fault instead): it answers the request that is being executed and resets the
 * chip.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "image_board.h"

enum { SKIPPED = 77 };

static int fail(const char *what, const char *detail)
{
    printf("%s: %s\n", what, detail);
    return 1;
}

int main(int argc, char **argv)
{
    const char *folder = getenv("FIELDKEX_IMAGE_DIR");
    folder = folder != NULL && *folder != '\0' ? folder : FK_IMAGE_DIRECTORY;
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, argc == 2 ? argv[1] : "");
    if (argc != 2 || access(path, R_OK) != 0) {
        printf("skipped: there is no image %s (make firmware; FIELDKEX_IMAGE_DIR)\n", path);
        return SKIPPED;
    }
    struct image_board board;
    struct fk_link link;
    struct fk_link_board introduced;
    if (!image_board_start(&board, path, FK_VBOARD_FUNCTIONAL)) {
        return 1;
    }
    fk_link_open(&link, &board.transport, 7);
    if (fk_link_hello(&link, &introduced) != FK_LINK_OK) {
        return fail("hello", link.error);
    }
    uint32_t handler;
    uint32_t size;
    if (!fk_vboard_symbol(board.vboard, "fk_fault_handler", &handler, &size)) {
        return fail("the image has no symbol", "fk_fault_handler");
    }
    board.sent_length = 0;
    struct fk_vboard_stop stop = fk_vboard_call(board.vboard, handler, NULL, 0, NULL);
    char line[2 * FK_LINK_LINE_BYTES + 1];
    memcpy(line, board.sent, board.sent_length);
    line[board.sent_length] = '\0';
    /* The answer to the last request, of session 7. */
    char head[64];
    snprintf(head, sizeof head, "<fk1 %08x error the operation ended in a fault",
             (unsigned)link.sequence);
    if (strncmp(line, head, strlen(head)) != 0 || strstr(line, " CFSR 00000000 BFAR ") == NULL) {
        return fail("instead of an error the board said", line);
    }
    if (stop.end != FK_VBOARD_END_SERIAL_IDLE) {
        return fail("after its reset the board does not wait for a request", stop.message);
    }
    board.sent_length = 0;
    struct fk_link_clock clock;
    if (fk_link_set_clock(&link, 16000000, &clock) != FK_LINK_REFUSED ||
        strstr(link.error, "say hello first") == NULL) {
        return fail("the board remembers what was before its reset", link.error);
    }
    if (fk_link_hello(&link, &introduced) != FK_LINK_OK) {
        return fail("hello after the reset", link.error);
    }
    image_board_stop(&board);
    return 0;
}
