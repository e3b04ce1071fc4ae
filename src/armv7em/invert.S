/* SPDX-License-Identifier: MIT */
/*
 * Inversion modulo the three field primes: see invert.h.
 *
 * The constant-time greatest common divisor of Bernstein and Yang ("Fast constant-time gcd
 * computation and modular inversion", CHES 2019) with the starting value delta = 1/2. A step takes
 *
 *   (delta, f, g) to (1 - delta, g, (g - f) / 2)            where delta > 0 and g is odd,
 *                 to (1 + delta, f, (g + (g mod 2) f) / 2)  elsewhere,
 *
 * from f = p and g = a. In the end g = 0 and f = 1 or -1. Alongside go d and e with f = d a and
 * g = e a modulo p, so in the end d is 1 / a or -1 / a.
 *
 * 588 steps are enough for p and a below 2^255, 590 below 2^256 and 1033 below 2^448, by the convex
 * hulls of Wuille ("Bounds on divsteps iterations in safegcd", 2021; tools/divstep_bounds computes
 * them): here they are 600 and 1050. a is reduced below p first: else a = p would not give 0.
 *
 * 30 steps at a time depend only on the low 30 bits of f and g. They give a matrix (u v; q r) with
 * 2^30 (f, g)' = (u f + v g, q f + r g), by which the long numbers are multiplied once.
 *
 * Long numbers are signed digits of 30 bits, in [-2^29, 2^29), each stored four-fold: so a sum of
 * products of digits with entries of the matrix has the next digit in its lower 32-bit word, ready
 * to be stored, and the carry in the upper one, to be increased where the digit is negative. The
 * two numbers of a pair, f and g or d and e, alternate in memory.
 */
#include "assembly.h"

#if defined(FK_ARMV7EM)

/* With rolled loops a batch stays in an instruction cache of 1 KB: from flash with four wait states
 * that halves the time. */
#if defined(FK_SHARED_ROUTINES)
    .set ROLLED, 1
#else
    .set ROLLED, 0
#endif

/* ---------------------------------------------------------------------------------------------- */
/*
 * Step i of 30 (from 0). 24 bytes, 6 cycles. r1 = g, r2 = -(f + 1) / 2, and, where no step
 * exchanges, r3 = delta - 1/2 + 96 does not count on: it is i less than that.
 *
 * With h = floor(g / 2), (g + f) / 2 = h - r2 and (g - f) / 2 = h + r2 + 1 for odd g.
 */
    .macro STEP i
    asrs    r1, r1, #1
    itt     cs                          /* g is odd */
    subcs.w r1, r1, r2
    cmpcs   r3, #96 - \i
    ittt    cs                          /* and delta > 0 */
    adccs   r1, r1, r2, lsl #1
    subcs.w r2, r2, r1
    rsbcs   r3, r3, #191 - 2 * \i
    .endm

/*
 * 15 steps from step \from, for g / f = r8 modulo 2^15: r10 = B, r1 and r2 as above, then r2 = f.
 * Rolled, r3 is set as for step 0 every five steps, and r12 changes.
 */
    .macro BLOCK from
    sbfx    r1, r8, #0, #15
    add     r1, r1, #0x40000000
    mov.w   r10, r1
    mov     r2, #-1
    .if ROLLED
    bl      fk_armv7em_divsteps15
    .else
    .set BLOCK_STEP, \from
    .rept 15
    STEP    BLOCK_STEP
    .set BLOCK_STEP, BLOCK_STEP + 1
    .endr
    .endif
    mvn     r2, r2, lsl #1
    .endm

    .if ROLLED
    .set STEPS_IN_COUNTER, 0
FUNCTION fk_armv7em_divsteps15
    mov     r12, #3
1:  STEP    0
    STEP    1
    STEP    2
    STEP    3
    STEP    4
    adds    r3, r3, #5
    subs    r12, r12, #1
    bne     1b
    bx      lr
END_FUNCTION fk_armv7em_divsteps15
    .else
    .set STEPS_IN_COUNTER, 30
    .endif

/* \to = 1 / \of modulo 2^(5 * 2^doublings) for odd \of. r12 changes, r11 = 2. */
    .macro RECIPROCAL to, of, doublings
    add     \to, \of, \of, lsl #1
    eor     \to, \to, #2
    .rept \doublings
    mls     r12, \of, \to, r11
    mul     \to, \to, r12
    .endr
    .endm

