/*
 * message.c - the message levels: kernel, datalink, network. They differ in sending only; a
 * receiver takes any message for its event, from any sender.
 */
#include "lib.h"

#include <stddef.h>

int
ksend(Nmsg *m)
{
	return __send(m, HOW_LOCAL, NULL);
}

int
krecv(Nmsg *m)
{
	return __receive(m, 0, 0);
}

int
ksr(Nmsg *m, Nmsg *then)
{
	return __send(m, HOW_LOCAL, then);
}

int
ktry_send(Nmsg *m)
{
	return __send(m, HOW_LOCAL | HOW_TRY, NULL);
}

int
ktry_recv(Nmsg *m)
{
	return __receive(m, HOW_TRY, 0);
}

int
dsend(Nmsg *m)
{
	return __send(m, HOW_LINK, NULL);
}

int
drecv(Nmsg *m)
{
	return __receive(m, 0, 0);
}

int
dsfr(Nmsg *m, Nmsg *then)
{
	return __send(m, HOW_LINK, then);
}

int
dtry_send(Nmsg *m)
{
	return __send(m, HOW_LINK | HOW_TRY, NULL);
}

int
dtry_recv(Nmsg *m)
{
	return __receive(m, HOW_TRY, 0);
}

int
nsend(Nmsg *m)
{
	return __send(m, 0, NULL);
}

int
nrecv(Nmsg *m)
{
	return __receive(m, 0, 0);
}

int
ntry_send(Nmsg *m)
{
	return __send(m, HOW_TRY, NULL);
}

int
ntry_recv(Nmsg *m)
{
	return __receive(m, HOW_TRY, 0);
}

int
nprobe(Nmsg *m)
{
	return __receive(m, HOW_PROBE, 0);
}

int
nrecv_until(Nmsg *m, uint32_t time)
{
	return __receive(m, HOW_UNTIL, time);
}
