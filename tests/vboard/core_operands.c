/* SPDX-License-Identifier: MIT */
/*
 * What the decoder says about an instruction against what happens when the instruction is executed:
 * which registers change, at which address memory is accessed first, how often, in which direction,
 * whether the next instruction is another than the one behind. Each sampled encoding runs alone on
 * Unicorn, with registers that point into memory full of different values.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <unicorn/unicorn.h>

#include "vboard/core/insn.h"

#define CODE 0x00100000u
#define CODE_BYTES 0x00200000u
#define DATA 0x20000000u
#define DATA_BYTES 0x10000u
#define SECONDS 12
#define SP 13
#define PC 15

static const int registers[16] = {
    UC_ARM_REG_R0,  UC_ARM_REG_R1, UC_ARM_REG_R2, UC_ARM_REG_R3, UC_ARM_REG_R4,  UC_ARM_REG_R5,
    UC_ARM_REG_R6,  UC_ARM_REG_R7, UC_ARM_REG_R8, UC_ARM_REG_R9, UC_ARM_REG_R10, UC_ARM_REG_R11,
    UC_ARM_REG_R12, UC_ARM_REG_SP, UC_ARM_REG_LR, UC_ARM_REG_PC,
};

struct seen {
    unsigned reads, writes, bytes;
    uint32_t first;
};

static uc_engine *engine;
static struct seen seen;
/* Each instruction gets a place of its own, since Unicorn keeps what it has translated, and one
 * that jumps an engine of its own, since Unicorn translates where it jumps to. */
static uint32_t place;
static unsigned executed, failures;
static uint32_t random_state;

static uint32_t next_random(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state;
}

static void on_memory(uc_engine *uc, uc_mem_type type, uint64_t address, int size, int64_t value,
                      void *user)
{
    (void)uc, (void)value, (void)user;
    if (seen.reads + seen.writes == 0) {
        seen.first = (uint32_t)address;
    }
    seen.bytes += (unsigned)size;
    if (type == UC_MEM_READ) {
        seen.reads++;
    } else {
        seen.writes++;
    }
}

static void set(int reg, uint32_t value)
{
    uc_reg_write(engine, reg, &value);
}

static uint32_t get(int reg)
{
    uint32_t value = 0;
    uc_reg_read(engine, reg, &value);
    return value;
}

/* Different words, none of which is 0 or lies near an address. */
static void fill_memory(void)
{
    static uint32_t words[DATA_BYTES / 4];
    for (size_t i = 0; i < DATA_BYTES / 4; i++) {
        words[i] = 0x91234567u * (uint32_t)(i + 1) | 1u;
    }
    uc_mem_write(engine, DATA, words, sizeof words);
}

static void close_engine(void)
{
    if (engine != NULL) {
        uc_close(engine);
    }
    engine = NULL;
}

static void open_engine(void)
{
    uc_hook hook;
    close_engine();
    place = CODE;
    assert_int_equal(uc_open(UC_ARCH_ARM, UC_MODE_THUMB | UC_MODE_MCLASS, &engine), UC_ERR_OK);
    assert_int_equal(uc_ctl_set_cpu_model(engine, UC_CPU_ARM_CORTEX_M4), UC_ERR_OK);
    assert_int_equal(uc_mem_map(engine, CODE, CODE_BYTES, UC_PROT_ALL), UC_ERR_OK);
    assert_int_equal(uc_mem_map(engine, DATA, DATA_BYTES, UC_PROT_ALL), UC_ERR_OK);
    assert_int_equal(uc_hook_add(engine, &hook, UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE,
                                 (void *)on_memory, NULL, 1, 0),
                     UC_ERR_OK);
    fill_memory();
}

static int close_at_end(void **state)
{
    (void)state;
    close_engine();
    return 0;
}

/* Kinds that change more than registers and memory, or end the engine's run. */
static bool can_run(const struct fk_insn *insn)
{
    switch ((enum fk_insn_kind)insn->kind) {
    case FK_INSN_UNDEFINED:
    case FK_INSN_COPROCESSOR:
    case FK_INSN_IT:
    case FK_INSN_SVC:
    case FK_INSN_BREAKPOINT:
    case FK_INSN_YIELD:
    case FK_INSN_WAIT_EVENT:
    case FK_INSN_WAIT_INTERRUPT:
    case FK_INSN_WRITE_SPECIAL:
    case FK_INSN_CHANGE_STATE:
        return false;
    default:
        return true;
    }
}

static uint16_t low_fields(uint16_t second)
{
    return (uint16_t)(1u << (second >> 12) | 1u << (second >> 8 & 0xF) | 1u << (second & 0xF));
}

