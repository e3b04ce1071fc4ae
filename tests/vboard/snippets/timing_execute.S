/* SPDX-License-Identifier: MIT */
/*
 * What instructions cost by themselves and by their neighbours. No 32-bit instruction lies on an odd
 * halfword here, so that fetch never costs a cycle: timing_fetch.S is about that.
 * r0 = scratch, r1 = scratch + 256, r2 = 0 in every case; memory holds what the case stores there.
 */
#include "macros.inc"

    .macro DATA name
    CASE \name
    ldr r0, =scratch
    add.w r1, r0, #256
    mov.w r2, #0
    .endm

    .text
DATA data_processing
    mov.w r3, #21
    mov.w r4, #5
BEGIN data_processing
    mov.w r5, r3
    movw r5, #0x1234
    movt r5, #0x5678
    add.w r6, r3, r4
    adc.w r6, r3, r4
    adr.w r6, data_processing
    sub.w r6, r3, r4
    sbc.w r6, r3, r4
    rsb.w r6, r3, r4
    and.w r6, r3, r4
    eor.w r6, r3, r4
    orr.w r6, r3, r4
    orn r6, r3, r4
    bic.w r6, r3, r4
    mvn.w r6, r3
    tst.w r3, r4
    teq r3, r4
    cmp.w r3, r4
    cmn.w r3, r4
    lsl.w r6, r3, #3
    lsr.w r6, r3, #3
    asr.w r6, r3, #3
    ror.w r6, r3, #3
    rrx r6, r3
    lsl.w r6, r3, r4
    lsr.w r6, r3, r4
    asr.w r6, r3, r4
    ror.w r6, r3, r4
    clz r6, r3
    sxtb.w r6, r3
    sxth.w r6, r3
    uxtb.w r6, r3
    uxth.w r6, r3
    ubfx r6, r3, #2, #3
    sbfx r6, r3, #2, #3
    bfc r6, #2, #3
    bfi r6, r3, #2, #3
    rev.w r6, r3
    rev16.w r6, r3
    revsh.w r6, r3
    rbit r6, r3
    ssat r6, #4, r3
    usat r6, #4, r3
    nop.w
    movs.n r5, r3
    adds.n r5, r3, r4
    subs.n r5, r3, r4
    muls.n r5, r3, r5
    lsls.n r5, r3, #1
    cmp.n r3, r4
    uxtb.n r5, r3
    nop.n
END data_processing

DATA multiplies
    mov.w r3, #21
    mov.w r4, #5
BEGIN multiplies
    mul r5, r3, r4
    mla r5, r3, r4, r5
    mls r5, r3, r4, r5
    smull r5, r6, r3, r4
    umull r5, r6, r3, r4
    smlal r5, r6, r3, r4
    umlal r5, r6, r3, r4
    umaal r5, r6, r3, r4
    smulbb r5, r3, r4
    smultb r5, r3, r4
    smulwb r5, r3, r4
    smlabb r5, r3, r4, r5
    smlawt r5, r3, r4, r5
    smlalbt r5, r6, r3, r4
    smuad r5, r3, r4
    smusd r5, r3, r4
    smlad r5, r3, r4, r5
    smlsd r5, r3, r4, r5
    smlald r5, r6, r3, r4
    smlsld r5, r6, r3, r4
    smmul r5, r3, r4
    smmulr r5, r3, r4
    smmla r5, r3, r4, r5
    smmls r5, r3, r4, r5
END multiplies

DATA dsp
    mov.w r3, #21
    mov.w r4, #5
BEGIN dsp
    qadd r5, r3, r4
    qsub r5, r3, r4
    qdadd r5, r3, r4
    qdsub r5, r3, r4
    ssat16 r5, #4, r3
    usat16 r5, #4, r3
    pkhbt r5, r3, r4
    pkhtb r5, r3, r4, asr #1
    sxtab r5, r3, r4
    uxtah r5, r3, r4
    uxtab16 r5, r3, r4
    sxtb16 r5, r3
    sel r5, r3, r4
    usad8 r5, r3, r4
    usada8 r5, r3, r4, r5
    sadd8 r5, r3, r4
    uadd16 r5, r3, r4
    qsub16 r5, r3, r4
    shasx r5, r3, r4
    uqsub8 r5, r3, r4
    uhsax r5, r3, r4
END dsp

DATA divides
    mov.w r3, #21
    mov.w r4, #5
BEGIN divides
    sdiv r5, r3, r4
    udiv r5, r3, r4
END divides

