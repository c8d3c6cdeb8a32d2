/*
 * cc.h - the C compiler as a command.
 */
#ifndef CC_H
#define CC_H

#include "base/option.h"

extern const Command cc_command;    /* start.c: runs the program trellis-cc */
int cc_main(int argc, char **argv); /* the main function of trellis-cc */

#endif
