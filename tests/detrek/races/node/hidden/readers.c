/*
 * readers.c - a lock of readers and writers that the writer takes as a reader does; -DMENDED: as a writer. Only readers that
 * overlap show it, and these do other operations.
 */
#include <stdio.h>
#include <sync.h>
#include <threads.h>

static Semaphore readers_lock, room;
static int readers, value, seen[3];

static void
enter(void)
{
	sem_wait(&readers_lock);
	if (++readers == 1)
		sem_wait(&room);
	sem_signal(&readers_lock);
}

static void
leave(void)
{
	sem_wait(&readers_lock);
	if (--readers == 0)
		sem_signal(&room);
	sem_signal(&readers_lock);
}

static int
read_values(void *number)
{
	for (int i = 0; i < 10; i++) {
		enter();
		seen[*(int *)number] += value;
		leave();
		thrd_yield();
	}
	return 0;
}

static int
write_values(void *unused)
{
	(void)unused;
	for (int i = 0; i < 10; i++) {
#ifdef MENDED
		sem_wait(&room);
		value++;
		sem_signal(&room);
#else
		enter();
		value++;
		leave();
#endif
		thrd_yield();
	}
	return 0;
}

int
main(void)
{
	thrd_t t[4];
	int number[3] = {0, 1, 2};

	sem_init(&readers_lock, 1);
	sem_init(&room, 1);
	for (int i = 0; i < 3; i++)
		thrd_create(&t[i], read_values, &number[i]);
	thrd_create(&t[3], write_values, 0);
	for (int i = 0; i < 4; i++)
		thrd_join(t[i], 0);
	printf("%d\n", value);
}
