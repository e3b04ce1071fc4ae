/* SPDX-License-Identifier: MIT */
/*
 * Exceptions: what a handler sees, in which order handlers run, how sleep ends. Handlers write
 * their number into a log that the host compares.
 */
#include <stdbool.h>

#include "registers.h"

#define LOG_SIZE 64

struct frame {
    uint32_t r0, r1, r2, r3, r12, lr, pc, xpsr;
};

uint32_t event_count;
uint32_t event_log[LOG_SIZE];
/* What the supervisor call saw: EXC_RETURN, IPSR, address of the frame, its words, CONTROL. */
uint32_t seen[12];
/* What IRQ 0 pends while it runs: a mask of IRQs. */
uint32_t irq0_pends;
uint32_t svc_clobbers_fpu;

static void note(uint32_t event)
{
    if (event_count < LOG_SIZE) {
        event_log[event_count++] = event;
    }
}

static void barrier(void)
{
    __asm__ volatile("dsb\n\tisb" ::: "memory");
}

void svc_in_c(struct frame *frame, uint32_t exc_return);
void svc_in_c(struct frame *frame, uint32_t exc_return)
{
    uint32_t ipsr, control;
    __asm__ volatile("mrs %0, ipsr\n\tmrs %1, control" : "=r"(ipsr), "=r"(control));
    const uint32_t *words = (const uint32_t *)frame;
    seen[0] = exc_return;
    seen[1] = ipsr;
    seen[2] = (uint32_t)(uintptr_t)frame;
    for (unsigned i = 0; i < 8; i++) {
        seen[3 + i] = words[i];
    }
    seen[11] = control;
    /* The number is the low byte of the SVC instruction, which is 2 bytes before the return
     * address. */
    frame->r0 += *(const uint8_t *)(uintptr_t)(frame->pc - 2);
    if (svc_clobbers_fpu != 0) {
        __asm__ volatile("vmov.f32 s0, #31.0\n\tvmov.f32 s1, s0\n\tvmov.f32 s15, s0\n\t"
                         "vmsr fpscr, %0" ::"r"(0u)
                         : "s0", "s1", "s15");
    }
    note(11);
}

__attribute__((naked)) void svc_handler(void);
__attribute__((naked)) void svc_handler(void)
{
    __asm__ volatile("tst lr, #4\n\tite eq\n\tmrseq r0, msp\n\tmrsne r0, psp\n\t"
                     "mov r1, lr\n\tb svc_in_c");
}

void pendsv_handler(void);
void pendsv_handler(void)
{
    note(14);
}

void systick_handler(void);
void systick_handler(void)
{
    note(15);
}

void irq0_handler(void);
void irq0_handler(void)
{
    note(0x100);
    NVIC_ISPR0 = irq0_pends;
    barrier();
    note(0x101);
}

void irq1_handler(void);
void irq1_handler(void)
{
    note(0x200);
    note(0x201);
}

/* r0 + r1 of the caller's frame reach the handler; the result is what the handler left in r0. */
__attribute__((naked)) uint32_t call_supervisor(uint32_t a, uint32_t b, uint32_t c, uint32_t d);
__attribute__((naked)) uint32_t call_supervisor(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    __asm__ volatile("mov r12, #0x120\n\t"
                     ".global call_supervisor_at\n\t.thumb_func\n\tcall_supervisor_at:\n\t"
                     "svc #0x5A\n\t"
                     ".global call_supervisor_next\n\t.thumb_func\n\tcall_supervisor_next:\n\t"
                     "bx lr");
}

/* The same with a stack pointer that is not a multiple of 8; returns how SP changed (0 is right).
 */
__attribute__((naked)) uint32_t call_supervisor_unaligned(uint32_t a);
__attribute__((naked)) uint32_t call_supervisor_unaligned(uint32_t a)
{
    __asm__ volatile("push {r4, r5, r6, lr}\n\tsub sp, #4\n\tmov r4, sp\n\tsvc #0x5A\n\t"
                     "mov r5, sp\n\tsub r0, r5, r4\n\tadd sp, #4\n\tpop {r4, r5, r6, pc}");
}

