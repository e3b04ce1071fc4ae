/* SPDX-License-Identifier: MIT */
/*
 * Constant time, on the binary: every call of an operation executes the same instructions at the
 * same cycles and touches the same addresses, whatever the private key and the peer's public key
 * are. Where an input is refused, that may show in the trace, the private key may not.
 */
#include "routine.h"

#include "generator.h"
#include "operations.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_BYTES = 65, KEYS = 3, INPUTS = 3 };

/* What the probes saw since the last clear. */
static struct trace {
    uint64_t hash;
    uint64_t instructions, accesses;
    uint64_t first_cycle, last_cycle;
} trace;

/* The steps of the inversion, where conditional instructions stand for masks
 * (src/armv7em/invert.S): none of them accesses memory or branches, and each takes one cycle
 * whether it is skipped or not.
 */
static uint32_t steps_begin, steps_end;

static void mix(uint64_t value)
{
    trace.hash = (trace.hash ^ value) * 0x9E3779B97F4A7C15u;
    trace.hash ^= trace.hash >> 29;
}

static void see_instruction(void *context, uint32_t address, unsigned size, uint64_t cycle,
                            bool executed)
{
    (void)context;
    if (trace.instructions++ == 0)
        trace.first_cycle = cycle;
    trace.last_cycle = cycle;
    mix(address);
    mix(cycle - trace.first_cycle);
    if (address >= steps_begin && address < steps_end)
        executed = true;
    mix(size * 2 + executed);
}

static void see_access(void *context, uint32_t pc, uint32_t address, unsigned size, bool write)
{
    (void)context;
    trace.accesses++;
    mix(pc);
    mix(address);
    mix(size * 2 + write);
}

static struct fk_routines *routines;
static uint32_t output, private_key, public_key;

struct call {
    uint16_t group;
    bool secret;
    fk_status expected;
    const uint8_t *private_bytes, *public_bytes;
};

/* Makes the call and gives what it did. */
static struct trace trace_of(const struct call *call)
{
    const struct fk_group_sizes *sizes = fk_contract_sizes(call->group);
    const uint32_t arguments[] = {output, private_key, public_key,
                                  (uint32_t)sizes->public_key_bytes};
    char name[64];
    fk_routine_write(routines, private_key, call->private_bytes, sizes->private_key_bytes);
    fk_routine_write(routines, public_key, call->public_bytes, sizes->public_key_bytes);
    snprintf(name, sizeof name, "fk_%s_%s", fk_group_name(call->group),
             call->secret ? "shared_secret" : "public_key");
    memset(&trace, 0, sizeof trace);
    const uint32_t status = fk_routine_call(routines, name, call->secret ? 4 : 2, arguments);
    if (status != (uint32_t)call->expected)
        fail_msg("%s gave %u, not %u", name, (unsigned)status, (unsigned)call->expected);
    assert_true(trace.instructions > 10000 && trace.accesses > 1000);
    return trace;
}

static void check_same(const struct call *call, const struct trace *a, const struct trace *b)
{
    if (a->hash != b->hash || a->instructions != b->instructions || a->accesses != b->accesses)
        fail_msg("%s %s: %llu instructions, %llu accesses, %llu cycles against %llu, %llu, %llu%s",
                 fk_group_name(call->group), call->secret ? "shared secret" : "public key",
                 (unsigned long long)a->instructions, (unsigned long long)a->accesses,
                 (unsigned long long)(a->last_cycle - a->first_cycle),
                 (unsigned long long)b->instructions, (unsigned long long)b->accesses,
                 (unsigned long long)(b->last_cycle - b->first_cycle),
                 a->instructions == b->instructions ? ": addresses or cycles in between" : "");
}

/* Private keys: few bits, many bits, any; all good for every group. */
static void make_private_keys(uint8_t keys[KEYS][MOST_BYTES])
{
    struct fk_generator generator = fk_generator_from(7);
    memset(keys, 0, KEYS * MOST_BYTES);
    keys[0][31] = 1; /* P-256: the scalar 1 */
    memset(keys[1], 0xFF, MOST_BYTES);
    keys[1][0] = 0x7F;
    fk_generator_bytes(&generator, keys[2], MOST_BYTES);
    keys[2][0] &= 0x7F;
}

