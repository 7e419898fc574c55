/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: `cr` is NULL until the first page; text is measured without it, through a layout made
 * of the font map alone, so that a page's size may depend on its text. Glyphs are neither hinted
 * nor rounded to pixels: a text is as wide in one format as in another. */
#include "render/canvas_cairo.h"

#include "base/memstream.h"
#include "base/utf8.h"

#include <assert.h>
#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <errno.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

/* Dots a point in PNG: sharp on dense screens; less when the picture would be too tall for cairo.
 */
#define PNG_SCALE 2.0
#define PNG_LIMIT 32000.0

static const char font_family[] = "Noto Sans, DejaVu Sans, Liberation Sans, sans-serif";
static const char mono_family[] = "Noto Sans Mono, DejaVu Sans Mono, Liberation Mono, monospace";

struct format_row {
    const char *ending;
    cairo_surface_t *(*open)(struct canvas_cairo *document, double width, double height);
    bool has_paper; /* an opaque page is painted first */
};

struct canvas_cairo {
    const struct format_row *format;
    FILE *file;
    struct memstream *svg; /* an SVG before its ids are rewritten */
    const char *title, *author;
    int write_errno; /* why a write failed; 0: none did */
    bool too_large;
    cairo_surface_t *surface;
    cairo_t *cr;
    PangoFontMap *fonts;
    PangoContext *context;
    PangoLayout *layout;
    struct text_style layout_style; /* what `layout` is set to; size 0: nothing yet */
    bool plain;                     /* the machine has no font: cairo's own letters stand in */
    struct arena *arena;
    struct arena_hold *hold;
    struct canvas canvas;
};

/* -- surfaces -----------------------------------------------------------------------------------
 */

static cairo_status_t write_bytes(void *closure, const unsigned char *bytes, unsigned length)
{
    struct canvas_cairo *document = closure;
    FILE *file = document->svg != NULL ? document->svg->file : document->file;
    if (file == NULL) /* the region was freed in the middle */
        return CAIRO_STATUS_WRITE_ERROR;
    if (fwrite(bytes, 1, length, file) == length)
        return CAIRO_STATUS_SUCCESS;
    document->write_errno = errno != 0 ? errno : EIO;
    return CAIRO_STATUS_WRITE_ERROR;
}

static cairo_surface_t *open_svg(struct canvas_cairo *document, double width, double height)
{
    document->svg = memstream_open(document->arena);
    cairo_surface_t *surface =
        cairo_svg_surface_create_for_stream(write_bytes, document, width, height);
    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
    return surface;
}

static cairo_surface_t *open_png(struct canvas_cairo *document, double width, double height)
{
    double scale = fmin(PNG_SCALE, PNG_LIMIT / fmax(width, height));
    if (scale * fmin(width, height) < 1) {
        document->too_large = true;
        scale = 1 / fmin(width, height);
    }
    cairo_surface_t *surface = cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, (int)ceil(width * scale), (int)ceil(height * scale));
    cairo_surface_set_device_scale(surface, scale, scale);
    return surface;
}

/* The date of a reproducible build, by the convention of reproducible-builds.org. */
static void set_date(cairo_surface_t *surface)
{
    const char *text = getenv("SOURCE_DATE_EPOCH");
    char *end = NULL;
    long long seconds = text == NULL ? -1 : strtoll(text, &end, 10);
    /* cairo would put the present moment there: no two files of one document would be alike. */
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
    if (text == NULL || end == text || *end != '\0' || seconds < 0)
        return;
    time_t when = (time_t)seconds;
    struct tm date;
    char stamp[40];
    if (gmtime_r(&when, &date) != NULL &&
        strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &date) > 0)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, stamp);
}

static cairo_surface_t *open_pdf(struct canvas_cairo *document, double width, double height)
{
    cairo_surface_t *surface =
        cairo_pdf_surface_create_for_stream(write_bytes, document, width, height);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR,
                                   "cephplan " CEPHPLAN_VERSION);
    if (document->title != NULL)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, document->title);
    if (document->author != NULL)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_AUTHOR, document->author);
    set_date(surface);
    return surface;
}

static const struct format_row formats[CANVAS_FORMATS] = {
    [CANVAS_SVG] = {".svg", open_svg, true},
    [CANVAS_PNG] = {".png", open_png, true},
    [CANVAS_PDF] = {".pdf", open_pdf, false},
};

