/* SPDX-License-Identifier: MIT */
/*
 * The same image and inputs take the same cycles: again, in another order, with probes or without,
 * after other work on the same board, timed throughout or only while the trigger pin is high. And
 * the answers are the same in every mode.
 */
#include "snippet_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define ROUNDS 3000u
#define CYCLES_AT 0x20002800u

struct outcome {
    uint32_t result;
    uint32_t counted; /* by the cycle counter of the chip, around the computation */
    uint64_t trigger; /* from rise to fall of the trigger pin */
    uint8_t memory[1024];
};

static void prepare(struct snippet_board *board, bool fast)
{
    snippet_call(board, "prepare", 0, NULL);
    snippet_call(board, "enable_trigger", 0, NULL);
    if (fast) {
        snippet_call(board, "set_clock_80_mhz", 0, NULL);
        snippet_call(board, "set_flash", SNIPPET_ARGUMENTS(0x704));
    }
}

static struct outcome compute_by(struct snippet_board *board, const char *function, uint32_t seed)
{
    struct outcome outcome;
    memset(&outcome, 0, sizeof outcome);
    snippet_clear(board);
    outcome.result = snippet_call(board, function, SNIPPET_ARGUMENTS(seed, ROUNDS, CYCLES_AT));
    outcome.counted = snippet_word(board, CYCLES_AT);
    assert_int_equal(board->triggers, 2);
    assert_true(board->trigger_level[0] && !board->trigger_level[1]);
    outcome.trigger = board->trigger_cycle[1] - board->trigger_cycle[0];
    assert_true(fk_vboard_memory_read(board->vboard, snippet_symbol(board, "compute_buffer"),
                                      outcome.memory, sizeof outcome.memory));
    return outcome;
}

static struct outcome compute(struct snippet_board *board, uint32_t seed)
{
    return compute_by(board, "compute_triggered", seed);
}

static struct outcome run_alone(struct snippet_options options, bool fast, uint32_t seed)
{
    struct snippet_board *board = snippet_open(options, "snippets");
    prepare(board, fast);
    struct outcome outcome = compute(board, seed);
    snippet_close(board);
    return outcome;
}

static void assert_same(const struct outcome *a, const struct outcome *b)
{
    assert_int_equal(a->result, b->result);
    assert_memory_equal(a->memory, b->memory, sizeof a->memory);
    assert_int_equal(a->counted, b->counted);
    assert_int_equal(a->trigger, b->trigger);
}

static const struct snippet_options timed = {.mode = FK_VBOARD_TIMED};
static const struct snippet_options timed_without_probe = {.mode = FK_VBOARD_TIMED,
                                                           .without_probe = true};
static const struct snippet_options triggered = {.mode = FK_VBOARD_TIMED_WHILE_TRIGGERED};
static const struct snippet_options functional = {.mode = FK_VBOARD_FUNCTIONAL};

static void twice_on_two_boards(void **state)
{
    (void)state;
    for (int fast = 0; fast < 2; fast++) {
        struct outcome first = run_alone(timed, fast, 1), second = run_alone(timed, fast, 1);
        assert_same(&first, &second);
        assert_in_range(first.counted, ROUNDS * 10, ROUNDS * 200);
    }
}

static void with_and_without_probes(void **state)
{
    (void)state;
    for (int fast = 0; fast < 2; fast++) {
        struct outcome first = run_alone(timed, fast, 1);
        struct outcome second = run_alone(timed_without_probe, fast, 1);
        assert_same(&first, &second);
    }
}

/* A computation on a board that has computed other things in another order; flash caches are
 * emptied before each by the snippet itself. */
static void in_another_order(void **state)
{
    (void)state;
    for (int fast = 0; fast < 2; fast++) {
        struct outcome alone[3];
        for (uint32_t seed = 0; seed < 3; seed++) {
            alone[seed] = run_alone(timed, fast, seed);
        }
        struct snippet_board *board = snippet_open(timed, "snippets");
        prepare(board, fast);
        static const uint32_t order[] = {2, 0, 1, 1, 0, 2};
        for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
            struct outcome outcome = compute(board, order[i]);
            assert_same(&outcome, &alone[order[i]]);
        }
        snippet_close(board);
    }
}

/* After a run that faulted, one that slept, and a reset. */
static void after_other_work_and_reset(void **state)
{
    (void)state;
    struct outcome alone = run_alone(timed, true, 7);
    struct snippet_board *board = snippet_open(timed, "snippets");
    prepare(board, false);
    compute(board, 3);
    snippet_call(board, "sleep_ticks", SNIPPET_ARGUMENTS(12345, 3));
    snippet_try(board, "overflow_by_calls", 0, NULL, NULL);
    fk_vboard_reset(board->vboard);
    prepare(board, true);
    struct outcome outcome = compute(board, 7);
    assert_same(&outcome, &alone);
    /* Loading again is a reset too, with another image in between. */
    char error[512];
    assert_true(fk_vboard_load(board->vboard, snippet_image("restart"), error, sizeof error));
    assert_int_equal(fk_vboard_run(board->vboard).end, FK_VBOARD_END_EXIT);
    assert_true(fk_vboard_load(board->vboard, snippet_image("snippets"), error, sizeof error));
    prepare(board, true);
    outcome = compute(board, 7);
    assert_same(&outcome, &alone);
    snippet_close(board);
}

