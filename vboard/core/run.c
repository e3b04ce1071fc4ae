/* SPDX-License-Identifier: MIT */
/* Runs the engine and does, between two runs of it, what it cannot do. */
#include "machine.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Numbers of the engine's exceptions. */
#define ENGINE_UNDEFINED 1
#define ENGINE_SVC 2
#define ENGINE_PREFETCH_ABORT 3
#define ENGINE_BREAKPOINT 7
#define ENGINE_EXCEPTION_EXIT 8
#define SEMIHOSTING_IMMEDIATE 0xAB
#define XPSR_THUMB (1u << 24)
/* Events that do not wake a sleeping processor, before it is said to sleep for ever. */
#define EVENTS_WITHOUT_WAKING 1000000u

/* true while the run goes on */
static bool interrupt(struct fk_vboard *machine)
{
    unsigned number =
        fk_scs_takeable(&machine->scs, fk_machine_get(machine, UC_ARM_REG_PRIMASK) != 0,
                        fk_machine_get(machine, UC_ARM_REG_FAULTMASK) != 0,
                        fk_machine_get(machine, UC_ARM_REG_BASEPRI));
    uint32_t pc = fk_machine_get(machine, UC_ARM_REG_PC);

    return number == 0 || fk_exception_enter(machine, number, pc);
}

static bool supervisor_call(struct fk_vboard *machine)
{
    fk_scs_pend(&machine->scs, FK_EXCEPTION_SVC);
    unsigned number =
        fk_scs_takeable(&machine->scs, fk_machine_get(machine, UC_ARM_REG_PRIMASK) != 0,
                        fk_machine_get(machine, UC_ARM_REG_FAULTMASK) != 0,
                        fk_machine_get(machine, UC_ARM_REG_BASEPRI));
    if (number == 0) {
        fk_fault_end(machine, FK_VBOARD_END_FAULT, 0,
                     "SVC whose priority does not let it be taken");
        return false;
    }
    fk_processor_settle(machine);
    return fk_exception_enter(machine, number, fk_machine_get(machine, UC_ARM_REG_PC));
}

static bool breakpoint(struct fk_vboard *machine)
{
    uint32_t pc = fk_machine_get(machine, UC_ARM_REG_PC);
    uint8_t immediate = 0;

    fk_machine_read(machine, pc, &immediate, 1);
    if (immediate == SEMIHOSTING_IMMEDIATE) {
        if (!fk_semihosting(machine))
            return false;
        fk_machine_set(machine, UC_ARM_REG_PC, (pc + 2) | 1u);
        machine->known = 0;
        return true;
    }
    fk_fault_end(machine, FK_VBOARD_END_EXIT, 0, "breakpoint %u", immediate);
    return false;
}

static void sleep_until(struct fk_vboard *machine, uint64_t cycle)
{
    uint64_t now = fk_machine_now(machine);

    if (cycle <= now)
        return;
    machine->sleep_cycles += cycle - now;
    fk_processor_delay_until(machine, cycle);
}

static bool wakes(struct fk_vboard *machine)
{
    if (machine->wait_is_event) {
        if (machine->event) {
            machine->event = false;
            return true;
        }
        if ((machine->scs.scr & FK_SCR_SEVONPEND) != 0 && fk_scs_first_pending(&machine->scs) != 0)
            return true;
    }
    return fk_scs_wakes(&machine->scs, fk_machine_get(machine, UC_ARM_REG_FAULTMASK) != 0,
                        fk_machine_get(machine, UC_ARM_REG_BASEPRI));
}

/* Sleeps. false: nothing will end it, or the budget does. */
static bool sleep_to_wake(struct fk_vboard *machine)
{
    const struct fk_systick *systick = &machine->scs.systick;

    for (unsigned i = 0; i < EVENTS_WITHOUT_WAKING; i++) {
        fk_bus_advance(machine, fk_machine_now(machine));
        if (wakes(machine))
            return true;
        if (fk_machine_now(machine) >= machine->budget_end) {
            fk_fault_end(machine, FK_VBOARD_END_BUDGET, 0, "cycle budget used up, asleep");
            return false;
        }
        uint64_t event = machine->chip->next_event(machine->soc);
        uint64_t tick = (systick->control & 2u) != 0 ? fk_systick_next(systick) : UINT64_MAX;
        if (tick < event)
            event = tick;
        if (event == FK_SOC_NEVER)
            break;
        sleep_until(machine, event < machine->budget_end ? event : machine->budget_end);
    }
    if (machine->chip->serial_awaited != NULL && machine->chip->serial_awaited(machine->soc))
        fk_fault_end(machine, FK_VBOARD_END_SERIAL_IDLE, 0, "asleep until serial input arrives,");
    else
        fk_fault_end(machine, FK_VBOARD_END_DEADLOCK, 0, "asleep with nothing that could wake it,");
    return false;
}

