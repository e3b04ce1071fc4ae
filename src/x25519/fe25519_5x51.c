/* SPDX-License-Identifier: MIT */
/* GF(2^255 - 19) in five limbs of 51 bits: what is not worth inlining. See fe25519_5x51.h. */
#include "../common/config.h"

#if defined(__SIZEOF_INT128__)

#include "../common/byte_order.h"
#include "fe25519_5x51.h"

void fk_fe25519_5x51_set_small(fk_fe25519_5x51 *r, uint32_t k)
{
    r->limb[0] = k;
    for (int i = 1; i < 5; i++) {
        r->limb[i] = 0;
    }
}

void fk_fe25519_5x51_from_bytes(fk_fe25519_5x51 *r, const uint8_t bytes[32])
{
    const uint64_t w0 = fk_load64_le(bytes), w1 = fk_load64_le(bytes + 8),
                   w2 = fk_load64_le(bytes + 16), w3 = fk_load64_le(bytes + 24);

    r->limb[0] = w0 & FK_MASK51;
    r->limb[1] = (w0 >> 51 | w1 << 13) & FK_MASK51;
    r->limb[2] = (w1 >> 38 | w2 << 26) & FK_MASK51;
    r->limb[3] = (w2 >> 25 | w3 << 39) & FK_MASK51;
    r->limb[4] = (w3 >> 12) & FK_MASK51;
}

/* Makes each limb < 2^51; returns what was left over, in units of 2^255. limb < 2^63. */
static uint64_t propagate(fk_fe25519_5x51 *r)
{
    uint64_t carry = 0;

    for (int i = 0; i < 5; i++) {
        const uint64_t limb = r->limb[i] + carry;

        r->limb[i] = limb & FK_MASK51;
        carry = limb >> 51;
    }
    return carry;
}

/*
 * A T is below 2^255 + 2^220. After the first propagation at most 1 is left over, and then the
 * rest is below 2^220, so that adding 19 leaves it below 2^255. It is below 2p, so at most one p is
 * left to subtract: a >= p exactly where a + 19 reaches 2^255, and then a - p = a + 19 - 2^255.
 */
void fk_fe25519_5x51_to_bytes(uint8_t bytes[32], const fk_fe25519_5x51 *a)
{
    fk_fe25519_5x51 t = *a;
    uint64_t carry = 19;

    const uint64_t over = propagate(&t);
    t.limb[0] += 19 * over;
    (void)propagate(&t);
    for (int i = 0; i < 5; i++) {
        carry = (t.limb[i] + carry) >> 51;
    }
    t.limb[0] += 19 * carry;
    (void)propagate(&t);

    fk_store64_le(bytes, t.limb[0] | t.limb[1] << 51);
    fk_store64_le(bytes + 8, t.limb[1] >> 13 | t.limb[2] << 38);
    fk_store64_le(bytes + 16, t.limb[2] >> 26 | t.limb[3] << 25);
    fk_store64_le(bytes + 24, t.limb[3] >> 39 | t.limb[4] << 12);
}

void fk_fe25519_5x51_sqr_times(fk_fe25519_5x51 *r, const fk_fe25519_5x51 *a, unsigned n)
{
    fk_fe25519_5x51 t = *a;

    while (n-- > 0) {
        fk_fe25519_5x51_sqr(&t, &t);
    }
    *r = t;
}

#else
/* ISO C wants something in every file. */
typedef int fk_fe25519_5x51_is_not_compiled;
#endif
