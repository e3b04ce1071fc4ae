/* SPDX-License-Identifier: MIT */
/* X25519 (RFC 7748, 5 and 6.1), the TLS 1.3 group x25519 (0x001D). */
#ifndef FIELDKEX_X25519_H
#define FIELDKEX_X25519_H

#include "fieldkex/random.h"
#include "fieldkex/status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FK_X25519_PRIVATE_KEY_BYTES 32
#define FK_X25519_PUBLIC_KEY_BYTES 32
#define FK_X25519_SHARED_SECRET_BYTES 32

FK_WARN_UNUSED fk_status
fk_x25519_public_key(uint8_t public_key[FK_X25519_PUBLIC_KEY_BYTES],
                     const uint8_t private_key[FK_X25519_PRIVATE_KEY_BYTES]);

FK_WARN_UNUSED fk_status fk_x25519_key_pair(uint8_t public_key[FK_X25519_PUBLIC_KEY_BYTES],
                                            uint8_t private_key[FK_X25519_PRIVATE_KEY_BYTES],
                                            fk_random_fn *random, void *random_context);

FK_WARN_UNUSED fk_status
fk_x25519_shared_secret(uint8_t shared_secret[FK_X25519_SHARED_SECRET_BYTES],
                        const uint8_t your_private_key[FK_X25519_PRIVATE_KEY_BYTES],
                        const uint8_t their_public_key[FK_X25519_PUBLIC_KEY_BYTES]);

#ifdef __cplusplus
}
#endif

#endif
