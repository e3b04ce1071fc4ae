/* SPDX-License-Identifier: MIT */
/*
 * The hook on each instruction: finds its decoded record, keeps time, and looks closer where
 * Unicorn is laxer than the processor or where something is due. It runs before the instruction
 * executes, so the hook of the next instruction is where the cost of this one becomes known.
 */
#include "machine.h"

#include <stdlib.h>
#include <string.h>

#define SP 13
#define PC 15
#define SYSM_CONTROL 20
#define CONTROL_BITS 7u
/* A look around at least this often, so that a request to stop is seen. */
#define LONGEST_STRETCH 10000000u
#define TRAPS (FK_INSN_READS | FK_INSN_WRITES)

static const int core_registers[16] = {
    UC_ARM_REG_R0,  UC_ARM_REG_R1, UC_ARM_REG_R2, UC_ARM_REG_R3, UC_ARM_REG_R4,  UC_ARM_REG_R5,
    UC_ARM_REG_R6,  UC_ARM_REG_R7, UC_ARM_REG_R8, UC_ARM_REG_R9, UC_ARM_REG_R10, UC_ARM_REG_R11,
    UC_ARM_REG_R12, UC_ARM_REG_SP, UC_ARM_REG_LR, UC_ARM_REG_PC,
};

static uint32_t opcode_at(const struct fk_vboard *machine, uint32_t address)
{
    return fk_code_opcode(&machine->executing->code, address - machine->code_base);
}

static bool in_it_block(const struct fk_vboard *machine, uint32_t address)
{
    return address - machine->it_first < machine->it_end - machine->it_first;
}

static const struct fk_insn *record_at(struct fk_vboard *machine, uint32_t address)
{
    struct fk_code *code = &machine->executing->code;
    unsigned id = fk_code_id(code, &machine->records, address - machine->code_base);

    if (id == 0) { /* more different instructions than there are numbers: begin anew */
        for (size_t i = 0; i < machine->region_count; i++)
            if (machine->regions[i].code.ids != NULL)
                memset(machine->regions[i].code.ids, 0,
                       machine->regions[i].code.size_bytes / 2 * sizeof *code->ids);
        fk_records_clear(&machine->records);
        id = fk_code_id(code, &machine->records, address - machine->code_base);
    }
    return &machine->records.insns[id];
}

/* Execution comes to another region, the engine is to be stopped, or the mode changes. */
static bool enter_region(struct fk_vboard *machine, uint32_t address)
{
    if (machine->action != FK_ACTION_NONE) {
        uc_emu_stop(machine->engine);
        return false;
    }
    struct fk_region *region = fk_machine_region(machine, address);
    if (region == NULL) /* unmapped: the engine reports it when it fetches */
        return false;
    if (region->code.ids == NULL && !fk_code_open(&region->code, region->soc->writable)) {
        fk_fault_end(machine, FK_VBOARD_END_FAULT, machine->pc, "out of memory for decoded code");
        return false;
    }
    machine->executing = region;
    machine->ids = region->code.ids;
    machine->code_base = region->soc->base;
    machine->code_size = region->soc->size_bytes;
    fk_processor_update_watch(machine);
    if (machine->switch_mode && in_it_block(machine, address)) {
        machine->code_size = 0; /* once more at the next one */
    } else if (machine->switch_mode) {
        machine->switch_mode = false;
        fk_processor_set_timed(machine, machine->chip->trigger_level(machine->soc));
    }
    return true;
}

void fk_processor_request(struct fk_vboard *machine, enum fk_action action)
{
    if (machine->action == FK_ACTION_NONE)
        machine->action = action;
    machine->code_size = 0; /* the next hook comes to enter_region */
}

/* From a hook on an instruction: stops before it. In an IT block the engine executes it first, and
 * those that follow in the block: only what ends the run may be asked for there. */
static void stop_here(struct fk_vboard *machine, enum fk_action action)
{
    fk_processor_request(machine, action);
    uc_emu_stop(machine->engine);
}

