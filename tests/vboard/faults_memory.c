/* SPDX-License-Identifier: MIT */
/*
 * Accesses that the processor or the chip refuses and Unicorn alone would not: unaligned multiple
 * accesses, addresses without memory, stores to flash, a stack that grows out of its memory,
 * registers that are not modelled. In functional and in timed mode.
 */
#include "snippet_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define SCRATCH 0x20002000u

static const enum fk_vboard_mode modes[] = {FK_VBOARD_FUNCTIONAL, FK_VBOARD_TIMED};

static struct snippet_board *open_board(enum fk_vboard_mode mode)
{
    struct snippet_board *board =
        snippet_open((struct snippet_options){.mode = mode, .cycle_budget = 10000000}, "snippets");
    snippet_call(board, "prepare", 0, NULL);
    return board;
}

static void assert_message(const struct fk_vboard_stop *stop, const char *part)
{
    if (strstr(stop->message, part) == NULL) {
        fail_msg("\"%s\" does not contain \"%s\"", stop->message, part);
    }
}

/* function(address) faults at its instruction, and the message names the address. */
static void check_fault(enum fk_vboard_mode mode, const char *function, uint32_t address,
                        uint32_t blamed)
{
    char text[16];
    struct snippet_board *board = open_board(mode);
    struct fk_vboard_stop stop =
        snippet_try(board, function, SNIPPET_ARGUMENTS(address, 0x55, 0x66), NULL);
    snippet_assert_stop(board, &stop, FK_VBOARD_END_FAULT, function);
    if (stop.address != blamed) {
        fail_msg("%s: 0x%08x is blamed, not 0x%08x: %s", function, (unsigned)stop.address,
                 (unsigned)blamed, stop.message);
    }
    snprintf(text, sizeof text, "0x%08x", (unsigned)blamed);
    assert_message(&stop, text);
    snippet_close(board);
}

static void check_good(enum fk_vboard_mode mode, const char *function, uint32_t address)
{
    struct snippet_board *board = open_board(mode);
    snippet_call(board, function, SNIPPET_ARGUMENTS(address, 0x55, 0x66));
    snippet_close(board);
}

static void unaligned_multiple_accesses_fault(void **state)
{
    (void)state;
    static const char *const words[] = {
        "load_dual",      "store_dual",       "load_multiple",     "store_multiple",
        "load_exclusive", "store_exclusive",  "fp_load",           "fp_store",
        "fp_load_double", "fp_load_multiple", "fp_store_multiple",
    };
    for (size_t m = 0; m < 2; m++) {
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
            check_good(modes[m], words[i], SCRATCH);
            check_good(modes[m], words[i], SCRATCH + 4);
            check_fault(modes[m], words[i], SCRATCH + 2, SCRATCH + 2);
            check_fault(modes[m], words[i], SCRATCH + 1, SCRATCH + 1);
        }
        check_good(modes[m], "load_exclusive_half", SCRATCH + 2);
        check_fault(modes[m], "load_exclusive_half", SCRATCH + 1, SCRATCH + 1);
        /* The lowest of the three words. */
        check_good(modes[m], "load_multiple_before", SCRATCH + 12);
        check_fault(modes[m], "load_multiple_before", SCRATCH + 14, SCRATCH + 2);
    }
}

static void unaligned_single_accesses_work(void **state)
{
    (void)state;
    for (size_t m = 0; m < 2; m++) {
        struct snippet_board *board = open_board(modes[m]);
        snippet_call(board, "store_word", SNIPPET_ARGUMENTS(SCRATCH, 0x44332211));
        snippet_call(board, "store_word", SNIPPET_ARGUMENTS(SCRATCH + 4, 0x88776655));
        assert_int_equal(snippet_call(board, "load_word", SNIPPET_ARGUMENTS(SCRATCH + 1)),
                         0x55443322);
        assert_int_equal(snippet_call(board, "load_word", SNIPPET_ARGUMENTS(SCRATCH + 2)),
                         0x66554433);
        assert_int_equal(snippet_call(board, "load_half", SNIPPET_ARGUMENTS(SCRATCH + 3)), 0x5544);
        snippet_call(board, "store_word", SNIPPET_ARGUMENTS(SCRATCH + 3, 0xAABBCCDD));
        assert_int_equal(snippet_word(board, SCRATCH), 0xDD332211);
        assert_int_equal(snippet_word(board, SCRATCH + 4), 0x88AABBCC);
        snippet_close(board);
    }
}

