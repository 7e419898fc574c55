/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: struct params and struct constants are arrays of double in the order of their lists.
 */
#include "model/params.h"

#include <string.h>

#define NAME(name) #name,
const char *const param_names[] = {PARAMS(NAME) NULL};
const char *const constant_names[] = {CONSTANTS(NAME) NULL};
#undef NAME

const char *const load_class_names[] = {
    "qd1-hdd", "qd1-flash",    "ec-small",      "ec-large",       "hdd-bandwidth",   "flash-large",
    "mixed",   "hdd-randread", "hdd-randwrite", "flash-randread", "flash-randwrite", NULL};
const char *const input_key_names[] = {
    "hosts.count",    "pools.size",  "osds.device",   "osds.journal",
    "pools.pg_num",   "cpu.threads", "cpu.model",     "ceph.version",
    "network.public", "network.rtt", "clients.count", "workload.iodepth",
    "workload.read",  "device.sync", "ceph.tuning",   NULL};
static const char *const media_names[] = {"hdd", "flash", NULL};

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])

#define I struct param_info
static const struct field param_info_fields[] = {
    {.key = "value",
     .kind = FIELD_QUANTITY,
     .offset = offsetof(I, value),
     .dim = DIM_NUMBER,
     .min = 0,
     .max = UNLIMITED,
     .required = true,
     .help = "prior median"},
    ROW_QUANTITY(I, "fitted", fitted, DIM_NUMBER, 0, UNLIMITED, NULL, "what calibrate found"),
    ROW_QUANTITY(I, "low", low, DIM_NUMBER, 0, UNLIMITED, NULL, "10 % quantile"),
    ROW_QUANTITY(I, "high", high, DIM_NUMBER, 0, UNLIMITED, NULL, "90 % quantile"),
    ROW_TEXT(I, "unit", unit, "base unit, 1 for none"),
    ROW_BOOL(I, "fit", fit, "false", "calibration may move it"),
    ROW_TEXT(I, "meaning", meaning, "what it is"),
    ROW_TEXT(I, "source", source, "where it comes from"),
};
#undef I
const struct schema param_info_schema = {"parameter", sizeof(struct param_info), param_info_fields,
                                         N_OF(param_info_fields)};

static const struct field curve_fields[] = {
    ROW_TEXT(struct curve, "x", x_text, "ascending numbers, separated by blanks"),
    ROW_TEXT(struct curve, "y", y_text, "as many numbers"),
};
const struct schema curve_schema = {"table", sizeof(struct curve), curve_fields,
                                    N_OF(curve_fields)};

static const struct field cpu_speed_fields[] = {
    ROW_TEXT(struct cpu_speed, "pattern", pattern, "extended regular expression on cpu.model"),
    ROW_QUANTITY(struct cpu_speed, "speed", speed, DIM_NUMBER, 0.01, 100, NULL, "EPYC 7742 = 1"),
    ROW_TEXT(struct cpu_speed, "note", note, "anything else"),
};
const struct schema cpu_speed_schema = {"cpu speed", sizeof(struct cpu_speed), cpu_speed_fields,
                                        N_OF(cpu_speed_fields)};

#define E struct class_error
static const struct field class_error_fields[] = {
    ROW_CHOICE(E, "class", class, load_class_names, NULL, "class of load"),
    ROW_TEXT(E, "group", group, "classes that share a publisher effect"),
    ROW_QUANTITY(E, "sigma", sigma, DIM_NUMBER, 0, 10, NULL, "spread of rows, ln"),
    ROW_QUANTITY(E, "tau", tau, DIM_NUMBER, 0, 10, NULL, "spread of publishers, ln"),
    ROW_QUANTITY(E, "width", width, DIM_NUMBER, 0, 10, NULL, "publisher and row in the range, ln"),
    ROW_INT(E, "rows", rows, 0, 1e9, NULL, "rows of the fit"),
    ROW_INT(E, "publishers", publishers, 0, 1e9, NULL, "publishers of the fit"),
    ROW_QUANTITY(E, "osds_low", osds_low, DIM_NUMBER, 0, 1e9, NULL, "smallest cluster of the fit"),
    ROW_QUANTITY(E, "osds_high", osds_high, DIM_NUMBER, 0, 1e9, NULL, "largest cluster of the fit"),
};
#undef E
const struct schema class_error_schema = {"class error", sizeof(struct class_error),
                                          class_error_fields, N_OF(class_error_fields)};

#define G struct guess_width
static const struct field guess_width_fields[] = {
    ROW_CHOICE(G, "input", input, input_key_names, NULL, "what is guessed"),
    ROW_TEXTS(G, "classes", classes, n_classes, "classes of load it holds for; absent: all"),
    ROW_CHOICE(G, "media", media, media_names, "both", "hdd or flash"),
    ROW_QUANTITY(G, "below_release", below_release, DIM_NUMBER, 0, 100, "all",
                 "only for releases (index, Luminous 1) below it"),
    ROW_QUANTITY(G, "log_sd", log_sd, DIM_NUMBER, 0, 10, NULL, "extra width of the range, ln"),
};
#undef G
const struct schema guess_width_schema = {"guess width", sizeof(struct guess_width),
                                          guess_width_fields, N_OF(guess_width_fields)};

static const struct field publisher_fields[] = {
    ROW_TEXT(struct publisher, "name", name, "who measured"),
    ROW_TEXTS(struct publisher, "prefixes", prefixes, n_prefixes, "prefixes of record names"),
};
const struct schema publisher_schema = {"publisher", sizeof(struct publisher), publisher_fields,
                                        N_OF(publisher_fields)};

double *params_array(struct params *params)
{
    return (double *)params;
}

const double *params_array_const(const struct params *params)
{
    return (const double *)params;
}

int params_find(const char *name)
{
    for (int i = 0; i < N_PARAMS; i++)
        if (strcmp(param_names[i], name) == 0)
            return i;
    return -1;
}

const char *publisher_of(const struct engine_model *model, const char *record)
{
    const char *found = record;
    size_t longest = 0;
    for (int i = 0; i < model->n_publishers; i++) {
        const struct publisher *p = &model->publishers[i];
        for (int j = 0; j < p->n_prefixes; j++) {
            size_t length = strlen(p->prefixes[j]);
            if (length > longest && strncmp(p->prefixes[j], record, length) == 0) {
                longest = length;
                found = p->name;
            }
        }
    }
    return found;
}

static bool covers(const struct guess_width *row, enum load_class class, bool flash, double release)
{
    if (!isnan(row->below_release) && release >= row->below_release)
        return false;
    if (row->media != FIELD_ABSENT && row->media != (int)flash)
        return false;
    for (int i = 0; i < row->n_classes; i++)
        if (strcmp(row->classes[i], load_class_names[class]) == 0)
            return true;
    return row->n_classes == 0;
}

double guess_width_of(const struct engine_model *model, enum input_key input, enum load_class class,
                      bool flash, double release)
{
    for (int i = 0; i < model->n_widths; i++)
        if (model->widths[i].input == (int)input &&
            covers(&model->widths[i], class, flash, release))
            return model->widths[i].log_sd;
    return 0;
}
