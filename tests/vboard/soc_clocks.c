/* SPDX-License-Identifier: MIT */
/* The clock tree: registers of RCC, oscillators, PLLs, prescalers, wait states and voltage range.
 */
#include "soc_fixture.h"

#define MSIRGSEL (1U << 3)
#define HSION (1U << 8)
#define HSIRDY (1U << 10)
#define HSEON (1U << 16)
#define HSERDY (1U << 17)
#define HSEBYP (1U << 18)
#define PLLON (1U << 24)
#define PLLRDY (1U << 25)
#define PLLSAI1ON (1U << 26)
#define PLLSAI1RDY (1U << 27)
#define PWREN (1U << 28)

static void reset_values(void **state)
{
    static const struct {
        uint32_t offset;
        uint32_t value;
    } reset[] = {{0x00, 0x00000063}, {0x08, 0},          {0x0C, 0x00001000}, {0x10, 0x00001000},
                 {0x14, 0x00001000}, {0x18, 0},          {0x1C, 0},          {0x20, 0},
                 {0x28, 0},          {0x2C, 0},          {0x30, 0},          {0x38, 0},
                 {0x3C, 0},          {0x40, 0},          {0x48, 0x00000100}, {0x4C, 0},
                 {0x50, 0},          {0x58, 0},          {0x5C, 0},          {0x60, 0},
                 {0x68, 0x00011303}, {0x6C, 0x000532FF}, {0x70, 0x00000101}, {0x78, 0xF2FECA3F},
                 {0x7C, 0x00000025}, {0x80, 0x01677C01}, {0x88, 0},          {0x90, 0},
                 {0x94, 0x0C000600}};
    struct fk_test_soc *test = *state;

    for (size_t i = 0; i < sizeof reset / sizeof reset[0]; i++)
        assert_int_equal(fk_test_read(test, 0x40021000 + reset[i].offset), reset[i].value);
    assert_int_equal(fk_test_read(test, 0x40021004) & 0x1F00FF00, 0x10000000);
    assert_int_equal(fk_test_hz(test), 4000000);
    /* Holes, and the HSI48 that this chip lacks. */
    fk_test_read(test, 0x40021024);
    assert_int_equal(test->access, FK_SOC_ACCESS_UNMODELLED);
    fk_test_write(test, 0x40021098, 1);
    assert_int_equal(test->access, FK_SOC_ACCESS_UNMODELLED);
    assert_int_equal(test->class->next_event(test->soc), FK_SOC_NEVER);
    assert_int_equal(test->line_count, 0);
}

static void msi_ranges(void **state)
{
    static const uint32_t hz[12] = {100000,  200000,  400000,   800000,   1000000,  2000000,
                                    4000000, 8000000, 16000000, 24000000, 32000000, 48000000};
    struct fk_test_soc *test = *state;

    fk_test_write(test, FLASH_ACR, 0x602);
    for (unsigned range = 0; range < 12; range++) {
        fk_test_write(test, RCC_CR, range << 4 | MSIRGSEL | 1);
        assert_int_equal(fk_test_hz(test), hz[range]);
        assert_int_equal(fk_test_read(test, RCC_CR), range << 4 | MSIRGSEL | 3);
    }
    /* 12 to 15 are no ranges: the old one stays. */
    fk_test_write(test, RCC_CR, 12 << 4 | MSIRGSEL | 1);
    assert_int_equal(fk_test_read(test, RCC_CR), 11 << 4 | MSIRGSEL | 3);
    assert_int_equal(fk_test_hz(test), 48000000);
    assert_int_equal(fk_test_logged(test, "12 to 15"), 1);
}

static void msi_range_needs_its_selection(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_write(test, RCC_CR, 8 << 4 | 1);
    assert_int_equal(fk_test_hz(test), 4000000);
    assert_int_equal(fk_test_logged(test, "MSIRGSEL"), 1);
    /* Selecting makes it count; it cannot be taken back. */
    fk_test_set(test, RCC_CR, MSIRGSEL);
    assert_int_equal(fk_test_hz(test), 16000000);
    fk_test_clear(test, RCC_CR, MSIRGSEL);
    assert_int_equal(fk_test_read(test, RCC_CR), 8 << 4 | MSIRGSEL | 3);
    assert_int_equal(fk_test_hz(test), 16000000);
    test->class->reset(test->soc);
    assert_int_equal(fk_test_read(test, RCC_CR), 0x63);
    assert_int_equal(fk_test_hz(test), 4000000);
}

