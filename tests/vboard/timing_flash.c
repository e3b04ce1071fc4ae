/* SPDX-License-Identifier: MIT */
/*
 * Code in flash with wait states W, by hand. A line is 64 bits; one read at a time takes W + 1
 * cycles. A word that is wanted in cycle T (one after its address phase R) and whose line is there
 * at D stalls D - T - 1 cycles, and its first instruction starts at D + 1 at the earliest. The next
 * word is asked for in the last cycle of that data phase, D - 1, the first of the next line at D,
 * wanted at D + 1.
 *
 * Straight line, nothing cached, D being the time at which a line is there:
 *   with prefetch the next line is read from D on, there at D + W + 1: W + 1 cycles a line;
 *   without, its read starts when it is wanted, at D + 1: W + 2 cycles a line.
 */
#include "snippet_fixture.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define PREFETCH 0x100u
#define ICEN 0x200u
#define DCEN 0x400u

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

static int open_fast_board(void **state)
{
    open_board(state);
    snippet_call(board, "set_clock_80_mhz", 0, NULL);
    return 0;
}

static void set_flash(uint32_t acr)
{
    snippet_call(board, "set_flash", SNIPPET_ARGUMENTS(acr));
}

/* Runs `name` once and compares lines `from` up to `to` of `per_line` instructions each with the
 * cycles of one line. */
