/* SPDX-License-Identifier: MIT */
    .syntax unified
    .thumb

/*
 * void fk_test_batch(struct frame *frames, uint32_t count, uint32_t function)
 *
 * Calls the routine once for each frame (routine.h: struct fk_routine_frame, 48 words) with r0 to
 * r12 and s0 to s31 loaded from it, and stores what they hold afterwards, with the stack pointer
 * and the flags. The routine may have any convention that returns by the link register; not even
 * the stack pointer is believed after it.
 */
    .set FRAME_R12, 12 * 4
    .set FRAME_SP, 13 * 4
    .set FRAME_FLAGS, 14 * 4
    .set FRAME_S0, 16 * 4
    .set FRAME_BYTES, 48 * 4

    .bss
    .balign 4
state: /* frame, frames left, function, stack pointer of a call, r0 */
    .space 5 * 4

    .section .text.fk_test_batch, "ax", %progbits
    .balign 4
    .global fk_test_batch
    .type fk_test_batch, %function
    .thumb_func
fk_test_batch:
    push {r4-r12, lr}
    vpush {s16-s31}
    ldr r3, =state
    orr r2, r2, #1
    stmia r3!, {r0-r2}
    subs r3, r3, #12
    str sp, [r3, #12]
1:  ldr r3, =state
    ldr r0, [r3, #4]
    cbz r0, 2f
    subs r0, r0, #1
    str r0, [r3, #4]
    ldr lr, [r3, #8]
    ldr r12, [r3]
    add r0, r12, #FRAME_S0
    vldmia r0, {s0-s31}
    ldm r12, {r0-r11}
    ldr r12, [r12, #FRAME_R12]
    blx lr
    ldr lr, =state
    str r0, [lr, #16]
    mrs r0, apsr
    ldr lr, [lr]
    str r0, [lr, #FRAME_FLAGS]
    str sp, [lr, #FRAME_SP]
    str r12, [lr, #FRAME_R12]
    ldr r12, =state
    ldr r0, [r12, #16]
    ldr sp, [r12, #12]
    stm lr, {r0-r11}
    add r0, lr, #FRAME_S0
    vstmia r0!, {s0-s31}
    str r0, [r12]
    b 1b
2:  vpop {s16-s31}
    pop {r4-r12, pc}
    .ltorg
    .size fk_test_batch, . - fk_test_batch
