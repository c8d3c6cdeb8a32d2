/* receiver.c - the result receiver's process as `trellis cc --graph` sees it. It is never run. */
#include <trek.h>
#include "graph_model.h"

int32_t
get_result(void *room, uint32_t room_bytes, uint32_t *task)
{
	uint32_t nbytes = __graph_any();

	if (__graph_any())
		return -1;
	__graph_receive(RESULT, 0);
	__graph_fill(room);
	if (task)
		*task = __graph_any();
	return nbytes < room_bytes ? nbytes : room_bytes;
}

int
main(int argc, char **argv) /* the process for `trellis cc --graph` */
{
	init_master(argc, argv);
	result_receiver();
	return 0;
}
