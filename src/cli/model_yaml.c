/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: reading what was written gives the same model to the last digit. */
#include "cli/model_yaml.h"

#include "base/units.h"

static void number(FILE *out, const char *key, double value)
{
    char text[40];
    if (isnan(value))
        return;
    units_format_exact(value, text, sizeof text);
    fprintf(out, ", %s: %s", key, text);
}

/* A double-quoted scalar: the two characters that end or escape it are escaped. */
static void quoted(FILE *out, const char *key, const char *text)
{
    if (text == NULL)
        return;
    fprintf(out, ", %s: \"", key);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void entry(FILE *out, const char *name, const struct param_info *info)
{
    char text[40];
    units_format_exact(info->value, text, sizeof text);
    fprintf(out, "  %s: {value: %s", name, text);
    number(out, "fitted", info->fitted);
    number(out, "low", info->low);
    number(out, "high", info->high);
    quoted(out, "unit", info->unit);
    if (info->fit != FIELD_ABSENT)
        fprintf(out, ", fit: %s", info->fit == 1 ? "true" : "false");
    quoted(out, "meaning", info->meaning);
    quoted(out, "source", info->source);
    fputs("}\n", out);
}

static void list(FILE *out, const char *key, const char *const *texts, int n)
{
    if (n == 0)
        return;
    fprintf(out, ", %s: [", key);
    for (int i = 0; i < n; i++)
        fprintf(out, "%s\"%s\"", i == 0 ? "" : ", ", texts[i]);
    fputc(']', out);
}

static void write_classes(const struct engine_model *model, FILE *out)
{
    fputs("# Spread of the errors: sigma between rows of a publisher, tau between publishers, "
          "width both together in\n"
          "# a range. rows, publishers, osds_low and osds_high say what the class rests "
          "on.\nclasses:\n",
          out);
    for (int i = 0; i < N_LOAD_CLASSES; i++) {
        const struct class_error *c = &model->classes[i];
        fprintf(out, "  - {class: %s, group: %s", load_class_names[i], c->group);
        number(out, "sigma", c->sigma);
        number(out, "tau", c->tau);
        number(out, "width", c->width);
        if (c->rows != FIELD_ABSENT)
            fprintf(out, ", rows: %d, publishers: %d", c->rows, c->publishers);
        number(out, "osds_low", c->osds_low);
        number(out, "osds_high", c->osds_high);
        fputs("}\n", out);
    }
    char text[40];
    units_format_exact(model->net_width, text, sizeof text);
    fprintf(out, "net_width: %s\n", text);
}

static void write_widths(const struct engine_model *model, FILE *out)
{
    fputs("# What a guessed input adds to the range (log-sd): rms change of the answer when the "
          "stated value is hidden.\n"
          "# First match.\nwidths:\n",
          out);
    for (int i = 0; i < model->n_widths; i++) {
        const struct guess_width *w = &model->widths[i];
        fprintf(out, "  - {input: %s", input_key_names[w->input]);
        list(out, "classes", w->classes, w->n_classes);
        if (w->media != FIELD_ABSENT)
            fprintf(out, ", media: %s", w->media == 0 ? "hdd" : "flash");
        number(out, "below_release", w->below_release);
        number(out, "log_sd", w->log_sd);
        fputs("}\n", out);
    }
}

static void write_lists(const struct engine_model *model, FILE *out)
{
    fputs("# Speed of a CPU thread, EPYC 7742 = 1: first extended regular expression that matches "
          "cpu.model.\n"
          "cpu_speeds:\n",
          out);
    for (int i = 0; i < model->n_speeds; i++) {
        const struct cpu_speed *s = &model->speeds[i];
        fprintf(out, "  - {pattern: \"%s\"", s->pattern);
        number(out, "speed", s->speed);
        quoted(out, "note", s->note);
        fputs("}\n", out);
    }
    write_classes(model, out);
    write_widths(model, out);
    fputs("# Who measured what: a publisher is left out whole when the model is tried. Longest "
          "matching prefix of a\n"
          "# record's name.\npublishers:\n",
          out);
    for (int i = 0; i < model->n_publishers; i++) {
        const struct publisher *p = &model->publishers[i];
        fprintf(out, "  - {name: %s", p->name);
        list(out, "prefixes", p->prefixes, p->n_prefixes);
        fputs("}\n", out);
    }
}

static void write_covariance(const struct engine_model *model, FILE *out)
{
    if (model->covariance == NULL)
        return;
    fputs("# Covariance of ln of the fitted parameters, in the order in which they stand "
          "above.\ncovariance:\n",
          out);
    for (int i = 0; i < model->n_fit; i++) {
        fputs("  - \"", out);
        for (int j = 0; j < model->n_fit; j++)
            fprintf(out, "%s%.6g", j == 0 ? "" : " ", model->covariance[i * model->n_fit + j]);
        fputs("\"\n", out);
    }
}

void model_yaml_write(const struct engine_model *model, FILE *out)
{
    fputs("# The engine's coefficients. A parameter is uncertain: value is its prior median, low "
          "and high its 10 % and 90 %\n"
          "# quantiles (ln-normal), fit says whether calibration may move it and fitted what it "
          "found. A constant is a count,\n"
          "# threshold or fallback. \"open records\" means: chosen on the published clusters in "
          "data/records.\n"
          "# Written by `cephplan calibrate data/records -o models/engine.yaml`; priors and texts "
          "are kept as they stand.\n"
          "cephplan: model/1\n",
          out);
    fprintf(out, "name: %s\nversion: \"%s\"\n", model->name, model->version);
    fputs("parameters:\n", out);
    for (int i = 0; i < N_PARAMS; i++)
        entry(out, param_names[i], &model->param_info[i]);
    fputs("constants:\n", out);
    for (int i = 0; i < N_CONSTANTS; i++)
        entry(out, constant_names[i], &model->constant_info[i]);
    fprintf(out, "tables:\n  kpg: {x: \"%s\", y: \"%s\"} # %s\n", model->kpg.x_text,
            model->kpg.y_text, "PG copies an OSD; ceph.io 2024 \"A Journey to 1 TiB/s\"");
    fprintf(out, "  rtt: {x: \"%s\", y: \"%s\"} # %s\n", model->rtt.x_text, model->rtt.y_text,
            "bytes/s of the link; 100 GbE measured, the rest estimates");
    write_lists(model, out);
    write_covariance(model, out);
}
