/* SPDX-License-Identifier: MIT */
/* The private peripherals by themselves: registers of the interrupt controller, priorities, the
 * system timer, the cycle counter. Expected values from Arm DDI 0403E, B3. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "vboard/core/scs.h"

#define IRQ(n) (FK_EXCEPTION_IRQ0 + (n))

static struct fk_scs scs;
static struct fk_scs_time now;

static int reset(void **state)
{
    (void)state;
    fk_scs_reset(&scs, 82, 4);
    now = (struct fk_scs_time){0, 0};
    return 0;
}

static uint32_t get(uint32_t address, unsigned size)
{
    uint32_t value = 0xDEADBEEF;
    if (fk_scs_read(&scs, now, 0, address, size, &value) == FK_SCS_UNMODELLED) {
        fail_msg("0x%08x is not modelled", address);
    }
    return value;
}

static void set(uint32_t address, unsigned size, uint32_t value)
{
    if (fk_scs_write(&scs, now, address, size, value) == FK_SCS_UNMODELLED) {
        fail_msg("0x%08x is not modelled", address);
    }
}

static unsigned takeable(void)
{
    return fk_scs_takeable(&scs, false, false, 0);
}

static void values_after_reset(void **state)
{
    (void)state;
    assert_int_equal(get(0xE000ED00, 4), 0x410FC241); /* CPUID: Cortex-M4 r0p1 */
    assert_int_equal(get(0xE000E004, 4), 2);          /* ICTR: 96 lines at most */
    assert_int_equal(get(0xE000ED0C, 4), 0xFA050000); /* AIRCR */
    assert_int_equal(get(0xE000ED14, 4), 0x200);      /* CCR: STKALIGN */
    assert_int_equal(get(0xE000ED88, 4), 0);          /* CPACR */
    assert_int_equal(get(0xE000EF34, 4), 0xC0000000); /* FPCCR */
    assert_int_equal(get(0xE000ED90, 4), 0x800);      /* MPU_TYPE */
    assert_int_equal(get(0xE0001000, 4), 0x40000000); /* DWT_CTRL */
    assert_int_equal(get(0xE000E010, 4), 0);          /* SYST_CSR */
    assert_int_equal(get(0xE000ED04, 4), 1u << 11);   /* ICSR: RETTOBASE */
}

static void interrupts_are_set_and_cleared(void **state)
{
    (void)state;
    set(0xE000E100, 4, 0x5);
    set(0xE000E108, 4, 0xFFFFFFFF); /* 64 to 81 exist */
    assert_int_equal(get(0xE000E100, 4), 0x5);
    assert_int_equal(get(0xE000E180, 4), 0x5);
    assert_int_equal(get(0xE000E108, 4), 0x3FFFF);
    set(0xE000E180, 4, 0x1);
    assert_int_equal(get(0xE000E100, 4), 0x4);
    set(0xE000E200, 4, 0x6);
    assert_int_equal(get(0xE000E280, 4), 0x6);
    set(0xE000E280, 4, 0x2);
    assert_int_equal(get(0xE000E200, 4), 0x4);
    set(0xE000EF00, 4, 70); /* STIR */
    assert_int_equal(get(0xE000E208, 4), 1u << 6);
    assert_int_equal(takeable(), IRQ(2));
    fk_scs_enter(&scs, IRQ(2));
    assert_int_equal(get(0xE000E300, 4), 0x4); /* active */
    assert_int_equal(get(0xE000E200, 4), 0);
    fk_scs_leave(&scs, IRQ(2));
    assert_int_equal(get(0xE000E300, 4), 0);
}

/* Four bits of a priority exist; bytes, halfwords and words reach them. */
static void priorities_by_any_size(void **state)
{
    (void)state;
    set(0xE000E400, 4, 0xFF84213F);
    assert_int_equal(get(0xE000E400, 4), 0xF0802030);
    set(0xE000E402, 1, 0x1F);
    assert_int_equal(get(0xE000E402, 2), 0xF010);
    assert_int_equal(get(0xE000E401, 1), 0x20);
    set(0xE000ED1F, 1, 0xA0); /* SHPR2: SVC */
    assert_int_equal(scs.priority[FK_EXCEPTION_SVC], 0xA0);
    set(0xE000ED20, 4, 0x40C00000); /* SHPR3: PendSV, SysTick */
    assert_int_equal(scs.priority[FK_EXCEPTION_PENDSV], 0xC0);
    assert_int_equal(scs.priority[FK_EXCEPTION_SYSTICK], 0x40);
}

