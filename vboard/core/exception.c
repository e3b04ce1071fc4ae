/* SPDX-License-Identifier: MIT */
/* Exception entry and return: frames, stacks, modes, time. Arm DDI 0403E, B1.5.6 to B1.5.8. */
#include "machine.h"

#include <inttypes.h>
#include <string.h>

#define ENTRY_CYCLES 12u
#define EXIT_CYCLES 12u
#define TAIL_CYCLES 6u
#define FP_STORE_CYCLES 17u /* sixteen singles and FPSCR, where stacking is not lazy */

#define CONTROL_SPSEL (1u << 1)
#define CONTROL_FPCA (1u << 2)
/* Of a later architecture; the engine starts a new floating-point context unless both are set. */
#define CONTROL_SFPA (1u << 3)
#define RETURN_BASIC (1u << 4) /* no floating-point registers in the frame */
#define XPSR_ALIGNED (1u << 9) /* in a frame: the stack pointer was moved by 4 */
#define XPSR_THUMB (1u << 24)
#define XPSR_EXCEPTION 0x1FFu

#define BASIC_BYTES 0x20u
#define EXTENDED_BYTES 0x68u

struct frame {
    uint32_t r0, r1, r2, r3, r12, lr, return_address, xpsr;
    uint64_t d[8];
    uint32_t fpscr, reserved;
};
_Static_assert(sizeof(struct frame) == EXTENDED_BYTES, "as the processor lays it out");

static const int frame_registers[6] = {UC_ARM_REG_R0, UC_ARM_REG_R1,  UC_ARM_REG_R2,
                                       UC_ARM_REG_R3, UC_ARM_REG_R12, UC_ARM_REG_LR};

static void read_fp(struct fk_vboard *machine, struct frame *frame)
{
    for (int i = 0; i < 8; i++)
        uc_reg_read(machine->engine, UC_ARM_REG_D0 + i, &frame->d[i]);
    frame->fpscr = fk_machine_get(machine, UC_ARM_REG_FPSCR);
}

static void write_fp(struct fk_vboard *machine, const struct frame *frame)
{
    for (int i = 0; i < 8; i++)
        uc_reg_write(machine->engine, UC_ARM_REG_D0 + i, &frame->d[i]);
    fk_machine_set(machine, UC_ARM_REG_FPSCR, frame->fpscr);
}

static void read_core(struct fk_vboard *machine, struct frame *frame)
{
    uint32_t *words = &frame->r0;

    for (int i = 0; i < 6; i++)
        words[i] = fk_machine_get(machine, frame_registers[i]);
}

static void write_core(struct fk_vboard *machine, const struct frame *frame)
{
    const uint32_t *words = &frame->r0;

    for (int i = 0; i < 6; i++)
        fk_machine_set(machine, frame_registers[i], words[i]);
}

static bool is_thread(struct fk_vboard *machine)
{
    return (fk_machine_get(machine, UC_ARM_REG_IPSR) & XPSR_EXCEPTION) == 0;
}

/* Branches to the handler; everything else of the entry is done. */
static bool vector(struct fk_vboard *machine, unsigned number, uint32_t cycles)
{
    uint32_t handler = 0;
    uint32_t entry = machine->scs.vtor + 4 * number;

    if (!fk_machine_read(machine, entry, &handler, sizeof handler)) {
        fk_fault_end(machine, FK_VBOARD_END_FAULT, entry,
                     "vector of exception %u at unmapped 0x%08" PRIx32 ", exception taken", number,
                     entry);
        return false;
    }
    if ((handler & 1) == 0) {
        machine->scs.cfsr |= FK_CFSR_INVSTATE;
        fk_fault_end(machine, FK_VBOARD_END_FAULT, handler,
                     "vector of exception %u is 0x%08" PRIx32
                     ", which has no Thumb bit; exception taken",
                     number, handler);
        return false;
    }
    fk_scs_enter(&machine->scs, number);
    fk_machine_set(machine, UC_ARM_REG_IPSR, number);
    fk_machine_set(machine, UC_ARM_REG_PC, handler);
    machine->event = true;
    fk_processor_divert(machine, cycles, handler & ~1u);
    return true;
}

