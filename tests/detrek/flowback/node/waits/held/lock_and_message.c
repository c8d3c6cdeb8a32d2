/* lock_and_message.c - a node waits for an answer while it holds the lock of the thread that would
 * ask. net: pair */
#include <sync.h>
#include <threads.h>

enum { EVENT_ASK = 3, EVENT_ANSWER };

static Lock state;

static void
asks(void *unused)
{
	Nmsg ask = {.nh_node = 1, .nh_event = EVENT_ASK};

	(void)unused;
	lock_acquire(&state);
	nsend(&ask);
	lock_release(&state);
}

int
main(void)
{
	Nmsg m = {.nh_event = EVENT_ANSWER};
	Thread *t;

	if (getnodeid() == 1) {
		m.nh_event = EVENT_ASK;
		nrecv(&m);
		m = (Nmsg){.nh_node = 0, .nh_event = EVENT_ANSWER};
		nsend(&m);
		return 0;
	}
	lock_init(&state);
	lock_acquire(&state);
	t = thread_start(asks, NULL, 2048, 1);
	thrd_yield();
	nrecv(&m); /* fault */
	lock_release(&state);
	thread_join(t);
	return 0;
}
