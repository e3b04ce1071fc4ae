/* SPDX-License-Identifier: MIT */
#include "image_board.h"

#include <stdio.h>
#include <string.h>

static void board_sends(void *context, uint8_t byte)
{
    struct image_board *board = context;
    if (board->sent_length < sizeof board->sent) {
        board->sent[board->sent_length++] = byte;
    }
}

static void trigger_changes(void *context, bool level, uint64_t cycle)
{
    struct image_board *board = context;
    if (level) {
        board->trigger_rise = cycle;
        board->trigger_count++;
    } else {
        board->trigger_cycles = cycle - board->trigger_rise;
    }
}

static int host_sends(void *context, const void *bytes, size_t length)
{
    struct image_board *board = context;
    fk_vboard_serial_in(board->vboard, bytes, length);
    return 0;
}

static int host_receives(void *context, void *bytes, size_t size, unsigned timeout_ms)
{
    struct image_board *board = context;
    (void)timeout_ms; /* the virtual board says when nothing more will come */
    if (board->sent_length == 0) {
        struct fk_vboard_stop stop = fk_vboard_run(board->vboard);
        if (stop.end != FK_VBOARD_END_SERIAL_IDLE) {
            snprintf(board->reason, sizeof board->reason, "%s", stop.message);
        }
        if (board->sent_length == 0) {
            return stop.end == FK_VBOARD_END_SERIAL_IDLE ? 0 : -1;
        }
    }
    size_t count = board->sent_length < size ? board->sent_length : size;
    memcpy(bytes, board->sent, count);
    board->sent_length -= count;
    memmove(board->sent, board->sent + count, board->sent_length);
    return (int)count;
}

static const char *host_asks_why(void *context)
{
    return ((struct image_board *)context)->reason;
}

bool image_board_start(struct image_board *board, const char *elf, enum fk_vboard_mode mode)
{
    char error[512] = "";
    memset(board, 0, sizeof *board);
    board->transport = (struct fk_link_transport){host_sends, host_receives, host_asks_why, board};
    const struct fk_vboard_config config = {.board_json_path = FK_BOARD_JSON,
                                            .mode = mode,
                                            .cycle_budget = 100000000000u,
                                            .serial_out = board_sends,
                                            .trigger = trigger_changes,
                                            .context = board};
    board->vboard = fk_vboard_create(&config, error, sizeof error);
    if (board->vboard == NULL || !fk_vboard_load(board->vboard, elf, error, sizeof error)) {
        printf("%s\n", error);
        image_board_stop(board);
        return false;
    }
    return true;
}

void image_board_stop(struct image_board *board)
{
    if (board->vboard != NULL) {
        fk_vboard_destroy(board->vboard);
        board->vboard = NULL;
    }
}
