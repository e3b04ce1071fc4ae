/* SPDX-License-Identifier: MIT */
/*
 * The fields of X25519 and X448: both representations of each against bignums, hence against each
 * other, within the classes T, S and D of their contracts (src/x25519/fe25519.h, src/x448/fe448.h).
 */
#include "bytes.h"
#include "field_numbers.h"
#include "operations.h"

#include "x25519/fe25519_5x51.h"
#include "x25519/fe25519_9x29.h"
#include "x448/fe448_16x28.h"
#include "x448/fe448_8x56.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Room for an element of any representation. */
union element {
    fk_fe25519_5x51 fe25519_5x51;
    fk_fe25519_9x29 fe25519_9x29;
    fk_fe448_8x56 fe448_8x56;
    fk_fe448_16x28 fe448_16x28;
};

struct representation {
    const char *name;
    uint16_t group;
    uint32_t largest_small; /* of mul_small_add's k */
    void (*set_small)(union element *r, uint32_t k);
    void (*from_bytes)(union element *r, const uint8_t *bytes);
    void (*to_bytes)(uint8_t *bytes, const union element *a);
    void (*add_sub)(union element *s, union element *d, const union element *a,
                    const union element *b);
    void (*sub)(union element *r, const union element *a, const union element *b);
    void (*carry)(union element *r);
    void (*mul)(union element *r, const union element *a, const union element *b);
    void (*sqr)(union element *r, const union element *a);
    void (*sqr_times)(union element *r, const union element *a, unsigned n);
    void (*mul_small_add)(union element *r, const union element *a, const union element *b,
                          uint32_t k);
    void (*select)(union element *r, uint32_t bit, const union element *a, const union element *b);
    /* Limbs of a tight element: their number, spacing in bits, and bounds (the last limb's own). */
    unsigned limbs, spacing;
    int64_t lowest, highest, highest_last;
    void (*set_limb)(union element *r, unsigned index, int64_t limb);
};

#define WRAP(rep, small_type, limb_type)                                                           \
    static void rep##_set_small(union element *r, uint32_t k)                                      \
    {                                                                                              \
        fk_##rep##_set_small(&r->rep, k);                                                          \
    }                                                                                              \
    static void rep##_from_bytes(union element *r, const uint8_t *bytes)                           \
    {                                                                                              \
        fk_##rep##_from_bytes(&r->rep, bytes);                                                     \
    }                                                                                              \
    static void rep##_to_bytes(uint8_t *bytes, const union element *a)                             \
    {                                                                                              \
        fk_##rep##_to_bytes(bytes, &a->rep);                                                       \
    }                                                                                              \
    static void rep##_add_sub(union element *s, union element *d, const union element *a,          \
                              const union element *b)                                              \
    {                                                                                              \
        fk_##rep##_add_sub(&s->rep, &d->rep, &a->rep, &b->rep);                                    \
    }                                                                                              \
    static void rep##_sub(union element *r, const union element *a, const union element *b)        \
    {                                                                                              \
        fk_##rep##_sub(&r->rep, &a->rep, &b->rep);                                                 \
    }                                                                                              \
    static void rep##_carry(union element *r)                                                      \
    {                                                                                              \
        fk_##rep##_carry(&r->rep);                                                                 \
    }                                                                                              \
    static void rep##_mul(union element *r, const union element *a, const union element *b)        \
    {                                                                                              \
        fk_##rep##_mul(&r->rep, &a->rep, &b->rep);                                                 \
    }                                                                                              \
    static void rep##_sqr(union element *r, const union element *a)                                \
    {                                                                                              \
        fk_##rep##_sqr(&r->rep, &a->rep);                                                          \
    }                                                                                              \
    static void rep##_sqr_times(union element *r, const union element *a, unsigned n)              \
    {                                                                                              \
        fk_##rep##_sqr_times(&r->rep, &a->rep, n);                                                 \
    }                                                                                              \
    static void rep##_mul_small_add(union element *r, const union element *a,                      \
                                    const union element *b, uint32_t k)                            \
    {                                                                                              \
        fk_##rep##_mul_small_add(&r->rep, &a->rep, &b->rep, (small_type)k);                        \
    }                                                                                              \
    static void rep##_select(union element *r, uint32_t bit, const union element *a,               \
                             const union element *b)                                               \
    {                                                                                              \
        fk_##rep##_select(&r->rep, bit, &a->rep, &b->rep);                                         \
    }                                                                                              \
    static void rep##_set_limb(union element *r, unsigned index, int64_t limb)                     \
    {                                                                                              \
        r->rep.limb[index] = (limb_type)limb;                                                      \
    }

