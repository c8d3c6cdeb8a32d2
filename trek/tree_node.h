/*
 * tree_node.h - the tree execution kernel's internals: the processes of a node and how they are
 * connected.
 *
 * Every box is a thread of one process; link processes and managers have high priority, so none of
 * them interrupts another. The workers, which run the user's functions (split, compute, join), have
 * low priority, and communicate with the others by channels and two porters.
 *
 * 	            parent                    On node 0 the generator stands in the place of
 * 	       tasks |   ^ results, credits   "in", and the receiver in the place of "out"; there
 * 	             v   |                    is no worker.
 * 	            in   out
 * 	             |   ^
 * 	             v   |
 * 	   +--> data manager    result manager <----+
 * 	   |      |   |   |         ^   |           |
 * 	   |      |   |   |         |   v           |
 * 	   |      | split compute --+  join --------+
 * 	   |      v                                 |
 * 	   |     out, in of each child -------------+
 * 	   +---------- credits          results
 *
 * Flood filling: a node has `buffers` places for waiting tasks, and one place for the task being
 * computed. First every node reports to its parent the number of places in its part of the tree. A
 * task sent down takes a place, and its result frees the place. A task is computed where it arrives
 * if the node is idle; otherwise it is sent to the child with the largest share of free places; if
 * no place is free, it waits. A node accepts only as many tasks as it has places itself, so its
 * memory use does not depend on the tree.
 *
 * Items that come in one packet stay together, as a pack. A pack is passed up the tree as a whole,
 * or down to a child that has room for all of it; it is divided only to be given to several
 * children. A task is taken out of its pack where it is computed or split.
 *
 * In a DCVM, a node with children, down to the level of the split depth, splits a task instead when
 * a child has a place for a part. Such a node reports only its own places; each becomes free (a
 * credit) when its task is being computed or its parts have been sent.
 *
 * Results going up need no places at the sender; a result without a place at the parent waits in
 * the kernel.
 */
#ifndef NODE_H
#define NODE_H

#include <kernel.h>
#include <stddef.h>
#include <t800.h>
#include "probe.h"
#include "trek.h"
#include "tree_break.h"
#include "trek_setup.h"

/* ---- the setting of a run (trek_setup.h); it travels down the tree before the first task ---- */

/* The settings of the .vms file, compiled into the master; its arguments may override them. */
extern const TrekSetup trek_setup;
extern const char trek_tree_file[]; /* for TREE_FILE; otherwise "" */

/* ---- items: the units that nodes pass to each other ---- */

typedef enum ItemKind {
	ITEM_TASK,
	ITEM_RESULT,
	ITEM_PLACES, /* count: places of this part of the tree; part: 1 if results free them */
	ITEM_CREDIT, /* to the parent: a place of this node, which splits tasks, is free again */
	ITEM_SETUP,  /* TrekSetup, parents, shared bytes */
	ITEM_QUIT,   /* the run ends */
	ITEM_IDLE,   /* to the data manager: the compute worker is idle; this item is reused */
	ITEM_BACK,   /* to the data manager: a child can take tasks again; see Child.back_item */
	ITEM_PART,   /* to the data manager: a part of the task being split */
	ITEM_SPLIT,  /* to the data manager: no more parts of the task being split will come */
	ITEM_WHOLE,  /* to the data manager: the task itself, of which split_fn has made no parts */
	ITEM_LAST,   /* to node 0's result manager; count: number of tasks that were generated */
} ItemKind;

/* A node and how many tasks it computed; stored after a result's data. */
typedef struct Owner {
	uint32_t node, count;
} Owner;

/* An item as it travels: its sizes (the fields before `data`), its data and its owners. */
typedef struct Packed {
	uint32_t kind;
	uint32_t task;     /* number of the first task */
	uint32_t part;     /* SubTid */
	uint32_t count;    /* number of tasks or results in the item */
	uint32_t nbytes;   /* size of the data */
	uint32_t nowners;  /* Owners stored after the data, word-aligned */
	uint32_t child;    /* child that sent the item; NO_CHILD: the parent, or made here */
	uint8_t data[];
} Packed;

