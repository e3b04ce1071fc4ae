/* SPDX-License-Identifier: MIT */
#include "comparison.h"

#include "bytes.h"
#include "generator.h"
#include "oracle.h"
#include "oracle_bignum.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct comparison {
    const struct fk_operations *subject;
    const struct fk_judge *judges;
    size_t judge_count;
    uint16_t group;
    struct fk_group_sizes sizes;
    struct fk_generator generator;
    uint8_t modulus[56]; /* of the field, little-endian */
    uint8_t order[32];   /* of P-256, little-endian */
    unsigned failed;
    unsigned long answers[FK_MOST_JUDGES];
};

struct question {
    uint8_t private_key[56];
    uint8_t public_key[65];
    bool secret; /* shared secret, else public key */
};

static fk_status ask(const struct fk_operations *operations, const struct comparison *comparison,
                     uint8_t answer[65], const struct question *question)
{
    size_t length = comparison->sizes.private_key_bytes;
    memset(answer, 0xA5, 65);
    if (question->secret)
        return operations->shared_secret(operations->context, comparison->group, answer,
                                         question->private_key, length, question->public_key,
                                         comparison->sizes.public_key_bytes);
    return operations->public_key(operations->context, comparison->group, answer,
                                  question->private_key, length);
}

static void report(struct comparison *comparison, const struct question *question,
                   const char *oracle, fk_status ours, fk_status theirs, const uint8_t *our_answer,
                   const uint8_t *their_answer)
{
    char text[FK_HEX_BYTES];
    size_t length = question->secret ? comparison->sizes.shared_secret_bytes
                                     : comparison->sizes.public_key_bytes;
    comparison->failed++;
    fprintf(stderr, "%s %s differs from %s\n", fk_group_name(comparison->group),
            question->secret ? "shared secret" : "public key", oracle);
    fprintf(stderr, "  private key %s\n",
            fk_to_hex(text, question->private_key, comparison->sizes.private_key_bytes));
    if (question->secret)
        fprintf(stderr, "  public key  %s\n",
                fk_to_hex(text, question->public_key, comparison->sizes.public_key_bytes));
    fprintf(stderr, "  ours   (%d) %s\n", (int)ours, fk_to_hex(text, our_answer, length));
    fprintf(stderr, "  theirs (%d) %s\n", (int)theirs, fk_to_hex(text, their_answer, length));
}

static void compare(struct comparison *comparison, const struct question *question, unsigned number)
{
    uint8_t ours[65], theirs[65];
    size_t length = question->secret ? comparison->sizes.shared_secret_bytes
                                     : comparison->sizes.public_key_bytes;
    fk_status our_status = ask(comparison->subject, comparison, ours, question);
    if (our_status != FK_OK && !fk_all_bytes(ours, length, 0)) {
        memset(theirs, 0, sizeof theirs);
        report(comparison, question, "zeroed output", our_status, our_status, ours, theirs);
    }
    for (size_t i = 0; i < comparison->judge_count; i++) {
        const struct fk_judge *judge = &comparison->judges[i];
        if (number % judge->every != 0)
            continue;
        fk_status their_status = ask(judge->operations, comparison, theirs, question);
        if (their_status == FK_NO_ANSWER)
            continue;
        comparison->answers[i]++;
        if ((our_status == FK_OK) != (their_status == FK_OK) || their_status == FK_BROKEN ||
            (judge->knows_statuses && our_status != their_status) ||
            (our_status == FK_OK && memcmp(ours, theirs, length) != 0))
            report(comparison, question, judge->operations->name, our_status, their_status, ours,
                   theirs);
    }
}

static void little_endian(uint8_t *bytes, size_t length, const BIGNUM *value)
{
    if (BN_bn2lebinpad(value, bytes, (int)length) != (int)length) {
        fprintf(stderr, "a modulus does not fit\n");
        exit(2);
    }
}

/*
 * A sum of powers of two at equal distances with random signs, once or twice, modulo n: what the
 * entries of combs and windows stand for. Where such a sum meets the sum that an algorithm holds,
 * an addition would have to double or to give infinity.
 */
static void structured_private_key(struct comparison *comparison, uint8_t private_key[32])
{
    static const int distances[] = {4, 5, 6, 8, 13, 16, 26, 32, 43, 51, 52, 64, 65, 128};
    const BIGNUM *n = fk_p256_numbers()->n;
    struct fk_generator *generator = &comparison->generator;
    BN_CTX *context = BN_CTX_new();
    BIGNUM *sum = BN_new(), *power = BN_new();
    int good = context != NULL && sum != NULL && power != NULL;
    for (uint64_t entries = 1 + fk_generator_below(generator, 3); good && entries > 0; entries--) {
        int distance =
            distances[fk_generator_below(generator, sizeof distances / sizeof distances[0])];
        uint64_t signs = fk_generator_word(generator);
        bool small_signs = fk_generator_below(generator, 2) != 0;
        for (int bit = (int)fk_generator_below(generator, (uint64_t)distance); good && bit < 260;
             bit += distance) {
            BN_zero(power);
            good = BN_set_bit(power, bit);
            /* Few negative terms, or as many as positive ones. */
            bool negative = small_signs ? (signs & 15) == 0 : (signs & 1) != 0;
            signs = small_signs ? signs >> 4 | signs << 60 : signs >> 1 | signs << 63;
            good = good && (negative ? BN_sub(sum, sum, power) : BN_add(sum, sum, power));
        }
        if (fk_generator_below(generator, 2) != 0)
            good = good && BN_lshift1(sum, sum);
    }
    good = good && BN_nnmod(sum, sum, n, context) && BN_bn2binpad(sum, private_key, 32) == 32;
    if (!good) {
        fprintf(stderr, "a private key could not be made\n");
        exit(2);
    }
    BN_free(sum);
    BN_free(power);
    BN_CTX_free(context);
}

