/*
 * emulate.c - executes the program's code for one log interval on a node without a network.
 *
 * At the beginning, the node's memory contains the program's text and the words of the prelog.
 * Nested e-blocks, and instructions that depend on other processes, are skipped; their results are
 * in the log. In the end the registers and the written words must be those of the postlog.
 */
#include "emulate_parts.h"

#include "sim/cpu/watcher.h"

#include <stdlib.h>
#include <string.h>

static void handle_accesses(void *context, NodeId n, const Access *a, uint32_t naccesses);

Emulator *
emulator_new(const Topology *machine)
{
	Emulator *e = xcalloc(1, sizeof *e);

	e->w = network_new(machine);
	e->watcher = watcher_new(e->w, &(WatcherOptions){.report_accesses = handle_accesses,
		.context = e});
	for (NodeId n = 0; n < e->w->nnodes; n++)
		watcher_all(e->watcher, n, ACCESS_ALL);
	return e;
}

void
emulator_free(Emulator *e)
{
	words_free(&e->written);
	watcher_free(e->watcher);
	network_free(e->w);
	free(e);
}

Network *
emulator_network(Emulator *e)
{
	return e->w;
}

_Noreturn void
emulator_differs(const Emulator *e, const char *what)
{
	fatal("emulation of interval %zu: %s; the log does not belong to %s, or was changed",
		(size_t)(e->block - e->log->blocks), what, e->program->file);
}

/* ---- state ---- */

void
emulator_set_registers(Emulator *e, const LogState *s)
{
	T800 *c = e->c;

	c->r.areg = s->areg;
	c->r.breg = s->breg;
	c->r.creg = s->creg;
	c->r.wptr = s->wptr;
	c->r.iptr = s->iptr;
	c->r.from = s->from;
	c->r.cycles = s->cycles;
	c->r.since = s->since;
	c->fpu_free = s->fpu_free;
	c->priority = s->priority;
	c->fpu[s->priority] = s->fpu;
	c->error = s->error;
	c->haltonerror = s->haltonerror;
	c->stop = STOP_NONE;
	c->idle = false;
	c->ereg = 0;
}

/* same_fpu: true if the floating-point registers are equal. */
static bool
same_fpu(const Fpu *a, const Fpu *b)
{
	for (int i = 0; i < 3; i++)
		if (a->reg[i] != b->reg[i] || a->dbl[i] != b->dbl[i])
			return false;
	return a->mode == b->mode && a->error == b->error;
}

/* same_state: true if the transputer's registers are those of the logged state. */
static bool
same_state(const T800 *c, const LogState *s)
{
	LogState now = log_state(c);

	return now.areg == s->areg && now.breg == s->breg && now.creg == s->creg
		&& now.wptr == s->wptr && now.iptr == s->iptr && now.error == s->error
		&& same_fpu(&now.fpu, &s->fpu);
}

/* ---- memory ---- */

/* node_bytes: the emulated memory at address a. */
static uint8_t *
node_bytes(const Emulator *e, Addr a)
{
	return e->c->r.mem + (a - MOSTNEG);
}

void
emulator_put_word(Emulator *e, LogWord w)
{
	put32(node_bytes(e, w.addr), w.value);
}

void
emulator_note_write(Emulator *e, Addr a)
{
	words_add(&e->written, a & ~3u)->serial = 1;
}

/*
 * has_part: true if this part of the program is written into the memory before the emulation; false
 * if its words come from the prelog.
 */
static bool
has_part(const Log *log, const Segment *s)
{
	return s->execute || log->place.process == 0 || log->inside.is;
}

/* part_displacement: the distance of a part of the program from its linked address. */
static Word
part_displacement(const Emulator *e, const Segment *s)
{
	return s->execute ? log_code_distance(&e->log->place, e->program)
		: e->log->place.data - e->program->data;
}

/* relocate: adjust the addresses in the program's data to their places on the node. */
static void
relocate(Emulator *e, const Segment *data)
{
	const Image *im = &e->program->image;

	for (size_t i = 0; i < im->nrelocs; i++) {
		Addr at = im->relocs[i];
		Word value;

		if (at - data->addr >= data->nbytes || data->nbytes - (at - data->addr) < 4)
			continue;
		at += part_displacement(e, data);
		value = get32(node_bytes(e, at));
		emulator_put_word(e, (LogWord){at, value
			+ (value >= data->addr ? part_displacement(e, data)
			: log_code_distance(&e->log->place, e->program))});
	}
}

