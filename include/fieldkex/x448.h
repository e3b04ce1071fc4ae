/* SPDX-License-Identifier: MIT */
/* X448 (RFC 7748, 5 and 6.2), the TLS 1.3 group x448 (0x001E). */
#ifndef FIELDKEX_X448_H
#define FIELDKEX_X448_H

#include "fieldkex/random.h"
#include "fieldkex/status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FK_X448_PRIVATE_KEY_BYTES 56
#define FK_X448_PUBLIC_KEY_BYTES 56
#define FK_X448_SHARED_SECRET_BYTES 56

FK_WARN_UNUSED fk_status fk_x448_public_key(uint8_t public_key[FK_X448_PUBLIC_KEY_BYTES],
                                            const uint8_t private_key[FK_X448_PRIVATE_KEY_BYTES]);

FK_WARN_UNUSED fk_status fk_x448_key_pair(uint8_t public_key[FK_X448_PUBLIC_KEY_BYTES],
                                          uint8_t private_key[FK_X448_PRIVATE_KEY_BYTES],
                                          fk_random_fn *random, void *random_context);

FK_WARN_UNUSED fk_status
fk_x448_shared_secret(uint8_t shared_secret[FK_X448_SHARED_SECRET_BYTES],
                      const uint8_t your_private_key[FK_X448_PRIVATE_KEY_BYTES],
                      const uint8_t their_public_key[FK_X448_PUBLIC_KEY_BYTES]);

#ifdef __cplusplus
}
#endif

#endif
