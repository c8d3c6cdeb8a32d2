/*
 * selector.c - the configuration links of C004 crossbars.
 *
 * A selector is the far end of a control link. The first byte of a sequence selects a crossbar by
 * its place in the chain; the C004's own command bytes follow. The sequence ends with command 3
 * (end), with command 4 (reset), or with the reply to command 2 (enquire):
 *
 *      [0][in][out]   connect          [1][l1][l2]   connect both ways
 *      [2][out]       enquire          [3]           end of sequence: latches become valid
 *      [4]            reset            [5][out]      disconnect
 *      [6][l1][l2]    disconnect both
 *
 * A node's link leads directly to the configuration link of one crossbar, so the node sends only
 * the command bytes.
 *
 * Ports that the crossbar lacks and unknown commands are ignored. Settings take effect SETUP after
 * the last byte has arrived.
 *
 * Source: links.md, section 7.
 */
#include "network.h"

/*
 * command_length: the length of a command in bytes, with its first byte; 0 if the command is
 * unknown.
 */
static uint8_t
command_length(uint8_t command)
{
	static const uint8_t lengths[] = {3, 3, 2, 1, 1, 2, 3};

	return command < sizeof lengths ? lengths[command] : 0;
}

int
selector_first(const Network *w, uint32_t control)
{
	return w->topology->controls[control].end.kind == END_NODE ? 0 : -1;
}

/* selector_end: the link end of a selector. */
static EndId
selector_end(const Network *w, uint32_t control)
{
	return w->links.first_control_end + 2 * control + 1;
}

/* selector_entry: the agenda's entry for a selector. */
static uint32_t
selector_entry(const Network *w, uint32_t control)
{
	return w->nnodes + w->links.nends + control;
}

/* send_next_reply: send the next queued reply. */
static void
send_next_reply(Network *w, uint32_t control, Time at)
{
	Selector *s = &w->selectors[control];
	EndId e = selector_end(w, control);
	uint8_t *data;

	if (s->replies.len == 0 || w->links.ends[e].sending || w->links.ends[e].norders > 0)
		return;
	data = xmalloc(s->replies.len);
	memcpy(data, s->replies.data, s->replies.len);
	network_add_order(w, e,
		(Order){.at = at + SETUP, .kind = POST_OUT, .len = s->replies.len, .data = data});
	s->replies.len = 0;
}

/* connect_ports: let an input drive an output from the end of the sequence on. */
static void
connect_ports(Crossbar *x, uint32_t ports, uint8_t input, uint8_t output)
{
	if (input < ports && output < ports)
		x->latch[output] = input;
}

/* disconnect_port: let no input drive an output of the crossbar, in its latches. */
static void
disconnect_port(Crossbar *x, uint32_t ports, uint8_t output)
{
	if (output < ports)
		x->latch[output] = NO_INPUT;
}

/*
 * change_latches: let the selected crossbar's new settings take effect after SETUP. The next
 * sequence takes longer, so at most one change is pending.
 */
static void
change_latches(Network *w, uint32_t control, Time at)
{
	Selector *s = &w->selectors[control];

	s->changing = s->selected;
	s->change = at + SETUP;
	network_schedule(w, selector_entry(w, control), s->change);
}

/* execute_command: execute a complete command. */
static void
execute_command(Network *w, uint32_t control, Time at)
{
	const Control *line = &w->topology->controls[control];
	Selector *s = &w->selectors[control];
	uint32_t number = line->switches[s->selected];
	Crossbar *x = &w->links.crossbars[number];
	uint32_t ports = w->topology->switches[number].ports;
	uint8_t a = s->command[1], b = s->command[2];

	switch (s->command[0]) {
	case 0:
		connect_ports(x, ports, a, b);
		return;
	case 1:
		connect_ports(x, ports, a, b);
		connect_ports(x, ports, b, a);
		return;
	case 2:
		buf_byte(&s->replies, a < ports && x->input[a] != NO_INPUT ? x->input[a] | 0x80
			: 0);
		send_next_reply(w, control, at);
		break;
	case 3:
		change_latches(w, control, at);
		break;
	case 4:
		memset(x->latch, NO_INPUT, sizeof x->latch);
		change_latches(w, control, at);
		break;
	case 5:
		disconnect_port(x, ports, a);
		return;
	case 6:
		disconnect_port(x, ports, a);
		disconnect_port(x, ports, b);
		return;
	}
	s->selected = selector_first(w, control);
}

void
selector_outcome(Network *w, uint32_t control, Outcome what, Time at)
{
	Selector *s = &w->selectors[control];
	uint8_t byte;

	if (what == OUTCOME_SENT) {
		send_next_reply(w, control, at);
		return;
	}
	byte = w->links.ends[selector_end(w, control)].in.data[0];
	if (s->selected < 0) {
		if (byte < w->topology->controls[control].nswitches)
			s->selected = byte;
		return;
	}
	s->command[s->have++] = byte;
	if (s->have < command_length(s->command[0]))
		return;
	s->have = 0;
	if (command_length(s->command[0]) > 0)
		execute_command(w, control, at);
}

void
circuits_update(Network *w, Time at)
{
	for (EndId e = 0; e < w->links.first_control_end; e++) {
		Time delay = 0;
		EndId peer = circuits_trace(&w->links, e, &delay), old = w->links.ends[e].peer;

		if (peer == e) /* a link cannot be its own partner */
			peer = NOWHERE_END;
		if (peer == old && (peer == NOWHERE_END || delay == w->links.ends[e].delay))
			continue;
		if (old != NOWHERE_END) {
			link_advance(&w->links, e, at, true);
			end_separate(&w->links, e);
			network_refresh(w, old);
		}
		if (peer != NOWHERE_END && w->links.ends[peer].peer == NOWHERE_END) {
			link_advance(&w->links, e, at, true);
			link_advance(&w->links, peer, at, true);
			end_join(&w->links, e, peer, at, delay);
		}
		network_refresh(w, e);
		if (w->ranks)
			w->rank_calls->joined(w->ranks, e, w->links.ends[e].peer);
	}
	if (w->joined)
		w->joined(w->joined_context, at);
}

void
selector_change(Network *w, uint32_t control, Time at)
{
	const Control *line = &w->topology->controls[control];
	Selector *s = &w->selectors[control];
	Crossbar *x = &w->links.crossbars[line->switches[s->changing]];

	s->change = NEVER;
	circuits_account(&w->links);
	memcpy(x->input, x->latch, sizeof x->input);
	circuits_update(w, at);
}