/*
 * An item on a node, or a pack: several items of one kind that came in one packet, and are passed
 * on without being examined (pack.c). The last seven fields before the data are those of Packed; in
 * a pack they are those of its first item when the pack came.
 */
typedef struct Item {
	struct Item *next; /* the next item in an inbox or a list */
	uint32_t more;     /* number of items after the first one of a pack */
	uint32_t at;       /* bytes before the pack's first item, of items that were cut off */
	uint32_t left;     /* bytes of a pack after the sizes of its first item */
	uint32_t size;     /* how the item was allocated: inbox.c */
	uint32_t kind, task, part, count, nbytes, nowners, child;
	uint8_t data[];
} Item;

_Static_assert(offsetof(Item, data) - offsetof(Item, kind) == sizeof(Packed)
		&& offsetof(Item, child) - offsetof(Item, kind) == offsetof(Packed, child),
	"Packed");
_Static_assert(offsetof(Item, more) == offsetof(NodeItem, more)
		&& offsetof(Item, at) == offsetof(NodeItem, at)
		&& offsetof(Item, kind) == offsetof(NodeItem, first)
		&& offsetof(Packed, task) == offsetof(NodePacked, task)
		&& offsetof(Packed, nowners) == offsetof(NodePacked, nowners)
		&& sizeof(Packed) == sizeof(NodePacked) && sizeof(Owner) == NODE_OWNER_BYTES
		&& (int)ITEM_TASK == NODE_ITEM_TASK && (int)ITEM_RESULT == NODE_ITEM_RESULT,
	"NodeItem");

enum { NO_CHILD = UINT32_MAX }; /* in place of a child's index: none */

static inline uint32_t
round_up(uint32_t nbytes)
{
	return (nbytes + 3) & -4u;
}

/* item_first: the first item of a pack, or the item itself. */
static inline Packed *
item_first(const Item *m)
{
	return (Packed *)((uint8_t *)&m->kind + m->at);
}

static inline Owner *
packed_owners(const Packed *p)
{
	return (Owner *)(p->data + round_up(p->nbytes));
}

/* packed_next: the item behind p in a pack, if there is one. */
static inline Packed *
packed_next(const Packed *p)
{
	return (Packed *)(packed_owners(p) + p->nowners);
}

static inline Owner *
item_owners(Item *m)
{
	return (Owner *)(m->data + round_up(m->nbytes));
}

/* item_bytes: the bytes of data and owners, and, in a pack, of the items behind the first. */
static inline uint32_t
item_bytes(const Item *m)
{
	if (m->more)
		return m->left;
	return m->nowners ? round_up(m->nbytes) + m->nowners * sizeof(Owner) : m->nbytes;
}

/* item_room: the bytes that the item, or all items of the pack, take in another pack. */
static inline uint32_t
item_room(const Item *m)
{
	return sizeof(Packed) + round_up(item_bytes(m));
}

enum {
	PLACE_BYTES = sizeof(Packed) + MAX_PACKET, /* a place has room for a packet */
	QUEUE_BYTES = 2 * PLACE_BYTES, /* queue to a child: a packet being sent, and the next */
	MANY_PLACES = 16, /* if so many places are below an edge, items are gathered into packets */
};

/* place_bytes: how many bytes of a place, at most PLACE_BYTES, an item of nbytes bytes takes. */
static inline uint32_t
place_bytes(uint32_t nbytes)
{
	uint32_t n = sizeof(Packed) + round_up(nbytes);

	return n < PLACE_BYTES ? n : PLACE_BYTES;
}

static inline uint32_t
item_place_bytes(const Item *m) /* the same of an item or a pack */
{
	return place_bytes(item_bytes(m));
}

/* ---- inbox.c ---- */

/* Free places, and a queue of the processes that wait for a place. */
typedef struct Places {
	int32_t free; /* negative: more are used than there are */
	struct Sleeper *first, **last;
} Places;

/* Places and inboxes are used at high priority only, so without interruption. */
void places_init(Places *p, int32_t free); /* begin with this many free places */
void places_acquire(Places *p); /* take a free place; waits until there is one */
void places_release(Places *p); /* free a place that was acquired */
void places_use(Places *p, uint32_t n); /* take n places, even if fewer are free; no wait */
void places_return(Places *p, uint32_t n); /* free n places that were taken */

