/* SPDX-License-Identifier: MIT */
#include "virtual_transport.h"

#include "text.h"

#include <stdlib.h>
#include <string.h>

/* Cycles since reset after which an image is taken to hang: a hundred times what the slowest bench
 * takes. */
#define CYCLE_BUDGET 200000000000u

struct fk_virtual_transport {
    struct fk_vboard *vboard;
    uint8_t *received; /* bytes that the board sent and nobody took yet */
    size_t count, room;
    char reason[sizeof((struct fk_vboard_stop *)0)->message];
};

static void take_byte(void *context, uint8_t byte)
{
    struct fk_virtual_transport *transport = context;
    if (transport->count == transport->room) {
        transport->room = transport->room == 0 ? 1024 : transport->room * 2;
        transport->received = fk_grow(transport->received, transport->room, 1);
    }
    transport->received[transport->count++] = byte;
}

struct fk_virtual_transport *fk_virtual_transport_open(const char *board_json, const char *elf,
                                                       const struct fk_vboard_probe *probe,
                                                       char *error, size_t error_size)
{
    struct fk_virtual_transport *transport = fk_allocate(1, sizeof *transport);
    struct fk_vboard_config config = {.board_json_path = board_json,
                                      .mode = FK_VBOARD_TIMED_WHILE_TRIGGERED,
                                      .cycle_budget = CYCLE_BUDGET,
                                      .serial_out = take_byte,
                                      .context = transport};
    if (probe != NULL) {
        config.probe = *probe;
    }
    transport->vboard = fk_vboard_create(&config, error, error_size);
    if (transport->vboard == NULL || !fk_vboard_load(transport->vboard, elf, error, error_size)) {
        fk_virtual_transport_close(transport);
        return NULL;
    }
    return transport;
}

void fk_virtual_transport_close(struct fk_virtual_transport *transport)
{
    if (transport->vboard != NULL) {
        fk_vboard_destroy(transport->vboard);
    }
    free(transport->received);
    free(transport);
}

static int send_bytes(void *context, const void *bytes, size_t length)
{
    struct fk_virtual_transport *transport = context;
    fk_vboard_serial_in(transport->vboard, bytes, length);
    return 0;
}

static int receive_bytes(void *context, void *bytes, size_t size, unsigned timeout_ms)
{
    struct fk_virtual_transport *transport = context;
    (void)timeout_ms; /* a virtual board that waits for input says so at once */
    if (transport->count == 0) {
        struct fk_vboard_stop stop = fk_vboard_run(transport->vboard);
        if (stop.end != FK_VBOARD_END_SERIAL_IDLE) {
            memcpy(transport->reason, stop.message, sizeof transport->reason);
            if (transport->count == 0) {
                return -1;
            }
        }
    }
    size_t taken = transport->count < size ? transport->count : size;
    if (taken > 0) {
        memcpy(bytes, transport->received, taken);
        transport->count -= taken;
        memmove(transport->received, transport->received + taken, transport->count);
    }
    return (int)taken;
}

static const char *give_reason(void *context)
{
    const struct fk_virtual_transport *transport = context;
    return transport->reason;
}

struct fk_link_transport fk_virtual_transport_link(struct fk_virtual_transport *transport)
{
    return (struct fk_link_transport){
        .send = send_bytes, .receive = receive_bytes, .reason = give_reason, .context = transport};
}
