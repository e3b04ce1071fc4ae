/* SPDX-License-Identifier: MIT */
#include "insn.h"

#include "decode_table.h"

#define SP 13
#define PC 15
#define NO_INDEX 0xFF

static uint16_t bit(unsigned reg)
{
    return (uint16_t)(1u << reg);
}

static unsigned field(uint32_t opcode, unsigned low, unsigned width)
{
    return opcode >> low & ((1u << width) - 1);
}

static const struct fk_row *find(const struct fk_row *rows, size_t count, uint32_t opcode)
{
    for (size_t i = 0; i < count; i++)
        if ((opcode & rows[i].mask) == rows[i].value)
            return &rows[i];
    return NULL;
}

static const struct fk_row *row_of(uint16_t first, uint16_t second, uint32_t *opcode)
{
    if (fk_insn_is_wide(first)) {
        *opcode = (uint32_t)first << 16 | second;
        return find(fk_rows32, fk_rows32_count, *opcode);
    }
    *opcode = first;
    return find(fk_rows16, fk_rows16_count, *opcode);
}

/* What the execution unit takes, from Arm DDI 0439D tables 3-1, 3-2 and 7-1; the cost of a failed
 * pass through the pipeline's overlap rules is the timing model's. */
static void set_cost(struct fk_insn *insn, unsigned vmov_cycles)
{
    insn->cycles = 1;
    insn->refill = 1;
    switch ((enum fk_insn_kind)insn->kind) {
    case FK_INSN_DIVIDE:
        insn->cycles = 6; /* 2 to 12, by operands in a way that is not documented */
        insn->flags |= FK_INSN_VARIABLE_TIME;
        break;
    case FK_INSN_LOAD:
        insn->cycles = 2;
        insn->refill = 3;
        break;
    case FK_INSN_STORE:
        /* A register offset needs one more pass through the address unit; so does the status of an
         * exclusive store. */
        insn->cycles = insn->index != NO_INDEX || (insn->flags & FK_INSN_EXCLUSIVE) != 0 ? 2 : 1;
        break;
    case FK_INSN_LOAD_DUAL:
    case FK_INSN_STORE_DUAL:
    case FK_INSN_LOAD_MULTIPLE:
    case FK_INSN_STORE_MULTIPLE:
    case FK_INSN_FP_LOAD:
    case FK_INSN_FP_STORE:
        insn->cycles = (uint8_t)(1 + insn->words);
        insn->refill = 3;
        break;
    case FK_INSN_TABLE_BRANCH:
        insn->cycles = 3; /* two for the load, one for the addition */
        insn->refill = 3;
        break;
    case FK_INSN_INSTRUCTION_BARRIER:
        insn->refill = 3;
        break;
    case FK_INSN_FP_MULTIPLY_ADD:
        insn->cycles = 3;
        break;
    case FK_INSN_FP_DIVIDE:
        insn->cycles = 14;
        break;
    case FK_INSN_FP_TRANSFER:
        insn->cycles = (uint8_t)vmov_cycles;
        break;
    case FK_INSN_FP_TRANSFER_PAIR:
        insn->cycles = 2;
        break;
    default:
        break;
    }
}

/* Registers of a single, dual or exclusive access: base with or without write-back, one index. */
static void set_address(struct fk_insn *insn, unsigned base, int offset, bool write_back)
{
    insn->base = (uint8_t)base;
    insn->offset = (int16_t)offset;
    if (base != PC)
        insn->address = bit(base);
    if (write_back)
        insn->writes |= bit(base);
}

static void set_index(struct fk_insn *insn, unsigned index, unsigned shift)
{
    insn->index = (uint8_t)(index | shift << 4);
    insn->address |= bit(index);
}

static void set_target(struct fk_insn *insn, unsigned reg)
{
    if (insn->kind == FK_INSN_LOAD) {
        insn->result = bit(reg);
        insn->writes |= bit(reg);
    }
}

/* A list of core registers, from `base` up, or down from it. */
static void set_list(struct fk_insn *insn, unsigned base, uint16_t list, bool down, bool write_back)
{
    insn->words = (uint8_t)__builtin_popcount(list);
    set_address(insn, base, down ? -4 * insn->words : 0, write_back);
    if (insn->kind == FK_INSN_LOAD_MULTIPLE)
        insn->writes |= list;
}