WRAP(fe25519_5x51, uint32_t, uint64_t)
WRAP(fe25519_9x29, int32_t, int32_t)
WRAP(fe448_8x56, uint32_t, uint64_t)
WRAP(fe448_16x28, int32_t, int32_t)

#define REPRESENTATION(rep, tls_group, small)                                                      \
    .name = #rep, .group = (tls_group), .largest_small = (small), .set_small = rep##_set_small,    \
    .from_bytes = rep##_from_bytes, .to_bytes = rep##_to_bytes, .add_sub = rep##_add_sub,          \
    .sub = rep##_sub, .carry = rep##_carry, .mul = rep##_mul, .sqr = rep##_sqr,                    \
    .sqr_times = rep##_sqr_times, .mul_small_add = rep##_mul_small_add, .select = rep##_select,    \
    .set_limb = rep##_set_limb

#define POWER(bit) (INT64_C(1) << (bit))

static const struct representation representations[] = {
    {REPRESENTATION(fe25519_5x51, FK_GROUP_X25519, 121666), .limbs = 5, .spacing = 51, .lowest = 0,
     .highest = POWER(51) + POWER(13) - 1, .highest_last = POWER(51) + POWER(13) - 1},
    {REPRESENTATION(fe25519_9x29, FK_GROUP_X25519, 121666), .limbs = 9, .spacing = 29,
     .lowest = -POWER(16), .highest = POWER(29) + POWER(16), .highest_last = POWER(23) + POWER(16)},
    {REPRESENTATION(fe448_8x56, FK_GROUP_X448, 39082), .limbs = 8, .spacing = 56, .lowest = 0,
     .highest = POWER(56) + POWER(10) - 1, .highest_last = POWER(56) + POWER(10) - 1},
    {REPRESENTATION(fe448_16x28, FK_GROUP_X448, 39082), .limbs = 16, .spacing = 28,
     .lowest = -POWER(8), .highest = POWER(28) + POWER(8) - 1,
     .highest_last = POWER(28) + POWER(8) - 1},
};
enum { REPRESENTATIONS = sizeof representations / sizeof representations[0] };

/* A tight element and its value modulo p. */
struct operand {
    union element element;
    BIGNUM *value;
};

struct field {
    const struct representation *rep;
    struct fk_field_numbers numbers;
    BIGNUM *expected;
    const char *what;
};

static void must(int good)
{
    if (good == 0)
        fail_msg("a bignum operation failed");
}

/* to_bytes of a tight element is `expected` modulo p. */
static void check(const struct field *field, const char *what, const union element *tight)
{
    uint8_t got[FK_FIELD_LONGEST], wanted[FK_FIELD_LONGEST];
    char got_text[FK_HEX_BYTES], wanted_text[FK_HEX_BYTES];
    size_t length = field->numbers.length;
    must(BN_nnmod(field->expected, field->expected, field->numbers.p, field->numbers.context));
    must(BN_bn2lebinpad(field->expected, wanted, (int)length) == (int)length);
    memset(got, 0xA5, sizeof got);
    field->rep->to_bytes(got, tight);
    if (memcmp(got, wanted, length) != 0)
        fail_msg("%s, %s, %s: got %s, expected %s (little-endian)", field->rep->name, field->what,
                 what, fk_to_hex(got_text, got, length), fk_to_hex(wanted_text, wanted, length));
}

static void expect_product(const struct field *field, const BIGNUM *a, const BIGNUM *b)
{
    must(BN_mod_mul(field->expected, a, b, field->numbers.p, field->numbers.context));
}

static void expect_square_times(const struct field *field, const BIGNUM *a, unsigned n)
{
    must(BN_copy(field->expected, a) != NULL);
    for (unsigned i = 0; i < n; i++)
        must(
            BN_mod_sqr(field->expected, field->expected, field->numbers.p, field->numbers.context));
}

