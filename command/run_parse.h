/* run_parse.h - the command line of `trellis run`, for all commands that make such runs. */
#ifndef RUN_PARSE_H
#define RUN_PARSE_H

#include "vm/run_options.h"

/* run_parse: parse the command line; mistakes are fatal. */
void run_parse(RunOptions *o, int argc, char **argv);

#endif
