/* SPDX-License-Identifier: MIT */
/*
 * Controls of the constant-time test: routines (r0 = memory of at least 8 bytes, r1 = a secret, 0 or
 * 1) that leak it by a branch, by an address, by a duration.
 */
    .syntax unified
    .thumb

    .text
    .balign 4
    .global fk_test_leaky_branch, fk_test_leaky_load, fk_test_leaky_duration
    .type fk_test_leaky_branch, %function
    .thumb_func
fk_test_leaky_branch:
    cbz r1, 1f
    nop
1:  bx lr
    .size fk_test_leaky_branch, . - fk_test_leaky_branch

    .balign 4
    .type fk_test_leaky_load, %function
    .thumb_func
fk_test_leaky_load:
    ldr r0, [r0, r1, lsl #2]
    bx lr
    .size fk_test_leaky_load, . - fk_test_leaky_load

/* A load that is left out by its condition. */
    .balign 4
    .type fk_test_leaky_duration, %function
    .thumb_func
fk_test_leaky_duration:
    cmp r1, #0
    it ne
    ldrne r2, [r0]
    bx lr
    .size fk_test_leaky_duration, . - fk_test_leaky_duration
