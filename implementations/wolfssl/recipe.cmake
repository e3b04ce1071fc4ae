# SPDX-License-Identifier: MIT
# wolfSSL: X25519 and X448 in plain C at four levels of optimisation, P-256 in its Cortex-M assembly.
set(_variants c-O0 c-O1 c-Os c-O2 sp-asm-O2)
fk_find_peer(wolfssl _wolfssl _version _reason)
if(_wolfssl AND NOT _version MATCHES "^5\\.5\\.")
    set(_reason "this recipe is for wolfSSL 5.5, not for ${_version}")
    set(_wolfssl "")
endif()
if(NOT _wolfssl)
    foreach(_variant IN LISTS _variants)
        fk_skip_implementation(wolfssl ${_variant} "${_reason}")
    endforeach()
    return()
endif()

set(_common memory.c wc_port.c)
set(_montgomery curve25519.c fe_operations.c curve448.c fe_448.c)
set(_p256 ecc.c sp_int.c wolfmath.c hash.c sha256.c sp_cortexm.c)
foreach(_variant IN LISTS _variants)
    string(REGEX REPLACE ".*-(O.)$" "-\\1" _optimise ${_variant})
    set(_definitions WOLFSSL_USER_SETTINGS)
    if(_variant MATCHES "^c-")
        set(_sources ${_common} ${_montgomery})
        set(_operations
            "x25519 public_key alike clamp encode"
            "x25519 shared_secret alike clamp decode check-zero encode"
            "x448 public_key alike clamp encode"
            "x448 shared_secret alike clamp decode check-zero encode")
    else()
        set(_sources ${_common} ${_p256})
        list(APPEND _definitions WOLFSSL_SP_ASM WOLFSSL_SP_ARM_CORTEX_M_ASM)
        set(_operations
            "p256 public_key alike decode check-private encode"
            "p256 shared_secret alike decode validate encode")
    endif()
    list(TRANSFORM _sources PREPEND ${_wolfssl}/wolfcrypt/src/)
    fk_add_implementation(NAME wolfssl VARIANT ${_variant} VERSION ${_version}
        OPTIONS ${_optimise}
        ADAPTER ${CMAKE_CURRENT_LIST_DIR}/adapter.c
        SOURCES ${_sources}
        INCLUDE_DIRECTORIES ${CMAKE_CURRENT_LIST_DIR} ${_wolfssl}
        DEFINITIONS ${_definitions}
        OPERATIONS ${_operations})
endforeach()