/* A queue of items. */
typedef struct Inbox {
	Item *first, **last;
	Places items; /* counts the items; receivers wait here */
} Inbox;

void inbox_init(Inbox *b);
void inbox_put(Inbox *b, Item *m); /* append an item; does not wait for the receiver */
/*
 * inbox_pack: append an item or a pack; if it fits into one packet with the last pack that waits,
 * it becomes part of that pack
 */
void inbox_pack(Inbox *b, Item *m);
/* inbox_copy: like inbox_pack, for an item that is copied from these sizes and this data */
void inbox_copy(Inbox *b, const Packed *sizes, const void *data);
Item *inbox_get(Inbox *b);         /* take the oldest item; waits if there is none */

/*
 * Items belong to the thread that received them. If memory runs out, the process ends with a
 * message.
 */
Item *item_new(ItemKind kind, uint32_t nbytes, uint32_t nowners);
Item *item_copy(ItemKind kind, const void *data, uint32_t nbytes); /* a new task or result */
Item *item_make(const Packed *sizes, const void *data); /* a new item without owners */
/* item_pack: a new pack of more + 1 items, copied from their sizes and the `left` bytes of data */
Item *item_pack(const uint32_t *sizes, const void *data, uint32_t left, uint32_t more);
void item_free(Item *m);
/* items_forget: in a copied process, forget the spare items, which belong to the original */
void items_forget(void);
/*
 * item_set_owners: set the owners of a result: the owners that its tasks have from earlier stages,
 * and the node that computed it
 */
void item_set_owners(Item *result, const Item *tasks, uint32_t node);

/*
 * Several tasks, or results, in one item: their sizes in words, then the bytes of each,
 * word-aligned. A single task or result has no size before it.
 */
typedef struct Bundle {
	const Packed *item;
	uint32_t index;  /* index of the next task or result */
	uint32_t offset; /* offset of the next task or result in the item's data */
} Bundle;

Bundle bundle_open(const Packed *p); /* begin to read the tasks or results of an item */
Part bundle_next(Bundle *b); /* next task or result, in the item's memory; at most item->count */
/* bundle_make: a new item with copies of `count` tasks or results; count >= 2 */
Item *bundle_make(ItemKind kind, Item *const *part, uint32_t count, uint32_t nowners);

/* ---- pack.c ---- */

/*
 * pack_take: wait for an item; take it and those items after it that fit into the same packet, as a
 * list
 */
Item *pack_take(Inbox *b);
/*
 * pack_make: make the words and body of a packet; several items are copied to `packet`, of
 * MAX_PACKET bytes
 */
void pack_make(const Item *m, uint8_t *packet, Nmsg *p);
/* pack_open: make an item or a pack from a packet; a long item is made without its data */
Item *pack_open(const Nmsg *p);
/*
 * pack_cut: cut the first n items off a pack, which keeps at least one; returns them as an item or
 * a pack
 */
Item *pack_cut(Item *m, uint32_t n);
Item *pack_items(Item *m); /* the items of a pack as a list; the pack is gone */

/* ---- tree.c ---- */

/* A node's place in the tree. */
typedef struct Tree {
	uint32_t id;      /* number of this node in the tree */
	uint32_t level;   /* distance from node 0 */
	uint32_t parent;  /* NODE_NONE if there is none */
	uint16_t *child;  /* [nchildren] */
	uint32_t nchildren;
} Tree;

/* tree_find: where node `id` is in the tree; parents: each node's parent, for TREE_FILE only */
Tree tree_find(const TrekSetup *s, const uint16_t *parents, uint32_t id);
/* tree_place: the node of the network on which tree node `id` is */
uint32_t tree_place(const TrekSetup *s, uint32_t id);

/* ---- pass.c ---- */

/*
 * pass_send: send items to a tree neighbour: in one packet if they fit, otherwise one item in two
 * messages. `packet` is scratch of MAX_PACKET bytes; it may be NULL for a single item.
 */

