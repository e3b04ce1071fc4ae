/* SPDX-License-Identifier: MIT */
#include "oracle.h"

#include <sodium.h>

static fk_status public_key_of(void *context, uint16_t group, uint8_t *public_key,
                               const uint8_t *private_key, size_t private_key_length)
{
    (void)context;
    if (group != FK_GROUP_X25519 || private_key_length != 32)
        return FK_NO_ANSWER;
    return crypto_scalarmult_base(public_key, private_key) == 0 ? FK_OK : FK_BROKEN;
}

static fk_status shared_secret_of(void *context, uint16_t group, uint8_t *shared_secret,
                                  const uint8_t *private_key, size_t private_key_length,
                                  const uint8_t *public_key, size_t public_key_length)
{
    (void)context;
    if (group != FK_GROUP_X25519 || private_key_length != 32 || public_key_length != 32)
        return FK_NO_ANSWER;
    return crypto_scalarmult(shared_secret, private_key, public_key) == 0
               ? FK_OK
               : FK_ERR_ZERO_SHARED_SECRET;
}

const struct fk_operations fk_oracle_sodium = {
    .name = "libsodium",
    .public_key = public_key_of,
    .shared_secret = shared_secret_of,
};
