/*
 * translate_emit.c - emits units as host code: copies stencils one after the other, and fills their
 * holes.
 *
 * The first half of the arena has the code that is executed often, unit after unit:
 *
 *   [within] [clean...] [exact] valid { instruction... [fetch] go | go_to | away } [cold go]...
 *
 * Each name is a stencil; [...] is optional. `stretch` stands before the first instruction whose
 * time depends on the state of the node. The other half of the arena has the cold parts of the
 * other stencils, and `away` for each exit.
 */
#include "translate.h"
#include "translate_host.h"

enum {
#include "isa.codes"
};

enum {
	HOLE_next, /* a jump to the code that is emitted next */
	HOLE_taken, /* a jump to the code for a transfer that is taken */
	HOLE_side, /* a jump to an exit, in a rare case */
	HOLE_leave, /* a jump to the code that leaves translated code */
	HOLE_hot, /* a jump into the stencil's frequent part */
	HOLE_cold, /* a jump into the stencil's rare part */
#define X(name) HOLE_##name,
	HOLES(X)
#undef X
	NHOLES
};

/* A place in a stencil that is filled when the stencil is copied. */
typedef struct StencilHole {
	uint16_t at;  /* offset in the part */
	uint8_t what; /* HOLE_next, ...: the number to put there */
	uint8_t kind; /* HoleKind */
	int32_t addend; /* added to that number */
} StencilHole;

/* A part of a stencil: its bytes and the holes in them. */
typedef struct StencilPart {
	const uint8_t *bytes;
	const StencilHole *holes;
	uint16_t nbytes, nholes;
} StencilPart;

/* The host code of an instruction: the frequent part, and the rest. */
typedef struct Stencil {
	StencilPart hot, cold;
} Stencil;

#ifdef HAVE_STENCILS
#include "stencils.tab"
#else
static const Stencil stencils[NSTENCILS], brief_stencils[NSTENCILS];
#endif

enum {
	BUSY_UNKNOWN = 1 << 30,            /* value of Known.busy: not known */
	EXITS = 4 * UNIT_MAX + 16, /* most exits of a unit */
};

/* A jump to an exit, which is emitted later. */
typedef struct PendingJump {
	uint32_t at;   /* place of the jump's displacement in the arena */
	uint32_t exit; /* index of the exit */
} PendingJump;

/* The state within a stretch that is known at translation. */
typedef struct KnownState {
	Addr from;      /* where the stretch began */
	uint32_t spent; /* cycles that have passed and are not yet added to the clock */
	uint32_t least; /* the least number of cycles since the beginning of the stretch */
	uint32_t count; /* instructions since the last checkpoint */
	int32_t adjust; /* what the unit has added to Wptr */
	/*
	 * the clock when the stretch began was noted; false: the clock has not been advanced since
	 */
	bool since;
	bool near;      /* Areg is probably an address on the chip */
	Lengths lengths; /* of the floating-point registers, if the unit uses them */
	Lengths noted;   /* the lengths that the node has noted */
	/*
	 * cycles until the floating-point unit is free, exactly or at most; BUSY_UNKNOWN: not known
	 */
	int32_t busy;
	bool exact;      /* `busy` is exact */
} KnownState;

/* A conditional transfer; the code for the case that it is taken is emitted later. */
typedef struct Branch {
	const Decoded *d; /* the transfer */
	KnownState known;    /* the state at the transfer */
	uint32_t cold; /* place in the arena of the jump to its cold part */
} Branch;

/* A unit being emitted. */
typedef struct Draft {
	Translator *t;
	const MemoryKind *m;
	const Source *s;       /* the code of the unit */
	uint32_t unit;         /* number of the unit */
	KnownState known;           /* the state at the place that has been reached */
	Word value[NHOLES];    /* the numbers for the holes of the next stencil */
	uint32_t exit;         /* the unit's first exit */
	uint32_t away[EXITS];  /* [exit] place of the exit's code in the arena; 0: not emitted */
	uint32_t npending, nbranches;
	/* these lists are not cleared at the beginning */
	PendingJump pending[2 * EXITS]; /* [npending] */
	Branch branches[UNIT_MAX]; /* [nbranches] */
} Draft;

/* put_displacement: let the jump at one place of the arena lead to another place of it. */
static void
put_displacement(Translator *t, uint32_t at, uint32_t to)
{
	put_target(t->writable + at, to - at);
}

