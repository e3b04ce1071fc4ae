/* SPDX-License-Identifier: MIT */
/*
 * Exceptions as software sees them: frames, return values, stacks, order by priority, masks, sleep,
 * SysTick, vectors elsewhere. In functional and in timed mode; Arm DDI 0403, B1.5.
 */
#include "snippet_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

static const enum fk_vboard_mode modes[] = {FK_VBOARD_FUNCTIONAL, FK_VBOARD_TIMED};

static struct snippet_board *open_board(enum fk_vboard_mode mode)
{
    struct snippet_board *board =
        snippet_open((struct snippet_options){.mode = mode, .cycle_budget = 100000000}, "snippets");
    snippet_call(board, "prepare", 0, NULL);
    return board;
}

/* The events that handlers logged, in order. */
static void check_log(struct snippet_board *board, size_t count, const uint32_t *events)
{
    uint32_t at = snippet_symbol(board, "event_log");
    assert_int_equal(snippet_word(board, snippet_symbol(board, "event_count")), count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(snippet_word(board, at + 4 * (uint32_t)i), events[i]);
    }
}

static uint32_t seen(struct snippet_board *board, uint32_t index)
{
    return snippet_word(board, snippet_symbol(board, "seen") + 4 * index);
}

/* The frame of 8 words on the main stack: r0-r3, r12, LR, return address, xPSR. */
static void supervisor_call(void **state)
{
    (void)state;
    for (size_t m = 0; m < 2; m++) {
        struct snippet_board *board = open_board(modes[m]);
        uint32_t sp = fk_vboard_register(board->vboard, 13);
        uint32_t result = snippet_call(board, "call_supervisor", SNIPPET_ARGUMENTS(1000, 2, 3, 4));
        assert_int_equal(result, 1000 + 0x5A);
        assert_int_equal(seen(board, 0), 0xFFFFFFF9); /* to thread mode, main stack, no FPU */
        assert_int_equal(seen(board, 1), 11);
        assert_int_equal(seen(board, 2) & 7, 0);
        assert_int_equal(seen(board, 2), sp - 32);
        assert_int_equal(seen(board, 4), 2);
        assert_int_equal(seen(board, 5), 3);
        assert_int_equal(seen(board, 6), 4);
        assert_int_equal(seen(board, 7), 0x120);
        assert_int_equal(seen(board, 9), snippet_symbol(board, "call_supervisor_next"));
        assert_int_equal(seen(board, 10) & 0x010001FF, 0x01000000);
        check_log(board, 1, (uint32_t[]){11});
        assert_int_equal(fk_vboard_register(board->vboard, 13), sp);
        snippet_close(board);
    }
}

/* The frame is moved to a multiple of 8, and the stack pointer comes back as it was. */
static void frames_are_aligned(void **state)
{
    (void)state;
    for (size_t m = 0; m < 2; m++) {
        struct snippet_board *board = open_board(modes[m]);
        assert_int_equal(snippet_call(board, "call_supervisor_unaligned", 0, NULL), 0);
        assert_int_equal(seen(board, 2) % 8, 0);
        assert_int_equal(seen(board, 10) & 1u << 9, 1u << 9);
        snippet_close(board);
    }
}

static void process_stack(void **state)
{
    (void)state;
    for (size_t m = 0; m < 2; m++) {
        struct snippet_board *board = open_board(modes[m]);
        uint32_t sp = fk_vboard_register(board->vboard, 13);
        assert_int_equal(snippet_call(board, "call_supervisor_on_process_stack",
                                      SNIPPET_ARGUMENTS(5, 0x20003800)),
                         5 + 0x5A);
        assert_int_equal(seen(board, 0), 0xFFFFFFFD);
        assert_int_equal(seen(board, 2), 0x20003800 - 32);
        assert_int_equal(seen(board, 11) & 2, 0); /* the handler is on the main stack */
        assert_int_equal(fk_vboard_register(board->vboard, 13), sp);
        snippet_close(board);
    }
}

/* With a floating-point context the frame has 26 words; s0 to s15 and FPSCR come back although the
 * handler writes them, s16 it leaves alone. */
