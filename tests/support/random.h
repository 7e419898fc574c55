/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random numbers of tests beyond what the program draws, from the program's own generators. */
#ifndef TESTS_SUPPORT_RANDOM_H
#define TESTS_SUPPORT_RANDOM_H

#include "base/num.h"

/* An allocated generator; ends the program when memory runs out. */
struct num_rng *random_new(unsigned long seed);
void random_free(struct num_rng *rng);

double random_uniform(struct num_rng *rng);         /* [0, 1) */
double random_exponential(struct num_rng *rng);     /* mean 1 */
size_t random_below(struct num_rng *rng, size_t n); /* 0 .. n-1, n > 0 */

int random_int(struct num_rng *rng, int low, int high);          /* low..high */
double random_log(struct num_rng *rng, double low, double high); /* even in the logarithm */
bool random_chance(struct num_rng *rng, double probability);

#endif
