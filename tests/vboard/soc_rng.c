/* SPDX-License-Identifier: MIT */
/* The random number generator: its clock, its timing, its errors. */
#include "soc_fixture.h"

#define RNGEN (1U << 2)
#define IE (1U << 3)
#define DRDY (1U << 0)
#define CECS (1U << 1)
#define SECS (1U << 2)
#define CEIS (1U << 5)
#define SEIS (1U << 6)
#define RNG_IRQ 80

/* 80 MHz, and 48 MHz by PLLSAI1: MSI 4 MHz x 24 / 2. */
static void start(struct fk_test_soc *test)
{
    fk_test_run_at_80_mhz(test);
    fk_test_write(test, RCC_PLLSAI1CFGR, 0x00101800);
    fk_test_set(test, RCC_CR, 1U << 26);
    fk_test_await(test, RCC_CR, 1U << 27, 1U << 27);
    fk_test_write(test, RCC_CCIPR, 1U << 26);
    fk_test_set(test, RCC_AHB2ENR, 1U << 18);
    fk_test_write(test, RNG_CR, RNGEN);
}

static uint32_t word(struct fk_test_soc *test)
{
    fk_test_await(test, RNG_SR, DRDY, DRDY);
    return fk_test_read(test, RNG_DR);
}

static void without_its_gate_it_is_dead(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_write(test, RNG_CR, RNGEN);
    assert_int_equal(fk_test_read(test, RNG_CR), 0);
    assert_int_equal(fk_test_logged(test, "RNG is accessed while its clock is off: reads give 0, "
                                          "writes are ignored; set RCC AHB2ENR bit 18 first"),
                     1);
}

static void without_a_clock_it_shows_a_clock_error(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_set(test, RCC_AHB2ENR, 1U << 18);
    assert_int_equal(fk_test_read(test, RNG_SR), 0);
    fk_test_write(test, RNG_CR, RNGEN);
    assert_int_equal(fk_test_read(test, RNG_SR), CECS | CEIS);
    assert_int_equal(test->access, FK_SOC_ACCESS_POLL);
    assert_int_equal(test->class->next_event(test->soc), FK_SOC_NEVER);
    assert_int_equal(fk_test_read(test, RNG_DR), 0);
    assert_int_equal(fk_test_logged(test, "CLK48SEL"), 1);
    /* A written 0 clears the latched flag, the current one stays. */
    fk_test_write(test, RNG_SR, 0);
    assert_int_equal(fk_test_read(test, RNG_SR), CECS);
}

static void a_word_takes_40_clocks(void **state)
{
    struct fk_test_soc *test = *state;

    start(test);
    /* 40 periods of 48 MHz are 833.3 ns, 66.7 cycles of 80 MHz. */
    assert_int_equal(fk_test_read(test, RNG_SR), 0);
    assert_int_equal(fk_test_read(test, RNG_DR), 0);
    assert_int_equal(fk_test_await(test, RNG_SR, DRDY, DRDY), 67);
    assert_int_not_equal(fk_test_read(test, RNG_DR), 0);
    assert_int_equal(fk_test_read(test, RNG_SR), 0);
    assert_int_equal(fk_test_read(test, RNG_DR), 0);
    assert_int_equal(fk_test_await(test, RNG_SR, DRDY, DRDY), 67);
    /* An unread word stays, and no event is due. */
    assert_int_equal(test->class->next_event(test->soc), FK_SOC_NEVER);
    assert_int_equal(test->line_count, 0);
}

static void clock_sources(void **state)
{
    struct fk_test_soc *test = *state;

    /* MSI at 48 MHz drives everything: a word takes 40 cycles. */
    fk_test_write(test, FLASH_ACR, 0x602);
    fk_test_write(test, RCC_CR, 11 << 4 | 1 << 3 | 1);
    fk_test_write(test, RCC_CCIPR, 3U << 26);
    fk_test_set(test, RCC_AHB2ENR, 1U << 18);
    fk_test_write(test, RNG_CR, RNGEN);
    assert_int_equal(fk_test_await(test, RNG_SR, DRDY, DRDY), 40);
    /* PLL Q: it has to be enabled. */
    fk_test_read(test, RNG_DR);
    fk_test_write(test, RCC_CCIPR, 2U << 26);
    assert_int_equal(fk_test_read(test, RNG_SR), CECS | CEIS);
    fk_test_write(test, RCC_CCIPR, 3U << 26);
    assert_int_equal(fk_test_read(test, RNG_SR), CEIS);
    assert_int_equal(fk_test_await(test, RNG_SR, DRDY, DRDY), 40);
}

