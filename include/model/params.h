/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine's coefficients as a model file states them: 43 uncertain parameters (ten of them
 * fitted), fixed constants, short tables, and what calibration found out about its own error. The C
 * knows their names; values, ranges, units and sources stand in models/engine.yaml alone. */
#ifndef MODEL_PARAMS_H
#define MODEL_PARAMS_H

#include "model/device.h"

/* Uncertain parameters, all positive; meaning, unit and source of each in the model file. */
#define PARAMS(P)                                                                                  \
    P(net_read_eff)                                                                                \
    P(net_write_eff)                                                                               \
    P(net_100g_eff)                                                                                \
    P(net_mesh_factor)                                                                             \
    P(mix_factor)                                                                                  \
    P(cpu_read_op)                                                                                 \
    P(cpu_write_op)                                                                                \
    P(cpu_release_slope)                                                                           \
    P(cpu_contention)                                                                              \
    P(cpu_read_bytes)                                                                              \
    P(cpu_write_bytes)                                                                             \
    P(cpu_size_exponent)                                                                           \
    P(cpu_write_alone)                                                                             \
    P(cpu_filestore_write)                                                                         \
    P(cpu_client_op)                                                                               \
    P(osd_read_ceiling)                                                                            \
    P(osd_write_ceiling)                                                                           \
    P(hdd_sorted_write)                                                                            \
    P(hdd_db_gain)                                                                                 \
    P(hdd_queue_exponent)                                                                          \
    P(hdd_iops_scale)                                                                              \
    P(hdd_inner_factor)                                                                            \
    P(hdd_seek_share)                                                                              \
    P(hdd_direct_extra)                                                                            \
    P(hdd_filestore_lookup)                                                                        \
    P(hdd_commit_share)                                                                            \
    P(hdd_commit_share_sync)                                                                       \
    P(hdd_sync_time)                                                                               \
    P(flash_seq_write)                                                                             \
    P(flash_write_amp)                                                                             \
    P(flash_wal_bytes)                                                                             \
    P(lat_read_hop)                                                                                \
    P(lat_write_hop)                                                                               \
    P(hdd_lat_read_hop)                                                                            \
    P(hdd_lat_write_hop)                                                                           \
    P(lat_release_slope)                                                                           \
    P(client_read_cap)                                                                             \
    P(client_write_cap)                                                                            \
    P(client_bytes)                                                                                \
    P(ec_read_factor)                                                                              \
    P(ec_read_exponent)                                                                            \
    P(ec_software)                                                                                 \
    P(ec_fast_read)                                                                                \
    P(pnorm)                                                                                       \
    P(sync_group_exponent)                                                                         \
    P(tune_read)                                                                                   \
    P(tune_write)                                                                                  \
    P(tune_fade)

#define PARAMS_MEMBER(name) double name;
struct params {
    PARAMS(PARAMS_MEMBER)
};
#undef PARAMS_MEMBER
enum { N_PARAMS = sizeof(struct params) / sizeof(double) };

