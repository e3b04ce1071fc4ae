/* SPDX-License-Identifier: MIT */
/* wolfCrypt as an implementation under test. Its calls want a clamped scalar, a public key without
 * the unused top bit, and are big-endian unless told otherwise; all that is inside the timing. */
#include <string.h>

#include <wolfssl/wolfcrypt/settings.h>

#include <wolfssl/wolfcrypt/curve25519.h>
#include <wolfssl/wolfcrypt/curve448.h>
#include <wolfssl/wolfcrypt/ecc.h>

#include "implementations/operations.h"

int fk_implementation_x25519_public_key(uint8_t *public_key, const uint8_t *private_key)
{
    uint8_t scalar[CURVE25519_KEYSIZE];
    memcpy(scalar, private_key, sizeof scalar);
    scalar[0] &= 0xF8;
    scalar[31] = (uint8_t)((scalar[31] & 0x7F) | 0x40);
    return wc_curve25519_make_pub(CURVE25519_KEYSIZE, public_key, CURVE25519_KEYSIZE, scalar);
}

int fk_implementation_x25519_shared_secret(uint8_t *shared_secret, const uint8_t *private_key,
                                           const uint8_t *public_key)
{
    curve25519_key ours;
    curve25519_key theirs;
    uint8_t masked[CURVE25519_KEYSIZE];
    word32 length = CURVE25519_KEYSIZE;
    memcpy(masked, public_key, sizeof masked);
    masked[31] &= 0x7F;
    int status = wc_curve25519_init(&ours);
    if (status != 0) {
        return status;
    }
    status = wc_curve25519_init(&theirs);
    if (status == 0) {
        status = wc_curve25519_import_private_ex(private_key, CURVE25519_KEYSIZE, &ours,
                                                 EC25519_LITTLE_ENDIAN);
    }
    if (status == 0) {
        status = wc_curve25519_import_public_ex(masked, CURVE25519_KEYSIZE, &theirs,
                                                EC25519_LITTLE_ENDIAN);
    }
    if (status == 0) {
        status = wc_curve25519_shared_secret_ex(&ours, &theirs, shared_secret, &length,
                                                EC25519_LITTLE_ENDIAN);
    }
    wc_curve25519_free(&ours);
    return status;
}

int fk_implementation_x448_public_key(uint8_t *public_key, const uint8_t *private_key)
{
    uint8_t scalar[CURVE448_KEY_SIZE];
    memcpy(scalar, private_key, sizeof scalar);
    scalar[0] &= 0xFC;
    scalar[55] |= 0x80;
    return wc_curve448_make_pub(CURVE448_PUB_KEY_SIZE, public_key, CURVE448_KEY_SIZE, scalar);
}

int fk_implementation_x448_shared_secret(uint8_t *shared_secret, const uint8_t *private_key,
                                         const uint8_t *public_key)
{
    curve448_key ours;
    curve448_key theirs;
    word32 length = CURVE448_PUB_KEY_SIZE;
    int status = wc_curve448_init(&ours);
    if (status != 0) {
        return status;
    }
    status = wc_curve448_init(&theirs);
    if (status == 0) {
        status = wc_curve448_import_private_ex(private_key, CURVE448_KEY_SIZE, &ours,
                                               EC448_LITTLE_ENDIAN);
    }
    if (status == 0) {
        status = wc_curve448_import_public_ex(public_key, CURVE448_PUB_KEY_SIZE, &theirs,
                                              EC448_LITTLE_ENDIAN);
    }
    if (status == 0) {
        status = wc_curve448_shared_secret_ex(&ours, &theirs, shared_secret, &length,
                                              EC448_LITTLE_ENDIAN);
    }
    wc_curve448_free(&ours);
    return status;
}

#define P256_BYTES 32

int fk_implementation_p256_public_key(uint8_t *public_key, const uint8_t *private_key)
{
    ecc_key key;
    word32 length = 1 + 2 * P256_BYTES;
    int status = wc_ecc_init(&key);
    if (status != 0) {
        return status;
    }
    status = wc_ecc_import_private_key_ex(private_key, P256_BYTES, NULL, 0, &key, ECC_SECP256R1);
    if (status == 0) {
        status = wc_ecc_make_pub(&key, NULL);
    }
    if (status == 0) {
        status = wc_ecc_export_x963(&key, public_key, &length);
    }
    wc_ecc_free(&key);
    return status;
}

int fk_implementation_p256_shared_secret(uint8_t *shared_secret, const uint8_t *private_key,
                                         const uint8_t *public_key)
{
    ecc_key ours;
    ecc_key theirs;
    word32 length = P256_BYTES;
    int status = wc_ecc_init(&ours);
    if (status != 0) {
        return status;
    }
    status = wc_ecc_init(&theirs);
    if (status == 0) {
        status =
            wc_ecc_import_private_key_ex(private_key, P256_BYTES, NULL, 0, &ours, ECC_SECP256R1);
    }
    if (status == 0) {
        status = wc_ecc_import_x963_ex(public_key, 1 + 2 * P256_BYTES, &theirs, ECC_SECP256R1);
    }
    /* The importing call leaves it to the caller whether the point is on the curve. The group's
     * order is prime, so that is the whole validation (SP 800-56A, 5.6.2.3.4). */
    if (status == 0) {
        status = wc_ecc_point_is_on_curve(&theirs.pubkey, theirs.idx);
    }
    if (status == 0) {
        status = wc_ecc_shared_secret(&ours, &theirs, shared_secret, &length);
    }
    wc_ecc_free(&ours);
    wc_ecc_free(&theirs);
    return status;
}
