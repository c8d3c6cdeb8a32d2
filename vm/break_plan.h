/*
 * break_plan.h - the instrumentation of a network's programs for `trellis run --break`: where an
 * event can be recognised, and the tables that the programs get.
 */
#ifndef BREAK_PLAN_H
#define BREAK_PLAN_H

#include "base/arena.h"
#include "base/base.h"

typedef struct Dcfg Dcfg;
typedef struct Points Points;
typedef struct Plan Plan;
typedef struct Automaton Automaton;

typedef struct BreakPlan {
	Arena *arena;
	const char *event;   /* of --break */
	uint32_t nnodes;     /* of the network */
	const char *mode;    /* a constant of kernel/include/break.h */
	bool monotonic;      /* the local events remain true once they are */
	bool carries;        /* values travel with messages */
	/* set by break_plan_find */
	Dcfg *d;
	Points *points;      /* [queries] */
	Plan *plan;          /* [queries], for those that are used */
	uint32_t *used, nused; /* queries with a point; the nodes know them by their index here */
	/* local events of these; the nodes know them by their index here */
	uint32_t *local, nlocals;
	Automaton *automaton; /* [processes] */
} BreakPlan;

/* A choice of processes for the local events, and the process that recognises them. */
typedef struct BreakChoice {
	/* as a query whose places are processes: {x > 3}@server:n0 == ... */
	const char *event;
	const char *recogniser; /* PROGRAM:nNUMBER */
} BreakChoice;

/* ---- break_plan.c ---- */

/* break_plan_find: find the points of a graph; fatal if there is none. */
void break_plan_find(BreakPlan *b, const char *graph);
/* break_choice: query used[i] */
BreakChoice break_choice(const BreakPlan *b, uint32_t i);
/* break_is_point: true if query used[i] is recognised at the node, one of its process */
bool break_is_point(const BreakPlan *b, uint32_t i, uint32_t node);
/* break_node: the network's node of a process */
uint32_t break_node(const BreakPlan *b, uint32_t process);
/* break_is_of: true if the process is of the program */
bool break_is_of(const BreakPlan *b, uint32_t process, const char *program);

/* ---- break_tables.c ---- */

/* break_tables: the tables of a program as C */
void break_tables(const BreakPlan *b, const char *program, Buf *out);

#endif
