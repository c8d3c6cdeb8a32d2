/*
 * kind.h - what a kind of fault consists of, and the words of a script that its operands are read
 * from; private to the folder. The kinds are in kinds.c.
 */
#ifndef KIND_H
#define KIND_H

#include "fault.h"

#define FAULT_MAX_TIME (1ull << 60) /* ps: some days */

/* What a fault strikes: a node, the line out of a link end, or one byte on such a line. */
typedef enum FaultTarget {
	FAULT_ON_NODE,
	FAULT_ON_LINE,
	FAULT_ON_BYTE,
} FaultTarget;

/*
 * Addresses of a program that a node's kernel loads wherever there is room are kept relative to two
 * places that TrEK's programs show (NodeWork): its variable for data, its function for code.
 */
typedef enum FaultMoved {
	MOVED_VALUE = 1,
	MOVED_FUNCTION = 2,
} FaultMoved;

/* A script being read. */
typedef struct Reader Reader;

typedef struct FaultKind {
	const char *word; /* in a script */
	FaultTarget target;
	bool of_call; /* it strikes a call of a function, at no other time */
	const char *operands, *does; /* for people */
	/*
	 * read: the operands behind the node or link end, into f->value and f->bits; ok: do they
	 * make sense? write: " 3ps"
	 */
	void (*read)(Reader *r, Fault *f);
	bool (*ok)(const Network *w, const Fault *f);
	void (*write)(const Fault *f, Buf *out);
	/*
	 * of a node, whose present is not before `at`. returns false if there is nothing to strike
	 */
	bool (*strike)(Network *w, Fault *f, Time at);
	/* of a node: what it found, behind "at 0.1 s" */
	void (*tell)(const Network *w, const Fault *f, FILE *out);
	/*
	 * of a line, or of a byte on it: the order acts on the line out of e; peer: the other end
	 */
	void (*line)(End *e, End *peer, const Order *o);
} FaultKind;

/* fault_kind: of its number, from 0; NULL if there is none of that number. */
const FaultKind *fault_kind(uint32_t number);

static inline const FaultKind *
kind_of(const Fault *f)
{
	return fault_kind(f->kind);
}

static inline bool
strikes_node(const Fault *f)
{
	return kind_of(f)->target == FAULT_ON_NODE;
}

/* ---- fault.c ---- */

/* resolve_addresses: addresses of a program are known once it is loaded; false: it is not yet. */
bool resolve_addresses(const Network *w, Fault *f);

/* fault_order: from `at` on, the fault is on the line out of e, as of that kind. */
void fault_order(Network *w, EndId e, uint32_t kind, const Fault *f, Time at);

/* ---- words.c ---- */

enum {
	MAX_WORDS = 8,
	LINE = 256,
	MAX_COUNT = INT32_MAX, /* of bytes and messages */
};

struct Reader {
	const Network *w;
	const FaultNames *names; /* not NULL */
	const char *file;
	int line;
	char *word[MAX_WORDS];
	uint32_t n, next; /* words of the line; the next one to look at */
	uint32_t number;  /* of the fault, for choices */
	uint32_t nchoices;
	char chosen[MAX_WORDS][END_NAME]; /* words that stand for choices */
};

/* next_word: the next word; what it is, for the message if there is none. */
char *next_word(Reader *r, const char *what);
bool accept_word(Reader *r, const char *word);
void words_split(Reader *r, char *line); /* the words of a line, up to a comment */
char *words_joined(const Reader *r);     /* choices made; the caller frees it */

/* chosen: the last word says from now on what was chosen. */
void chosen(Reader *r, const char *text);

/* range: a number or time, or a choice of one. */
uint64_t range(Reader *r, const char *what, bool time);
NodeId node_word(Reader *r);
EndId end_word(Reader *r);

/*
 * symbol_addr: of a variable or function of the node's program; of one that is loaded anywhere,
 * behind `from`.
 */
Addr symbol_addr(const Reader *r, NodeId n, const char *name, const char *what, const char *from);

#endif
