/* wrong_type.c - the message's type has no bit in common with that of the receiver. net: pair */
#include <kernel.h>

enum { EVENT_DATA = 12, TYPE_FIRST = 1, TYPE_LAST = 2, BLOCKS = 3 };

static void
sender(void)
{
	for (int i = 0; i < BLOCKS; i++) {
		Nmsg m = {.nh_node = 0, .nh_event = EVENT_DATA, .nh_type = TYPE_FIRST};

		nsend(&m); /* fault */
	}
}

int
main(void)
{
	if (getnodeid() == 1) {
		sender();
		return 0;
	}
	for (int i = 0; i < BLOCKS; i++) {
		Nmsg m = {.nh_event = EVENT_DATA,
			.nh_type = i < BLOCKS - 1 ? TYPE_FIRST : TYPE_LAST};

		nrecv(&m);
	}
	return 0;
}