static void set_indexed(struct fk_insn *insn, uint32_t opcode)
{
    unsigned base = field(opcode, 16, 4);

    if (base == PC) { /* literal; of a store undefined */
        if (insn->kind == FK_INSN_STORE) {
            insn->kind = FK_INSN_UNDEFINED;
            return;
        }
        int offset = (int)field(opcode, 0, 12);
        set_address(insn, PC, field(opcode, 23, 1) != 0 ? offset : -offset, false);
    } else if (field(opcode, 11, 1) != 0) {
        bool before = field(opcode, 10, 1) != 0;
        bool write_back = field(opcode, 8, 1) != 0;
        int offset = (int)field(opcode, 0, 8);

        if (!before && !write_back) {
            insn->kind = FK_INSN_UNDEFINED;
            return;
        }
        if (field(opcode, 9, 1) == 0)
            offset = -offset;
        set_address(insn, base, before ? offset : 0, write_back);
    } else {
        if (field(opcode, 6, 5) != 0) {
            insn->kind = FK_INSN_UNDEFINED;
            return;
        }
        set_address(insn, base, 0, false);
        set_index(insn, field(opcode, 0, 4), field(opcode, 4, 2));
    }
    set_target(insn, field(opcode, 12, 4));
}

/* Loads of bytes and halfwords to the PC are preload hints. */
static void set_preload(struct fk_insn *insn, uint8_t access)
{
    if (insn->kind == FK_INSN_LOAD && access != 4 && (insn->writes & bit(PC)) != 0)
        *insn = (struct fk_insn){.kind = FK_INSN_HINT, .flags = FK_INSN_WIDE, .index = NO_INDEX};
}

static void set_dual(struct fk_insn *insn, uint32_t opcode)
{
    bool before = field(opcode, 24, 1) != 0;
    int offset = 4 * (int)field(opcode, 0, 8);

    if (field(opcode, 23, 1) == 0)
        offset = -offset;
    insn->words = 2;
    set_address(insn, field(opcode, 16, 4), before ? offset : 0, field(opcode, 21, 1) != 0);
    if (insn->kind == FK_INSN_LOAD_DUAL)
        insn->writes |= (uint16_t)(bit(field(opcode, 12, 4)) | bit(field(opcode, 8, 4)));
}

static void set_fp_memory(struct fk_insn *insn, uint32_t opcode, const struct fk_row *row)
{
    unsigned base = field(opcode, 16, 4);

    if (field(opcode, 8, 1) != 0 && field(opcode, 22, 1) != 0) {
        insn->kind = FK_INSN_UNDEFINED; /* d16 and up */
        return;
    }

    if (row->form == FK_FORM_FP_MEMORY) {
        int offset = 4 * (int)field(opcode, 0, 8);
        insn->words = row->access / 4;
        set_address(insn, base, field(opcode, 23, 1) != 0 ? offset : -offset, false);
    } else {
        bool down = field(opcode, 24, 1) != 0;
        /* Of doubles the manual's FLDMX form counts one word more than it moves. */
        insn->words = (uint8_t)(field(opcode, 0, 8) & (field(opcode, 8, 1) != 0 ? 0xFEu : 0xFFu));
        set_address(insn, base, down ? -4 * (int)field(opcode, 0, 8) : 0,
                    field(opcode, 21, 1) != 0);
    }
}

static void set_fp_to_core(struct fk_insn *insn, uint32_t opcode)
{
    if (field(opcode, 20, 1) == 0)
        return;
    insn->writes = bit(field(opcode, 12, 4));
    if (insn->kind == FK_INSN_FP_TRANSFER_PAIR)
        insn->writes |= bit(field(opcode, 16, 4));
}