/* WFI, WFE and YIELD make the engine stop by itself behind them, in an IT block too. */
static void stop_at_hint(struct fk_vboard *machine, uint32_t address, enum fk_action action)
{
    fk_processor_request(machine, action);
    if (!in_it_block(machine, address))
        uc_emu_stop(machine->engine);
}

/* ---- Values ---- */

/* Before the instruction executes. */
static uint32_t value_of(struct fk_vboard *machine, unsigned reg)
{
    if ((machine->known >> reg & 1u) == 0) {
        uc_reg_read(machine->engine, core_registers[reg], &machine->values[reg]);
        machine->known |= (uint16_t)(1u << reg);
    }
    return machine->values[reg];
}

static uint32_t address_of(struct fk_vboard *machine, uint32_t address, const struct fk_insn *insn)
{
    uint32_t result = (uint32_t)insn->offset;

    if (insn->base == PC)
        result += (address + 4) & ~3u;
    else
        result += value_of(machine, insn->base);
    if (insn->index != 0xFF)
        result += value_of(machine, insn->index & 0xF) << (insn->index >> 4);
    return result;
}

static unsigned access_size(const struct fk_insn *insn)
{
    if ((insn->flags & FK_INSN_ACCESS_WORD) != 0)
        return 4;
    return (insn->flags & FK_INSN_ACCESS_HALF) != 0 ? 2 : 1;
}

/* ---- Time of loads ---- */

static void cost_flash_load(struct fk_vboard *machine, uint32_t address, unsigned size,
                            unsigned words)
{
    const struct fk_region *region = fk_machine_region(machine, address);

    if (region == NULL || region->memory.source != FK_FETCH_FLASH)
        return;
    uint32_t true_address = address + region->memory.offset;
    fk_timing_fetch_until(&machine->timing, machine->timing.start + 1);
    /* The first data phase is in the second cycle; a stalled one delays those that follow. */
    uint64_t cycle = machine->timing.start + 1;
    for (unsigned i = 0; i < words; i++) {
        unsigned stall = machine->chip->flash_load(machine->soc, cycle, true_address + 4 * i, size);
        fk_timing_add(&machine->timing, stall);
        cycle += 1 + stall;
    }
}

static void cost_load(struct fk_vboard *machine, uint32_t address, const struct fk_insn *insn)
{
    unsigned size = access_size(insn);

    uint32_t from = address_of(machine, address, insn);
    if (size != 1 && from % size != 0 && (insn->flags & FK_INSN_ALIGNED) == 0)
        fk_timing_add(&machine->timing, size == 4 && from % 2 != 0 ? 2 : 1);
    if (from < 0x20000000u)
        cost_flash_load(machine, from, size, insn->words);
}

/* ---- A closer look ---- */

static void look_at_alignment(struct fk_vboard *machine, uint32_t address,
                              const struct fk_insn *insn)
{
    unsigned size = access_size(insn);
    uint32_t at = address_of(machine, address, insn);

    if (at % size != 0) {
        fk_fault_unaligned(machine, at, "unaligned access");
        stop_here(machine, FK_ACTION_END);
    }
}

static void look_at_divide(struct fk_vboard *machine, uint32_t address)
{
    uint32_t opcode = opcode_at(machine, address);

    if ((machine->scs.ccr & FK_CCR_DIV_0_TRP) != 0 && value_of(machine, opcode & 0xF) == 0) {
        fk_fault_usage(machine, FK_CFSR_DIVBYZERO, "division by zero");
        stop_here(machine, FK_ACTION_END);
    }
}

static void look_at_it(struct fk_vboard *machine, uint32_t address, const struct fk_insn *insn)
{
    uint32_t end = address + 2;

    machine->it_first = end;
    for (unsigned i = 0; i < insn->words; i++) {
        if (end - machine->code_base >= machine->executing->soc->size_bytes)
            break;
        end += fk_insn_is_wide((uint16_t)(opcode_at(machine, end) >> 16)) ? 4 : 2;
    }
    machine->it_end = end;
    if (machine->timed)
        fk_timing_fold(&machine->timing);
}

