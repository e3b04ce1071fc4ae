/* SPDX-License-Identifier: MIT */
/* Inversion in the three fields (src/armv7em/invert.h) against OpenSSL, and what it leaves alone.
 */
#include "routine.h"

#include "generator.h"
#include "src/armv7em/invert.h"

#include <openssl/bn.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_BYTES = 56, CASES = 10000, SMALL = 64 };

static const char *image;

static const struct field {
    const char *routine, *p;
    unsigned bytes;
    size_t stack_bytes;
} fields[] = {
    {"fk_armv7em_invert_25519", "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed",
     32, FK_ARMV7EM_INVERT_256_STACK_BYTES},
    {"fk_armv7em_invert_p256", "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
     32, FK_ARMV7EM_INVERT_256_STACK_BYTES},
    {"fk_armv7em_invert_448",
     "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffffffffffffffffffffffffffffffffff"
     "fff"
     "ffffffffffffffff",
     56, FK_ARMV7EM_INVERT_448_STACK_BYTES},
};

enum { FIELDS = sizeof fields / sizeof fields[0] };

/* Operands and results of a batch, with what goes with them. */
struct batch {
    const struct field *field;
    struct fk_routines *routines;
    uint32_t in[FK_ROUTINE_MAX_CALLS], out[FK_ROUTINE_MAX_CALLS];
    uint8_t operands[FK_ROUTINE_MAX_CALLS][MOST_BYTES];
    size_t count;
    BIGNUM *p;
    BN_CTX *context;
    struct fk_generator generator;
};

static void expect(const struct batch *batch, const uint8_t *operand, uint8_t *result)
{
    BIGNUM *a = BN_lebin2bn(operand, (int)batch->field->bytes, NULL), *r = BN_new();
    assert_true(a != NULL && r != NULL && BN_nnmod(a, a, batch->p, batch->context));
    BN_zero(r);
    if (!BN_is_zero(a))
        assert_non_null(BN_mod_inverse(r, a, batch->p, batch->context));
    assert_int_equal(BN_bn2lebinpad(r, result, (int)batch->field->bytes), batch->field->bytes);
    BN_free(a);
    BN_free(r);
}

static void fail_with(const struct field *field, const uint8_t *operand)
{
    char text[2 * MOST_BYTES + 1];
    for (unsigned i = 0; i < field->bytes; i++)
        snprintf(text + 2 * i, 3, "%02x", operand[field->bytes - 1 - i]);
    fail_msg("%s of %s is wrong", field->routine, text);
}

/* Every other result takes the place of its operand. Registers hold values of their own. */
static void run(struct batch *batch)
{
    const struct field *field = batch->field;
    struct fk_routine_frame frames[FK_ROUTINE_MAX_CALLS], before[FK_ROUTINE_MAX_CALLS];
    for (size_t i = 0; i < batch->count; i++) {
        fk_generator_bytes(&batch->generator, (uint8_t *)&frames[i], sizeof frames[i]);
        frames[i].r[0] = i % 2 != 0 ? batch->in[i] : batch->out[i];
        frames[i].r[1] = batch->in[i];
        fk_routine_write(batch->routines, batch->in[i], batch->operands[i], field->bytes);
    }
    memcpy(before, frames, sizeof before);
    fk_routine_run(batch->routines, field->routine, frames, batch->count);
    for (size_t i = 0; i < batch->count; i++) {
        uint8_t result[MOST_BYTES], expected[MOST_BYTES];
        fk_routine_read(batch->routines, before[i].r[0], result, field->bytes);
        expect(batch, batch->operands[i], expected);
        if (memcmp(result, expected, field->bytes) != 0)
            fail_with(field, batch->operands[i]);
        assert_memory_equal(frames[i].r + 4, before[i].r + 4, 8 * 4);
        assert_memory_equal(frames[i].s, before[i].s, sizeof frames[i].s);
    }
    batch->count = 0;
}

static void add(struct batch *batch, const uint8_t *operand)
{
    memcpy(batch->operands[batch->count++], operand, batch->field->bytes);
    if (batch->count == FK_ROUTINE_MAX_CALLS)
        run(batch);
}

/* a modulo 2^(8 bytes), where a may be negative. */
static void add_number(struct batch *batch, const BIGNUM *a)
{
    uint8_t bytes[MOST_BYTES];
    BIGNUM *r = BN_new(), *power = BN_new();
    assert_true(r != NULL && power != NULL && BN_set_bit(power, (int)batch->field->bytes * 8));
    assert_true(BN_nnmod(r, a, power, batch->context));
    assert_int_equal(BN_bn2lebinpad(r, bytes, (int)batch->field->bytes), batch->field->bytes);
    add(batch, bytes);
    BN_free(r);
    BN_free(power);
}

/* a and its complement. */
static void add_both(struct batch *batch, BIGNUM *a)
{
    add_number(batch, a);
    assert_true(BN_add_word(a, 1));
    BN_set_negative(a, 1);
    add_number(batch, a);
}

