/* points.h - data structures of the search for recognition points. */
#ifndef POINTS_H
#define POINTS_H

#include "simul.h"

/* ---- the control flow of one process: paths.c ---- */

/* A tree of immediate dominators. The parent of the root is NONE. */
typedef struct Tree {
	uint32_t *parent;
	uint32_t *order;         /* the nodes, each after its parent */
	/* index in `order`: of the node; just after the node's last descendant */
	uint32_t *enter, *leave;
} Tree;

/* The nodes of one process, numbered from its start. */
typedef struct Paths {
	Arena *arena;
	uint32_t start, n; /* number of its first node in the whole graph; number of its nodes */
	Graph flow, back;  /* its control flow, forwards and backwards */
	Tree dom, pdom;    /* dominators, postdominators */
	uint32_t *component, ncomponents; /* [n] strong component of each node */
	uint32_t *first;  /* [ncomponents] a node of each component */
	/*
	 * [ncomponents] the components that can be reached from it, as bits; NULL: not queried yet
	 */
	uint64_t **reach;
	Walk walk;
} Paths;

/* paths_new: the control flow of one process, for questions about its paths. */
Paths *paths_new(const Dcfg *d, const Relations *r, uint32_t process, Arena *a);
/* paths_can_reach: true if a path of at least one edge leads from a to b. */
bool paths_can_reach(Paths *p, uint32_t a, uint32_t b);
/* paths_pass_both: true if one path of the process passes both a and b. */
bool paths_pass_both(Paths *p, uint32_t a, uint32_t b);

/*
 * paths_representative: one representative for all nodes of a loop; any other node represents
 * itself.
 */
static inline uint32_t
paths_representative(const Paths *p, uint32_t node)
{
	return p->first[p->component[node]];
}

/* tree_is_ancestor: true if a is b or an ancestor of b. */
static inline bool
tree_is_ancestor(const Tree *t, uint32_t a, uint32_t b)
{
	return t->enter[a] <= t->enter[b] && t->leave[b] <= t->leave[a];
}

/* ---- how a process learns of an event and answers: heard.c ---- */

/* A send X of process P, by which P shows that it knows of send Si; see points.c. */
typedef struct Reply {
	uint32_t send; /* a send of P, numbered from its start */
	bool certain;  /* the receive of this message postdominates Si */
	/* [n] immediate dominators on paths that begin at `send`; NULL if `send` is in no loop */
	uint32_t *after;
	/*
	 * [n] the last of the receives in `Heard` that is above the node in the tree `after`, or
	 * NONE
	 */
	uint32_t *last;
} Reply;

/* A send Si of the event's process, and the receives by which P may know its value. */
typedef struct Heard {
	uint32_t send; /* the send Si; NONE: any send of the process */
	/* the receives, numbered from the start of P, one for each component */
	uint32_t *recv, nrecvs;
	bool *at; /* [n] the node is such a receive; also those that are not in `recv` */
	Reply *reply;           /* [nreplies]; not needed for a monotonic event */
	uint32_t nreplies;
} Heard;

typedef struct HeardList {
	Heard *heard;
	uint32_t n;
} HeardList;

/*
 * The state of the search for what process P can know of events, used for one event after the
 * other.
 */
typedef struct Hearing {
	const Dcfg *d;
	const Relations *r;
	Paths *p;
	Walk forward, backward; /* over all nodes; allocated for the first event that needs them */
	Arena *arena;           /* in which the walks are allocated */
} Hearing;

/*
 * heard_find: find, in the given mode, what the recognising process P can know of an event of
 * another process. any: in mode MONO, do not distinguish the sends. The result is allocated in a.
 */
HeardList heard_find(Hearing *h, const LocalEvent *e, PointMode mode, bool any, Arena *a);

/* reply_leads_to: true if a path leads from the reply to the point. */
static inline bool
reply_leads_to(const Reply *reply, uint32_t point)
{
	return reply->after && reply->after[point] != NONE;
}

/* ---- one choice for all events at a point: choose.c ---- */

/* One way to recognise an event; recv and reply are representatives (paths_representative). */
typedef struct Choice {
	uint32_t send; /* Si; NONE: any, or (for an event of P) the value at the point itself */
	uint32_t recv, reply; /* NONE if none is needed */
} Choice;

typedef struct Choices {
	Choice *choice;
	uint32_t n, cap;
	uint32_t event; /* its index in the query */
} Choices;

/* Whether fitting choices were found. CHOSEN_UNKNOWN: there are too many combinations to try. */
typedef enum Chosen { CHOSEN_NO, CHOSEN_YES, CHOSEN_UNKNOWN } Chosen;

/*
 * choices_find: find whether each event has a choice such that one path passes the receives of all
 * choices, one path passes all their replies, and their sends are related as the operator requires.
 * The lists are reordered.
 */
Chosen choices_find(const Relations *r, Paths *p, Operator op, Choices *list, uint32_t nlists);

#endif