/* SP and PC where the manual allows neither, and a base that is written back and transferred. */
static bool is_unpredictable(uint16_t first, uint16_t second, const struct fk_insn *insn)
{
    uint16_t base = (uint16_t)(1u << insn->base);
    bool list = insn->kind == FK_INSN_LOAD_MULTIPLE || insn->kind == FK_INSN_STORE_MULTIPLE;

    if (list && (insn->words == 0 || (first >= 0xE800 && (second & 1u << SP) != 0))) {
        return true;
    }
    if (first >= 0xE800 && list && (second & base) != 0 && (first & 0x20) != 0) {
        return true;
    }
    if (first >= 0xE800 && list && (first & 0xF) == PC) {
        return true;
    }
    if (first >= 0xE800 && !list && insn->address != 0 &&
        (low_fields(second) & base & insn->writes) != 0) {
        return true;
    }
    if ((insn->kind == FK_INSN_LOAD_DUAL || insn->kind == FK_INSN_STORE_DUAL) &&
        (((second >> 12) == (second >> 8 & 0xF)) || (low_fields(second) & 0xA000) != 0 ||
         (insn->base == PC && ((first & 0x20) != 0 || insn->kind == FK_INSN_STORE_DUAL)))) {
        return true;
    }
    if ((insn->flags & FK_INSN_EXCLUSIVE) != 0) {
        return true; /* the monitor decides; faults_memory.c has them */
    }
    if (first >= 0xE800 && (insn->kind == FK_INSN_LOAD || insn->kind == FK_INSN_STORE) &&
        insn->index != 0xFF && ((second & 0xF) == SP || (second & 0xF) == PC)) {
        return true;
    }
    if ((insn->kind == FK_INSN_FP_LOAD || insn->kind == FK_INSN_FP_STORE) && insn->base == PC &&
        ((first & 0x20) != 0 || insn->kind == FK_INSN_FP_STORE)) {
        return true;
    }
    if (insn->kind == FK_INSN_FP_TRANSFER || insn->kind == FK_INSN_FP_TRANSFER_PAIR ||
        insn->kind == FK_INSN_FP_STATUS) {
        return (second >> 12) >= SP || (insn->kind == FK_INSN_FP_TRANSFER_PAIR &&
                                        ((first & 0xF) >= SP || (first & 0xF) == second >> 12));
    }
    /* Data processing of 32 bits with SP or PC: some of it is, and none of it is compiled. */
    if (first >= 0xE800 && (insn->kind == FK_INSN_ALU || insn->kind == FK_INSN_MUL ||
                            insn->kind == FK_INSN_DIVIDE || insn->kind == FK_INSN_READ_SPECIAL)) {
        return ((low_fields(second) | 1u << (first & 0xF)) & 0xA000) != 0;
    }
    return false;
}

static void complain(uint16_t first, uint16_t second, const char *what, uint32_t expected,
                     uint32_t found)
{
    if (failures++ < 20) {
        printf("%04x %04x %s: %s 0x%x, and not 0x%x\n", first, second, fk_insn_name(first, second),
               what, found, expected);
    }
}

static void check_registers(uint16_t first, uint16_t second, const struct fk_insn *insn,
                            const uint32_t *before)
{
    uint16_t changed = 0;

    for (unsigned i = 0; i < PC; i++) {
        if (get(registers[i]) != before[i]) {
            changed |= (uint16_t)(1u << i);
        }
    }
    if ((changed & ~insn->writes) != 0) {
        complain(first, second, "changes registers", insn->writes, changed);
    }
    /* Loads change what they load: memory holds other values than registers. */
    bool loads = insn->kind == FK_INSN_LOAD || insn->kind == FK_INSN_LOAD_DUAL ||
                 insn->kind == FK_INSN_LOAD_MULTIPLE;
    uint16_t expected = (uint16_t)(insn->writes & 0x7FFF);
    if (loads && insn->offset != 0 && changed != expected && insn->base != PC) {
        complain(first, second, "loads registers", expected, changed);
    }
}

static void check_accesses(uint16_t first, uint16_t second, const struct fk_insn *insn,
                           const uint32_t *before)
{
    bool reads = (insn->flags & FK_INSN_READS) != 0, writes = (insn->flags & FK_INSN_WRITES) != 0;
    unsigned size = (insn->flags & FK_INSN_ACCESS_WORD) != 0   ? 4
                    : (insn->flags & FK_INSN_ACCESS_HALF) != 0 ? 2
                                                               : 1;

    unsigned expected = (reads ? 1u : 0u) | (writes ? 2u : 0u);
    unsigned found = (seen.reads != 0 ? 1u : 0u) | (seen.writes != 0 ? 2u : 0u);
    if (found != expected) {
        complain(first, second, "accesses memory (1 reads, 2 writes)", expected, found);
        return;
    }
    if (!reads && !writes) {
        return;
    }
    uint32_t address = (uint32_t)insn->offset;
    address += insn->base == PC ? place + 4 : before[insn->base];
    if (insn->index != 0xFF) {
        address += before[insn->index & 0xF] << (insn->index >> 4);
    }
    /* A table branch jumps by what it finds, a multiple transfer may run down in memory order. */
    if (seen.first != address) {
        complain(first, second, "accesses", address, seen.first);
    }
    /* Unicorn reports the parts of an unaligned access across pages as well as the whole. */
    if (seen.bytes != insn->words * size && address % 4 == 0) {
        complain(first, second, "transfers bytes", insn->words * size, seen.bytes);
    }
}

