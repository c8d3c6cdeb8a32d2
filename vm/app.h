/* app.h - an application that is run: its specification, combined with the options. */
#ifndef APP_H
#define APP_H

#include "program_text.h"
#include "run.h"

typedef struct App {
	RunOptions o;
	Arena arena;
	Buf text;     /* text of the .vms file */
	const Vms *written;
	Vms v;        /* the specification in force */
	const char *home;
	char *tree_file; /* for TREE_FILE: its path, owned; otherwise NULL */
	int in, out;  /* the application's streams */
	FILE *requests;
} App;

const char *app_root(const App *a); /* root directory of the application's files */
void app_streams(App *a); /* open in and out */

/* ---- parents.c ---- */

/* app_parents: [processors] each node's parent in the tree, that of node 0 is 0; in the arena */
const uint32_t *app_parents(App *a);

/* ---- faults.c ---- */

/*
 * faults_set: add the faults given by the options; names are those of the programs: of node 0, and
 * of the others.
 */
void faults_set(const App *a, const ProgramText text[2], Network *w, const Config *config);

/* ---- execute.c ---- */

/* run_machine: returns the exit status; summary may be NULL */
int run_machine(App *a, RunSummary *summary);

#endif
