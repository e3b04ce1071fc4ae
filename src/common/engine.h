/* SPDX-License-Identifier: MIT */
/*
 * Which engine is compiled, and in which profile: macros alone, so that assembly includes it too.
 *
 * Given by the build, each optional:
 *
 *   FK_PORTABLE         portable C, also where there is assembly for the processor
 *   FK_USE_FPU          the assembly may spill to floating-point registers (s0 to s31). They are
 *                       the caller's: an interrupt that computes may then only do so with lazy
 *                       stacking or full stacking of the floating-point context (FPCCR, DDI 0403)
 *   FK_SHARED_ROUTINES  hot code calls one copy of each field routine instead of having copies in
 *                       line: for code that is fetched from flash with wait states
 *   FK_SMALL            no table beyond 1 KB, rolled code; FK_SHARED_ROUTINES comes with it
 *
 * Defined here:
 *
 *   FK_ARMV7EM          the assembly of armv7em/ is used: ARMv7E-M, Thumb, little-endian
 *   FK_ARMV7EM_FPU      and may use floating-point registers
 */
#ifndef FK_COMMON_ENGINE_H
#define FK_COMMON_ENGINE_H

#if defined(__ARM_ARCH_7EM__) && defined(__ARMEL__) && !defined(FK_PORTABLE)
#define FK_ARMV7EM 1
#endif

#if defined(FK_USE_FPU)
#if !defined(FK_ARMV7EM) || !defined(__ARM_FP)
#error "fieldkex: FK_USE_FPU needs ARMv7E-M with floating-point registers and not FK_PORTABLE"
#endif
#define FK_ARMV7EM_FPU 1
#endif

#if defined(FK_SMALL) && !defined(FK_SHARED_ROUTINES)
#define FK_SHARED_ROUTINES 1
#endif

#endif
