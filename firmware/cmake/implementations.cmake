# SPDX-License-Identifier: MIT
# What a recipe (implementations/<name>/recipe.cmake) calls.

set(FK_LINK_OPTIONS ${FK_BOARD_OPTIONS} -nostartfiles --specs=nano.specs -Wl,--gc-sections
    -Wl,--fatal-warnings)
list(GET FK_BOARD_CODE_MEMORIES 0 FK_DEFAULT_CODE_MEMORY)
set(FK_SECTION_OPTIONS -ffunction-sections -fdata-sections)
# Line numbers for messages about faults; they change no code, so results do not list them.
set(FK_DEBUG_OPTIONS -g -ffile-prefix-map=${FK_ROOT}/=)
cmake_path(GET CMAKE_C_COMPILER FILENAME _compiler_name)
set(FK_COMPILER "${_compiler_name} ${CMAKE_C_COMPILER_VERSION}")

# fk_find_peer(NAME DIRECTORY VERSION REASON): the unpacked sources of another library, or, with an
# empty DIRECTORY, the reason why there are none.
function(fk_find_peer name directory version reason)
    set(found "")
    if(FIELDKEX_PEERS_DIR)
        file(GLOB found LIST_DIRECTORIES true ${FIELDKEX_PEERS_DIR}/${name}-*)
        list(FILTER found EXCLUDE REGEX "\\.[a-z]+$")
    endif()
    set(${directory} "" PARENT_SCOPE)
    set(${version} "" PARENT_SCOPE)
    if(found)
        # fetch-peers leaves one; of several the newest counts.
        list(SORT found COMPARE NATURAL)
        list(GET found -1 found)
        cmake_path(GET found FILENAME folder)
        string(REGEX REPLACE "^${name}-" "" found_version ${folder})
        set(${directory} ${found} PARENT_SCOPE)
        set(${version} ${found_version} PARENT_SCOPE)
    elseif(FIELDKEX_PEERS_DIR AND EXISTS ${FIELDKEX_PEERS_DIR}/${name}.reason)
        file(READ ${FIELDKEX_PEERS_DIR}/${name}.reason text)
        string(REGEX REPLACE "\n.*" "" text "${text}")
        set(${reason} "${text}" PARENT_SCOPE)
    else()
        set(${reason} "the sources of ${name} are not there; run scripts/fetch-peers" PARENT_SCOPE)
    endif()
endfunction()

# fk_skip_implementation(NAME VARIANT REASON): the bench shows this row as skipped.
function(fk_skip_implementation name variant reason)
    # Characters that mean something in a CMake list.
    string(REPLACE ";" "," reason "${reason}")
    string(REPLACE "|" "/" reason "${reason}")
    string(REPLACE "[" "(" reason "${reason}")
    string(REPLACE "]" ")" reason "${reason}")
    set_property(GLOBAL APPEND PROPERTY FK_SKIPPED "${name}|${variant}|${reason}")
endfunction()

# Writes the struct fk_implementation from a recipe's OPERATION lines.
function(_fk_write_struct file name variant version operations)
    set(text "/* SPDX-License-Identifier: MIT */\n/* Written by firmware/cmake/implementations.cmake "
        "from implementations/${name}/recipe.cmake. */\n"
        "#include \"implementations/operations.h\"\n\n"
        "const struct fk_implementation fk_implementation = {\n"
        "    .struct_bytes = sizeof(struct fk_implementation),\n"
        "    .name = \"${name}\",\n    .variant = \"${variant}\",\n    .version = \"${version}\",\n")
    list(JOIN text "" text)
    foreach(curve IN ITEMS x25519 x448 p256)
        string(TOUPPER ${curve} upper)
        set(lines "")
        set(forget FALSE)
        foreach(operation IN LISTS operations)
            if(operation MATCHES "^${curve} (public_key|shared_secret) (alike|differ) (.+)$")
                string(APPEND lines
                    "        .${CMAKE_MATCH_1} = fk_implementation_${curve}_${CMAKE_MATCH_1},\n"
                    "        .${CMAKE_MATCH_1}_includes = \"${CMAKE_MATCH_3}\",\n")
                if(CMAKE_MATCH_2 STREQUAL "differ")
                    set(forget TRUE)
                endif()
            endif()
        endforeach()
        if(forget)
            string(APPEND lines "        .forget = fk_implementation_${curve}_forget,\n")
        endif()
        if(lines)
            string(APPEND text "    .curves[FK_CURVE_${upper}] = {\n${lines}    },\n")
        endif()
    endforeach()
    string(APPEND text "};\n")
    file(CONFIGURE OUTPUT ${file} CONTENT "${text}" @ONLY)
