/* SPDX-License-Identifier: MIT */
/*
 * mbed TLS as an implementation under test. X25519 and X448 load their group in every call; the
 * group of P-256 is kept, as a program that makes many calls would, since the library then keeps
 * its table of multiples of the base point.
 */
#include <stdbool.h>
#include <string.h>

#include <mbedtls/ecdh.h>
#include <mbedtls/ecp.h>

#include "implementations/operations.h"

#define X25519_BYTES 32
#define X448_BYTES 56
#define P256_BYTES 32

/* RFC 7748, 5: the library reads scalars but refuses unclamped ones. */
static void clamp(uint8_t *scalar, size_t bytes)
{
    if (bytes == X25519_BYTES) {
        scalar[0] &= 0xF8;
        scalar[31] = (uint8_t)((scalar[31] & 0x7F) | 0x40);
    } else {
        scalar[0] &= 0xFC;
        scalar[55] |= 0x80;
    }
}

/* X25519 or X448 of a private key and a public key, or the base point where that is NULL. */
static int montgomery(uint8_t *result, const uint8_t *private_key, const uint8_t *public_key,
                      mbedtls_ecp_group_id group_id, size_t bytes)
{
    uint8_t scalar[X448_BYTES];
    mbedtls_ecp_group group;
    mbedtls_ecp_point point;
    mbedtls_mpi private_number;
    mbedtls_mpi secret_number;
    mbedtls_ecp_group_init(&group);
    mbedtls_ecp_point_init(&point);
    mbedtls_mpi_init(&private_number);
    mbedtls_mpi_init(&secret_number);

    memcpy(scalar, private_key, bytes);
    clamp(scalar, bytes);
    int status = mbedtls_ecp_group_load(&group, group_id);
    if (status == 0) {
        status = mbedtls_mpi_read_binary_le(&private_number, scalar, bytes);
    }
    if (status == 0 && public_key == NULL) {
        size_t written;
        status = mbedtls_ecp_mul(&group, &point, &private_number, &group.G, NULL, NULL);
        if (status == 0) {
            status = mbedtls_ecp_point_write_binary(&group, &point, MBEDTLS_ECP_PF_UNCOMPRESSED,
                                                    &written, result, bytes);
        }
    } else if (status == 0) {
        status = mbedtls_ecp_point_read_binary(&group, &point, public_key, bytes);
        if (status == 0) {
            status = mbedtls_ecdh_compute_shared(&group, &secret_number, &point, &private_number,
                                                 NULL, NULL);
        }
        if (status == 0) {
            status = mbedtls_mpi_write_binary_le(&secret_number, result, bytes);
        }
    }
    mbedtls_mpi_free(&secret_number);
    mbedtls_mpi_free(&private_number);
    mbedtls_ecp_point_free(&point);
    mbedtls_ecp_group_free(&group);
    return status;
}

int fk_implementation_x25519_public_key(uint8_t *public_key, const uint8_t *private_key)
{
    return montgomery(public_key, private_key, NULL, MBEDTLS_ECP_DP_CURVE25519, X25519_BYTES);
}

int fk_implementation_x25519_shared_secret(uint8_t *shared_secret, const uint8_t *private_key,
                                           const uint8_t *public_key)
{
    return montgomery(shared_secret, private_key, public_key, MBEDTLS_ECP_DP_CURVE25519,
                      X25519_BYTES);
}

int fk_implementation_x448_public_key(uint8_t *public_key, const uint8_t *private_key)
{
    return montgomery(public_key, private_key, NULL, MBEDTLS_ECP_DP_CURVE448, X448_BYTES);
}

int fk_implementation_x448_shared_secret(uint8_t *shared_secret, const uint8_t *private_key,
                                         const uint8_t *public_key)
{
    return montgomery(shared_secret, private_key, public_key, MBEDTLS_ECP_DP_CURVE448, X448_BYTES);
}

static mbedtls_ecp_group p256;
static bool p256_loaded;

void fk_implementation_p256_forget(void)
{
    if (p256_loaded) {
        mbedtls_ecp_group_free(&p256);
        p256_loaded = false;
    }
}

static int load_p256(void)
{
    if (p256_loaded) {
        return 0;
    }
    mbedtls_ecp_group_init(&p256);
    int status = mbedtls_ecp_group_load(&p256, MBEDTLS_ECP_DP_SECP256R1);
    if (status != 0) {
        mbedtls_ecp_group_free(&p256);
        return status;
    }
    p256_loaded = true;
    return 0;
}

int fk_implementation_p256_public_key(uint8_t *public_key, const uint8_t *private_key)
{
    mbedtls_ecp_point point;
    mbedtls_mpi private_number;
    size_t written;
    mbedtls_ecp_point_init(&point);
    mbedtls_mpi_init(&private_number);

    int status = load_p256();
    if (status == 0) {
        status = mbedtls_mpi_read_binary(&private_number, private_key, P256_BYTES);
    }
    if (status == 0) {
        status = mbedtls_ecp_mul(&p256, &point, &private_number, &p256.G, NULL, NULL);
    }
    if (status == 0) {
        status = mbedtls_ecp_point_write_binary(&p256, &point, MBEDTLS_ECP_PF_UNCOMPRESSED,
                                                &written, public_key, 1 + 2 * P256_BYTES);
    }
    mbedtls_mpi_free(&private_number);
    mbedtls_ecp_point_free(&point);
    return status;
}

int fk_implementation_p256_shared_secret(uint8_t *shared_secret, const uint8_t *private_key,
                                         const uint8_t *public_key)
{
    mbedtls_ecp_point point;
    mbedtls_mpi private_number;
    mbedtls_mpi secret_number;
    mbedtls_ecp_point_init(&point);
    mbedtls_mpi_init(&private_number);
    mbedtls_mpi_init(&secret_number);

    int status = load_p256();
    if (status == 0) {
        status = mbedtls_mpi_read_binary(&private_number, private_key, P256_BYTES);
    }
    if (status == 0) {
        status = mbedtls_ecp_point_read_binary(&p256, &point, public_key, 1 + 2 * P256_BYTES);
    }
    /* Validates range and curve equation, and the private key's range. */
    if (status == 0) {
        status =
            mbedtls_ecdh_compute_shared(&p256, &secret_number, &point, &private_number, NULL, NULL);
    }
    if (status == 0) {
        status = mbedtls_mpi_write_binary(&secret_number, shared_secret, P256_BYTES);
    }
    mbedtls_mpi_free(&secret_number);
    mbedtls_mpi_free(&private_number);
    mbedtls_ecp_point_free(&point);
    return status;
}
