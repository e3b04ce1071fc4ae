/* SPDX-License-Identifier: MIT */
/*
 * Stalls of flash reads, worked out by hand. A read takes W + 1 cycles, a word that is wanted in
 * cycle T and is there at D costs D - T - 1; the fetch of the next word follows one cycle later.
 */
#include "soc_fixture.h"

#define CODE 0x08001000U
#define W4_ALL 0x704U      /* 4 wait states, prefetch, both caches */
#define W4_CACHES 0x604U   /* without prefetch */
#define W4_PREFETCH 0x104U /* without caches */
#define W4_NOTHING 0x004U
#define PREFETCH 0x100U
#define ICEN 0x200U
#define DCEN 0x400U
#define ICRST 0x800U
#define DCRST 0x1000U

static unsigned fetch(struct fk_test_soc *test, uint64_t cycle, uint32_t address)
{
    return test->class->flash_fetch(test->soc, cycle, address);
}

static unsigned load(struct fk_test_soc *test, uint64_t cycle, uint32_t address)
{
    return test->class->flash_load(test->soc, cycle, address, 4);
}

/* Fetches words one straight after the other from `cycle` on; returns the cycles that takes. */
static uint64_t fetch_words(struct fk_test_soc *test, uint64_t cycle, uint32_t address,
                            unsigned words)
{
    uint64_t start = cycle;

    for (unsigned i = 0; i < words; i++)
        cycle += fetch(test, cycle, address + 4 * i) + 1;
    return cycle - start;
}

static void straight_line_takes_five_cycles_a_line(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_write(test, FLASH_ACR, W4_ALL);
    /* Line 0 is read in 0..5, line 1 in 5..10, line 2 in 10..15, line 3 in 15..20. */
    assert_int_equal(fetch(test, 0, CODE + 0), 4);
    assert_int_equal(fetch(test, 5, CODE + 4), 0);
    assert_int_equal(fetch(test, 6, CODE + 8), 3);
    assert_int_equal(fetch(test, 10, CODE + 12), 0);
    assert_int_equal(fetch(test, 11, CODE + 16), 3);
    assert_int_equal(fetch(test, 15, CODE + 20), 0);
    assert_int_equal(fetch(test, 16, CODE + 24), 3);
    /* From there on 8 bytes take W + 1 = 5 cycles: 100 more lines. */
    assert_int_equal(fetch(test, 20, CODE + 28), 0);
    assert_int_equal(fetch_words(test, 21, CODE + 32, 200), 500);
}

static void each_latency_costs_its_wait_states(void **state)
{
    struct fk_test_soc *test = *state;

    for (unsigned w = 0; w <= 4; w++) {
        uint32_t code = CODE + 0x1000 * w;

        fk_test_write(test, FLASH_ACR, 0x100 | w);
        test->class->flash_settle(test->soc);
        assert_int_equal(fetch(test, 1000, code), w);
        assert_int_equal(fetch(test, 1001 + w, code + 4), 0);
        /* The next line is there at 1000 + 2 (W + 1), wanted at 1002 + W. */
        assert_int_equal(fetch(test, 1002 + w, code + 8), w == 0 ? 0 : w - 1);
    }
}

static void a_late_fetch_finds_the_prefetched_line(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_write(test, FLASH_ACR, W4_ALL);
    assert_int_equal(fetch(test, 0, CODE), 4);
    /* Line 1 is there at 10: wanted at 9 or later it costs nothing. */
    assert_int_equal(fetch(test, 9, CODE + 8), 0);
    /* The port was free at 10, so line 2 is there at 15; at 12 that is 2 cycles. */
    assert_int_equal(fetch(test, 12, CODE + 16), 2);
    /* Long after, the next read starts when it is wanted, not when the port became free. */
    assert_int_equal(fetch(test, 100, CODE + 24), 0);
    assert_int_equal(fetch(test, 101, CODE + 32), 3);
}

static void a_branch_waits_for_the_read_in_progress(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_write(test, FLASH_ACR, W4_ALL);
    assert_int_equal(fetch(test, 0, CODE), 4);
    /* Line 1 is being read in 5..10 and is not aborted: the target is read in 10..15. */
    assert_int_equal(fetch(test, 6, CODE + 0x400), 8);
    /* Back to the first line, which is in the cache. Line 1 is not, and is read again: the branch
     * target's next line (15..20) was read ahead in its place. Port free at 20, so 20..25. */
    assert_int_equal(fetch(test, 16, CODE), 0);
    assert_int_equal(fetch(test, 17, CODE + 8), 7);
}

