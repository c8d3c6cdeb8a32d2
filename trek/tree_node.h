/*
 * tree_node.h - the tree execution kernel inside: what runs on a node and how it hangs together.
 *
 * Every box is a thread of one process; link processes and managers are of high priority, so none
 * of them is interrupted by another. What runs the user's functions (split, compute, join) is of
 * low priority, and speaks to the others through channels and two porters.
 *
 *	            parent                    On node 0 the generator stands in the place of
 *	       tasks |   ^ results, credits   "in", and the receiver in the place of "out"; there
 *	             v   |                    is no worker.
 *	            in   out
 *	             |   ^
 *	             v   |
 *	   +--> data manager    result manager <----+
 *	   |      |   |   |         ^   |           |
 *	   |      |   |   |         |   v           |
 *	   |      | split compute --+  join --------+
 *	   |      v                                 |
 *	   |     out, in of each child -------------+
 *	   +---------- credits          results
 *
 * Flood filling: a node has `buffers` places for tasks that wait, and one for that being computed.
 * At first every node tells its parent how many places there are in its part of the tree; a task
 * that is sent down takes one, and its result gives it back. A task is computed where it arrives
 * when the node has nothing to do, else it goes on to the child whose part is emptiest, else it
 * waits. No more are taken from the parent than the node itself has places for, so its memory does
 * not depend on the tree.
 *
 * In a DCVM a node down to the level of the split depth that has children splits: rather than
 * either of these, when a child has a place for a part. It tells of its own places only, and each
 * is free again (a credit) when its task is being computed or its parts have gone.
 *
 * Results need no places below; what has none at the parent waits in the kernel.
 */
#ifndef NODE_H
#define NODE_H

#include <kernel.h>
#include <stddef.h>
#include <t800.h>
#include "probe.h"
#include "trek.h"

/* ---- what is set for a run; travels down the tree before the first task ---- */

typedef enum Shape {
	SHAPE_CHAIN,
	SHAPE_BINARY,
	SHAPE_TERNARY,
	SHAPE_BOOT,
	SHAPE_FILE,
	NSHAPES
} Shape;

typedef struct Setup {
	uint32_t processors; /* 1: node 0 is also the only worker */
	uint32_t shape;
	uint32_t tasks;      /* 0: not said */
	uint32_t granularity;
	uint32_t buffers;
	uint32_t degree, depth; /* 1, 0 in a PFVM */
	uint32_t stack;      /* bytes of each of the user's processes */
	uint32_t is_shared, nshared; /* what share() was given */
	uint32_t nparents;   /* SHAPE_FILE: how many halfwords of parents follow, else 0 */
} Setup;

/* What the .vms file says, compiled into the master; arguments may override it. */
extern const Setup trek_setup;
extern const char trek_tree_file[]; /* of SHAPE_FILE; else "" */

/* ---- items: what is passed about ---- */

typedef enum ItemKind {
	ITEM_TASK,
	ITEM_RESULT,
	ITEM_PLACES, /* count: places of this part of the tree; part: 1 if results give them back */
	ITEM_CREDIT, /* a place of a node that splits is free again */
	ITEM_SETUP,  /* Setup, parents, shared bytes */
	ITEM_QUIT,
	ITEM_IDLE,   /* to the data manager: compute has nothing to do; its own item for ever */
	ITEM_BACK,   /* to the data manager: look at a child again; the child's for ever */
	ITEM_PART,   /* to the data manager: of the task that is being split */
	ITEM_SPLIT,  /* to the data manager: that were all of its parts */
	ITEM_WHOLE,  /* to the data manager: the task itself: split_fn has made no parts of it */
	ITEM_LAST,   /* to node 0's result manager: count: tasks that the generator has made */
} ItemKind;

/* Which node computed how many; behind a result's data. */
typedef struct Owner {
	uint32_t node, count;
} Owner;

