/* SPDX-License-Identifier: MIT */
/*
 * mbed TLS's configuration (MBEDTLS_CONFIG_FILE): key exchange alone, with the library's defaults
 * for windows and tables (4, fixed-point table on). The recipe defines MBEDTLS_HAVE_ASM or not.
 */
#ifndef FK_FIELDKEX_MBEDTLS_CONFIG_H
#define FK_FIELDKEX_MBEDTLS_CONFIG_H

#define MBEDTLS_BIGNUM_C
#define MBEDTLS_ECP_C
#define MBEDTLS_ECDH_C
#define MBEDTLS_ECP_DP_SECP256R1_ENABLED
#define MBEDTLS_ECP_DP_CURVE25519_ENABLED
#define MBEDTLS_ECP_DP_CURVE448_ENABLED
#define MBEDTLS_ECP_NIST_OPTIM
/* No source of random bytes on the board: the library's blinding of coordinates is off. */
#define MBEDTLS_ECP_NO_INTERNAL_RNG

#endif
