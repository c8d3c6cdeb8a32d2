/* splash_native.c - team.h of programs/splash on the host's threads. */
#include "programs/splash/team.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

int threads = 4;

static pthread_barrier_t all;
static pthread_mutex_t locks[MOST_LOCKS];
static void (*function)(int);

int
team_begin(int argc, char **argv, int least, int usual, int most)
{
	(void)least, (void)most;
	for (int i = 0; i < MOST_LOCKS; i++)
		pthread_mutex_init(&locks[i], NULL);
	threads = argc > 1 ? atoi(argv[1]) : threads;
	return argc > 2 ? atoi(argv[2]) : usual;
}

static void *
begin(void *me)
{
	function((int)(intptr_t)me);
	return NULL;
}

void
team_run(void (*f)(int me))
{
	pthread_t t[MOST_THREADS];

	function = f;
	pthread_barrier_init(&all, NULL, threads);
	for (intptr_t i = 0; i < threads; i++)
		pthread_create(&t[i], NULL, begin, (void *)i);
	for (int i = 0; i < threads; i++)
		pthread_join(t[i], NULL);
}

void
team_barrier(int point)
{
	(void)point;
	pthread_barrier_wait(&all);
}

void
team_lock(int point, int lock)
{
	(void)point;
	pthread_mutex_lock(&locks[lock]);
}

void
team_unlock(int point, int lock)
{
	(void)point;
	pthread_mutex_unlock(&locks[lock]);
}

uint32_t
hash_double(uint32_t hash, double x)
{
	uint32_t w[2];

	memcpy(w, &x, sizeof w);
	return hash_add(hash_add(hash, w[0]), w[1]);
}