static void check_next(uint16_t first, uint16_t second, const struct fk_insn *insn)
{
    uint32_t next = get(UC_ARM_REG_PC);
    bool jumps = next != place + fk_insn_size(insn);
    bool may = (insn->flags & FK_INSN_JUMPS) != 0 || insn->kind == FK_INSN_BRANCH;

    if (jumps && !may) {
        complain(first, second, "goes on at", place + fk_insn_size(insn), next);
    }
    if (!jumps && (insn->flags & FK_INSN_JUMPS) != 0 && insn->kind != FK_INSN_BRANCH &&
        insn->kind != FK_INSN_BRANCH_LINK && insn->kind != FK_INSN_INSTRUCTION_BARRIER) {
        complain(first, second, "does not jump, but goes on at", 0, next);
    }
}

static bool may_jump(const struct fk_insn *insn)
{
    return (insn->flags & FK_INSN_JUMPS) != 0 || insn->kind == FK_INSN_BRANCH;
}

static void check(uint16_t first, uint16_t second, bool jumps)
{
    struct fk_insn insn = fk_insn_decode(first, second, 1);
    uint32_t before[16];
    const uint16_t code[2] = {first, second};

    if (!can_run(&insn) || is_unpredictable(first, second, &insn) || may_jump(&insn) != jumps) {
        return;
    }
    if (insn.index != 0xFF && (insn.index & 0xFu) == insn.base) {
        return; /* the sum of two addresses is none */
    }
    if (jumps || engine == NULL || place + 16 > CODE + CODE_BYTES) {
        open_engine();
    }
    place += 8;
    uc_mem_write(engine, place, code, sizeof code);
    for (unsigned i = 0; i < PC; i++) {
        /* In the middle of the data, each another one, odd for those that are jumped to; indexes
         * are small. */
        before[i] = DATA + DATA_BYTES / 2 + 0x104 * i + (insn.address == 0 && i != SP ? 1 : 0);
        if (insn.index != 0xFF && (insn.index & 0xFu) == i) {
            before[i] = 8;
        }
        set(registers[i], before[i]);
    }
    memset(&seen, 0, sizeof seen);
    uc_err error = uc_emu_start(engine, place | 1u, 0, 0, 1);
    if (error != UC_ERR_OK) {
        close_engine(); /* it does not recover from some */
        if (!jumps) {
            return; /* the other tests say whether the instruction should exist */
        }
        open_engine();
        return;
    }
    executed++;
    check_registers(first, second, &insn, before);
    check_accesses(first, second, &insn, before);
    check_next(first, second, &insn);
    if (seen.writes != 0) {
        fill_memory();
    }
}

static void narrow_instructions(void **state)
{
    (void)state;
    executed = failures = 0;
    for (uint32_t first = 0; first < 0xE800; first += 5) { /* of each field every value */
        check((uint16_t)first, 0xBF00, false);
    }
    printf("%u executed\n", executed);
    assert_true(executed > 9000);
    assert_int_equal(failures, 0);
}

/* What the second halfword of a wide instruction is like, most often. */
static uint16_t second_halfword(unsigned number)
{
    uint16_t second = (uint16_t)next_random();

    switch (number % 3) {
    case 1:
        return second | 0xF000u;
    case 2:
        return second & 0x0FFFu;
    default:
        return second;
    }
}

static void wide_instructions(void **state)
{
    (void)state;
    executed = failures = 0;
    random_state = 0x1234567u;
    for (uint32_t first = 0xE800; first < 0x10000; first++) {
        for (unsigned i = 0; i < SECONDS; i++) {
            check((uint16_t)first, second_halfword(i), false);
        }
    }
    printf("%u executed\n", executed);
    assert_true(executed > 7000);
    assert_int_equal(failures, 0);
}

static void jumps(void **state)
{
    (void)state;
    executed = failures = 0;
    random_state = 0x7654321u;
    for (uint32_t first = 0; first < 0xE800; first += first >= 0xD000 ? 37 : 1) {
        check((uint16_t)first, 0xBF00, true);
    }
    for (unsigned i = 0; i < 3000; i++) {
        uint16_t first = (uint16_t)(0xE800 + next_random() % 0x1800);
        check(first, second_halfword(i), true);
    }
    printf("%u executed\n", executed);
    assert_true(executed > 800);
    assert_int_equal(failures, 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(narrow_instructions, close_at_end),
        cmocka_unit_test_teardown(wide_instructions, close_at_end),
        cmocka_unit_test_teardown(jumps, close_at_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
