/*
 * chatter.c - for the tests of events: every node changes its variables and sends messages, by
 * chance.
 *
 *	chatter SEED STEPS
 *
 * While `alive` is not set, all variables are 0.
 */
#include <stdlib.h>
#include <kernel.h>

enum { EVENT_CHATTER = 7, ALIVE = 0x600D };

volatile int32_t alive, level, door, sent, heard;
static uint32_t state;
static uint32_t choices = 6; /* never another value: the compiler leaves it out */

static uint32_t
any(uint32_t limit)
{
	state = state * 1664525 + 1013904223;
	return (state >> 16) % limit;
}

static void
send(void)
{
	uint32_t n = getnnodes();
	Nmsg m = { .nh_node = (getnodeid() + 1 + any(n - 1)) % n, .nh_event = EVENT_CHATTER };

	sent++;
	nsend(&m);
}

static void
hear(void)
{
	Nmsg m = { .nh_event = EVENT_CHATTER };

	while (ntry_recv(&m) >= 0)
		heard++;
}

int
main(int argc, char **argv)
{
	int32_t steps = atoi(argv[2]);

	(void)argc;
	state = atoi(argv[1]) * 65537 + getnodeid() * 257;
	alive = ALIVE;
	for (int32_t i = 0; i < steps; i++) {
		switch (any(choices)) {
		case 0: send(); break;
		case 1: hear(); break;
		case 2: door = !door; break;
		case 3: level = any(8); level = any(8); break;
		default:
			for (volatile uint32_t work = any(40); work > 0; work--)
				;
		}
	}
	alive = level = door = sent = heard = 0;
	return 0;
}
