/* SPDX-License-Identifier: MIT */
#include "fieldkex/version.h"

const char *fk_version(void)
{
    return FK_VERSION;
}