static void pll_q_as_its_clock(void **state)
{
    struct fk_test_soc *test = *state;

    /* MSI 4 MHz x 24: R / 2 is 48 MHz for SYSCLK, Q / 2 the same. */
    fk_test_write(test, FLASH_ACR, 0x602);
    fk_test_write(test, RCC_PLLCFGR, 0x01101801);
    fk_test_set(test, RCC_CR, 1U << 24);
    fk_test_await(test, RCC_CR, 1U << 25, 1U << 25);
    fk_test_write(test, RCC_CFGR, 3);
    assert_int_equal(fk_test_hz(test), 48000000);
    fk_test_write(test, RCC_CCIPR, 2U << 26);
    fk_test_set(test, RCC_AHB2ENR, 1U << 18);
    fk_test_write(test, RNG_CR, RNGEN);
    assert_int_equal(fk_test_await(test, RNG_SR, DRDY, DRDY), 40);
}

static void a_clock_below_a_16th_of_hclk_is_an_error(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_run_at_80_mhz(test);
    fk_test_write(test, RCC_CCIPR, 3U << 26); /* MSI at 4 MHz; 80 / 16 = 5 */
    fk_test_set(test, RCC_AHB2ENR, 1U << 18);
    fk_test_write(test, RNG_CR, RNGEN);
    assert_int_equal(fk_test_read(test, RNG_SR), CECS | CEIS);
    /* With HCLK at 40 MHz it is fast enough: 40 periods of 4 MHz are 400 cycles. */
    fk_test_write(test, RCC_CFGR, 8 << 4 | 3);
    assert_int_equal(fk_test_read(test, RNG_SR), CEIS);
    assert_int_equal(fk_test_await(test, RNG_SR, DRDY, DRDY), 400);
}

static void the_seed_decides_the_words(void **state)
{
    struct fk_test_soc *test = *state;
    uint32_t words[64];

    start(test);
    for (unsigned i = 0; i < 64; i++) {
        words[i] = word(test);
        for (unsigned j = 0; j < i; j++)
            assert_int_not_equal(words[i], words[j]);
    }
    /* splitmix64 of seed 1, upper halves. */
    assert_int_equal(words[0], 0x910A2DEC);
    /* The same after a reset of the chip. Stopping and resetting the block alone goes on. */
    test->class->reset(test->soc);
    test->cycle = 0;
    start(test);
    assert_int_equal(word(test), words[0]);
    fk_test_write(test, RNG_CR, 0);
    fk_test_write(test, RNG_CR, RNGEN);
    assert_int_equal(word(test), words[1]);
    fk_test_write(test, RCC_AHB2RSTR, 1U << 18);
    fk_test_write(test, RCC_AHB2RSTR, 0);
    assert_int_equal(fk_test_read(test, RNG_CR), 0);
    fk_test_write(test, RNG_CR, RNGEN);
    assert_int_equal(word(test), words[2]);
}

static void interrupts(void **state)
{
    struct fk_test_soc *test = *state;

    start(test);
    fk_test_write(test, RNG_CR, RNGEN | IE);
    assert_false(fk_test_irq(test, RNG_IRQ));
    fk_test_pass(test, 67);
    assert_true(fk_test_irq(test, RNG_IRQ));
    fk_test_read(test, RNG_DR);
    assert_false(fk_test_irq(test, RNG_IRQ));
    fk_stm32l4_rng_set_fault(test->soc, FK_STM32L4_RNG_CLOCK_ERROR);
    assert_true(fk_test_irq(test, RNG_IRQ));
    fk_test_write(test, RNG_SR, 0);
    assert_false(fk_test_irq(test, RNG_IRQ));
}