static void msi_standby_range(void **state)
{
    struct fk_test_soc *test = *state;

    /* CSR.MSISRANGE is writable once MSIRGSEL is set, and takes 4 to 7. */
    fk_test_write(test, RCC_CSR, 7 << 8);
    assert_int_equal(fk_test_read(test, RCC_CSR), 0x0C000600);
    fk_test_set(test, RCC_CR, MSIRGSEL);
    fk_test_write(test, RCC_CSR, 3 << 8);
    assert_int_equal(fk_test_read(test, RCC_CSR), 0x0C000600);
    fk_test_write(test, RCC_CSR, 7 << 8);
    assert_int_equal(fk_test_read(test, RCC_CSR), 0x0C000700);
    assert_int_equal(fk_test_hz(test), 4000000);
}

static void hsi16_takes_4_us(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_set(test, RCC_CR, HSION);
    assert_int_equal(fk_test_read(test, RCC_CR), 0x163);
    assert_int_equal(test->access, FK_SOC_ACCESS_POLL);
    fk_test_pass(test, 15);
    assert_int_equal(fk_test_read(test, RCC_CR), 0x163);
    fk_test_pass(test, 1);
    assert_int_equal(fk_test_read(test, RCC_CR), 0x563);
    assert_int_equal(fk_test_hz(test), 4000000);
    fk_test_write(test, RCC_CFGR, 1);
    assert_int_equal(fk_test_read(test, RCC_CFGR), 5);
    assert_int_equal(fk_test_hz(test), 16000000);
    /* The MSI is not needed any more. */
    fk_test_clear(test, RCC_CR, 1);
    assert_int_equal(fk_test_read(test, RCC_CR), 0x560);
    /* Back to it: on, ready after 3 us, which are 48 cycles. */
    fk_test_set(test, RCC_CR, 1);
    assert_int_equal(fk_test_await(test, RCC_CR, 2, 2), 48);
    assert_int_equal(test->line_count, 0);
}

static void sysclk_waits_for_its_source(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_write(test, RCC_CFGR, 1);
    assert_int_equal(fk_test_read(test, RCC_CFGR), 1);
    assert_int_equal(fk_test_hz(test), 4000000);
    assert_int_equal(fk_test_logged(test, "not ready"), 1);
    fk_test_set(test, RCC_CR, HSION);
    assert_int_equal(fk_test_hz(test), 4000000);
    fk_test_pass(test, 16);
    assert_int_equal(fk_test_read(test, RCC_CFGR), 5);
    assert_int_equal(fk_test_hz(test), 16000000);
}

static void hse_from_the_board(void **state)
{
    struct fk_test_soc *test = *state;

    /* An external clock: 512 periods of 8 MHz are 64 us, 256 cycles of 4 MHz. */
    fk_test_set(test, RCC_CR, HSEBYP);
    fk_test_set(test, RCC_CR, HSEON);
    assert_int_equal(fk_test_await(test, RCC_CR, HSERDY, HSERDY), 256);
    fk_test_write(test, RCC_CFGR, 2);
    assert_int_equal(fk_test_read(test, RCC_CFGR), 0xA);
    assert_int_equal(fk_test_hz(test), 8000000);
    /* HSEBYP is locked while HSE is on. */
    fk_test_clear(test, RCC_CR, HSEBYP);
    assert_int_equal(fk_test_read(test, RCC_CR), 0x70063);
}

static void hse_as_a_crystal_takes_2_ms(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_set(test, RCC_CR, HSEON);
    assert_int_equal(fk_test_await(test, RCC_CR, HSERDY, HSERDY), 8000);
}

static void pll_to_80_mhz(void **state)
{
    struct fk_test_soc *test = *state;

    /* MSI 4 MHz x 40 / 2. It locks in 15 us, 60 cycles. */
    fk_test_write(test, FLASH_ACR, 0x704);
    fk_test_write(test, RCC_PLLCFGR, 0x01002801);
    fk_test_set(test, RCC_CR, PLLON);
    assert_int_equal(fk_test_read(test, RCC_CR), 0x01000063);
    assert_int_equal(fk_test_await(test, RCC_CR, PLLRDY, PLLRDY), 60);
    fk_test_write(test, RCC_CFGR, 3);
    assert_int_equal(fk_test_read(test, RCC_CFGR), 0xF);
    assert_int_equal(fk_test_hz(test), 80000000);
    assert_int_equal(test->line_count, 0);
}

