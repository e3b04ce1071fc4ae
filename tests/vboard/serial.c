/* SPDX-License-Identifier: MIT */
/*
 * Programs that talk over the serial line: by polling and by interrupts. Waiting is skipped, so
 * that what passes in virtual seconds takes few instructions.
 */
#include "snippet_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const enum fk_vboard_mode modes[] = {FK_VBOARD_FUNCTIONAL, FK_VBOARD_TIMED,
                                            FK_VBOARD_TIMED_WHILE_TRIGGERED};
#define MODES (sizeof modes / sizeof modes[0])

/* 10 bits at 115200 baud, in cycles of 80 MHz: 694 cycles a bit. */
#define FRAME_CYCLES 6940u

static struct snippet_board *open_board(enum fk_vboard_mode mode, const char *image)
{
    return snippet_open(
        (struct snippet_options){.mode = mode, .without_probe = true, .cycle_budget = 800000000},
        image);
}

static void send(struct snippet_board *board, const char *text)
{
    fk_vboard_serial_in(board->vboard, text, strlen(text));
}

static void run_to(struct snippet_board *board, enum fk_vboard_end end)
{
    struct fk_vboard_stop stop = fk_vboard_run(board->vboard);
    if (stop.end != end) {
        fail_msg("the run ended with %d, not %d: %s", (int)stop.end, (int)end, stop.message);
    }
}

static void echo(void **state)
{
    (void)state;
    for (size_t m = 0; m < MODES; m++) {
        struct snippet_board *board = open_board(modes[m], "echo");
        run_to(board, FK_VBOARD_END_SERIAL_IDLE);
        assert_string_equal(board->serial, "ready\n");
        assert_int_equal(fk_vboard_clock_hz(board->vboard), 80000000);
        snippet_clear(board);
        send(board, "abc");
        run_to(board, FK_VBOARD_END_SERIAL_IDLE);
        assert_string_equal(board->serial, "bcd");
        /* Idle still, as often as one asks. */
        run_to(board, FK_VBOARD_END_SERIAL_IDLE);
        run_to(board, FK_VBOARD_END_SERIAL_IDLE);
        assert_string_equal(board->serial, "bcd");
        send(board, "xq");
        run_to(board, FK_VBOARD_END_EXIT);
        assert_string_equal(board->serial, "bcdybye\n");
        snippet_close(board);
    }
}

/* A program that ends while its last bytes are still being sent: they come out nevertheless. */
static void last_bytes_outlive_the_program(void **state)
{
    /* str r0, [r1]; adds r0, #1; str r0, [r1]; bkpt 0 */
    static const uint16_t code[4] = {0x6008, 0x3001, 0x6008, 0xBE00};
    const uint32_t place = 0x10000100;

    (void)state;
    for (size_t m = 0; m < MODES; m++) {
        struct snippet_board *board = open_board(modes[m], "echo");
        run_to(board, FK_VBOARD_END_SERIAL_IDLE);
        snippet_clear(board);
        assert_true(fk_vboard_memory_write(board->vboard, place, code, sizeof code));
        fk_vboard_set_register(board->vboard, 0, 'y');
        fk_vboard_set_register(board->vboard, 1, 0x40004428); /* USART2 TDR */
        fk_vboard_set_register(board->vboard, 15, place | 1u);
        run_to(board, FK_VBOARD_END_EXIT);
        assert_string_equal(board->serial, "yz");
        snippet_close(board);
    }
}

/* Queued before the program is ready to listen: what its receiver misses is lost, as on a wire, or
 * waits until it listens; either way the run ends. */
static void bytes_before_the_receiver_is_on(void **state)
{
    (void)state;
    for (size_t m = 0; m < MODES; m++) {
        struct snippet_board *board = open_board(modes[m], "echo");
        send(board, "q");
        struct fk_vboard_stop stop = fk_vboard_run(board->vboard);
        assert_true(stop.end == FK_VBOARD_END_EXIT || stop.end == FK_VBOARD_END_SERIAL_IDLE);
        snippet_close(board);
    }
}

/* 4,000 bytes there and back take 27.8 million cycles each way at least (both at once), but not the
 * million polls that a processor spins meanwhile. */
