/*
 * player_parts.h - the state of a player, which runs the program in a given order; shared by its
 * files.
 */
#ifndef PLAYER_PARTS_H
#define PLAYER_PARTS_H

#include "offers.h"
#include "outcomes.h"
#include "routes.h"

#include "base/table.h"

typedef enum PlayerState {
	THREAD_GOES,   /* the thread runs, or waits for something other than an action */
	THREAD_ABOUT,  /* it is held before its action */
	/* it has offered a message through a channel, and is held until the message is received */
	THREAD_OFFERS,
	THREAD_MEETS,  /* its offered message will be received, so the thread was released */
	THREAD_RESTS,  /* it waits for a lock of the library */
	THREAD_OVER,   /* it has ended */
} PlayerState;

/* A thread of the run. */
typedef struct PlayerThread {
	PlayerState state;
	NodeId node;
	int32_t pid;
	Action next; /* THREAD_ABOUT: its next action; the action of a receive has no route yet */
	EnabledChannels enabled;  /* THREAD_ABOUT at an alternative: the enabled channels */
	/* the message that its receive gets, or its probe sees; ANY_MESSAGE, or NO_MESSAGE */
	uint32_t getting;
	/* the channel that its alternative takes; 0: none; ANY_CHANNEL: it takes one by itself */
	Addr taking;
	uint32_t nmisses; /* number of the thread's last successive actions that found no message */
	uint32_t lowered; /* in a random order: its lowered priority; 0: not lowered */
} PlayerThread;

enum {
	ANY_MESSAGE = UINT32_MAX, /* in `getting`: the first message */
	NO_MESSAGE = UINT32_MAX - 1, /* in `getting`: no message is found */
	MOST_MISSES = 3,    /* successive misses of a thread while other threads can act */
	/* successive misses while no other thread can act: after them, the run counts as endless */
	LAST_MISSES = 1000,
};

/* An object of the run. */
typedef struct PlayerObject {
	SyncObjectInfo info;
	uint32_t user[2], nusers; /* its first two users; nusers > 2: other threads, too */
} PlayerObject;

struct Player {
	PlayerCalls calls;
	Target *target;
	Network *w;
	SyncObserver *observer;
	PlayerThread *thread; /* [play.nthreads] */
	PlayerObject *object; /* [nobjects] */
	uint32_t nobjects;
	Routes routes;
	Offers offers;
	bool *high;           /* [network's nodes] true if the node has threads of high priority */
	Table own;            /* by node and address of a semaphore: 1 if it is the library's */
	bool started;         /* all programs have been started */
	bool decided;         /* the order is known */
	PlayOrder order;
	Choice *asleep;       /* [nasleep] actions that must not be done next: see PlayOrder */
	uint32_t nasleep;
	uint32_t nchosen;     /* number of actions done */
	uint32_t turn;        /* the thread that may do its action now, or NO_THREAD */
	uint32_t last;        /* the thread that did the last action, or NO_THREAD */
	bool free;            /* no thread is held any more */
	uint32_t ncompared;   /* number of the values that expressions had in processes */
	char why[EXPR_ERROR]; /* the reason why an expression had no value; or "" */
	/* [play.nthreads] values of the compared expressions in the process of each thread */
	Buf *values;
	Play play;
};

/* is_held: true if the thread is held before an action, or at one. */
static inline bool
is_held(const PlayerThread *t)
{
	return t->state == THREAD_ABOUT || t->state == THREAD_OFFERS;
}

/* object_at: Action.object of a semaphore or channel. */
static inline uint64_t
object_at(NodeId n, Addr a)
{
	return (uint64_t)n << 32 | a;
}

/* ---- choice.c ---- */

/* player_note_action: add an action that is done to the play. */
void player_note_action(Player *p, const Action *a);
/*
 * player_refresh: read again the counts of semaphores and messages, which decide whether threads
 * can act.
 */
void player_refresh(Player *p);
/* player_make_state: the actions that the threads are about to do; the caller frees these. */
State player_make_state(Player *p);
/*
 * player_find_able: the number of the first action of the state, by this thread or by any
 * (NO_THREAD), that can be done; awake: and that is not asleep. s->n if there is none.
 */
uint32_t player_find_able(const Player *p, const State *s, uint32_t thread, bool awake);
/*
 * player_choose: let a thread do its next action, or end the run if none can; called when all
 * threads are held or wait.
 */
void player_choose(Player *p);
/*
 * player_let_one_meet: let a thread that waits at a channel receive the message that another thread
 * offers there. Returns whether there is such a thread.
 */
bool player_let_one_meet(Player *p);
/* player_note_end: note the state at the run's end. */
void player_note_end(Player *p);
/* player_give_up: end the run now, with the given reason. */
void player_give_up(Player *p, PlayEnd end);

#endif
