/* SPDX-License-Identifier: MIT */
/* The chip as a whole: memories, identity, what is not modelled, flash registers, TIM2, reset. */
#include "soc_fixture.h"

#include <string.h>

static void memories(void **state)
{
    static const struct fk_soc_region expected[] = {
        {"flash", NULL, 0x08000000, 1048576, false, true},
        {"flash-alias", "flash", 0x00000000, 1048576, false, true},
        {"sram1", NULL, 0x20000000, 98304, true, false},
        {"sram2", NULL, 0x10000000, 32768, true, false}};
    struct fk_test_soc *test = *state;

    assert_int_equal(test->class->region_count, 4);
    for (size_t i = 0; i < 4; i++) {
        const struct fk_soc_region *region = &test->class->regions[i];

        assert_string_equal(region->name, expected[i].name);
        assert_int_equal(region->base, expected[i].base);
        assert_int_equal(region->size_bytes, expected[i].size_bytes);
        assert_int_equal(region->writable, expected[i].writable);
        assert_int_equal(region->flash_timed, expected[i].flash_timed);
        if (expected[i].alias_of == NULL)
            assert_null(region->alias_of);
        else
            assert_string_equal(region->alias_of, expected[i].alias_of);
    }
    assert_string_equal(test->class->name, "stm32l476rg");
    assert_int_equal(test->class->irq_count, 82);
    assert_int_equal(test->class->priority_bits, 4);
    assert_ptr_equal(fk_soc_classes[0], &fk_stm32l476rg);
    assert_null(fk_soc_classes[1]);
}

static void identity(void **state)
{
    struct fk_test_soc *test = *state;

    assert_int_equal(fk_test_read_size(test, 0x1FFF75E0, 2), 0x0400);
    assert_int_equal(fk_test_read(test, 0x1FFF7500), 0);
    assert_int_equal(fk_test_read(test, 0xE0042000), 0x10076415);
    assert_int_equal(fk_test_read(test, 0xE0042000) & 0xFFF, 0x415);
    /* The lot is ASCII, in the upper 7 bytes of the 12. */
    assert_int_equal(fk_test_read_size(test, 0x1FFF7595, 1), 'F');
    assert_int_equal(fk_test_read_size(test, 0x1FFF759B, 1), 'D');
    fk_test_read(test, 0x1FFF7590);
    assert_int_equal(test->access, FK_SOC_ACCESS_DONE);
    fk_test_read(test, 0x1FFF75AA & ~3U); /* calibration words of the ADC */
    assert_int_equal(test->access, FK_SOC_ACCESS_UNMODELLED);
    fk_test_write(test, 0x1FFF7590, 0);
    assert_int_equal(test->access, FK_SOC_ACCESS_UNMODELLED);
    fk_test_write(test, 0xE0042004, 0xFFFFFFFF);
    assert_int_equal(fk_test_read(test, 0xE0042004), 0xE7);
    fk_test_write(test, 0xE0042008, 1);
    assert_int_equal(fk_test_read(test, 0xE0042008), 1);
    test->class->reset(test->soc);
    assert_int_equal(fk_test_read(test, 0xE0042004), 0);
}

static void what_is_missing_is_said_to_be(void **state)
{
    /* LPTIM1, IWDG, WWDG, DMA1, ADC, SPI1, LPUART1, a hole, FMC. */
    static const uint32_t addresses[] = {0x40007C00, 0x40003000, 0x40002C00, 0x40020000, 0x50040000,
                                         0x40013000, 0x40008000, 0x40023800, 0x5FFFFFFC};
    struct fk_test_soc *test = *state;

    for (size_t i = 0; i < sizeof addresses / sizeof addresses[0]; i++) {
        assert_int_equal(fk_test_read(test, addresses[i]), 0);
        assert_int_equal(test->access, FK_SOC_ACCESS_UNMODELLED);
        fk_test_write(test, addresses[i], 1);
        assert_int_equal(test->access, FK_SOC_ACCESS_UNMODELLED);
    }
}

