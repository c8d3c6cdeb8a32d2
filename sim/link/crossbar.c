/*
 * crossbar.c - C004 crossbars, their configuration links, and the circuits they make.
 *
 * A control link leads to a selector. The first byte of a sequence is the place of a crossbar in
 * the chain; the C004's own command bytes follow, and the sequence ends with its command 3 (end),
 * with 4 (reset) or with the reply of 2 (enquire):
 *
 *      [0][in][out]   connect          [1][l1][l2]   connect both ways
 *      [2][out]       enquire          [3]           end of sequence: latches become valid
 *      [4]            reset            [5][out]      disconnect
 *      [6][l1][l2]    disconnect both
 *
 * Ports above the crossbar's and unknown commands are ignored. A circuit carries data once it
 * leads both ways. What is valid becomes so SETUP after the byte has come.
 *
 * Source: links.md, section 7.
 */
#include "sim/network/network.h"

#include <stdlib.h>

void
crossbar_init(Crossbar *x)
{
	memset(x->input, NO_INPUT, sizeof x->input);
	memset(x->latch, NO_INPUT, sizeof x->latch);
}

/* length: bytes of each command, itself counted; 0: unknown. */
static uint8_t
length(uint8_t command)
{
	static const uint8_t lengths[] = {3, 3, 2, 1, 1, 2, 3};

	return command < sizeof lengths ? lengths[command] : 0;
}

static EndId
selector_end(const Network *w, uint32_t control)
{
	return w->first_control_end + 2 * control + 1;
}

static uint32_t
selector_thing(const Network *w, uint32_t control)
{
	return w->nnodes + w->nends + control;
}

/* reply_next: send the first reply that waits. */
static void
reply_next(Network *w, uint32_t control, Time at)
{
	Selector *s = &w->selectors[control];
	EndId e = selector_end(w, control);
	uint8_t *data;

	if (s->replies.len == 0 || w->ends[e].sending || w->ends[e].norders > 0)
		return;
	data = xmalloc(s->replies.len);
	memcpy(data, s->replies.data, s->replies.len);
	network_order(w, e,
		(Order){.at = at + SETUP, .kind = POST_OUT, .len = s->replies.len, .data = data});
	s->replies.len = 0;
}

/* connect: input drives output, when the sequence ends. */
static void
connect(Crossbar *x, uint32_t ports, uint8_t input, uint8_t output)
{
	if (input < ports && output < ports)
		x->latch[output] = input;
}

static void
disconnect(Crossbar *x, uint32_t ports, uint8_t output)
{
	if (output < ports)
		x->latch[output] = NO_INPUT;
}

/* change: the latches of the crossbar at hand become valid; a sequence is longer than SETUP. */
static void
change(Network *w, uint32_t control, Time at)
{
	Selector *s = &w->selectors[control];

	s->changing = s->selected;
	s->change = at + SETUP;
	network_schedule(w, selector_thing(w, control), s->change);
}

/* obey: a command is complete. */
static void
obey(Network *w, uint32_t control, Time at)
{
	const Control *line = &w->topology->controls[control];
	Selector *s = &w->selectors[control];
	uint32_t number = line->switches[s->selected];
	Crossbar *x = &w->crossbars[number];
	uint32_t ports = w->topology->switches[number].ports;
	uint8_t a = s->command[1], b = s->command[2];

	switch (s->command[0]) {
	case 0:
		connect(x, ports, a, b);
		return;
	case 1:
		connect(x, ports, a, b);
		connect(x, ports, b, a);
		return;
	case 2:
		buf_byte(&s->replies, a < ports && x->input[a] != NO_INPUT ? x->input[a] | 0x80 : 0);
		reply_next(w, control, at);
		break;
	case 3:
		change(w, control, at);
		break;
	case 4:
		memset(x->latch, NO_INPUT, sizeof x->latch);
		change(w, control, at);
		break;
	case 5:
		disconnect(x, ports, a);
		return;
	case 6:
		disconnect(x, ports, a);
		disconnect(x, ports, b);
		return;
	}
	s->selected = -1;
}

void
selector_tell(Network *w, uint32_t control, Outcome what, Time at)
{
	Selector *s = &w->selectors[control];
	uint8_t byte;

	if (what == OUTCOME_SENT) {
		reply_next(w, control, at);
		return;
	}
	byte = w->ends[selector_end(w, control)].in.data[0];
	if (s->selected < 0) {
		if (byte < w->topology->controls[control].nswitches)
			s->selected = byte;
		return;
	}
	s->command[s->have++] = byte;
	if (s->have < length(s->command[0]))
		return;
	s->have = 0;
	if (length(s->command[0]) > 0)
		obey(w, control, at);
}

