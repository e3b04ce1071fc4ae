/* SPDX-License-Identifier: MIT */
/*
 * The field of P-256: both representations against bignums, hence against each other, within the
 * weights of their contract (src/p256/fep256.h).
 */
#include "bytes.h"
#include "field_numbers.h"
#include "operations.h"

#include "p256/fep256_4x64.h"
#include "p256/fep256_9x29.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { LENGTH = 32, TABLE = 32 };

union element {
    fk_fep256_4x64 fep256_4x64;
    fk_fep256_9x29 fep256_9x29;
};

struct representation {
    const char *name;
    int r_bits; /* Montgomery form: R = 2^r_bits */
    void (*set_one)(union element *r);
    uint32_t (*from_bytes)(union element *r, const uint8_t *bytes);
    void (*to_bytes)(uint8_t *bytes, const union element *a);
    uint32_t (*is_zero)(const union element *a);
    void (*add)(union element *r, const union element *a, const union element *b);
    void (*sub)(union element *r, const union element *a, const union element *b);
    void (*carry)(union element *r);
    void (*sub_twice)(union element *r, const union element *a, const union element *b);
    void (*half_3a_plus_b)(union element *r, const union element *a, const union element *b);
    void (*mul)(union element *r, const union element *a, const union element *b);
    void (*sqr)(union element *r, const union element *a);
    void (*invert)(union element *r, const union element *a);
    void (*negate_if)(union element *r, uint32_t mask);
    void (*select)(union element *r, uint32_t mask, const union element *a, const union element *b);
    void (*lookup)(union element *x, union element *y, const union element *xs,
                   const union element *ys, uint32_t count, uint32_t index);
    /* A tight element at the edges of its limbs; its Montgomery number in `value`. */
    void (*edge)(union element *r, BIGNUM *value, struct fk_generator *generator);
};

static void must(int good)
{
    if (good == 0)
        fail_msg("a bignum operation failed");
}

#define WRAP3(rep, operation)                                                                      \
    static void rep##_##operation(union element *r, const union element *a,                        \
                                  const union element *b)                                          \
    {                                                                                              \
        fk_##rep##_##operation(&r->rep, &a->rep, &b->rep);                                         \
    }

#define WRAP(rep)                                                                                  \
    WRAP3(rep, add)                                                                                \
    WRAP3(rep, sub)                                                                                \
    WRAP3(rep, sub_twice)                                                                          \
    WRAP3(rep, half_3a_plus_b)                                                                     \
    WRAP3(rep, mul)                                                                                \
    static void rep##_set_one(union element *r)                                                    \
    {                                                                                              \
        fk_##rep##_set_one(&r->rep);                                                               \
    }                                                                                              \
    static uint32_t rep##_from_bytes(union element *r, const uint8_t *bytes)                       \
    {                                                                                              \
        return fk_##rep##_from_bytes(&r->rep, bytes);                                              \
    }                                                                                              \
    static void rep##_to_bytes(uint8_t *bytes, const union element *a)                             \
    {                                                                                              \
        fk_##rep##_to_bytes(bytes, &a->rep);                                                       \
    }                                                                                              \
    static uint32_t rep##_is_zero(const union element *a)                                          \
    {                                                                                              \
        return fk_##rep##_is_zero(&a->rep);                                                        \
    }                                                                                              \
    static void rep##_carry(union element *r)                                                      \
    {                                                                                              \
        fk_##rep##_carry(&r->rep);                                                                 \
    }                                                                                              \
    static void rep##_sqr(union element *r, const union element *a)                                \
    {                                                                                              \
        fk_##rep##_sqr(&r->rep, &a->rep);                                                          \
    }                                                                                              \
    static void rep##_invert(union element *r, const union element *a)                             \
    {                                                                                              \
        fk_##rep##_invert(&r->rep, &a->rep);                                                       \
    }                                                                                              \
    static void rep##_negate_if(union element *r, uint32_t mask)                                   \
    {                                                                                              \
        fk_##rep##_negate_if(&r->rep, mask);                                                       \
    }                                                                                              \
    static void rep##_select(union element *r, uint32_t mask, const union element *a,              \
                             const union element *b)                                               \
    {                                                                                              \
        fk_##rep##_select(&r->rep, mask, &a->rep, &b->rep);                                        \
    }                                                                                              \
    static void rep##_lookup(union element *x, union element *y, const union element *xs,          \
                             const union element *ys, uint32_t count, uint32_t index)              \
    {                                                                                              \
        fk_##rep##_pair pair, table[TABLE];                                                        \
        memset(&pair, 0xA5, sizeof pair);                                                          \
        for (uint32_t i = 0; i < count; i++) {                                                     \
            table[i].x = xs[i].rep;                                                                \
            table[i].y = ys[i].rep;                                                                \
        }                                                                                          \
        fk_##rep##_lookup(&pair, table, count, index);                                             \
        x->rep = pair.x;                                                                           \
        y->rep = pair.y;                                                                           \
    }

