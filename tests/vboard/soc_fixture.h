/* SPDX-License-Identifier: MIT */
/* An STM32L476RG without processor: the test plays the processor's accesses and its time. */
#ifndef FK_TEST_SOC_FIXTURE_H
#define FK_TEST_SOC_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "vboard/core/soc.h"
#include "vboard/soc/stm32l4/stm32l4.h"

#define FK_TEST_LINES 64

struct fk_test_soc {
    const struct fk_soc_class *class;
    void *soc;
    uint64_t cycle;                 /* now */
    enum fk_soc_access access;      /* result of the last register access */
    char lines[FK_TEST_LINES][400]; /* log */
    size_t line_count;
    uint8_t sent[4096]; /* bytes that came out of the serial line */
    size_t sent_count;
    uint64_t trigger_cycle[16]; /* changes of the trigger pin */
    bool trigger_level[16];
    size_t trigger_count;
};

/* cmocka fixtures: a chip on a board with HSE 8 MHz, LSE 32768 Hz, trigger PA8, PC13 high. */
int fk_test_soc_setup(void **state);
int fk_test_soc_teardown(void **state);

uint32_t fk_test_read(struct fk_test_soc *test, uint32_t address);
uint32_t fk_test_read_size(struct fk_test_soc *test, uint32_t address, unsigned size);
void fk_test_write(struct fk_test_soc *test, uint32_t address, uint32_t value);
void fk_test_write_size(struct fk_test_soc *test, uint32_t address, uint32_t value, unsigned size);
void fk_test_set(struct fk_test_soc *test, uint32_t address, uint32_t bits);
void fk_test_clear(struct fk_test_soc *test, uint32_t address, uint32_t bits);
/* Lets cycles pass. */
void fk_test_pass(struct fk_test_soc *test, uint64_t cycles);
/* Jumps from event to event until the masked register has the value; returns the cycles passed.
 * Fails the test when nothing more happens. */
uint64_t fk_test_await(struct fk_test_soc *test, uint32_t address, uint32_t mask, uint32_t value);
bool fk_test_irq(struct fk_test_soc *test, unsigned irq);
/* How many log lines contain the text. */
size_t fk_test_logged(const struct fk_test_soc *test, const char *text);
uint32_t fk_test_hz(struct fk_test_soc *test);

/* Settings that several tests start from. */
void fk_test_run_at_80_mhz(struct fk_test_soc *test);  /* PLL from MSI 4 MHz, 4 wait states */
void fk_test_connect_serial(struct fk_test_soc *test); /* clocks and pins of USART2 */

#define FK_TEST_SOC(function)                                                                      \
    cmocka_unit_test_setup_teardown(function, fk_test_soc_setup, fk_test_soc_teardown)

/* Registers, by RM0351. */
#define RCC_CR 0x40021000U
#define RCC_CFGR 0x40021008U
#define RCC_PLLCFGR 0x4002100CU
#define RCC_PLLSAI1CFGR 0x40021010U
#define RCC_CIER 0x40021018U
#define RCC_CIFR 0x4002101CU
#define RCC_CICR 0x40021020U
#define RCC_AHB1ENR 0x40021048U
#define RCC_AHB2RSTR 0x4002102CU
#define RCC_AHB2ENR 0x4002104CU
#define RCC_APB1ENR1 0x40021058U
#define RCC_APB2ENR 0x40021060U
#define RCC_CCIPR 0x40021088U
#define RCC_BDCR 0x40021090U
#define RCC_CSR 0x40021094U
#define PWR_CR1 0x40007000U
#define PWR_SR2 0x40007014U
#define FLASH_ACR 0x40022000U
#define FLASH_KEYR 0x40022008U
#define FLASH_SR 0x40022010U
#define FLASH_CR 0x40022014U
#define GPIOA 0x48000000U
#define GPIOB 0x48000400U
#define GPIOC 0x48000800U
#define GPIOH 0x48001C00U
#define GPIO_MODER 0x00U
#define GPIO_OTYPER 0x04U
#define GPIO_OSPEEDR 0x08U
#define GPIO_PUPDR 0x0CU
#define GPIO_IDR 0x10U
#define GPIO_ODR 0x14U
#define GPIO_BSRR 0x18U
#define GPIO_LCKR 0x1CU
#define GPIO_AFRL 0x20U
#define GPIO_AFRH 0x24U
#define GPIO_BRR 0x28U
#define USART2_CR1 0x40004400U
#define USART2_CR2 0x40004404U
#define USART2_CR3 0x40004408U
#define USART2_BRR 0x4000440CU
#define USART2_RQR 0x40004418U
#define USART2_ISR 0x4000441CU
#define USART2_ICR 0x40004420U
#define USART2_RDR 0x40004424U
#define USART2_TDR 0x40004428U
#define RNG_CR 0x50060800U
#define RNG_SR 0x50060804U
#define RNG_DR 0x50060808U
#define TIM2 0x40000000U
#define EXTI 0x40010400U
#define SYSCFG 0x40010000U

#endif
