/* SPDX-License-Identifier: MIT */
#include "bytes.h"
#include "oracle.h"

#include <nettle/curve25519.h>
#include <nettle/curve448.h>
#include <nettle/ecc-curve.h>
#include <nettle/ecc.h>
#include <string.h>

static void integer_out(uint8_t output[32], const mpz_t value)
{
    size_t count = (mpz_sizeinbase(value, 2) + 7) / 8;
    memset(output, 0, 32);
    if (mpz_sgn(value) != 0)
        mpz_export(output + 32 - count, NULL, 1, 1, 1, 0, value);
}

static fk_status p256_multiply(uint8_t point[65], const uint8_t *private_key,
                               const uint8_t *public_key)
{
    fk_status status = FK_OK;
    struct ecc_point ours, theirs;
    struct ecc_scalar k;
    mpz_t x, y;
    ecc_point_init(&ours, nettle_get_secp_256r1());
    ecc_point_init(&theirs, nettle_get_secp_256r1());
    ecc_scalar_init(&k, nettle_get_secp_256r1());
    mpz_inits(x, y, NULL);
    mpz_import(x, 32, 1, 1, 1, 0, private_key);
    if (ecc_scalar_set(&k, x) != 1)
        status = FK_ERR_PRIVATE_KEY;
    if (status == FK_OK && public_key != NULL) {
        mpz_import(x, 32, 1, 1, 1, 0, public_key + 1);
        mpz_import(y, 32, 1, 1, 1, 0, public_key + 33);
        if (public_key[0] != 0x04 || ecc_point_set(&theirs, x, y) != 1)
            status = FK_ERR_PUBLIC_KEY;
    }
    if (status == FK_OK) {
        if (public_key != NULL)
            ecc_point_mul(&ours, &k, &theirs);
        else
            ecc_point_mul_g(&ours, &k);
        ecc_point_get(&ours, x, y);
        point[0] = 0x04;
        integer_out(point + 1, x);
        integer_out(point + 33, y);
    }
    mpz_clears(x, y, NULL);
    ecc_scalar_clear(&k);
    ecc_point_clear(&theirs);
    ecc_point_clear(&ours);
    return status;
}

static fk_status public_key_of(void *context, uint16_t group, uint8_t *public_key,
                               const uint8_t *private_key, size_t private_key_length)
{
    (void)context;
    if (private_key_length != fk_contract_sizes(group)->private_key_bytes)
        return FK_NO_ANSWER;
    if (group == FK_GROUP_SECP256R1)
        return p256_multiply(public_key, private_key, NULL);
    if (group == FK_GROUP_X25519)
        curve25519_mul_g(public_key, private_key);
    else
        curve448_mul_g(public_key, private_key);
    return fk_public_key_status(group, public_key);
}

static fk_status shared_secret_of(void *context, uint16_t group, uint8_t *shared_secret,
                                  const uint8_t *private_key, size_t private_key_length,
                                  const uint8_t *public_key, size_t public_key_length)
{
    (void)context;
    const struct fk_group_sizes *sizes = fk_contract_sizes(group);
    if (private_key_length != sizes->private_key_bytes ||
        public_key_length != sizes->public_key_bytes)
        return FK_NO_ANSWER;
    if (group == FK_GROUP_SECP256R1) {
        uint8_t point[65];
        fk_status status = p256_multiply(point, private_key, public_key);
        if (status == FK_OK)
            memcpy(shared_secret, point + 1, 32);
        return status;
    }
    if (group == FK_GROUP_X25519)
        curve25519_mul(shared_secret, private_key, public_key);
    else
        curve448_mul(shared_secret, private_key, public_key);
    /* nettle leaves the check for zero to its caller. */
    return fk_all_bytes(shared_secret, sizes->shared_secret_bytes, 0) ? FK_ERR_ZERO_SHARED_SECRET
                                                                      : FK_OK;
}

const struct fk_operations fk_oracle_nettle = {
    .name = "nettle",
    .public_key = public_key_of,
    .shared_secret = shared_secret_of,
};
