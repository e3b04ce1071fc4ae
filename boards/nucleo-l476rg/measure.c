/* SPDX-License-Identifier: MIT */
/*
 * Timing and stack of one call. The linker script places this file first, so that its own cost,
 * which the firmware subtracts, does not depend on the image around it.
 */
#include "boards/board.h"

#include "registers.h"

#define TRIGGER_HIGH (1u << 8)
#define TRIGGER_LOW (1u << (8 + 16))

static void barrier(void)
{
    __asm__ volatile("dsb\n\tisb" ::: "memory");
}

/* A cache may be reset only while it is off (RM0351, 3.3.4). */
static void reset_flash_caches(void)
{
    uint32_t on = FLASH_ACR;
    uint32_t off = on & ~(FLASH_ACR_ICEN | FLASH_ACR_DCEN);
    FLASH_ACR = off;
    FLASH_ACR = off | FLASH_ACR_ICRST | FLASH_ACR_DCRST;
    FLASH_ACR = off;
    FLASH_ACR = on;
}

__attribute__((noinline)) uint32_t fk_board_time(void (*call)(void *), void *argument)
{
    __asm__ volatile("cpsid i" ::: "memory");
    reset_flash_caches();
    GPIOA_BSRR = TRIGGER_HIGH;
    barrier();
    uint32_t start = DWT_CYCCNT;
    call(argument);
    uint32_t stop = DWT_CYCCNT;
    GPIOA_BSRR = TRIGGER_LOW;
    barrier();
    __asm__ volatile("cpsie i" ::: "memory");
    return stop - start;
}

/* From the linker script: the stack's lowest address. */
extern uint32_t fk_stack_bottom[];

#define PAINT 0xC5A3F00Du

__attribute__((noinline)) size_t fk_board_stack(void (*call)(void *), void *argument)
{
    volatile uint32_t *here;
    __asm__ volatile("cpsid i\n\tmov %0, sp" : "=r"(here)::"memory");
    /* This frame is complete: below the stack pointer nothing is in use. Aligned by the procedure
     * call standard. */
    for (volatile uint32_t *at = fk_stack_bottom; at < here; at++) {
        *at = PAINT;
    }
    call(argument);
    volatile uint32_t *deepest = fk_stack_bottom;
    while (deepest < here && *deepest == PAINT) {
        deepest++;
    }
    __asm__ volatile("cpsie i" ::: "memory");
    return (size_t)(here - deepest) * sizeof *deepest;
}
