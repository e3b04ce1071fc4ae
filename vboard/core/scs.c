/* SPDX-License-Identifier: MIT */
#include "scs.h"

#include <string.h>

#define DWT_CTRL 0xE0001000u
#define DWT_CYCCNT 0xE0001004u
#define DWT_LAR 0xE0001FB0u
#define ICTR 0xE000E004u
#define ACTLR 0xE000E008u
#define SYST_CSR 0xE000E010u
#define SYST_RVR 0xE000E014u
#define SYST_CVR 0xE000E018u
#define SYST_CALIB 0xE000E01Cu
#define NVIC_ISER 0xE000E100u
#define NVIC_ICER 0xE000E180u
#define NVIC_ISPR 0xE000E200u
#define NVIC_ICPR 0xE000E280u
#define NVIC_IABR 0xE000E300u
#define NVIC_IPR 0xE000E400u
#define CPUID 0xE000ED00u
#define ICSR 0xE000ED04u
#define VTOR 0xE000ED08u
#define AIRCR 0xE000ED0Cu
#define SCR 0xE000ED10u
#define CCR 0xE000ED14u
#define SHPR1 0xE000ED18u
#define SHCSR 0xE000ED24u
#define CFSR 0xE000ED28u
#define HFSR 0xE000ED2Cu
#define DFSR 0xE000ED30u
#define MMFAR 0xE000ED34u
#define BFAR 0xE000ED38u
#define AFSR 0xE000ED3Cu
#define CPACR 0xE000ED88u
#define MPU_TYPE 0xE000ED90u
#define MPU_CTRL 0xE000ED94u
#define MPU_RNR 0xE000ED98u
#define DHCSR 0xE000EDF0u
#define DEMCR 0xE000EDFCu
#define STIR 0xE000EF00u
#define FPCCR 0xE000EF34u
#define FPCAR 0xE000EF38u
#define FPDSCR 0xE000EF3Cu
#define MVFR0 0xE000EF40u
#define MVFR1 0xE000EF44u
#define ITM_TER 0xE0000E00u
#define ITM_TCR 0xE0000E80u

#define TRCENA (1u << 24)
#define CYCCNTENA (1u << 0)
#define COUNTFLAG (1u << 16)
#define VECTKEY 0x05FAu
#define SYSTEM_EXCEPTIONS 0xFFFFu

void fk_scs_reset(struct fk_scs *scs, unsigned irq_count, unsigned priority_bits)
{
    memset(scs, 0, sizeof *scs);
    scs->irq_count = irq_count;
    scs->priority_mask = (uint8_t)(0xFF00u >> priority_bits);
    scs->ccr = FK_CCR_STKALIGN;
    scs->fpccr = FK_FPCCR_ASPEN | FK_FPCCR_LSPEN;
    scs->dwt_control = 4u << 28; /* four comparators */
}

static bool cyccnt_counts(const struct fk_scs *scs)
{
    return (scs->demcr & TRCENA) != 0 && (scs->dwt_control & CYCCNTENA) != 0;
}

static uint32_t cyccnt(const struct fk_scs *scs, struct fk_scs_time time)
{
    if (!cyccnt_counts(scs))
        return scs->cyccnt_held;
    return (uint32_t)(time.now - time.asleep - scs->cyccnt_base);
}

static void set_cyccnt(struct fk_scs *scs, struct fk_scs_time time, uint32_t value)
{
    scs->cyccnt_held = value;
    scs->cyccnt_base = time.now - time.asleep - value;
}

/* The enables of CYCCNT: its value is kept where it stops, and it goes on from there. */
static void set_cyccnt_enables(struct fk_scs *scs, struct fk_scs_time time, uint32_t demcr,
                               uint32_t control)
{
    uint32_t value = cyccnt(scs, time);

    scs->demcr = demcr;
    scs->dwt_control = control;
    set_cyccnt(scs, time, value);
}

/* 32 interrupts from `first` on, of bits that are kept by exception number. */
static uint32_t irq_word(const struct fk_scs *scs, const uint32_t *words, unsigned first)
{
    uint32_t value = 0;

    for (unsigned i = 0; i < 32 && first + i < scs->irq_count; i++) {
        unsigned number = FK_EXCEPTION_IRQ0 + first + i;
        value |= (words[number / 32] >> number % 32 & 1u) << i;
    }
    return value;
}