/* MRS of CONTROL: Unicorn keeps a bit of a later architecture there, which this processor reads as
 * 0. It is taken away before the next instruction. */
static void look_at_read(struct fk_vboard *machine, uint32_t address)
{
    uint32_t opcode = opcode_at(machine, address);

    if ((opcode & 0xFF) != SYSM_CONTROL)
        return;
    machine->control_read = (int)(opcode >> 8 & 0xF);
    fk_processor_look_again(machine);
}

static void clean_control(struct fk_vboard *machine)
{
    int reg = core_registers[machine->control_read];

    fk_machine_set(machine, reg, fk_machine_get(machine, reg) & CONTROL_BITS);
    machine->known = 0;
    machine->control_read = -1;
}

static void look_at_kind(struct fk_vboard *machine, uint32_t address, const struct fk_insn *insn)
{
    switch ((enum fk_insn_kind)insn->kind) {
    case FK_INSN_UNDEFINED:
        fk_fault_usage(machine, FK_CFSR_UNDEFINSTR, "undefined instruction");
        stop_here(machine, FK_ACTION_END);
        break;
    case FK_INSN_COPROCESSOR:
        fk_fault_usage(machine, FK_CFSR_NOCP, "instruction of a coprocessor that is not there");
        stop_here(machine, FK_ACTION_END);
        break;
    case FK_INSN_IT:
        look_at_it(machine, address, insn);
        break;
    case FK_INSN_YIELD:
        stop_at_hint(machine, address, FK_ACTION_SKIP);
        break;
    case FK_INSN_WAIT_EVENT:
    case FK_INSN_WAIT_INTERRUPT:
        machine->wait_is_event = insn->kind == FK_INSN_WAIT_EVENT;
        stop_at_hint(machine, address, FK_ACTION_WAIT);
        break;
    case FK_INSN_SEND_EVENT:
        machine->event = true;
        break;
    case FK_INSN_WRITE_SPECIAL: /* may write a stack pointer */
        machine->known = 0;
        fk_processor_look_again(machine);
        break;
    case FK_INSN_CHANGE_STATE:
        fk_processor_look_again(machine);
        break;
    case FK_INSN_READ_SPECIAL:
        look_at_read(machine, address);
        break;
    case FK_INSN_DIVIDE:
        look_at_divide(machine, address);
        break;
    default:
        break;
    }
    if ((insn->flags & FK_INSN_SELF_BRANCH) != 0) {
        fk_fault_end(machine, FK_VBOARD_END_EXIT, 0, "branch to itself");
        stop_here(machine, FK_ACTION_END);
    }
}

/* The FPU is off, or an exception still owes its registers to the stack. */
static void look_at_fp(struct fk_vboard *machine)
{
    if ((machine->scs.cpacr >> 20 & 0xF) != 0xF) {
        fk_fault_usage(machine, FK_CFSR_NOCP, "floating-point instruction while CPACR forbids it");
        stop_here(machine, FK_ACTION_END);
        return;
    }
    if ((machine->scs.fpccr & FK_FPCCR_LSPACT) != 0) {
        machine->scs.fpccr &= ~FK_FPCCR_LSPACT;
        /* Sixteen singles and FPSCR, as a store multiple would move them. */
        if (machine->timed)
            fk_timing_add(&machine->timing, 1 + 17);
        else
            machine->cycle += 1 + 17;
        fk_processor_update_watch(machine);
    }
}