WRAP(fep256_4x64)
WRAP(fep256_9x29)

/* Every element is canonical: at the edges of 0..p-1. */
static void fep256_4x64_edge(union element *r, BIGNUM *value, struct fk_generator *generator)
{
    static const uint64_t p[4] = {0xFFFFFFFFFFFFFFFFu, 0x00000000FFFFFFFFu, 0, 0xFFFFFFFF00000001u};
    uint8_t bytes[LENGTH];
    fk_generator_edge(generator, bytes, LENGTH, NULL);
    must(BN_lebin2bn(bytes, LENGTH, value) != NULL);
    for (int i = 0; i < 4; i++) {
        r->fep256_4x64.limb[i] = 0;
        for (int j = 7; j >= 0; j--)
            r->fep256_4x64.limb[i] = r->fep256_4x64.limb[i] << 8 | bytes[8 * i + j];
    }
    bool below = false;
    for (int i = 3; i >= 0 && r->fep256_4x64.limb[i] <= p[i] && !below; i--)
        below = r->fep256_4x64.limb[i] < p[i];
    if (below)
        return;
    /* p - 1 in place of numbers that are not canonical. */
    BN_zero(value);
    for (int i = 3; i >= 0; i--) {
        r->fep256_4x64.limb[i] = p[i] - (i == 0);
        must(BN_lshift(value, value, 64) && BN_add_word(value, r->fep256_4x64.limb[i]));
    }
}

/* Limbs 0 to 7 in [0, 2^29), limb 8 with the sign. */
static void fep256_9x29_edge(union element *r, BIGNUM *value, struct fk_generator *generator)
{
    uint64_t kind = fk_generator_below(generator, 4);
    BN_zero(value);
    for (int i = 8; i >= 0; i--) {
        int64_t highest = i == 8 ? 0x1000000 : 0x1FFFFFFF;
        uint64_t choice = kind < 2 ? kind : fk_generator_below(generator, 4);
        int64_t limb = choice == 0   ? (i == 8 ? -1 : 0)
                       : choice == 1 ? highest
                       : choice == 2 ? highest - (int64_t)fk_generator_below(generator, 3)
                                     : (int64_t)fk_generator_below(generator, (uint64_t)highest);
        r->fep256_9x29.limb[i] = (int32_t)limb;
        must(BN_lshift(value, value, 29));
        must(limb < 0 ? BN_sub_word(value, (BN_ULONG)-limb) : BN_add_word(value, (BN_ULONG)limb));
    }
}

#define REPRESENTATION(rep, bits)                                                                  \
    {                                                                                              \
        .name = #rep, .r_bits = (bits), .set_one = rep##_set_one, .from_bytes = rep##_from_bytes,  \
        .to_bytes = rep##_to_bytes, .is_zero = rep##_is_zero, .add = rep##_add, .sub = rep##_sub,  \
        .carry = rep##_carry, .sub_twice = rep##_sub_twice,                                        \
        .half_3a_plus_b = rep##_half_3a_plus_b, .mul = rep##_mul, .sqr = rep##_sqr,                \
        .invert = rep##_invert, .negate_if = rep##_negate_if, .select = rep##_select,              \
        .lookup = rep##_lookup, .edge = rep##_edge                                                 \
    }

static const struct representation representations[] = {REPRESENTATION(fep256_4x64, 256),
                                                        REPRESENTATION(fep256_9x29, 261)};
enum { REPRESENTATIONS = sizeof representations / sizeof representations[0] };

struct operand {
    union element element; /* tight */
    BIGNUM *value;         /* what it stands for, not reduced */
};

struct field {
    const struct representation *rep;
    struct fk_field_numbers numbers;
    BIGNUM *expected;
    BIGNUM *inverse_r;
    BIGNUM *half;
    const char *what;
};

