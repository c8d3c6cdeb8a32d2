/* heap_queue.c - a queue on the heap drops an element that it has no room for, and its signal. net: single */
#include <stdlib.h>
#include <sync.h>
#include <threads.h>

enum { ROOM = 3, ELEMENTS = 5 };

typedef struct Queue {
	Lock lock;
	Semaphore filled;
	int element[ROOM], n;
} Queue;

static void
queue_put(Queue *q, int value)
{
	lock_acquire(&q->lock);
	if (q->n == ROOM) { /* fault */
		lock_release(&q->lock);
		return;
	}
	q->element[q->n++] = value;
	lock_release(&q->lock);
	sem_signal(&q->filled);
}

static int
queue_take(Queue *q)
{
	int value;

	sem_wait(&q->filled);
	lock_acquire(&q->lock);
	value = q->element[--q->n];
	lock_release(&q->lock);
	return value;
}

static void
fill(void *queue)
{
	for (int i = 0; i < ELEMENTS; i++)
		queue_put(queue, i);
}

int
main(void)
{
	Queue *q = calloc(1, sizeof *q);
	Thread *t;
	int sum = 0;

	lock_init(&q->lock);
	sem_init(&q->filled, 0);
	t = thread_start(fill, q, 2048, 1);
	for (int i = 0; i < 10; i++)
		thrd_yield();
	for (int i = 0; i < ELEMENTS; i++)
		sum += queue_take(q);
	thread_join(t);
	return sum;
}
