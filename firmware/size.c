/* SPDX-License-Identifier: MIT */
/*
 * A program that does nothing but hold one operation, so that the linker keeps what that operation
 * needs. The program without FK_SIZE_OPERATION is the same but for the operation; the difference of
 * the two is the operation's flash.
 */
#include "boards/board.h"

typedef void operation_fn(void);

operation_fn fk_size_nothing;
void fk_size_nothing(void)
{
}

#ifdef FK_SIZE_OPERATION
operation_fn FK_SIZE_OPERATION;
#else
#define FK_SIZE_OPERATION fk_size_nothing
#endif

operation_fn *volatile fk_size_operations[2];

_Noreturn void fk_board_fault(uint32_t fault_status, uint32_t bus_address, uint32_t pc)
{
    (void)fault_status;
    (void)bus_address;
    (void)pc;
    for (;;) {
    }
}

int main(void)
{
    fk_size_operations[0] = fk_size_nothing;
    fk_size_operations[1] = FK_SIZE_OPERATION;
    return 0;
}
