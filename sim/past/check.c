/*
 * check.c - checks the state in a snapshot, so that a run can continue safely, whatever the file
 * contains: every index and length, and every time for which something waits, must be within
 * limits.
 *
 * Registers and memory may contain anything, as in a run.
 */
#include "check.h"

enum {
	/* limit for the cycles by which a node's clock may be ahead of the network's */
	MAX_AHEAD = 1 << 30,
};

/* The largest valid time: some weeks, longer than any timer can wait. */
#define MAX_TIME (1ull << 61)
#define MAX_CYCLES (1ull << 48) /* of a valid clock */

/* is_valid_time: true for NEVER and for times that a run can reach. */
static bool
is_valid_time(Time t)
{
	return t == NEVER || t < MAX_TIME;
}

/* ---- nodes ---- */

/* The limit for a field of one byte. */
typedef struct ByteLimit {
	size_t at;    /* offset of the field */
	uint8_t most; /* its largest valid value */
} ByteLimit;

#define FLAG(type, field) {offsetof(type, field), 1} /* the limit for a field that is 0 or 1 */

static const ByteLimit node_limits[] = {
	{offsetof(T800, priority), LOW},
	FLAG(T800, idle),
	FLAG(T800, error),
	FLAG(T800, haltonerror),
	FLAG(T800, j0break),
	FLAG(T800, analysed),
	FLAG(T800, slicing),
	FLAG(T800, sliced),
	FLAG(T800, clock_on),
	FLAG(T800, halting),
	FLAG(T800, timer_off[HIGH]),
	FLAG(T800, timer_off[LOW]),
	FLAG(T800, tvalid[HIGH]),
	FLAG(T800, tvalid[LOW]),
	FLAG(T800, asking),
	{offsetof(T800, asked), NLINKS - 1},
	{offsetof(T800, waiting), (1 << NLINKS) - 1},
	{offsetof(T800, event_waiter), EVENT_GUARD},
	FLAG(T800, event_pending),
	FLAG(T800, subsystem.reset),
	FLAG(T800, subsystem.analyse),
	FLAG(T800, subsystem.reset_rose),
	FLAG(T800, subsystem.analyse_rose),
	FLAG(T800, subsystem.analysed),
	FLAG(T800, subsystem.held),
	FLAG(T800, subsystem.error),
};

static const ByteLimit fpu_limits[] = {
	FLAG(Fpu, dbl[0]),
	FLAG(Fpu, dbl[1]),
	FLAG(Fpu, dbl[2]),
	{offsetof(Fpu, mode), ROUND_MINUS},
	FLAG(Fpu, error),
};

static const ByteLimit end_limits[] = {
	FLAG(End, sending),
	FLAG(End, unacked),
	FLAG(End, receiving),
	FLAG(End, held),
	FLAG(End, guard_reported),
	FLAG(End, acknowledged),
	FLAG(End, guard),
	FLAG(End, dead),
	FLAG(End, again),
	FLAG(End, altered),
};

/*
 * are_fields_valid: true if each of the n one-byte fields of `thing` has at most its greatest
 * valid value.
 */
static bool
are_fields_valid(const void *thing, const ByteLimit *fields, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (((const uint8_t *)thing)[fields[i].at] > fields[i].most)
			return false;
	return true;
}

#define FIELDS_OK(thing, fields) are_fields_valid(thing, fields, sizeof fields / sizeof *fields)

/* is_dram_valid: true if no refresh or access ends much later than the node's clock. */
static bool
is_dram_valid(const Dram *d, Cycles clock)
{
	return d->due <= clock + MAX_AHEAD && d->free <= clock + MAX_AHEAD
		&& d->delay <= clock + MAX_AHEAD;
}

