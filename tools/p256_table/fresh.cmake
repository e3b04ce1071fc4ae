# Fails unless each committed table is what the generator writes now.
#   cmake -DGENERATOR=p256_table -DTABLES=src/p256 -DSCRATCH=folder -P fresh.cmake
foreach(representation IN ITEMS 9x29 4x64)
    set(committed ${TABLES}/p256_table_${representation}.c)
    set(made ${SCRATCH}/p256_table_${representation}.c)
    execute_process(COMMAND ${GENERATOR} ${representation} OUTPUT_FILE ${made}
        COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${committed} ${made}
        RESULT_VARIABLE different)
    if(different)
        message(FATAL_ERROR "${committed} is stale: p256_table ${representation} writes another")
    endif()
endforeach()
