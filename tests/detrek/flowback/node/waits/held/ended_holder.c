/* ended_holder.c - a thread ends, at a count that was reached, while it holds a mutex. net: single */
#include <threads.h>

static mtx_t lock;
static int count;

static int
step(void *unused)
{
	(void)unused;
	for (;;) {
		mtx_lock(&lock);
		if (++count >= 4) /* fault */
			return 0;
		mtx_unlock(&lock);
		thrd_yield();
	}
}

int
main(void)
{
	thrd_t t[2];

	mtx_init(&lock, mtx_plain);
	for (int i = 0; i < 2; i++)
		thrd_create(&t[i], step, NULL);
	for (int i = 0; i < 2; i++)
		thrd_join(t[i], NULL);
	return 0;
}
