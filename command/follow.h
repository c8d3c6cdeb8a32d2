/*
 * follow.h - the programs that 'trellis boot' boots after the first one: --analyse and --reset.
 */
#ifndef COMMAND_FOLLOW_H
#define COMMAND_FOLLOW_H

#include "base/machine.h"

typedef struct Follower {
	bool analyse; /* all nodes are reset with Analyse high; otherwise the root node alone */
	Time at;      /* NEVER: when the previous program has ended */
	char **words; /* [nwords] the program's name, its arguments */
	int nwords;
	char *text;   /* the text that contains the words */
	Buf boot;     /* the boot file; the command reads it */
} Follower;

typedef struct Followers {
	Follower *list;
	int n;
} Followers;

/*
 * follower_add: add a program from the value of an option, "PROGRAM [ARGUMENT]...[@TIME]". option:
 * its name, for messages.
 */
void follower_add(Followers *f, const char *option, const char *value, bool analyse);
void followers_free(Followers *f);

#endif
