/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/needs.h"

#include "support/random.h"

#include "load/need_file.h"
#include "load/planning_file.h"
#include "plan/narrow.h"

#include <math.h>
#include <string.h>

void needs_open(struct needs *needs, struct fixture *f, int n_draws, unsigned long seed)
{
    struct err err = ERR_INIT;
    *needs = (struct needs){.f = f, .model = suite_model(f), .n_draws = n_draws};
    needs->draws = arena_array(&f->arena, (size_t)n_draws * N_PARAMS, sizeof(double));
    if (!draws_make(needs->model, seed, n_draws, needs->draws, &err) ||
        !load_planning(&f->arena, "models/recovery.yaml", &needs->planning, &err) ||
        !load_advice(&f->arena, "models/advice.yaml", &needs->advice, &err))
        fail_msg("%s", err.text);
}

static struct need *checked(struct need *need, bool ok, const struct err *err)
{
    char text[2048];
    if (ok)
        return need;
    err_format(err, text, sizeof text);
    fail_msg("%s", text);
    return NULL;
}

struct need *needs_load(struct needs *needs, const char *path)
{
    struct loader loader;
    struct need *need = NULL;
    struct err err = ERR_INIT;
    catalogue_loader(needs->f->catalogue, &loader);
    bool ok = load_need(&loader, path, &need, &err);
    return checked(need, ok, &err);
}

struct need *needs_text(struct needs *needs, const char *yaml)
{
    struct loader loader;
    struct need *need = NULL;
    struct err err = ERR_INIT;
    struct filetext text = {"text", yaml, strlen(yaml)};
    catalogue_loader(needs->f->catalogue, &loader);
    bool ok = load_need_text(&loader, &text, &need, &err);
    return checked(need, ok, &err);
}

struct space *needs_space(struct needs *needs, const struct need *need)
{
    struct space *space = arena_alloc(&needs->f->arena, sizeof *space);
    struct space_question question = {
        need, needs->model, needs->planning, needs->advice, {needs->draws, needs->n_draws}};
    struct err err = ERR_INIT;
    if (!space_make(&question, &needs->f->arena, space, &err))
        fail_msg("%s", err.text);
    narrow_kinds(space);
    return space;
}

/* -- random needs -- */

/* Between low and high, even in logarithms, two digits: the same text everywhere. */
static double between(struct num_rng *rng, double low, double high)
{
    double x = low * pow(high / low, random_uniform(rng));
    double unit = pow(10, floor(log10(x)) - 1);
    return round(x / unit) * unit;
}

static bool chance(struct num_rng *rng, double p)
{
    return random_uniform(rng) < p;
}

static const char *pick(struct num_rng *rng, const char *const *words, size_t n)
{
    return words[random_below(rng, n)];
}

static const char *const flash[] = {"samsung-pm983-3.84tb", "micron-7450-pro-3.84tb",
                                    "samsung-pm883-1.92tb", "crucial-mx500-2tb",
                                    "kingston-dc600m-960gb"};
static const char *const disks[] = {"seagate-exos-x16-16tb", "class-hdd-7200", "wd-red-plus-4tb"};

static const char *load_text(struct needs *needs, struct num_rng *rng, bool disk)
{
    static const char *const kinds[] = {"randread", "randwrite", "randrw, read: 70%", "read",
                                        "write"};
    const char *kind = pick(rng, kinds, 5);
    bool large = strncmp(kind, "rand", 4) != 0;
    const char *bs = large ? "4M" : chance(rng, 0.5) ? "4k" : "16k";
    const char *depth = "";
    if (!large && chance(rng, 0.2))
        depth = ", iodepth: 1, clients: 1";
    else if (chance(rng, 0.6))
        depth = suite_text(needs->f, ", iodepth: %d, clients: %d", 1 + (int)random_below(rng, 32),
                           1 + (int)random_below(rng, 30));
    double scale = disk ? 0.03 : 1;
    bool alone = strncmp(depth, ", iodepth: 1, clients: 1", 25) == 0;
    const char *target = large ? suite_text(needs->f, "bw: %.0fMB/s", between(rng, 100, 3000))
                               : suite_text(needs->f, "iops: %.0f",
                                            between(rng, (alone ? 100 : 1000) * scale,
                                                    (alone ? 3000 : 100000) * scale));
    const char *time = "";
    if (!large && chance(rng, 0.4))
        time = suite_text(needs->f, ", lat: %.4gms", between(rng, 0.6, 30));
    else if (!large && chance(rng, 0.2))
        time = suite_text(needs->f, ", p99: %.4gms", between(rng, 3, 300));
    return suite_text(needs->f, "  - {rw: %s, bs: %s%s, %s%s}\n", kind, bs, depth, target, time);
}

