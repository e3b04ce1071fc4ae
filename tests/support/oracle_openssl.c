/* SPDX-License-Identifier: MIT */
#include "oracle.h"

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <stdbool.h>
#include <string.h>

static int evp_type(uint16_t group)
{
    return group == FK_GROUP_X25519 ? EVP_PKEY_X25519 : EVP_PKEY_X448;
}

static fk_status montgomery_public_key(uint16_t group, uint8_t *public_key,
                                       const uint8_t *private_key, size_t private_key_length)
{
    size_t length = fk_contract_sizes(group)->public_key_bytes;
    EVP_PKEY *key =
        EVP_PKEY_new_raw_private_key(evp_type(group), NULL, private_key, private_key_length);
    if (key == NULL)
        return FK_ERR_LENGTH;
    int good = EVP_PKEY_get_raw_public_key(key, public_key, &length);
    EVP_PKEY_free(key);
    return good == 1 ? fk_public_key_status(group, public_key) : FK_BROKEN;
}

static fk_status montgomery_shared_secret(uint16_t group, uint8_t *shared_secret,
                                          const uint8_t *private_key, size_t private_key_length,
                                          const uint8_t *public_key, size_t public_key_length)
{
    size_t length = fk_contract_sizes(group)->shared_secret_bytes;
    EVP_PKEY *ours =
        EVP_PKEY_new_raw_private_key(evp_type(group), NULL, private_key, private_key_length);
    EVP_PKEY *theirs =
        EVP_PKEY_new_raw_public_key(evp_type(group), NULL, public_key, public_key_length);
    EVP_PKEY_CTX *context = ours != NULL ? EVP_PKEY_CTX_new(ours, NULL) : NULL;
    fk_status status = FK_ERR_LENGTH;
    if (context != NULL && theirs != NULL) {
        status = FK_BROKEN;
        if (EVP_PKEY_derive_init(context) == 1 &&
            EVP_PKEY_derive_set_peer_ex(context, theirs, 0) == 1)
            status = EVP_PKEY_derive(context, shared_secret, &length) == 1
                         ? FK_OK
                         : FK_ERR_ZERO_SHARED_SECRET;
    }
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(theirs);
    EVP_PKEY_free(ours);
    return status;
}

/* k * (the point of `public_key`, or the generator where it is NULL). EC_POINT rather than EVP, so
 * that a shared secret of zero and the answer to each refusal are seen. */
static fk_status p256_multiply(uint8_t point[65], const uint8_t *private_key,
                               size_t private_key_length, const uint8_t *public_key,
                               size_t public_key_length)
{
    fk_status status = FK_BROKEN;
    EC_GROUP *curve = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    EC_POINT *theirs = EC_POINT_new(curve);
    EC_POINT *result = EC_POINT_new(curve);
    BIGNUM *k = BN_bin2bn(private_key, (int)private_key_length, NULL);
    if (private_key_length != 32) {
        status = FK_ERR_LENGTH;
    } else if (BN_is_zero(k) || BN_cmp(k, EC_GROUP_get0_order(curve)) >= 0) {
        status = FK_ERR_PRIVATE_KEY;
    } else if (public_key != NULL &&
               (EC_POINT_oct2point(curve, theirs, public_key, public_key_length, NULL) != 1 ||
                EC_POINT_is_at_infinity(curve, theirs))) {
        status = FK_ERR_PUBLIC_KEY;
    } else {
        bool base = public_key == NULL;
        if (EC_POINT_mul(curve, result, base ? k : NULL, base ? NULL : theirs, base ? NULL : k,
                         NULL) == 1 &&
            EC_POINT_point2oct(curve, result, POINT_CONVERSION_UNCOMPRESSED, point, 65, NULL) == 65)
            status = FK_OK;
    }
    BN_free(k);
    EC_POINT_free(result);
    EC_POINT_free(theirs);
    EC_GROUP_free(curve);
    return status;
}

static fk_status public_key_of(void *context, uint16_t group, uint8_t *public_key,
                               const uint8_t *private_key, size_t private_key_length)
{
    (void)context;
    if (group != FK_GROUP_SECP256R1)
        return montgomery_public_key(group, public_key, private_key, private_key_length);
    return p256_multiply(public_key, private_key, private_key_length, NULL, 0);
}

static fk_status shared_secret_of(void *context, uint16_t group, uint8_t *shared_secret,
                                  const uint8_t *private_key, size_t private_key_length,
                                  const uint8_t *public_key, size_t public_key_length)
{
    (void)context;
    if (group != FK_GROUP_SECP256R1)
        return montgomery_shared_secret(group, shared_secret, private_key, private_key_length,
                                        public_key, public_key_length);
    /* SEC 1's compressed and hybrid forms are the only inputs this library takes beyond the
     * contract; it has no say on them. */
    if (public_key_length > 0 && public_key[0] != 0x04 && public_key[0] != 0x00 &&
        public_key[0] <= 0x07)
        return FK_NO_ANSWER;
    uint8_t point[65];
    fk_status status =
        p256_multiply(point, private_key, private_key_length, public_key, public_key_length);
    if (status == FK_OK)
        memcpy(shared_secret, point + 1, 32);
    return status;
}

const struct fk_operations fk_oracle_openssl = {
    .name = "openssl",
    .public_key = public_key_of,
    .shared_secret = shared_secret_of,
};
