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
 * Fills all `length` bytes of `output` with secret random bytes and returns 0, or returns anything
 * else when it could not (a hardware fault, an exhausted source). A source that fails gives no key:
 * whatever it left in `output` is wiped. `context` is the caller's and is passed on unchanged.
 */
typedef int fk_random_fn(void *context, uint8_t *output, size_t length);

#ifdef __cplusplus
}
#endif

#endif