/*
 * flush_code: remove the old contents of this part of the arena from the host's instruction cache.
 */
static void
flush_code(const Translator *t, uint32_t from, uint32_t to)
{
	__builtin___clear_cache((char *)t->executable + from, (char *)t->executable + to);
}

/* ends_with_hole: true if the part ends with a jump through this hole. */
static bool
ends_with_hole(const StencilPart *p, int what)
{
	const StencilHole *last = p->holes + p->nholes - 1;

	return p->nholes > 0 && last->what == what && last->at + 4 == p->nbytes
		&& last->kind == HOLE_JUMP && is_jump(p->bytes + last->at);
}

bool
emit_has_stencil(uint16_t stencil)
{
	const StencilPart *p = &stencils[stencil].hot;

	return p->bytes && !(p->nbytes == JUMP_SIZE && ends_with_hole(p, HOLE_side));
}

/* add_pending_jump: note a jump whose exit is emitted later. */
static void
add_pending_jump(Draft *f, uint32_t at, uint32_t exit)
{
	assert(f->npending < sizeof f->pending / sizeof *f->pending);
	f->pending[f->npending++] = (PendingJump){at, exit};
}

/* fits_holes: true if the numbers fit into the part's holes. */
static bool
fits_holes(const Draft *f, const StencilPart *p)
{
	for (uint32_t i = 0; i < p->nholes; i++) {
		const StencilHole *h = &p->holes[i];

		if (!hole_fits(h->kind, f->value[h->what] + h->addend))
			return false;
	}
	return true;
}

/* shortest_stencil: the shortest stencil whose holes have room for the present numbers. */
static const Stencil *
shortest_stencil(const Draft *f, int number)
{
	const Stencil *brief = &brief_stencils[number];

	return brief->hot.bytes && fits_holes(f, &brief->hot) && fits_holes(f, &brief->cold)
		? brief
		: &stencils[number];
}

/* A stencil being copied. */
typedef struct StencilCopy {
	uint32_t hot, cold; /* places of the stencil's parts; cold 0: copied later */
	uint32_t side;      /* the exit for its hole `side` */
	uint32_t next;      /* set to the place of the displacement to the next code */
	uint32_t late;      /* set to the place of the displacement to the cold part */
} StencilCopy;

/*
 * fill_hole: fill a hole. at: its place in the arena; on: the place of the code emitted next.
 */
static void
fill_hole(Draft *f, const StencilHole *h, uint32_t at, uint32_t on, StencilCopy *c)
{
	Translator *t = f->t;

	switch (h->what) {
	case HOLE_next:
	case HOLE_taken:
		c->next = at;
		put_displacement(t, at, on);
		break;
	case HOLE_side:
		add_pending_jump(f, at, c->side);
		break;
	case HOLE_leave:
		put_displacement(t, at, t->depart);
		break;
	case HOLE_hot:
		put_displacement(t, at, c->hot + h->addend);
		break;
	case HOLE_cold:
		c->late = at;
		put_displacement(t, at, c->cold + h->addend);
		break;
	default:
		assert(h->kind != HOLE_JUMP);
		put_number(t->writable + at, h->kind, f->value[h->what] + h->addend);
	}
}

/* copy_part: copy the first n bytes of a part to `at` in the arena, and fill its holes. */
static void
copy_part(Draft *f, const StencilPart *p, uint32_t n, uint32_t at, uint32_t on, StencilCopy *c)
{
	if (n == 0)
		return;
	memcpy(f->t->writable + at, p->bytes, n);
	for (uint32_t i = 0; i < p->nholes; i++)
		if (p->holes[i].at < n)
			fill_hole(f, &p->holes[i], at + p->holes[i].at, on, c);
}

/*
 * copy_stencil: emit a stencil, which continues with the code that is emitted next. side: the exit
 * for its hole `side`.
 */
static StencilCopy
copy_stencil(Draft *f, int number, uint32_t side)
{
	const Stencil *s = shortest_stencil(f, number);
	Translator *t = f->t;
	uint32_t n = s->hot.nbytes;
	StencilCopy c = {.hot = t->used, .cold = t->used_rarely, .side = side};

	if (ends_with_hole(&s->hot, HOLE_next) || ends_with_hole(&s->hot, HOLE_taken))
		n -= JUMP_SIZE;
	t->used += n;
	t->used_rarely += s->cold.nbytes;
	copy_part(f, &s->hot, n, c.hot, t->used, &c);
	copy_part(f, &s->cold, s->cold.nbytes, c.cold, t->used, &c);
	return c;
}

