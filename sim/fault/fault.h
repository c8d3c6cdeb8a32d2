/*
 * fault.h - what is broken on purpose in a network, and when. See docs/faults.md.
 *
 * A fault is about a node, or about the line that goes out of a link end. One at a time acts when
 * everything before that time has happened. One at a node's instruction or message acts at the
 * checkpoint at which the node has come so far: on the node at once, on a line SETUP later, as an
 * instruction would. So a fault is an event like any other, and how the run is cut makes no difference.
 */
#ifndef FAULT_H
#define FAULT_H

#include "sim/network/network.h"

#include <stdio.h>

struct Image;

/* What a fault strikes: a node, the line out of a link end, or one byte on such a line. */
typedef enum FaultTarget {
	FAULT_ON_NODE,
	FAULT_ON_LINE,
	FAULT_ON_BYTE,
} FaultTarget;

/* kind, word in a script, what it strikes, what `value` is */
#define FAULT_KINDS(X) \
	X(CRASH, "crash", NODE)     /* -: the node stops, its links are dead */ \
	X(HALT, "halt", NODE)       /* -: Error is set, with HaltOnError */ \
	X(FREEZE, "freeze", NODE)   /* ps for which its clock stands still */ \
	X(SLOW, "slow", NODE)       /* its clock goes on at so many parts of a million */ \
	X(FLIP, "flip", NODE)       /* address of a byte, in which `bits` change */ \
	X(DROP, "drop", NODE)       /* -: a call of a function returns 0 without having done anything */ \
	X(HOLD, "hold", NODE)       /* ps that its process waits before it goes on into the function */ \
	X(CUT, "cut", LINE)          /* -: nothing comes through the link any more, either way */ \
	X(DEAD, "dead", LINE)        /* -: nothing comes out of this end */ \
	X(DELAY, "delay", LINE)      /* ns by which every packet on the line comes later */ \
	X(CORRUPT, "corrupt", BYTE)  /* a byte comes with `bits` changed; value: how many before it */ \
	X(LOSE, "lose", BYTE)        /* a byte does not come; the same */ \
	X(DOUBLE, "double", BYTE)    /* a byte comes twice; the same */

typedef enum FaultKind {
#define X(name, word, target) FAULT_##name,
	FAULT_KINDS(X)
#undef X
	NFAULTKINDS
} FaultKind;

enum {
	FAULT_LEAST_RATE = 1000,     /* of FAULT_SLOW: a thousandth */
	FAULT_MOST_RATE = 100000000, /* ... to a hundred times */
};
#define FAULT_MAX_TIME (1ull << 60) /* ps: some days */
#define FAULT_MOST_HOLD 1000000000000000ull /* ps; the clocks of a node count to 2^31 us */

/*
 * Addresses of a program that a node's kernel loads wherever there is room are kept relative to two places
 * that TrEK's programs show (NodeWork): its variable for data, its function for code.
 */
typedef enum FaultMoved {
	MOVED_VALUE = 1,
	MOVED_FUNCTION = 2,
} FaultMoved;

/* What names in a script mean besides those of the topology; borrowed. */
typedef struct FaultNames {
	const NodeId *place; /* of each logical node; nplaces of them */
	uint32_t nplaces;
	const struct Image *first, *others; /* programs of logical node 0 and of the others; NULL: none */
	bool loaded;         /* they are TrEK's, loaded by the kernel */
} FaultNames;

/* ---- read.c ---- */

/*
 * faults_read: the faults of a script, added to the network's; file is for messages, lines: its lines have
 * numbers. names NULL: none. Choices are made from the network's seed. Mistakes are the user's (fatal_at).
 */
void faults_read(Network *w, const FaultNames *names, const char *file, const char *text, size_t n, bool lines);

/* ---- write.c ---- */

/* fault_write: one fault as a line of a script, without choices; out has room for FAULT_TEXT. */
enum { FAULT_TEXT = 256 };
void fault_write(const Network *w, const Fault *f, char *out);
const char *fault_name(FaultKind k);
FaultTarget fault_target(FaultKind k);
/* faults_print: a line for each fault: what it was, when it acted, what it found. */
void faults_print(const Network *w, FILE *out);

/* ---- option.c: --fault and --faults of commands ---- */

typedef struct FaultOption {
	const char *text; /* a fault, or the name of a script; borrowed */
	bool script;
} FaultOption;

typedef struct FaultOptions {
	FaultOption *option; /* [n]; free */
	uint32_t n;
} FaultOptions;

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
