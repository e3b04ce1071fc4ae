/* SPDX-License-Identifier: MIT */
#include "host_operations.h"

#include "text.h"

#include "fieldkex/fieldkex.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <stdlib.h>
#include <string.h>

struct fk_host_operation {
    enum fk_host_contender contender;
    enum fk_link_curve curve;
    enum fk_link_operation operation;
    struct fk_input input;
    uint8_t output[FK_LINK_MAX_VALUE_BYTES];
    size_t output_bytes;
    /* OpenSSL's. */
    EVP_PKEY *own, *peer, *made;
    EVP_PKEY_CTX *context;
};

static bool call_fieldkex(struct fk_host_operation *o)
{
    const uint8_t *own = o->input.private_key, *peer = o->input.public_key;
    fk_status status = FK_ERR_GROUP;
    bool public_key = o->operation == FK_LINK_PUBLIC_KEY;
    switch (o->curve) {
    case FK_LINK_X25519:
        status = public_key ? fk_x25519_public_key(o->output, own)
                            : fk_x25519_shared_secret(o->output, own, peer);
        break;
    case FK_LINK_X448:
        status = public_key ? fk_x448_public_key(o->output, own)
                            : fk_x448_shared_secret(o->output, own, peer);
        break;
    case FK_LINK_P256:
        status = public_key ? fk_p256_public_key(o->output, own)
                            : fk_p256_shared_secret(o->output, own, peer, FK_P256_PUBLIC_KEY_BYTES);
        break;
    case FK_LINK_CURVES:
        break;
    }
    o->output_bytes = o->input.answer_bytes;
    return status == FK_OK;
}

static int key_type(enum fk_link_curve curve)
{
    return curve == FK_LINK_X25519 ? EVP_PKEY_X25519 : EVP_PKEY_X448;
}

/* EVP makes a public key from a given private key only for X25519 and X448; for P-256 it makes a
 * key pair, whose random private key is inside the timing. */
static bool call_public_key(struct fk_host_operation *o)
{
    EVP_PKEY_free(o->made);
    o->made = NULL;
    if (o->curve == FK_LINK_P256) {
        return EVP_PKEY_generate(o->context, &o->made) == 1;
    }
    o->made = EVP_PKEY_new_raw_private_key(key_type(o->curve), NULL, o->input.private_key,
                                           fk_link_sizes[o->curve].private_key);
    o->output_bytes = sizeof o->output;
    return o->made != NULL &&
           EVP_PKEY_get_raw_public_key(o->made, o->output, &o->output_bytes) == 1;
}

static bool call_openssl(struct fk_host_operation *o)
{
    if (o->operation == FK_LINK_PUBLIC_KEY) {
        return call_public_key(o);
    }
    o->output_bytes = sizeof o->output;
    return EVP_PKEY_derive(o->context, o->output, &o->output_bytes) == 1;
}

static EVP_PKEY *p256_key(const uint8_t *private_key, const uint8_t *public_key)
{
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    BIGNUM *scalar = private_key != NULL ? BN_bin2bn(private_key, 32, NULL) : NULL;
    OSSL_PARAM *parameters = NULL;
    bool good =
        context != NULL && builder != NULL &&
        OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0) == 1 &&
        (scalar == NULL ||
         OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, scalar) == 1) &&
        OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, public_key, 65) == 1;
    parameters = good ? OSSL_PARAM_BLD_to_param(builder) : NULL;
    if (parameters == NULL || EVP_PKEY_fromdata_init(context) != 1 ||
        EVP_PKEY_fromdata(context, &key, EVP_PKEY_KEYPAIR, parameters) != 1) {
        key = NULL;
    }
    OSSL_PARAM_free(parameters);
    BN_free(scalar);
    OSSL_PARAM_BLD_free(builder);
    EVP_PKEY_CTX_free(context);
    return key;
}

static bool prepare_shared_secret(struct fk_host_operation *o)
{
    size_t length = fk_link_sizes[o->curve].private_key;
    if (o->curve == FK_LINK_P256) {
        struct fk_input own = o->input;
        if (!fk_independent_answer(&own, FK_LINK_P256, FK_LINK_PUBLIC_KEY)) {
            return false;
        }
        o->own = p256_key(o->input.private_key, own.answer);
        o->peer = p256_key(NULL, o->input.public_key);
    } else {
        o->own =
            EVP_PKEY_new_raw_private_key(key_type(o->curve), NULL, o->input.private_key, length);
        o->peer =
            EVP_PKEY_new_raw_public_key(key_type(o->curve), NULL, o->input.public_key, length);
    }
    o->context = o->own != NULL ? EVP_PKEY_CTX_new(o->own, NULL) : NULL;
    return o->context != NULL && o->peer != NULL && EVP_PKEY_derive_init(o->context) == 1 &&
           EVP_PKEY_derive_set_peer(o->context, o->peer) == 1;
}

