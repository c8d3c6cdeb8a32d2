/* skipped_send.c - a node does not answer each request. net: pair */
#include <kernel.h>

enum { EVENT_ASK = 7, EVENT_ANSWER, ASKED = 4 };

static void
server(void)
{
	for (int i = 0; i < ASKED; i++) {
		Nmsg m = {.nh_event = EVENT_ASK};

		nrecv(&m);
		if (m.nh_data[0] == 2) /* fault */
			continue;
		m = (Nmsg){.nh_node = m.nh_node, .nh_event = EVENT_ANSWER};
		nsend(&m);
	}
}

static void
client(void)
{
	for (uint32_t i = 0; i < ASKED; i++) {
		Nmsg m = {.nh_node = 1, .nh_event = EVENT_ASK, .nh_flags = NH_HAS_DATA, .nh_data = {i}};

		nsend(&m);
		m = (Nmsg){.nh_event = EVENT_ANSWER};
		nrecv(&m);
	}
}

int
main(void)
{
	if (getnodeid() == 0)
		client();
	else
		server();
	return 0;
}
