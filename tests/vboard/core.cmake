# SPDX-License-Identifier: MIT
# Tests of parts of the core: the decoder against other disassemblers and against execution, the
# private peripherals, board.json, and what the core does with a chip (one of the test's own).
find_package(PkgConfig REQUIRED)
pkg_check_modules(FK_CAPSTONE QUIET IMPORTED_TARGET capstone)
find_program(FIELDKEX_ARM_OBJDUMP arm-none-eabi-objdump)
if(NOT FIELDKEX_ARM_OBJDUMP)
    set(FIELDKEX_ARM_OBJDUMP "" CACHE STRING "Disassembler that the decoder is compared with" FORCE)
endif()

function(_core_test name)
    add_executable(vboard_core_${name} ${CMAKE_CURRENT_LIST_DIR}/core_${name}.c)
    target_link_libraries(vboard_core_${name} PRIVATE ${ARGN} PkgConfig::cmocka)
    target_include_directories(vboard_core_${name} PRIVATE ${PROJECT_SOURCE_DIR})
    target_compile_definitions(vboard_core_${name} PRIVATE _GNU_SOURCE
        FK_BOARD_JSON="${PROJECT_SOURCE_DIR}/boards/nucleo-l476rg/board.json"
        FK_OBJDUMP="${FIELDKEX_ARM_OBJDUMP}")
    set_target_properties(vboard_core_${name} PROPERTIES C_STANDARD 11 C_STANDARD_REQUIRED ON)
    fieldkex_warnings(vboard_core_${name})
    fieldkex_add_test(vboard.core_${name} vboard_core_${name})
    set_tests_properties(vboard.core_${name} PROPERTIES TIMEOUT 600)
endfunction()

_core_test(decode fk_vboard)
if(TARGET PkgConfig::FK_CAPSTONE)
    target_compile_definitions(vboard_core_decode PRIVATE FK_HAVE_CAPSTONE)
    target_link_libraries(vboard_core_decode PRIVATE PkgConfig::FK_CAPSTONE)
endif()
_core_test(operands fk_vboard)
_core_test(profile fk_vboard)
_core_test(private fk_vboard)
# Not the library: the test has a table of chips of its own.
_core_test(chip fk_vboard_core)
