/* run_options.h - the command line of `trellis run`, for all commands that make such runs. */
#ifndef RUN_OPTIONS_H
#define RUN_OPTIONS_H

#include "vm/run.h"

/* run_parse: parse the command line; mistakes are fatal. */
void run_parse(RunOptions *o, int argc, char **argv);

#endif
