/* SPDX-License-Identifier: MIT */
/* X25519 (RFC 7748, 5 and 6.1), the TLS 1.3 group x25519 (0x001D). */
#ifndef FIELDKEX_X25519_H
#define FIELDKEX_X25519_H

#include "fieldkex/random.h"
#include "fieldkex/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The field is that of the prime p = 2^255 - 19. In all functions:
 *
 * - every value is 32 bytes, little-endian, as RFC 7748 has it; a public key is a u-coordinate.
 * - any 32 bytes are a private key: they are clamped inside (bits 0 to 2 and 255 cleared, bit 254
 *   set; RFC 7748, 5), and the caller's bytes stay as they are.
 * - the topmost bit of a public key is ignored, and a value from p to 2^255 - 1 stands for itself
 *   modulo p (RFC 7748, 5).
 * - a shared secret is not uniformly random: derive keys from it with a hash, together with both
 *   public keys (RFC 7748, 6.1; TLS 1.3 does both).
 * - private keys, shared secrets and what the random source gives are secret. Time, instructions
 *   and memory addresses depend on no content of any input.
 * - after any status but FK_OK every output is all zeros.
 * - an output may start exactly at an input; other overlap is undefined. No pointer needs
 *   alignment. No pointer may be null but `random` and `random_context`.
 * - what was secret on the stack and in registers is cleared before the return. Nothing is
 *   allocated or kept, so every function is re-entrant.
 * - the stack takes at most 832 bytes on a Cortex-M4 (measured with arm-none-eabi-gcc 12, -O1 to
 *   -O3 and -Os), without what the caller's random source takes.
 */

#define FK_X25519_PRIVATE_KEY_BYTES 32
#define FK_X25519_PUBLIC_KEY_BYTES 32
#define FK_X25519_SHARED_SECRET_BYTES 32

/*
 * public_key = X25519(private_key, 9), the public key of a private key (RFC 7748, 6.1).
 *
 * Returns FK_OK. No private key has a public key that is refused: the status is there so that all
 * groups have one form.
 */
FK_WARN_UNUSED fk_status
fk_x25519_public_key(uint8_t public_key[FK_X25519_PUBLIC_KEY_BYTES],
                     const uint8_t private_key[FK_X25519_PRIVATE_KEY_BYTES]);

/*
 * Makes a key pair: private_key is what the caller's random source gives in one draw of 32 bytes
 * (unclamped, as every function here takes it), public_key belongs to it. The outputs may not
 * overlap.
 *
 * Returns FK_OK, or FK_ERR_RANDOM where the source is null, reports a failure, or gives all zeros
 * or all ones, which a sound source does once in 2^255 draws.
 */
FK_WARN_UNUSED fk_status fk_x25519_key_pair(uint8_t public_key[FK_X25519_PUBLIC_KEY_BYTES],
                                            uint8_t private_key[FK_X25519_PRIVATE_KEY_BYTES],
                                            fk_random_fn *random, void *random_context);

/*
 * shared_secret = X25519(your_private_key, their_public_key) (RFC 7748, 6.1).
 *
 * Any 32 bytes are taken as a public key: there is nothing to validate, because every u-coordinate
 * belongs to the curve or to its twist and both are safe. The points whose order divides 8
 * give the same result with every private key, zero, and that is refused (RFC 8446, 7.4.2).
 *
 * Returns FK_OK, or FK_ERR_ZERO_SHARED_SECRET where the result is all zero.
 */
FK_WARN_UNUSED fk_status
fk_x25519_shared_secret(uint8_t shared_secret[FK_X25519_SHARED_SECRET_BYTES],
                        const uint8_t your_private_key[FK_X25519_PRIVATE_KEY_BYTES],
                        const uint8_t their_public_key[FK_X25519_PUBLIC_KEY_BYTES]);

#ifdef __cplusplus
}
#endif

#endif