/* are_clocks_valid: true if the node's clocks agree with each other and the snapshot's time. */
static bool
are_clocks_valid(const T800 *c, Cycles now)
{
	Cycles clock = c->r.cycles, when;

	due_next(c, &when);
	if (c->stop <= STOP_BOOT && when < now)
		return false;
	for (int i = 0; i < NDUE; i++)
		if (c->due[i] != NEVER && c->due[i] > MAX_CYCLES)
			return false;
	if (c->stop == STOP_NONE && !c->idle && clock < now)
		return false;
	return clock <= now + MAX_AHEAD && c->slice <= clock && c->clock_start <= clock
		&& c->accounted <= clock && c->fpu_free <= clock + MAX_AHEAD
		&& is_dram_valid(&c->dram, clock);
}

/* are_errors_valid: true if each noted rise of Error has a known cause. */
static bool
are_errors_valid(const Errors *e)
{
	for (int i = 0; i < ERROR_RISES; i++)
		if (e->rise[i].cause >= NERRORCAUSES)
			return false;
	return true;
}

bool
snapshot_node_valid(const T800 *made, const T800 *c, Cycles now)
{
	const Regs *r = &c->r, *m = &made->r;

	if (r->size != m->size || r->onchip != m->onchip || r->wait != m->wait
		|| c->chip != made->chip || c->unmapped != made->unmapped
		|| c->undefined != made->undefined || c->khz != made->khz
		|| memcmp(&c->subsystem.present, &made->subsystem.present, sizeof(bool)) != 0
		|| memcmp(&c->dram, &made->dram, offsetof(Dram, open)) != 0)
		return false;
	if (!FIELDS_OK(c, node_limits) || !FIELDS_OK(&c->fpu[HIGH], fpu_limits)
	    || !FIELDS_OK(&c->fpu[LOW], fpu_limits))
		return false;
	if ((uint32_t)c->stop >= NSTOPS || c->nposts != 0 || r->left < 1 || r->left > STRETCH_MAX)
		return false;
	if (c->rom != made->rom)
		return false;
	if (c->stop == STOP_NONE && !c->idle && t800_offset(made, r->iptr) > r->size
		&& !rom_has(c, r->iptr - MOSTNEG))
		return false;
	if (!are_errors_valid(&c->errors) || c->unaligned.nplaces > UNALIGNED_PLACES)
		return false;
	return are_clocks_valid(c, now);
}

/* ---- ends ---- */

/*
 * message_inside: true if a message lies in the memory of the end's node; the message of a device
 * has no address.
 */
static bool
message_inside(const Network *w, const End *e, Addr ptr, Word len)
{
	const T800 *c;
	Word offset;

	if (e->ref.kind != END_NODE || len == 0)
		return true;
	c = w->nodes[e->ref.part];
	offset = t800_offset(c, ptr);
	if (rom_has(c, offset))
		return len <= 0u - offset;
	return offset < c->r.size && len <= c->r.size - offset;
}

bool
snapshot_order_valid(const Network *w, const End *e, const Order *o)
{
	if ((uint32_t)o->kind > POST_FAULT || !is_valid_time(o->at) || o->at == NEVER)
		return false;
	return o->kind != POST_IN || message_inside(w, e, o->ptr, o->len);
}

/* are_times_valid: true if all times of an end are valid. */
static bool
are_times_valid(const End *e)
{
	const Time times[] = {e->send_at, e->sent_at, e->ack_in, e->held_at, e->code_at,
		e->decide_at, e->arrive_at, e->ack_at, e->line_free, e->lag};

	for (size_t i = 0; i < sizeof times / sizeof *times; i++)
		if (!is_valid_time(times[i]))
			return false;
	return e->lag != NEVER && e->send_at != NEVER && e->sent_at != NEVER
		&& e->line_free != NEVER;
}

