/* circuit.c - initialises ends, and joins and separates them by circuits. */
#include "link_pair.h"

#include <stdlib.h>

const End end_unconnected = {
	.peer = NOWHERE_END,
	.ack_in = NEVER,
	.decide_at = NEVER,
	.arrive_at = NEVER,
	.ack_at = NEVER,
	.code_at = NEVER,
	.first_order = NEVER,
	.expect = NEVER,
	.step = NEVER,
	.inward.after = NEVER,
	.outward.after = NEVER,
};

void
end_init(End *e, EndRef ref)
{
	*e = end_unconnected;
	e->ref = ref;
}

/* end_silence: drop all packets that are on the wires of the end. */
static void
end_silence(End *e)
{
	e->ack_in = e->decide_at = e->arrive_at = e->ack_at = NEVER;
	e->line_free = 0;
	e->acknowledged = e->again = e->altered = false;
	e->in_acked = e->in_have;
	repetition_drop(e);
}

void
end_serve(End *e, Receiver service)
{
	e->receiver = service;
	e->receiving = true;
	end_request_byte(e);
}

void
links_reset(Links *l, EndId id)
{
	End *e = &l->ends[id];

	for (uint32_t i = 0; i < e->norders; i++)
		free(e->orders[i].data);
	e->norders = 0;
	e->sending = e->unacked = e->receiving = e->held = e->guard_reported = e->guard = false;
	e->receiver = RECEIVE_MESSAGE;
	e->code_at = NEVER;
	e->send_at = 0;
	end_silence(e);
	if (e->peer != NOWHERE_END)
		end_silence(&l->ends[e->peer]);
}

void
end_join(Links *l, EndId a, EndId b, Time at, Time delay)
{
	EndId ids[2] = {a, b};

	for (int i = 0; i < 2; i++) {
		End *e = &l->ends[ids[i]];

		end_silence(e);
		e->peer = ids[!i];
		e->delay = delay;
		e->send_at = later(e->send_at, at);
	}
}

/* end_separate: remove the circuit of an end, if there is one; bytes in transit are lost. */
void
end_separate(Links *l, EndId id)
{
	End *e = &l->ends[id];

	if (e->peer == NOWHERE_END)
		return;
	end_silence(&l->ends[e->peer]);
	end_silence(e);
	l->ends[e->peer].peer = NOWHERE_END;
	e->peer = NOWHERE_END;
}
