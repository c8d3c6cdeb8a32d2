/* lib.h - shared by the library's files. */
#ifndef LIB_H
#define LIB_H

#include "../kcall.h"

#include <notes.h>
#include <stdbool.h>

/* This process and its parent; each copy of a program has its own variables. */
extern Pid __self, __parent;

/* __kcall: make the call; returns its result. state is 0. */
int32_t __kcall(KCall *c);

/*
 * __signalled: handle the signals that arrived during the call; true if it must be repeated because
 * they have interrupted it.
 */
bool __signalled(KCall *c);

/* call_waited: if the call has waited, note that a new turn of the caller begins. */
static inline void
call_waited(const KCall *c)
{
#ifdef SYNC_NOTES
	if (c->state != 0)
		__note_turn();
#else
	(void)c;
#endif
}

/*
 * call: the callers have set number and arguments; the kernel sets the other fields (kcall.h).
 * Returns the result. These functions are part of every call, so they are inline.
 */
static inline __attribute__((always_inline)) int32_t
call(KCall *c)
{
	int32_t result;

	c->self = __self;
	c->state = 0;
	result = __kcall(c);
	call_waited(c);
	return result;
}

/* call_one: a call with one argument. */
static inline __attribute__((always_inline)) int32_t
call_one(uint32_t number, uint32_t a)
{
	KCall c;

	c.number = number;
	c.argument[0] = a;
	return call(&c);
}

/* __call: a call with up to four arguments, where the time does not matter. */
int32_t __call(uint32_t number, uint32_t a, uint32_t b, uint32_t c, uint32_t d);

/* The data that each thread has of its own. */
typedef struct Own {
	int error; /* errno */
	void *c11; /* record in threads.c; NULL if the thread was not started there */
} Own;

/* __own: the data of the running thread, found by its stack. */
Own *__own(void);
/*
 * __own_begin: note that a thread with this stack will be started, and that it owns *own, which
 * the caller frees after __own_end. Returns 0 or KE_NOMEM.
 */
int __own_begin(Own *own, uint32_t stack, uint32_t nbytes);
void __own_end(Own *own); /* note that the thread has ended */
/*
 * __set_owner: set the owner of a lock that a thread may take several times; NULL: none. The field
 * is written at high priority, so that a thread can check without the lock whether it is the owner
 * itself.
 */
void __set_owner(void **field, Own *owner);
/* __own_reset: forget all threads but the caller, in a process that kclone has made */
void __own_reset(void);

#endif