static void check_products(const struct field *field, const struct operand *a,
                           const struct operand *b)
{
    const struct representation *rep = field->rep;
    union element sum, difference, only_difference, other_sum, r;
    BIGNUM *sum_value = BN_new(), *difference_value = BN_new();
    must(sum_value != NULL && difference_value != NULL && BN_add(sum_value, a->value, b->value) &&
         BN_sub(difference_value, a->value, b->value));
    rep->add_sub(&sum, &difference, &a->element, &b->element);
    rep->sub(&only_difference, &a->element, &b->element);

    expect_product(field, a->value, b->value);
    rep->mul(&r, &a->element, &b->element);
    check(field, "T T", &r);
    rep->mul(&r, &b->element, &a->element);
    check(field, "T T, exchanged", &r);
    expect_product(field, sum_value, b->value);
    rep->mul(&r, &sum, &b->element);
    check(field, "S T", &r);
    rep->mul(&r, &b->element, &sum);
    check(field, "T S", &r);
    expect_product(field, difference_value, b->value);
    rep->mul(&r, &difference, &b->element);
    check(field, "D T", &r);
    rep->mul(&r, &b->element, &difference);
    check(field, "T D", &r);
    rep->mul(&r, &only_difference, &b->element);
    check(field, "D T, by sub", &r);
    expect_product(field, sum_value, difference_value);
    rep->mul(&r, &sum, &difference);
    check(field, "S D", &r);
    rep->mul(&r, &difference, &sum);
    check(field, "D S", &r);
    expect_product(field, difference_value, difference_value);
    rep->mul(&r, &difference, &difference);
    check(field, "D D", &r);

    expect_square_times(field, a->value, 1);
    rep->sqr(&r, &a->element);
    check(field, "sqr T", &r);
    expect_square_times(field, difference_value, 1);
    rep->sqr(&r, &difference);
    check(field, "sqr D", &r);
    for (unsigned n = 1; n <= 5; n += 2) {
        expect_square_times(field, a->value, n);
        rep->sqr_times(&r, &a->element, n);
        check(field, "sqr_times T", &r);
        expect_square_times(field, difference_value, n);
        rep->sqr_times(&r, &difference, n);
        check(field, "sqr_times D", &r);
    }
    /* A carried sum may meet another sum. */
    other_sum = sum;
    rep->carry(&other_sum);
    expect_square_times(field, sum_value, 1);
    rep->mul(&r, &other_sum, &sum);
    check(field, "carried S times S", &r);
    rep->mul(&r, &sum, &other_sum);
    check(field, "S times carried S", &r);
    rep->sqr(&r, &other_sum);
    check(field, "square of carried S", &r);
    BN_free(sum_value);
    BN_free(difference_value);
}

static void check_small(const struct field *field, const struct operand *a, const struct operand *b)
{
    const struct representation *rep = field->rep;
    const uint32_t factors[] = {0, 1, 2, 0x7FFF, rep->largest_small - 1, rep->largest_small};
    union element difference, r;
    rep->sub(&difference, &b->element, &a->element);
    for (size_t i = 0; i < sizeof factors / sizeof factors[0]; i++) {
        uint32_t k = factors[i];
        must(BN_copy(field->expected, b->value) != NULL && BN_mul_word(field->expected, k) &&
             BN_add(field->expected, field->expected, a->value));
        rep->mul_small_add(&r, &a->element, &b->element, k);
        check(field, "mul_small_add", &r);
        r = a->element;
        rep->mul_small_add(&r, &r, &b->element, k);
        check(field, "mul_small_add, output is a", &r);
        r = b->element;
        rep->mul_small_add(&r, &a->element, &r, k);
        check(field, "mul_small_add, output is b", &r);
        must(BN_sub(field->expected, b->value, a->value) && BN_mul_word(field->expected, k) &&
             BN_add(field->expected, field->expected, a->value));
        rep->mul_small_add(&r, &a->element, &difference, k);
        check(field, "mul_small_add of D", &r);
    }
}

/* add_sub with its outputs at its inputs: sum and difference into a and b, or b and a. */
static void check_add_sub_aliases(const struct field *field, const struct operand *a,
                                  const struct operand *b, const union element *one)
{
    const struct representation *rep = field->rep;
    for (int exchanged = 0; exchanged < 2; exchanged++) {
        union element left = a->element, right = b->element, t;
        union element *sum = exchanged ? &right : &left, *difference = exchanged ? &left : &right;
        rep->add_sub(sum, difference, &left, &right);
        rep->mul(&t, sum, one);
        must(BN_add(field->expected, a->value, b->value));
        check(field, "add_sub, outputs are inputs", &t);
        rep->mul(&t, difference, one);
        must(BN_sub(field->expected, a->value, b->value));
        check(field, "add_sub, outputs are inputs", &t);
    }
    union element same = a->element, difference, t;
    rep->add_sub(&same, &difference, &same, &same);
    rep->mul(&t, &same, one);
    must(BN_lshift1(field->expected, a->value));
    check(field, "add_sub of the same", &t);
    rep->mul(&t, &difference, &b->element);
    BN_zero(field->expected);
    check(field, "add_sub of the same", &t);
}