/* Fixed numbers of the laws: counts, thresholds, fallbacks. Not drawn, not fitted. */
/* clang-format off */
#define CONSTANTS(C)                                                                               \
    C(reference_release)                                                                           \
    C(release_latency_cap)                                                                         \
    C(frame_bytes)                                                                                 \
    C(fast_link)                                                                                   \
    C(link_default_flash)                                                                          \
    C(link_default_hdd)                                                                            \
    C(mtu_default)                                                                                 \
    C(one_host_rtt)                                                                                \
    C(pgs_default)                                                                                 \
    C(imbalance_scale)                                                                             \
    C(hdd_threads_default)                                                                         \
    C(flash_threads_default)                                                                       \
    C(speed_default)                                                                               \
    C(osds_per_host_default)                                                                       \
    C(hdd_shard_threads)                                                                           \
    C(osd_busy_threads)                                                                            \
    C(smt_gain)                                                                                    \
    C(size_reference)                                                                              \
    C(size_cap)                                                                                    \
    C(read_in_write)                                                                               \
    C(ec_extra_shard)                                                                              \
    C(ec_whole_bytes)                                                                              \
    C(ec_fast_release)                                                                             \
    C(ec_fast_read_share)                                                                          \
    C(hdd_reference_iops)                                                                          \
    C(hdd_reference_rpm)                                                                           \
    C(hdd_depth_unknown)                                                                           \
    C(hdd_queue_max)                                                                               \
    C(hdd_direct_bytes)                                                                            \
    C(hdd_lookup_bytes)                                                                            \
    C(hdd_queue_law)                                                                               \
    C(hdd_span_bytes)                                                                              \
    C(deferred_bytes_old)                                                                          \
    C(deferred_bytes_new)                                                                          \
    C(deferred_release)                                                                            \
    C(wal_deferred_bytes)                                                                          \
    C(wal_direct_bytes)                                                                            \
    C(journal_header_bytes)                                                                        \
    C(flash_small_bytes)                                                                           \
    C(flash_db_relief)                                                                             \
    C(flash_fan)                                                                                   \
    C(commit_flushes)                                                                              \
    C(commit_flushes_new)                                                                          \
    C(commit_release)                                                                              \
    C(sync_default_plp)                                                                            \
    C(sync_default_consumer)                                                                       \
    C(sync_min)                                                                                    \
    C(sync_max)                                                                                    \
    C(clients_unknown)                                                                             \
    C(procs_unknown)                                                                               \
    C(i1_sata_ssd)                                                                                 \
    C(i1_sas_ssd)                                                                                  \
    C(i1_nvme)                                                                                     \
    C(i1_scm)                                                                                      \
    C(i1_hdd)                                                                                      \
    C(small_bytes)                                                                                 \
    C(large_bytes)                                                                                 \
    C(class_small_bytes)                                                                           \
    C(tail_qd1)                                                                                    \
    C(tail_read)                                                                                   \
    C(tail_write)                                                                                  \
    C(tail_hdd)                                                                                    \
    C(tail_log_sd)                                                                                 \
    C(tail_hdd_log_sd)                                                                             \
    C(kappa)                                                                                       \
    C(kappa_measured)                                                                              \
    C(draws)                                                                                       \
    C(consumer_width)                                                                              \
    C(fast_ec_width)                                                                               \
    C(osd_message_cap)                                                                             \
    C(balancer_deviation)                                                                          \
    C(tune_unknown)                                                                                \
    C(anchor_same)                                                                                 \
    C(anchor_count)                                                                                \
    C(anchor_direction)                                                                            \
    C(anchor_block)
/* clang-format on */

#define CONSTANTS_MEMBER(name) double name;
struct constants {
    CONSTANTS(CONSTANTS_MEMBER)
};
#undef CONSTANTS_MEMBER
enum { N_CONSTANTS = sizeof(struct constants) / sizeof(double) };

/* Where a number of a model file comes from and how sure it is. */
struct param_info {
    struct place place;
    double value;     /* prior median; of a constant: the constant */
    double fitted;    /* by calibrate; NaN: not fitted, the prior stands */
    double low, high; /* 10 % and 90 % quantile of the prior; NaN: a constant */
    const char *unit, *meaning, *source;
    int fit; /* 1: calibration may move it */
};

/* y over ascending x, flat outside. */
struct curve {
    struct place place;
    const char *x_text, *y_text;
    double x[16], y[16];
    int n;
};

/* A CPU model (extended regular expression, first match) and its speed, EPYC 7742 = 1. */
struct cpu_speed {
    struct place place;
    const char *pattern;
    double speed;
    const char *note;
};

/* Kinds of load whose errors are alike: first that holds (engine/inputs). */
enum load_class {
    LOAD_QD1_HDD,
    LOAD_QD1_FLASH,
    LOAD_EC_SMALL,
    LOAD_EC_LARGE,
    LOAD_HDD_BANDWIDTH,
    LOAD_FLASH_LARGE,
    LOAD_MIXED,
    LOAD_HDD_RANDREAD,
    LOAD_HDD_RANDWRITE,
    LOAD_FLASH_RANDREAD,
    LOAD_FLASH_RANDWRITE,
    N_LOAD_CLASSES
};
extern const char *const load_class_names[];

