/* SPDX-License-Identifier: MIT */
/*
 * The virtual board from inside. One Unicorn engine executes; a hook on each instruction
 * (processor.c) keeps time and stops the engine where something must be done that Unicorn does not
 * do; run.c then does it and starts the engine again.
 */
#ifndef FK_VBOARD_MACHINE_H
#define FK_VBOARD_MACHINE_H

#include <stdatomic.h>
#include <unicorn/unicorn.h>

#include "../vboard.h"
#include "code.h"
#include "image.h"
#include "insn.h"
#include "profile.h"
#include "scs.h"
#include "soc.h"
#include "timing.h"

#define FK_REGION_LIMIT 8
#define FK_PAGE_BYTES 4096u /* of the engine */
#define FK_POLL_LIMIT 4

/* No instruction lies here: it is odd. */
#define FK_NOWHERE 1u
/* A called function returns here: no memory, and no value that the processor gives a meaning. */
#define FK_RETURN_ADDRESS 0xF0000000u

struct fk_region {
    const struct fk_soc_region *soc;
    uint8_t *bytes; /* shared with the region that this one mirrors */
    struct fk_code code;
    struct fk_fetch_memory memory;
    bool owner; /* of bytes */
};

/* Why the engine was stopped. */
enum fk_action {
    FK_ACTION_NONE,
    FK_ACTION_END,       /* the run ends: machine->stop says why */
    FK_ACTION_INTERRUPT, /* an exception of sufficient priority is pending */
    FK_ACTION_WAIT,      /* WFI, WFE */
    FK_ACTION_SKIP,      /* the instruction has no effect, but Unicorn would refuse it */
    FK_ACTION_RESET      /* AIRCR.SYSRESETREQ */
};

/* One place where the firmware polls a status register. */
struct fk_poll {
    uint32_t pc;
    uint32_t address;
    uint32_t value;
    unsigned count;
    uint64_t cycle;
    uint64_t period; /* cycles between the last two polls */
};

struct fk_vboard {
    /* Touched for each instruction. */
    struct fk_timing timing;
    struct fk_records records;
    const uint16_t *ids;   /* of the region that executes, from code_base on */
    const uint8_t *briefs; /* records.briefs, or looks where every instruction needs a look */
    uint32_t code_base;
    uint32_t code_size; /* 0 while the engine is being stopped */
    uint32_t expected;  /* the address that follows in a straight line, or FK_NOWHERE */
    uint32_t pc;        /* of the instruction that executes */
    uint16_t watched;   /* flags of instructions that need a look */
    uint16_t known;     /* registers whose value is in `values` */
    bool timed;
    bool can_change; /* the code that executes is in RAM */
    bool fresh;      /* timing begins with the next instruction */
    bool live;       /* timing.insn is an instruction that executes, not yet reported */
    bool executed;   /* its condition passed */
    _Atomic uint64_t deadline;
    uint64_t cycle;        /* now, while not timed */
    uint64_t untimed_cost; /* of the current instruction, while not timed */
    uint64_t instructions;
    uint32_t values[16];

    uc_engine *engine;
    struct fk_region regions[FK_REGION_LIMIT];
    size_t region_count;
    struct fk_region *executing;
    struct fk_vboard_config config;
    struct fk_profile profile;
    const struct fk_soc_class *chip;
    void *soc;
    struct fk_scs scs;
    struct fk_image image;
    bool flash_waits;
    bool loaded;
    bool engine_stale; /* memory that holds code changed behind the engine's back */

    /* Of the instructions that follow an IT, [it_first, it_end). */
    uint32_t it_first;
    uint32_t it_end;
    uint32_t repeated; /* stopped before this instruction after it was accounted for */
    int control_read;  /* the register that MRS has just read CONTROL into, or -1 */
    bool switch_mode;  /* the trigger changed in FK_VBOARD_TIMED_WHILE_TRIGGERED */
    bool in_engine;
    bool event; /* event register of WFE */
    bool wait_is_event;
    unsigned accesses_left; /* accesses of this instruction the memory probe still reports */
    uint64_t sleep_cycles;  /* since reset: CYCCNT stands still */
    uint64_t budget_end;
    enum fk_action action;
    struct fk_vboard_stop stop;
    uint32_t intno; /* of Unicorn's last exception + 1, 0: none */
    atomic_bool stop_requested;
    uint32_t irq_levels[8];

