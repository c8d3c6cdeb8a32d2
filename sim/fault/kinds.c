/*
 * kinds.c - the kinds of faults: how each is read, executed and printed. A new kind needs functions
 * and a row here.
 */
#include "kind.h"

#include "base/number.h"
#include "sim/cpu/execute.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
	/* least rate of a clock in parts per million: 1/1000 of the nominal rate */
	LEAST_RATE = 1000,
	MOST_RATE = 100000000, /* highest rate of a clock: 100 times the nominal rate */
};
/* Rows of `kinds` that other kinds refer to. */
enum {
	SLOW_ROW = 3,
	CUT_ROW = 7,
};
#define MOST_HOLD 1000000000000000ull /* ps a call can be held: a timer counts to 2^31 us */

/* ---- without operands ---- */

/* read_nothing: FaultKind.read of a kind without operands. */
static void
read_nothing(Reader *r, Fault *f)
{
	(void)r;
	(void)f;
}

/* has_word: FaultKind.ok: true if the fault's value is a word. */
static bool
has_word(const Network *w, const Fault *f)
{
	(void)w;
	return f->value < UINT32_MAX;
}

/* write_nothing: FaultKind.write of a kind without operands. */
static void
write_nothing(const Fault *f, Buf *out)
{
	(void)f;
	(void)out;
}

/* print_place: FaultKind.tell: print the node, and the Iptr at which it was stopped. */
static void
print_place(const Network *w, const Fault *f, FILE *out)
{
	fprintf(out, ", %s at Iptr %08" PRIX32, w->topology->nodes[f->node].name, f->found);
}

/* ---- crash, halt, event ---- */

/* crash_node: FaultKind.strike: stop the node and cut its links. */
static bool
crash_node(Network *w, Fault *f, Time at)
{
	T800 *c = w->nodes[f->node];

	c->stop = STOP_CRASH;
	c->fault = c->r.iptr;
	for (uint32_t l = 0; l < NLINKS; l++)
		fault_order(w, f->node * NLINKS + l, CUT_ROW, f, at);
	return true;
}

/* halt_node: FaultKind.strike: stop the node as Error with HaltOnError does. */
static bool
halt_node(Network *w, Fault *f, Time at)
{
	T800 *c = w->nodes[f->node];

	(void)at;
	c->error = c->haltonerror = true;
	c->stop = STOP_ERROR;
	c->fault = c->r.iptr;
	return true;
}

/* raise_event: FaultKind.strike: raise the node's event pin. */
static bool
raise_event(Network *w, Fault *f, Time at)
{
	T800 *c = w->nodes[f->node];

	(void)at;
	due_set(c, DUE_EVENT, c->r.cycles);
	return true;
}

/* ---- freeze, slow, drift: clocks ---- */

/*
 * set_clock: stop the node's clock for `stand`, then let it continue from its present value with
 * another period (ps << 20). Events that were due but waited for the end of an instruction are due
 * now.
 */
static void
set_clock(Network *w, NodeId n, uint64_t period, Time stand)
{
	T800 *c = w->nodes[n];
	Cycles now = c->r.cycles, *const lists[] = {c->due + DUE_EVENT, c->cancelled};
	const int lengths[] = {NDUE - DUE_EVENT, 2 * NLINKS};
	Time times[NDUE + 2 * NLINKS], base = node_time(w, n, now) + stand;
	int k = 0;

	for (int i = 0; i < 2; i++)
		for (int j = 0; j < lengths[i]; j++)
			times[k++] = lists[i][j] == NEVER ? NEVER : node_time(w, n, lists[i][j]);
	for (int i = 0; i < NDUE; i++)
		if (c->due[i] < now)
			c->due[i] = now;
	w->phase[n] = base;
	w->from[n] = now;
	w->period[n] = period;
	k = 0;
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < lengths[i]; j++, k++)
			if (lists[i][j] > now && lists[i][j] != NEVER)
				lists[i][j] = node_clock(w, n, times[k]);
	due_find_first(c);
}

/* read_time: FaultKind.read: read the operand, a time. */
static void
read_time(Reader *r, Fault *f)
{
	f->value = reader_range(r, "how long", true);
}

/* has_time: FaultKind.ok: true if the fault's value is a valid time. */
static bool
has_time(const Network *w, const Fault *f)
{
	(void)w;
	return f->value < FAULT_MAX_TIME;
}

/* write_time: FaultKind.write: print the operand, a time. */
static void
write_time(const Fault *f, Buf *out)
{
	buf_printf(out, " %s", TIME_STRING(f->value));
}

