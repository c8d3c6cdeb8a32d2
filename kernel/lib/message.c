/*
 * message.c - the calls of the message levels that have more than kcall.s can say.
 */
#include "lib.h"

int
nrecv_until(Nmsg *m, uint32_t time)
{
	return __call(KC_RECEIVE, (uint32_t)m, HOW_UNTIL, time, 0);
}
