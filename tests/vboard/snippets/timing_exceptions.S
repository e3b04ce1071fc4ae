/* SPDX-License-Identifier: MIT */
/* Exceptions whose every cycle counts; their own vectors, so that the handlers are these. */
#include "macros.inc"

    .section .rodata
    .balign 512
    .global timed_vectors
timed_vectors:
    .word stack_top
    .word reset_handler
    .rept 9
    .word unexpected
    .endr
    .word timed_svc
    .word unexpected
    .word unexpected
    .word timed_pendsv
    .word timed_systick
    .rept 82
    .word unexpected
    .endr

    .text
    .balign 64
FUNCTION timed_svc
    nop.n
    .global timed_svc_return
    .thumb_func
timed_svc_return:
    bx lr

    .balign 64
FUNCTION timed_pendsv
    nop.n
    .global timed_pendsv_return
    .thumb_func
timed_pendsv_return:
    bx lr

    .balign 64
FUNCTION timed_systick
    nop.n
    .global timed_systick_return
    .thumb_func
timed_systick_return:
    bx lr

    .macro USE_TIMED_VECTORS
    ldr r0, =0xE000ED08
    ldr r1, =timed_vectors
    str r1, [r0]
    ldr r0, =0xE000ED04
    mov r1, #(1 << 28) /* PENDSVSET */
    mov r2, #(1 << 26) /* PENDSTSET */
    .endm

CASE exception_svc
    USE_TIMED_VECTORS
BEGIN exception_svc
    nop.n
    .global exception_svc_at
    .thumb_func
exception_svc_at:
    svc #1
    nop.n
    nop.n
END exception_svc

CASE exception_pendsv
    USE_TIMED_VECTORS
BEGIN exception_pendsv
    nop.n
    str.n r1, [r0]
    .rept 8
    nop.n
    .endr
END exception_pendsv

/* Both wait behind PRIMASK, SysTick with the higher priority; PendSV follows by tail-chaining. */
CASE exception_tail
    USE_TIMED_VECTORS
    ldr r3, =0xE000ED20
    ldr r4, =0x40800000 /* SysTick 0x40, PendSV 0x80 */
    str r4, [r3]
    cpsid i
    orr r1, r1, r2
    str r1, [r0]
    dsb
BEGIN exception_tail
    nop.n
    cpsie i
    .rept 8
    nop.n
    .endr
END exception_tail
