/* SPDX-License-Identifier: MIT */
/* ECDH on NIST P-256 (SEC 1, 3.3.1; SP 800-56A, 5.7.1.2), the TLS 1.3 group secp256r1 (0x0017). */
#ifndef FIELDKEX_P256_H
#define FIELDKEX_P256_H

#include "fieldkex/random.h"
#include "fieldkex/status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FK_P256_PRIVATE_KEY_BYTES 32
#define FK_P256_PUBLIC_KEY_BYTES 65
#define FK_P256_SHARED_SECRET_BYTES 32

FK_WARN_UNUSED fk_status fk_p256_public_key(uint8_t public_key[FK_P256_PUBLIC_KEY_BYTES],
                                            const uint8_t private_key[FK_P256_PRIVATE_KEY_BYTES]);

FK_WARN_UNUSED fk_status fk_p256_key_pair(uint8_t public_key[FK_P256_PUBLIC_KEY_BYTES],
                                          uint8_t private_key[FK_P256_PRIVATE_KEY_BYTES],
                                          fk_random_fn *random, void *random_context);

FK_WARN_UNUSED fk_status
fk_p256_shared_secret(uint8_t shared_secret[FK_P256_SHARED_SECRET_BYTES],
                      const uint8_t your_private_key[FK_P256_PRIVATE_KEY_BYTES],
                      const uint8_t *their_public_key, size_t their_public_key_length);

#ifdef __cplusplus
}
#endif

#endif
