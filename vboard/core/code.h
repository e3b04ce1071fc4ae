/* SPDX-License-Identifier: MIT */
/*
 * Decoded code. A program of many instructions has few different ones, as far as records go: each
 * halfword of memory has the number of its record, so that what a hook reads stays in the caches of
 * the host.
 */
#ifndef FK_VBOARD_CODE_H
#define FK_VBOARD_CODE_H

#include <stdbool.h>
#include <stdint.h>

#include "insn.h"

#define FK_RECORD_LIMIT 65536u
/* In a brief: the instruction needs a closer look; else the brief is its cycles. */
#define FK_BRIEF_LOOK 0x80u

/* The different records. Number 0 stands for what is not decoded. */
struct fk_records {
    struct fk_insn *insns; /* FK_RECORD_LIMIT */
    uint8_t *briefs;       /* by number: what is enough to know without timing */
    uint8_t *looks;        /* FK_BRIEF_LOOK for every number, in place of briefs */
    unsigned vmov_cycles;  /* of VMOV between a core register and a single */
    uint16_t *slots;       /* hash table of numbers */
    unsigned count;
};

/* The code of one memory. */
struct fk_code {
    const uint8_t *bytes;
    uint32_t size_bytes;
    uint16_t *ids;     /* by halfword: number of the record; NULL until something executes here */
    uint32_t *opcodes; /* what it was made from, where code can change; else NULL */
};

bool fk_records_open(struct fk_records *records, unsigned vmov_cycles);
void fk_records_close(struct fk_records *records);
void fk_records_clear(struct fk_records *records);

/* Makes room for numbers; false: out of memory. */
bool fk_code_open(struct fk_code *code, bool can_change);
/* Forgets what is decoded, and the room. */
void fk_code_close(struct fk_code *code);

/* First halfword in the upper half, the next one in the lower (0 beyond the end). */
uint32_t fk_code_opcode(const struct fk_code *code, uint32_t offset);

/*
 * The number of the record of the instruction at `offset`, which is decoded if it has not been yet
 * or if memory has changed since. 0: there is no number left; clear the records and every code.
 */
unsigned fk_code_id(struct fk_code *code, struct fk_records *records, uint32_t offset);

#endif
