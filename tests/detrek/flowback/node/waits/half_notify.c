/* half_notify.c - a buffer notifies its reader under a wrong condition. net: single */
#include <sync.h>
#include <threads.h>

static Monitor inside;
static int filled, taken;

static void
writer(void *unused)
{
	(void)unused;
	for (int i = 0; i < 3; i++) {
		monitor_enter(&inside);
		filled++;
		if (filled == 2) /* fault */
			monitor_notify(&inside);
		monitor_leave(&inside);
		for (int k = 0; k < 8; k++)
			thrd_yield();
	}
}

int
main(void)
{
	Thread *t;

	monitor_init(&inside);
	t = thread_start(writer, NULL, 2048, 1);
	while (taken < 3) {
		monitor_enter(&inside);
		while (filled <= taken)
			monitor_wait(&inside);
		taken++;
		monitor_leave(&inside);
	}
	thread_join(t);
	return 0;
}