/* The same on the process stack at `stack`. */
__attribute__((naked)) uint32_t call_supervisor_on_process_stack(uint32_t a, uint32_t stack);
__attribute__((naked)) uint32_t call_supervisor_on_process_stack(uint32_t a, uint32_t stack)
{
    __asm__ volatile("msr psp, r1\n\tmov r2, #2\n\tmsr control, r2\n\tisb\n\t"
                     "svc #0x5A\n\t"
                     "mov r2, #0\n\tmsr control, r2\n\tisb\n\tbx lr");
}

/*
 * With a floating-point context: s0..s15 and FPSCR survive a handler that writes them. Returns a
 * bit for each that did not.
 */
uint32_t call_supervisor_with_fpu(uint32_t clobber);
uint32_t call_supervisor_with_fpu(uint32_t clobber)
{
    uint32_t s0, s1, s15, s16, fpscr, bad = 0;
    svc_clobbers_fpu = clobber;
    __asm__ volatile("vmov.f32 s0, #1.0\n\tvmov.f32 s1, #2.0\n\tvmov.f32 s15, #3.0\n\t"
                     "vmov.f32 s16, #4.0\n\tvmsr fpscr, %5\n\tmov r0, #0\n\tsvc #0x5A\n\t"
                     "vmov %0, s0\n\tvmov %1, s1\n\tvmov %2, s15\n\tvmov %3, s16\n\tvmrs %4, fpscr"
                     : "=r"(s0), "=r"(s1), "=r"(s15), "=r"(s16), "=r"(fpscr)
                     : "r"(0x03C00000u)
                     : "r0", "r1", "r2", "r3", "r12", "lr", "cc", "memory", "s0", "s1", "s15",
                       "s16");
    bad |= s0 != 0x3F800000u ? 1u : 0u;
    bad |= s1 != 0x40000000u ? 2u : 0u;
    bad |= s15 != 0x40400000u ? 4u : 0u;
    bad |= s16 != 0x40800000u ? 8u : 0u;
    bad |= fpscr != 0x03C00000u ? 16u : 0u;
    return bad;
}

/* CONTROL after a supervisor call from a floating-point context, before any other floating-point
 * instruction. */
__attribute__((naked)) uint32_t control_after_supervisor_call(void);
__attribute__((naked)) uint32_t control_after_supervisor_call(void)
{
    __asm__ volatile("vmov s0, r0\n\tsvc #0x5A\n\tmrs r0, control\n\tbx lr");
}

void pend_pendsv(void);
void pend_pendsv(void)
{
    note(1);
    SCB_ICSR = 1u << 28;
    barrier();
    note(2);
}

static void enable_irqs(uint32_t priority0, uint32_t priority1)
{
    NVIC_IPR0 = priority1 << 8 | priority0;
    NVIC_ISER0 = 3u;
}

/* IRQ 0 pends IRQ 1 while it runs. */
void nest(uint32_t priority0, uint32_t priority1);
void nest(uint32_t priority0, uint32_t priority1)
{
    enable_irqs(priority0, priority1);
    irq0_pends = 2u;
    note(1);
    NVIC_ISPR0 = 1u;
    barrier();
    note(2);
}

/* Both at once. */
void both(uint32_t priority0, uint32_t priority1);
void both(uint32_t priority0, uint32_t priority1)
{
    enable_irqs(priority0, priority1);
    irq0_pends = 0;
    note(1);
    NVIC_ISPR0 = 3u;
    barrier();
    note(2);
}

/* Held back by PRIMASK (0), BASEPRI (any other value), until it is cleared. */
void masked(uint32_t basepri);
void masked(uint32_t basepri)
{
    enable_irqs(0x80, 0x40);
    irq0_pends = 0;
    if (basepri == 0) {
        __asm__ volatile("cpsid i" ::: "memory");
    } else {
        __asm__ volatile("msr basepri, %0" ::"r"(basepri) : "memory");
    }
    NVIC_ISPR0 = 3u;
    barrier();
    note(1);
    if (basepri == 0) {
        __asm__ volatile("cpsie i" ::: "memory");
    } else {
        __asm__ volatile("msr basepri, %0" ::"r"(0u) : "memory");
    }
    barrier();
    note(2);
}

/* Pended, but never enabled; then taken back. */
void not_enabled(void);
void not_enabled(void)
{
    NVIC_ISPR0 = 1u;
    barrier();
    note(1);
    FK_WORD(0xE000E280) = 1u;
    NVIC_ISER0 = 1u;
    barrier();
    note(2);
}

