/* SPDX-License-Identifier: MIT */
/*
 * Firmware for the tests of fieldkex run, in the style of a user's own: echoes what it receives in
 * capitals, at the 4 MHz after reset. Some capitals make it do something else.
 */
#include <stdint.h>

#define REGISTER(address) (*(volatile uint32_t *)(uintptr_t)(address))
#define RCC_AHB2ENR REGISTER(0x4002104C)
#define RCC_APB1ENR1 REGISTER(0x40021058)
#define GPIOA_MODER REGISTER(0x48000000)
#define GPIOA_BSRR REGISTER(0x48000018)
#define GPIOA_AFRL REGISTER(0x48000020)
#define USART2_CR1 REGISTER(0x40004400)
#define USART2_BRR REGISTER(0x4000440C)
#define USART2_ISR REGISTER(0x4000441C)
#define USART2_RDR REGISTER(0x40004424)
#define USART2_TDR REGISTER(0x40004428)
#define UNMAPPED REGISTER(0x60000000)
#define UNMODELLED REGISTER(0x40016804) /* DFSDM1 */

static void send(uint8_t byte)
{
    while ((USART2_ISR & 1u << 7) == 0) {
    }
    USART2_TDR = byte;
}

static uint8_t receive(void)
{
    while ((USART2_ISR & 1u << 5) == 0) {
    }
    return (uint8_t)USART2_RDR;
}

static void trigger(void)
{
    GPIOA_BSRR = 1u << 8;
    for (uint32_t i = 0; i < 1000; i++) {
        __asm__ volatile("nop");
    }
    GPIOA_BSRR = 1u << 24;
}

/* Semihosting: SYS_EXIT (0x18) with ADP_Stopped_ApplicationExit, SYS_EXIT_EXTENDED (0x20) with a
 * status. */
static void semihosting(uint32_t operation, const void *argument)
{
    register uint32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
}

static void act(uint8_t letter)
{
    static const uint32_t failed[2] = {0x20026, 3};
    while ((USART2_ISR & 1u << 6) == 0) {
    }
    switch (letter) {
    case 'T':
        trigger();
        break;
    case 'F':
        (void)UNMAPPED;
        break;
    case 'M':
        (void)UNMODELLED;
        break;
    case 'B':
        __asm__ volatile("bkpt 0");
        break;
    case 'S':
        semihosting(0x18, (const void *)0x20026);
        break;
    case 'X':
        semihosting(0x20, failed);
        break;
    case 'L':
        for (;;) {
        }
    case 'W':
        for (;;) {
            __asm__ volatile("nop");
        }
    case 'H':
        GPIOA_BSRR = 1u << 8;
        __asm__ volatile("bkpt 0");
        break;
    default:
        break;
    }
}

static void start(void)
{
    RCC_AHB2ENR |= 1u;
    RCC_APB1ENR1 |= 1u << 17;
    GPIOA_MODER = (GPIOA_MODER & ~(3u << 4 | 3u << 6 | 3u << 16)) | 2u << 4 | 2u << 6 | 1u << 16;
    GPIOA_AFRL = (GPIOA_AFRL & ~(15u << 8 | 15u << 12)) | 7u << 8 | 7u << 12;
    USART2_BRR = 35; /* 4 MHz / 115200 */
    USART2_CR1 = 1u | 1u << 2 | 1u << 3;
    for (const char *at = "ready\n"; *at != '\0'; at++) {
        send((uint8_t)*at);
    }
    for (;;) {
        uint8_t byte = receive();
        send(byte >= 'a' && byte <= 'z' ? (uint8_t)(byte - 'a' + 'A') : byte);
        act(byte);
    }
}

__attribute__((section(".vectors"), used)) static const void *const vectors[] = {
    (const void *)0x20004000, (const void *)start};
