# Tests of the chip models, without processor: each plays the processor's accesses itself.
foreach(_part IN ITEMS accelerator chip clocks gpio rng usart)
    add_executable(soc_${_part} soc_${_part}.c soc_fixture.c)
    target_include_directories(soc_${_part} PRIVATE ${PROJECT_SOURCE_DIR})
    target_link_libraries(soc_${_part} PRIVATE fk_vboard cmocka)
    set_target_properties(soc_${_part} PROPERTIES C_STANDARD 11 C_STANDARD_REQUIRED ON)
    fieldkex_warnings(soc_${_part})
    add_test(NAME vboard.soc_${_part} COMMAND soc_${_part})
    set_tests_properties(vboard.soc_${_part} PROPERTIES TIMEOUT 60
                         SKIP_RETURN_CODE ${FIELDKEX_SKIP_STATUS})
endforeach()

# Speed of the flash model on this machine; built on demand (make soc_bench).
add_executable(soc_bench EXCLUDE_FROM_ALL soc_bench.c)
target_include_directories(soc_bench PRIVATE ${PROJECT_SOURCE_DIR})
target_link_libraries(soc_bench PRIVATE fk_vboard)
set_target_properties(soc_bench PROPERTIES C_STANDARD 11 C_STANDARD_REQUIRED ON)
fieldkex_warnings(soc_bench)
