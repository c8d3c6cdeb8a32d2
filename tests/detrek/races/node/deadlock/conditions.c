/*
 * conditions.c - a queue of one item with a lock and two condition variables, which one thread fills and three empty. There is no
 * deadlock; but each thread waits only if the queue is full, or empty, when it looks.
 */
#include <stdio.h>
#include <threads.h>

enum { ITEMS = 2 };

static mtx_t lock;
static cnd_t some, room;
static int full, taken;

static int
give(void *unused)
{
	(void)unused;
	for (int i = 0; i < 3 * ITEMS; i++) {
		mtx_lock(&lock);
		while (full)
			cnd_wait(&room, &lock);
		full = 1;
		cnd_signal(&some);
		mtx_unlock(&lock);
	}
	return 0;
}

static int
take(void *unused)
{
	(void)unused;
	for (int i = 0; i < ITEMS; i++) {
		mtx_lock(&lock);
		while (!full)
			cnd_wait(&some, &lock);
		full = 0;
		taken++;
		cnd_signal(&room);
		mtx_unlock(&lock);
	}
	return 0;
}

int
main(void)
{
	int (*const begin[])(void *) = {give, take, take, take};
	thrd_t t[4];

	mtx_init(&lock, mtx_plain);
	cnd_init(&some);
	cnd_init(&room);
	for (int i = 0; i < 4; i++)
		thrd_create(&t[i], begin[i], 0);
	for (int i = 0; i < 4; i++)
		thrd_join(t[i], 0);
	printf("%d\n", taken);
}
