/* gather.c - traces a value back through the registers to the values from which it was made. */
#include "gather.h"

enum { MAX_CODE = 8 }; /* bytes of an instruction */

/* The state of tracing a value back. */
typedef struct Gathering {
	Steps *steps;
	Arena *arena;
	Gathered got; /* the result so far */
	struct Seen {
		const Interval *in;
		uint32_t step;
		bool address; /* the result was used as an address */
	} *seen;          /* [nseen] instructions whose results have been traced */
	size_t nseen;
} Gathering;

/* ---- instructions ---- */

bool
at_decode(At at, Executed *e)
{
	uint8_t code[MAX_CODE];
	Word n = MAX_CODE;

	if (at.step >= at.in->nsteps)
		return false;
	while (n > 0 && !interval_read(at.in, at_first_event(at), at_step(at)->iptr, code, n))
		n--; /* at the end of memory */
	return executed_decode(code, n, at_step(at)->areg, e);
}

At
gather_previous(Steps *s, At at)
{
	const Step *now = at_step(at);
	At before = at;
	Executed e;

	do
		before = steps_before(s, before);
	while (before.in && (at_step(before)->wdesc & 1) != (now->wdesc & 1));
	if (!before.in || !at_decode(before, &e)
		|| !model_keeps_process(&e, at_step(before)->wdesc, now->wdesc))
		return (At){NULL};
	return before;
}

/* ---- sources ---- */

/* add_source: append a source to those of the value that is being traced back. */
static void
add_source(Gathering *g, Source source)
{
	g->got.source = arena_more(g->arena, g->got.source, g->got.n, sizeof *g->got.source);
	g->got.source[g->got.n++] = source;
}

/* add_reads: add the memory that the instruction reads as sources. */
static void
add_reads(Gathering *g, At at)
{
	for (uint32_t i = at_first_event(at); i < at_event_behind(at); i++) {
		const StepEvent *e = &at.in->events[i];

		if (e->kind == ACCESS_READ)
			add_source(g,
				(Source){.at = at,
					.addr = e->addr,
					.nbytes = e->nbytes,
					.event = i});
	}
}

/* add_maker: add the instruction to the makers: those that have put values into registers. */
static void
add_maker(Gathering *g, At at)
{
	g->got.maker = arena_more(g->arena, g->got.maker, g->got.nmakers, sizeof *g->got.maker);
	g->got.maker[g->got.nmakers++] = at;
}

static void gather_registers(Gathering *g, At at, Inputs in, bool address);

/*
 * mark_instruction_seen: mark the instruction's result as traced, either as an address or as a
 * value; true if it was marked before.
 */
static bool
mark_instruction_seen(Gathering *g, At at, bool address)
{
	for (size_t i = 0; i < g->nseen; i++)
		if (g->seen[i].in == at.in && g->seen[i].step == at.step
			&& g->seen[i].address == address)
			return true;
	g->seen = arena_more(g->arena, g->seen, g->nseen, sizeof *g->seen);
	g->seen[g->nseen++] = (struct Seen){at.in, at.step, address};
	return false;
}

/* gather_computed: gather the sources of a value that an instruction has computed. */
static void
gather_computed(Gathering *g, At at, const Executed *e, bool address)
{
	Inputs in = model_register_inputs(e);
	size_t first = g->got.n;

	if (!address)
		g->got.computed |= !in.same;
	if (mark_instruction_seen(g, at, address))
		return;
	add_maker(g, at);
	if (in.reads)
		add_reads(g, at);
	for (size_t i = first; i < g->got.n; i++)
		g->got.source[i].address = address;
	gather_registers(g, at, in, address);
}

/* gather_one_register: gather the sources of a register before an instruction. */
static void
gather_one_register(Gathering *g, At at, FlowRegister reg, bool address)
{
	for (;;) {
		At before = gather_previous(g->steps, at);
		FlowRegister from;
		Executed e;

		if (!before.in || !at_decode(before, &e))
			return;
		if (executed_is(&e, OPER_RET)) {
			add_source(g,
				(Source){.at = before,
					.returned = true,
					.reg = reg,
					.address = address});
			return;
		}
		from = model_source_register(&e, reg);
		if (from == FLOW_MADE) {
			gather_computed(g, before, &e, address);
			return;
		}
		if (from != reg) /* the instruction has moved the value to this register */
			add_maker(g, before);
		reg = from;
		at = before;
	}
}

/*
 * gather_registers: add the sources of the registers in `in`; address: true if they form an
 * address.
 */
static void
gather_registers(Gathering *g, At at, Inputs in, bool address)
{
	for (int reg = FLOW_A; reg < NFLOWREGISTERS; reg++) {
		if (in.values >> reg & 1)
			gather_one_register(g, at, reg, address);
		if (in.addresses >> reg & 1)
			gather_one_register(g, at, reg, true);
	}
}

/* ---- blocks ---- */

/* Bytes that an instruction has copied as a block. */
typedef struct Block {
	Addr to, from; /* destination and source */
	Word nbytes;
} Block;

/*
 * partner_message: find the address of the other process's message at a channel in memory. This is
 * the second word that the instruction reads; false if there is none.
 */
static bool
partner_message(At at, Addr *message)
{
	int nreads = 0;

	for (uint32_t i = at_first_event(at); i < at_event_behind(at); i++)
		if (at.in->events[i].kind == ACCESS_READ && ++nreads == 2) {
			*message = at.in->events[i].value;
			return true;
		}
	return false;
}

/* copied_block: set *b to the block that the instruction copies; false if it copies none. */
static bool
copied_block(At at, const Executed *e, Block *b)
{
	const Step *s = at_step(at);

	*b = (Block){s->breg, s->creg, s->areg};
	if (executed_is(e, OPER_MOVE))
		return true;
	b->to = b->from = s->creg;
	if (executed_is(e, OPER_IN))
		return partner_message(at, &b->from);
	return executed_is(e, OPER_OUT) && partner_message(at, &b->to);
}

/* add_copied: add the bytes from which a block copy took the nbytes at an address. */
static void
add_copied(Gathering *g, At at, const Executed *e, uint32_t event, Addr a, Word nbytes)
{
	Block b;

	if (model_is_2d_move(e) && event > 0) {
		const StepEvent *read = &at.in->events[event - 1];

		add_source(g,
			(Source){.at = at,
				.addr = read->addr,
				.nbytes = read->nbytes,
				.event = event - 1});
	} else if (copied_block(at, e, &b) && a - b.to < b.nbytes) {
		add_source(g,
			(Source){.at = at,
				.addr = b.from + (a - b.to),
				.nbytes = nbytes,
				.event = at_first_event(at)});
	}
}

/* ---- functions for other files ---- */

Gathered
gather_write(Steps *s, At at, uint32_t event, Addr a, Word nbytes, Arena *arena)
{
	Gathering g = {.steps = s, .arena = arena};
	Executed e;
	Inputs in;

	if (!at_decode(at, &e))
		return g.got;
	in = model_word_inputs(&e, at.in->events[event].addr - (at_step(at)->wdesc & ~3u));
	g.got.computed = !in.same;
	g.got.block = in.same && in.reads;
	if (g.got.block)
		add_copied(&g, at, &e, event, a, nbytes);
	else if (in.reads)
		add_reads(&g, at);
	gather_registers(&g, at, in, false);
	return g.got;
}

Gathered
gather_register(Steps *s, At at, FlowRegister reg, Arena *arena)
{
	Gathering g = {.steps = s, .arena = arena};

	gather_one_register(&g, at, reg, false);
	return g.got;
}
