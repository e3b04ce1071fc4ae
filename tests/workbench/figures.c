/* SPDX-License-Identifier: MIT */
/* What the tables say follows from the figures, and statistics. */
#include "workbench/inputs.h"
#include "workbench/published.h"
#include "workbench/statistics.h"
#include "workbench/tables.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void spread_of(const uint64_t *values, size_t count, uint64_t min, uint64_t median,
                      uint64_t max)
{
    uint64_t copy[8];
    memcpy(copy, values, count * sizeof *values);
    struct fk_spread spread = fk_spread(copy, count);
    assert_true(spread.min == min && spread.median == median && spread.max == max);
}

static void spreads(void **state)
{
    (void)state;
    spread_of((const uint64_t[]){7}, 1, 7, 7, 7);
    spread_of((const uint64_t[]){9, 4}, 2, 4, 6, 9);
    spread_of((const uint64_t[]){3, 1, 2}, 3, 1, 2, 3);
    spread_of((const uint64_t[]){5, 5, 5, 1}, 4, 1, 5, 5);
    spread_of((const uint64_t[]){10, 2, 8, 4, 6}, 5, 2, 6, 10);
    /* The mean of the middle two does not overflow. */
    spread_of((const uint64_t[]){UINT64_MAX, UINT64_MAX - 2}, 2, UINT64_MAX - 2, UINT64_MAX - 1,
              UINT64_MAX);
}

static void three_digits(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0.012345, "0.0123"}, {0.47566, "0.476"}, {0.9996, "1.00"}, {1.0, "1.00"},
        {9.996, "10.0"},      {9.994, "9.99"},    {18.94, "18.9"},  {99.96, "100"},
        {307.4, "307"},       {999.6, "1000"},    {1253.0, "1250"}, {24561234.0, "24600000"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = fk_three_digits(cases[i].value);
        assert_string_equal(text, cases[i].text);
        free(text);
    }
}

/* One simulated row of wolfSSL at 80 MHz that takes `ms`. */
static void add(struct fk_results *results, const char *variant, enum fk_link_curve curve,
                enum fk_link_operation operation, double ms)
{
    struct fk_result row = fk_result_unknown();
    row.implementation = fk_copy("wolfssl");
    row.variant = fk_copy(variant);
    row.board = fk_copy(FK_TABLES_BOARD);
    row.curve = curve;
    row.operation = operation;
    row.evidence = FK_SIMULATED;
    row.clock_hz = 80000000;
    row.flash_wait_states = 4;
    row.code_memory = FK_FLASH;
    row.call = FK_LINK_LATER;
    row.samples = 1;
    row.cycles_min = row.cycles_median = row.cycles_max = (int64_t)(ms * 80000.0);
    row.time_ms = ms;
    row.answers = FK_PASS;
    fk_results_add(results, row);
}

/* The tables of wolfSSL's builds whose times are these multiples of the published ones; 0 leaves a
 * build out. `x448` is another factor for Curve448 alone. Line breaks become blanks. */
static char *table_of(double O0, double O1, double Os, double O2, double x448)
{
    static const char *const variants[] = {"c-O0", "c-O1", "c-Os", "c-O2"};
    const double factors[] = {O0, O1, Os, O2};
    struct fk_results results = {0};
    struct fk_text text = {0};
    for (size_t v = 0; v < 4; v++) {
        for (int o = 0; o < FK_LINK_OPERATIONS && factors[v] > 0; o++) {
            add(&results, variants[v], FK_LINK_X25519, (enum fk_link_operation)o,
                220.0 * factors[v]);
            add(&results, variants[v], FK_LINK_X448, (enum fk_link_operation)o,
                900.0 * factors[v] * x448);
        }
    }
    fk_results_sort(&results);
    fk_table_wfcs(&text, &results, FK_FORMAT_TEXT, false);
    fk_results_free(&results);
    for (char *at = text.bytes; *at != '\0'; at++) {
        *at = *at == '\n' ? ' ' : *at;
    }
    return text.bytes;
}

static void assert_says(char *table, const char *words)
{
    if (strstr(table, words) == NULL) {
        fail_msg("'%s' does not say '%s'", table, words);
    }
    free(table);
}

