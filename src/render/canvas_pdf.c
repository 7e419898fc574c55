/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: every tag that is begun is ended on the same page; attribute texts hold nothing
 * that cairo's attribute syntax would have to escape. */
#include "render/canvas_pdf.h"

#include <cairo-pdf.h>
#include <stdio.h>
#include <string.h>

enum { ATTRIBUTES_B = 4096 };

static cairo_t *context(struct canvas_cairo *document)
{
    return canvas_cairo_context(document);
}

void canvas_pdf_begin(struct canvas_cairo *document, const char *element)
{
    cairo_tag_begin(context(document), element, NULL);
}

void canvas_pdf_end(struct canvas_cairo *document, const char *element)
{
    cairo_tag_end(context(document), element);
}

/* Within an element of structure: of links alone cairo (1.16) makes a tree that refers to objects
 * it never writes, and strict readers call the file damaged. */
static void put_tag(struct canvas_cairo *document, const char *tag, const char *attributes)
{
    cairo_t *cr = context(document);
    cairo_tag_begin(cr, "P", NULL);
    cairo_tag_begin(cr, tag, attributes);
    cairo_tag_end(cr, tag);
    cairo_tag_end(cr, "P");
}

/* Not `internal`: cairo (1.16) then leaves the name out though links before it lead to the name. */
void canvas_pdf_target(struct canvas_cairo *document, const char *name, struct point at)
{
    char text[ATTRIBUTES_B];
    (void)snprintf(text, sizeof text, "name='%s' x=%.2f y=%.2f", name, at.x, at.y);
    put_tag(document, CAIRO_TAG_DEST, text);
}

int canvas_pdf_outline(struct canvas_cairo *document, int parent, const char *text,
                       const char *target)
{
    char attributes[ATTRIBUTES_B];
    (void)snprintf(attributes, sizeof attributes, "dest='%s'", target);
    cairo_surface_t *surface = cairo_get_target(context(document));
    return cairo_pdf_surface_add_outline(surface, parent, text, attributes,
                                         parent == 0 ? CAIRO_PDF_OUTLINE_FLAG_OPEN : 0);
}

static void put_link(struct canvas_cairo *document, struct box box, const char *kind,
                     const char *where)
{
    char text[ATTRIBUTES_B];
    int length = snprintf(text, sizeof text, "%s='%s' rect=[%.2f %.2f %.2f %.2f]", kind, where,
                          box.x, box.y, box.width, box.height);
    if (length >= ATTRIBUTES_B) /* an address nobody could type; the text stands there anyway */
        return;
    put_tag(document, CAIRO_TAG_LINK, text);
}

void canvas_pdf_link(struct canvas_cairo *document, struct box box, const char *target)
{
    put_link(document, box, "dest", target);
}

void canvas_pdf_link_out(struct canvas_cairo *document, struct box box, const char *url)
{
    put_link(document, box, "uri", url);
}

void canvas_pdf_scale(struct canvas_cairo *document, struct point at, double scale)
{
    cairo_save(context(document));
    cairo_translate(context(document), at.x, at.y);
    cairo_scale(context(document), scale, scale);
}

void canvas_pdf_unscale(struct canvas_cairo *document)
{
    cairo_restore(context(document));
}

/* -- pictures -----------------------------------------------------------------------------------
 */

struct reading {
    const unsigned char *bytes;
    size_t left;
};

static cairo_status_t read_bytes(void *closure, unsigned char *bytes, unsigned length)
{
    struct reading *reading = closure;
    if (length > reading->left)
        return CAIRO_STATUS_READ_ERROR;
    memcpy(bytes, reading->bytes, length);
    reading->bytes += length;
    reading->left -= length;
    return CAIRO_STATUS_SUCCESS;
}

/* To be destroyed; its status says whether it is a picture. */
static cairo_surface_t *read_picture(const void *bytes, size_t size)
{
    struct reading reading = {bytes, size};
    return cairo_image_surface_create_from_png_stream(read_bytes, &reading);
}

bool canvas_pdf_picture(const void *bytes, size_t size, struct canvas_picture *picture,
                        struct err *err)
{
    cairo_surface_t *surface = read_picture(bytes, size);
    cairo_status_t status = cairo_surface_status(surface);
    int width = cairo_image_surface_get_width(surface);
    int height = cairo_image_surface_get_height(surface);
    cairo_surface_destroy(surface);
    if (status != CAIRO_STATUS_SUCCESS || width < 1 || height < 1)
        return err_set(err, ERR_INPUT, "is no picture that can be read; allowed: a PNG file");
    *picture = (struct canvas_picture){bytes, size, width, height};
    return true;
}

void canvas_pdf_show(struct canvas_cairo *document, const struct canvas_picture *picture,
                     struct box box)
{
    cairo_surface_t *surface = read_picture(picture->bytes, picture->size);
    cairo_t *cr = context(document);
    cairo_save(cr);
    cairo_translate(cr, box.x, box.y);
    cairo_scale(cr, box.width / picture->width, box.height / picture->height);
    cairo_set_source_surface(cr, surface, 0, 0);
    cairo_paint(cr);
    cairo_restore(cr);
    cairo_surface_destroy(surface);
}