static void set_registers16(struct fk_insn *insn, uint32_t opcode, const struct fk_row *row)
{
    switch ((enum fk_form)row->form) {
    case FK_FORM_D0:
        insn->writes = bit(field(opcode, 0, 3));
        break;
    case FK_FORM_D8:
        insn->writes = bit(field(opcode, 8, 3));
        break;
    case FK_FORM_D_HIGH:
        insn->writes = bit(field(opcode, 7, 1) << 3 | field(opcode, 0, 3));
        break;
    case FK_FORM_D_SP:
        insn->writes = bit(SP);
        break;
    case FK_FORM_M3:
        insn->flags |= FK_INSN_JUMPS;
        insn->writes = (uint16_t)(bit(PC) | (field(opcode, 7, 1) != 0 ? bit(14) : 0));
        break;
    case FK_FORM_LITERAL16:
        set_address(insn, PC, 4 * (int)field(opcode, 0, 8), false);
        set_target(insn, field(opcode, 8, 3));
        break;
    case FK_FORM_REGISTER16:
        set_address(insn, field(opcode, 3, 3), 0, false);
        set_index(insn, field(opcode, 6, 3), 0);
        set_target(insn, field(opcode, 0, 3));
        break;
    case FK_FORM_IMMEDIATE16:
        set_address(insn, field(opcode, 3, 3), row->access * (int)field(opcode, 6, 5), false);
        set_target(insn, field(opcode, 0, 3));
        break;
    case FK_FORM_SP16:
        set_address(insn, SP, 4 * (int)field(opcode, 0, 8), false);
        set_target(insn, field(opcode, 8, 3));
        break;
    case FK_FORM_PUSH16:
        set_list(insn, SP, (uint16_t)(field(opcode, 0, 8) | field(opcode, 8, 1) << 14), true, true);
        break;
    case FK_FORM_POP16:
        set_list(insn, SP, (uint16_t)(field(opcode, 0, 8) | field(opcode, 8, 1) << 15), false,
                 true);
        break;
    case FK_FORM_MULTIPLE16: {
        uint16_t list = (uint16_t)field(opcode, 0, 8);
        unsigned base = field(opcode, 8, 3);
        set_list(insn, base, list, false,
                 insn->kind == FK_INSN_STORE_MULTIPLE || (list & bit(base)) == 0);
        break;
    }
    case FK_FORM_BRANCH_NARROW:
        insn->flags |= FK_INSN_JUMPS;
        if (opcode == 0xE7FE)
            insn->flags |= FK_INSN_SELF_BRANCH;
        break;
    case FK_FORM_IT: {
        unsigned mask = field(opcode, 0, 4);
        insn->words = (uint8_t)(4 - __builtin_ctz(mask));
        break;
    }
    default:
        break;
    }
}

static void set_registers32(struct fk_insn *insn, uint32_t opcode, const struct fk_row *row)
{
    switch ((enum fk_form)row->form) {
    case FK_FORM_D11:
        if (field(opcode, 8, 4) != PC)
            insn->writes = bit(field(opcode, 8, 4));
        break;
    case FK_FORM_LONG:
        insn->writes = (uint16_t)(bit(field(opcode, 12, 4)) | bit(field(opcode, 8, 4)));
        break;
    case FK_FORM_BRANCH32:
        insn->flags |= FK_INSN_JUMPS;
        if (opcode == 0xF7FFBFFE)
            insn->flags |= FK_INSN_SELF_BRANCH;
        break;
    case FK_FORM_CALL:
        insn->flags |= FK_INSN_JUMPS;
        insn->writes = bit(14);
        break;
    case FK_FORM_IMMEDIATE12:
        if (field(opcode, 16, 4) == PC) {
            set_indexed(insn, opcode);
        } else {
            set_address(insn, field(opcode, 16, 4), (int)field(opcode, 0, 12), false);
            set_target(insn, field(opcode, 12, 4));
        }
        set_preload(insn, row->access);
        break;
    case FK_FORM_INDEXED:
        set_indexed(insn, opcode);
        set_preload(insn, row->access);
        break;
    case FK_FORM_DUAL:
        set_dual(insn, opcode);
        break;
    case FK_FORM_MULTIPLE32:
        set_list(insn, field(opcode, 16, 4), (uint16_t)field(opcode, 0, 16),
                 field(opcode, 24, 1) != 0, field(opcode, 21, 1) != 0);
        break;
    case FK_FORM_EXCLUSIVE_WORD:
        insn->flags |= FK_INSN_EXCLUSIVE | FK_INSN_ALIGNED;
        set_address(insn, field(opcode, 16, 4), 4 * (int)field(opcode, 0, 8), false);
        set_target(insn, field(opcode, 12, 4));
        if (insn->kind == FK_INSN_STORE)
            insn->writes = bit(field(opcode, 8, 4));
        break;
    case FK_FORM_EXCLUSIVE:
        insn->flags |= FK_INSN_EXCLUSIVE | FK_INSN_ALIGNED;
        set_address(insn, field(opcode, 16, 4), 0, false);
        set_target(insn, field(opcode, 12, 4));
        if (insn->kind == FK_INSN_STORE)
            insn->writes = bit(field(opcode, 0, 4));
        break;
    case FK_FORM_TABLE:
        insn->flags |= FK_INSN_JUMPS;
        set_address(insn, field(opcode, 16, 4), 0, false);
        set_index(insn, field(opcode, 0, 4), field(opcode, 4, 1));
        break;
    case FK_FORM_FP_MEMORY:
    case FK_FORM_FP_MULTIPLE:
        set_fp_memory(insn, opcode, row);
        break;
    case FK_FORM_FP_TO_CORE:
        set_fp_to_core(insn, opcode);
        break;
    case FK_FORM_FP_STATUS:
        if (field(opcode, 20, 1) != 0 && field(opcode, 12, 4) != PC)
            insn->writes = bit(field(opcode, 12, 4));
        break;
    default:
        break;
    }
}

