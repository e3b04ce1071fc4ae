/* SPDX-License-Identifier: MIT */
/* The public functions of X448: see fieldkex/x448.h. */
#include "fieldkex/x448.h"

#include <stddef.h>

#include "../common/attributes.h"
#include "../common/config.h"
#include "../common/constant_time.h"
#include "../common/random_draw.h"
#include "../common/wipe.h"
#include "x448_ladder.h"

/*
 * At least what the ladder uses, so that clearing as much erases all that it left. Optimised, it
 * uses up to 1040 bytes on a Cortex-M4 (gcc 12), 1264 with 64-bit limbs and 1248 with 32-bit
 * limbs on x86-64 (gcc 12, clang 14); the rest is margin for other compilers.
 */
#if defined(__GNUC__) && !defined(__OPTIMIZE__)
#define LADDER_STACK_BYTES 4096
#elif defined(FK_LIMBS_64)
#define LADDER_STACK_BYTES 2048
#elif UINTPTR_MAX > 0xFFFFFFFF
#define LADDER_STACK_BYTES 1536
#else
#define LADDER_STACK_BYTES 1280
#endif

/*
 * Called from the frame that called the ladder, so its array lies over the ladder's frames. Comes
 * last, so that nothing secret is loaded into a register after it.
 */
static FK_NOINLINE void wipe_ladder_stack(void)
{
    uint8_t stack[LADDER_STACK_BYTES];

    fk_wipe(stack, sizeof stack);
    fk_wipe_registers();
}

/*
 * The mask of a u-coordinate that is not zero. The public key of one private key is zero: clamped,
 * private keys are the multiples of 4 from 2^447 to 2^448 - 4, and the base point has an order l a
 * little below 2^446 (RFC 7748, 4.2), so that 4 l is among them. X25519 has none, as its base point
 * has an order above 2^252, and 8 times that is too large.
 */
FK_INLINE uint32_t is_not_zero(const uint8_t u[56])
{
    return ~fk_all_bytes_equal(u, 56, 0);
}

FK_CLEAR_REGISTERS fk_status
fk_x448_public_key(uint8_t public_key[FK_X448_PUBLIC_KEY_BYTES],
                   const uint8_t private_key[FK_X448_PRIVATE_KEY_BYTES])
{
    fk_x448_ladder(public_key, private_key, NULL);
    const fk_status status = fk_status_ok_if(is_not_zero(public_key), FK_ERR_PRIVATE_KEY);

    wipe_ladder_stack();
    return status;
}

FK_CLEAR_REGISTERS fk_status fk_x448_key_pair(uint8_t public_key[FK_X448_PUBLIC_KEY_BYTES],
                                              uint8_t private_key[FK_X448_PRIVATE_KEY_BYTES],
                                              fk_random_fn *random, void *random_context)
{
    uint32_t usable;
    fk_status status =
        fk_random_draw(&usable, private_key, FK_X448_PRIVATE_KEY_BYTES, random, random_context);

    if (status != FK_OK) {
        fk_wipe(public_key, FK_X448_PUBLIC_KEY_BYTES);
        return status;
    }
    fk_x448_ladder(public_key, private_key, NULL);
    usable &= is_not_zero(public_key);
    fk_keep_bytes(private_key, FK_X448_PRIVATE_KEY_BYTES, usable);
    fk_keep_bytes(public_key, FK_X448_PUBLIC_KEY_BYTES, usable);
    status = fk_status_ok_if(usable, FK_ERR_RANDOM);
    wipe_ladder_stack();
    return status;
}

FK_CLEAR_REGISTERS fk_status
fk_x448_shared_secret(uint8_t shared_secret[FK_X448_SHARED_SECRET_BYTES],
                      const uint8_t your_private_key[FK_X448_PRIVATE_KEY_BYTES],
                      const uint8_t their_public_key[FK_X448_PUBLIC_KEY_BYTES])
{
    fk_x448_ladder(shared_secret, your_private_key, their_public_key);
    /* A point of small order gives zero, and then the output is zero already. */
    const fk_status status = fk_status_ok_if(is_not_zero(shared_secret), FK_ERR_ZERO_SHARED_SECRET);

    wipe_ladder_stack();
    return status;
}
