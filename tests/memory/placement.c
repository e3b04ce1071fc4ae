/* SPDX-License-Identifier: MIT */
/*
 * Every operation with its buffers between inaccessible pages, at every alignment, and with an
 * output at the start of an input: no access outside a buffer, no write to an input, the same
 * answers, and zeroed outputs after each error.
 */
#include "bytes.h"
#include "calls.h"
#include "guarded.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { FILL = 0xA5, MARGIN = 32, ALIGNMENTS = 16 };

static struct fk_call calls[FK_MAX_CALLS];
static size_t call_count;

static int prepare(void **state)
{
    (void)state;
    call_count = fk_calls(calls);
    return 0;
}

static void assert_answer(const struct fk_call *call, fk_status status, int buffer,
                          const uint8_t *bytes)
{
    char got[FK_HEX_BYTES], expected[FK_HEX_BYTES];
    if (status == call->expected && memcmp(bytes, call->output[buffer], call->length[buffer]) == 0)
        return;
    fail_msg("%s: status %d, expected %d; buffer %d is %s, expected %s", call->name, (int)status,
             (int)call->expected, buffer, fk_to_hex(got, bytes, call->length[buffer]),
             fk_to_hex(expected, call->output[buffer], call->length[buffer]));
}

static void run_guarded(const struct fk_call *call, enum fk_guarded_place place)
{
    struct fk_guarded guarded[FK_CALL_BUFFERS];
    uint8_t *buffers[FK_CALL_BUFFERS];
    for (int i = 0; i < FK_CALL_BUFFERS; i++) {
        guarded[i] = fk_guarded_new(call->length[i], place);
        buffers[i] = guarded[i].bytes;
        if (!fk_call_is_output(i)) {
            memcpy(buffers[i], call->input[i], call->length[i]);
            fk_guarded_allow_writes(&guarded[i], false);
        }
    }
    fk_status status = fk_call_run(call, buffers);
    for (int i = 0; i < FK_CALL_BUFFERS; i++) {
        if (!fk_guarded_clean(&guarded[i]))
            fail_msg("%s: wrote around buffer %d", call->name, i);
        if (fk_call_is_output(i))
            assert_answer(call, status, i, buffers[i]);
        fk_guarded_free(&guarded[i]);
    }
}

static void test_guard_pages(void **state)
{
    (void)state;
    for (size_t i = 0; i < call_count; i++) {
        run_guarded(&calls[i], FK_GUARDED_START);
        run_guarded(&calls[i], FK_GUARDED_END);
    }
}

static void run_aligned(const struct fk_call *call, const unsigned offsets[FK_CALL_BUFFERS])
{
    static _Alignas(64) uint8_t areas[FK_CALL_BUFFERS][MARGIN + ALIGNMENTS + 80 + MARGIN];
    uint8_t *buffers[FK_CALL_BUFFERS];
    memset(areas, FILL, sizeof areas);
    for (int i = 0; i < FK_CALL_BUFFERS; i++) {
        buffers[i] = areas[i] + MARGIN + offsets[i];
        if (!fk_call_is_output(i))
            memcpy(buffers[i], call->input[i], call->length[i]);
    }
    fk_status status = fk_call_run(call, buffers);
    for (int i = 0; i < FK_CALL_BUFFERS; i++) {
        size_t before = MARGIN + offsets[i], after = before + call->length[i];
        if (!fk_all_bytes(areas[i], before, FILL) ||
            !fk_all_bytes(areas[i] + after, sizeof areas[i] - after, FILL))
            fail_msg("%s: wrote around buffer %d at offset %u", call->name, i, offsets[i]);
        if (fk_call_is_output(i))
            assert_answer(call, status, i, buffers[i]);
        else
            assert_memory_equal(buffers[i], call->input[i], call->length[i]);
    }
}

static void test_every_alignment(void **state)
{
    (void)state;
    for (size_t i = 0; i < call_count; i++) {
        for (unsigned offset = 0; offset < ALIGNMENTS; offset++) {
            /* All buffers alike, and each different from the others. */
            run_aligned(&calls[i], (unsigned[]){offset, offset, offset, offset});
            run_aligned(&calls[i],
                        (unsigned[]){offset, (offset + 5) % ALIGNMENTS,
                                     (offset * 3 + 1) % ALIGNMENTS, (offset * 7 + 2) % ALIGNMENTS});
        }
    }
}

/* The first output starts exactly at the input `at`, which is longer, shorter or as long; the other
 * inputs stay as they are. Only pairs of equal start are allowed, so both share one area. */
static void run_aliased(const struct fk_call *call, int at)
{
    uint8_t shared[MARGIN + 80 + MARGIN], others[FK_CALL_BUFFERS][80];
    uint8_t *buffers[FK_CALL_BUFFERS];
    memset(shared, FILL, sizeof shared);
    for (int i = 0; i < FK_CALL_BUFFERS; i++) {
        buffers[i] = i == FK_OUT_FIRST || i == at ? shared + MARGIN : others[i];
        if (!fk_call_is_output(i))
            memcpy(buffers[i], call->input[i], call->length[i]);
    }
    fk_status status = fk_call_run(call, buffers);
    assert_answer(call, status, FK_OUT_FIRST, buffers[FK_OUT_FIRST]);
    size_t output = call->length[FK_OUT_FIRST], input = call->length[at];
    size_t end = output > input ? output : input;
    if (input > output)
        assert_memory_equal(shared + MARGIN + output, call->input[at] + output, input - output);
    assert_true(fk_all_bytes(shared, MARGIN, FILL));
    assert_true(fk_all_bytes(shared + MARGIN + end, sizeof shared - MARGIN - end, FILL));
    for (int i = FK_IN_PRIVATE; i < FK_CALL_BUFFERS; i++) {
        if (i != at)
            assert_memory_equal(buffers[i], call->input[i], call->length[i]);
    }
}

static void test_output_at_input(void **state)
{
    (void)state;
    for (size_t i = 0; i < call_count; i++) {
        for (int at = FK_IN_PRIVATE; at < FK_CALL_BUFFERS; at++) {
            if (calls[i].length[at] > 0)
                run_aliased(&calls[i], at);
        }
    }
}

/* One buffer as private key, public key and output at once, for X25519 and X448. */
static void test_all_in_one_buffer(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        uint16_t group = fk_test_groups[i];
        size_t length = fk_contract_sizes(group)->public_key_bytes;
        uint8_t one[56], other[56], expected[56];
        memset(one, 0x39, sizeof one);
        memcpy(other, one, sizeof other);
        assert_int_equal(fk_shared_secret(group, expected, length, one, length, other, length),
                         FK_OK);
        assert_int_equal(
            fk_operations_direct.shared_secret(NULL, group, one, one, length, one, length), FK_OK);
        assert_memory_equal(one, expected, length);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_guard_pages),
        cmocka_unit_test(test_every_alignment),
        cmocka_unit_test(test_output_at_input),
        cmocka_unit_test(test_all_in_one_buffer),
    };
    return cmocka_run_group_tests(tests, prepare, NULL);
}
