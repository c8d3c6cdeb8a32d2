/* flag.c - race: a flag instead of a semaphore says that the data are there. */
#include "suite.h"

#include <kernel.h>

static Semaphore there;
static volatile int ready;
static int data;

static int
produce(void *unused)
{
	(void)unused;
	data = 42;
	ready = 1;
	IF_MENDED(sem_signal(&there);)
	return 0;
}

static int
consume(void *unused)
{
	(void)unused;
	IF_MENDED(sem_wait(&there);)
	if (ready)
		printf("%d\n", data);
	return 0;
}

int
main(void)
{
	sem_init(&there, 0);
	run_both(produce, consume);
	return 0;
}