typedef struct Item {
	struct Item *next; /* in an inbox */
	uint32_t kind;
	uint32_t task;     /* number of the first one */
	uint32_t part;     /* SubTid */
	uint32_t count;    /* of tasks or results that travel together */
	uint32_t nbytes;   /* of the data */
	uint32_t nowners;  /* behind the data, at the next word */
	uint32_t child;    /* which one it came from; NO_CHILD: made here, or the parent's */
	uint32_t large;    /* its memory is the kernel's; inbox.c */
	uint8_t data[];
} Item;

_Static_assert(offsetof(Item, kind) == offsetof(NodeItem, kind)
		&& offsetof(Item, task) == offsetof(NodeItem, task)
		&& offsetof(Item, part) == offsetof(NodeItem, part)
		&& offsetof(Item, count) == offsetof(NodeItem, count)
		&& (int)ITEM_TASK == NODE_ITEM_TASK && (int)ITEM_RESULT == NODE_ITEM_RESULT,
	"NodeItem");

enum { NO_CHILD = UINT32_MAX };

static inline uint32_t
round_up(uint32_t nbytes)
{
	return (nbytes + 3) & -4u;
}

static inline Owner *
item_owners(Item *m)
{
	return (Owner *)(m->data + round_up(m->nbytes));
}

/* ---- inbox.c ---- */

/* Free places, and the processes that wait for one, first come first served. */
typedef struct Places {
	uint32_t free;
	struct Sleeper *first, **last;
} Places;

/* Of high priority only, and so are inboxes: then nothing comes in between. */
void places_init(Places *p, uint32_t free);
void places_acquire(Places *p);
void places_release(Places *p);

typedef struct Inbox {
	Item *first, **last;
	Places items;
} Inbox;

void inbox_init(Inbox *b);
void inbox_put(Inbox *b, Item *m); /* never waits for the taker */
Item *inbox_get(Inbox *b);         /* the oldest; waits for one */

/* Items belong to the thread that took them. No memory left ends the process with a message. */
Item *item_new(ItemKind kind, uint32_t nbytes, uint32_t nowners);
Item *item_copy(ItemKind kind, const void *data, uint32_t nbytes); /* one task or result */
void item_free(Item *m);

/*
 * Several tasks, or results, in one item: their sizes in words, then each one's bytes from a word
 * on. One alone has no size before it.
 */
typedef struct Bundle {
	const Item *item;
	uint32_t index;  /* of the next */
	uint32_t offset; /* where it begins */
} Bundle;

Bundle bundle_open(const Item *m);
Part bundle_next(Bundle *b); /* borrowed from the item; at most item->count times */
/* 2 or more */
Item *bundle_make(ItemKind kind, Item *const *part, uint32_t count, uint32_t nowners);

/* ---- tree.c ---- */

typedef struct Tree {
	uint32_t id;      /* of this node in the tree */
	uint32_t level;   /* node 1 and others below node 0: 1 */
	uint32_t parent;  /* NODE_NONE: none */
	uint16_t *child;
	uint32_t nchildren;
} Tree;

/* tree_find: the place of `id`; parents is for SHAPE_FILE. */
Tree tree_find(const Setup *s, const uint16_t *parents, uint32_t id);
uint32_t tree_place(const Setup *s, uint32_t id); /* the network's node */

/* ---- pass.c ---- */

/* An item between tree neighbours: one message with its size, one with its data; a
 * credit is a size alone. */

void pass_send(uint32_t from, uint32_t to_place, const Item *m); /* by that node of the tree */
Item *pass_recv(uint32_t from); /* the next of that node of the tree */
void pass_send_setup(uint32_t to_place, const Item *m);
Item *pass_recv_setup(void);    /* of the sender */
/*
 * Between processes of this node: the sender waits for the receiver. The data stands apart from m.
 */
typedef enum Local { LOCAL_TASK, LOCAL_RESULT } Local;
void pass_send_local(Local what, const Item *m, const void *data);
const Item *pass_recv_local(Local what); /* good until this process's next; of one kind only */

/* ---- the node ---- */

typedef struct Child {
	Inbox out;
	/* the data manager's */
	uint32_t places, free; /* of its part of the tree */
	uint32_t queued; /* in `out`, or being sent; the link process counts down */
	int returns;     /* its results give places back */
	/* of the link processes, for the data manager */
	uint32_t given;  /* places given back since the item below was put out */
	Item *back;
	int is_out;
} Child;

