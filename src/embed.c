/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Build-time helper: writes a C source that holds the files named on the command line, sorted by
 * path, so that the program needs no file beside it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* One byte of a string literal; octal escapes are always three digits, so that none runs on. */
static void put_byte(int c)
{
    if (c == '\n')
        fputs("\\n\"\n\"", stdout);
    else if (c == '"' || c == '\\')
        printf("\\%c", c);
    else if (c < ' ' || c > '~' || c == '?')
        printf("\\%03o", c);
    else
        putchar(c);
}

static long put_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fprintf(stderr, "embed: %s: cannot be read\n", path);
        exit(1);
    }
    long size = 0;
    for (int c; (c = getc(file)) != EOF; size++)
        put_byte(c);
    if (ferror(file) || fclose(file) != 0)
        exit(1);
    return size;
}

int main(int argc, char **argv)
{
    qsort(argv + 1, (size_t)(argc - 1), sizeof *argv, by_text);
    puts("#include \"load/embedded.h\"\nconst struct embedded_file embedded_files[] = {");
    for (int i = 1; i < argc; i++) {
        printf("{\"%s\",\n\"", argv[i]);
        long size = put_file(argv[i]);
        printf("\", %ld},\n", size);
    }
    puts("{0, 0, 0}};");
    printf("const size_t n_embedded_files = %d;\n", argc - 1);
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
