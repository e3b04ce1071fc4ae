/* SPDX-License-Identifier: MIT */
/* One entry for every group, by TLS code point (RFC 8446, 4.2.7), for protocol stacks. */
#ifndef FIELDKEX_GROUP_H
#define FIELDKEX_GROUP_H

#include "fieldkex/random.h"
#include "fieldkex/status.h"

#ifdef __cplusplus
extern "C" {
#endif

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

FK_WARN_UNUSED fk_status fk_group_sizes(struct fk_group_sizes *sizes, uint16_t group);

FK_WARN_UNUSED fk_status fk_public_key(uint16_t group, uint8_t *public_key,
                                       size_t public_key_length, const uint8_t *private_key,
                                       size_t private_key_length);

FK_WARN_UNUSED fk_status fk_key_pair(uint16_t group, uint8_t *public_key, size_t public_key_length,
                                     uint8_t *private_key, size_t private_key_length,
                                     fk_random_fn *random, void *random_context);

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
