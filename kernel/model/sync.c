/*
 * sync.c - locks, monitors, barriers and rendezvous as `trellis cc --graph` sees them: those of
 * kernel/lib/sync.c, where a condition that depends on other threads has both outcomes.
 */
#include <sync.h>
#include "graph_model.h"

/* ---- lock ---- */

void
lock_init(Lock *l)
{
	sem_init(&l->free, 1);
}

void
lock_acquire(Lock *l)
{
	sem_wait(&l->free);
}

int
lock_try(Lock *l)
{
	return sem_try(&l->free);
}

void
lock_release(Lock *l)
{
	sem_signal(&l->free);
}

/* ---- monitor ---- */

void
monitor_init(Monitor *m)
{
	lock_init(&m->lock);
	sem_init(&m->changed, 0);
}

void
monitor_enter(Monitor *m)
{
	lock_acquire(&m->lock);
}

void
monitor_leave(Monitor *m)
{
	lock_release(&m->lock);
}

void
monitor_wait(Monitor *m)
{
	lock_release(&m->lock);
	sem_wait(&m->changed);
	lock_acquire(&m->lock);
}

void
monitor_notify(Monitor *m)
{
	if (__graph_any())
		sem_signal(&m->changed);
}

void
monitor_notify_all(Monitor *m)
{
	while (__graph_any())
		sem_signal(&m->changed);
}

/* ---- barrier ---- */

/* barrier_init: gate[0] models both gates: they are never in use at the same time. */
void
barrier_init(Barrier *b, int n)
{
	(void)n;
	lock_init(&b->lock);
	sem_init(&b->gate[0], 0);
}

void
barrier_wait(Barrier *b)
{
	lock_acquire(&b->lock);
	if (__graph_any()) {
		lock_release(&b->lock);
		sem_wait(&b->gate[0]);
		return;
	}
	while (__graph_any())
		sem_signal(&b->gate[0]);
	lock_release(&b->lock);
}

/* ---- rendezvous ---- */

void
rendezvous_init(Rendezvous *r)
{
	lock_init(&r->lock);
	sem_init(&r->met, 0);
	sem_init(&r->done, 0);
}

void *
rendezvous(Rendezvous *r, void *mine)
{
	(void)mine;
	lock_acquire(&r->lock);
	if (__graph_any()) {
		lock_release(&r->lock);
		sem_wait(&r->met);
		sem_signal(&r->done);
	} else {
		sem_signal(&r->met);
		sem_wait(&r->done);
		lock_release(&r->lock);
	}
	return (void *)__graph_any();
}