/* WFI or WFE, which the engine did not execute (in an IT block it may have). */
static bool wait(struct fk_vboard *machine)
{
    uint32_t address = machine->pc;
    uint16_t first = 0;

    fk_machine_read(machine, address, &first, sizeof first);
    if (!sleep_to_wake(machine)) {
        /* If the run goes on, it goes on asleep. */
        fk_machine_set(machine, UC_ARM_REG_PC, address | 1u);
        machine->repeated = address;
        return false;
    }
    fk_machine_set(machine, UC_ARM_REG_PC, (address + (fk_insn_is_wide(first) ? 4 : 2)) | 1u);
    fk_processor_look_again(machine);
    return true;
}

static bool skip_instruction(struct fk_vboard *machine)
{
    uint16_t first = 0;

    fk_machine_read(machine, machine->pc, &first, sizeof first);
    fk_machine_set(machine, UC_ARM_REG_PC, (machine->pc + (fk_insn_is_wide(first) ? 4 : 2)) | 1u);
    return true;
}

static bool sleep_on_exit(struct fk_vboard *machine)
{
    bool thread = (fk_machine_get(machine, UC_ARM_REG_IPSR) & 0x1FF) == 0;

    if (!thread || (machine->scs.scr & FK_SCR_SLEEPONEXIT) == 0)
        return true;
    machine->wait_is_event = false;
    return sleep_to_wake(machine);
}

static bool returned(struct fk_vboard *machine)
{
    fk_processor_settle(machine);
    fk_fault_end(machine, FK_VBOARD_END_RETURNED, 0, "returned");
    return false;
}

/* The engine stopped for its own reasons. */
static bool engine_stopped(struct fk_vboard *machine, uc_err error)
{
    uint32_t pc = fk_machine_get(machine, UC_ARM_REG_PC);

    if ((pc & ~1u) == FK_RETURN_ADDRESS)
        return returned(machine);
    if (machine->intno == ENGINE_SVC + 1)
        return supervisor_call(machine);
    if (machine->intno == ENGINE_BREAKPOINT + 1)
        return breakpoint(machine);
    if (machine->intno == ENGINE_EXCEPTION_EXIT + 1) {
        fk_processor_settle(machine);
        return fk_exception_return(machine, pc | 1u) && sleep_on_exit(machine);
    }
    if (machine->intno == ENGINE_PREFETCH_ABORT + 1) {
        fk_fault_memory(machine, UC_MEM_FETCH_UNMAPPED, pc, 2);
        return false;
    }
    if ((fk_machine_get(machine, UC_ARM_REG_XPSR) & XPSR_THUMB) == 0) {
        machine->scs.cfsr |= FK_CFSR_INVSTATE;
        fk_fault_end(machine, FK_VBOARD_END_FAULT, pc,
                     "branch to 0x%08" PRIx32 " without the Thumb bit", pc);
        return false;
    }
    if (error == UC_ERR_INSN_INVALID || machine->intno == ENGINE_UNDEFINED + 1) {
        fk_fault_usage(machine, FK_CFSR_UNDEFINSTR, "undefined instruction");
        return false;
    }
    fk_fault_end(machine, FK_VBOARD_END_FAULT, pc, "the engine stopped (%s, exception %d)",
                 uc_strerror(error), (int)machine->intno - 1);
    return false;
}

static bool act(struct fk_vboard *machine, uc_err error)
{
    switch (machine->action) {
    case FK_ACTION_NONE:
        return engine_stopped(machine, error);
    case FK_ACTION_INTERRUPT:
        return interrupt(machine);
    case FK_ACTION_WAIT:
        return wait(machine);
    case FK_ACTION_SKIP:
        return skip_instruction(machine);
    case FK_ACTION_RESET:
        fk_machine_log(machine, "reset by software");
        fk_machine_restart(machine);
        return true;
    case FK_ACTION_END:
    default:
        return false;
    }
}

/* Does the program not go on from this end? */
static bool for_good(enum fk_vboard_end end)
{
    return end != FK_VBOARD_END_SERIAL_IDLE && end != FK_VBOARD_END_STOPPED &&
           end != FK_VBOARD_END_RETURNED;
}

static struct fk_vboard_stop run(struct fk_vboard *machine)
{
    bool goes_on = true;

