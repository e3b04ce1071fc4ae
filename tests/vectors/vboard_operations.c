/* SPDX-License-Identifier: MIT */
#include "vboard_operations.h"

#include "vboard/vboard.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    /* The top of SRAM1, which the image leaves to its heap and the library has no use for. */
    SCRATCH = 0x20017000,
    SLOT_BYTES = 256, /* of each buffer, with a margin on both sides */
    MARGIN = 32,
    FILL = 0xA5
};

/* Buffers of a call, by slot. */
enum { OUTPUT, PRIVATE_KEY, PUBLIC_KEY, SLOTS };

struct fk_board_library {
    struct fk_vboard *vboard;
    /* Where the buffers begin within an aligned word: each call another, so that an access that
     * needs alignment faults. */
    unsigned calls;
    uint32_t address[SLOTS];
    size_t length[SLOTS];
};

struct fk_board_library *fk_board_library_new(const char *board_json, const char *image)
{
    char error[512];
    const struct fk_vboard_config config = {
        .board_json_path = board_json, .mode = FK_VBOARD_FUNCTIONAL, .cycle_budget = 0};
    struct fk_board_library *library = calloc(1, sizeof *library);
    if (library == NULL) {
        perror("virtual board");
        return NULL;
    }
    library->vboard = fk_vboard_create(&config, error, sizeof error);
    if (library->vboard == NULL || !fk_vboard_load(library->vboard, image, error, sizeof error)) {
        fprintf(stderr, "%s\n", error);
        fk_board_library_free(library);
        return NULL;
    }
    struct fk_vboard_stop stop = fk_vboard_run(library->vboard);
    if (stop.end != FK_VBOARD_END_SERIAL_IDLE) {
        fprintf(stderr, "%s: does not come to wait for its serial line: %s\n", image, stop.message);
        fk_board_library_free(library);
        return NULL;
    }
    return library;
}

void fk_board_library_free(struct fk_board_library *library)
{
    if (library != NULL && library->vboard != NULL)
        fk_vboard_destroy(library->vboard);
    free(library);
}

static fk_status broken(const char *what)
{
    fprintf(stderr, "virtual board: %s\n", what);
    return FK_BROKEN;
}

/* Fills a slot and places a buffer in it; `bytes` may be NULL for an output. */
static bool place(struct fk_board_library *library, int slot, const uint8_t *bytes, size_t length)
{
    uint8_t memory[SLOT_BYTES];
    if (length > SLOT_BYTES - 2 * MARGIN)
        return false;
    unsigned offset = MARGIN + (library->calls + (unsigned)slot * 3) % 8;
    memset(memory, FILL, sizeof memory);
    if (bytes != NULL)
        memcpy(memory + offset, bytes, length);
    uint32_t start = (uint32_t)SCRATCH + (uint32_t)slot * SLOT_BYTES;
    library->address[slot] = start + offset;
    library->length[slot] = length;
    return fk_vboard_memory_write(library->vboard, start, memory, sizeof memory);
}

/* Reads a slot back: what surrounds the buffer, and an input itself, are as they were. */
static bool unchanged(struct fk_board_library *library, int slot, const uint8_t *bytes,
                      uint8_t *output)
{
    uint8_t memory[SLOT_BYTES];
    uint32_t start = (uint32_t)SCRATCH + (uint32_t)slot * SLOT_BYTES;
    size_t offset = library->address[slot] - start, length = library->length[slot];
    if (!fk_vboard_memory_read(library->vboard, start, memory, sizeof memory))
        return false;
    for (size_t i = 0; i < sizeof memory; i++) {
        if ((i < offset || i >= offset + length) && memory[i] != FILL)
            return false;
    }
    if (bytes != NULL && memcmp(memory + offset, bytes, length) != 0)
        return false;
    if (output != NULL)
        memcpy(output, memory + offset, length);
    return true;
}

