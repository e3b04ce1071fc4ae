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

/* At least what the ladder uses, so that clearing as much erases all that it left. */
#if defined(FK_LIMBS_64)
#define LADDER_STACK_BYTES 4096
#else
#define LADDER_STACK_BYTES 2048
#endif

/* Called from the frame that called the ladder, so its array lies over the ladder's frames. */
static FK_NOINLINE void wipe_ladder_stack(void)
{
    uint8_t stack[LADDER_STACK_BYTES];

    fk_wipe(stack, sizeof stack);
}

FK_CLEAR_REGISTERS fk_status
fk_x448_public_key(uint8_t public_key[FK_X448_PUBLIC_KEY_BYTES],
                   const uint8_t private_key[FK_X448_PRIVATE_KEY_BYTES])
{
    fk_x448_ladder(public_key, private_key, NULL);
    wipe_ladder_stack();
    return FK_OK;
}

FK_CLEAR_REGISTERS fk_status fk_x448_key_pair(uint8_t public_key[FK_X448_PUBLIC_KEY_BYTES],
                                              uint8_t private_key[FK_X448_PRIVATE_KEY_BYTES],
                                              fk_random_fn *random, void *random_context)
{
    uint32_t usable;
    const fk_status drawn =
        fk_random_draw(&usable, private_key, FK_X448_PRIVATE_KEY_BYTES, random, random_context);

    if (drawn != FK_OK) {
        fk_wipe(public_key, FK_X448_PUBLIC_KEY_BYTES);
        return drawn;
    }
    fk_x448_ladder(public_key, private_key, NULL);
    wipe_ladder_stack();
    fk_keep_bytes(private_key, FK_X448_PRIVATE_KEY_BYTES, usable);
    fk_keep_bytes(public_key, FK_X448_PUBLIC_KEY_BYTES, usable);
    return fk_status_ok_if(usable, FK_ERR_RANDOM);
}

FK_CLEAR_REGISTERS fk_status
fk_x448_shared_secret(uint8_t shared_secret[FK_X448_SHARED_SECRET_BYTES],
                      const uint8_t your_private_key[FK_X448_PRIVATE_KEY_BYTES],
                      const uint8_t their_public_key[FK_X448_PUBLIC_KEY_BYTES])
{
    fk_x448_ladder(shared_secret, your_private_key, their_public_key);
    wipe_ladder_stack();
    /* A point of small order gives zero, and then the output is zero already. */
    const uint32_t zero = fk_all_bytes_equal(shared_secret, FK_X448_SHARED_SECRET_BYTES, 0);

    return fk_status_ok_if(~zero, FK_ERR_ZERO_SHARED_SECRET);
}