/*
 * copy_link: copy a stencil that ends with a jump to an exit; returns the place of the jump's
 * displacement.
 */
static uint32_t
copy_link(Draft *f, int number, uint32_t exit)
{
	const Stencil *s = shortest_stencil(f, number);
	Translator *t = f->t;
	StencilCopy c = {.hot = t->used, .side = exit};

	assert(s->cold.nbytes == 0);
	t->used += s->hot.nbytes;
	copy_part(f, &s->hot, s->hot.nbytes, c.hot, t->used, &c);
	add_pending_jump(f, c.next, exit);
	return c.next;
}

/*
 * copy_conditional: emit a conditional transfer; if it is not taken, it continues with the code
 * that is emitted next.
 */
static void
copy_conditional(Draft *f, const Decoded *d)
{
	const Stencil *s = &stencils[d->stencil];
	Translator *t = f->t;
	uint32_t n = s->hot.nbytes - JUMP_SIZE;
	StencilCopy c = {.hot = t->used};

	assert(ends_with_hole(&s->hot, HOLE_next) && ends_with_hole(&s->cold, HOLE_taken));
	t->used += n;
	copy_part(f, &s->hot, n, c.hot, t->used, &c);
	f->branches[f->nbranches++] = (Branch){d, f->known, c.late};
}

/* copy_taken: emit the end of a conditional transfer that is taken. */
static void
copy_taken(Draft *f, const Branch *b)
{
	const StencilPart *p = &stencils[b->d->stencil].cold;
	Translator *t = f->t;
	uint32_t n = p->nbytes - JUMP_SIZE;
	StencilCopy c = {.cold = t->used};

	put_displacement(t, b->cold, c.cold);
	t->used += n;
	copy_part(f, p, n, c.cold, t->used, &c);
}

/* add_exit: add an exit of the unit before the instruction at iptr; returns its index. */
static uint32_t
add_exit(Draft *f, ExitKind kind, Addr iptr)
{
	f->t->exits[f->t->nexits] = (Exit){.unit = f->unit,
		.iptr = iptr,
		.from = f->known.from,
		.spent = f->known.spent,
		.adjust = f->known.adjust,
		.floating = f->s->floating && kind != EXIT_HEAD,
		.lengths = f->known.lengths,
		.left = STRETCH_MAX - f->known.count,
		.kind = kind,
		.since = f->known.since};
	assert(f->t->nexits - f->exit < EXITS);
	return f->t->nexits++;
}

/* ---- parts of a unit ---- */

/* emit_head: emit the tests of a unit; returns the unit's entries, of which some skip tests. */
static Entry
emit_head(Draft *f)
{
	const Source *s = f->s;
	const Translator *t = f->t;
	uint32_t exit = add_exit(f, EXIT_HEAD, s->start.begin);
	Word from = s->start.inside ? 0 : f->m->onchip;
	Word to = s->start.inside ? f->m->onchip : f->m->size;
	Entry e = {.all = t->executable + t->used};

	if (s->accessed.low != s->accessed.high) {
		f->value[HOLE_low] = s->accessed.low - from - MOSTNEG;
		f->value[HOLE_span] = to - from - (s->accessed.high - s->accessed.low);
		copy_stencil(f, S_within, exit);
	}
	for (int32_t at = s->stored.low; at < s->stored.high; at += CODE_LINE) {
		f->value[HOLE_low] = at - MOSTNEG;
		copy_stencil(f, S_clean, exit);
	}
	if (s->floating) {
		f->value[HOLE_lengths] = lengths_flags(s->lengths);
		copy_stencil(f, S_exact, exit);
	}
	e.within = t->executable + t->used;
	f->value[HOLE_unit] = f->unit;
	copy_stencil(f, S_valid, exit);
	e.valid = t->executable + t->used;
	return e;
}

/* begin_stretch: begin a stretch at an address. */
static void
begin_stretch(Draft *f, Addr from)
{
	f->known.from = from;
	f->known.spent = f->known.least = f->known.count = 0;
	f->known.since = false;
}