/* Near 0, p, 2 p and 2^n; powers of two near by; small numbers' inverses with both signs. */
static void add_edges(struct batch *batch)
{
    BIGNUM *a = BN_new();
    assert_non_null(a);
    for (unsigned i = 0; i < SMALL; i++) {
        for (unsigned multiple = 0; multiple < 3; multiple++) {
            assert_true(BN_copy(a, batch->p) && BN_mul_word(a, multiple) && BN_add_word(a, i));
            add_number(batch, a);
            assert_true(BN_sub_word(a, 2 * i));
            add_number(batch, a);
        }
        assert_true(BN_set_word(a, i + 1));
        assert_non_null(BN_mod_inverse(a, a, batch->p, batch->context));
        add_number(batch, a);
        assert_true(BN_sub(a, batch->p, a));
        add_number(batch, a);
    }
    for (unsigned i = 0; i < batch->field->bytes * 8; i++) {
        for (unsigned less = 0; less < 2; less++) {
            BN_zero(a);
            assert_true(BN_set_bit(a, (int)i) && BN_sub_word(a, less));
            add_both(batch, a);
        }
    }
    BN_free(a);
}

static void inverses(void **state)
{
    (void)state;
    for (int f = 0; f < FIELDS; f++) {
        const struct field *field = &fields[f];
        struct batch batch = {.field = field,
                              .routines = fk_routines_open(image, FK_VBOARD_FUNCTIONAL, NULL),
                              .context = BN_CTX_new(),
                              .generator = fk_generator_start(field->routine)};
        uint8_t operand[MOST_BYTES], p[MOST_BYTES];
        assert_true(batch.context != NULL && BN_hex2bn(&batch.p, field->p) != 0);
        assert_int_equal(BN_bn2lebinpad(batch.p, p, (int)field->bytes), field->bytes);
        for (int i = 0; i < FK_ROUTINE_MAX_CALLS; i++) {
            batch.in[i] = fk_routine_memory(batch.routines, field->bytes);
            batch.out[i] = fk_routine_memory(batch.routines, field->bytes);
        }
        add_edges(&batch);
        for (int i = 0; i < CASES; i++) {
            if (i % 2 == 0)
                fk_generator_bytes(&batch.generator, operand, field->bytes);
            else
                fk_generator_edge(&batch.generator, operand, field->bytes, p);
            add(&batch, operand);
        }
        run(&batch);
        fk_routine_check_fill(batch.routines);
        fk_routines_close(batch.routines);
        BN_free(batch.p);
        BN_CTX_free(batch.context);
    }
}

static void stack_is_as_told(void **state)
{
    (void)state;
    struct fk_routines *routines = fk_routines_open(image, FK_VBOARD_FUNCTIONAL, NULL);
    for (int f = 0; f < FIELDS; f++) {
        struct fk_routine_frame frame;
        uint8_t operand[MOST_BYTES];
        memset(&frame, 0, sizeof frame);
        memset(operand, 0x35, sizeof operand);
        frame.r[0] = frame.r[1] = fk_routine_memory(routines, fields[f].bytes);
        fk_routine_write(routines, frame.r[1], operand, fields[f].bytes);
        fk_routine_run(routines, fields[f].routine, &frame, 1);
        /* One profile of the two needs a word less. */
        assert_in_range(fk_routine_stack_bytes(routines), fields[f].stack_bytes - 4,
                        fields[f].stack_bytes);
    }
    fk_routines_close(routines);
}

/* Instructions with their cycles and accesses of a call. */
static struct trace {
    uint64_t hash, instructions, accesses, first_cycle;
} trace;

static void mix(uint64_t value)
{
    trace.hash = (trace.hash ^ value) * 0x9E3779B97F4A7C15u;
    trace.hash ^= trace.hash >> 29;
}

static void see_instruction(void *context, uint32_t address, unsigned size, uint64_t cycle,
                            bool executed)
{
    (void)context;
    (void)executed; /* conditional instructions stand for masks */
    if (trace.instructions++ == 0)
        trace.first_cycle = cycle;
    mix(address * 2u + size);
    mix(cycle - trace.first_cycle);
}

static void see_access(void *context, uint32_t pc, uint32_t address, unsigned size, bool write)
{
    (void)context;
    trace.accesses++;
    mix(pc);
    mix(address * 16u + size * 2 + write);
}

static void the_trace_is_constant(void **state)
{
    (void)state;
    const struct fk_vboard_probe probe = {.instruction = see_instruction, .memory = see_access};
    struct fk_routines *routines = fk_routines_open(image, FK_VBOARD_TIMED, &probe);
    struct fk_generator generator = fk_generator_from(3);
    const uint32_t in = fk_routine_memory(routines, MOST_BYTES);
    const uint32_t out = fk_routine_memory(routines, MOST_BYTES);
    const uint32_t arguments[] = {out, in};
    for (int f = 0; f < FIELDS; f++) {
        struct trace first;
        for (int i = 0; i < 9; i++) {
            uint8_t operand[MOST_BYTES];
            memset(operand, i == 1 ? 0xFF : 0, sizeof operand);
            if (i == 2)
                operand[0] = 1;
            if (i >= 3)
                fk_generator_bytes(&generator, operand, sizeof operand);
            fk_routine_write(routines, in, operand, fields[f].bytes);
            memset(&trace, 0, sizeof trace);
            (void)fk_routine_call(routines, fields[f].routine, 2, arguments);
            assert_true(trace.instructions > 1000 && trace.accesses > 100);
            if (i == 0)
                first = trace;
            if (memcmp(&first.hash, &trace.hash, sizeof first.hash) != 0 ||
                first.instructions != trace.instructions || first.accesses != trace.accesses)
                fail_msg("%s: another trace for another operand", fields[f].routine);
        }
    }
    fk_routines_close(routines);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inverses),
        cmocka_unit_test(stack_is_as_told),
        cmocka_unit_test(the_trace_is_constant),
    };
    image = fk_routine_image(argc, argv);
    return cmocka_run_group_tests_name("armv7em.invert", tests, NULL, NULL);
}
