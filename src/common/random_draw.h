/* SPDX-License-Identifier: MIT */
/* Private key bytes from the caller's random source. */
#ifndef FK_COMMON_RANDOM_DRAW_H
#define FK_COMMON_RANDOM_DRAW_H

#include "constant_time.h"
#include "fieldkex/random.h"
#include "fieldkex/status.h"

/*
 * Asks the source once for length bytes (at least 1, all secret).
 *
 * The result says whether the source delivered: FK_OK, or FK_ERR_RANDOM where it is null or reports
 * a failure; then output is cleared. *usable is the mask of "not all zeros and not all ones", which
 * is what broken sources give: a secret still, for the caller to act on without a branch or to
 * publish. It is 0 after a failure.
 */
FK_WARN_UNUSED fk_status fk_random_draw(uint32_t *usable, uint8_t *output, size_t length,
                                        fk_random_fn *random, void *random_context);

#endif