/* note_since: emit code that notes the clock before an instruction of unknown time. */
static void
note_since(Draft *f)
{
	if (!f->known.since)
		copy_stencil(f, S_stretch, 0);
	f->known.since = true;
}

/*
 * pass_cycles: update what is known of the floating-point unit after the processor has taken this
 * number of cycles.
 */
static void
pass_cycles(KnownState *k, uint32_t cycles)
{
	k->spent += cycles;
	k->least += cycles;
	if (k->busy < BUSY_UNKNOWN)
		k->busy -= cycles;
}

/* fetch_cycles: the cycles to fetch the present stretch if it ends at an address. */
static uint32_t
fetch_cycles(const Draft *f, Addr end)
{
	const KnownState *k = &f->known;

	return k->from - MOSTNEG < f->m->onchip ? 0 : (end - k->from) * (f->m->wait + 1) >> 2;
}

/*
 * emit_fetch: emit the charge for fetching the stretch that ends, and set the holes of its
 * checkpoint.
 */
static void
emit_fetch(Draft *f, Addr end, Word first)
{
	KnownState *k = &f->known;
	uint32_t fetch = fetch_cycles(f, end);

	f->value[HOLE_spent] = k->spent;
	f->value[HOLE_fetch] = fetch;
	if (fetch > k->least && k->since) {
		copy_stencil(f, S_fetch, 0);
		k->exact = false;
	} else if (fetch > k->least) {
		pass_cycles(k, fetch - k->least);
	}
	f->value[HOLE_spent] = k->spent + first;
	f->value[HOLE_count] = k->count;
}

/*
 * note_lengths: emit code that notes the lengths of the floating-point registers, before another
 * unit may follow.
 */
static void
note_lengths(Draft *f)
{
	if (f->known.lengths == f->known.noted)
		return;
	f->value[HOLE_lengths] = lengths_flags(f->known.lengths);
	copy_stencil(f, S_lengths, 0);
	f->known.noted = f->known.lengths;
}

/*
 * emit_known_jump: emit the end of an instruction that jumps to an address known now; returns the
 * exit.
 */
static Exit *
emit_known_jump(Draft *f, Addr end, Addr target, Word first)
{
	uint32_t exit = add_exit(f, EXIT_AT, target);

	note_lengths(f);
	emit_fetch(f, end, first);
	f->t->exits[exit].link = copy_link(f, S_go, exit);
	return &f->t->exits[exit];
}

/* emit_taken_jump: emit the end of a jump that is always taken, to an address known now. */
static void
emit_taken_jump(Draft *f, const Decoded *d)
{
	Addr target = d->next + d->n;

	emit_known_jump(f, d->next, target, first_fetch(f->m, target))->is_call =
		d->stencil == S_D_call;
}

/*
 * emit_computed_jump: emit the end of an instruction that jumps to an address known only when it is
 * executed.
 */
static void
emit_computed_jump(Draft *f, const Decoded *d)
{
	uint32_t exit;

	note_lengths(f);
	emit_fetch(f, d->next, 0);
	f->value[HOLE_jumps] = offsetof(NodeCode, jumps) + f->s->start.inside * sizeof(Jump *);
	exit = add_exit(f, EXIT_TO, 0);
	f->t->exits[exit].is_call = d->stencil == S_O_ret || d->stencil == S_O_gcall;
	copy_stencil(f, S_go_to, exit);
}

/* emit_inner_checkpoint: emit a checkpoint within a stretch; last: the unit ends there. */
static void
emit_inner_checkpoint(Draft *f, Addr iptr, bool last)
{
	uint32_t exit;

	note_since(f);
	if (last)
		note_lengths(f);
	f->value[HOLE_spent] = f->known.spent;
	f->value[HOLE_count] = f->known.count;
	f->known.spent = f->known.count = 0;
	exit = add_exit(f, EXIT_INSIDE, iptr);
	if (last)
		f->t->exits[exit].link = copy_link(f, S_go, exit);
	else
		copy_stencil(f, S_go, exit);
}

/*
 * emit_not_taken: emit the code after a conditional transfer that is not taken; last: the unit ends
 * there.
 */
