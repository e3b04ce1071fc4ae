/* SPDX-License-Identifier: MIT */
/*
 * Cycles of instructions by themselves and by their neighbours, at zero wait states. The numbers
 * are the statements of the Cortex-M4 manual (Arm DDI 0439D: Table 3-1 and 3-2, section 3.3.2
 * "Load/store timings", Table 7-1 for the FPU), worked out by hand; where the manual leaves a range
 * or contradicts measurements the comment says what is taken. P, the refill of a branch, is 1.
 *
 * Each number is the time from the start of one instruction to the start of the next.
 */
#include "snippet_fixture.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define FK_8(n) n, n, n, n, n, n, n, n

static const struct snippet_timing data_processing[] = {
    /* Table 3-1: one cycle each; 44 instructions of 32 bits, 8 of 16. */
    SNIPPET_TIMING("data_processing", FK_8(1), FK_8(1), FK_8(1), FK_8(1), FK_8(1), 1, 1, 1, 1,
                   FK_8(1)),
    /* Tables 3-1 and 3-2: every multiply of this core takes one cycle, the long ones too. */
    SNIPPET_TIMING("multiplies", FK_8(1), FK_8(1), FK_8(1)),
    SNIPPET_TIMING("dsp", FK_8(1), FK_8(1), 1, 1, 1, 1, 1),
    /* Table 3-1 says 2 to 12, by operands; 6 is what this model takes. */
    SNIPPET_TIMING("divides", 6, 6),
    /* "CPS 1 or 2, MRS and MSR 1 or 2": 1 is taken. */
    SNIPPET_TIMING("special_registers", 1, 1, 1, 1, 1, 1, 1, 1),
};

static const struct snippet_timing loads_and_stores[] = {
    /* A load that no load or store follows: 2, whatever its size and addressing; then NOP. */
    SNIPPET_TIMING("single_loads", 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1,
                   2, 1),
    /* "STR Rx,[Ry,#imm] is always one cycle", written back or not; with a register offset 2.
     * STR STRB STRH NOP, STR pre, STR post, STR, STRB post, NOP, then STR STRB STRH by register
     * with a NOP after each and STR by shifted register. */
    SNIPPET_TIMING("single_stores", 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 2, 1, 2, 1, 2, 1),
    /* 1 + N: LDRD, STRD 3; LDM of 3: 4; STM of 4: 5; LDM of 8: 9; PUSH and POP of 2: 3, of 1: 2;
     * STM of 8: 9 (the manual's own example). Each with a NOP behind. */
    SNIPPET_TIMING("multiple_transfers", 3, 1, 3, 1, 4, 1, 5, 1, 9, 1, 3, 1, 3, 1, 2, 1, 2, 1, 9,
                   1),
    /* +1: word on a halfword, halfword on an odd byte. +2: word on an odd byte. Order: word at 2,
     * 1, 3; halfword at 1, 3, 2; signed halfword at 1; byte at 3. */
    SNIPPET_TIMING("unaligned_loads", 3, 1, 4, 1, 4, 1, 3, 1, 3, 1, 2, 1, 3, 1, 2, 1),
    /* A store is over for the processor when the write buffer has it. */
    SNIPPET_TIMING("unaligned_stores", 1, 1, 1, 1, 1, 1),
};

static const struct snippet_timing pipelining[] = {
    /* "LDR; LDR": 3 together, each further one 1: 1 + 1 + 2. */
    SNIPPET_TIMING("load_load_load", 1, 1, 2, 1),
    SNIPPET_TIMING("load_mixed_sizes", 1, 1, 1, 2, 1, 1),
    /* Neither NOP nor data processing overlaps a load. */
    SNIPPET_TIMING("load_then_nothing", 2, 1, 2, 1),
    /* "LDR; STR": 3 together; here 2 for the load and 1 for the store with immediate offset. */
    SNIPPET_TIMING("load_then_store", 2, 1, 1, 1),
    /* The same sum: the store by register is the one of the two that takes 2. */
    SNIPPET_TIMING("load_then_store_by_register", 1, 2, 1, 1),
    /* What is loaded is the data of the store, not its address. */
    SNIPPET_TIMING("load_then_store_of_it", 1, 2, 1, 1),
    /* What is loaded is the address of the next access: nothing overlaps, 2 + 2. */
    SNIPPET_TIMING("load_of_base", 2, 2, 1, 1),
    SNIPPET_TIMING("load_of_index", 2, 2, 1, 1),
    SNIPPET_TIMING("load_of_store_index", 2, 2, 1, 1),
    SNIPPET_TIMING("load_post_indexed_pair", 1, 2, 1, 1),
    /* "A store is not pipelined with what follows": the load has its 2 cycles. */
    SNIPPET_TIMING("store_then_load", 1, 2, 1, 1),
    SNIPPET_TIMING("store_by_register_then_load", 2, 2, 1, 1),
    /* "LDRD, STRD, LDM, STM are never pipelined with neighbours". LDR LDRD LDR NOP, LDR STRD LDR
       NOP. */
    SNIPPET_TIMING("load_and_dual", 2, 3, 2, 1, 2, 3, 2, 1),
    SNIPPET_TIMING("load_and_multiple", 2, 3, 2, 3, 2, 1),
};

