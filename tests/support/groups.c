/* SPDX-License-Identifier: MIT */
#include "operations.h"

#include <string.h>

const uint16_t fk_test_groups[FK_TEST_GROUPS] = {FK_GROUP_X25519, FK_GROUP_X448,
                                                 FK_GROUP_SECP256R1};

static const struct {
    uint16_t group;
    const char *name;
    struct fk_group_sizes sizes;
} groups[FK_TEST_GROUPS] = {
    {0x001D, "x25519", {32, 32, 32}},
    {0x001E, "x448", {56, 56, 56}},
    {0x0017, "p256", {32, 65, 32}},
};

const struct fk_group_sizes *fk_contract_sizes(uint16_t group)
{
    for (size_t i = 0; i < FK_TEST_GROUPS; i++) {
        if (groups[i].group == group)
            return &groups[i].sizes;
    }
    return NULL;
}

const char *fk_group_name(uint16_t group)
{
    for (size_t i = 0; i < FK_TEST_GROUPS; i++) {
        if (groups[i].group == group)
            return groups[i].name;
    }
    return "?";
}

uint16_t fk_group_by_name(const char *name)
{
    for (size_t i = 0; i < FK_TEST_GROUPS; i++) {
        if (strcmp(groups[i].name, name) == 0)
            return groups[i].group;
    }
    return 0;
}