/* 2^15 \from = \x + \y B with |\x| + |\y| <= 2^15. */
    .macro UNPACK x, y, from
    add     r12, \from, #0x4000
    asr     \y, r12, #15
    lsl     \x, \from, #15
    mls     \x, \y, r10, \x
    .endm

/*
 * 30 steps.
 *
 * In:      r0 = 4 f and r1 = 4 g modulo 2^32, r3 = delta - 1/2
 * Out:     r3 = delta - 1/2, r4 = u, r5 = v, r6 = q, r7 = r
 * Changes: r0, r1, r2, r8 to r12, flags
 *
 * A block of 15 steps runs on single words. Its decisions are those for (1, g / f), of which only
 * the low 15 bits count: so f starts as 1, g as B = 2^30 + b, |b| <= 2^14, and afterwards
 * 2^15 f = x + y B with row (x, y) of the block's matrix, |x| + |y| <= 2^15: y is f / 2^15, rounded,
 * and x is what is left. Both stay within B.
 *
 * The counter for delta is brought to [-96, 31], beyond which its sign cannot change within 30
 * steps but by an exchange. What was cut off is given back in the end, away from 0.
 */
FUNCTION fk_armv7em_divsteps30
    .if ROLLED
    push    {lr}
    .cfi_adjust_cfa_offset 4
    .cfi_rel_offset lr, 0
    .endif
    lsr     r9, r0, #2
    lsr     r8, r1, #2
    add     r0, r3, #96
    usat    r3, #7, r0
    sub     r0, r0, r3                  /* what is cut off */
    mov     r11, #2
    RECIPROCAL r10, r9, 3
    mul     r8, r8, r10                 /* g / f modulo 2^30 */
    BLOCK   0
    UNPACK  r4, r5, r2
    UNPACK  r6, r7, r1
    /* (f, g) / f after 15 steps, 15 bits of them, and their quotient. */
    mla     r9, r5, r8, r4
    mla     r8, r7, r8, r6
    lsr     r9, r9, #15
    lsr     r8, r8, #15
    RECIPROCAL r10, r9, 2
    mul     r8, r8, r10
    BLOCK   15
    UNPACK  r8, r9, r2
    UNPACK  r2, r11, r1
    subs    r3, r3, #96 - STEPS_IN_COUNTER
    bic     r12, r3, r0
    eor     r0, r0, r12, asr #31
    sub     r0, r0, r12, asr #31
    add     r3, r3, r0
    /* (r8 r9; r2 r11) (r4 r5; r6 r7) */
    mul     r0, r8, r4
    mul     r1, r8, r5
    mul     r10, r2, r4
    mul     r12, r2, r5
    mla     r4, r9, r6, r0
    mla     r5, r9, r7, r1
    mla     r6, r11, r6, r10
    mla     r7, r11, r7, r12
    .if ROLLED
    pop     {pc}
    .else
    bx      lr
    .endif
END_FUNCTION fk_armv7em_divsteps30

/* ---------------------------------------------------------------------------------------------- */
/*
 * Sums for a digit, in place: (r8, r9) for the row (u, v), (r10, r11) for (q, r), upper words the
 * carries before. r1 and r2 are the digits of the pair, r3 = 4. CARRY has the carries in r9, r11.
 */
    .macro FIRST_PRODUCTS
    smull   r8, r9, r4, r1
    smull   r10, r11, r6, r1
    smlal   r8, r9, r5, r2
    smlal   r10, r11, r7, r2
    .endm

    .macro PRODUCTS
    smull   r8, r9, r9, r3
    smull   r10, r11, r11, r3
    smlal   r8, r9, r4, r1
    smlal   r10, r11, r6, r1
    smlal   r8, r9, r5, r2
    smlal   r10, r11, r7, r2
    .endm

    .macro CARRY
    add     r9, r9, r8, lsr #31
    add     r11, r11, r10, lsr #31
    .endm

