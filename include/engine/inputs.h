/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Out of documents into numbers: every default taken is listed with where it came from and what it
 * adds to the range. */
#ifndef ENGINE_INPUTS_H
#define ENGINE_INPUTS_H

#include "engine/case.h"

/* Fills `inputs` for a load; `row` (NULL: none) is the measured row it comes from, `groups` has
 * room for MAX_GROUPS and must outlive `inputs`. Groups of equal hardware are merged. Returns false
 * with ERR_MODEL when no prediction is possible (no OSD count, no device class, no k and m, no OSD
 * of the pool's class): the text says what is missing. */
bool engine_inputs_make(const struct engine_model *model, const struct cluster *cluster,
                        const struct workload *load, const struct measured *row,
                        struct engine_group *groups, struct engine_inputs *inputs, struct err *err);

/* The round trip where none is stated, seconds: within one host, or by the hosts' link. */
double engine_inputs_rtt(const struct engine_model *model, bool one_host, double link_Bps);

/* Sets the class of a load whose depth was changed, and what its guesses cost in that class. */
void engine_inputs_classify(const struct engine_model *model, struct engine_inputs *inputs);

/* Takes a guess off the list: a caller states the input himself. Classify afterwards. */
void engine_inputs_state(struct engine_inputs *inputs, enum input_key key);

#endif
