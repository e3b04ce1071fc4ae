/* SPDX-License-Identifier: MIT */
#include "published.h"

#include <stddef.h>

const char *const fk_publication_titles[] = {"WFCS 2022", "SWRA667 Table 14", "SWRA667 Table 14"};

const char *const fk_publication_sources[] = {
    "L. H. Gebauer, H. Trsek, S. Heiss, WFCS 2022, doi:10.1109/wfcs53837.2022.9779189",
    "Texas Instruments, SWRA667, January 2020, Table 14",
    "Texas Instruments, SWRA667, January 2020, Table 14",
};

/* The abstract of WFCS 2022 says "around" of both its figures, and gives each for both operations.
 */
static const struct fk_published figures[] = {
    {FK_WFCS_2022_WOLFSSL, FK_LINK_X25519, FK_LINK_PUBLIC_KEY, 220.0, "~220", 0.0, NULL},
    {FK_WFCS_2022_WOLFSSL, FK_LINK_X25519, FK_LINK_SHARED_SECRET, 220.0, "~220", 0.0, NULL},
    {FK_WFCS_2022_WOLFSSL, FK_LINK_X448, FK_LINK_PUBLIC_KEY, 900.0, "~900", 0.0, NULL},
    {FK_WFCS_2022_WOLFSSL, FK_LINK_X448, FK_LINK_SHARED_SECRET, 900.0, "~900", 0.0, NULL},
    {FK_SWRA667_HARDWARE, FK_LINK_P256, FK_LINK_PUBLIC_KEY, 114.0, "114.0", 1.68, "1.68"},
    {FK_SWRA667_HARDWARE, FK_LINK_P256, FK_LINK_SHARED_SECRET, 114.3, "114.3", 1.69, "1.69"},
    {FK_SWRA667_HARDWARE, FK_LINK_X25519, FK_LINK_PUBLIC_KEY, 54.9, "54.9", 1.68, "1.68"},
    {FK_SWRA667_HARDWARE, FK_LINK_X25519, FK_LINK_SHARED_SECRET, 54.9, "54.9", 1.68, "1.68"},
    {FK_SWRA667_MBEDTLS, FK_LINK_P256, FK_LINK_PUBLIC_KEY, 231.0, "231", 3.10, "3.10"},
    {FK_SWRA667_MBEDTLS, FK_LINK_P256, FK_LINK_SHARED_SECRET, 668.0, "668", 3.10, "3.10"},
    {FK_SWRA667_MBEDTLS, FK_LINK_X25519, FK_LINK_PUBLIC_KEY, 585.0, "585", 3.10, "3.10"},
    {FK_SWRA667_MBEDTLS, FK_LINK_X25519, FK_LINK_SHARED_SECRET, 620.0, "620", 3.10, "3.10"},
};

const struct fk_published *fk_published(enum fk_publication publication, enum fk_link_curve curve,
                                        enum fk_link_operation operation)
{
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        if (figures[i].publication == publication && figures[i].curve == curve &&
            figures[i].operation == operation) {
            return &figures[i];
        }
    }
    return NULL;
}
