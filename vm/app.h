/*
 * app.h - an application to run: its specification (.vms file) combined with the options of the
 * command.
 */
#ifndef APP_H
#define APP_H

#include "program_text.h"
#include "run.h"

typedef struct App {
	RunOptions o; /* the options of the command */
	Arena arena;
	Buf text;     /* text of the .vms file */
	const Vms *written; /* the specification as the file has it */
	Vms v;        /* the specification, changed by the options */
	const char *home; /* directory of the .vms file */
	char *tree_file; /* the path of the TREE_FILE, owned; NULL for other trees */
	int in, out;  /* descriptors of the application's standard input and output */
	/* stream to which requests to the host are printed; NULL: they are not printed */
	FILE *requests;
} App;

/* app_root: the root directory of the application's files. */
const char *app_root(const App *a);
/* app_open_streams: open the application's input and output. */
void app_open_streams(App *a);

/* ---- parents.c ---- */

/* app_parents: [processors] each node's parent in the tree (0 for node 0); in the arena. */
const uint32_t *app_parents(App *a);

/* ---- faults.c ---- */

/*
 * faults_set: add the faults given by the options. They may name functions and variables of the
 * programs: text[0] of node 0, text[1] of the others.
 */
void faults_set(const App *a, const ProgramText text[2], Network *w, const Config *config);

/* ---- execute.c ---- */

/* run_machine: run the application on the machine; returns the exit status. summary may be NULL. */
int run_machine(App *a, RunSummary *summary);

#endif