static void without_prefetch_each_line_costs_its_read(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_write(test, FLASH_ACR, W4_CACHES);
    /* 4 stalls and 2 words a line. */
    assert_int_equal(fetch_words(test, 0, CODE, 20), 60);
    /* The second time all is cached. */
    assert_int_equal(fetch_words(test, 60, CODE, 20), 20);
}

static void without_caches_each_pass_costs_the_same(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_write(test, FLASH_ACR, W4_NOTHING);
    assert_int_equal(fetch_words(test, 0, CODE, 20), 60);
    assert_int_equal(fetch_words(test, 60, CODE, 20), 60);
    fk_test_write(test, FLASH_ACR, W4_PREFETCH);
    /* 5 for the first word, 1 for the second, then 5 a line; the loop's last line has prefetched
     * one too many, which holds the port. */
    assert_int_equal(fetch_words(test, 1000, CODE, 20), 51);
    assert_int_equal(fetch_words(test, 2000, CODE, 20), 51);
}

static void a_loop_of_1_kb_stalls_in_its_first_pass_only(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_write(test, FLASH_ACR, W4_ALL);
    /* 128 lines: 5 + 1, then 127 times 5. */
    assert_int_equal(fetch_words(test, 0, CODE, 256), 641);
    assert_int_equal(fetch_words(test, 641, CODE, 256), 256);
    assert_int_equal(fetch_words(test, 897, CODE, 256), 256);
}

static void a_loop_of_129_lines_never_hits(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_write(test, FLASH_ACR, W4_CACHES);
    /* The line that is needed next is always the one that was just thrown out. */
    assert_int_equal(fetch_words(test, 0, CODE, 258), 129 * 6);
    assert_int_equal(fetch_words(test, 10000, CODE, 258), 129 * 6);
    assert_int_equal(fetch_words(test, 20000, CODE, 258), 129 * 6);
    /* 128 of them, the most recent, are there. */
    assert_int_equal(fetch_words(test, 30000, CODE + 8, 256), 256);
}

static void the_least_recently_used_line_goes(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_write(test, FLASH_ACR, W4_CACHES);
    for (unsigned line = 0; line < 128; line++)
        assert_int_equal(fetch(test, 100 * line, CODE + 8 * line), 4);
    /* Use line 0 again, so that line 1 is the oldest. Line 128 takes its place. */
    assert_int_equal(fetch(test, 20000, CODE), 0);
    assert_int_equal(fetch(test, 20100, CODE + 8 * 128), 4);
    assert_int_equal(fetch(test, 20200, CODE), 0);
    assert_int_equal(fetch(test, 20300, CODE + 8 * 2), 0);
    assert_int_equal(fetch(test, 20400, CODE + 8 * 1), 4);
    /* That took the place of line 3, since line 2 was used. */
    assert_int_equal(fetch(test, 20500, CODE + 8 * 3), 4);
}

static void no_prefetch_of_a_cached_line(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_write(test, FLASH_ACR, W4_CACHES);
    assert_int_equal(fetch(test, 0, CODE + 8), 4);
    fk_test_write(test, FLASH_ACR, W4_ALL);
    /* Line 1 is cached, so after line 0 the port rests: line 64 is read in 106..111. */
    assert_int_equal(fetch(test, 100, CODE), 4);
    assert_int_equal(fetch(test, 106, CODE + 512), 4);
}

static void a_prefetched_line_is_not_read_again(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_write(test, FLASH_ACR, W4_CACHES);
    assert_int_equal(fetch(test, 0, CODE + 512), 4);
    assert_int_equal(fetch(test, 10, CODE + 520), 4);
    fk_test_write(test, FLASH_ACR, W4_ALL);
    /* Line 1 is read ahead in 105..110 and stays there while lines 64 and 0, cached, are used. */
    assert_int_equal(fetch(test, 100, CODE), 4);
    assert_int_equal(fetch(test, 120, CODE + 512), 0);
    assert_int_equal(fetch(test, 130, CODE), 0);
    assert_int_equal(fetch(test, 131, CODE + 8), 0);
}