bool canvas_cairo_format(const char *path, enum canvas_format *format, struct err *err)
{
    size_t length = strlen(path);
    for (int i = 0; i < CANVAS_FORMATS; i++) {
        size_t ending = strlen(formats[i].ending);
        if (length > ending && strcasecmp(path + length - ending, formats[i].ending) == 0) {
            *format = (enum canvas_format)i;
            return true;
        }
    }
    return err_set(err, ERR_USAGE, "'%.200s': a chart's file ends in .svg, .png or .pdf", path);
}

/* -- drawing ------------------------------------------------------------------------------------
 */

static void set_paint(cairo_t *cr, struct paint paint)
{
    struct canvas_color color = canvas_color(paint);
    cairo_set_source_rgba(cr, color.red, color.green, color.blue, paint.alpha);
}

static void begin(void *self, double width, double height)
{
    struct canvas_cairo *document = self;
    assert(document->cr == NULL || document->format == &formats[CANVAS_PDF]);
    if (document->cr != NULL) {
        cairo_show_page(document->cr);
        cairo_pdf_surface_set_size(document->surface, width, height);
    } else {
        document->surface = document->format->open(document, width, height);
        document->cr = cairo_create(document->surface);
    }
    if (document->format->has_paper) {
        set_paint(document->cr, canvas_paint(CANVAS_PAPER));
        cairo_paint(document->cr);
    }
}

