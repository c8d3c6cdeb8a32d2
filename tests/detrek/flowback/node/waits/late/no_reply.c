/* no_reply.c - a server's thread waits for room that is given back after a reply only. net: pair */
#include <stddef.h>
#include <sync.h>

enum { EVENT_ASK = 5, EVENT_REPLY, ASKED = 5 };

static Semaphore room;

static int
reply(uint32_t to, uint32_t value)
{
	Nmsg m = {.nh_node = to, .nh_event = EVENT_REPLY};

	if (value == 3) /* fault */
		return -1;
	nsend(&m);
	sem_signal(&room);
	return 0;
}

static void
serve(void)
{
	sem_init(&room, 1);
	for (int i = 0; i < ASKED; i++) {
		Nmsg m = {.nh_event = EVENT_ASK};

		sem_wait(&room);
		nrecv(&m);
		reply(m.nh_node, m.nh_data[0]);
	}
}

int
main(void)
{
	if (getnodeid() == 1) {
		serve();
		return 0;
	}
	for (uint32_t i = 0; i < ASKED; i++) {
		Nmsg m = {.nh_node = 1, .nh_event = EVENT_ASK, .nh_flags = NH_HAS_DATA, .nh_data = {i}};

		nsend(&m);
		m = (Nmsg){.nh_event = EVENT_REPLY};
		nrecv(&m);
	}
	return 0;
}
