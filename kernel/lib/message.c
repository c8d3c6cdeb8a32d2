/*
 * message.c - the message levels: kernel, datalink, network. They differ in sending only; a
 * receiver takes any message for its event, from any sender.
 */
#include "lib.h"

#include <stddef.h>

static int
send(Nmsg *m, uint32_t how, Nmsg *then)
{
	return __call_message(KC_SEND, m, how, 0, then);
}

static int
receive(Nmsg *m, uint32_t how, uint32_t time)
{
	return __call_message(KC_RECEIVE, m, how, time, NULL);
}

int
ksend(Nmsg *m)
{
	return send(m, HOW_LOCAL, NULL);
}

int
krecv(Nmsg *m)
{
	return receive(m, 0, 0);
}

int
ksr(Nmsg *m, Nmsg *then)
{
	return send(m, HOW_LOCAL, then);
}

int
ktry_send(Nmsg *m)
{
	return send(m, HOW_LOCAL | HOW_TRY, NULL);
}

int
ktry_recv(Nmsg *m)
{
	return receive(m, HOW_TRY, 0);
}

int
dsend(Nmsg *m)
{
	return send(m, HOW_LINK, NULL);
}

int
drecv(Nmsg *m)
{
	return receive(m, 0, 0);
}

int
dsfr(Nmsg *m, Nmsg *then)
{
	return send(m, HOW_LINK, then);
}

int
dtry_send(Nmsg *m)
{
	return send(m, HOW_LINK | HOW_TRY, NULL);
}

int
dtry_recv(Nmsg *m)
{
	return receive(m, HOW_TRY, 0);
}

int
nsend(Nmsg *m)
{
	return send(m, 0, NULL);
}

int
nrecv(Nmsg *m)
{
	return receive(m, 0, 0);
}

int
ntry_send(Nmsg *m)
{
	return send(m, HOW_TRY, NULL);
}

int
ntry_recv(Nmsg *m)
{
	return receive(m, HOW_TRY, 0);
}

int
nprobe(Nmsg *m)
{
	return receive(m, HOW_PROBE, 0);
}

int
nrecv_until(Nmsg *m, uint32_t time)
{
	return receive(m, HOW_UNTIL, time);
}