static void floating_point_frame(void **state)
{
    (void)state;
    for (size_t m = 0; m < 2; m++) {
        for (uint32_t clobber = 0; clobber < 2; clobber++) {
            struct snippet_board *board = open_board(modes[m]);
            assert_int_equal(
                snippet_call(board, "call_supervisor_with_fpu", SNIPPET_ARGUMENTS(clobber)), 0);
            assert_int_equal(seen(board, 0), 0xFFFFFFE9);
            assert_int_equal(seen(board, 2) % 8, 0);
            snippet_close(board);
        }
        /* The context is still a floating-point one: CONTROL.FPCA. */
        struct snippet_board *board = open_board(modes[m]);
        assert_int_equal(snippet_call(board, "control_after_supervisor_call", 0, NULL), 4);
        snippet_close(board);
        /* Without lazy stacking: FPCCR with ASPEN alone. */
        board = open_board(modes[m]);
        snippet_call(board, "write_word", SNIPPET_ARGUMENTS(0xE000EF34, 0x80000000));
        assert_int_equal(snippet_call(board, "call_supervisor_with_fpu", SNIPPET_ARGUMENTS(1)), 0);
        assert_int_equal(seen(board, 0), 0xFFFFFFE9);
        uint32_t frame = seen(board, 2);
        assert_int_equal(snippet_word(board, frame + 32), 0x3F800000); /* s0 */
        assert_int_equal(snippet_word(board, frame + 36), 0x40000000); /* s1 */
        assert_int_equal(snippet_word(board, frame + 96), 0x03C00000); /* FPSCR */
        snippet_close(board);
    }
}

static void software_pends_an_exception(void **state)
{
    (void)state;
    for (size_t m = 0; m < 2; m++) {
        struct snippet_board *board = open_board(modes[m]);
        snippet_call(board, "pend_pendsv", 0, NULL);
        check_log(board, 3, (uint32_t[]){1, 14, 2});
        snippet_close(board);
    }
}

static void check_order(enum fk_vboard_mode mode, const char *function, uint32_t priority0,
                        uint32_t priority1, size_t count, const uint32_t *events)
{
    struct snippet_board *board = open_board(mode);
    snippet_call(board, function, SNIPPET_ARGUMENTS(priority0, priority1));
    check_log(board, count, events);
    snippet_close(board);
}

/* IRQ 0 logs 0x100, pends IRQ 1, logs 0x101; IRQ 1 logs 0x200, 0x201. A lower number comes first;
 * only a lower one preempts; among equals the lower IRQ comes first; only the top 4 bits count. */
static void priorities(void **state)
{
    (void)state;
    static const uint32_t preempted[] = {1, 0x100, 0x200, 0x201, 0x101, 2};
    static const uint32_t in_turn[] = {1, 0x100, 0x101, 0x200, 0x201, 2};
    static const uint32_t reversed[] = {1, 0x200, 0x201, 0x100, 0x101, 2};
    for (size_t m = 0; m < 2; m++) {
        check_order(modes[m], "nest", 0x80, 0x40, 6, preempted);
        check_order(modes[m], "nest", 0x40, 0x80, 6, in_turn);
        check_order(modes[m], "nest", 0x80, 0x80, 6, in_turn);
        check_order(modes[m], "nest", 0x48, 0x40, 6, in_turn);
        check_order(modes[m], "both", 0x80, 0x40, 6, reversed);
        check_order(modes[m], "both", 0x40, 0x80, 6, in_turn);
        check_order(modes[m], "both", 0x40, 0x40, 6, in_turn);
    }
}

/* IRQ 0 has priority 0x80, IRQ 1 0x40. PRIMASK and BASEPRI 0x40 hold both back, BASEPRI 0x60 only
 * IRQ 0. */
static void masks(void **state)
{
    (void)state;
    static const uint32_t both_late[] = {1, 0x200, 0x201, 0x100, 0x101, 2};
    static const uint32_t one_late[] = {0x200, 0x201, 1, 0x100, 0x101, 2};
    static const uint32_t none_late[] = {0x200, 0x201, 0x100, 0x101, 1, 2};
    for (size_t m = 0; m < 2; m++) {
        check_order(modes[m], "masked", 0, 0, 6, both_late);
        check_order(modes[m], "masked", 0x40, 0, 6, both_late);
        check_order(modes[m], "masked", 0x60, 0, 6, one_late);
        check_order(modes[m], "masked", 0x90, 0, 6, none_late);
        check_order(modes[m], "not_enabled", 0, 0, 2, (uint32_t[]){1, 2});
    }
}

/* Each period of SysTick wakes the processor and runs its handler. In timed mode the handler starts
 * exactly one period after the last time. */
static void sleep_until_systick(void **state)
{
    (void)state;
    for (size_t m = 0; m < 2; m++) {
        struct snippet_board *board = open_board(modes[m]);
        uint64_t before = fk_vboard_cycle(board->vboard);
        snippet_clear(board);
        snippet_call(board, "sleep_ticks", SNIPPET_ARGUMENTS(10000, 5));
        check_log(board, 5, (uint32_t[]){15, 15, 15, 15, 15});
        assert_in_range(fk_vboard_cycle(board->vboard) - before, 50000, 50500);
        uint32_t handler = snippet_symbol(board, "systick_handler");
        uint64_t last = 0;
        unsigned starts = 0;
        for (size_t i = 0; i < board->steps && i < SNIPPET_TRACE; i++) {
            if (board->trace[i].address == handler) {
                if (starts++ != 0) {
                    assert_int_equal(board->trace[i].cycle - last, 10000);
                }
                last = board->trace[i].cycle;
            }
        }
        assert_int_equal(starts, modes[m] == FK_VBOARD_TIMED ? 5 : 0);
        snippet_close(board);
    }
}

