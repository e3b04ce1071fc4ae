/* SPDX-License-Identifier: MIT */
/* libraries GROUP CASES: the library on this host against OpenSSL, libsodium, nettle, mbed TLS and
 * the bignum reference. */
#include "comparison.h"
#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    static const struct fk_judge judges[] = {
        {&fk_oracle_openssl, 1, false}, {&fk_oracle_sodium, 1, false},
        {&fk_oracle_nettle, 5, false},  {&fk_oracle_mbedtls, 5, false},
        {&fk_oracle_bignum, 27, true},
    };
    const size_t count = sizeof judges / sizeof judges[0];
    if (argc != 3) {
        fprintf(stderr, "usage: %s x25519|x448|p256 CASES\n", argv[0]);
        return 2;
    }
    /* libsodium has X25519 alone. */
    const size_t expected = fk_group_by_name(argv[1]) == FK_GROUP_X25519 ? count : count - 1;
    return fk_compare_operations(argv[1], (unsigned)strtoul(argv[2], NULL, 10),
                                 &fk_operations_direct, judges, count, expected)
               ? 0
               : 1;
}
