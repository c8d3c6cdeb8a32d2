/*
 * fault.h - faults to inject into a network, and when. See docs/faults.md.
 *
 * A fault affects a node, or the line out of a link end. A fault at a given time acts after
 * everything before that time. A fault at a given count of instructions or messages acts at the
 * checkpoint at which the node has reached this count: on the node at once, on a line SETUP later,
 * as an instruction would. So a fault is an ordinary event, and its effect does not depend on how
 * the run is sliced.
 */
#ifndef FAULT_H
#define FAULT_H

#include "sim/network/network.h"
#include "sim/program/executable.h"

#include <stdio.h>

/* Names that a script may use in addition to those of the topology; borrowed. */
typedef struct FaultNames {
	const NodeId *place; /* physical node of each logical node; nplaces entries */
	uint32_t nplaces;
	/* programs of logical node 0 and of all others; NULL if none */
	const struct Image *first, *others;
	FindSymbol *find_symbol;  /* finds variables and functions in these programs */
	bool loaded;         /* the programs are TrEK programs, which the kernel loads */
} FaultNames;

/* ---- read.c ---- */

/*
 * faults_read: add the faults of a script to the network. file is for messages; lines: messages
 * give line numbers. names may be NULL. Random choices depend on the network's seed. Mistakes are
 * fatal (fatal_at).
 */
void faults_read(Network *w, const FaultNames *names, const char *file, const char *text, size_t n,
	bool lines);

/* ---- write.c ---- */

enum { FAULT_TEXT = 256 }; /* bytes of a fault as a line of a script */
/*
 * fault_write: print one fault as a line of a script, with its choices resolved; out has room for
 * FAULT_TEXT bytes.
 */
void fault_write(const Network *w, const Fault *f, char *out);
/* faults_print: print a line for each fault: what it was, when it acted, and what it changed. */
void faults_print(const Network *w, FILE *out);
/* faults_help: print a line for each kind of fault: its syntax and its effect. */
void faults_help(FILE *out);

/* ---- option.c: --fault and --faults of commands ---- */

/* A value of --fault or --faults. */
typedef struct FaultOption {
	const char *text; /* a fault, or the name of a script; borrowed */
	bool script;      /* `text` is the name of a script */
} FaultOption;

typedef struct FaultOptions {
	FaultOption *option; /* [n]; the caller frees it */
	uint32_t n;
} FaultOptions;

/*
 * fault_option: add one fault or script; the text "help" prints the kinds of faults and ends the
 * program.
 */
void fault_option(FaultOptions *o, const char *text, bool script);
/* fault_options_read: add the faults of all options to the network's. */
void fault_options_read(const FaultOptions *o, Network *w, const FaultNames *names);

/* ---- fault.c ---- */

/*
 * faults_start: note that the application starts now, so that relative times of faults count from
 * here.
 */
void faults_start(Network *w);

/* faults_attach: connect the network to its faults, as faults_read does. */
void faults_attach(Network *w);

/* fault_is_valid: true if a fault read from a snapshot is valid. */
bool fault_is_valid(const Network *w, const Fault *f);

#endif
