/*
 * follow.h - the programs that 'trellis boot' boots after the first one: --analyse and --reset.
 */
#ifndef COMMAND_FOLLOW_H
#define COMMAND_FOLLOW_H

#include "base/machine.h"

typedef struct Follower {
	bool analyse; /* all nodes are reset with Analyse high; otherwise the root node alone */
	Time at;      /* NEVER: when the program before it has ended */
	char **words; /* [nwords] the program's name, its arguments */
	int nwords;
	char *text;   /* what the words are in */
	Buf boot;     /* the boot file; the command reads it */
} Follower;

typedef struct Followers {
	Follower *list;
	int n;
} Followers;

/* follower_add: "PROGRAM [ARGUMENT]...[@TIME]", the value of an option of that name. */
void follower_add(Followers *f, const char *option, const char *value, bool analyse);
void followers_free(Followers *f);

#endif