static void flash_registers(void **state)
{
    struct fk_test_soc *test = *state;

    assert_int_equal(fk_test_read(test, FLASH_ACR), 0x600);
    assert_int_equal(fk_test_read(test, FLASH_SR), 0);
    assert_int_equal(fk_test_read(test, FLASH_CR), 0xC0000000);
    assert_int_equal(fk_test_read(test, 0x40022020) & 0xFF, 0xAA); /* no read protection */
    fk_test_write(test, FLASH_ACR, 0x704);
    assert_int_equal(fk_test_read(test, FLASH_ACR), 0x704);
    /* One byte of it. */
    fk_test_write_size(test, FLASH_ACR, 2, 1);
    assert_int_equal(fk_test_read(test, FLASH_ACR), 0x702);
    fk_test_write(test, FLASH_ACR, 0x705);
    assert_int_equal(fk_test_logged(test, "LATENCY is 5"), 1);
    fk_test_read(test, 0x4002201C);
    assert_int_equal(test->access, FK_SOC_ACCESS_UNMODELLED);
}

static void flash_programming_is_not_modelled(void **state)
{
    struct fk_test_soc *test = *state;

    /* Locked: ignored, as on the chip. */
    fk_test_write(test, FLASH_CR, 1);
    assert_int_equal(test->access, FK_SOC_ACCESS_DONE);
    assert_int_equal(fk_test_read(test, FLASH_CR), 0xC0000000);
    assert_int_equal(fk_test_logged(test, "locked"), 1);
    fk_test_write(test, FLASH_KEYR, 0x45670123);
    assert_int_equal(fk_test_read(test, FLASH_CR), 0xC0000000);
    fk_test_write(test, FLASH_KEYR, 0xCDEF89AB);
    assert_int_equal(fk_test_read(test, FLASH_CR), 0x40000000);
    /* Page erase of page 5: the page number alone is fine, the action is not. */
    fk_test_write(test, FLASH_CR, 5 << 3);
    assert_int_equal(test->access, FK_SOC_ACCESS_DONE);
    fk_test_write(test, FLASH_CR, 5 << 3 | 2);
    assert_int_equal(test->access, FK_SOC_ACCESS_UNMODELLED);
    fk_test_write(test, FLASH_CR, 1U << 16);
    assert_int_equal(test->access, FK_SOC_ACCESS_UNMODELLED);
    assert_int_equal(fk_test_logged(test, "not modelled: erasing and programming"), 1);
    assert_int_equal(fk_test_read(test, FLASH_CR), 0x40000028);
    fk_test_write(test, FLASH_CR, 0x80000000);
    assert_int_equal(fk_test_read(test, FLASH_CR), 0xC0000000);
}

static void a_wrong_key_locks_flash_out(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_write(test, FLASH_KEYR, 0x45670123);
    fk_test_write(test, FLASH_KEYR, 0x45670123);
    fk_test_write(test, FLASH_KEYR, 0x45670123);
    fk_test_write(test, FLASH_KEYR, 0xCDEF89AB);
    assert_int_equal(fk_test_read(test, FLASH_CR), 0xC0000000);
    assert_int_equal(fk_test_logged(test, "wrong key"), 1);
    test->class->reset(test->soc);
    fk_test_write(test, FLASH_KEYR, 0x45670123);
    fk_test_write(test, FLASH_KEYR, 0xCDEF89AB);
    assert_int_equal(fk_test_read(test, FLASH_CR), 0x40000000);
    /* The option lock has keys of its own. */
    fk_test_write(test, 0x4002200C, 0x08192A3B);
    fk_test_write(test, 0x4002200C, 0x4C5D6E7F);
    assert_int_equal(fk_test_read(test, FLASH_CR), 0);
    fk_test_write(test, 0x40022020, 0xFFEFF8BB);
    assert_int_equal(test->access, FK_SOC_ACCESS_UNMODELLED);
}

/* ---- TIM2 ---- */

#define TIM_CR1 (TIM2 + 0x00)
#define TIM_DIER (TIM2 + 0x0C)
#define TIM_SR (TIM2 + 0x10)
#define TIM_EGR (TIM2 + 0x14)
#define TIM_CNT (TIM2 + 0x24)
#define TIM_PSC (TIM2 + 0x28)
#define TIM_ARR (TIM2 + 0x2C)

