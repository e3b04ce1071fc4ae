/* SPDX-License-Identifier: MIT */
/* Ports, the trigger pin, external interrupts and SYSCFG. */
#include "soc_fixture.h"

static void reset_values(void **state)
{
    static const uint32_t ports[8][3] = {/* MODER, OSPEEDR, PUPDR */
                                         {0xABFFFFFF, 0x0C000000, 0x64000000},
                                         {0xFFFFFEBF, 0, 0x00000100},
                                         {0xFFFFFFFF, 0, 0},
                                         {0xFFFFFFFF, 0, 0},
                                         {0xFFFFFFFF, 0, 0},
                                         {0xFFFFFFFF, 0, 0},
                                         {0xFFFFFFFF, 0, 0},
                                         {0x0000000F, 0, 0}};
    struct fk_test_soc *test = *state;

    fk_test_write(test, RCC_AHB2ENR, 0xFF);
    for (unsigned port = 0; port < 8; port++) {
        uint32_t base = GPIOA + 0x400 * port;

        assert_int_equal(fk_test_read(test, base + GPIO_MODER), ports[port][0]);
        assert_int_equal(fk_test_read(test, base + GPIO_OSPEEDR), ports[port][1]);
        assert_int_equal(fk_test_read(test, base + GPIO_PUPDR), ports[port][2]);
        for (uint32_t offset = 0x14; offset <= 0x2C; offset += 4)
            assert_int_equal(fk_test_read(test, base + offset), 0);
        assert_int_equal(fk_test_read(test, base + GPIO_OTYPER), 0);
        fk_test_read(test, base + 0x30);
        assert_int_equal(test->access, FK_SOC_ACCESS_UNMODELLED);
    }
    /* There is no port I. */
    fk_test_read(test, 0x48002000);
    assert_int_equal(test->access, FK_SOC_ACCESS_UNMODELLED);
    assert_int_equal(test->line_count, 0);
}

static void without_its_clock_a_port_is_dead(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_write(test, GPIOA + GPIO_MODER, 0);
    assert_int_equal(test->access, FK_SOC_ACCESS_DONE);
    assert_int_equal(fk_test_read(test, GPIOA + GPIO_MODER), 0);
    /* A loop that waits for something else than 0 waits for ever. */
    assert_int_equal(test->access, FK_SOC_ACCESS_POLL);
    assert_int_equal(test->line_count, 1);
    assert_string_equal(test->lines[0],
                        "GPIOA is accessed while its clock is off: reads give 0, writes are "
                        "ignored; set RCC AHB2ENR bit 0 first");
    fk_test_set(test, RCC_AHB2ENR, 1);
    assert_int_equal(fk_test_read(test, GPIOA + GPIO_MODER), 0xABFFFFFF);
    /* Other ports stay off. */
    assert_int_equal(fk_test_read(test, GPIOB + GPIO_MODER), 0);
    assert_int_equal(test->line_count, 2);
    /* Reset by RSTR, and dead while that lasts. */
    fk_test_write(test, GPIOA + GPIO_MODER, 0xA8000000);
    fk_test_write(test, RCC_AHB2RSTR, 1);
    assert_int_equal(fk_test_read(test, GPIOA + GPIO_MODER), 0);
    assert_int_equal(fk_test_logged(test, "GPIOA is accessed while RCC holds it in reset"), 1);
    fk_test_write(test, RCC_AHB2RSTR, 0);
    assert_int_equal(fk_test_read(test, GPIOA + GPIO_MODER), 0xABFFFFFF);
}

