/* SPDX-License-Identifier: MIT */
/*
 * What the core does with a chip: a chip made for this test, with an interrupt line, status
 * registers, an event at a set time and a flash that stalls as told. Code is written in halfwords.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "vboard/core/soc.h"
#include "vboard/vboard.h"

#define FLASH 0x08000000u
#define RAM 0x20000000u
#define REGISTERS 0x40000000u
#define LINE (REGISTERS + 0)   /* write: level of interrupt line 0 */
#define STATUS (REGISTERS + 4) /* 1 from the event on */
#define SERIAL (REGISTERS + 8) /* 1 when serial input has arrived: never */
#define TRIGGER (REGISTERS + 12)
#define WAITS (REGISTERS + 16) /* write: wait states */
#define CODE 0x200u            /* of the program in flash */
#define HANDLER 0x400u
#define FETCHES 64

struct fetch {
    uint64_t cycle;
    uint32_t address;
};

static struct chip {
    struct fk_soc_host host;
    uint64_t event; /* raises line 0 and the status */
    bool raised, status, trigger, awaited;
    unsigned waits, reads, settled;
    struct fetch fetches[FETCHES];
    size_t fetch_count;
    uint32_t last_line;
} chip;

static uint64_t event_at = FK_SOC_NEVER; /* for the next reset */

static void *create(const struct fk_soc_host *host)
{
    chip.host = *host;
    return &chip;
}

static void destroy(void *soc)
{
    (void)soc;
}

static void reset(void *soc)
{
    (void)soc;
    chip = (struct chip){.host = chip.host, .event = event_at, .last_line = UINT32_MAX};
}

static enum fk_soc_access read_register(void *soc, uint64_t cycle, uint32_t address, unsigned size,
                                        uint32_t *value)
{
    (void)soc, (void)cycle, (void)size;
    chip.reads++;
    switch (address) {
    case STATUS:
        *value = chip.status;
        return FK_SOC_ACCESS_POLL;
    case SERIAL:
        *value = 0;
        return FK_SOC_ACCESS_POLL_SERIAL;
    default:
        return FK_SOC_ACCESS_UNMODELLED;
    }
}

static enum fk_soc_access write_register(void *soc, uint64_t cycle, uint32_t address, unsigned size,
                                         uint32_t value)
{
    (void)soc, (void)size;
    switch (address) {
    case LINE:
        chip.raised = (value & 1) != 0;
        return FK_SOC_ACCESS_DONE;
    case TRIGGER:
        chip.trigger = (value & 1) != 0;
        chip.host.trigger(chip.host.context, chip.trigger, cycle);
        return FK_SOC_ACCESS_DONE;
    case WAITS:
        chip.waits = value;
        return FK_SOC_ACCESS_DONE;
    default:
        return FK_SOC_ACCESS_UNMODELLED;
    }
}

static uint64_t next_event(void *soc)
{
    (void)soc;
    return chip.event;
}

static void advance(void *soc, uint64_t cycle)
{
    (void)soc;
    if (cycle >= chip.event) {
        chip.raised = chip.status = true;
        chip.event = FK_SOC_NEVER;
    }
}

static void irq_levels(void *soc, uint32_t levels[8])
{
    (void)soc;
    levels[0] = chip.raised;
}

static void serial_in(void *soc, uint64_t cycle, const uint8_t *bytes, size_t length)
{
    (void)soc, (void)cycle, (void)bytes, (void)length;
}

static uint32_t hclk_hz(void *soc)
{
    (void)soc;
    return 1000000;
}

static bool trigger_level(void *soc)
{
    (void)soc;
    return chip.trigger;
}

/* A new line of 8 bytes stalls; nothing is cached. */
static unsigned flash_fetch(void *soc, uint64_t cycle, uint32_t address)
{
    (void)soc;
    if (chip.fetch_count < FETCHES) {
        chip.fetches[chip.fetch_count++] = (struct fetch){cycle, address};
    }
    unsigned stall = address / 8 != chip.last_line ? chip.waits : 0;
    chip.last_line = address / 8;
    return stall;
}