/* Differences and selections whose output is an input. */
static void check_aliases(const struct field *field, const struct operand *a,
                          const struct operand *b)
{
    const struct representation *rep = field->rep;
    union element one, r, t;
    rep->set_small(&one, 1);
    check_add_sub_aliases(field, a, b, &one);
    for (int output = 0; output < 2; output++) {
        r = output == 0 ? a->element : b->element;
        rep->sub(&r, output == 0 ? &r : &a->element, output == 0 ? &b->element : &r);
        must(BN_sub(field->expected, a->value, b->value));
        rep->mul(&t, &r, &one);
        check(field, "sub, output is an input", &t);
        for (uint32_t bit = 0; bit < 2; bit++) {
            r = output == 0 ? a->element : b->element;
            rep->select(&r, bit, output == 0 ? &r : &a->element, output == 0 ? &b->element : &r);
            must(BN_copy(field->expected, bit != 0 ? a->value : b->value) != NULL);
            check(field, "select, output is an input", &r);
        }
    }
    r = a->element;
    rep->sub(&r, &r, &r);
    rep->mul(&t, &r, &b->element);
    BN_zero(field->expected);
    check(field, "sub of itself", &t);
}

static void check_pair(const struct field *field, const struct operand *a, const struct operand *b)
{
    check_products(field, a, b);
    check_small(field, a, b);
    check_aliases(field, a, b);
}

/* From its encoding; the top bit is ignored for X25519. */
static struct operand from_number(const struct field *field, const BIGNUM *number)
{
    uint8_t bytes[FK_FIELD_LONGEST];
    struct operand operand = {.value = BN_dup(number)};
    size_t length = field->numbers.length;
    must(operand.value != NULL && BN_bn2lebinpad(number, bytes, (int)length) == (int)length);
    field->rep->from_bytes(&operand.element, bytes);
    if (field->rep->group == FK_GROUP_X25519 && BN_is_bit_set(operand.value, 255))
        must(BN_clear_bit(operand.value, 255));
    must(BN_copy(field->expected, operand.value) != NULL);
    check(field, "from_bytes, to_bytes", &operand.element);
    return operand;
}

/* A tight element whose limbs are at or near the bounds of the class. */
static struct operand from_limbs(const struct field *field, struct fk_generator *generator)
{
    const struct representation *rep = field->rep;
    struct operand operand = {.value = BN_new()};
    BIGNUM *limb_value = BN_new();
    must(operand.value != NULL && limb_value != NULL);
    memset(&operand.element, 0, sizeof operand.element);
    uint64_t kind = fk_generator_below(generator, 6);
    for (unsigned i = 0; i < rep->limbs; i++) {
        int64_t highest = i + 1 == rep->limbs ? rep->highest_last : rep->highest;
        uint64_t choice = kind < 2 ? kind : fk_generator_below(generator, 5);
        int64_t limb = choice == 0   ? rep->lowest
                       : choice == 1 ? highest
                       : choice == 2 ? 0
                       : choice == 3 ? highest - (int64_t)fk_generator_below(generator, 4)
                                     : (int64_t)fk_generator_below(generator, (uint64_t)highest);
        rep->set_limb(&operand.element, i, limb);
        must(BN_set_word(limb_value, (BN_ULONG)(limb < 0 ? -limb : limb)) &&
             BN_lshift(limb_value, limb_value, (int)(i * rep->spacing)));
        BN_set_negative(limb_value, limb < 0);
        must(BN_add(operand.value, operand.value, limb_value));
    }
    BN_free(limb_value);
    must(BN_copy(field->expected, operand.value) != NULL);
    check(field, "to_bytes of edge limbs", &operand.element);
    return operand;
}

static struct field field_new(const struct representation *rep, struct fk_generator *generator)
{
    struct field field = {.rep = rep,
                          .numbers = fk_field_numbers_new(rep->group, generator, 1000),
                          .expected = BN_new(),
                          .what = "numbers"};
    must(field.expected != NULL);
    return field;
}