static fk_status call(struct fk_board_library *library, const char *name, const uint32_t *arguments,
                      size_t count)
{
    uint32_t address, size, result;
    char message[160];
    if (!fk_vboard_symbol(library->vboard, name, &address, &size)) {
        snprintf(message, sizeof message, "the image has no function %s", name);
        return broken(message);
    }
    struct fk_vboard_stop stop =
        fk_vboard_call(library->vboard, address, arguments, count, &result);
    if (stop.end != FK_VBOARD_END_RETURNED)
        return broken(stop.message);
    return (fk_status)result;
}

static fk_status public_key_of(void *context, uint16_t group, uint8_t *public_key,
                               const uint8_t *private_key, size_t private_key_length)
{
    struct fk_board_library *library = context;
    const struct fk_group_sizes *sizes = fk_contract_sizes(group);
    char name[64];
    if (private_key_length != sizes->private_key_bytes)
        return FK_NO_ANSWER;
    library->calls++;
    if (!place(library, OUTPUT, NULL, sizes->public_key_bytes) ||
        !place(library, PRIVATE_KEY, private_key, private_key_length))
        return broken("no memory for the buffers");
    snprintf(name, sizeof name, "fk_%s_public_key", fk_group_name(group));
    fk_status status = call(
        library, name, (uint32_t[]){library->address[OUTPUT], library->address[PRIVATE_KEY]}, 2);
    if (!unchanged(library, OUTPUT, NULL, public_key) ||
        !unchanged(library, PRIVATE_KEY, private_key, NULL))
        return broken("a write outside the output");
    return status;
}

/* By the group's own function, or by the generic one where a length is not the group's. */
static fk_status call_shared_secret(struct fk_board_library *library, uint16_t group)
{
    const struct fk_group_sizes *sizes = fk_contract_sizes(group);
    const uint32_t *address = library->address;
    const size_t *length = library->length;
    char name[64];
    if (length[PRIVATE_KEY] != sizes->private_key_bytes ||
        (group != FK_GROUP_SECP256R1 && length[PUBLIC_KEY] != sizes->public_key_bytes))
        return call(library, "fk_shared_secret",
                    (uint32_t[]){group, address[OUTPUT], (uint32_t)length[OUTPUT],
                                 address[PRIVATE_KEY], (uint32_t)length[PRIVATE_KEY],
                                 address[PUBLIC_KEY], (uint32_t)length[PUBLIC_KEY]},
                    7);
    snprintf(name, sizeof name, "fk_%s_shared_secret", fk_group_name(group));
    return call(library, name,
                (uint32_t[]){address[OUTPUT], address[PRIVATE_KEY], address[PUBLIC_KEY],
                             (uint32_t)length[PUBLIC_KEY]},
                group == FK_GROUP_SECP256R1 ? 4 : 3);
}

static fk_status shared_secret_of(void *context, uint16_t group, uint8_t *shared_secret,
                                  const uint8_t *private_key, size_t private_key_length,
                                  const uint8_t *public_key, size_t public_key_length)
{
    struct fk_board_library *library = context;
    library->calls++;
    if (!place(library, OUTPUT, NULL, fk_contract_sizes(group)->shared_secret_bytes) ||
        !place(library, PRIVATE_KEY, private_key, private_key_length) ||
        !place(library, PUBLIC_KEY, public_key, public_key_length))
        return broken("no memory for the buffers");
    fk_status status = call_shared_secret(library, group);
    if (!unchanged(library, OUTPUT, NULL, shared_secret) ||
        !unchanged(library, PRIVATE_KEY, private_key, NULL) ||
        !unchanged(library, PUBLIC_KEY, public_key, NULL))
        return broken("a write outside the output");
    return status;
}

struct fk_operations fk_board_library_operations(struct fk_board_library *library)
{
    return (struct fk_operations){.name = "virtual board",
                                  .context = library,
                                  .public_key = public_key_of,
                                  .shared_secret = shared_secret_of};
}
