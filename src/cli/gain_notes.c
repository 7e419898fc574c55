/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/gain_notes.h"

#define LESS 0.005 /* below 1 from where a gain is a loss worth a word */

void gain_note_losses(const struct gain *gains, const struct answers *before,
                      const struct answers *after, struct table *table)
{
    int scatters = -1; /* the first such load */
    bool leaves = false;
    for (int i = 0; i < before->n; i++) {
        if (gains[i].ratio.p50 >= 1 - LESS)
            continue;
        if (scatters < 0 && gains[i].scatter > 1 + LESS)
            scatters = i;
        leaves = leaves || gains[i].leaves_home;
    }
    if (scatters >= 0)
        table_note(table,
                   "below 1: as many placement groups lie less evenly on more OSDs (%.3g to %.3g "
                   "per OSD); a larger pg_num levels them",
                   before->answers[scatters].in->pgs_per_osd,
                   after->answers[scatters].in->pgs_per_osd);
    if (leaves)
        table_note(table, "below 1: clients on the OSD hosts find less of their data at home, the "
                          "more hosts there are");
}

void gain_note_kind(const struct cluster *cluster, struct table *table)
{
    int kinds = 0, first = 0;
    for (int i = 0; i < cluster->n_hosts; i++) {
        kinds += cluster->hosts[i].n_osds > 0;
        if (cluster->hosts[i].n_osds > 0 && kinds == 1)
            first = i;
    }
    if (kinds < 2)
        return;
    const char *name = cluster->hosts[first].name;
    table_note(table, "new hosts are like the first of %d kinds%s%s%s; --like chooses another",
               kinds, name == NULL ? "" : ", '", name == NULL ? "" : name, name == NULL ? "" : "'");
}
