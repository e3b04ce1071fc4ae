/* SPDX-License-Identifier: MIT */
/*
 * The private peripherals of a Cortex-M4 at 0xE0000000: interrupt controller, system timer, system
 * control, debug time (DWT), FPU control. Registers and rules only; what an exception does to the
 * processor is exception.c's. Arm DDI 0403E, B3 and C1.
 */
#ifndef FK_VBOARD_SCS_H
#define FK_VBOARD_SCS_H

#include <stdbool.h>
#include <stdint.h>

#define FK_EXCEPTION_RESET 1
#define FK_EXCEPTION_NMI 2
#define FK_EXCEPTION_HARD_FAULT 3
#define FK_EXCEPTION_SVC 11
#define FK_EXCEPTION_PENDSV 14
#define FK_EXCEPTION_SYSTICK 15
#define FK_EXCEPTION_IRQ0 16
#define FK_EXCEPTION_COUNT 256

/* CFSR */
#define FK_CFSR_IACCVIOL (1u << 0)
#define FK_CFSR_IBUSERR (1u << 8)
#define FK_CFSR_PRECISERR (1u << 9)
#define FK_CFSR_STKERR (1u << 12)
#define FK_CFSR_UNSTKERR (1u << 11)
#define FK_CFSR_BFARVALID (1u << 15)
#define FK_CFSR_UNDEFINSTR (1u << 16)
#define FK_CFSR_INVSTATE (1u << 17)
#define FK_CFSR_INVPC (1u << 18)
#define FK_CFSR_NOCP (1u << 19)
#define FK_CFSR_UNALIGNED (1u << 24)
#define FK_CFSR_DIVBYZERO (1u << 25)
/* CCR */
#define FK_CCR_UNALIGN_TRP (1u << 3)
#define FK_CCR_DIV_0_TRP (1u << 4)
#define FK_CCR_STKALIGN (1u << 9)
/* SCR */
#define FK_SCR_SLEEPONEXIT (1u << 1)
#define FK_SCR_SEVONPEND (1u << 4)
/* FPCCR */
#define FK_FPCCR_LSPACT (1u << 0)
#define FK_FPCCR_LSPEN (1u << 30)
#define FK_FPCCR_ASPEN (1u << 31)

struct fk_systick {
    uint32_t control; /* ENABLE, TICKINT, CLKSOURCE, COUNTFLAG */
    uint32_t reload;
    uint32_t value; /* at `base` */
    uint64_t base;  /* cycle */
};

struct fk_scs {
    unsigned irq_count;
    uint8_t priority_mask; /* implemented bits of a priority */
    struct fk_systick systick;
    /* By exception number: bit n % 32 of word n / 32. */
    uint32_t enabled[8];
    uint32_t pending[8];
    uint32_t active[8];
    uint8_t priority[FK_EXCEPTION_COUNT];
    uint32_t vtor, priority_group, scr, ccr, shcsr, cfsr, hfsr, mmfar, bfar;
    uint32_t cpacr, fpccr, fpcar, fpdscr;
    uint32_t actlr, demcr, dwt_control;
    uint64_t cyccnt_base; /* cycle, without sleep, at which CYCCNT would have been 0 */
    uint32_t cyccnt_held; /* its value while it stands still */
    uint32_t mpu_number;
    bool reset_requested;
};

/* What an access did beside moving the value. */
enum fk_scs_effect {
    FK_SCS_DONE,
    FK_SCS_CHANGED,    /* pending, enables, priorities or traps may have changed */
    FK_SCS_TIME,       /* the firmware looked at the time */
    FK_SCS_POLL,       /* a flag that only time changes */
    FK_SCS_UNMODELLED, /* no such register, or not in this model */
};

struct fk_scs_time {
    uint64_t now;    /* cycles since reset */
    uint64_t asleep; /* of these, in which the processor's clock stood still */
};

void fk_scs_reset(struct fk_scs *scs, unsigned irq_count, unsigned priority_bits);
/* `exception` is the active exception number (IPSR). size is 1, 2 or 4, the address aligned. */
enum fk_scs_effect fk_scs_read(struct fk_scs *scs, struct fk_scs_time time, unsigned exception,
                               uint32_t address, unsigned size, uint32_t *value);
enum fk_scs_effect fk_scs_write(struct fk_scs *scs, struct fk_scs_time time, uint32_t address,
                                unsigned size, uint32_t value);

/* Cycle of the next thing that the system timer does, UINT64_MAX for none. */
uint64_t fk_systick_next(const struct fk_systick *systick);
/* Counts to `now`; true if the timer asks for its exception. */
bool fk_systick_advance(struct fk_systick *systick, uint64_t now);

void fk_scs_pend(struct fk_scs *scs, unsigned number);
/* The pending exception that is taken first, 0: none. Masks apply only in fk_scs_takeable. */
unsigned fk_scs_first_pending(const struct fk_scs *scs);
/* The exception to be taken now, 0: none. */
unsigned fk_scs_takeable(const struct fk_scs *scs, bool primask, bool faultmask, uint32_t basepri);
/* Ends a WFI: PRIMASK does not count. */
bool fk_scs_wakes(const struct fk_scs *scs, bool faultmask, uint32_t basepri);
void fk_scs_enter(struct fk_scs *scs, unsigned number);
void fk_scs_leave(struct fk_scs *scs, unsigned number);
/* The chip's interrupt lines changed from `before` to `now`, 8 words each. */
void fk_scs_lines(struct fk_scs *scs, const uint32_t *before, const uint32_t *now);
bool fk_scs_any_enabled(const struct fk_scs *scs);

#endif