static void set_access(struct fk_insn *insn, uint8_t access)
{
    if (access == 2)
        insn->flags |= FK_INSN_ACCESS_HALF;
    else if (access >= 4)
        insn->flags |= FK_INSN_ACCESS_WORD;
    if (access == 1)
        insn->flags &= (uint16_t)~FK_INSN_ALIGNED;
}

/* What follows from the kind alone, once registers are known. */
static void set_flags(struct fk_insn *insn)
{
    switch ((enum fk_insn_kind)insn->kind) {
    case FK_INSN_ALU:
    case FK_INSN_MUL:
        insn->result = insn->writes;
        break;
    case FK_INSN_LOAD:
        insn->words = 1;
        insn->flags |= FK_INSN_READS | FK_INSN_OVERLAPS;
        insn->flags |= (insn->writes & bit(PC)) != 0 ? 0u : FK_INSN_LOADS_ONE;
        break;
    case FK_INSN_STORE:
        insn->words = 1;
        insn->flags |= FK_INSN_WRITES;
        insn->flags |= insn->index != NO_INDEX ? FK_INSN_OVERLAPS : 0u;
        break;
    case FK_INSN_LOAD_DUAL:
    case FK_INSN_LOAD_MULTIPLE:
        insn->flags |= FK_INSN_READS | FK_INSN_ALIGNED;
        break;
    case FK_INSN_STORE_DUAL:
    case FK_INSN_STORE_MULTIPLE:
        insn->flags |= FK_INSN_WRITES | FK_INSN_ALIGNED;
        break;
    case FK_INSN_FP_LOAD:
        insn->flags |= FK_INSN_READS | FK_INSN_ALIGNED | FK_INSN_FP;
        break;
    case FK_INSN_FP_STORE:
        insn->flags |= FK_INSN_WRITES | FK_INSN_ALIGNED | FK_INSN_FP;
        break;
    case FK_INSN_TABLE_BRANCH:
        insn->words = 1;
        insn->flags |= FK_INSN_READS;
        break;
    case FK_INSN_FP_ALU:
    case FK_INSN_FP_MULTIPLY_ADD:
    case FK_INSN_FP_DIVIDE:
        insn->flags |= FK_INSN_FP | FK_INSN_FP_RESULT;
        break;
    case FK_INSN_FP_MOVE:
    case FK_INSN_FP_TRANSFER:
    case FK_INSN_FP_TRANSFER_PAIR:
    case FK_INSN_FP_STATUS:
        insn->flags |= FK_INSN_FP;
        break;
    case FK_INSN_BRANCH_LINK:
    case FK_INSN_BRANCH_EXCHANGE:
    case FK_INSN_BRANCH:
        break;
    case FK_INSN_INSTRUCTION_BARRIER:
        insn->flags |= FK_INSN_JUMPS; /* refetches what follows */
        break;
    case FK_INSN_IT:
    case FK_INSN_UNDEFINED:
    case FK_INSN_SVC:
    case FK_INSN_BREAKPOINT:
    case FK_INSN_YIELD:
    case FK_INSN_WAIT_EVENT:
    case FK_INSN_WAIT_INTERRUPT:
    case FK_INSN_SEND_EVENT:
    case FK_INSN_CHANGE_STATE:
    case FK_INSN_READ_SPECIAL:
    case FK_INSN_WRITE_SPECIAL:
    case FK_INSN_COPROCESSOR:
        insn->flags |= FK_INSN_INTERCEPTED;
        break;
    default:
        break;
    }
    if ((insn->writes & bit(PC)) != 0)
        insn->flags |= FK_INSN_JUMPS;
    if ((insn->flags & (FK_INSN_SELF_BRANCH | FK_INSN_VARIABLE_TIME)) != 0 ||
        ((insn->flags & FK_INSN_ALIGNED) != 0 && insn->base != SP))
        insn->flags |= FK_INSN_INTERCEPTED;
}

