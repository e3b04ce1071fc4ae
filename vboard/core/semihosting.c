/* SPDX-License-Identifier: MIT */
/* The few semihosting calls that firmware uses to end and to say something (BKPT 0xAB; Arm
 * "Semihosting for AArch32 and AArch64"). */
#include "machine.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define SYS_WRITEC 0x03u
#define SYS_WRITE0 0x04u
#define SYS_EXIT 0x18u
#define SYS_EXIT_EXTENDED 0x20u
#define STOPPED_APPLICATION_EXIT 0x20026u

static bool end(struct fk_vboard *machine, int status)
{
    fk_fault_end(machine, FK_VBOARD_END_EXIT, 0, "semihosting exit with status %d", status);
    machine->stop.exit_status = status;
    return false;
}

/* A string, one line of the log for each of its lines. */
static void write_string(struct fk_vboard *machine, uint32_t address)
{
    char line[200];
    size_t length = 0;
    char byte = 0;

    while (fk_machine_read(machine, address++, &byte, 1) && byte != '\0') {
        if (byte != '\n')
            line[length++] = byte;
        if (byte == '\n' || length == sizeof line - 1) {
            line[length] = '\0';
            fk_machine_log(machine, "%s", line);
            length = 0;
        }
    }
    if (length > 0) {
        line[length] = '\0';
        fk_machine_log(machine, "%s", line);
    }
}

bool fk_semihosting(struct fk_vboard *machine)
{
    uint32_t operation = fk_machine_get(machine, UC_ARM_REG_R0);
    uint32_t parameter = fk_machine_get(machine, UC_ARM_REG_R1);
    uint32_t block[2] = {0, 0};
    char text[2] = "";

    switch (operation) {
    case SYS_EXIT:
        return end(machine, parameter == STOPPED_APPLICATION_EXIT ? 0 : 1);
    case SYS_EXIT_EXTENDED:
        fk_machine_read(machine, parameter, block, sizeof block);
        return end(machine, block[0] == STOPPED_APPLICATION_EXIT ? (int)block[1] : 1);
    case SYS_WRITE0:
        write_string(machine, parameter);
        return true;
    case SYS_WRITEC:
        fk_machine_read(machine, parameter, text, 1);
        fk_machine_log(machine, "%s", text);
        return true;
    default:
        fk_machine_log(machine, "semihosting call 0x%" PRIx32 " is not supported: it fails",
                       operation);
        fk_machine_set(machine, UC_ARM_REG_R0, UINT32_MAX);
        return true;
    }
}
