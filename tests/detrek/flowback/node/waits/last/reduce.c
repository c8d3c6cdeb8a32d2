/* reduce.c - a sum over a cube of eight nodes; in one step a node takes the wrong partner. net: cube8 */
#include <kernel.h>

enum { EVENT_PART = 40 };

static uint32_t
partner_of(uint32_t me, uint32_t mask)
{
	return mask == 2 && me == 6 ? 0 : me - mask; /* fault */
}

int
main(void)
{
	uint32_t me = getnodeid(), n = getnnodes(), sum = me;

	for (uint32_t mask = 1; mask < n; mask *= 2) {
		Nmsg m = {.nh_event = EVENT_PART + mask, .nh_flags = NH_HAS_DATA, .nh_data = {sum}};

		if (me & mask) {
			m.nh_node = partner_of(me, mask);
			nsend(&m);
			break;
		}
		if (me + mask >= n)
			continue;
		nrecv(&m);
		sum += m.nh_data[0];
	}
	return 0;
}
