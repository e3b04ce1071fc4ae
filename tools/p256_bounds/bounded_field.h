/* SPDX-License-Identifier: MIT */
/*
 * Stands for src/p256/fep256.h where the group's source files are compiled with -include of this: a
 * field whose elements are nothing but bounds, and whose operations check and pass on bounds.
 */
#ifndef FK_TOOLS_BOUNDED_FIELD_H
#define FK_TOOLS_BOUNDED_FIELD_H

/* The header that this one takes the place of. */
#define FK_P256_FEP256_H

#include <stdint.h>

/*
 * Limbs 0 to 7 lie between low (2^29 - 1) and high (2^29 - 1), the value between least p and most
 * p.
 */
typedef struct {
    int low, high;
    double least, most;
} fk_fep256;

typedef struct {
    fk_fep256 x, y;
} fk_fep256_pair;

/* What was met since the last reset. */
struct bounds_met {
    unsigned violations;
    double largest_value;       /* of a factor, in units of p */
    int largest_weight_product; /* of two factors */
};

/* The first violations are printed unless quiet is set. */
void bounds_reset(int quiet);
struct bounds_met bounds_met(void);

void fk_fep256_set_one(fk_fep256 *r);
uint32_t fk_fep256_from_bytes(fk_fep256 *r, const uint8_t bytes[32]);
void fk_fep256_to_bytes(uint8_t bytes[32], const fk_fep256 *a);
uint32_t fk_fep256_is_zero(const fk_fep256 *a);
void fk_fep256_add(fk_fep256 *r, const fk_fep256 *a, const fk_fep256 *b);
void fk_fep256_sub(fk_fep256 *r, const fk_fep256 *a, const fk_fep256 *b);
void fk_fep256_carry(fk_fep256 *r);
void fk_fep256_sub_twice(fk_fep256 *r, const fk_fep256 *a, const fk_fep256 *b);
void fk_fep256_half_3a_plus_b(fk_fep256 *r, const fk_fep256 *a, const fk_fep256 *b);
void fk_fep256_mul(fk_fep256 *r, const fk_fep256 *a, const fk_fep256 *b);
void fk_fep256_sqr(fk_fep256 *r, const fk_fep256 *a);
void fk_fep256_negate_if(fk_fep256 *r, uint32_t mask);
void fk_fep256_select(fk_fep256 *r, uint32_t mask, const fk_fep256 *a, const fk_fep256 *b);
void fk_fep256_lookup(fk_fep256_pair *r, const fk_fep256_pair *table, uint32_t count,
                      uint32_t index);
void fk_fep256_invert(fk_fep256 *r, const fk_fep256 *a);

#endif
