/* SPDX-License-Identifier: MIT */
/* Vector table, reset, memory initialisation and faults of the STM32L476RG. */
#include "boards/board.h"

#include "registers.h"

int main(void);

/* From the linker script: addresses, all multiples of 4. */
extern uint32_t fk_stack_top[];
extern uint32_t fk_data_start[], fk_data_end[], fk_data_load[];
extern uint32_t fk_bss_start[], fk_bss_end[];
extern uint32_t fk_kept_start[], fk_kept_end[];
extern uint32_t fk_hot_start[], fk_hot_end[], fk_hot_load[];
extern uint32_t fk_hot_table_start[], fk_hot_table_end[], fk_hot_table_load[];

static size_t words_between(const uint32_t *start, const uint32_t *end)
{
    return ((uintptr_t)end - (uintptr_t)start) / sizeof *start;
}

/* volatile: so that no compiler makes a call of memset or memcpy of these loops. */
static void zero(volatile uint32_t *at, size_t words)
{
    for (size_t i = 0; i < words; i++) {
        at[i] = 0;
    }
}

static void copy(volatile uint32_t *to, const volatile uint32_t *from, size_t words)
{
    for (size_t i = 0; i < words; i++) {
        to[i] = from[i];
    }
}

void fk_board_restart_memory(void)
{
    copy(fk_data_start, fk_data_load, words_between(fk_data_start, fk_data_end));
    zero(fk_bss_start, words_between(fk_bss_start, fk_bss_end));
}

bool fk_board_memory_untouched(void)
{
    const volatile uint32_t *data = fk_data_start;
    size_t words = words_between(fk_data_start, fk_data_end);
    for (size_t i = 0; i < words; i++) {
        if (data[i] != fk_data_load[i]) {
            return false;
        }
    }
    const volatile uint32_t *bss = fk_bss_start;
    words = words_between(fk_bss_start, fk_bss_end);
    for (size_t i = 0; i < words; i++) {
        if (bss[i] != 0) {
            return false;
        }
    }
    return true;
}

_Noreturn void fk_reset_handler(void);
_Noreturn void fk_reset_handler(void)
{
    SCB_CPACR |= SCB_CPACR_FPU_FULL; /* before any compiled code may use the registers */
    __asm__ volatile("dsb\n\tisb" ::: "memory");
    zero(fk_kept_start, words_between(fk_kept_start, fk_kept_end));
    fk_board_restart_memory();
    if (&fk_hot_start[0] != &fk_hot_load[0]) {
        copy(fk_hot_start, fk_hot_load, words_between(fk_hot_start, fk_hot_end));
    }
    if (&fk_hot_table_start[0] != &fk_hot_table_load[0]) {
        copy(fk_hot_table_start, fk_hot_table_load,
             words_between(fk_hot_table_start, fk_hot_table_end));
    }
    main();
    /* A main that returns is done; a debugger or the virtual board sees this. */
    __asm__ volatile("bkpt 0");
    for (;;) {
    }
}

/* What lies at a faulting stack pointer may be no memory: the frame is read only inside SRAM1. */
_Noreturn void fk_fault_in_c(const uint32_t *frame);
_Noreturn void fk_fault_in_c(const uint32_t *frame)
{
    uintptr_t at = (uintptr_t)frame;
    bool readable = at >= 0x20000000u && at <= 0x20018000u - 32u && at % 4 == 0;
    fk_board_fault(SCB_CFSR, SCB_BFAR, readable ? frame[6] : 0);
}

/* All faults and unexpected interrupts: the old stack may be exhausted, so a fresh one. */
__attribute__((naked)) void fk_fault_handler(void);
__attribute__((naked)) void fk_fault_handler(void)
{
    __asm__ volatile("mov r0, sp\n\t"
                     "ldr r1, =fk_stack_top\n\t"
                     "mov sp, r1\n\t"
                     "b fk_fault_in_c\n\t"
                     ".ltorg");
}

typedef void handler_fn(void);

struct vector_table {
    uint32_t *stack_top;
    handler_fn *exceptions[15]; /* reset, NMI, HardFault ... SysTick (Arm DDI 0403, B1.5.2) */
    handler_fn *interrupts[82]; /* RM0351, 13.3 */
};

__attribute__((section(".fk_vectors"), used)) const struct vector_table fk_vector_table;
const struct vector_table fk_vector_table = {
    .stack_top = fk_stack_top,
    .exceptions = {fk_reset_handler, [1 ... 14] = fk_fault_handler},
    .interrupts = {[0 ... 81] = fk_fault_handler},
};
