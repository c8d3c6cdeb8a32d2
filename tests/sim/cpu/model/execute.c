/*
 * execute.c - executes single instructions for model.py: reads states of a node, one per line, runs
 * each until the node stops or is idle, and prints the resulting state.
 *
 * A state is a list of hexadecimal numbers, in the order of `fields`, then the number of words of
 * memory that differ from a fixed pattern, with the address and value of each. The output has the
 * same form, with the words that the run has changed.
 */
#include "sim/cpu/execute.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
	MEMORY = 64 << 10,
	MEMORY_16 = 48 << 10, /* of chips with words of 16 bits */
	RUN = 4000, /* cycles that a run may take */
};

/* What a state is made of; each is read into an integer and written from one. */
typedef struct State {
	uint64_t chip;
	uint64_t areg, breg, creg, wptr, iptr, priority, idle;
	uint64_t error, haltonerror, j0break, analysed;
	uint64_t fptr[2], bptr[2];
	uint64_t rows, dst_stride, src_stride, dreg;
	uint64_t clock[2], tvalid[2], tnext[2], timer_off[2];
	uint64_t event_pending, event_waiter;
	struct {
		uint64_t reg[3], dbl[3], mode, error;
	} fpu[2];
	uint64_t stop, fault;
} State;

enum { NFIELDS = sizeof(State) / sizeof(uint64_t) };

/* pattern: what memory holds at an address. */
static Word
pattern(Word offset)
{
	return offset * 2654435761u ^ 0x9E3779B9u;
}

static void
put(uint8_t *at, bool is_short, Word w)
{
	for (int i = 0; i < (is_short ? 2 : 4); i++)
		at[i] = w >> 8 * i;
}

static void
fill(uint8_t *mem, bool is_short)
{
	for (Word offset = 0; offset < MEMORY; offset += is_short ? 2 : 4)
		put(mem + offset, is_short, pattern(offset));
}

static T800 *
node_of(uint64_t chip)
{
	static T800 *nodes[NCHIPS];
	NodeSpec spec = {.name = "n", .chip = chip, .khz = 20000, .mem = is_16bit(chip) ? MEMORY_16 : MEMORY, .onchip = PAGE,
		.unmapped = UNMAPPED_FLOAT};

	if (chip >= NCHIPS)
		exit(3);
	if (!nodes[chip])
		nodes[chip] = t800_new(&spec);
	return nodes[chip];
}

static void
put_fpu(Fpu *f, const State *s, int priority)
{
	for (int i = 0; i < 3; i++) {
		f->reg[i] = s->fpu[priority].reg[i];
		f->dbl[i] = s->fpu[priority].dbl[i];
	}
	f->mode = s->fpu[priority].mode;
	f->error = s->fpu[priority].error;
}

static void
put_priority(T800 *c, const State *s, int priority)
{
	c->fptr[priority] = s->fptr[priority];
	c->bptr[priority] = s->bptr[priority];
	c->clock_base[priority] = s->clock[priority];
	c->tvalid[priority] = s->tvalid[priority];
	c->tnext[priority] = s->tnext[priority];
	c->timer_off[priority] = s->timer_off[priority];
	put_fpu(&c->fpu[priority], s, priority);
}

/* set_state: a node is in the state; its clocks begin a tick. */
static T800 *
set_state(const State *s)
{
	T800 *c = node_of(s->chip);

	t800_reset(c, false);
	c->r.areg = s->areg;
	c->r.breg = s->breg;
	c->r.creg = s->creg;
	c->r.wptr = s->wptr;
	c->r.iptr = s->iptr;
	c->priority = s->priority;
	c->idle = s->idle;
	c->error = s->error;
	c->haltonerror = s->haltonerror;
	c->j0break = s->j0break;
	c->analysed = s->analysed;
	c->rows = s->rows;
	c->dst_stride = s->dst_stride;
	c->src_stride = s->src_stride;
	c->dreg = s->dreg;
	c->clock_on = true;
	c->clock_start = c->r.cycles;
	c->event_pending = s->event_pending;
	c->event_waiter = s->event_waiter;
	put_priority(c, s, HIGH);
	put_priority(c, s, LOW);
	c->stop = STOP_NONE;
	stretch_begin(&c->r);
	return c;
}