/* is_receiver_valid: true if the incoming message of an end is in a possible state. */
static bool
is_receiver_valid(const Network *w, const End *e)
{
	bool begun = e->in_have > 0 && (e->receiving || e->code_at != NEVER);

	if ((uint32_t)e->receiver > RECEIVE_STREAM || (begun && e->in.len < e->in_have))
		return false;
	if (e->receiving && (e->in_have >= e->in_len || e->in_acked > e->in_len))
		return false;
	if (e->code_at != NEVER && (e->in_len < 1 || e->in_len > 256 || e->in_have > e->in_len))
		return false;
	switch (e->receiver) {
	case RECEIVE_MESSAGE:
		/* received bytes may still have to be stored */
		if (e->code_at != NEVER)
			return e->in_have == e->in_len;
		return e->in_have <= e->in.len && e->in_have <= e->in_len
			&& ((!e->receiving && e->in_have == 0)
				|| message_inside(w, e, e->in_ptr, e->in_len));
	case RECEIVE_BOOT:
		return e->ref.kind == END_NODE && e->receiving
			&& (e->code_at != NEVER || e->in_len <= sizeof e->command);
	default:
		return e->ref.kind != END_NODE && e->receiving && e->in_len == 1;
	}
}

bool
snapshot_end_valid(const Network *w, const End *made, const End *e)
{
	if (memcmp(&e->ref, &made->ref, sizeof e->ref) != 0 || e->bit != made->bit
		|| e->decide_delay != made->decide_delay || e->turn != made->turn
		|| !FIELDS_OK(e, end_limits) || !are_times_valid(e))
		return false;
	if (e->sending && (!e->out || e->out_sent > e->out_len || e->out_done >= e->out_len))
		return false;
	return is_receiver_valid(w, e);
}

/* ---- circuits ---- */

/*
 * is_crossbar_valid: true if each output of a crossbar is driven by an input that the crossbar
 * has, or by none.
 */
static bool
is_crossbar_valid(const Network *w, uint32_t number)
{
	const Crossbar *x = &w->links.crossbars[number];
	uint32_t ports = w->topology->switches[number].ports;

	for (uint32_t i = 0; i < MAX_PORTS; i++)
		if ((x->input[i] >= ports && x->input[i] != NO_INPUT)
		    || (x->latch[i] >= ports && x->latch[i] != NO_INPUT))
			return false;
	return true;
}

/* is_selector_valid: true if a selector is in a possible state. */
static bool
is_selector_valid(const Network *w, uint32_t control)
{
	const Selector *s = &w->selectors[control];
	int n = w->topology->controls[control].nswitches;

	return s->selected >= -1 && s->selected < n && s->have < sizeof s->command
		&& (s->change == NEVER
			|| (s->change >= w->now && s->change < MAX_TIME && s->changing < n));
}

/* is_control_valid: true if the selector's end is joined to the end that the topology names. */
static bool
is_control_valid(const Network *w, uint32_t control)
{
	EndId first = w->links.first_control_end + 2 * control;
	EndId by = network_find_end(w, w->topology->controls[control].end);
	const End *near = &w->links.ends[by], *far = &w->links.ends[first + 1];

	return near->peer == first + 1 && far->peer == by && near->delay == 0 && far->delay == 0
		&& (by == first || w->links.ends[first].peer == NOWHERE_END);
}

/* is_joined_rightly: true if the end's circuit is the one that the crossbars make. */
static bool
is_joined_rightly(const Network *w, EndId id)
{
	const End *e = &w->links.ends[id];
	Time delay = 0;
	EndId peer = circuits_trace(&w->links, id, &delay);

	if (peer == id)
		peer = NOWHERE_END;
	return e->peer == peer && (peer == NOWHERE_END || e->delay == delay);
}

bool
snapshot_circuits_valid(const Network *w)
{
	for (uint32_t i = 0; i < w->topology->nswitches; i++)
		if (!is_crossbar_valid(w, i))
			return false;
	for (uint32_t i = 0; i < w->topology->ncontrols; i++)
		if (!is_selector_valid(w, i))
			return false;
	for (EndId e = 0; e < w->links.first_control_end; e++)
		if (!is_joined_rightly(w, e))
			return false;
	for (uint32_t i = 0; i < w->topology->ncontrols; i++)
		if (!is_control_valid(w, i))
			return false;
	for (EndId e = 0; e < w->links.nends; e++)
		if (link_next_step(&w->links, e) < w->now)
			return false;
	return true;
}

bool
snapshot_time_valid(Time now)
{
	return now < MAX_TIME;
}
