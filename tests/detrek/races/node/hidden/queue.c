/* queue.c - a queue whose consumers read and count on without its lock; -DMENDED: with it. */
#include <stdio.h>
#include <threads.h>

enum { ITEMS = 40, ROOM = 4 };

static int queue[ROOM], head, count, sum;
static mtx_t lock;
static cnd_t not_empty, not_full;

static void
put(int item)
{
	mtx_lock(&lock);
	while (count == ROOM)
		cnd_wait(&not_full, &lock);
	queue[(head + count++) % ROOM] = item;
	cnd_signal(&not_empty);
	mtx_unlock(&lock);
}

static int
get(void)
{
	int item;

	mtx_lock(&lock);
	while (count == 0)
		cnd_wait(&not_empty, &lock);
	count--;
#ifndef MENDED
	mtx_unlock(&lock);
#endif
	item = queue[head];
	head = (head + 1) % ROOM;
#ifndef MENDED
	mtx_lock(&lock);
#endif
	cnd_signal(&not_full);
	mtx_unlock(&lock);
	return item;
}

static int
produce(void *unused)
{
	(void)unused;
	for (int i = 1; i <= ITEMS; i++)
		put(i);
	return 0;
}

static int
consume(void *total)
{
	for (int i = 0; i < ITEMS / 2; i++)
		*(int *)total += get();
	return 0;
}

int
main(void)
{
	thrd_t producer, consumer[2];
	int total[2] = {0, 0};

	mtx_init(&lock, mtx_plain);
	cnd_init(&not_empty);
	cnd_init(&not_full);
	thrd_create(&producer, produce, 0);
	for (int i = 0; i < 2; i++)
		thrd_create(&consumer[i], consume, &total[i]);
	thrd_join(producer, 0);
	for (int i = 0; i < 2; i++) {
		thrd_join(consumer[i], 0);
		sum += total[i];
	}
	printf("%d\n", sum);
}
