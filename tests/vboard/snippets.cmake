# SPDX-License-Identifier: MIT
# The snippets that the virtual board runs in its tests, and those tests. Without a compiler for the
# board the tests say so and count as skipped.
set(_snippets ${CMAKE_CURRENT_LIST_DIR}/snippets)
set(_snippets_out ${CMAKE_CURRENT_BINARY_DIR}/snippets)
find_program(FIELDKEX_ARM_GCC arm-none-eabi-gcc)
find_program(FIELDKEX_ARM_STRIP arm-none-eabi-strip)

set(_snippet_images "")
# _snippet_image(NAME FILE...): NAME.elf of files in snippets/.
function(_snippet_image name)
    set(_flags -mcpu=cortex-m4 -mthumb -mfpu=fpv4-sp-d16 -mfloat-abi=hard -O2 -g -std=gnu11
        -ffreestanding -fno-common -fno-math-errno -Wall -Wextra -Wno-unused-parameter)
    set(_objects "")
    foreach(_file IN LISTS ARGN)
        set(_object ${_snippets_out}/${name}/${_file}.o)
        get_filename_component(_folder ${_object} DIRECTORY)
        file(MAKE_DIRECTORY ${_folder})
        add_custom_command(OUTPUT ${_object}
            COMMAND ${FIELDKEX_ARM_GCC} ${_flags} -c ${_snippets}/${_file} -o ${_object}
            DEPENDS ${_snippets}/${_file} ${_snippets}/macros.inc ${_snippets}/registers.h VERBATIM)
        list(APPEND _objects ${_object})
    endforeach()
    set(_image ${_snippets_out}/${name}.elf)
    add_custom_command(OUTPUT ${_image}
        COMMAND ${FIELDKEX_ARM_GCC} ${_flags} -nostdlib -nostartfiles -T ${_snippets}/snippets.ld ${_objects} -lgcc -o ${_image}
        DEPENDS ${_objects} ${_snippets}/snippets.ld VERBATIM)
    set(_snippet_images ${_snippet_images} ${_image} PARENT_SCOPE)
endfunction()

if(FIELDKEX_ARM_GCC AND FIELDKEX_ARM_STRIP)
    _snippet_image(snippets startup.S prepare.c timing_execute.S timing_fetch.S timing_flash.S
        timing_exceptions.S faults.S exceptions.c compute.c)
    _snippet_image(echo startup.S prepare.c echo.c)
    _snippet_image(echo_interrupt startup.S prepare.c echo_interrupt.c)
    _snippet_image(restart startup.S restart.c)
    add_custom_command(OUTPUT ${_snippets_out}/stripped.elf
        COMMAND ${FIELDKEX_ARM_STRIP} -o ${_snippets_out}/stripped.elf ${_snippets_out}/snippets.elf
        DEPENDS ${_snippets_out}/snippets.elf VERBATIM)
    list(APPEND _snippet_images ${_snippets_out}/stripped.elf)
else()
    message(STATUS "Virtual board: arm-none-eabi-gcc is missing, most of its tests are skipped")
endif()
add_custom_target(fk_snippets ALL DEPENDS ${_snippet_images})

# The virtual board again with sanitizers, which its options carry to whatever links it.
set(_sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -g -O1)
set(_vboard_sources "")
foreach(_target IN ITEMS fk_vboard_core fk_vboard)
    get_target_property(_sources ${_target} SOURCES)
    get_target_property(_source_dir ${_target} SOURCE_DIR)
    foreach(_source IN LISTS _sources)
        if(_source MATCHES "\\.c$")
            cmake_path(ABSOLUTE_PATH _source BASE_DIRECTORY ${_source_dir})
            list(APPEND _vboard_sources ${_source})
        endif()
    endforeach()
endforeach()
add_library(fk_vboard_sanitized STATIC ${_vboard_sources})
target_compile_definitions(fk_vboard_sanitized PRIVATE _GNU_SOURCE)
target_compile_options(fk_vboard_sanitized PUBLIC ${_sanitizers})
target_link_options(fk_vboard_sanitized PUBLIC ${_sanitizers})
find_package(PkgConfig REQUIRED)
pkg_check_modules(FK_VBOARD_NEEDS REQUIRED IMPORTED_TARGET unicorn jansson libelf libdw)
target_link_libraries(fk_vboard_sanitized PUBLIC PkgConfig::FK_VBOARD_NEEDS)
target_include_directories(fk_vboard_sanitized PUBLIC ${PROJECT_SOURCE_DIR})
set_target_properties(fk_vboard_sanitized PROPERTIES C_STANDARD 11 C_STANDARD_REQUIRED ON)

# _snippet_tests(SUFFIX LIBRARY TEST...): one executable and one test for each.
function(_snippet_tests suffix library)
    set(_fixture fk_snippet_fixture${suffix})
    add_library(${_fixture} STATIC ${CMAKE_CURRENT_LIST_DIR}/snippet_fixture.c)
    target_compile_definitions(${_fixture} PRIVATE FK_SNIPPETS="${_snippets_out}"
        FK_BOARD_JSON="${PROJECT_SOURCE_DIR}/boards/nucleo-l476rg/board.json")
    target_include_directories(${_fixture} PUBLIC
        ${CMAKE_CURRENT_LIST_DIR} ${PROJECT_SOURCE_DIR}/vboard)
    target_link_libraries(${_fixture} PUBLIC ${library} PkgConfig::cmocka)
    set_target_properties(${_fixture} PROPERTIES C_STANDARD 11)
    fieldkex_warnings(${_fixture})
    foreach(_test IN LISTS ARGN)
        set(_executable vboard_${_test}${suffix})
        add_executable(${_executable} ${CMAKE_CURRENT_LIST_DIR}/${_test}.c)
        target_link_libraries(${_executable} PRIVATE ${_fixture})
        set_target_properties(${_executable} PROPERTIES C_STANDARD 11)
        fieldkex_warnings(${_executable})
        add_dependencies(${_executable} fk_snippets)
        fieldkex_add_test(vboard.${_test}${suffix} ${_executable})
        set_tests_properties(vboard.${_test}${suffix} PROPERTIES TIMEOUT 600)
    endforeach()
endfunction()

_snippet_tests("" fk_vboard timing_execute timing_fetch timing_flash timing_model timing_exceptions
    faults_memory faults_execution faults_end exceptions probes determinism serial elf)
_snippet_tests(_sanitized fk_vboard_sanitized faults_memory faults_execution faults_end exceptions
    probes determinism serial elf)
