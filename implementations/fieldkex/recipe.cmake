# SPDX-License-Identifier: MIT
# libfieldkex itself: every source file guards itself, so all of them are compiled.
file(STRINGS ${FK_ROOT}/include/fieldkex/version.h _version REGEX "define FK_VERSION \"")
string(REGEX REPLACE ".*\"([0-9.]+)\".*" "\\1" _version "${_version}")
file(GLOB _sources CONFIGURE_DEPENDS ${FK_ROOT}/src/*.c ${FK_ROOT}/src/*/*.c ${FK_ROOT}/src/*/*.S)
include(${FK_ROOT}/cmake/FieldkexCortexM4.cmake)

# _fieldkex(VARIANT CODE_MEMORY DEFINITION...)
function(_fieldkex variant code_memory)
    fk_add_implementation(NAME fieldkex VARIANT ${variant} VERSION ${_version}
        CODE_MEMORY ${code_memory}
        OPTIONS ${FIELDKEX_CORTEX_M4_OPTIONS} -std=c99
        ADAPTER ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/adapter.c
        SOURCES ${_sources}
        INCLUDE_DIRECTORIES ${FK_ROOT}/include
        DEFINITIONS ${ARGN}
        OPERATIONS
            "x25519 public_key alike clamp encode"
            "x25519 shared_secret alike clamp decode check-zero encode"
            "x448 public_key alike clamp encode"
            "x448 shared_secret alike clamp decode check-zero encode"
            "p256 public_key alike decode check-private encode"
            "p256 shared_secret alike decode check-private validate table encode")
    # Also the generic entry, which checks lengths: tests call it in these images. Operations are
    # linked alone to measure their flash bytes, so no figure has it.
    set(image fieldkex-${variant})
    if(NOT code_memory STREQUAL FK_DEFAULT_CODE_MEMORY)
        string(APPEND image -${code_memory})
    endif()
    if(TARGET ${image})
        target_link_options(${image} PRIVATE -Wl,--undefined=fk_shared_secret)
    endif()
endfunction()

_fieldkex(portable flash FK_PORTABLE)
