/* SPDX-License-Identifier: MIT */
#include "../core/soc.h"
#include "stm32l4/stm32l4.h"

const struct fk_soc_class *const fk_soc_classes[] = {
    &fk_stm32l476rg,
    NULL,
};
