/* SPDX-License-Identifier: MIT */
/* The generic entry by TLS group: see fieldkex/group.h. Groups and lengths are public. */
#include "fieldkex/group.h"

#include "common/wipe.h"
#include "fieldkex/p256.h"
#include "fieldkex/x25519.h"
#include "fieldkex/x448.h"

fk_status fk_group_sizes(struct fk_group_sizes *sizes, uint16_t group)
{
    switch (group) {
    case FK_GROUP_SECP256R1:
        sizes->private_key_bytes = FK_P256_PRIVATE_KEY_BYTES;
        sizes->public_key_bytes = FK_P256_PUBLIC_KEY_BYTES;
        sizes->shared_secret_bytes = FK_P256_SHARED_SECRET_BYTES;
        return FK_OK;
    case FK_GROUP_X25519:
        sizes->private_key_bytes = FK_X25519_PRIVATE_KEY_BYTES;
        sizes->public_key_bytes = FK_X25519_PUBLIC_KEY_BYTES;
        sizes->shared_secret_bytes = FK_X25519_SHARED_SECRET_BYTES;
        return FK_OK;
    case FK_GROUP_X448:
        sizes->private_key_bytes = FK_X448_PRIVATE_KEY_BYTES;
        sizes->public_key_bytes = FK_X448_PUBLIC_KEY_BYTES;
        sizes->shared_secret_bytes = FK_X448_SHARED_SECRET_BYTES;
        return FK_OK;
    default:
        sizes->private_key_bytes = 0;
        sizes->public_key_bytes = 0;
        sizes->shared_secret_bytes = 0;
        return FK_ERR_GROUP;
    }
}

fk_status fk_public_key(uint16_t group, uint8_t *public_key, size_t public_key_length,
                        const uint8_t *private_key, size_t private_key_length)
{
    struct fk_group_sizes sizes;
    fk_status status = fk_group_sizes(&sizes, group);

    if (status == FK_OK && (public_key_length != sizes.public_key_bytes ||
                            private_key_length != sizes.private_key_bytes)) {
        status = FK_ERR_LENGTH;
    }
    if (status != FK_OK) {
        fk_wipe(public_key, public_key_length);
        return status;
    }
    switch (group) {
    case FK_GROUP_SECP256R1:
        return fk_p256_public_key(public_key, private_key);
    case FK_GROUP_X25519:
        return fk_x25519_public_key(public_key, private_key);
    default:
        return fk_x448_public_key(public_key, private_key);
    }
}

fk_status fk_key_pair(uint16_t group, uint8_t *public_key, size_t public_key_length,
                      uint8_t *private_key, size_t private_key_length, fk_random_fn *random,
                      void *random_context)
{
    struct fk_group_sizes sizes;
    fk_status status = fk_group_sizes(&sizes, group);

    if (status == FK_OK && (public_key_length != sizes.public_key_bytes ||
                            private_key_length != sizes.private_key_bytes)) {
        status = FK_ERR_LENGTH;
    }
    if (status != FK_OK) {
        fk_wipe(public_key, public_key_length);
        fk_wipe(private_key, private_key_length);
        return status;
    }
    switch (group) {
    case FK_GROUP_SECP256R1:
        return fk_p256_key_pair(public_key, private_key, random, random_context);
    case FK_GROUP_X25519:
        return fk_x25519_key_pair(public_key, private_key, random, random_context);
    default:
        return fk_x448_key_pair(public_key, private_key, random, random_context);
    }
}

fk_status fk_shared_secret(uint16_t group, uint8_t *shared_secret, size_t shared_secret_length,
                           const uint8_t *your_private_key, size_t your_private_key_length,
                           const uint8_t *their_public_key, size_t their_public_key_length)
{
    struct fk_group_sizes sizes;
    fk_status status = fk_group_sizes(&sizes, group);

    if (status == FK_OK && (shared_secret_length != sizes.shared_secret_bytes ||
                            your_private_key_length != sizes.private_key_bytes ||
                            their_public_key_length != sizes.public_key_bytes)) {
        status = FK_ERR_LENGTH;
    }
    if (status != FK_OK) {
        fk_wipe(shared_secret, shared_secret_length);
        return status;
    }
    switch (group) {
    case FK_GROUP_SECP256R1:
        return fk_p256_shared_secret(shared_secret, your_private_key, their_public_key,
                                     their_public_key_length);
    case FK_GROUP_X25519:
        return fk_x25519_shared_secret(shared_secret, your_private_key, their_public_key);
    default:
        return fk_x448_shared_secret(shared_secret, your_private_key, their_public_key);
    }
}
