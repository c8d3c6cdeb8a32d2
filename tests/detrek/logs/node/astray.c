/* astray.c - node 1 stores through an address that node 0 has sent. */
#include <kernel.h>

int *where;

int
main(void)
{
	int address = 0x1000;
	Nmsg m = {.nh_node = 1, .nh_event = 5, .nh_length = sizeof where, .nh_msg = &where};

	where = (int *)(address << 8);
	if (getnodeid() == 0) {
		nsend(&m);
		return 0;
	}
	nrecv(&m);
	where[2] = 7;
	return 0;
}
