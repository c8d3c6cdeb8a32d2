/* interval_parts.c - divides a long log interval, in memory that does not depend on its length. */
#include "interval_parts.h"

#include <stdlib.h>

#define MAX_SAVED ((size_t)512 << 20) /* bytes of all parts of an interval */

/* A page that a part has written, at the part's end. */
typedef struct SavedPage {
	uint32_t page;
	uint8_t bytes[PAGE];
} SavedPage;

/* A part of the interval. */
typedef struct IntervalPart {
	EmulatorPlace from; /* where the part begins */
	uint8_t *written;  /* [word of memory]: a bit: the part has written the word */
	uint8_t *executed; /* [byte of the program's code]: a bit: the part has executed it */
	SavedPage *pages;  /* [npages] */
	uint32_t npages;
	Interval *traced;  /* the part's trace; NULL: not made yet */
} IntervalPart;

struct IntervalParts {
	Emulator *e;
	const Log *log;
	const ProgramInfo *program;
	uint32_t block;
	IntervalPart *part;      /* [nparts]; the last one is being emulated at first */
	uint32_t nparts;
	uint64_t steps;  /* number of instructions of all parts */
	size_t saved;    /* bytes of all saved pages */
};

/* set_bit: set bit i. */
static void
set_bit(uint8_t *bits, uint32_t i)
{
	bits[i / 8] |= 1 << i % 8;
}

/* has_bit: true if bit i is set. */
static bool
has_bit(const uint8_t *bits, uint32_t i)
{
	return bits[i / 8] >> i % 8 & 1;
}

/* log_node: the emulated transputer whose log is divided into parts. */
static T800 *
log_node(const IntervalParts *p)
{
	return emulator_network(p->e)->nodes[p->log->node];
}

/* ---- what a part does ---- */

/* last_part: the part that is recorded now. */
static IntervalPart *
last_part(const IntervalParts *p)
{
	return &p->part[p->nparts - 1];
}

/* note_write: note that the current part writes the word at address a. */
static void
note_write(IntervalParts *p, Addr a)
{
	set_bit(last_part(p)->written, (a - MOSTNEG) / 4);
}

/*
 * note_executed: note that the current part executes the instruction at Iptr; called by the
 * emulator.
 */
static void
note_executed(void *of, const T800 *c, uint64_t count)
{
	IntervalParts *p = of;
	Word at = c->r.iptr - p->log->place.text;

	(void)count;
	if (at < p->program->text_bytes)
		set_bit(last_part(p)->executed, at);
}

/* note_accesses: note the words that these accesses write; called by the emulator. */
static void
note_accesses(void *of, const Access *a, uint32_t naccesses)
{
	for (uint32_t i = 0; i < naccesses; i++)
		if (1 << a[i].kind & ACCESS_WRITES)
			note_write(of, a[i].addr);
}

/*
 * note_nested_writes: note the words that a nested e-block has changed; called by the emulator.
 */
static void
note_nested_writes(void *of, uint32_t block, Cycles cycles)
{
	IntervalParts *p = of;
	const LogBlock *b = &p->log->blocks[block];

	(void)cycles;
	for (uint32_t i = 0; i < b->ndefined; i++)
		note_write(p, b->defined[i].addr);
}

/* note_received_word: note the word that a link has received; called by the emulator. */
static void
note_received_word(void *of, const LogItem *item, Word wdesc)
{
	(void)wdesc;
	note_write(of, item->word.addr);
}

/* note_changed_word: note the word that another process has changed; called by the emulator. */
static void
note_changed_word(void *of, const LogItem *item)
{
	note_write(of, item->word.addr);
}

/* ---- memory ---- */

/* allocate_saved: memory for saved pages; the program ends if an interval needs too much. */
static void *
allocate_saved(IntervalParts *p, size_t nbytes)
{
	p->saved += nbytes;
	if (p->saved > MAX_SAVED)
		fatal("interval %u of %s has %llu million instructions of its own and writes too "
			"much memory to be emulated in parts; compile the program with a larger "
			"--log-share or a smaller --eblock-min, or use 'trellis why' on a "
			"recording", p->block, p->log->program,
			(unsigned long long)emulator_place(p->e).steps >> 20);
	return xcalloc(nbytes, 1);
}