static void tim2_counts_pclk(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_set(test, RCC_APB1ENR1, 1);
    assert_int_equal(fk_test_read(test, TIM_ARR), 0xFFFFFFFF);
    fk_test_write(test, TIM_CR1, 1);
    fk_test_pass(test, 1000);
    assert_int_equal(fk_test_read(test, TIM_CNT), 1000);
    assert_int_equal(test->access, FK_SOC_ACCESS_DONE);
    /* PPRE1 = /8: the timer runs at twice PCLK1, a quarter of HCLK. */
    fk_test_write(test, RCC_CFGR, 6 << 8);
    fk_test_pass(test, 1000);
    assert_int_equal(fk_test_read(test, TIM_CNT), 1250);
    /* HPRE makes HCLK, and with it the timer, slower: the same count a cycle. */
    fk_test_write(test, RCC_CFGR, 8 << 4);
    assert_int_equal(fk_test_hz(test), 2000000);
    fk_test_pass(test, 1000);
    assert_int_equal(fk_test_read(test, TIM_CNT), 2250);
    /* Without its clock it keeps its count. */
    fk_test_clear(test, RCC_APB1ENR1, 1);
    fk_test_pass(test, 1000);
    fk_test_set(test, RCC_APB1ENR1, 1);
    assert_int_equal(fk_test_read(test, TIM_CNT), 2250);
    fk_test_write(test, TIM_CR1, 0);
    fk_test_pass(test, 1000);
    assert_int_equal(fk_test_read(test, TIM_CNT), 2250);
    fk_test_write(test, TIM_CNT, 0xFFFFFFFE);
    fk_test_write(test, TIM_CR1, 1);
    fk_test_pass(test, 3);
    assert_int_equal(fk_test_read(test, TIM_CNT), 1);
    assert_int_equal(fk_test_read(test, TIM_SR), 1);
}

/* The bus bridge repeats a byte or halfword over the word. */
static void narrow_writes_to_apb_fill_the_word(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_set(test, RCC_APB1ENR1, 1);
    fk_test_write_size(test, TIM_ARR, 0x12, 1);
    assert_int_equal(fk_test_read(test, TIM_ARR), 0x12121212);
    fk_test_write_size(test, TIM_ARR + 2, 0x3456, 2);
    assert_int_equal(fk_test_read(test, TIM_ARR), 0x34563456);
    assert_int_equal(fk_test_read_size(test, TIM_ARR + 1, 1), 0x34);
}

static void tim2_interrupts_at_its_period(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_set(test, RCC_APB1ENR1, 1);
    fk_test_write(test, TIM_PSC, 9);
    fk_test_write(test, TIM_ARR, 99);
    fk_test_write(test, TIM_EGR, 1); /* takes the prescaler over */
    assert_int_equal(fk_test_read(test, TIM_SR), 1);
    fk_test_write(test, TIM_SR, 0);
    fk_test_write(test, TIM_DIER, 1);
    fk_test_write(test, TIM_CR1, 1);
    /* 100 counts of 10 cycles. */
    assert_int_equal(test->class->next_event(test->soc), test->cycle + 1000);
    fk_test_pass(test, 999);
    assert_false(fk_test_irq(test, 28));
    assert_int_equal(fk_test_read(test, TIM_CNT), 99);
    fk_test_pass(test, 1);
    assert_true(fk_test_irq(test, 28));
    assert_int_equal(fk_test_read(test, TIM_CNT), 0);
    assert_int_equal(fk_test_read(test, TIM_SR), 1);
    assert_int_equal(test->access, FK_SOC_ACCESS_POLL);
    fk_test_write(test, TIM_SR, 0);
    assert_false(fk_test_irq(test, 28));
    /* Ten periods at once: the flag, and the phase is kept. */
    fk_test_pass(test, 10 * 1000 + 505);
    assert_true(fk_test_irq(test, 28));
    assert_int_equal(fk_test_read(test, TIM_CNT), 50);
    fk_test_pass(test, 5);
    assert_int_equal(fk_test_read(test, TIM_CNT), 51);
}

static void tim2_single_shot(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_set(test, RCC_APB1ENR1, 1);
    fk_test_write(test, TIM_ARR, 49);
    fk_test_write(test, TIM_CR1, 9); /* OPM, CEN */
    fk_test_pass(test, 50);
    assert_int_equal(fk_test_read(test, TIM_CR1), 8);
    assert_int_equal(fk_test_read(test, TIM_SR), 1);
    fk_test_pass(test, 1000);
    assert_int_equal(fk_test_read(test, TIM_CNT), 0);
    assert_int_equal(test->class->next_event(test->soc), FK_SOC_NEVER);
}

