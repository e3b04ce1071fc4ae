/* SPDX-License-Identifier: MIT */
/* The serial line. At 80 MHz with BRR = 694 a bit is 694 cycles, a frame of 10 bits 6940. */
#include "soc_fixture.h"

#include <string.h>

#define UE (1U << 0)
#define RE (1U << 2)
#define TE (1U << 3)
#define IDLEIE (1U << 4)
#define RXNEIE (1U << 5)
#define TCIE (1U << 6)
#define TXEIE (1U << 7)
#define ORE (1U << 3)
#define IDLE (1U << 4)
#define RXNE (1U << 5)
#define TC (1U << 6)
#define TXE (1U << 7)
#define BUSY (1U << 16)
#define TEACK (1U << 21)
#define REACK (1U << 22)
#define FRAME 6940U
/* A frame of the host, 10 bits of 115200 baud, in cycles of 80 MHz: 6944.4, so the next one. */
#define HOST_FRAME 6945U
#define USART2_IRQ 38

/* Both directions on, the idle frame that follows TE sent. */
static void start(struct fk_test_soc *test)
{
    fk_test_run_at_80_mhz(test);
    fk_test_connect_serial(test);
    fk_test_write(test, USART2_BRR, 694);
    fk_test_write(test, USART2_CR1, UE | RE | TE);
    fk_test_pass(test, FRAME);
}

static void send_in(struct fk_test_soc *test, const char *text)
{
    test->class->serial_in(test->soc, test->cycle, (const uint8_t *)text, strlen(text));
}

static void reset_values(void **state)
{
    struct fk_test_soc *test = *state;

    assert_int_equal(fk_test_read(test, USART2_ISR), 0);
    assert_int_equal(fk_test_logged(test, "USART2 is accessed while its clock is off: reads give "
                                          "0, writes are ignored; set RCC APB1ENR1 bit 17 first"),
                     1);
    fk_test_connect_serial(test);
    for (uint32_t offset = 0; offset <= 0x28; offset += 4)
        assert_int_equal(fk_test_read(test, USART2_CR1 + offset), offset == 0x1C ? 0xC0 : 0);
    /* No PRESC on this chip. */
    fk_test_read(test, USART2_CR1 + 0x2C);
    assert_int_equal(test->access, FK_SOC_ACCESS_UNMODELLED);
}

static void a_byte_takes_ten_bits(void **state)
{
    struct fk_test_soc *test = *state;

    start(test);
    assert_int_equal(fk_test_read(test, USART2_ISR), TEACK | REACK | TC | TXE);
    fk_test_write(test, USART2_TDR, 'A');
    /* The byte goes straight into the shift register. */
    assert_int_equal(fk_test_read(test, USART2_ISR), TEACK | REACK | TXE);
    assert_int_equal(test->access, FK_SOC_ACCESS_POLL);
    fk_test_pass(test, FRAME - 1);
    assert_int_equal(fk_test_read(test, USART2_ISR) & TC, 0);
    assert_int_equal(test->sent_count, 0);
    fk_test_pass(test, 1);
    assert_int_equal(fk_test_read(test, USART2_ISR) & TC, TC);
    assert_int_equal(test->sent_count, 1);
    assert_int_equal(test->sent[0], 'A');
    assert_int_equal(test->line_count, 0);
}

static void bytes_follow_without_a_gap(void **state)
{
    struct fk_test_soc *test = *state;

    start(test);
    fk_test_write(test, USART2_TDR, 'A');
    fk_test_write(test, USART2_TDR, 'B');
    assert_int_equal(fk_test_read(test, USART2_ISR), TEACK | REACK);
    assert_int_equal(fk_test_await(test, USART2_ISR, TXE, TXE), FRAME);
    assert_int_equal(test->sent_count, 1);
    fk_test_write(test, USART2_TDR, 'C');
    assert_int_equal(fk_test_await(test, USART2_ISR, TXE, TXE), FRAME);
    assert_int_equal(fk_test_read(test, USART2_ISR) & TC, 0);
    assert_int_equal(fk_test_await(test, USART2_ISR, TC, TC), FRAME);
    assert_int_equal(test->sent_count, 3);
    assert_memory_equal(test->sent, "ABC", 3);
}

