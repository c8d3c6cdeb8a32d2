/*
 * translate_emit.c - units in host code: stencils copied one behind the other, their holes filled.
 *
 * What is executed often lies together; behind it are the ways out:
 *
 *   head [clean...] instruction... [checkpoint] go | go_to | fall go | away
 *
 * and in the arena's other half `away` for each place where the unit may be left.
 */
#include "translate.h"

enum {
	HOLE_next,
	HOLE_taken,
	HOLE_side,
	HOLE_leave,
#define X(name) HOLE_##name,
	HOLES(X)
#undef X
	NHOLES
};

typedef struct StencilHole {
	uint16_t at;
	uint8_t what;
	bool relative; /* to itself */
	int32_t addend;
} StencilHole;

typedef struct Stencil {
	const uint8_t *bytes;
	const StencilHole *holes;
	uint16_t nbytes, nholes;
} Stencil;

#ifdef HAVE_STENCILS
#include "stencils.tab"
#else
static const Stencil stencils[NSTENCILS];
#endif

enum {
	JUMP = 0xE9, /* with a displacement of 32 bits */
	JUMP_SIZE = 5,
	EXITS = 2 * UNIT_MAX + 16, /* at most, of a unit */
};

/* A jump to an exit, which is emitted later. */
typedef struct Pending {
	uint32_t at;   /* of its displacement in the arena */
	uint32_t exit;
} Pending;

/* A unit being emitted. */
typedef struct Draft {
	Translator *t;
	const MemoryKind *m;
	const Source *s;
	uint32_t unit;
	uint32_t spent; /* cycles that the clock lacks */
	uint32_t known; /* cycles that the unit has taken at least */
	uint32_t count; /* instructions since the last checkpoint */
	Word value[NHOLES];
	Pending pending[2 * EXITS];
	uint32_t npending;
	uint32_t taken;        /* the displacement to where the last transfer goes */
	uint32_t exit;         /* its first one */
	uint32_t away[EXITS];  /* where in the arena each is; 0: not emitted */
} Draft;

bool
emit_has(uint16_t stencil)
{
	return stencils[stencil].bytes != NULL;
}

static void
put_displacement(Translator *t, uint32_t at, uint32_t to)
{
	int32_t displacement = to - (at + 4);

	memcpy(t->writable + at, &displacement, sizeof displacement);
}

/* ends_with: is the last thing a stencil does the jump through a hole? */
static bool
ends_with(const Stencil *s, int what)
{
	const StencilHole *last = s->holes + s->nholes - 1;

	return s->nholes > 0 && last->what == what && last->at + 4 == s->nbytes
		&& s->bytes[last->at - 1] == JUMP;
}

static void
add_pending(Draft *f, Pending p)
{
	assert(f->npending < sizeof f->pending / sizeof *f->pending);
	f->pending[f->npending++] = p;
}

/*
 * copy: a stencil, which goes on with what is emitted next. side: the exit behind its side; d: the
 * instruction whose transfer is elsewhere. returns where `next` is, if it is kept
 */
static uint32_t
copy(Draft *f, int number, uint32_t side, const Decoded *d)
{
	const Stencil *s = &stencils[number];
	Translator *t = f->t;
	uint32_t begin = t->used, next = 0, nbytes = s->nbytes;
	bool link = number == S_go || number == S_go_fetch || number == S_fall;

	if (!link && ends_with(s, d && d->always ? HOLE_taken : HOLE_next))
		nbytes -= JUMP_SIZE;
	memcpy(t->writable + begin, s->bytes, nbytes);
	t->used += nbytes;
	for (uint32_t i = 0; i < s->nholes; i++) {
		const StencilHole *h = &s->holes[i];
		uint32_t at = begin + h->at;
		Word word = f->value[h->what] + h->addend;

		if (h->at >= nbytes)
			continue;
		switch (h->what) {
		case HOLE_next:
			next = at;
			put_displacement(t, at, t->used);
			break;
		case HOLE_taken:
			put_displacement(t, at, t->used);
			f->taken = at;
			break;
		case HOLE_side:
			add_pending(f, (Pending){at, side});
			break;
		case HOLE_leave:
			put_displacement(t, at, t->depart);
			break;
		default:
			assert(!h->relative);
			memcpy(t->writable + at, &word, sizeof word);
		}
	}
	return next;
}

