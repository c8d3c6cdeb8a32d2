/*
 * exchange.c - brings the library's requests to the host, over the link by which the program was
 * booted.
 *
 * Programs under the nodes' kernel have another way (kernel/lib/host.c).
 */
#include "host.h"

#include <t800.h>

enum { SUCCESS = 999999999 }; /* the server takes this status for success */

static Channel *in, *out;

void
host_start(uint32_t link)
{
	in = (Channel *)link;
	out = (Channel *)(link - 16);
}

/* Processes of a booted program that share the host take turns by their own means. */
void
host_lock(void)
{
}

void
host_unlock(void)
{
}

int
host_exchange(uint8_t *packet, int n, int room)
{
	(void)room; /* the server sends no more than is asked for */
	channel_out(out, packet, n);
	channel_in(in, packet, 2);
	channel_in(in, packet + 2, packet[0] | packet[1] << 8);
	return 0;
}

int
host_is_alone(void)
{
	return 1;
}

uint32_t
host_clock(void)
{
	return timer_now();
}

void
host_exit(int status)
{
	host_end(status == 0 ? SUCCESS : status);
	process_stop();
}