static void the_last_line_of_flash_has_no_successor(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_write(test, FLASH_ACR, W4_PREFETCH);
    assert_int_equal(fetch(test, 0, CODE), 4);
    assert_int_equal(fetch(test, 20, 0x080FFFF8), 4);
    assert_int_equal(fetch(test, 26, CODE), 4);
}

static void settled_flash_keeps_its_caches(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_write(test, FLASH_ACR, W4_ALL);
    assert_int_equal(fetch(test, 0, CODE), 4);
    test->class->flash_settle(test->soc);
    assert_int_equal(fetch(test, 1, CODE), 0);
    /* Line 1 was prefetched, which settling forgets, port included; the line after CODE is read
     * ahead in 1..6 instead. */
    assert_int_equal(fetch(test, 2, CODE + 8), 3);
    test->class->flash_settle(test->soc);
    assert_int_equal(fetch(test, 3, CODE + 0x800), 4);
}

static void a_cache_is_emptied_only_while_it_is_off(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_write(test, FLASH_ACR, W4_CACHES);
    assert_int_equal(fetch(test, 0, CODE), 4);
    assert_int_equal(fetch(test, 10, CODE + 0x800), 4);
    fk_test_write(test, FLASH_ACR, W4_CACHES | ICRST);
    assert_int_equal(fk_test_read(test, FLASH_ACR), W4_CACHES);
    assert_int_equal(fk_test_logged(test, "ICRST or DCRST"), 1);
    assert_int_equal(fetch(test, 20, CODE), 0);
    fk_test_write(test, FLASH_ACR, DCEN | 4);
    fk_test_write(test, FLASH_ACR, DCEN | ICRST | 4);
    assert_int_equal(fk_test_read(test, FLASH_ACR), DCEN | ICRST | 4);
    fk_test_write(test, FLASH_ACR, DCEN | 4);
    fk_test_write(test, FLASH_ACR, W4_CACHES);
    assert_int_equal(fetch(test, 30, CODE + 0x800), 4);
    assert_int_equal(fetch(test, 40, CODE), 4);
}

static void a_cache_that_is_off_keeps_its_lines(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_write(test, FLASH_ACR, W4_CACHES);
    assert_int_equal(fetch(test, 0, CODE), 4);
    fk_test_write(test, FLASH_ACR, W4_NOTHING);
    assert_int_equal(fetch(test, 10, CODE + 0x800), 4);
    assert_int_equal(fetch(test, 20, CODE), 4);
    assert_int_equal(fetch(test, 30, CODE + 0x800), 4);
    fk_test_write(test, FLASH_ACR, W4_CACHES);
    assert_int_equal(fetch(test, 40, CODE), 0);
    assert_int_equal(fetch(test, 50, CODE + 0x900), 4);
}

static void loads_have_a_line_and_a_cache_of_their_own(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_write(test, FLASH_ACR, W4_CACHES);
    assert_int_equal(load(test, 0, CODE), 4);
    assert_int_equal(load(test, 5, CODE + 4), 0);
    /* The same 32 bytes, but only the 64 bits that were read are there. */
    assert_int_equal(load(test, 10, CODE + 8), 4);
    assert_int_equal(load(test, 20, CODE), 0);
    assert_int_equal(load(test, 30, CODE + 8), 0);
    /* What data has read is not an instruction. */
    assert_int_equal(fetch(test, 40, CODE), 4);
}

static void eight_lines_of_data_stay(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_write(test, FLASH_ACR, W4_CACHES);
    for (unsigned line = 0; line < 8; line++)
        assert_int_equal(load(test, 100 * line, CODE + 32 * line), 4);
    for (unsigned line = 0; line < 8; line++)
        assert_int_equal(load(test, 1000 + 100 * line, CODE + 32 * line), 0);
    /* The ninth throws out the first, and so on. */
    for (unsigned line = 0; line < 9; line++)
        assert_int_equal(load(test, 2000 + 100 * line, CODE + 32 * (8 - line)),
                         line == 0 || line == 8 ? 4 : 0);
}