static void pll_from_hsi16_and_hse(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_write(test, FLASH_ACR, 0x704);
    /* PLLON before its source is ready: it locks 15 us after the 4 us of HSI16. */
    fk_test_write(test, RCC_PLLCFGR, 0x01000A02);
    fk_test_set(test, RCC_CR, HSION | PLLON);
    assert_int_equal(fk_test_await(test, RCC_CR, PLLRDY, PLLRDY), 76);
    fk_test_write(test, RCC_CFGR, 3);
    assert_int_equal(fk_test_hz(test), 80000000);
    fk_test_write(test, RCC_CFGR, 0);
    assert_int_equal(fk_test_hz(test), 4000000);
    fk_test_clear(test, RCC_CR, PLLON);
    assert_int_equal(fk_test_read(test, RCC_CR), 0x00000563);
    fk_test_set(test, RCC_CR, HSEBYP | HSEON);
    fk_test_await(test, RCC_CR, HSERDY, HSERDY);
    fk_test_write(test, RCC_PLLCFGR, 0x01001403);
    fk_test_set(test, RCC_CR, PLLON);
    fk_test_await(test, RCC_CR, PLLRDY, PLLRDY);
    fk_test_write(test, RCC_CFGR, 3);
    assert_int_equal(fk_test_hz(test), 80000000);
    assert_int_equal(test->line_count, 0);
}

static void pll_outside_its_limits_never_locks(void **state)
{
    static const struct {
        uint32_t config;
        const char *line;
    } bad[] = {
        {0x01002800, "without a source"}, {0x01002811, "input of PLL is 2 MHz"}, /* M = 2 */
        {0x01000701, "N = 7 "},         /* 7 x 4 = 28 MHz */
        {0x01005701, "N = 87"},         /* 87 x 4 = 348 MHz */
        {0x01000F01, "VCO at 60 MHz"},  /* 15 x 4 */
        {0x01001602, "VCO at 352 MHz"}, /* 22 x 16, HSI16 */
    };

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        void *fresh;
        struct fk_test_soc *test;

        (void)state;
        fk_test_soc_setup(&fresh);
        test = fresh;
        fk_test_set(test, RCC_CR, HSION);
        fk_test_await(test, RCC_CR, HSIRDY, HSIRDY);
        fk_test_write(test, RCC_PLLCFGR, bad[i].config);
        fk_test_set(test, RCC_CR, PLLON);
        assert_int_equal(test->class->next_event(test->soc), FK_SOC_NEVER);
        assert_int_equal(fk_test_logged(test, bad[i].line), 1);
        assert_int_equal(fk_test_read(test, RCC_CR) & PLLRDY, 0);
        fk_test_soc_teardown(&fresh);
    }
}

static void pll_at_its_limits_locks(void **state)
{
    static const struct {
        uint32_t config;
        uint32_t hz;
    } good[] = {
        {0x07001002, 32000000}, /* 16 MHz x 16 / 8 */
        {0x01001032, 32000000}, /* 16 / 4 x 16 / 2, VCO at 64 MHz */
        {0x07005632, 43000000}, /* 16 / 4 x 86 / 8, VCO at 344 MHz */
        {0x03000A02, 40000000}, /* 16 x 10 / 4 */
        {0x05000F02, 40000000}, /* 16 x 15 / 6 */
    };

    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        void *fresh;
        struct fk_test_soc *test;

        (void)state;
        fk_test_soc_setup(&fresh);
        test = fresh;
        fk_test_write(test, FLASH_ACR, 0x604);
        fk_test_set(test, RCC_CR, HSION);
        fk_test_write(test, RCC_PLLCFGR, good[i].config);
        fk_test_set(test, RCC_CR, PLLON);
        fk_test_await(test, RCC_CR, PLLRDY, PLLRDY);
        fk_test_write(test, RCC_CFGR, 3);
        assert_int_equal(fk_test_hz(test), good[i].hz);
        assert_int_equal(test->line_count, 0);
        fk_test_soc_teardown(&fresh);
    }
}

