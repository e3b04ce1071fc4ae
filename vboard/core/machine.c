/* SPDX-License-Identifier: MIT */
#include "machine.h"
#include "unicorn_stores.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unicorn_stores.h"

#define SYSTEM_BUS_BASE 0x20000000u
/* Bits of the virtual random number generator. The same in every run: results are repeatable. */
#define SEED UINT64_C(0x6669656C646B6578)

void fk_machine_log(struct fk_vboard *machine, const char *format, ...)
{
    char line[256];
    va_list arguments;

    if (machine->config.log == NULL)
        return;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    machine->config.log(machine->config.context, line);
}

uint32_t fk_machine_get(struct fk_vboard *machine, int reg)
{
    uint32_t value = 0;

    uc_reg_read(machine->engine, reg, &value);
    return value;
}

void fk_machine_set(struct fk_vboard *machine, int reg, uint32_t value)
{
    uc_reg_write(machine->engine, reg, &value);
}

struct fk_region *fk_machine_region(struct fk_vboard *machine, uint32_t address)
{
    for (size_t i = 0; i < machine->region_count; i++) {
        struct fk_region *region = &machine->regions[i];
        if (address - region->soc->base < region->soc->size_bytes)
            return region;
    }
    return NULL;
}

/* The part of a range that lies in one region; NULL where nothing is mapped. */
static uint8_t *span(struct fk_vboard *machine, uint32_t address, size_t *length)
{
    struct fk_region *region = fk_machine_region(machine, address);

    if (region == NULL)
        return NULL;
    uint32_t offset = address - region->soc->base;
    if (*length > region->soc->size_bytes - offset)
        *length = region->soc->size_bytes - offset;
    return region->bytes + offset;
}

static bool mapped(struct fk_vboard *machine, uint32_t address, size_t length)
{
    while (length > 0) {
        size_t part = length;
        if (span(machine, address, &part) == NULL)
            return false;
        address += (uint32_t)part;
        length -= part;
    }
    return true;
}

bool fk_machine_read(struct fk_vboard *machine, uint32_t address, void *bytes, size_t length)
{
    uint8_t *to = bytes;

    if (!mapped(machine, address, length))
        return false;
    while (length > 0) {
        size_t part = length;
        const uint8_t *from = span(machine, address, &part);
        memcpy(to, from, part);
        to += part;
        address += (uint32_t)part;
        length -= part;
    }
    return true;
}

void fk_machine_forget_code(struct fk_vboard *machine)
{
    for (size_t i = 0; i < machine->region_count; i++)
        fk_code_close(&machine->regions[i].code);
    fk_records_clear(&machine->records);
    machine->code_size = 0;
}

bool fk_machine_write(struct fk_vboard *machine, uint32_t address, const void *bytes, size_t length)
{
    const uint8_t *from = bytes;

    if (!mapped(machine, address, length))
        return false;
    while (length > 0) {
        size_t part = length;
        uint8_t *to = span(machine, address, &part);
        struct fk_region *region = fk_machine_region(machine, address);
        if (memcmp(to, from, part) != 0) {
            memcpy(to, from, part);
            if (region->code.ids != NULL)
                machine->engine_stale = true;
        }
        from += part;
        address += (uint32_t)part;
        length -= part;
    }
    return true;
}

/* ---- What the chip tells ---- */

static void on_serial_out(void *context, uint8_t byte)
{
    struct fk_vboard *machine = context;

    if (machine->config.serial_out != NULL)
        machine->config.serial_out(machine->config.context, byte);
}

static void on_trigger(void *context, bool level, uint64_t cycle)
{
    struct fk_vboard *machine = context;

    if (machine->config.mode == FK_VBOARD_TIMED_WHILE_TRIGGERED) {
        machine->switch_mode = true;
        machine->code_size = 0; /* the next hook comes to a place that sees it */
    }
    if (machine->config.trigger != NULL)
        machine->config.trigger(machine->config.context, level, cycle);
}

static void on_log(void *context, const char *line)
{
    fk_machine_log(context, "%s", line);
}

/* ---- Life ---- */

static bool fail(char *error, size_t error_size, const char *text)
{
    snprintf(error, error_size, "%s", text);
    return false;
}

