/* out_of_room.c - a consumer gives no room back after an error. net: single */
#include <stddef.h>
#include <sync.h>

enum { PLACES = 2, ITEMS = 6 };

static Semaphore room, items;
static int buffer[PLACES], sum;

static int
use(int value)
{
	return value % 3 == 1 ? -1 : value;
}

static void
consume(void *unused)
{
	(void)unused;
	for (int i = 0; i < ITEMS; i++) {
		int value;

		sem_wait(&items);
		value = use(buffer[i % PLACES]);
		if (value < 0) /* fault */
			continue;
		sum += value;
		sem_signal(&room);
	}
}

int
main(void)
{
	Thread *t;

	sem_init(&room, PLACES);
	sem_init(&items, 0);
	t = thread_start(consume, NULL, 2048, 1);
	for (int i = 0; i < ITEMS; i++) {
		sem_wait(&room);
		buffer[i % PLACES] = i;
		sem_signal(&items);
	}
	thread_join(t);
	return 0;
}