/* What a program that ends at once has written still leaves the chip. */
static void the_last_bytes_are_flushed(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_run_at_80_mhz(test);
    fk_test_connect_serial(test);
    fk_test_write(test, USART2_BRR, 694);
    fk_test_write(test, USART2_CR1, UE | TE);
    fk_test_write(test, USART2_TDR, 'a'); /* behind the idle frame */
    test->class->serial_flush(test->soc);
    assert_int_equal(test->sent_count, 1);
    fk_test_write(test, USART2_TDR, 'b');
    fk_test_write(test, USART2_TDR, 'c');
    test->class->serial_flush(test->soc);
    test->class->serial_flush(test->soc);
    assert_int_equal(test->sent_count, 3);
    assert_memory_equal(test->sent, "abc", 3);
    assert_int_equal(fk_test_read(test, USART2_ISR), TEACK | TC | TXE);
}

static void an_idle_frame_follows_te(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_run_at_80_mhz(test);
    fk_test_connect_serial(test);
    fk_test_write(test, USART2_BRR, 694);
    fk_test_write(test, USART2_CR1, UE | TE);
    assert_int_equal(fk_test_read(test, USART2_ISR), TEACK | TC | TXE);
    fk_test_write(test, USART2_TDR, 'x');
    assert_int_equal(fk_test_read(test, USART2_ISR), TEACK);
    assert_int_equal(fk_test_await(test, USART2_ISR, TXE, TXE), FRAME);
    assert_int_equal(test->sent_count, 0);
    assert_int_equal(fk_test_await(test, USART2_ISR, TC, TC), FRAME);
    assert_int_equal(test->sent_count, 1);
}

static void bit_times_come_from_brr_and_its_clock(void **state)
{
    static const struct {
        uint32_t ccipr;
        uint32_t cfgr;
        uint32_t brr;
        uint32_t cr1;
        uint32_t cr2;
        uint32_t cycles;
    } cases[] = {
        {0, 0x003, 694, 0, 0, 6940},          /* PCLK1 */
        {0, 0x503, 174, 0, 0, 6960},          /* PCLK1 = 80 MHz / 4: 1740 periods */
        {4, 0x503, 694, 0, 0, 6940},          /* SYSCLK */
        {8, 0x003, 139, 0, 0, 6950},          /* HSI16: 1390 periods of 5 cycles */
        {0, 0x003, 0x562, 1U << 15, 0, 6900}, /* OVER8: 0x560 | 2 << 1 = 1380 periods of 2 bits */
        {0, 0x003, 694, 0, 2U << 12, 7634},   /* two stop bits: 11 bits */
        {0, 0x003, 694, 0, 1U << 12, 6593},   /* half a stop bit: 9.5 bits */
        {0, 0x003, 694, 1U << 12, 0, 7634},   /* 9 data bits */
        {0, 0x003, 694, 1U << 28, 0, 6246},   /* 7 data bits */
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        void *fresh;
        struct fk_test_soc *test;

        (void)state;
        fk_test_soc_setup(&fresh);
        test = fresh;
        fk_test_run_at_80_mhz(test);
        fk_test_set(test, RCC_CR, 1U << 8);
        fk_test_await(test, RCC_CR, 1U << 10, 1U << 10);
        fk_test_write(test, RCC_CFGR, cases[i].cfgr);
        fk_test_write(test, RCC_CCIPR, cases[i].ccipr);
        fk_test_connect_serial(test);
        fk_test_write(test, USART2_CR2, cases[i].cr2);
        fk_test_write(test, USART2_BRR, cases[i].brr);
        fk_test_write(test, USART2_CR1, cases[i].cr1 | UE | TE);
        fk_test_pass(test, 10000);
        fk_test_write(test, USART2_TDR, 0x55);
        assert_int_equal(fk_test_await(test, USART2_ISR, TC, TC), cases[i].cycles);
        fk_test_soc_teardown(&fresh);
    }
}

