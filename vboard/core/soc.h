/* SPDX-License-Identifier: MIT */
/*
 * What a chip family supplies to the processor core of the virtual board: memories, peripheral
 * registers, interrupt lines, events in time and the cost of flash. The core (core/) owns the
 * processor, its private peripherals (0xE0000000: SysTick, NVIC, SCB, FPU, DWT, CoreDebug) and
 * exceptions. Time is counted in HCLK cycles since reset.
 */
#ifndef FK_VBOARD_SOC_H
#define FK_VBOARD_SOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FK_SOC_NEVER UINT64_MAX

enum fk_soc_access {
    FK_SOC_ACCESS_DONE,
    /* A read of a status register that nothing but an event (or the core's own action) can change:
     * the core may skip time when the firmware polls it. The value is valid. */
    FK_SOC_ACCESS_POLL,
    /* The same, of a register that says whether serial input has arrived, while none is queued. */
    FK_SOC_ACCESS_POLL_SERIAL,
    /* The chip has no such register, or the model lacks it. */
    FK_SOC_ACCESS_UNMODELLED
};

struct fk_soc_region {
    const char *name;     /* "flash", "sram1", ... */
    const char *alias_of; /* the name of the region that this one mirrors, or NULL */
    uint32_t base;
    uint32_t size_bytes;
    bool writable;
    bool flash_timed; /* fetches and loads are costed by flash_fetch and flash_load */
};

/* What the core gives to the chip at creation; the pointers outlive it. */
struct fk_soc_host {
    void (*serial_out)(void *context, uint8_t byte);
    void (*trigger)(void *context, bool level, uint64_t cycle);
    void (*log)(void *context, const char *line);
    void *context;
    uint64_t seed;        /* of the virtual random number generator: same seed, same bits */
    uint8_t trigger_port; /* 0 is GPIOA; from board.json */
    uint8_t trigger_pin;
    uint32_t hse_hz; /* external oscillators of the board, 0 where there is none */
    uint32_t lse_hz;
    uint32_t serial_baud;  /* of the host's side of the serial line; 0 is 115200 */
    uint16_t pins_high[8]; /* by port (0 is A), bit n is pin n: inputs that the board holds high */
};

struct fk_soc_class {
    const char *name; /* the chip of board.json, "stm32l476rg" */
    const struct fk_soc_region *regions;
    size_t region_count;
    unsigned irq_count;     /* external interrupts, 82 */
    unsigned priority_bits; /* 4 */
    void *(*create)(const struct fk_soc_host *host);
    void (*destroy)(void *soc);
    void (*reset)(void *soc);
    /* The same, but asked for by the firmware (AIRCR.SYSRESETREQ): whatever only power-on resets
     * stays. NULL: no different from reset. */
    void (*reset_by_software)(void *soc);

    /* Peripheral registers: everything in 0x40000000..0x5FFFFFFF, the chip's identity words (system
     * memory at 0x1FFF0000..0x1FFFFFFF) and its debug block (DBGMCU, 0xE0042000..0xE00423FF).
     * `cycle` is now. size is 1, 2 or 4; the address is aligned to it. */
    enum fk_soc_access (*read)(void *soc, uint64_t cycle, uint32_t address, unsigned size,
                               uint32_t *value);
    enum fk_soc_access (*write)(void *soc, uint64_t cycle, uint32_t address, unsigned size,
                                uint32_t value);

    /* The cycle of the next thing that happens without the processor, or FK_SOC_NEVER. */
    uint64_t (*next_event)(void *soc);
    /* Brings the chip up to `cycle`. */
    void (*advance)(void *soc, uint64_t cycle);
    /* Level of the external interrupt lines now: bit n % 32 of word n / 32. */
    void (*irq_levels)(void *soc, uint32_t levels[8]);
    void (*serial_in)(void *soc, uint64_t cycle, const uint8_t *bytes, size_t length);

    uint32_t (*hclk_hz)(void *soc);
    bool (*trigger_level)(void *soc);

    /*
     * Flash accelerator, timed mode only. flash_fetch: the instruction word at `address` (a region
     * with flash_timed; aliases are already resolved to the true address) has its first data-phase
     * cycle at `cycle`; returns the stall in cycles. flash_load: the same for a data read (literal,
     * table).
     */
    unsigned (*flash_fetch)(void *soc, uint64_t cycle, uint32_t address);
    unsigned (*flash_load)(void *soc, uint64_t cycle, uint32_t address, unsigned size);
    /* Instruction words of one aligned line of this many bytes (a power of 2, at least 4), fetched
     * one after the other, never stall after the first: flash_fetch is called for the first only. 0
     * is 4. */
    unsigned flash_line_bytes;
    /* Whether a fetch or a load of flash can stall at all now (wait states are set). While it
     * cannot, neither function is called; NULL: it always can. */
    bool (*flash_waits)(void *soc);
    /* Current line, prefetch and port as when nothing has been read for long; caches stay. */
    void (*flash_settle)(void *soc);

    /* The board's serial receiver is on and idle, with nothing queued or being sent: a processor
     * that sleeps, or polls, without any event to come waits for serial input. */
    bool (*serial_awaited)(void *soc);
    /* The processor has stopped for good: what the serial transmitter still holds goes out, without
     * time. A real chip would send it, too. May be NULL. */
    void (*serial_flush)(void *soc);
};

/* Every chip that the virtual board knows, NULL at the end (vboard/soc/table.c). */
extern const struct fk_soc_class *const fk_soc_classes[];

#endif
