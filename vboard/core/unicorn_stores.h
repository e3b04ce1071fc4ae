/* SPDX-License-Identifier: MIT */
/* Cheaper stores in the version of Unicorn that this project builds on. */
#ifndef FK_VBOARD_UNICORN_STORES_H
#define FK_VBOARD_UNICORN_STORES_H

/*
 * Decides, by the version of Unicorn that is linked, whether the replacements in unicorn_stores.c
 * take effect. Before the first engine starts; more calls do no harm.
 */
void fk_unicorn_stores_init(void);

#endif