static void check_lines(const char *name, size_t from, size_t to, size_t per_line,
                        const uint8_t *cycles)
{
    size_t first, count;
    unsigned wrong = 0;
    snippet_measure(board, name, 0, &first, &count);
    assert_true(to * per_line <= count);
    for (size_t i = from * per_line; i < to * per_line; i++) {
        uint64_t took = board->trace[first + i + 1].cycle - board->trace[first + i].cycle;
        if (took != cycles[i % per_line]) {
            print_error("%s: line %zu, instruction %zu takes %u cycles, not %u\n", name,
                        i / per_line, i % per_line, (unsigned)took, cycles[i % per_line]);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

static const uint8_t ones[4] = {1, 1, 1, 1};

/* D + 1 .. D + 4, the next line from D + 6 on; 32-bit instructions D + 1, D + 2, then D + 6. */
static void straight_line_is_bound_by_flash(void **state)
{
    (void)state;
    set_flash(4 | PREFETCH | ICEN | DCEN);
    check_lines("lines_narrow", 2, 30, 4, (const uint8_t[]){1, 1, 1, 2});
    check_lines("lines_narrow", 0, 32, 4, ones); /* 256 bytes: now in the cache */
    check_lines("lines_wide", 2, 30, 2, (const uint8_t[]){1, 4});
    check_lines("lines_wide", 0, 32, 2, ones);
    /* Two LDRD take 6 cycles: longer than the read of the next line, which runs meanwhile. */
    check_lines("lines_slow", 2, 30, 2, (const uint8_t[]){3, 3});
}

/* The next line is there at D + 6, so that it starts at D + 7. */
static void prefetch_off(void **state)
{
    (void)state;
    set_flash(4 | ICEN | DCEN);
    check_lines("lines_narrow", 2, 30, 4, (const uint8_t[]){1, 1, 1, 3});
    check_lines("lines_narrow", 0, 32, 4, ones);
    check_lines("lines_wide", 2, 30, 2, (const uint8_t[]){1, 5});
    check_lines("lines_wide", 0, 32, 2, ones);
}

static void caches_off(void **state)
{
    (void)state;
    set_flash(4 | PREFETCH);
    for (unsigned again = 0; again < 2; again++) {
        check_lines("lines_narrow", 2, 30, 4, (const uint8_t[]){1, 1, 1, 2});
        check_lines("lines_wide", 2, 30, 2, (const uint8_t[]){1, 4});
    }
    set_flash(4);
    for (unsigned again = 0; again < 2; again++) {
        check_lines("lines_narrow", 2, 30, 4, (const uint8_t[]){1, 1, 1, 3});
        check_lines("lines_wide", 2, 30, 2, (const uint8_t[]){1, 5});
    }
    /* Filled, then switched off without being emptied. */
    set_flash(4 | ICEN);
    check_lines("lines_narrow", 2, 30, 4, (const uint8_t[]){1, 1, 1, 3});
    check_lines("lines_narrow", 2, 30, 4, ones);
    snippet_call(board, "write_word", SNIPPET_ARGUMENTS(0x40022000, 4));
    check_lines("lines_narrow", 2, 30, 4, (const uint8_t[]){1, 1, 1, 3});
    snippet_call(board, "write_word", SNIPPET_ARGUMENTS(0x40022000, 4 | ICEN));
    check_lines("lines_narrow", 2, 30, 4, ones);
}

/* A line every W + 1 cycles, if its instructions do not take longer themselves; at 4 MHz, where
 * every W is allowed. */
static void every_number_of_wait_states(void **state)
{
    (void)state;
    set_flash(0 | PREFETCH);
    check_lines("lines_narrow", 0, 32, 4, ones);
    check_lines("lines_wide", 0, 32, 2, ones);
    set_flash(1 | PREFETCH);
    check_lines("lines_narrow", 2, 30, 4, ones);
    check_lines("lines_wide", 2, 30, 2, ones);
    set_flash(2 | PREFETCH);
    check_lines("lines_narrow", 2, 30, 4, ones);
    check_lines("lines_wide", 2, 30, 2, (const uint8_t[]){1, 2});
    set_flash(3 | PREFETCH);
    check_lines("lines_narrow", 2, 30, 4, ones);
    check_lines("lines_wide", 2, 30, 2, (const uint8_t[]){1, 3});
    set_flash(4 | PREFETCH);
    check_lines("lines_narrow", 2, 30, 4, (const uint8_t[]){1, 1, 1, 2});
}

/* A reset empties the caches: by writing FLASH_ACR alone, which leaves them as they are, the second
 * run is fast and the one after the reset is slow again. */
static void reset_empties_caches(void **state)
{
    (void)state;
    snippet_call(board, "write_word", SNIPPET_ARGUMENTS(0x40022000, 4 | ICEN | DCEN));
    check_lines("lines_narrow", 2, 30, 4, (const uint8_t[]){1, 1, 1, 3});
    check_lines("lines_narrow", 2, 30, 4, ones);
    fk_vboard_reset(board->vboard);
    snippet_call(board, "write_word", SNIPPET_ARGUMENTS(0x40022000, 4 | ICEN | DCEN));
    check_lines("lines_narrow", 2, 30, 4, (const uint8_t[]){1, 1, 1, 3});
}

/* Cycles of the passes of a loop that runs four times: from its start to its next start, the last
 * to its end. */
static void measure_passes(const char *name, uint64_t passes[4])
{
    size_t first, count, pass = 0, start;
    snippet_measure(board, name, 0, &first, &count);
    start = first;
    for (size_t i = first + 1; i <= first + count; i++) {
        if (board->trace[i].address == board->trace[first].address || i == first + count) {
            assert_in_range(pass, 0, 3);
            passes[pass++] = board->trace[i].cycle - board->trace[start].cycle;
            start = i;
        }
    }
    assert_int_equal(pass, 4);
}

/* 100 lines: 397 NOP, SUBS 1, BNE 2 = 400, the last pass 399. The first pass reads each line from
 * flash, at 5 cycles a line; fetch runs at most two words, so one line, beyond the loop, and reads
 * that one in the first pass too. */
static void loop_that_fits_the_cache(void **state)
{
    (void)state;
    uint64_t passes[4];
    set_flash(4 | PREFETCH | ICEN | DCEN);
    measure_passes("loop_100_lines", passes);
    assert_in_range(passes[0], 500, 515);
    assert_int_equal(passes[1], 400);
    assert_int_equal(passes[2], 400);
    assert_int_equal(passes[3], 399);
    measure_passes("loop_100_lines", passes);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(passes[i], 400);
    }
    assert_int_equal(passes[3], 399);
}

/*
 * 129 lines in a cache of 128, least recently used out: no line is ever found. 128 lines at 5
 * cycles from the first line (there at D0, its first instruction at D0 + 1) to the last (D = D0 +
 * 640), whose instructions are NOP D + 1, SUBS D + 2, BNE D + 3. The line beyond is prefetched from
 * D to D + 5 and wanted from D + 1 on; when it comes the line after it is prefetched, D + 5 to D +
 * 10, which nothing stops. The target of the branch waits for the one, and its read for the other:
 * D + 10 to D + 15, first instruction at D + 16. D0 + 640 + 16 - (D0 + 1) = 655.
 */
static void loop_just_over_the_cache(void **state)
{
    (void)state;
    uint64_t passes[4];
    set_flash(4 | PREFETCH | ICEN | DCEN);
    measure_passes("loop_129_lines", passes);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(passes[i], 655);
    }
}

/*
 * 10 lines. Without cache the same reckoning with 9 * 5 = 45 instead of 640: 60. Without prefetch
 * too: a line every 6 cycles, D = D0 + 54; the line beyond is wanted at D + 1 and read from D + 1
 * to D + 6; the branch at D + 3 waits for it, asks for its target in the last cycle of that data
 * phase, D + 5, and has it read from D + 6 to D + 11: first instruction at D + 12. 54 + 12 - 1
 * = 65.
 */
static void loop_without_cache(void **state)
{
    (void)state;
    uint64_t passes[4];
    set_flash(4 | PREFETCH);
    measure_passes("loop_10_lines", passes);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(passes[i], 60);
    }
    set_flash(4);
    measure_passes("loop_10_lines", passes);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(passes[i], 65);
    }
    set_flash(4 | PREFETCH | ICEN | DCEN);
    measure_passes("loop_10_lines", passes);
    assert_int_equal(passes[1], 40);
    assert_int_equal(passes[2], 40);
    assert_int_equal(passes[3], 39);
}

