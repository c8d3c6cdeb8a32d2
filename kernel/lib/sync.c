/*
 * sync.c - locks, monitors, barriers and rendezvous on semaphores.
 */
#include <sync.h>

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
	m->waiting = 0;
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
	m->waiting++;
	lock_release(&m->lock);
	sem_wait(&m->changed);
	lock_acquire(&m->lock);
}

void
monitor_notify(Monitor *m)
{
	if (m->waiting == 0)
		return;
	m->waiting--;
	sem_signal(&m->changed);
}

void
monitor_notify_all(Monitor *m)
{
	while (m->waiting > 0)
		monitor_notify(m);
}

/* ---- barrier ---- */

void
barrier_init(Barrier *b, int n)
{
	lock_init(&b->lock);
	sem_init(&b->gate[0], 0);
	sem_init(&b->gate[1], 0);
	b->n = n;
	b->arrived = b->turn = 0;
}

void
barrier_wait(Barrier *b)
{
	Semaphore *gate;

	lock_acquire(&b->lock);
	gate = &b->gate[b->turn];
	if (++b->arrived < b->n) {
		lock_release(&b->lock);
		sem_wait(gate);
		return;
	}
	b->arrived = 0;
	b->turn = !b->turn;
	for (int i = 1; i < b->n; i++)
		sem_signal(gate);
	lock_release(&b->lock);
}

/* ---- rendezvous ---- */

void
rendezvous_init(Rendezvous *r)
{
	lock_init(&r->lock);
	sem_init(&r->met, 0);
	sem_init(&r->done, 0);
	r->first = 0;
}

/*
 * `first` stays set until the first thread has the second's word, so that a third thread cannot
 * intervene.
 */
void *
rendezvous(Rendezvous *r, void *mine)
{
	void *other;

	lock_acquire(&r->lock);
	if (!r->first) {
		r->first = 1;
		r->value[0] = mine;
		lock_release(&r->lock);
		sem_wait(&r->met);
		other = r->value[1];
		sem_signal(&r->done);
		return other;
	}
	r->value[1] = mine;
	other = r->value[0];
	sem_signal(&r->met);
	sem_wait(&r->done);
	r->first = 0;
	lock_release(&r->lock);
	return other;
}
