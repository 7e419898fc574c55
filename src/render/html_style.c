/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colours are named by role only; what is not about colour is the same in both palettes. */
#include "render/html_style.h"

#include "render/canvas.h"

#include <math.h>

/* What replaces the palette of canvas.c on dark paper: the same hues, lighter. */
static const char *const dark[CANVAS_ROLES] = {
    [CANVAS_PAPER] = "#14171a",  [CANVAS_INK] = "#e9ebee",   [CANVAS_MUTED] = "#a4abb3",
    [CANVAS_RULE] = "#7d848c",   [CANVAS_GRID] = "#2f353b",  [CANVAS_SHADE] = "#1f2429",
    [CANVAS_HUE_1] = "#4ba3e3",  [CANVAS_HUE_2] = "#f0b233", [CANVAS_HUE_3] = "#2fbd92",
    [CANVAS_HUE_4] = "#92d2f7",  [CANVAS_HUE_5] = "#f2793a", [CANVAS_HUE_6] = "#d8c84e",
    [CANVAS_HUE_7] = "#9ba5af",  [CANVAS_HUE_8] = "#e3a6c7", [CANVAS_MEASURED] = "#ffffff",
    [CANVAS_CHOSEN] = "#f2793a", [CANVAS_LIMIT] = "#ef8f8f",
};

/* Text, tables, figures and code, contents, wide screens, telephones, paper. */
static const char *const sheet[] = {
    "*{box-sizing:border-box}\n"
    "html{-webkit-text-size-adjust:100%;text-size-adjust:100%}\n"
    "body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 \"Noto Sans\","
    "system-ui,\"DejaVu Sans\",\"Liberation Sans\",sans-serif;overflow-wrap:anywhere}\n"
    "main,header.title{max-width:58rem;margin:0 auto;padding:0 1.25rem}\n"
    "header.title{padding-top:2.5rem}\n"
    "header.title img{float:right;max-width:12rem;max-height:4.5rem;margin:0 0 1rem 1.5rem}\n"
    "h1{font-size:2rem;line-height:1.2;margin:0 0 .25rem}\n"
    "h2{font-size:1.45rem;line-height:1.25;margin:3.5rem 0 .75rem;padding-top:1rem;"
    "border-top:1px solid var(--grid)}\n"
    "h3{font-size:1.1rem;line-height:1.3;margin:2rem 0 .5rem}\n"
    "h2 .number,h3 .number{color:var(--muted);font-weight:normal;margin-right:.5em}\n"
    "p{margin:.6rem 0;max-width:44rem}\n"
    "a{color:var(--hue1)}\n"
    "small,.subtitle,.imprint,.note,dd small{color:var(--muted)}\n"
    ".subtitle{font-size:1.1rem;margin:.25rem 0}\n"
    ".imprint{font-size:.9rem;margin:.25rem 0 1.5rem}\n"
    ".note{font-size:.875rem;margin:.35rem 0;max-width:none}\n"
    ".verdict{max-width:none;padding:.7rem 1rem;background:var(--shade);"
    "border-left:.3rem solid var(--hue1);border-radius:.2rem}\n"
    ".verdict.good{border-color:var(--hue3)}.verdict.bad{border-color:var(--limit)}\n"
    "ul{padding-left:1.2rem;max-width:44rem}li{margin:.3rem 0}\n"
    "dl.facts{display:grid;grid-template-columns:minmax(8rem,max-content) 1fr;gap:.3rem 1.5rem;"
    "margin:.75rem 0}\n"
    "dl.facts dt{color:var(--muted)}dl dd{margin:0}dl.facts dd small{display:block}\n"
    "dl.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(11.5rem,1fr));gap:.75rem;"
    "margin:1.25rem 0}\n"
    "dl.cards div{background:var(--shade);border-radius:.4rem;padding:.8rem 1rem}\n"
    "dl.cards dt{color:var(--muted);font-size:.9rem}\n"
    "dl.cards dd{font-size:1.6rem;font-weight:600;line-height:1.25}\n"
    "dl.cards dd small{display:block;font-size:.85rem;font-weight:normal;line-height:1.4}\n",
    ".table{margin:1.25rem 0;overflow-x:auto}\n"
    "table{border-collapse:collapse;width:100%;font-size:.9rem;font-variant-numeric:tabular-nums}\n"
    "caption{text-align:left;font-weight:600;padding-bottom:.4rem;font-size:1rem}\n"
    "th,td{padding:.4rem .6rem;text-align:right;vertical-align:top;"
    "border-bottom:1px solid var(--grid);overflow-wrap:break-word}\n"
    "thead th{vertical-align:bottom;color:var(--muted);font-weight:600;"
    "border-bottom:1px solid var(--rule)}\n"
    "tbody th{font-weight:normal}\n"
    "th.left,td.left{text-align:left}\n"
    "th:first-child,td:first-child{padding-left:0}th:last-child,td:last-child{padding-right:0}\n"
    "td:not(.left),td b,td small{white-space:nowrap}td small,thead "
    "small{display:block;font-weight:normal}\n",
    "figure{margin:1.5rem 0}figure svg{display:block;width:100%;height:auto;max-width:58rem}\n"
    "svg text{font-family:\"Noto Sans\",\"DejaVu Sans\",\"Liberation Sans\",sans-serif;"
    "white-space:pre}\n"
    "svg.narrow{display:none}\n"
    "pre{background:var(--shade);border-radius:.4rem;padding:1rem;white-space:pre-wrap;"
    "overflow-wrap:anywhere;font:.8rem/1.5 \"Noto Sans Mono\",\"DejaVu Sans Mono\","
    "ui-monospace,monospace;tab-size:4}\n",
    "nav{margin:2rem 0}nav h2{font-size:1rem;margin:0 0 .5rem;padding:0;border:0}\n"
    "nav ul{list-style:none;margin:0;padding:0}nav li{margin:.15rem 0}\n"
    "nav a{text-decoration:none}nav a:hover,nav a:focus{text-decoration:underline}\n",
    "@media screen and (min-width:80rem){\n"
    "main,header.title{margin-left:max(19rem,calc(50vw - 25rem))}\n"
    "nav{position:fixed;top:2.5rem;left:max(1.5rem,calc(50vw - 42rem));width:15rem;margin:0;"
    "max-height:calc(100vh - 5rem);overflow-y:auto;font-size:.9rem}}\n",
    "@media screen and (max-width:40rem){\n"
    "body{font-size:15px}main,header.title{padding:0 1rem}header.title{padding-top:1.5rem}\n"
    "h1{font-size:1.6rem}h2{margin-top:2.5rem}\n"
    "svg.wide{display:none}svg.narrow{display:block}\n"
    "dl.facts{grid-template-columns:1fr;gap:0}dl.facts dd{margin-bottom:.6rem}\n"
    "dl.cards{grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr))}dl.cards "
    "dd{font-size:1.3rem}\n"
    "table,caption,tbody,tr{display:block}thead{position:absolute;clip-path:inset(50%);"
    "width:1px;height:1px;overflow:hidden;white-space:nowrap}\n"
    "tr{padding:.5rem 0;border-bottom:1px solid var(--rule)}\n"
    "tbody th,td,th.left,td.left{display:flex;justify-content:space-between;gap:1rem;"
    "padding:.1rem 0;border:0;text-align:right}\n"
    "tbody th:first-child,td:first-child{justify-content:flex-start;text-align:left;"
    "font-weight:600}\n"
    "td::before{content:attr(data-label);color:var(--muted);text-align:left;flex:0 0 35%}\n"
    "tbody th:first-child::before,td:first-child::before,td:empty{display:none}}\n",
    "@media print{body{font-size:10pt}main,header.title{max-width:none;padding:0}\n"
    "h2,h3{break-after:avoid}h2{margin-top:1.5rem}p,figure,.table,tr,.verdict,dl.cards "
    "div{break-inside:avoid}h2+p,h3+p{break-after:avoid}thead{display:table-header-group}a{color:"
    "inherit;text-decoration:none}\n"
    "section.page{break-before:page}.table{overflow:visible}}\n"};

