/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/loss_words.h"

#include "plan/findings.h"

const char *const loss_unit_names[] = {
    [FAIL_OSD] = "OSD", [FAIL_HOST] = "host", [FAIL_RACK] = "rack", [FAIL_DB_DEVICE] = "DB device"};

static const struct failure *failure_of(const struct lost_unit *loss)
{
    return &loss->work->question.failure;
}

const char *loss_what(const struct lost_unit *loss)
{
    const struct topology *t = &loss->capacity->topology;
    const struct failure *failure = failure_of(loss);
    if (failure->unit == FAIL_RACK)
        return arena_printf(loss->arena, "rack %s", t->racks[failure->rack]);
    const struct host_set *hosts = &t->hosts[failure->host];
    const char *name = hosts->group->name;
    const char *group =
        arena_printf(loss->arena, "hosts.%d%s%s%s", hosts->row, name == NULL ? "" : " (",
                     name == NULL ? "" : name, name == NULL ? "" : ")");
    if (failure->unit == FAIL_HOST)
        return arena_printf(loss->arena, "a host of %s", group);
    return arena_printf(loss->arena, "%s of %s, %s",
                        failure->unit == FAIL_OSD ? "an OSD" : "a DB device", group,
                        findings_bytes(loss->arena, loss->work->lost_capacity_B));
}

/* Of one pool's units of that kind the largest; of all of them none is larger. */
struct rank {
    bool of_pool, of_all;
};

static struct rank rank_of(const struct lost_unit *loss)
{
    const struct capacity *c = loss->capacity;
    const struct failure *failure = failure_of(loss);
    struct rank rank = {false, true};
    struct failure largest;
    for (int i = 0; i < c->n_pools; i++) {
        double bytes = 0;
        if (!layout_largest(&c->topology, &c->pool_rows[i], failure->unit, &largest))
            continue;
        for (int s = 0; s < c->topology.n_sets; s++)
            bytes += topology_lost_osds(&c->topology, &largest, s) * c->topology.sets[s].capacity_B;
        rank.of_pool =
            rank.of_pool || (largest.host == failure->host && largest.set == failure->set);
        rank.of_all = rank.of_all && bytes <= loss->work->lost_capacity_B * (1 + 1e-12);
    }
    return rank;
}

const char *loss_why(const struct lost_unit *loss)
{
    struct rank rank = rank_of(loss);
    if (rank.of_pool && rank.of_all)
        return "the largest there is";
    if (!rank.of_pool)
        return "the rest of its failure domain alone takes what it held, and is the fullest after "
               "it";
    return loss->work->fits ? "of the largest for each pool the one that holds most"
                            : "of the largest for each pool the one that is not rebuilt";
}

const char *loss_verdict(const struct lost_unit *loss)
{
    const struct recovery_work *w = loss->work;
    if (w->fits || (w->rebuilds && w->lost_B <= 0))
        return "yes";
    if (!(w->moved_B > 0))
        return "no";
    return w->rebuilds ? "not to the end" : "not all of it";
}

const char *loss_verdict_why(const struct lost_unit *loss)
{
    const struct recovery_work *w = loss->work;
    const struct capacity *c = loss->capacity;
    int i = 0;
    if (w->rebuilds)
        return arena_printf(loss->arena, "the fullest OSD %s %.0f %%, backfillfull is %.0f %%",
                            w->fullest_frac > c->backfillfull_frac ? "would reach" : "reaches",
                            100 * w->fullest_frac, 100 * c->backfillfull_frac);
    while (w->pools[i].rebuilds)
        i++;
    const char *pool = c->pool_rows[i].name == NULL ? "" : c->pool_rows[i].name;
    const struct pool_capacity *p = &c->pools[i];
    char scheme[40];
    scheme_title(&p->scheme, scheme, sizeof scheme);
    if (!p->placeable)
        return arena_printf(loss->arena,
                            "pool %s: not every copy or shard has a place, with or without the "
                            "failure: %s needs %d %ss, %d %s there",
                            pool, scheme, p->scheme.n, failure_domain_names[p->domain], p->domains,
                            p->domains == 1 ? "is" : "are");
    double dead_frac = loss->outages[i].dead_frac;
    if (dead_frac > 0)
        return arena_printf(loss->arena,
                            "pool %s: of %.3g %% of its groups too few copies or shards are left; "
                            "away until the %s returns, gone if it does not",
                            pool, 100 * dead_frac, loss_unit_names[failure_of(loss)->unit]);
    return arena_printf(loss->arena,
                        "pool %s: too few failure domains are left; redundancy stays reduced until "
                        "it is replaced",
                        pool);
}

const char *loss_targets(const struct lost_unit *loss)
{
    struct recovery_targets t = recovery_targets(loss->work);
    if (t.same_host)
        return arena_printf(loss->arena, "%d OSD%s of the same host", t.osds,
                            t.osds == 1 ? "" : "s");
    return arena_printf(loss->arena, "%d OSDs in %d host%s", t.osds, t.hosts,
                        t.hosts == 1 ? "" : "s");
}
