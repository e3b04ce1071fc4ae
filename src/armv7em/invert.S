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

/* ---------------------------------------------------------------------------------------------- */
/*
 * One step of a block on F = r2, G = r1, delta - 1/2 = r3; r0 = 1, r12 changes. 24 bytes, 7 cycles.
 *
 * ORNS gives "not (delta > 0 and G odd)" in N and "G odd" in C. If both hold, G is G + F - 2 F and F
 * is F + (G - F).
 */
    .macro STEP
    orns    r12, r3, r1, ror #1
    add     r3, r0
    it      cs
    addcs   r1, r2
    ittt    pl
    subpl   r1, r1, r2, lsl #1
    addpl   r2, r1
    rsbpl   r3, r3, #1
    asrs    r1, r1, #1
    .endm

/* From r8 = g / f modulo 2^15 or better: F = 1 and G = B = 2^30 + (g / f mod 2^15, signed). */
    .macro BLOCK_BEGIN
    sbfx    r1, r8, #0, #15
    add     r1, r1, #0x40000000
    mov     r10, r1
    movs    r2, #1
    .endm

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
 * the low 15 bits count: so F starts as 1, G as B = 2^30 + b, |b| <= 2^14, and afterwards
 * 2^15 F = x + y B with row (x, y) of the block's matrix, |x| + |y| <= 2^15: y is F / 2^15, rounded,
 * and x is what is left. No sum leaves 32 bits: 2 |G| <= 2 B - (B - 1) / 2^14 < 2^31.
 */
FUNCTION fk_armv7em_divsteps30
    lsr     r9, r0, #2
    lsr     r8, r1, #2
    movs    r0, #1
    mov     r11, #2
    RECIPROCAL r10, r9, 3
    mul     r8, r8, r10
    BLOCK_BEGIN
    .rept 15
    STEP
    .endr
    UNPACK  r4, r5, r2
    UNPACK  r6, r7, r1
    /* (f, g) / f after 15 steps, 15 bits of them, and their quotient. */
    mla     r9, r5, r8, r4
    mla     r8, r7, r8, r6
    lsr     r9, r9, #15
    lsr     r8, r8, #15
    RECIPROCAL r10, r9, 2
    mul     r8, r8, r10
    BLOCK_BEGIN
    .rept 15
    STEP
    .endr
    UNPACK  r8, r9, r2
    UNPACK  r2, r11, r1
    /* (r8 r9; r2 r11) (r4 r5; r6 r7) */
    mul     r0, r8, r4
    mul     r1, r8, r5
    mul     r4, r2, r4
    mul     r5, r2, r5
    mla     r12, r11, r6, r4
    mla     r2, r11, r7, r5
    mla     r4, r9, r6, r0
    mla     r5, r9, r7, r1
    mov     r6, r12
    mov     r7, r2
    bx      lr
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
    ldmia   r0!, {r1, r2}
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
 * (f, g) = (u f + v g, q f + r g) / 2^30, which has no remainder.
 *
 * In:      r0 = pair, r4 to r7 = u, v, q, r, r12 = 15 - digits (1 to 15), not secret
 * Changes: r0 to r3, r8 to r12, flags
 */
    .set DIGIT_BYTES, 42
FUNCTION fk_armv7em_divide_pair
    ldmia   r0!, {r1, r2}
    adr     r3, 1f
    mov     r8, #DIGIT_BYTES
    mla     r12, r12, r8, r3
    FIRST_PRODUCTS
    movs    r3, #4
    orr     r12, r12, #1
    bx      r12
    .balign 4
1:  .rept 14
    DIGIT
    .endr
    LAST_DIGIT
    bx      lr
END_FUNCTION fk_armv7em_divide_pair

/* Adds k (r12 and lr) times a digit of p to the sums. r1 changes. */
    .macro ADD_MULTIPLES digit, sign=1
    mov     r1, #\digit
    .if \sign < 0
    negs    r1, r1
    .endif
    smlal   r8, r9, r12, r1
    smlal   r10, r11, lr, r1
    .endm

