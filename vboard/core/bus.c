/* SPDX-License-Identifier: MIT */
/* What lies behind addresses that are no memory: the chip's peripherals, the processor's private
 * ones, bit-band aliases; and the events that come from them. */
#include "machine.h"

#include <inttypes.h>
#include <string.h>

#define SYSTEM_MEMORY 0x1FFF0000u
/* Not the half above it: the stack lies at the bottom of SRAM1, and what it runs over is unmapped.
 */
#define SYSTEM_MEMORY_BYTES 0x8000u
#define PERIPHERALS 0x40000000u
#define PERIPHERALS_BYTES 0x20000000u
#define PERIPHERAL_BAND 0x42000000u
#define BAND_BYTES 0x02000000u /* alias of one megabyte */
#define SRAM_BASE 0x20000000u
#define SRAM_BAND 0x22000000u
#define PRIVATE 0xE0000000u
#define PRIVATE_BYTES 0x00100000u
#define DEBUG_BLOCK 0xE0042000u
#define DEBUG_BLOCK_BYTES 0x400u

/* A loop that polls comes back sooner than this; longer, and the firmware does something between.
 */
#define LONGEST_POLL 400u
/* Polls without change before time is skipped. */
#define POLLS_BEFORE_SKIP 3u

static bool within(uint32_t address, uint32_t base, uint32_t bytes)
{
    return address - base < bytes;
}

/* ---- Time without the processor ---- */

uint64_t fk_bus_next_event(const struct fk_vboard *machine)
{
    uint64_t chip = machine->chip->next_event(machine->soc);
    uint64_t timer = fk_systick_next(&machine->scs.systick);

    return chip < timer ? chip : timer;
}

void fk_bus_advance(struct fk_vboard *machine, uint64_t cycle)
{
    uint32_t levels[8] = {0};

    machine->chip->advance(machine->soc, cycle);
    if (fk_systick_advance(&machine->scs.systick, cycle))
        fk_scs_pend(&machine->scs, FK_EXCEPTION_SYSTICK);
    if (!fk_scs_any_enabled(&machine->scs) && (machine->scs.scr & FK_SCR_SEVONPEND) == 0)
        return;
    machine->chip->irq_levels(machine->soc, levels);
    fk_scs_lines(&machine->scs, machine->irq_levels, levels);
    memcpy(machine->irq_levels, levels, sizeof levels);
}

/* ---- Polling ---- */

/* The firmware did something else than poll. */
static void forget_polls(struct fk_vboard *machine)
{
    memset(machine->polls, 0, sizeof machine->polls);
}

static struct fk_poll *find_poll(struct fk_vboard *machine, uint32_t address)
{
    for (unsigned i = 0; i < FK_POLL_LIMIT; i++)
        if (machine->polls[i].pc == machine->pc && machine->polls[i].address == address)
            return &machine->polls[i];
    struct fk_poll *poll = &machine->polls[machine->next_poll++ % FK_POLL_LIMIT];
    *poll = (struct fk_poll){.pc = machine->pc, .address = address};
    return poll;
}

/* True if the firmware has polled this register from this place often enough, in a steady loop. */
static bool waits(struct fk_vboard *machine, uint32_t address, uint32_t value)
{
    struct fk_poll *poll = find_poll(machine, address);
    uint64_t now = fk_machine_now(machine);
    uint64_t period = now - poll->cycle;

    if (poll->count == 0 || poll->value != value || period > LONGEST_POLL)
        poll->count = 0;
    poll->count++;
    poll->value = value;
    poll->cycle = now;
    poll->period = period;
    return poll->count > POLLS_BEFORE_SKIP;
}

static void skip(struct fk_vboard *machine, uint32_t address, uint64_t event)
{
    struct fk_poll *poll = find_poll(machine, address);
    uint64_t now = fk_machine_now(machine);

    if (event > machine->budget_end)
        event = machine->budget_end;
    if (event <= now)
        return;
    /* As if the loop had run: the poll that first sees the event comes a whole number of rounds
     * later. */
    uint64_t period = poll->period != 0 ? poll->period : 1;
    uint64_t delay = (event - now + period - 1) / period * period;
    fk_processor_delay_until(machine, now + delay);
    poll->cycle += delay;
}

/* A register was read that only an event can change. true: time was skipped, read again. */
static bool poll(struct fk_vboard *machine, uint32_t address, uint32_t value, bool serial)
{
    if (!waits(machine, address, value))
        return false;
    uint64_t chip = machine->chip->next_event(machine->soc);
    uint64_t timer = fk_systick_next(&machine->scs.systick);
    uint64_t event = chip < timer ? chip : timer;

    if (chip == FK_SOC_NEVER && serial && !(machine->idle_before && timer != UINT64_MAX)) {
        fk_fault_end(machine, FK_VBOARD_END_SERIAL_IDLE, address, "waiting for serial input");
        fk_processor_request(machine, FK_ACTION_END);
        return false;
    }
    if (event == FK_SOC_NEVER) {
        fk_fault_end(machine, FK_VBOARD_END_DEADLOCK, address,
                     "polling register 0x%08" PRIx32 ", which nothing will ever change", address);
        fk_processor_request(machine, FK_ACTION_END);
        return false;
    }
    machine->idle_before = false;
    skip(machine, address, event);
    fk_bus_advance(machine, fk_machine_now(machine));
    return true;
}