/* The lower value first, then the lower number; a handler is preempted by a lower value only. */
static void who_comes_first(void **state)
{
    (void)state;
    set(0xE000E100, 4, 0xF);
    set(0xE000E400, 4, 0x40408080);
    set(0xE000E200, 4, 0xF);
    assert_int_equal(takeable(), IRQ(2));
    fk_scs_enter(&scs, IRQ(2));
    assert_int_equal(takeable(), 0); /* 3 has the same */
    set(0xE000E403, 1, 0x30);
    assert_int_equal(takeable(), IRQ(3));
    fk_scs_leave(&scs, IRQ(2));
    set(0xE000E280, 4, 0x8);
    assert_int_equal(takeable(), IRQ(0));
    fk_scs_pend(&scs, FK_EXCEPTION_NMI);
    assert_int_equal(fk_scs_takeable(&scs, true, true, 0x10), FK_EXCEPTION_NMI);
}

/* With PRIGROUP 6 only bit 7 of a priority decides about preemption, all about the order. */
static void priority_groups(void **state)
{
    (void)state;
    set(0xE000ED0C, 4, 0x05FA0600);
    assert_int_equal(get(0xE000ED0C, 4), 0xFA050600);
    set(0xE000ED0C, 4, 0x00000000); /* without the key */
    assert_int_equal(get(0xE000ED0C, 4), 0xFA050600);
    set(0xE000E100, 4, 0x3);
    set(0xE000E400, 4, 0x00001070);
    set(0xE000E200, 4, 0x3);
    assert_int_equal(takeable(), IRQ(1));
    fk_scs_leave(&scs, IRQ(1));
    set(0xE000E280, 4, 0x2);
    fk_scs_enter(&scs, IRQ(0));
    set(0xE000E200, 4, 0x2);
    assert_int_equal(takeable(), 0); /* same group */
}

static void masks(void **state)
{
    (void)state;
    set(0xE000E100, 4, 0x1);
    set(0xE000E400, 4, 0x80);
    set(0xE000E200, 4, 0x1);
    assert_int_equal(fk_scs_takeable(&scs, true, false, 0), 0);
    assert_int_equal(fk_scs_takeable(&scs, false, true, 0), 0);
    assert_int_equal(fk_scs_takeable(&scs, false, false, 0x80), 0);
    assert_int_equal(fk_scs_takeable(&scs, false, false, 0x90), IRQ(0));
    assert_int_equal(fk_scs_takeable(&scs, false, false, 0x0F), IRQ(0)); /* bits not there */
    assert_true(fk_scs_wakes(&scs, false, 0));
    assert_false(fk_scs_wakes(&scs, false, 0x80));
}

static void lines_rise_and_stay(void **state)
{
    (void)state;
    uint32_t low[8] = {0}, high[8] = {2};
    set(0xE000E100, 4, 0x2);
    fk_scs_lines(&scs, low, high);
    assert_int_equal(takeable(), IRQ(1));
    fk_scs_enter(&scs, IRQ(1));
    fk_scs_lines(&scs, high, high); /* active: it does not pend */
    assert_int_equal(get(0xE000E200, 4), 0);
    fk_scs_lines(&scs, high, low);
    fk_scs_lines(&scs, low, high); /* another edge does */
    assert_int_equal(get(0xE000E200, 4), 2);
    set(0xE000E280, 4, 2);
    fk_scs_leave(&scs, IRQ(1));
    fk_scs_lines(&scs, high, high);
    assert_int_equal(get(0xE000E200, 4), 2);
}

static void pending_bits_of_icsr(void **state)
{
    (void)state;
    set(0xE000ED04, 4, 1u << 28);
    set(0xE000ED04, 4, 1u << 26);
    assert_int_equal(get(0xE000ED04, 4),
                     1u << 28 | 1u << 26 | FK_EXCEPTION_PENDSV << 12 | 1u << 11);
    set(0xE000ED04, 4, 1u << 27);
    assert_int_equal(get(0xE000ED04, 4), 1u << 26 | FK_EXCEPTION_SYSTICK << 12 | 1u << 11);
    set(0xE000ED04, 4, 1u << 25);
    assert_int_equal(get(0xE000ED04, 4), 1u << 11);
    set(0xE000E200, 4, 1);
    assert_int_equal(get(0xE000ED04, 4), 1u << 22 | 1u << 11); /* not enabled: no VECTPENDING */
}

/* Counts LOAD, LOAD - 1 ... 0, LOAD: a period of LOAD + 1; a write to VAL makes it 0, and the next
 * tick reloads. */