/* A million cycles asleep cost a handful of instructions: time is skipped. */
static void sleep_is_skipped(void **state)
{
    (void)state;
    struct snippet_board *board = open_board(FK_VBOARD_TIMED);
    uint64_t instructions = fk_vboard_instruction_count(board->vboard);
    uint64_t before = fk_vboard_cycle(board->vboard);
    snippet_call(board, "sleep_ticks", SNIPPET_ARGUMENTS(10000000, 4));
    assert_in_range(fk_vboard_cycle(board->vboard) - before, 40000000, 40001000);
    assert_in_range(fk_vboard_instruction_count(board->vboard) - instructions, 10, 1000);
    snippet_close(board);
}

/* The DWT counter stands still in sleep on this chip. */
static void cycle_counter_stops_in_sleep(void **state)
{
    (void)state;
    struct snippet_board *board = open_board(FK_VBOARD_TIMED);
    uint64_t before = fk_vboard_cycle(board->vboard);
    uint32_t counted = snippet_call(board, "sleep_counting", SNIPPET_ARGUMENTS(100000));
    assert_in_range(fk_vboard_cycle(board->vboard) - before, 100000, 100400);
    assert_in_range(counted, 1, 400);
    snippet_close(board);
}

/* With PRIMASK set the exception ends the sleep, and its handler comes later. */
static void sleep_with_interrupts_masked(void **state)
{
    (void)state;
    for (size_t m = 0; m < 2; m++) {
        struct snippet_board *board = open_board(modes[m]);
        snippet_call(board, "sleep_masked", SNIPPET_ARGUMENTS(5000));
        check_log(board, 3, (uint32_t[]){1, 15, 2});
        assert_in_range(fk_vboard_cycle(board->vboard), 5000, 8000);
        snippet_close(board);
    }
}

static void sleep_with_something_pending(void **state)
{
    (void)state;
    for (size_t m = 0; m < 2; m++) {
        struct snippet_board *board = open_board(modes[m]);
        uint64_t before = fk_vboard_cycle(board->vboard);
        snippet_call(board, "sleep_pending", 0, NULL);
        check_log(board, 3, (uint32_t[]){1, 14, 2});
        assert_in_range(fk_vboard_cycle(board->vboard) - before, 10, 300);
        snippet_close(board);
    }
}

static void systick_is_polled(void **state)
{
    (void)state;
    for (size_t m = 0; m < 2; m++) {
        struct snippet_board *board = open_board(modes[m]);
        uint64_t before = fk_vboard_cycle(board->vboard);
        assert_int_equal(snippet_call(board, "poll_systick", SNIPPET_ARGUMENTS(20000)), 0);
        assert_in_range(fk_vboard_cycle(board->vboard) - before, 20000, 20300);
        snippet_close(board);
    }
}

static void vectors_can_move(void **state)
{
    (void)state;
    for (size_t m = 0; m < 2; m++) {
        struct snippet_board *board = open_board(modes[m]);
        snippet_call(board, "relocate_vectors", SNIPPET_ARGUMENTS(0x20003000));
        check_log(board, 2, (uint32_t[]){0xBEEF, 1});
        snippet_close(board);
    }
}

/* A handler that does not exist: the message says where. */
static void exception_without_handler(void **state)
{
    (void)state;
    for (size_t m = 0; m < 2; m++) {
        struct snippet_board *board = open_board(modes[m]);
        /* IRQ 5 enabled and pended. */
        snippet_call(board, "write_word", SNIPPET_ARGUMENTS(0xE000E100, 1u << 5));
        struct fk_vboard_stop stop =
            snippet_try(board, "write_word", SNIPPET_ARGUMENTS(0xE000E200, 1u << 5), NULL);
        assert_int_equal(stop.end, FK_VBOARD_END_FAULT);
        assert_int_equal(stop.pc, snippet_symbol(board, "unexpected"));
        snippet_close(board);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(supervisor_call),
        cmocka_unit_test(frames_are_aligned),
        cmocka_unit_test(process_stack),
        cmocka_unit_test(floating_point_frame),
        cmocka_unit_test(software_pends_an_exception),
        cmocka_unit_test(priorities),
        cmocka_unit_test(masks),
        cmocka_unit_test(sleep_until_systick),
        cmocka_unit_test(sleep_is_skipped),
        cmocka_unit_test(cycle_counter_stops_in_sleep),
        cmocka_unit_test(sleep_with_interrupts_masked),
        cmocka_unit_test(sleep_with_something_pending),
        cmocka_unit_test(systick_is_polled),
        cmocka_unit_test(vectors_can_move),
        cmocka_unit_test(exception_without_handler),
    };
    int skip = snippet_skip();
    return skip != 0 ? skip : cmocka_run_group_tests(tests, NULL, NULL);
}