/* across: the port that a signal entering x at `port` leaves at, if its answer comes back. */
static int
across(const Crossbar *x, uint32_t port)
{
	int out = x->input[port];

	return out != NO_INPUT && x->input[out] == port ? out : -1;
}

/* What is done for each port that a circuit enters a crossbar at. */
typedef void Enter(Network *w, uint32_t sw, uint32_t port, const Traffic *t);

/* traffic_since: what an end has sent beyond what its ports know. */
static Traffic
traffic_since(const End *e)
{
	const Traffic *t = &e->out_traffic, *c = &e->counted;

	return (Traffic){t->nbytes - c->nbytes, t->nmessages - c->nmessages, t->busy - c->busy,
		t->stall - c->stall};
}

static void
traffic_add(Traffic *sum, const Traffic *t)
{
	sum->nbytes += t->nbytes;
	sum->nmessages += t->nmessages;
	sum->busy += t->busy;
	sum->stall += t->stall;
}

static void
port_add(Network *w, uint32_t sw, uint32_t port, const Traffic *t)
{
	traffic_add(&w->ports[sw * MAX_PORTS + port], t);
}

/* trace: follow the circuits from e, in hundredths of bits of delay; `enter` may be NULL. */
static EndRef
trace(const Network *w, EndId e, uint64_t *hundredths, Enter *enter)
{
	const Topology *t = w->topology;
	EndRef at = topology_across(t, w->ends[e].ref);
	Traffic sent = traffic_since(&w->ends[e]);

	*hundredths = 0;
	for (uint32_t hops = 0; at.kind == END_SWITCH && hops <= t->nswitches * MAX_PORTS; hops++) {
		int out = across(&w->crossbars[at.part], at.index);

		if (enter)
			enter((Network *)w, at.part, at.index, &sent);
		if (out < 0)
			return (EndRef){END_NONE};
		*hundredths += t->switches[at.part].delay;
		at = topology_across(t, (EndRef){END_SWITCH, at.part, out});
	}
	return at;
}

EndId
circuits_trace(const Network *w, EndId e, Time *delay)
{
	uint64_t hundredths;
	EndRef far = trace(w, e, &hundredths, NULL);

	*delay = hundredths * w->ends[e].bit / 100;
	return far.kind == END_NODE || far.kind == END_HOST ? network_end(w, far) : NOWHERE_END;
}

/* circuits_account: what ends have sent through the circuits as they are goes to the ports. */
static void
circuits_account(Network *w)
{
	uint64_t hundredths;

	for (EndId e = 0; e < w->first_control_end; e++) {
		trace(w, e, &hundredths, port_add);
		w->ends[e].counted = w->ends[e].out_traffic;
	}
}

Traffic
port_traffic(const Network *w, uint32_t sw, uint32_t port)
{
	Traffic sum = w->ports[sw * MAX_PORTS + port];
	EndRef from = topology_across(w->topology, (EndRef){END_SWITCH, sw, port});
	uint64_t hundredths;
	uint32_t hops = 0;

	/* back through cascaded crossbars to the end whose signal comes in here; not round a ring */
	while (from.kind == END_SWITCH) {
		int in = across(&w->crossbars[from.part], from.index);

		if (in < 0 || hops++ > w->topology->nswitches * MAX_PORTS)
			return sum;
		from = topology_across(w->topology, (EndRef){END_SWITCH, from.part, in});
	}
	if (from.kind == END_NODE || from.kind == END_HOST) {
		EndId e = network_end(w, from);
		Traffic sent = traffic_since(&w->ends[e]);

		if (trace(w, e, &hundredths, NULL).kind != END_NONE)
			traffic_add(&sum, &sent);
	}
	return sum;
}

void
circuits_update(Network *w, Time at)
{
	for (EndId e = 0; e < w->first_control_end; e++) {
		Time delay = 0;
		EndId peer = circuits_trace(w, e, &delay), old = w->ends[e].peer;

		if (peer == e) /* a link is no partner of itself */
			peer = NOWHERE_END;
		if (peer == old && (peer == NOWHERE_END || delay == w->ends[e].delay))
			continue;
		if (old != NOWHERE_END) {
			link_advance(w, e, at, true);
			end_part(w, e);
			network_refresh(w, old);
		}
		if (peer != NOWHERE_END && w->ends[peer].peer == NOWHERE_END) {
			link_advance(w, e, at, true);
			link_advance(w, peer, at, true);
			end_join(w, e, peer, at, delay);
		}
		network_refresh(w, e);
	}
}

void
selector_change(Network *w, uint32_t control, Time at)
{
	const Control *line = &w->topology->controls[control];
	Selector *s = &w->selectors[control];
	Crossbar *x = &w->crossbars[line->switches[s->changing]];

	s->change = NEVER;
	circuits_account(w);
	memcpy(x->input, x->latch, sizeof x->input);
	circuits_update(w, at);
}