    struct fk_poll polls[FK_POLL_LIMIT];
    unsigned next_poll;
    bool idle_before; /* the last run ended idle and nothing has arrived since */
    uint64_t unmodelled;
    uint32_t reported[64]; /* unmodelled registers that were logged */
    size_t reported_count;
};

/* machine.c: life of a board, memories. */
/* Forgets all decoded code. */
void fk_machine_forget_code(struct fk_vboard *machine);
struct fk_region *fk_machine_region(struct fk_vboard *machine, uint32_t address);
bool fk_machine_read(struct fk_vboard *machine, uint32_t address, void *bytes, size_t length);
bool fk_machine_write(struct fk_vboard *machine, uint32_t address, const void *bytes,
                      size_t length);
__attribute__((format(printf, 2, 3))) void fk_machine_log(struct fk_vboard *machine,
                                                          const char *format, ...);
uint32_t fk_machine_get(struct fk_vboard *machine, int reg);
void fk_machine_set(struct fk_vboard *machine, int reg, uint32_t value);
/* A reset that keeps RAM: SYSRESETREQ. */
/* After something that may have changed the wait states of the flash. */
void fk_machine_update_flash(struct fk_vboard *machine);
void fk_machine_restart(struct fk_vboard *machine);
/* Another engine with the registers of this one, after memory changed behind its back. */
bool fk_machine_renew_engine(struct fk_vboard *machine);

/* processor.c: hooks on instructions, time. */
bool fk_processor_attach(struct fk_vboard *machine);
static inline uint64_t fk_machine_now(const struct fk_vboard *machine)
{
    return machine->timed && !machine->fresh ? machine->timing.start : machine->cycle;
}
/* Ends the current instruction in the model: reports it, and time stands where it ends. */
void fk_processor_settle(struct fk_vboard *machine);
void fk_processor_set_timed(struct fk_vboard *machine, bool timed);
/* The processor does nothing until `cycle`. */
void fk_processor_delay_until(struct fk_vboard *machine, uint64_t cycle);
/* The next instruction executes at `address`, `cycles` after the current one began. */
void fk_processor_divert(struct fk_vboard *machine, uint64_t cycles, uint32_t address);
/* What may change the next deadline has happened. */
void fk_processor_look_again(struct fk_vboard *machine);
void fk_processor_set_deadline(struct fk_vboard *machine);
void fk_processor_update_watch(struct fk_vboard *machine);
/* Asks for the engine to be stopped before the next instruction. */
void fk_processor_request(struct fk_vboard *machine, enum fk_action action);

/* bus.c: peripherals, private peripherals, bit-band aliases. */
bool fk_bus_attach(struct fk_vboard *machine);
/* The next thing that happens without the processor. */
uint64_t fk_bus_next_event(const struct fk_vboard *machine);
/* Brings peripherals up to now and samples interrupt lines. */
void fk_bus_advance(struct fk_vboard *machine, uint64_t cycle);

/* exception.c: entry and return. false: the run ends, machine->stop is set. */
bool fk_exception_enter(struct fk_vboard *machine, unsigned number, uint32_t return_address);
bool fk_exception_return(struct fk_vboard *machine, uint32_t value);

/* fault.c: how a run ends. */
__attribute__((format(printf, 4, 5))) void fk_fault_end(struct fk_vboard *machine,
                                                        enum fk_vboard_end end, uint32_t address,
                                                        const char *format, ...);
void fk_fault_memory(struct fk_vboard *machine, uc_mem_type type, uint32_t address, unsigned size);
void fk_fault_usage(struct fk_vboard *machine, uint32_t cfsr, const char *what);
void fk_fault_unaligned(struct fk_vboard *machine, uint32_t address, const char *what);

/* semihosting.c. true: the run goes on behind the breakpoint. */
bool fk_semihosting(struct fk_vboard *machine);

#endif
