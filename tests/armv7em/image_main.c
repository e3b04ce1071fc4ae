/* SPDX-License-Identifier: MIT */
/* An image that only holds code for fk_vboard_call. */
#include "boards/board.h"

int main(void)
{
    return 0;
}

_Noreturn void fk_board_fault(uint32_t fault_status, uint32_t bus_address, uint32_t pc)
{
    (void)fault_status;
    (void)bus_address;
    (void)pc;
    for (;;) {
    }
}
