/* SPDX-License-Identifier: MIT */
/* Vectors and reset. A handler that an image does not define is an undefined instruction. */
#include "macros.inc"

    .section .vectors, "a"
    .global vectors
vectors:
    .word stack_top
    .word reset_handler
    .rept 9 /* NMI .. reserved */
    .word unexpected
    .endr
    .word svc_handler
    .word unexpected /* debug monitor */
    .word unexpected /* reserved */
    .word pendsv_handler
    .word systick_handler
    .word irq0_handler
    .word irq1_handler
    .rept 36
    .word unexpected
    .endr
    .word usart2_handler /* 38 */
    .rept 43
    .word unexpected
    .endr

    .text
FUNCTION unexpected
    udf #0
    .size unexpected, . - unexpected

    .weak svc_handler, pendsv_handler, systick_handler, irq0_handler, irq1_handler, usart2_handler
    .thumb_set svc_handler, unexpected
    .thumb_set pendsv_handler, unexpected
    .thumb_set systick_handler, unexpected
    .thumb_set irq0_handler, unexpected
    .thumb_set irq1_handler, unexpected
    .thumb_set usart2_handler, unexpected

FUNCTION reset_handler
    bl program
    bkpt #0
    .size reset_handler, . - reset_handler

/* What an image without a program does. */
    .weak program
FUNCTION program
    bx lr
    .size program, . - program
