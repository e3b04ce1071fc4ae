/* SPDX-License-Identifier: MIT */
#include "random_draw.h"

#include "wipe.h"

fk_status fk_random_draw(uint32_t *usable, uint8_t *output, size_t length, fk_random_fn *random,
                         void *random_context)
{
    *usable = 0;
    if (random == NULL || random(random_context, output, length) != 0) {
        fk_wipe(output, length);
        return FK_ERR_RANDOM;
    }
    *usable = ~fk_all_bytes_equal(output, length, 0x00) & ~fk_all_bytes_equal(output, length, 0xFF);
    return FK_OK;
}