static void
emit_not_taken(Draft *f, const Decoded *d, bool last)
{
	if (last) {
		emit_known_jump(f, d->next, d->next, 0);
	} else {
		emit_fetch(f, d->next, 0);
		copy_stencil(f, S_go, add_exit(f, EXIT_AT, d->next));
		begin_stretch(f, d->next);
	}
}

/*
 * schedule_fpu: compute when an operation of the floating-point unit begins and ends, if this is
 * known; returns its stencil.
 */
static int
schedule_fpu(Draft *f, const Decoded *d)
{
	KnownState *k = &f->known;
	int32_t stall = k->busy < d->early ? 0 : k->busy + 1 - d->early;
	int32_t wait = f->value[HOLE_part_wait];
	bool known = !d->unsure && (k->exact || stall == 0);
	int32_t time = d->issue + d->further;

	if (known)
		pass_cycles(k, stall);
	f->value[HOLE_stall] = stall;
	f->value[HOLE_first_wait] = wait > stall ? wait - stall : 0;
	f->value[HOLE_free] = k->spent + d->issue;
	if (known && d->waits)
		pass_cycles(k, time);
	k->busy = d->waits ? 0 : time;
	k->exact = !d->varies;
	return d->stencil + (known ? 2 : 0);
}

/* set_unit_part: set the holes for the part of memory that an access through Areg probably uses. */
static void
set_unit_part(Draft *f)
{
	const MemoryKind *m = f->m;
	bool near = f->known.near || m->size <= m->onchip;

	f->value[HOLE_part] = -(near ? MOSTNEG : MOSTNEG + m->onchip);
	f->value[HOLE_part_size] = !near ? m->size - m->onchip
		: m->onchip < m->size   ? m->onchip
					: m->size;
	f->value[HOLE_part_words] = f->value[HOLE_part_size] / 4;
	f->value[HOLE_part_wait] = near ? 0 : m->wait;
}

/* guess_near: true if Areg will probably be an address on the chip after the instruction. */
static bool
guess_near(const Draft *f, const Decoded *d)
{
	switch (d->stencil) {
	case S_D_ldlp: return f->s->start.inside;
	case S_O_ldpi: return d->at - MOSTNEG < f->m->onchip;
	case S_D_ldc: return d->n - MOSTNEG < f->m->onchip;
	case S_O_mint: return true;
	case S_D_ldl:
	case S_D_ldnl: return false;
	}
	return f->known.near;
}

/* emit_instruction: copy the stencil of an instruction; last: it ends the unit. */
static void
emit_instruction(Draft *f, const Decoded *d, bool last)
{
	bool is_cj = d->transfer == TRANSFER_KNOWN && !d->always;
	uint32_t exit;
	uint32_t cycles = d->cycles + (f->s->start.inside ? 0 : d->nlocals * f->m->wait);
	int stencil = d->stencil;

	if (d->floating || d->varies
		|| (is_cj && fetch_cycles(f, d->next) > f->known.least + d->cycles))
		note_since(f);
	exit = add_exit(f, EXIT_BEFORE, d->at);
	f->value[HOLE_n] = d->n;
	f->value[HOLE_word_bytes] = 4 * d->n;
	f->value[HOLE_iptr] = d->next;
	f->value[HOLE_spent] = f->known.spent + d->cycles;
	f->value[HOLE_wait] = f->m->wait;
	set_unit_part(f);
	pass_cycles(&f->known, cycles);
	if (d->floating)
		stencil = schedule_fpu(f, d);
	else if (d->varies)
		f->known.exact = false;
	f->known.count++;
	f->known.adjust += d->adjust;
	f->known.lengths = d->lengths;
	f->known.near = guess_near(f, d);
	if (is_cj) {
		copy_conditional(f, d);
		emit_not_taken(f, d, last);
		return;
	}
	copy_stencil(f, stencil, exit);
	if (d->transfer == TRANSFER_COMPUTED)
		emit_computed_jump(f, d);
	else if (d->always)
		emit_taken_jump(f, d);
	else if (f->known.count == STRETCH_MAX)
		emit_inner_checkpoint(f, d->next, last && f->s->checked);
}

/* emit_branches: emit the ends of conditional transfers that are taken. */
static void
emit_branches(Draft *f)
{
	for (uint32_t i = 0; i < f->nbranches; i++) {
		const Branch *b = &f->branches[i];

		f->known = b->known;
		copy_taken(f, b);
		emit_taken_jump(f, b->d);
	}
}

