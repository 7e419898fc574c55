/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: an item's id does not depend on the map, so that a draw's key is the same in both; its
 * weight in a map is 0 where that map has it not. Symbols: x placement group, r attempt, m map (0
 * before, 1 after). */
#include "engine/remap.h"

#include <math.h>
#include <stdint.h>

enum { BEFORE, AFTER, MAPS, TRIES = 500 };
/* Placement groups simulated: fewer than the least only where they take ten times the work. */
enum { SAMPLES_MIN = 500, SAMPLES_MAX = 20000 };

/* A bucket or OSD: its children are the items first .. first + n - 1; an OSD has none. */
struct item {
    double weight[MAPS];
    int first, n;
    int level; /* 0 root, then rack, host, OSD */
};

enum { ROOT, RACK, HOST, OSD };

struct tree {
    struct item *items;
    int n;
    int domain; /* level on which no two shards meet */
    bool indep; /* erasure code: a shard keeps its position */
    int draws;
};

/* -- building the tree --------------------------------------------------- */

/* Host sets of the two topologies that are the same hosts; -1 where `before` has none. */
static int set_before(const struct topology *before, const struct topology *after, int host)
{
    const struct host_set *wanted = &after->hosts[host];
    for (int i = 0; i < before->n_hosts; i++)
        if (before->hosts[i].row == wanted->row && before->hosts[i].rack == wanted->rack)
            return i;
    return -1;
}

static int osds_before(const struct topology *before, int host, int row)
{
    for (int i = 0; i < before->hosts[host].n_sets; i++)
        if (before->sets[before->hosts[host].first_set + i].row == row)
            return before->sets[before->hosts[host].first_set + i].per_host;
    return 0;
}

struct building {
    const struct topology *before, *after;
    const struct pool *pool;
    struct tree *tree;
};

static int add_item(struct tree *tree, int level)
{
    tree->items[tree->n] = (struct item){.level = level};
    return tree->n++;
}

/* The OSDs of one host, of which the map before has `old` or none. */
static void add_osds(const struct building *b, int host_set, int old_set)
{
    const struct host_set *hosts = &b->after->hosts[host_set];
    for (int i = hosts->first_set; i < hosts->first_set + hosts->n_sets; i++) {
        const struct osd_set *set = &b->after->sets[i];
        int old = old_set < 0 ? 0 : osds_before(b->before, old_set, set->row);
        for (int j = 0; j < set->per_host && layout_holds(b->pool, set); j++) {
            struct item *osd = &b->tree->items[add_item(b->tree, OSD)];
            osd->weight[BEFORE] = j < old ? set->capacity_B : 0;
            osd->weight[AFTER] = set->capacity_B;
        }
    }
}

/* Buckets get their children's place and weight. */
static void close_item(struct tree *tree, int item, int first)
{
    struct item *bucket = &tree->items[item];
    bucket->first = first;
    bucket->n = tree->n - first;
    for (int i = first; i < tree->n; i++)
        for (int m = 0; m < MAPS; m++)
            bucket->weight[m] += tree->items[i].weight[m];
}

/* Children of a bucket stand together, so a level's buckets come first and are filled after. */
static void fill_hosts(const struct building *b, int rack, int first)
{
    int item = first;
    for (int i = 0; i < b->after->n_hosts; i++) {
        if (b->after->hosts[i].rack != rack)
            continue;
        int old = set_before(b->before, b->after, i);
        for (int j = 0; j < b->after->hosts[i].count; j++) {
            int first_osd = b->tree->n;
            bool was = old >= 0 && j < b->before->hosts[old].count;
            add_osds(b, i, was ? old : -1);
            close_item(b->tree, item++, first_osd);
        }
    }
}

static int count_hosts(const struct topology *topology, int rack)
{
    int n = 0;
    for (int i = 0; i < topology->n_hosts; i++)
        n += topology->hosts[i].rack == rack ? topology->hosts[i].count : 0;
    return n;
}

static void add_hosts(const struct building *b, int rack)
{
    int n = count_hosts(b->after, rack);
    for (int i = 0; i < n; i++)
        (void)add_item(b->tree, HOST);
}

