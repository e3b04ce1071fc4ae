/* SPDX-License-Identifier: MIT */
/*
 * What an operation leaves behind on the microcontroller, and how deep its stack goes: the library
 * inside the board image runs with each of two private keys, everything else being the same. What
 * then differs in the stack or in a register that a function may leave changed comes from the
 * secret. A few instructions in RAM make the call and store the registers behind it, among them the
 * floating-point ones, in which a compiler may keep words.
 */
#include "bytes.h"
#include "calls.h"
#include "generator.h"

#include "vboard/vboard.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum {
    SKIPPED = 77,
    STACK_START = 0x20000000, /* boards/nucleo-l476rg/link.ld */
    STACK_BYTES = 32 * 1024,
    BUFFERS = 0x20017000, /* the top of SRAM1, which nothing uses */
    BUFFER_BYTES = 96,
    CODE = 0x20017800,
    DUMP = 0x20017900,
    DUMPED_WORDS = 4 + 1 + 32, /* r0 to r3, r12, s0 to s31 */
    PATTERN = 0x5C
};

static const uint16_t code[] = {
    0xB510,         /* push   {r4, lr} */
    0x4C04,         /* ldr    r4, the function */
    0x47A0,         /* blx    r4 */
    0x4C04,         /* ldr    r4, where to store */
    0xC40F,         /* stmia  r4!, {r0-r3} */
    0xF844, 0xCB04, /* str    r12, [r4], #4 */
    0xECA4, 0x0A20, /* vstmia r4!, {s0-s31} */
    0xBD10          /* pop    {r4, pc} */
};

struct leavings {
    uint8_t stack[STACK_BYTES];
    uint32_t registers[DUMPED_WORDS];
};

static struct fk_vboard *vboard;
static struct leavings left[3];
static struct fk_call calls[FK_MAX_CALLS];
static size_t call_count;

static void write_memory(uint32_t address, const void *bytes, size_t length)
{
    assert_true(fk_vboard_memory_write(vboard, address, bytes, length));
}

static void read_memory(uint32_t address, void *bytes, size_t length)
{
    assert_true(fk_vboard_memory_read(vboard, address, bytes, length));
}

static uint32_t buffer_address(int buffer)
{
    return (uint32_t)BUFFERS + (uint32_t)buffer * BUFFER_BYTES;
}

/* Calls `function` with the buffers of the call and keeps what it leaves. */
static void run(const struct fk_call *call, uint32_t function, struct leavings *leavings)
{
    const uint32_t literals[] = {function | 1u, DUMP};
    uint32_t arguments[4], count = 0;
    uint8_t output[BUFFER_BYTES];
    memset(leavings->stack, PATTERN, STACK_BYTES);
    write_memory(STACK_START, leavings->stack, STACK_BYTES);
    memset(leavings->registers, 0, sizeof leavings->registers);
    write_memory(DUMP, leavings->registers, sizeof leavings->registers);
    write_memory(CODE, code, sizeof code);
    write_memory(CODE + sizeof code, literals, sizeof literals);
    memset(output, 0xA5, sizeof output);
    for (int i = 0; i < FK_CALL_BUFFERS; i++) {
        if (call->length[i] == 0)
            continue;
        arguments[count++] = buffer_address(i);
        write_memory(buffer_address(i), fk_call_is_output(i) ? output : call->input[i],
                     call->length[i]);
    }
    if (call->operation == FK_CALL_SHARED_SECRET && call->group == FK_GROUP_SECP256R1)
        arguments[count++] = (uint32_t)call->length[FK_IN_PUBLIC];
    struct fk_vboard_stop stop = fk_vboard_call(vboard, CODE | 1u, arguments, count, NULL);
    if (stop.end != FK_VBOARD_END_RETURNED)
        fail_msg("%s: %s", call->name, stop.message);
    read_memory(STACK_START, leavings->stack, STACK_BYTES);
    read_memory(DUMP, leavings->registers, sizeof leavings->registers);
    assert_int_equal(leavings->registers[0], call->expected);
}

static size_t differences(const void *a, const void *b, size_t length, size_t *first)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        if (((const uint8_t *)a)[i] != ((const uint8_t *)b)[i] && count++ == 0)
            *first = i;
    }
    return count;
}

static void other_secret(struct fk_call *call)
{
    struct fk_generator generator = fk_generator_from(99);
    for (size_t i = 0; i < 56; i++)
        call->input[FK_IN_PRIVATE][i] ^= (uint8_t)(1 + fk_generator_below(&generator, 255));
    call->input[FK_IN_PRIVATE][0] &= 0x7F;
}

/* Only the groups' own functions are in the image; the private key must be good in both runs. */
static bool usable(const struct fk_call *call)
{
    return !call->generic && call->operation != FK_CALL_KEY_PAIR &&
           call->expected != FK_ERR_PRIVATE_KEY;
}

static uint32_t function_of(const struct fk_call *call)
{
    char name[64];
    uint32_t address, size;
    snprintf(name, sizeof name, "fk_%s_%s", fk_group_name(call->group),
             call->operation == FK_CALL_PUBLIC_KEY ? "public_key" : "shared_secret");
    if (!fk_vboard_symbol(vboard, name, &address, &size))
        fail_msg("the image has no %s", name);
    return address;
}

