/*
 * daemon.c - the system's servers on the node: one process serves their messages in order of
 * completion. When it has no messages after booting, it prepares the routes.
 *
 * A server is a row of a table: its event, the function that serves a message, and the function
 * that tells whether it could take a message now (NULL: always). A server must not wait: the link
 * processes send its messages, and free them afterwards.
 */
#include "node.h"

typedef struct Server {
	int32_t event;
	void (*serve)(Held *h); /* the server owns h from then on */
	bool (*ready)(void);    /* NULL: always */
} Server;

static const Server servers[] = {
	{EVENT_SYSTEM(EV_ROUTER), router_serve, NULL},
	{EVENT_SYSTEM(EV_KENYAD), kenyad_serve, NULL},
	{EVENT_SYSTEM(EV_ECHOD), echod_serve, NULL},
	{EVENT_SYSTEM(EV_FLATD), flatd_serve, flatd_ready},
};

static struct {
	Held *front, *back; /* messages to be served */
	bool idle;          /* the process has stopped until a message arrives */
	uint32_t wdesc;
} daemon;

static const Server *
find_server(int32_t event) /* the event's server; NULL: none */
{
	if (event > (int32_t)EVENT_SYSTEM(EV_SHELL)) /* signed: true for nearly all events */
		return NULL;
	for (uint32_t i = 0; i < sizeof servers / sizeof *servers; i++)
		if (servers[i].event == event)
			return &servers[i];
	return NULL;
}

bool
server_search(int32_t event)
{
	return find_server(event) != NULL;
}

bool
server_ready(int32_t event)
{
	const Server *s = find_server(event);

	return !s->ready || s->ready();
}

void
server_post(Held *h)
{
	h->next = NULL;
	if (daemon.front)
		daemon.back->next = h;
	else
		daemon.front = h;
	daemon.back = h;
	if (!daemon.idle)
		return;
	daemon.idle = false;
	__t800_runp(daemon.wdesc);
}

void
daemon_run(void)
{
	daemon.wdesc = (uint32_t)__t800_wptr();
	for (;;) {
		Held *h = daemon.front;

		if (h) {
			daemon.front = h->next;
			find_server(h->letter.event)->serve(h);
		} else if (node_words()->phase == PHASE_READY && route_prepare()) {
			__t800_runp(daemon.wdesc); /* after the processes that are ready now */
			__t800_stopp();
		} else {
			daemon.idle = true;
			__t800_stopp();
		}
	}
}

/* ---- answers ---- */

/* reply_here: give a reply to a process of this node, or hold it until one receives it. */
static void
reply_here(const Letter *l, void *body)
{
	Waiter *w = waiter_find(WAIT_RECEIVE, l->event, l->type);
	Held *h;

	h = held_new(l, true);
	if (h) {
		memcpy(h->body, body, l->total);
		h->bound = w;
		held_add(h);
		held_complete(h);
	} else if (w) {
		waiter_requeue(w);
	}
	memory_free(body);
}

void
reply(uint32_t node, int32_t event, uint32_t type, void *body, uint32_t nbytes)
{
	Letter l = {node_self(), event, type, PACKET_SYSTEM, nbytes, NULL, (Stamp){}};
	int link = node == node_self() ? -1 : route_link(node, node_self(), -1);
	Sending *s;

	if (node == node_self()) {
		reply_here(&l, body);
		return;
	}
	s = link < 0 || !links[link].open ? NULL
		: sending_server(node, event, type, l.flags, nbytes);
	if (!s) {
		memory_free(body);
		return;
	}
	s->body = body;
	s->done = memory_free;
	s->argument = body;
	link_send(&links[link], s);
}