/* to_bytes and is_zero of an element of weight at most 3 agree with `expected` modulo p. */
static void check(const struct field *field, const char *what, const union element *a)
{
    uint8_t got[LENGTH], wanted[LENGTH];
    char got_text[FK_HEX_BYTES], wanted_text[FK_HEX_BYTES];
    must(BN_nnmod(field->expected, field->expected, field->numbers.p, field->numbers.context));
    must(BN_bn2binpad(field->expected, wanted, LENGTH) == LENGTH);
    memset(got, 0xA5, sizeof got);
    field->rep->to_bytes(got, a);
    if (memcmp(got, wanted, LENGTH) != 0)
        fail_msg("%s, %s, %s: got %s, expected %s", field->rep->name, field->what, what,
                 fk_to_hex(got_text, got, LENGTH), fk_to_hex(wanted_text, wanted, LENGTH));
    uint32_t zero = field->rep->is_zero(a);
    if (zero != (BN_is_zero(field->expected) ? UINT32_MAX : 0))
        fail_msg("%s, %s, %s: is_zero gives %x for %s", field->rep->name, field->what, what, zero,
                 wanted_text);
}

static void expect_product(const struct field *field, const BIGNUM *a, const BIGNUM *b)
{
    must(BN_mod_mul(field->expected, a, b, field->numbers.p, field->numbers.context));
}

/* expected = s a + t b + u c for small signed factors. */
static void combine(const struct field *field, int s, const BIGNUM *a, int t, const BIGNUM *b,
                    int u, const BIGNUM *c)
{
    const BIGNUM *terms[] = {a, b, c};
    const int factors[] = {s, t, u};
    BIGNUM *term = BN_new();
    must(term != NULL);
    BN_zero(field->expected);
    for (int i = 0; i < 3; i++) {
        int factor = factors[i] < 0 ? -factors[i] : factors[i];
        must(BN_copy(term, terms[i]) != NULL && BN_mul_word(term, (BN_ULONG)factor));
        must(factors[i] < 0 ? BN_sub(field->expected, field->expected, term)
                            : BN_add(field->expected, field->expected, term));
    }
    BN_free(term);
}

/* Sums of up to three, their carries and their products: |weights| multiply to at most 3. */
static void check_weights(const struct field *field, const struct operand *a,
                          const struct operand *b, const struct operand *c)
{
    static const int signs[][3] = {{1, 1, 1}, {1, -1, -1}, {-1, -1, -1}, {1, 1, -1}, {1, -1, 1}};
    const struct representation *rep = field->rep;
    const struct operand *operands[] = {a, b, c};
    union element zero, t, r;
    rep->sub(&zero, &a->element, &a->element); /* all limbs 0 in either representation */
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        union element sum = zero;
        int s[3] = {0, 0, 0};
        for (int j = 0; j < 3; j++) {
            s[j] = signs[i][j];
            if (s[j] > 0)
                rep->add(&sum, &sum, &operands[j]->element);
            else
                rep->sub(&sum, &sum, &operands[j]->element);
            combine(field, s[0], a->value, s[1], b->value, s[2], c->value);
            check(field, "sum", &sum);
            t = sum;
            rep->carry(&t);
            check(field, "carried sum", &t);
            /* `expected` of a product from that of the sum. */
            BIGNUM *value = BN_dup(field->expected);
            must(value != NULL);
            expect_product(field, value, c->value);
            rep->mul(&r, &sum, &c->element);
            check(field, "sum times T", &r);
            rep->mul(&r, &c->element, &sum);
            check(field, "T times sum", &r);
            expect_product(field, value, value);
            rep->mul(&r, &sum, &t);
            check(field, "sum times carried sum", &r);
            rep->sqr(&r, &t);
            check(field, "square of carried sum", &r);
            BN_free(value);
        }
    }
}