/* The font of a style; to be freed with pango_font_description_free. */
static PangoFontDescription *describe(const struct text_style *style)
{
    PangoFontDescription *font = pango_font_description_new();
    pango_font_description_set_family_static(font, style->mono ? mono_family : font_family);
    pango_font_description_set_absolute_size(font, style->size * PANGO_SCALE);
    pango_font_description_set_weight(font, style->bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    return font;
}

static void use_style(struct canvas_cairo *document, const struct text_style *style)
{
    const struct text_style *set = &document->layout_style;
    bool same = fabs(set->size - style->size) < 1e-9 && set->bold == style->bold &&
                set->mono == style->mono;
    if (same)
        return;
    PangoFontDescription *font = describe(style);
    pango_layout_set_font_description(document->layout, font);
    pango_font_description_free(font);
    document->layout_style = *style;
}

/* Text in cairo's own letters, which are there without any font (Latin ones; the others are boxes).
 * What pango measures without fonts is not even initialised. */
static cairo_scaled_font_t *plain_font(const struct text_style *style)
{
    cairo_font_weight_t weight = style->bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL;
    cairo_font_face_t *face =
        cairo_toy_font_face_create("@cairo:", CAIRO_FONT_SLANT_NORMAL, weight);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_matrix_t scale, unit;
    cairo_matrix_init_scale(&scale, style->size, style->size);
    cairo_matrix_init_identity(&unit);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_scaled_font_t *font = cairo_scaled_font_create(face, &scale, &unit, options);
    cairo_font_options_destroy(options);
    cairo_font_face_destroy(face);
    return font;
}

/* The text with the signs that charts use as letters cairo has. */
static const char *plain_text(const struct canvas_cairo *document, const char *text, size_t length)
{
    char *out = arena_alloc(document->arena, length + 1);
    const char *end = text + length;
    size_t n = 0;
    while (text < end) {
        const char *start = text;
        uint32_t c = utf8_next(&text);
        if (c == 0x2013 || c == 0xD7 || c == 0x2026) { /* en dash, times, ellipsis */
            out[n++] = c == 0x2013 ? '-' : c == 0xD7 ? 'x' : '~';
            continue;
        }
        memcpy(out + n, start, (size_t)(text - start));
        n += (size_t)(text - start);
    }
    return out;
}

static struct text_size plain_size(const struct canvas_cairo *document,
                                   const struct text_style *style, const char *text, size_t length)
{
    cairo_scaled_font_t *font = plain_font(style);
    cairo_text_extents_t extents;
    cairo_font_extents_t whole;
    cairo_scaled_font_text_extents(font, plain_text(document, text, length), &extents);
    cairo_scaled_font_extents(font, &whole);
    cairo_scaled_font_destroy(font);
    return (struct text_size){extents.x_advance, whole.ascent, whole.descent};
}

static struct text_size text_size(void *self, const struct text_style *style, const char *text,
                                  size_t length)
{
    struct canvas_cairo *document = self;
    PangoRectangle logical;
    if (document->plain)
        return plain_size(document, style, text, length);
    use_style(document, style);
    pango_layout_set_text(document->layout, text, (int)length);
    pango_layout_get_extents(document->layout, NULL, &logical);
    double baseline = pango_layout_get_baseline(document->layout) / (double)PANGO_SCALE;
    double height = logical.height / (double)PANGO_SCALE;
    return (struct text_size){.width = logical.width / (double)PANGO_SCALE,
                              .ascent = baseline,
                              .descent = fmax(0, height - baseline)};
}

static void put_text(void *self, const struct text_style *style, double x, double baseline,
                     const char *text)
{
    struct canvas_cairo *document = self;
    set_paint(document->cr, canvas_paint(style->role));
    cairo_move_to(document->cr, x, baseline);
    if (document->plain) {
        cairo_scaled_font_t *font = plain_font(style);
        cairo_set_font_face(document->cr, cairo_scaled_font_get_font_face(font));
        cairo_set_font_size(document->cr, style->size);
        cairo_show_text(document->cr, plain_text(document, text, strlen(text)));
        cairo_scaled_font_destroy(font);
        return;
    }
    use_style(document, style);
    pango_layout_set_text(document->layout, text, -1);
    pango_cairo_show_layout_line(document->cr, pango_layout_get_line_readonly(document->layout, 0));
}

static void put_rect(void *self, const struct box *box, struct paint paint)
{
    struct canvas_cairo *document = self;
    cairo_rectangle(document->cr, box->x, box->y, box->width, box->height);
    set_paint(document->cr, paint);
    cairo_fill(document->cr);
}

static void trace(cairo_t *cr, const struct point *points, size_t n)
{
    cairo_new_path(cr);
    for (size_t i = 0; i < n; i++)
        cairo_line_to(cr, points[i].x, points[i].y);
}

static void put_polyline(void *self, const struct point *points, size_t n,
                         const struct stroke *stroke)
{
    static const struct {
        double lengths[4];
        int n;
    } dashes[CANVAS_DASHES] = {[CANVAS_SOLID] = {{0}, 0},
                               [CANVAS_DASHED] = {{5, 3}, 2},
                               [CANVAS_DOTTED] = {{1.5, 2.5}, 2},
                               [CANVAS_DASHDOT] = {{6, 2.5, 1.5, 2.5}, 4}};
    struct canvas_cairo *document = self;
    trace(document->cr, points, n);
    set_paint(document->cr, stroke->paint);
    cairo_set_line_width(document->cr, stroke->width);
    cairo_set_line_join(document->cr, CAIRO_LINE_JOIN_ROUND);
    cairo_set_dash(document->cr, dashes[stroke->dash].lengths, dashes[stroke->dash].n, 0);
    cairo_stroke(document->cr);
}

static void put_polygon(void *self, const struct point *points, size_t n, struct paint paint)
{
    struct canvas_cairo *document = self;
    trace(document->cr, points, n);
    cairo_close_path(document->cr);
    set_paint(document->cr, paint);
    cairo_fill(document->cr);
}

static void put_marker(void *self, struct point at, enum canvas_shape shape, double size,
                       struct paint paint)
{
    struct canvas_cairo *document = self;
    const struct canvas_outline *row = canvas_outline(shape);
    double half = size / 2;
    cairo_new_path(document->cr);
    if (row->n == 0)
        cairo_arc(document->cr, at.x, at.y, half, 0, 2 * acos(-1.0));
    for (int i = 0; i < row->n; i++)
        cairo_line_to(document->cr, at.x + half * row->corners[i].x,
                      at.y + half * row->corners[i].y);
    cairo_close_path(document->cr);
    set_paint(document->cr, paint);
    cairo_set_line_width(document->cr, fmax(1, size / 6));
    cairo_set_dash(document->cr, NULL, 0, 0);
    if (row->open)
        cairo_stroke(document->cr);
    else
        cairo_fill(document->cr);
}

/* -- documents ----------------------------------------------------------------------------------
 */

static void start_text(struct canvas_cairo *document)
{
    document->fonts = pango_cairo_font_map_new();
    document->context = pango_font_map_create_context(document->fonts);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    pango_cairo_context_set_font_options(document->context, options);
    cairo_font_options_destroy(options);
    pango_context_set_round_glyph_positions(document->context, FALSE);
    document->layout = pango_layout_new(document->context);
    pango_layout_set_single_paragraph_mode(document->layout, TRUE);
    PangoFontDescription *any = describe(&(struct text_style){.size = 10});
    PangoFont *font = pango_context_load_font(document->context, any);
    document->plain = font == NULL;
    if (font != NULL)
        g_object_unref(font);
    pango_font_description_free(any);
}

static void release(void *what)
{
    struct canvas_cairo *document = what;
    if (document->cr != NULL) {
        cairo_destroy(document->cr);
        cairo_surface_destroy(document->surface);
    }
    g_object_unref(document->layout);
    g_object_unref(document->context);
    g_object_unref(document->fonts);
}

struct canvas_cairo *canvas_cairo_new(struct arena *arena, enum canvas_format format, FILE *file,
                                      const char *title, const char *author)
{
    struct canvas_cairo *document = arena_alloc(arena, sizeof *document);
    *document = (struct canvas_cairo){
        .format = &formats[format], .file = file, .arena = arena, .title = title, .author = author};
    document->canvas = (struct canvas){.self = document,
                                       .begin = begin,
                                       .text_size = text_size,
                                       .text = put_text,
                                       .rect = put_rect,
                                       .polyline = put_polyline,
                                       .polygon = put_polygon,
                                       .marker = put_marker};
    document->hold = arena_hold(arena, release);
    start_text(document);
    document->hold->what = document;
    return document;
}

const struct canvas *canvas_cairo_canvas(struct canvas_cairo *document)
{
    return &document->canvas;
}

void *canvas_cairo_context(struct canvas_cairo *document)
{
    return document->cr;
}

/* The first thing that went wrong, CAIRO_STATUS_SUCCESS when nothing did. */
static cairo_status_t end_drawing(struct canvas_cairo *document)
{
    if (document->cr == NULL)
        return CAIRO_STATUS_SUCCESS;
    cairo_status_t status = cairo_status(document->cr);
    if (status == CAIRO_STATUS_SUCCESS && document->format == &formats[CANVAS_PNG])
        status = cairo_surface_write_to_png_stream(document->surface, write_bytes, document);
    cairo_surface_finish(document->surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(document->surface);
    return status;
}

/* Copies the start of an identifier: cairo numbers its surfaces through a
 * process's whole life; counted from the first one they no longer depend on what was drawn before.
 */
static const char *copy_id(struct canvas_cairo *document, const char *id, long *first)
{
    static const char surface[] = "surface";
    if (strncmp(id, surface, sizeof surface - 1) != 0)
        return id;
    char *end = NULL;
    long number = strtol(id + sizeof surface - 1, &end, 10);
    if (*first < 0)
        *first = number;
    (void)fprintf(document->file, "%s%ld", surface, number - *first);
    return end;
}

static const char mark_starts[] = " \"u"; /* what marks of identifiers begin with */

/* The length of the mark of an identifier at `p`, 0: none stands there. */
static size_t mark_length(const char *p)
{
    static const char *const marks[] = {" id=\"", "\"#", "url(#"};
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (strncmp(p, marks[i], strlen(marks[i])) == 0)
            return strlen(marks[i]);
    return 0;
}

/* Writes the SVG with its identifiers rewritten. */
static void write_svg(struct canvas_cairo *document)
{
    long first = -1;
    size_t size = 0;
    const char *from = memstream_end(document->svg, document->arena, &size);
    const char *p = from, *end = p + size;
    while (p < end) {
        size_t length = mark_length(p);
        if (length == 0) {
            p += 1 + strcspn(p + 1, mark_starts);
            continue;
        }
        (void)fwrite(from, 1, (size_t)(p - from) + length, document->file);
        from = p = copy_id(document, p + length, &first);
    }
    (void)fwrite(from, 1, (size_t)(end - from), document->file);
    if (ferror(document->file) != 0 && document->write_errno == 0)
        document->write_errno = errno != 0 ? errno : EIO;
}

bool canvas_cairo_finish(struct canvas_cairo *document, struct err *err)
{
    cairo_status_t status = end_drawing(document);
    arena_let_go(document->hold);
    if (document->svg != NULL && document->write_errno == 0)
        write_svg(document);
    if (document->svg != NULL)
        memstream_free(document->svg);
    if (document->write_errno != 0)
        return err_set(err, ERR_IO, "cannot write: %s", strerror(document->write_errno));
    if (document->too_large || status == CAIRO_STATUS_INVALID_SIZE)
        return err_set(err, ERR_MODEL, "the drawing is too large for its format");
    if (status != CAIRO_STATUS_SUCCESS)
        return err_set(err, ERR_IO, "cannot draw: %s", cairo_status_to_string(status));
    return true;
}