/*
 * (d, e) = (u d + v e, q d + r e) / 2^30 modulo p: the multiples k p, |k| <= 2^29, are added that
 * leave no remainder. So |d| and |e| grow by p / 2 at most.
 *
 * In:      r0 = pair, r4 to r7 = u, v, q, r
 * Changes: r0 to r3, r8 to r12, flags
 *
 * p256: p = -1 + 2^6 2^(30 * 3) + 2^12 2^(30 * 6) - 2^14 2^(30 * 7) + 2^16 2^(30 * 8). k is the
 * lowest digit itself.
 */
FUNCTION fk_armv7em_divide_pair_p256
    push    {lr}
    .cfi_adjust_cfa_offset 4
    ldmia   r0!, {r1, r2}
    movs    r3, #4
    FIRST_PRODUCTS
    CARRY
    mov     r12, r8
    mov     lr, r10
    DIGIT
    DIGIT
    .macro DIGIT_AND digit, sign=1
    ldmia   r0!, {r1, r2}
    PRODUCTS
    ADD_MULTIPLES \digit, \sign
    CARRY
    str     r8, [r0, #-16]
    str     r10, [r0, #-12]
    .endm
    DIGIT_AND 1 << 6
    DIGIT
    DIGIT
    DIGIT_AND 1 << 12
    DIGIT_AND 1 << 14, -1
    DIGIT_AND 1 << 16
    LAST_DIGIT
    pop     {pc}
END_FUNCTION fk_armv7em_divide_pair_p256

/* 25519: p = -19 + 2^15 2^(30 * 8). k is the lowest digit by 19. */
FUNCTION fk_armv7em_divide_pair_25519
    push    {lr}
    .cfi_adjust_cfa_offset 4
    ldmia   r0!, {r1, r2}
    ldr     r3, =0x286BCA1B /* 1 / 19 */
    FIRST_PRODUCTS
    mul     r12, r8, r3
    mul     lr, r10, r3
    ADD_MULTIPLES 19, -1
    movs    r3, #4
    .rept 7
    DIGIT
    .endr
    DIGIT_AND 1 << 15
    LAST_DIGIT
    pop     {pc}
    .ltorg
END_FUNCTION fk_armv7em_divide_pair_25519

/* 448: p = -1 - 2^14 2^(30 * 7) + 2^28 2^(30 * 14). 16 digits, since d and e come to 18 p. */
FUNCTION fk_armv7em_divide_pair_448
    push    {lr}
    .cfi_adjust_cfa_offset 4
    ldmia   r0!, {r1, r2}
    movs    r3, #4
    FIRST_PRODUCTS
    CARRY
    mov     r12, r8
    mov     lr, r10
    .rept 6
    DIGIT
    .endr
    DIGIT_AND 1 << 14, -1
    .rept 6
    DIGIT
    .endr
    DIGIT_AND 1 << 28
    DIGIT
    LAST_DIGIT
    pop     {pc}
END_FUNCTION fk_armv7em_divide_pair_448

/* ---------------------------------------------------------------------------------------------- */
/*
 * w = w - m where that is not negative.
 *
 * In:      r0 = w, r1 = m, r2 = words of them
 * Changes: r0 to r3, r8 to r12, flags
 */
FUNCTION fk_armv7em_subtract_once
    mov     r3, r2
    mov     r8, r0
    mov     r9, r1
    cmp     r0, r0
1:  ldr     r10, [r8], #4
    ldr     r11, [r9], #4
    sbcs    r10, r10, r11
    sub     r3, r3, #1
    cbz     r3, 2f
    b       1b
2:  sbc     r12, r12, r12
    mvn     r12, r12
    cmp     r0, r0
3:  ldr     r11, [r1], #4
    ldr     r10, [r0]
    and     r11, r11, r12
    sbcs    r10, r10, r11
    str     r10, [r0], #4
    sub     r2, r2, #1
    cbz     r2, 4f
    b       3b
4:  bx      lr
END_FUNCTION fk_armv7em_subtract_once

/*
 * Words to the digits of one number of a pair; there is one digit more than words.
 *
 * In:      r0 = first digit, r1 = words, r2 = their number (8 or 14)
 * Changes: r0 to r3, r8 to r12, flags
 *
 * Digit j is bits 30 j and up: the word j - 1 from bit 32 - 2 j and the word j below bit 30 - 2 j.
 */
FUNCTION fk_armv7em_to_digits
    push    {r4, lr}
    .cfi_adjust_cfa_offset 8
    movs    r3, #2    /* 2 j + 2 */
    mov     r8, #0    /* word j - 1 */
    mov     r9, #0    /* carry */
1:  mov     r10, #0   /* word j */
    cbz     r2, 2f
    ldr     r10, [r1], #4
2:  rsb     r12, r3, #32
    lsr     r8, r8, r12
    lsl     r4, r10, r3
    bic     r8, r8, #3
    orr     r4, r4, r8
    mov     r8, r10
    adds    r4, r4, r9, lsl #2
    mov     r9, r4, lsr #31
    adc     r9, r9, #0
    str     r4, [r0], #8
    add     r3, r3, #2
    subs    r2, r2, #1
    bpl     1b
    pop     {r4, pc}
END_FUNCTION fk_armv7em_to_digits

/*
 * Digits of one number of a pair to words, and what is above the words.
 *
 * In:      r0 = words, r1 = first digit, r2 = number of words (8 or 14), r4 = 0 or -1: negate
 * Out:     r3 = the rest of the last digit, r9 = carry into the next, r1 = the next
 * Changes: r0 to r3, r8 to r12, flags
 *
 * Word j is bits 32 j and up: the digit j from bit 2 j and the digit j + 1 below bit 2 j + 2.
 */
FUNCTION fk_armv7em_to_words
    movs    r3, #0    /* 2 j */
    ldr     r8, [r1], #8
    eor     r8, r4, r8, asr #2
    sub     r8, r8, r4
    asr     r9, r8, #30            /* carry */
    bic     r8, r8, #0xC0000000    /* digit j, 0 to 2^30 - 1 */
1:  ldr     r10, [r1], #8
    eor     r10, r4, r10, asr #2
    sub     r10, r10, r4
    add     r10, r10, r9
    asr     r9, r10, #30
    bic     r11, r10, #0xC0000000
    lsr     r8, r8, r3
    rsb     r12, r3, #30
    lsl     r12, r11, r12
    orr     r8, r8, r12
    str     r8, [r0], #4
    mov     r8, r11
    add     r3, r3, #2
    subs    r2, r2, #1
    bne     1b
    lsr     r3, r11, r3
    bx      lr
END_FUNCTION fk_armv7em_to_words

/*
 * w = w + q c.
 *
 * In:      r0 = w, r1 = c, signed bytes, r2 = number of words, r3 = q, signed
 * Out:     r3 = what is above the words, signed
 * Changes: r0 to r3, r8 to r12, flags
 */
FUNCTION fk_armv7em_fold
    mov     r12, r3
    mov     r9, #0
1:  ldrsb   r10, [r1], #1
    ldr     r11, [r0]
    mov     r8, r9
    asr     r9, r9, #31
    smlal   r8, r9, r10, r12
    adds    r8, r8, r11
    adc     r9, r9, #0
    str     r8, [r0], #4
    subs    r2, r2, #1
    bne     1b
    mov     r3, r9
    bx      lr
END_FUNCTION fk_armv7em_fold

/* ---------------------------------------------------------------------------------------------- */
/*
 * The whole inversion. r0 = result, r1 = operand.
 *
 * name, words, digits of f and g, digits of d and e, batches, multiples of p to try
 *
 * Stack: r, delta, batches left; (f, g); (d, e), where the words are before and after; r4-r11, lr.
 */
    .macro INVERT name, words, digits, long_digits, batches
    .set PAIR, 16
    .set LONG_PAIR, PAIR + 8 * \digits
    .set FRAME, LONG_PAIR + 8 * \long_digits + 4
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
    /* a to words of its own, below p. */
    add     r0, sp, #LONG_PAIR
    mov     r2, #\words
1:  ldr     r3, [r1], #4
    str     r3, [r0], #4
    subs    r2, r2, #1
    bne     1b
    BELOW_P_\name LONG_PAIR
    add     r0, sp, #PAIR + 4
    add     r1, sp, #LONG_PAIR
    movs    r2, #\words
    bl      fk_armv7em_to_digits
    /* f = p, d = 0, e = 1 */
    mov     r1, #0
    add     r0, sp, #PAIR
    mov     r2, #\digits
2:  str     r1, [r0], #8
    subs    r2, r2, #1
    bne     2b
    add     r0, sp, #LONG_PAIR
    mov     r2, #2 * \long_digits
3:  str     r1, [r0], #4
    subs    r2, r2, #1
    bne     3b
    movs    r0, #4
    str     r0, [sp, #LONG_PAIR + 4]
    F_IS_P_\name
    movs    r3, #0
    mov     r2, #\batches
4:  str     r2, [sp, #8]
    ldrd    r0, r1, [sp, #PAIR]
    bl      fk_armv7em_divsteps30
    str     r3, [sp, #4]
    add     r0, sp, #LONG_PAIR
    bl      fk_armv7em_divide_pair_\name
    add     r0, sp, #PAIR
    ldr     r2, [sp, #8]
    rsbs    r12, r2, #15
    cmp     r2, #\digits
    it      hi
    movhi   r12, #15 - \digits
    bl      fk_armv7em_divide_pair
    ldr     r2, [sp, #8]
    ldr     r3, [sp, #4]
    subs    r2, r2, #1
    bne     4b
    /* d with the sign of f, to words, between 0 and p. */
    ldr     r4, [sp, #PAIR]
    asr     r4, r4, #31
    add     r0, sp, #PAIR
    add     r1, sp, #LONG_PAIR
    movs    r2, #\words
    bl      fk_armv7em_to_words
    /* What is above the words. */
    .if \long_digits > \words + 1
    ldr     r10, [r1]
    eor     r10, r4, r10, asr #2
    sub     r10, r10, r4
    add     r9, r9, r10
    .endif
    add     r3, r3, r9, lsl #30 * (\words + 1) - 32 * \words
    .rept 2
    add     r0, sp, #PAIR
    adr.w   r1, fk_armv7em_fold_\name
    movs    r2, #\words
    bl      fk_armv7em_fold
    .endr
    BELOW_P_\name PAIR
    ldr     r0, [sp]
    add     r1, sp, #PAIR
    mov     r2, #\words
5:  ldr     r3, [r1], #4
    str     r3, [r0], #4
    subs    r2, r2, #1
    bne     5b
    add     sp, sp, #FRAME
    .cfi_adjust_cfa_offset -FRAME
    pop     {r4-r11, pc}
    .endm

/* w at sp + \at, below 2^(32 words), to below p. */
    .macro SUBTRACT_ONCE at, multiple, words
    add     r0, sp, #\at
    adr     r1, \multiple
    movs    r2, #\words
    bl      fk_armv7em_subtract_once
    .endm

    .macro BELOW_P_25519 at
    SUBTRACT_ONCE \at, fk_armv7em_2p_25519, 8
    SUBTRACT_ONCE \at, fk_armv7em_p_25519, 8
    .endm

    .macro BELOW_P_p256 at
    SUBTRACT_ONCE \at, fk_armv7em_p_p256, 8
    .endm

    .macro BELOW_P_448 at
    SUBTRACT_ONCE \at, fk_armv7em_p_448, 14
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

FUNCTION fk_armv7em_invert_25519
    INVERT  25519, 8, 9, 9, 20
    .balign 4
fk_armv7em_2p_25519:
    .word   -38, -1, -1, -1, -1, -1, -1, -1
fk_armv7em_p_25519:
    .word   -19, -1, -1, -1, -1, -1, -1, 0x7FFFFFFF
fk_armv7em_fold_25519:
    .byte   38, 0, 0, 0, 0, 0, 0, 0
    .ltorg
END_FUNCTION fk_armv7em_invert_25519

FUNCTION fk_armv7em_invert_p256
    INVERT  p256, 8, 9, 9, 20
    .balign 4
fk_armv7em_p_p256:
    .word   -1, -1, -1, 0, 0, 0, 1, -1
fk_armv7em_fold_p256:
    .byte   1, 0, 0, -1, 0, 0, -1, 1
    .ltorg
END_FUNCTION fk_armv7em_invert_p256

FUNCTION fk_armv7em_invert_448
    INVERT  448, 14, 15, 16, 35
    .balign 4
fk_armv7em_p_448:
    .word   -1, -1, -1, -1, -1, -1, -1, -2, -1, -1, -1, -1, -1, -1
fk_armv7em_fold_448:
    .byte   1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0
    .ltorg
END_FUNCTION fk_armv7em_invert_448

#endif
