/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/random.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdlib.h>

/* The GSL's view of a generator, as in base/num. */
static gsl_rng gsl_of(struct num_rng *rng)
{
    return (gsl_rng){.type = gsl_rng_mt19937, .state = rng->state};
}

struct num_rng *random_new(unsigned long seed)
{
    struct num_rng *rng = malloc(sizeof *rng);
    if (rng == NULL)
        abort();
    num_rng_start(rng, seed);
    return rng;
}

void random_free(struct num_rng *rng)
{
    free(rng);
}

double random_uniform(struct num_rng *rng)
{
    gsl_rng gsl = gsl_of(rng);
    return gsl_rng_uniform(&gsl);
}

double random_exponential(struct num_rng *rng)
{
    gsl_rng gsl = gsl_of(rng);
    return gsl_ran_exponential(&gsl, 1);
}

size_t random_below(struct num_rng *rng, size_t n)
{
    gsl_rng gsl = gsl_of(rng);
    return (size_t)gsl_rng_uniform_int(&gsl, (unsigned long)n);
}

int random_int(struct num_rng *rng, int low, int high)
{
    return low + (int)random_below(rng, (size_t)(high - low) + 1);
}

double random_log(struct num_rng *rng, double low, double high)
{
    return low * pow(high / low, random_uniform(rng));
}

bool random_chance(struct num_rng *rng, double probability)
{
    return random_uniform(rng) < probability;
}