static void put_color(FILE *file, struct canvas_color color)
{
    (void)fprintf(file, "#%02x%02x%02x", (unsigned)lround(255 * color.red),
                  (unsigned)lround(255 * color.green), (unsigned)lround(255 * color.blue));
}

static void put_light(FILE *file)
{
    (void)fputs(":root{color-scheme:light dark;", file);
    for (int role = 0; role < CANVAS_RAMP; role++) {
        (void)fprintf(file, "--%s:", canvas_role_name((enum canvas_role)role));
        put_color(file, canvas_color(canvas_paint((enum canvas_role)role)));
        (void)fputc(';', file);
    }
    (void)fputs("--ramp-low:", file);
    put_color(file, canvas_color((struct paint){.role = CANVAS_RAMP, .level = 0}));
    (void)fputs(";--ramp-high:", file);
    put_color(file, canvas_color((struct paint){.role = CANVAS_RAMP, .level = 1}));
    (void)fputs("}\n", file);
}

static void put_dark(FILE *file)
{
    (void)fputs("@media screen and (prefers-color-scheme:dark){:root{", file);
    for (int role = 0; role < CANVAS_RAMP; role++)
        (void)fprintf(file, "--%s:%s;", canvas_role_name((enum canvas_role)role), dark[role]);
    (void)fputs("--ramp-low:#1c2c3d;--ramp-high:#a9d6f7}}\n", file);
}

void html_style(FILE *file, bool letter)
{
    (void)fputs("<style>\n", file);
    put_light(file);
    put_dark(file);
    (void)fprintf(file, "@page{size:%s;margin:18mm}\n", letter ? "letter" : "A4");
    for (size_t i = 0; i < sizeof sheet / sizeof sheet[0]; i++)
        (void)fputs(sheet[i], file);
    (void)fputs("</style>\n", file);
}
