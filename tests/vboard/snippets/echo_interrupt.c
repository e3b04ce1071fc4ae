/* SPDX-License-Identifier: MIT */
/* The same by interrupts, asleep between them, at 16 MHz: each byte comes back plus one. */
#include <stdbool.h>

#include "registers.h"

void prepare(void);
void program(void);
void usart2_handler(void);

static volatile bool finished;

void usart2_handler(void)
{
    if ((USART2_ISR & 1u << 5) != 0) {
        uint32_t byte = USART2_RDR;
        if (byte == 'q') {
            finished = true;
        }
        USART2_TDR = byte + 1;
    }
}

void program(void)
{
    prepare();
    finished = false;
    RCC_CR |= 1u << 8;
    while ((RCC_CR & 1u << 10) == 0) {
    }
    RCC_CFGR = 1u;
    while ((RCC_CFGR & 12u) != 4u) {
    }
    RCC_AHB2ENR |= 1u;
    RCC_APB1ENR1 |= 1u << 17;
    (void)RCC_APB1ENR1;
    GPIOA_AFRL = (GPIOA_AFRL & ~0xFF00u) | 0x7700u;
    GPIOA_MODER = (GPIOA_MODER & ~0xF0u) | 0xA0u;
    USART2_BRR = 139;
    USART2_CR1 = 0xDu | 1u << 5;
    NVIC_ISER1 = 1u << 6; /* 38 */
    while (!finished) {
        __asm__ volatile("wfi" ::: "memory");
    }
    while ((USART2_ISR & 1u << 6) == 0) {
    }
}
