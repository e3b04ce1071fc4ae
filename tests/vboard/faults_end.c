/* SPDX-License-Identifier: MIT */
/*
 * How runs end that do not fault: breakpoints, semihosting, branches to themselves, sleep and
 * polling without end, the cycle budget, a request to stop, a reset by software.
 */
#include "snippet_fixture.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <sys/time.h>

#include <cmocka.h>

#define PARAMETERS 0x20002000u

static const enum fk_vboard_mode modes[] = {FK_VBOARD_FUNCTIONAL, FK_VBOARD_TIMED,
                                            FK_VBOARD_TIMED_WHILE_TRIGGERED};
#define MODES (sizeof modes / sizeof modes[0])

static struct snippet_board *open_board(enum fk_vboard_mode mode)
{
    return snippet_open((struct snippet_options){.mode = mode, .cycle_budget = 50000000},
                        "snippets");
}

static void exits(void **state)
{
    (void)state;
    static const char *const functions[] = {"breakpoint", "self_branch", "self_branch_wide"};
    for (size_t m = 0; m < MODES; m++) {
        for (size_t i = 0; i < 3; i++) {
            struct snippet_board *board = open_board(modes[m]);
            struct fk_vboard_stop stop = snippet_try(board, functions[i], 0, NULL, NULL);
            snippet_assert_stop(board, &stop, FK_VBOARD_END_EXIT, functions[i]);
            assert_int_equal(stop.exit_status, 0);
            snippet_close(board);
        }
        /* A program that returns from main stops at the breakpoint behind it. */
        struct snippet_board *board = open_board(modes[m]);
        struct fk_vboard_stop stop = fk_vboard_run(board->vboard);
        assert_int_equal(stop.end, FK_VBOARD_END_EXIT);
        assert_int_equal(stop.exit_status, 0);
        snippet_close(board);
    }
}

static int semihosting_status(enum fk_vboard_mode mode, uint32_t operation, uint32_t parameter,
                              const uint32_t *block)
{
    struct snippet_board *board = open_board(mode);
    if (block != NULL) {
        assert_true(fk_vboard_memory_write(board->vboard, parameter, block, 8));
    }
    struct fk_vboard_stop stop =
        snippet_try(board, "semihosting", SNIPPET_ARGUMENTS(operation, parameter), NULL);
    snippet_assert_stop(board, &stop, FK_VBOARD_END_EXIT, "semihosting");
    int status = stop.exit_status;
    snippet_close(board);
    return status;
}

/* SYS_EXIT 0x18 with a reason, SYS_EXIT_EXTENDED 0x20 with a block of reason and status; 0x20026 is
 * ADP_Stopped_ApplicationExit. */
static void semihosting_exits(void **state)
{
    (void)state;
    for (size_t m = 0; m < MODES; m++) {
        assert_int_equal(semihosting_status(modes[m], 0x18, 0x20026, NULL), 0);
        assert_int_not_equal(semihosting_status(modes[m], 0x18, 0x20023, NULL), 0);
        assert_int_equal(semihosting_status(modes[m], 0x20, PARAMETERS, (uint32_t[]){0x20026, 0}),
                         0);
        assert_int_equal(semihosting_status(modes[m], 0x20, PARAMETERS, (uint32_t[]){0x20026, 42}),
                         42);
        assert_int_not_equal(
            semihosting_status(modes[m], 0x20, PARAMETERS, (uint32_t[]){0x20024, 0}), 0);
    }
}

/* The block lies where no memory is: an error, no crash. */
static void semihosting_with_a_bad_block(void **state)
{
    (void)state;
    for (size_t m = 0; m < MODES; m++) {
        struct snippet_board *board = open_board(modes[m]);
        struct fk_vboard_stop stop =
            snippet_try(board, "semihosting", SNIPPET_ARGUMENTS(0x20, 0x30000000), NULL);
        assert_true(stop.end == FK_VBOARD_END_FAULT ||
                    (stop.end == FK_VBOARD_END_EXIT && stop.exit_status != 0));
        snippet_close(board);
    }
}