/* add_last_exit: the exit before the instruction that follows the unit. */
static uint32_t
add_last_exit(Draft *f)
{
	const Decoded *d = &f->s->last;
	uint32_t exit = add_exit(f, d->operation ? EXIT_OPERATE : EXIT_BEFORE, d->at);
	Exit *e = &f->t->exits[exit];

	e->operation = d->n;
	e->is_call = d->operation && (d->n == OPER_RET || d->n == OPER_GCALL);
	e->cycles = d->cycles;
	e->nbytes = d->next - d->at;
	return exit;
}

/* emit_exit: emit the code of an exit, unless it exists; returns its place. */
static uint32_t
emit_exit(Draft *f, uint32_t exit)
{
	uint32_t *at = &f->away[exit - f->exit];

	if (*at == 0) {
		*at = f->t->used;
		f->value[HOLE_exit_index] = exit;
		copy_stencil(f, f->t->exits[exit].kind == EXIT_TO ? S_away_to : S_away, 0);
	}
	return *at;
}

/*
 * emit_pending: emit the exits to which jumps lead, in the arena's part for rarely executed code.
 */
static void
emit_pending(Draft *f)
{
	Translator *t = f->t;
	uint32_t used = t->used;

	t->used = t->used_rarely;
	for (uint32_t i = 0; i < f->npending; i++)
		put_displacement(t, f->pending[i].at, emit_exit(f, f->pending[i].exit));
	t->used_rarely = t->used;
	t->used = used;
}

Entry
emit_unit(Translator *t, const MemoryKind *m, const Source *s, uint32_t unit)
{
	Draft f;
	uint32_t begin = t->used, rarely = t->used_rarely;
	Entry entry;

	memset(&f, 0, offsetof(Draft, pending));
	f.t = t;
	f.m = m;
	f.s = s;
	f.unit = unit;
	f.exit = t->nexits;
	f.value[HOLE_size] = m->size;
	f.value[HOLE_onchip] = m->onchip;
	f.known.lengths = f.known.noted = s->lengths;
	f.known.busy = BUSY_UNKNOWN;
	entry = emit_head(&f);
	begin_stretch(&f, s->start.from);
	f.known.since = s->start.continues;
	for (uint32_t i = 0; i < s->n; i++)
		emit_instruction(&f, &s->code[i], i + 1 == s->n);
	if (s->code[s->n - 1].transfer == TRANSFER_NONE && !s->checked)
		emit_exit(&f, add_last_exit(&f));
	emit_branches(&f);
	emit_pending(&f);
	assert(t->used - begin <= UNIT_HOST && t->used_rarely - rarely <= UNIT_HOST);
	flush_code(t, begin, t->used);
	flush_code(t, rarely, t->used_rarely);
	return entry;
}

/* shift_range: convert a range relative to Wptr to one relative to Wptr after an adjustment. */
static Range
shift_range(Range r, int32_t adjust)
{
	return (Range){r.low - adjust, r.high - adjust};
}

/*
 * entry_for_exit: the entry at which an exit may enter a unit, according to the tests that its own
 * unit has made.
 */
static const uint8_t *
entry_for_exit(const Translator *t, const Exit *e, uint32_t unit)
{
	const Unit *from = &t->units[e->unit], *to = &t->units[unit];

	if (from->start.inside != to->start.inside
		|| !range_has(shift_range(from->accessed, e->adjust), to->accessed)
		|| !range_has(shift_range(from->stored, e->adjust), to->stored)
		|| (to->floating && (!from->floating || e->lengths != to->lengths)))
		return to->host.all;
	return from == to ? to->host.valid : to->host.within;
}

void
emit_link(Translator *t, Exit *e, uint32_t unit)
{
	put_displacement(t, e->link, entry_for_exit(t, e, unit) - t->executable);
	flush_code(t, e->link, e->link + 4);
	e->link = 0;
}

void
emit_fixed(Translator *t)
{
	Draft f = {.t = t};

	t->enter = (void (*)(T800 *, const void *))(t->executable + t->used);
	copy_stencil(&f, S_enter, 0);
	t->depart = t->used;
	copy_stencil(&f, S_depart, 0);
	t->fixed = t->used;
	flush_code(t, 0, t->fixed);
}