/* The threads or processes of a node that run the user's functions, by their places in NodeWork. */
enum { WORKER_COMPUTE, WORKER_SPLIT, WORKER_JOIN };
enum { WORKER_MAIN, WORKER_GENERATOR, WORKER_RECEIVER };

/* One of a slave's, and what the function that runs has put out. */
typedef struct Worker {
	NodeWorker *seen; /* what others are shown of it; NULL: there is no such worker */
	Inbox in;         /* its porter takes from here ... */
	Channel feed;     /* ... and gives it to the worker; */
	Channel port;     /* the other porter takes what the worker gives */
	uint32_t kind;    /* of what its function puts out: ITEM_RESULT or ITEM_PART */
	uint32_t nowners; /* that are to have room behind it */
	uint32_t nout, most;
	Item **out;       /* [most] */
} Worker;

typedef struct Node {
	Setup setup;
	const void *shared;
	uint32_t bits;   /* of a SubTid, a level */
	Tree tree;
	Child *child;
	Inbox data, result, up;
	Places room;     /* for results */
	Places space;    /* for tasks that are neither computed nor on their way to a child */
	int waits;       /* the data manager has tasks or parts that it could not place */
	Semaphore quit;  /* ITEM_QUIT has gone to one child more */
	Semaphore done;  /* ITEM_QUIT has come */
	Worker worker[NWORKERS];
	NodeWork work;
	NodeWorker *process; /* node 0: this process's; NULL elsewhere */
	void (*arrived)(Item *result); /* node 0: counts; NULL elsewhere */
} Node;

extern Node node;

enum { THREAD_STACK = 1024, PORTER_STACK = 512 }; /* bytes; of TrEK's own threads */

/* ---- node.c: what master and slave share ---- */

void node_show(void);  /* the node's words lead to node.work from now on */
/* takes the item for good, and hands it on to the children */
void node_setup(Item *setup, uint32_t id);
void node_start(void); /* processes of all edges, and the data manager */
void node_quit(void);  /* tells the children, and returns when they have been told */
void node_thread(void (*f)(void *), uint32_t argument, uint32_t stack, int priority);
int node_splits(void); /* DCVM: its level does, and it has children */
Worker *worker_self(void); /* a slave's, whose stack the caller runs on; NULL if there is none */

/* ---- links.c: link processes; the argument is the child's index ---- */

void link_to_child(void *child);     /* takes from the child's inbox `out` */
void link_from_child(void *child);
void link_to_parent(void *unused);   /* takes from node.up */
void link_from_parent(void *unused); /* until ITEM_QUIT comes */

/* ---- data.c, result.c: the managers ---- */

void data_manager(void *unused);
void result_manager(void *unused); /* of a slave */
void result_put(Item *m); /* waits for a place */

/* ---- worker.c: the user's functions on a slave ---- */

void worker_start(int place, void (*f)(void *));
void compute_worker(void *unused);
void split_worker(void *unused);
void join_worker(void *unused);

/* pfvm.c, dcvm.c: one of them is linked: split_fn, join_fn if the application has them. */
extern void (*const trek_split)(const void *task, uint32_t nbytes);
extern void (*const trek_join)(const Part *part, uint32_t nparts);

/* ---- farm.c: the user's functions on node 0, and what stands between them and the tree ---- */

void farm_start(void); /* makes both processes and the threads that serve them */
int farm_wait(void);   /* for the end of both; 0: one of them ended within its function */
extern uint32_t farm_time;  /* us from the start to the receiver's end */
/* [processors] tasks, or parts, that each has computed, of what arrived */
extern uint32_t *farm_owner;

/* ---- options.c: the master's arguments ---- */

int options_read(Setup *s, int argc, char **argv); /* index of the first of the user's, less one */
uint16_t *options_parents(const Setup *s);         /* of SHAPE_FILE; else NULL */

/* ---- fail.c ---- */

/*
 * fail: the user's function has done what it must not; the message names it, and the process ends.
 */
_Noreturn void fail(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
extern const char *const function_name[NFUNCTIONS];

#endif