/* The digits at r0 to those one place below. */
    .macro DIGIT
    ldmia.w r0!, {r1, r2}
    PRODUCTS
    CARRY
    str     r8, [r0, #-16]
    str     r10, [r0, #-12]
    .endm

/* The carries as the highest digits. */
    .macro LAST_DIGIT
    lsl     r9, r9, #2
    lsl     r11, r11, #2
    str     r9, [r0, #-8]
    str     r11, [r0, #-4]
    .endm

/*
 * (f, g) = (u f + v g, q f + r g) / 2^30, which has no remainder. The lowest digits of the result
 * lie where those of the operands were.
 *
 * In:      r0 = pair, r4 to r7 = u, v, q, r, r12 = 16 - digits (1 to 16), not secret
 * Changes: r0 to r3, r8 to r12, flags
 */
    .set DIGIT_BYTES, 44
FUNCTION fk_armv7em_divide_pair
    ldmia.w r0!, {r1, r2}
    .if ROLLED
    movs    r3, #4
    FIRST_PRODUCTS
    rsbs    r12, r12, #15
    beq     2f
1:  DIGIT
    subs    r12, r12, #1
    bne     1b
2:
    .else
    movs    r3, #DIGIT_BYTES
    adr.w   r8, 1f + 1
    mla     r12, r12, r3, r8
    movs    r3, #4
    FIRST_PRODUCTS
    bx      r12
    .balign 4
1:  .rept 15
    DIGIT
    .endr
    .endif
    LAST_DIGIT
    bx      lr
END_FUNCTION fk_armv7em_divide_pair

/* ---------------------------------------------------------------------------------------------- */
/*
 * DIVIDE_LONG_PAIR_...: (d, e) = (u d + v e, q d + r e) / 2^30 modulo p: the multiples k p,
 * |k| <= 2^29, are added that leave no remainder. So |d| and |e| grow by p / 2 at most.
 *
 * In:      r0 = pair, r4 to r7 = u, v, q, r
 * Changes: r0 to r3, r8 to r12, lr, flags
 */

/* Adds k (r12 and lr) times a digit of p to the sums. r1 changes. */
    .macro ADD_MULTIPLES digit, sign=1
    mov.w   r1, #\digit
    .if \sign < 0
    rsb     r1, r1, #0
    .endif
    smlal   r8, r9, r12, r1
    smlal   r10, r11, lr, r1
    .endm

    .macro DIGIT_AND digit, sign=1
    ldmia.w r0!, {r1, r2}
    PRODUCTS
    ADD_MULTIPLES \digit, \sign
    CARRY
    str     r8, [r0, #-16]
    str     r10, [r0, #-12]
    .endm

/* So many digits; sp + 12 holds r12 meanwhile. */
    .macro DIGITS count
    .if ROLLED
    str     r12, [sp, #12]
    mov     r12, #\count
9:  DIGIT
    subs    r12, r12, #1
    bne     9b
    ldr     r12, [sp, #12]
    .else
    .rept \count
    DIGIT
    .endr
    .endif
    .endm

/* p = -19 + 2^15 2^(30 * 8). k is the lowest digit by 19. */
    .macro DIVIDE_LONG_PAIR_25519
    ldmia.w r0!, {r1, r2}
    ldr.w   r3, =0x286BCA1B             /* 1 / 19 */
    FIRST_PRODUCTS
    mul     r12, r8, r3
    mul     lr, r10, r3
    ADD_MULTIPLES 19, -1
    mov     r3, #4
    DIGITS  7
    DIGIT_AND 1 << 15
    LAST_DIGIT
    .endm

/* p = -1 + 2^6 2^(30 * 3) + 2^12 2^(30 * 6) - 2^14 2^(30 * 7) + 2^16 2^(30 * 8). k is the lowest
 * digit. */
    .macro DIVIDE_LONG_PAIR_p256
    ldmia.w r0!, {r1, r2}
    mov     r3, #4
    FIRST_PRODUCTS
    CARRY
    mov.w   r12, r8
    mov.w   lr, r10
    DIGITS  2
    DIGIT_AND 1 << 6
    DIGITS  2
    DIGIT_AND 1 << 12
    DIGIT_AND 1 << 14, -1
    DIGIT_AND 1 << 16
    LAST_DIGIT
    .endm

/* p = -1 - 2^14 2^(30 * 7) + 2^28 2^(30 * 14). k is the lowest digit. */
    .macro DIVIDE_LONG_PAIR_448
    ldmia.w r0!, {r1, r2}
    mov     r3, #4
    FIRST_PRODUCTS
    CARRY
    mov.w   r12, r8
    mov.w   lr, r10
    DIGITS  6
    DIGIT_AND 1 << 14, -1
    DIGITS  6
    DIGIT_AND 1 << 28
    DIGIT
    LAST_DIGIT
    .endm

/* ---------------------------------------------------------------------------------------------- */
/*
 * DIVIDE_LONG_...: d = d / 2^(30 n) modulo p, for the n batches in which d was not reduced: n = 8,
 * for 448 n = 15. The multiples k p, |k| <= 2^(30 n - 1) (1 + 2^-29), are added that leave no
 * remainder: the digits of k come one after the other, as the lowest one of what is left. So |d| is
 * less than p / 2 (1 + 2^-29) + 2^20, and d or d + p is canonical.
 *
 * In:      d at sp + LONG_PAIR
 * Changes: r0 to r12, lr, flags
 */
    .macro LOAD register, digit
    ldr     \register, [sp, #LONG_PAIR + 8 * (\digit)]
    .endm

    .macro STORE register, digit
    str     \register, [sp, #LONG_PAIR + 8 * (\digit)]
    .endm

    .macro TIMES_19_DIGIT k, digit
    LOAD    r1, \digit
    adds    r8, r1, r9, lsl #2
    asr     r9, r9, #30
    adc     r9, r9, r1, asr #31
    mul     \k, r8, r0
    smlal   r8, r9, \k, r2
    .endm

    .macro SHIFTED_DIGIT k, digit
    smull   r8, r9, r9, r3
    smlal   r8, r9, \k, r0
    .if \digit == 0
    LOAD    r1, 8
    adds    r8, r8, r1
    adc     r9, r9, r1, asr #31
    .endif
    add     r9, r9, r8, lsr #31
    STORE   r8, \digit
    .endm

    .macro DIVIDE_LONG_25519
    ldr     r0, =0x286BCA1B             /* 1 / 19 */
    mvn     r2, #18
    mov     r9, #0
    TIMES_19_DIGIT r4, 0
    TIMES_19_DIGIT r5, 1
    TIMES_19_DIGIT r6, 2
    TIMES_19_DIGIT r7, 3
    TIMES_19_DIGIT r10, 4
    TIMES_19_DIGIT r11, 5
    TIMES_19_DIGIT r12, 6
    TIMES_19_DIGIT lr, 7
    mov     r0, #1 << 15
    movs    r3, #4
    SHIFTED_DIGIT r4, 0
    SHIFTED_DIGIT r5, 1
    SHIFTED_DIGIT r6, 2
    SHIFTED_DIGIT r7, 3
    SHIFTED_DIGIT r10, 4
    SHIFTED_DIGIT r11, 5
    SHIFTED_DIGIT r12, 6
    SHIFTED_DIGIT lr, 7
    lsl     r9, r9, #2
    STORE   r9, 8
    .endm

/* The digits of k are r4, r5, r6, r7, r10, r11, r12, lr; the first three are those of d. */
    .macro DIVIDE_LONG_p256
    LOAD    r4, 0
    LOAD    r5, 1
    LOAD    r6, 2
    LOAD    r1, 3
    movs    r0, #1
    mov     r2, #1 << 6
    movs    r3, #4
    mov     r8, #1 << 12
    smull   r7, r9, r4, r2
    smlal   r7, r9, r1, r0
    LOAD    r1, 4
    add     r9, r9, r7, lsr #31
    smull   r10, r9, r9, r3
    smlal   r10, r9, r1, r0
    smlal   r10, r9, r5, r2
    LOAD    r1, 5
    add     r9, r9, r10, lsr #31
    smull   r11, r9, r9, r3
    smlal   r11, r9, r1, r0
    smlal   r11, r9, r6, r2
    LOAD    r1, 6
    add     r9, r9, r11, lsr #31
    smull   r12, r9, r9, r3
    smlal   r12, r9, r1, r0
    smlal   r12, r9, r7, r2
    smlal   r12, r9, r4, r8
    LOAD    r1, 7
    add     r9, r9, r12, lsr #31
    smull   lr, r9, r9, r3
    smlal   lr, r9, r1, r0
    smlal   lr, r9, r10, r2
    smlal   lr, r9, r5, r8
    mov     r1, #1 << 14
    negs    r1, r1
    smlal   lr, r9, r4, r1
    add     r9, r9, lr, lsr #31
    /* The digits above, with k_i 2^16 - k_(i + 1) 2^14 + k_(i + 2) 2^12 + k_(i + 5) 2^6. */
    .macro NEXT_DIGIT digit, k0, k1, k2, k5
    add     r9, r9, r1, lsr #31
    STORE   r1, \digit - 1
    smull   r1, r9, r9, r3
    smlal   r1, r9, \k0, r4
    .ifnb \k1
    smlal   r1, r9, \k1, r0
    .endif
    .ifnb \k2
    smlal   r1, r9, \k2, r8
    .endif
    .ifnb \k5
    smlal   r1, r9, \k5, r2
    .endif
    .endm
    smull   r1, r9, r9, r3
    smlal   r1, r9, r11, r2
    smlal   r1, r9, r6, r8
    mov     r0, #1 << 16
    smlal   r1, r9, r4, r0
    mov     r0, #1 << 14
    negs    r0, r0
    smlal   r1, r9, r5, r0
    LOAD    r4, 8
    adds    r1, r1, r4
    adc     r9, r9, r4, asr #31
    mov     r4, #1 << 16
    NEXT_DIGIT 1, r5, r6, r7, r12
    NEXT_DIGIT 2, r6, r7, r10, lr
    NEXT_DIGIT 3, r7, r10, r11
    NEXT_DIGIT 4, r10, r11, r12
    NEXT_DIGIT 5, r11, r12, lr
    NEXT_DIGIT 6, r12, lr
    NEXT_DIGIT 7, lr
    add     r9, r9, r1, lsr #31
    STORE   r1, 7
    lsl     r9, r9, #2
    STORE   r9, 8
    .endm

/* The first seven digits of k are those of d. k takes the place of d, and then gives way to the
 * result from below. */
    .macro DIVIDE_LONG_448
    mov     r6, #1 << 14
    negs    r6, r6
    mov     r7, #1 << 28
    movs    r3, #4
    movs    r5, #1
    mov     r9, #0
    add     r0, sp, #LONG_PAIR
    movs    r2, #8
6:  ldr     r1, [r0, #8 * 7]            /* digits 7 to 14: less k 2^14 seven below */
    ldr     r4, [r0], #8
    smull   r8, r9, r9, r3
    smlal   r8, r9, r1, r5
    smlal   r8, r9, r4, r6
    cmp     r2, #1
    itt     eq                          /* and 14: plus k 2^28 fourteen below */
    ldreq   r1, [sp, #LONG_PAIR]
    smlaleq r8, r9, r1, r7
    add     r9, r9, r8, lsr #31
    str     r8, [r0, #8 * 6]
    subs    r2, r2, #1
    bne     6b
    add     r0, sp, #LONG_PAIR
    ldr     r10, [r0, #8 * 15]
    movs    r2, #7
7:  ldr     r4, [r0, #8 * 8]            /* digits 15 to 21: both */
    ldr     r1, [r0, #8 * 1]
    smull   r8, r9, r9, r3
    smlal   r8, r9, r4, r6
    smlal   r8, r9, r1, r7
    smlal   r8, r9, r10, r5
    mov     r10, #0
    add     r9, r9, r8, lsr #31
    str     r8, [r0], #8
    subs    r2, r2, #1
    bne     7b
    movs    r2, #7
8:  ldr     r1, [r0, #8 * 1]            /* digits 22 to 28 */
    smull   r8, r9, r9, r3
    smlal   r8, r9, r1, r7
    add     r9, r9, r8, lsr #31
    str     r8, [r0], #8
    subs    r2, r2, #1
    bne     8b
    lsl     r9, r9, #2
    str     r9, [r0]
    .endm

/* ---------------------------------------------------------------------------------------------- */
/*
 * Words to the digits of one number of a pair; there is one digit more than words.
 *
 * In:      r0 = first digit, r1 = words, r2 = their number (8 or 14)
 * Changes: r0 to r4, r8 to r10, flags
 *
 * Of word j the lower 30 - 2 j bits belong to digit j and the others to digit j + 1.
 */
FUNCTION fk_armv7em_to_digits
    movs    r3, #4                      /* 2^(2 j + 2) */
    movs    r4, #0                      /* what the word before left, and the carry */
1:  ldr     r10, [r1], #4
    umull   r8, r9, r10, r3
    adds    r8, r8, r4, lsl #2
    adc     r4, r9, r8, lsr #31
    str     r8, [r0], #8
    lsl     r3, r3, #2
    subs    r2, r2, #1
    bne     1b
    lsls    r4, r4, #2
    str     r4, [r0]
    bx      lr
END_FUNCTION fk_armv7em_to_digits

/*
 * Digits of one number of a pair, times 1 or -1, to words of two's complement; there is one digit
 * more than words.
 *
 * In:      r0 = words, r1 = first digit, r2 = number of words (8 or 14), r3 = 0 or -1: negate
 * Out:     r3 = 0 or -1, the sign
 * Changes: r0 to r2, r4, r8 to r10, flags
 *
 * Word j has the bits of digit j from 2 j on, and digit j + 1 times 2^(30 - 2 j).
 */
FUNCTION fk_armv7em_to_words
    ldr     r10, [r1], #8
    mov     r4, #1 << 28                /* that power, for digits stored four-fold */
    eor     r4, r4, r3
    sub     r4, r4, r3
    eor     r10, r3, r10, asr #2
    sub     r3, r10, r3                 /* what the digit before left, with its sign */
1:  ldr     r10, [r1], #8
    smull   r8, r9, r10, r4
    adds    r8, r8, r3
    adc     r3, r9, r3, asr #31
    str     r8, [r0], #4
    asrs    r4, r4, #2
    subs    r2, r2, #1
    bne     1b
    bx      lr
END_FUNCTION fk_armv7em_to_words

/* ---------------------------------------------------------------------------------------------- */
/* The words r4 to r11 below 2^256 to below p. r2, r3, r12 change. */
    .macro BELOW_P_25519
    lsr     r12, r11, #31
    movs    r2, #19
    bic     r11, r11, #0x80000000
    mul     r12, r12, r2
    adds    r4, r4, r12
    adcs    r5, r5, #0
    adcs    r6, r6, #0
    adcs    r7, r7, #0
    adcs    r8, r8, #0
    adcs    r9, r9, #0
    adcs    r10, r10, #0
    adc     r11, r11, #0                /* below 2^255 + 19 */
    adds    r12, r4, r2
    adcs    r12, r5, #0
    adcs    r12, r6, #0
    adcs    r12, r7, #0
    adcs    r12, r8, #0
    adcs    r12, r9, #0
    adcs    r12, r10, #0
    adc     r12, r11, #0
    and     r12, r2, r12, asr #31
    adds    r4, r4, r12
    adcs    r5, r5, #0
    adcs    r6, r6, #0
    adcs    r7, r7, #0
    adcs    r8, r8, #0
    adcs    r9, r9, #0
    adcs    r10, r10, #0
    adc     r11, r11, #0
    bic     r11, r11, #0x80000000
    .endm

    .macro BELOW_P_p256
    cmp     r4, #-1
    sbcs    r12, r5, #-1
    sbcs    r12, r6, #-1
    sbcs    r12, r7, #0
    sbcs    r12, r8, #0
    sbcs    r12, r9, #0
    sbcs    r12, r10, #1
    sbcs    r12, r11, #-1
    sbc     r12, r12, r12
    mvn     r12, r12                    /* -1 where p is to be subtracted */
    subs    r4, r4, r12
    sbcs    r5, r5, r12
    sbcs    r6, r6, r12
    sbcs    r7, r7, #0
    sbcs    r8, r8, #0
    sbcs    r9, r9, #0
    sbcs    r10, r10, r12, lsr #31
    sbc     r11, r11, r12
    .endm

/* Words r4 to r11 plus p where r3 = -1, modulo 2^256. r2 changes. */
    .macro ADD_P_25519
    and     r2, r3, #-19
    adds    r4, r4, r2
    adcs    r5, r5, r3
    adcs    r6, r6, r3
    adcs    r7, r7, r3
    adcs    r8, r8, r3
    adcs    r9, r9, r3
    adcs    r10, r10, r3
    adc     r11, r11, r3, lsr #1
    .endm

    .macro ADD_P_p256
    adds    r4, r4, r3
    adcs    r5, r5, r3
    adcs    r6, r6, r3
    adcs    r7, r7, #0
    adcs    r8, r8, #0
    adcs    r9, r9, #0
    adcs    r10, r10, r3, lsr #31
    adc     r11, r11, r3
    .endm

/* The operand at r1 to sp + LONG_PAIR, below p. */
    .macro TAKE_25519
    ldm     r1, {r4-r11}
    BELOW_P_25519
    add     r1, sp, #LONG_PAIR
    stm     r1, {r4-r11}
    .endm

    .macro TAKE_p256
    ldm     r1, {r4-r11}
    BELOW_P_p256
    add     r1, sp, #LONG_PAIR
    stm     r1, {r4-r11}
    .endm

    .macro TAKE_448
    mov     r0, r1
    mov     r11, #-2
    ldm     r0!, {r4-r10}
    cmp     r4, #-1
    sbcs    r12, r5, #-1
    sbcs    r12, r6, #-1
    sbcs    r12, r7, #-1
    sbcs    r12, r8, #-1
    sbcs    r12, r9, #-1
    sbcs    r12, r10, #-1
    ldm     r0, {r4-r10}
    sbcs    r12, r4, r11
    sbcs    r12, r5, #-1
    sbcs    r12, r6, #-1
    sbcs    r12, r7, #-1
    sbcs    r12, r8, #-1
    sbcs    r12, r9, #-1
    sbcs    r12, r10, #-1
    sbc     r12, r12, r12
    mvn     r12, r12                    /* -1 where p is to be subtracted */
    ldm     r1!, {r4-r10}
    add     r0, sp, #LONG_PAIR
    subs    r4, r4, r12
    sbcs    r5, r5, r12
    sbcs    r6, r6, r12
    sbcs    r7, r7, r12
    sbcs    r8, r8, r12
    sbcs    r9, r9, r12
    sbcs    r10, r10, r12
    stm     r0!, {r4-r10}
    ldm     r1, {r4-r10}
    sbcs    r4, r4, r12, lsl #1
    sbcs    r5, r5, r12
    sbcs    r6, r6, r12
    sbcs    r7, r7, r12
    sbcs    r8, r8, r12
    sbcs    r9, r9, r12
    sbcs    r10, r10, r12
    stm     r0, {r4-r10}
    add     r1, sp, #LONG_PAIR
    .endm

/* The words at sp + PAIR, plus p where r3 = -1, to the result. */
    .macro GIVE_25519
    add     r1, sp, #PAIR
    ldr     r0, [sp]
    ldm     r1, {r4-r11}
    ADD_P_25519
    stm     r0, {r4-r11}
    .endm

    .macro GIVE_p256
    add     r1, sp, #PAIR
    ldr     r0, [sp]
    ldm     r1, {r4-r11}
    ADD_P_p256
    stm     r0, {r4-r11}
    .endm

    .macro GIVE_448
    add     r1, sp, #PAIR
    ldr     r0, [sp]
    ldm     r1!, {r4-r10}
    adds    r4, r4, r3
    adcs    r5, r5, r3
    adcs    r6, r6, r3
    adcs    r7, r7, r3
    adcs    r8, r8, r3
    adcs    r9, r9, r3
    adcs    r10, r10, r3
    stm     r0!, {r4-r10}
    ldm     r1, {r4-r10}
    adcs    r4, r4, r3, lsl #1
    adcs    r5, r5, r3
    adcs    r6, r6, r3
    adcs    r7, r7, r3
    adcs    r8, r8, r3
    adcs    r9, r9, r3
    adcs    r10, r10, r3
    stm     r0, {r4-r10}
    .endm

    .macro F_DIGIT index, value
    ldr     r1, =4 * (\value)
    str     r1, [sp, #PAIR + 8 * \index]
    .endm

    .macro F_IS_P_25519
    F_DIGIT 0, -19
    F_DIGIT 8, 1 << 15
    .endm

    .macro F_IS_P_p256
    F_DIGIT 0, -1
    F_DIGIT 3, 1 << 6
    F_DIGIT 6, 1 << 12
    F_DIGIT 7, -(1 << 14)
    F_DIGIT 8, 1 << 16
    .endm

    .macro F_IS_P_448
    F_DIGIT 0, -1
    F_DIGIT 7, -(1 << 14)
    F_DIGIT 14, 1 << 28
    .endm

/* ---------------------------------------------------------------------------------------------- */
/*
 * The whole inversion, by the procedure call standard. r0 = result, r1 = operand.
 *
 *            in line: cycles  bytes  stack   rolled: cycles  bytes  stack
 *   25519          9,973      1,144    196         11,504      896    200
 *   p256          10,047      1,132    196         11,530    1,080    200
 *   448           22,149      1,352    300         26,047      948    304
 *   shared                    1,782                            588
 *
 * name; words of an operand; digits of f and g; digits of d and e; batches without and with
 * reduction of d and e
 *
 * Stack: result, delta - 1/2, batches left, a word for DIGITS; (f, g), later the words of the result; (d, e), at first
 * the words of the operand; r4 to r11, lr.
 *
 * In the first batches d and e are plain fractions: the integers 2^(30 i) d and 2^(30 i) e after i
 * batches, at most 2^(30 i), of one digit more a batch, which lie with their highest digit at the
 * end of the memory of d and e. DIVIDE_LONG_... makes up for that.
 */
    .macro INVERT name, words, digits, long_digits, plain_batches, batches
    .set PAIR, 16
    .set LONG_PAIR, PAIR + 8 * \digits
    .set FRAME, LONG_PAIR + 8 * \long_digits
    push    {r4-r11, lr}
    .cfi_adjust_cfa_offset 36
    .cfi_rel_offset r4, 0
    .cfi_rel_offset r5, 4
    .cfi_rel_offset r6, 8
    .cfi_rel_offset r7, 12
    .cfi_rel_offset r8, 16
    .cfi_rel_offset r9, 20
    .cfi_rel_offset r10, 24
    .cfi_rel_offset r11, 28
    .cfi_rel_offset lr, 32
    sub     sp, sp, #FRAME
    .cfi_adjust_cfa_offset FRAME
    str     r0, [sp]
    TAKE_\name
    add     r0, sp, #PAIR + 4
    movs    r2, #\words
    bl      fk_armv7em_to_digits
    /* f = p, d = 0, e = 1 */
    movs    r1, #0
    .set INDEX, 0
    .rept \digits
    str     r1, [sp, #PAIR + 8 * INDEX]
    .set INDEX, INDEX + 1
    .endr
    .set INDEX, 0
    .rept 2 * \long_digits - 1
    str     r1, [sp, #LONG_PAIR + 4 * INDEX]
    .set INDEX, INDEX + 1
    .endr
    movs    r0, #4
    str     r0, [sp, #LONG_PAIR + 8 * \long_digits - 4]
    F_IS_P_\name
    movs    r3, #0
    movs    r2, #\plain_batches
1:  str     r2, [sp, #8]
    ldrd    r0, r1, [sp, #PAIR]
    bl      fk_armv7em_divsteps30
    str     r3, [sp, #4]
    add     r0, sp, #PAIR
    mov     r12, #16 - \digits
    bl      fk_armv7em_divide_pair
    /* One digit more than in the batch before, and a 0 below. */
    ldr     r2, [sp, #8]
    add     r0, sp, #LONG_PAIR - 8
    add     r0, r0, r2, lsl #3
    sub     r12, r2, #\plain_batches - 14
    bl      fk_armv7em_divide_pair
    ldr     r2, [sp, #8]
    ldr     r3, [sp, #4]
    subs    r2, r2, #1
    bne     1b
    movs    r2, #\batches
2:  str     r2, [sp, #8]
    ldrd    r0, r1, [sp, #PAIR]
    bl      fk_armv7em_divsteps30
    str     r3, [sp, #4]
    add     r0, sp, #LONG_PAIR
    .balign 4
    DIVIDE_LONG_PAIR_\name
    /* i digits of f and g count for the i batches left. For n steps left that end with (1, 0) or
     * (-1, 0) have a matrix of determinant 2^n or -2^n and rows of sum at most 2^n, so (f, g) is at
     * most a column of its adjugate: |f| + |g| <= 2^n, and n is at least 10 less than 30 i. (For
     * a = 0, f stays p and loses its upper digits; d = 0 does not heed its sign.) */
    ldr     r2, [sp, #8]
    add     r0, sp, #PAIR
    rsb     r12, r2, #\digits
    usat    r12, #4, r12
    add     r12, r12, #16 - \digits
    bl      fk_armv7em_divide_pair
    ldr     r2, [sp, #8]
    ldr     r3, [sp, #4]
    subs    r2, r2, #1
    bne     2b
    DIVIDE_LONG_\name
    /* d with the sign of f, between 0 and p. */
    ldr     r3, [sp, #PAIR]
    asrs    r3, r3, #31
    add     r0, sp, #PAIR
    add     r1, sp, #LONG_PAIR
    movs    r2, #\words
    bl      fk_armv7em_to_words
    GIVE_\name
    add     sp, sp, #FRAME
    .cfi_adjust_cfa_offset -FRAME
    pop     {r4-r11, pc}
    .ltorg
    .endm

FUNCTION fk_armv7em_invert_25519
    INVERT  25519, 8, 9, 9, 8, 12
END_FUNCTION fk_armv7em_invert_25519

FUNCTION fk_armv7em_invert_p256
    INVERT  p256, 8, 9, 9, 8, 12
END_FUNCTION fk_armv7em_invert_p256

FUNCTION fk_armv7em_invert_448
    INVERT  448, 14, 15, 16, 15, 20
END_FUNCTION fk_armv7em_invert_448

#endif
