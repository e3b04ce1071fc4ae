/* SPDX-License-Identifier: MIT */
/*
 * NUCLEO-L476RG: clocks, serial line, trigger pin. HSI16 is always on: it is the slow clock, the
 * source of the PLL and the kernel clock of the serial line, whose baud rate therefore does not
 * depend on the processor's clock.
 */
#include "boards/board.h"

#include "registers.h"

const char fk_board_name[] = "nucleo-l476rg";
const char fk_board_clocks[] = "16000000 or 80000000";

#define SLOW_HZ 16000000u
#define FAST_HZ 80000000u
/* Flash wait states in voltage range 1 (RM0351, 3.3.3): none up to 16 MHz, 4 up to 80 MHz. */
#define SLOW_WAIT_STATES 0u
#define FAST_WAIT_STATES 4u
/* 16 MHz / 1 * 10 / 2 = 80 MHz; the VCO runs at 160 MHz of at most 344. */
#define PLL_80_MHZ (RCC_PLLCFGR_SRC_HSI16 | RCC_PLLCFGR_N(10) | RCC_PLLCFGR_REN)
/* 16 MHz / 115200 = 138.9; 139 is 0.08 % slow. */
#define SERIAL_DIVIDER 139u
/* Polls of a status bit before the hardware counts as failed; an oscillator needs a few
 * microseconds, a poll at least 4 cycles. */
#define POLLS 100000u

static bool wait_for(volatile uint32_t *status, uint32_t mask, uint32_t value)
{
    for (uint32_t i = 0; i < POLLS; i++) {
        if ((*status & mask) == value) {
            return true;
        }
    }
    return false;
}

/* Sets the wait states with prefetch and both caches on; the write is read back before the clock
 * may rise (RM0351, 3.3.3). */
static bool set_flash(uint32_t wait_states)
{
    FLASH_ACR = wait_states | FLASH_ACR_PRFTEN | FLASH_ACR_ICEN | FLASH_ACR_DCEN;
    return wait_for(&FLASH_ACR, FLASH_ACR_LATENCY_MASK, wait_states);
}

static bool switch_clock(uint32_t source)
{
    RCC_CFGR = (RCC_CFGR & ~RCC_CFGR_SW_MASK) | source;
    return wait_for(&RCC_CFGR, RCC_CFGR_SW_MASK << RCC_CFGR_SWS_SHIFT,
                    source << RCC_CFGR_SWS_SHIFT);
}

static bool run_on_hsi16(void)
{
    RCC_CR |= RCC_CR_HSION;
    if (!wait_for(&RCC_CR, RCC_CR_HSIRDY, RCC_CR_HSIRDY) || !switch_clock(RCC_CFGR_SW_HSI16)) {
        return false;
    }
    RCC_CR &= ~RCC_CR_PLLON;
    return wait_for(&RCC_CR, RCC_CR_PLLRDY, 0) && set_flash(SLOW_WAIT_STATES);
}

/* From HSI16 only: the PLL may be set while it is off. */
static bool run_on_pll(void)
{
    RCC_APB1ENR1 |= RCC_APB1ENR1_PWR;
    (void)RCC_APB1ENR1; /* two cycles until the peripheral's clock runs (RM0351, 6.2.17) */
    PWR_CR1 = (PWR_CR1 & ~PWR_CR1_VOS_MASK) | PWR_CR1_VOS_RANGE1;
    if (!wait_for(&PWR_SR2, PWR_SR2_VOSF, 0) || !set_flash(FAST_WAIT_STATES)) {
        return false;
    }
    RCC_PLLCFGR = PLL_80_MHZ;
    RCC_CR |= RCC_CR_PLLON;
    return wait_for(&RCC_CR, RCC_CR_PLLRDY, RCC_CR_PLLRDY) && switch_clock(RCC_CFGR_SW_PLL);
}

enum fk_board_clock_status fk_board_set_clock(uint32_t hz, struct fk_board_clock *clock)
{
    if (hz != SLOW_HZ && hz != FAST_HZ) {
        return FK_BOARD_CLOCK_UNKNOWN;
    }
    if (!run_on_hsi16()) {
        return FK_BOARD_CLOCK_FAILED;
    }
    if (hz == FAST_HZ && !run_on_pll()) {
        run_on_hsi16();
        return FK_BOARD_CLOCK_FAILED;
    }
    uint32_t acr = FLASH_ACR;
    clock->hz = hz;
    clock->flash_wait_states = acr & FLASH_ACR_LATENCY_MASK;
    clock->instruction_cache = (acr & FLASH_ACR_ICEN) != 0;
    clock->data_cache = (acr & FLASH_ACR_DCEN) != 0;
    clock->prefetch = (acr & FLASH_ACR_PRFTEN) != 0;
    return FK_BOARD_CLOCK_SET;
}

static void start_pins(void)
{
    RCC_AHB2ENR |= RCC_AHB2ENR_GPIOA;
    (void)RCC_AHB2ENR;
    /* PA2, PA3: alternate function 7 (USART2), PA3 pulled up so that an open line is idle. */
    GPIOA_AFRL = (GPIOA_AFRL & ~0xFF00u) | 0x7700u;
    GPIOA_PUPDR = (GPIOA_PUPDR & ~(3u << 6)) | (1u << 6);
    /* PA8: output, low, high speed. */
    GPIOA_BSRR = 1u << (8 + 16);
    GPIOA_OSPEEDR |= 3u << 16;
    GPIOA_MODER = (GPIOA_MODER & ~((0xFu << 4) | (3u << 16))) | (0xAu << 4) | (1u << 16);
}

static void start_serial(void)
{
    RCC_APB1ENR1 |= RCC_APB1ENR1_USART2;
    RCC_CCIPR = (RCC_CCIPR & ~RCC_CCIPR_USART2_MASK) | RCC_CCIPR_USART2_HSI16;
    USART2_BRR = SERIAL_DIVIDER;
    /* Bytes that arrive during an operation are lost in silence; the host asks again. */
    USART2_CR3 = USART2_CR3_OVRDIS;
    USART2_CR1 = USART2_CR1_UE | USART2_CR1_RE | USART2_CR1_TE;
}

void fk_board_start(void)
{
    run_on_hsi16();
    start_pins();
    start_serial();
    DEMCR |= DEMCR_TRCENA;
    DWT_CYCCNT = 0;
    DWT_CTRL |= DWT_CTRL_CYCCNTENA;
}

uint8_t fk_board_receive(void)
{
    while ((USART2_ISR & USART2_ISR_RXNE) == 0) {
    }
    return (uint8_t)USART2_RDR;
}

void fk_board_send(const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        while ((USART2_ISR & USART2_ISR_TXE) == 0) {
        }
        USART2_TDR = (uint8_t)bytes[i];
    }
    while ((USART2_ISR & USART2_ISR_TC) == 0) {
    }
}

void fk_board_discard_input(void)
{
    USART2_ICR = USART2_ICR_ERRORS;
    USART2_RQR = USART2_RQR_RXFRQ;
}

_Noreturn void fk_board_reset(void)
{
    __asm__ volatile("dsb" ::: "memory");
    SCB_AIRCR = SCB_AIRCR_KEY | SCB_AIRCR_SYSRESETREQ;
    __asm__ volatile("dsb" ::: "memory");
    for (;;) {
    }
}