static void tim2_beyond_counting_is_unmodelled(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_set(test, RCC_APB1ENR1, 1);
    fk_test_write(test, TIM_CR1, 0x10); /* down */
    assert_int_equal(test->access, FK_SOC_ACCESS_UNMODELLED);
    fk_test_write(test, TIM_DIER, 2); /* compare */
    assert_int_equal(test->access, FK_SOC_ACCESS_UNMODELLED);
    fk_test_write(test, TIM2 + 0x34, 100); /* CCR1 */
    assert_int_equal(test->access, FK_SOC_ACCESS_UNMODELLED);
    fk_test_write(test, TIM2 + 0x18, 0); /* CCMR1 at its reset value */
    assert_int_equal(test->access, FK_SOC_ACCESS_DONE);
    fk_test_read(test, TIM2 + 0x54);
    assert_int_equal(test->access, FK_SOC_ACCESS_UNMODELLED);
}

/* ---- the whole ---- */

/* Everything at once, then a reset: as a chip that was just made. */
static void a_reset_brings_everything_back(void **state)
{
    struct fk_test_soc *test = *state;
    const uint8_t bytes[3] = {1, 2, 3};

    fk_test_run_at_80_mhz(test);
    fk_test_connect_serial(test);
    fk_test_write(test, USART2_BRR, 694);
    fk_test_write(test, USART2_CR1, 0xCD);
    fk_test_pass(test, 7000);
    fk_test_write(test, USART2_TDR, 'a');
    test->class->serial_in(test->soc, test->cycle, bytes, sizeof bytes);
    fk_test_set(test, RCC_APB1ENR1, 1);
    fk_test_write(test, TIM_CR1, 1);
    fk_test_write(test, EXTI, 0);
    assert_true(fk_test_irq(test, 38));
    test->class->reset(test->soc);
    test->cycle = 0;
    assert_int_equal(test->class->next_event(test->soc), FK_SOC_NEVER);
    assert_int_equal(fk_test_hz(test), 4000000);
    assert_int_equal(fk_test_read(test, RCC_CR), 0x63);
    assert_int_equal(fk_test_read(test, RCC_APB1ENR1), 0);
    assert_int_equal(fk_test_read(test, FLASH_ACR), 0x600);
    assert_int_equal(fk_test_read(test, EXTI), 0xFF820000);
    for (unsigned irq = 0; irq < 82; irq++)
        assert_false(fk_test_irq(test, irq));
    fk_test_connect_serial(test);
    assert_int_equal(fk_test_read(test, USART2_CR1), 0);
    assert_int_equal(fk_test_read(test, USART2_BRR), 0);
    fk_test_write(test, USART2_BRR, 35);
    fk_test_write(test, USART2_CR1, 5);
    /* The bytes that were on the line are gone, too. */
    fk_test_pass(test, 100000);
    assert_int_equal(fk_test_read(test, USART2_ISR) & 0x20, 0);
}

static void a_reset_by_software_keeps_some(void **state)
{
    struct fk_test_soc *test = *state;
    const uint8_t bytes[1] = {'x'};

    fk_test_run_at_80_mhz(test);
    fk_test_set(test, RCC_CSR, 1U << 23); /* forget the power-on */
    fk_test_set(test, RCC_APB1ENR1, 1U << 28);
    fk_test_set(test, PWR_CR1, 1U << 8);
    fk_test_set(test, RCC_BDCR, 1);
    fk_test_await(test, RCC_BDCR, 2, 2);
    test->class->serial_in(test->soc, test->cycle, bytes, sizeof bytes);
    test->class->reset_by_software(test->soc);
    test->cycle = 0;
    assert_int_equal(fk_test_hz(test), 4000000);
    assert_int_equal(fk_test_read(test, RCC_CR), 0x63);
    /* SFTRSTF and PINRSTF; LSE still runs; the byte is still on its way. */
    assert_int_equal(fk_test_read(test, RCC_CSR), 0x14000600);
    assert_int_equal(fk_test_read(test, RCC_BDCR), 3);
    fk_test_connect_serial(test);
    fk_test_write(test, USART2_BRR, 35);
    fk_test_write(test, USART2_CR1, 5);
    fk_test_await(test, USART2_ISR, 0x20, 0x20);
    assert_int_equal(fk_test_read(test, USART2_RDR), 'x');
    /* LSE that was still starting starts again. */
    fk_test_set(test, RCC_APB1ENR1, 1U << 28);
    fk_test_set(test, PWR_CR1, 1U << 8);
    fk_test_write(test, RCC_BDCR, 0);
    fk_test_write(test, RCC_BDCR, 1);
    test->class->reset_by_software(test->soc);
    test->cycle = 0;
    assert_int_equal(fk_test_await(test, RCC_BDCR, 2, 2), 8000000);
    test->class->reset(test->soc);
    assert_int_equal(fk_test_read(test, RCC_BDCR), 0);
    assert_int_equal(fk_test_read(test, RCC_CSR), 0x0C000600);
}

