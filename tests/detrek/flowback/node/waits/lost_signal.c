/* lost_signal.c - a condition is signalled before the other thread waits for it. net: single */
#include <threads.h>

static mtx_t lock;
static cnd_t ready;

static int
producer(void *unused)
{
	(void)unused;
	mtx_lock(&lock);
	cnd_signal(&ready); /* fault */
	mtx_unlock(&lock);
	return 0;
}

int
main(void)
{
	thrd_t t;

	mtx_init(&lock, mtx_plain);
	cnd_init(&ready);
	thrd_create(&t, producer, NULL);
	for (int i = 0; i < 4; i++)
		thrd_yield();
	mtx_lock(&lock);
	cnd_wait(&ready, &lock);
	mtx_unlock(&lock);
	thrd_join(t, NULL);
	return 0;
}