/*
 * is_changed: true if the part has written to the page. The page of __log_wait always counts as
 * written, because writes to __log_wait are not reported.
 */
static bool
is_changed(const IntervalParts *p, const IntervalPart *part, uint32_t page)
{
	enum { BYTES = PAGE / 4 / 8 };
	const uint8_t *bits = part->written + page * BYTES;

	for (int i = 0; i < BYTES; i++)
		if (bits[i])
			return true;
	return p->log->inside.is && (p->log->inside.wait - MOSTNEG) / PAGE == page;
}

/* save_pages: store the contents of the pages that the part has written. */
static void
save_pages(IntervalParts *p, IntervalPart *part)
{
	const T800 *c = log_node(p);
	uint32_t n = 0;

	for (uint32_t i = 0; i < c->r.size / PAGE; i++)
		part->npages += is_changed(p, part, i);
	part->pages = allocate_saved(p, part->npages * sizeof *part->pages);
	for (uint32_t i = 0; i < c->r.size / PAGE; i++)
		if (is_changed(p, part, i)) {
			part->pages[n].page = i;
			memcpy(part->pages[n++].bytes, c->r.mem + (size_t)i * PAGE, PAGE);
		}
}

/* ---- all ---- */

/* add_part: begin a new part at the emulator's current place. */
static void
add_part(IntervalParts *p)
{
	p->part = xrealloc(p->part, (p->nparts + 1) * sizeof *p->part);
	p->part[p->nparts++] = (IntervalPart){.from = emulator_place(p->e),
		.written = allocate_saved(p, log_node(p)->r.size / 4 / 8),
		.executed = allocate_saved(p, p->program->text_bytes / 8 + 1)};
}

IntervalParts *
parts_new(Emulator *e, const Log *log, const ProgramInfo *program, uint32_t block)
{
	static const EmulateCalls calls = {
		note_executed, note_accesses, note_nested_writes, note_received_word,
			note_changed_word};
	IntervalParts *p = xcalloc(1, sizeof *p);
	bool over;

	*p = (IntervalParts){.e = e, .log = log, .program = program, .block = block};
	emulator_begin(e, log, program, block, &calls, p);
	do {
		add_part(p);
		over = emulator_advance(e, PART_STEPS);
		save_pages(p, last_part(p));
	} while (!over);
	p->steps = emulator_place(e).steps;
	return p;
}

void
parts_free(IntervalParts *p)
{
	for (uint32_t i = 0; i < p->nparts; i++) {
		free(p->part[i].written);
		free(p->part[i].executed);
		free(p->part[i].pages);
		if (p->part[i].traced)
			interval_free(p->part[i].traced);
	}
	free(p->part);
	free(p);
}

uint32_t
parts_nparts(const IntervalParts *p)
{
	return p->nparts;
}

uint64_t
parts_steps(const IntervalParts *p)
{
	return p->steps;
}

uint64_t
parts_first_count(const IntervalParts *p, uint32_t part)
{
	return p->part[part].from.count;
}

uint32_t
parts_containing(const IntervalParts *p, uint64_t count)
{
	uint32_t low = 0, high = p->nparts;

	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;

		if (parts_first_count(p, middle) <= count)
			low = middle;
		else
			high = middle;
	}
	return low;
}

bool
parts_writes(const IntervalParts *p, uint32_t part, Addr a)
{
	return a - MOSTNEG < log_node(p)->r.size
		&& has_bit(p->part[part].written, (a - MOSTNEG) / 4);
}

bool
parts_executes(const IntervalParts *p, uint32_t part, Addr instruction)
{
	Word at = instruction - p->log->place.text;

	return at >= p->program->text_bytes || has_bit(p->part[part].executed, at);
}

void
parts_begin_part(const IntervalParts *p, uint32_t part, const EmulateCalls *calls, void *of)
{
	T800 *c = log_node(p);

	emulator_begin(p->e, p->log, p->program, p->block, calls, of);
	for (uint32_t i = 0; i < part; i++)
		for (uint32_t k = 0; k < p->part[i].npages; k++)
			memcpy(c->r.mem + (size_t)p->part[i].pages[k].page * PAGE,
				p->part[i].pages[k].bytes, PAGE);
	emulator_resume(p->e, &p->part[part].from);
}

Interval **
parts_trace(const IntervalParts *p, uint32_t part)
{
	return &p->part[part].traced;
}
