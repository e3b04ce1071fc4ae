/* SPDX-License-Identifier: MIT */
/*
 * Instructions that fault, or end a run, and their like that do not. The first argument (r0) is the
 * address, or what else the test chooses.
 */
#include "macros.inc"

    /* A function of one instruction. */
    .macro RETURN name
    bx lr
    .size \name, . - \name
    .endm

    .text
FUNCTION load_word
    AT(load_word) ldr r0, [r0]
    RETURN load_word

FUNCTION load_half
    AT(load_half) ldrh r0, [r0]
    RETURN load_half

FUNCTION load_byte
    AT(load_byte) ldrb r0, [r0]
    RETURN load_byte

FUNCTION store_word
    AT(store_word) str r1, [r0]
    RETURN store_word

FUNCTION store_half
    AT(store_half) strh r1, [r0]
    RETURN store_half

FUNCTION store_byte
    AT(store_byte) strb r1, [r0]
    RETURN store_byte

FUNCTION load_dual
    mov r3, r0
    AT(load_dual) ldrd r0, r1, [r3]
    RETURN load_dual

FUNCTION store_dual
    AT(store_dual) strd r1, r2, [r0]
    RETURN store_dual

FUNCTION load_multiple
    mov r3, r0
    AT(load_multiple) ldm r3, {r0, r1, r2}
    RETURN load_multiple

FUNCTION store_multiple
    AT(store_multiple) stm r0, {r1, r2}
    RETURN store_multiple

FUNCTION load_multiple_before
    mov r3, r0
    AT(load_multiple_before) ldmdb r3, {r0, r1, r2}
    RETURN load_multiple_before

/* SP ignores its two lowest bits, so that POP and PUSH cannot be unaligned. */

FUNCTION load_exclusive
    AT(load_exclusive) ldrex r0, [r0]
    RETURN load_exclusive

FUNCTION load_exclusive_half
    AT(load_exclusive_half) ldrexh r0, [r0]
    RETURN load_exclusive_half

FUNCTION store_exclusive
    ldr r3, =scratch
    ldrex r2, [r3]
    mov r3, r0
    AT(store_exclusive) strex r0, r1, [r3]
    bx lr
    .size store_exclusive, . - store_exclusive
    .ltorg

FUNCTION fp_load
    AT(fp_load) vldr s0, [r0]
    RETURN fp_load

FUNCTION fp_store
    AT(fp_store) vstr s0, [r0]
    RETURN fp_store

FUNCTION fp_load_double
    AT(fp_load_double) vldr d0, [r0]
    RETURN fp_load_double

FUNCTION fp_load_multiple
    AT(fp_load_multiple) vldmia r0, {s0-s3}
    RETURN fp_load_multiple

FUNCTION fp_store_multiple
    AT(fp_store_multiple) vstmia r0, {s0-s3}
    RETURN fp_store_multiple

FUNCTION fp_add
    AT(fp_add) vadd.f32 s0, s0, s1
    RETURN fp_add

FUNCTION fp_move
    AT(fp_move) vmov s0, r0
    RETURN fp_move

FUNCTION fp_status
    AT(fp_status) vmrs r0, fpscr
    RETURN fp_status

FUNCTION divide_signed
    AT(divide_signed) sdiv r0, r0, r1
    RETURN divide_signed

FUNCTION divide_unsigned
    AT(divide_unsigned) udiv r0, r0, r1
    RETURN divide_unsigned

FUNCTION undefined
    AT(undefined) udf #3
    RETURN undefined

FUNCTION undefined_wide
    AT(undefined_wide) udf.w #3
    RETURN undefined_wide

FUNCTION jump
    bx r0
    .size jump, . - jump

FUNCTION breakpoint
    AT(breakpoint) bkpt #7
    RETURN breakpoint

/* r0 = operation, r1 = its parameter. */
FUNCTION semihosting
    AT(semihosting) bkpt #0xAB
    RETURN semihosting

FUNCTION self_branch
    nop
    AT(self_branch) b.n .
    RETURN self_branch

FUNCTION self_branch_wide
    nop
    AT(self_branch_wide) b.w .
    RETURN self_branch_wide

/* Two branches to each other: nobody can tell that this never ends; the budget does. */
FUNCTION two_branches
1:  b.n 2f
    nop
2:  b.n 1b
    .size two_branches, . - two_branches

FUNCTION wait_for_interrupt
    AT(wait_for_interrupt) wfi
    RETURN wait_for_interrupt