/* freeze_clock: FaultKind.strike: stop the node's clock for f->value ps. */
static bool
freeze_clock(Network *w, Fault *f, Time at)
{
	(void)at;
	set_clock(w, f->node, w->period[f->node], f->value);
	return true;
}

/*
 * read_number_with_unit: read a number followed by a unit, such as 40%; false if the word is not
 * one.
 */
static bool
read_number_with_unit(const char *word, const char *unit, double *v)
{
	char *end;

	*v = strtod(word, &end);
	return end != word && strcmp(end, unit) == 0;
}

/* clock_rate: read the rate of a clock, in parts per million of its previous rate. */
static uint64_t
clock_rate(const Reader *r, const char *word, double parts)
{
	if (!(parts >= LEAST_RATE && parts <= MOST_RATE))
		fatal_at(r->file, r->line, "%s: a rate is 0.1%% to 10000%%", word);
	return parts + 0.5;
}

/* read_rate: FaultKind.read: read the operand of slow, the clock's new rate. */
static void
read_rate(Reader *r, Fault *f)
{
	const char *word = next_word(r, "the rate");
	double v;

	if (!read_number_with_unit(word, "%", &v))
		fatal_at(r->file, r->line, "'%s' is not a rate; expected 40%%", word);
	f->value = clock_rate(r, word, v * 1e4);
}

/* read_drift: FaultKind.read: read the operand of drift, another notation for slow. */
static void
read_drift(Reader *r, Fault *f)
{
	const char *word = next_word(r, "the drift");
	double v;

	if (!read_number_with_unit(word, "ppm", &v))
		fatal_at(r->file, r->line, "'%s' is not a drift; expected -200ppm", word);
	f->value = clock_rate(r, word, 1e6 + v);
	f->kind = SLOW_ROW;
}

/* has_rate: FaultKind.ok: true if the fault's value is a valid rate. */
static bool
has_rate(const Network *w, const Fault *f)
{
	(void)w;
	return f->value >= LEAST_RATE && f->value <= MOST_RATE;
}

/* write_rate: FaultKind.write: print the operand of slow. */
static void
write_rate(const Fault *f, Buf *out)
{
	buf_printf(out, " %" PRIu64 ".%04" PRIu64 "%%", f->value / 10000, f->value % 10000);
}

/* slow_clock: FaultKind.strike: let the node's clock run at f->value millionths of its rate. */
static bool
slow_clock(Network *w, Fault *f, Time at)
{
	(void)at;
	set_clock(w, f->node, (unsigned __int128)w->period[f->node] * 1000000 / f->value, 0);
	return true;
}

/* ---- flip: a bit of memory ---- */

/* read_address: FaultKind.read: read <address or variable>[+offset].<bit>. */
static void
read_address(Reader *r, Fault *f)
{
	const char *word = next_word(r, "the address");
	char copy[LINE], *dot, *plus;
	uint64_t base, offset = 0, bit;
	Word size = r->w->nodes[f->node]->r.size;

	snprintf(copy, sizeof copy, "%s", word);
	dot = strrchr(copy, '.');
	if (!dot || !number_parse(dot + 1, 31, &bit))
		fatal_at(r->file, r->line, "'%s': expected WORD.BIT, such as 0x80001000.5 or "
			"counter.5",
			word);
	*dot = '\0';
	plus = strrchr(copy, '+');
	if (plus && !number_parse(plus + 1, size, &offset))
		fatal_at(r->file, r->line, "'%s': expected a number of bytes after '+'", word);
	if (plus)
		*plus = '\0';
	if (!number_parse(copy, UINT32_MAX, &base)) {
		base = symbol_addr(r, f->node, copy, "variable", "node");
		f->moved = r->names->loaded ? MOVED_VALUE : 0;
	}
	f->value = (Addr)(base + offset + bit / 8);
	f->bits = 1 << bit % 8;
	if (!f->moved && (Addr)f->value - MOSTNEG >= size)
		fatal_at(r->file, r->line, "%s is outside the node's memory, %08X to %08X", word,
			MOSTNEG, MOSTNEG + size - 1);
}

/* is_in_memory: true if the address f->value lies in the node's memory. */
static bool
is_in_memory(const Network *w, const Fault *f)
{
	const T800 *c = w->nodes[f->node];

	return t800_offset(c, f->value) < c->r.size;
}

/* has_address: FaultKind.ok: true if the fault's value is an address in memory. */
static bool
has_address(const Network *w, const Fault *f)
{
	return f->value >> 32 == 0 && (f->moved || is_in_memory(w, f));
}

