/* switched.c - runs what a conditional jump has kept from being executed. */
#include "switched.h"
#include "gather.h"

#include "detrek/logs/logs.h"
#include "sim/cpu/cpu.h"

#include <stdlib.h>

enum {
	MOST = 4000,     /* instructions of a run */
	BUCKETS = 1 << 12,
};

/* Bytes that a run has written. */
typedef struct Range {
	Addr addr;
	Word nbytes;
} Range;

/* What a jump would have let be written. */
typedef struct Run {
	NodeId node;
	uint64_t count; /* of the jump */
	Range *ranges;  /* [n] in the arena */
	uint32_t n;
	struct Run *next;
} Run;

struct Switched {
	Steps *steps;
	Codes *codes;
	Arena arena;
	Run *runs[BUCKETS];
	/* the spare node, with a node's memory before an event of the interval from `first` on */
	T800 *c;
	NodeId node;
	uint64_t first;
	uint32_t event;
};

/* The present run. */
typedef struct Running {
	Switched *x;
	const CodeFunction *code; /* the jump's */
	Word moved;
	Addr jump, entry;         /* link address; Wptr at the function's entry */
	Word areg;                /* which lets the jump go the other way */
	Addr previous;            /* the link address of the function's last instruction */
	Run *run;
	Buf before;               /* the bytes of the ranges before they were written */
} Running;

Switched *
switched_new(Steps *s, Codes *codes)
{
	Switched *x = xcalloc(1, sizeof *x);

	*x = (Switched){.steps = s, .codes = codes};
	return x;
}

void
switched_free(Switched *x)
{
	if (!x)
		return;
	if (x->c)
		t800_free(x->c);
	arena_free(&x->arena);
	free(x);
}

/* ---- the spare node ---- */

/* begin_interval: the memory is that with which the interval begins. */
static void
begin_interval(Switched *x, const Interval *in)
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

/* redo, undo: change the memory by an event that writes. */
static void
redo(Switched *x, const StepEvent *e)
{
	uint8_t bytes[4];

	put32(bytes, e->value);
	memcpy(x->c->r.mem + (e->addr - MOSTNEG), bytes, e->nbytes);
}

static void
undo(Switched *x, const Interval *in, uint32_t event)
{
	const StepEvent *e = &in->events[event];

	interval_read(in, event, e->addr, x->c->r.mem + (e->addr - MOSTNEG), e->nbytes);
}

static bool
is_write(const Interval *in, uint32_t event)
{
	return 1 << in->events[event].kind & ACCESS_WRITES;
}

/* go_to: the memory is that before an event of an interval. */
static void
go_to(Switched *x, const Interval *in, uint32_t event)
{
	if (!x->c || x->node != in->node || x->first != in->first || x->event > in->nevents)
		begin_interval(x, in);
	for (; x->event < event; x->event++)
		if (is_write(in, x->event))
			redo(x, &in->events[x->event]);
	for (; x->event > event; x->event--)
		if (is_write(in, x->event - 1))
			undo(x, in, x->event - 1);
}

static void
set_registers(T800 *c, const Step *s)
{
	c->r.areg = s->areg;
	c->r.breg = s->breg;
	c->r.creg = s->creg;
	c->r.wptr = s->wdesc & ~3u;
	c->r.iptr = s->iptr;
	c->r.from = s->iptr;
	c->r.left = STRETCH;
	c->r.limit = 0;
	c->priority = s->wdesc & 1;
	c->stop = STOP_NONE;
	c->idle = false;
	c->error = false;
	c->ereg = 0;
}

/* ---- a run ---- */

static void
add_range(Running *g, Addr a, Word nbytes)
{
	Run *r = g->run;

	if (nbytes == 0 || a - MOSTNEG >= g->x->c->r.size
		|| nbytes > g->x->c->r.size - (a - MOSTNEG))
		return;
	r->ranges = arena_more(&g->x->arena, r->ranges, r->n, sizeof *r->ranges);
	r->ranges[r->n++] = (Range){a, nbytes};
	buf_put(&g->before, g->x->c->r.mem + (a - MOSTNEG), nbytes);
}

