/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a process sets up before the program runs. */
#include "base/num.h"
#include "base/outfile.h"
#include "cli/program.h"

int main(int argc, char **argv)
{
    outfile_guard();
    num_init();
    return program_run(argc, argv);
}
