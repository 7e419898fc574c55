/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/need.h"

#include "model/planning.h"

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])

/* A row that must stand; `n` is the count of a list. */
#define NEEDED(S, k, kd, m, n, s, h)                                                               \
    {                                                                                              \
        .key = k, .kind = kd, .offset = offsetof(S, m), .count_offset = offsetof(S, n), .sub = s,  \
        .required = true, .help = h                                                                \
    }

static const char *const confidence_names[] = {"p10", "p50", NULL};
const char *const need_loss_names[] = {"osd", "host", "rack", NULL};
static const char *const during_names[] = {"outage", "rebuild", NULL};

#define L struct need_load
static const struct field load_fields[] = {
    WORKLOAD_ROWS(L, load.),
    ROW_QUANTITY(L, "iops", iops_ops, DIM_OPS, 1, 1e12, NULL, "client operations/s to reach"),
    ROW_QUANTITY(L, "bw", bw_Bps, DIM_RATE, 1, 1e15, NULL, "client bandwidth to reach"),
    ROW_QUANTITY(L, "lat", lat_s, DIM_TIME, 1e-6, 1e4, NULL, "mean latency to keep"),
    ROW_QUANTITY(L, "p99", p99_s, DIM_TIME, 1e-6, 1e4, NULL,
                 "99th percentile of the latency to keep"),
};
#undef L
const struct schema need_load_schema = {"need load", sizeof(struct need_load), load_fields,
                                        N_OF(load_fields)};

#define F struct need_failure
static const struct field failure_fields[] = {
    ROW_CHOICE(F, "lose", lose, need_loss_names, "host", "what fails"),
    ROW_QUANTITY(F, "share", share_frac, DIM_FRACTION, 0.01, 1, "no target",
                 "share of every workload's targets that must still be met"),
    ROW_CHOICE(F, "during", during, during_names, "rebuild",
               "outage: with the unit gone; rebuild: while it is rebuilt as well"),
    ROW_QUANTITY(F, "rebuild", rebuild_s, DIM_DURATION, 1, 1e9, "no limit",
                 "latest end of the rebuild, from the moment the OSDs are out"),
    ROW_CHOICE(F, "profile", profile, recovery_profile_names, "balanced",
               "mClock profile of the rebuild"),
};
#undef F
const struct schema need_failure_schema = {"need failure", sizeof(struct need_failure),
                                           failure_fields, N_OF(failure_fields)};

#define M struct need_limits
static const struct field limits_fields[] = {
    ROW_MONEY(M, "budget", budget, "most that everything may cost"),
    ROW_QUANTITY(M, "power", power_W, DIM_POWER, 1, 1e9, NULL, "most that everything may draw"),
    ROW_INT(M, "rack_units", rack_units, 1, 1e6, NULL, "most room in racks"),
    ROW_INT(M, "min_hosts", min_hosts, 1, 1000, "what the scheme needs", "fewest hosts"),
    ROW_INT(M, "max_hosts", max_hosts, 1, 1000, "64", "most hosts"),
    ROW_INT(M, "racks", racks, 1, 1000, NULL, "the hosts stand in so many racks, in turn"),
};
#undef M
const struct schema need_limits_schema = {"need limits", sizeof(struct need_limits), limits_fields,
                                          N_OF(limits_fields)};

#define H struct need_host
static const struct field host_fields[] = {
    ROW_TEXT(H, "name", name, "what the answer calls it"),
    ROW_MAP(H, "cpu", cpu, &cpu_schema, "processors of one host"),
    ROW_QUANTITY(H, "ram", ram_B, DIM_CAPACITY, 1, 1e15, NULL, "memory of one host"),
    ROW_MONEY(H, "price", price, "one host without its devices"),
    ROW_QUANTITY(H, "power", power_W, DIM_POWER, 0, 1e6, NULL, "one host without its devices"),
    ROW_INT(H, "rack_units", rack_units, 1, 100, NULL, "its height"),
    ROW_INT(H, "bays", bays, 1, 1000, NULL,
            "drive bays for data devices; for DB devices too where db_bays is absent"),
    ROW_INT(H, "db_bays", db_bays, 0, 100, NULL, "drive bays or slots for DB devices alone"),
};
#undef H
const struct schema need_host_schema = {"host choice", sizeof(struct need_host), host_fields,
                                        N_OF(host_fields)};

#define D struct need_device
static const struct field device_fields[] = {
    NEEDED(D, "device", FIELD_DEVICE, device, device, &device_schema,
           "a data device, with its price and power where they count"),
    ROW_INT(D, "osds_per_device", osds_per_device, 1, 16, "1", "OSDs on each"),
    ROW_INT(D, "min_per_host", min_per_host, 1, 1000, "1", "fewest in a host"),
    ROW_INT(D, "max_per_host", max_per_host, 1, 1000, "the host's bays", "most in a host"),
};
#undef D
const struct schema need_device_schema = {"device choice", sizeof(struct need_device),
                                          device_fields, N_OF(device_fields)};

#define B struct need_db
static const struct field db_fields[] = {
    NEEDED(B, "device", FIELD_DEVICE, device, device, &device_schema,
           "a device for DB and WAL; none is always tried as well"),
    ROW_INT(B, "max_osds", max_osds, 1, 1000, "12 behind NVMe, 5 behind an SSD",
            "OSDs that one serves at most"),
    ROW_QUANTITY(B, "min_share", min_share_frac, DIM_FRACTION, 0, 1, "1 %",
                 "size of an OSD's DB over its data device, at least"),
    ROW_INT(B, "max_per_host", max_per_host, 1, 100, "db_bays, or 4", "most in a host"),
};
#undef B
const struct schema need_db_schema = {"DB choice", sizeof(struct need_db), db_fields,
                                      N_OF(db_fields)};

