/* lost_token.c - a token is not passed on when its count is used up. net: chain4 */
#include <kernel.h>

enum { EVENT_TOKEN = 2, ROUNDS = 3 };

static int
pass(Nmsg *m, uint32_t to)
{
	if (m->nh_data[0] == 0) /* fault */
		return -1;
	m->nh_data[0]--;
	m->nh_node = to;
	return nsend(m);
}

int
main(void)
{
	uint32_t me = getnodeid(), n = getnnodes();
	Nmsg m = {.nh_event = EVENT_TOKEN, .nh_flags = NH_HAS_DATA, .nh_data = {2 * 4}};

	if (me == 0)
		pass(&m, 1);
	for (int i = 0; i < ROUNDS; i++) {
		m.nh_event = EVENT_TOKEN;
		nrecv(&m);
		if (me > 0 || i < ROUNDS - 1)
			pass(&m, (me + 1) % n);
	}
	return 0;
}
