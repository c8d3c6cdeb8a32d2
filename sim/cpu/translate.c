/*
 * translate.c - decides which code is translated, finds its units, and tells when they are valid.
 */
#define _GNU_SOURCE
#include "execute.h"
#include "translate_run.h"

#include "base/base.h"
#include "undo.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- the arena ---- */

/* map_arena: map the memory for host code; returns NULL on failure. */
static uint8_t *
map_arena(int fd, int protection)
{
	uint8_t *p = mmap(NULL, ARENA, protection, MAP_SHARED, fd, 0);

	if (p == MAP_FAILED || madvise(p, ARENA, MADV_DONTFORK) != 0) /* children would share it */
		return NULL;
	return p;
}

/*
 * make_arena: map the memory for host code twice, writable and executable; returns false on
 * failure.
 */
static bool
make_arena(Translator *t)
{
	int fd = memfd_create("trellis", MFD_CLOEXEC);

	if (fd < 0 || ftruncate(fd, ARENA) != 0)
		return false;
	t->writable = map_arena(fd, PROT_READ | PROT_WRITE);
	t->executable = map_arena(fd, PROT_READ | PROT_EXEC);
	close(fd);
	return t->writable && t->executable;
}

bool
translator_possible(void)
{
	return emit_has_stencil(S_enter);
}

Translator *
translator_new(uint16_t hot)
{
	Translator *t;

	if (!translator_possible())
		return NULL;
	t = xcalloc(1, sizeof *t);
	t->hot = hot;
	t->nunits = t->nplaces = t->generation = 1;
	t->used_rarely = ARENA / 2;
	return t;
}

/*
 * open_arena: allocate the arena before the first unit; false if the host gives no memory for code.
 */
static bool
open_arena(Translator *t)
{
	if (t->refused || !make_arena(t)) {
		t->refused = true;
		return false;
	}
	emit_fixed(t);
	t->units = xcalloc(UNITS_MAX, sizeof *t->units);
	t->exits = xaligned(EXITS_MAX * sizeof *t->exits);
	return true;
}

/* clear_kind: forget the units of a kind, which have been dropped. */
static void
clear_kind(MemoryKind *m)
{
	memset(m->first, 0, m->size / CODE_LINE * sizeof *m->first);
	memset(m->hash, 0, sizeof m->hash);
	memset(m->jumps, 0, sizeof m->jumps);
	memset(m->continued, 0, sizeof m->continued);
}

/* drop_units: drop all units of all nodes, which notice this by the new generation. */
static void
drop_units(Translator *t)
{
	for (uint32_t u = 1; u < t->nunits; u++)
		free(t->units[u].bytes);
	for (MemoryKind *m = t->kinds; m; m = m->next)
		clear_kind(m);
	t->used = t->fixed;
	t->used_rarely = ARENA / 2;
	t->nunits = t->nplaces = 1;
	t->nexits = 0;
	t->generation++;
}

void
translator_free(Translator *t)
{
	if (t->units)
		drop_units(t);
	while (t->kinds) {
		MemoryKind *m = t->kinds;

		t->kinds = m->next;
		free(m->first);
		free(m);
	}
	if (t->writable)
		munmap(t->writable, ARENA);
	if (t->executable)
		munmap(t->executable, ARENA);
	free(t->units);
	free(t->exits);
	free(t->places);
	free(t);
}

/* ---- nodes ---- */

/* same_marks: true if both observers mark the same addresses in the same table. */
static bool
same_marks(const CallMarks *a, const CallMarks *b)
{
	return a->base == b->base && a->size == b->size && a->marks == b->marks;
}

/* find_kind: the node's kind of memory (MemoryKind), created if it is new. */
static MemoryKind *
find_kind(Translator *t, const T800 *c)
{
	const CallMarks calls = c->call_marks ? *c->call_marks : (CallMarks){0};
	MemoryKind *m = t->kinds;

	while (m && (m->size != c->r.size || m->onchip != c->r.onchip || m->wait != c->r.wait
			|| m->chip != c->chip || !same_marks(&m->calls, &calls)))
		m = m->next;
	if (m)
		return m;
	m = xcalloc(1, sizeof *m);
	*m = (MemoryKind){.next = t->kinds,
		.size = c->r.size,
		.onchip = c->r.onchip,
		.wait = c->r.wait,
		.chip = c->chip,
		.calls = calls};
	m->first = xcalloc(m->size / CODE_LINE, sizeof *m->first);
	return t->kinds = m;
}

/* node_code_size: the bytes of a NodeCode with the lines of the node's memory. */
static size_t
node_code_size(const T800 *c)
{
	return sizeof(NodeCode) + c->r.size / CODE_LINE + 1;
}