DATA single_loads
    str r1, [r0, #8]
    add.w r7, r0, #4
BEGIN single_loads
    ldr.n r3, [r0, #4]
    nop.n
    ldrb.n r3, [r0, #4]
    nop.n
    ldrh.n r3, [r0, #4]
    nop.n
    ldr.n r3, [r0, r2]
    nop.n
    ldrsb.n r3, [r0, r2]
    nop.n
    ldrsh.n r3, [r0, r2]
    nop.n
    ldr.w r3, [r7, #-4]
    nop.w
    ldr.w r3, [r7, #4]!
    nop.w
    ldr.w r3, [r7], #-4
    nop.w
    ldr.w r3, [r0, r2, lsl #2]
    nop.w
    ldrt r3, [r0, #4]
    nop.w
    ldrex r3, [r0]
    nop.w
END single_loads

DATA single_stores
    mov.w r3, #1
    add.w r7, r0, #64
BEGIN single_stores
    str.n r3, [r0, #4]
    strb.n r3, [r0, #4]
    strh.n r3, [r0, #4]
    nop.n
    str.w r3, [r7, #4]!
    str.w r3, [r7], #-4
    str.w r3, [r7, #-4]
    strb.w r3, [r7], #1
    nop.w
    str.n r3, [r0, r2]
    nop.n
    strb.n r3, [r0, r2]
    nop.n
    strh.n r3, [r0, r2]
    nop.n
    str.w r3, [r0, r2, lsl #2]
    nop.w
END single_stores

DATA multiple_transfers
    mov.w r3, #1
    mov.w r9, r0
BEGIN multiple_transfers
    ldrd r4, r5, [r0, #8]
    nop.w
    strd r4, r5, [r0, #8]
    nop.w
    ldmia.w r9, {r3, r4, r5}
    nop.w
    stmia.w r9, {r3, r4, r5, r6}
    nop.w
    ldmia.w r9!, {r3, r4, r5, r6, r7, r8, r10, r11}
    nop.w
    push.n {r3, r4}
    nop.n
    pop.n {r3, r4}
    nop.n
    push.n {r3}
    nop.n
    pop.n {r3}
    nop.n
    stmdb.w r9!, {r3, r4, r5, r6, r7, r8, r10, r11}
    nop.w
END multiple_transfers

/* Loads that follow each other, and the exceptions. Wherever a pointer is loaded it is valid. */
DATA load_load_load
BEGIN load_load_load
    ldr.n r3, [r0]
    ldr.n r4, [r0, #4]
    ldr.n r5, [r0, #8]
    nop.n
END load_load_load

DATA load_mixed_sizes
BEGIN load_mixed_sizes
    ldrb.n r3, [r0]
    ldrh.n r4, [r1, r2]
    ldrsb.n r5, [r0, r2]
    ldr.n r6, [r0, #8]
    nop.n
    nop.n
END load_mixed_sizes

DATA load_then_nothing
BEGIN load_then_nothing
    ldr.n r3, [r0]
    nop.n
    ldr.n r4, [r0]
    adds.n r5, r0, #1
END load_then_nothing

DATA load_then_store
BEGIN load_then_store
    ldr.n r3, [r0]
    str.n r2, [r1]
    nop.n
    nop.n
END load_then_store

DATA load_then_store_by_register
BEGIN load_then_store_by_register
    ldr.n r3, [r0]
    str.n r4, [r1, r2]
    nop.n
    nop.n
END load_then_store_by_register

DATA load_then_store_of_it
BEGIN load_then_store_of_it
    ldr.n r3, [r0]
    str.n r3, [r1, r2]
    nop.n
    nop.n
END load_then_store_of_it

DATA load_of_base
    str r1, [r0]
BEGIN load_of_base
    ldr.n r3, [r0]
    ldr.n r4, [r3]
    nop.n
    nop.n
END load_of_base

DATA load_of_index
    str r2, [r0]
BEGIN load_of_index
    ldr.n r3, [r0]
    ldr.n r4, [r1, r3]
    nop.n
    nop.n
END load_of_index

DATA load_of_store_index
    str r2, [r0]
BEGIN load_of_store_index
    ldr.n r3, [r0]
    str.n r4, [r1, r3]
    nop.n
    nop.n
END load_of_store_index

DATA load_post_indexed_pair
    mov.w r7, r0
BEGIN load_post_indexed_pair
    ldr.w r3, [r7], #4
    ldr.w r4, [r1], #4
    nop.n
    nop.n
END load_post_indexed_pair

DATA store_then_load
BEGIN store_then_load
    str.n r2, [r0]
    ldr.n r3, [r0]
    nop.n
    nop.n
END store_then_load

DATA store_by_register_then_load
BEGIN store_by_register_then_load
    str.n r2, [r0, r2]
    ldr.n r3, [r0]
    nop.n
    nop.n
END store_by_register_then_load

DATA load_and_dual
BEGIN load_and_dual
    ldr.w r3, [r0]
    ldrd r4, r5, [r0, #8]
    ldr.w r3, [r0]
    nop.w
    ldr.w r3, [r0]
    strd r4, r5, [r0, #8]
    ldr.w r3, [r0]
    nop.w
END load_and_dual

DATA load_and_multiple
BEGIN load_and_multiple
    ldr.w r3, [r0]
    ldmia.w r1, {r4, r5}
    ldr.w r3, [r0]
    stmia.w r1, {r4, r5}
    ldr.w r3, [r0]
    nop.w
END load_and_multiple

/* A result of data processing as the address of the next access. */
DATA interlock_load_base
    mov.w r3, r0
BEGIN interlock_load_base
    adds.n r3, #4
    ldr.n r4, [r3]
    nop.n
    nop.n
END interlock_load_base

DATA interlock_load_index
    movs r3, #0
BEGIN interlock_load_index
    adds.n r3, #4
    ldr.n r4, [r0, r3]
    nop.n
    nop.n
END interlock_load_index

DATA interlock_store_base
    mov.w r3, r0
BEGIN interlock_store_base
    adds.n r3, #4
    str.n r4, [r3]
    nop.n
    nop.n
END interlock_store_base

DATA interlock_store_index
    movs r3, #0
BEGIN interlock_store_index
    adds.n r3, #4
    str.n r4, [r0, r3]
    nop.n
    nop.n
END interlock_store_index

DATA interlock_multiply
    movs r3, #1
BEGIN interlock_multiply
    mul r3, r3, r0
    ldr.w r4, [r3]
    umull r4, r5, r2, r0
    ldr.w r6, [r0, r5]
    nop.w
END interlock_multiply

DATA interlock_dual
    mov.w r3, r0
BEGIN interlock_dual
    add.w r3, r3, #8
    ldrd r4, r5, [r3]
    add.w r3, r3, #8
    ldmia.w r3, {r4, r5}
    add.w r3, r3, #8
    strd r4, r5, [r3]
    nop.w
END interlock_dual

/* What is written is not in the address, or comes one instruction earlier, or not at all. */
DATA no_interlock
    mov.w r3, r0
    movs r4, #0
BEGIN no_interlock
    adds.n r4, #1
    str.n r4, [r3]
    adds.n r3, #4
    nop.n
    ldr.n r4, [r3]
    nop.n
    cmp.n r3, r4
    ldr.n r4, [r3]
    nop.n
    nop.n
END no_interlock

/* Conditions. */
DATA it_after_narrow
    movs r3, #7
BEGIN it_after_narrow
    cmp.n r0, r0
    it eq
    moveq.n r3, r4
    nop.n
END it_after_narrow

DATA it_after_wide
BEGIN it_after_wide
    cmp.w r0, r0
    it eq
    moveq.n r3, r4
    nop.n
    nop.n
END it_after_wide

DATA it_after_branch_not_taken
    cmp r0, r0
BEGIN it_after_branch_not_taken
    bne.n it_after_branch_not_taken_end
    it eq
    moveq.n r3, r4
    nop.n
END it_after_branch_not_taken

DATA it_after_branch_taken
    cmp r0, r0
BEGIN it_after_branch_taken
    b.n 1f
    nop.n
    nop.n
    nop.n
1:  it eq
    moveq.n r3, r4
    nop.n
    nop.n
END it_after_branch_taken

DATA it_else
    movs r3, #1
    movs r4, #2
BEGIN it_else
    cmp.n r0, r0
    ite eq
    moveq.n r3, #10
    movne.n r4, #20
    nop.n
    nop.n
END it_else

/* Every kind of instruction under a condition that fails; none may have an effect. */
DATA it_failed
    str r2, [r0]
    movs r3, #3
    movs r4, #4
    movs r5, #5
BEGIN it_failed
    cmp.n r0, r0
    itttt ne
    ldrne.n r3, [r0]
    strne.n r4, [r0]
    ldmiane.w r1, {r3, r4, r5, r6}
    mulne.w r3, r3, r3
    nop.n
    nop.n
    nop.n
    ittt ne
    sdivne r5, r5, r5
    ldrdne r3, r4, [r1]
    bne.w data_processing
    nop.n
    nop.n
END it_failed

DATA it_failed_no_interlock
    mov.w r3, r0
BEGIN it_failed_no_interlock
    cmp.n r0, r0
    it ne
    addne.n r3, #4
    ldr.n r4, [r3]
    nop.n
    nop.n
END it_failed_no_interlock

/* Unaligned accesses. */
DATA unaligned_loads
    nop
BEGIN unaligned_loads
    ldr.w r3, [r0, #2]
    nop.w
    ldr.w r3, [r0, #1]
    nop.w
    ldr.w r3, [r0, #3]
    nop.w
    ldrh.w r3, [r0, #1]
    nop.w
    ldrh.w r3, [r0, #3]
    nop.w
    ldrh.w r3, [r0, #2]
    nop.w
    ldrsh.w r3, [r0, #1]
    nop.w
    ldrb.w r3, [r0, #3]
    nop.w
END unaligned_loads

DATA unaligned_stores
    nop
BEGIN unaligned_stores
    str.w r3, [r0, #2]
    nop.w
    str.w r3, [r0, #1]
    nop.w
    strh.w r3, [r0, #1]
    nop.w
END unaligned_stores

/* Floating point. */
DATA fp_arithmetic
    vmov.f32 s0, #1.0
    vmov.f32 s1, #2.0
BEGIN fp_arithmetic
    vadd.f32 s2, s0, s1
    nop.w
    vsub.f32 s3, s0, s1
    nop.w
    vmul.f32 s4, s0, s1
    nop.w
    vnmul.f32 s5, s0, s1
    nop.w
    vabs.f32 s6, s0
    nop.w
    vneg.f32 s7, s0
    nop.w
    vcmp.f32 s0, s1
    nop.w
    vcvt.s32.f32 s8, s0
    nop.w
    vmrs r3, fpscr
    nop.w
    vmsr fpscr, r3
    nop.w
    vmov.f32 s9, #1.5
    nop.w
    vmov.f32 s10, s0
    nop.w
    vmla.f32 s11, s0, s1
    nop.w
    vfma.f32 s12, s0, s1
    nop.w
    vnmls.f32 s13, s0, s1
    nop.w
    vdiv.f32 s14, s0, s1
    nop.w
    vsqrt.f32 s15, s1
    nop.w
END fp_arithmetic

DATA fp_transfers
    nop
BEGIN fp_transfers
    vmov s4, r3
    vmov r3, s0
    vmov s2, s3, r3, r4
    vmov r3, r4, s0, s1
    vmov d3, r3, r4
    vmov r3, r4, d0
    nop.w
END fp_transfers

DATA fp_memory
    mov.w r9, r0
BEGIN fp_memory
    vldr s0, [r0]
    vldr d1, [r0, #8]
    vstr s0, [r0]
    vstr d1, [r0, #8]
    vldmia r9, {s0-s3}
    nop.w
    vstmia r9, {s0-s4}
    vldmia r9!, {d0-d3}
    nop.w
    vstmdb r9!, {d0-d3}
    vpush {s0-s2}
    vpop {s0-s2}
    nop.w
END fp_memory

DATA fp_dependent
    vmov.f32 s0, #1.0
    vmov.f32 s1, #2.0
BEGIN fp_dependent
    vadd.f32 s2, s0, s1
    vadd.f32 s3, s2, s1
    vmul.f32 s4, s0, s3
    vsub.f32 s5, s0, s1
    vmul.f32 s6, s5, s5
    nop.w
END fp_dependent

DATA fp_load_interlock
    mov.w r3, r0
BEGIN fp_load_interlock
    add.w r3, r3, #8
    vldr s0, [r3]
    nop.w
END fp_load_interlock

DATA special_registers
    nop
BEGIN special_registers
    mrs r3, primask
    msr primask, r3
    mrs r3, apsr
    nop.w
    cpsid i
    nop.n
    cpsie i
    nop.n
END special_registers

/* The cycle counter: its own cost, and a stretch between two readings. */
    .text
    .balign 64
FUNCTION counter_empty
    push {r4-r6, lr}
    ldr r4, =0xE0001004
    b.w 1f
    .balign 64, 0xBF
1:  ldr.n r5, [r4]
    ldr.n r6, [r4]
    subs.n r0, r6, r5
    nop.n
    pop {r4-r6, pc}
    .ltorg

    .balign 64
FUNCTION counter_stretch
    push {r4-r7, lr}
    ldr r4, =0xE0001004
    ldr r7, =scratch
    b.w 1f
    .balign 64, 0xBF
1:  ldr.n r5, [r4]
    nop.n
    ldr.n r0, [r7]
    ldr.n r1, [r7]
    nop.n
    muls.n r0, r1
    ldmia.n r7!, {r0, r1, r2}
    str.n r0, [r7]
    ldr.n r6, [r4]
    subs.n r0, r6, r5
    pop {r4-r7, pc}
    .ltorg
