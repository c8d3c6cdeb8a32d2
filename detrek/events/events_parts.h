/*
 * events_parts.h - what the files of detrek/events share.
 */
#ifndef EVENTS_PARTS_H
#define EVENTS_PARTS_H

#include "events.h"

#include "base/option.h"
#include "detrek/expr/process.h"

/* event_mistake: returns false. */
bool event_mistake(char mistake[EVENT_MISTAKE], const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* ---- place.c ---- */

/* Which processes a term means. */
typedef struct EventPlace {
	const char *program; /* NULL: all but the kernel */
	/* an expression over TrEK's variables that must be true, too; NULL if none */
	const char *role;
	NodeId node;         /* of a name of the topology; NOWHERE if there is none */
	bool *numbers;       /* [nodes] by the kernels' numbers; NULL: all */
} EventPlace;

bool event_place_parse(Arena *a, const Target *t, const char *text, EventPlace *p,
	char mistake[EVENT_MISTAKE]);
bool event_place_has(const EventPlace *p, const Target *t, NodeId n, const Loaded *in);

/* ---- local.c: a local event in a process ---- */

/* Words that an expression reads, and what they hold. */
typedef struct EventBytes {
	Addr low;
	Word nbytes;
	uint8_t *bytes;
} EventBytes;

typedef struct EventName {
	const char *name;
	Value value;
} EventName;

/* A term's expression over the variables of one process. */
typedef struct LocalEvent {
	uint32_t term;
	ProcessNames process;
	Arena arena;
	const Expr *expression, *role; /* role NULL if there is none */
	EventName *names;
	uint32_t nnames;
	EventBytes *bytes;
	uint32_t nbytes;
	/* the process in the kernel's table, and itself; 0: a node without a kernel */
	Addr entry, object;
	uint32_t since;  /* what was reported before the one of this number has been loaded */
	bool has_begun;  /* it has had a stack */
	bool has_ended;  /* for good */
	bool is_changed; /* since it was evaluated */
	bool is_there;   /* the process lives and has the role */
	bool holds;
} LocalEvent;

/*
 * local_event_open: false: the expression means nothing in the program. local_event_close: what was
 * opened, or was not.
 */
bool local_event_open(LocalEvent *e, uint32_t term, const ProcessNames *p, const EventTerm *text,
	const EventPlace *place, char mistake[EVENT_MISTAKE]);
void local_event_close(LocalEvent *e);
/* local_event_load: its words become those of the node's memory now. */
void local_event_load(LocalEvent *e);
void local_event_store(LocalEvent *e, Addr a, uint8_t byte); /* a byte changes */
bool local_event_reads(const LocalEvent *e, Addr a, Word nbytes);
/*
 * local_event_evaluate: holds becomes what its words tell, if its process lives. What has no value,
 * as a division by zero, is not true.
 */
void local_event_evaluate(LocalEvent *e);

/* ---- text.c ---- */

void local_event_text(Target *t, const EventTerm *term, const LocalEvent *e, Buf *out);

/* ---- holds.c ---- */

/*
 * event_holds: each term holds in a process of its own. chosen[term]: which of the n events; may be
 * NULL.
 */
bool event_holds(uint32_t nterms, LocalEvent *const *events, uint32_t n, uint32_t *chosen);

#endif