/* add_stored: what an instruction is about to write. */
static void
add_stored(Running *g, const Executed *e)
{
	const Regs *r = &g->x->c->r;
	Word registers[] = {r->areg, r->breg, r->creg};
	Store store = e->instr ? instr_store(e->instr) : (Store){.any = false};

	if (e->fn == FN_STL)
		add_range(g, r->wptr + 4 * e->operand, 4);
	else if (e->fn == FN_STNL)
		add_range(g, r->areg + 4 * e->operand, 4);
	else if (e->fn == FN_CALL)
		add_range(g, r->wptr - CALL_BYTES, CALL_BYTES);
	else if (store.any)
		add_range(g, registers[store.reg],
			store.nbytes == BY_AREG ? r->areg : store.nbytes);
}

/* is_own: the next instruction is of the jump's execution of its function, at a link address. */
static bool
is_own(const Running *g, Addr *linked)
{
	const Regs *r = &g->x->c->r;
	Addr entry;

	*linked = r->iptr - g->moved;
	return function_entry(g->code, *linked, r->wptr, &entry) && entry == g->entry;
}

/* goes_on: the next instruction is one that the jump decides on, or in a function called there. */
static bool
goes_on(Running *g)
{
	Regs *r = &g->x->c->r;
	Addr linked;

	if (g->x->c->stop != STOP_NONE)
		return false;
	if (!is_own(g, &linked))
		return r->wptr < g->entry;
	if (linked == g->jump) {
		r->areg = g->areg;
	} else if (!function_same_block(g->code, g->previous, linked)
		&& !function_depends(g->code, linked, g->jump)) {
		return false;
	}
	g->previous = linked;
	return true;
}

/* step: execute an instruction; false if it depends on other processes or cannot be decoded. */
static bool
step(Running *g)
{
	T800 *c = g->x->c;
	Word at = c->r.iptr - MOSTNEG, left = at < c->r.size ? c->r.size - at : 0;
	Executed e;

	if (!executed_decode(c->r.mem + at, left < MAX_INSTR ? left : MAX_INSTR, c->r.areg, &e)
		|| log_is_outside(&e))
		return false;
	add_stored(g, &e);
	interpret_one(c);
	c->ereg = 0;
	return true;
}

/* restore: undo the writes of the run, the last one first. */
static void
restore(Running *g)
{
	size_t end = g->before.len;

	for (uint32_t i = g->run->n; i-- > 0;) {
		const Range *r = &g->run->ranges[i];

		end -= r->nbytes;
		memcpy(g->x->c->r.mem + (r->addr - MOSTNEG), g->before.data + end, r->nbytes);
	}
	buf_free(&g->before);
}

static void
run(Running *g, At jump)
{
	Switched *x = g->x;

	go_to(x, jump.in, at_first(jump));
	set_registers(x->c, at_step(jump));
	x->c->r.areg = g->areg;
	for (int i = 0; i < MOST && (i == 0 || goes_on(g)) && step(g); i++)
		;
	restore(g);
}

/* run_of: what the jump would have let be written; it is found once. */
static const Run *
run_of(Switched *x, At jump, const CodeFunction *code, Addr entry)
{
	uint64_t count = at_count(jump);
	Run **bucket = &x->runs[(count * 31 + jump.in->node) % BUCKETS], *r;
	Running g = {.x = x, .code = code, .moved = at_code(jump)->text_moved, .entry = entry,
		.areg = at_step(jump)->areg == 0};

	for (r = *bucket; r; r = r->next)
		if (r->count == count && r->node == jump.in->node)
			return r;
	r = arena_alloc(&x->arena, 1, sizeof *r);
	*r = (Run){.node = jump.in->node, .count = count, .next = *bucket};
	*bucket = r;
	g.jump = g.previous = at_step(jump)->iptr - g.moved;
	g.run = r;
	run(&g, jump);
	return r;
}

bool
switched_writes(Switched *x, At jump, Addr a, Word nbytes)
{
	const Loaded *l = at_code(jump);
	Addr linked = l ? at_step(jump)->iptr - l->text_moved : 0, entry;
	const CodeFunction *code = l ? codes_function(x->codes, l->program, linked) : NULL;
	const Run *r;
	Executed e;

	if (!code || !at_decode(jump, &e) || e.fn != FN_CJ
		|| !function_entry(code, linked, at_step(jump)->wdesc & ~3u, &entry))
		return false;
	r = run_of(x, jump, code, entry);
	for (uint32_t i = 0; i < r->n; i++)
		if (r->ranges[i].addr - a < nbytes || a - r->ranges[i].addr < r->ranges[i].nbytes)
			return true;
	return false;
}