static void change_irqs(const struct fk_scs *scs, uint32_t *words, unsigned first, uint32_t bits,
                        bool set)
{
    for (unsigned i = 0; i < 32 && first + i < scs->irq_count; i++) {
        unsigned number = FK_EXCEPTION_IRQ0 + first + i;
        uint32_t bit = 1u << number % 32;
        if ((bits >> i & 1u) == 0)
            continue;
        words[number / 32] = set ? words[number / 32] | bit : words[number / 32] & ~bit;
    }
}

static bool is_pending(const struct fk_scs *scs, unsigned number)
{
    return (scs->pending[number / 32] >> number % 32 & 1u) != 0;
}

static uint32_t read_icsr(const struct fk_scs *scs, unsigned exception)
{
    uint32_t value = exception;
    unsigned first = fk_scs_first_pending(scs);
    unsigned active = 0;
    uint32_t irqs = scs->pending[0] & ~SYSTEM_EXCEPTIONS;

    for (unsigned word = 0; word < 8; word++) {
        active += (unsigned)__builtin_popcount(scs->active[word]);
        irqs |= word != 0 ? scs->pending[word] : 0;
    }
    value |= first << 12;
    value |= active <= 1 ? 1u << 11 : 0; /* RETTOBASE */
    value |= irqs != 0 ? 1u << 22 : 0;
    value |= is_pending(scs, FK_EXCEPTION_SYSTICK) ? 1u << 26 : 0;
    value |= is_pending(scs, FK_EXCEPTION_PENDSV) ? 1u << 28 : 0;
    value |= is_pending(scs, FK_EXCEPTION_NMI) ? 1u << 31 : 0;
    return value;
}

static void write_icsr(struct fk_scs *scs, uint32_t value)
{
    if ((value >> 31 & 1u) != 0)
        scs->pending[0] |= 1u << FK_EXCEPTION_NMI;
    if ((value >> 28 & 1u) != 0)
        scs->pending[0] |= 1u << FK_EXCEPTION_PENDSV;
    else if ((value >> 27 & 1u) != 0)
        scs->pending[0] &= ~(1u << FK_EXCEPTION_PENDSV);
    if ((value >> 26 & 1u) != 0)
        scs->pending[0] |= 1u << FK_EXCEPTION_SYSTICK;
    else if ((value >> 25 & 1u) != 0)
        scs->pending[0] &= ~(1u << FK_EXCEPTION_SYSTICK);
}

static enum fk_scs_effect read_systick(struct fk_scs *scs, struct fk_scs_time time,
                                       uint32_t address, uint32_t *value)
{
    struct fk_systick *systick = &scs->systick;

    if (fk_systick_advance(systick, time.now))
        fk_scs_pend(scs, FK_EXCEPTION_SYSTICK);
    switch (address) {
    case SYST_CSR:
        *value = systick->control;
        systick->control &= ~COUNTFLAG;
        return (*value & COUNTFLAG) != 0 ? FK_SCS_CHANGED : FK_SCS_POLL;
    case SYST_RVR:
        *value = systick->reload;
        return FK_SCS_DONE;
    case SYST_CVR:
        *value = systick->value;
        return FK_SCS_TIME;
    default: /* SYST_CALIB: no reference clock is described */
        *value = 0x80000000u;
        return FK_SCS_DONE;
    }
}

static enum fk_scs_effect write_systick(struct fk_scs *scs, struct fk_scs_time time,
                                        uint32_t address, uint32_t value)
{
    struct fk_systick *systick = &scs->systick;

    if (fk_systick_advance(systick, time.now))
        fk_scs_pend(scs, FK_EXCEPTION_SYSTICK);
    switch (address) {
    case SYST_CSR:
        systick->control = (systick->control & COUNTFLAG) | (value & 7u);
        systick->base = time.now;
        break;
    case SYST_RVR:
        systick->reload = value & 0xFFFFFFu;
        break;
    case SYST_CVR:
        systick->value = 0;
        systick->base = time.now;
        systick->control &= ~COUNTFLAG;
        break;
    default:
        break;
    }
    return FK_SCS_CHANGED;
}

static bool in(uint32_t address, uint32_t base, uint32_t bytes)
{
    return address - base < bytes;
}

