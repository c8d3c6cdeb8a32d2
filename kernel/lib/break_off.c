/*
 * break_off.c - a process of an instrumented program has recognised an event (break.h): it stops
 * all processes of all nodes, or only itself, and reports to the host.
 */
#include "lib.h"

#include <break.h>
#include <string.h>

uint32_t __break_hits;

static Semaphore breaking = {.count = 1}; /* the host answers one thread of a process at a time */

/* stop_node: stop all processes of a node; on this node they stop during the call. */
static void
stop_node(uint32_t node)
{
	KenyadRequest r = {.action = KENYAD_SIGNAL, .node = getnodeid(), .event = -__self,
		.value = SIGNAL_ARREST};
	Nmsg m = {.nh_node = node, .nh_event = EVENT_SYSTEM(EV_KENYAD), .nh_flags = NH_SYSTEM,
		.nh_length = sizeof r, .nh_msg = &r};
	KenyadReply answer;
	Nmsg a = {.nh_event = -__self, .nh_type = TYPE_KENYAD, .nh_length = sizeof answer,
		.nh_msg = &answer};

	if (nsend(&m) >= 0)
		nrecv(&a);
}

void
__break_report(uint32_t query)
{
	HaltReport r = {.node = getnodeid(), .pid = __self, .reason = PANIC_BREAK, .task = query};
	Nmsg m = {.nh_node = NODE_HOST, .nh_event = EVENT_SYSTEM(EV_HALTD), .nh_flags = NH_SYSTEM,
		.nh_length = sizeof r, .nh_msg = &r};

	strncpy(r.text, __break_text, sizeof r.text - 1);
	nsend(&m);
}

void
__break_off(uint32_t query)
{
	Nmsg answer = {.nh_event = -__self, .nh_type = TYPE_BREAK};

	__call(KC_SEM_WAIT, (uint32_t)&breaking, 0, 0, 0);
	for (uint32_t i = 0; __break_mode == BREAK_HALT && i < getnnodes(); i++)
		if (i != getnodeid())
			stop_node(i);
	__break_report(query);
	if (__break_mode == BREAK_HALT)
		stop_node(getnodeid());
	nrecv(&answer);
	__call(KC_SEM_SIGNAL, (uint32_t)&breaking, 0, 0, 0);
}