static const struct snippet_timing interlocks[] = {
    /* No forwarding from the arithmetic unit into address generation: the first instruction of each
     * pair takes 2. */
    SNIPPET_TIMING("interlock_load_base", 2, 2, 1, 1),
    SNIPPET_TIMING("interlock_load_index", 2, 2, 1, 1),
    SNIPPET_TIMING("interlock_store_base", 2, 1, 1, 1),
    SNIPPET_TIMING("interlock_store_index", 2, 2, 1, 1),
    /* MUL; LDR, then UMULL whose upper half is the index. */
    SNIPPET_TIMING("interlock_multiply", 2, 2, 2, 2, 1),
    SNIPPET_TIMING("interlock_dual", 2, 3, 2, 3, 2, 3, 1),
    SNIPPET_TIMING("fp_load_interlock", 2, 2, 1),
    /* ADD of the store's data, ADD; NOP; LDR, and CMP, which writes no register. */
    SNIPPET_TIMING("no_interlock", 1, 1, 1, 1, 2, 1, 1, 2, 1, 1),
};

static const struct snippet_timing conditions[] = {
    /* "IT can be folded onto the preceding 16-bit instruction, in zero cycles." CMP IT MOV NOP. */
    SNIPPET_TIMING("it_after_narrow", 1, 0, 1, 1),
    SNIPPET_TIMING("it_after_wide", 1, 1, 1, 1, 1),
    /* A branch that is not taken (1 cycle) is a 16-bit instruction like any other. */
    SNIPPET_TIMING("it_after_branch_not_taken", 1, 0, 1, 1),
    /* Behind a taken branch (1 + P) there is nothing to fold onto. */
    SNIPPET_TIMING("it_after_branch_taken", 2, 1, 1, 1, 1),
    SNIPPET_TIMING("it_else", 1, 0, 1, 1, 1, 1),
    /* CMP ITTTT, 4 that fail at 1 each whatever they would take, 3 NOP, ITTT, 3 that fail, 2 NOP.
     */
    SNIPPET_TIMING("it_failed", 1, 0, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1),
    /* The ADD that fails writes no address. */
    SNIPPET_TIMING("it_failed_no_interlock", 1, 0, 1, 2, 1, 1),
};

static const struct snippet_timing floating_point[] = {
    /* Table 7-1. VADD VSUB VMUL VNMUL VABS VNEG VCMP VCVT VMRS VMSR, VMOV immediate and between
     * registers: 1. VMLA VFMA VNMLS: 3. VDIV VSQRT: 14. A NOP after each. */
    SNIPPET_TIMING("fp_arithmetic", FK_8(1), FK_8(1), FK_8(1), 3, 1, 3, 1, 3, 1, 14, 1, 14, 1),
    /* One core register <-> one single: measured 1 (Table 7-1: 2); two <-> two: 2. */
    SNIPPET_TIMING("fp_transfers", 1, 1, 2, 2, 2, 2, 1),
    /* 1 + N words: VLDR.32 2, VLDR.64 3, VSTR.32 2, VSTR.64 3, VLDM of 4: 5, NOP, VSTM of 5: 6,
     * VLDM of 4 doubles: 9, NOP, VSTM of 4 doubles: 9, VPUSH and VPOP of 3: 4, NOP. */
    SNIPPET_TIMING("fp_memory", 2, 3, 2, 3, 5, 1, 6, 9, 1, 9, 4, 4, 1),
    /* +1 where the next floating-point instruction uses the result: VADD -> VADD -> VMUL, and
     * VSUB -> VMUL; the VMUL between is not used. */
    SNIPPET_TIMING("fp_dependent", 2, 2, 1, 2, 1, 1),
};

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