static uint32_t
add_exit(Draft *f, ExitKind kind, Addr iptr)
{
	f->t->exits[f->t->nexits] = (Exit){.unit = f->unit,
		.iptr = iptr,
		.spent = f->spent,
		.left = STRETCH - f->count,
		.kind = kind};
	assert(f->t->nexits - f->exit < EXITS);
	return f->t->nexits++;
}

/* ---- parts of a unit ---- */

static void
emit_head(Draft *f)
{
	const Source *s = f->s;
	const Past *p = &s->past;
	bool inside = p->inside;
	uint32_t exit = add_exit(f, s->joins ? EXIT_JOIN : EXIT_HEAD, s->begin);
	Word from = inside ? 0 : f->m->onchip, to = inside ? f->m->onchip : f->m->size;

	f->value[HOLE_unit] = f->unit;
	f->value[HOLE_low] = s->accessed.low - from - MOSTNEG;
	f->value[HOLE_span] = to - from - (s->accessed.high - s->accessed.low);
	copy(f, s->joins ? S_join : S_head, exit, NULL);
	if (s->joins && !range_has(p->accessed, s->accessed))
		copy(f, S_within, exit, NULL);
	if (s->joins && range_has(p->stored, s->stored))
		return;
	for (int32_t at = s->stored.low; at < s->stored.high; at += CODE_LINE) {
		f->value[HOLE_low] = at - MOSTNEG;
		copy(f, S_clean, exit, NULL);
	}
}

/* fetch_cycles: of the stretch that ends with an instruction. */
static uint32_t
fetch_cycles(const Draft *f, const Decoded *d)
{
	Addr from = f->s->past.from;

	if (from - MOSTNEG < f->m->onchip)
		return 0;
	return (d->next - from) * (f->m->wait + 1) >> 2;
}

/* emit_known: the transfer of an instruction to a known place. */
static void
emit_known(Draft *f, const Decoded *d)
{
	Addr target = d->next + d->n;
	uint32_t fetch = fetch_cycles(f, d), link;
	Word first = target - MOSTNEG < f->m->onchip ? 0 : f->m->wait + 1;
	uint32_t exit = add_exit(f, EXIT_AT, target);
	bool hidden = fetch <= f->known;

	f->value[HOLE_spent] = f->spent + (hidden ? first : 0);
	f->value[HOLE_wait] = first;
	f->value[HOLE_fetch] = fetch;
	f->value[HOLE_count] = f->count;
	link = copy(f, hidden ? S_go : S_go_fetch, exit, NULL);
	f->t->exits[exit].link = link;
	add_pending(f, (Pending){link, exit});
}

/* emit_computed: the same to a computed place. */
static void
emit_computed(Draft *f, const Decoded *d)
{
	f->value[HOLE_spent] = f->spent;
	f->value[HOLE_wait] = f->m->wait + 1;
	f->value[HOLE_fetch] = fetch_cycles(f, d);
	f->value[HOLE_count] = f->count;
	f->value[HOLE_inside] = f->s->past.inside;
	copy(f, S_go_to, add_exit(f, EXIT_TO, 0), NULL);
}

static void
emit_checkpoint(Draft *f, Addr iptr)
{
	uint32_t exit;

	f->value[HOLE_spent] = f->spent;
	f->value[HOLE_count] = f->count;
	f->spent = f->count = 0;
	exit = add_exit(f, EXIT_INSIDE, iptr);
	copy(f, S_checkpoint, exit, NULL);
}

/* shifted: a range from where Wptr is after an adjustment. */
static Range
shifted(Range r, int32_t adjust)
{
	return (Range){r.low - adjust, r.high - adjust};
}