static void sentence_follows_the_figures(void **state)
{
    (void)state;
    assert_says(table_of(1.4, 0.3, 0.1, 0.1, 1.0),
                "lie between an optimised and an unoptimised build, nearest the unoptimised one: "
                "they are 3.33 times the slowest optimised build and 0.714 times -O0.");
    assert_says(table_of(10.0, 0.9, 0.1, 0.1, 1.0),
                "lie between an optimised and an unoptimised build, nearest the optimised one:");
    assert_says(table_of(1.4, 0.3, 0.1, 0.1, 0.9), "3.33 to 3.70 times the slowest optimised build "
                                                   "and 0.714 to 0.794 times -O0.");
    assert_says(table_of(0.5, 0.3, 0.1, 0.1, 1.0), "lie above every simulated build: they are 2.00 "
                                                   "times -O0.");
    assert_says(table_of(0.8, 0.3, 0.1, 0.1, 1.0), "lie above every simulated build: they are 1.25 "
                                                   "times -O0.");
    assert_says(table_of(9.0, 4.0, 2.0, 2.0, 1.0),
                "lie below every simulated build: they are 0.250 "
                "times the slowest optimised build.");
    assert_says(table_of(9.0, 2.0, 0.5, 0.5, 1.0), "lie among the optimised builds: they are 0.500 "
                                                   "times the slowest of them.");
    assert_says(table_of(1.4, 0.3, 0.1, 0.1, 0.1),
                "Of 4 published figures, whose build the record does not state, 2 lie above every "
                "simulated build, 2 between an optimised and an unoptimised one, 0 among the "
                "optimised ones and 0 below every one.");
    assert_says(table_of(0.0, 0.3, 0.1, 0.1, 1.0), "they do not show between which builds");
    assert_says(table_of(1.4, 0.0, 0.0, 0.0, 1.0), "they do not show between which builds");
    /* Some optimised build is enough. */
    assert_says(table_of(1.4, 0.0, 0.0, 0.2, 1.0), "lie between an optimised and an unoptimised");
}

/* The improvements that the record itself prints; it cuts digits off where it does not round. */
static void published_figures_are_the_records(void **state)
{
    (void)state;
    static const struct {
        enum fk_link_curve curve;
        enum fk_link_operation operation;
        double duration, energy;
    } record[] = {
        {FK_LINK_P256, FK_LINK_PUBLIC_KEY, 2.0, 3.7},
        {FK_LINK_P256, FK_LINK_SHARED_SECRET, 5.8, 10.7},
        {FK_LINK_X25519, FK_LINK_PUBLIC_KEY, 10.6, 19.6},
        {FK_LINK_X25519, FK_LINK_SHARED_SECRET, 11.3, 20.8},
    };
    for (size_t i = 0; i < sizeof record / sizeof record[0]; i++) {
        const struct fk_published *hardware =
            fk_published(FK_SWRA667_HARDWARE, record[i].curve, record[i].operation);
        const struct fk_published *software =
            fk_published(FK_SWRA667_MBEDTLS, record[i].curve, record[i].operation);
        double ratio = software->time_ms / hardware->time_ms;
        assert_true(fabs(ratio - record[i].duration) <= 0.1);
        assert_true(fabs(ratio * software->current_ma / hardware->current_ma - record[i].energy) <=
                    0.1);
    }
    assert_null(fk_published(FK_SWRA667_MBEDTLS, FK_LINK_X448, FK_LINK_PUBLIC_KEY));
    assert_null(fk_published(FK_WFCS_2022_WOLFSSL, FK_LINK_P256, FK_LINK_PUBLIC_KEY));
}

/* The standards' answers and OpenSSL's are the same: two sources for what a bench compares with. */
static void answers_agree(void **state)
{
    (void)state;
    for (int c = 0; c < FK_LINK_CURVES; c++) {
        for (int o = 0; o < FK_LINK_OPERATIONS; o++) {
            enum fk_link_curve curve = (enum fk_link_curve)c;
            enum fk_link_operation operation = (enum fk_link_operation)o;
            struct fk_input input, again;
            for (unsigned i = 0; i < FK_KNOWN_ANSWERS; i++) {
                fk_known_answer(&input, curve, operation, i);
                again = input;
                memset(again.answer, 0, sizeof again.answer);
                assert_true(fk_independent_answer(&again, curve, operation));
                assert_int_equal(again.answer_bytes, input.answer_bytes);
                assert_memory_equal(again.answer, input.answer, input.answer_bytes);
            }
            /* Samples are the same each time, and different from each other. */
            struct fk_input other;
            assert_true(fk_sample_input(&input, curve, operation, 0));
            assert_true(fk_sample_input(&again, curve, operation, 0));
            assert_true(fk_sample_input(&other, curve, operation, 1));
            assert_memory_equal(&again, &input, sizeof input);
            assert_memory_not_equal(other.private_key, input.private_key, 32);
            assert_memory_not_equal(other.answer, input.answer, 32);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spreads),
        cmocka_unit_test(three_digits),
        cmocka_unit_test(sentence_follows_the_figures),
        cmocka_unit_test(published_figures_are_the_records),
        cmocka_unit_test(answers_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
