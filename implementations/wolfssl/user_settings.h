/* SPDX-License-Identifier: MIT */
/*
 * wolfSSL's configuration (WOLFSSL_USER_SETTINGS): key exchange alone, no TLS, no files, no
 * threads. X25519 and X448 are plain C in this version of wolfSSL whatever is set here; P-256 is
 * the SP code, in assembly where the recipe defines WOLFSSL_SP_ARM_CORTEX_M_ASM.
 */
#ifndef FK_WOLFSSL_USER_SETTINGS_H
#define FK_WOLFSSL_USER_SETTINGS_H

#define WOLFCRYPT_ONLY
#define SINGLE_THREADED
#define NO_FILESYSTEM
#define NO_MAIN_DRIVER
#define NO_WRITEV
#define NO_ASN
#define NO_CERTS
#define NO_RSA
#define NO_DH
#define NO_DSA
#define NO_AES
#define NO_DES3
#define NO_RC4
#define NO_MD4
#define NO_MD5
#define NO_SHA
#define NO_PWDBASED
#define NO_ERROR_STRINGS
#define NO_SIG_WRAPPER
#define WC_NO_ASYNC_THREADING
#define WOLFSSL_GENERAL_ALIGNMENT 4
#define SIZEOF_LONG_LONG 8

/* Random bytes are never drawn: every private key comes from the caller. */
#define WC_NO_RNG

#define HAVE_CURVE25519
#define HAVE_CURVE448
/* RFC 7748, 6.1 and 6.2: an all-zero result is an error. */
#define WOLFSSL_ECDHX_SHARED_NOT_ZERO

#define HAVE_ECC
#define ECC_USER_CURVES
#define ECC_TIMING_RESISTANT
#define NO_ECC_SIGN
#define HAVE_ECC_DHE
#define HAVE_ECC_KEY_IMPORT
#define HAVE_ECC_KEY_EXPORT
#define USE_ECC_B_PARAM
#define HAVE_ECC_MAKE_PUB
#define WOLFSSL_HAVE_SP_ECC
#define WOLFSSL_SP_MATH
#define SP_WORD_SIZE 32

#endif