/*
 * load_program: load the program's code. Load its data, too, if the prelog has only words that may
 * have changed.
 */
static void
load_program(Emulator *e)
{
	const Image *im = &e->program->image;
	const LogBlock *b = e->block;

	t800_erase(e->c);
	for (size_t i = 0; i < im->nsegments; i++) {
		const Segment *s = &im->segments[i];

		if (!has_part(e->log, s))
			continue;
		memcpy(node_bytes(e, s->addr + part_displacement(e, s)), s->data, s->nbytes);
		if (e->log->place.process > 0 && !s->execute)
			relocate(e, s);
	}
	for (uint32_t i = 0; i < b->nused; i++)
		emulator_put_word(e, b->used[i]);
	if (e->log->inside.is)
		emulate_inside_begin(e);
	words_free(&e->written);
}

/* ---- instructions ---- */

/*
 * handle_accesses: note the words that the interval writes, and pass on the accesses; called by the
 * watcher.
 */
static void
handle_accesses(void *context, NodeId n, const Access *a, uint32_t naccesses)
{
	Emulator *e = context;

	(void)n;
	for (uint32_t i = 0; i < naccesses; i++)
		if (1 << a[i].kind & ACCESS_WRITES) {
			emulator_note_write(e, a[i].addr);
			words_find(&e->written, a[i].addr & ~3u)->serial |=
				((1u << a[i].nbytes) - 1) << (a[i].addr & 3) << WRITTEN_SHIFT;
		}
	e->calls->accesses(e->of, a, naccesses);
}

bool
emulator_decode(const Emulator *e, Executed *x)
{
	Word offset = e->c->r.iptr - MOSTNEG, size = e->c->r.size;
	Word left = offset < size ? size - offset : 0;

	return executed_decode(e->c->r.mem + offset, left < MAX_INSTR ? left : MAX_INSTR,
		e->c->r.areg, x);
}

/* execute_instruction: execute one instruction; the time of a long one passes at once. */
static void
execute_instruction(Emulator *e)
{
	T800 *c = e->c;

	c->r.limit = 0;
	interpret_one(c);
	watch_flush(c->watch);
	c->r.cycles += c->ereg;
	c->ereg = 0;
}

void
emulator_step(Emulator *e, bool last)
{
	Executed x;
	bool skipped = (emulator_decode(e, &x) && log_is_outside(&x))
		|| (last && e->log->stop == STOP_NONE);

	e->calls->step(e->of, e->c, e->count);
	if (!skipped)
		execute_instruction(e);
	if (e->c->stop != STOP_NONE && !last)
		emulator_differs(e, stop_text(e->c->stop));
	e->count++;
	e->steps++;
}

/* ---- effects that are taken from the log ---- */

/* apply_nested: skip a nested e-block: take memory and registers from its postlog. */
static void
apply_nested(Emulator *e, const LogItem *item)
{
	const LogBlock *b = &e->log->blocks[item->block];

	if (!same_state(e->c, &b->entered))
		emulator_differs(e, "a nested e-block begins with other registers");
	e->calls->nested(e->of, item->block, b->left.cycles);
	for (uint32_t i = 0; i < b->ndefined; i++) {
		emulator_put_word(e, b->defined[i]);
		emulator_note_write(e, b->defined[i].addr);
	}
	if (b->open)
		return;
	emulator_set_registers(e, &b->left);
	e->count = b->end;
}

/* apply_received: put the bytes that a link has received into the emulated memory. */
static void
apply_received(Emulator *e, const LogItem *item)
{
	uint8_t bytes[4];

	put32(bytes, item->word.value);
	memcpy(node_bytes(e, item->word.addr), bytes, item->nbytes);
	emulator_note_write(e, item->word.addr);
	e->calls->received(e->of, item, e->c->r.wptr | e->c->priority);
}

/*
 * apply_item: apply an item of the log; false if it is a nested interval that has not ended.
 */