static void edge_private_key(struct comparison *comparison, uint8_t private_key[56])
{
    uint8_t number[56];
    size_t length = comparison->sizes.private_key_bytes;
    if (comparison->group != FK_GROUP_SECP256R1) {
        fk_generator_edge(&comparison->generator, private_key, length, NULL);
        return;
    }
    if (fk_generator_below(&comparison->generator, 2) != 0) {
        structured_private_key(comparison, private_key);
        return;
    }
    fk_generator_edge(&comparison->generator, number, length, comparison->order);
    fk_reverse(private_key, number, length);
}

/* An x with a point on P-256, near `number` (little-endian), and one of its two points. */
static void point_near(struct comparison *comparison, uint8_t octets[65], const uint8_t *number)
{
    const BIGNUM *p = fk_field_prime(FK_GROUP_SECP256R1);
    BN_CTX *context = BN_CTX_new();
    BIGNUM *x = BN_lebin2bn(number, 32, NULL), *y = BN_new();
    int good = context != NULL && x != NULL && y != NULL && BN_nnmod(x, x, p, context);
    while (good && !fk_affine_lift_x(y, x))
        good = BN_add_word(x, 1) && BN_nnmod(x, x, p, context);
    if (good && fk_generator_below(&comparison->generator, 2) != 0)
        good = BN_sub(y, p, y);
    octets[0] = 0x04;
    if (!good || BN_bn2binpad(x, octets + 1, 32) != 32 || BN_bn2binpad(y, octets + 33, 32) != 32) {
        fprintf(stderr, "a point could not be made\n");
        exit(2);
    }
    BN_free(x);
    BN_free(y);
    BN_CTX_free(context);
}

static void edge_public_key(struct comparison *comparison, uint8_t public_key[65])
{
    uint8_t number[56];
    size_t length = comparison->sizes.private_key_bytes;
    fk_generator_edge(&comparison->generator, number, length, comparison->modulus);
    if (comparison->group != FK_GROUP_SECP256R1) {
        memcpy(public_key, number, length);
        return;
    }
    point_near(comparison, public_key, number);
    /* Some are spoilt: a bit off, an edge for y, another prefix. */
    switch (fk_generator_below(&comparison->generator, 12)) {
    case 0:
        public_key[1 + fk_generator_below(&comparison->generator, 64)] ^=
            (uint8_t)(1u << fk_generator_below(&comparison->generator, 8));
        break;
    case 1:
        fk_generator_edge(&comparison->generator, number, length, comparison->modulus);
        fk_reverse(public_key + 33, number, length);
        break;
    case 2:
        public_key[0] = (uint8_t)fk_generator_below(&comparison->generator, 256);
        break;
    default:
        break;
    }
}

static void run(struct comparison *comparison, unsigned cases)
{
    for (unsigned i = 0; i < cases; i++) {
        struct question question;
        edge_private_key(comparison, question.private_key);
        edge_public_key(comparison, question.public_key);
        question.secret = i % 4 != 0;
        compare(comparison, &question, i);
    }
}

bool fk_compare_operations(const char *group, unsigned cases, const struct fk_operations *subject,
                           const struct fk_judge *judges, size_t judge_count,
                           size_t expected_judges)
{
    struct comparison comparison = {.subject = subject,
                                    .judges = judges,
                                    .judge_count = judge_count,
                                    .group = fk_group_by_name(group)};
    if (comparison.group == 0 || cases == 0 || judge_count > FK_MOST_JUDGES) {
        fprintf(stderr, "no such comparison: %s, %u cases\n", group, cases);
        return false;
    }
    comparison.generator = fk_generator_start("differential");
    comparison.sizes = *fk_contract_sizes(comparison.group);
    little_endian(comparison.modulus, comparison.sizes.private_key_bytes,
                  fk_field_prime(comparison.group));
    little_endian(comparison.order, sizeof comparison.order, fk_p256_numbers()->n);
    run(&comparison, cases);

    printf("%s: %u questions, %u differences; answers compared:", group, cases, comparison.failed);
    size_t taking_part = 0;
    for (size_t i = 0; i < judge_count; i++) {
        if (comparison.answers[i] == 0)
            continue;
        printf(" %s %lu", judges[i].operations->name, comparison.answers[i]);
        taking_part++;
    }
    printf("\n");
    if (taking_part != expected_judges) {
        fprintf(stderr, "%zu judges took part, not %zu\n", taking_part, expected_judges);
        return false;
    }
    return comparison.failed == 0;
}
