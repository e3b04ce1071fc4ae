/* SPDX-License-Identifier: MIT */
/*
 * Independent libraries as operations. Each answers FK_OK with a result, FK_NO_ANSWER where it has
 * no such operation, or an error status where it refuses; which error is exact only for the bignum
 * reference, which follows the library's contract to the letter.
 */
#ifndef FK_TEST_ORACLE_H
#define FK_TEST_ORACLE_H

#include "operations.h"

extern const struct fk_operations fk_oracle_openssl;
extern const struct fk_operations fk_oracle_nettle;
extern const struct fk_operations fk_oracle_sodium;
extern const struct fk_operations fk_oracle_mbedtls;
/* The formulas of RFC 7748 and SEC 1 written out over OpenSSL's BIGNUM; slow. */
extern const struct fk_operations fk_oracle_bignum;

#define FK_ORACLES 5
extern const struct fk_operations *const fk_oracles[FK_ORACLES];

/* The library's contract for public keys of X25519 and X448, which the libraries leave to their
 * callers: FK_ERR_PRIVATE_KEY where the public key is zero, which one private key of X448 gives. */
fk_status fk_public_key_status(uint16_t group, const uint8_t *public_key);

/* RFC 7748, 5: the scalar as it is used; 32 or 56 bytes. */
void fk_clamp(uint16_t group, uint8_t *scalar);

#endif
