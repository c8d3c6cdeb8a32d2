/*
 * kind.h - the parts that define a kind of fault, and the parser of its operands. Private to this
 * folder. The kinds are in kinds.c.
 */
#ifndef KIND_H
#define KIND_H

#include "fault.h"

#define FAULT_MAX_TIME (1ull << 60) /* ps: some days */

/* The target of a fault. */
typedef enum FaultTarget {
	FAULT_ON_NODE, /* a node */
	FAULT_ON_LINE, /* the line out of a link end */
	FAULT_ON_BYTE, /* one byte on such a line */
} FaultTarget;

/*
 * The kernel loads a program at any free address. Therefore addresses in it are stored relative to
 * an address that TrEK's programs publish in NodeWork: the address of a variable for data, of a
 * function for code.
 */
typedef enum FaultMoved {
	MOVED_VALUE = 1,    /* Fault.value is relative */
	MOVED_FUNCTION = 2, /* Fault.function is relative */
} FaultMoved;

/* A script being read. */
typedef struct Reader Reader;

/* A kind of fault: its syntax, and the functions that read, print and execute a fault. */
typedef struct FaultKind {
	const char *word; /* keyword in a script */
	FaultTarget target;
	bool of_call; /* the fault can only act at a call of a function */
	const char *operands, *effect; /* texts for the help: syntax of the operands; the effect */
	/*
	 * read: parse the operands after the node or link end into f->value and f->bits; ok: check
	 * that they are valid; write: print them: " 3ps"
	 */
	void (*read)(Reader *r, Fault *f);
	bool (*is_valid)(const Network *w, const Fault *f);
	void (*write)(const Fault *f, Buf *out);
	/*
	 * strike: inject the fault into its node, whose clock is not before `at`; returns false if
	 * there is no target
	 */
	bool (*strike)(Network *w, Fault *f, Time at);
	/*
	 * tell: for a fault on a node: print what it changed, to a line that ends with "at 0.1 s"
	 */
	void (*print_effect)(const Network *w, const Fault *f, FILE *out);
	/* strike_line: execute the fault's order on the line out of e; peer: the other end */
	void (*strike_line)(End *e, End *peer, const Order *o);
} FaultKind;

/* fault_kind: the kind with this number, from 0; NULL if there is none. */
const FaultKind *fault_kind(uint32_t number);

static inline const FaultKind *
kind_of(const Fault *f)
{
	return fault_kind(f->kind);
}

/* strikes_node: true if the target of the fault is a node. */
static inline bool
strikes_node(const Fault *f)
{
	return kind_of(f)->target == FAULT_ON_NODE;
}

/* ---- fault.c ---- */

/*
 * resolve_addresses: compute the absolute addresses of a fault; false if its program is not loaded
 * yet.
 */
bool resolve_addresses(const Network *w, Fault *f);

/* fault_order: give the line out of e an order of that kind for fault `f` at time `at`. */
void fault_order(Network *w, EndId e, uint32_t kind, const Fault *f, Time at);

/* ---- words.c ---- */

enum {
	MAX_WORDS = 8,         /* words of a line of a script */
	LINE = 256,            /* bytes of a line of a script */
	MAX_COUNT = INT32_MAX, /* limit for counts of bytes and messages */
};

struct Reader {
	const Network *w;
	const FaultNames *names; /* not NULL */
	const char *file;        /* the script's name, for messages */
	int line;                /* number of the line, for messages; 0: none */
	char *word[MAX_WORDS]; /* [n] the words of the line */
	uint32_t n, next; /* words of the line; index of the next word */
	uint32_t number;  /* index of the fault; random choices depend on it */
	uint32_t nchoices; /* random choices made for this fault */
	char chosen[MAX_WORDS][END_NAME]; /* texts that replace words with random choices */
};

/* next_word: the next word; `what` names it in the error message if it is missing. */
char *next_word(Reader *r, const char *what);
/* accept_word: if the next word is this one, advance and return true. */
bool accept_word(Reader *r, const char *word);
/* words_split: split a line into words; a comment ends it. */
void words_split(Reader *r, char *line);
/* words_joined: the words as a line, with choices resolved; the caller frees it. */
char *words_joined(const Reader *r);

/* reader_put_chosen: replace the last word by the result of a random choice. */
void reader_put_chosen(Reader *r, const char *text);

/* reader_range: read a number or time, or choose one from a range A..B. */
uint64_t reader_range(Reader *r, const char *what, bool time);
/* next_node: read the name of a node, or choose one. */
NodeId next_node(Reader *r);
/* next_end: read the name of a link end, or choose one. */
EndId next_end(Reader *r);

/*
 * symbol_addr: the address of a variable or function of the node's program; relative to `from` if
 * the kernel loads the program.
 */
Addr symbol_addr(const Reader *r, NodeId n, const char *name, const char *what, const char *from);

#endif
