/* SPDX-License-Identifier: MIT */
#include "oracle.h"

const struct fk_operations *const fk_oracles[FK_ORACLES] = {
    &fk_oracle_openssl, &fk_oracle_nettle, &fk_oracle_sodium, &fk_oracle_mbedtls, &fk_oracle_bignum,
};

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
