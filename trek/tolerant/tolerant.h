/*
 * tolerant.h - the tree execution kernel of a run with fault_tolerance. If a node does not answer,
 * its neighbours notice this, the tree is rebuilt without the node, and its tasks are computed
 * elsewhere.
 *
 * The objects of this folder are linked before libtrek.a and replace its functions of the same
 * names: node_setup, node_start, node_quit, result_put, and main of the slaves. The workers, the
 * farm of node 0, inboxes and items are the same as in other runs.
 *
 * Each edge of the tree is a link. A node passes items to its neighbours only, in packets of the
 * datalink level, with a process for each direction of each link. So a link that no longer works
 * stops these two processes and nothing else: nothing is routed over other nodes by the kernel.
 *
 * 	            link 0 .. 3                 Everything that arrives, the results of the
 * 	          in |      ^ out               worker and the ticks of the clock go to one
 * 	             v      |                   process, the manager, which holds all state
 * 	   +------> manager --+                 and never waits for a link or a worker.
 * 	   |           |      |
 * 	   | result    v task | tick
 * 	   +------- worker    ticker
 *
 * Silence. A node sends something over each link every BEAT_US. If nothing has come over a link for
 * SILENCE_US, the link is down, for ever. The node at the other end then gets nothing, either, so
 * it also treats the link as down. If a node has stopped, all its links are down.
 *
 * Tasks. A node keeps each task that it has given to a child until the result comes. When the link
 * to the child goes down, the tasks are placed again. A result is passed on only if its task is
 * still given to that child. So node 0 gets each result once.
 *
 * The tree. If the link from a node to its parent goes down, the node drops its tasks, tells its
 * children to leave the tree, too, and waits until they all have left. Then it asks a neighbour
 * that is in the tree to become its parent. At that time no node is below it; so the tree has no
 * cycles.
 *
 * Poison. If a task was being computed on POISON_NODES nodes when they went down, it is set aside:
 * it is reported, and has no result. A node without children computes its tasks in the order in
 * which it gets them, so the first of them was being computed. Other nodes may pass tasks on; so if
 * such a node goes down, its tasks become suspect. From then on, each node reports before it begins
 * to compute a suspect task, or a part of it.
 */
#ifndef TOLERANT_H
#define TOLERANT_H

#include "trek/tree_node.h"

enum {
	BEAT_US = 100000,     /* the clock's tick */
	SILENCE_US = 500000,  /* a link is down if nothing has come over it for this time */
	GIVE_UP_US = 5000000, /* a node ends if it has not been in the tree for this time */
	POISON_NODES = 3,           /* a task is set aside if it has stopped this many nodes */
	NHOPS = 4,            /* a node's links */
	NO_HOP = NHOPS,       /* instead of the number of a link: none */
	UNATTACHED = UINT32_MAX, /* instead of a level: the node is not in the tree */
	TOLERANT_STACK = 2048, /* bytes of the stack of each thread in this folder */
};

/* Kinds of items, in addition to ItemKind. */
typedef enum HopKind {
	HOP_BEAT = ITEM_LAST + 1, /* part: the sender's level in the tree, or UNATTACHED */
	HOP_OFFER,  /* from a parent; part: its level; data: the setup, or nothing */
	HOP_ASK,    /* the sender asks to become a child; part: 1: it has no setup yet */
	HOP_REFUSE, /* the offer, or the request, is refused */
	HOP_LEAVE,  /* from the parent: drop all tasks and leave the tree */
	HOP_LEFT,   /* to the parent: this node has left */
	/*
	 * to the parent: function `count` begins to work on a suspect task that the parent has
	 * given; nbytes 4: the function has ended
	 */
	HOP_RUNNING,
	/*
	 * to node 0: node count & 0xFFFF, on which function count >> 16 was running, does not
	 * answer the node whose number is in the data
	 */
	HOP_LOST,
	/*
	 * instead of the results of count & 0xFFFF tasks, which are set aside: function count >> 16
	 * has stopped nodes; data: the part on which it worked
	 */
	HOP_SET_ASIDE,
	HOP_TICK,   /* to the manager: the clock's tick */
	HOP_SENT,   /* to the manager: a link has sent tasks or received results */
	HOP_TAKEN,  /* to the manager of node 0: result_receiver has taken a result */
} HopKind;

/* The role of an edge in the tree. */
typedef enum HopRole { ROLE_NONE, ROLE_PARENT, ROLE_CHILD, ROLE_LEAVING } HopRole;

/* A task that was given to a child. */
typedef struct Given {
	struct Given *next;
	Item *task;
	uint32_t serial; /* number of tasks given to this child before this one */
	int is_free; /* 1: the task's place at the child is free, but its result has not arrived */
} Given;

enum { GIVEN_LISTS = 16 }; /* lists of given tasks, by the remainder of the task's number */

/* Given tasks, in the order in which they were given. */
typedef struct GivenList {
	Given *first, **last;
} GivenList;