/* At most one instruction beyond the budget; where cycles are only counted roughly, one before. */
static void cycle_budget(void **state)
{
    (void)state;
    for (size_t m = 0; m < MODES; m++) {
        struct snippet_board *board = snippet_open(
            (struct snippet_options){.mode = modes[m], .cycle_budget = 100000}, "snippets");
        struct fk_vboard_stop stop = snippet_try(board, "two_branches", 0, NULL, NULL);
        assert_int_equal(stop.end, FK_VBOARD_END_BUDGET);
        assert_non_null(strstr(stop.message, "two_branches"));
        assert_non_null(strstr(stop.message, "budget"));
        uint64_t least = modes[m] == FK_VBOARD_TIMED ? 100000 : 99984;
        assert_in_range(stop.cycle, least, 100016);
        assert_in_range(fk_vboard_cycle(board->vboard), least, 100016);
        /* Less than that is not cut short. */
        assert_int_equal(snippet_call(board, "failed_conditions", 0, NULL), 0);
        snippet_close(board);
    }
}

/* Nothing is switched on that could wake the processor. */
static void sleep_without_end(void **state)
{
    (void)state;
    for (size_t m = 0; m < MODES; m++) {
        struct snippet_board *board = open_board(modes[m]);
        struct fk_vboard_stop stop = snippet_try(board, "wait_for_interrupt", 0, NULL, NULL);
        snippet_assert_stop(board, &stop, FK_VBOARD_END_DEADLOCK, "wait_for_interrupt");
        assert_in_range(stop.cycle, 0, 1000);
        snippet_close(board);
    }
}

/* RCC_CR bit 25, PLLRDY, while the PLL is off; USART2_ISR bit 7, TXE, while its clock is off. */
static void polling_without_end(void **state)
{
    (void)state;
    static const uint32_t registers[][2] = {{0x40021000, 1u << 25}, {0x4000441C, 1u << 7}};
    for (size_t m = 0; m < MODES * 2; m++) {
        struct snippet_board *board = open_board(modes[m / 2]);
        struct fk_vboard_stop stop = snippet_try(
            board, "poll", SNIPPET_ARGUMENTS(registers[m % 2][0], registers[m % 2][1]), NULL);
        assert_int_equal(stop.end, FK_VBOARD_END_DEADLOCK);
        assert_non_null(strstr(stop.message, "poll"));
        assert_non_null(strstr(stop.message, "faults.S:"));
        snippet_close(board);
    }
}

/* HSIRDY follows HSION after some microseconds: polling it is fine, and ends. */
static void polling_with_an_end(void **state)
{
    (void)state;
    for (size_t m = 0; m < MODES; m++) {
        struct snippet_board *board = open_board(modes[m]);
        snippet_call(board, "write_word", SNIPPET_ARGUMENTS(0x40021000, 0x163));
        snippet_call(board, "poll", SNIPPET_ARGUMENTS(0x40021000, 1u << 10));
        snippet_close(board);
    }
}

/* Memory is no status register: the budget ends this. */
static void polling_memory(void **state)
{
    (void)state;
    for (size_t m = 0; m < MODES; m++) {
        struct snippet_board *board = snippet_open(
            (struct snippet_options){.mode = modes[m], .cycle_budget = 200000}, "snippets");
        struct fk_vboard_stop stop =
            snippet_try(board, "poll", SNIPPET_ARGUMENTS(0x20002000, 1), NULL);
        assert_int_equal(stop.end, FK_VBOARD_END_BUDGET);
        snippet_close(board);
    }
}

/* Asked for before the run begins, it ends the run; then the run can go on. */
static void request_to_stop(void **state)
{
    (void)state;
    for (size_t m = 0; m < MODES; m++) {
        struct snippet_board *board = open_board(modes[m]);
        fk_vboard_request_stop(board->vboard);
        struct fk_vboard_stop stop = fk_vboard_run(board->vboard);
        assert_int_equal(stop.end, FK_VBOARD_END_STOPPED);
        stop = fk_vboard_run(board->vboard);
        assert_int_equal(stop.end, FK_VBOARD_END_EXIT);
        snippet_close(board);
    }
}

static struct fk_vboard *running;

static void on_alarm(int number)
{
    (void)number;
    fk_vboard_request_stop(running);
}

/* A signal ends what nothing else would; the run goes on where it was. */
static void request_to_stop_from_a_signal(void **state)
{
    (void)state;
    for (size_t m = 0; m < MODES; m++) {
        struct snippet_board *board =
            snippet_open((struct snippet_options){.mode = modes[m]}, "snippets");
        uint64_t cycle = 0;
        running = board->vboard;
        assert_true(signal(SIGALRM, on_alarm) != SIG_ERR);
        for (unsigned again = 0; again < 2; again++) {
            struct itimerval soon = {.it_value = {.tv_usec = 20000}};
            assert_int_equal(setitimer(ITIMER_REAL, &soon, NULL), 0);
            struct fk_vboard_stop stop = again == 0
                                             ? snippet_try(board, "two_branches", 0, NULL, NULL)
                                             : fk_vboard_run(board->vboard);
            assert_int_equal(stop.end, FK_VBOARD_END_STOPPED);
            assert_non_null(strstr(stop.message, "two_branches"));
            assert_true(stop.cycle >= cycle); /* equal if the signal came before the first step */
            cycle = stop.cycle;
        }
        signal(SIGALRM, SIG_DFL);
        snippet_close(board);
    }
}