static void a_byte_arrives_after_its_frame(void **state)
{
    struct fk_test_soc *test = *state;

    start(test);
    assert_int_equal(fk_test_read(test, USART2_ISR) & RXNE, 0);
    assert_int_equal(test->access, FK_SOC_ACCESS_POLL_SERIAL);
    assert_true(test->class->serial_awaited(test->soc));
    send_in(test, "Q");
    assert_false(test->class->serial_awaited(test->soc));
    assert_int_equal(fk_test_read(test, USART2_ISR), TEACK | REACK | BUSY | TC | TXE);
    assert_int_equal(test->access, FK_SOC_ACCESS_POLL);
    assert_int_equal(fk_test_await(test, USART2_ISR, RXNE, RXNE), HOST_FRAME);
    assert_int_equal(fk_test_read(test, USART2_ISR), TEACK | REACK | RXNE | TC | TXE);
    assert_int_equal(test->access, FK_SOC_ACCESS_POLL);
    assert_int_equal(fk_test_read(test, USART2_RDR), 'Q');
    assert_int_equal(fk_test_read(test, USART2_ISR) & RXNE, 0);
    assert_int_equal(test->access, FK_SOC_ACCESS_POLL_SERIAL);
    /* The line has been idle for a frame. */
    assert_int_equal(fk_test_await(test, USART2_ISR, IDLE, IDLE), HOST_FRAME - 1);
    fk_test_write(test, USART2_ICR, IDLE);
    assert_int_equal(fk_test_read(test, USART2_ISR) & IDLE, 0);
}

static void while_it_sends_it_does_not_wait_for_input(void **state)
{
    struct fk_test_soc *test = *state;

    start(test);
    fk_test_write(test, USART2_TDR, 'A');
    fk_test_read(test, USART2_ISR);
    assert_int_equal(test->access, FK_SOC_ACCESS_POLL);
    assert_false(test->class->serial_awaited(test->soc));
    fk_test_pass(test, FRAME);
    fk_test_read(test, USART2_ISR);
    assert_int_equal(test->access, FK_SOC_ACCESS_POLL_SERIAL);
    assert_true(test->class->serial_awaited(test->soc));
}

static void bytes_arrive_one_frame_apart(void **state)
{
    struct fk_test_soc *test = *state;
    char text[600];
    uint64_t started;

    memset(text, 'z', sizeof text);
    text[0] = 'a';
    text[599] = 0;
    start(test);
    send_in(test, "!");
    send_in(test, text);
    started = test->cycle;
    for (unsigned i = 0; i < 600; i++) {
        fk_test_await(test, USART2_ISR, RXNE, RXNE);
        assert_int_equal(fk_test_read(test, USART2_RDR), i == 0 ? '!' : i == 1 ? 'a' : 'z');
    }
    /* 600 frames of 80,000,000 x 10 / 115,200 cycles. */
    assert_in_range(test->cycle - started, 4166666, 4166667);
    assert_int_equal(test->line_count, 0);
}

static void bytes_wait_until_the_receiver_is_on(void **state)
{
    struct fk_test_soc *test = *state;

    send_in(test, "hi");
    assert_int_equal(test->class->next_event(test->soc), FK_SOC_NEVER);
    fk_test_run_at_80_mhz(test);
    fk_test_connect_serial(test);
    fk_test_write(test, USART2_BRR, 694);
    fk_test_write(test, USART2_CR1, UE);
    assert_int_equal(test->class->next_event(test->soc), FK_SOC_NEVER);
    fk_test_write(test, USART2_CR1, UE | RE);
    assert_int_equal(fk_test_await(test, USART2_ISR, RXNE, RXNE), HOST_FRAME);
    assert_int_equal(fk_test_read(test, USART2_RDR), 'h');
    assert_in_range(fk_test_await(test, USART2_ISR, RXNE, RXNE), HOST_FRAME - 1, HOST_FRAME);
    assert_int_equal(fk_test_read(test, USART2_RDR), 'i');
}

static void an_overrun_loses_the_new_byte(void **state)
{
    struct fk_test_soc *test = *state;

    start(test);
    send_in(test, "12");
    fk_test_pass(test, 2 * HOST_FRAME);
    assert_int_equal(fk_test_read(test, USART2_ISR) & (ORE | RXNE), ORE | RXNE);
    assert_int_equal(fk_test_logged(test, "ORE"), 1);
    assert_int_equal(fk_test_read(test, USART2_RDR), '1');
    assert_int_equal(fk_test_read(test, USART2_ISR) & (ORE | RXNE), ORE);
    fk_test_write(test, USART2_ICR, ORE);
    assert_int_equal(fk_test_read(test, USART2_ISR) & (ORE | RXNE), 0);
}

static void with_ovrdis_the_old_byte_is_lost(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_connect_serial(test);
    fk_test_write(test, USART2_CR3, 1U << 12);
    start(test);
    send_in(test, "12");
    fk_test_pass(test, 2 * HOST_FRAME);
    assert_int_equal(fk_test_read(test, USART2_ISR) & (ORE | RXNE), RXNE);
    assert_int_equal(fk_test_read(test, USART2_RDR), '2');
    assert_int_equal(test->line_count, 0);
}