static void pll_without_output_is_no_sysclk(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_write(test, FLASH_ACR, 0x704);
    fk_test_write(test, RCC_PLLCFGR, 0x00002801);
    fk_test_set(test, RCC_CR, PLLON);
    fk_test_await(test, RCC_CR, PLLRDY, PLLRDY);
    fk_test_write(test, RCC_CFGR, 3);
    assert_int_equal(fk_test_read(test, RCC_CFGR), 3);
    assert_int_equal(fk_test_hz(test), 4000000);
    assert_int_equal(fk_test_logged(test, "PLLREN"), 1);
    /* The enables of the outputs are writable while the PLL runs. */
    fk_test_write(test, RCC_PLLCFGR, 0x01002801);
    assert_int_equal(fk_test_read(test, RCC_CFGR), 0xF);
    assert_int_equal(fk_test_hz(test), 80000000);
}

static void a_running_pll_keeps_its_settings(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_run_at_80_mhz(test);
    fk_test_write(test, RCC_PLLCFGR, 0x01102002);
    assert_int_equal(fk_test_read(test, RCC_PLLCFGR), 0x01102801);
    assert_int_equal(fk_test_hz(test), 80000000);
    assert_int_equal(fk_test_logged(test, "PLLCFGR is written while a PLL is on"), 1);
    /* Nor can what SYSCLK needs be switched off. */
    fk_test_write(test, RCC_PLLCFGR, 0x00102801);
    assert_int_equal(fk_test_read(test, RCC_PLLCFGR), 0x01102801);
    fk_test_clear(test, RCC_CR, PLLON);
    assert_int_equal(fk_test_read(test, RCC_CR), 0x03000063);
    fk_test_clear(test, RCC_CR, 1);
    assert_int_equal(fk_test_read(test, RCC_CR), 0x03000063);
    assert_int_equal(fk_test_logged(test, "cannot be switched off"), 1);
    assert_int_equal(fk_test_hz(test), 80000000);
}

static void prescalers(void **state)
{
    static const struct {
        uint32_t field;
        uint32_t divider;
    } hpre[] = {{0, 1},   {7, 1},   {8, 2},    {9, 4},    {10, 8},
                {11, 16}, {12, 64}, {13, 128}, {14, 256}, {15, 512}};
    struct fk_test_soc *test = *state;

    fk_test_run_at_80_mhz(test);
    for (size_t i = 0; i < sizeof hpre / sizeof hpre[0]; i++) {
        fk_test_write(test, RCC_CFGR, hpre[i].field << 4 | 3);
        assert_int_equal(fk_test_hz(test), 80000000 / hpre[i].divider);
        assert_int_equal(fk_test_read(test, RCC_CFGR), hpre[i].field << 4 | 0xF);
    }
    /* PPRE does not touch HCLK. */
    fk_test_write(test, RCC_CFGR, 7 << 11 | 7 << 8 | 3);
    assert_int_equal(fk_test_hz(test), 80000000);
    fk_test_write(test, RCC_CFGR, 0xFFFFFFFF);
    assert_int_equal(fk_test_read(test, RCC_CFGR), 0x7700BFFF);
}

/* An event keeps its time when the length of a cycle changes before it. */
static void events_keep_their_time(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_set(test, RCC_CR, HSION);
    fk_test_await(test, RCC_CR, HSIRDY, HSIRDY);
    /* LSI: 125 us, 500 cycles of 4 MHz. After half of them 16 MHz: 1000 more. */
    fk_test_set(test, RCC_CSR, 1);
    fk_test_pass(test, 250);
    fk_test_write(test, RCC_CFGR, 1);
    assert_int_equal(fk_test_await(test, RCC_CSR, 2, 2), 1000);
    fk_test_clear(test, RCC_CSR, 1);
    assert_int_equal(fk_test_read(test, RCC_CSR), 0x0C000600);
}

static void lse_is_behind_the_backup_protection(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_set(test, RCC_BDCR, 1);
    assert_int_equal(fk_test_read(test, RCC_BDCR), 0);
    assert_int_equal(fk_test_logged(test, "DBP"), 1);
    fk_test_set(test, RCC_APB1ENR1, PWREN);
    fk_test_set(test, PWR_CR1, 1U << 8);
    fk_test_set(test, RCC_BDCR, 1);
    assert_int_equal(fk_test_read(test, RCC_BDCR), 1);
    /* 2 s, 8 million cycles of 4 MHz. */
    assert_int_equal(fk_test_await(test, RCC_BDCR, 2, 2), 8000000);
    fk_test_write(test, RCC_BDCR, 1U << 16);
    assert_int_equal(fk_test_read(test, RCC_BDCR), 1U << 16);
    fk_test_write(test, RCC_BDCR, 0);
    assert_int_equal(fk_test_read(test, RCC_BDCR), 0);
}

