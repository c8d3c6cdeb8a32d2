/* server.c - node 0 receives requests from anyone; each of the others sends REQUESTS. */
#include <kernel.h>
#include <stdio.h>

#ifndef CLIENTS
#define CLIENTS 3
#endif
#ifndef REQUESTS
#define REQUESTS 3
#endif

enum { REQUEST = 5 };

int
main(void)
{
	int sum = 0, k;

	if (getnodeid() > 0) {
		for (k = 0; k < REQUESTS; k++)
			nsend(&(Nmsg){.nh_node = 0, .nh_event = REQUEST, .nh_type = 1, .nh_length = sizeof k, .nh_msg = &k});
		return 0;
	}
	for (int i = 0; i < CLIENTS * REQUESTS; i++) {
		nrecv(&(Nmsg){.nh_event = REQUEST, .nh_type = 1, .nh_length = sizeof k, .nh_msg = &k});
		sum += k;
	}
	printf("%d\n", sum);
	return 0;
}
