/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/report_words.h"

#include <string.h>

static const struct {
    const char *key, *words, *what;
} bounds[] = {{"data", "data devices", "the data devices"},
              {"db", "DB devices", "the DB, WAL or journal devices"},
              {"cpu", "processors", "the processors of the OSD hosts"},
              {"osd", "OSD processes", "the OSD processes"},
              {"net.public", "public network", "the public links of the OSD hosts"},
              {"net.cluster", "cluster network", "the cluster links of the OSD hosts"},
              {"client.net", "client network", "the links of the clients"},
              {"client.cpu", "client processes", "the client processes"},
              {"depth", "queue depth", "the clients: too few requests outstanding"}};
enum { N_WORDS = sizeof bounds / sizeof bounds[0] };

static int find_bound(const char *key)
{
    int i = 0;
    while (i < N_WORDS && (key == NULL || strcmp(bounds[i].key, key) != 0))
        i++;
    return i;
}

const char *report_bound(const char *key)
{
    int i = find_bound(key);
    return i == N_WORDS ? key : bounds[i].what;
}

const char *report_bound_words(const char *key)
{
    int i = find_bound(key);
    return i == N_WORDS ? key : bounds[i].words;
}

static void say_in_table(struct table *table)
{
    for (int c = 0; c < table->n_columns; c++) {
        const char *head = table->columns[c].name;
        if (strstr(head, "bound") == NULL && strcmp(head, "limited by") != 0 &&
            strcmp(head, "next") != 0)
            continue;
        for (int r = 0; r < table->n_rows; r++) {
            struct cell *cell = &table->cells[(size_t)r * (size_t)table->n_columns + (size_t)c];
            if (cell->kind == CELL_TEXT)
                cell->text = report_bound_words(cell->text);
        }
    }
}

static void say_in_figure(struct figure *figure)
{
    for (int s = 0; s < figure->n_series; s++)
        for (int p = 0; p < figure->series[s].n_points; p++) {
            struct figure_point *point = &figure->series[s].points[p];
            point->reason = report_bound_words(point->reason);
            if (figure->kind == FIGURE_BOUNDS || figure->kind == FIGURE_LINE_BAND)
                point->label = report_bound_words(point->label);
        }
}

void report_say_bounds(struct document *document)
{
    for (int i = 0; i < document->n; i++) {
        const struct block *block = &document->blocks[i];
        if (block->kind == BLOCK_TABLE)
            say_in_table(block->table);
        else if (block->kind == BLOCK_FIGURE)
            say_in_figure(block->figure);
    }
}
