/* SPDX-License-Identifier: MIT */
/*
 * Instructions that the processor refuses, and code where nothing should execute. In functional and
 * in timed mode.
 */
#include "snippet_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const enum fk_vboard_mode modes[] = {FK_VBOARD_FUNCTIONAL, FK_VBOARD_TIMED};

static struct snippet_board *open_board(enum fk_vboard_mode mode)
{
    return snippet_open((struct snippet_options){.mode = mode, .cycle_budget = 10000000},
                        "snippets");
}

static void assert_message(const struct fk_vboard_stop *stop, const char *part)
{
    if (strstr(stop->message, part) == NULL) {
        fail_msg("\"%s\" does not contain \"%s\"", stop->message, part);
    }
}

/* After reset CPACR forbids the FPU: each floating-point instruction faults, loads, stores and
 * moves too, and nothing of it happens. */
static void fpu_is_off_after_reset(void **state)
{
    (void)state;
    static const char *const functions[] = {
        "fp_add",   "fp_move",        "fp_status",        "fp_load",
        "fp_store", "fp_load_double", "fp_load_multiple", "fp_store_multiple"};
    for (size_t m = 0; m < 2; m++) {
        for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
            struct snippet_board *board = open_board(modes[m]);
            uint32_t pattern = 0x5A5A5A5A;
            assert_true(fk_vboard_memory_write(board->vboard, 0x20002000, &pattern, 4));
            struct fk_vboard_stop stop =
                snippet_try(board, functions[i], SNIPPET_ARGUMENTS(0x20002000), NULL);
            snippet_assert_stop(board, &stop, FK_VBOARD_END_FAULT, functions[i]);
            assert_message(&stop, "CPACR");
            assert_int_equal(snippet_word(board, 0x20002000), pattern);
            snippet_close(board);
            board = open_board(modes[m]);
            snippet_call(board, "prepare", 0, NULL);
            snippet_call(board, functions[i], SNIPPET_ARGUMENTS(0x20002000));
            snippet_close(board);
        }
    }
}

/* Forbidden again after it was allowed. */
static void fpu_can_be_switched_off(void **state)
{
    (void)state;
    for (size_t m = 0; m < 2; m++) {
        struct snippet_board *board = open_board(modes[m]);
        snippet_call(board, "prepare", 0, NULL);
        snippet_call(board, "fp_add", 0, NULL);
        snippet_call(board, "write_word", SNIPPET_ARGUMENTS(0xE000ED88, 0));
        struct fk_vboard_stop stop = snippet_try(board, "fp_add", 0, NULL, NULL);
        snippet_assert_stop(board, &stop, FK_VBOARD_END_FAULT, "fp_add");
        snippet_close(board);
    }
}

static void undefined_instructions(void **state)
{
    (void)state;
    static const char *const functions[] = {"undefined", "undefined_wide"};
    for (size_t m = 0; m < 2; m++) {
        for (size_t i = 0; i < 2; i++) {
            struct snippet_board *board = open_board(modes[m]);
            struct fk_vboard_stop stop = snippet_try(board, functions[i], 0, NULL, NULL);
            snippet_assert_stop(board, &stop, FK_VBOARD_END_FAULT, functions[i]);
            assert_message(&stop, "undefined");
            snippet_close(board);
        }
    }
}

/* Without the trap the quotient is 0; DIV_0_TRP is bit 4 of CCR. */
static void division_by_zero(void **state)
{
    (void)state;
    static const char *const functions[] = {"divide_signed", "divide_unsigned"};
    for (size_t m = 0; m < 2; m++) {
        for (size_t i = 0; i < 2; i++) {
            struct snippet_board *board = open_board(modes[m]);
            assert_int_equal(snippet_call(board, functions[i], SNIPPET_ARGUMENTS(100, 7)), 14);
            assert_int_equal(snippet_call(board, functions[i], SNIPPET_ARGUMENTS(100, 0)), 0);
            snippet_call(board, "set_traps", SNIPPET_ARGUMENTS(16));
            assert_int_equal(snippet_call(board, functions[i], SNIPPET_ARGUMENTS(100, 7)), 14);
            struct fk_vboard_stop stop =
                snippet_try(board, functions[i], SNIPPET_ARGUMENTS(100, 0), NULL);
            snippet_assert_stop(board, &stop, FK_VBOARD_END_FAULT, functions[i]);
            assert_message(&stop, "zero");
            snippet_close(board);
        }
    }
}

