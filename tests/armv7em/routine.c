/* SPDX-License-Identifier: MIT */
#include "routine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum {
    SKIPPED = 77,
    STACK_START = 0x20000000, /* boards/nucleo-l476rg/link.ld */
    STACK_BYTES = 32 * 1024,
    /* What fk_test_batch pushes: r4 to r12, lr, s16 to s31. */
    BATCH_STACK_BYTES = (10 + 16) * 4,
    RAM_END = 0x20018000,
    FRAMES = RAM_END - FK_ROUTINE_MAX_CALLS * (int)sizeof(struct fk_routine_frame),
    OPERANDS = 0x2000A000, /* above what the images have in .data and .bss */
    MARGIN = 32,
    FILL = 0xA5,
    PAINT = 0x5C
};

_Static_assert(sizeof(struct fk_routine_frame) == 48 * 4, "as batch.S has it");

const char *fk_routine_image(int argc, char **argv)
{
    static char path[4096];
    if (argc < 2) {
        fprintf(stderr, "usage: %s IMAGE\n", argv[0]);
        exit(2);
    }
    snprintf(path, sizeof path, "%s/%s.elf", FK_ROUTINE_IMAGES, argv[1]);
    if (access(path, R_OK) != 0) {
        printf("skipped: %s was not built; arm-none-eabi-gcc was missing at configuration\n", path);
        exit(SKIPPED);
    }
    return path;
}

static void fill(struct fk_routines *routines, uint32_t address, int value, size_t bytes)
{
    uint8_t *data = malloc(bytes);
    assert_non_null(data);
    memset(data, value, bytes);
    fk_routine_write(routines, address, data, bytes);
    free(data);
}

struct fk_routines *fk_routines_open(const char *image, enum fk_vboard_mode mode,
                                     const struct fk_vboard_probe *probe)
{
    char error[512];
    struct fk_vboard_config config = {.board_json_path = FK_BOARD_JSON, .mode = mode};
    if (probe != NULL)
        config.probe = *probe;
    struct fk_routines *routines = calloc(1, sizeof *routines);
    assert_non_null(routines);
    routines->image = image;
    routines->vboard = fk_vboard_create(&config, error, sizeof error);
    if (routines->vboard == NULL || !fk_vboard_load(routines->vboard, image, error, sizeof error))
        fail_msg("%s", error);
    /* The image enables the floating-point unit and comes to its end. */
    struct fk_vboard_stop stop = fk_vboard_run(routines->vboard);
    if (stop.end != FK_VBOARD_END_EXIT)
        fail_msg("%s: %s", image, stop.message);
    uint32_t used, size;
    assert_true(fk_vboard_symbol(routines->vboard, "fk_heap_start", &used, &size));
    assert_true(used <= OPERANDS);
    routines->free = OPERANDS;
    fill(routines, OPERANDS, FILL, FRAMES - OPERANDS);
    return routines;
}

void fk_routines_close(struct fk_routines *routines)
{
    fk_vboard_destroy(routines->vboard);
    free(routines);
}

bool fk_routine_exists(const struct fk_routines *routines, const char *name)
{
    uint32_t address, size;
    return fk_vboard_symbol(routines->vboard, name, &address, &size);
}

uint32_t fk_routine_address(const struct fk_routines *routines, const char *name)
{
    uint32_t address, size;
    if (!fk_vboard_symbol(routines->vboard, name, &address, &size))
        fail_msg("%s has no %s", routines->image, name);
    return address;
}

void fk_routine_write(struct fk_routines *routines, uint32_t address, const void *data,
                      size_t bytes)
{
    assert_true(fk_vboard_memory_write(routines->vboard, address, data, bytes));
}

void fk_routine_read(struct fk_routines *routines, uint32_t address, void *data, size_t bytes)
{
    assert_true(fk_vboard_memory_read(routines->vboard, address, data, bytes));
}