static unsigned flash_load(void *soc, uint64_t cycle, uint32_t address, unsigned size)
{
    (void)soc, (void)cycle, (void)address, (void)size;
    return 7 * chip.waits;
}

static bool flash_waits(void *soc)
{
    (void)soc;
    return chip.waits != 0;
}

static void flash_settle(void *soc)
{
    (void)soc;
    chip.settled++;
}

static bool serial_awaited(void *soc)
{
    (void)soc;
    return chip.awaited;
}

static const struct fk_soc_region regions[] = {
    {"flash-alias", "flash", 0, 0x1000, false, true}, /* before what it mirrors, on purpose */
    {"flash", NULL, FLASH, 0x1000, false, true},
    {"ram", NULL, RAM, 0x2000, true, false},
};

static const struct fk_soc_class test_chip = {
    .name = "test-chip",
    .regions = regions,
    .region_count = sizeof regions / sizeof regions[0],
    .irq_count = 32,
    .priority_bits = 3,
    .create = create,
    .destroy = destroy,
    .reset = reset,
    .read = read_register,
    .write = write_register,
    .next_event = next_event,
    .advance = advance,
    .irq_levels = irq_levels,
    .serial_in = serial_in,
    .hclk_hz = hclk_hz,
    .trigger_level = trigger_level,
    .flash_fetch = flash_fetch,
    .flash_load = flash_load,
    .flash_line_bytes = 8,
    .flash_waits = flash_waits,
    .flash_settle = flash_settle,
    .serial_awaited = serial_awaited,
};

const struct fk_soc_class *const fk_soc_classes[] = {&test_chip, NULL};

/* ---- A board with a program ---- */

static char folder[] = "/tmp/fk_core_chip_XXXXXX";
static char json_path[64], elf_path[64];

static void put(uint8_t *at, uint32_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++) {
        at[i] = (uint8_t)(value >> 8 * i);
    }
}

