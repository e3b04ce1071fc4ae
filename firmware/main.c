/* SPDX-License-Identifier: MIT */
/* The program that runs on a board: one implementation under test behind the board link. */
#include "boards/board.h"
#include "firmware/commands.h"
#include "link/board.h"

static struct fk_link_board_side side FK_BOARD_KEPT;
static struct fk_commands commands FK_BOARD_KEPT;

static void execute(void *context, char *request, struct fk_link_text *answer)
{
    (void)context;
    fk_commands_execute(&commands, request, answer);
    /* What the host sent meanwhile came in pieces. */
    fk_board_discard_input();
}

static void send(void *context, const char *bytes, size_t length)
{
    (void)context;
    fk_board_send(bytes, length);
}

_Noreturn void fk_board_fault(uint32_t fault_status, uint32_t bus_address, uint32_t pc)
{
    char text[128];
    struct fk_link_text answer;
    fk_link_text_start(&answer, text, sizeof text);
    fk_link_add_word(&answer, "error the operation ended in a fault and the board was reset:");
    static const char *const names[] = {"CFSR", "BFAR", "PC"};
    const uint32_t values[] = {fault_status, bus_address, pc};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        /* Most significant byte first, as a reader expects. */
        const uint8_t bytes[4] = {(uint8_t)(values[i] >> 24), (uint8_t)(values[i] >> 16),
                                  (uint8_t)(values[i] >> 8), (uint8_t)values[i]};
        fk_link_add_word(&answer, names[i]);
        fk_link_add_hex(&answer, bytes, sizeof bytes);
    }
    fk_link_board_fault(&side, text);
    fk_board_reset();
}

int main(void)
{
    fk_board_start();
    side.execute = execute;
    side.send = send;
    for (;;) {
        fk_link_board_take(&side, fk_board_receive());
    }
}
