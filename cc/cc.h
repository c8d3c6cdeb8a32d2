/*
 * cc.h - the C compiler as a command.
 */
#ifndef CC_H
#define CC_H

#include "base/option.h"

/* start.c: they run the program trellis-cc */
extern const Command cc_command;
extern const Command db_command;

/* the main functions of trellis-cc */
int cc_main(int argc, char **argv);
int db_main(int argc, char **argv);

#endif
