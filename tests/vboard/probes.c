/* SPDX-License-Identifier: MIT */
/*
 * What the probes are told: each instruction with its address, size and time, each data access with
 * the instruction that makes it. They only look: determinism.c shows that no cycle changes.
 */
#include "snippet_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#define SCRATCH 0x20002000u

static struct snippet_board *board;

static int open_board(void **state)
{
    (void)state;
    board = snippet_open((struct snippet_options){.mode = FK_VBOARD_TIMED}, "snippets");
    snippet_call(board, "prepare", 0, NULL);
    return 0;
}

static int close_board(void **state)
{
    (void)state;
    snippet_close(board);
    return 0;
}

/* function(address) makes these accesses and no others: bytes that one instruction moves may come
 * as one access or word by word. */
static void check_accesses(const char *function, uint32_t address, unsigned bytes, bool write)
{
    char at[64];
    snprintf(at, sizeof at, "%s_at", function);
    snippet_clear(board);
    snippet_call(board, function, SNIPPET_ARGUMENTS(address, 0, 0));
    uint32_t next = address;
    for (size_t i = 0; i < board->accesses; i++) {
        const struct snippet_access *access = &board->access[i];
        assert_int_equal(access->pc, snippet_symbol(board, at));
        assert_int_equal(access->address, next);
        assert_int_equal(access->write, write);
        next += access->size;
    }
    if (next - address != bytes) {
        fail_msg("%s at 0x%08x: %u bytes in %zu accesses, not %u", function, (unsigned)address,
                 (unsigned)(next - address), board->accesses, bytes);
    }
}

static void data_accesses(void **state)
{
    (void)state;
    check_accesses("load_byte", SCRATCH + 1, 1, false);
    check_accesses("load_half", SCRATCH + 2, 2, false);
    check_accesses("load_word", SCRATCH, 4, false);
    check_accesses("store_byte", SCRATCH + 3, 1, true);
    check_accesses("store_half", SCRATCH + 2, 2, true);
    check_accesses("store_word", SCRATCH + 4, 4, true);
    check_accesses("load_dual", SCRATCH, 8, false);
    check_accesses("store_dual", SCRATCH, 8, true);
    check_accesses("load_multiple", SCRATCH, 12, false);
    check_accesses("store_multiple", SCRATCH, 8, true);
    check_accesses("load_exclusive", SCRATCH, 4, false);
    check_accesses("fp_load", SCRATCH, 4, false);
    check_accesses("fp_load_double", SCRATCH, 8, false);
    check_accesses("fp_load_multiple", SCRATCH, 16, false);
    check_accesses("fp_store_multiple", SCRATCH, 16, true);
    /* SRAM2, flash and its alias. */
    check_accesses("load_word", 0x10004000, 4, false);
    check_accesses("store_word", 0x10004000, 4, true);
    check_accesses("load_word", 0x08000100, 4, false);
    check_accesses("load_word", 0x00000100, 4, false);
}

static void unaligned_accesses(void **state)
{
    (void)state;
    for (uint32_t offset = 1; offset < 4; offset++) {
        check_accesses("load_word", SCRATCH + offset, 4, false);
        check_accesses("store_word", SCRATCH + offset, 4, true);
    }
    check_accesses("load_half", SCRATCH + 3, 2, false);
    check_accesses("store_half", SCRATCH + 3, 2, true);
}

/* Its order: addresses of each instruction, times that never go back, sizes that lead to the next.
 */
static void instructions(void **state)
{
    (void)state;
    size_t first, count;
    snippet_measure(board, "data_processing", 0, &first, &count);
    assert_int_equal(count, 52);
    for (size_t i = first; i < first + count; i++) {
        assert_int_equal(board->trace[i].address + board->trace[i].size,
                         board->trace[i + 1].address);
        assert_true(board->trace[i].executed);
        assert_true(board->trace[i].cycle < board->trace[i + 1].cycle);
    }
    assert_int_equal(board->trace[0].address, snippet_symbol(board, "data_processing"));
}

/* A failed condition accesses nothing. */
static void failed_conditions_access_nothing(void **state)
{
    (void)state;
    size_t first, count;
    snippet_measure(board, "it_failed", 0, &first, &count);
    uint32_t begin = snippet_symbol(board, "it_failed_begin");
    uint32_t end = snippet_symbol(board, "it_failed_end");
    for (size_t i = 0; i < board->accesses && i < SNIPPET_ACCESSES; i++) {
        assert_false(board->access[i].pc >= begin && board->access[i].pc < end);
    }
}

/* In functional mode probes stay silent. */
static void functional_mode_is_silent(void **state)
{
    (void)state;
    struct snippet_board *functional =
        snippet_open((struct snippet_options){.mode = FK_VBOARD_FUNCTIONAL}, "snippets");
    snippet_call(functional, "prepare", 0, NULL);
    snippet_call(functional, "compute", SNIPPET_ARGUMENTS(1, 10));
    assert_int_equal(functional->steps, 0);
    assert_int_equal(functional->accesses, 0);
    assert_int_equal(fk_vboard_instruction_count(functional->vboard), 0);
    snippet_close(functional);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(data_accesses),
        cmocka_unit_test(unaligned_accesses),
        cmocka_unit_test(instructions),
        cmocka_unit_test(failed_conditions_access_nothing),
        cmocka_unit_test(functional_mode_is_silent),
    };
    int skip = snippet_skip();
    return skip != 0 ? skip : cmocka_run_group_tests(tests, open_board, close_board);
}
