/* SPDX-License-Identifier: MIT */
/* libfieldkex as an implementation under test: its public functions as they are. */
#include "fieldkex/fieldkex.h"
#include "implementations/operations.h"

int fk_implementation_x25519_public_key(uint8_t *public_key, const uint8_t *private_key)
{
    return (int)fk_x25519_public_key(public_key, private_key);
}

int fk_implementation_x25519_shared_secret(uint8_t *shared_secret, const uint8_t *private_key,
                                           const uint8_t *public_key)
{
    return (int)fk_x25519_shared_secret(shared_secret, private_key, public_key);
}

int fk_implementation_x448_public_key(uint8_t *public_key, const uint8_t *private_key)
{
    return (int)fk_x448_public_key(public_key, private_key);
}

int fk_implementation_x448_shared_secret(uint8_t *shared_secret, const uint8_t *private_key,
                                         const uint8_t *public_key)
{
    return (int)fk_x448_shared_secret(shared_secret, private_key, public_key);
}

int fk_implementation_p256_public_key(uint8_t *public_key, const uint8_t *private_key)
{
    return (int)fk_p256_public_key(public_key, private_key);
}

int fk_implementation_p256_shared_secret(uint8_t *shared_secret, const uint8_t *private_key,
                                         const uint8_t *public_key)
{
    return (int)fk_p256_shared_secret(shared_secret, private_key, public_key,
                                      FK_P256_PUBLIC_KEY_BYTES);
}