static void a_request_drops_received_data(void **state)
{
    struct fk_test_soc *test = *state;

    start(test);
    send_in(test, "1");
    fk_test_pass(test, HOST_FRAME);
    fk_test_write(test, USART2_RQR, 1U << 3);
    assert_int_equal(fk_test_read(test, USART2_ISR) & RXNE, 0);
    fk_test_write(test, USART2_RQR, 1U << 1);
    assert_int_equal(test->access, FK_SOC_ACCESS_UNMODELLED);
}

static void interrupts_follow_their_enables(void **state)
{
    struct fk_test_soc *test = *state;

    start(test);
    assert_false(fk_test_irq(test, USART2_IRQ));
    fk_test_set(test, USART2_CR1, TXEIE);
    assert_true(fk_test_irq(test, USART2_IRQ));
    fk_test_write(test, USART2_TDR, 'a');
    fk_test_write(test, USART2_TDR, 'b');
    assert_false(fk_test_irq(test, USART2_IRQ));
    fk_test_pass(test, FRAME);
    assert_true(fk_test_irq(test, USART2_IRQ));
    fk_test_clear(test, USART2_CR1, TXEIE);
    fk_test_set(test, USART2_CR1, TCIE);
    assert_false(fk_test_irq(test, USART2_IRQ));
    fk_test_pass(test, FRAME);
    assert_true(fk_test_irq(test, USART2_IRQ));
    fk_test_write(test, USART2_ICR, TC);
    assert_false(fk_test_irq(test, USART2_IRQ));
    fk_test_clear(test, USART2_CR1, TCIE);
    fk_test_set(test, USART2_CR1, RXNEIE);
    send_in(test, "x");
    assert_false(fk_test_irq(test, USART2_IRQ));
    fk_test_pass(test, HOST_FRAME);
    assert_true(fk_test_irq(test, USART2_IRQ));
    fk_test_read(test, USART2_RDR);
    assert_false(fk_test_irq(test, USART2_IRQ));
    fk_test_set(test, USART2_CR1, IDLEIE);
    fk_test_pass(test, HOST_FRAME);
    assert_true(fk_test_irq(test, USART2_IRQ));
    fk_test_write(test, USART2_ICR, IDLE);
    assert_false(fk_test_irq(test, USART2_IRQ));
}

static void an_overrun_interrupts(void **state)
{
    struct fk_test_soc *test = *state;

    start(test);
    fk_test_write(test, USART2_CR3, 1); /* EIE */
    send_in(test, "12");
    fk_test_pass(test, HOST_FRAME);
    assert_false(fk_test_irq(test, USART2_IRQ));
    fk_test_pass(test, HOST_FRAME);
    assert_true(fk_test_irq(test, USART2_IRQ));
    fk_test_write(test, USART2_ICR, ORE);
    assert_false(fk_test_irq(test, USART2_IRQ));
}

static void character_match(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_connect_serial(test);
    fk_test_write(test, USART2_CR2, (uint32_t)'\n' << 24);
    start(test);
    fk_test_set(test, USART2_CR1, 1U << 14);
    send_in(test, "a\n");
    fk_test_pass(test, HOST_FRAME);
    fk_test_read(test, USART2_RDR);
    assert_int_equal(fk_test_read(test, USART2_ISR) & (1U << 17), 0);
    fk_test_pass(test, HOST_FRAME);
    assert_int_equal(fk_test_read(test, USART2_ISR) & (1U << 17), 1U << 17);
    assert_true(fk_test_irq(test, USART2_IRQ));
}

static void switching_off_brings_reset_flags(void **state)
{
    struct fk_test_soc *test = *state;

    start(test);
    fk_test_write(test, USART2_TDR, 'a');
    fk_test_write(test, USART2_TDR, 'b');
    send_in(test, "1");
    fk_test_clear(test, USART2_CR1, UE);
    assert_int_equal(fk_test_read(test, USART2_ISR), 0xC0);
    assert_int_equal(test->class->next_event(test->soc), FK_SOC_NEVER);
    assert_int_equal(test->sent_count, 0);
}