static void check_table(const struct snippet_timing *table, size_t count)
{
    unsigned wrong = 0;
    for (size_t i = 0; i < count; i++) {
        wrong += snippet_check_timing(board, &table[i]);
        /* The premise of this file: no 32-bit instruction on an odd halfword. */
        size_t first, steps;
        snippet_measure(board, table[i].name, 0, &first, &steps);
        for (size_t k = first; k < first + steps; k++) {
            assert_true(board->trace[k].size == 2 || board->trace[k].address % 4 == 0);
        }
    }
    assert_int_equal(wrong, 0);
}

#define CHECK_TABLE(table) check_table(table, sizeof table / sizeof table[0])

static void data_processing_takes_one_cycle(void **state)
{
    (void)state;
    CHECK_TABLE(data_processing);
}

static void loads_and_stores_by_kind(void **state)
{
    (void)state;
    CHECK_TABLE(loads_and_stores);
}

static void loads_overlap_what_follows(void **state)
{
    (void)state;
    CHECK_TABLE(pipelining);
}

static void results_wait_as_addresses(void **state)
{
    (void)state;
    CHECK_TABLE(interlocks);
}

static void conditional_instructions(void **state)
{
    (void)state;
    CHECK_TABLE(conditions);
}

static void floating_point_instructions(void **state)
{
    (void)state;
    CHECK_TABLE(floating_point);
}

/* it_failed: CMP ITTTT 4 NOP NOP NOP ITTT 3 NOP NOP; the seven are reported as not executed.
 * it_else: the fourth of CMP ITE MOVEQ MOVNE. */
static void failed_conditions_are_reported(void **state)
{
    (void)state;
    static const bool executed[15] = {true, true, false, false, false, false, true, true,
                                      true, true, false, false, false, true,  true};
    size_t first, count;
    snippet_measure(board, "it_failed", 0, &first, &count);
    assert_int_equal(count, 15);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(board->trace[first + i].executed, executed[i]);
    }
    assert_int_equal(board->trace[first + 2].size, 2);
    assert_int_equal(board->trace[first + 4].size, 4);
    snippet_measure(board, "it_else", 0, &first, &count);
    assert_int_equal(count, 6);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(board->trace[first + i].executed, i != 3);
    }
}

static void failed_conditions_have_no_effect(void **state)
{
    (void)state;
    assert_int_equal(snippet_call(board, "failed_conditions", 0, NULL), 0);
}

/* Two loads from the counter in a row: the first takes 1. Then, between two readings: LDR 2, NOP 1,
 * LDR 1, LDR 2, NOP 1, MUL 1, LDM of 3 words 4, STR 1. */
static void the_cycle_counter_agrees(void **state)
{
    (void)state;
    assert_int_equal(snippet_call(board, "counter_empty", 0, NULL), 1);
    assert_int_equal(snippet_call(board, "counter_stretch", 0, NULL), 13);
    assert_int_equal(snippet_call(board, "counter_stretch", 0, NULL), 13);
}

/* The counters of the interface against the probe. */
static void cycles_and_instructions_are_counted(void **state)
{
    (void)state;
    snippet_clear(board);
    uint64_t instructions = fk_vboard_instruction_count(board->vboard);
    uint64_t cycle = fk_vboard_cycle(board->vboard);
    snippet_call(board, "multiplies", 0, NULL);
    assert_int_equal(fk_vboard_instruction_count(board->vboard) - instructions, board->steps);
    assert_in_range(board->trace[0].cycle, cycle, cycle + 8);
    uint64_t last = board->trace[board->steps - 1].cycle;
    /* The last is POP of 8 registers and PC: 1 + 9. */
    assert_int_equal(fk_vboard_cycle(board->vboard), last + 10);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(data_processing_takes_one_cycle),
        cmocka_unit_test(loads_and_stores_by_kind),
        cmocka_unit_test(loads_overlap_what_follows),
        cmocka_unit_test(results_wait_as_addresses),
        cmocka_unit_test(conditional_instructions),
        cmocka_unit_test(floating_point_instructions),
        cmocka_unit_test(failed_conditions_are_reported),
        cmocka_unit_test(failed_conditions_have_no_effect),
        cmocka_unit_test(the_cycle_counter_agrees),
        cmocka_unit_test(cycles_and_instructions_are_counted),
    };
    int skip = snippet_skip();
    return skip != 0 ? skip : cmocka_run_group_tests(tests, open_board, close_board);
}
