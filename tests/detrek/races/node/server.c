/* server.c - waits for requests that never come. */
#include <kernel.h>

int
main(void)
{
	return nrecv(&(Nmsg){.nh_event = 51}) < 0;
}
