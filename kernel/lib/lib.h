/* lib.h - shared by the library's files. */
#ifndef LIB_H
#define LIB_H

#include "../kcall.h"

#include <notes.h>
#include <stdbool.h>

/* This process and its parent; each copy of a program has its own variables. */
extern Pid __self, __parent;

/*
 * __resumed: a call has waited, or its caller is of high priority: handle the signals that have
 * arrived; true if it must be repeated because they have interrupted it.
 */
bool __resumed(KCall *c);

/* __call: a call with up to four arguments; in kcall.s, with the functions that are calls */
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
