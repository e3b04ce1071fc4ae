/* SPDX-License-Identifier: MIT */
/*
 * What an operation leaves behind: it runs on a stack of its own, once with each of two private
 * keys that differ in every byte, everything else being the same. Whatever of the used stack and of
 * the registers then differs comes from the secret and should have been wiped.
 */
#define _GNU_SOURCE
#include "calls.h"
#include "generator.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <cmocka.h>

enum { STACK_BYTES = 256 * 1024, PATTERN = 0x5C, REGISTER_BYTES = 16 * 16 + 9 * 8 };

/* Registers that a function may leave changed: SSE registers, and the general ones but rax, which
 * holds the status. */
struct leavings {
    uint8_t registers[REGISTER_BYTES];
    uint8_t stack[STACK_BYTES];
};

static struct leavings left[3];
static uint8_t *stack;
static ucontext_t main_context, call_context;
static uint8_t registers[REGISTER_BYTES];

/* Parameters and result of the call, none of them on its stack. */
static struct {
    struct fk_call call; /* at the same address for both secrets, as pointers to it are left too */
    bool leaks;
    fk_status status;
    uint8_t buffers[FK_CALL_BUFFERS][80];
    uint8_t *pointers[FK_CALL_BUFFERS];
} job;

/* The control: leaves the private key below its caller. */
static __attribute__((noinline)) fk_status leaky(const struct fk_call *call,
                                                 uint8_t *const buffers[FK_CALL_BUFFERS])
{
    volatile uint8_t copy[32];
    for (size_t i = 0; i < sizeof copy; i++)
        copy[i] = buffers[call->operation == FK_CALL_KEY_PAIR ? FK_OUT_PRIVATE : FK_IN_PRIVATE][i];
    return FK_OK;
}

static void entry(void)
{
    job.status = job.leaks ? leaky(&job.call, job.pointers) : fk_call_run(&job.call, job.pointers);
#if defined(__x86_64__)
    __asm__ volatile("movups %%xmm0, 0(%0)\n\tmovups %%xmm1, 16(%0)\n\t"
                     "movups %%xmm2, 32(%0)\n\tmovups %%xmm3, 48(%0)\n\t"
                     "movups %%xmm4, 64(%0)\n\tmovups %%xmm5, 80(%0)\n\t"
                     "movups %%xmm6, 96(%0)\n\tmovups %%xmm7, 112(%0)\n\t"
                     "movups %%xmm8, 128(%0)\n\tmovups %%xmm9, 144(%0)\n\t"
                     "movups %%xmm10, 160(%0)\n\tmovups %%xmm11, 176(%0)\n\t"
                     "movups %%xmm12, 192(%0)\n\tmovups %%xmm13, 208(%0)\n\t"
                     "movups %%xmm14, 224(%0)\n\tmovups %%xmm15, 240(%0)\n\t"
                     "movq %%rcx, 256(%0)\n\tmovq %%rdx, 264(%0)\n\t"
                     "movq %%rsi, 272(%0)\n\tmovq %%rdi, 280(%0)\n\t"
                     "movq %%r8, 288(%0)\n\tmovq %%r9, 296(%0)\n\t"
                     "movq %%r10, 304(%0)\n\tmovq %%r11, 312(%0)\n\t"
                     :
                     : "a"(registers)
                     : "memory");
#endif
}

static void run(struct leavings *leavings)
{
    memset(stack, PATTERN, STACK_BYTES);
    memset(registers, 0, sizeof registers);
    for (int i = 0; i < FK_CALL_BUFFERS; i++) {
        job.pointers[i] = job.buffers[i];
        memset(job.buffers[i], 0xA5, sizeof job.buffers[i]);
        if (!fk_call_is_output(i))
            memcpy(job.buffers[i], job.call.input[i], job.call.length[i]);
    }
    assert_int_equal(getcontext(&call_context), 0);
    call_context.uc_stack.ss_sp = stack;
    call_context.uc_stack.ss_size = STACK_BYTES;
    call_context.uc_link = &main_context;
    makecontext(&call_context, entry, 0);
    assert_int_equal(swapcontext(&main_context, &call_context), 0);
    memcpy(leavings->stack, stack, STACK_BYTES);
    memcpy(leavings->registers, registers, sizeof registers);
}

