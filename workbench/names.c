/* SPDX-License-Identifier: MIT */
#include "names.h"

#include <string.h>

const char *const fk_evidence_names[] = {"simulated", "measured"};
const char *const fk_code_memory_names[] = {"flash", "sram2"};
const char *const fk_answers_names[] = {"pass", "fail"};

static const char *const implementation_titles[][2] = {
    {"wolfssl", "wolfSSL"},
    {"mbedtls", "mbed TLS"},
    {"bearssl", "BearSSL"},
    {"openssl", "OpenSSL"},
};

#define MONTGOMERY (1u << FK_LINK_X25519 | 1u << FK_LINK_X448)
#define ALL (MONTGOMERY | 1u << FK_LINK_P256)
#define BOTH (1u << FK_TABLE_WFCS | 1u << FK_TABLE_SWRA)

static const struct variant {
    const char *name, *variant, *title;
    unsigned curves;
    bool slow;
    unsigned tables; /* bit: enum fk_table_name; of those that show the implementation */
} variants[] = {
    {"wolfssl", "c-O0", "-O0", MONTGOMERY, true, BOTH},
    {"wolfssl", "c-O1", "-O1", MONTGOMERY, true, BOTH},
    {"wolfssl", "c-Os", "-Os", MONTGOMERY, false, BOTH},
    {"wolfssl", "c-O2", "-O2", MONTGOMERY, false, BOTH},
    {"wolfssl", "sp-asm-O2", "-O2 SP asm", 1u << FK_LINK_P256, false, BOTH},
    {"mbedtls", "O2-noasm", "-O2 in C", ALL, false, BOTH},
    {"mbedtls", "Os", "-Os", ALL, false, BOTH},
    {"mbedtls", "O2", "-O2", ALL, false, BOTH},
    {"fieldkex", "portable", "portable", ALL, false, BOTH},
    {"fieldkex", "armv7em-shared", "assembly, no FPU", ALL, false, 0},
    {"fieldkex", "armv7em-fp-shared", "asm flash", ALL, false, 1u << FK_TABLE_WFCS},
    {"fieldkex", "armv7em-small", "assembly, small, no FPU", ALL, false, 0},
    {"fieldkex", "armv7em-fp-small", "assembly, small", ALL, false, 0},
    {"fieldkex", "armv7em", "assembly, no FPU", ALL, false, 0},
    {"fieldkex", "armv7em-fp", "asm", ALL, false, BOTH},
    {"openssl", "evp", "EVP", ALL, false, BOTH},
};

#define VARIANTS (sizeof variants / sizeof variants[0])

const char *fk_implementation_title(const char *name)
{
    for (size_t i = 0; i < sizeof implementation_titles / sizeof implementation_titles[0]; i++) {
        if (strcmp(implementation_titles[i][0], name) == 0) {
            return implementation_titles[i][1];
        }
    }
    return name;
}

static const struct variant *find_variant(const char *name, const char *variant)
{
    for (size_t i = 0; i < VARIANTS; i++) {
        if (strcmp(variants[i].name, name) == 0 && strcmp(variants[i].variant, variant) == 0) {
            return &variants[i];
        }
    }
    return NULL;
}

const char *fk_variant_title(const char *name, const char *variant)
{
    const struct variant *found = find_variant(name, variant);
    return found != NULL ? found->title : variant;
}

int fk_variant_rank(const char *name, const char *variant)
{
    const struct variant *found = find_variant(name, variant);
    return found != NULL ? (int)(found - variants) : (int)VARIANTS;
}

unsigned fk_variant_curves(const char *name, const char *variant)
{
    const struct variant *found = find_variant(name, variant);
    return found != NULL ? found->curves : ALL;
}

bool fk_variant_is_slow(const char *name, const char *variant)
{
    const struct variant *found = find_variant(name, variant);
    return found != NULL && found->slow;
}

bool fk_variant_is_in_table(const char *name, const char *variant, enum fk_table_name table)
{
    const struct variant *found = find_variant(name, variant);
    return found == NULL || (found->tables >> table & 1u) != 0;
}
