/* SPDX-License-Identifier: MIT */
#include "code.h"

#include <stdlib.h>
#include <string.h>

#define SLOTS (2 * FK_RECORD_LIMIT) /* at most half of them are in use */

bool fk_records_open(struct fk_records *records, unsigned vmov_cycles)
{
    records->vmov_cycles = vmov_cycles;
    records->insns = calloc(FK_RECORD_LIMIT, sizeof *records->insns);
    records->briefs = malloc(FK_RECORD_LIMIT);
    records->looks = malloc(FK_RECORD_LIMIT);
    records->slots = calloc(SLOTS, sizeof *records->slots);
    if (records->insns == NULL || records->briefs == NULL || records->looks == NULL ||
        records->slots == NULL) {
        fk_records_close(records);
        return false;
    }
    memset(records->looks, FK_BRIEF_LOOK, FK_RECORD_LIMIT);
    fk_records_clear(records);
    return true;
}

void fk_records_close(struct fk_records *records)
{
    free(records->insns);
    free(records->briefs);
    free(records->looks);
    free(records->slots);
    memset(records, 0, sizeof *records);
}

void fk_records_clear(struct fk_records *records)
{
    memset(records->slots, 0, SLOTS * sizeof *records->slots);
    records->briefs[0] = FK_BRIEF_LOOK;
    records->count = 1;
}

bool fk_code_open(struct fk_code *code, bool can_change)
{
    code->ids = calloc(code->size_bytes / 2, sizeof *code->ids);
    code->opcodes = can_change ? calloc(code->size_bytes / 2, sizeof *code->opcodes) : NULL;
    if (code->ids == NULL || (can_change && code->opcodes == NULL)) {
        fk_code_close(code);
        return false;
    }
    return true;
}

void fk_code_close(struct fk_code *code)
{
    free(code->ids);
    free(code->opcodes);
    code->ids = NULL;
    code->opcodes = NULL;
}

static uint16_t halfword(const uint8_t *bytes)
{
    return (uint16_t)(bytes[0] | bytes[1] << 8);
}

uint32_t fk_code_opcode(const struct fk_code *code, uint32_t offset)
{
    const uint8_t *at = code->bytes + offset;
    uint32_t second = offset + 4 <= code->size_bytes ? halfword(at + 2) : 0;

    return (uint32_t)halfword(at) << 16 | second;
}

static uint32_t hash(const struct fk_insn *insn)
{
    uint64_t words[2];

    memcpy(words, insn, sizeof words);
    uint64_t mixed =
        (words[0] ^ words[1] * UINT64_C(0x9E3779B97F4A7C15)) * UINT64_C(0xD6E8FEB86659FD93);
    return (uint32_t)(mixed >> 40);
}

/* What the brief says needs no timing; where a flag says that more is to be done, it says so. */
static uint8_t brief_of(const struct fk_insn *insn)
{
    if ((insn->flags & (FK_INSN_INTERCEPTED | FK_INSN_FP)) != 0)
        return FK_BRIEF_LOOK;
    return insn->cycles;
}

static unsigned number_of(struct fk_records *records, const struct fk_insn *insn)
{
    uint32_t slot = hash(insn) % SLOTS;

    while (records->slots[slot] != 0) {
        if (memcmp(&records->insns[records->slots[slot]], insn, sizeof *insn) == 0)
            return records->slots[slot];
        slot = (slot + 1) % SLOTS;
    }
    if (records->count == FK_RECORD_LIMIT)
        return 0;
    unsigned number = records->count++;
    records->slots[slot] = (uint16_t)number;
    records->insns[number] = *insn;
    records->briefs[number] = brief_of(insn);
    return number;
}

unsigned fk_code_id(struct fk_code *code, struct fk_records *records, uint32_t offset)
{
    unsigned id = code->ids[offset / 2];

    if (id != 0 && code->opcodes == NULL)
        return id;
    uint32_t opcode = fk_code_opcode(code, offset);
    /* For a narrow instruction this compares the next one too: a needless decoding now and then. */
    if (id != 0 && code->opcodes[offset / 2] == opcode)
        return id;
    struct fk_insn insn =
        fk_insn_decode((uint16_t)(opcode >> 16), (uint16_t)opcode, records->vmov_cycles);
    id = number_of(records, &insn);
    code->ids[offset / 2] = (uint16_t)id;
    if (code->opcodes != NULL)
        code->opcodes[offset / 2] = opcode;
    return id;
}
