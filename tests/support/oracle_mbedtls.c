/* SPDX-License-Identifier: MIT */
#include "bytes.h"
#include "generator.h"
#include "oracle.h"

#include <mbedtls/ecp.h>
#include <string.h>

/* The library wants randomness for its blinding; a fixed sequence keeps the tests repeatable. */
static int blinding(void *context, unsigned char *output, size_t length)
{
    fk_generator_bytes(context, output, length);
    return 0;
}

static mbedtls_ecp_group_id group_id(uint16_t group)
{
    switch (group) {
    case FK_GROUP_X25519:
        return MBEDTLS_ECP_DP_CURVE25519;
    case FK_GROUP_X448:
        return MBEDTLS_ECP_DP_CURVE448;
    default:
        return MBEDTLS_ECP_DP_SECP256R1;
    }
}

static int read_scalar(mbedtls_mpi *k, uint16_t group, const uint8_t *private_key, size_t length)
{
    uint8_t copy[56];
    memcpy(copy, private_key, length);
    if (group == FK_GROUP_SECP256R1)
        return mbedtls_mpi_read_binary(k, copy, length);
    fk_clamp(group, copy);
    return mbedtls_mpi_read_binary_le(k, copy, length);
}

/* `output` has the public key's size; the secret's where `public_key` is given. */
static fk_status multiply(uint16_t group, uint8_t *output, const uint8_t *private_key,
                          size_t private_key_length, const uint8_t *public_key,
                          size_t public_key_length)
{
    const struct fk_group_sizes *sizes = fk_contract_sizes(group);
    if (private_key_length != sizes->private_key_bytes)
        return FK_NO_ANSWER;

    struct fk_generator generator = fk_generator_from(1);
    fk_status status = FK_BROKEN;
    mbedtls_ecp_group curve;
    mbedtls_ecp_point point;
    mbedtls_mpi k;
    mbedtls_ecp_group_init(&curve);
    mbedtls_ecp_point_init(&point);
    mbedtls_mpi_init(&k);
    if (mbedtls_ecp_group_load(&curve, group_id(group)) != 0 ||
        read_scalar(&k, group, private_key, private_key_length) != 0)
        goto done;
    if (mbedtls_ecp_check_privkey(&curve, &k) != 0) {
        status = FK_ERR_PRIVATE_KEY;
        goto done;
    }
    if (public_key == NULL) {
        if (mbedtls_ecp_copy(&point, &curve.G) != 0)
            goto done;
    } else if (mbedtls_ecp_point_read_binary(&curve, &point, public_key, public_key_length) != 0) {
        status = group == FK_GROUP_SECP256R1 ? FK_ERR_PUBLIC_KEY : FK_ERR_LENGTH;
        goto done;
    } else if (mbedtls_ecp_check_pubkey(&curve, &point) != 0) {
        status = group == FK_GROUP_SECP256R1 ? FK_ERR_PUBLIC_KEY : FK_ERR_ZERO_SHARED_SECRET;
        goto done;
    }
    int error = mbedtls_ecp_mul(&curve, &point, &k, &point, blinding, &generator);
    if (error == MBEDTLS_ERR_MPI_NOT_ACCEPTABLE && group != FK_GROUP_SECP256R1) {
        /* Infinity, which has no affine x; RFC 7748 counts it as 0. */
        status = public_key == NULL ? FK_ERR_PRIVATE_KEY : FK_ERR_ZERO_SHARED_SECRET;
        goto done;
    }
    if (error != 0)
        goto done;
    if (public_key == NULL) {
        size_t length;
        if (mbedtls_ecp_point_write_binary(&curve, &point, MBEDTLS_ECP_PF_UNCOMPRESSED, &length,
                                           output, sizes->public_key_bytes) == 0 &&
            length == sizes->public_key_bytes)
            status = fk_public_key_status(group, output);
    } else if (group == FK_GROUP_SECP256R1) {
        if (mbedtls_mpi_write_binary(&point.X, output, 32) == 0)
            status = FK_OK;
    } else if (mbedtls_mpi_write_binary_le(&point.X, output, sizes->shared_secret_bytes) == 0) {
        status =
            fk_all_bytes(output, sizes->shared_secret_bytes, 0) ? FK_ERR_ZERO_SHARED_SECRET : FK_OK;
    }
done:
    mbedtls_mpi_free(&k);
    mbedtls_ecp_point_free(&point);
    mbedtls_ecp_group_free(&curve);
    return status;
}

static fk_status public_key_of(void *context, uint16_t group, uint8_t *public_key,
                               const uint8_t *private_key, size_t private_key_length)
{
    (void)context;
    return multiply(group, public_key, private_key, private_key_length, NULL, 0);
}

static fk_status shared_secret_of(void *context, uint16_t group, uint8_t *shared_secret,
                                  const uint8_t *private_key, size_t private_key_length,
                                  const uint8_t *public_key, size_t public_key_length)
{
    (void)context;
    return multiply(group, shared_secret, private_key, private_key_length, public_key,
                    public_key_length);
}

const struct fk_operations fk_oracle_mbedtls = {
    .name = "mbedtls",
    .public_key = public_key_of,
    .shared_secret = shared_secret_of,
};
