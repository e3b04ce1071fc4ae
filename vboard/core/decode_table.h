/* SPDX-License-Identifier: MIT */
/* The encodings of ARMv7E-M with FPv4-SP (Arm DDI 0403E, A5 to A7), one row each. */
#ifndef FK_VBOARD_DECODE_TABLE_H
#define FK_VBOARD_DECODE_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "insn.h"

/* Where the registers are and how memory is addressed. D, T, N, M name the manual's fields. */
enum fk_form {
    FK_FORM_PLAIN, /* no core register written, no memory */
    /* 16 bits */
    FK_FORM_D0,     /* Rd in bits 2..0 */
    FK_FORM_D8,     /* Rd in bits 10..8 */
    FK_FORM_D_HIGH, /* Rd in bit 7 and bits 2..0; may be the PC */
    FK_FORM_D_SP,   /* SP */
    FK_FORM_M3,     /* BX, BLX: Rm in bits 6..3 */
    FK_FORM_LITERAL16,
    FK_FORM_REGISTER16,  /* [Rn, Rm] */
    FK_FORM_IMMEDIATE16, /* [Rn, #imm5 * access size] */
    FK_FORM_SP16,
    FK_FORM_PUSH16,
    FK_FORM_POP16,
    FK_FORM_MULTIPLE16,
    FK_FORM_BRANCH_SHORT,  /* imm8 */
    FK_FORM_BRANCH_NARROW, /* imm11 */
    FK_FORM_IT,
    /* 32 bits */
    FK_FORM_D11,  /* Rd in bits 11..8; 15 means that nothing is written (compares) */
    FK_FORM_LONG, /* RdLo 15..12, RdHi 11..8 */
    FK_FORM_T15,  /* Rt or Rd in bits 15..12 */
    FK_FORM_BRANCH_COND32,
    FK_FORM_BRANCH32,
    FK_FORM_CALL,
    FK_FORM_IMMEDIATE12, /* [Rn, #imm12]; Rn = 15 is a literal */
    FK_FORM_INDEXED,     /* imm8 with P, U, W, or a shifted register */
    FK_FORM_DUAL,
    FK_FORM_MULTIPLE32,
    FK_FORM_EXCLUSIVE_WORD, /* imm8 * 4 */
    FK_FORM_EXCLUSIVE,
    FK_FORM_TABLE,
    FK_FORM_FP_MEMORY,
    FK_FORM_FP_MULTIPLE,
    FK_FORM_FP_TO_CORE, /* one or two core registers written where bit 20 is set */
    FK_FORM_FP_STATUS
};

/* Bits of fk_row.access: bytes of one access, and direction by the row's kind. */
struct fk_row {
    uint32_t mask;
    uint32_t value; /* 16-bit encodings in the lower half */
    const char *name;
    uint8_t kind;
    uint8_t form;
    uint8_t access; /* bytes of one access, 0 where there is none */
};

extern const struct fk_row fk_rows16[];
extern const size_t fk_rows16_count;
extern const struct fk_row fk_rows32[];
extern const size_t fk_rows32_count;

#endif
