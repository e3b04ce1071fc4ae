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
            DEPENDS ${_snippets}/${_file} ${_snippets}/macros.h ${_snippets}/registers.h VERBATIM)
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

add_library(fk_snippet_fixture STATIC ${CMAKE_CURRENT_LIST_DIR}/snippet_fixture.c)
target_compile_definitions(fk_snippet_fixture PRIVATE FK_SNIPPETS="${_snippets_out}"
    FK_BOARD_JSON="${PROJECT_SOURCE_DIR}/boards/nucleo-l476rg/board.json")
target_include_directories(fk_snippet_fixture PUBLIC
    ${CMAKE_CURRENT_LIST_DIR} ${PROJECT_SOURCE_DIR}/vboard)
target_link_libraries(fk_snippet_fixture PUBLIC fk_vboard PkgConfig::cmocka)
set_target_properties(fk_snippet_fixture PROPERTIES C_STANDARD 11)
fieldkex_warnings(fk_snippet_fixture)

foreach(_test IN ITEMS timing_execute timing_fetch timing_flash timing_exceptions faults_memory
        faults_execution faults_end exceptions determinism serial elf)
    add_executable(vboard_${_test} ${CMAKE_CURRENT_LIST_DIR}/${_test}.c)
    target_link_libraries(vboard_${_test} PRIVATE fk_snippet_fixture)
    set_target_properties(vboard_${_test} PROPERTIES C_STANDARD 11)
    fieldkex_warnings(vboard_${_test})
    add_dependencies(vboard_${_test} fk_snippets)
    fieldkex_add_test(vboard.${_test} vboard_${_test})
    set_tests_properties(vboard.${_test} PROPERTIES TIMEOUT 300)
endforeach()