static void start_systick(uint32_t period)
{
    SYST_RVR = period - 1;
    SYST_CVR = 0;
    SYST_CSR = 7u;
}

/* Sleeps through `ticks` periods of SysTick. */
void sleep_ticks(uint32_t period, uint32_t ticks);
void sleep_ticks(uint32_t period, uint32_t ticks)
{
    start_systick(period);
    while (event_count < ticks) {
        __asm__ volatile("wfi" ::: "memory");
    }
    SYST_CSR = 0;
}

/* Counts cycles by DWT while it sleeps for one period. */
uint32_t sleep_counting(uint32_t period);
uint32_t sleep_counting(uint32_t period)
{
    uint32_t start = DWT_CYCCNT;
    start_systick(period);
    __asm__ volatile("wfi" ::: "memory");
    uint32_t stop = DWT_CYCCNT;
    SYST_CSR = 0;
    return stop - start;
}

/* Sleep with PRIMASK set: the pending exception ends it, but its handler has to wait. */
void sleep_masked(uint32_t period);
void sleep_masked(uint32_t period)
{
    __asm__ volatile("cpsid i" ::: "memory");
    start_systick(period);
    __asm__ volatile("wfi" ::: "memory");
    note(1);
    SYST_CSR = 0;
    __asm__ volatile("cpsie i" ::: "memory");
    barrier();
    note(2);
}

/* Sleep with something pending already (PRIMASK set) is no sleep. */
void sleep_pending(void);
void sleep_pending(void)
{
    __asm__ volatile("cpsid i" ::: "memory");
    SCB_ICSR = 1u << 28;
    barrier();
    __asm__ volatile("wfi" ::: "memory");
    note(1);
    __asm__ volatile("cpsie i" ::: "memory");
    barrier();
    note(2);
}

/* SysTick without interrupt: COUNTFLAG is polled; a read clears it. */
uint32_t poll_systick(uint32_t period);
uint32_t poll_systick(uint32_t period)
{
    SYST_RVR = period - 1;
    SYST_CVR = 0;
    SYST_CSR = 5u;
    while ((SYST_CSR & 1u << 16) == 0) {
    }
    uint32_t again = SYST_CSR >> 16 & 1u;
    SYST_CSR = 0;
    return again;
}

static void relocated_svc(void)
{
    note(0xBEEF);
}

/* A vector table of our own in SRAM1. */
void relocate_vectors(uint32_t *table);
void relocate_vectors(uint32_t *table)
{
    extern const uint32_t vectors[];
    for (unsigned i = 0; i < 98; i++) {
        table[i] = vectors[i];
    }
    table[11] = (uint32_t)(uintptr_t)relocated_svc;
    SCB_VTOR = (uint32_t)(uintptr_t)table;
    barrier();
    __asm__ volatile("svc #1" ::: "memory");
    note(1);
}

/* CCR: traps for unaligned accesses and for division by zero. */
void set_traps(uint32_t ccr_bits);
void set_traps(uint32_t ccr_bits)
{
    SCB_CCR |= ccr_bits;
    barrier();
}

/* Bit 5 of the word at `address` by its alias: set, read, cleared. 1 if all was right. */
uint32_t bit_band(uint32_t address, uint32_t alias_base);
uint32_t bit_band(uint32_t address, uint32_t alias_base)
{
    volatile uint32_t *word = (volatile uint32_t *)(uintptr_t)address;
    volatile uint32_t *bit =
        (volatile uint32_t *)(uintptr_t)(alias_base + (address & 0xFFFFFu) * 32u + 5u * 4u);
    *word = 0;
    *bit = 0xFFFFFFFFu; /* only bit 0 of what is written counts */
    bool set = *word == 0x20u && *bit == 1u && bit[1] == 0u;
    *bit = 0xFFFFFFFEu;
    return set && *word == 0 && *bit == 0u;
}

void write_word(uint32_t address, uint32_t value);
void write_word(uint32_t address, uint32_t value)
{
    FK_WORD(address) = value;
}

uint32_t read_word(uint32_t address);
uint32_t read_word(uint32_t address)
{
    return FK_WORD(address);
}