#define W struct need_network
static const struct field network_fields[] = {
    NETWORK_ROWS(W, net.),
    ROW_MONEY(W, "price", price, "adapters and ports of one host; absent: in the host's price"),
    ROW_QUANTITY(W, "power", power_W, DIM_POWER, 0, 1e6, NULL,
                 "the same; absent: in the host's power"),
};
#undef W
const struct schema need_network_schema = {"network choice", sizeof(struct need_network),
                                           network_fields, N_OF(network_fields)};

#define S struct need_scheme
static const struct field scheme_fields[] = {
    ROW_INT(S, "size", size, 1, 64, NULL, "copies"),
    ROW_INT(S, "k", k, 1, 64, NULL, "data shards of an erasure code"),
    ROW_INT(S, "m", m, 1, 64, NULL, "coding shards of an erasure code"),
    ROW_INT(S, "min_size", min_size, 1, 64, "size - size/2; EC: k + min(1, m - 1)",
            "copies or shards without which I/O stops"),
    ROW_BOOL(S, "optimizations", optimizations, "false", "Tentacle's allow_ec_optimizations"),
};
#undef S
const struct schema need_scheme_schema = {"scheme choice", sizeof(struct need_scheme),
                                          scheme_fields, N_OF(scheme_fields)};

#define C struct need_choices
static const struct field choices_fields[] = {
    NEEDED(C, "hosts", FIELD_LIST, hosts, n_hosts, &need_host_schema,
           "kinds of host, one of which is taken"),
    ROW_LIST(C, "devices", devices, n_devices, &need_device_schema,
             "data devices; absent: those of --catalogue that are of `classes`"),
    ROW_TEXTS(C, "classes", classes, n_classes, "data devices of these classes alone"),
    ROW_LIST(C, "db", dbs, n_dbs, &need_db_schema, "devices for DB and WAL"),
    NEEDED(C, "networks", FIELD_LIST, networks, n_networks, &need_network_schema,
           "links of one host"),
    ROW_LIST(C, "schemes", schemes, n_schemes, &need_scheme_schema,
             "redundancy of the pool; absent: size 3"),
    ROW_CHOICE(C, "failure_domain", failure_domain, failure_domain_names, "host",
               "no two copies share one"),
};
#undef C
const struct schema need_choices_schema = {"need choices", sizeof(struct need_choices),
                                           choices_fields, N_OF(choices_fields)};

#define N struct need
static const struct field need_fields[] = {
    {.key = "cephplan",
     .kind = FIELD_TEXT,
     .offset = offsetof(N, format),
     .required = true,
     .help = "need/1"},
    ROW_TEXT(N, "name", name, "what the answer calls it"),
    ROW_MAP(N, "ceph", ceph, &ceph_schema, "release and settings"),
    ROW_QUANTITY(N, "usable", usable_B, DIM_CAPACITY, 1, 1e21, NULL,
                 "client bytes to be held safely now"),
    ROW_QUANTITY(N, "growth", growth_per_year, DIM_GROWTH, -1, 1000, "0%/y", "of `usable`"),
    ROW_QUANTITY(N, "horizon", horizon_s, DIM_DURATION, 0, 1e10, "0", "how long it must suffice"),
    ROW_QUANTITY(N, "object_size", object_size_B, DIM_BLOCK, 1, 1 << 30, "4MiB",
                 "RADOS objects of this size"),
    ROW_CHOICE(N, "confidence", confidence, confidence_names, "p10",
               "p10: targets are met nine times in ten; p50: as often as not"),
    ROW_LIST(N, "workloads", workloads, n_workloads, &need_load_schema,
             "loads and what each must reach"),
    ROW_MAP(N, "clients", clients, &clients_schema, "client hosts"),
    ROW_MAP(N, "failure", failure, &need_failure_schema, "what must hold with something failed"),
    ROW_MAP(N, "limits", limits, &need_limits_schema, "money, power, room, hosts"),
    NEEDED(N, "choices", FIELD_MAP, choices, choices, &need_choices_schema,
           "what it can be built of"),
    ROW_MAP(N, "ratios", ratios, &ratios_schema, "fill limits"),
    ROW_BOOL(N, "balancer", balancer, "true from Pacific", "upmap balancer on"),
    ROW_QUANTITY(N, "ram_per_osd", ram_per_osd_B, DIM_CAPACITY, 0, 1e13, "5GB",
                 "memory that a host needs for each OSD"),
    ROW_TEXT(N, "notes", notes, "anything else"),
};
#undef N
const struct schema need_schema = {"need", sizeof(struct need), need_fields, N_OF(need_fields)};

double need_stored_B(const struct need *need)
{
    if (isnan(need->growth_per_year) || isnan(need->horizon_s))
        return need->usable_B;
    return need->usable_B * pow(1 + need->growth_per_year, need->horizon_s / YEAR_S);
}

double need_ops(const struct need_load *load)
{
    double by_rate = load->bw_Bps / load->load.bs_B;
    return isnan(load->iops_ops) ? by_rate
           : isnan(by_rate)      ? load->iops_ops
                                 : fmax(load->iops_ops, by_rate);
}
