/* spare.c - a node outside the network, which executes code that a process has not executed. */
#include "spare.h"

#include <string.h>

void
spare_free(SpareNode *x)
{
	if (x->c)
		t800_free(x->c);
	buf_free(&x->ranges);
	buf_free(&x->before);
}

/* ---- its memory ---- */

/* load_interval: make a new spare node, with the memory at the beginning of the interval. */
static void
load_interval(SpareNode *x, const Interval *in)
{
	const NodeSpec *spec = &steps_network(x->steps)->topology->nodes[in->node];

	if (x->c)
		t800_free(x->c);
	x->c = t800_new(spec);
	for (uint32_t page = 0; page < in->memory_bytes / PAGE; page++)
		if (in->has_page[page])
			memcpy(x->c->r.mem + (size_t)page * PAGE, in->memory + (size_t)page * PAGE,
				PAGE);
	x->node = in->node;
	x->first = in->first;
	x->event = 0;
}

/* redo_event: write to the spare node's memory what the event e has written. */
static void
redo_event(SpareNode *x, const StepEvent *e)
{
	uint8_t bytes[4];

	put32(bytes, e->value);
	memcpy(x->c->r.mem + (e->addr - MOSTNEG), bytes, e->nbytes);
}

/* undo_event: restore, in the spare node's memory, the bytes that the event has overwritten. */
static void
undo_event(SpareNode *x, const Interval *in, uint32_t event)
{
	const StepEvent *e = &in->events[event];

	interval_read(in, event, e->addr, x->c->r.mem + (e->addr - MOSTNEG), e->nbytes);
}

/* is_write: true if the event with this number writes memory. */
static bool
is_write(const Interval *in, uint32_t event)
{
	return 1 << in->events[event].kind & ACCESS_WRITES;
}

/* go_to_event: set the spare node's memory to its contents before an event of the interval. */
static void
go_to_event(SpareNode *x, const Interval *in, uint32_t event)
{
	if (!x->c || x->node != in->node || x->first != in->first || x->event > in->nevents)
		load_interval(x, in);
	for (; x->event < event; x->event++)
		if (is_write(in, x->event))
			redo_event(x, &in->events[x->event]);
	for (; x->event > event; x->event--)
		if (is_write(in, x->event - 1))
			undo_event(x, in, x->event - 1);
}

void
spare_registers(SpareNode *x, const Step *s)
{
	T800 *c = x->c;

	c->r.areg = s->areg;
	c->r.breg = s->breg;
	c->r.creg = s->creg;
	c->r.wptr = s->wdesc & ~3u;
	c->r.iptr = s->iptr;
	c->r.from = s->iptr;
	c->r.left = STRETCH_MAX;
	c->r.limit = 0;
	c->priority = s->wdesc & 1;
	c->stop = STOP_NONE;
	c->idle = false;
	c->error = false;
	c->ereg = 0;
}

void
spare_begin(SpareNode *x, const Interval *in, uint32_t event, const Step *registers)
{
	go_to_event(x, in, event);
	spare_registers(x, registers);
	x->ranges.len = x->before.len = 0;
}

/* ---- running ---- */

size_t
spare_written(const SpareNode *x, const SpareRange **ranges)
{
	*ranges = (const SpareRange *)x->ranges.data;
	return x->ranges.len / sizeof **ranges;
}

/* has_memory: tell if the node has memory for nbytes at address a. */
static bool
has_memory(const SpareNode *x, Addr a, Word nbytes)
{
	return a - MOSTNEG < x->c->r.size && nbytes <= x->c->r.size - (a - MOSTNEG);
}

/*
 * save_bytes: save bytes of the memory that are about to be written, so that spare_undo can restore
 * them.
 */
static void
save_bytes(SpareNode *x, Addr a, Word nbytes)
{
	SpareRange r = {a, nbytes};

	if (nbytes == 0 || !has_memory(x, a, nbytes))
		return;
	buf_put(&x->ranges, &r, sizeof r);
	buf_put(&x->before, x->c->r.mem + (a - MOSTNEG), nbytes);
}

/*
 * save_stored: save the bytes that an instruction is about to write, so that spare_undo can restore
 * them.
 */
static void
save_stored(SpareNode *x, const Executed *e)
{
	const Regs *r = &x->c->r;
	Word registers[] = {r->areg, r->breg, r->creg};
	Store store = e->instr ? instr_store(e->instr) : (Store){.any = false};

	if (e->fn == FN_STL)
		save_bytes(x, r->wptr + 4 * e->operand, 4);
	else if (e->fn == FN_STNL)
		save_bytes(x, r->areg + 4 * e->operand, 4);
	else if (e->fn == FN_CALL)
		save_bytes(x, r->wptr - CALL_BYTES, CALL_BYTES);
	else if (store.any)
		save_bytes(x, registers[store.reg],
			store.nbytes == BY_AREG ? r->areg : store.nbytes);
}

bool
spare_decode(const SpareNode *x, Executed *e)
{
	const T800 *c = x->c;
	Word at = c->r.iptr - MOSTNEG, left = at < c->r.size ? c->r.size - at : 0;

	return executed_decode(c->r.mem + at, left < MAX_INSTR ? left : MAX_INSTR, c->r.areg, e);
}

void
spare_step(SpareNode *x, const Executed *e)
{
	save_stored(x, e);
	interpret_one(x->c);
	x->c->ereg = 0;
}

Word
spare_word(const SpareNode *x, Addr a)
{
	return has_memory(x, a, 4) ? get32(x->c->r.mem + (a - MOSTNEG)) : 0;
}

void
spare_put(SpareNode *x, Addr a, Word value, Word nbytes)
{
	uint8_t bytes[4];

	put32(bytes, value);
	save_bytes(x, a, nbytes);
	if (has_memory(x, a, nbytes))
		memcpy(x->c->r.mem + (a - MOSTNEG), bytes, nbytes);
}

void
spare_undo(SpareNode *x)
{
	const SpareRange *ranges;
	size_t end = x->before.len;

	for (size_t i = spare_written(x, &ranges); i-- > 0;) {
		end -= ranges[i].nbytes;
		memcpy(x->c->r.mem + (ranges[i].addr - MOSTNEG), x->before.data + end,
			ranges[i].nbytes);
	}
	x->ranges.len = x->before.len = 0;
}
