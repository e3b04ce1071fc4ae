/* SPDX-License-Identifier: MIT */
#include "inputs.h"

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct known {
    const char *private_key, *public_key, *answer;
};

/* RFC 7748, 6.1 and 6.2: both parties' public keys; 5.2: the first test vector of each function;
 * 6.1 and 6.2: the shared secret. NIST CAVS 14.1, ECC CDH Primitive, P-256, counts 0 and 1; the
 * coordinates of public keys follow the prefix 04. */
static const struct known known_answers[FK_LINK_CURVES][FK_LINK_OPERATIONS][FK_KNOWN_ANSWERS] = {
    [FK_LINK_X25519] = {[FK_LINK_PUBLIC_KEY] =
                            {{"77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a",
                              NULL,
                              "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a"},
                             {"5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb",
                              NULL,
                              "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"}},
                        [FK_LINK_SHARED_SECRET] =
                            {{"a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
                              "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
                              "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"},
                             {"77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a",
                              "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f",
                              "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"}}},
    [FK_LINK_X448] = {[FK_LINK_PUBLIC_KEY] =
                          {{"9a8f4925d1519f5775cf46b04b5800d4ee9ee8bae8bc5565d498c28dd9c9baf574"
                            "a9419744897391006382a6f127ab1d9ac2d8c0a598726b",
                            NULL,
                            "9b08f7cc31b7e3e67d22d5aea121074a273bd2b83de09c63faa73d2c22c5d9bbc8"
                            "36647241d953d40c5b12da88120d53177f80e532c41fa0"},
                           {"1c306a7ac2a0e2e0990b294470cba339e6453772b075811d8fad0d1d6927c120bb"
                            "5ee8972b0d3e21374c9c921b09d1b0366f10b65173992d",
                            NULL,
                            "3eb7a829b0cd20f5bcfc0b599b6feccf6da4627107bdb0d4f345b43027d8b972fc"
                            "3e34fb4232a13ca706dcb57aec3dae07bdc1c67bf33609"}},
                      [FK_LINK_SHARED_SECRET] =
                          {{"3d262fddf9ec8e88495266fea19a34d28882acef045104d0d1aae121700a779c98"
                            "4c24f8cdd78fbff44943eba368f54b29259a4f1c600ad3",
                            "06fce640fa3487bfda5f6cf2d5263f8aad88334cbd07437f020f08f9814dc031dd"
                            "bdc38c19c6da2583fa5429db94ada18aa7a7fb4ef8a086",
                            "ce3e4ff95a60dc6697da1db1d85e6afbdf79b50a2412d7546d5f239fe14fbaadeb"
                            "445fc66a01b0779d98223961111e21766282f73dd96b6f"},
                           {"9a8f4925d1519f5775cf46b04b5800d4ee9ee8bae8bc5565d498c28dd9c9baf574"
                            "a9419744897391006382a6f127ab1d9ac2d8c0a598726b",
                            "3eb7a829b0cd20f5bcfc0b599b6feccf6da4627107bdb0d4f345b43027d8b972fc"
                            "3e34fb4232a13ca706dcb57aec3dae07bdc1c67bf33609",
                            "07fff4181ac6cc95ec1c16a94a0f74d12da232ce40a77552281d282bb60c0b56fd"
                            "2464c335543936521c24403085d59a449a5037514a879d"}}},
    [FK_LINK_P256] = {[FK_LINK_PUBLIC_KEY] =
                          {{"7d7dc5f71eb29ddaf80d6214632eeae03d9058af1fb6d22ed80badb62bc1a534",
                            NULL,
                            "04ead218590119e8876b29146ff89ca61770c4edbbf97d38ce385ed281d8a6b230"
                            "28af61281fd35e2fa7002523acc85a429cb06ee6648325389f59edfce1405141"},
                           {"38f65d6dce47676044d58ce5139582d568f64bb16098d179dbab07741dd5caf5",
                            NULL,
                            "04119f2f047902782ab0c9e27a54aff5eb9b964829ca99c06b02ddba95b0a3f6d0"
                            "8f52b726664cac366fc98ac7a012b2682cbd962e5acb544671d41b9445704d1d"}},
                      [FK_LINK_SHARED_SECRET] =
                          {{"7d7dc5f71eb29ddaf80d6214632eeae03d9058af1fb6d22ed80badb62bc1a534",
                            "04700c48f77f56584c5cc632ca65640db91b6bacce3a4df6b42ce7cc838833d287"
                            "db71e509e3fd9b060ddb20ba5c51dcc5948d46fbf640dfe0441782cab85fa4ac",
                            "46fc62106420ff012e54a434fbdd2d25ccc5852060561e68040dd7778997bd7b"},
                           {"38f65d6dce47676044d58ce5139582d568f64bb16098d179dbab07741dd5caf5",
                            "04809f04289c64348c01515eb03d5ce7ac1a8cb9498f5caa50197e58d43a86a7ae"
                            "b29d84e811197f25eba8f5194092cb6ff440e26d4421011372461f579271cda3",
                            "057d636096cb80b67a8c038c890e887d1adfa4195e9b3ce241c8a778c59cda67"}}},
};

