# SPDX-License-Identifier: MIT
# How the firmware is compiled and linked for this board.
set(FK_BOARD_OPTIONS -mcpu=cortex-m4 -mthumb -mfpu=fpv4-sp-d16 -mfloat-abi=hard)
set(FK_BOARD_SOURCES ${CMAKE_CURRENT_LIST_DIR}/board.c ${CMAKE_CURRENT_LIST_DIR}/measure.c
    ${CMAKE_CURRENT_LIST_DIR}/memory.c ${CMAKE_CURRENT_LIST_DIR}/startup.c)
# Where hot code (sections .fk_hot) may run, with the linker script for each; the first is the default.
set(FK_BOARD_CODE_MEMORIES flash sram2)
set(FK_BOARD_LINKER_SCRIPT_flash ${CMAKE_CURRENT_LIST_DIR}/link.ld)
set(FK_BOARD_LINKER_SCRIPT_sram2 ${CMAKE_CURRENT_LIST_DIR}/link-hot-ram.ld)