static struct fk_region *owner_of(struct fk_vboard *machine, const struct fk_soc_region *soc)
{
    for (size_t i = 0; i < machine->region_count; i++)
        if (machine->regions[i].owner && strcmp(machine->regions[i].soc->name, soc->alias_of) == 0)
            return &machine->regions[i];
    return NULL;
}

static bool add_region(struct fk_vboard *machine, const struct fk_soc_region *soc)
{
    struct fk_region *region = &machine->regions[machine->region_count];

    if (machine->region_count == FK_REGION_LIMIT || soc->base % FK_PAGE_BYTES != 0 ||
        soc->size_bytes % FK_PAGE_BYTES != 0)
        return false;
    *region = (struct fk_region){.soc = soc};
    if (soc->alias_of != NULL) {
        const struct fk_region *owner = owner_of(machine, soc);
        if (owner == NULL || owner->soc->size_bytes < soc->size_bytes)
            return false;
        region->bytes = owner->bytes;
        region->memory.offset = owner->soc->base - soc->base;
    } else {
        region->bytes = aligned_alloc(FK_PAGE_BYTES, soc->size_bytes);
        region->owner = true;
        if (region->bytes == NULL)
            return false;
    }
    /* Flash: until fk_machine_update_flash says more. */
    region->memory.source =
        !soc->flash_timed && soc->base >= SYSTEM_BUS_BASE ? FK_FETCH_SYSTEM_BUS : FK_FETCH_PLAIN;
    region->code = (struct fk_code){.bytes = region->bytes, .size_bytes = soc->size_bytes};
    machine->region_count++;
    return true;
}

/* Mirrors come after what they mirror, whatever their order in the chip's table. */
static bool add_regions(struct fk_vboard *machine)
{
    for (int mirrors = 0; mirrors < 2; mirrors++)
        for (size_t i = 0; i < machine->chip->region_count; i++)
            if ((machine->chip->regions[i].alias_of != NULL) == (mirrors != 0) &&
                !add_region(machine, &machine->chip->regions[i]))
                return false;
    return true;
}

static bool create_chip(struct fk_vboard *machine)
{
    struct fk_soc_host host = {
        .serial_out = on_serial_out,
        .trigger = on_trigger,
        .log = on_log,
        .context = machine,
        .seed = SEED,
        .trigger_port = machine->profile.trigger_port,
        .trigger_pin = machine->profile.trigger_pin,
        .hse_hz = machine->profile.hse_hz,
        .lse_hz = machine->profile.lse_hz,
        .serial_baud = machine->profile.serial_baud,
    };

    memcpy(host.pins_high, machine->profile.pins_high, sizeof host.pins_high);
    machine->soc = machine->chip->create(&host);
    return machine->soc != NULL;
}

struct fk_vboard *fk_vboard_create(const struct fk_vboard_config *config, char *error,
                                   size_t error_size)
{
    struct fk_vboard *machine = calloc(1, sizeof *machine);

    if (machine == NULL) {
        fail(error, error_size, "out of memory");
        return NULL;
    }
    machine->config = *config;
    bool good = fk_profile_read(&machine->profile, config->board_json_path, error, error_size);
    machine->chip = machine->profile.chip;
    if (good && !add_regions(machine))
        good = fail(error, error_size, "the chip's memories do not fit the virtual board");
    if (good &&
        (!create_chip(machine) ||
         !fk_records_open(&machine->records, config->vmov_cycles != 0 ? config->vmov_cycles : 1)))
        good = fail(error, error_size, "out of memory");
    if (!good) {
        fk_vboard_destroy(machine);
        return NULL;
    }
    fk_vboard_reset(machine);
    if (machine->engine == NULL) {
        fail(error, error_size, "Unicorn does not start a Cortex-M4");
        fk_vboard_destroy(machine);
        return NULL;
    }
    return machine;
}

static void close_engine(struct fk_vboard *machine)
{
    if (machine->engine != NULL)
        uc_close(machine->engine);
    machine->engine = NULL;
}