static const char *devices_text(struct needs *needs, struct num_rng *rng, bool disk, bool priced)
{
    const char *text = "  devices:\n";
    int n = 1 + (int)random_below(rng, 2);
    for (int i = 0; i < n; i++) {
        const char *name = disk ? pick(rng, disks, 3) : pick(rng, flash, 5);
        const char *price =
            priced ? suite_text(needs->f, ", price: %.0f EUR", between(rng, 90, 900)) : "";
        text = suite_text(
            needs->f, "%s    - {device: {like: %s%s}, min_per_host: %d, max_per_host: %d%s}\n",
            text, name, price, 1 + (int)random_below(rng, 2), 3 + (int)random_below(rng, 3),
            !disk && chance(rng, 0.2) ? ", osds_per_device: 2" : "");
    }
    return text;
}

static const char *hosts_text(struct needs *needs, struct num_rng *rng, bool priced)
{
    static const char *const cpus[] = {"cpu: {model: AMD EPYC 9354, threads: 64}, ",
                                       "cpu: {model: Intel Xeon Silver 4314, threads: 32}, ",
                                       "cpu: {threads: 8}, ", ""};
    const char *text = "  hosts:\n";
    int n = 1 + (int)random_below(rng, 2);
    for (int i = 0; i < n; i++) {
        const char *price =
            priced ? suite_text(needs->f, "price: %.0f EUR, ", between(rng, 300, 9000)) : "";
        text =
            suite_text(needs->f, "%s    - {name: h%d, %s%spower: %dW, rack_units: %d, bays: %d}\n",
                       text, i, pick(rng, cpus, 4), price, 100 + 50 * i,
                       1 + (int)random_below(rng, 2), 4 + (int)random_below(rng, 3));
    }
    return text;
}

static const char *rest_text(struct needs *needs, struct num_rng *rng, bool disk, bool priced)
{
    static const char *const schemes[] = {"{size: 2}", "{size: 3}", "{k: 2, m: 1}", "{k: 2, m: 2}",
                                          "{k: 4, m: 2}"};
    static const char *const links[] = {"1Gbit/s", "10Gbit/s", "25Gbit/s", "100Gbit/s"};
    const char *text = "";
    if (disk && chance(rng, 0.7))
        text = suite_text(
            needs->f,
            "  db: [{device: {like: intel-p4610-1.6tb%s}, min_share: 0, max_per_host: 1}]\n",
            priced ? suite_text(needs->f, ", price: %.0f EUR", between(rng, 200, 900)) : "");
    text = suite_text(needs->f, "%s  networks: [{public: %s", text, pick(rng, links, 4));
    if (chance(rng, 0.5))
        text = suite_text(needs->f, "%s}, {public: %s%s", text, pick(rng, links, 4),
                          priced ? ", price: 400 EUR" : "");
    text = suite_text(needs->f, "%s}]\n  schemes: [%s", text, pick(rng, schemes, 5));
    if (chance(rng, 0.5))
        text = suite_text(needs->f, "%s, %s", text, pick(rng, schemes, 5));
    return suite_text(needs->f, "%s]\n%s", text,
                      chance(rng, 0.15) ? "  failure_domain: osd\n" : "");
}

const char *needs_random(struct needs *needs, struct num_rng *rng)
{
    bool disk = chance(rng, 0.4), priced = chance(rng, 0.75);
    const char *text = "cephplan: need/1\nname: random\n";
    if (chance(rng, 0.7))
        text = suite_text(needs->f, "%sceph: {version: 18.2.4, tuning: default}\n", text);
    if (chance(rng, 0.8))
        text = suite_text(needs->f, "%susable: %.0fTB\n", text, between(rng, 4, disk ? 250 : 40));
    if (chance(rng, 0.3))
        text = suite_text(needs->f, "%sconfidence: p50\n", text);
    text = suite_text(needs->f, "%sworkloads:\n", text);
    for (int i = 1 + (int)random_below(rng, 2); i > 0; i--)
        text = suite_text(needs->f, "%s%s", text, load_text(needs, rng, disk));
    if (chance(rng, 0.4))
        text = suite_text(needs->f, "%sfailure: {lose: %s, share: %.0f%%, during: %s%s}\n", text,
                          chance(rng, 0.8) ? "host" : "osd", 100 * between(rng, 0.3, 0.9),
                          chance(rng, 0.5) ? "outage" : "rebuild",
                          chance(rng, 0.4) ? ", rebuild: 2d" : "");
    if (chance(rng, 0.3))
        text = suite_text(needs->f, "%sclients: {colocated: true}\n", text);
    text = suite_text(needs->f, "%slimits: {max_hosts: %d", text, 6 + (int)random_below(rng, 6));
    if (priced && chance(rng, 0.3))
        text = suite_text(needs->f, "%s, budget: %.0f EUR", text, between(rng, 5000, 100000));
    if (chance(rng, 0.3))
        text = suite_text(needs->f, "%s, rack_units: %d", text, 6 + (int)random_below(rng, 12));
    return suite_text(needs->f, "%s}\nchoices:\n%s%s%s", text, hosts_text(needs, rng, priced),
                      devices_text(needs, rng, disk, priced), rest_text(needs, rng, disk, priced));
}