void pass_send(uint32_t from, uint32_t to_place, const Item *m, uint8_t *packet);
Item *pass_recv(uint32_t from, uint8_t *packet); /* wait for items from a neighbour */
void pass_send_setup(uint32_t to_place, const Item *m); /* send the setup to the node at to_place */
Item *pass_recv_setup(void); /* wait for the setup, from any sender */
/*
 * What processes of this node pass to each other. They share its memory, so the sender waits until
 * the receiver has copied what it needs.
 */
typedef enum LocalKind { LOCAL_TASK, LOCAL_RESULT, NLOCALS } LocalKind;
typedef struct LocalPass {
	const Packed *first;
	uint32_t more;    /* number of items after the first one, in a pack */
	const void *data; /* for a task: its data, which does not follow `first` */
} LocalPass;
void pass_local_start(void); /* call this before other processes are copied from this one */
void pass_send_local(LocalKind what, const LocalPass *p); /* waits for pass_taken_local */
const LocalPass *pass_recv_local(LocalKind what); /* wait; result valid until pass_taken_local */
void pass_taken_local(LocalKind what); /* let the process that has sent the pass continue */

/* ---- the node ---- */

/* A child of this node. */
typedef struct Child {
	Inbox out; /* the items to send to the child */
	/* used by the data manager */
	uint32_t places, free; /* number of places in the child's part of the tree; of free ones */
	uint32_t queued; /* bytes in `out`, or being sent; decremented by the link process */
	int returns;     /* 1: the child's results free its places; 0: its credits do */
	/* used by the link processes, for the data manager */
	uint32_t given;  /* free places that the data manager has not yet added to `free` */
	Item *back_item;      /* the ITEM_BACK of this child, made once and used again */
	int back_is_queued;      /* 1: `back_item` is in the data manager's inbox */
	uint8_t to[MAX_PACKET], from[MAX_PACKET]; /* packets to the child, from the child */
} Child;

/* One worker of a slave, with the output of the function that runs. */
typedef struct Worker {
	NodeWorker *status; /* the worker's status words; NULL: there is no such worker */
	Inbox in;         /* from here a porter takes items for the worker */
	Channel feed;     /* on which this porter passes the items to the worker */
	Channel port;     /* on which another porter takes the worker's output */
	uint32_t kind;    /* kind of the function's output: ITEM_RESULT or ITEM_PART */
	uint32_t nowners; /* number of owners to reserve room for */
	uint32_t nout, max_out; /* number of items in `out`; the most that the function may make */
	Item **out;       /* [most] */
} Worker;

/* The state of this node, which its processes share. */
typedef struct Node {
	TrekSetup setup;
	const void *shared; /* the argument of share() */
	uint32_t bits;   /* bits of a SubTid for each level */
	Tree tree;
	Child *child;    /* [tree.nchildren] */
	Inbox data, result, up; /* to the data manager, to the result manager, to the parent */
	uint32_t places; /* places for tasks that the node has announced to its parent */
	Places room;     /* places for results */
	Places space;    /* places for tasks not being computed and not being sent to a child */
	int has_waiting;       /* 1: the data manager has tasks or parts without a place */
	Semaphore quit;  /* signalled when ITEM_QUIT has been sent to a child */
	Semaphore done;  /* signalled when ITEM_QUIT has arrived */
	Worker worker[NWORKERS];
	uint8_t *to_parent, *from_parent; /* [MAX_PACKET]; NULL on node 0 */
	NodeWork work;       /* the node's status words */
	NodeWorker *process_status; /* status words of this process, on node 0; NULL elsewhere */
	/* on node 0: counts the results of an item or pack; or NULL */
	void (*count_arrived)(Item *m);
} Node;

extern Node node;

enum { THREAD_STACK = 1024, PORTER_STACK = 512 }; /* bytes of TrEK's own threads */

/* ---- node.c: what master and slave share ---- */

