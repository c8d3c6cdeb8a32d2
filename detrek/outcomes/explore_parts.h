/* explore_parts.h - shared by explore.c and jobs.c. */
#ifndef EXPLORE_PARTS_H
#define EXPLORE_PARTS_H

#include "outcomes.h"

/* A state of the path. */
typedef struct Level {
	State state;
	ActionSet asleep; /* from the beginning */
	ActionSet wanted; /* those of the queue */
	uint8_t queue[MOST_READY]; /* [nwanted] actions that are chosen, one after the other */
	uint32_t nwanted;
	uint32_t at;     /* the present one, which is state.chosen */
	uint32_t delays; /* levels before this one whose action is another one than the first */
} Level;

/* One of these actions is wanted in a state. */
typedef struct Found {
	uint32_t level;
	ActionSet set;
} Found;

typedef struct Explorer {
	Exploration *x;
	uint32_t base; /* states at the path's beginning whose other actions are not run here */
	Found *found;  /* [nfound] what is wanted in these */
	uint32_t nfound;
	struct Jobs *jobs; /* NULL: all is run here */
	Level *level; /* [n] */
	uint32_t n;
	Arena arena;  /* of one run */
	Play play;
	ActionTrace trace;
} Explorer;

/* ---- explore.c ---- */

/* explore_from: run the path and all that follows from it, down to the base. */
void explore_from(Explorer *e, Server *s);
/* explore_want: one of the actions is wanted in a state, unless one of them is known there. */
void explore_want(Explorer *e, uint32_t level, ActionSet set);

/* ---- jobs.c: other processes, each with a server of its own ---- */

typedef struct Jobs Jobs;

Jobs *jobs_new(const PlayedProgram *p, uint32_t n);
void jobs_free(Jobs *j);
/* jobs_begin: let idle processes run what will be run later anyway. */
void jobs_begin(Explorer *e);
/*
 * jobs_take: if a process runs the path's last action, wait for it, and take over what it has
 * found. Returns whether one does.
 */
bool jobs_take(Explorer *e);

#endif
