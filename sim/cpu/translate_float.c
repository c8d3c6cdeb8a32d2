/*
 * translate_float.c - the facts about instructions of the floating-point unit that are known before
 * they are executed: lengths of the registers, and times.
 */
#include "fpu.h"
#include "translate.h"

enum {
	FAREG = 1 << 0, /* bits of Lengths */
	FBREG = 1 << 1,
	FCREG = 1 << 2,
};

/* push_length: the lengths after a push. */
static Lengths
push_length(Lengths l, bool dbl)
{
	return (l << 1 & (FBREG | FCREG)) | (dbl ? FAREG : 0);
}

/* pop_length: the lengths after a pop; FCreg keeps its length. */
static Lengths
pop_length(Lengths l)
{
	return l >> 1 | (l & FCREG);
}

/* equal_lengths: true if FAreg and FBreg have the same length. */
static bool
equal_lengths(Lengths l)
{
	return (l & FAREG) == (l & FBREG) >> 1;
}

/* replace_two: replace two operands by a result of their length; false if their lengths differ. */
static bool
replace_two(Lengths *l)
{
	bool equal = equal_lengths(*l);

	*l = (pop_length(*l) & ~FAREG) | (*l & FAREG);
	return equal;
}

Lengths
lengths_of(const Fpu *f)
{
	return (f->dbl[0] ? FAREG : 0) | (f->dbl[1] ? FBREG : 0) | (f->dbl[2] ? FCREG : 0);
}

void
lengths_set(Fpu *f, Lengths l)
{
	f->dbl[0] = (l & FAREG) != 0;
	f->dbl[1] = (l & FBREG) != 0;
	f->dbl[2] = (l & FCREG) != 0;
}

Word
lengths_flags(Lengths l)
{
	Fpu f = {.mode = ROUND_NEAREST};
	Word flags;

	lengths_set(&f, l);
	memcpy(&flags, f.dbl, sizeof flags);
	return flags;
}

/*
 * lengths_after: set *l to the lengths after an instruction, given by its first stencil; false if
 * it needs other lengths.
 */
static bool
lengths_after(uint16_t stencil, Lengths *l)
{
	switch (stencil) {
	case S_F4_fpldnlsni:
	case S_F4_fpldnlsn:
	case S_F4_fpldzerosn:
	case S_F4_fpi32tor32:
		*l = push_length(*l, false);
		return true;
	case S_F4_fpldnldbi:
	case S_F4_fpldnldb:
	case S_F4_fpldzerodb:
	case S_F4_fpi32tor64:
	case S_F4_fpb32tor64:
		*l = push_length(*l, true);
		return true;
	case S_F4_fpdup:
		*l = push_length(*l, *l & FAREG);
		return true;
	case S_F4_fprev:
		*l = (*l & FCREG) | (*l & FAREG ? FBREG : 0) | (*l & FBREG ? FAREG : 0);
		return true;
	case S_F4_fpstnlsn:
	case S_F4_fpstnldb:
		*l = pop_length(*l);
		return true;
	case S_F4_fpadd:
	case S_F4_fpsub:
	case S_F4_fpmul:
	case S_F4_fpdiv:
		return replace_two(l);
	case S_F4_fpldnladdsn:
	case S_F4_fpldnlmulsn:
		*l = push_length(*l, false);
		return replace_two(l);
	case S_F4_fpldnladddb:
	case S_F4_fpldnlmuldb:
		*l = push_length(*l, true);
		return replace_two(l);
	case S_F4_fpgt:
	case S_F4_fpeq: {
		bool equal = equal_lengths(*l);

		*l = pop_length(pop_length(*l));
		return equal;
	}
	case S_F4_fpordered:
		return equal_lengths(*l);
	case S_F4_fpur32tor64:
		*l |= FAREG;
		return true;
	case S_F4_fpur64tor32:
		*l &= ~FAREG;
		return true;
	case S_F4_fpnan:
	case S_F4_fpnotfinite:
	case S_F4_fpusqrtstep:
	case S_F4_fpusqrtlast:
	case S_F4_fpurn:
	case S_F4_fpchkerror:
	case S_F4_fptesterror:
	case S_F4_fpuseterror:
	case S_F4_fpuclearerror:
		return true;
	}
	return false;
}

/* further_cycles: the additional cycles of an instruction with doubles (fpu.c). */
static uint8_t
further_cycles(uint16_t stencil)
{
	switch (stencil) {
	case S_F4_fpmul: return 7;
	case S_F4_fpdiv: return 15;
	}
	return 0;
}

/* early_cycles: the cycles of an instruction of n cycles before it needs the unit. */
static uint8_t
early_cycles(uint16_t stencil, uint8_t n)
{
	switch (stencil) {
	case S_F4_fpldnlsni:
	case S_F4_fpldnlsn:
		return load_early(n, false);
	case S_F4_fpldnldbi:
	case S_F4_fpldnldb:
		return load_early(n, true);
	case S_F4_fpldnladdsn:
	case S_F4_fpldnladddb:
	case S_F4_fpldnlmulsn:
	case S_F4_fpldnlmuldb:
	case S_F4_fpi32tor32:
	case S_F4_fpi32tor64:
	case S_F4_fpb32tor64:
		return ACCESS_CYCLES;
	}
	return 0;
}

/* processor_waits: true if the processor waits for the result of the instruction. */
static bool
processor_waits(uint16_t stencil)
{
	switch (stencil) {
	case S_F4_fpstnlsn:
	case S_F4_fpstnldb:
	case S_F4_fpgt:
	case S_F4_fpeq:
	case S_F4_fpnan:
	case S_F4_fpordered:
	case S_F4_fpnotfinite:
	case S_F4_fpchkerror:
	case S_F4_fptesterror:
		return true;
	}
	return false;
}

bool
float_describe(Decoded *d)
{
	bool dbl = d->lengths & FAREG;

	d->floating = true;
	d->waits = processor_waits(d->stencil);
	d->unsure = d->stencil == S_F4_fpnan || d->stencil == S_F4_fpordered;
	d->varies = d->stencil == S_F4_fpstnlsn || d->stencil == S_F4_fpstnldb;
	d->further = dbl ? further_cycles(d->stencil) : 0;
	d->early = early_cycles(d->stencil, d->issue);
	if (!lengths_after(d->stencil, &d->lengths))
		return false;
	d->stencil += dbl;
	return true;
}