static void an_injected_clock_error(void **state)
{
    struct fk_test_soc *test = *state;

    start(test);
    word(test);
    fk_stm32l4_rng_set_fault(test->soc, FK_STM32L4_RNG_CLOCK_ERROR);
    assert_int_equal(fk_test_read(test, RNG_SR), CECS | CEIS);
    assert_int_equal(test->class->next_event(test->soc), FK_SOC_NEVER);
    fk_stm32l4_rng_set_fault(test->soc, FK_STM32L4_RNG_GOOD);
    assert_int_equal(fk_test_read(test, RNG_SR), CEIS);
    assert_int_equal(fk_test_await(test, RNG_SR, DRDY, DRDY), 67);
}

static void an_injected_seed_error(void **state)
{
    struct fk_test_soc *test = *state;

    start(test);
    fk_stm32l4_rng_set_fault(test->soc, FK_STM32L4_RNG_SEED_ERROR);
    assert_int_equal(fk_test_await(test, RNG_SR, SECS, SECS), 67);
    assert_int_equal(fk_test_read(test, RNG_SR), SECS | SEIS);
    assert_int_equal(fk_test_read(test, RNG_DR), 0);
    assert_int_equal(test->class->next_event(test->soc), FK_SOC_NEVER);
    /* The manual's recovery, while the fault lasts: the next word shows it again. */
    fk_test_write(test, RNG_SR, 0);
    assert_int_equal(fk_test_read(test, RNG_SR), SECS);
    fk_test_write(test, RNG_CR, 0);
    fk_test_write(test, RNG_CR, RNGEN);
    assert_int_equal(fk_test_read(test, RNG_SR), 0);
    assert_int_equal(fk_test_await(test, RNG_SR, SECS, SECS), 67);
    /* And once it has gone. */
    fk_stm32l4_rng_set_fault(test->soc, FK_STM32L4_RNG_GOOD);
    assert_int_equal(fk_test_read(test, RNG_SR), SECS | SEIS);
    fk_test_write(test, RNG_SR, 0);
    fk_test_write(test, RNG_CR, 0);
    fk_test_write(test, RNG_CR, RNGEN);
    assert_int_equal(fk_test_await(test, RNG_SR, DRDY, DRDY), 67);
}

static void a_silent_generator(void **state)
{
    struct fk_test_soc *test = *state;

    fk_stm32l4_rng_set_fault(test->soc, FK_STM32L4_RNG_SILENT);
    start(test);
    assert_int_equal(test->class->next_event(test->soc), FK_SOC_NEVER);
    fk_test_pass(test, 1000000);
    assert_int_equal(fk_test_read(test, RNG_SR), 0);
    fk_stm32l4_rng_set_fault(test->soc, FK_STM32L4_RNG_GOOD);
    assert_int_equal(fk_test_await(test, RNG_SR, DRDY, DRDY), 67);
    fk_stm32l4_rng_set_fault(test->soc, FK_STM32L4_RNG_SILENT);
    assert_int_equal(fk_test_read(test, RNG_SR), 0);
}

static void a_repeating_generator(void **state)
{
    struct fk_test_soc *test = *state;
    uint32_t first;

    start(test);
    first = word(test);
    fk_stm32l4_rng_set_fault(test->soc, FK_STM32L4_RNG_REPEATING);
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(word(test), first);
    fk_stm32l4_rng_set_fault(test->soc, FK_STM32L4_RNG_GOOD);
    assert_int_not_equal(word(test), first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FK_TEST_SOC(without_its_gate_it_is_dead),
        FK_TEST_SOC(without_a_clock_it_shows_a_clock_error),
        FK_TEST_SOC(a_word_takes_40_clocks),
        FK_TEST_SOC(clock_sources),
        FK_TEST_SOC(pll_q_as_its_clock),
        FK_TEST_SOC(a_clock_below_a_16th_of_hclk_is_an_error),
        FK_TEST_SOC(the_seed_decides_the_words),
        FK_TEST_SOC(interrupts),
        FK_TEST_SOC(an_injected_clock_error),
        FK_TEST_SOC(an_injected_seed_error),
        FK_TEST_SOC(a_silent_generator),
        FK_TEST_SOC(a_repeating_generator),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
