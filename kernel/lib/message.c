/*
 * message.c - the message levels: kernel, datalink, network. They differ in sending only; a
 * receiver takes any message for its event, from any sender.
 */
#include "lib.h"

#include <stddef.h>

/* send: send m, then receive `then` in the same call (NULL: nothing). how: enum CallHow. */
static inline __attribute__((always_inline)) int32_t
send(Nmsg *m, uint32_t how, Nmsg *then)
{
	KCall c;

	c.number = KC_SEND;
	c.then = then;
	c.argument[0] = (uint32_t)m;
	c.argument[1] = how;
	return call(&c);
}

static inline __attribute__((always_inline)) int32_t
receive(Nmsg *m, uint32_t how) /* do the kernel call KC_RECEIVE */
{
	KCall c;

	c.number = KC_RECEIVE;
	c.argument[0] = (uint32_t)m;
	c.argument[1] = how;
	return call(&c);
}

int
ksend(Nmsg *m)
{
	return send(m, HOW_LOCAL, NULL);
}

int
krecv(Nmsg *m)
{
	return receive(m, 0);
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
	return receive(m, HOW_TRY);
}

int
dsend(Nmsg *m)
{
	return send(m, HOW_LINK, NULL);
}

int
drecv(Nmsg *m)
{
	return receive(m, 0);
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
	return receive(m, HOW_TRY);
}

int
nsend(Nmsg *m)
{
	return send(m, 0, NULL);
}

int
nrecv(Nmsg *m)
{
	return receive(m, 0);
}

int
ntry_send(Nmsg *m)
{
	return send(m, HOW_TRY, NULL);
}

int
ntry_recv(Nmsg *m)
{
	return receive(m, HOW_TRY);
}

int
nprobe(Nmsg *m)
{
	return receive(m, HOW_PROBE);
}

int
nrecv_until(Nmsg *m, uint32_t time)
{
	return __call(KC_RECEIVE, (uint32_t)m, HOW_UNTIL, time, 0);
}
