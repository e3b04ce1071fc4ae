/* SPDX-License-Identifier: MIT */
#include "operations.h"

static fk_status generic_public_key(void *context, uint16_t group, uint8_t *public_key,
                                    const uint8_t *private_key, size_t private_key_length)
{
    (void)context;
    return fk_public_key(group, public_key, fk_contract_sizes(group)->public_key_bytes, private_key,
                         private_key_length);
}

static fk_status generic_shared_secret(void *context, uint16_t group, uint8_t *shared_secret,
                                       const uint8_t *private_key, size_t private_key_length,
                                       const uint8_t *public_key, size_t public_key_length)
{
    (void)context;
    return fk_shared_secret(group, shared_secret, fk_contract_sizes(group)->shared_secret_bytes,
                            private_key, private_key_length, public_key, public_key_length);
}

static fk_status direct_public_key(void *context, uint16_t group, uint8_t *public_key,
                                   const uint8_t *private_key, size_t private_key_length)
{
    if (private_key_length != fk_contract_sizes(group)->private_key_bytes)
        return generic_public_key(context, group, public_key, private_key, private_key_length);
    switch (group) {
    case FK_GROUP_X25519:
        return fk_x25519_public_key(public_key, private_key);
    case FK_GROUP_X448:
        return fk_x448_public_key(public_key, private_key);
    default:
        return fk_p256_public_key(public_key, private_key);
    }
}

static fk_status direct_shared_secret(void *context, uint16_t group, uint8_t *shared_secret,
                                      const uint8_t *private_key, size_t private_key_length,
                                      const uint8_t *public_key, size_t public_key_length)
{
    const struct fk_group_sizes *sizes = fk_contract_sizes(group);
    if (private_key_length != sizes->private_key_bytes ||
        (group != FK_GROUP_SECP256R1 && public_key_length != sizes->public_key_bytes))
        return generic_shared_secret(context, group, shared_secret, private_key, private_key_length,
                                     public_key, public_key_length);
    switch (group) {
    case FK_GROUP_X25519:
        return fk_x25519_shared_secret(shared_secret, private_key, public_key);
    case FK_GROUP_X448:
        return fk_x448_shared_secret(shared_secret, private_key, public_key);
    default:
        return fk_p256_shared_secret(shared_secret, private_key, public_key, public_key_length);
    }
}

const struct fk_operations fk_operations_direct = {
    .name = "functions of each group",
    .public_key = direct_public_key,
    .shared_secret = direct_shared_secret,
};

const struct fk_operations fk_operations_generic = {
    .name = "generic entry",
    .public_key = generic_public_key,
    .shared_secret = generic_shared_secret,
};