bool fk_exception_enter(struct fk_vboard *machine, unsigned number, uint32_t return_address)
{
    struct frame frame = {0};
    uint32_t control = fk_machine_get(machine, UC_ARM_REG_CONTROL) & 7u;
    bool thread = is_thread(machine);
    bool process_stack = thread && (control & CONTROL_SPSEL) != 0;
    bool fp = (control & CONTROL_FPCA) != 0;
    uint32_t bytes = fp ? EXTENDED_BYTES : BASIC_BYTES;
    uint32_t sp = fk_machine_get(machine, UC_ARM_REG_SP);
    bool align = fp || (machine->scs.ccr & FK_CCR_STKALIGN) != 0;
    uint32_t at = (sp - bytes) & (align ? ~7u : ~3u);
    uint32_t cycles = ENTRY_CYCLES;

    read_core(machine, &frame);
    frame.return_address = return_address;
    frame.xpsr = fk_machine_get(machine, UC_ARM_REG_XPSR) & ~XPSR_ALIGNED;
    if (align && (sp & 4) != 0)
        frame.xpsr |= XPSR_ALIGNED;
    if (fp)
        read_fp(machine, &frame);
    if (!fk_machine_write(machine, at, &frame, bytes)) {
        machine->scs.cfsr |= FK_CFSR_STKERR;
        fk_fault_memory(machine, UC_MEM_WRITE_UNMAPPED, at, bytes);
        return false;
    }
    if (fp && (machine->scs.fpccr & FK_FPCCR_LSPEN) != 0) {
        /* The registers are in the frame already, which nobody can tell; what lazy stacking costs
         * is added if the handler uses the FPU. */
        machine->scs.fpccr |= FK_FPCCR_LSPACT;
        machine->scs.fpcar = at + BASIC_BYTES;
    } else if (fp) {
        cycles += FP_STORE_CYCLES;
    }
    fk_processor_update_watch(machine);
    fk_machine_set(machine, UC_ARM_REG_SP, at);
    /* Still in thread mode, if that is where it was: to the main stack. */
    fk_machine_set(machine, UC_ARM_REG_CONTROL, control & 1u);
    fk_machine_set(machine, UC_ARM_REG_LR,
                   0xFFFFFFE1u | (fp ? 0 : RETURN_BASIC) | (thread ? 8u : 0) |
                       (process_stack ? 4u : 0));
    return vector(machine, number, cycles);
}

static bool bad_return(struct fk_vboard *machine, uint32_t value, const char *why)
{
    machine->scs.cfsr |= FK_CFSR_INVPC;
    fk_fault_end(machine, FK_VBOARD_END_FAULT, value, "exception return with 0x%08" PRIx32 ": %s",
                 value, why);
    return false;
}

static bool any_active(const struct fk_vboard *machine)
{
    uint32_t any = 0;

    for (unsigned i = 0; i < 8; i++)
        any |= machine->scs.active[i];
    return any != 0;
}

static bool unstack(struct fk_vboard *machine, uint32_t value, uint64_t cycles)
{
    struct frame frame = {0};
    bool thread = (value & 8) != 0;
    bool process_stack = (value & 4) != 0;
    bool fp = (value & RETURN_BASIC) == 0;
    uint32_t bytes = fp ? EXTENDED_BYTES : BASIC_BYTES;
    uint32_t at = fk_machine_get(machine, process_stack ? UC_ARM_REG_PSP : UC_ARM_REG_MSP);
    uint32_t control = fk_machine_get(machine, UC_ARM_REG_CONTROL) & 1u;

    if (!fk_machine_read(machine, at, &frame, bytes)) {
        machine->scs.cfsr |= FK_CFSR_UNSTKERR;
        fk_fault_memory(machine, UC_MEM_READ_UNMAPPED, at, bytes);
        return false;
    }
    fk_machine_set(machine, UC_ARM_REG_IPSR, thread ? 0 : frame.xpsr & XPSR_EXCEPTION);
    if (thread && process_stack)
        control |= CONTROL_SPSEL;
    if (fp)
        control |= CONTROL_FPCA | CONTROL_SFPA;
    fk_machine_set(machine, UC_ARM_REG_CONTROL, control);
    fk_machine_set(machine, UC_ARM_REG_SP,
                   (at + bytes) | ((frame.xpsr & XPSR_ALIGNED) != 0 ? 4u : 0));
    if (fp && (machine->scs.fpccr & FK_FPCCR_LSPACT) != 0)
        machine->scs.fpccr &= ~FK_FPCCR_LSPACT; /* never used: the registers are as they were */
    else if (fp)
        write_fp(machine, &frame);
    fk_processor_update_watch(machine);
    write_core(machine, &frame);
    fk_machine_set(machine, UC_ARM_REG_XPSR_NZCVQG,
                   (frame.xpsr & ~(XPSR_ALIGNED | XPSR_EXCEPTION)) | XPSR_THUMB |
                       (thread ? 0 : frame.xpsr & XPSR_EXCEPTION));
    fk_machine_set(machine, UC_ARM_REG_PC, frame.return_address | 1u);
    machine->event = true;
    fk_processor_divert(machine, cycles, frame.return_address & ~1u);
    return true;
}

bool fk_exception_return(struct fk_vboard *machine, uint32_t value)
{
    unsigned number = fk_machine_get(machine, UC_ARM_REG_IPSR) & XPSR_EXCEPTION;

    if (number == 0)
        return bad_return(machine, value, "not in an exception");
    if ((value & 0xFFFFFFE0u) != 0xFFFFFFE0u ||
        ((value & 0xFu) != 0x1 && (value & 0xFu) != 0x9 && (value & 0xFu) != 0xD))
        return bad_return(machine, value, "no such value");
    if (number != FK_EXCEPTION_NMI)
        fk_machine_set(machine, UC_ARM_REG_FAULTMASK, 0);
    fk_scs_leave(&machine->scs, number);
    if (any_active(machine) == ((value & 8u) != 0))
        return bad_return(machine, value, "another exception is active, or none is");
    fk_bus_advance(machine, fk_machine_now(machine));
    unsigned next = fk_scs_takeable(&machine->scs, fk_machine_get(machine, UC_ARM_REG_PRIMASK) != 0,
                                    false, fk_machine_get(machine, UC_ARM_REG_BASEPRI));
    if (next != 0) {
        fk_machine_set(machine, UC_ARM_REG_LR, value);
        return vector(machine, next, TAIL_CYCLES);
    }
    return unstack(machine, value, EXIT_CYCLES);
}