static void sum_children(struct tree *tree, int item)
{
    struct item *bucket = &tree->items[item];
    for (int i = bucket->first; i < bucket->first + bucket->n; i++)
        for (int m = 0; m < MAPS; m++)
            bucket->weight[m] += tree->items[i].weight[m];
}

static void build_tree(const struct building *b)
{
    struct tree *tree = b->tree;
    int racks = b->after->n_racks;
    int root = add_item(tree, ROOT), first = tree->n;
    for (int i = 0; i < racks; i++)
        (void)add_item(tree, RACK);
    int loose = tree->n;
    add_hosts(b, NO_RACK);
    tree->items[root].first = first;
    tree->items[root].n = tree->n - first;
    for (int i = 0; i < racks; i++) {
        tree->items[first + i].first = tree->n;
        add_hosts(b, i);
        tree->items[first + i].n = tree->n - tree->items[first + i].first;
    }
    fill_hosts(b, NO_RACK, loose);
    for (int i = 0; i < racks; i++) {
        fill_hosts(b, i, tree->items[first + i].first);
        sum_children(tree, first + i);
    }
    sum_children(tree, root);
}

static size_t count_items(const struct topology *topology)
{
    size_t n = 1 + (size_t)topology->n_racks;
    for (int i = 0; i < topology->n_hosts; i++)
        n += (size_t)topology->hosts[i].count;
    for (int i = 0; i < topology->n_sets; i++)
        n += (size_t)topology_osds(topology, i);
    return n;
}

/* -- drawing ------------------------------------------------------------- */

