# SPDX-License-Identifier: MIT
# mbed TLS: all three curves, for speed, for size, and without its assembly for multiplication.
set(_variants O2 Os O2-noasm)
fk_find_peer(mbedtls _mbedtls _version _reason)
if(_mbedtls AND NOT _version MATCHES "^2\\.28\\.")
    set(_reason "this recipe is for mbed TLS 2.28, not for ${_version}")
    set(_mbedtls "")
endif()
if(NOT _mbedtls)
    foreach(_variant IN LISTS _variants)
        fk_skip_implementation(mbedtls ${_variant} "${_reason}")
    endforeach()
    return()
endif()

set(_sources bignum.c ecp.c ecp_curves.c ecdh.c platform_util.c constant_time.c)
list(TRANSFORM _sources PREPEND ${_mbedtls}/library/)
foreach(_variant IN LISTS _variants)
    string(REGEX REPLACE "^(O.).*" "-\\1" _optimise ${_variant})
    set(_definitions MBEDTLS_CONFIG_FILE="fieldkex_mbedtls_config.h")
    if(NOT _variant MATCHES "noasm")
        list(APPEND _definitions MBEDTLS_HAVE_ASM)
    endif()
    fk_add_implementation(NAME mbedtls VARIANT ${_variant} VERSION ${_version}
        OPTIONS ${_optimise}
        ADAPTER ${CMAKE_CURRENT_LIST_DIR}/adapter.c
        SOURCES ${_sources}
        INCLUDE_DIRECTORIES ${CMAKE_CURRENT_LIST_DIR} ${_mbedtls}/include ${_mbedtls}/library
        DEFINITIONS ${_definitions}
        OPERATIONS
            "x25519 public_key alike clamp decode encode"
            "x25519 shared_secret alike clamp decode validate encode"
            "x448 public_key alike clamp decode encode"
            "x448 shared_secret alike clamp decode validate encode"
            "p256 public_key differ decode check-private encode table-on-first-call"
            "p256 shared_secret differ decode check-private validate table encode")
endforeach()
