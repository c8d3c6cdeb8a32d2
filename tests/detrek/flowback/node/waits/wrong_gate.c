/* wrong_gate.c - a stage of a pipeline opens its own gate, not that of the next. net: single */
#include <sync.h>

enum { STAGES = 3 };

static Semaphore gate[STAGES + 1];

static void
stage(void *number)
{
	int me = *(int *)number;

	sem_wait(&gate[me]);
	sem_signal(&gate[me == 1 ? me : me + 1]); /* fault */
}

int
main(void)
{
	static int number[STAGES] = {0, 1, 2};
	Thread *t[STAGES];

	for (int i = 0; i <= STAGES; i++)
		sem_init(&gate[i], 0);
	for (int i = 0; i < STAGES; i++)
		t[i] = thread_start(stage, &number[i], 2048, 1);
	sem_signal(&gate[0]);
	sem_wait(&gate[STAGES]);
	for (int i = 0; i < STAGES; i++)
		thread_join(t[i]);
	return 0;
}
