/* SPDX-License-Identifier: MIT */
/* What the library asks of a compiler beyond C99; each has a meaningful fallback. */
#ifndef FK_COMMON_ATTRIBUTES_H
#define FK_COMMON_ATTRIBUTES_H

/*
 * FK_INLINE: a function that is worth inlining always. Not in a build without optimisation, where
 * each inlined copy would get stack slots of its own, several kilobytes together.
 */
#if defined(__GNUC__) && defined(__OPTIMIZE__)
#define FK_INLINE static inline __attribute__((always_inline))
#else
#define FK_INLINE static inline
#endif

#if defined(__GNUC__)
#define FK_NOINLINE __attribute__((noinline))
#else
#define FK_NOINLINE
#endif

/*
 * FK_RELOAD_MEMORY(): the compiler takes memory again that it has read before. On a processor with
 * few registers it would otherwise keep the limbs of both operands of a product in stack slots,
 * and storing them there costs more than loading them from the operand a second time.
 */
#if defined(__GNUC__)
#define FK_RELOAD_MEMORY() __asm__ __volatile__("" : : : "memory")
#else
#define FK_RELOAD_MEMORY() (void)0
#endif

/* FK_UNROLL before a loop of at most 16 rounds: compile it without the loop, at -O2 too. */
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 8
#define FK_UNROLL _Pragma("GCC unroll 16")
#else
#define FK_UNROLL
#endif

/*
 * FK_CLEAR_REGISTERS on a function: it clears the registers that a callee may leave dirty before
 * it returns, so that no part of a secret stays in one. Floating-point and vector registers count,
 * where the compiler may use them. FK_CLEAR_REGISTERS_BY_HAND says that the compiler has no such
 * attribute: see fk_wipe_registers in wipe.h.
 */
#if defined(__has_attribute)
#if __has_attribute(zero_call_used_regs)
#if defined(__ARM_ARCH) && !defined(__ARM_FP)
#define FK_CLEAR_REGISTERS __attribute__((zero_call_used_regs("all-gpr")))
#else
#define FK_CLEAR_REGISTERS __attribute__((zero_call_used_regs("all")))
#endif
#endif
#endif
#if !defined(FK_CLEAR_REGISTERS)
#define FK_CLEAR_REGISTERS
#define FK_CLEAR_REGISTERS_BY_HAND 1
#endif

#endif