static size_t from_hex(uint8_t *bytes, const char *hex)
{
    size_t length = strlen(hex) / 2;
    return fk_link_from_hex(bytes, length, hex) ? length : 0;
}

void fk_known_answer(struct fk_input *input, enum fk_link_curve curve,
                     enum fk_link_operation operation, unsigned index)
{
    const struct known *known = &known_answers[curve][operation][index];
    memset(input, 0, sizeof *input);
    from_hex(input->private_key, known->private_key);
    if (known->public_key != NULL) {
        from_hex(input->public_key, known->public_key);
    }
    input->answer_bytes = from_hex(input->answer, known->answer);
}

static bool montgomery_answer(struct fk_input *input, enum fk_link_curve curve,
                              enum fk_link_operation operation)
{
    int type = curve == FK_LINK_X25519 ? EVP_PKEY_X25519 : EVP_PKEY_X448;
    size_t length = fk_link_sizes[curve].private_key;
    EVP_PKEY *own = EVP_PKEY_new_raw_private_key(type, NULL, input->private_key, length);
    bool good = own != NULL;
    input->answer_bytes = length;
    if (good && operation == FK_LINK_PUBLIC_KEY) {
        good = EVP_PKEY_get_raw_public_key(own, input->answer, &input->answer_bytes) == 1;
    } else if (good) {
        EVP_PKEY *peer = EVP_PKEY_new_raw_public_key(type, NULL, input->public_key, length);
        EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(own, NULL);
        good = peer != NULL && context != NULL && EVP_PKEY_derive_init(context) == 1 &&
               EVP_PKEY_derive_set_peer(context, peer) == 1 &&
               EVP_PKEY_derive(context, input->answer, &input->answer_bytes) == 1;
        EVP_PKEY_CTX_free(context);
        EVP_PKEY_free(peer);
    }
    EVP_PKEY_free(own);
    return good;
}

static bool p256_answer(struct fk_input *input, enum fk_link_operation operation)
{
    uint8_t encoded[65];
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    EC_POINT *result = group != NULL ? EC_POINT_new(group) : NULL;
    EC_POINT *peer = group != NULL ? EC_POINT_new(group) : NULL;
    BIGNUM *scalar = BN_bin2bn(input->private_key, 32, NULL);
    bool good = result != NULL && peer != NULL && scalar != NULL;
    if (good && operation == FK_LINK_PUBLIC_KEY) {
        good = EC_POINT_mul(group, result, scalar, NULL, NULL, NULL) == 1;
    } else if (good) {
        good = EC_POINT_oct2point(group, peer, input->public_key, 65, NULL) == 1 &&
               EC_POINT_mul(group, result, NULL, peer, scalar, NULL) == 1;
    }
    good = good && EC_POINT_point2oct(group, result, POINT_CONVERSION_UNCOMPRESSED, encoded,
                                      sizeof encoded, NULL) == sizeof encoded;
    if (good) {
        /* The shared secret is the x-coordinate (SEC 1, 3.3.1): it follows the prefix. */
        bool whole = operation == FK_LINK_PUBLIC_KEY;
        input->answer_bytes = whole ? 65 : 32;
        memcpy(input->answer, encoded + (whole ? 0 : 1), input->answer_bytes);
    }
    BN_free(scalar);
    EC_POINT_free(peer);
    EC_POINT_free(result);
    EC_GROUP_free(group);
    return good;
}

bool fk_independent_answer(struct fk_input *input, enum fk_link_curve curve,
                           enum fk_link_operation operation)
{
    return curve == FK_LINK_P256 ? p256_answer(input, operation)
                                 : montgomery_answer(input, curve, operation);
}

/* Bytes from a label by SHAKE256: anyone can make the same keys. */
static bool derive_key(uint8_t *key, enum fk_link_curve curve, const char *whose, unsigned index)
{
    char label[96];
    int length = snprintf(label, sizeof label, "fieldkex bench %s %s %u",
                          fk_link_curve_names[curve], whose, index);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool good = context != NULL && EVP_DigestInit_ex(context, EVP_shake256(), NULL) == 1 &&
                EVP_DigestUpdate(context, label, (size_t)length) == 1 &&
                EVP_DigestFinalXOF(context, key, fk_link_sizes[curve].private_key) == 1;
    EVP_MD_CTX_free(context);
    if (curve == FK_LINK_P256) {
        /* Below n, which starts with 32 one bits; that all other bits are zero is no concern. */
        key[0] &= 0x7F;
    }
    return good;
}

bool fk_sample_input(struct fk_input *input, enum fk_link_curve curve,
                     enum fk_link_operation operation, unsigned index)
{
    struct fk_input peer;
    memset(input, 0, sizeof *input);
    memset(&peer, 0, sizeof peer);
    if (!derive_key(input->private_key, curve, "own", index) ||
        !derive_key(peer.private_key, curve, "peer", index)) {
        return false;
    }
    if (operation == FK_LINK_SHARED_SECRET) {
        if (!fk_independent_answer(&peer, curve, FK_LINK_PUBLIC_KEY)) {
            return false;
        }
        memcpy(input->public_key, peer.answer, peer.answer_bytes);
    }
    return fk_independent_answer(input, curve, operation);
}