static void systick_counts(void **state)
{
    (void)state;
    set(0xE000E014, 4, 9);
    set(0xE000E018, 4, 77);
    now.now = 100;
    set(0xE000E010, 4, 5); /* HCLK, no exception */
    assert_int_equal(get(0xE000E018, 4), 0);
    now.now = 101;
    assert_int_equal(get(0xE000E018, 4), 9);
    assert_int_equal(fk_systick_next(&scs.systick), 110);
    now.now = 109;
    assert_int_equal(get(0xE000E018, 4), 1);
    assert_int_equal(get(0xE000E010, 4), 5);
    now.now = 110;
    assert_int_equal(get(0xE000E018, 4), 0);
    assert_int_equal(get(0xE000E010, 4), 0x10005); /* COUNTFLAG */
    assert_int_equal(get(0xE000E010, 4), 5);       /* reading clears it */
    now.now = 145;
    assert_int_equal(get(0xE000E018, 4), 5);
    assert_int_equal(get(0xE000E010, 4), 0x10005);
    assert_int_equal(scs.pending[0], 0);
    set(0xE000E010, 4, 7);
    now.now = 150;
    assert_int_equal(get(0xE000E018, 4), 0);
    assert_int_equal(scs.pending[0], 1u << FK_EXCEPTION_SYSTICK);
}

static void systick_of_an_eighth(void **state)
{
    (void)state;
    set(0xE000E014, 4, 4);
    set(0xE000E018, 4, 0);
    set(0xE000E010, 4, 3); /* HCLK / 8 */
    assert_int_equal(fk_systick_next(&scs.systick), 40);
    now.now = 15;
    assert_int_equal(get(0xE000E018, 4), 4);
    now.now = 16;
    assert_int_equal(get(0xE000E018, 4), 3);
}

static void systick_without_reload_stops(void **state)
{
    (void)state;
    set(0xE000E014, 4, 0);
    set(0xE000E010, 4, 7);
    assert_int_equal(fk_systick_next(&scs.systick), UINT64_MAX);
    now.now = 1000;
    assert_int_equal(get(0xE000E018, 4), 0);
    assert_int_equal(scs.pending[0], 0);
}

static void cycle_counter(void **state)
{
    (void)state;
    now.now = 1000;
    assert_int_equal(get(0xE0001004, 4), 0);
    set(0xE0001000, 4, 1);
    now.now = 1100;
    assert_int_equal(get(0xE0001004, 4), 0); /* not without TRCENA */
    set(0xE000EDFC, 4, 1u << 24);
    now.now = 1150;
    assert_int_equal(get(0xE0001004, 4), 50);
    set(0xE0001004, 4, 0xFFFFFFF0);
    now.now = 1170;
    assert_int_equal(get(0xE0001004, 4), 4); /* wraps */
    now = (struct fk_scs_time){2170, 900};   /* asleep */
    assert_int_equal(get(0xE0001004, 4), 104);
    set(0xE0001000, 4, 0);
    now.now = 3000;
    assert_int_equal(get(0xE0001004, 4), 104);
    set(0xE0001000, 4, 1);
    now.now = 3001;
    assert_int_equal(get(0xE0001004, 4), 105);
}

static void fault_status_is_cleared_by_ones(void **state)
{
    (void)state;
    scs.cfsr = FK_CFSR_PRECISERR | FK_CFSR_BFARVALID | FK_CFSR_UNDEFINSTR;
    assert_int_equal(get(0xE000ED29, 1), (FK_CFSR_PRECISERR | FK_CFSR_BFARVALID) >> 8);
    assert_int_equal(get(0xE000ED2A, 2), 1);
    set(0xE000ED29, 1, 0x82);
    assert_int_equal(get(0xE000ED28, 4), FK_CFSR_UNDEFINSTR);
    set(0xE000ED28, 4, 0xFFFFFFFF);
    assert_int_equal(get(0xE000ED28, 4), 0);
}

static void what_is_not_there(void **state)
{
    (void)state;
    uint32_t value = 0;
    assert_int_equal(fk_scs_read(&scs, now, 0, 0xE0001008, 4, &value), FK_SCS_UNMODELLED);
    assert_int_equal(fk_scs_read(&scs, now, 0, 0xE000ED00, 1, &value), FK_SCS_UNMODELLED);
    assert_int_equal(fk_scs_write(&scs, now, 0xE000ED94, 4, 1), FK_SCS_UNMODELLED); /* MPU on */
    assert_int_equal(fk_scs_write(&scs, now, 0xE000ED94, 4, 0), FK_SCS_DONE);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, reset)
    static const struct CMUnitTest tests[] = {
        TEST(values_after_reset),
        TEST(interrupts_are_set_and_cleared),
        TEST(priorities_by_any_size),
        TEST(who_comes_first),
        TEST(priority_groups),
        TEST(masks),
        TEST(lines_rise_and_stay),
        TEST(pending_bits_of_icsr),
        TEST(systick_counts),
        TEST(systick_of_an_eighth),
        TEST(systick_without_reload_stops),
        TEST(cycle_counter),
        TEST(fault_status_is_cleared_by_ones),
        TEST(what_is_not_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