/* A line of the data cache that is taken for another address holds nothing of the old one. */
static void a_reused_line_of_data_is_empty(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_write(test, FLASH_ACR, W4_CACHES);
    for (unsigned read = 0; read < 32; read++)
        assert_int_equal(load(test, 100 * read, CODE + 8 * read), 4);
    for (unsigned read = 0; read < 32; read++)
        assert_int_equal(load(test, 4000 + 100 * read, CODE + 8 * read), 0);
    assert_int_equal(load(test, 8000, CODE + 0x1000), 4);
    assert_int_equal(load(test, 8100, CODE + 0x1008), 4);
    assert_int_equal(load(test, 8200, CODE + 0x1000), 0);
}

static void loads_without_cache_have_one_line(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_write(test, FLASH_ACR, ICEN | 4);
    assert_int_equal(load(test, 0, CODE), 4);
    assert_int_equal(load(test, 10, CODE + 4), 0);
    assert_int_equal(load(test, 20, CODE + 32), 4);
    assert_int_equal(load(test, 30, CODE), 4);
    /* DCRST works alike. */
    fk_test_write(test, FLASH_ACR, ICEN | DCEN | 4);
    assert_int_equal(load(test, 40, CODE + 64), 4);
    assert_int_equal(load(test, 50, CODE + 96), 4);
    assert_int_equal(load(test, 60, CODE + 64), 0);
    fk_test_write(test, FLASH_ACR, ICEN | 4);
    fk_test_write(test, FLASH_ACR, ICEN | DCRST | 4);
    fk_test_write(test, FLASH_ACR, ICEN | DCEN | 4);
    assert_int_equal(load(test, 70, CODE + 96), 4);
}

static void a_load_waits_for_the_fetch_in_progress(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_write(test, FLASH_ACR, W4_ALL);
    /* Line 0 in 0..5, line 1 ahead in 5..10; the literal in 10..15. */
    assert_int_equal(fetch(test, 0, CODE), 4);
    assert_int_equal(load(test, 7, CODE + 0x800), 7);
    /* Line 1 is there; line 2 waits for the literal: 15..20. */
    assert_int_equal(fetch(test, 10, CODE + 8), 0);
    assert_int_equal(fetch(test, 12, CODE + 16), 7);
}

static void an_unaligned_load_may_read_two_lines(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_write(test, FLASH_ACR, W4_CACHES);
    /* 0..5 and 5..10: there at 10, wanted at 0. */
    assert_int_equal(load(test, 0, CODE + 6), 8);
    assert_int_equal(load(test, 20, CODE + 4), 0);
    assert_int_equal(load(test, 30, CODE + 8), 0);
}

static void the_shape_of_the_cache_can_be_another(void **state)
{
    const struct fk_stm32l4_cache_shape data = {1, 8, 4};
    struct fk_test_soc *test = *state;

    fk_test_write(test, FLASH_ACR, W4_CACHES);
    /* One way: of 129 lines in turn only the first and the last are in each other's way. */
    assert_true(
        fk_stm32l4_set_cache_shapes(test->soc, (struct fk_stm32l4_cache_shape){128, 1, 1}, data));
    assert_int_equal(fetch_words(test, 0, CODE, 258), 129 * 6);
    assert_int_equal(fetch_words(test, 10000, CODE, 258), 258 + 2 * 4);
    /* 32 sets of 4: five lines that fall into one set never hit, four always. */
    assert_true(
        fk_stm32l4_set_cache_shapes(test->soc, (struct fk_stm32l4_cache_shape){32, 4, 1}, data));
    for (unsigned round = 0; round < 3; round++)
        for (unsigned way = 0; way < 5; way++)
            assert_int_equal(fetch(test, 20000 + 500 * round + 100 * way, CODE + 256 * way), 4);
    for (unsigned round = 0; round < 3; round++)
        for (unsigned way = 0; way < 4; way++)
            assert_int_equal(fetch(test, 30000 + 500 * round + 100 * way, CODE + 8 + 256 * way),
                             round == 0 ? 4 : 0);
    /* 32 lines of 4 reads, fully associative: 32 places, each filled read by read. */
    assert_true(
        fk_stm32l4_set_cache_shapes(test->soc, (struct fk_stm32l4_cache_shape){1, 32, 4}, data));
    assert_int_equal(fetch_words(test, 40000, CODE, 256), 128 * 6);
    assert_int_equal(fetch_words(test, 50000, CODE, 256), 256);
    for (unsigned line = 0; line < 33; line++)
        assert_int_equal(fetch(test, 60000 + 100 * line, CODE + 0x800 + 32 * line), 4);
    assert_int_equal(fetch(test, 70000, CODE + 0x800), 4);
}

