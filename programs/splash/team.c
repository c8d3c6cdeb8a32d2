/*
 * team.c - threads of a node's process.
 */
#include "team.h"

#include <argument.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sync.h>
#include <t800.h>

enum { STACK = 4096 };

int threads = 4;

static int without; /* the left-out synchronisation point; 0: none */
static Barrier all;
static Lock locks[MOST_LOCKS];

int
team_begin(int argc, char **argv, int least, int usual, int most)
{
	int32_t n = threads, size = usual, point = 0;
	int first = argc > 2 && strcmp(argv[1], "-without") == 0 ? 3 : 1;

	if (first == 3)
		argument_number(argc, argv, 2, 1, JOIN, &point);
	argument_number(argc, argv, first, 1, MOST_THREADS, &n);
	argument_number(argc, argv, first + 1, least, most, &size);
	threads = n;
	without = point;
	for (int i = 0; i < MOST_LOCKS; i++)
		lock_init(&locks[i]);
	return size;
}

static void (*function)(int);
static Thread *team[MOST_THREADS];

static void
begin(void *me)
{
	function((int)me);
}

void
team_start(void (*f)(int me))
{
	function = f;
	barrier_init(&all, threads);
	for (int i = 0; i < threads; i++) {
		team[i] = thread_start(begin, (void *)i, STACK, PRIORITY_LOW);
		if (!team[i]) {
			printf("no memory for %d threads\n", threads);
			exit(1);
		}
	}
}

void
team_join(void)
{
	for (int i = 0; i < threads && team_has(JOIN); i++)
		thread_join(team[i]);
}

void
team_run(void (*f)(int me))
{
	team_start(f);
	team_join();
}

int
team_has(int point)
{
	return point != without;
}

void
team_barrier(int point)
{
	if (team_has(point))
		barrier_wait(&all);
}

void
team_lock(int point, int lock)
{
	if (team_has(point))
		lock_acquire(&locks[lock]);
}

void
team_unlock(int point, int lock)
{
	if (team_has(point))
		lock_release(&locks[lock]);
}

uint32_t
hash_double(uint32_t hash, double x)
{
	uint32_t w[2];

	memcpy(w, &x, sizeof w);
	return hash_add(hash_add(hash, w[0]), w[1]);
}