static void look_at_due(struct fk_vboard *machine, uint32_t address)
{
    uint64_t now = fk_machine_now(machine);

    if (machine->control_read >= 0)
        clean_control(machine);
    if (atomic_load_explicit(&machine->stop_requested, memory_order_relaxed)) {
        if (!in_it_block(machine, address)) {
            atomic_store(&machine->stop_requested, false);
            fk_fault_end(machine, FK_VBOARD_END_STOPPED, 0, "stopped on request");
            stop_here(machine, FK_ACTION_END);
        }
        return;
    }
    if (in_it_block(machine, address))
        return; /* the deadline stays due */
    if (now >= machine->budget_end) {
        fk_fault_end(machine, FK_VBOARD_END_BUDGET, 0, "cycle budget used up");
        stop_here(machine, FK_ACTION_END);
        return;
    }
    fk_bus_advance(machine, now);
    if (fk_scs_first_pending(&machine->scs) != 0 &&
        fk_scs_takeable(&machine->scs, fk_machine_get(machine, UC_ARM_REG_PRIMASK) != 0,
                        fk_machine_get(machine, UC_ARM_REG_FAULTMASK) != 0,
                        fk_machine_get(machine, UC_ARM_REG_BASEPRI)) != 0) {
        stop_here(machine, FK_ACTION_INTERRUPT);
        return;
    }
    fk_processor_set_deadline(machine);
}

static void look(struct fk_vboard *machine, uint32_t address, const struct fk_insn *insn)
{
    if (fk_machine_now(machine) >= atomic_load_explicit(&machine->deadline, memory_order_relaxed)) {
        look_at_due(machine, address);
        if (machine->action != FK_ACTION_NONE) {
            machine->repeated = address;
            machine->untimed_cost = 0; /* it comes again */
            return;
        }
    }
    uint16_t matching = insn->flags & machine->watched;
    if (matching == 0)
        return;
    if ((matching & FK_INSN_FP) != 0)
        look_at_fp(machine);
    if ((matching & FK_INSN_INTERCEPTED) != 0) {
        if ((insn->flags & FK_INSN_ALIGNED) != 0)
            look_at_alignment(machine, address, insn);
        else
            look_at_kind(machine, address, insn);
    } else if ((matching & TRAPS) != 0 && insn->words == 1 &&
               (machine->scs.ccr & FK_CCR_UNALIGN_TRP) != 0) {
        look_at_alignment(machine, address, insn);
    }
    if ((matching & TRAPS) != 0)
        machine->timing.data_cycle = machine->timing.start + 1;
}

/* ---- Time ---- */

/* The instruction before the one that is about to begin has executed. */
static inline void report(struct fk_vboard *machine, bool probed)
{
    const struct fk_vboard_probe *probe = &machine->config.probe;

    machine->instructions++;
    if (probed)
        probe->instruction(probe->context, machine->timing.address,
                           fk_insn_size(&machine->timing.insn), machine->timing.start,
                           machine->executed);
}

static bool is_probed(const struct fk_vboard *machine)
{
    return machine->config.probe.instruction != NULL;
}

/* Instructions of an IT block whose condition failed: Unicorn does not report them. They cost a
 * cycle each and depend on nothing. */
static void pass_failed(struct fk_vboard *machine, uint32_t until)
{
    uint32_t at = machine->expected;

    while (at < until) {
        struct fk_insn failed = {
            .kind = FK_INSN_HINT,
            .cycles = 1,
            .flags = record_at(machine, at)->flags & FK_INSN_WIDE,
        };
        report(machine, is_probed(machine));
        fk_timing_next(&machine->timing, at, &failed);
        machine->executed = false;
        at += fk_insn_size(&failed);
    }
    machine->expected = at;
}

/* Not in a straight line: a taken branch, failed instructions of an IT block, or the first
 * instruction after the engine was started. false: it has been accounted for already. */
__attribute__((noinline)) static bool arrive(struct fk_vboard *machine, uint32_t address,
                                             const struct fk_insn *insn)
{
    if (machine->repeated == address) {
        machine->repeated = FK_NOWHERE;
        return false;
    }
    if (machine->expected != FK_NOWHERE && in_it_block(machine, machine->expected) &&
        address > machine->expected && address <= machine->it_end)
        pass_failed(machine, address);
    if (machine->live)
        report(machine, is_probed(machine));
    machine->live = true;
    machine->executed = true;
    if (machine->fresh)
        fk_timing_restart(&machine->timing, machine->cycle, address, &machine->executing->memory);
    if (machine->fresh || address == machine->expected)
        fk_timing_next(&machine->timing, address, insn);
    else
        fk_timing_jump(&machine->timing, address, insn, &machine->executing->memory);
    machine->fresh = false;
    return true;
}