static void ready_interrupts(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_write(test, RCC_CIER, 1U << 3);
    fk_test_set(test, RCC_CR, HSION);
    assert_false(fk_test_irq(test, 5));
    fk_test_pass(test, 16);
    assert_true(fk_test_irq(test, 5));
    assert_int_equal(fk_test_read(test, RCC_CIFR), 1U << 3);
    fk_test_write(test, RCC_CICR, 1U << 3);
    assert_false(fk_test_irq(test, 5));
    assert_int_equal(fk_test_read(test, RCC_CIFR), 0);
}

static void reset_flags_are_removed(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_set(test, RCC_CSR, 1U << 23);
    assert_int_equal(fk_test_read(test, RCC_CSR), 0x00000600);
}

static void too_few_wait_states_are_told(void **state)
{
    static const struct {
        uint32_t range;
        uint32_t hz;
        unsigned wait_states;
    } needs[] = {{8, 16000000, 0}, {9, 24000000, 1}, {10, 32000000, 1}, {11, 48000000, 2}};

    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++) {
        for (unsigned w = 0; w <= 4; w++) {
            void *fresh;
            struct fk_test_soc *test;

            (void)state;
            fk_test_soc_setup(&fresh);
            test = fresh;
            fk_test_write(test, FLASH_ACR, 0x600 | w);
            fk_test_write(test, RCC_CR, needs[i].range << 4 | MSIRGSEL | 1);
            assert_int_equal(fk_test_hz(test), needs[i].hz);
            assert_int_equal(fk_test_logged(test, "misread flash"),
                             w < needs[i].wait_states ? 1 : 0);
            fk_test_soc_teardown(&fresh);
        }
    }
}

/* The PLL at 4 MHz x N / 2. */
static void too_few_wait_states_for_the_pll_are_told(void **state)
{
    static const struct {
        uint32_t n;
        unsigned wait_states;
    } needs[] = {{16, 1}, {17, 2}, {24, 2}, {25, 3}, {32, 3}, {33, 4}, {40, 4}};

    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++) {
        for (unsigned w = 0; w <= 4; w++) {
            void *fresh;
            struct fk_test_soc *test;

            (void)state;
            fk_test_soc_setup(&fresh);
            test = fresh;
            fk_test_write(test, FLASH_ACR, 0x600 | w);
            fk_test_write(test, RCC_PLLCFGR, 0x01000001 | needs[i].n << 8);
            fk_test_set(test, RCC_CR, PLLON);
            fk_test_await(test, RCC_CR, PLLRDY, PLLRDY);
            fk_test_write(test, RCC_CFGR, 3);
            assert_int_equal(fk_test_hz(test), 2000000 * needs[i].n);
            assert_int_equal(fk_test_logged(test, "misread flash"),
                             w < needs[i].wait_states ? 1 : 0);
            fk_test_soc_teardown(&fresh);
        }
    }
}

static void lowering_the_latency_too_early_is_told_once(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_run_at_80_mhz(test);
    assert_int_equal(test->line_count, 0);
    fk_test_write(test, FLASH_ACR, 0x703);
    assert_int_equal(fk_test_logged(test, "WARNING: HCLK is 80 MHz in voltage range 1 with 3 flash "
                                          "wait states"),
                     1);
    fk_test_write(test, FLASH_ACR, 0x704);
    fk_test_write(test, FLASH_ACR, 0x703);
    assert_int_equal(test->line_count, 1);
}

