/* SPDX-License-Identifier: MIT */
/*
 * What fetch costs at zero wait states: branches by kind and by target, and 32-bit instructions on
 * odd halfwords. A target is name_target. Between a branch and its target lie undefined
 * instructions.
 */
#include "macros.inc"

    /* Where branches go: the first instruction behind `skew` halfwords after a multiple of 16. */
    .macro TARGET name, skew
    .balign 16, 0xDE
    .rept \skew
    udf.n #1
    .endr
    .global \name\()_target
    .thumb_func
\name\()_target:
.L\name\()_target:
    .endm

    /* One case for each kind of target: on a word, 16 bits on an odd halfword, 32 bits on a word,
     * 32 bits on an odd halfword. `before` are instructions ahead of the branch, each 32 bits. */
    .macro TARGETS kind, setup, before, branch:vararg
    BRANCH \kind\()_to_narrow, 0, nop.n, "\setup", "\before", \branch
    BRANCH \kind\()_to_odd_narrow, 1, nop.n, "\setup", "\before", \branch
    BRANCH \kind\()_to_wide, 0, nop.w, "\setup", "\before", \branch
    BRANCH \kind\()_to_odd_wide, 1, nop.w, "\setup", "\before", \branch
    .endm

    .macro BRANCH name, skew, first, setup, before, branch:vararg
    CASE \name
    ldr r0, =scratch
    ldr r3, =\name\()_target
    orr r3, r3, #1 /* the Thumb bit */
    \setup
    BEGIN \name
    \before
    \branch .L\name\()_target
    TARGET \name, \skew
    \first
    END \name
    .endm

    /* Branches whose operand is not the target's name: a macro takes the name and drops it. */
    .macro cbz_r2 target
    cbz r2, \target
    .endm
    .macro cbnz_r3 target
    cbnz r3, \target
    .endm
    .macro bx_lr target
    bx lr
    .endm
    .macro blx_r3 target
    blx r3
    .endm
    .macro mov_pc target
    mov pc, r3
    .endm
    .macro pop_pc target
    pop.n {pc}
    .endm
    .macro pop_r4_pc target
    pop.n {r4, pc}
    .endm
    .macro ldm_pc target
    ldmia.w r0, {r4, r5, pc}
    .endm
    .macro ldr_pc target
    ldr.w pc, [r0]
    .endm
    .macro tbb_r0 target
    tbb [r0, r2]
    .endm
    .macro tbh_r0 target
    tbh [r0, r2, lsl #1]
    .endm

    .text
    TARGETS b_narrow, "cmp r0, r0", nop.w, b.n
    TARGETS b_wide, "cmp r0, r0", nop.w, b.w
    TARGETS bcc_narrow, "cmp r0, r0", nop.w, beq.n
    TARGETS bcc_wide, "cmp r0, r0", nop.w, beq.w
    TARGETS bl, "cmp r0, r0", nop.w, bl
    TARGETS cbz, "mov r2, #0", nop.w, cbz_r2
    TARGETS cbnz, "mov r2, #0", nop.w, cbnz_r3
    TARGETS bx_lr, "mov lr, r3", nop.w, bx_lr
    TARGETS blx, "mov lr, r3", nop.w, blx_r3
    TARGETS mov_pc, "mov lr, r3", nop.w, mov_pc
    TARGETS pop_pc, "push {r3}", nop.w, pop_pc
    TARGETS pop_r4_pc, "push {r2, r3}", nop.w, pop_r4_pc
    TARGETS ldm_pc, "str r3, [r0, #8]", nop.w, ldm_pc
    TARGETS ldr_pc, "str r3, [r0]", nop.w, ldr_pc
    /* Tables count halfwords from 4 bytes after the branch, which is at name_begin + 4; targets are at
     * name_begin + 16 and + 18. */
    BRANCH tbb_to_narrow, 0, nop.n, "mov r2, #4; str r2, [r0]; mov r2, #0", nop.w, tbb_r0
    BRANCH tbb_to_odd_narrow, 1, nop.n, "mov r2, #5; str r2, [r0]; mov r2, #0", nop.w, tbb_r0
    BRANCH tbb_to_wide, 0, nop.w, "mov r2, #4; str r2, [r0]; mov r2, #0", nop.w, tbb_r0
    BRANCH tbb_to_odd_wide, 1, nop.w, "mov r2, #5; str r2, [r0]; mov r2, #0", nop.w, tbb_r0
    BRANCH tbh_to_narrow, 0, nop.n, "mov r2, #4; str r2, [r0]; mov r2, #0", nop.w, tbh_r0
    BRANCH tbh_to_odd_wide, 1, nop.w, "mov r2, #5; str r2, [r0]; mov r2, #0", nop.w, tbh_r0

/* Not taken. */
CASE branches_not_taken
    cmp r0, r0
    mov r2, #1
    mov r3, #0
BEGIN branches_not_taken
    bne.n 1f
    nop.n
    bne.w 1f
    nop.w
    cbz r2, 1f
    cbnz r3, 1f
1:
END branches_not_taken

/* 10 times 1 + (1 + P), the last time without the refill. */
CASE loop
    mov r3, #10
BEGIN loop
1:  subs.n r3, #1
    bne.n 1b
END loop

/* The start of the loop is a 32-bit instruction on an odd halfword. */
CASE loop_odd_wide
    mov r3, #10
BEGIN loop_odd_wide, 1
1:  nop.w
    subs.n r3, #1
    bne.n 1b
END loop_odd_wide

CASE call_and_return
    nop
BEGIN call_and_return
    bl 1f
    nop.n
    nop.n
    b.n 2f
    .balign 8, 0xDE
1:  nop.n
    bx lr
    .balign 8, 0xDE
2:
END call_and_return

/* A multi-cycle instruction, then 32-bit instructions on odd halfwords. */
CASE odd_three_after_ldm
    ldr r0, =scratch
BEGIN odd_three_after_ldm
    ldmia.n r0!, {r1, r2}
    add.w r3, r3, #1
    add.w r3, r3, #1
    add.w r3, r3, #1
    add.w r3, r3, #1
    nop.n
END odd_three_after_ldm

CASE odd_three_after_load
    ldr r0, =scratch
BEGIN odd_three_after_load
    ldr.n r1, [r0]
    add.w r3, r3, #1
    add.w r3, r3, #1
    add.w r3, r3, #1
    nop.n
    nop.n
    nop.n
END odd_three_after_load

CASE odd_two_after_ldm
    ldr r0, =scratch
BEGIN odd_two_after_ldm
    ldmia.n r0!, {r1, r2}
    add.w r3, r3, #1
    add.w r3, r3, #1
    nop.n
    nop.n
    nop.n
END odd_two_after_ldm

CASE odd_three_after_single
BEGIN odd_three_after_single
    nop.n
    add.w r3, r3, #1
    add.w r3, r3, #1
    add.w r3, r3, #1
    add.w r3, r3, #1
    nop.n
END odd_three_after_single

CASE even_three_after_ldm
    ldr r0, =scratch
BEGIN even_three_after_ldm
    nop.n
    ldmia.n r0!, {r1, r2}
    add.w r3, r3, #1
    add.w r3, r3, #1
    add.w r3, r3, #1
    add.w r3, r3, #1
END even_three_after_ldm
