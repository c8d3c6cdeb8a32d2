/*
 * cc.h - the C compiler as a command.
 */
#ifndef CC_H
#define CC_H

#include "base/option.h"

/* start.c: commands that run the program trellis-cc */
extern const Command cc_command;
extern const Command db_command;

/* cc_main: the main function of trellis-cc as C compiler. */
int cc_main(int argc, char **argv);
/* db_main: the main function of trellis-cc for the command db. */
int db_main(int argc, char **argv);

#endif