/* A branch to nowhere is blamed on its target, in bounded time. */
static void branches_to_where_no_code_is(void **state)
{
    (void)state;
    static const uint32_t targets[] = {
        0x30000001, /* nothing */
        0x20018001, /* behind SRAM1 */
        0x08100001, /* behind flash */
        0x40004401, /* a peripheral: execute never */
        0xE000E101, /* system: execute never */
        0xA0000001, /* external device: execute never */
    };
    for (size_t m = 0; m < 2; m++) {
        for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
            struct snippet_board *board = open_board(modes[m]);
            struct fk_vboard_stop stop =
                snippet_try(board, "jump", SNIPPET_ARGUMENTS(targets[i]), NULL);
            if (stop.end != FK_VBOARD_END_FAULT || stop.address != (targets[i] & ~1u)) {
                fail_msg("a branch to 0x%08x: end %d, address 0x%08x, %s", (unsigned)targets[i],
                         (int)stop.end, (unsigned)stop.address, stop.message);
            }
            assert_null(strchr(stop.message, '\n'));
            /* Who branched is told. */
            assert_message(&stop, "jump");
            snippet_close(board);
        }
    }
}

/* The Thumb bit is missing: INVSTATE on this processor. */
static void branch_to_arm_state(void **state)
{
    (void)state;
    for (size_t m = 0; m < 2; m++) {
        struct snippet_board *board = open_board(modes[m]);
        uint32_t function = snippet_symbol(board, "returns_seven");
        struct fk_vboard_stop stop = snippet_try(board, "jump", SNIPPET_ARGUMENTS(function), NULL);
        assert_int_equal(stop.end, FK_VBOARD_END_FAULT);
        assert_message(&stop, "Thumb");
        assert_message(&stop, "jump");
        snippet_close(board);
    }
}

/* Zeros are instructions (MOVS r0, r0): a branch into empty RAM runs to its end and faults there.
 */
static void running_off_the_end_of_memory(void **state)
{
    (void)state;
    for (size_t m = 0; m < 2; m++) {
        struct snippet_board *board = open_board(modes[m]);
        struct fk_vboard_stop stop =
            snippet_try(board, "jump", SNIPPET_ARGUMENTS(0x20017F01), NULL);
        assert_int_equal(stop.end, FK_VBOARD_END_FAULT);
        assert_int_equal(stop.address, 0x20018000);
        snippet_close(board);
    }
}

static void code_in_ram_can_be_overwritten(void **state)
{
    (void)state;
    for (size_t m = 0; m < 2; m++) {
        struct snippet_board *board = open_board(modes[m]);
        for (unsigned again = 0; again < 3; again++) {
            assert_int_equal(snippet_call(board, "overwritten_code", SNIPPET_ARGUMENTS(0x10004000)),
                             7 * 256 + 9);
            assert_int_equal(snippet_call(board, "overwritten_code", SNIPPET_ARGUMENTS(0x20003000)),
                             7 * 256 + 9);
        }
        /* From outside as well. */
        uint8_t code[8];
        uint32_t result = 0;
        assert_true(fk_vboard_memory_read(board->vboard, snippet_symbol(board, "returns_seven"),
                                          code, sizeof code));
        assert_true(fk_vboard_memory_write(board->vboard, 0x10004000, code, sizeof code));
        assert_int_equal(fk_vboard_call(board->vboard, 0x10004001, NULL, 0, &result).end,
                         FK_VBOARD_END_RETURNED);
        assert_int_equal(result, 7);
        snippet_close(board);
    }
}

/* The failed conditions of timing_execute.c, here without timing. */
static void failed_conditions_have_no_effect(void **state)
{
    (void)state;
    for (size_t m = 0; m < 2; m++) {
        struct snippet_board *board = open_board(modes[m]);
        assert_int_equal(snippet_call(board, "failed_conditions", 0, NULL), 0);
        snippet_close(board);
    }
}

/* The image without symbols and lines: messages have the address alone, and nothing breaks. */
static void messages_without_symbols(void **state)
{
    (void)state;
    for (size_t m = 0; m < 2; m++) {
        struct snippet_board *board = open_board(modes[m]);
        uint32_t function = snippet_symbol(board, "undefined");
        snippet_close(board);
        board = snippet_open((struct snippet_options){.mode = modes[m]}, "stripped");
        uint32_t address, size;
        assert_false(fk_vboard_symbol(board->vboard, "undefined", &address, &size));
        struct fk_vboard_stop stop = fk_vboard_call(board->vboard, function | 1, NULL, 0, NULL);
        assert_int_equal(stop.end, FK_VBOARD_END_FAULT);
        assert_int_equal(stop.pc, function);
        char text[64];
        fk_vboard_locate(board->vboard, function, text, sizeof text);
        assert_int_equal(strlen(text), 10);
        assert_message(&stop, text);
        snippet_close(board);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(fpu_is_off_after_reset),
        cmocka_unit_test(fpu_can_be_switched_off),
        cmocka_unit_test(undefined_instructions),
        cmocka_unit_test(division_by_zero),
        cmocka_unit_test(branches_to_where_no_code_is),
        cmocka_unit_test(branch_to_arm_state),
        cmocka_unit_test(running_off_the_end_of_memory),
        cmocka_unit_test(code_in_ram_can_be_overwritten),
        cmocka_unit_test(failed_conditions_have_no_effect),
        cmocka_unit_test(messages_without_symbols),
    };
    int skip = snippet_skip();
    return skip != 0 ? skip : cmocka_run_group_tests(tests, NULL, NULL);
}