/* emit_fall: where a conditional transfer that is not taken goes on. */
static void
emit_fall(Draft *f)
{
	const Source *s = f->s;
	Translator *t = f->t;
	const Past *p = &s->past;
	uint32_t exit = add_exit(f, EXIT_FALL, s->end);
	uint32_t link = copy(f, S_fall, 0, NULL);
	Range stored = s->joins && range_has(p->stored, s->stored) ? p->stored : s->stored;
	Range accessed = s->joins ? range_hull(p->accessed, s->accessed) : s->accessed;

	t->exits[exit].link = link;
	t->exits[exit].past = t->npasts;
	t->pasts[t->npasts++] = (Past){.from = p->from,
		.spent = f->spent,
		.known = f->known,
		.count = f->count,
		.accessed = shifted(accessed, s->adjust),
		.stored = shifted(stored, s->adjust),
		.inside = p->inside};
	add_pending(f, (Pending){link, exit});
}

/* emit_conditional: the unit ends with a conditional transfer: not taken, then taken. */
static void
emit_conditional(Draft *f, const Decoded *d)
{
	uint32_t spent = f->spent, known = f->known, count = f->count, taken = f->taken;

	if (f->count == STRETCH)
		emit_checkpoint(f, d->next);
	emit_fall(f);
	f->spent = spent;
	f->known = known;
	f->count = count;
	put_displacement(f->t, taken, f->t->used);
	emit_known(f, d);
}

static void
emit_instruction(Draft *f, const Decoded *d)
{
	uint32_t exit = add_exit(f, EXIT_BEFORE, d->at), locals;

	f->value[HOLE_n] = d->n;
	f->value[HOLE_word_bytes] = 4 * d->n;
	f->value[HOLE_iptr] = d->next;
	f->value[HOLE_spent] = f->spent + d->cycles;
	f->value[HOLE_wait] = f->m->wait;
	locals = f->s->past.inside ? 0 : d->nlocals * f->m->wait;
	f->spent += d->cycles + locals;
	f->known += d->cycles + locals;
	f->count++;
	copy(f, d->stencil, exit, d);
	if (d->transfer == TRANSFER_COMPUTED)
		emit_computed(f, d);
	else if (d->always)
		emit_known(f, d);
	else if (d->transfer == TRANSFER_KNOWN)
		emit_conditional(f, d);
	else if (f->count == STRETCH)
		emit_checkpoint(f, d->next);
}

/* emit_away: the exit, once; returns where it is. */
static uint32_t
emit_away(Draft *f, uint32_t exit)
{
	uint32_t *at = &f->away[exit - f->exit];

	if (*at == 0) {
		*at = f->t->used;
		f->value[HOLE_site] = exit;
		copy(f, S_away, 0, NULL);
	}
	return *at;
}

/* emit_pending: what jumps lead to, in the arena's part for what is executed rarely. */
static void
emit_pending(Draft *f)
{
	Translator *t = f->t;
	uint32_t used = t->used;

	t->used = t->used_rarely;
	for (uint32_t i = 0; i < f->npending; i++)
		put_displacement(t, f->pending[i].at, emit_away(f, f->pending[i].exit));
	t->used_rarely = t->used;
	t->used = used;
}

void *
emit_unit(Translator *t, const MemoryKind *m, const Source *s, uint32_t unit)
{
	Draft f = {.t = t, .m = m, .s = s, .unit = unit, .exit = t->nexits,
		.spent = s->past.spent, .known = s->past.known, .count = s->past.count};
	uint32_t begin = t->used;
	const Decoded *last = &s->code[s->n - 1];

	f.value[HOLE_size] = m->size;
	f.value[HOLE_onchip] = m->onchip;
	emit_head(&f);
	for (uint32_t i = 0; i < s->n; i++)
		emit_instruction(&f, &s->code[i]);
	if (last->transfer == TRANSFER_NONE)
		emit_away(&f, add_exit(&f, EXIT_BEFORE, s->end));
	emit_pending(&f);
	assert(t->used - begin <= UNIT_HOST);
	return t->executable + begin;
}

void
emit_link(Translator *t, Exit *e, const void *host)
{
	put_displacement(t, e->link, (const uint8_t *)host - t->executable);
	e->link = 0;
}

bool
emit_fixed(Translator *t)
{
	Draft f = {.t = t};

	if (!emit_has(S_enter) || !emit_has(S_depart))
		return false;
	t->enter = (void (*)(T800 *, void *))(t->executable + t->used);
	copy(&f, S_enter, 0, NULL);
	t->depart = t->used;
	copy(&f, S_depart, 0, NULL);
	t->fixed = t->used;
	return true;
}
