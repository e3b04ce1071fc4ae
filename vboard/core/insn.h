/* SPDX-License-Identifier: MIT */
/*
 * One Thumb instruction of ARMv7E-M with the single-precision floating-point extension, reduced to
 * what timing, checks and probes need. Decoded once for each halfword of code, so it is small.
 */
#ifndef FK_VBOARD_INSN_H
#define FK_VBOARD_INSN_H

#include <stdbool.h>
#include <stdint.h>

enum fk_insn_kind {
    FK_INSN_NONE, /* not decoded yet; never the result of fk_insn_decode */
    FK_INSN_UNDEFINED,
    FK_INSN_ALU,    /* data processing, DSP, shifts, extensions, bit fields, saturation */
    FK_INSN_MUL,    /* every multiply, long multiply and multiply-accumulate */
    FK_INSN_DIVIDE, /* SDIV, UDIV: time depends on the operands */
    FK_INSN_IT,
    FK_INSN_LOAD,  /* one core register, any addressing; LDREX too */
    FK_INSN_STORE, /* the same; STREX too */
    FK_INSN_LOAD_DUAL,
    FK_INSN_STORE_DUAL,
    FK_INSN_LOAD_MULTIPLE, /* LDM, POP */
    FK_INSN_STORE_MULTIPLE,
    FK_INSN_BRANCH,          /* B, B<cc>, CBZ, CBNZ */
    FK_INSN_BRANCH_LINK,     /* BL */
    FK_INSN_BRANCH_EXCHANGE, /* BX, BLX of a register */
    FK_INSN_TABLE_BRANCH,
    FK_INSN_SVC,
    FK_INSN_BREAKPOINT,
    FK_INSN_HINT, /* NOP, SEV, CLREX, PLD, DBG: nothing that the virtual board models */
    FK_INSN_YIELD,
    FK_INSN_WAIT_EVENT,
    FK_INSN_WAIT_INTERRUPT,
    FK_INSN_SEND_EVENT,
    FK_INSN_BARRIER, /* DSB, DMB */
    FK_INSN_INSTRUCTION_BARRIER,
    FK_INSN_CHANGE_STATE, /* CPS */
    FK_INSN_READ_SPECIAL, /* MRS */
    FK_INSN_WRITE_SPECIAL,
    FK_INSN_COPROCESSOR,      /* of a coprocessor that the chip does not have */
    FK_INSN_FP_ALU,           /* one-cycle floating point */
    FK_INSN_FP_MULTIPLY_ADD,  /* VMLA, VFMA and kin */
    FK_INSN_FP_DIVIDE,        /* VDIV, VSQRT */
    FK_INSN_FP_MOVE,          /* between registers of the FPU, and immediates */
    FK_INSN_FP_TRANSFER,      /* one core register <-> one single */
    FK_INSN_FP_TRANSFER_PAIR, /* two core registers <-> two singles */
    FK_INSN_FP_STATUS,        /* VMRS, VMSR */
    FK_INSN_FP_LOAD,          /* VLDR, VLDM, VPOP */
    FK_INSN_FP_STORE,
    FK_INSN_KINDS
};

enum fk_insn_flag {
    FK_INSN_WIDE = 1u << 0,      /* 32 bits */
    FK_INSN_JUMPS = 1u << 1,     /* always leaves the straight line (where its condition passes) */
    FK_INSN_LOADS_ONE = 1u << 2, /* a single load, which the next instruction may overlap */
    FK_INSN_OVERLAPS = 1u << 3,  /* may overlap a single load that precedes it */
    FK_INSN_READS = 1u << 4,     /* reads memory */
    FK_INSN_WRITES = 1u << 5,    /* writes memory */
    FK_INSN_ALIGNED = 1u << 6,   /* faults unless its address is a multiple of 4 (2: LDREXH) */
    FK_INSN_INTERCEPTED = 1u << 7, /* the processor model must look before it executes */
    FK_INSN_FP = 1u << 8,          /* needs the FPU */
    FK_INSN_FP_RESULT = 1u << 9,   /* floating-point arithmetic: its result comes a cycle late */
    FK_INSN_VARIABLE_TIME = 1u << 10,
    FK_INSN_ADDRESS_COSTS = 1u << 11, /* a load whose address says what it takes */
    FK_INSN_EXCLUSIVE = 1u << 12,
    FK_INSN_SELF_BRANCH = 1u << 13,
    FK_INSN_ACCESS_HALF = 1u << 14, /* accesses halfwords (neither: bytes or words by `unit`) */
    FK_INSN_ACCESS_WORD = 1u << 15
};

struct fk_insn {
    uint8_t kind;
    uint8_t cycles; /* execute cycles before what depends on neighbours and memory */
    uint8_t refill; /* P of a taken branch */
    uint8_t words;  /* registers transferred; of IT: instructions in the block */
    uint16_t flags;
    /* Core registers, bit n is Rn: the result that a following address waits for (data processing,
     * multiplies) or must not use to overlap (single loads); the base and index of the address;
     * every register written, bit 15 the PC. */
    uint16_t result;
    uint16_t address;
    uint16_t writes;
    uint8_t base;   /* 15: the word-aligned PC */
    uint8_t index;  /* bits 3..0 the register, bits 5..4 its left shift, 0xFF: none */
    int16_t offset; /* of the first access from base, bytes */
};

_Static_assert(sizeof(struct fk_insn) == 16, "one record for each halfword of code: keep it small");

/*
 * Decodes the instruction whose first halfword is `first`; `second` follows it in memory and is
 * used if the first says that the instruction has 32 bits. vmov_cycles is the cost of VMOV between
 * a core register and a single.
 */
struct fk_insn fk_insn_decode(uint16_t first, uint16_t second, unsigned vmov_cycles);

/* Name of the instruction in the Arm manual, lower case, without suffixes; for tests and traces.
 * "undefined" where there is none. */
const char *fk_insn_name(uint16_t first, uint16_t second);

/* True if a halfword begins a 32-bit instruction. */
static inline bool fk_insn_is_wide(uint16_t first)
{
    return first >= 0xE800;
}

static inline unsigned fk_insn_size(const struct fk_insn *insn)
{
    return (insn->flags & FK_INSN_WIDE) != 0 ? 4 : 2;
}

/* Single-precision registers written by `producer` that `consumer` reads, for the one-cycle
 * dependency of the FPU; both are 32-bit opcodes, first halfword in the upper half. */
bool fk_insn_fp_depends(uint32_t producer, uint32_t consumer);

#endif
