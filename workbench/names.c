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

static const struct variant {
    const char *name, *variant, *title;
    unsigned curves;
    bool slow;
} variants[] = {
    {"wolfssl", "c-O0", "-O0", MONTGOMERY, true},
    {"wolfssl", "c-O1", "-O1", MONTGOMERY, true},
    {"wolfssl", "c-Os", "-Os", MONTGOMERY, false},
    {"wolfssl", "c-O2", "-O2", MONTGOMERY, false},
    {"wolfssl", "sp-asm-O2", "-O2 SP asm", 1u << FK_LINK_P256, false},
    {"mbedtls", "O2-noasm", "-O2 no asm", ALL, false},
    {"mbedtls", "Os", "-Os", ALL, false},
    {"mbedtls", "O2", "-O2", ALL, false},
    {"fieldkex", "portable", "portable C", ALL, false},
    {"fieldkex", "armv7em", "armv7em", ALL, false},
    {"openssl", "evp", "EVP", ALL, false},
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