/* Public keys by the library on this host. */
static void make_public_keys(uint16_t group, uint8_t keys[INPUTS][MOST_BYTES])
{
    struct fk_generator generator = fk_generator_from(8);
    const struct fk_group_sizes *sizes = fk_contract_sizes(group);
    for (int i = 0; i < INPUTS; i++) {
        uint8_t scalar[MOST_BYTES];
        fk_generator_bytes(&generator, scalar, sizeof scalar);
        scalar[0] &= 0x7F;
        assert_int_equal(fk_operations_direct.public_key(fk_operations_direct.context, group,
                                                         keys[i], scalar, sizes->private_key_bytes),
                         FK_OK);
    }
    if (group != FK_GROUP_SECP256R1) {
        /* Not canonical: 2^255 - 1 and 2^448 - 1 stand for small numbers. */
        memset(keys[INPUTS - 1], 0xFF, MOST_BYTES);
    }
}

static void check_operation(uint16_t group, bool secret)
{
    uint8_t private_keys[KEYS][MOST_BYTES], public_keys[INPUTS][MOST_BYTES];
    struct call call = {group, secret, FK_OK, private_keys[0], public_keys[0]};
    make_private_keys(private_keys);
    make_public_keys(group, public_keys);
    (void)trace_of(&call);
    const struct trace first = trace_of(&call);
    for (int i = 1; i < KEYS; i++) {
        call.private_bytes = private_keys[i];
        const struct trace other = trace_of(&call);
        check_same(&call, &first, &other);
    }
    for (int i = 1; secret && i < INPUTS; i++) {
        call.public_bytes = public_keys[i];
        const struct trace other = trace_of(&call);
        check_same(&call, &first, &other);
    }
    /* A public key that is refused: a point of small order, one beside the curve. */
    if (!secret)
        return;
    memset(public_keys[0], 0, MOST_BYTES);
    public_keys[0][0] = group == FK_GROUP_SECP256R1 ? 0x04 : 0;
    call.public_bytes = public_keys[0];
    call.expected = group == FK_GROUP_SECP256R1 ? FK_ERR_PUBLIC_KEY : FK_ERR_ZERO_SHARED_SECRET;
    const struct trace refused = trace_of(&call);
    for (int i = 0; i < KEYS - 1; i++) {
        call.private_bytes = private_keys[i];
        const struct trace other = trace_of(&call);
        check_same(&call, &refused, &other);
    }
}

static void every_operation(void **state)
{
    (void)state;
    for (int g = 0; g < FK_TEST_GROUPS; g++) {
        check_operation(fk_test_groups[g], false);
        check_operation(fk_test_groups[g], true);
    }
}

/* The probes tell calls apart whose bytes decide over a branch, an address or a duration. */
static void a_leak_is_seen(void **state)
{
    (void)state;
    static const char *const leaky[] = {"fk_test_leaky_branch", "fk_test_leaky_load",
                                        "fk_test_leaky_duration"};
    for (size_t i = 0; i < sizeof leaky / sizeof leaky[0]; i++) {
        struct trace seen[2];
        for (uint32_t secret = 0; secret < 2; secret++) {
            const uint32_t arguments[] = {output, secret};
            memset(&trace, 0, sizeof trace);
            (void)fk_routine_call(routines, leaky[i], 2, arguments);
            seen[secret] = trace;
        }
        if (seen[0].hash == seen[1].hash)
            fail_msg("%s looks constant", leaky[i]);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_leak_is_seen),
        cmocka_unit_test(every_operation),
    };
    const struct fk_vboard_probe probe = {.instruction = see_instruction, .memory = see_access};
    routines = fk_routines_open(fk_routine_image(argc, argv), FK_VBOARD_TIMED, &probe);
    uint32_t size;
    if (fk_vboard_symbol(routines->vboard, "fk_armv7em_divsteps30", &steps_begin, &size)) {
        steps_begin &= ~1u;
        steps_end = steps_begin + size;
    }
    output = fk_routine_memory(routines, MOST_BYTES);
    private_key = fk_routine_memory(routines, MOST_BYTES);
    public_key = fk_routine_memory(routines, MOST_BYTES);
    const int status = cmocka_run_group_tests_name("armv7em.trace", tests, NULL, NULL);
    fk_routines_close(routines);
    return status;
}