static void outputs_are_set_and_reset(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_set(test, RCC_AHB2ENR, 1);
    /* PA5 is the LED. */
    fk_test_write(test, GPIOA + GPIO_MODER, 0xABFFF7FF);
    fk_test_write(test, GPIOA + GPIO_BSRR, 0x20);
    assert_int_equal(fk_test_read(test, GPIOA + GPIO_ODR), 0x20);
    assert_int_equal(fk_test_read(test, GPIOA + GPIO_IDR) & 0x20, 0x20);
    assert_int_equal(fk_test_read(test, GPIOA + GPIO_BSRR), 0);
    fk_test_write(test, GPIOA + GPIO_BSRR, 0x00200000);
    assert_int_equal(fk_test_read(test, GPIOA + GPIO_ODR), 0);
    assert_int_equal(fk_test_read(test, GPIOA + GPIO_IDR) & 0x20, 0);
    /* Set wins over reset; BRR resets. */
    fk_test_write(test, GPIOA + GPIO_BSRR, 0x00300030);
    assert_int_equal(fk_test_read(test, GPIOA + GPIO_ODR), 0x30);
    fk_test_write(test, GPIOA + GPIO_BRR, 0x10);
    assert_int_equal(fk_test_read(test, GPIOA + GPIO_ODR), 0x20);
    /* ODR has 16 bits, two on port H. */
    fk_test_write(test, GPIOA + GPIO_ODR, 0xFFFFFFFF);
    assert_int_equal(fk_test_read(test, GPIOA + GPIO_ODR), 0xFFFF);
    fk_test_set(test, RCC_AHB2ENR, 1U << 7);
    fk_test_write(test, GPIOH + GPIO_ODR, 0xFFFFFFFF);
    assert_int_equal(fk_test_read(test, GPIOH + GPIO_ODR), 3);
    fk_test_write(test, GPIOH + GPIO_MODER, 0);
    assert_int_equal(fk_test_read(test, GPIOH + GPIO_MODER), 0);
}

static void open_drain_needs_a_pull_up(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_set(test, RCC_AHB2ENR, 1);
    fk_test_write(test, GPIOA + GPIO_MODER, 0xABFFFFFD); /* PA0 output */
    fk_test_write(test, GPIOA + GPIO_OTYPER, 1);
    fk_test_write(test, GPIOA + GPIO_ODR, 1);
    assert_int_equal(fk_test_read(test, GPIOA + GPIO_IDR) & 1, 0);
    fk_test_write(test, GPIOA + GPIO_PUPDR, 0x64000001);
    assert_int_equal(fk_test_read(test, GPIOA + GPIO_IDR) & 1, 1);
    fk_test_write(test, GPIOA + GPIO_ODR, 0);
    assert_int_equal(fk_test_read(test, GPIOA + GPIO_IDR) & 1, 0);
}

static void inputs(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_write(test, RCC_AHB2ENR, 5);
    /* After reset PA15 and PA13 are pulled up, PA14 down; the rest is analog and reads 0. */
    assert_int_equal(fk_test_read(test, GPIOA + GPIO_IDR), 0xA000);
    assert_int_equal(test->access, FK_SOC_ACCESS_POLL);
    assert_int_equal(fk_test_read(test, GPIOC + GPIO_IDR), 0);
    /* The user button on PC13 is not pressed: the board holds it high. */
    fk_test_write(test, GPIOC + GPIO_MODER, 0);
    assert_int_equal(fk_test_read(test, GPIOC + GPIO_IDR), 0x2000);
    fk_test_write(test, GPIOC + GPIO_PUPDR, 0x00000009);
    assert_int_equal(fk_test_read(test, GPIOC + GPIO_IDR), 0x2001);
}

static void alternate_functions(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_set(test, RCC_AHB2ENR, 1);
    fk_test_write(test, GPIOA + GPIO_AFRL, 0x76543210);
    fk_test_write(test, GPIOA + GPIO_AFRH, 0xFEDCBA98);
    assert_int_equal(fk_test_read(test, GPIOA + GPIO_AFRL), 0x76543210);
    assert_int_equal(fk_test_read(test, GPIOA + GPIO_AFRH), 0xFEDCBA98);
}

static void bytes_and_halfwords_are_written_alone(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_set(test, RCC_AHB2ENR, 1);
    fk_test_write(test, GPIOA + GPIO_ODR, 0x1234);
    fk_test_write_size(test, GPIOA + GPIO_ODR + 1, 0xAB, 1);
    assert_int_equal(fk_test_read(test, GPIOA + GPIO_ODR), 0xAB34);
    assert_int_equal(fk_test_read_size(test, GPIOA + GPIO_ODR + 1, 1), 0xAB);
    assert_int_equal(fk_test_read_size(test, GPIOA + GPIO_ODR, 2), 0xAB34);
    /* The upper half of BSRR alone resets, the lower sets. */
    fk_test_write_size(test, GPIOA + GPIO_BSRR + 2, 0xFF00, 2);
    assert_int_equal(fk_test_read(test, GPIOA + GPIO_ODR), 0x34);
    fk_test_write_size(test, GPIOA + GPIO_BSRR, 0x8000, 2);
    assert_int_equal(fk_test_read(test, GPIOA + GPIO_ODR), 0x8034);
    fk_test_write_size(test, GPIOA + GPIO_AFRL + 2, 0x1234, 2);
    assert_int_equal(fk_test_read(test, GPIOA + GPIO_AFRL), 0x12340000);
}

