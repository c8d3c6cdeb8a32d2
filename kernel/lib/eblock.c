/*
 * eblock.c - the logs that processes under the kernel write of themselves (libc/eblock.c): each has
 * its own, and messages are logged where they are received.
 */
#include "lib.h"
#include "../libc/eblock.h"

void __log_message(const void *function, const uint32_t *wptr, uint32_t result, const Nmsg *m,
	uint32_t room);

void
__log_where(LogWhere *w)
{
	*w = (LogWhere){.node = getnodeid(), .pid = __self, .message = __log_message};
}

/*
 * __log_message: log a message that a call has received, with what has arrived of its body. result:
 * of the call; room: bytes of the buffer.
 */
void
__log_message(const void *function, const uint32_t *wptr, uint32_t result, const Nmsg *m,
	uint32_t room)
{
	uint32_t n = m->nh_length < room ? m->nh_length : room, skip = (uint32_t)m->nh_msg & 3;
	LogPart part[] = {{(const uint32_t *)m, sizeof *m / 4},
		{(const uint32_t *)((uint32_t)m->nh_msg - skip), (skip + n + 3) / 4}};
	int stored = (int32_t)result >= 0 || (int32_t)result == KE_TRUNC;

	__log_outside(INSIDE_MESSAGE, function, wptr, result, part, 1 + (stored && n > 0));
}