/* ---- Registers ---- */

static void unmodelled(struct fk_vboard *machine, uint32_t address, const char *what)
{
    if (!machine->config.lenient) {
        fk_fault_end(machine, FK_VBOARD_END_UNMODELLED, address,
                     "%s 0x%08" PRIx32 ", which the virtual board does not have", what, address);
        fk_processor_request(machine, FK_ACTION_END);
        return;
    }
    machine->unmodelled++;
    for (size_t i = 0; i < machine->reported_count; i++)
        if (machine->reported[i] == address)
            return;
    char place[160];
    fk_vboard_locate(machine, machine->pc, place, sizeof place);
    fk_machine_log(machine, "%s 0x%08" PRIx32 ", which the virtual board does not have, at %s",
                   what, address, place);
    if (machine->reported_count < sizeof machine->reported / sizeof machine->reported[0])
        machine->reported[machine->reported_count++] = address;
}

static bool is_chip(uint32_t address)
{
    return within(address, PERIPHERALS, PERIPHERALS_BYTES) ||
           within(address, SYSTEM_MEMORY, SYSTEM_MEMORY_BYTES) ||
           within(address, DEBUG_BLOCK, DEBUG_BLOCK_BYTES);
}

static uint32_t read_chip(struct fk_vboard *machine, uint32_t address, unsigned size)
{
    for (;;) {
        uint32_t value = 0;
        enum fk_soc_access access =
            machine->chip->read(machine->soc, fk_machine_now(machine), address, size, &value);
        fk_processor_look_again(machine);
        switch (access) {
        case FK_SOC_ACCESS_DONE:
            forget_polls(machine);
            return value;
        case FK_SOC_ACCESS_POLL:
        case FK_SOC_ACCESS_POLL_SERIAL:
            if (!poll(machine, address, value, access == FK_SOC_ACCESS_POLL_SERIAL))
                return value;
            break;
        default:
            unmodelled(machine, address, "read of register");
            return 0;
        }
    }
}

static struct fk_scs_time scs_time(const struct fk_vboard *machine)
{
    return (struct fk_scs_time){fk_machine_now(machine), machine->sleep_cycles};
}

static uint32_t read_private(struct fk_vboard *machine, uint32_t address, unsigned size)
{
    unsigned exception = fk_machine_get(machine, UC_ARM_REG_IPSR) & 0x1FF;

    for (;;) {
        uint32_t value = 0;
        switch (fk_scs_read(&machine->scs, scs_time(machine), exception, address, size, &value)) {
        case FK_SCS_POLL:
            if (poll(machine, address, value, false))
                break;
            return value;
        case FK_SCS_UNMODELLED:
            unmodelled(machine, address, "read of register");
            return 0;
        case FK_SCS_CHANGED:
            fk_processor_look_again(machine);
            forget_polls(machine);
            return value;
        case FK_SCS_TIME:
        case FK_SCS_DONE:
        default:
            forget_polls(machine);
            return value;
        }
    }
}

static void write_private(struct fk_vboard *machine, uint32_t address, unsigned size,
                          uint32_t value)
{
    switch (fk_scs_write(&machine->scs, scs_time(machine), address, size, value)) {
    case FK_SCS_UNMODELLED:
        unmodelled(machine, address, "write to register");
        break;
    case FK_SCS_CHANGED:
        fk_processor_look_again(machine);
        fk_processor_update_watch(machine);
        if (machine->scs.reset_requested)
            fk_processor_request(machine, FK_ACTION_RESET);
        break;
    default:
        break;
    }
}

static uint32_t read_register(struct fk_vboard *machine, uint32_t address, unsigned size)
{
    if (machine->action != FK_ACTION_NONE)
        return 0; /* the run is over; the engine just has not stopped yet */
    if (is_chip(address))
        return read_chip(machine, address, size);
    return read_private(machine, address, size);
}

static void write_register(struct fk_vboard *machine, uint32_t address, unsigned size,
                           uint32_t value)
{
    if (machine->action != FK_ACTION_NONE)
        return;
    forget_polls(machine);
    if (!is_chip(address)) {
        write_private(machine, address, size, value);
        return;
    }
    enum fk_soc_access access =
        machine->chip->write(machine->soc, fk_machine_now(machine), address, size, value);
    fk_processor_look_again(machine);
    fk_machine_update_flash(machine);
    if (access == FK_SOC_ACCESS_UNMODELLED)
        unmodelled(machine, address, "write to register");
}