/* Each block begins with a margin whose first words say where the next block begins. */
uint32_t fk_routine_memory(struct fk_routines *routines, size_t bytes)
{
    const uint32_t address = routines->free + MARGIN;
    const uint32_t next = (address + (uint32_t)bytes + 7u) & ~7u;
    assert_true(bytes < FRAMES - OPERANDS && next + MARGIN <= FRAMES);
    const uint32_t end[2] = {address + (uint32_t)bytes, next};
    fk_routine_write(routines, routines->free, end, sizeof end);
    routines->free = next;
    return address;
}

/* The first address in [from, to) that does not hold the fill, or 0. */
static uint32_t first_changed(struct fk_routines *routines, uint32_t from, uint32_t to)
{
    static uint8_t data[FRAMES - OPERANDS];
    fk_routine_read(routines, from, data, to - from);
    for (uint32_t i = 0; i < to - from; i++) {
        if (data[i] != FILL)
            return from + i;
    }
    return 0;
}

uint32_t fk_routine_stray_write(struct fk_routines *routines)
{
    uint32_t block = OPERANDS, changed = 0;
    while (changed == 0 && block != routines->free) {
        uint32_t end[2];
        fk_routine_read(routines, block, end, sizeof end);
        if (end[0] <= block || end[1] < end[0] || end[1] > routines->free)
            return block;
        changed = first_changed(routines, block + sizeof end, block + MARGIN);
        if (changed == 0)
            changed = first_changed(routines, end[0], end[1]);
        block = end[1];
    }
    return changed != 0 ? changed : first_changed(routines, block, FRAMES);
}

void fk_routine_check_fill(struct fk_routines *routines)
{
    const uint32_t changed = fk_routine_stray_write(routines);
    if (changed != 0)
        fail_msg("the byte at 0x%08x, outside every operand, was changed", (unsigned)changed);
}

uint32_t fk_routine_sp(const struct fk_routines *routines)
{
    return fk_vboard_register(routines->vboard, 13) - BATCH_STACK_BYTES;
}

uint32_t fk_routine_call(struct fk_routines *routines, const char *name, size_t count,
                         const uint32_t *arguments)
{
    uint32_t result = 0;
    const struct fk_vboard_stop stop = fk_vboard_call(
        routines->vboard, fk_routine_address(routines, name), arguments, count, &result);
    if (stop.end != FK_VBOARD_END_RETURNED)
        fail_msg("%s: %s", name, stop.message);
    return result;
}

void fk_routine_try(struct fk_routines *routines, const char *name, struct fk_routine_frame *frames,
                    size_t count)
{
    assert_true(count <= FK_ROUTINE_MAX_CALLS);
    const uint32_t sp = fk_routine_sp(routines);
    const uint32_t arguments[] = {FRAMES, (uint32_t)count, fk_routine_address(routines, name)};
    fill(routines, STACK_START, PAINT, sp - STACK_START);
    fk_routine_write(routines, FRAMES, frames, count * sizeof *frames);
    (void)fk_routine_call(routines, "fk_test_batch", 3, arguments);
    fk_routine_read(routines, FRAMES, frames, count * sizeof *frames);
}

void fk_routine_run(struct fk_routines *routines, const char *name, struct fk_routine_frame *frames,
                    size_t count)
{
    const uint32_t sp = fk_routine_sp(routines);
    fk_routine_try(routines, name, frames, count);
    for (size_t i = 0; i < count; i++) {
        if (frames[i].sp != sp)
            fail_msg("%s: call %zu left the stack pointer at 0x%08x instead of 0x%08x", name, i,
                     (unsigned)frames[i].sp, (unsigned)sp);
    }
}

size_t fk_routine_stack_bytes(struct fk_routines *routines)
{
    const uint32_t sp = fk_routine_sp(routines);
    static uint8_t stack[STACK_BYTES];
    size_t deepest = 0;
    fk_routine_read(routines, STACK_START, stack, sp - STACK_START);
    while (deepest < sp - STACK_START && stack[deepest] == PAINT)
        deepest++;
    return sp - STACK_START - deepest;
}