/* UNALIGN_TRP is bit 3 of CCR. */
static void unaligned_single_accesses_can_be_trapped(void **state)
{
    (void)state;
    for (size_t m = 0; m < 2; m++) {
        struct snippet_board *board = open_board(modes[m]);
        snippet_call(board, "set_traps", SNIPPET_ARGUMENTS(8));
        snippet_call(board, "load_word", SNIPPET_ARGUMENTS(SCRATCH + 4));
        snippet_call(board, "load_half", SNIPPET_ARGUMENTS(SCRATCH + 2));
        snippet_call(board, "load_byte", SNIPPET_ARGUMENTS(SCRATCH + 1));
        snippet_call(board, "store_byte", SNIPPET_ARGUMENTS(SCRATCH + 1));
        struct fk_vboard_stop stop =
            snippet_try(board, "load_word", SNIPPET_ARGUMENTS(SCRATCH + 2), NULL);
        snippet_assert_stop(board, &stop, FK_VBOARD_END_FAULT, "load_word");
        assert_int_equal(stop.address, SCRATCH + 2);
        snippet_close(board);
        static const char *const others[] = {"load_half", "store_word", "store_half"};
        for (size_t i = 0; i < 3; i++) {
            board = open_board(modes[m]);
            snippet_call(board, "set_traps", SNIPPET_ARGUMENTS(8));
            stop = snippet_try(board, others[i], SNIPPET_ARGUMENTS(SCRATCH + 1, 0), NULL);
            snippet_assert_stop(board, &stop, FK_VBOARD_END_FAULT, others[i]);
            snippet_close(board);
        }
    }
}

/* The chip's memories: their first and last words are there, what follows is not. SRAM2 has no
 * alias behind SRAM1. */
static void unmapped_addresses_fault(void **state)
{
    (void)state;
    static const uint32_t good[] = {0x00000000, 0x000FFFFC, 0x08000000, 0x080FFFFC,
                                    0x10000000, 0x10007FFC, 0x20000000, 0x20017FFC};
    static const uint32_t bad[] = {0x00100000, 0x07FFFFFC, 0x08100000, 0x0FFFFFFC, 0x10008000,
                                   0x1FFFFFFC, 0x20018000, 0x2001FFFC, 0x20020000, 0x60000000,
                                   0x80000000, 0xA0000000, 0xE0100000, 0xFFFFFFFC};
    for (size_t m = 0; m < 2; m++) {
        for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
            check_good(modes[m], "load_word", good[i]);
        }
        for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
            check_fault(modes[m], "load_word", bad[i], bad[i]);
            check_fault(modes[m], "store_word", bad[i], bad[i]);
        }
        check_fault(modes[m], "load_byte", 0x20018000, 0x20018000);
        check_fault(modes[m], "store_half", 0x20018000, 0x20018000);
        check_fault(modes[m], "load_dual", 0x20018000, 0x20018000);
        check_fault(modes[m], "fp_store", 0x20018000, 0x20018000);
    }
}

/* Half of the access is memory. */
static void accesses_across_the_end_fault(void **state)
{
    (void)state;
    for (size_t m = 0; m < 2; m++) {
        static const char *const functions[] = {"load_word", "store_word", "load_dual",
                                                "store_dual", "load_multiple"};
        static const uint32_t addresses[] = {0x20017FFE, 0x20017FFE, 0x20017FFC, 0x20017FFC,
                                             0x20017FF8};
        for (size_t i = 0; i < 5; i++) {
            struct snippet_board *board = open_board(modes[m]);
            struct fk_vboard_stop stop =
                snippet_try(board, functions[i], SNIPPET_ARGUMENTS(addresses[i], 0x55, 0x66), NULL);
            snippet_assert_stop(board, &stop, FK_VBOARD_END_FAULT, functions[i]);
            assert_in_range(stop.address, addresses[i], 0x20018000);
            snippet_close(board);
        }
    }
}

