/* SPDX-License-Identifier: MIT */
/* Clears the floating-point registers that an operation used as spill space. */
#ifndef FK_ARMV7EM_CLEAR_FPU_H
#define FK_ARMV7EM_CLEAR_FPU_H

#include "../common/engine.h"

#if defined(FK_ARMV7EM_FPU)

/*
 * s0 to s15 = 0. The others, s16 to s31, are the caller's by the procedure call standard: who uses
 * them saves them first, and gets rid of secrets when giving them back.
 */
void fk_armv7em_clear_fpu(void);

#endif

#endif