/* write_address: FaultKind.write: print the address and the bit. */
static void
write_address(const Fault *f, Buf *out)
{
	buf_printf(out, " 0x%08" PRIX64 ".%d", f->value, __builtin_ctz(f->bits));
}

/*
 * flip_bit: FaultKind.strike: invert the bits f->bits of a byte of memory; false if the node lacks
 * this memory.
 */
static bool
flip_bit(Network *w, Fault *f, Time at)
{
	T800 *c = w->nodes[f->node];
	uint8_t *byte, flipped;

	(void)at;
	if (!resolve_addresses(w, f) || !is_in_memory(w, f))
		return false;
	byte = c->r.mem + t800_offset(c, f->value);
	flipped = *byte ^ f->bits;
	f->found = *byte;
	if (c->watch)
		watch_report(c, ACCESS_FAULT, f->value, 1, byte, &flipped, NOTPROCESS);
	*byte = flipped;
	code_note_store(c, f->value, 1);
	return true;
}

/* print_byte: FaultKind.tell: print the byte's address, its old and its new value. */
static void
print_byte(const Network *w, const Fault *f, FILE *out)
{
	(void)w;
	fprintf(out, ", byte %08" PRIX32 " from %02X to %02X", (Addr)f->value, f->found,
		f->found ^ f->bits);
}

/* ---- drop, hold: calls of functions ---- */

/*
 * skip_call: FaultKind.strike: let the running process, which is at the entry of a function,
 * return from it at once.
 */
static bool
skip_call(Network *w, Fault *f, Time at)
{
	Regs *r = &w->nodes[f->node]->r;

	(void)at;
	fetch_charge(r);
	r->iptr = read_word(r, r->wptr);
	r->wptr += 16;
	r->areg = 0;
	stretch_begin(r);
	return true;
}

/* read_hold: FaultKind.read: read how long a call is held, less than MOST_HOLD. */
static void
read_hold(Reader *r, Fault *f)
{
	read_time(r, f);
	if (f->value >= MOST_HOLD)
		fatal_at(r->file, r->line, "a call can be held for less than 1000s");
}

/* has_hold_time: FaultKind.ok: true if the fault's value is a valid time for holding a call. */
static bool
has_hold_time(const Network *w, const Fault *f)
{
	(void)w;
	return f->value < MOST_HOLD;
}

/*
 * hold_call: FaultKind.strike: let the running process wait. Its registers are lost, but at a
 * function's entry all that it needs is in memory.
 */
static bool
hold_call(Network *w, Fault *f, Time at)
{
	T800 *c = w->nodes[f->node];
	Word tick = c->priority == HIGH ? 1 : 64; /* us */

	(void)at;
	c->r.areg = clock_read(c, c->r.cycles, c->priority) + (Word)(f->value / 1000000 / tick);
	timer_input(c);
	process_reschedule(c);
	return true;
}

/* ---- cut, dead, delay: lines ---- */

/* cut_line: FaultKind.line: let no signal pass in either direction any more. */
static void
cut_line(End *e, End *peer, const Order *o)
{
	(void)o;
	e->dead = peer->dead = true;
}

/* kill_end: FaultKind.line: let no signal leave the end any more. */
static void
kill_end(End *e, End *peer, const Order *o)
{
	(void)peer;
	(void)o;
	e->dead = true;
}

/* read_delay: FaultKind.read: read the operand of a delay, in ns. */
static void
read_delay(Reader *r, Fault *f)
{
	Time t = reader_range(r, "the delay", true);

	if (t % 1000 != 0 || t / 1000 > MAX_COUNT)
		fatal_at(r->file, r->line, "a delay is a whole number of ns, up to 2s");
	f->value = t / 1000;
}

/* write_delay: FaultKind.write: print the operand of a delay. */
static void
write_delay(const Fault *f, Buf *out)
{
	buf_printf(out, " %s", TIME_STRING(f->value * 1000));
}

/* delay_data: FaultKind.line: delay all packets on the line by o->len ns. */
static void
delay_data(End *e, End *peer, const Order *o)
{
	(void)peer;
	e->lag = o->len * 1000ull;
}

/* ---- corrupt, lose, double: faults of a byte; value: how many bytes precede it ---- */

/* read_bits: FaultKind.read: read which bits of a byte are inverted. */
static void
read_bits(Reader *r, Fault *f)
{
	const char *word = next_word(r, "the bits to change");
	uint64_t bits;

	if (!number_parse(word, 255, &bits) || bits == 0)
		fatal_at(r->file, r->line, "'%s': expected the bits to change, 1 to 255 (0x01 to "
			"0xFF)",
			word);
	f->bits = bits;
}

