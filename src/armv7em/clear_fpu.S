/* SPDX-License-Identifier: MIT */
#include "assembly.h"

#if defined(FK_ARMV7EM_FPU)

/*
 * See clear_fpu.h. r0 = 0 too; the flags change. No stack, 68 bytes.
 */
FUNCTION fk_armv7em_clear_fpu
    movs    r0, #0
    vmov    s0, r0
    vmov    s1, r0
    vmov    s2, r0
    vmov    s3, r0
    vmov    s4, r0
    vmov    s5, r0
    vmov    s6, r0
    vmov    s7, r0
    vmov    s8, r0
    vmov    s9, r0
    vmov    s10, r0
    vmov    s11, r0
    vmov    s12, r0
    vmov    s13, r0
    vmov    s14, r0
    vmov    s15, r0
    bx      lr
END_FUNCTION fk_armv7em_clear_fpu

#endif
