/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/size_view.h"

#include <math.h>

double size_ops(const struct size_card *card)
{
    if (card->answers.n == 0)
        return UNKNOWN;
    const struct answer *a = &card->answers.answers[0];
    return isnan(a->in->rate_ops) ? a->e.ops.p50 : a->e.point.saturated_ops;
}

static const struct design *design_of(const struct size_card *card)
{
    return &card->design->design;
}

const char *size_hosts_text(const struct size_view *view, const struct size_card *card,
                            struct arena *arena)
{
    const char *name = view->need->choices->hosts[design_of(card)->host].name;
    return arena_printf(arena, "%d x %s", design_of(card)->hosts, name == NULL ? "host" : name);
}

static const char *name_of(const struct device *device)
{
    if (device->like != NULL)
        return device->like;
    return device->name != NULL ? device->name : device_title(device);
}

const char *size_devices_text(const struct size_view *view, const struct size_card *card,
                              struct arena *arena)
{
    const struct need_device *device = &view->need->choices->devices[design_of(card)->device];
    return arena_printf(arena, "%d x %s", design_of(card)->per_host, name_of(device->device));
}

const char *size_db_text(const struct size_view *view, const struct size_card *card,
                         struct arena *arena)
{
    const struct design *d = design_of(card);
    if (d->db == DESIGN_NO_DB)
        return "none";
    return arena_printf(arena, "%d x %s", d->db_per_host,
                        name_of(view->need->choices->dbs[d->db].device));
}

const char *size_network_text(const struct size_view *view, const struct size_card *card,
                              struct arena *arena)
{
    const struct network *net = &view->need->choices->networks[design_of(card)->network].net;
    char public[40], cluster[40];
    units_format(DIM_LINK, net->public_Bps, public, sizeof public);
    if (isnan(net->cluster_Bps))
        return arena_copy(arena, isnan(net->public_Bps) ? "not stated" : public);
    units_format(DIM_LINK, net->cluster_Bps, cluster, sizeof cluster);
    return arena_printf(arena, "%s, cluster %s", public, cluster);
}

const char *size_scheme_text(const struct size_view *view, const struct size_card *card,
                             struct arena *arena)
{
    const struct need_scheme *scheme = design_scheme(view->need, design_of(card)->scheme);
    if (scheme->size != FIELD_ABSENT)
        return arena_printf(arena, "size %d", scheme->size);
    return arena_printf(arena, "%d+%d", scheme->k, scheme->m);
}