__attribute__((noinline)) static void cost_fp(struct fk_vboard *machine, uint32_t address)
{
    uint32_t producer = machine->timing.address;

    if (producer - machine->code_base < machine->code_size &&
        fk_insn_fp_depends(opcode_at(machine, producer), opcode_at(machine, address)))
        fk_timing_add(&machine->timing, 1);
}

static inline void step(struct fk_vboard *machine, uint32_t address, const struct fk_insn *insn,
                        bool probed)
{
    bool begins = true;

    if ((machine->timing.insn.flags & FK_INSN_FP_RESULT) != 0 && (insn->flags & FK_INSN_FP) != 0)
        cost_fp(machine, address);
    if (__builtin_expect(address == machine->expected && machine->live, true)) {
        report(machine, probed);
        fk_timing_next(&machine->timing, address, insn);
    } else {
        begins = arrive(machine, address, insn);
    }
    machine->expected =
        (insn->flags & FK_INSN_JUMPS) != 0 ? FK_NOWHERE : address + fk_insn_size(insn);
    if (probed)
        machine->accesses_left = insn->words;
    if (begins && (insn->flags & FK_INSN_ADDRESS_COSTS) != 0)
        cost_load(machine, address, insn);
    if (__builtin_expect((insn->flags & machine->watched) != 0 ||
                             machine->timing.start >=
                                 atomic_load_explicit(&machine->deadline, memory_order_relaxed),
                         false))
        look(machine, address, insn);
    machine->known &= (uint16_t)~insn->writes;
}

__attribute__((noinline)) static void step_elsewhere(struct fk_vboard *machine, uint32_t address,
                                                     const struct fk_insn *insn)
{
    step(machine, address, insn, false);
}

__attribute__((noinline)) static void step_probed(struct fk_vboard *machine, uint32_t address,
                                                  const struct fk_insn *insn)
{
    if (is_probed(machine))
        step(machine, address, insn, true);
    else {
        machine->accesses_left = insn->words;
        step(machine, address, insn, false);
    }
}

/* Finds the record of an instruction whose number is not at hand. NULL: it is not to be looked at.
 */
__attribute__((noinline)) static const struct fk_insn *find_record(struct fk_vboard *machine,
                                                                   uint32_t address)
{
    if (address - machine->code_base >= machine->code_size && !enter_region(machine, address))
        return NULL;
    machine->pc = address;
    return record_at(machine, address);
}

static void account_untimed(struct fk_vboard *machine, uint32_t cycles)
{
    machine->cycle += machine->untimed_cost;
    machine->untimed_cost = cycles;
}

static bool is_due_untimed(const struct fk_vboard *machine)
{
    return machine->cycle >= atomic_load_explicit(&machine->deadline, memory_order_relaxed);
}

/* Where the brief does not do. */
__attribute__((noinline)) static void look_untimed(struct fk_vboard *machine, uint32_t address,
                                                   const struct fk_insn *insn)
{
    account_untimed(machine, insn->cycles);
    if ((insn->flags & machine->watched) != 0 || is_due_untimed(machine)) {
        machine->known = 0;
        look(machine, address, insn);
    }
}

/* Everything that is not in the two fast paths: other memory, code not decoded yet, code in RAM,
 * a change of mode, the end of a run. */
__attribute__((noinline)) static void find_and_step(struct fk_vboard *machine, uint32_t address,
                                                    bool probed)
{
    const struct fk_insn *insn = find_record(machine, address);

    if (insn == NULL)
        return;
    if (!machine->timed)
        look_untimed(machine, address, insn);
    else if (probed)
        step_probed(machine, address, insn);
    else
        step_elsewhere(machine, address, insn);
}