static void check_combinations(const struct field *field, const struct operand *a,
                               const struct operand *b)
{
    const struct representation *rep = field->rep;
    union element difference, r;
    rep->sub(&difference, &a->element, &b->element);
    for (int alias = 0; alias < 3; alias++) {
        /* The output is elsewhere, at the first input, at the second. */
        r = alias == 1 ? a->element : b->element;
        rep->sub_twice(&r, alias == 1 ? &r : &a->element, alias == 2 ? &r : &b->element);
        combine(field, 1, a->value, -2, b->value, 0, a->value);
        check(field, "sub_twice", &r);
        r = alias == 1 ? difference : b->element;
        rep->sub_twice(&r, alias == 1 ? &r : &difference, alias == 2 ? &r : &b->element);
        combine(field, 1, a->value, -3, b->value, 0, a->value);
        check(field, "sub_twice of D", &r);
        r = alias == 1 ? a->element : b->element;
        rep->half_3a_plus_b(&r, alias == 1 ? &r : &a->element, alias == 2 ? &r : &b->element);
        combine(field, 3, a->value, 1, b->value, 0, a->value);
        expect_product(field, field->expected, field->half);
        check(field, "half_3a_plus_b", &r);
        for (uint32_t bit = 0; bit < 2; bit++) {
            r = alias == 1 ? a->element : b->element;
            rep->select(&r, 0u - bit, alias == 1 ? &r : &a->element, alias == 2 ? &r : &b->element);
            must(BN_copy(field->expected, bit != 0 ? a->value : b->value) != NULL);
            check(field, "select", &r);
        }
    }
    for (uint32_t bit = 0; bit < 2; bit++) {
        union element negated = a->element;
        rep->negate_if(&negated, 0u - bit);
        combine(field, bit != 0 ? -1 : 1, a->value, 0, a->value, 0, a->value);
        check(field, "negate_if", &negated);
        expect_product(field, field->expected, b->value);
        rep->mul(&r, &negated, &b->element);
        check(field, "negate_if, mul", &r);
    }
    combine(field, 1, a->value, -1, b->value, 0, a->value);
    must(BN_mod_sqr(field->expected, field->expected, field->numbers.p, field->numbers.context));
    rep->sqr(&r, &difference);
    check(field, "sqr of D", &r);
}

static void check_inverses(const struct field *field, const struct operand *a,
                           const struct operand *b)
{
    const struct representation *rep = field->rep;
    union element difference, r;
    rep->sub(&difference, &a->element, &b->element);
    for (int of_difference = 0; of_difference < 2; of_difference++) {
        combine(field, 1, a->value, of_difference ? -1 : 0, b->value, 0, a->value);
        must(BN_nnmod(field->expected, field->expected, field->numbers.p, field->numbers.context));
        if (!BN_is_zero(field->expected))
            must(BN_mod_inverse(field->expected, field->expected, field->numbers.p,
                                field->numbers.context) != NULL);
        rep->invert(&r, of_difference ? &difference : &a->element);
        check(field, "invert", &r);
    }
}

/* From its encoding; the mask says whether it is canonical. */
static struct operand from_number(const struct field *field, const BIGNUM *number)
{
    uint8_t bytes[LENGTH];
    struct operand operand = {.value = BN_dup(number)};
    must(operand.value != NULL && BN_bn2binpad(number, bytes, LENGTH) == LENGTH);
    uint32_t canonical = field->rep->from_bytes(&operand.element, bytes);
    if (canonical != (BN_cmp(number, field->numbers.p) < 0 ? UINT32_MAX : 0))
        fail_msg("%s: from_bytes gives %x", field->rep->name, canonical);
    must(BN_copy(field->expected, number) != NULL);
    check(field, "from_bytes, to_bytes", &operand.element);
    return operand;
}

static struct operand from_limbs(const struct field *field, struct fk_generator *generator)
{
    struct operand operand = {.value = BN_new()};
    must(operand.value != NULL);
    field->rep->edge(&operand.element, operand.value, generator);
    must(BN_nnmod(operand.value, operand.value, field->numbers.p, field->numbers.context));
    expect_product(field, operand.value, field->inverse_r);
    must(BN_copy(operand.value, field->expected) != NULL);
    check(field, "to_bytes of edge limbs", &operand.element);
    return operand;
}

static struct field field_new(const struct representation *rep, struct fk_generator *generator,
                              const char *what)
{
    struct field field = {.rep = rep,
                          .numbers = fk_field_numbers_new(FK_GROUP_SECP256R1, generator, 500),
                          .expected = BN_new(),
                          .inverse_r = BN_new(),
                          .half = BN_new(),
                          .what = what};
    must(field.expected != NULL && field.inverse_r != NULL && field.half != NULL);
    must(BN_set_bit(field.inverse_r, rep->r_bits) &&
         BN_mod_inverse(field.inverse_r, field.inverse_r, field.numbers.p, field.numbers.context) !=
             NULL);
    must(BN_set_word(field.half, 2) &&
         BN_mod_inverse(field.half, field.half, field.numbers.p, field.numbers.context) != NULL);
    return field;
}

