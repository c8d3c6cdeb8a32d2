/*
 * follow.h - the programs that 'trellis boot' boots after the first one: --analyse, --reset and
 * --then.
 */
#ifndef COMMAND_FOLLOW_H
#define COMMAND_FOLLOW_H

#include "base/machine.h"

/* What is reset before a program is booted. */
typedef enum FollowerReset {
	FOLLOW_ANALYSE, /* all nodes, with Analyse high */
	FOLLOW_RESET,   /* the root node alone */
	/* load nothing: the previous program passes the next one on, as INMOS's iskip does */
	FOLLOW_THEN,
} FollowerReset;

/* A program that is booted after another one. */
typedef struct Follower {
	FollowerReset reset;
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

/* follower_add: add a program from the value of its option, "PROGRAM [ARGUMENT]...[@TIME]". */
void follower_add(Followers *f, FollowerReset reset, const char *value);
/* follower_option_name: the name of the option that names the program: analyse, reset or then. */
const char *follower_option_name(const Follower *f);
void followers_free(Followers *f);

#endif