static void voltage_range_2_is_slower(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_set(test, RCC_APB1ENR1, PWREN);
    assert_int_equal(fk_test_read(test, PWR_CR1), 0x200);
    assert_int_equal(fk_test_read(test, PWR_SR2), 0x100);
    fk_test_write(test, PWR_CR1, 0x400);
    assert_int_equal(fk_test_read(test, PWR_SR2), 0x100);
    /* 8 MHz needs a wait state in range 2 (6 MHz with none). */
    fk_test_write(test, FLASH_ACR, 0x601);
    fk_test_write(test, RCC_CR, 7 << 4 | MSIRGSEL | 1);
    assert_int_equal(test->line_count, 0);
    fk_test_write(test, FLASH_ACR, 0x600);
    assert_int_equal(fk_test_logged(test, "8 MHz in voltage range 2 with 0"), 1);
    /* 24 MHz needs three, 32 MHz is too much. */
    fk_test_write(test, FLASH_ACR, 0x603);
    fk_test_write(test, RCC_CR, 9 << 4 | MSIRGSEL | 1);
    assert_int_equal(test->line_count, 1);
    fk_test_write(test, RCC_CR, 10 << 4 | MSIRGSEL | 1);
    assert_int_equal(fk_test_logged(test, "above the 26 MHz of voltage range 2"), 1);
    /* Back to 4 MHz, then up: VOSF for 20 us, 80 cycles. */
    fk_test_write(test, RCC_CR, 6 << 4 | MSIRGSEL | 1);
    fk_test_write(test, PWR_CR1, 0x200);
    assert_int_equal(fk_test_read(test, PWR_SR2), 0x500);
    assert_int_equal(test->access, FK_SOC_ACCESS_POLL);
    assert_int_equal(fk_test_await(test, PWR_SR2, 0x400, 0), 80);
    fk_test_write(test, FLASH_ACR, 0x604);
    fk_test_write(test, RCC_CR, 11 << 4 | MSIRGSEL | 1);
    assert_int_equal(test->line_count, 2);
    /* 0 and 3 are no ranges. */
    fk_test_write(test, PWR_CR1, 0x600);
    assert_int_equal(fk_test_read(test, PWR_CR1), 0x200);
    assert_int_equal(fk_test_logged(test, "no voltage range"), 1);
}

static void more_than_80_mhz_is_told(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_write(test, FLASH_ACR, 0x704);
    fk_test_write(test, RCC_PLLCFGR, 0x01003C01); /* 4 x 60 / 2 */
    fk_test_set(test, RCC_CR, PLLON);
    fk_test_await(test, RCC_CR, PLLRDY, PLLRDY);
    assert_int_equal(test->line_count, 0);
    fk_test_write(test, RCC_CFGR, 3);
    assert_int_equal(fk_test_hz(test), 120000000);
    assert_int_equal(fk_test_logged(test, "SYSCLK is 120 MHz, above the 80 MHz"), 1);
}

static void a_board_without_oscillators(void **state)
{
    struct fk_soc_host host = {.seed = 1};
    void *soc = fk_stm32l476rg.create(&host);
    uint32_t value;

    (void)state;
    assert_non_null(soc);
    fk_stm32l476rg.write(soc, 0, RCC_CR, 4, 0x63 | HSEON);
    assert_int_equal(fk_stm32l476rg.next_event(soc), FK_SOC_NEVER);
    fk_stm32l476rg.advance(soc, 1000000000);
    assert_int_equal(fk_stm32l476rg.read(soc, 1000000000, RCC_CR, 4, &value), FK_SOC_ACCESS_POLL);
    assert_int_equal(value, 0x10063);
    fk_stm32l476rg.destroy(soc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FK_TEST_SOC(reset_values),
        FK_TEST_SOC(msi_ranges),
        FK_TEST_SOC(msi_range_needs_its_selection),
        FK_TEST_SOC(msi_standby_range),
        FK_TEST_SOC(hsi16_takes_4_us),
        FK_TEST_SOC(sysclk_waits_for_its_source),
        FK_TEST_SOC(hse_from_the_board),
        FK_TEST_SOC(hse_as_a_crystal_takes_2_ms),
        FK_TEST_SOC(pll_to_80_mhz),
        FK_TEST_SOC(pll_from_hsi16_and_hse),
        cmocka_unit_test(pll_outside_its_limits_never_locks),
        cmocka_unit_test(pll_at_its_limits_locks),
        FK_TEST_SOC(pll_without_output_is_no_sysclk),
        FK_TEST_SOC(a_running_pll_keeps_its_settings),
        FK_TEST_SOC(prescalers),
        FK_TEST_SOC(events_keep_their_time),
        FK_TEST_SOC(lse_is_behind_the_backup_protection),
        FK_TEST_SOC(ready_interrupts),
        FK_TEST_SOC(reset_flags_are_removed),
        cmocka_unit_test(too_few_wait_states_are_told),
        cmocka_unit_test(too_few_wait_states_for_the_pll_are_told),
        FK_TEST_SOC(lowering_the_latency_too_early_is_told_once),
        FK_TEST_SOC(voltage_range_2_is_slower),
        FK_TEST_SOC(more_than_80_mhz_is_told),
        cmocka_unit_test(a_board_without_oscillators),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
