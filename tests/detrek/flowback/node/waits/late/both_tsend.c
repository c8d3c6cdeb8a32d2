/* both_tsend.c - both nodes send with a rendezvous before they receive. net: pair */
#include <kernel.h>

enum { EVENT_HALF = 11, WORDS = 600 };

static uint32_t mine[WORDS], other[WORDS];

int
main(void)
{
	uint32_t me = getnodeid();
	Nmsg out = {.nh_node = 1 - me, .nh_event = EVENT_HALF, .nh_length = sizeof mine,
		.nh_msg = mine};
	Nmsg in = {.nh_event = EVENT_HALF, .nh_length = sizeof other, .nh_msg = other};

	tsend(&out);
	trecv(&in); /* fault */
	return 0;
}