static void without_ue_or_te_nothing_is_sent(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_connect_serial(test);
    fk_test_write(test, USART2_BRR, 35);
    fk_test_write(test, USART2_TDR, 'a');
    assert_int_equal(fk_test_logged(test, "UE or TE is off"), 1);
    fk_test_write(test, USART2_CR1, UE | RE);
    fk_test_write(test, USART2_TDR, 'a');
    assert_int_equal(fk_test_read(test, USART2_ISR), REACK | TC | TXE);
    assert_int_equal(test->class->next_event(test->soc), FK_SOC_NEVER);
}

static void a_frame_waits_for_its_clock(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_connect_serial(test);
    fk_test_write(test, RCC_CCIPR, 2U << 2); /* HSI16, which is off */
    fk_test_write(test, USART2_BRR, 139);
    fk_test_write(test, USART2_CR1, UE | TE | RE);
    assert_int_equal(fk_test_logged(test, "no kernel clock"), 1);
    fk_test_write(test, USART2_TDR, 'a');
    send_in(test, "1");
    assert_int_equal(test->class->next_event(test->soc), FK_SOC_NEVER);
    fk_test_pass(test, 100000);
    assert_int_equal(fk_test_read(test, USART2_ISR) & (TC | TXE | RXNE), 0);
    /* HSI16 after 4 us, then the idle frame and the byte: 2 x 1390 / 4 cycles of 4 MHz. */
    fk_test_set(test, RCC_CR, 1U << 8);
    assert_int_equal(fk_test_await(test, USART2_ISR, TC, TC), 16 + 695);
    assert_int_equal(test->sent_count, 1);
    assert_int_equal(fk_test_read(test, USART2_RDR), '1');
}

static void without_its_pin_nothing_leaves_the_chip(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_connect_serial(test);
    fk_test_write(test, GPIOA + GPIO_AFRL, 0);
    fk_test_write(test, USART2_BRR, 35);
    fk_test_write(test, USART2_CR1, UE | TE);
    fk_test_write(test, USART2_TDR, 'a');
    fk_test_await(test, USART2_ISR, TC, TC);
    assert_int_equal(test->sent_count, 0);
    assert_int_equal(fk_test_logged(test, "PA2 is not its pin"), 1);
    /* Nor does anything come in, until the pin is set up. */
    fk_test_set(test, USART2_CR1, RE);
    send_in(test, "1");
    assert_int_equal(test->class->next_event(test->soc), FK_SOC_NEVER);
    assert_int_equal(fk_test_logged(test, "PA3 is not its pin"), 1);
    fk_test_write(test, GPIOA + GPIO_AFRL, 0x7700);
    fk_test_await(test, USART2_ISR, RXNE, RXNE);
    assert_int_equal(fk_test_read(test, USART2_RDR), '1');
}

static void a_wrong_rate_is_told_once(void **state)
{
    static const struct {
        uint32_t brr;
        bool told;
    } rates[] = {
        {139, false}, /* 16 MHz: 115107 baud */
        {135, false}, /* 118518: 2.9 % fast */
        {134, true},  /* 119402: 3.6 % fast */
        {143, false}, /* 111888: 2.9 % slow */
        {144, true},  /* 111111: 3.5 % slow */
        {35, true},   /* right for 4 MHz */
        {15, true},   /* no divider at all */
    };

    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        void *fresh;
        struct fk_test_soc *test;

        (void)state;
        fk_test_soc_setup(&fresh);
        test = fresh;
        fk_test_write(test, RCC_CR, 8 << 4 | 1 << 3 | 1);
        fk_test_connect_serial(test);
        fk_test_write(test, USART2_BRR, rates[i].brr);
        fk_test_write(test, USART2_CR1, UE | TE | RE);
        assert_int_equal(test->line_count, rates[i].told ? 1 : 0);
        fk_test_write(test, USART2_CR1, 0);
        fk_test_write(test, USART2_CR1, UE | TE | RE);
        assert_int_equal(test->line_count, rates[i].told ? 1 : 0);
        fk_test_soc_teardown(&fresh);
    }
}

static void the_divider_is_locked_while_it_runs(void **state)
{
    struct fk_test_soc *test = *state;

    start(test);
    fk_test_write(test, USART2_BRR, 100);
    assert_int_equal(fk_test_read(test, USART2_BRR), 694);
    assert_int_equal(fk_test_logged(test, "BRR is written while UE is set"), 1);
    fk_test_write(test, USART2_CR1, UE | TE | RE | 1U << 12);
    assert_int_equal(fk_test_read(test, USART2_CR1), UE | TE | RE);
}

