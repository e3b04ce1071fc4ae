/* SPDX-License-Identifier: MIT */
/*
 * Branches and the fetch unit at zero wait states. The unit holds three aligned words. By hand,
 * with E the cycle in which an instruction starts, R the address phase of a word (its data is there
 * one cycle later and can start two cycles after that: E >= R + 3) and F the start of the
 * instruction that uses the last halfword of a word: the word three after w is asked for one cycle
 * after its predecessor, if w is freed by then (R + 1 >= F(w) - 1); else fetch had stopped and
 * restarts at F(w); a taken branch of c cycles asks for its target at E + c - 1 + (P - 2). P is 1,
 * and 3 where the PC is loaded. So a branch costs c + P; with a 32-bit instruction on an odd
 * halfword as its target, which needs two words, one more.
 */
#include "snippet_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

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

/* name_begin: NOP, the branch; name_target: NOP. `cycles` is what the branch takes to a target of
 * 16 bits or on a word. */
static unsigned check_branch(const char *kind, uint8_t cycles)
{
    static const struct {
        const char *name;
        uint8_t more;
    } targets[] = {{"to_narrow", 0}, {"to_odd_narrow", 0}, {"to_wide", 0}, {"to_odd_wide", 1}};
    unsigned wrong = 0;
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s_%s", kind, targets[i].name);
        const uint8_t expected[] = {1, (uint8_t)(cycles + targets[i].more), 1};
        const struct snippet_timing timing = {name, expected, sizeof expected};
        wrong += snippet_check_timing(board, &timing);
    }
    return wrong;
}

/* 1 + P of Table 3-1. */
static void branches_take_two(void **state)
{
    (void)state;
    unsigned wrong = check_branch("b_narrow", 2);
    wrong += check_branch("b_wide", 2);
    wrong += check_branch("bcc_narrow", 2);
    wrong += check_branch("bcc_wide", 2);
    wrong += check_branch("bl", 2);
    wrong += check_branch("cbz", 2);
    wrong += check_branch("cbnz", 2);
    wrong += check_branch("bx_lr", 2);
    wrong += check_branch("blx", 2);
    wrong += check_branch("mov_pc", 2);
    assert_int_equal(wrong, 0);
}

/* LDR PC: 2 + 3. POP of 1: 2 + 3, of 2: 3 + 3. LDM of 3: 4 + 3. TBB and TBH: "at least 6: 2 for the
 * load, 1 to add, 3 to refill". */
static void loads_of_the_pc(void **state)
{
    (void)state;
    unsigned wrong = check_branch("ldr_pc", 5);
    wrong += check_branch("pop_pc", 5);
    wrong += check_branch("pop_r4_pc", 6);
    wrong += check_branch("ldm_pc", 7);
    wrong += check_branch("tbb", 6);
    const struct snippet_timing tbh[] = {
        SNIPPET_TIMING("tbh_to_narrow", 1, 6, 1),
        SNIPPET_TIMING("tbh_to_odd_wide", 1, 7, 1),
    };
    wrong += snippet_check_timing(board, &tbh[0]);
    wrong += snippet_check_timing(board, &tbh[1]);
    assert_int_equal(wrong, 0);
}

static void branches_and_loops(void **state)
{
    (void)state;
    const struct snippet_timing cases[] = {
        /* B<cc>, NOP, B<cc> of 32 bits, NOP, CBZ, CBNZ. */
        SNIPPET_TIMING("branches_not_taken", 1, 1, 1, 1, 1, 1),
        /* SUBS 1, BNE 2, the last time 1. */
        SNIPPET_TIMING("loop", 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 1),
        /* The loop starts with a 32-bit NOP on an odd halfword: BNE 3. */
        SNIPPET_TIMING("loop_odd_wide", 1, 1, 3, 1, 1, 3, 1, 1, 3, 1, 1, 3, 1, 1, 3, 1, 1, 3, 1, 1,
                       3, 1, 1, 3, 1, 1, 3, 1, 1, 1),
        /* BL 2, NOP, BX LR 2, NOP, NOP, B 2. */
        SNIPPET_TIMING("call_and_return", 2, 1, 2, 1, 1, 2),
    };
    unsigned wrong = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wrong += snippet_check_timing(board, &cases[i]);
    }
    assert_int_equal(wrong, 0);
}

static void wide_instructions_on_odd_halfwords(void **state)
{
    (void)state;
    const struct snippet_timing cases[] = {
        /* Words: {LDM, A}, {A, B}, {B, C}, {C, D}, {D, NOP}. R = r, r+1, r+2 of the first three;
         * LDM starts at r+3 and takes 3, so A starts at r+6, which frees the first word: fetch had
         * stopped, the fourth word has R = r+6 and may be used from r+9. B r+7, C r+9 instead of
         * r+8. The fifth word: R = r+7 (B frees the second at r+7), so D r+10, NOP r+11. */
        SNIPPET_TIMING("odd_three_after_ldm", 3, 1, 2, 1, 1, 1),
        /* LDR takes 2: A r+5, the fourth word has R = r+5 and may be used from r+8; B r+6, C r+8.
         */
        SNIPPET_TIMING("odd_three_after_load", 2, 1, 2, 1, 1, 1, 1),
        /* {LDM, A}, {A, B}, {B, NOP}, {NOP, NOP}: the fourth word is not needed before A r+6, B
         * r+7, NOP r+8, NOP r+9. */
        SNIPPET_TIMING("odd_two_after_ldm", 3, 1, 1, 1, 1, 1),
        /* {NOP, A}, {A, B}, {B, C}, {C, D}: NOP r+3, A r+4 frees the first word, and r+2 + 1 >= r+4
         * - 1: fetch does not stop, R = r+3, r+4 ... */
        SNIPPET_TIMING("odd_three_after_single", 1, 1, 1, 1, 1, 1),
        /* The same instructions on words: {NOP, LDM}, A, B, C, D. NOP r+3, LDM r+4 frees the first
         * word: R of the fourth (C) is r+3. A r+7 frees its word, the second: D has R = r+7, from
         * r+10; B r+8, C r+9, D r+10. */
        SNIPPET_TIMING("even_three_after_ldm", 1, 3, 1, 1, 1, 1),
    };
    unsigned wrong = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wrong += snippet_check_timing(board, &cases[i]);
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(branches_take_two),
        cmocka_unit_test(loads_of_the_pc),
        cmocka_unit_test(branches_and_loops),
        cmocka_unit_test(wide_instructions_on_odd_halfwords),
    };
    int skip = snippet_skip();
    return skip != 0 ? skip : cmocka_run_group_tests(tests, open_board, close_board);
}