static void field_free(struct field *field)
{
    BN_free(field->expected);
    BN_free(field->inverse_r);
    BN_free(field->half);
    fk_field_numbers_free(&field->numbers);
}

static struct fk_generator start;

static void test_numbers(void **state)
{
    (void)state;
    for (size_t i = 0; i < REPRESENTATIONS; i++) {
        struct fk_generator generator = start;
        struct field field = field_new(&representations[i], &generator, "numbers");
        size_t count = field.numbers.count;
        BIGNUM **values = field.numbers.values;
        for (size_t j = 0; j < count; j++) {
            struct operand a = from_number(&field, values[j]);
            struct operand b = from_number(&field, values[fk_generator_below(&generator, count)]);
            struct operand c = from_number(&field, values[fk_generator_below(&generator, count)]);
            check_weights(&field, &a, &b, &c);
            check_weights(&field, &a, &a, &c);
            check_combinations(&field, &a, &b);
            check_combinations(&field, &a, &a);
            check_inverses(&field, &a, &b);
            BN_free(a.value);
            BN_free(b.value);
            BN_free(c.value);
        }
        field_free(&field);
    }
}

static void test_edge_limbs(void **state)
{
    (void)state;
    for (size_t i = 0; i < REPRESENTATIONS; i++) {
        struct fk_generator generator = start;
        struct field field = field_new(&representations[i], &generator, "edge limbs");
        for (unsigned j = 0; j < 1500; j++) {
            struct operand a = from_limbs(&field, &generator);
            struct operand b = from_limbs(&field, &generator);
            struct operand c = from_limbs(&field, &generator);
            check_weights(&field, &a, &b, &c);
            check_combinations(&field, &a, &b);
            check_inverses(&field, &a, &b);
            BN_free(a.value);
            BN_free(b.value);
            BN_free(c.value);
        }
        field_free(&field);
    }
}

static void test_zero_and_one(void **state)
{
    (void)state;
    for (size_t i = 0; i < REPRESENTATIONS; i++) {
        struct fk_generator generator = start;
        struct field field = field_new(&representations[i], &generator, "zero and one");
        struct operand one = {.value = BN_new()}, zero = {.value = BN_new()};
        must(one.value != NULL && zero.value != NULL && BN_one(one.value));
        BN_zero(zero.value);
        representations[i].set_one(&one.element);
        representations[i].sub(&zero.element, &one.element, &one.element);
        must(BN_one(field.expected));
        check(&field, "set_one", &one.element);
        check_inverses(&field, &zero, &one);
        check_inverses(&field, &one, &zero);
        check_inverses(&field, &one, &one);
        check_weights(&field, &zero, &one, &zero);
        check_weights(&field, &one, &zero, &one);
        BN_free(one.value);
        BN_free(zero.value);
        field_free(&field);
    }
}

/* Every index of tables of every size up to that of the largest table in use. */
static void test_lookup(void **state)
{
    (void)state;
    for (size_t i = 0; i < REPRESENTATIONS; i++) {
        struct fk_generator generator = start;
        const struct representation *rep = &representations[i];
        struct field field = field_new(rep, &generator, "lookup");
        union element xs[TABLE], ys[TABLE];
        BIGNUM *values[2 * TABLE];
        for (uint32_t j = 0; j < TABLE; j++) {
            struct operand x = from_limbs(&field, &generator), y = from_limbs(&field, &generator);
            xs[j] = x.element;
            ys[j] = y.element;
            values[2 * j] = x.value;
            values[2 * j + 1] = y.value;
        }
        for (uint32_t count = 1; count <= TABLE; count++) {
            for (uint32_t index = 0; index < count; index++) {
                union element x, y;
                rep->lookup(&x, &y, xs, ys, count, index);
                must(BN_copy(field.expected, values[2 * index]) != NULL);
                check(&field, "x", &x);
                must(BN_copy(field.expected, values[2 * index + 1]) != NULL);
                check(&field, "y", &y);
            }
        }
        for (size_t j = 0; j < 2 * TABLE; j++)
            BN_free(values[j]);
        field_free(&field);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_edge_limbs),
        cmocka_unit_test(test_zero_and_one),
        cmocka_unit_test(test_lookup),
    };
    start = fk_generator_start("differential.field_p256");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
