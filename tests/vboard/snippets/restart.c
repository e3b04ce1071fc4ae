/* SPDX-License-Identifier: MIT */
/* A program that asks for a reset three times; SRAM1 keeps its count. Exit status: the count. */
#include "registers.h"

#define COUNT FK_WORD(0x20003000)
#define MARK FK_WORD(0x20003004)

void program(void);
void program(void)
{
    if (MARK != 0xA5A55A5Au) {
        MARK = 0xA5A55A5Au;
        COUNT = 0;
    }
    if (COUNT < 3) {
        COUNT++;
        RCC_CR |= 1u << 8; /* a register that the reset must take back */
        __asm__ volatile("dsb" ::: "memory");
        SCB_AIRCR = 0x05FA0004u;
        __asm__ volatile("dsb" ::: "memory");
        for (;;) {
        }
    }
    /* SYS_EXIT_EXTENDED: application exit, status. */
    static uint32_t block[2];
    block[0] = 0x20026;
    block[1] = COUNT + ((RCC_CR & 1u << 8) != 0 ? 100 : 0);
    register uint32_t r0 __asm__("r0") = 0x20;
    register uint32_t r1 __asm__("r1") = (uint32_t)(uintptr_t)block;
    __asm__ volatile("bkpt #0xAB" ::"r"(r0), "r"(r1) : "memory");
}
