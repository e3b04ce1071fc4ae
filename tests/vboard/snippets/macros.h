/* SPDX-License-Identifier: MIT */
/*
 * A case is a function `name` with setup, then a branch to an address that is a multiple of 64, plus
 * `skew` halfwords (so that the state of the fetch unit is known: one address phase after another,
 * nothing older), then the instructions under test from name_begin up to name_end.
 */
    .syntax unified
    .cpu cortex-m4
    .fpu fpv4-sp-d16
    .thumb

    .macro FUNCTION name
    .balign 4
    .global \name
    .type \name, %function
    .thumb_func
\name:
    .endm

    .macro CASE name
    .balign 64
    FUNCTION \name
    push {r4-r11, lr}
    .endm

    .macro BEGIN name, skew=0
    b.w \name\()_begin
    .balign 64, 0xBF
    .rept \skew
    nop.n
    .endr
    .global \name\()_begin
    .thumb_func
\name\()_begin:
    .endm

    /* The four no-operations keep what follows out of what is measured. */
    .macro END name
    .global \name\()_end
    .thumb_func
\name\()_end:
    nop.n
    nop.n
    nop.n
    nop.n
    pop {r4-r11, pc}
    .size \name, . - \name
    .ltorg
    .endm

/* On the line of the instruction under test: its address is the symbol name_at, and the word at
 * name_line is its line in the source file. */
#define AT(name)                                                                                   \
    .pushsection .rodata;                                                                          \
    .balign 4;                                                                                     \
    .global name##_line;                                                                           \
    name##_line: .word __LINE__;                                                                   \
    .popsection;                                                                                   \
    .global name##_at;                                                                             \
    .thumb_func;                                                                                   \
    name##_at:
