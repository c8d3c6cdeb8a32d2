/*
 * own.c - the data that each thread has of its own, and the C library's locks.
 *
 * The running thread is identified by its stack, in a table. Only code at high priority changes the
 * table, so a whole change happens between two instructions of a reader; the reader then begins
 * again. The parts of the table are never freed.
 */
#include "lib.h"
#include "../libc/lock.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <t800.h>

enum { SLOTS = 8 }; /* in a part of the table */

typedef struct Slot {
	uint32_t stack, nbytes; /* nbytes 0: free */
	Own *own;
} Slot;

typedef struct TablePart {
	Slot slot[SLOTS];
	struct TablePart *next;
} TablePart;

static Own first; /* the data of the process's first thread */
static TablePart table;
static volatile uint32_t changes; /* how often the table was changed */

int __threads; /* true once the process has had more than one thread */

/* ---- the table ---- */

/* find_own: the Own of the thread whose stack contains this address; main's if there is none. */
static Own *
find_own(uint32_t at)
{
	for (TablePart *p = &table; p; p = p->next)
		for (int i = 0; i < SLOTS; i++)
			if (at - p->slot[i].stack < p->slot[i].nbytes)
				return p->slot[i].own;
	return &first;
}

Own *
__own(void)
{
	char here;
	uint32_t before;
	Own *own;

	if (!__threads)
		return &first;
	do {
		before = changes;
		own = find_own((uint32_t)&here);
	} while (before != changes);
	return own;
}

/* add_slot: store a thread in a free slot; called at high priority. 0 if no slot is free. */
static uint32_t
add_slot(uint32_t slot)
{
	__threads = 1;
	changes++;
	for (TablePart *p = &table; p; p = p->next)
		for (int i = 0; i < SLOTS; i++)
			if (p->slot[i].nbytes == 0) {
				p->slot[i] = *(Slot *)slot;
				return 1;
			}
	return 0;
}

/* remove_slot: free the slot of a thread; called at high priority. */
static uint32_t
remove_slot(uint32_t own)
{
	changes++;
	for (TablePart *p = &table; p; p = p->next)
		for (int i = 0; i < SLOTS; i++)
			if (p->slot[i].own == (Own *)own) {
				p->slot[i] = (Slot){0};
				return 0;
			}
	return 0;
}

/* add_table_part: make the table larger by a part; called at high priority. */
static uint32_t
add_table_part(uint32_t part)
{
	changes++;
	((TablePart *)part)->next = table.next;
	table.next = (TablePart *)part;
	return 0;
}

int
__own_begin(Own *own, uint32_t stack, uint32_t nbytes)
{
	Slot slot = {stack, nbytes, own};

	*own = (Own){0};
	while (!critical(add_slot, (uint32_t)&slot)) {
		TablePart *more = kalloc(sizeof *more);

		if (!more)
			return KE_NOMEM;
		memset(more, 0, sizeof *more);
		critical(add_table_part, (uint32_t)more);
	}
	return 0;
}

void
__own_end(Own *own)
{
	critical(remove_slot, (uint32_t)own);
}

int *
__errno(void)
{
	return &__own()->error;
}

/* ---- locks ---- */

typedef struct Ownership { /* what write_owner is to do */
	void **field; /* of the lock */
	Own *owner;   /* to be stored there */
} Ownership;

static uint32_t
write_owner(uint32_t ownership) /* critical: set a lock's owner */
{
	Ownership *o = (Ownership *)ownership;

	*o->field = o->owner;
	return 0;
}

void
__set_owner(void **field, Own *owner)
{
	Ownership o = {field, owner};

	critical(write_owner, (uint32_t)&o);
}

/* A lock that was taken by __lock_again has an owner. */
typedef struct LibraryLock {
	Semaphore free;
	void *owner;
	int depth;
} LibraryLock;

static LibraryLock locks[LOCKS] = {[0 ... LOCKS - 1] = {.free = {.count = 1}}};

static bool
is_owner(const LibraryLock *l) /* true if this thread has the lock */
{
	return l->owner && l->owner == __own();
}

void
__lock(int number)
{
	if (!is_owner(&locks[number]))
		sem_wait(&locks[number].free);
}

int
__trylock(int number)
{
	return is_owner(&locks[number]) || sem_try(&locks[number].free) == 0 ? 0 : -1;
}

void
__unlock(int number)
{
	if (!is_owner(&locks[number]))
		sem_signal(&locks[number].free);
}

void
__lock_again(int number)
{
	LibraryLock *l = &locks[number];

	if (!is_owner(l)) {
		sem_wait(&l->free);
		__set_owner(&l->owner, __own());
	}
	l->depth++;
}

int
__trylock_again(int number)
{
	LibraryLock *l = &locks[number];

	if (!is_owner(l)) {
		if (sem_try(&l->free) < 0)
			return -1;
		__set_owner(&l->owner, __own());
	}
	l->depth++;
	return 0;
}

void
__unlock_again(int number)
{
	LibraryLock *l = &locks[number];

	if (--l->depth > 0)
		return;
	__set_owner(&l->owner, NULL);
	sem_signal(&l->free);
}

void
__own_reset(void)
{
	table = (TablePart){0};
	__threads = 0;
	for (int i = 0; i < LOCKS; i++)
		locks[i] = (LibraryLock){.free = {.count = 1}};
}
