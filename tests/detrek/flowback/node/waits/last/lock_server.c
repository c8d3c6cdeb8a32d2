/* lock_server.c - two nodes take two locks of a server in opposite order. net: chain4 */
#include <kernel.h>

enum { EVENT_TAKE = 50, EVENT_GIVE, EVENT_GRANT, LOCKS = 2 };

static void
call(int32_t event, uint32_t lock)
{
	Nmsg m = {.nh_node = 0, .nh_event = EVENT_TAKE, .nh_flags = NH_HAS_DATA, .nh_data = {event, lock}};

	nsend(&m);
	if (event == EVENT_TAKE) {
		m = (Nmsg){.nh_event = EVENT_GRANT};
		nrecv(&m);
	}
}

static void
client(uint32_t first, uint32_t second)
{
	Nmsg ready = {.nh_node = 0, .nh_event = EVENT_GIVE};

	call(EVENT_TAKE, first);
	nsend(&ready);
	nrecv(&(Nmsg){.nh_event = EVENT_GIVE});
	call(EVENT_TAKE, second); /* fault */
	call(EVENT_GIVE, second);
	call(EVENT_GIVE, first);
}

static void
serve(void)
{
	uint32_t holder[LOCKS] = {0}, waits[LOCKS] = {0};

	for (int i = 0; i < 2; i++)
		nrecv(&(Nmsg){.nh_event = EVENT_TAKE, .nh_flags = 0});
	for (uint32_t i = 1; i <= 2; i++) {
		holder[i - 1] = i;
		nsend(&(Nmsg){.nh_node = i, .nh_event = EVENT_GRANT});
	}
	for (int i = 0; i < 2; i++)
		nrecv(&(Nmsg){.nh_event = EVENT_GIVE});
	for (uint32_t i = 1; i <= 2; i++)
		nsend(&(Nmsg){.nh_node = i, .nh_event = EVENT_GIVE});
	for (;;) {
		Nmsg m = {.nh_event = EVENT_TAKE};
		uint32_t lock;

		nrecv(&m);
		lock = m.nh_data[1];
		if (m.nh_data[0] == EVENT_TAKE && holder[lock]) {
			waits[lock] = m.nh_node;
			continue;
		}
		holder[lock] = m.nh_data[0] == EVENT_TAKE ? m.nh_node : waits[lock];
		if (holder[lock])
			nsend(&(Nmsg){.nh_node = holder[lock], .nh_event = EVENT_GRANT});
	}
}

int
main(void)
{
	uint32_t me = getnodeid();

	if (me == 0)
		serve();
	else if (me < 3)
		client(me - 1, 2 - me);
	return 0;
}
