/* SPDX-License-Identifier: MIT */
/* The caller's random source. */
#ifndef FIELDKEX_RANDOM_H
#define FIELDKEX_RANDOM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Fills all `length` bytes of `output` with secret, uniformly random bytes and returns 0, or
 * returns anything else when it could not (a hardware fault, an exhausted source, too few bytes). A
 * source that fails gives no key: whatever it left in `output` is wiped. `context` is the caller's
 * and is passed on unchanged; it may be null.
 *
 * `output` is the caller's own buffer for the private key, without alignment. The library keeps no
 * copy. It cannot tell bad bytes from good ones, but all zeros and all ones.
 */
typedef int fk_random_fn(void *context, uint8_t *output, size_t length);

#ifdef __cplusplus
}
#endif

#endif
