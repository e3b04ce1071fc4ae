# fieldkex_warnings(TARGET...): the warnings under which all code of the project compiles.
function(fieldkex_warnings)
    foreach(target IN LISTS ARGN)
        target_compile_options(${target} PRIVATE -Wall -Wextra -Wconversion -Wshadow
            -Wstrict-prototypes $<$<BOOL:${FIELDKEX_WERROR}>:-Werror>)
    endforeach()
endfunction()
