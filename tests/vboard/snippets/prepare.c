/* SPDX-License-Identifier: MIT */
/* What a snippet needs before it is called: FPU, cycle counter, code in SRAM2, clock, flash. */
#include "registers.h"

extern uint32_t sram2_start[], sram2_end[], sram2_load[];

void prepare(void);
void set_clock_80_mhz(void);
void set_flash(uint32_t acr);

void prepare(void)
{
    CPACR |= 0xFu << 20;
    DEMCR |= 1u << 24;
    DWT_CYCCNT = 0;
    DWT_CTRL |= 1u;
    const volatile uint32_t *from = sram2_load;
    for (volatile uint32_t *to = sram2_start; to < sram2_end; to++) {
        *to = *from++;
    }
    __asm__ volatile("dsb\n\tisb" ::: "memory");
}

/* FLASH_ACR with both caches emptied: they can be reset only while they are off. */
void set_flash(uint32_t acr)
{
    uint32_t off = acr & ~(3u << 9);
    FLASH_ACR = off;
    FLASH_ACR = off | 3u << 11;
    FLASH_ACR = off;
    FLASH_ACR = acr;
    while ((FLASH_ACR & 7u) != (acr & 7u)) {
    }
}

/* 4 wait states first; then HSI16 / 1 * 10 / 2. */
void set_clock_80_mhz(void)
{
    set_flash(4u);
    RCC_CR |= 1u << 8;
    while ((RCC_CR & 1u << 10) == 0) {
    }
    RCC_PLLCFGR = 0x01000A02;
    RCC_CR |= 1u << 24;
    while ((RCC_CR & 1u << 25) == 0) {
    }
    RCC_CFGR = 3u;
    while ((RCC_CFGR & 12u) != 12u) {
    }
}
