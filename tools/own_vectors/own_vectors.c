/* SPDX-License-Identifier: MIT */
/* own_vectors FILE: writes the project's own vectors, the same bytes on every machine. */
#include "own_vectors.h"

#include "bytes.h"
#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *output;
static unsigned case_count;

void fk_must(int good, const char *what)
{
    if (good == 0) {
        fprintf(stderr, "own_vectors: %s\n", what);
        exit(1);
    }
}

void fk_number_out(uint16_t group, uint8_t *bytes, const BIGNUM *value)
{
    int length = (int)fk_contract_sizes(group)->private_key_bytes;
    BIGNUM *low = BN_dup(value);
    fk_must(low != NULL, "out of memory");
    if (BN_num_bits(low) > 8 * length)
        fk_must(BN_mask_bits(low, 8 * length), "number");
    if (group == FK_GROUP_SECP256R1)
        fk_must(BN_bn2binpad(low, bytes, length) == length, "number");
    else
        fk_must(BN_bn2lebinpad(low, bytes, length) == length, "number");
    BN_free(low);
}

BIGNUM *fk_number_near(const BIGNUM *base, long offset)
{
    BIGNUM *value = base != NULL ? BN_dup(base) : BN_new();
    fk_must(value != NULL, "out of memory");
    fk_must(offset >= 0 ? BN_add_word(value, (BN_ULONG)offset)
                        : BN_sub_word(value, (BN_ULONG)-offset),
            "number");
    return value;
}

BIGNUM *fk_number_plus_power(const BIGNUM *base, int bit)
{
    BIGNUM *value = BN_new();
    fk_must(value != NULL && BN_set_bit(value, bit) && (base == NULL || BN_add(value, value, base)),
            "number");
    return value;
}

static const char *status_name(fk_status status)
{
    switch ((int)status) {
    case FK_OK:
        return "ok";
    case FK_ERR_LENGTH:
        return "length";
    case FK_ERR_PRIVATE_KEY:
        return "private_key";
    case FK_ERR_PUBLIC_KEY:
        return "public_key";
    case FK_ERR_ZERO_SHARED_SECRET:
        return "zero_shared_secret";
    default:
        fk_must(0, "the reference gives an unknown status");
        return "";
    }
}

static void write_hex(const char *member, const uint8_t *bytes, size_t length)
{
    fprintf(output, ", \"%s\": \"", member);
    for (size_t i = 0; i < length; i++)
        fprintf(output, "%02x", bytes[i]);
    fputc('"', output);
}

/* public_key NULL: the operation is "public key". */
static fk_status ask(const struct fk_operations *operations, uint16_t group, uint8_t result[65],
                     const uint8_t *private_key, const uint8_t *public_key,
                     size_t public_key_length)
{
    size_t private_length = fk_contract_sizes(group)->private_key_bytes;
    if (public_key == NULL)
        return operations->public_key(operations->context, group, result, private_key,
                                      private_length);
    return operations->shared_secret(operations->context, group, result, private_key,
                                     private_length, public_key, public_key_length);
}

static void record(uint16_t group, const uint8_t *private_key, const uint8_t *public_key,
                   size_t public_key_length, const char *comment)
{
    const struct fk_group_sizes *sizes = fk_contract_sizes(group);
    size_t length = public_key != NULL ? sizes->shared_secret_bytes : sizes->public_key_bytes;
    uint8_t result[65], other[65];
    unsigned agreed = 0;
    /* The reference follows the contract to the letter; the others confirm or contradict. */
    fk_status status =
        ask(&fk_oracle_bignum, group, result, private_key, public_key, public_key_length);

    fprintf(output,
            "%s\n{\"id\": %u, \"group\": \"%s\", \"operation\": \"%s\", \"comment\": \"%s\"",
            case_count == 0 ? "" : ",", case_count + 1, fk_group_name(group),
            public_key != NULL ? "shared_secret" : "public_key", comment);
    case_count++;
    write_hex("private", private_key, sizes->private_key_bytes);
    if (public_key != NULL)
        write_hex("public", public_key, public_key_length);
    fprintf(output, ", \"status\": \"%s\"", status_name(status));
    if (status == FK_OK)
        write_hex("result", result, length);
    fprintf(output, ", \"agreed\": [");
    for (size_t i = 0; i < FK_ORACLES; i++) {
        fk_status answer =
            ask(fk_oracles[i], group, other, private_key, public_key, public_key_length);
        if (answer == FK_NO_ANSWER)
            continue;
        if (answer == FK_BROKEN || (answer == FK_OK) != (status == FK_OK) ||
            (status == FK_OK && memcmp(result, other, length) != 0)) {
            fprintf(stderr, "own_vectors: case %u (%s): %s contradicts the reference\n", case_count,
                    comment, fk_oracles[i]->name);
            exit(1);
        }
        fprintf(output, "%s\"%s\"", agreed++ == 0 ? "" : ", ", fk_oracles[i]->name);
    }
    fprintf(output, "]}");
    if (agreed < 2) {
        fprintf(stderr, "own_vectors: case %u (%s): fewer than two agree\n", case_count, comment);
        exit(1);
    }
}

void fk_record_public_key(uint16_t group, const uint8_t *private_key, const char *comment)
{
    record(group, private_key, NULL, 0, comment);
}

void fk_record_shared_secret(uint16_t group, const uint8_t *private_key, const uint8_t *public_key,
                             size_t public_key_length, const char *comment)
{
    record(group, private_key, public_key, public_key_length, comment);
}

int main(int argc, char **argv)
{
    char partial[4096];
    struct fk_generator generator = fk_generator_from(7748);
    if (argc != 2) {
        fprintf(stderr, "usage: own_vectors FILE\n");
        return 2;
    }
    fk_must(snprintf(partial, sizeof partial, "%s.partial", argv[1]) < (int)sizeof partial,
            "the file's name is too long");
    output = fopen(partial, "w");
    if (output == NULL) {
        perror(partial);
        return 1;
    }
    fprintf(output, "{\"schema\": \"fieldkex-own-vectors/1\",\n"
                    "\"made_by\": \"own_vectors tests/vectors/own_vectors.json\",\n\"cases\": [");
    fk_make_x25519(&generator);
    fk_make_x448(&generator);
    fk_make_p256(&generator);
    fprintf(output, "\n],\n\"case_count\": %u}\n", case_count);
    if (ferror(output) != 0 || fclose(output) != 0 || rename(partial, argv[1]) != 0) {
        perror(argv[1]);
        remove(partial);
        return 1;
    }
    printf("own_vectors: %u cases\n", case_count);
    return 0;
}
