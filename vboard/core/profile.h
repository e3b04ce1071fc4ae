/* SPDX-License-Identifier: MIT */
/* What a board.json says to the virtual board: docs/add-a-board.md describes the file. */
#ifndef FK_VBOARD_PROFILE_H
#define FK_VBOARD_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "soc.h"

struct fk_profile {
    const struct fk_soc_class *chip;
    uint8_t trigger_port; /* 0 is A */
    uint8_t trigger_pin;
    uint32_t hse_hz; /* 0: none */
    uint32_t lse_hz;
    uint32_t serial_baud; /* 0: not said */
    uint16_t pins_high[8];
};

/* false with one line in `error` that names the file and, as far as it is known, the line. The
 * memories of the file must agree with those of the chip. */
bool fk_profile_read(struct fk_profile *profile, const char *path, char *error, size_t error_size);

#endif
