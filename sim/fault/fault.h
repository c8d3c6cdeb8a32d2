/*
 * fault.h - what is broken on purpose in a network, and when. See docs/faults.md.
 *
 * A fault is about a node, or about the line that goes out of a link end. One at a time acts when
 * everything before that time has happened. One at a node's instruction or message acts at the
 * checkpoint at which the node has come so far: on the node at once, on a line SETUP later, as an
 * instruction would. So a fault is an event like any other, and how the run is cut makes no
 * difference.
 */
#ifndef FAULT_H
#define FAULT_H

#include "sim/network/network.h"

#include <stdio.h>

struct Image;

/* What names in a script mean besides those of the topology; borrowed. */
typedef struct FaultNames {
	const NodeId *place; /* of each logical node; nplaces of them */
	uint32_t nplaces;
	/* programs of logical node 0 and of the others; NULL if none */
	const struct Image *first, *others;
	bool loaded;         /* they are TrEK's, loaded by the kernel */
} FaultNames;

/* ---- read.c ---- */

/*
 * faults_read: the faults of a script, added to the network's; file is for messages, lines: its
 * lines have numbers. names NULL if there is none. Choices are made from the network's seed.
 * Mistakes are the user's (fatal_at).
 */
void faults_read(Network *w, const FaultNames *names, const char *file, const char *text, size_t n,
	bool lines);

/* ---- write.c ---- */

/* fault_write: one fault as a line of a script, without choices; out has room for FAULT_TEXT. */
enum { FAULT_TEXT = 256 };
void fault_write(const Network *w, const Fault *f, char *out);
/* faults_print: a line for each fault: what it was, when it acted, what it found. */
void faults_print(const Network *w, FILE *out);
/* faults_help: a line for each kind: what to write, and what it does. */
void faults_help(FILE *out);

/* ---- option.c: --fault and --faults of commands ---- */

typedef struct FaultOption {
	const char *text; /* a fault, or the name of a script; borrowed */
	bool script;
} FaultOption;

typedef struct FaultOptions {
	FaultOption *option; /* [n]; free */
	uint32_t n;
} FaultOptions;

/* fault_option: adds one; the text help prints the kinds of faults and ends the program. */
void fault_option(FaultOptions *o, const char *text, bool script);
/* fault_options_read: into the network's faults. */
void fault_options_read(const FaultOptions *o, Network *w, const FaultNames *names);

/* ---- fault.c ---- */

/* faults_start: those that count from the application's start count from now. */
void faults_start(Network *w);

/* faults_attach: the network asks for its faults from now on, as faults_read has it. */
void faults_attach(Network *w);

/* fault_ok: what a snapshot holds of a fault makes sense. */
bool fault_ok(const Network *w, const Fault *f);

#endif