static inline void on_any_instruction(struct fk_vboard *machine, uint32_t address, bool probed)
{
    uint32_t offset = address - machine->code_base;

    if (__builtin_expect(offset >= machine->code_size, false)) {
        find_and_step(machine, address, probed);
        return;
    }
    unsigned id = machine->ids[offset / 2];
    if (!machine->timed) {
        /* Without timing each instruction takes what it takes without its neighbours. */
        unsigned brief = machine->briefs[id];
        if (__builtin_expect(brief == FK_BRIEF_LOOK, false)) {
            find_and_step(machine, address, probed);
            return;
        }
        account_untimed(machine, brief);
        machine->pc = address;
        if (__builtin_expect(is_due_untimed(machine), false)) {
            machine->known = 0;
            look(machine, address, &machine->records.insns[id]);
        }
        return;
    }
    if (__builtin_expect(id == 0 || machine->can_change, false)) {
        find_and_step(machine, address, probed);
        return;
    }
    machine->pc = address;
    if (probed)
        step_probed(machine, address, &machine->records.insns[id]);
    else
        step(machine, address, &machine->records.insns[id], false);
}

static void on_instruction(uc_engine *engine, uint64_t address, uint32_t size, void *user)
{
    (void)engine, (void)size;
    on_any_instruction(user, (uint32_t)address, false);
}

static void on_probed_instruction(uc_engine *engine, uint64_t address, uint32_t size, void *user)
{
    (void)engine, (void)size;
    on_any_instruction(user, (uint32_t)address, true);
}

static void on_memory(uc_engine *engine, uc_mem_type type, uint64_t address, int size,
                      int64_t value, void *user)
{
    struct fk_vboard *machine = user;
    const struct fk_vboard_probe *probe = &machine->config.probe;

    (void)engine, (void)value;
    if (!machine->timed || machine->action != FK_ACTION_NONE)
        return;
    /* What Unicorn splits, because it is unaligned, it reports whole first and in parts then; of an
     * exclusive store it reports the comparison as a read. */
    bool write = type == UC_MEM_WRITE;
    if (write != ((machine->timing.insn.flags & FK_INSN_WRITES) != 0) ||
        machine->accesses_left == 0)
        return;
    machine->accesses_left--;
    probe->memory(probe->context, machine->pc, (uint32_t)address, (unsigned)size, write);
}

void fk_processor_settle(struct fk_vboard *machine)
{
    machine->cycle += machine->untimed_cost;
    machine->untimed_cost = 0;
    if (!machine->timed || !machine->live)
        return;
    report(machine, is_probed(machine));
    machine->live = false;
    machine->timing.start = machine->timing.end;
}

void fk_processor_divert(struct fk_vboard *machine, uint64_t cycles, uint32_t address)
{
    const struct fk_region *region = fk_machine_region(machine, address);
    static const struct fk_fetch_memory plain = {FK_FETCH_PLAIN, 0};

    if (machine->timed) {
        fk_timing_divert(&machine->timing, machine->timing.start + cycles, address,
                         region != NULL ? &region->memory : &plain);
        machine->live = false;
        machine->expected = address;
    } else {
        machine->cycle += cycles;
        machine->untimed_cost = 0;
    }
    machine->known = 0;
    machine->repeated = FK_NOWHERE;
    machine->it_first = machine->it_end = FK_NOWHERE;
    fk_processor_look_again(machine);
}

void fk_processor_delay_until(struct fk_vboard *machine, uint64_t cycle)
{
    uint64_t now = fk_machine_now(machine);

    if (machine->timed && !machine->fresh)
        fk_timing_delay(&machine->timing, cycle - now);
    else
        machine->cycle = cycle;
}

/* A switch in the middle of a run, or the start of one: timing begins from a known state at the
 * instruction that is about to execute. */
void fk_processor_set_timed(struct fk_vboard *machine, bool timed)
{
    uint64_t now = fk_machine_now(machine);

    if (machine->timed && !timed) {
        fk_processor_settle(machine);
        now = fk_machine_now(machine);
    }
    machine->timed = timed;
    machine->cycle = now + machine->untimed_cost;
    machine->untimed_cost = 0;
    machine->known = 0;
    machine->live = false;
    machine->fresh = timed;
    machine->expected = FK_NOWHERE;
    machine->repeated = FK_NOWHERE;
    if (timed)
        machine->chip->flash_settle(machine->soc);
    fk_processor_look_again(machine);
}

