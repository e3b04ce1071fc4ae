/* SPDX-License-Identifier: MIT */
/* Clearing of secrets that the compiler cannot remove. */
#ifndef FK_COMMON_WIPE_H
#define FK_COMMON_WIPE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "attributes.h"

/*
 * Clears length bytes. An optimiser drops a plain memset of memory that nobody reads again; the
 * empty assembly after it claims to read all memory that the pointer reaches. length 0 is allowed,
 * also with a null pointer.
 *
 * Clearing named variables is not enough: compilers keep copies of limbs in stack slots of their
 * own. So each operation runs as a function that is never inlined, and its caller then clears the
 * stack that this function had used: with a local array of at least the depth of that function, in
 * another function that is never inlined (see x25519.c). That is the last thing an operation does.
 */
FK_INLINE void fk_wipe(void *memory, size_t length)
{
#if defined(__GNUC__)
    if (length != 0) {
        memset(memory, 0, length);
    }
    __asm__ __volatile__("" : : "r"(memory) : "memory");
#else
    volatile uint8_t *bytes = (volatile uint8_t *)memory;

    while (length-- != 0) {
        *bytes++ = 0;
    }
#endif
}

/*
 * Clears the registers that a function may leave dirty, for compilers without the attribute behind
 * FK_CLEAR_REGISTERS (clang before 15), at the end of the function that clears the stack. Elsewhere
 * the attribute does it.
 */
#if defined(FK_CLEAR_REGISTERS_BY_HAND) && defined(__x86_64__) && defined(__SSE2__)
#define FK_XOR(a, b, c)                                                                            \
    "xorl %%" #a ", %%" #a "\n\txorl %%" #b ", %%" #b "\n\txorl %%" #c ", %%" #c "\n\t"
#define FK_XORPS(a, b) "xorps %%xmm" #a ", %%xmm" #a "\n\txorps %%xmm" #b ", %%xmm" #b "\n\t"
FK_INLINE void fk_wipe_registers(void)
{
    __asm__ __volatile__(FK_XOR(eax, ecx, edx) FK_XOR(esi, edi, r8d) FK_XOR(r9d, r10d, r11d)
                         :
                         :
                         : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "cc");
#if defined(__AVX__)
    __asm__ __volatile__("vzeroall"
                         :
                         :
                         : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8",
                           "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
#else
    __asm__ __volatile__(FK_XORPS(0, 1) FK_XORPS(2, 3) FK_XORPS(4, 5)::
                             : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5");
    __asm__ __volatile__(FK_XORPS(6, 7) FK_XORPS(8, 9) FK_XORPS(10, 11)::
                             : "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11");
    __asm__ __volatile__(FK_XORPS(12, 13) FK_XORPS(14, 15)::: "xmm12", "xmm13", "xmm14", "xmm15");
#endif
}
#undef FK_XOR
#undef FK_XORPS
#else
FK_INLINE void fk_wipe_registers(void)
{
}
#endif

#endif