static void other_modes_are_unmodelled(void **state)
{
    static const struct {
        uint32_t address;
        uint32_t value;
    } modes[] = {{USART2_CR1, 1U << 10}, {USART2_CR1, 1U << 13}, {USART2_CR1, 1U << 26},
                 {USART2_CR2, 1U << 14}, {USART2_CR2, 1U << 20}, {USART2_CR2, 1U << 15},
                 {USART2_CR3, 1U << 3},  {USART2_CR3, 1U << 6},  {USART2_CR3, 1U << 7},
                 {USART2_CR3, 1U << 8}};
    struct fk_test_soc *test = *state;

    fk_test_connect_serial(test);
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        fk_test_write(test, modes[i].address, modes[i].value);
        assert_int_equal(test->access, FK_SOC_ACCESS_UNMODELLED);
        assert_int_equal(fk_test_read(test, modes[i].address), 0);
    }
}

static void bytes_may_be_written_as_bytes(void **state)
{
    struct fk_test_soc *test = *state;

    start(test);
    fk_test_write_size(test, USART2_TDR, 'a', 1);
    fk_test_write_size(test, USART2_TDR, 'b', 2);
    fk_test_pass(test, 2 * FRAME);
    assert_int_equal(test->sent_count, 2);
    assert_memory_equal(test->sent, "ab", 2);
    send_in(test, "c");
    fk_test_pass(test, HOST_FRAME);
    assert_int_equal(fk_test_read_size(test, USART2_RDR, 1), 'c');
    assert_int_equal(fk_test_read(test, USART2_ISR) & RXNE, 0);
}

static void usart1_leads_nowhere(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_run_at_80_mhz(test);
    fk_test_set(test, RCC_APB2ENR, 1U << 14);
    fk_test_write(test, 0x4001380C, 694);
    fk_test_write(test, 0x40013800, UE | TE | RE | TCIE);
    fk_test_pass(test, FRAME);
    fk_test_write(test, 0x40013828, 'x');
    assert_false(fk_test_irq(test, 37));
    fk_test_pass(test, FRAME);
    assert_true(fk_test_irq(test, 37));
    assert_false(fk_test_irq(test, USART2_IRQ));
    assert_int_equal(test->sent_count, 0);
    send_in(test, "1");
    fk_test_read(test, 0x4001381C);
    assert_int_equal(test->access, FK_SOC_ACCESS_POLL);
    assert_int_equal(test->class->next_event(test->soc), FK_SOC_NEVER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FK_TEST_SOC(reset_values),
        FK_TEST_SOC(a_byte_takes_ten_bits),
        FK_TEST_SOC(bytes_follow_without_a_gap),
        FK_TEST_SOC(the_last_bytes_are_flushed),
        FK_TEST_SOC(an_idle_frame_follows_te),
        cmocka_unit_test(bit_times_come_from_brr_and_its_clock),
        FK_TEST_SOC(a_byte_arrives_after_its_frame),
        FK_TEST_SOC(while_it_sends_it_does_not_wait_for_input),
        FK_TEST_SOC(bytes_arrive_one_frame_apart),
        FK_TEST_SOC(bytes_wait_until_the_receiver_is_on),
        FK_TEST_SOC(an_overrun_loses_the_new_byte),
        FK_TEST_SOC(with_ovrdis_the_old_byte_is_lost),
        FK_TEST_SOC(a_request_drops_received_data),
        FK_TEST_SOC(interrupts_follow_their_enables),
        FK_TEST_SOC(an_overrun_interrupts),
        FK_TEST_SOC(character_match),
        FK_TEST_SOC(switching_off_brings_reset_flags),
        FK_TEST_SOC(without_ue_or_te_nothing_is_sent),
        FK_TEST_SOC(a_frame_waits_for_its_clock),
        FK_TEST_SOC(without_its_pin_nothing_leaves_the_chip),
        cmocka_unit_test(a_wrong_rate_is_told_once),
        FK_TEST_SOC(the_divider_is_locked_while_it_runs),
        FK_TEST_SOC(other_modes_are_unmodelled),
        FK_TEST_SOC(bytes_may_be_written_as_bytes),
        FK_TEST_SOC(usart1_leads_nowhere),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