/* The stack is aligned, and it is not in flash. */
static void set_address_costs(struct fk_insn *insn)
{
    unsigned size = (insn->flags & FK_INSN_ACCESS_WORD) != 0   ? 4
                    : (insn->flags & FK_INSN_ACCESS_HALF) != 0 ? 2
                                                               : 1;

    if ((insn->flags & FK_INSN_READS) == 0)
        return;
    if (insn->base != SP || insn->index != NO_INDEX || insn->offset % (int)size != 0)
        insn->flags |= FK_INSN_ADDRESS_COSTS;
}

struct fk_insn fk_insn_decode(uint16_t first, uint16_t second, unsigned vmov_cycles)
{
    uint32_t opcode = 0;
    const struct fk_row *row = row_of(first, second, &opcode);
    struct fk_insn insn = {.kind = FK_INSN_UNDEFINED, .index = NO_INDEX};

    if (fk_insn_is_wide(first))
        insn.flags = FK_INSN_WIDE;
    if (row != NULL) {
        insn.kind = row->kind;
        if (fk_insn_is_wide(first))
            set_registers32(&insn, opcode, row);
        else
            set_registers16(&insn, opcode, row);
        set_access(&insn, row->access);
    }
    set_cost(&insn, vmov_cycles);
    set_flags(&insn);
    set_address_costs(&insn);
    return insn;
}

const char *fk_insn_name(uint16_t first, uint16_t second)
{
    uint32_t opcode = 0;
    const struct fk_row *row = row_of(first, second, &opcode);

    struct fk_insn insn = fk_insn_decode(first, second, 1);

    if (row == NULL || insn.kind == FK_INSN_UNDEFINED)
        return "undefined";
    return insn.kind == FK_INSN_HINT && row->kind == FK_INSN_LOAD ? "pld" : row->name;
}

/* Fields of a floating-point opcode: four bits and one more below them name a single. */
static uint32_t single(uint32_t opcode, unsigned four, unsigned one)
{
    return 1u << (field(opcode, four, 4) << 1 | field(opcode, one, 1));
}

/* Singles that an instruction reads, but for addends, which are needed a cycle later. */
static uint32_t fp_reads(uint32_t opcode)
{
    uint32_t unused = 0;
    const struct fk_row *row = row_of((uint16_t)(opcode >> 16), (uint16_t)opcode, &unused);
    uint32_t d = single(opcode, 12, 22), n = single(opcode, 16, 7), m = single(opcode, 0, 5);

    if (row == NULL)
        return 0;
    switch ((enum fk_insn_kind)row->kind) {
    case FK_INSN_FP_STORE: {
        bool doubles = field(opcode, 8, 1) != 0;
        unsigned from =
            doubles ? field(opcode, 12, 4) * 2 : field(opcode, 12, 4) << 1 | field(opcode, 22, 1);
        unsigned count = row->form == FK_FORM_FP_MEMORY ? (doubles ? 2 : 1) : field(opcode, 0, 8);
        return (uint32_t)(((UINT64_C(1) << (count > 32 ? 32 : count)) - 1) << from);
    }
    case FK_INSN_FP_TRANSFER:
        return field(opcode, 20, 1) == 0  ? 0
               : field(opcode, 8, 1) == 0 ? n
                                          : 3u << 2 * field(opcode, 16, 4);
    case FK_INSN_FP_TRANSFER_PAIR:
        if (field(opcode, 20, 1) == 0)
            return 0;
        return field(opcode, 8, 1) != 0 ? 3u << 2 * field(opcode, 0, 4) : m | m << 1;
    case FK_INSN_FP_MULTIPLY_ADD:
        return n | m;
    case FK_INSN_FP_DIVIDE:
    case FK_INSN_FP_ALU:
    case FK_INSN_FP_MOVE:
        if (field(opcode, 20, 4) == 0xB || field(opcode, 20, 4) == 0xF) {
            /* One operand. Comparisons read it and the destination field; fixed-point conversions
             * work in place; an immediate reads nothing. */
            unsigned operation = field(opcode, 16, 4);
            if (field(opcode, 6, 1) == 0)
                return 0;
            if (operation == 4)
                return d | m;
            return operation == 5 || (operation & 0xA) == 0xA ? d : m;
        }
        return n | m;
    default:
        return 0;
    }
}

bool fk_insn_fp_depends(uint32_t producer, uint32_t consumer)
{
    unsigned operation = field(producer, 16, 4);

    /* Comparisons write flags, no register. */
    if ((field(producer, 20, 4) & 0xB) == 0xB && (operation == 4 || operation == 5))
        return false;
    return (single(producer, 12, 22) & fp_reads(consumer)) != 0;
}
