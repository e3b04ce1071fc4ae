/* SPDX-License-Identifier: MIT */
/* X448 (RFC 7748, 5 and 6.2), the TLS 1.3 group x448 (0x001E). */
#ifndef FIELDKEX_X448_H
#define FIELDKEX_X448_H

#include "fieldkex/random.h"
#include "fieldkex/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The field is that of the prime p = 2^448 - 2^224 - 1. In all functions:
 *
 * - every value is 56 bytes, little-endian, as RFC 7748 has it; a public key is a u-coordinate.
 * - any 56 bytes are a private key: they are clamped inside (bits 0 and 1 cleared, bit 447 set;
 *   RFC 7748, 5), and the caller's bytes stay as they are.
 * - a public key from p to 2^448 - 1 stands for itself modulo p (RFC 7748, 5).
 * - a shared secret is not uniformly random: derive keys from it with a hash, together with both
 *   public keys (RFC 7748, 6.2; TLS 1.3 does both).
 * - private keys, shared secrets and what the random source gives are secret. Time, instructions
 *   and memory addresses depend on no content of any input.
 * - after any status but FK_OK every output is all zeros.
 * - an output may start exactly at an input; other overlap is undefined. No pointer needs
 *   alignment. No pointer may be null but `random` and `random_context`.
 * - what was secret on the stack and in registers is cleared before the return. Nothing is
 *   allocated or kept, so every function is re-entrant.
 * - the stack takes at most 1344 bytes on a Cortex-M4 (measured with arm-none-eabi-gcc 12, -O1 to
 *   -O3 and -Os), without what the caller's random source takes.
 */

#define FK_X448_PRIVATE_KEY_BYTES 56
#define FK_X448_PUBLIC_KEY_BYTES 56
#define FK_X448_SHARED_SECRET_BYTES 56

/*
 * public_key = X448(private_key, 5), the public key of a private key (RFC 7748, 6.2).
 *
 * Returns FK_OK, or FK_ERR_PRIVATE_KEY where the public key would be zero: the one clamped private
 * key that is four times the order of the base point does that, and could agree with nobody.
 */
FK_WARN_UNUSED fk_status fk_x448_public_key(uint8_t public_key[FK_X448_PUBLIC_KEY_BYTES],
                                            const uint8_t private_key[FK_X448_PRIVATE_KEY_BYTES]);

/*
 * Makes a key pair: private_key is what the caller's random source gives in one draw of 56 bytes
 * (unclamped, as every function here takes it), public_key belongs to it. The outputs may not
 * overlap.
 *
 * Returns FK_OK, or FK_ERR_RANDOM where the source is null, reports a failure, or gives all zeros,
 * all ones or the private key without a public key, which a sound source does once in 2^444 draws.
 */
FK_WARN_UNUSED fk_status fk_x448_key_pair(uint8_t public_key[FK_X448_PUBLIC_KEY_BYTES],
                                          uint8_t private_key[FK_X448_PRIVATE_KEY_BYTES],
                                          fk_random_fn *random, void *random_context);

/*
 * shared_secret = X448(your_private_key, their_public_key) (RFC 7748, 6.2).
 *
 * Any 56 bytes are taken as a public key: there is nothing to validate, because every u-coordinate
 * belongs to the curve or to its twist and both are safe. The points whose order divides 4
 * give the same result with every private key, zero, and that is refused (RFC 8446, 7.4.2). So is
 * the zero that the private key without a public key gives with every point of the curve.
 *
 * Returns FK_OK, or FK_ERR_ZERO_SHARED_SECRET where the result is all zero.
 */
FK_WARN_UNUSED fk_status
fk_x448_shared_secret(uint8_t shared_secret[FK_X448_SHARED_SECRET_BYTES],
                      const uint8_t your_private_key[FK_X448_PRIVATE_KEY_BYTES],
                      const uint8_t their_public_key[FK_X448_PUBLIC_KEY_BYTES]);

#ifdef __cplusplus
}
#endif

#endif
