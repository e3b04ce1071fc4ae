/* SPDX-License-Identifier: MIT */
/*
 * A program for the serial line: says "ready\n", then sends back each byte plus one, and at a 'q'
 * says "bye\n" and stops. At 80 MHz, 115200 baud, by polling. A byte 's' makes it deaf for 10,000
 * loops first, so that bytes overrun the receiver; then it says 'O' if ORE was set, else '-'.
 */
#include "registers.h"

void prepare(void);
void set_clock_80_mhz(void);
void program(void);

static void send(char byte)
{
    while ((USART2_ISR & 1u << 7) == 0) {
    }
    USART2_TDR = (uint8_t)byte;
}

static void say(const char *text)
{
    for (; *text != '\0'; text++) {
        send(*text);
    }
    while ((USART2_ISR & 1u << 6) == 0) {
    }
}

static char receive(void)
{
    while ((USART2_ISR & 1u << 5) == 0) {
    }
    return (char)USART2_RDR;
}

void program(void)
{
    prepare();
    set_clock_80_mhz();
    RCC_AHB2ENR |= 1u;
    RCC_APB1ENR1 |= 1u << 17;
    (void)RCC_APB1ENR1;
    GPIOA_AFRL = (GPIOA_AFRL & ~0xFF00u) | 0x7700u;
    GPIOA_MODER = (GPIOA_MODER & ~0xF0u) | 0xA0u;
    USART2_BRR = 694; /* 80 MHz / 115200 */
    USART2_CR1 = 0xDu;
    say("ready\n");
    for (;;) {
        char byte = receive();
        if (byte == 'q') {
            say("bye\n");
            return;
        }
        if (byte == 's') {
            for (volatile unsigned i = 0; i < 10000; i++) {
            }
            send((USART2_ISR & 1u << 3) != 0 ? 'O' : '-');
            USART2_ICR = 1u << 3;
        } else {
            send((char)(byte + 1));
        }
    }
}