void fk_processor_look_again(struct fk_vboard *machine)
{
    atomic_store_explicit(&machine->deadline, 0, memory_order_relaxed);
}

void fk_processor_set_deadline(struct fk_vboard *machine)
{
    uint64_t deadline = fk_bus_next_event(machine);
    uint64_t longest = fk_machine_now(machine) + LONGEST_STRETCH;

    if (machine->budget_end < deadline)
        deadline = machine->budget_end;
    if (longest < deadline)
        deadline = longest;
    atomic_store(&machine->deadline, deadline);
    if (atomic_load(&machine->stop_requested)) /* it came in between */
        fk_processor_look_again(machine);
}

void fk_processor_update_watch(struct fk_vboard *machine)
{
    machine->watched = FK_INSN_INTERCEPTED;
    if ((machine->scs.cpacr >> 20 & 0xF) != 0xF || (machine->scs.fpccr & FK_FPCCR_LSPACT) != 0)
        machine->watched |= FK_INSN_FP;
    /* Traps, and accesses that a fetch from the same bus may meet. */
    if ((machine->scs.ccr & FK_CCR_UNALIGN_TRP) != 0 ||
        (machine->executing != NULL && machine->executing->memory.source == FK_FETCH_SYSTEM_BUS))
        machine->watched |= TRAPS;
    machine->can_change = machine->executing != NULL && machine->executing->code.opcodes != NULL;
    machine->briefs = machine->can_change || (machine->scs.ccr & FK_CCR_UNALIGN_TRP) != 0
                          ? machine->records.looks
                          : machine->records.briefs;
}

/* ---- What Unicorn reports ---- */

static void on_interrupt(uc_engine *engine, uint32_t number, void *user)
{
    struct fk_vboard *machine = user;

    machine->intno = number + 1;
    uc_emu_stop(engine);
}

static bool on_invalid_memory(uc_engine *engine, uc_mem_type type, uint64_t address, int size,
                              int64_t value, void *user)
{
    struct fk_vboard *machine = user;

    (void)engine, (void)value;
    if (machine->action == FK_ACTION_NONE) {
        if (type == UC_MEM_FETCH_UNMAPPED && address == FK_RETURN_ADDRESS)
            return false;
        fk_fault_memory(machine, type, (uint32_t)address, (unsigned)size);
        fk_processor_request(machine, FK_ACTION_END);
    }
    return false;
}

bool fk_processor_attach(struct fk_vboard *machine)
{
    uc_hook hook;
    /* Unicorn takes callbacks as void *. 1 > 0: every address. */
    void *callback = is_probed(machine) || machine->config.probe.memory != NULL
                         ? (void *)on_probed_instruction
                         : (void *)on_instruction;
    bool good =
        uc_hook_add(machine->engine, &hook, UC_HOOK_CODE, callback, machine, 1, 0) == UC_ERR_OK &&
        uc_hook_add(machine->engine, &hook, UC_HOOK_INTR, (void *)on_interrupt, machine, 1, 0) ==
            UC_ERR_OK &&
        uc_hook_add(machine->engine, &hook, UC_HOOK_MEM_INVALID, (void *)on_invalid_memory, machine,
                    1, 0) == UC_ERR_OK;

    if (good && machine->config.probe.memory != NULL)
        good = uc_hook_add(machine->engine, &hook, UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE,
                           (void *)on_memory, machine, 1, 0) == UC_ERR_OK;
    machine->timing.stall = machine->chip->flash_fetch;
    machine->timing.context = machine->soc;
    machine->timing.line_words =
        machine->chip->flash_line_bytes > 4 ? machine->chip->flash_line_bytes / 4 : 1;
    machine->code_size = 0;
    machine->executing = NULL;
    machine->control_read = -1;
    return good;
}