/* Polls the word at r0 until a bit of the mask r1 is set. */
FUNCTION poll
    AT(poll) ldr r2, [r0]
    tst r2, r1
    beq poll
    RETURN poll

FUNCTION bits_from_memory
    ldr r0, [r0]
    RETURN bits_from_memory

/* Runs out of stack by calling itself: 16 bytes a call. */
FUNCTION overflow_by_calls
    AT(overflow_by_calls) push {r0, r1, r2, lr}
    bl overflow_by_calls
    pop {r0, r1, r2, pc}
    .size overflow_by_calls, . - overflow_by_calls

/* Runs out of stack by a frame of 8 KB. */
FUNCTION overflow_by_frame
    push {r4, lr}
    sub sp, sp, #8192
    AT(overflow_by_frame) str r0, [sp, #16]
    add sp, sp, #8192
    pop {r4, pc}
    .size overflow_by_frame, . - overflow_by_frame

/* The frame of an exception does not fit: 8 bytes are left. */
FUNCTION overflow_by_exception
    mov r12, sp
    ldr r3, =0x20000008
    mov sp, r3
    AT(overflow_by_exception) svc #0
    mov sp, r12
    bx lr
    .ltorg
    .size overflow_by_exception, . - overflow_by_exception

/* What failed conditions must leave alone; r0 = 0 if all is well. */
FUNCTION failed_conditions
    push {r4-r11, lr}
    ldr r1, =scratch
    mov r2, #22
    mov r3, #33
    mov r4, #44
    str r2, [r1]
    mov r5, sp
    cmp r1, r1
    itttt ne
    movne r2, #1
    ldrne r3, [r1]
    strne r3, [r1]
    pushne {r2, r3}
    ite eq
    moveq r4, #45
    movne r4, #46
    ittt ne
    udfne #1
    vaddne.f32 s0, s0, s0
    bne undefined
    ldr r6, [r1]
    mov r0, #0
    cmp r2, #22
    it ne
    orrne r0, r0, #1
    cmp r3, #33
    it ne
    orrne r0, r0, #2
    cmp r4, #45
    it ne
    orrne r0, r0, #4
    mov r7, sp
    cmp r5, r7
    it ne
    orrne r0, r0, #8
    cmp r6, #22
    it ne
    orrne r0, r0, #16
    pop {r4-r11, pc}
    .ltorg
    .size failed_conditions, . - failed_conditions

/* Two functions of the same size to be copied to RAM over each other. */
    .balign 4
FUNCTION returns_seven
    mov.w r0, #7
    bx lr
    nop
    .size returns_seven, . - returns_seven

    .balign 4
FUNCTION returns_nine
    mov.w r0, #9
    bx lr
    nop
    .size returns_nine, . - returns_nine

/* r0 = where in RAM: runs one function there, then the other. 7 * 256 + 9. */
FUNCTION overwritten_code
    push {r4, r5, r6, lr}
    mov r4, r0
    ldr r1, =returns_seven
    bic r1, r1, #1
    ldrd r2, r3, [r1]
    strd r2, r3, [r4]
    dsb
    isb
    orr r5, r4, #1
    blx r5
    lsl r6, r0, #8
    ldr r1, =returns_nine
    bic r1, r1, #1
    ldrd r2, r3, [r1]
    strd r2, r3, [r4]
    dsb
    isb
    blx r5
    add r0, r0, r6
    pop {r4, r5, r6, pc}
    .ltorg
    .size overwritten_code, . - overwritten_code

/* r0 = where in RAM: runs four instructions of 16 bits there, then NOP, LDRD, BX. */
    .balign 4
FUNCTION four_narrow
    nop.n
    nop.n
    nop.n
    bx lr
    .size four_narrow, . - four_narrow

    .balign 4
FUNCTION one_wide
    nop.n
    ldrd r0, r1, [sp]
    bx lr
    .size one_wide, . - one_wide

FUNCTION overwritten_times
    push {r4, r5, r6, lr}
    mov r4, r0
    ldr r1, =four_narrow
    bic r1, r1, #1
    ldrd r2, r3, [r1]
    strd r2, r3, [r4]
    dsb
    isb
    orr r5, r4, #1
    blx r5
    ldr r1, =one_wide
    bic r1, r1, #1
    ldrd r2, r3, [r1]
    strd r2, r3, [r4]
    dsb
    isb
    blx r5
    pop {r4, r5, r6, pc}
    .ltorg
    .size overwritten_times, . - overwritten_times