static void test_nothing_is_left(void **state)
{
    (void)state;
    unsigned failed = 0, ran = 0;
    for (size_t i = 0; i < call_count; i++) {
        if (!usable(&calls[i]))
            continue;
        size_t first = 0;
        uint32_t function = function_of(&calls[i]);
        struct fk_call other = calls[i];
        other_secret(&other);
        run(&calls[i], function, &left[0]);
        run(&calls[i], function, &left[1]);
        /* The method itself: the same secret leaves the same. */
        assert_int_equal(differences(&left[0], &left[1], sizeof left[0], &first), 0);
        run(&other, function, &left[2]);
        size_t of_stack = differences(left[0].stack, left[2].stack, STACK_BYTES, &first);
        if (of_stack > 0)
            print_message("%s: %zu bytes of stack, first %zu below its top\n", calls[i].name,
                          of_stack, STACK_BYTES - first);
        size_t of_registers =
            differences(left[0].registers, left[2].registers, sizeof left[0].registers, &first);
        if (of_registers > 0)
            print_message("%s: %zu bytes of registers, first in word %zu of r0-r3, r12, s0-s31\n",
                          calls[i].name, of_registers, first / 4);
        failed += of_stack > 0 || of_registers > 0;
        ran++;
    }
    assert_true(ran >= 10);
    assert_int_equal(failed, 0);
}

/* The control leaves a word of the private key in a core and in a floating-point register. */
static void test_control_is_seen(void **state)
{
    (void)state;
    /* ldr r1, [r1]; vmov s31, r1; movs r0, #0; bx lr */
    static const uint16_t leaky[] = {0x6809, 0xEE0F, 0x1A90, 0x2000, 0x4770};
    size_t first = 0;
    struct fk_call other = calls[0];
    other_secret(&other);
    write_memory(CODE - 64, leaky, sizeof leaky);
    run(&calls[0], CODE - 64, &left[0]);
    run(&other, CODE - 64, &left[1]);
    assert_in_range(
        differences(left[0].registers, left[1].registers, sizeof left[0].registers, &first), 5, 8);
    assert_int_equal(first / 4, 1);
}

/* The most that the headers promise, in bytes. */
static size_t stack_bound(const struct fk_call *call)
{
    if (call->group == FK_GROUP_X25519)
        return 832;
    if (call->group == FK_GROUP_X448)
        return 1344;
    return call->operation == FK_CALL_PUBLIC_KEY ? 1280 : 2560;
}

/* By painting; the call is made from 8 bytes below the top (r4 and lr of the code above). */
static void test_stack_bounds(void **state)
{
    (void)state;
    enum { CALLERS_BYTES = 8 };
    unsigned failed = 0;
    for (size_t i = 0; i < call_count; i++) {
        if (!usable(&calls[i]))
            continue;
        size_t unused = 0, top = STACK_BYTES;
        run(&calls[i], function_of(&calls[i]), &left[0]);
        while (unused < STACK_BYTES && left[0].stack[unused] == PATTERN)
            unused++;
        /* The call's stack ends where its first push went. */
        while (top > unused && left[0].stack[top - 1] == PATTERN)
            top--;
        size_t depth = top - unused;
        assert_true(depth > 100);
        print_message("%s: %zu bytes of stack, at most %zu\n", calls[i].name, depth - CALLERS_BYTES,
                      stack_bound(&calls[i]));
        failed += depth - CALLERS_BYTES > stack_bound(&calls[i]);
    }
    assert_int_equal(failed, 0);
}

static int prepare(void **state)
{
    (void)state;
    call_count = fk_calls(calls);
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_control_is_seen),
        cmocka_unit_test(test_nothing_is_left),
        cmocka_unit_test(test_stack_bounds),
    };
    const struct fk_vboard_config config = {.board_json_path = FK_BOARD_JSON,
                                            .mode = FK_VBOARD_FUNCTIONAL};
    char error[512], image[4096];
    const char *named = getenv("FIELDKEX_IMAGE_DIR");
    snprintf(image, sizeof image, "%s/%s",
             named != NULL && *named != '\0' ? named : FK_IMAGE_DIRECTORY,
             argc == 2 ? argv[1] : "fieldkex-portable.elf");
    if (access(image, R_OK) != 0) {
        printf("skipped: there is no image %s (scripts/build firmware; FIELDKEX_IMAGE_DIR)\n",
               image);
        return SKIPPED;
    }
    vboard = fk_vboard_create(&config, error, sizeof error);
    if (vboard == NULL || !fk_vboard_load(vboard, image, error, sizeof error)) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    struct fk_vboard_stop stop = fk_vboard_run(vboard);
    if (stop.end != FK_VBOARD_END_SERIAL_IDLE) {
        fprintf(stderr, "%s: %s\n", image, stop.message);
        return 1;
    }
    int status = cmocka_run_group_tests(tests, prepare, NULL);
    fk_vboard_destroy(vboard);
    return status;
}