/* Registers of one word that read as they are kept; NULL if the address has none. */
static uint32_t *plain_register(struct fk_scs *scs, uint32_t address)
{
    switch (address) {
    case ACTLR:
        return &scs->actlr;
    case VTOR:
        return &scs->vtor;
    case SCR:
        return &scs->scr;
    case CCR:
        return &scs->ccr;
    case SHCSR:
        return &scs->shcsr;
    case MMFAR:
        return &scs->mmfar;
    case BFAR:
        return &scs->bfar;
    case CPACR:
        return &scs->cpacr;
    case FPCCR:
        return &scs->fpccr;
    case FPCAR:
        return &scs->fpcar;
    case FPDSCR:
        return &scs->fpdscr;
    case MPU_RNR:
        return &scs->mpu_number;
    default:
        return NULL;
    }
}

static enum fk_scs_effect read_word(struct fk_scs *scs, struct fk_scs_time time, unsigned exception,
                                    uint32_t address, uint32_t *value)
{
    const uint32_t *plain = plain_register(scs, address);

    if (plain != NULL) {
        *value = *plain;
        return FK_SCS_DONE;
    }
    if (in(address, SYST_CSR, 16))
        return read_systick(scs, time, address, value);
    if (in(address, NVIC_ISER, 0x20) || in(address, NVIC_ICER, 0x20)) {
        *value = irq_word(scs, scs->enabled, (address & 0x1C) * 8);
        return FK_SCS_DONE;
    }
    if (in(address, NVIC_ISPR, 0x20) || in(address, NVIC_ICPR, 0x20)) {
        *value = irq_word(scs, scs->pending, (address & 0x1C) * 8);
        return FK_SCS_DONE;
    }
    if (in(address, NVIC_IABR, 0x20)) {
        *value = irq_word(scs, scs->active, (address & 0x1C) * 8);
        return FK_SCS_DONE;
    }
    switch (address) {
    case DWT_CYCCNT:
        *value = cyccnt(scs, time);
        return FK_SCS_TIME;
    case DWT_CTRL:
        *value = scs->dwt_control;
        return FK_SCS_DONE;
    case ICTR:
        *value = (scs->irq_count + 31) / 32 - 1;
        return FK_SCS_DONE;
    case CPUID:
        *value = 0x410FC241u; /* Cortex-M4 r0p1 */
        return FK_SCS_DONE;
    case ICSR:
        *value = read_icsr(scs, exception);
        return FK_SCS_DONE;
    case AIRCR:
        *value = 0xFA050000u | scs->priority_group << 8;
        return FK_SCS_DONE;
    case CFSR:
        *value = scs->cfsr;
        return FK_SCS_DONE;
    case HFSR:
        *value = scs->hfsr;
        return FK_SCS_DONE;
    case MPU_TYPE:
        *value = 0x800; /* eight regions */
        return FK_SCS_DONE;
    case MVFR0:
        *value = 0x10110021u;
        return FK_SCS_DONE;
    case MVFR1:
        *value = 0x11000011u;
        return FK_SCS_DONE;
    case DEMCR:
        *value = scs->demcr;
        return FK_SCS_DONE;
    case DHCSR: /* no debugger */
    case DFSR:
    case AFSR:
    case MPU_CTRL: /* off */
    case ITM_TCR:
    case ITM_TER:
        *value = 0;
        return FK_SCS_DONE;
    default:
        return FK_SCS_UNMODELLED;
    }
}

static enum fk_scs_effect write_aircr(struct fk_scs *scs, uint32_t value)
{
    if (value >> 16 != VECTKEY)
        return FK_SCS_DONE; /* ignored without the key */
    scs->priority_group = value >> 8 & 7u;
    scs->reset_requested = (value & 4u) != 0;
    return FK_SCS_CHANGED;
}

