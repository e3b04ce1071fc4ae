/* SPDX-License-Identifier: MIT */
/* Status codes and attributes that every fieldkex header shares. */
#ifndef FIELDKEX_STATUS_H
#define FIELDKEX_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The result of an operation. A status is public: it may be logged and sent. It says nothing else
 * about a secret than what it names.
 */
typedef enum fk_status {
    FK_OK = 0,
    /* A length is not the one that the group and the kind of value require. */
    FK_ERR_LENGTH = 1,
    /* The TLS code point names no group of this library. */
    FK_ERR_GROUP = 2,
    /* P-256: the private key is not in 1..n-1 (SEC 1, 3.2.1). X448, public key alone: it is four
     * times the order of the base point. */
    FK_ERR_PRIVATE_KEY = 3,
    /* P-256: prefix, coordinate range or curve equation is wrong (SEC 1, 3.2.2.1). */
    FK_ERR_PUBLIC_KEY = 4,
    /* X25519, X448: the shared secret would be all zero (RFC 7748, 6.1 and 6.2; RFC 8446, 7.4.2).
     */
    FK_ERR_ZERO_SHARED_SECRET = 5,
    /* The random source failed, or gave only values that cannot be a private key. */
    FK_ERR_RANDOM = 6
} fk_status;

/*
 * A short English sentence for a status, without a full stop, such as for a log: never null, static
 * storage, also for a number that is no status.
 */
const char *fk_status_text(fk_status status);

/* On a function: the compiler warns where the result is not used. Every function that can fail has
 * it. */
#if defined(__GNUC__) || defined(__clang__)
#define FK_WARN_UNUSED __attribute__((warn_unused_result))
#else
#define FK_WARN_UNUSED
#endif

#ifdef __cplusplus
}
#endif

#endif