static void stores_to_flash_fault(void **state)
{
    (void)state;
    static const char *const functions[] = {"store_word", "store_byte", "store_dual",
                                            "store_multiple", "fp_store"};
    for (size_t m = 0; m < 2; m++) {
        for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
            check_fault(modes[m], functions[i], 0x08001000, 0x08001000);
            check_fault(modes[m], functions[i], 0x00001000, 0x00001000);
        }
        struct snippet_board *board = open_board(modes[m]);
        uint32_t before = snippet_word(board, 0x08001000);
        snippet_try(board, "store_word", SNIPPET_ARGUMENTS(0x08001000, ~before), NULL);
        assert_int_equal(snippet_word(board, 0x08001000), before);
        snippet_close(board);
    }
}

/* Both aliases show the same flash. */
static void boot_alias(void **state)
{
    (void)state;
    for (size_t m = 0; m < 2; m++) {
        struct snippet_board *board = open_board(modes[m]);
        uint32_t address = snippet_symbol(board, "flash_words");
        assert_int_equal(snippet_call(board, "load_word", SNIPPET_ARGUMENTS(address)), 0x12345678);
        assert_int_equal(snippet_call(board, "load_word", SNIPPET_ARGUMENTS(address - 0x08000000u)),
                         0x12345678);
        /* Code runs there too. */
        uint32_t function = snippet_symbol(board, "returns_seven") - 0x08000000u, result = 0;
        struct fk_vboard_stop stop = fk_vboard_call(board->vboard, function | 1, NULL, 0, &result);
        assert_int_equal(stop.end, FK_VBOARD_END_RETURNED);
        assert_int_equal(result, 7);
        snippet_close(board);
    }
}

static void check_overflow(enum fk_vboard_mode mode, const char *function)
{
    struct snippet_board *board = open_board(mode);
    struct fk_vboard_stop stop = snippet_try(board, function, 0, NULL, NULL);
    snippet_assert_stop(board, &stop, FK_VBOARD_END_FAULT, function);
    assert_message(&stop, "stack overflow");
    assert_in_range(stop.address, 0x1FFFD000, 0x1FFFFFFF);
    snippet_close(board);
}

static void stack_overflow_is_told(void **state)
{
    (void)state;
    for (size_t m = 0; m < 2; m++) {
        check_overflow(modes[m], "overflow_by_calls");
        check_overflow(modes[m], "overflow_by_frame");
    }
}

/* The frame of the exception leaves SRAM1. */
static void stack_overflow_by_an_exception(void **state)
{
    (void)state;
    for (size_t m = 0; m < 2; m++) {
        struct snippet_board *board = open_board(modes[m]);
        struct fk_vboard_stop stop = snippet_try(board, "overflow_by_exception", 0, NULL, NULL);
        assert_int_equal(stop.end, FK_VBOARD_END_FAULT);
        assert_message(&stop, "stack overflow");
        assert_message(&stop, "overflow_by_exception");
        snippet_close(board);
    }
}

/* Below SRAM1, but the stack pointer is far from there: no stack overflow. */
static void other_faults_are_no_stack_overflow(void **state)
{
    (void)state;
    for (size_t m = 0; m < 2; m++) {
        struct snippet_board *board = open_board(modes[m]);
        struct fk_vboard_stop stop =
            snippet_try(board, "store_word", SNIPPET_ARGUMENTS(0x20018000, 0), NULL);
        assert_int_equal(stop.end, FK_VBOARD_END_FAULT);
        assert_null(strstr(stop.message, "stack overflow"));
        snippet_close(board);
    }
}

#define UNMODELLED 0x40020008u /* DMA1 */

static void unmodelled_registers_end_the_run(void **state)
{
    (void)state;
    static const char *const functions[] = {"load_word", "store_word"};
    for (size_t m = 0; m < 2; m++) {
        for (size_t i = 0; i < 2; i++) {
            struct snippet_board *board = open_board(modes[m]);
            struct fk_vboard_stop stop =
                snippet_try(board, functions[i], SNIPPET_ARGUMENTS(UNMODELLED, 1), NULL);
            snippet_assert_stop(board, &stop, FK_VBOARD_END_UNMODELLED, functions[i]);
            assert_int_equal(stop.address, UNMODELLED);
            assert_message(&stop, "0x40020008");
            snippet_close(board);
        }
    }
}

static size_t occurrences(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part)) {
        count++;
    }
    return count;
}

