# SPDX-License-Identifier: MIT
# FIELDKEX_CORTEX_M4_OPTIONS: the options with which arm-none-eabi-gcc makes the fastest libfieldkex
# for a Cortex-M4, beside those that every file of the firmware has (-mcpu, -mthumb and the ABI).
# Plain -O2 gives the same answers in 5 to 12 per cent more cycles.
#
#   -fno-schedule-insns   Keeps the order in which the C code takes limbs. Scheduling before register
#                         allocation moves loads up until there are not enough registers.
#   -fno-tree-ter         The same for sums: otherwise one of two columns that share their operands
#                         is summed up whole before the other.
#   -mgeneral-regs-only   No floating-point registers, as spill space neither: a key exchange then
#                         leaves the caller's floating-point context alone, also in an interrupt or
#                         while the FPU is switched off.
set(FIELDKEX_CORTEX_M4_OPTIONS -O2 -fno-schedule-insns -fno-tree-ter -mgeneral-regs-only)