/* What an engine does not know of a cluster unless the document says it. */
enum input_key {
    INPUT_HOSTS,
    INPUT_SIZE,
    INPUT_DEVICE,
    INPUT_JOURNAL,
    INPUT_PGS,
    INPUT_THREADS,
    INPUT_SPEED,
    INPUT_RELEASE,
    INPUT_PUBLIC,
    INPUT_RTT,
    INPUT_CLIENTS,
    INPUT_DEPTH,
    INPUT_READ,
    INPUT_SYNC,
    INPUT_TUNING,
    N_INPUT_KEYS
};
extern const char *const input_key_names[]; /* dotted document paths such as "network.public" */

/* How the errors of one class of load behave. */
struct class_error {
    struct place place;
    int class;                  /* enum load_class */
    const char *group;          /* classes that share one publisher effect */
    double sigma;               /* of rows, ln */
    double tau;                 /* of publishers, ln */
    double width;               /* W_c: publisher and row together, ln */
    int rows, publishers;       /* behind the class in the fit; FIELD_ABSENT: not stated */
    double osds_low, osds_high; /* OSDs of the clusters behind it */
};

/* The extra log-sd of a guessed input. First match wins. */
struct guess_width {
    struct place place;
    int input;            /* enum input_key */
    const char **classes; /* class names; n_classes 0: all */
    int n_classes;
    int media;            /* 0 hdd, 1 flash, FIELD_ABSENT both */
    double below_release; /* only for releases (index) below it; NaN: all */
    double log_sd;
};

/* Which publisher a record belongs to: longest matching prefix of its name. */
struct publisher {
    struct place place;
    const char *name;
    const char **prefixes;
    int n_prefixes;
};

struct engine_model {
    const char *name, *version, *notes;
    struct params params; /* prior medians, or the fit's */
    struct params log_sd; /* of the priors, ln */
    struct constants constants;
    struct param_info param_info[N_PARAMS];
    struct param_info constant_info[N_CONSTANTS];
    struct curve kpg; /* share of the OSD's read ceiling over PG copies an OSD; ln in ln */
    struct curve rtt; /* seconds over bytes/s of the link; ln in ln */
    struct cpu_speed *speeds;
    int n_speeds;
    struct class_error classes[N_LOAD_CLASSES];
    struct guess_width *widths;
    int n_widths;
    struct publisher *publishers;
    int n_publishers;
    double net_width;     /* W of rows bound by a network link */
    double *covariance;   /* n_fit x n_fit of ln of the fitted parameters; NULL: before a fit */
    int fitted[N_PARAMS]; /* indices of the parameters with fit: true */
    int n_fit;
    const struct device
        *journal_class; /* class file of a journal device whose class is not stated */
};

extern const char *const param_names[];    /* N_PARAMS, NULL-terminated */
extern const char *const constant_names[]; /* N_CONSTANTS, NULL-terminated */
extern const struct schema param_info_schema;
extern const struct schema curve_schema;
extern const struct schema cpu_speed_schema;
extern const struct schema class_error_schema;
extern const struct schema guess_width_schema;
extern const struct schema publisher_schema;

/* The parameters as an array in the order of param_names. */
double *params_array(struct params *params);
const double *params_array_const(const struct params *params);

/* The index of a parameter name, -1 when there is none. */
int params_find(const char *name);

/* The publisher of a record: longest matching prefix, else the name itself. */
const char *publisher_of(const struct engine_model *model, const char *record);

/* The extra log-sd of a guessed input for a class on flash or disk at a release index; 0 when no
 * row stands. */
double guess_width_of(const struct engine_model *model, enum input_key input, enum load_class class,
                      bool flash, double release);

#endif