/* ---- Bit-band aliases: a word stands for one bit (Arm DDI 0439D, 3.7) ---- */

static uint32_t band_word(uint32_t offset)
{
    return offset / 32 & ~3u;
}

static unsigned band_bit(uint32_t offset)
{
    return offset / 4 % 32;
}

static uint32_t read_memory_bit(struct fk_vboard *machine, uint32_t offset)
{
    uint32_t word = 0;

    if (!fk_machine_read(machine, SRAM_BASE + band_word(offset), &word, sizeof word)) {
        fk_fault_memory(machine, UC_MEM_READ_UNMAPPED, SRAM_BAND + offset, 4);
        fk_processor_request(machine, FK_ACTION_END);
    }
    return word >> band_bit(offset) & 1u;
}

static void write_memory_bit(struct fk_vboard *machine, uint32_t offset, uint32_t value)
{
    uint32_t address = SRAM_BASE + band_word(offset);
    uint32_t bit = 1u << band_bit(offset);
    uint32_t word = 0;

    if (!fk_machine_read(machine, address, &word, sizeof word)) {
        fk_fault_memory(machine, UC_MEM_WRITE_UNMAPPED, SRAM_BAND + offset, 4);
        fk_processor_request(machine, FK_ACTION_END);
        return;
    }
    word = (value & 1u) != 0 ? word | bit : word & ~bit;
    fk_machine_write(machine, address, &word, sizeof word);
}

static uint32_t read_peripheral_bit(struct fk_vboard *machine, uint32_t offset)
{
    return read_register(machine, PERIPHERALS + band_word(offset), 4) >> band_bit(offset) & 1u;
}

static void write_peripheral_bit(struct fk_vboard *machine, uint32_t offset, uint32_t value)
{
    uint32_t address = PERIPHERALS + band_word(offset);
    uint32_t bit = 1u << band_bit(offset);
    uint32_t word = read_register(machine, address, 4);

    write_register(machine, address, 4, (value & 1u) != 0 ? word | bit : word & ~bit);
}

/* ---- The engine's callbacks ---- */

static uint64_t on_read(struct fk_vboard *machine, uint32_t address, unsigned size)
{
    if (within(address, PERIPHERAL_BAND, BAND_BYTES))
        return read_peripheral_bit(machine, address - PERIPHERAL_BAND);
    return read_register(machine, address, size);
}

static void on_write(struct fk_vboard *machine, uint32_t address, unsigned size, uint64_t value)
{
    if (within(address, PERIPHERAL_BAND, BAND_BYTES))
        write_peripheral_bit(machine, address - PERIPHERAL_BAND, (uint32_t)value);
    else
        write_register(machine, address, size, (uint32_t)value);
}

#define WINDOW(name, base)                                                                         \
    static uint64_t read_##name(uc_engine *engine, uint64_t offset, unsigned size, void *user)     \
    {                                                                                              \
        (void)engine;                                                                              \
        return on_read(user, (base) + (uint32_t)offset, size);                                     \
    }                                                                                              \
    static void write_##name(uc_engine *engine, uint64_t offset, unsigned size, uint64_t value,    \
                             void *user)                                                           \
    {                                                                                              \
        (void)engine;                                                                              \
        on_write(user, (base) + (uint32_t)offset, size, value);                                    \
    }

WINDOW(window_system_memory, SYSTEM_MEMORY)
WINDOW(window_peripherals, PERIPHERALS)
WINDOW(window_private, PRIVATE)

static uint64_t read_window_sram_band(uc_engine *engine, uint64_t offset, unsigned size, void *user)
{
    (void)engine, (void)size;
    return read_memory_bit(user, (uint32_t)offset);
}

static void write_window_sram_band(uc_engine *engine, uint64_t offset, unsigned size,
                                   uint64_t value, void *user)
{
    (void)engine, (void)size;
    write_memory_bit(user, (uint32_t)offset, (uint32_t)value);
}

static bool map(struct fk_vboard *machine, uint32_t base, uint32_t bytes, uc_cb_mmio_read_t read,
                uc_cb_mmio_write_t write)
{
    return uc_mmio_map(machine->engine, base, bytes, read, machine, write, machine) == UC_ERR_OK;
}

bool fk_bus_attach(struct fk_vboard *machine)
{
    return map(machine, SYSTEM_MEMORY, SYSTEM_MEMORY_BYTES, read_window_system_memory,
               write_window_system_memory) &&
           map(machine, PERIPHERALS, PERIPHERALS_BYTES, read_window_peripherals,
               write_window_peripherals) &&
           map(machine, SRAM_BAND, BAND_BYTES, read_window_sram_band, write_window_sram_band) &&
           map(machine, PRIVATE, PRIVATE_BYTES, read_window_private, write_window_private);
}
