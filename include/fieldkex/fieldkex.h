/* SPDX-License-Identifier: MIT */
/*
 * Everything of libfieldkex: constant-time key exchange on X25519, X448 and P-256, the key-exchange
 * groups of TLS 1.3. Each group has a header of its own; group.h has one entry for all of them.
 */
#ifndef FIELDKEX_FIELDKEX_H
#define FIELDKEX_FIELDKEX_H

#include "fieldkex/group.h"
#include "fieldkex/p256.h"
#include "fieldkex/random.h"
#include "fieldkex/status.h"
#include "fieldkex/version.h"
#include "fieldkex/x25519.h"
#include "fieldkex/x448.h"

#endif