static void locked_pins_keep_their_settings(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_set(test, RCC_AHB2ENR, 1);
    fk_test_write(test, GPIOA + GPIO_MODER, 0xABFFF7FF);
    /* A broken sequence locks nothing. */
    fk_test_write(test, GPIOA + GPIO_LCKR, 0x10020);
    fk_test_write(test, GPIOA + GPIO_LCKR, 0x00021);
    fk_test_write(test, GPIOA + GPIO_LCKR, 0x10020);
    assert_int_equal(fk_test_read(test, GPIOA + GPIO_LCKR) & 0x10000, 0);
    fk_test_write(test, GPIOA + GPIO_LCKR, 0x10020);
    fk_test_write(test, GPIOA + GPIO_LCKR, 0x00020);
    fk_test_write(test, GPIOA + GPIO_LCKR, 0x10020);
    assert_int_equal(fk_test_read(test, GPIOA + GPIO_LCKR), 0x10020);
    fk_test_write(test, GPIOA + GPIO_MODER, 0);
    assert_int_equal(fk_test_read(test, GPIOA + GPIO_MODER), 0x00000400);
    fk_test_write(test, GPIOA + GPIO_AFRL, 0xFFFFFFFF);
    assert_int_equal(fk_test_read(test, GPIOA + GPIO_AFRL), 0xFF0FFFFF);
    fk_test_write(test, GPIOA + GPIO_OTYPER, 0xFFFF);
    assert_int_equal(fk_test_read(test, GPIOA + GPIO_OTYPER), 0xFFDF);
    /* The output itself stays free; the lock ends with a reset. */
    fk_test_write(test, GPIOA + GPIO_ODR, 0x20);
    assert_int_equal(fk_test_read(test, GPIOA + GPIO_ODR), 0x20);
    fk_test_write(test, GPIOA + GPIO_LCKR, 0);
    assert_int_equal(fk_test_read(test, GPIOA + GPIO_LCKR), 0x10020);
    fk_test_write(test, RCC_AHB2RSTR, 1);
    fk_test_write(test, RCC_AHB2RSTR, 0);
    assert_int_equal(fk_test_read(test, GPIOA + GPIO_LCKR), 0);
}

static void the_trigger_is_an_output(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_set(test, RCC_AHB2ENR, 1);
    fk_test_pass(test, 100);
    fk_test_write(test, GPIOA + GPIO_BSRR, 0x100); /* high, but still analog */
    assert_int_equal(test->trigger_count, 0);
    assert_false(test->class->trigger_level(test->soc));
    fk_test_pass(test, 23);
    fk_test_write(test, GPIOA + GPIO_MODER, 0xABFDFFFF);
    fk_test_write(test, GPIOA + GPIO_BSRR, 0x100);
    assert_int_equal(test->trigger_count, 1);
    assert_true(test->trigger_level[0]);
    assert_int_equal(test->trigger_cycle[0], 123);
    assert_true(test->class->trigger_level(test->soc));
    fk_test_pass(test, 1000);
    fk_test_write(test, GPIOA + GPIO_BRR, 0x100);
    assert_int_equal(test->trigger_count, 2);
    assert_false(test->trigger_level[1]);
    assert_int_equal(test->trigger_cycle[1], 1123);
    /* Other pins are no trigger. */
    fk_test_write(test, GPIOA + GPIO_ODR, 0xFEFF);
    assert_int_equal(test->trigger_count, 2);
    /* A reset drops it without a word: the host has asked for the reset. */
    fk_test_write(test, GPIOA + GPIO_BSRR, 0x100);
    assert_int_equal(test->trigger_count, 3);
    test->class->reset(test->soc);
    assert_int_equal(test->trigger_count, 3);
    assert_false(test->class->trigger_level(test->soc));
}