/* Sebastiano Vigna's SplitMix64 step. */
static uint64_t scramble(uint64_t z)
{
    z += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static int draw_child(const struct tree *tree, int bucket, int m, uint64_t x, int r)
{
    const struct item *parent = &tree->items[bucket];
    double best_key = -HUGE_VAL;
    int best = -1;
    for (int i = parent->first; i < parent->first + parent->n; i++) {
        double w = tree->items[i].weight[m];
        if (!(w > 0))
            continue;
        uint64_t hash = scramble(scramble(x * 1000003u + (uint64_t)i) + (uint64_t)r);
        double key = log(((double)(hash >> 11) + 0.5) * 0x1p-53) / w;
        if (key > best_key) {
            best_key = key;
            best = i;
        }
    }
    return best;
}

/* One attempt: the OSD and its domain. */
static int attempt(const struct tree *tree, int m, uint64_t x, int r, int *domain)
{
    int item = 0;
    while (tree->items[item].level != OSD) {
        item = draw_child(tree, item, m, x, r);
        if (tree->items[item].level == tree->domain)
            *domain = item;
    }
    return item;
}

static bool is_taken(const int *domains, int n, int domain)
{
    for (int i = 0; i < n; i++)
        if (domains[i] == domain)
            return true;
    return false;
}

/* Copies: attempt r = copy + failures. */
static void place_firstn(const struct tree *tree, int m, uint64_t x, int *osds)
{
    int domains[CRUSH_DRAWS_MAX];
    for (int i = 0; i < tree->draws; i++) {
        domains[i] = osds[i] = -1;
        for (int failures = 0; failures < TRIES && osds[i] < 0; failures++) {
            int domain = 0, osd = attempt(tree, m, x, i + failures, &domain);
            if (is_taken(domains, i, domain))
                continue;
            domains[i] = domain;
            osds[i] = osd;
        }
    }
}

/* Shards of an erasure code: rounds over all open positions, r = position + n x round. */
static void place_indep(const struct tree *tree, int m, uint64_t x, int *osds)
{
    int domains[CRUSH_DRAWS_MAX], open = tree->draws;
    for (int i = 0; i < tree->draws; i++)
        domains[i] = osds[i] = -1;
    for (int round = 0; round < TRIES && open > 0; round++) {
        for (int i = 0; i < tree->draws; i++) {
            int domain = 0;
            if (osds[i] >= 0)
                continue;
            int osd = attempt(tree, m, x, i + tree->draws * round, &domain);
            if (is_taken(domains, tree->draws, domain))
                continue;
            domains[i] = domain;
            osds[i] = osd;
            open--;
        }
    }
}

/* Shards that stand elsewhere afterwards, on an OSD that was there before. */
static int count_shuffled(const struct tree *tree, const int *before, const int *after)
{
    int moved = 0;
    for (int i = 0; i < tree->draws; i++) {
        bool is_new = after[i] >= 0 && !(tree->items[after[i]].weight[BEFORE] > 0);
        bool stays = tree->indep ? before[i] == after[i] : is_taken(before, tree->draws, after[i]);
        moved += after[i] >= 0 && !is_new && !stays;
    }
    return moved;
}

static void simulate(const struct tree *tree, struct remap *remap)
{
    double sum = 0, squares = 0;
    int osds[MAPS][CRUSH_DRAWS_MAX];
    for (int x = 0; x < remap->samples; x++) {
        for (int m = 0; m < MAPS; m++) {
            if (tree->indep)
                place_indep(tree, m, (uint64_t)x, osds[m]);
            else
                place_firstn(tree, m, (uint64_t)x, osds[m]);
        }
        double moved = (double)count_shuffled(tree, osds[BEFORE], osds[AFTER]) / tree->draws;
        sum += moved;
        squares += moved * moved;
    }
    double n = remap->samples, mean = sum / n;
    remap->shuffled_frac = mean;
    remap->error_frac = sqrt(fmax(0, squares / n - mean * mean) / n);
}

/* -- answer -------------------------------------------------------------- */

/* The part of a placement group's shards that new OSDs hold. */
static double landed(const struct topology *before, const struct topology *after,
                     const struct layout *layout)
{
    double sum = 0;
    for (int i = 0; i < after->n_sets; i++) {
        const struct osd_set *set = &after->sets[i];
        int old = set_before(before, after, set->host);
        int hosts = old < 0 ? 0 : before->hosts[old].count;
        int osds = old < 0 ? 0 : osds_before(before, old, set->row);
        sum += layout->share[i] * (topology_osds(after, i) - hosts * osds);
    }
    return sum / layout->scheme.n;
}

/* Keys drawn for one placement group in both maps, collisions left out. */
static double keys_per_group(const struct tree *tree)
{
    double per_draw = tree->items[0].n;
    for (int i = 1; i < tree->n; i++)
        if (tree->items[0].weight[AFTER] > 0)
            per_draw +=
                tree->items[i].n * tree->items[i].weight[AFTER] / tree->items[0].weight[AFTER];
    return MAPS * tree->draws * per_draw;
}

bool remap_pool(const struct topology *before, const struct topology *after,
                const struct pool *pool, double work, struct arena *arena, struct remap *remap,
                struct err *err)
{
    static const int levels[] = {[DOMAIN_OSD] = OSD, [DOMAIN_HOST] = HOST, [DOMAIN_RACK] = RACK};
    struct layout old, new;
    struct remap made = {0};
    if (!layout_make(before, pool, LAYOUT_CRUSH, arena, &old, err) ||
        !layout_make(after, pool, LAYOUT_CRUSH, arena, &new, err))
        return false;
    if (old.placed < old.scheme.n || new.placed < new.scheme.n)
        return err_set(err, ERR_MODEL, "pool '%.60s' needs %d failure domains, %d are there",
                       pool->name == NULL ? "" : pool->name, old.scheme.n, old.domains);
    struct tree tree = {
        .domain = levels[old.domain], .indep = old.scheme.erasure, .draws = old.scheme.n};
    tree.items = arena_array(arena, count_items(after), sizeof *tree.items);
    struct building building = {before, after, pool, &tree};
    build_tree(&building);
    made.landed_frac = landed(before, after, &new);
    double affordable = work / keys_per_group(&tree);
    made.samples = (int)fmin(SAMPLES_MAX, fmax(affordable, fmin(SAMPLES_MIN, 10 * affordable)));
    made.samples = made.samples < 2 ? 2 : made.samples;
    simulate(&tree, &made);
    made.moved_frac = made.landed_frac + made.shuffled_frac;
    *remap = made;
    return true;
}
