/* Stays loaded on a node and waits for a message that never arrives. */
#include <kernel.h>

static char room[4321];

int
main(void)
{
	Semaphore never;

	room[0] = 1;
	sem_init(&never, 0);
	sem_wait(&never);
	return room[0];
}