/* The number of differing bytes, and where the first is. */
static size_t differences(const uint8_t *a, const uint8_t *b, size_t length, size_t *first)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        if (a[i] != b[i] && count++ == 0)
            *first = i;
    }
    return count;
}

/* The private key by another one, still valid. */
static void other_secret(struct fk_call *call)
{
    uint8_t *private_key = call->operation == FK_CALL_KEY_PAIR ? call->output[FK_OUT_PRIVATE]
                                                               : call->input[FK_IN_PRIVATE];
    struct fk_generator generator = fk_generator_from(99);
    for (size_t i = 0; i < 56; i++)
        private_key[i] ^= (uint8_t)(1 + fk_generator_below(&generator, 255));
    private_key[0] &= 0x7F;
}

/* Bytes of stack and of registers that depend on the secret. */
static void compare(const struct fk_call *call, bool leaks, size_t *of_stack, size_t *of_registers)
{
    size_t first = 0;
    struct fk_call other = *call;
    other_secret(&other);
    job.leaks = leaks;
    job.call = *call;
    run(&left[0]); /* binds symbols that are resolved at their first call */
    run(&left[0]);
    run(&left[1]);
    /* The method itself: the same secret leaves the same. */
    assert_int_equal(differences(left[0].stack, left[1].stack, STACK_BYTES, &first), 0);
    job.call = other;
    run(&left[2]);
    *of_stack = differences(left[0].stack, left[2].stack, STACK_BYTES, &first);
    if (*of_stack > 0)
        print_message("%s: %zu bytes of stack, first %zu bytes below its top\n", call->name,
                      *of_stack, STACK_BYTES - first);
    *of_registers = differences(left[0].registers, left[2].registers, REGISTER_BYTES, &first);
    if (*of_registers > 0)
        print_message("%s: %zu bytes of registers, first at %zu\n", call->name, *of_registers,
                      first);
}

static bool usable(const struct fk_call *call)
{
    return call->expected == FK_OK || call->expected == FK_ERR_PUBLIC_KEY ||
           call->expected == FK_ERR_ZERO_SHARED_SECRET;
}

static struct fk_call calls[FK_MAX_CALLS];
static size_t call_count;

static int prepare(void **state)
{
    (void)state;
    call_count = fk_calls(calls);
    stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return stack == MAP_FAILED;
}

static void test_control_is_seen(void **state)
{
    (void)state;
    size_t of_stack, of_registers;
    compare(&calls[0], true, &of_stack, &of_registers);
    assert_true(of_stack >= 24);
}

static void test_stack_is_wiped(void **state)
{
    (void)state;
    size_t of_stack, of_registers, failed = 0;
    for (size_t i = 0; i < call_count; i++) {
        if (!usable(&calls[i]))
            continue;
        compare(&calls[i], false, &of_stack, &of_registers);
        failed += of_stack > 0;
    }
    assert_int_equal(failed, 0);
}

static void test_registers_are_cleared(void **state)
{
    (void)state;
#if defined(__x86_64__)
    size_t of_stack, of_registers, failed = 0;
    for (size_t i = 0; i < call_count; i++) {
        if (!usable(&calls[i]))
            continue;
        compare(&calls[i], false, &of_stack, &of_registers);
        failed += of_registers > 0;
    }
    assert_int_equal(failed, 0);
#else
    skip(); /* entry() reads the registers of x86-64 alone */
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_control_is_seen),
        cmocka_unit_test(test_stack_is_wiped),
        cmocka_unit_test(test_registers_are_cleared),
    };
    return cmocka_run_group_tests(tests, prepare, NULL);
}