/* A branch at E asks for its target at E - 1, wanted at E, there at E + 5: first instruction at E
 * + 6. The second time it is in the cache: 2. Prefetch is off, so that the port is idle. */
static void branch_to_a_cold_line(void **state)
{
    (void)state;
    static const uint8_t expected[] = {6, 2, 2};
    set_flash(4 | ICEN | DCEN);
    snippet_call(board, "cold_branch", SNIPPET_ARGUMENTS(1));
    for (size_t i = 0; i < sizeof expected; i++) {
        size_t first, count;
        snippet_measure(board, "cold_branch", 0, &first, &count);
        assert_int_equal(count, 4); /* NOP, CBZ, then NOP and B at the target */
        assert_int_equal(board->trace[first + 2].address,
                         snippet_symbol(board, "cold_branch_target"));
        assert_int_equal(board->trace[first + 2].cycle - board->trace[first + 1].cycle,
                         expected[i]);
    }
}

/* Code in SRAM2 at 80 MHz is as fast as at zero wait states. */
static void sram2_does_not_stall(void **state)
{
    (void)state;
    set_flash(4 | PREFETCH | ICEN | DCEN);
    check_lines("sram2_narrow", 0, 16, 4, ones);
    check_lines("sram2_wide", 0, 16, 2, ones);
    const struct snippet_timing loop =
        SNIPPET_TIMING("sram2_loop", 1, 1, 1, 2, 1, 1, 1, 2, 1, 1, 1, 2, 1, 1, 1, 2, 1, 1, 1, 2, 1,
                       1, 1, 2, 1, 1, 1, 2, 1, 1, 1, 2, 1, 1, 1, 2, 1, 1, 1, 1);
    assert_int_equal(snippet_check_timing(board, &loop), 0);
}

/* Code in RAM is timed as what it has become: NOP NOP NOP BX LR, then NOP 1, LDRD 3, BX LR. */
static void overwritten_code_is_timed_anew(void **state)
{
    (void)state;
    static const unsigned sizes[] = {2, 2, 2, 2, 2, 4, 2};
    static const unsigned cycles[] = {1, 1, 1, 0, 1, 3, 0}; /* 0: not looked at */
    for (uint32_t where = 0x10004000; where < 0x10004010; where += 8) {
        snippet_clear(board);
        snippet_call(board, "overwritten_times", SNIPPET_ARGUMENTS(where));
        size_t found = 0;
        for (size_t i = 0; i + 1 < board->steps; i++) {
            const struct snippet_step *step = &board->trace[i];
            if (step->address - where < 8) {
                assert_in_range(found, 0, 6);
                assert_int_equal(step->size, sizes[found]);
                if (cycles[found] != 0) {
                    assert_int_equal(step[1].cycle - step->cycle, cycles[found]);
                }
                found++;
            }
        }
        assert_int_equal(found, 7);
    }
}

