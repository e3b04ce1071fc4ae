/* SPDX-License-Identifier: MIT */
#include "fieldkex/status.h"

const char *fk_status_text(fk_status status)
{
    switch (status) {
    case FK_OK:
        return "Success";
    case FK_ERR_LENGTH:
        return "A length is not the one that the group requires";
    case FK_ERR_GROUP:
        return "The group is not one of x25519, x448 and secp256r1";
    case FK_ERR_PRIVATE_KEY:
        return "The private key is not in the range that the group requires";
    case FK_ERR_PUBLIC_KEY:
        return "The public key is not a valid point of the group";
    case FK_ERR_ZERO_SHARED_SECRET:
        return "The shared secret would be all zero";
    case FK_ERR_RANDOM:
        return "The random source failed or gave only unusable values";
    }
    return "Unknown status";
}
