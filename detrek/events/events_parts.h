/* events_parts.h - declarations shared by the files of detrek/events. */
#ifndef EVENTS_PARTS_H
#define EVENTS_PARTS_H

#include "events.h"

#include "base/option.h"
#include "detrek/expr/process.h"

/* event_fail: store an error message; returns false. */
bool event_fail(char mistake[EVENT_MISTAKE], const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* ---- place.c ---- */

/* The processes to which a term applies. */
typedef struct EventPlace {
	const char *program; /* the program's name; NULL: all programs but the kernel */
	/*
	 * a condition on TrEK's variables that must also be true, such as that the node is a leaf;
	 * NULL for none
	 */
	const char *role;
	/* the node with this name in the topology; NOWHERE if the place names none */
	NodeId node;
	bool *numbers;       /* [nodes] by kernel node number; NULL: all */
} EventPlace;

/* event_place_parse: parse a place after `@`; false: mistake says why */
bool event_place_parse(Arena *a, const Target *t, const char *text, EventPlace *p,
	char mistake[EVENT_MISTAKE]);
/* event_place_includes: true if the process is one of those to which the place refers. */
bool event_place_includes(const EventPlace *p, const Target *t, NodeId n, const Loaded *in);

/* ---- local.c: a local event in a process ---- */

/* Words that an expression reads, with their values. */
typedef struct EventBytes {
	Addr low;
	Word nbytes;
	uint8_t *bytes;
} EventBytes;

/* A name in the expression, with its value or the object that it names. */
typedef struct EventName {
	const char *name;
	Value value;
} EventName;

/* A term's expression over the variables of one process. */
typedef struct LocalEvent {
	uint32_t term; /* number of the local event in the query */
	ProcessNames process;
	Arena arena;
	const Expr *expression, *role; /* role NULL if there is none */
	EventName *names; /* [nnames] the variables that the expression and the role name */
	uint32_t nnames;
	/* the objects that the expression reads: variables, or members such as `kept.limit` */
	EventName *objects;
	uint32_t nobjects;
	uint32_t nshown;    /* the first objects are of the expression, the others of the role */
	EventBytes *bytes;  /* [nbytes] ranges of memory that the expression reads */
	uint32_t nbytes;    /* number of these ranges */
	/* the process in the kernel's table, and its structure; 0 on a node without a kernel */
	Addr entry, object;
	/*
	 * for a program on a node without a kernel: the first ncode bytes of its code, and their
	 * address; ncode is 0 for a process of a kernel
	 */
	const uint8_t *code;
	Addr code_at;
	Word ncode;
	/* reports of memory changes with lower numbers are already contained in `bytes` */
	uint32_t since;
	bool has_begun;  /* the process has begun: it has had a stack */
	bool has_ended;  /* the process has ended */
	bool is_changed; /* a word has changed since the last evaluation */
	bool is_there;   /* the process exists and has the role */
	bool holds;      /* the expression was true at the last evaluation */
} LocalEvent;

/*
 * local_event_open: prepare the expression for a process; false if it cannot be evaluated in the
 * program.
 */
bool local_event_open(LocalEvent *e, uint32_t term, const ProcessNames *p, const EventTerm *text,
	const EventPlace *place, char mistake[EVENT_MISTAKE]);
/* local_event_close: free the event, also after a failure. */
void local_event_close(LocalEvent *e);
/* local_event_load: read the event's words from the node's memory. */
void local_event_load(LocalEvent *e);
/* local_event_store: note that a byte of the memory that the event reads gets another value. */
void local_event_store(LocalEvent *e, Addr a, uint8_t byte);
/* local_event_reads: true if the event reads any of the nbytes of memory at an address. */
bool local_event_reads(const LocalEvent *e, Addr a, Word nbytes);
/*
 * local_event_evaluate: evaluate the expression from the copied words and set `holds`; false if the
 * process does not exist. An expression without a value, such as a division by zero, is not true.
 */
void local_event_evaluate(LocalEvent *e);

/* ---- text.c ---- */

/* local_event_text: print the process and the variables of a local event */
void local_event_text(Target *t, const EventTerm *term, const LocalEvent *e, Buf *out);

/* ---- holds.c ---- */

/*
 * event_holds: true if the terms all hold, each in a different process. chosen[term]: index of the
 * event used; chosen may be NULL.
 */
bool event_holds(uint32_t nterms, LocalEvent *const *events, uint32_t n, uint32_t *chosen);

#endif