/* The loads are instructions 12, 26, 40, 54 and 68; the others are NOP. */
static void check_flash_loads(const uint8_t loads[5])
{
    size_t first, count;
    unsigned wrong = 0, load = 0;
    snippet_measure(board, "sram2_flash_loads", 0, &first, &count);
    assert_int_equal(count, 82);
    for (size_t i = 0; i < count; i++) {
        unsigned took =
            (unsigned)(board->trace[first + i + 1].cycle - board->trace[first + i].cycle);
        unsigned expected = i % 14 == 12 ? loads[load++] : 1;
        if (took != expected) {
            print_error("instruction %zu takes %u cycles, not %u\n", i, took, expected);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

/* Alone a load takes 2; with the port idle a read adds W = 4. Line 0: read; line 0 again: current;
 * line 1: read (a miss fills the 64 bits that are read); line 0: in the cache, if there is one;
 * line 2: read. */
static void loads_from_flash(void **state)
{
    (void)state;
    set_flash(4 | PREFETCH | ICEN | DCEN);
    check_flash_loads((const uint8_t[]){6, 2, 6, 2, 6});
    /* Line 2 is current; 0 and 1 are in the cache: nothing is read until it is. */
    check_flash_loads((const uint8_t[]){2, 2, 2, 2, 2});
    /* Switched off it is not asked any more, although it still holds them. */
    snippet_call(board, "write_word", SNIPPET_ARGUMENTS(0x40022000, 4 | PREFETCH | ICEN));
    check_flash_loads((const uint8_t[]){6, 2, 6, 6, 6});
    set_flash(4 | PREFETCH | ICEN);
    check_flash_loads((const uint8_t[]){6, 2, 6, 6, 6});
    check_flash_loads((const uint8_t[]){6, 2, 6, 6, 6});
}

/* Code in the cache, so that the port is idle: the first literal is read from flash, 2 + W; the
 * second lies in the current line, 2. Without data cache again and again, with it once. */
static void literals(void **state)
{
    (void)state;
    static const struct {
        uint32_t acr;
        uint8_t first[3];
    } cases[] = {{4 | ICEN, {6, 6, 6}}, {4 | ICEN | DCEN, {2, 2, 2}}};
    for (size_t i = 0; i < 2; i++) {
        size_t first, count;
        set_flash(cases[i].acr);
        snippet_measure(board, "literals", 0, &first, &count);
        for (unsigned again = 0; again < 3; again++) {
            snippet_measure(board, "literals", 0, &first, &count);
            assert_int_equal(count, 40);
            for (size_t k = 0; k < count; k++) {
                const struct snippet_step *step = &board->trace[first + k];
                unsigned expected = k == 12 ? cases[i].first[again] : k == 26 ? 2 : 1;
                assert_int_equal(step[1].cycle - step->cycle, expected);
            }
        }
    }
}

/* The same flash at address 0: the same lines, the same cache. */
static void boot_alias_is_timed_as_flash(void **state)
{
    (void)state;
    uint32_t begin = snippet_symbol(board, "lines_narrow_begin") - 0x08000000u;
    uint32_t function = snippet_symbol(board, "lines_narrow") - 0x08000000u;
    set_flash(4 | PREFETCH | ICEN | DCEN);
    for (unsigned again = 0; again < 2; again++) {
        snippet_clear(board);
        struct fk_vboard_stop stop = fk_vboard_call(board->vboard, function | 1, NULL, 0, NULL);
        assert_int_equal(stop.end, FK_VBOARD_END_RETURNED);
        size_t at = 0;
        while (at < board->steps && board->trace[at].address != begin) {
            at++;
        }
        assert_in_range(at + 128, 128, board->steps - 1);
        for (size_t i = 8; i < 120; i++) {
            uint64_t took = board->trace[at + i + 1].cycle - board->trace[at + i].cycle;
            assert_int_equal(took, again == 0 && i % 4 == 3 ? 2 : 1);
        }
    }
    check_lines("lines_narrow", 0, 32, 4, ones);
}

int main(void)
{
    static const struct CMUnitTest slow[] = {
        cmocka_unit_test(reset_empties_caches),
        cmocka_unit_test(every_number_of_wait_states),
    };
    static const struct CMUnitTest fast[] = {
        cmocka_unit_test(straight_line_is_bound_by_flash),
        cmocka_unit_test(prefetch_off),
        cmocka_unit_test(caches_off),
        cmocka_unit_test(loop_that_fits_the_cache),
        cmocka_unit_test(loop_just_over_the_cache),
        cmocka_unit_test(loop_without_cache),
        cmocka_unit_test(branch_to_a_cold_line),
        cmocka_unit_test(sram2_does_not_stall),
        cmocka_unit_test(overwritten_code_is_timed_anew),
        cmocka_unit_test(loads_from_flash),
        cmocka_unit_test(literals),
        cmocka_unit_test(boot_alias_is_timed_as_flash),
    };
    int skip = snippet_skip();
    if (skip != 0) {
        return skip;
    }
    int failed = cmocka_run_group_tests(slow, open_board, close_board);
    return failed + cmocka_run_group_tests(fast, open_fast_board, close_board);
}
