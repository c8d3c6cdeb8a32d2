/*
 * messages.c - the kernel's message calls as `trellis cc --graph` sees them: which sends and
 * receives each call makes, and which memory it changes. It is never run.
 *
 * Calls are taken to succeed. A call that may return without a message has both outcomes.
 */
#include <kernel.h>
#include "graph_model.h"

static int
send(Nmsg *m) /* what all functions that send do; returns 0 */
{
	__graph_send(m->nh_node == NODE_LOCAL ? getnodeid() : m->nh_node, m->nh_event, m->nh_type);
	return 0;
}

/* receive: the model of all receives; returns 0. Only the system sends to events below 0. */
static int
receive(Nmsg *m)
{
	m->nh_node = m->nh_event < 0 ? __graph_any() : __graph_receive(m->nh_event, m->nh_type);
	m->nh_type = __graph_any();
	m->nh_length = __graph_any();
	m->nh_data[0] = __graph_any();
	m->nh_data[1] = __graph_any();
	m->nh_data[2] = __graph_any();
	m->nh_data[3] = __graph_any();
	m->nh_data[4] = __graph_any();
	m->nh_data[5] = __graph_any();
	m->nh_data[6] = __graph_any();
	m->nh_data[7] = __graph_any();
	__graph_fill(m->nh_msg);
	return 0;
}
_Static_assert(NH_WORDS == 8, "each word of data is set");

/* receive_or_return: receive, or return `otherwise`; the graph has both ways. */
static int
receive_or_return(Nmsg *m, int otherwise)
{
	return __graph_any() ? receive(m) : otherwise;
}

/* ---- on this node ---- */

int
ksend(Nmsg *m)
{
	__graph_send(getnodeid(), m->nh_event, m->nh_type);
	return 0;
}

int
krecv(Nmsg *m)
{
	return receive(m);
}

int
ksr(Nmsg *s, Nmsg *r)
{
	ksend(s);
	return receive(r);
}

int
ktry_send(Nmsg *m)
{
	return __graph_any() ? ksend(m) : KE_AGAIN;
}

int
ktry_recv(Nmsg *m)
{
	return receive_or_return(m, KE_AGAIN);
}

/* ---- to any node ---- */

int
nsend(Nmsg *m)
{
	return send(m);
}

int
nrecv(Nmsg *m)
{
	return receive(m);
}

int
ntry_send(Nmsg *m)
{
	return __graph_any() ? send(m) : KE_AGAIN;
}

int
ntry_recv(Nmsg *m)
{
	return receive_or_return(m, KE_AGAIN);
}

int
nprobe(Nmsg *m)
{
	m->nh_node = __graph_any();
	m->nh_type = __graph_any();
	m->nh_length = __graph_any();
	return __graph_any() ? 0 : KE_AGAIN;
}

int
nrecv_until(Nmsg *m, uint32_t time)
{
	(void)time;
	return receive_or_return(m, KE_TIMEOUT);
}

int
tsend(Nmsg *m)
{
	return send(m);
}

int
trecv(Nmsg *m)
{
	return receive(m);
}

/* ---- others ---- */

uint32_t
critical(uint32_t (*f)(uint32_t), uint32_t argument)
{
	return f(argument);
}