/* The same accesses at the same cycles give the same, whatever ran on the chip before. */
static void resets_leave_no_trace(void **state)
{
    struct fk_test_soc *test = *state;
    uint64_t cycles[2];
    unsigned stalls[2];

    for (unsigned run = 0; run < 2; run++) {
        test->class->reset(test->soc);
        test->cycle = 0;
        fk_test_run_at_80_mhz(test);
        fk_test_connect_serial(test);
        fk_test_write(test, USART2_BRR, 694);
        fk_test_write(test, USART2_CR1, 0x9);
        for (unsigned i = 0; i < 20; i++) {
            fk_test_await(test, USART2_ISR, 0x80, 0x80);
            fk_test_write(test, USART2_TDR, i);
        }
        fk_test_await(test, USART2_ISR, 0x40, 0x40);
        cycles[run] = test->cycle;
        stalls[run] = 0;
        for (unsigned i = 0; i < 3000; i++)
            stalls[run] += test->class->flash_fetch(test->soc, test->cycle + 10 * i,
                                                    0x08000000 + i * 7919 % 4096 * 4);
    }
    assert_int_equal(cycles[0], cycles[1]);
    assert_int_equal(stalls[0], stalls[1]);
    assert_int_not_equal(stalls[0], 0);
}

/* A core that jumps far ahead, as one does without a hook on each instruction. */
static void late_visits_see_events_in_order(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_run_at_80_mhz(test);
    fk_test_connect_serial(test);
    fk_test_write(test, USART2_BRR, 694);
    fk_test_write(test, USART2_CR1, 0x9);
    fk_test_write(test, USART2_TDR, 'a'); /* waits for the idle frame */
    fk_test_pass(test, 1000000);
    assert_int_equal(test->sent_count, 1);
    assert_int_equal(fk_test_read(test, USART2_ISR) & 0xC0, 0xC0);
    /* A visit in the past changes nothing. */
    test->cycle -= 5000;
    assert_int_equal(fk_test_read(test, USART2_ISR) & 0xC0, 0xC0);
}

static void a_note_is_logged_once(void **state)
{
    struct fk_test_soc *test = *state;

    for (unsigned round = 0; round < 3; round++) {
        fk_test_write(test, GPIOA, 0);
        test->class->reset(test->soc);
    }
    assert_int_equal(test->line_count, 1);
    fk_test_write(test, GPIOB, 0);
    assert_int_equal(test->line_count, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FK_TEST_SOC(memories),
        FK_TEST_SOC(identity),
        FK_TEST_SOC(what_is_missing_is_said_to_be),
        FK_TEST_SOC(flash_registers),
        FK_TEST_SOC(flash_programming_is_not_modelled),
        FK_TEST_SOC(a_wrong_key_locks_flash_out),
        FK_TEST_SOC(tim2_counts_pclk),
        FK_TEST_SOC(narrow_writes_to_apb_fill_the_word),
        FK_TEST_SOC(tim2_interrupts_at_its_period),
        FK_TEST_SOC(tim2_single_shot),
        FK_TEST_SOC(tim2_beyond_counting_is_unmodelled),
        FK_TEST_SOC(a_reset_brings_everything_back),
        FK_TEST_SOC(a_reset_by_software_keeps_some),
        FK_TEST_SOC(resets_leave_no_trace),
        FK_TEST_SOC(late_visits_see_events_in_order),
        FK_TEST_SOC(a_note_is_logged_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
