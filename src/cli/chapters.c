/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/chapters.h"

#include <string.h>

bool chapter_shows(const struct chapter *chapter, const char *title)
{
    for (int i = 0; chapter->loads[i] != NULL; i++)
        if (strcmp(chapter->loads[i], title) == 0)
            return true;
    return false;
}
