/* SPDX-License-Identifier: MIT */
/* One entry for every group, by TLS code point (RFC 8446, 4.2.7), for protocol stacks. */
#ifndef FIELDKEX_GROUP_H
#define FIELDKEX_GROUP_H

#include "fieldkex/random.h"
#include "fieldkex/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Each function here checks the group and then every length, and calls the function of that group;
 * x25519.h, x448.h and p256.h say what that does, what is secret and what it can return. Byte order
 * and form are those of a key share in TLS 1.3 (RFC 8446, 4.2.8).
 *
 * Groups and lengths are public: time depends on them, and on nothing else that those headers do
 * not name. Every length is in bytes and has to be exactly that of fk_group_sizes. After any status
 * but FK_OK every output is all zeros, as many bytes as its length says, also where that is the
 * wrong length. A pointer may be null where its length is 0, which is an error. An output may start
 * exactly at an input; other overlap is undefined.
 *
 * The stack takes at most 64 bytes more than in the group's own function on a Cortex-M4 (measured
 * with arm-none-eabi-gcc 12, -O1 to -O3 and -Os).
 *
 * A program that names a group's own functions instead links that group alone.
 */

#define FK_GROUP_SECP256R1 0x0017u
#define FK_GROUP_X25519 0x001Du
#define FK_GROUP_X448 0x001Eu

/* Room for any group's value, in bytes. */
#define FK_MAX_PRIVATE_KEY_BYTES 56
#define FK_MAX_PUBLIC_KEY_BYTES 65
#define FK_MAX_SHARED_SECRET_BYTES 56

/* Sizes of one group's values, in bytes. */
struct fk_group_sizes {
    size_t private_key_bytes;
    size_t public_key_bytes;
    size_t shared_secret_bytes;
};

/*
 * Tells the sizes of a group's values, and with that whether the library has the group: 32, 65 and
 * 32 for secp256r1, three times 32 for x25519, three times 56 for x448. Nothing is secret.
 *
 * Returns FK_OK, or FK_ERR_GROUP for any other code point; then the sizes are 0.
 */
FK_WARN_UNUSED fk_status fk_group_sizes(struct fk_group_sizes *sizes, uint16_t group);

/*
 * public_key = the public key of private_key.
 *
 * Returns FK_OK, or
 *   FK_ERR_GROUP        the group is none of the library's
 *   FK_ERR_LENGTH       a length is not that of the group
 *   FK_ERR_PRIVATE_KEY  secp256r1: the private key is out of range; x448: it has no public key
 */
FK_WARN_UNUSED fk_status fk_public_key(uint16_t group, uint8_t *public_key,
                                       size_t public_key_length, const uint8_t *private_key,
                                       size_t private_key_length);

/*
 * Makes a key pair from the caller's random source. Both keys are outputs.
 *
 * Returns FK_OK, or
 *   FK_ERR_GROUP        the group is none of the library's
 *   FK_ERR_LENGTH       a length is not that of the group; the source is not asked
 *   FK_ERR_RANDOM       the source is null, failed, or gave nothing that can be a private key
 */
FK_WARN_UNUSED fk_status fk_key_pair(uint16_t group, uint8_t *public_key, size_t public_key_length,
                                     uint8_t *private_key, size_t private_key_length,
                                     fk_random_fn *random, void *random_context);

/*
 * shared_secret = what your private key and their public key agree on.
 *
 * Returns FK_OK, or
 *   FK_ERR_GROUP               the group is none of the library's
 *   FK_ERR_LENGTH              a length is not that of the group
 *   FK_ERR_PUBLIC_KEY          secp256r1: their public key is not a valid point
 *   FK_ERR_PRIVATE_KEY         secp256r1: your private key is out of range
 *   FK_ERR_ZERO_SHARED_SECRET  x25519, x448: their public key is a point of small order
 */
FK_WARN_UNUSED fk_status fk_shared_secret(uint16_t group, uint8_t *shared_secret,
                                          size_t shared_secret_length,
                                          const uint8_t *your_private_key,
                                          size_t your_private_key_length,
                                          const uint8_t *their_public_key,
                                          size_t their_public_key_length);

#ifdef __cplusplus
}
#endif

#endif
