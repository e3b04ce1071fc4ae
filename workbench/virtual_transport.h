/* SPDX-License-Identifier: MIT */
/* The board link's bytes to and from a virtual board. */
#ifndef FK_WORKBENCH_VIRTUAL_TRANSPORT_H
#define FK_WORKBENCH_VIRTUAL_TRANSPORT_H

#include "link/host.h"
#include "vboard/vboard.h"

struct fk_virtual_transport;

/* Starts a virtual board that times while its trigger pin is high, with an image. `probe` may be
 * NULL: it watches the timed stretches. NULL on error, with one line in `error`. */
struct fk_virtual_transport *fk_virtual_transport_open(const char *board_json, const char *elf,
                                                       const struct fk_vboard_probe *probe,
                                                       char *error, size_t error_size);
void fk_virtual_transport_close(struct fk_virtual_transport *transport);

struct fk_link_transport fk_virtual_transport_link(struct fk_virtual_transport *transport);

#endif
