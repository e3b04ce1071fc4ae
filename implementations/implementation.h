/* SPDX-License-Identifier: MIT */
/*
 * The interface of an implementation under test. One image holds one implementation; each adapter
 * (one folder under implementations/) defines every operation as a function of its own with
 * external linkage named fk_implementation_<curve>_<operation> (operations.h), so that flash can be
 * measured by linking one operation alone. The build writes the constant struct `fk_implementation`
 * from the folder's recipe.cmake.
 */
#ifndef FK_IMPLEMENTATION_H
#define FK_IMPLEMENTATION_H

#include <stddef.h>
#include <stdint.h>

enum fk_curve { FK_CURVE_X25519, FK_CURVE_X448, FK_CURVE_P256, FK_CURVE_COUNT };

/* All values as the contract of libfieldkex has them (RFC 7748 little-endian; SEC 1 big-endian,
 * 65-byte uncompressed public keys); conversions that a library needs are inside the timing. 0 is
 * success. */
typedef int fk_public_key_fn(uint8_t *public_key, const uint8_t *private_key);
typedef int fk_shared_secret_fn(uint8_t *shared_secret, const uint8_t *private_key,
                                const uint8_t *public_key);

struct fk_implementation_curve {
    fk_public_key_fn *public_key;       /* NULL: not offered */
    fk_shared_secret_fn *shared_secret; /* NULL: not offered */
    /* Drops whatever an earlier call left behind (tables), so that the next call is a first one;
     * NULL where every call is alike. */
    void (*forget)(void);
    /* What is inside each timing, words separated by a space: "decode validate encode table ...".
     */
    const char *public_key_includes;
    const char *shared_secret_includes;
    /* A sliced operation, for implementations that offer one: NULL until then. */
    int (*begin)(void *state, const uint8_t *private_key, const uint8_t *public_key);
    int (*step)(void *state);
    int (*finish)(void *state, uint8_t *result);
};

struct fk_implementation {
    size_t struct_bytes; /* sizeof(struct fk_implementation), so that the struct may grow */
    const char *name;    /* "fieldkex", "wolfssl", "mbedtls" */
    const char *variant; /* "portable", "c-O2", ... */
    const char *version;
    struct fk_implementation_curve curves[FK_CURVE_COUNT];
};

extern const struct fk_implementation fk_implementation;

#endif