static void write_file(const char *path, const void *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

/* An ELF file of one segment: vectors, `code` at CODE, `handler` at HANDLER. */
static void write_elf(const uint16_t *code, size_t code_count, const uint16_t *handler,
                      size_t handler_count)
{
    enum { HEADER = 52, PROGRAM = 32, IMAGE = 0x600 };
    static uint8_t file[HEADER + PROGRAM + IMAGE];
    uint8_t *program = file + HEADER, *image = program + PROGRAM;

    memset(file, 0, sizeof file);
    memcpy(file, "\177ELF\1\1\1", 7);
    put(file + 16, 2, 2);  /* executable */
    put(file + 18, 40, 2); /* Arm */
    put(file + 20, 1, 4);
    put(file + 28, HEADER, 4);
    put(file + 36, 0x05000000, 4);
    put(file + 40, HEADER, 2);
    put(file + 42, PROGRAM, 2);
    put(file + 44, 1, 2);
    put(program, 1, 4); /* load */
    put(program + 4, HEADER + PROGRAM, 4);
    put(program + 8, FLASH, 4);
    put(program + 12, FLASH, 4);
    put(program + 16, IMAGE, 4);
    put(program + 20, IMAGE, 4);
    put(image, RAM + 0x1000, 4);
    put(image + 4, (FLASH + CODE) | 1, 4);
    put(image + 4 * 16, (FLASH + HANDLER) | 1, 4);
    for (size_t i = 0; i < code_count; i++) {
        put(image + CODE + 2 * i, code[i], 2);
    }
    for (size_t i = 0; i < handler_count; i++) {
        put(image + HANDLER + 2 * i, handler[i], 2);
    }
    write_file(elf_path, file, sizeof file);
}

struct step {
    uint32_t address;
    uint64_t cycle;
};

static struct step steps[4096];
static size_t step_count;

static void on_instruction(void *context, uint32_t address, unsigned size, uint64_t cycle,
                           bool executed)
{
    (void)context, (void)size, (void)executed;
    if (step_count < sizeof steps / sizeof steps[0]) {
        steps[step_count++] = (struct step){address, cycle};
    }
}

static struct fk_vboard *board;
static unsigned vmov_cycles; /* of the next board */

static void open_board(enum fk_vboard_mode mode, uint64_t event, const uint16_t *code,
                       size_t code_count, const uint16_t *handler, size_t handler_count)
{
    char error[512] = "";
    const struct fk_vboard_config config = {.board_json_path = json_path,
                                            .mode = mode,
                                            .cycle_budget = 100000000,
                                            .vmov_cycles = vmov_cycles,
                                            .probe = {.instruction = on_instruction}};
    event_at = event;
    write_elf(code, code_count, handler, handler_count);
    board = fk_vboard_create(&config, error, sizeof error);
    if (board == NULL || !fk_vboard_load(board, elf_path, error, sizeof error)) {
        fail_msg("%s", error);
    }
    step_count = 0;
}

#define OPEN(mode, event, code, handler)                                                           \
    open_board(mode, event, code, sizeof(code) / sizeof(code)[0], handler,                         \
               sizeof(handler) / sizeof(handler)[0])

static int close_board(void **state)
{
    (void)state;
    fk_vboard_destroy(board);
    board = NULL;
    return 0;
}

static size_t steps_at(uint32_t address)
{
    size_t count = 0;
    for (size_t i = 0; i < step_count; i++) {
        count += steps[i].address == address ? 1 : 0;
    }
    return count;
}

static const uint16_t no_handler[] = {0xBE00};

/* r7 = REGISTERS, r6 = 0xE000E100: enables interrupt 0. */
#define SETUP                                                                                      \
    0xF04F, 0x4780,     /* mov.w r7, #0x40000000 */                                                \
        0xF24E, 0x1600, /* movw r6, #0xE100 */                                                     \
        0xF2CE, 0x0600, /* movt r6, #0xE000 */                                                     \
        0x2001,         /* movs r0, #1 */                                                          \
        0x2100          /* movs r1, #0 */
#define ENABLE 0x6030   /* str r0, [r6] */
#define RAISE 0x6038    /* str r0, [r7] */
#define LOWER 0x6039    /* str r1, [r7] */
#define NOP 0xBF00
#define STOP 0xBE00
#define WFI 0xBF30

/* ---- Interrupt lines ---- */

static void a_raised_line_runs_its_handler_once(void **state)
{
    (void)state;
    static const uint16_t code[] = {SETUP, ENABLE, RAISE, NOP, NOP, NOP, STOP};
    static const uint16_t handler[] = {LOWER, 0x4770}; /* bx lr */
    OPEN(FK_VBOARD_TIMED, FK_SOC_NEVER, code, handler);
    assert_int_equal(fk_vboard_run(board).end, FK_VBOARD_END_EXIT);
    assert_int_equal(steps_at(FLASH + HANDLER), 1);
}

/* The third time the handler lowers it: r2 counts. */
static void a_line_that_stays_high_runs_it_again(void **state)
{
    (void)state;
    static const uint16_t code[] = {SETUP, 0x2200, ENABLE, RAISE, NOP, NOP, NOP, STOP};
    /* The frame holds the program's r2: count in memory at RAM + 0. */
    static const uint16_t handler[] = {
        0xF04F, 0x5300, /* mov.w r3, #0x20000000 */
        0x681A,         /* ldr r2, [r3] */
        0x1C52,         /* adds r2, r2, #1 */
        0x601A,         /* str r2, [r3] */
        0x2A03,         /* cmp r2, #3 */
        0xD100,         /* bne .+4 */
        LOWER,  0x4770, /* bx lr */
    };
    OPEN(FK_VBOARD_TIMED, FK_SOC_NEVER, code, handler);
    assert_int_equal(fk_vboard_run(board).end, FK_VBOARD_END_EXIT);
    assert_int_equal(steps_at(FLASH + HANDLER), 3);
}

static void a_line_that_is_raised_before_it_is_enabled(void **state)
{
    (void)state;
    static const uint16_t code[] = {SETUP, RAISE, NOP, NOP, ENABLE, NOP, NOP, STOP};
    static const uint16_t handler[] = {LOWER, 0x4770};
    static const enum fk_vboard_mode modes[] = {FK_VBOARD_FUNCTIONAL, FK_VBOARD_TIMED};
    for (size_t m = 0; m < 2; m++) {
        OPEN(modes[m], FK_SOC_NEVER, code, handler);
        assert_int_equal(fk_vboard_run(board).end, FK_VBOARD_END_EXIT);
        assert_false(chip.raised); /* by the handler */
        close_board(NULL);
    }
}

/* An event in the middle of no-operations: each takes a cycle, so the one that would begin at the
 * event's cycle does not, and the handler begins 12 cycles after that (Arm DDI 0439D, 3.9.1). */
static void an_event_interrupts_at_its_cycle(void **state)
{
    (void)state;
    static uint16_t code[200] = {SETUP, ENABLE};
    static const uint16_t handler[] = {LOWER, 0x4770};
    for (size_t i = 9; i < 199; i++) {
        code[i] = NOP;
    }
    code[199] = STOP;
    for (uint64_t event = 60; event < 70; event++) {
        OPEN(FK_VBOARD_TIMED, event, code, handler);
        assert_int_equal(fk_vboard_run(board).end, FK_VBOARD_END_EXIT);
        size_t at = 0;
        while (at < step_count && steps[at].address != FLASH + HANDLER) {
            at++;
        }
        assert_true(at > 0 && at < step_count);
        assert_int_equal(steps[at - 1].cycle, event - 1);
        assert_int_equal(steps[at].cycle, event + 12);
        close_board(NULL);
    }
}

static void an_event_wakes_a_sleeper(void **state)
{
    (void)state;
    static const uint16_t code[] = {SETUP, ENABLE, WFI, NOP, STOP};
    static const uint16_t handler[] = {LOWER, 0x4770};
    static const enum fk_vboard_mode modes[] = {FK_VBOARD_FUNCTIONAL, FK_VBOARD_TIMED};
    for (size_t m = 0; m < 2; m++) {
        OPEN(modes[m], 12345678, code, handler);
        struct fk_vboard_stop stop = fk_vboard_run(board);
        assert_int_equal(stop.end, FK_VBOARD_END_EXIT);
        assert_in_range(stop.cycle, 12345678, 12345678 + 60);
        close_board(NULL);
    }
}

/* ---- Sleep ---- */

/* SEV sets the event register, so that WFE does not sleep; the next WFE does. */
static void events_of_wfe(void **state)
{
    (void)state;
    static const uint16_t code[] = {SETUP,  ENABLE, 0xBF40, /* sev */
                                    0xBF20,                 /* wfe */
                                    NOP,    0xBF20, NOP,    STOP};
    static const uint16_t handler[] = {LOWER, 0x4770};
    OPEN(FK_VBOARD_TIMED, 5000000, code, handler);
    struct fk_vboard_stop stop = fk_vboard_run(board);
    assert_int_equal(stop.end, FK_VBOARD_END_EXIT);
    for (size_t i = 0; i < step_count; i++) {
        if (steps[i].address == FLASH + CODE + 22) { /* the first NOP */
            assert_true(steps[i].cycle < 100);
        }
        if (steps[i].address == FLASH + CODE + 26) {
            assert_in_range(steps[i].cycle, 5000000, 5000060);
        }
    }
    assert_int_equal(steps_at(FLASH + HANDLER), 1);
    close_board(NULL);
    OPEN(FK_VBOARD_FUNCTIONAL, FK_SOC_NEVER, code, handler);
    assert_int_equal(fk_vboard_run(board).end, FK_VBOARD_END_DEADLOCK);
}

/* In an IT block: asleep where the condition passes, awake where it fails; the other instructions
 * of the block execute once. */
static void hints_in_it_blocks(void **state)
{
    (void)state;
    static const uint16_t code[] = {
        SETUP,  ENABLE, 0x2200, /* movs r2, #0 */
        0x2A00,                 /* cmp r2, #0 */
        0xBF18, WFI,            /* it ne; wfi */
        0xBF01,                 /* itttt eq */
        0x3201,                 /* addeq r2, #1 */
        WFI,    0xBF10,         /* yieldeq */
        0x3204,                 /* addeq r2, #4 */
        STOP,
    };
    static const uint16_t handler[] = {LOWER, 0x4770};
    static const enum fk_vboard_mode modes[] = {FK_VBOARD_FUNCTIONAL, FK_VBOARD_TIMED};
    for (size_t m = 0; m < 2; m++) {
        OPEN(modes[m], 300000, code, handler);
        struct fk_vboard_stop stop = fk_vboard_run(board);
        assert_int_equal(stop.end, FK_VBOARD_END_EXIT);
        assert_int_equal(stop.pc, FLASH + CODE + 36);
        assert_in_range(stop.cycle, 300000, 300080);
        assert_int_equal(fk_vboard_register(board, 2), 5);
        if (modes[m] == FK_VBOARD_TIMED) {
            assert_int_equal(steps_at(FLASH + CODE + 24), 1); /* the failed WFI */
            assert_int_equal(steps_at(FLASH + CODE + 28), 1);
            assert_int_equal(steps_at(FLASH + CODE + 30), 1);
            assert_int_equal(steps_at(FLASH + CODE + 34), 1);
        }
        close_board(NULL);
    }
}

/* SLEEPONEXIT: back to sleep at the end of the handler, until a handler switches it off. */
static void sleep_on_exit(void **state)
{
    (void)state;
    static const uint16_t code[] = {
        SETUP,  ENABLE, 0xF64E, 0x5510, /* movw r5, #0xED10 */
        0xF2CE, 0x0500,                 /* movt r5, #0xE000 */
        0x2202,                         /* movs r2, #2 */
        0x602A,                         /* str r2, [r5]: SCR.SLEEPONEXIT */
        RAISE,  NOP,    NOP,    STOP,
    };
    static const uint16_t handler[] = {
        LOWER,  0x3401, /* adds r4, #1 */
        0x2C02,         /* cmp r4, #2 */
        0xD100,         /* bne .+4 */
        0x6029,         /* str r1, [r5] */
        0x4770,         /* bx lr */
    };
    OPEN(FK_VBOARD_TIMED, 700000, code, handler);
    struct fk_vboard_stop stop = fk_vboard_run(board);
    assert_int_equal(stop.end, FK_VBOARD_END_EXIT);
    assert_int_equal(steps_at(FLASH + HANDLER), 2);
    assert_in_range(stop.cycle, 700000, 700080);
}

/* ---- The FPU ---- */

#define FPU_ON                                                                                     \
    0xF64E, 0x5588,     /* movw r5, #0xED88 */                                                     \
        0xF2CE, 0x0500, /* movt r5, #0xE000 */                                                     \
        0xF44F, 0x0270, /* mov.w r2, #0xF00000 */                                                  \
        0x602A          /* str r2, [r5] */

/* CONTROL has three bits on this processor; FPCA is set by the first floating-point instruction,
 * and reading CONTROL leaves the floating-point context alone. */
static void control_after_floating_point(void **state)
{
    (void)state;
    static const uint16_t code[] = {
        SETUP,  FPU_ON, 0xF3EF, 0x8214, /* mrs r2, control */
        0xF04F, 0x7040,                 /* mov.w r0, #0x03000000 */
        0xEEE1, 0x0A10,                 /* vmsr fpscr, r0 */
        0xF3EF, 0x8314,                 /* mrs r3, control */
        0xEEF1, 0x4A10,                 /* vmrs r4, fpscr */
        STOP,
    };
    static const enum fk_vboard_mode modes[] = {FK_VBOARD_FUNCTIONAL, FK_VBOARD_TIMED};
    for (size_t m = 0; m < 2; m++) {
        OPEN(modes[m], FK_SOC_NEVER, code, no_handler);
        assert_int_equal(fk_vboard_run(board).end, FK_VBOARD_END_EXIT);
        assert_int_equal(fk_vboard_register(board, 2), 0);
        assert_int_equal(fk_vboard_register(board, 3), 4);
        assert_int_equal(fk_vboard_register(board, 4), 0x03000000);
        close_board(NULL);
    }
}

/* VMOV between a core register and a single costs what the configuration says. */
static void cost_of_vmov(void **state)
{
    (void)state;
    static const uint16_t code[] = {SETUP, FPU_ON, NOP, 0xEE00, 0x0A10, /* vmov s0, r0 */
                                    NOP,   STOP};
    for (unsigned cycles = 0; cycles <= 2; cycles++) {
        vmov_cycles = cycles;
        OPEN(FK_VBOARD_TIMED, FK_SOC_NEVER, code, no_handler);
        vmov_cycles = 0;
        assert_int_equal(fk_vboard_run(board).end, FK_VBOARD_END_EXIT);
        size_t at = 0;
        while (steps[at].address != FLASH + CODE + 32) {
            at++;
        }
        assert_int_equal(steps[at + 1].cycle - steps[at].cycle, cycles == 2 ? 2 : 1);
        close_board(NULL);
    }
}

/* A handler that uses the FPU pays for the registers that lazy stacking left: 17 words, as a store
 * multiple of them would take, 1 + 17. */
static void lazy_stacking_is_paid_when_used(void **state)
{
    (void)state;
    static const uint16_t code[] = {SETUP,  FPU_ON, 0xEE00, 0x0A10, /* vmov s0, r0 */
                                    ENABLE, RAISE,  NOP,    NOP,    STOP};
    static const uint16_t handler[] = {LOWER, NOP,   0xEE00, 0x1A10, /* vmov s0, r1 */
                                       NOP,   0x4770};
    OPEN(FK_VBOARD_TIMED, FK_SOC_NEVER, code, handler);
    assert_int_equal(fk_vboard_run(board).end, FK_VBOARD_END_EXIT);
    size_t at = 0;
    while (steps[at].address != FLASH + HANDLER) {
        at++;
    }
    assert_int_equal(steps[at].cycle - steps[at - 1].cycle, 1 + 12);
    assert_int_equal(steps[at + 3].cycle - steps[at + 2].cycle, 1 + 18);
}

/* ---- Polling ---- */

/* ldr r0, [r7, #4]; cmp r0, #0; beq back: the loop takes a constant number of cycles. */
#define POLL(offset) 0x6838 | (offset) / 4 << 6, 0x2800, 0xD0FC

static void polling_skips_to_the_event_in_whole_rounds(void **state)
{
    (void)state;
    static const uint16_t code[] = {SETUP, POLL(4), STOP};
    for (uint64_t event = 1000000; event < 1000008; event++) {
        OPEN(FK_VBOARD_TIMED, event, code, no_handler);
        struct fk_vboard_stop stop = fk_vboard_run(board);
        assert_int_equal(stop.end, FK_VBOARD_END_EXIT);
        assert_in_range(chip.reads, 4, 10);
        /* The reads before the skip give the phase and the length of a round. */
        uint64_t first = 0, second = 0, last = 0;
        for (size_t i = 0; i < step_count; i++) {
            if (steps[i].address == FLASH + CODE + 16) {
                first = first == 0 ? steps[i].cycle : first;
                second = second == 0 && steps[i].cycle != first ? steps[i].cycle : second;
                last = steps[i].cycle;
            }
        }
        uint64_t round = second - first;
        assert_in_range(round, 3, 8);
        assert_in_range(last, event, event + round - 1);
        assert_int_equal((last - first) % round, 0);
        close_board(NULL);
    }
}

static void polling_for_what_never_comes(void **state)
{
    (void)state;
    static const uint16_t status[] = {SETUP, POLL(4), STOP}, serial[] = {SETUP, POLL(8), STOP};
    static const enum fk_vboard_mode modes[] = {FK_VBOARD_FUNCTIONAL, FK_VBOARD_TIMED};
    for (size_t m = 0; m < 2; m++) {
        OPEN(modes[m], FK_SOC_NEVER, status, no_handler);
        assert_int_equal(fk_vboard_run(board).end, FK_VBOARD_END_DEADLOCK);
        close_board(NULL);
        OPEN(modes[m], FK_SOC_NEVER, serial, no_handler);
        assert_int_equal(fk_vboard_run(board).end, FK_VBOARD_END_SERIAL_IDLE);
        assert_int_equal(fk_vboard_run(board).end, FK_VBOARD_END_SERIAL_IDLE);
        close_board(NULL);
    }
}

/* A loop that does other work between two polls is not skipped. */
static void work_between_polls_is_done(void **state)
{
    (void)state;
    static const uint16_t code[] = {
        SETUP,          /* 16 bytes */
        0x2300,         /* movs r3, #0 */
        0x6878,         /* poll: ldr r0, [r7, #4] */
        0xF44F, 0x727A, /* mov.w r2, #1000 */
        0x3A01,         /* subs r2, #1 */
        0xD1FD,         /* bne .-2 */
        0x3301,         /* adds r3, #1 */
        0x2B05,         /* cmp r3, #5 */
        0xD1F7,         /* bne poll */
        STOP,
    };
    OPEN(FK_VBOARD_TIMED, 50000000, code, no_handler);
    struct fk_vboard_stop stop = fk_vboard_run(board);
    assert_int_equal(stop.end, FK_VBOARD_END_EXIT);
    assert_int_equal(chip.reads, 5);
    assert_in_range(stop.cycle, 5 * 3000, 5 * 3100 + 100);
}

static void sleep_with_serial_input_awaited(void **state)
{
    (void)state;
    static const uint16_t code[] = {SETUP, WFI, STOP};
    OPEN(FK_VBOARD_TIMED, FK_SOC_NEVER, code, no_handler);
    assert_int_equal(fk_vboard_run(board).end, FK_VBOARD_END_DEADLOCK);
    chip.awaited = true;
    struct fk_vboard_stop stop = fk_vboard_run(board);
    assert_int_equal(stop.end, FK_VBOARD_END_SERIAL_IDLE);
    assert_int_equal(stop.pc, FLASH + CODE + 16);
}

/* ---- Flash ---- */

static void flash_is_asked_only_where_it_waits(void **state)
{
    (void)state;
    /* Wait states 3 by a store to WAITS, then sixteen no-operations. */
    static const uint16_t code[] = {SETUP, 0x2203, 0x613A, NOP, NOP, NOP, NOP, NOP, NOP, NOP,
                                    NOP,   NOP,    NOP,    NOP, NOP, NOP, NOP, NOP, NOP, STOP};
    OPEN(FK_VBOARD_TIMED, FK_SOC_NEVER, code, no_handler);
    assert_int_equal(fk_vboard_run(board).end, FK_VBOARD_END_EXIT);
    assert_in_range(chip.fetch_count, 3, 6);
    for (size_t i = 0; i < chip.fetch_count; i++) {
        /* Once a line, at its true address, in the order of time. */
        assert_int_equal(chip.fetches[i].address % 8, 0);
        assert_in_range(chip.fetches[i].address, FLASH + CODE, FLASH + CODE + 80);
        if (i > 0) {
            assert_int_equal(chip.fetches[i].address, chip.fetches[i - 1].address + 8);
            /* 8 bytes take 4 cycles to execute, and 1 + 3 + 1 to come. */
            assert_int_equal(chip.fetches[i].cycle, chip.fetches[i - 1].cycle + 5);
        }
    }
}

static void code_in_the_mirror_has_true_addresses(void **state)
{
    (void)state;
    /* Wait states, then a jump to the same code at 0: bx to CODE + 28 of the mirror. */
    static const uint16_t code[] = {SETUP,  0x2203, 0x613A, /* waits */
                                    0xF240, 0x231D,         /* movw r3, #0x21D */
                                    0x4718,                 /* bx r3 */
                                    NOP,    NOP,    NOP,    NOP, NOP, NOP, NOP, NOP, STOP};
    OPEN(FK_VBOARD_TIMED, FK_SOC_NEVER, code, no_handler);
    struct fk_vboard_stop stop = fk_vboard_run(board);
    assert_int_equal(stop.end, FK_VBOARD_END_EXIT);
    assert_true(stop.pc < 0x1000);
    assert_true(chip.fetch_count > 2);
    for (size_t i = 0; i < chip.fetch_count; i++) {
        assert_in_range(chip.fetches[i].address, FLASH, FLASH + 0xFFF);
    }
}

/* 7 times the wait states for a load of flash: from the same program with none. */
static void loads_of_flash_stall(void **state)
{
    (void)state;
    static const uint16_t code[] = {SETUP,  0x2200, 0x613A, /* waits: 0, or 3 in the second run */
                                    0xF240, 0x2300,         /* movw r3, #0x200 */
                                    NOP,    NOP,    NOP,    NOP,    NOP,
                                    NOP,    NOP,    NOP,    0x681C, /* ldr r4, [r3] */
                                    NOP,    NOP,    STOP};
    uint64_t took[2];
    for (unsigned run = 0; run < 2; run++) {
        OPEN(FK_VBOARD_TIMED, FK_SOC_NEVER, code, no_handler);
        uint16_t movs = (uint16_t)(0x2200 + 3 * run);
        assert_true(fk_vboard_memory_write(board, FLASH + CODE + 16, &movs, sizeof movs));
        assert_int_equal(fk_vboard_run(board).end, FK_VBOARD_END_EXIT);
        size_t at = 0;
        while (steps[at].address != FLASH + CODE + 40) {
            at++;
        }
        took[run] = steps[at + 1].cycle - steps[at].cycle;
        close_board(NULL);
    }
    assert_int_equal(took[0], 2);
    assert_int_equal(took[1], 2 + 7 * 3);
}

/* ---- Modes ---- */

static void timing_while_the_trigger_is_high(void **state)
{
    (void)state;
    static const uint16_t code[] = {SETUP, NOP, NOP, 0x60F8, /* str r0, [r7, #12] */
                                    NOP,   NOP, NOP, 0x60F9, /* str r1, [r7, #12] */
                                    NOP,   NOP, STOP};
    OPEN(FK_VBOARD_TIMED_WHILE_TRIGGERED, FK_SOC_NEVER, code, no_handler);
    assert_int_equal(fk_vboard_run(board).end, FK_VBOARD_END_EXIT);
    assert_int_equal(step_count, 4); /* three no-operations and the store that ends it */
    assert_int_equal(fk_vboard_instruction_count(board), 4);
    assert_int_equal(steps[0].address, FLASH + CODE + 22);
    for (size_t i = 1; i < step_count; i++) {
        assert_int_equal(steps[i].cycle, steps[i - 1].cycle + 1);
    }
}

static int make_files(void **state)
{
    (void)state;
    static const char json[] = "{\"schema\": \"fieldkex-board/1\", \"name\": \"test\","
                               " \"chip\": \"test-chip\","
                               " \"trigger\": {\"port\": \"A\", \"pin\": 0}}";
    if (mkdtemp(folder) == NULL) {
        return -1;
    }
    snprintf(json_path, sizeof json_path, "%s/board.json", folder);
    snprintf(elf_path, sizeof elf_path, "%s/program.elf", folder);
    write_file(json_path, json, sizeof json - 1);
    return 0;
}

static int remove_files(void **state)
{
    (void)state;
    unlink(json_path);
    unlink(elf_path);
    return rmdir(folder);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_teardown(name, close_board)
    static const struct CMUnitTest tests[] = {
        TEST(a_raised_line_runs_its_handler_once),
        TEST(a_line_that_stays_high_runs_it_again),
        TEST(a_line_that_is_raised_before_it_is_enabled),
        TEST(an_event_interrupts_at_its_cycle),
        TEST(an_event_wakes_a_sleeper),
        TEST(events_of_wfe),
        TEST(hints_in_it_blocks),
        TEST(sleep_on_exit),
        TEST(control_after_floating_point),
        TEST(cost_of_vmov),
        TEST(lazy_stacking_is_paid_when_used),
        TEST(polling_skips_to_the_event_in_whole_rounds),
        TEST(polling_for_what_never_comes),
        TEST(work_between_polls_is_done),
        TEST(sleep_with_serial_input_awaited),
        TEST(flash_is_asked_only_where_it_waits),
        TEST(code_in_the_mirror_has_true_addresses),
        TEST(loads_of_flash_stall),
        TEST(timing_while_the_trigger_is_high),
    };
    return cmocka_run_group_tests(tests, make_files, remove_files);
}