static void field_free(struct field *field)
{
    BN_free(field->expected);
    fk_field_numbers_free(&field->numbers);
}

static struct fk_generator start;

static void test_numbers(void **state)
{
    (void)state;
    for (size_t i = 0; i < REPRESENTATIONS; i++) {
        struct fk_generator generator = start;
        struct field field = field_new(&representations[i], &generator);
        for (size_t j = 0; j < field.numbers.count; j++) {
            struct operand a = from_number(&field, field.numbers.values[j]);
            for (unsigned partner = 0; partner < 3; partner++) {
                size_t k = fk_generator_below(&generator, field.numbers.count);
                struct operand b = from_number(&field, field.numbers.values[partner ? k : j]);
                check_pair(&field, &a, &b);
                BN_free(b.value);
            }
            BN_free(a.value);
        }
        field_free(&field);
    }
}

static void test_edge_limbs(void **state)
{
    (void)state;
    for (size_t i = 0; i < REPRESENTATIONS; i++) {
        struct fk_generator generator = start;
        struct field field = field_new(&representations[i], &generator);
        field.what = "edge limbs";
        for (unsigned j = 0; j < 3000; j++) {
            struct operand a = from_limbs(&field, &generator);
            struct operand b = from_limbs(&field, &generator);
            check_pair(&field, &a, &b);
            BN_free(a.value);
            BN_free(b.value);
        }
        field_free(&field);
    }
}

/* Long chains of products, differences and sums never leave the classes. */
static void test_chains(void **state)
{
    (void)state;
    for (size_t i = 0; i < REPRESENTATIONS; i++) {
        struct fk_generator generator = start;
        const struct representation *rep = &representations[i];
        struct field field = field_new(rep, &generator);
        field.what = "chain";
        struct operand a = from_limbs(&field, &generator), b = from_limbs(&field, &generator);
        for (unsigned step = 0; step < 20000; step++) {
            union element t, r;
            switch (fk_generator_below(&generator, 4)) {
            case 0:
                rep->sub(&t, &a.element, &b.element);
                rep->sqr(&r, &t);
                must(BN_sub(field.expected, a.value, b.value) &&
                     BN_mod_sqr(field.expected, field.expected, field.numbers.p,
                                field.numbers.context));
                break;
            case 1:
                rep->add_sub(&t, &r, &a.element, &b.element);
                rep->mul(&r, &t, &b.element);
                must(BN_add(field.expected, a.value, b.value) &&
                     BN_mod_mul(field.expected, field.expected, b.value, field.numbers.p,
                                field.numbers.context));
                break;
            case 2:
                rep->sub(&t, &a.element, &b.element);
                rep->sqr_times(&r, &t, 2);
                must(BN_sub(field.expected, a.value, b.value) &&
                     BN_mod_sqr(field.expected, field.expected, field.numbers.p,
                                field.numbers.context) &&
                     BN_mod_sqr(field.expected, field.expected, field.numbers.p,
                                field.numbers.context));
                break;
            default:
                rep->mul_small_add(&r, &a.element, &b.element, rep->largest_small);
                must(BN_copy(field.expected, b.value) != NULL &&
                     BN_mul_word(field.expected, rep->largest_small) &&
                     BN_add(field.expected, field.expected, a.value));
                break;
            }
            check(&field, "step", &r);
            a.element = b.element;
            must(BN_copy(a.value, b.value) != NULL && BN_copy(b.value, field.expected) != NULL);
            b.element = r;
        }
        BN_free(a.value);
        BN_free(b.value);
        field_free(&field);
    }
}

static void test_set_small(void **state)
{
    (void)state;
    for (size_t i = 0; i < REPRESENTATIONS; i++) {
        struct fk_generator generator = start;
        struct field field = field_new(&representations[i], &generator);
        field.what = "set_small";
        for (uint32_t k = 0; k < 0x10000; k += k < 300 || k > 0xFF00 ? 1 : 97) {
            union element r;
            representations[i].set_small(&r, k);
            must(BN_set_word(field.expected, k));
            check(&field, "value", &r);
        }
        field_free(&field);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_edge_limbs),
        cmocka_unit_test(test_chains),
        cmocka_unit_test(test_set_small),
    };
    start = fk_generator_start("differential.field_montgomery");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