/* One link of the node. */
typedef struct Hop {
	uint32_t peer;  /* the node at the other end; NODE_NONE if there is none */
	uint32_t peer_link;    /* the number that this link has at the peer */
	int up;         /* 1: the link works; 0: it is down */
	uint32_t heard, sent; /* when the last item was received; sent; clock, us */
	int has_quit;   /* ITEM_QUIT has been sent */
	Inbox out;      /* the items to send */
	Item *sending;  /* the item being sent; NULL between two items */
	uint32_t level; /* the neighbour's level, if it is known */
	Item *beat;     /* the item that is sent at each tick of the clock */
	HopRole role;   /* of the neighbour */
	/* if the neighbour is a child: */
	int has_children;     /* 1: the child has children */
	uint32_t serial;      /* serial number of the next task given to the child */
	int32_t places, used; /* places in the child's part of the tree; used > places: it shrank */
	uint32_t queued;      /* tasks in `out` */
	GivenList given[GIVEN_LISTS];
	int has_running; /* 1: the child has sent a HOP_RUNNING, so `running` must be searched */
	/* [the child's worker] HOP_RUNNING of the function it runs, or NULL */
	Item *running[NWORKERS];
	Item *sent_notice;     /* the HOP_SENT of this link, made once and used again */
	int notice_is_queued;   /* 1: `sent_notice` is in the manager's inbox */
	uint8_t packet[MAX_PACKET], out_packet[MAX_PACKET];
} Hop;

extern Hop hops[NHOPS]; /* the links of this node */

/* ---- packet.c: items over links; these functions wait ---- */

void hop_send(uint32_t hop, uint32_t to, const Item *m); /* send m; to: the node there */
/*
 * Receive an item over a link; from: the node at its other end. A beat of that node's ticker is
 * returned only if it has a new level of the node; other beats show only that the node answers.
 */
Item *hop_recv(uint32_t from, uint32_t hop);

/* ---- hop.c: links ---- */

/*
 * Item.child has the link on which an item came and, for a task, its losses: the number of nodes
 * that went down while they computed it, and SUSPECT_FLAG if others may have done so.
 */
enum { SUSPECT_FLAG = 0x80 };

static inline uint32_t
item_hop(const Item *m)
{
	return m->child & 0xFF;
}

static inline uint32_t
item_losses(const Item *m)
{
	return m->child >> 8;
}

static inline void
item_set_hop(Item *m, uint32_t hop, uint32_t losses)
{
	m->child = losses << 8 | hop;
}

Item *hop_item(HopKind kind, uint32_t nbytes); /* a new item with room for data */
void hops_start(void);           /* start the processes of all links */
/* hop_put: queue an item to be sent; hop.c frees it afterwards, unless it is a task */
void hop_put(uint32_t hop, Item *m);
void ticker_start(void);         /* start the thread that sends HOP_TICK */
int ticker_runs(void); /* 1 if ticker_start has been called */

/* ---- given.c ---- */

void given_init(Hop *h); /* empty the child's lists of given tasks */
void given_add(Hop *h, Item *task); /* note a task sent to the child, on one of its places */
void given_free_place(Hop *h, uint32_t task, uint32_t part); /* the task's place is free */
/* given_take: remove the task from those given to the child; NULL if it is not one of them */
Item *given_take(Hop *h, uint32_t task, uint32_t part);
/* given_contains: 1 if `part` of the task with this number is `task`, or is a part of `task` */
int given_contains(const Item *task, uint32_t number, uint32_t part);
/*
 * given_count_loss: a node went down with this part: count a loss for the child's task with the
 * part
 */
void given_count_loss(Hop *h, uint32_t task, uint32_t part);
Item *given_take_first(Hop *h); /* take the task that was given first; NULL if none is left */

/* ---- manager.c ---- */

/* tolerant_manager: the manager's thread; setup: the run's setup on node 0; NULL on other nodes */
void tolerant_manager(void *setup);
/*
 * manager_take_result: let the manager take the result of a child at once; returns 1 if it has. 0:
 * earlier items wait in its inbox, or the run is ending; the result must be put into the inbox
 */
int manager_take_result(Item *result);

/* ---- room.c: node 0's results that result_receiver has not taken yet ---- */

void room_start(void);   /* start the thread that counts taken results */
void room_queue_result(Item *m);  /* queue a result for the sink */
int room_is_full(void); /* 1 if the receiver is too slow for more tasks */

/* ---- tree.c; tree.h has its other functions ---- */

int tree_has_setup(void); /* true if this node has received the setup of the run */

/* ---- node.c ---- */

/* tolerant_start: start the processes of links and the manager; setup: on node 0, or NULL */
void tolerant_start(Item *setup);
extern Semaphore tolerant_ready; /* signalled when a slave has the setup, or is to end */

/* ---- lost.c: node 0's account of what was lost ---- */

void lost_note(const Item *m); /* keep an item HOP_LOST or HOP_SET_ASIDE for the report */
int lost_report(void);         /* print the report; returns 1 if tasks have no result */

#endif