void fk_vboard_destroy(struct fk_vboard *vboard)
{
    if (vboard == NULL)
        return;
    close_engine(vboard);
    for (size_t i = 0; i < vboard->region_count; i++) {
        fk_code_close(&vboard->regions[i].code);
        if (vboard->regions[i].owner) {
            free(vboard->regions[i].bytes);
        }
    }
    if (vboard->soc != NULL)
        vboard->chip->destroy(vboard->soc);
    fk_records_close(&vboard->records);
    fk_image_free(&vboard->image);
    free(vboard);
}

/* Flash is erased, RAM holds nothing in particular: zero, so that runs are repeatable. */
static void load_memories(struct fk_vboard *machine)
{
    for (size_t i = 0; i < machine->region_count; i++) {
        struct fk_region *region = &machine->regions[i];
        if (region->owner)
            memset(region->bytes, region->soc->writable ? 0 : 0xFF, region->soc->size_bytes);
    }
    for (size_t i = 0; i < machine->image.segment_count; i++) {
        const struct fk_image_segment *segment = &machine->image.segments[i];
        fk_machine_write(machine, segment->address, segment->bytes, segment->size_bytes);
    }
}

static bool map_regions(struct fk_vboard *machine)
{
    for (size_t i = 0; i < machine->region_count; i++) {
        const struct fk_region *region = &machine->regions[i];
        uint32_t permissions =
            UC_PROT_READ | UC_PROT_EXEC | (region->soc->writable ? (uint32_t)UC_PROT_WRITE : 0);
        if (uc_mem_map_ptr(machine->engine, region->soc->base, region->soc->size_bytes, permissions,
                           region->bytes) != UC_ERR_OK)
            return false;
    }
    return true;
}

static bool open_engine(struct fk_vboard *machine)
{
    close_engine(machine);
    fk_unicorn_stores_init();
    if (uc_open(UC_ARCH_ARM, UC_MODE_THUMB | UC_MODE_MCLASS, &machine->engine) != UC_ERR_OK) {
        machine->engine = NULL;
        return false;
    }
    if (uc_ctl_set_cpu_model(machine->engine, UC_CPU_ARM_CORTEX_M4) != UC_ERR_OK ||
        !map_regions(machine) || !fk_bus_attach(machine) || !fk_processor_attach(machine)) {
        close_engine(machine);
        return false;
    }
    fk_machine_forget_code(machine);
    machine->engine_stale = false;
    return true;
}

void fk_machine_update_flash(struct fk_vboard *machine)
{
    bool waits = machine->chip->flash_waits == NULL || machine->chip->flash_waits(machine->soc);

    if (waits == machine->flash_waits)
        return;
    machine->flash_waits = waits;
    machine->chip->flash_settle(machine->soc); /* it has not been told what was read */
    for (size_t i = 0; i < machine->region_count; i++)
        if (machine->regions[i].soc->flash_timed)
            machine->regions[i].memory.source = waits ? FK_FETCH_FLASH : FK_FETCH_PLAIN;
    if (machine->executing != NULL)
        machine->timing.memory = machine->executing->memory;
}

static bool start(struct fk_vboard *machine, bool by_software)
{
    uint32_t vectors[2] = {0, 0};

    if (!open_engine(machine))
        return false;
    if (by_software && machine->chip->reset_by_software != NULL)
        machine->chip->reset_by_software(machine->soc);
    else
        machine->chip->reset(machine->soc);
    fk_machine_update_flash(machine);
    fk_scs_reset(&machine->scs, machine->chip->irq_count, machine->chip->priority_bits);
    machine->cycle = 0;
    machine->untimed_cost = 0;
    machine->fresh = false;
    machine->timed = false;
    machine->live = false;
    machine->switch_mode = false;
    machine->sleep_cycles = 0;
    machine->it_first = machine->it_end = FK_NOWHERE;
    machine->event = false;
    machine->idle_before = false;
    memset(machine->polls, 0, sizeof machine->polls);
    memset(machine->irq_levels, 0, sizeof machine->irq_levels);
    fk_machine_read(machine, 0, vectors, sizeof vectors);
    fk_machine_set(machine, UC_ARM_REG_MSP, vectors[0] & ~3u);
    fk_machine_set(machine, UC_ARM_REG_LR, 0xFFFFFFFFu);
    fk_machine_set(machine, UC_ARM_REG_PC, vectors[1]);
    machine->pc = vectors[1] & ~1u;
    fk_processor_set_timed(machine, machine->config.mode == FK_VBOARD_TIMED);
    fk_processor_update_watch(machine);
    return true;
}

