/* SPDX-License-Identifier: MIT */
/* The public functions of ECDH on P-256: see fieldkex/p256.h. */
#include "fieldkex/p256.h"

#include <stddef.h>

#include "../common/attributes.h"
#include "../common/config.h"
#include "../common/constant_time.h"
#include "../common/random_draw.h"
#include "../common/wipe.h"
#include "p256_multiply.h"
#include "p256_scalar.h"

/* A draw is out of range with probability 2^-32, if the source is sound. */
#define DRAWS (1 + 64)

/*
 * At least what the multiplications of the base point and of any point use, so that clearing as
 * much erases all that they left. Optimised, they use up to 1028 and 2244 bytes on a Cortex-M4
 * (gcc 12), 1136 and 2272 with 64-bit limbs and 1200 and 2432 with 32-bit limbs on x86-64 (gcc 12,
 * clang 14); the rest is margin for other compilers.
 */
#if defined(__GNUC__) && !defined(__OPTIMIZE__)
#define BASE_STACK_BYTES 2560
#define POINT_STACK_BYTES 4096
#elif UINTPTR_MAX > 0xFFFFFFFF
#define BASE_STACK_BYTES 1536
#define POINT_STACK_BYTES 2816
#else
#define BASE_STACK_BYTES 1152
#define POINT_STACK_BYTES 2432
#endif

/*
 * Called from the frame that called the multiplication, so the array lies over its frames. Each
 * comes last, so that nothing secret is loaded into a register after it.
 */
static FK_NOINLINE void wipe_base_stack(void)
{
    uint8_t stack[BASE_STACK_BYTES];

    fk_wipe(stack, sizeof stack);
    fk_wipe_registers();
}

static FK_NOINLINE void wipe_point_stack(void)
{
    uint8_t stack[POINT_STACK_BYTES];

    fk_wipe(stack, sizeof stack);
    fk_wipe_registers();
}

FK_CLEAR_REGISTERS fk_status
fk_p256_public_key(uint8_t public_key[FK_P256_PUBLIC_KEY_BYTES],
                   const uint8_t private_key[FK_P256_PRIVATE_KEY_BYTES])
{
    const uint32_t valid = fk_p256_multiply_base(public_key, private_key);
    const fk_status status = fk_status_ok_if(valid, FK_ERR_PRIVATE_KEY);

    wipe_base_stack();
    return status;
}

FK_CLEAR_REGISTERS fk_status fk_p256_key_pair(uint8_t public_key[FK_P256_PUBLIC_KEY_BYTES],
                                              uint8_t private_key[FK_P256_PRIVATE_KEY_BYTES],
                                              fk_random_fn *random, void *random_context)
{
    uint32_t usable = 0;

    for (int draw = 0; draw < DRAWS && usable == 0; draw++) {
        const fk_status drawn =
            fk_random_draw(&usable, private_key, FK_P256_PRIVATE_KEY_BYTES, random, random_context);

        if (drawn != FK_OK) {
            break;
        }
        /* All zeros and all ones are out of range themselves. */
        usable = fk_p256_scalar_is_valid(private_key);
        /* Of a key that is used this says nothing; another draw shows that this one is not. */
        FK_PUBLISH(usable);
    }
    if (usable != 0) {
        (void)fk_p256_multiply_base(public_key, private_key);
    } else {
        fk_wipe(private_key, FK_P256_PRIVATE_KEY_BYTES);
        fk_wipe(public_key, FK_P256_PUBLIC_KEY_BYTES);
    }
    wipe_base_stack();
    return usable != 0 ? FK_OK : FK_ERR_RANDOM;
}

FK_CLEAR_REGISTERS fk_status
fk_p256_shared_secret(uint8_t shared_secret[FK_P256_SHARED_SECRET_BYTES],
                      const uint8_t your_private_key[FK_P256_PRIVATE_KEY_BYTES],
                      const uint8_t *their_public_key, size_t their_public_key_length)
{
    uint32_t private_key_is_valid, public_key_is_valid;

    if (their_public_key_length != FK_P256_PUBLIC_KEY_BYTES) {
        fk_wipe(shared_secret, FK_P256_SHARED_SECRET_BYTES);
        return FK_ERR_LENGTH;
    }
    fk_p256_multiply_point(shared_secret, &private_key_is_valid, &public_key_is_valid,
                           your_private_key, their_public_key);
    /* The public key's error goes first: it says less about the private key. */
    fk_status status = fk_status_ok_if(private_key_is_valid, FK_ERR_PRIVATE_KEY);
    status = (fk_status)fk_select_u32(public_key_is_valid, (uint32_t)status, FK_ERR_PUBLIC_KEY);
    wipe_point_stack();
    return status;
}
