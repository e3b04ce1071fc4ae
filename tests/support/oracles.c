/* SPDX-License-Identifier: MIT */
#include "oracle.h"

#include "bytes.h"

const struct fk_operations *const fk_oracles[FK_ORACLES] = {
    &fk_oracle_openssl, &fk_oracle_nettle, &fk_oracle_sodium, &fk_oracle_mbedtls, &fk_oracle_bignum,
};

fk_status fk_public_key_status(uint16_t group, const uint8_t *public_key)
{
    size_t length = fk_contract_sizes(group)->public_key_bytes;
    return fk_all_bytes(public_key, length, 0) ? FK_ERR_PRIVATE_KEY : FK_OK;
}

void fk_clamp(uint16_t group, uint8_t *scalar)
{
    if (group == FK_GROUP_X25519) {
        scalar[0] &= 248;
        scalar[31] = (uint8_t)((scalar[31] & 127) | 64);
    } else if (group == FK_GROUP_X448) {
        scalar[0] &= 252;
        scalar[55] |= 128;
    }
}