/* write_bits: FaultKind.write: print which bits are inverted. */
static void
write_bits(const Fault *f, Buf *out)
{
	buf_printf(out, " 0x%02X", f->bits);
}

/* corrupt_data: FaultKind.line: change bits of a byte that will be sent. */
static void
corrupt_data(End *e, End *peer, const Order *o)
{
	(void)peer;
	end_add_hit(e, HIT_CHANGED, o);
}

/* lose_data: FaultKind.line: lose a byte that will be sent. */
static void
lose_data(End *e, End *peer, const Order *o)
{
	(void)peer;
	end_add_hit(e, HIT_LOST, o);
}

/* repeat_data: FaultKind.line: let a byte that will be sent arrive twice. */
static void
repeat_data(End *e, End *peer, const Order *o)
{
	(void)peer;
	end_add_hit(e, HIT_REPEATED, o);
}

/* ---- the kinds ---- */

/* Every part is a macro argument, so a missing part does not compile. */
#define NODE_KIND(w, operands, does, read, ok, write, strike, tell) \
	{w, FAULT_ON_NODE, false, operands, does, read, ok, write, strike, tell, NULL}
#define CALL_KIND(w, operands, does, read, ok, write, strike) \
	{w, FAULT_ON_NODE, true, operands, does, read, ok, write, strike, print_place, NULL}
#define LINE_KIND(w, operands, does, read, ok, write, line) \
	{w, FAULT_ON_LINE, false, operands, does, read, ok, write, NULL, NULL, line}
#define BYTE_KIND(w, operands, does, read, ok, write, line) \
	{w, FAULT_ON_BYTE, false, operands, does, read, ok, write, NULL, NULL, line}

/*
 * A fault's number is its index here. Fingerprints and recordings contain it, so append new kinds
 * at the end.
 */
static const FaultKind kinds[] = {
	NODE_KIND("crash", "N WHEN", "the node stops, its links are dead", read_nothing, has_word,
		write_nothing, crash_node, print_place),
	NODE_KIND("halt", "N WHEN", "Error is set, with HaltOnError", read_nothing, has_word,
		write_nothing, halt_node, print_place),
	NODE_KIND("freeze", "N TIME WHEN", "its clock stops for this time", read_time, has_time,
		write_time, freeze_clock, print_place),
	[SLOW_ROW] = NODE_KIND("slow", "N 40% WHEN", "its clock goes at this rate, 0.1% to 10000%",
		read_rate, has_rate, write_rate, slow_clock, print_place),
	NODE_KIND("flip", "N ADDRESS.BIT WHEN", "a bit of its memory or of a VARIABLE+OFFSET",
		read_address, has_address, write_address, flip_bit, print_byte),
	CALL_KIND("drop", "N at call K of F", "the function returns 0 and has done nothing",
		read_nothing, has_word, write_nothing, skip_call),
	CALL_KIND("hold", "N TIME at call K of F",
		"its process waits this time before the function", read_hold, has_hold_time,
		write_time, hold_call),
	[CUT_ROW] = LINE_KIND("cut", "E WHEN", "nothing comes through the link, either way",
		read_nothing, has_word, write_nothing, cut_line),
	LINE_KIND("dead", "E WHEN", "nothing comes out of this end of the link", read_nothing,
		has_word, write_nothing, kill_end),
	LINE_KIND("delay", "E TIME WHEN", "packets out of this end are delayed by this time",
		read_delay, has_word, write_delay, delay_data),
	BYTE_KIND("corrupt", "E BITS WHEN", "a byte comes with these bits changed, 1 to 0xFF",
		read_bits, has_word, write_bits, corrupt_data),
	BYTE_KIND("lose", "E WHEN", "a byte does not come", read_nothing, has_word, write_nothing,
		lose_data),
	BYTE_KIND("double", "E WHEN", "a byte comes twice", read_nothing, has_word, write_nothing,
		repeat_data),
	NODE_KIND("drift", "N -200ppm WHEN", "the same as slow, by parts of a million", read_drift,
		has_rate, write_rate, slow_clock, print_place),
	NODE_KIND("event", "N WHEN", "its event pin rises", read_nothing, has_word, write_nothing,
		raise_event, print_place),
};

enum { NKINDS = sizeof kinds / sizeof *kinds };

const FaultKind *
fault_kind(uint32_t number)
{
	return number < NKINDS ? &kinds[number] : NULL;
}