void fk_machine_restart(struct fk_vboard *machine)
{
    uint64_t left = machine->budget_end - fk_machine_now(machine);

    start(machine, true);
    if (machine->budget_end != UINT64_MAX)
        machine->budget_end = left;
}

void fk_vboard_reset(struct fk_vboard *vboard)
{
    close_engine(vboard);
    load_memories(vboard);
    vboard->instructions = 0;
    vboard->unmodelled = 0;
    vboard->reported_count = 0;
    start(vboard, false);
}

/* In an order in which each may be written: the stack pointers and masks in thread mode, the mode
 * with XPSR. */
static const int kept_registers[] = {
    UC_ARM_REG_R0,      UC_ARM_REG_R1,      UC_ARM_REG_R2,        UC_ARM_REG_R3,
    UC_ARM_REG_R4,      UC_ARM_REG_R5,      UC_ARM_REG_R6,        UC_ARM_REG_R7,
    UC_ARM_REG_R8,      UC_ARM_REG_R9,      UC_ARM_REG_R10,       UC_ARM_REG_R11,
    UC_ARM_REG_R12,     UC_ARM_REG_LR,      UC_ARM_REG_MSP,       UC_ARM_REG_PSP,
    UC_ARM_REG_PRIMASK, UC_ARM_REG_BASEPRI, UC_ARM_REG_FAULTMASK, UC_ARM_REG_FPSCR,
    UC_ARM_REG_CONTROL, UC_ARM_REG_XPSR,    UC_ARM_REG_PC,
};
#define KEPT (sizeof kept_registers / sizeof kept_registers[0])
#define DOUBLES 16

bool fk_machine_renew_engine(struct fk_vboard *machine)
{
    uint32_t words[KEPT];
    uint64_t doubles[DOUBLES];

    for (size_t i = 0; i < KEPT; i++)
        words[i] = fk_machine_get(machine, kept_registers[i]);
    for (int i = 0; i < DOUBLES; i++)
        uc_reg_read(machine->engine, UC_ARM_REG_D0 + i, &doubles[i]);
    if (!open_engine(machine))
        return false;
    for (int i = 0; i < DOUBLES; i++)
        uc_reg_write(machine->engine, UC_ARM_REG_D0 + i, &doubles[i]);
    for (size_t i = 0; i < KEPT; i++) {
        int reg = kept_registers[i];
        fk_machine_set(machine, reg == UC_ARM_REG_XPSR ? UC_ARM_REG_XPSR_NZCVQG : reg,
                       reg == UC_ARM_REG_PC ? words[i] | 1u : words[i]);
    }
    return true;
}

bool fk_vboard_load(struct fk_vboard *vboard, const char *elf_path, char *error, size_t error_size)
{
    struct fk_image image;

    if (!fk_image_read(&image, elf_path, error, error_size))
        return false;
    for (size_t i = 0; i < image.segment_count; i++) {
        const struct fk_image_segment *segment = &image.segments[i];
        if (!mapped(vboard, segment->address, segment->size_bytes)) {
            snprintf(error, error_size,
                     "%s: 0x%X bytes at 0x%08X do not fit the memories of %s; link it with the "
                     "board's script",
                     elf_path, segment->size_bytes, segment->address, vboard->chip->name);
            fk_image_free(&image);
            return false;
        }
    }
    fk_image_free(&vboard->image);
    vboard->image = image;
    vboard->loaded = true;
    fk_vboard_reset(vboard);
    if (vboard->engine == NULL) {
        snprintf(error, error_size, "Unicorn does not start a Cortex-M4");
        return false;
    }
    uint32_t vectors[2] = {0, 0};
    fk_machine_read(vboard, 0, vectors, sizeof vectors);
    if (vectors[1] == 0 || vectors[1] == UINT32_MAX) {
        snprintf(error, error_size,
                 "%s: has no vector table where %s starts (word 1, the reset handler, is 0x%08x); "
                 "link the table to the start of flash",
                 elf_path, vboard->chip->name, (unsigned)vectors[1]);
        return false;
    }
    return true;
}
