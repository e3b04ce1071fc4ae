/* SPDX-License-Identifier: MIT */
/* What every assembly file of this folder begins with, for the assemblers of gcc and clang. */
#ifndef FK_ARMV7EM_ASSEMBLY_H
#define FK_ARMV7EM_ASSEMBLY_H

#include "../common/engine.h"

/* clang-format off */
#if defined(FK_ARMV7EM)
    .syntax unified
    .thumb

/*
 * FUNCTION name ... END_FUNCTION name: a routine in a section of its own, .fk_hot.<name>, which a
 * board may place in fast memory and a linker may leave out. Aligned to four bytes: a run of 32-bit
 * instructions that begins on an odd halfword is fetched more slowly.
 */
    .macro FUNCTION name
    .section .fk_hot.\name, "ax", %progbits
    .balign 4
    .global \name
    .hidden \name
    .type \name, %function
    .thumb_func
\name:
    .cfi_startproc
    .endm

    .macro END_FUNCTION name
    .cfi_endproc
    .size \name, . - \name
    .endm
#endif

#endif