static void edges_raise_external_interrupts(void **state)
{
    static const struct {
        unsigned pin;
        unsigned irq;
    } lines[] = {{0, 6}, {1, 7}, {4, 10}, {5, 23}, {9, 23}, {10, 40}, {15, 40}};
    struct fk_test_soc *test = *state;

    fk_test_set(test, RCC_AHB2ENR, 2);
    fk_test_set(test, RCC_APB2ENR, 1);
    assert_int_equal(fk_test_read(test, EXTI + 0x00), 0xFF820000);
    fk_test_write(test, GPIOB + GPIO_MODER, 0x55555555);
    for (unsigned i = 0; i < 4; i++)
        fk_test_write(test, SYSCFG + 0x08 + 4 * i, 0x1111); /* port B */
    fk_test_write(test, EXTI + 0x00, 0xFFFF);
    fk_test_write(test, EXTI + 0x08, 0xFFFF); /* rising */
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        uint32_t bit = 1U << lines[i].pin;

        assert_false(fk_test_irq(test, lines[i].irq));
        fk_test_write(test, GPIOB + GPIO_BSRR, bit);
        assert_int_equal(fk_test_read(test, EXTI + 0x14), bit);
        assert_true(fk_test_irq(test, lines[i].irq));
        fk_test_write(test, EXTI + 0x14, bit);
        assert_false(fk_test_irq(test, lines[i].irq));
        fk_test_write(test, GPIOB + GPIO_BRR, bit); /* falling: not selected */
        assert_int_equal(fk_test_read(test, EXTI + 0x14), 0);
    }
    /* A masked line is pending without an interrupt; another port does not count. */
    fk_test_write(test, EXTI + 0x00, 0);
    fk_test_write(test, EXTI + 0x0C, 1);
    fk_test_write(test, GPIOB + GPIO_BSRR, 1);
    fk_test_write(test, EXTI + 0x14, 1);
    fk_test_write(test, GPIOB + GPIO_BRR, 1);
    assert_int_equal(fk_test_read(test, EXTI + 0x14), 1);
    assert_false(fk_test_irq(test, 6));
    fk_test_write(test, EXTI + 0x14, 1);
    fk_test_write(test, SYSCFG + 0x08, 0);
    fk_test_write(test, GPIOB + GPIO_BSRR, 1);
    assert_int_equal(fk_test_read(test, EXTI + 0x14), 0);
}

static void software_triggers(void **state)
{
    struct fk_test_soc *test = *state;

    /* Masked: nothing becomes pending. */
    fk_test_write(test, EXTI + 0x10, 2);
    assert_int_equal(fk_test_read(test, EXTI + 0x14), 0);
    fk_test_write(test, EXTI + 0x14, 2);
    fk_test_write(test, EXTI + 0x00, 2);
    fk_test_write(test, EXTI + 0x10, 2);
    assert_true(fk_test_irq(test, 7));
    assert_int_equal(fk_test_read(test, EXTI + 0x10), 2);
    fk_test_write(test, EXTI + 0x14, 2);
    assert_int_equal(fk_test_read(test, EXTI + 0x10), 0);
    assert_false(fk_test_irq(test, 7));
    assert_int_equal(fk_test_read(test, EXTI + 0x20), 0x87);
    fk_test_read(test, EXTI + 0x18);
    assert_int_equal(test->access, FK_SOC_ACCESS_UNMODELLED);
    fk_test_read(test, EXTI + 0x40);
    assert_int_equal(test->access, FK_SOC_ACCESS_UNMODELLED);
}

static void syscfg_registers(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_set(test, RCC_APB2ENR, 1);
    assert_int_equal(fk_test_read(test, SYSCFG + 0x00), 0);
    assert_int_equal(fk_test_read(test, SYSCFG + 0x04), 0x7C000001);
    assert_int_equal(fk_test_read(test, SYSCFG + 0x18), 0);
    fk_test_write(test, SYSCFG + 0x0C, 0xFFFFFFFF);
    assert_int_equal(fk_test_read(test, SYSCFG + 0x0C), 0x7777);
    fk_test_write(test, SYSCFG + 0x00, 0);
    assert_int_equal(test->access, FK_SOC_ACCESS_DONE);
    fk_test_write(test, SYSCFG + 0x00, 3); /* SRAM1 at address 0 */
    assert_int_equal(test->access, FK_SOC_ACCESS_UNMODELLED);
    fk_test_write(test, SYSCFG + 0x18, 1);
    assert_int_equal(test->access, FK_SOC_ACCESS_UNMODELLED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FK_TEST_SOC(reset_values),
        FK_TEST_SOC(without_its_clock_a_port_is_dead),
        FK_TEST_SOC(outputs_are_set_and_reset),
        FK_TEST_SOC(open_drain_needs_a_pull_up),
        FK_TEST_SOC(inputs),
        FK_TEST_SOC(alternate_functions),
        FK_TEST_SOC(bytes_and_halfwords_are_written_alone),
        FK_TEST_SOC(locked_pins_keep_their_settings),
        FK_TEST_SOC(the_trigger_is_an_output),
        FK_TEST_SOC(edges_raise_external_interrupts),
        FK_TEST_SOC(software_triggers),
        FK_TEST_SOC(syscfg_registers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
