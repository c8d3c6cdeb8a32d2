/* farm.c - the master forgets the last worker, and waits for all results. net: chain4 */
#include <kernel.h>

enum { EVENT_WORK = 4, EVENT_RESULT };

static void
worker(void)
{
	Nmsg m = {.nh_event = EVENT_WORK};

	nrecv(&m);
	m = (Nmsg){.nh_node = 0, .nh_event = EVENT_RESULT};
	nsend(&m);
}

static void
master(uint32_t n)
{
	for (uint32_t i = 1; i < n - 1; i++) { /* fault */
		Nmsg m = {.nh_node = i, .nh_event = EVENT_WORK};

		nsend(&m);
	}
	for (uint32_t i = 1; i < n; i++) {
		Nmsg m = {.nh_event = EVENT_RESULT};

		nrecv(&m);
	}
}

int
main(void)
{
	if (getnodeid() == 0)
		master(getnnodes());
	else
		worker();
	return 0;
}