    memset(&machine->stop, 0, sizeof machine->stop);
    machine->budget_end = UINT64_MAX;
    if (machine->config.cycle_budget != 0)
        machine->budget_end = fk_machine_now(machine) + machine->config.cycle_budget;
    fk_processor_look_again(machine);
    while (goes_on) {
        if (machine->engine_stale && !fk_machine_renew_engine(machine)) {
            fk_fault_end(machine, FK_VBOARD_END_FAULT, 0, "the engine does not start again");
            break;
        }
        machine->action = FK_ACTION_NONE;
        machine->intno = 0;
        machine->code_size = 0;
        uint32_t pc = fk_machine_get(machine, UC_ARM_REG_PC);
        uc_err error = uc_emu_start(machine->engine, pc | 1u, FK_RETURN_ADDRESS, 0, 0);
        goes_on = act(machine, error);
    }
    machine->action = FK_ACTION_NONE;
    if (for_good(machine->stop.end) && machine->chip->serial_flush != NULL)
        machine->chip->serial_flush(machine->soc);
    machine->idle_before = machine->stop.end == FK_VBOARD_END_SERIAL_IDLE;
    return machine->stop;
}

static struct fk_vboard_stop not_loaded(struct fk_vboard *machine)
{
    memset(&machine->stop, 0, sizeof machine->stop);
    machine->stop.end = FK_VBOARD_END_FAULT;
    snprintf(machine->stop.message, sizeof machine->stop.message, "no program is loaded");
    return machine->stop;
}

struct fk_vboard_stop fk_vboard_run(struct fk_vboard *vboard)
{
    return vboard->loaded ? run(vboard) : not_loaded(vboard);
}

void fk_vboard_request_stop(struct fk_vboard *vboard)
{
    atomic_store(&vboard->stop_requested, true);
    fk_processor_look_again(vboard);
}

/* ---- Calls ---- */

#define SAVED_REGISTERS 17

static const int saved_registers[SAVED_REGISTERS] = {
    UC_ARM_REG_R0,  UC_ARM_REG_R1, UC_ARM_REG_R2, UC_ARM_REG_R3, UC_ARM_REG_R4,   UC_ARM_REG_R5,
    UC_ARM_REG_R6,  UC_ARM_REG_R7, UC_ARM_REG_R8, UC_ARM_REG_R9, UC_ARM_REG_R10,  UC_ARM_REG_R11,
    UC_ARM_REG_R12, UC_ARM_REG_SP, UC_ARM_REG_LR, UC_ARM_REG_PC, UC_ARM_REG_XPSR,
};

/* Where the stack pointer is, if it points into RAM; else the end of the first RAM. */
static uint32_t call_stack(struct fk_vboard *machine)
{
    uint32_t sp = fk_machine_get(machine, UC_ARM_REG_SP);
    const struct fk_region *region = fk_machine_region(machine, sp - 4);

    if (region != NULL && region->soc->writable)
        return sp & ~7u;
    for (size_t i = 0; i < machine->region_count; i++)
        if (machine->regions[i].soc->writable)
            return machine->regions[i].soc->base + machine->regions[i].soc->size_bytes;
    return 0;
}

static bool place_arguments(struct fk_vboard *machine, const uint32_t *arguments, size_t count)
{
    uint32_t sp = call_stack(machine);

    if (count > 4) {
        size_t bytes = (count - 4) * 4;
        sp = (sp - (uint32_t)bytes) & ~7u;
        if (!fk_machine_write(machine, sp, arguments + 4, bytes))
            return false;
    }
    for (size_t i = 0; i < count && i < 4; i++)
        fk_machine_set(machine, saved_registers[i], arguments[i]);
    fk_machine_set(machine, UC_ARM_REG_SP, sp);
    return true;
}

struct fk_vboard_stop fk_vboard_call(struct fk_vboard *vboard, uint32_t function,
                                     const uint32_t *arguments, size_t argument_count,
                                     uint32_t *result)
{
    uint32_t saved[SAVED_REGISTERS];

    if (!vboard->loaded)
        return not_loaded(vboard);
    for (size_t i = 0; i < SAVED_REGISTERS; i++)
        saved[i] = fk_machine_get(vboard, saved_registers[i]);
    if (!place_arguments(vboard, arguments, argument_count)) {
        memset(&vboard->stop, 0, sizeof vboard->stop);
        fk_fault_end(vboard, FK_VBOARD_END_FAULT, 0, "no stack for %zu arguments", argument_count);
        return vboard->stop;
    }
    fk_machine_set(vboard, UC_ARM_REG_LR, FK_RETURN_ADDRESS | 1u);
    fk_machine_set(vboard, UC_ARM_REG_PC, function | 1u);
    vboard->pc = function & ~1u;
    fk_processor_set_timed(vboard, vboard->timed);
    struct fk_vboard_stop stop = run(vboard);
    if (stop.end != FK_VBOARD_END_RETURNED)
        return stop;
    if (result != NULL)
        *result = fk_machine_get(vboard, UC_ARM_REG_R0);
    /* What ran before the call goes on behind it as if it had not been. */
    for (size_t i = 0; i < SAVED_REGISTERS; i++)
        fk_machine_set(vboard, saved_registers[i],
                       saved_registers[i] == UC_ARM_REG_PC ? saved[i] | 1u : saved[i]);
    fk_processor_set_timed(vboard, vboard->timed);
    return stop;
}
