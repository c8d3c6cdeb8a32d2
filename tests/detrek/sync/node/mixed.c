/*
 * mixed.c - threads on each node that synchronise at random, by all that the kernel offers:
 * arguments are a seed, the number of threads of a node, and the number of rounds.
 *
 * All threads draw the kind of a round alike, so that a message has a receiver. What a thread does
 * in between it draws for itself.
 */
#include <argument.h>
#include <kernel.h>
#include <stdio.h>
#include <stdlib.h>
#include <sync.h>
#include <t800.h>

enum { MOST_THREADS = 8, LOCKS = 3, STACK = 4096, MOST_BYTES = 3000, CHILD = 4096 };

static int32_t seed, threads, rounds;
static Lock locks[LOCKS];
static Barrier all;
static Monitor monitor;
static int visits;

typedef struct Worker {
	int number;
	uint32_t drawn;
	char body[MOST_BYTES];
} Worker;

static uint32_t
draw(uint32_t *state, uint32_t below)
{
	*state = *state * 1664525u + 1013904223u;
	return (*state >> 8) % below;
}

static void
work(Worker *w)
{
	volatile uint32_t n = draw(&w->drawn, 300);

	while (n > 0)
		n--;
}

static Nmsg
message(Worker *w, uint32_t node, int round, int receiver, uint32_t type)
{
	return (Nmsg){.nh_node = node,
		.nh_event = 1000 + round * MOST_THREADS + receiver,
		.nh_type = type,
		.nh_length = draw(&w->drawn, MOST_BYTES),
		.nh_flags = draw(&w->drawn, 2) ? NH_HAS_DATA : 0,
		.nh_msg = w->body};
}

static void
receive(Worker *w, int round, uint32_t type, int (*how)(Nmsg *))
{
	Nmsg m = message(w, 0, round, w->number, type);
	int result;

	while ((result = how(&m)) == KE_AGAIN || result == KE_TIMEOUT)
		work(w);
	if (result < 0 && result != KE_TRUNC) {
		printf("round %d: receive %d\n", round, result);
		exit(1);
	}
}

static int
soon(Nmsg *m)
{
	return nrecv_until(m, getclock() + 50);
}

/* around: two messages to the same thread of another node, received in the other order. */
static void
around(Worker *w, int round, uint32_t shift)
{
	uint32_t node = (getnodeid() + shift) % getnnodes();
	Nmsg first = message(w, node, round, w->number, 1);
	Nmsg second = message(w, node, round, w->number, 2);

	nsend(&first);
	work(w);
	nsend(&second);
	receive(w, round, 2, draw(&w->drawn, 2) ? nrecv : soon);
	receive(w, round, 0, draw(&w->drawn, 2) ? nrecv : ntry_recv);
}

/* in_pairs: each thread with an even number sends to the next one; a single one does nothing. */
static void
in_pairs(Worker *w, int round, int (*send)(Nmsg *), int (*recv)(Nmsg *))
{
	Nmsg m = message(w, getnodeid(), round, w->number + 1, 1);

	work(w);
	if (w->number % 2 == 1)
		receive(w, round, 1, recv);
	else if (w->number + 1 < threads)
		send(&m);
}

static int
send_unbuffered(Nmsg *m)
{
	m->nh_flags |= NH_NOBUF;
	return nsend(m);
}

static void
count(void *lock)
{
	lock_acquire(lock);
	visits++;
	lock_release(lock);
}

/* on_the_stack: a thread, and semaphores that are new in each call. */
static void
on_the_stack(Worker *w)
{
	Lock mine;
	Thread *t;

	lock_init(&mine);
	work(w);
	t = thread_start(count, &mine, STACK, PRIORITY_LOW);
	lock_acquire(&mine);
	work(w);
	lock_release(&mine);
	thread_join(t);
}

static void
child(void *number)
{
	on_the_stack(&(Worker){.number = (int)number, .drawn = (uint32_t)number});
	kexit((int)number);
}

static void
take_turns(Worker *w)
{
	for (uint32_t i = draw(&w->drawn, 4); i > 0; i--) {
		Lock *l = &locks[draw(&w->drawn, LOCKS)];

		if (draw(&w->drawn, 3) > 0)
			lock_acquire(l);
		else if (lock_try(l) < 0)
			continue;
		work(w);
		lock_release(l);
	}
}

static void
visit(Worker *w)
{
	monitor_enter(&monitor);
	if (++visits % threads == 0)
		monitor_notify_all(&monitor);
	work(w);
	monitor_leave(&monitor);
	barrier_wait(&all);
}

static void
do_round(Worker *w, int round, uint32_t kind, uint32_t shift)
{
	switch (kind) {
	case 0: take_turns(w); break;
	case 1: barrier_wait(&all); break;
	case 2: around(w, round, shift); break;
	case 3: in_pairs(w, round, ksend, krecv); break;
	case 4: in_pairs(w, round, send_unbuffered, nrecv); break;
	case 5: in_pairs(w, round, tsend, trecv); break;
	case 6: on_the_stack(w); break;
	case 7: visit(w); break;
	}
}

static void
run(void *number)
{
	Worker *w = malloc(sizeof *w);
	uint32_t common = seed;

	w->number = (int)number;
	w->drawn = seed * 77 + getnodeid() * 13 + w->number;
	for (int round = 0; round < rounds; round++) {
		uint32_t kind = draw(&common, 8), shift = draw(&common, 5);

		work(w);
		do_round(w, round, kind, shift);
	}
	free(w);
}

int
main(int argc, char **argv)
{
	Thread *t[MOST_THREADS];
	int32_t status;

	argument_number(argc, argv, 1, 0, INT32_MAX, &seed);
	argument_number(argc, argv, 2, 1, MOST_THREADS, &threads);
	argument_number(argc, argv, 3, 1, 1000, &rounds);
	for (int i = 0; i < LOCKS; i++)
		lock_init(&locks[i]);
	barrier_init(&all, threads);
	monitor_init(&monitor);
	for (int i = 0; i < threads; i++)
		t[i] = thread_start(run, (void *)i, STACK, PRIORITY_LOW);
	if (kclone(child, (void *)3, CHILD, PRIORITY_LOW) < 0 || kwait(0, (int *)&status) < 0)
		puts("no child");
	for (int i = 0; i < threads; i++)
		thread_join(t[i]);
	printf("n%u ended\n", (unsigned)getnodeid());
	return 0;
}
