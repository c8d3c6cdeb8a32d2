/* rendezvous.c - deadlock: each waits for the other's signal before it gives its own. */
#include "suite.h"

#include <kernel.h>

static Semaphore come[2];

static int
meet(void *number)
{
	int i = (int)number;

	IF_MENDED(sem_signal(&come[i]);)
	sem_wait(&come[1 - i]);
	IF_WRONG(sem_signal(&come[i]);)
	return 0;
}

int
main(void)
{
	sem_init(&come[0], 0);
	sem_init(&come[1], 0);
	run_threads(2, meet);
	puts("met");
	return 0;
}