static enum fk_scs_effect write_word(struct fk_scs *scs, struct fk_scs_time time, uint32_t address,
                                     uint32_t value)
{
    unsigned first = (address & 0x1C) * 8;

    if (in(address, SYST_CSR, 16))
        return write_systick(scs, time, address, value);
    if (in(address, NVIC_ISER, 0x20)) {
        change_irqs(scs, scs->enabled, first, value, true);
        return FK_SCS_CHANGED;
    }
    if (in(address, NVIC_ICER, 0x20)) {
        change_irqs(scs, scs->enabled, first, value, false);
        return FK_SCS_CHANGED;
    }
    if (in(address, NVIC_ISPR, 0x20)) {
        change_irqs(scs, scs->pending, first, value, true);
        return FK_SCS_CHANGED;
    }
    if (in(address, NVIC_ICPR, 0x20)) {
        change_irqs(scs, scs->pending, first, value, false);
        return FK_SCS_CHANGED;
    }
    switch (address) {
    case DWT_CYCCNT:
        set_cyccnt(scs, time, value);
        return FK_SCS_TIME;
    case DWT_CTRL:
        set_cyccnt_enables(scs, time, scs->demcr, (4u << 28) | (value & CYCCNTENA));
        return FK_SCS_DONE;
    case DEMCR:
        set_cyccnt_enables(scs, time, value & 0x010F07F1u, scs->dwt_control);
        return FK_SCS_DONE;
    case ICSR:
        write_icsr(scs, value);
        return FK_SCS_CHANGED;
    case AIRCR:
        return write_aircr(scs, value);
    case STIR:
        change_irqs(scs, scs->pending, value & 0x1E0u, 1u << (value & 0x1Fu), true);
        return FK_SCS_CHANGED;
    case CFSR: /* write 1 to clear */
        scs->cfsr &= ~value;
        return FK_SCS_DONE;
    case HFSR:
        scs->hfsr &= ~value;
        return FK_SCS_DONE;
    case VTOR:
        scs->vtor = value & ~0x7Fu;
        return FK_SCS_DONE;
    case SCR:
        scs->scr = value & 0x16u;
        return FK_SCS_DONE;
    case CCR:
        scs->ccr = value & 0x31Bu;
        return FK_SCS_CHANGED;
    case CPACR:
        scs->cpacr = value & 0x00F00000u;
        return FK_SCS_CHANGED;
    case FPCCR:
        scs->fpccr = value & 0xC000017Bu;
        return FK_SCS_CHANGED;
    case FPCAR:
        scs->fpcar = value & ~7u;
        return FK_SCS_DONE;
    case FPDSCR:
        scs->fpdscr = value & 0x07C00000u;
        return FK_SCS_DONE;
    case MPU_CTRL: /* protection is not modelled; switching it off is what it always is */
        return (value & 1u) != 0 ? FK_SCS_UNMODELLED : FK_SCS_DONE;
    case ACTLR:
    case SHCSR:
    case MMFAR:
    case BFAR:
    case MPU_RNR:
        *plain_register(scs, address) = value;
        return FK_SCS_DONE;
    case DWT_LAR: /* no lock on this processor */
    case DHCSR:   /* no debugger */
    case DFSR:
    case AFSR:
    case CPUID:
    case MPU_TYPE:
        return FK_SCS_DONE;
    default:
        return FK_SCS_UNMODELLED;
    }
}

/* Priorities are bytes and may be accessed as such. */
static uint8_t *priority_byte(struct fk_scs *scs, uint32_t address)
{
    if (in(address, NVIC_IPR, scs->irq_count))
        return &scs->priority[FK_EXCEPTION_IRQ0 + (address - NVIC_IPR)];
    if (in(address, SHPR1, 12))
        return &scs->priority[4 + (address - SHPR1)];
    return NULL;
}

static bool is_priority(uint32_t address)
{
    return in(address, NVIC_IPR, 240) || in(address, SHPR1, 12);
}

enum fk_scs_effect fk_scs_read(struct fk_scs *scs, struct fk_scs_time time, unsigned exception,
                               uint32_t address, unsigned size, uint32_t *value)
{
    if (is_priority(address)) {
        *value = 0;
        for (unsigned i = 0; i < size; i++) {
            const uint8_t *byte = priority_byte(scs, address + i);
            *value |= byte != NULL ? (uint32_t)*byte << 8 * i : 0;
        }
        return FK_SCS_DONE;
    }
    if (size == 4)
        return read_word(scs, time, exception, address, value);
    if (!in(address, CFSR, 4))
        return FK_SCS_UNMODELLED; /* only priorities and fault status may be read in parts */
    *value = scs->cfsr >> 8 * (address - CFSR) & (size == 1 ? 0xFFu : 0xFFFFu);
    return FK_SCS_DONE;
}

enum fk_scs_effect fk_scs_write(struct fk_scs *scs, struct fk_scs_time time, uint32_t address,
                                unsigned size, uint32_t value)
{
    if (is_priority(address)) {
        for (unsigned i = 0; i < size; i++) {
            uint8_t *byte = priority_byte(scs, address + i);
            if (byte != NULL)
                *byte = (uint8_t)(value >> 8 * i) & scs->priority_mask;
        }
        return FK_SCS_CHANGED;
    }
    if (size == 4)
        return write_word(scs, time, address, value);
    if (!in(address, CFSR, 4))
        return FK_SCS_UNMODELLED;
    scs->cfsr &= ~(value << 8 * (address - CFSR));
    return FK_SCS_DONE;
}
