/*
 * host.c - sends the C library's requests to the host's file daemon, as messages.
 */
#include "lib.h"
#include "../libc/host.h"

#include <errno.h>
#include <t800.h>

static Semaphore turn = {.count = 1}; /* the library has one request buffer */

void
host_lock(void)
{
	sem_wait(&turn);
}

void
host_unlock(void)
{
	sem_signal(&turn);
}

int
host_exchange(uint8_t *packet, int n, int room)
{
	Nmsg m = {.nh_node = NODE_HOST,
		.nh_event = EVENT_SYSTEM(EV_FILED),
		.nh_flags = NH_SYSTEM | NH_HAS_DATA,
		.nh_length = n,
		.nh_data = {-__self},
		.nh_msg = packet};
	Nmsg a = {.nh_event = -__self, .nh_type = TYPE_FILED, .nh_length = room, .nh_msg = packet};
	int result = nsend(&m);

	if (result >= 0)
		result = nrecv(&a);
	if (result >= 0)
		return 0;
	errno = EIO;
	return -1;
}

uint32_t
host_clock(void)
{
	uint32_t now = timer_now();

	if (((const NodeWords *)NODE_WORDS)->sync != 0)
		__call(KC_NOTE, now, 0, 0, 0);
	return now;
}

void
host_exit(int status)
{
	kexit(status);
}

int
host_is_alone(void)
{
	return 0;
}