/* SYSRESETREQ three times; SRAM1 survives it, peripherals do not. */
static void reset_by_software(void **state)
{
    (void)state;
    for (size_t m = 0; m < MODES; m++) {
        struct snippet_board *board = snippet_open(
            (struct snippet_options){.mode = modes[m], .cycle_budget = 1000000}, "restart");
        struct fk_vboard_stop stop = fk_vboard_run(board->vboard);
        if (stop.end != FK_VBOARD_END_EXIT || stop.exit_status != 3) {
            fail_msg("end %d, status %d: %s", (int)stop.end, stop.exit_status, stop.message);
        }
        /* Power-on is another matter: memory is as it was loaded. */
        fk_vboard_reset(board->vboard);
        assert_int_equal(snippet_word(board, 0x20003004), 0);
        stop = fk_vboard_run(board->vboard);
        assert_int_equal(stop.exit_status, 3);
        snippet_close(board);
    }
}

/* Once a run has ended in a fault, a reset makes the board as good as new. */
static void reset_after_a_fault(void **state)
{
    (void)state;
    for (size_t m = 0; m < MODES; m++) {
        struct snippet_board *board = open_board(modes[m]);
        static const char *const bad[] = {"undefined", "overflow_by_calls", "overflow_by_exception",
                                          "wait_for_interrupt", "self_branch"};
        for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
            struct fk_vboard_stop stop = snippet_try(board, bad[i], 0, NULL, NULL);
            assert_int_not_equal(stop.end, FK_VBOARD_END_RETURNED);
            fk_vboard_reset(board->vboard);
            /* The first instruction starts when it has been fetched. */
            assert_in_range(fk_vboard_cycle(board->vboard), 0, 3);
            assert_int_equal(fk_vboard_instruction_count(board->vboard), 0);
            assert_int_equal(snippet_call(board, "failed_conditions", 0, NULL), 0);
        }
        snippet_close(board);
    }
}

/* Core registers from outside. */
static void registers(void **state)
{
    (void)state;
    struct snippet_board *board = open_board(FK_VBOARD_TIMED);
    assert_int_equal(fk_vboard_register(board->vboard, 13), 0x20001000);
    assert_int_equal(fk_vboard_register(board->vboard, 15) & ~1u,
                     snippet_symbol(board, "reset_handler"));
    for (unsigned i = 0; i < 13; i++) {
        fk_vboard_set_register(board->vboard, i, 0x01010101u * (i + 1));
    }
    for (unsigned i = 0; i < 13; i++) {
        assert_int_equal(fk_vboard_register(board->vboard, i), 0x01010101u * (i + 1));
    }
    /* xPSR: Thumb state, thread mode. */
    assert_int_equal(fk_vboard_register(board->vboard, 16) & 0x010001FF, 0x01000000);
    /* A call leaves what was there, but for its effects. */
    snippet_call(board, "returns_seven", 0, NULL);
    assert_int_equal(fk_vboard_register(board->vboard, 4), 0x05050505);
    assert_int_equal(fk_vboard_register(board->vboard, 13), 0x20001000);
    /* More than four arguments lie on the stack. */
    assert_int_equal(snippet_call(board, "weigh", SNIPPET_ARGUMENTS(1, 2, 3, 4, 5, 6)), 654321);
    snippet_close(board);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(exits),
        cmocka_unit_test(semihosting_exits),
        cmocka_unit_test(semihosting_with_a_bad_block),
        cmocka_unit_test(cycle_budget),
        cmocka_unit_test(sleep_without_end),
        cmocka_unit_test(polling_without_end),
        cmocka_unit_test(polling_with_an_end),
        cmocka_unit_test(polling_memory),
        cmocka_unit_test(request_to_stop),
        cmocka_unit_test(request_to_stop_from_a_signal),
        cmocka_unit_test(reset_by_software),
        cmocka_unit_test(reset_after_a_fault),
        cmocka_unit_test(registers),
    };
    int skip = snippet_skip();
    return skip != 0 ? skip : cmocka_run_group_tests(tests, NULL, NULL);
}