static void unmodelled_registers_can_be_let_pass(void **state)
{
    (void)state;
    for (size_t m = 0; m < 2; m++) {
        struct snippet_board *board =
            snippet_open((struct snippet_options){.mode = modes[m], .lenient = true}, "snippets");
        for (unsigned i = 0; i < 3; i++) {
            snippet_call(board, "store_word", SNIPPET_ARGUMENTS(UNMODELLED, 0xFFFFFFFF));
            assert_int_equal(snippet_call(board, "load_word", SNIPPET_ARGUMENTS(UNMODELLED)), 0);
        }
        snippet_call(board, "load_word", SNIPPET_ARGUMENTS(UNMODELLED + 8));
        assert_int_equal(fk_vboard_unmodelled_count(board->vboard), 7);
        assert_int_equal(occurrences(board->log, "0x40020008"), 1);
        assert_int_equal(occurrences(board->log, "0x40020010"), 1);
        /* Memory that is not there stays an error. */
        struct fk_vboard_stop stop =
            snippet_try(board, "load_word", SNIPPET_ARGUMENTS(0x20018000), NULL);
        assert_int_equal(stop.end, FK_VBOARD_END_FAULT);
        snippet_close(board);
    }
}

/* The interface's own accesses: all or nothing, without effect on time. */
static void memory_from_outside(void **state)
{
    (void)state;
    struct snippet_board *board = open_board(FK_VBOARD_TIMED);
    uint8_t bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8}, back[8] = {0};
    uint64_t cycle = fk_vboard_cycle(board->vboard);
    assert_true(fk_vboard_memory_write(board->vboard, SCRATCH + 3, bytes, sizeof bytes));
    assert_true(fk_vboard_memory_read(board->vboard, SCRATCH + 3, back, sizeof back));
    assert_memory_equal(bytes, back, sizeof bytes);
    assert_true(fk_vboard_memory_read(board->vboard, 0x20017FF8, back, 8));
    assert_false(fk_vboard_memory_read(board->vboard, 0x20017FF9, back, 8));
    assert_false(fk_vboard_memory_write(board->vboard, 0x20017FF9, bytes, 8));
    assert_false(fk_vboard_memory_read(board->vboard, 0x30000000, back, 1));
    assert_false(fk_vboard_memory_read(board->vboard, 0xFFFFFFFC, back, 8));
    assert_int_equal(fk_vboard_cycle(board->vboard), cycle);
    /* The processor sees what was written. */
    assert_int_equal(snippet_call(board, "load_word", SNIPPET_ARGUMENTS(SCRATCH + 3)), 0x04030201);
    snippet_close(board);
}

static void bit_band_aliases(void **state)
{
    (void)state;
    for (size_t m = 0; m < 2; m++) {
        struct snippet_board *board = open_board(modes[m]);
        assert_int_equal(
            snippet_call(board, "bit_band", SNIPPET_ARGUMENTS(SCRATCH + 8, 0x22000000)), 1);
        /* RCC_AHB2ENR bit 5 is GPIOF's clock: a register like memory. */
        assert_int_equal(snippet_call(board, "bit_band", SNIPPET_ARGUMENTS(0x4002104C, 0x42000000)),
                         1);
        snippet_close(board);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(unaligned_multiple_accesses_fault),
        cmocka_unit_test(unaligned_single_accesses_work),
        cmocka_unit_test(unaligned_single_accesses_can_be_trapped),
        cmocka_unit_test(unmapped_addresses_fault),
        cmocka_unit_test(accesses_across_the_end_fault),
        cmocka_unit_test(stores_to_flash_fault),
        cmocka_unit_test(boot_alias),
        cmocka_unit_test(stack_overflow_is_told),
        cmocka_unit_test(stack_overflow_by_an_exception),
        cmocka_unit_test(other_faults_are_no_stack_overflow),
        cmocka_unit_test(unmodelled_registers_end_the_run),
        cmocka_unit_test(unmodelled_registers_can_be_let_pass),
        cmocka_unit_test(memory_from_outside),
        cmocka_unit_test(bit_band_aliases),
    };
    int skip = snippet_skip();
    return skip != 0 ? skip : cmocka_run_group_tests(tests, NULL, NULL);
}