void
translator_join(Translator *t, T800 *c)
{
	MemoryKind *m;
	NodeCode *k;

	if (dram_present(&c->dram)) /* its times depend on more than the code */
		return;
	m = find_kind(t, c);
	k = mmap(NULL, node_code_size(c), PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (k == MAP_FAILED)
		return; /* it is interpreted */
	k->translator = t;
	k->kind = m;
	m->nodes++;
	k->jumps[0] = m->jumps[0];
	k->jumps[1] = m->jumps[1];
	k->heat = t->heat;
	k->hot = t->hot;
	k->generation = t->generation;
	c->code = k;
}

/*
 * leave_kind: note that a node no longer uses a kind of memory. A kind with marks is freed with
 * its last node, because the marks are borrowed.
 */
static void
leave_kind(Translator *t, MemoryKind *m)
{
	MemoryKind **at = &t->kinds;

	if (--m->nodes > 0 || m->calls.size == 0)
		return;
	drop_units(t);
	while (*at != m)
		at = &(*at)->next;
	*at = m->next;
	free(m->first);
	free(m);
}

void
translator_leave(T800 *c)
{
	NodeCode *k = c->code;

	if (!k)
		return;
	leave_kind(k->translator, k->kind);
	munmap(k, node_code_size(c));
	c->code = NULL;
}

void
translator_update_marks(T800 *c)
{
	Translator *t = c->code->translator;

	if (find_kind(t, c) == c->code->kind) { /* only the marks in the same table have changed */
		drop_units(t);
	} else {
		translator_leave(c);
		translator_join(t, c);
	}
}

void
code_note_change(T800 *c)
{
	NodeCode *k = c->code;

	if (!k)
		return;
	if (k->any_valid) {
		memset(k->valid, 0, sizeof k->valid);
		memset(k->lines, 0, c->r.size / CODE_LINE);
		if (k->undo)
			undo_mark_lines(c);
	}
	k->any_valid = false;
	k->generation = k->translator->generation;
}

void
code_note_store(T800 *c, Addr a, Word nbytes)
{
	NodeCode *k = c->code;
	const Translator *t;

	if (!k || nbytes == 0)
		return;
	t = k->translator;
	if (k->generation != t->generation)
		code_note_change(c);
	if (k->undo)
		undo_keep(c, a, nbytes);
	for (Word line = (a - MOSTNEG) / CODE_LINE;
		line <= (a - MOSTNEG + nbytes - 1) / CODE_LINE; line++) {
		if (!(k->lines[line] & LINE_CODE))
			continue;
		k->lines[line] &= ~LINE_CODE;
		for (uint32_t p = k->kind->first[line]; p != 0; p = t->places[p].next)
			k->valid[t->places[p].unit] = 0;
	}
}

/* ---- units ---- */

/* hash_bucket: the head of the list of units that begin at addresses with this hash. */
static uint32_t *
hash_bucket(MemoryKind *m, Addr a)
{
	return &m->hash[(a ^ a >> 12) % HASHES];
}

/* validate_unit: allow the node to execute a unit. */
static void
validate_unit(T800 *c, uint32_t unit)
{
	const Unit *u = &c->code->translator->units[unit];
	Word first = (u->start.begin - MOSTNEG) / CODE_LINE;
	Word last = (u->start.begin - MOSTNEG + u->nbytes - 1) / CODE_LINE;

	for (Word line = first; line <= last; line++)
		c->code->lines[line] |= LINE_CODE;
	c->code->valid[unit] = 1;
	c->code->any_valid = true;
}

/* is_valid: true if the unit was made from the bytes that are now in the node's memory. */
static bool
is_valid(T800 *c, uint32_t unit)
{
	const Unit *u = &c->code->translator->units[unit];

	if (c->code->valid[unit])
		return true;
	if (memcmp(c->r.mem + (u->start.begin - MOSTNEG), u->bytes, u->nbytes) != 0)
		return false;
	validate_unit(c, unit);
	return true;
}

/*
 * has_lengths: true if the floating-point registers have the lengths for which the unit was made.
 */
static bool
has_lengths(const T800 *c, const Unit *u)
{
	return !u->floating || u->lengths == lengths_of(&c->fpu[c->priority]);
}

/* same_start: true if all fields of both starts are equal. */
static bool
same_start(const Start *a, const Start *b)
{
	return a->begin == b->begin && a->from == b->from && a->continues == b->continues
		&& a->inside == b->inside;
}

uint32_t
unit_find(T800 *c, const Start *start)
{
	const Translator *t = c->code->translator;
	uint32_t u = *hash_bucket(c->code->kind, start->begin);

	while (u != 0 && (!same_start(&t->units[u].start, start) || !has_lengths(c, &t->units[u])
				 || !is_valid(c, u)))
		u = t->units[u].next;
	return u;
}

/* add_places: note from which lines of memory a unit was made. */
static void
add_places(Translator *t, MemoryKind *m, uint32_t unit)
{
	const Unit *u = &t->units[unit];

	for (Word line = (u->start.begin - MOSTNEG) / CODE_LINE;
		line <= (u->start.begin - MOSTNEG + u->nbytes - 1) / CODE_LINE; line++) {
		if (t->nplaces >= t->cap_places) {
			t->cap_places = 2 * t->cap_places + 1024;
			t->places = xrealloc(t->places, t->cap_places * sizeof *t->places);
		}
		t->places[t->nplaces] = (Place){unit, m->first[line]};
		m->first[line] = t->nplaces++;
	}
}

/* has_room: true if the translator has room for one more unit with its exits. */
static bool
has_room(const Translator *t)
{
	return t->nunits < UNITS_MAX && t->used + UNIT_HOST <= ARENA / 2
		&& t->used_rarely + UNIT_HOST <= ARENA
		&& t->nexits + 4 * UNIT_MAX <= EXITS_MAX;
}

/*
 * make_room: make room for a unit; this may drop all other units. Returns false if there is no
 * memory for code.
 */
static bool
make_room(T800 *c)
{
	Translator *t = c->code->translator;

	if (!t->units)
		return open_arena(t);
	if (!has_room(t)) {
		drop_units(t);
		code_note_change(c);
	}
	return true;
}

/* make_unit: translate the code at the node's place; 0 if it cannot become a unit. */
static uint32_t
make_unit(T800 *c, const Start *start)
{
	Translator *t = c->code->translator;
	MemoryKind *m = c->code->kind;
	Source s;
	uint32_t unit, *hash = hash_bucket(m, c->r.iptr);
	Unit *u;

	if (!source_read(&s, c, start) || s.accessed.high - s.accessed.low
			> (int64_t)(start->inside ? m->onchip : m->size - m->onchip))
		return 0;
	unit = t->nunits++;
	u = &t->units[unit];
	*u = (Unit){.start = *start,
		.nbytes = s.end - start->begin,
		.accessed = s.accessed,
		.stored = s.stored,
		.floating = s.floating,
		.lengths = s.lengths,
		.next = *hash};
	*hash = unit;
	u->bytes = xmalloc(u->nbytes);
	memcpy(u->bytes, c->r.mem + (start->begin - MOSTNEG), u->nbytes);
	u->host = emit_unit(t, m, &s, unit);
	add_places(t, m, unit);
	validate_unit(c, unit);
	return unit;
}

/* start_state: the start of a unit that begins at the node's place, which is a checkpoint. */
static Start
start_state(const T800 *c)
{
	const Regs *r = &c->r;

	return (Start){.begin = r->iptr,
		.from = r->from,
		.continues = r->from != r->iptr,
		.inside = on_chip(c)};
}

/* note_entry: let units with this start be entered at `host` from now on. */
static void
note_entry(NodeCode *k, const Start *s, const void *host)
{
	Word place = s->begin & (JUMPS - 1);

	if (s->continues)
		k->kind->continued[s->inside][place] = (ContinuedEntry){host, s->begin, s->from};
	else
		k->jumps[s->inside][place] =
			(Jump){host, s->begin, first_fetch(k->kind, s->begin)};
}

/*
 * is_hot: true if the code has run so often that it is to become a unit. A unit that was made from
 * this code before has another Start, or was made from other bytes.
 */
static bool
is_hot(const NodeCode *k, uint16_t *heat)
{
	if (*heat == TRANSLATED)
		*heat = 0;
	return ++*heat >= k->hot;
}

/*
 * hot_unit: the unit that begins at the node's place, made if its code is hot; 0 if there is none.
 */
static uint32_t
hot_unit(T800 *c)
{
	NodeCode *k = c->code;
	Start start = start_state(c);
	uint32_t unit = unit_find(c, &start);
	uint16_t *heat = &k->heat[heat_of(c->r.iptr)];

	if (unit == 0 && is_hot(k, heat)) {
		unit = make_room(c) ? make_unit(c, &start) : 0;
		*heat = unit != 0 ? TRANSLATED : 0;
	}
	if (unit != 0 && (start.continues || !is_marked(c)))
		note_entry(k, &start, k->translator->units[unit].host.all);
	return unit;
}

/* ---- running ---- */

/*
 * leave_refused_unit: after a unit was refused, set where the stretch begins. The unit may continue
 * a stretch of another unit.
 */
static void
leave_refused_unit(T800 *c, const Start *s)
{
	Regs *r = &c->r;

	if (s->continues) {
		r->since = c->code->since - c->code->shift;
		r->from = s->from;
	} else {
		stretch_begin(r);
	}
}

/* leave_code: prepare the registers for the interpreter after an exit. */
static void
leave_code(T800 *c, const Exit *e)
{
	const NodeCode *k = c->code;
	Regs *r = &c->r;

	r->left = STRETCH_MAX;
	if (e->kind != EXIT_TO)
		r->iptr = e->iptr;
	if (e->floating)
		lengths_set(&c->fpu[c->priority], e->lengths);
	switch ((ExitKind)e->kind) {
	case EXIT_BEFORE:
		leave_before_exit(c, e);
		break;
	case EXIT_OPERATE: /* it was executed */
		break;
	case EXIT_INSIDE:
		r->since = k->since - k->shift;
		r->from = e->from;
		break;
	case EXIT_TO:
		r->cycles += first_fetch(k->kind, r->iptr);
		/* fall through */
	case EXIT_AT:
		stretch_begin(r);
		break;
	case EXIT_HEAD:
		leave_refused_unit(c, &k->translator->units[e->unit].start);
		break;
	}
}

/* How a node continues after translated code. */
typedef enum Onward {
	ONWARD_INTERPRET, /* the interpreter executes the next instruction */
	ONWARD_SEARCH, /* look for another unit that begins here */
	ONWARD_ENTER,  /* enter the unit that is noted for the node's place */
} Onward;

/*
 * keep_locals: copy the lines of memory with the part of the workspace to which the unit stores,
 * so that this can be undone; false if all were copied before.
 */
static bool
keep_locals(T800 *c, const Unit *u)
{
	bool any = false;

	for (int32_t at = u->stored.low; at < u->stored.high; at += CODE_LINE)
		any |= undo_keep(c, c->r.wptr + at, CODE_LINE + 1);
	return any;
}

/*
 * handle_refusal: find out how the node continues, after the tests at the beginning of a unit of
 * translated code have failed.
 */
static Onward
handle_refusal(T800 *c, uint32_t unit)
{
	const Unit *u = &c->code->translator->units[unit];

	if (c->code->undo && keep_locals(c, u))
		return ONWARD_ENTER;
	return c->code->valid[unit] && has_lengths(c, u) ? ONWARD_INTERPRET : ONWARD_SEARCH;
}

/* link_exit: link an exit at which a unit may begin with that unit. */
static Onward
link_exit(T800 *c, Exit *e)
{
	Translator *t = c->code->translator;
	uint64_t generation = t->generation;
	uint32_t unit = hot_unit(c);

	if (unit != 0 && e->link != 0 && t->generation == generation && !is_marked(c))
		emit_link(t, e, unit);
	return unit != 0 ? ONWARD_ENTER : ONWARD_INTERPRET;
}

/* clock_shift: the number to add to a clock, so that its highest bit is set from the limit on. */
static Cycles
clock_shift(const Regs *r)
{
	Cycles run = r->limit - r->cycles;

	return (1ull << 63) - r->cycles - (run < LONGEST_RUN ? run : LONGEST_RUN);
}

/* enter_unit: run translated code from the entry of a unit; returns how to continue. */
static Onward
enter_unit(T800 *c, const void *entry)
{
	Exit *e;

	c->code->shift = clock_shift(&c->r);
	e = run_unit(c, entry);
	if (e->kind == EXIT_OPERATE)
		e = operate(c, e);
	if (e->kind != EXIT_OPERATE)
		leave_code(c, e);
	c->called = ends_at_mark(c, e);
	if (c->called || (c->r.left == STRETCH_MAX && c->r.cycles >= c->r.limit))
		return ONWARD_INTERPRET;
	switch ((ExitKind)e->kind) {
	case EXIT_HEAD:
		return handle_refusal(c, e->unit);
	case EXIT_BEFORE:
		return ONWARD_INTERPRET;
	case EXIT_INSIDE:
	case EXIT_AT:
		return link_exit(c, e);
	case EXIT_TO:
	case EXIT_OPERATE:
		return ONWARD_ENTER;
	}
	return ONWARD_INTERPRET;
}

/* find_entry: the entry of a unit that begins at the node's place; NULL if there is none. */
static const void *
find_entry(T800 *c, Onward how)
{
	const void *entry;
	uint32_t unit;

	if (how == ONWARD_INTERPRET || !may_enter(&c->r))
		return NULL;
	entry = how == ONWARD_ENTER ? noted_entry(c) : NULL;
	if (entry)
		return entry;
	unit = hot_unit(c);
	return unit != 0 ? c->code->translator->units[unit].host.all : NULL;
}

void
translated_run(T800 *c)
{
	Regs *r = &c->r;
	Onward how = ONWARD_ENTER;

	if (c->code->generation != c->code->translator->generation)
		code_note_change(c);
	pass_checkpoint(r);
	do {
		const void *entry = find_entry(c, how);

		if (entry) {
			how = enter_unit(c, entry);
		} else {
			interpret_warm(c);
			how = ONWARD_ENTER;
		}
	} while (!c->called && (r->left != STRETCH_MAX || r->cycles < r->limit));
}