static void waiting_is_skipped(void **state)
{
    (void)state;
    static char text[4001], expected[4001];
    for (size_t i = 0; i < 4000; i++) {
        text[i] = (char)('A' + i % 16);
        expected[i] = (char)(text[i] + 1);
    }
    struct snippet_board *board = open_board(FK_VBOARD_TIMED, "echo");
    run_to(board, FK_VBOARD_END_SERIAL_IDLE);
    snippet_clear(board);
    uint64_t cycle = fk_vboard_cycle(board->vboard);
    uint64_t instructions = fk_vboard_instruction_count(board->vboard);
    send(board, text);
    run_to(board, FK_VBOARD_END_SERIAL_IDLE);
    assert_string_equal(board->serial, expected);
    cycle = fk_vboard_cycle(board->vboard) - cycle;
    assert_in_range(cycle, 4000 * (uint64_t)FRAME_CYCLES, 4020 * (uint64_t)FRAME_CYCLES);
    /* 4,000 times about 20 instructions and a few polls; spinning would be 5 million. */
    assert_in_range(fk_vboard_instruction_count(board->vboard) - instructions, 40000, 400000);
    snippet_close(board);
}

/* The program is deaf for a while: the first byte that arrives meanwhile is kept, the others are
 * lost, and the overrun flag says so. */
static void overrun(void **state)
{
    (void)state;
    for (size_t m = 0; m < MODES; m++) {
        struct snippet_board *board = open_board(modes[m], "echo");
        run_to(board, FK_VBOARD_END_SERIAL_IDLE);
        snippet_clear(board);
        send(board, "s");
        run_to(board, FK_VBOARD_END_SERIAL_IDLE);
        assert_string_equal(board->serial, "-"); /* nothing arrived meanwhile */
        snippet_clear(board);
        send(board, "sabcd");
        run_to(board, FK_VBOARD_END_SERIAL_IDLE);
        assert_string_equal(board->serial, "Ob");
        snippet_close(board);
    }
}

static void echo_by_interrupts(void **state)
{
    (void)state;
    for (size_t m = 0; m < MODES; m++) {
        struct snippet_board *board = open_board(modes[m], "echo_interrupt");
        run_to(board, FK_VBOARD_END_SERIAL_IDLE);
        assert_string_equal(board->serial, "");
        send(board, "hello");
        run_to(board, FK_VBOARD_END_SERIAL_IDLE);
        assert_string_equal(board->serial, "ifmmp");
        run_to(board, FK_VBOARD_END_SERIAL_IDLE);
        send(board, "q");
        run_to(board, FK_VBOARD_END_EXIT);
        assert_string_equal(board->serial, "ifmmpr");
        snippet_close(board);
    }
}

/* The same bytes at the same cycles, and the same number of instructions. */
static void conversations_repeat(void **state)
{
    (void)state;
    uint64_t cycles[2], instructions[2];
    for (int i = 0; i < 2; i++) {
        struct snippet_board *board = open_board(FK_VBOARD_TIMED, "echo");
        run_to(board, FK_VBOARD_END_SERIAL_IDLE);
        send(board, "abcdefgh");
        run_to(board, FK_VBOARD_END_SERIAL_IDLE);
        send(board, "q");
        run_to(board, FK_VBOARD_END_EXIT);
        cycles[i] = fk_vboard_cycle(board->vboard);
        instructions[i] = fk_vboard_instruction_count(board->vboard);
        snippet_close(board);
    }
    assert_int_equal(cycles[0], cycles[1]);
    assert_int_equal(instructions[0], instructions[1]);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(echo),
        cmocka_unit_test(last_bytes_outlive_the_program),
        cmocka_unit_test(bytes_before_the_receiver_is_on),
        cmocka_unit_test(waiting_is_skipped),
        cmocka_unit_test(overrun),
        cmocka_unit_test(echo_by_interrupts),
        cmocka_unit_test(conversations_repeat),
    };
    int skip = snippet_skip();
    return skip != 0 ? skip : cmocka_run_group_tests(tests, NULL, NULL);
}