static bool prepare_openssl(struct fk_host_operation *o)
{
    if (o->operation == FK_LINK_SHARED_SECRET) {
        return prepare_shared_secret(o);
    }
    if (o->curve != FK_LINK_P256) {
        return true;
    }
    o->context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    return o->context != NULL && EVP_PKEY_keygen_init(o->context) == 1 &&
           EVP_PKEY_CTX_set_group_name(o->context, "P-256") == 1;
}

struct fk_host_operation *fk_host_prepare(enum fk_host_contender contender,
                                          enum fk_link_curve curve,
                                          enum fk_link_operation operation,
                                          const struct fk_input *input)
{
    struct fk_host_operation *o = fk_allocate(1, sizeof *o);
    o->contender = contender;
    o->curve = curve;
    o->operation = operation;
    o->input = *input;
    if (contender == FK_HOST_OPENSSL && !prepare_openssl(o)) {
        fk_host_release(o);
        return NULL;
    }
    return o;
}

bool fk_host_call(struct fk_host_operation *o)
{
    return o->contender == FK_HOST_FIELDKEX ? call_fieldkex(o) : call_openssl(o);
}

/* OpenSSL made the pair itself: the public key is computed once more from the private one. */
static bool check_made_pair(const struct fk_host_operation *o)
{
    struct fk_input input = {0};
    uint8_t made[65];
    size_t length = 0;
    BIGNUM *scalar = NULL;
    bool good = EVP_PKEY_get_bn_param(o->made, OSSL_PKEY_PARAM_PRIV_KEY, &scalar) == 1 &&
                BN_bn2binpad(scalar, input.private_key, 32) == 32 &&
                EVP_PKEY_get_octet_string_param(o->made, OSSL_PKEY_PARAM_PUB_KEY, made, sizeof made,
                                                &length) == 1 &&
                length == sizeof made &&
                fk_independent_answer(&input, FK_LINK_P256, FK_LINK_PUBLIC_KEY) &&
                memcmp(made, input.answer, sizeof made) == 0;
    BN_free(scalar);
    return good;
}

bool fk_host_check(struct fk_host_operation *o)
{
    if (o->contender == FK_HOST_OPENSSL && o->curve == FK_LINK_P256 &&
        o->operation == FK_LINK_PUBLIC_KEY) {
        return check_made_pair(o);
    }
    bool right = o->output_bytes == o->input.answer_bytes &&
                 memcmp(o->output, o->input.answer, o->output_bytes) == 0;
    /* So that a call which writes nothing cannot pass. */
    memset(o->output, 0, sizeof o->output);
    return right;
}

void fk_host_release(struct fk_host_operation *o)
{
    EVP_PKEY_CTX_free(o->context);
    EVP_PKEY_free(o->own);
    EVP_PKEY_free(o->peer);
    EVP_PKEY_free(o->made);
    free(o);
}

const char *fk_host_implementation(enum fk_host_contender contender)
{
    return contender == FK_HOST_FIELDKEX ? "fieldkex" : "openssl";
}

const char *fk_host_variant(enum fk_host_contender contender)
{
    return contender == FK_HOST_FIELDKEX ? "portable" : "evp";
}

const char *fk_host_version(enum fk_host_contender contender)
{
    return contender == FK_HOST_FIELDKEX ? fk_version() : OpenSSL_version(OPENSSL_VERSION_STRING);
}

const char *fk_host_compiler(enum fk_host_contender contender)
{
#ifdef __clang__
    static const char name[] = __VERSION__;
#else
    static const char name[] = "gcc " __VERSION__;
#endif
    return contender == FK_HOST_FIELDKEX ? name : NULL;
}

const char *fk_host_flags(enum fk_host_contender contender)
{
    return contender == FK_HOST_FIELDKEX ? FK_HOST_FLAGS : NULL;
}

const char *fk_host_includes(enum fk_host_contender contender, enum fk_link_curve curve,
                             enum fk_link_operation operation)
{
    if (contender == FK_HOST_OPENSSL) {
        if (operation == FK_LINK_SHARED_SECRET) {
            return curve == FK_LINK_P256 ? "encode" : "clamp encode check-zero";
        }
        return curve == FK_LINK_P256 ? "random key-object" : "clamp encode key-object";
    }
    if (curve == FK_LINK_P256) {
        return operation == FK_LINK_PUBLIC_KEY ? "decode check-private encode"
                                               : "decode check-private validate encode";
    }
    return operation == FK_LINK_PUBLIC_KEY ? "clamp encode" : "clamp decode check-zero encode";
}
