/* SPDX-License-Identifier: MIT */
/* What a user of the installed library writes first: compiled as C and as C++. */
#include <fieldkex/fieldkex.h>

#include <stdio.h>
#include <string.h>

/* A stand-in for the device's random source. */
static int fixed_source(void *context, uint8_t *output, size_t length)
{
    memset(output, *(const int *)context, length);
    return 0;
}

int main(void)
{
    int alice_seed = 1, bob_seed = 2;
    uint8_t alice_private[FK_X25519_PRIVATE_KEY_BYTES], alice_public[FK_X25519_PUBLIC_KEY_BYTES];
    uint8_t bob_private[FK_X25519_PRIVATE_KEY_BYTES], bob_public[FK_X25519_PUBLIC_KEY_BYTES];
    uint8_t alice_secret[FK_X25519_SHARED_SECRET_BYTES], bob_secret[FK_X25519_SHARED_SECRET_BYTES];
    if (fk_x25519_key_pair(alice_public, alice_private, fixed_source, &alice_seed) != FK_OK ||
        fk_x25519_key_pair(bob_public, bob_private, fixed_source, &bob_seed) != FK_OK ||
        fk_x25519_shared_secret(alice_secret, alice_private, bob_public) != FK_OK ||
        fk_x25519_shared_secret(bob_secret, bob_private, alice_public) != FK_OK ||
        memcmp(alice_secret, bob_secret, sizeof alice_secret) != 0 ||
        strcmp(fk_version(), FK_VERSION) != 0)
        return 1;
    printf("%s %s\n", fk_version(), fk_status_text(FK_OK));
    return 0;
}
