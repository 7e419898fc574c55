/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How unevenly pseudo-random placement loads the OSDs: the busiest one decides when disks saturate.
 */
#ifndef ENGINE_PLACEMENT_H
#define ENGINE_PLACEMENT_H

#include "engine/inputs.h"

/* Load of the busiest OSD over the mean, >= 1, when each of `osds` OSDs holds `copies_per_osd` PG
 * copies: 1 + scale sqrt(2 ln osds / copies), at most `osds`. Source: Raab and Steger 1998, scaled
 * by simulation. */
double placement_imbalance(double osds, double copies_per_osd, double scale);

/* Of the primaries or data shards (reads) and of all copies (writes); 1 for writes when every OSD
 * holds every PG.
 */
double placement_read_imbalance(const struct engine_inputs *in, const struct constants *c);
double placement_write_imbalance(const struct engine_inputs *in, const struct constants *c);

#endif