static bool
apply_item(Emulator *e, const LogItem *item)
{
	switch (item->kind) {
	case LOG_BLOCK:
		apply_nested(e, item);
		return !e->log->blocks[item->block].open;
	case LOG_RECEIVED:
		apply_received(e, item);
		break;
	case LOG_CHANGED:
		emulator_put_word(e, item->word);
		emulator_note_write(e, item->word.addr);
		e->calls->changed(e->of, item);
		break;
	case LOG_RESUMED:
		emulator_set_registers(e, item->state);
		break;
	case LOG_WAITED:
	case LOG_CLOCK:
		break; /* only in logs that the program wrote itself */
	}
	return true;
}

/* ---- the end ---- */

bool
emulator_is_live(const Emulator *e, Addr a)
{
	return !log_is_dead(e->block->lowest, e->block->entered.wptr, a);
}

/* check_end: fail unless registers and memory at the interval's end are those of the postlog. */
static void
check_end(Emulator *e)
{
	const LogBlock *b = e->block;
	uint32_t live = 0;

	if (!same_state(e->c, &b->left))
		emulator_differs(e, "the registers at its end are not those of the postlog");
	for (uint32_t i = 0; i < b->ndefined; i++)
		if (!words_find(&e->written, b->defined[i].addr)
			|| get32(node_bytes(e, b->defined[i].addr)) != b->defined[i].value)
			emulator_differs(e, "its end state is not that of the postlog");
	for (uint32_t i = 0; i < e->written.nslots; i++)
		live += e->written.slot[i].serial && emulator_is_live(e, e->written.slot[i].addr);
	if (live > b->ndefined)
		emulator_differs(e, "it has written words that the postlog lacks");
}

/* check_fits: fatal if the program does not lie in the node's memory. */
static void
check_fits(const Emulator *e)
{
	const Image *im = &e->program->image;
	Word size = e->c->r.size;

	for (size_t i = 0; i < im->nsegments; i++) {
		const Segment *s = &im->segments[i];
		Word offset = s->addr + part_displacement(e, s) - MOSTNEG;

		if (has_part(e->log, s) && (offset > size || s->nbytes > size - offset))
			fatal("%s does not fit into the memory of the log's node",
				e->program->file);
	}
}

/* ---- all ---- */

void
emulator_begin(Emulator *e, const Log *log, const ProgramInfo *program, uint32_t block,
	const EmulateCalls *calls, void *of)
{
	e->log = log;
	e->program = program;
	e->c = e->w->nodes[log->node];
	e->block = &log->blocks[block];
	e->calls = calls;
	e->of = of;
	e->count = e->block->begin;
	e->steps = 0;
	e->item = 0;
	e->logged = e->resumed = e->left = false;
	check_fits(e);
	load_program(e);
	emulator_set_registers(e, &e->block->entered);
}

EmulatorPlace
emulator_place(const Emulator *e)
{
	return (EmulatorPlace){log_state(e->c), e->count, e->steps, e->item, e->logged};
}

void
emulator_resume(Emulator *e, const EmulatorPlace *p)
{
	emulator_set_registers(e, &p->state);
	e->count = p->count;
	e->steps = p->steps;
	e->item = p->item;
	e->logged = p->logged;
	e->resumed = true;
}

/* advance_machine_log: emulator_advance for a log that the program has not written itself. */
static bool
advance_machine_log(Emulator *e, uint64_t nsteps)
{
	const LogBlock *b = e->block;
	uint64_t until = e->steps + nsteps;

	while (!e->left && (e->count < b->end || e->item < b->nitems)) {
		if (e->item < b->nitems && b->items[e->item].count <= e->count)
			e->left = !apply_item(e, &b->items[e->item++]);
		else if (e->steps == until)
			return false;
		else
			emulator_step(e, false);
	}
	if (b->open && !e->left)
		emulator_step(e, true);
	else if (!b->open && !e->resumed)
		check_end(e);
	return true;
}

bool
emulator_advance(Emulator *e, uint64_t nsteps)
{
	return e->log->inside.is ? emulate_inside(e, nsteps) : advance_machine_log(e, nsteps);
}

void
emulator_run(Emulator *e, const Log *log, const ProgramInfo *program, uint32_t block,
	void (*begun)(void *of), const EmulateCalls *calls, void *of)
{
	emulator_begin(e, log, program, block, calls, of);
	begun(of);
	emulator_advance(e, EMULATE_ALL);
}
