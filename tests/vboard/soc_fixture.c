/* SPDX-License-Identifier: MIT */
#include "soc_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void take_byte(void *context, uint8_t byte)
{
    struct fk_test_soc *test = context;

    assert_true(test->sent_count < sizeof test->sent);
    test->sent[test->sent_count++] = byte;
}

static void take_trigger(void *context, bool level, uint64_t cycle)
{
    struct fk_test_soc *test = context;

    assert_true(test->trigger_count < 16);
    test->trigger_level[test->trigger_count] = level;
    test->trigger_cycle[test->trigger_count++] = cycle;
}

static void take_line(void *context, const char *line)
{
    struct fk_test_soc *test = context;

    assert_true(test->line_count < FK_TEST_LINES);
    snprintf(test->lines[test->line_count++], sizeof test->lines[0], "%s", line);
}

int fk_test_soc_setup(void **state)
{
    struct fk_test_soc *test = calloc(1, sizeof *test);
    struct fk_soc_host host = {.serial_out = take_byte,
                               .trigger = take_trigger,
                               .log = take_line,
                               .context = test,
                               .seed = 1,
                               .trigger_port = 0,
                               .trigger_pin = 8,
                               .hse_hz = 8000000,
                               .lse_hz = 32768,
                               .serial_baud = 115200,
                               .pins_high = {[2] = 1U << 13}};

    assert_non_null(test);
    test->class = &fk_stm32l476rg;
    test->soc = test->class->create(&host);
    assert_non_null(test->soc);
    *state = test;
    return 0;
}

int fk_test_soc_teardown(void **state)
{
    struct fk_test_soc *test = *state;

    test->class->destroy(test->soc);
    free(test);
    return 0;
}

uint32_t fk_test_read_size(struct fk_test_soc *test, uint32_t address, unsigned size)
{
    uint32_t value = 0xA5A5A5A5;

    test->access = test->class->read(test->soc, test->cycle, address, size, &value);
    return value;
}

uint32_t fk_test_read(struct fk_test_soc *test, uint32_t address)
{
    return fk_test_read_size(test, address, 4);
}

void fk_test_write_size(struct fk_test_soc *test, uint32_t address, uint32_t value, unsigned size)
{
    test->access = test->class->write(test->soc, test->cycle, address, size, value);
}

void fk_test_write(struct fk_test_soc *test, uint32_t address, uint32_t value)
{
    fk_test_write_size(test, address, value, 4);
}

void fk_test_set(struct fk_test_soc *test, uint32_t address, uint32_t bits)
{
    fk_test_write(test, address, fk_test_read(test, address) | bits);
}

void fk_test_clear(struct fk_test_soc *test, uint32_t address, uint32_t bits)
{
    fk_test_write(test, address, fk_test_read(test, address) & ~bits);
}

void fk_test_pass(struct fk_test_soc *test, uint64_t cycles)
{
    test->cycle += cycles;
    test->class->advance(test->soc, test->cycle);
}

uint64_t fk_test_await(struct fk_test_soc *test, uint32_t address, uint32_t mask, uint32_t value)
{
    uint64_t start = test->cycle;

    while ((fk_test_read(test, address) & mask) != value) {
        uint64_t next = test->class->next_event(test->soc);

        if (next == FK_SOC_NEVER)
            fail_msg("0x%08x never becomes 0x%x under 0x%x", (unsigned)address, (unsigned)value,
                     (unsigned)mask);
        assert_true(next >= test->cycle);
        test->cycle = next;
    }
    return test->cycle - start;
}

bool fk_test_irq(struct fk_test_soc *test, unsigned irq)
{
    uint32_t levels[8];

    memset(levels, 0xFF, sizeof levels);
    test->class->irq_levels(test->soc, levels);
    return (levels[irq / 32] >> (irq % 32) & 1) != 0;
}

size_t fk_test_logged(const struct fk_test_soc *test, const char *text)
{
    size_t count = 0;

    for (size_t i = 0; i < test->line_count; i++)
        if (strstr(test->lines[i], text) != NULL)
            count++;
    return count;
}

uint32_t fk_test_hz(struct fk_test_soc *test)
{
    return test->class->hclk_hz(test->soc);
}

void fk_test_run_at_80_mhz(struct fk_test_soc *test)
{
    fk_test_write(test, FLASH_ACR, 0x704);
    fk_test_write(test, RCC_PLLCFGR, 0x01002801);
    fk_test_set(test, RCC_CR, 1U << 24);
    fk_test_await(test, RCC_CR, 1U << 25, 1U << 25);
    fk_test_write(test, RCC_CFGR, 3);
    assert_int_equal(fk_test_read(test, RCC_CFGR), 0xF);
    assert_int_equal(fk_test_hz(test), 80000000);
}

void fk_test_connect_serial(struct fk_test_soc *test)
{
    fk_test_set(test, RCC_AHB2ENR, 1U << 0);
    fk_test_set(test, RCC_APB1ENR1, 1U << 17);
    fk_test_write(test, GPIOA + GPIO_AFRL, 0x00007700);
    fk_test_write(test, GPIOA + GPIO_MODER, 0xABFFFFAF);
}
