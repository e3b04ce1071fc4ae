/* SPDX-License-Identifier: MIT */
#include "field_numbers.h"

#include "operations.h"
#include "oracle_bignum.h"

#include <stdio.h>
#include <stdlib.h>

static void must(bool good)
{
    if (!good) {
        fprintf(stderr, "field numbers: out of memory\n");
        exit(2);
    }
}

/* Takes `value` modulo 2^(8 length). */
static void add(struct fk_field_numbers *numbers, const BIGNUM *value)
{
    int bits = (int)(8 * numbers->length);
    BIGNUM *copy = BN_dup(value);
    must(copy != NULL);
    if (BN_is_negative(copy)) {
        BIGNUM *end = BN_new();
        must(end != NULL && BN_set_bit(end, bits) && BN_add(copy, copy, end));
        BN_free(end);
    }
    if (BN_num_bits(copy) > bits)
        must(BN_mask_bits(copy, bits));
    numbers->values = realloc(numbers->values, (numbers->count + 1) * sizeof numbers->values[0]);
    must(numbers->values != NULL);
    numbers->values[numbers->count++] = copy;
}

/* value - reach .. value + reach */
static void add_around(struct fk_field_numbers *numbers, const BIGNUM *value, unsigned reach)
{
    BIGNUM *near = BN_dup(value);
    must(near != NULL && BN_sub_word(near, reach));
    for (unsigned i = 0; i <= 2 * reach; i++) {
        add(numbers, near);
        must(BN_add_word(near, 1));
    }
    BN_free(near);
}

struct fk_field_numbers fk_field_numbers_new(uint16_t group, struct fk_generator *generator,
                                             size_t random)
{
    struct fk_field_numbers numbers = {.p = fk_field_prime(group),
                                       .length = fk_contract_sizes(group)->private_key_bytes,
                                       .context = BN_CTX_new()};
    int bits = (int)(8 * numbers.length);
    uint8_t modulus[FK_FIELD_LONGEST], bytes[FK_FIELD_LONGEST];
    BIGNUM *value = BN_new(), *end = BN_new();
    must(numbers.context != NULL && value != NULL && end != NULL && BN_set_bit(end, bits) &&
         BN_bn2lebinpad(numbers.p, modulus, (int)numbers.length) == (int)numbers.length);

    add_around(&numbers, value, 20);
    add_around(&numbers, numbers.p, 20);
    must(BN_lshift1(value, numbers.p));
    add_around(&numbers, value, 20);
    for (int bit = 0; bit < bits; bit++) {
        BN_zero(value);
        must(BN_set_bit(value, bit));
        add_around(&numbers, value, 1);
        must(BN_sub(value, end, value));
        add(&numbers, value);
        must(BN_sub(value, numbers.p, value));
        BIGNUM *power = BN_new();
        must(power != NULL && BN_set_bit(power, bit) && BN_sub(power, numbers.p, power));
        add(&numbers, power);
        BN_free(power);
    }
    for (size_t i = 0; i < random; i++) {
        fk_generator_edge(generator, bytes, numbers.length, modulus);
        must(BN_lebin2bn(bytes, (int)numbers.length, value) != NULL);
        add(&numbers, value);
    }
    BN_free(value);
    BN_free(end);
    return numbers;
}

void fk_field_numbers_free(struct fk_field_numbers *numbers)
{
    for (size_t i = 0; i < numbers->count; i++)
        BN_free(numbers->values[i]);
    free(numbers->values);
    BN_CTX_free(numbers->context);
}
