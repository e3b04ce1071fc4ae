/* SPDX-License-Identifier: MIT */
/* ECDH on NIST P-256 (SEC 1, 3.3.1; SP 800-56A, 5.7.1.2), the TLS 1.3 group secp256r1 (0x0017). */
#ifndef FIELDKEX_P256_H
#define FIELDKEX_P256_H

#include "fieldkex/random.h"
#include "fieldkex/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The group is the curve y^2 = x^3 - 3 x + b over the prime p = 2^256 - 2^224 + 2^192 + 2^96 - 1,
 * with n points (SP 800-186, 3.2.1.3). In all functions:
 *
 * - a private key is a number in 1 ... n - 1, 32 bytes, big-endian (SEC 1, 2.3.8). One outside
 *   that range is refused, never reduced.
 * - a public key is a point, uncompressed: 0x04, x, y, each coordinate 32 bytes, big-endian
 *   (SEC 1, 2.3.3); the form of a key share in TLS 1.3 (RFC 8446, 4.2.8.2).
 * - a shared secret is an x-coordinate, 32 bytes, big-endian. It is not uniformly random: derive
 *   keys from it with a hash.
 * - private keys, shared secrets and what the random source gives are secret. Time, instructions
 *   and memory addresses depend on no content of any input, whether it is valid or not; only on
 *   the length of their_public_key and, in fk_p256_key_pair, on how many draws were refused.
 * - after any status but FK_OK every output is all zeros.
 * - an output may start exactly at an input; other overlap is undefined. No pointer needs
 *   alignment. No pointer may be null but `random`, `random_context` and, as said below,
 *   their_public_key.
 * - what was secret on the stack and in registers is cleared before the return. Nothing is
 *   allocated or kept, so every function is re-entrant.
 * - the stack takes at most 1280 bytes for a public key or a key pair and 2560 bytes for a shared
 *   secret on a Cortex-M4 (measured with arm-none-eabi-gcc 12, -O1 to -O3 and -Os), without what
 *   the caller's random source takes.
 */

#define FK_P256_PRIVATE_KEY_BYTES 32
#define FK_P256_PUBLIC_KEY_BYTES 65
#define FK_P256_SHARED_SECRET_BYTES 32

/*
 * public_key = k G, the public key of the private key k (SEC 1, 3.2.1).
 *
 * Returns FK_OK, or FK_ERR_PRIVATE_KEY where private_key is not in 1 ... n - 1.
 */
FK_WARN_UNUSED fk_status fk_p256_public_key(uint8_t public_key[FK_P256_PUBLIC_KEY_BYTES],
                                            const uint8_t private_key[FK_P256_PRIVATE_KEY_BYTES]);

/*
 * Makes a key pair: private_key is drawn from the caller's random source, with equal probability
 * for each number in 1 ... n - 1 if the source's bytes are uniform (SP 800-56A, 5.6.1.2.2, testing
 * candidates), public_key belongs to it. The outputs may not overlap.
 *
 * The source is asked for 32 bytes at a time. A draw outside 1 ... n - 1, which all zeros and all
 * ones are, is thrown away and another one made, at most 64 times.
 *
 * Returns FK_OK, or FK_ERR_RANDOM where the source is null, fails once, or gave 65 draws outside
 * the range.
 */
FK_WARN_UNUSED fk_status fk_p256_key_pair(uint8_t public_key[FK_P256_PUBLIC_KEY_BYTES],
                                          uint8_t private_key[FK_P256_PRIVATE_KEY_BYTES],
                                          fk_random_fn *random, void *random_context);

/*
 * shared_secret = the x-coordinate of k P for your private key k and their public key P (SEC 1,
 * 3.3.1; SP 800-56A, 5.7.1.2).
 *
 * Their public key is fully validated (SP 800-56A, 5.6.2.3.3): length, prefix, coordinates below p,
 * curve equation; the cofactor is 1, so every such point has order n. A shared secret that is zero
 * is a valid one (the curve has points with x = 0).
 *
 * Returns FK_OK, or, in this order:
 *   FK_ERR_LENGTH       their_public_key_length is not 65 (their_public_key is not read then, and
 *                       may be null)
 *   FK_ERR_PUBLIC_KEY   their public key is not a point of the curve in uncompressed form
 *   FK_ERR_PRIVATE_KEY  your_private_key is not in 1 ... n - 1
 */
FK_WARN_UNUSED fk_status
fk_p256_shared_secret(uint8_t shared_secret[FK_P256_SHARED_SECRET_BYTES],
                      const uint8_t your_private_key[FK_P256_PRIVATE_KEY_BYTES],
                      const uint8_t *their_public_key, size_t their_public_key_length);

#ifdef __cplusplus
}
#endif

#endif
