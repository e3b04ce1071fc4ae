/* SPDX-License-Identifier: MIT */
/*
 * The functions that an adapter may define, one for each operation; which of them an image offers
 * is said by its recipe, from which the build writes the struct fk_implementation.
 */
#ifndef FK_OPERATIONS_H
#define FK_OPERATIONS_H

#include "implementations/implementation.h"

fk_public_key_fn fk_implementation_x25519_public_key;
fk_shared_secret_fn fk_implementation_x25519_shared_secret;
fk_public_key_fn fk_implementation_x448_public_key;
fk_shared_secret_fn fk_implementation_x448_shared_secret;
fk_public_key_fn fk_implementation_p256_public_key;
fk_shared_secret_fn fk_implementation_p256_shared_secret;

/* Where calls differ: see struct fk_implementation_curve. */
void fk_implementation_x25519_forget(void);
void fk_implementation_x448_forget(void);
void fk_implementation_p256_forget(void);

#endif