void node_show(void);  /* store the address of node.work in the node's words */
/* node_setup: keep the item with the setup, and forward it to the children */
void node_setup(Item *setup, uint32_t id);
void node_start(void); /* start processes of all edges, and the data manager */
void node_quit(void);  /* send ITEM_QUIT to the children, and return when it has been sent */
/* node_thread: start a thread that executes f(argument) */
void node_thread(void (*f)(void *), uint32_t argument, uint32_t stack, int priority);
int node_splits(void); /* 1 if this node splits tasks: DCVM, its level splits, has children */
int node_relays(void); /* 1 if this node is a stage of a pipeline: any but node 0 */

static inline uint32_t
node_steps(void) /* the number of steps of an SPMD; 0 for other types */
{
	return node.setup.shape == TREE_RING ? node.setup.tasks : 0;
}

int node_gives_credits(void); /* 1 if credits, not results, free this node's places */
Worker *worker_self(void); /* on a slave: the worker that calls this; NULL if none does */

/* ---- links.c: link processes; the argument is the child's index ---- */

void link_to_child(void *child); /* thread: sends the items in the child's inbox `out` */
void link_from_child(void *child); /* thread: receives the child's results and credits */
/* thread on node 0 of a pipeline: receives results of the last node, with this id */
void link_from_last(void *last);
void link_to_parent(void *unused); /* thread: sends node.up; in a pipeline, results to node 0 */
void link_from_parent(void *unused); /* thread: receives tasks until ITEM_QUIT comes */

/* ---- data.c, result.c: the managers ---- */

void data_manager(void *unused); /* thread that decides where tasks are computed */
/*
 * data_send: called by the task source of node 0, which has acquired a place for the task: if no
 * other task waits, send a copy down and free the place. Returns 0 if the task must wait, too.
 */
int data_send(const Packed *sizes, const void *data);
void result_manager(void *unused); /* thread of a slave that joins or sends up results */
void result_put(Item *m); /* give a result to the result manager; waits for a place */

/* ---- worker.c: the user's functions on a slave ---- */

void worker_start(int place, void (*f)(void *)); /* start worker `place` (f) with its porters */
/*
 * worker_open: called by the worker itself: its functions use the stack below the caller's, and
 * make at most `max_out` items.
 */
void worker_open(Worker *w, uint32_t stack, uint32_t most);
Item *worker_receive(Worker *w);   /* wait for the next item */
void worker_send(Worker *w, Item *m); /* hand an item to the worker's porter */
/* worker_begin: note that a user function begins to work on m. worker_end: it has returned. */
void worker_begin(Worker *w, uint32_t function, const Item *m, uint32_t task);
void worker_end(Worker *w);
/* worker_put: append an item of the kind to the worker's output; call: the name for messages */
void worker_put(const char *call, ItemKind kind, const void *data, uint32_t nbytes);
void compute_worker(void *unused); /* thread that computes tasks (compute_fn) */
void split_worker(void *unused); /* thread that splits tasks into parts (split_fn) */
void join_worker(void *unused); /* thread: joins the parts' results of split tasks */

/*
 * The linked file of trek/type/ defines these: split_fn and join_fn, if the application has them,
 * and the thread that computes.
 */
extern void (*const trek_split)(const void *task, uint32_t nbytes);
extern void (*const trek_join)(const Part *part, uint32_t nparts);
extern void (*const trek_compute)(void *unused);

/* ---- farm.c: the user's functions on node 0, and the threads between them and the tree ---- */

void farm_start(void); /* start generator, receiver and the threads that serve them */
int farm_wait(void); /* wait for both processes; 0: one ended inside its function */
extern uint32_t farm_time;  /* us from the start to the receiver's end */
/*
 * [processors] number of tasks, or parts, that each processor has computed, according to the
 * results received
 */
extern uint32_t *farm_owner_tasks;

/* ---- options.c: the master's arguments ---- */

/* options_read: set *s by arguments; returns the first user argument's index, minus one */
int options_read(TrekSetup *s, int argc, char **argv);
uint16_t *options_parents(const TrekSetup *s); /* parents by the TREE_FILE; else NULL */

/* ---- fail.c ---- */

/*
 * fail: end the process because of an error of the user's function, with a message that names the
 * function.
 */
_Noreturn void fail(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
extern const char *const function_name[NFUNCTIONS];

#endif
