# SPDX-License-Identifier: MIT
# Tool chain file for the firmware: arm-none-eabi-gcc from the PATH.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR arm)

# Options of the host's compiler (hardening, -march) would break or falsify the images.
foreach(_variable IN ITEMS CFLAGS ASMFLAGS LDFLAGS CPPFLAGS)
    set(ENV{${_variable}} "")
endforeach()

set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_ASM_COMPILER arm-none-eabi-gcc)
set(CMAKE_SIZE arm-none-eabi-size)
# Nothing can be linked without a linker script.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