/* The rise of the pin itself is where timing begins: what the fetch unit and the flash hold there
 * is not known, which at wait states is worth some reads of a line before the caches are emptied.
 */
static void assert_same_after_rise(const struct outcome *whole, struct outcome part, bool fast)
{
    uint64_t most = fast ? 20 : 0;
    assert_in_range(part.trigger, whole->trigger - most, whole->trigger + most);
    part.trigger = whole->trigger;
    assert_same(whole, &part);
}

static void timed_while_triggered(void **state)
{
    (void)state;
    for (int fast = 0; fast < 2; fast++) {
        struct outcome whole = run_alone(timed, fast, 5);
        struct outcome part = run_alone(triggered, fast, 5);
        assert_same_after_rise(&whole, part, fast);
        struct snippet_board *board = snippet_open(triggered, "snippets");
        prepare(board, fast);
        for (unsigned i = 0; i < 3; i++) {
            compute(board, i);
        }
        part = compute(board, 5);
        assert_same_after_rise(&whole, part, fast);
        /* Only what is between rise and fall is counted and reported. */
        assert_in_range(fk_vboard_instruction_count(board->vboard), 4 * ROUNDS * 5,
                        4 * ROUNDS * 100);
        snippet_close(board);
    }
}

/* Where caches are emptied before the rise, what ran between that and the rise may have filled a
 * line or two again, which a mode that is not timed there does not know of. */
static void timed_while_triggered_as_firmware_does(void **state)
{
    (void)state;
    for (int fast = 0; fast < 2; fast++) {
        struct outcome outcome[2];
        for (int i = 0; i < 2; i++) {
            struct snippet_board *board = snippet_open(i == 0 ? timed : triggered, "snippets");
            prepare(board, fast);
            compute(board, 1);
            outcome[i] = compute_by(board, "compute_triggered_late", 5);
            snippet_close(board);
        }
        assert_int_equal(outcome[0].result, outcome[1].result);
        uint32_t most = fast ? 20 : 0;
        assert_in_range(outcome[1].counted, outcome[0].counted - most, outcome[0].counted + most);
    }
}

/* Registers and memory do not depend on the mode. */
static void functional_mode_has_the_same_answers(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 8; seed++) {
        struct outcome a = run_alone(timed, false, seed * 0x01234567u);
        struct outcome b = run_alone(functional, false, seed * 0x01234567u);
        assert_int_equal(a.result, b.result);
        assert_memory_equal(a.memory, b.memory, sizeof a.memory);
    }
}

/* Every cycle of every instruction, not only sums. */
static void traces_are_the_same(void **state)
{
    (void)state;
    struct snippet_board *boards[2];
    for (int i = 0; i < 2; i++) {
        boards[i] = snippet_open(timed, "snippets");
        prepare(boards[i], true);
        if (i == 1) { /* the second has had other work */
            compute(boards[i], 99);
            fk_vboard_reset(boards[i]->vboard);
            prepare(boards[i], true);
        }
        snippet_clear(boards[i]);
        snippet_call(boards[i], "compute", SNIPPET_ARGUMENTS(11, 100));
    }
    assert_in_range(boards[0]->steps, 1000, 100000);
    assert_int_equal(boards[0]->steps, boards[1]->steps);
    assert_int_equal(boards[0]->accesses, boards[1]->accesses);
    for (size_t i = 0; i < boards[0]->steps && i < SNIPPET_TRACE; i++) {
        const struct snippet_step *a = &boards[0]->trace[i], *b = &boards[1]->trace[i];
        assert_int_equal(a->address, b->address);
        assert_int_equal(a->cycle, b->cycle);
        assert_int_equal(a->executed, b->executed);
    }
    snippet_close(boards[0]);
    snippet_close(boards[1]);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(twice_on_two_boards),
        cmocka_unit_test(with_and_without_probes),
        cmocka_unit_test(in_another_order),
        cmocka_unit_test(after_other_work_and_reset),
        cmocka_unit_test(timed_while_triggered),
        cmocka_unit_test(timed_while_triggered_as_firmware_does),
        cmocka_unit_test(functional_mode_has_the_same_answers),
        cmocka_unit_test(traces_are_the_same),
    };
    int skip = snippet_skip();
    return skip != 0 ? skip : cmocka_run_group_tests(tests, NULL, NULL);
}