endfunction()

# One program: the board's code, a main and the implementation, linked by the board's script for the
# memory that hot code runs from.
function(_fk_add_program target code_memory)
    set(script ${FK_BOARD_LINKER_SCRIPT_${code_memory}})
    cmake_path(GET script PARENT_PATH folder)
    file(GLOB scripts CONFIGURE_DEPENDS ${folder}/*.ld)
    target_link_options(${target} PRIVATE ${FK_LINK_OPTIONS} -L${folder} -Wl,-T,${script})
    set_target_properties(${target} PROPERTIES LINK_DEPENDS "${scripts}")
    target_include_directories(${target} PRIVATE ${FK_ROOT})
    target_compile_options(${target} PRIVATE ${FK_BOARD_OPTIONS} -std=gnu11 -Os ${FK_SECTION_OPTIONS}
        ${FK_DEBUG_OPTIONS})
    fieldkex_warnings(${target})
endfunction()

# A program with one operation and nothing else, for its size; `function` is empty for none.
function(_fk_add_size_program target function implementation code_memory)
    add_executable(${target} ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../size.c
        $<TARGET_OBJECTS:fk_board>)
    set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/size
        SUFFIX .elf)
    if(function)
        target_compile_definitions(${target} PRIVATE FK_SIZE_OPERATION=${function})
        target_link_libraries(${target} PRIVATE ${implementation})
    endif()
    _fk_add_program(${target} ${code_memory})
endfunction()

# fk_add_implementation(NAME name VARIANT variant VERSION version
#     CODE_MEMORY  where sections .fk_hot run, of FK_BOARD_CODE_MEMORIES; the first of them if absent
#     OPTIONS      compiler options that distinguish the variant, such as -O2
#     ADAPTER      adapter.c of the recipe's folder
#     SOURCES      the library's own files
#     INCLUDE_DIRECTORIES  DEFINITIONS   for both
#     OPERATIONS   "CURVE public_key|shared_secret alike|differ WORD..." each: whether a first call
#                  differs from a later one, and what is inside the timing)
function(fk_add_implementation)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;VARIANT;VERSION;ADAPTER;CODE_MEMORY"
        "OPTIONS;SOURCES;INCLUDE_DIRECTORIES;DEFINITIONS;OPERATIONS")
    if(arg_UNPARSED_ARGUMENTS OR NOT arg_NAME OR NOT arg_VARIANT OR NOT arg_VERSION OR NOT arg_OPERATIONS)
        message(FATAL_ERROR "fk_add_implementation(${arg_NAME} ${arg_VARIANT}): NAME, VARIANT, "
            "VERSION and OPERATIONS are needed; not understood: '${arg_UNPARSED_ARGUMENTS}'")
    endif()
    foreach(operation IN LISTS arg_OPERATIONS)
        if(NOT operation MATCHES "^(x25519|x448|p256) (public_key|shared_secret) (alike|differ) [a-z -]+$")
            message(FATAL_ERROR "fk_add_implementation(${arg_NAME} ${arg_VARIANT}): '${operation}' "
                "is not 'CURVE public_key|shared_secret alike|differ WORD...'")
        endif()
    endforeach()

    if(NOT arg_CODE_MEMORY)
        set(arg_CODE_MEMORY ${FK_DEFAULT_CODE_MEMORY})
    endif()
    if(NOT arg_CODE_MEMORY IN_LIST FK_BOARD_CODE_MEMORIES)
        # Another board: this image is none of its.
        return()
    endif()

    set(image ${arg_NAME}-${arg_VARIANT})
    if(NOT arg_CODE_MEMORY STREQUAL FK_DEFAULT_CODE_MEMORY)
        string(APPEND image -${arg_CODE_MEMORY})
    endif()
    set(generated ${CMAKE_BINARY_DIR}/generated/${image})
    _fk_write_struct(${generated}/implementation.c ${arg_NAME} ${arg_VARIANT} ${arg_VERSION}
        "${arg_OPERATIONS}")

    # The file's name is known to the linker script, which places this code first.
    set(library fk_implementation_${image})
    set(options ${arg_OPTIONS} ${FK_BOARD_OPTIONS} ${FK_SECTION_OPTIONS})
    add_library(${library} STATIC ${arg_ADAPTER} ${generated}/implementation.c ${arg_SOURCES})
    target_compile_options(${library} PRIVATE ${options} ${FK_DEBUG_OPTIONS})
    target_compile_definitions(${library} PRIVATE ${arg_DEFINITIONS})
    target_include_directories(${library} PRIVATE ${FK_ROOT})
    target_include_directories(${library} SYSTEM PRIVATE ${arg_INCLUDE_DIRECTORIES})
    # Warnings are the project's for its own files only.
    set_property(SOURCE ${arg_SOURCES} APPEND PROPERTY COMPILE_OPTIONS -w)
    fieldkex_warnings(${library})

    list(JOIN options " " flags)
    list(TRANSFORM arg_DEFINITIONS PREPEND "-D" OUTPUT_VARIABLE definitions)
    list(FILTER definitions EXCLUDE REGEX "USER_SETTINGS|CONFIG_FILE")
    list(JOIN definitions " " definitions)
    string(STRIP "${flags} ${definitions}" flags)
    file(CONFIGURE OUTPUT ${generated}/build.c @ONLY CONTENT
"/* SPDX-License-Identifier: MIT */
/* Written by firmware/cmake/implementations.cmake. */
#include \"firmware/commands.h\"

const struct fk_build fk_build = {
    .compiler = \"${FK_COMPILER}\",
    .flags = \"${flags}\",
    .code_memory = \"${arg_CODE_MEMORY}\",
};
")
    add_executable(${image} ${generated}/build.c $<TARGET_OBJECTS:fk_firmware>
        $<TARGET_OBJECTS:fk_board>)
    set_target_properties(${image} PROPERTIES SUFFIX .elf)
    target_link_libraries(${image} PRIVATE ${library})
    _fk_add_program(${image} ${arg_CODE_MEMORY})
    set(elfs ${image})

    set(sizes "")
    foreach(operation IN LISTS arg_OPERATIONS)
        string(REGEX REPLACE "^([a-z0-9]+) ([a-z_]+) .*" "\\1_\\2" function "${operation}")
        set(program size-${image}-${function})
        _fk_add_size_program(${program} fk_implementation_${function} ${library}
            ${arg_CODE_MEMORY})
        list(APPEND elfs ${program})
    endforeach()
    list(JOIN arg_OPERATIONS "," operations)
    set_property(GLOBAL APPEND PROPERTY FK_IMAGES
        "${image}|${arg_NAME}|${arg_VARIANT}|${arg_VERSION}|${flags}|${arg_CODE_MEMORY}|${operations}")
    set_property(GLOBAL APPEND PROPERTY FK_PROGRAMS ${elfs})
endfunction()

# images.json, rewritten whenever a program was linked anew.
function(fk_write_images_json)
    get_property(images GLOBAL PROPERTY FK_IMAGES)
    get_property(skipped GLOBAL PROPERTY FK_SKIPPED)
    get_property(programs GLOBAL PROPERTY FK_PROGRAMS)
    _fk_add_size_program(size-empty "" "" ${FK_DEFAULT_CODE_MEMORY})
    list(APPEND programs size-empty)
    set(description ${CMAKE_BINARY_DIR}/generated/images.cmake)
    file(CONFIGURE OUTPUT ${description} @ONLY CONTENT
"set(board [==[${FIELDKEX_BOARD}]==])
set(compiler [==[${FK_COMPILER}]==])
set(images [==[${images}]==])
set(skipped [==[${skipped}]==])
")
    set(json ${CMAKE_BINARY_DIR}/images.json)
    set(script ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/write_images_json.cmake)
    add_custom_command(OUTPUT ${json}
        COMMAND ${CMAKE_COMMAND} -D SIZE=${CMAKE_SIZE} -D DESCRIPTION=${description}
            -D OUTPUT=${json} -P ${script}
        DEPENDS ${programs} ${description} ${script}
        COMMENT "Measuring flash bytes, writing images.json" VERBATIM)
    add_custom_target(images_json ALL DEPENDS ${json})
endfunction()
