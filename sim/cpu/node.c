/*
 * node.c - a node's life cycle: power-up, reset, running, halting.
 *
 * Memory is mapped lazily; the host allocates a page when it is touched. A page of zeros follows
 * the memory: code that runs off the end executes `j 0` there, and the jump detects that it is
 * outside memory.
 */
#include "execute.h"
#include "translate.h"

#include "base/exhausted.h"

#include <stdlib.h>
#include <sys/mman.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/*
 * mapped_bytes: the bytes of host address space to map for a node with `size` bytes of memory. A
 * node with a ROM needs the whole address space of 32 bits, because the ROM lies at its end.
 */
static size_t
mapped_bytes(uint32_t size, uint32_t rom)
{
	return rom ? 1ull << 32 : (size_t)size + PAGE;
}

T800 *
t800_new(const NodeSpec *spec)
{
	T800 *c = xaligned(sizeof *c);
	uint32_t rom = spec->rom ? spec->rom->image.len : 0;
	uint8_t *mem = mmap(NULL, mapped_bytes(spec->mem, rom), PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (mem == MAP_FAILED) {
		char what[100];

		snprintf(what, sizeof what, "the %u bytes of node %s", spec->mem,
			spec->name ? spec->name : "");
		memory_exhausted(what);
	}
	memset(c, 0, sizeof *c);
	c->r.mem = mem;
	c->r.node = c;
	c->r.size = spec->mem;
	c->r.onchip = spec->onchip;
	c->r.wait = spec->wait;
	c->r.left = STRETCH_MAX;
	c->hold_count = NEVER;
	c->chip = spec->chip;
	c->unmapped = spec->unmapped;
	c->undefined = spec->undefined;
	dram_init(&c->dram, spec);
	c->khz = spec->khz;
	c->rom = rom;
	if (rom > 0)
		memcpy(mem + (Word)-rom, spec->rom->image.data, rom);
	t800_reset(c, false);
	return c;
}

void
t800_free(T800 *c)
{
	munmap(c->r.mem, mapped_bytes(c->r.size, c->rom));
	free(c);
}

void
t800_erase(T800 *c)
{
	if (madvise(c->r.mem, c->r.size, MADV_DONTNEED) != 0)
		memset(c->r.mem, 0, c->r.size);
	code_note_change(c);
}

/*
 * reset_priority: reset the queues and the clock of a priority; an analyse lets them keep their
 * values.
 */
static void
reset_priority(T800 *c, int priority, bool analyse)
{
	c->partner[priority] = not_process(&c->r);
	if (analyse) {
		c->clock_base[priority] = clock_read(c, c->r.cycles, priority);
		return;
	}
	c->clock_base[priority] = 0;
	c->fptr[priority] = c->bptr[priority] = not_process(&c->r);
}

void
t800_reset(T800 *c, bool analyse)
{
	process_account(c);
	if (analyse && c->stop == STOP_ERROR)
		c->r.iptr++; /* two bytes past the erring instruction (section 14.2) */
	for (int priority = HIGH; priority <= LOW; priority++)
		reset_priority(c, priority, analyse);
	c->tvalid[HIGH] = c->tvalid[LOW] = false;
	c->timer_off[HIGH] = c->timer_off[LOW] = false;
	c->clock_on = false;
	c->slicing = c->sliced = c->halting = false;
	c->slice = c->r.cycles;
	c->ereg = 0;
	c->nposts = 0;
	c->asking = false;
	c->exact = NEVER;
	c->event_waiter = EVENT_NONE;
	c->event_pending = false;
	c->fault = 0;
	subsystem_write(&c->subsystem, SUBSYSTEM_RESET, 0);
	subsystem_write(&c->subsystem, SUBSYSTEM_ANALYSE, 0);
	c->analysed = analyse;
	for (int i = 0; i < NDUE; i++)
		c->due[i] = NEVER;
	due_find_first(c);
	memset(c->cancelled, 0, sizeof c->cancelled);
	if (!analyse) {
		c->error = c->haltonerror = c->j0break = false;
		memset(c->fpu, 0, sizeof c->fpu);
		memset(&c->errors, 0, sizeof c->errors);
		memset(&c->unaligned, 0, sizeof c->unaligned);
	}
	c->fpu_free = 0;
	c->idle = true;
	c->stop = STOP_BOOT;
	if (c->rom)
		boot_rom(c);
}

void
t800_note(T800 *c, Word what, Word value)
{
	uint64_t record[2] = {c->r.cycles, (uint64_t)what << 32 | value};

	c->fingerprint = XXH3_64bits_withSeed(record, sizeof record, c->fingerprint);
	if (c->note_observer.note)
		c->note_observer.note(c, what, value);
	if (c->watch)
		watch_report_event(c, what, value);
}

void
t800_halt(T800 *c)
{
	if (c->stop == STOP_NONE)
		stop_because(&c->r, STOP_ANALYSE, c->r.iptr);
}

void
t800_analyse(T800 *c)
{
	if (c->stop != STOP_NONE)
		return;
	if (c->idle)
		t800_halt(c);
	else
		c->halting = c->slicing = true;
}

const char *
stop_text(Stop why)
{
	static const char *const texts[] = {
#define X(name, text) [STOP_##name] = text,
		STOPS(X)
#undef X
	};

	return texts[why];
}

void
due_find_first(T800 *c)
{
	Cycles first = NEVER;

	c->first_due = NDUE;
	for (int i = 0; i < NDUE; i++) {
		if (c->due[i] < first) {
			first = c->due[i];
			c->first_due = i;
		}
	}
}

void
due_set(T800 *c, int slot, Cycles when)
{
	c->due[slot] = when;
	due_find_first(c);
}

/*
 * note_slice_boundary: note that a timeslice boundary was reached; a process loses the processor at
 * its second one (section 7.3).
 */
static void
note_slice_boundary(T800 *c)
{
	c->slicing = c->sliced || c->halting;
	c->sliced = true;
}

/* slice_period: 5120 periods of the 5 MHz input clock, in processor cycles. */
static Cycles
slice_period(const T800 *c)
{
	return (Cycles)c->khz * 1024 / 1000;
}

/* next_slice_boundary: the first timeslice boundary after now. */
static Cycles
next_slice_boundary(const T800 *c)
{
	Cycles period = slice_period(c);

	return c->slice + ((c->r.cycles - c->slice) / period + 1) * period;
}

/* serve_due: handle an entry of due[] (timer, timeslice, link or event) whose clock has come. */
static void
serve_due(T800 *c, int slot)
{
	due_set(c, slot, NEVER);
	switch (slot) {
	case DUE_TIMER_HIGH:
	case DUE_TIMER_LOW:
		timer_expire(c, slot - DUE_TIMER_HIGH);
		break;
	case DUE_SLICE:
		note_slice_boundary(c);
		c->slice = next_slice_boundary(c) - slice_period(c);
		break;
	}
	process_reschedule(c);
}

/*
 * execute_code: run the node in the copy of the interpreter that it needs, or with translated code.
 */
static void
execute_code(T800 *c)
{
	if (is_16bit(c->chip) && c->watch)
		interpret_short_watched(c);
	else if (is_16bit(c->chip))
		interpret_short(c);
	else if (c->watch && (c->code || dram_present(&c->dram)))
		interpret_watched(c);
	else if (c->watch && c->watch->written)
		interpret_first(c);
	else if (c->watch && c->watch->accesses)
		interpret_watched(c);
	else if (c->watch)
		interpret_marked(c);
	else if (dram_present(&c->dram))
		interpret_dram(c);
	else if (c->code)
		translated_run(c);
	else
		interpret(c);
}

/*
 * approach_hold: run as execute_code does, but stop at the instruction where the node is to be
 * held, which may lie between two checkpoints.
 */
static void
approach_hold(T800 *c)
{
	uint64_t left = c->hold_count - t800_count(c);

	c->r.count = t800_count(c);
	c->r.left = STRETCH_MAX;
	if (left > STRETCH_MAX) { /* each instruction takes at least one cycle */
		if (c->r.limit > c->r.cycles + left - STRETCH_MAX)
			c->r.limit = c->r.cycles + left - STRETCH_MAX;
		execute_code(c);
		return;
	}
	c->checkpoint = c->r.cycles;
	do {
		c->held = t800_count(c) == c->hold_count;
		if (!c->held)
			interpret_one(c);
	} while (t800_in_stretch(c) && !c->held);
}

bool
t800_release(T800 *c)
{
	bool begun = c->held && (t800_in_stretch(c)
		|| (!c->withheld && c->r.cycles != c->checkpoint));

	c->hold_count = NEVER;
	c->held = c->withheld = false;
	c->r.limit = 0;
	if (!begun)
		return false;
	do
		interpret_one(c);
	while (t800_in_stretch(c));
	return true;
}

void
t800_run(T800 *c, Cycles limit)
{
	c->called = false;
	while (c->stop == STOP_NONE && c->nposts == 0 && !c->asking && !c->held && !c->called) {
		Cycles when;
		int slot;

		if (c->due[DUE_SLICE] == NEVER && !c->idle)
			due_set(c, DUE_SLICE, next_slice_boundary(c));
		slot = due_next(c, &when);
		if (c->idle && when < limit && c->r.cycles < when)
			c->r.cycles = when;
		if (when <= c->r.cycles && when < limit) {
			if (slot >= DUE_EVENT)
				return;
			serve_due(c, slot);
			continue;
		}
		if (c->r.cycles >= limit)
			return;
		if (c->idle)
			return;
		c->r.limit = when < limit ? when : limit;
		if (!process_spend(c))
			continue;
		if (likely(c->hold_count == NEVER || c->hold_count < t800_count(c)))
			execute_code(c);
		else
			approach_hold(c);
	}
}