static void
get_priority(const T800 *c, State *s, int priority)
{
	const Fpu *f = &c->fpu[priority];

	s->fptr[priority] = c->fptr[priority];
	s->bptr[priority] = c->bptr[priority];
	s->clock[priority] = c->clock_base[priority];
	s->tvalid[priority] = c->tvalid[priority];
	s->tnext[priority] = c->tvalid[priority] ? c->tnext[priority] : 0;
	s->timer_off[priority] = c->timer_off[priority];
	for (int i = 0; i < 3; i++) {
		s->fpu[priority].reg[i] = f->reg[i];
		s->fpu[priority].dbl[i] = f->dbl[i];
	}
	s->fpu[priority].mode = f->mode;
	s->fpu[priority].error = f->error;
}

static void
get(const T800 *c, State *s)
{
	*s = (State){.chip = c->chip,
		.areg = c->r.areg,
		.breg = c->r.breg,
		.creg = c->r.creg,
		.wptr = c->r.wptr,
		.iptr = c->r.iptr,
		.priority = c->priority,
		.idle = c->idle,
		.error = c->error,
		.haltonerror = c->haltonerror,
		.j0break = c->j0break,
		.analysed = c->analysed,
		.rows = c->rows,
		.dst_stride = c->dst_stride,
		.src_stride = c->src_stride,
		.dreg = c->dreg,
		.event_pending = c->event_pending,
		.event_waiter = c->event_waiter,
		.stop = c->stop,
		.fault = c->fault};
	get_priority(c, s, HIGH);
	get_priority(c, s, LOW);
}

/* changes: the words that differ, counted and printed. */
static void
changes(const T800 *c, const uint8_t *before)
{
	const uint8_t *after = c->r.mem;
	uint32_t n = 0, size = chip_word_bytes(c->chip), mask = is_16bit(c->chip) ? 0xFFFF : ~0u;

	for (Word o = 0; o < c->r.size; o += size)
		n += memcmp(before + o, after + o, size) != 0;
	printf(" %" PRIx32, n);
	for (Word o = 0; o < c->r.size; o += size)
		if (memcmp(before + o, after + o, size) != 0)
			printf(" %" PRIx32 " %" PRIx32, (lowest_address(c->chip) + o) & mask,
				t800_get(c, after + o) & mask);
	putchar('\n');
}

/*
 * widen: extend the signs of the words of 16 bits of a state, as the simulator keeps them, or cut
 * the words to 16 bits.
 */
static void
widen(State *s, bool extend)
{
	uint64_t *word[] = {&s->areg, &s->breg, &s->creg, &s->wptr, &s->iptr, &s->fptr[0], &s->fptr[1],
		&s->bptr[0], &s->bptr[1], &s->dreg, &s->clock[0], &s->clock[1], &s->tnext[0],
		&s->tnext[1], &s->fault};

	for (size_t i = 0; i < sizeof word / sizeof *word && is_16bit(s->chip); i++)
		*word[i] = extend ? (Word)(int16_t)*word[i] : (uint16_t)*word[i];
}

static bool
number(uint64_t *n)
{
	return scanf("%" SCNx64, n) == 1;
}

static bool
read_state(State *s, uint8_t *mem)
{
	uint64_t *field = (uint64_t *)s, n, a, w;
	Word offset;

	for (int i = 0; i < NFIELDS; i++)
		if (!number(field + i))
			return false;
	widen(s, true);
	fill(mem, is_16bit(s->chip));
	if (!number(&n))
		return false;
	while (n-- > 0) {
		if (!number(&a) || !number(&w))
			return false;
		offset = is_16bit(s->chip) ? (uint16_t)(a - 0x8000) : (Word)a - MOSTNEG;
		if (offset >= MEMORY)
			return false;
		put(mem + offset, is_16bit(s->chip), w);
	}
	return true;
}

int
main(void)
{
	static uint8_t mem[MEMORY];
	State s;

	while (read_state(&s, mem)) {
		T800 *c;
		const uint64_t *field = (uint64_t *)&s;

		c = set_state(&s);
		memcpy(c->r.mem, mem, c->r.size);
		t800_run(c, c->r.cycles + RUN);
		get(c, &s);
		widen(&s, false);
		for (int i = 0; i < NFIELDS; i++)
			printf("%" PRIx64 "%s", field[i], i < NFIELDS - 1 ? " " : "");
		changes(c, mem);
	}
	return 0;
}