static void shapes_out_of_bounds_are_refused(void **state)
{
    const struct fk_stm32l4_cache_shape good = {1, 8, 4};
    const struct fk_stm32l4_cache_shape bad[] = {{0, 8, 1},   {1, 0, 1},  {1, 1, 0},  {3, 4, 1},
                                                 {1, 256, 1}, {4, 64, 1}, {1, 8, 16}, {1, 8, 3}};
    struct fk_test_soc *test = *state;

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(fk_stm32l4_set_cache_shapes(test->soc, bad[i], good));
        assert_false(fk_stm32l4_set_cache_shapes(test->soc, good, bad[i]));
    }
    /* The old shape is still there: 128 lines. */
    fk_test_write(test, FLASH_ACR, W4_CACHES);
    assert_int_equal(fetch_words(test, 0, CODE, 256), 128 * 6);
    assert_int_equal(fetch_words(test, 10000, CODE, 256), 256);
}

static void a_reset_empties_the_caches(void **state)
{
    struct fk_test_soc *test = *state;

    fk_test_write(test, FLASH_ACR, W4_ALL);
    assert_int_equal(fetch(test, 0, CODE), 4);
    assert_int_equal(load(test, 20, CODE), 4);
    test->class->reset(test->soc);
    fk_test_write(test, FLASH_ACR, W4_ALL);
    assert_int_equal(fetch(test, 0, CODE), 4);
    assert_int_equal(load(test, 20, CODE), 4);
}

/* After reset: no wait states, caches on, prefetch off. */
static void reset_state_never_stalls(void **state)
{
    struct fk_test_soc *test = *state;

    assert_int_equal(fetch_words(test, 0, CODE, 1000), 1000);
    /* A load in the cycle of a fetch from another line finds the port busy for one cycle. */
    assert_int_equal(fetch(test, 2000, CODE + 0x2000), 0);
    assert_int_equal(load(test, 2000, CODE + 0x3000), 1);
    assert_int_equal(load(test, 2010, CODE + 0x3020), 0);
    /* So little that the processor need not ask. */
    assert_false(test->class->flash_waits(test->soc));
    fk_test_write(test, FLASH_ACR, W4_NOTHING);
    assert_true(test->class->flash_waits(test->soc));
    assert_int_equal(test->class->flash_line_bytes, 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FK_TEST_SOC(straight_line_takes_five_cycles_a_line),
        FK_TEST_SOC(each_latency_costs_its_wait_states),
        FK_TEST_SOC(a_late_fetch_finds_the_prefetched_line),
        FK_TEST_SOC(a_branch_waits_for_the_read_in_progress),
        FK_TEST_SOC(without_prefetch_each_line_costs_its_read),
        FK_TEST_SOC(without_caches_each_pass_costs_the_same),
        FK_TEST_SOC(a_loop_of_1_kb_stalls_in_its_first_pass_only),
        FK_TEST_SOC(a_loop_of_129_lines_never_hits),
        FK_TEST_SOC(the_least_recently_used_line_goes),
        FK_TEST_SOC(no_prefetch_of_a_cached_line),
        FK_TEST_SOC(a_prefetched_line_is_not_read_again),
        FK_TEST_SOC(the_last_line_of_flash_has_no_successor),
        FK_TEST_SOC(settled_flash_keeps_its_caches),
        FK_TEST_SOC(a_cache_is_emptied_only_while_it_is_off),
        FK_TEST_SOC(a_cache_that_is_off_keeps_its_lines),
        FK_TEST_SOC(loads_have_a_line_and_a_cache_of_their_own),
        FK_TEST_SOC(eight_lines_of_data_stay),
        FK_TEST_SOC(a_reused_line_of_data_is_empty),
        FK_TEST_SOC(loads_without_cache_have_one_line),
        FK_TEST_SOC(a_load_waits_for_the_fetch_in_progress),
        FK_TEST_SOC(an_unaligned_load_may_read_two_lines),
        FK_TEST_SOC(the_shape_of_the_cache_can_be_another),
        FK_TEST_SOC(shapes_out_of_bounds_are_refused),
        FK_TEST_SOC(a_reset_empties_the_caches),
        FK_TEST_SOC(reset_state_never_stalls),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
