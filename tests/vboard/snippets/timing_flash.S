/* SPDX-License-Identifier: MIT */
/*
 * Code for flash at 80 MHz: 4 wait states, lines of 64 bits. Where a name has _begin, a line starts
 * there. Code in SRAM2 (section .sram2) is the same code without flash.
 */
#include "macros.inc"

    .text
/* 32 lines of 4 and of 2 instructions, in a straight line. */
CASE lines_narrow
BEGIN lines_narrow
    .rept 128
    nop.n
    .endr
END lines_narrow

CASE lines_wide
BEGIN lines_wide
    .rept 64
    add.w r3, r3, #1
    .endr
END lines_wide

/* Slower than flash: 2 instructions of 3 cycles a line. */
CASE lines_slow
    ldr r0, =scratch
BEGIN lines_slow
    .rept 64
    ldrd r4, r5, [r0]
    .endr
END lines_slow

/* Four passes of a loop of `lines` lines: 4 * lines instructions of 16 bits would fill it; the last
 * three halfwords are SUBS and a 32-bit BNE. name_begin is the start of the loop. */
    .macro LOOP name, lines
    CASE \name
    mov r3, #4
    BEGIN \name
.L\name:
    .rept 4 * \lines - 3
    nop.n
    .endr
    subs.n r3, #1
    bne.w .L\name
    END \name
    .rept 16 /* so that nothing else lies in the lines that are read ahead */
    nop.n
    .endr
    .endm

    LOOP loop_10_lines, 10
    LOOP loop_100_lines, 100
    LOOP loop_129_lines, 129

/* With r0 = 1 the straight line; with r0 = 0 a taken branch to a line that only this reads. */
CASE cold_branch
BEGIN cold_branch
    nop.n
    cbz r0, 1f
    .rept 30
    nop.n
    .endr
    b.w 2f
    .balign 64, 0xBF
    .global cold_branch_target
    .thumb_func
cold_branch_target:
1:  nop.n
    b.w 2f
    .balign 64, 0xBF
2:
END cold_branch

/* Literals from flash by code in flash: two words of one line. */
CASE literals
BEGIN literals
    .rept 12
    nop.n
    .endr
    ldr.n r3, .Lliteral
    .rept 13
    nop.n
    .endr
    ldr.n r3, .Lliteral + 4
    .rept 13
    nop.n
    .endr
END literals
    .balign 8
.Lliteral:
    .word 0x11111111, 0x22222222

/* A literal pool of its own for loads: 64 bytes in 8 lines. */
    .balign 64
    .global flash_words
flash_words:
    .rept 16
    .word 0x12345678
    .endr

    .section .sram2, "ax"
CASE sram2_narrow
BEGIN sram2_narrow
    .rept 64
    nop.n
    .endr
END sram2_narrow

CASE sram2_wide
BEGIN sram2_wide
    .rept 32
    add.w r3, r3, #1
    .endr
END sram2_wide

CASE sram2_loop
    mov r3, #10
BEGIN sram2_loop
1:  nop.n
    nop.n
    subs.n r3, #1
    bne.n 1b
END sram2_loop

/* Loads from flash by code that needs no flash, with the port idle before each. */
    .macro QUIET
    .rept 12
    nop.n
    .endr
    .endm

CASE sram2_flash_loads
    ldr r0, =flash_words
    QUIET
BEGIN sram2_flash_loads
    QUIET
    ldr.n r3, [r0] /* line 0 */
    QUIET
    nop.n
    ldr.n r3, [r0, #4] /* line 0 again */
    QUIET
    nop.n
    ldr.n r3, [r0, #8] /* line 1 */
    QUIET
    nop.n
    ldr.n r3, [r0, #4] /* back to line 0 */
    QUIET
    nop.n
    ldrb.n r3, [r0, #16] /* line 2 */
    QUIET
    nop.n
END sram2_flash_loads
