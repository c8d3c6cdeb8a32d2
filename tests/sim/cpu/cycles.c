/*
 * The number of cycles of each instruction: instructions.tsv compared with the real interpreter.
 *
 * Each instruction is run alone on a 20 MHz node with code and data on the chip, followed by an
 * undefined operation. Where the table has a plain number (or, for the floating-point unit, a
 * typical number first), the registers of `setups` are used. For the other instructions there is a
 * test below, whose row in `formulas` repeats the words of the table. The last test checks that
 * every instruction is tested. External memory is tested by external.c.
 */
#include "code.h"

#include "base/files.h"

#include <dirent.h>

enum {
	CODE = 0x80000100,
	WORKSPACE = 0x80000300,
	DATA = 0x80000400,
	OTHER = 0x80000600, /* another process's workspace */
	MEMORY = 64 << 10,
	END_CYCLES = 2, /* its two prefixes */
	MAX_ROWS = 256,
};

/* One row of the table. */
typedef struct Row {
	char *kind, *name, *cycles, *chips;
	Cycles prefixes;
} Row;

static Row rows[MAX_ROWS];
static int nrows;
static T800 *nodes[NCHIPS];

/* ---- the table ---- */

static void
read_row(char *line)
{
	char *columns[16], *column;
	int n = 0;

	while ((column = strsep(&line, "\t")) && n < 16)
		columns[n++] = column;
	assert_true(n >= 12);
	assert_true(nrows < MAX_ROWS);
	rows[nrows++] = (Row){
		columns[0], columns[3], columns[5], columns[11], strtoul(columns[7], NULL, 10)};
}

static void
read_table(void)
{
	Buf b = file_read("tests/sim/cpu/instructions.tsv", 1 << 20);
	char *text, *line;

	buf_byte(&b, 0);
	text = (char *)b.data;
	while ((line = strsep(&text, "\n")))
		if (*line && *line != '#' && strncmp(line, "kind\t", 5) != 0)
			read_row(line);
}

static const Row *
row(const char *name)
{
	for (int i = 0; i < nrows; i++)
		if (strcmp(rows[i].name, name) == 0)
			return &rows[i];
	fail_msg("no row of %s: tests/sim/cpu/instructions.tsv", name);
	return NULL;
}

/* ---- measuring ---- */

/* Which chip an instruction is measured on. */
static Chip
chip_for(const Instruction *in)
{
	if (in->chips & 1 << CHIP_T800)
		return CHIP_T800;
	return in->chips & 1 << CHIP_T805 ? CHIP_T805 : CHIP_T414;
}

/* begin: a fresh state, in which `code` and the end will run. */
static T800 *
begin(const char *name)
{
	const Instruction *in = instruction(name);
	T800 *c;

	if (!in)
		fail_msg("no instruction is called %s", name);
	c = nodes[chip_for(in)];
	memset(memory(c, CODE), 0, MEMORY - (CODE - MOSTNEG));
	node_start(c, CODE, WORKSPACE, LOW);
	return c;
}

static void
registers(T800 *c, Word a, Word b, Word creg)
{
	c->r.areg = a;
	c->r.breg = b;
	c->r.creg = creg;
}

/* run: cycles until the end, or until the node is idle; the floating-point unit's included. */
static Cycles
run(T800 *c)
{
	Cycles from = c->r.cycles, end;

	t800_run(c, from + 1000000);
	if (!c->idle && (c->stop != STOP_ILLEGAL || c->fault != UNDEFINED))
		fail_msg("stopped: %s at %08x", stop_text(c->stop), c->r.iptr);
	end = c->r.cycles - (c->idle ? 0 : END_CYCLES);
	return (c->fpu_free > end ? c->fpu_free : end) - from;
}

/* measure: the cycles of code in the state that begin and the caller have made. */
static Cycles
measure(T800 *c, const char *code)
{
	Addr at = code_put(c, c->r.iptr, code);

	for (int i = 0; i < 8; i++)
		at = code_put(c, at, END);
	return run(c);
}

/* is: `name` takes the table's prefixes and n cycles more. */
static void
is(T800 *c, const char *name, const char *code, Cycles n)
{
	Cycles measured = measure(c, code), expected = row(name)->prefixes + n;

	if (measured != expected)
		fail_msg("%s takes %llu cycles, not %llu", code, (unsigned long long)measured,
			(unsigned long long)expected);
}

/* is_with: does the same from fresh registers. */
static void
is_with(const char *name, Word a, Word b, Word creg, Cycles n)
{
	T800 *c = begin(name);

	registers(c, a, b, creg);
	is(c, name, name, n);
}

/* ---- rows with a formula, by name ---- */

/* Rows that a test of their own has, and the words of the table that it follows. */
static const struct {
	const char *name, *words;
} formulas[] = {
	{"cj", "2 not taken / 4 taken"},
	{"in", "2w+18; 20 if it waits"},
	{"out", "2w+20; 20 if it waits"},
	{"outbyte", "25"},
	{"outword", "25"},
	{"prod", "b+4 (A>=0); m+5 (A<0, T800/T805)"},
	{"norm", "n+5 (n<32); n-26 (n>=32); 3 (n=64)"},
	{"lend", "10 loop / 5 exit"},
	{"testerr", "2 (no error) / 3 (error)"},
	{"tin", "30 (time future) / 4 (time past)"},
	{"lshr", "n+3 (n<32); n-28 (n>=32)"},
	{"lshl", "n+3 (n<32); n-28 (n>=32)"},
	{"shr", "n+2"},
	{"shl", "n+2"},
	{"altwt", "5 (ready) / 17 (not ready)"},
	{"enbc", "7 (ready) / 5 (not ready)"},
	{"move", "2w+8"},
	{"taltwt", "15 (time past or guard ready) / 48 (time future)"},
	{"move2dall", "(2p+23)*r"},
	{"move2dnonzero", "(2p+23)*r"},
	{"move2dzero", "(2p+23)*r"},
	{"fmul", "35 (no rounding) / 40 (rounding)"},
	{"bitcnt", "b+2"},
	{"bitrevnbits", "n+4"},
	{"break", "9 (high) / 11 (low)"},
	{"fpmul", "11 typ / 18 max single; 18 typ / 27 max double"},
	{"fpdiv", "16 typ / 28 max single; 31 typ / 43 max double"},
};

static bool
has_formula(const Row *r)
{
	for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++)
		if (strcmp(formulas[i].name, r->name) == 0) {
			assert_string_equal(formulas[i].words, r->cycles);
			return true;
		}
	return false;
}

/* ---- rows with a number ---- */

/* Registers, words of memory and operands that an instruction needs for its test. */
typedef struct Setup {
	const char *name;
	const char *code; /* NULL: the name */
	Word a, b, c;
	Addr at; /* a word of memory; 0: no word */
	Word value;
} Setup;

static const Setup setups[] = {
	/* name, code, Areg, Breg, Creg, a word there, its value */
	{"j", "j:3"},
	{"call", "call:3"},
	{"pfix", "pfix:0 nfix:0 ldc:0"},
	{"nfix", "nfix:0 pfix:0 ldc:0"},
	{"gcall", NULL, CODE + 4},
	{"ret", NULL, 0, 0, 0, WORKSPACE, CODE + 5},
	{"altend", NULL, 0, 0, 0, WORKSPACE, 3},
	{"endp", NULL, DATA, 0, 0, DATA + 4, 2},
	{"startp", NULL, OTHER, 3},
	{"runp", NULL, OTHER | LOW, 0, 0, OTHER - 4, CODE + 2},
	{"div", NULL, 7, 100},
	{"rem", NULL, 7, 100},
	{"ldiv", NULL, 7, 100, 6},
	{"teststs", NULL, 0},
	{"disc", NULL, 3, 1, DATA, DATA, NOTPROCESS},
	{"dist", NULL, 3, 1, 100, WORKSPACE + W_TLINK, TIMENOTSET},
	{"diss", NULL, 3, 1, 0, WORKSPACE, NONESELECTED},
	{"enbt", NULL, 1, 100, 0, WORKSPACE + W_TLINK, TIMENOTSET},
	{"fpstnli32", NULL, DATA},
	{"unpacksn", NULL, 0x3F800000},
	{"postnormsn", NULL, 0, 0x80000000, 0, WORKSPACE, 127},
	{"roundsn", NULL, 0, 0x80000000, 127},
};

/* The number that a row begins with, if nothing but it (or a maximum) is said; else -1. */
static int
plain(const Row *r)
{
	char *rest;
	long n = strtol(r->cycles, &rest, 10);

	if (rest == r->cycles)
		return -1;
	if (*rest == '\0' || strncmp(rest, " (see", 5) == 0)
		return n;
	if (strncmp(rest, " typ / ", 7) == 0)
		return strchr(rest, ';') ? -1 : n;
	if (strncmp(rest, " / ", 3) == 0 || strncmp(rest, " (no error)", 11) == 0) {
		strtol(strrchr(r->cycles, ' '), &rest, 10);
		return strchr(r->cycles, '(') && strcmp(r->name, "stoperr") != 0 ? -1 : n;
	}
	return -1;
}

static const Setup *
setup_for(const char *name)
{
	static const Setup usual = {.a = DATA, .b = DATA + 0x40, .c = DATA + 0x80};

	for (size_t i = 0; i < sizeof setups / sizeof *setups; i++)
		if (strcmp(setups[i].name, name) == 0)
			return &setups[i];
	return &usual;
}

/* The cycles of the other code of a setup: two instructions of one cycle each, or none. */
static Cycles
besides(const Setup *s)
{
	return s->code && strchr(s->code, ' ') ? 2 : 0;
}

static void
measure_row(const Row *r, Buf *report)
{
	const Setup *s = setup_for(r->name);
	T800 *c = begin(r->name);
	Cycles measured, expected = r->prefixes + plain(r) + besides(s);

	registers(c, s->a, s->b, s->c);
	if (s->at)
		set_word(c, s->at, s->value);
	measured = measure(c, s->code ? s->code : r->name);
	if (measured != expected)
		buf_printf(report, "%s takes %llu cycles, not %llu\n", r->name,
			(unsigned long long)measured, (unsigned long long)expected);
}

static void
test_numbers(void **state)
{
	Buf report = {0};
	int n = 0;

	(void)state;
	for (int i = 0; i < nrows; i++) {
		if (!instruction(rows[i].name) || plain(&rows[i]) < 0 || has_formula(&rows[i]))
			continue;
		if (strcmp(rows[i].name, "opr") == 0 || strcmp(rows[i].name, "fpentry") == 0)
			continue; /* the operation's own */
		measure_row(&rows[i], &report);
		n++;
	}
	buf_byte(&report, 0);
	if (report.len > 1)
		fail_msg("\n%s", (char *)report.data);
	buf_free(&report);
	assert_true(n > 110);
}

/* fpentry's byte is part of its operation: ldc, one prefix, and the operation's cycle. */
static void
test_fpentry(void **state)
{
	T800 *c = begin("fpurz");

	(void)state;
	assert_string_equal(row("fpentry")->cycles, "1");
	is(c, "fpurz", "fpurz", 1);
}

/* ---- their tests ---- */

static int
highest(Word w)
{
	int n = 0;

	while (w >>= 1)
		n++;
	return n;
}

static void
test_prod(void **state)
{
	(void)state;
	for (int i = 0; i < 31; i++)
		for (Word low = 0; low < 2; low++)
			is_with("prod", 1u << i | (low << i) >> 1, 99, 0, i + 4);
	is_with("prod", 0, 99, 0, 4);
	for (int i = 0; i < 31; i++)
		is_with("prod", ~(1u << i), 99, 0, i + 5);
	is_with("prod", MOSTNEG, 99, 0, 30 + 5);
	is_with("prod", MOSTNEG + 1, 99, 0, 30 + 5);
}

/* The T414 has no quick way with negative numbers. */
static void
test_prod_t414(void **state)
{
	(void)state;
	for (Word a = 1; a != 0; a <<= 1) {
		T800 *c = nodes[CHIP_T414];

		begin("ldinf");
		registers(c, a, 99, 0);
		is(c, "prod", "prod", highest(a) + 4);
	}
}

/* More than 65,536 places take what 65,536 do: a bound of this machine's, not the data sheet's. */
static void
test_shifts(void **state)
{
	(void)state;
	for (Word n = 0; n <= 64; n++) {
		is_with("shl", n, 1, 0, n + 2);
		is_with("shr", n, 1, 0, n + 2);
		is_with("lshl", n, 1, 2, n < 32 ? n + 3 : n - 28);
		is_with("lshr", n, 1, 2, n < 32 ? n + 3 : n - 28);
		if (n <= 32)
			is_with("bitrevnbits", n, 1, 0, n + 4);
	}
	is_with("shl", 1000, 1, 0, 1000 + 2);
	is_with("shl", 0xFFFFFFFF, 1, 0, 65536 + 2);
}

static void
test_norm(void **state)
{
	(void)state;
	for (int n = 0; n < 64; n++) {
		uint64_t v = 0xFFFFFFFFFFFFFFFFull >> n;

		is_with("norm", v, v >> 32, 0, n < 32 ? n + 5 : n - 26);
	}
	is_with("norm", 0, 0, 0, 3);
}

static void
test_bitcnt(void **state)
{
	(void)state;
	for (int i = 0; i < 32; i++)
		is_with("bitcnt", 1u << i, 0, 0, i + 2);
	is_with("bitcnt", 0, 0, 0, 2);
}

static void
test_fmul(void **state)
{
	(void)state;
	is_with("fmul", 0x40000000, 0x40000000, 0, 35);
	is_with("fmul", 0x40000001, 0x40000001, 0, 40);
}

static void
test_cj(void **state)
{
	T800 *c = begin("cj");

	(void)state;
	is(c, "cj", "cj:3", 4);
	c = begin("cj");
	registers(c, 1, 0, 0);
	is(c, "cj", "cj:3", 2);
}

static void
test_lend(void **state)
{
	T800 *c = begin("lend");

	(void)state;
	set_word(c, DATA + 4, 2);
	registers(c, -3, DATA, 0);
	is(c, "lend", "lend", 10);
	c = begin("lend");
	set_word(c, DATA + 4, 1);
	registers(c, -3, DATA, 0);
	is(c, "lend", "lend", 5);
}

static void
test_testerr(void **state)
{
	T800 *c = begin("testerr");

	(void)state;
	is(c, "testerr", "testerr", 2);
	c = begin("testerr");
	c->error = true;
	is(c, "testerr", "testerr", 3);
}

static void
test_altwt(void **state)
{
	T800 *c = begin("altwt");

	(void)state;
	set_word(c, WORKSPACE + W_STATE, READY);
	is(c, "altwt", "altwt", 5);
	c = begin("altwt");
	set_word(c, WORKSPACE + W_STATE, ENABLING);
	is(c, "altwt", "altwt", 17);
	assert_true(c->idle);
}

static void
test_enbc(void **state)
{
	T800 *c = begin("enbc");

	(void)state;
	registers(c, 1, DATA, 0);
	set_word(c, DATA, OTHER | LOW);
	is(c, "enbc", "enbc", 7);
	c = begin("enbc");
	registers(c, 1, DATA, 0);
	set_word(c, DATA, NOTPROCESS);
	is(c, "enbc", "enbc", 5);
}

/* An idle node whose timer comes would wake; the cycle counter shows when it fell idle. */
static Cycles
until_idle(T800 *c, const char *code)
{
	Cycles from = c->r.cycles;

	code_put(c, CODE, code);
	t800_run(c, from + 200);
	assert_true(c->idle);
	return c->r.cycles - from;
}

/* in_queue: other processes wait for this time already, n of them. */
static void
in_queue(T800 *c, int n, Word time)
{
	for (int i = 0; i < n; i++) {
		set_word(c, OTHER + 64 * i + W_TIME, time);
		set_word(c, OTHER + 64 * i + W_TLINK, i + 1 < n ? OTHER + 64 * (i + 1)
			: NOTPROCESS);
	}
	if (n > 0)
		set_word(c, TPTRLOC1, OTHER);
	c->tvalid[LOW] = n > 0;
	c->tnext[LOW] = time;
}

static void
test_tin(void **state)
{
	T800 *c = begin("tin");

	(void)state;
	registers(c, -1, 0, 0);
	is(c, "tin", "tin", 4);
	for (int n = 0; n < 4; n++) {
		c = begin("tin");
		registers(c, 1000, 0, 0);
		in_queue(c, n, 500);
		assert_int_equal(until_idle(c, "tin"), row("tin")->prefixes + 30 + 5 * n);
		c = begin("tin");
		registers(c, 1000, 0, 0);
		in_queue(c, n, 5000); /* no process in the queue is passed */
		assert_int_equal(until_idle(c, "tin"), row("tin")->prefixes + 30);
	}
}

static T800 *
begin_taltwt(Word mark, Word time)
{
	T800 *c = begin("taltwt");

	set_word(c, WORKSPACE + W_STATE, ENABLING);
	set_word(c, WORKSPACE + W_TLINK, mark);
	set_word(c, WORKSPACE + W_TIME, time);
	return c;
}

static void
test_taltwt(void **state)
{
	T800 *c = begin_taltwt(TIMESET, -1);

	(void)state;
	is(c, "taltwt", "taltwt", 15);
	c = begin_taltwt(TIMESET, 1000);
	set_word(c, WORKSPACE + W_STATE, READY);
	is(c, "taltwt", "taltwt", 15);
	c = begin_taltwt(TIMESET, 1000);
	assert_int_equal(until_idle(c, "taltwt"), row("taltwt")->prefixes + 48);
}

/* touched: the number of words that nbytes at a touch. */
static int
touched(Addr a, Word nbytes)
{
	int n = 0;

	for (Word i = 0; i < nbytes; i++)
		n += i == 0 || (a + i) % 4 == 0;
	return n;
}

static int
larger(int a, int b)
{
	return a > b ? a : b;
}

static void
test_move(void **state)
{
	(void)state;
	for (Word n = 0; n < 40; n++)
		for (Addr to = 0; to < 4; to++)
			for (Addr from = 0; from < 4; from++)
				is_with("move", n, DATA + to, DATA + 256 + from,
					2 * larger(touched(to, n), touched(from, n)) + 8);
}

static void
test_move2d(void **state)
{
	static const char *const names[] = {"move2dall", "move2dnonzero", "move2dzero"};

	(void)state;
	for (int i = 0; i < 3; i++)
		for (Word nrows = 0; nrows < 40; nrows += 3)
			for (Word n = 0; n < 20; n++) {
				T800 *c = begin(names[i]);

				c->rows = nrows;
				c->dst_stride = c->src_stride = 32;
				registers(c, n, 0x80001000, 0x80002000);
				is(c, names[i], names[i],
					n == 0 ? 0 : (2 * touched(0, n) + 23) * nrows);
			}
}

/* waiting: a process waits on the channel at DATA, with its data at `at`. */
static T800 *
waiting(const char *name, Addr at)
{
	T800 *c = begin(name);

	set_word(c, DATA, OTHER | LOW);
	set_word(c, OTHER + W_POINTER, at);
	return c;
}

static void
test_messages(void **state)
{
	static const char *const names[] = {"in", "out"};
	static const Cycles cycles[] = {18, 20};

	(void)state;
	for (int i = 0; i < 2; i++) {
		T800 *c = begin(names[i]);

		for (Word n = 0; n < 40; n++)
			for (Addr to = 0; to < 4; to++) {
				int w = touched(to, n);

				c = waiting(names[i], DATA + 256 + to);
				registers(c, n, DATA, DATA + 512);
				is(c, names[i], names[i],
					2 * larger(w, touched(0, n)) + cycles[i]);
			}
		c = begin(names[i]); /* the first to come moves nothing */
		set_word(c, DATA, NOTPROCESS);
		registers(c, 100, DATA, DATA + 512);
		is(c, names[i], names[i], 20);
		assert_true(c->idle);
	}
}

/* outbyte and outword take the same time whether or not they wait. */
static void
test_short_messages(void **state)
{
	static const char *const names[] = {"outbyte", "outword"};

	(void)state;
	for (int i = 0; i < 2; i++) {
		T800 *c = waiting(names[i], DATA + 256);

		registers(c, 1, DATA, 0);
		is(c, names[i], names[i], 25);
		c = begin(names[i]);
		set_word(c, DATA, NOTPROCESS);
		registers(c, 1, DATA, 0);
		is(c, names[i], names[i], 25);
	}
}

static void
test_break(void **state)
{
	(void)state;
	for (int priority = HIGH; priority <= LOW; priority++)
		for (int jump = 0; jump < 2; jump++) {
			T800 *c = begin("break");
			Addr save = 0x80000070 + (priority == HIGH ? 0 : 8);

			c->priority = priority;
			c->j0break = true;
			set_word(c, save, CODE + 6);
			set_word(c, save + 4, OTHER | priority);
			if (jump)
				is(c, "j", "j:0 pfix:0 pfix:0 pfix:0 pfix:0 pfix:0",
					priority == HIGH ? 11 : 13);
			else
				is(c, "break", "break pfix:0 pfix:0 pfix:0 pfix:0",
					priority == HIGH ? 9 : 11);
		}
}

/* begin_fp: a machine with two numbers of one length as operands. */
static T800 *
begin_fp(const char *name, bool dbl, uint64_t b, uint64_t a)
{
	T800 *c = begin(name);

	memset(c->fpu[LOW].dbl, dbl, sizeof c->fpu[LOW].dbl);
	c->fpu[LOW].reg[1] = b;
	c->fpu[LOW].reg[0] = a;
	return c;
}

enum { SINGLE_3 = 0x40400000 };
#define DOUBLE_3 0x4008000000000000ull

static void
test_fp_lengths(void **state)
{
	(void)state;
	is(begin_fp("fpadd", false, SINGLE_3, SINGLE_3), "fpadd", "fpadd", 6);
	is(begin_fp("fpadd", true, DOUBLE_3, DOUBLE_3), "fpadd", "fpadd", 6);
	is(begin_fp("fpmul", false, SINGLE_3, SINGLE_3), "fpmul", "fpmul", 11);
	is(begin_fp("fpmul", true, DOUBLE_3, DOUBLE_3), "fpmul", "fpmul", 18);
	is(begin_fp("fpdiv", false, SINGLE_3, SINGLE_3), "fpdiv", "fpdiv", 16);
	is(begin_fp("fpdiv", true, DOUBLE_3, DOUBLE_3), "fpdiv", "fpdiv", 31);
}

static void
test_fp_denormal(void **state)
{
	(void)state;
	is(begin_fp("fpadd", false, SINGLE_3, 1), "fpadd", "fpadd", 9);
	is(begin_fp("fpmul", false, SINGLE_3, 1), "fpmul", "fpmul", 18);
	is(begin_fp("fpmul", true, DOUBLE_3, 1), "fpmul", "fpmul", 27);
	is(begin_fp("fpdiv", false, 1, SINGLE_3), "fpdiv", "fpdiv", 28);
	is(begin_fp("fpdiv", true, 1, DOUBLE_3), "fpdiv", "fpdiv", 43);
}

/* ---- every instruction has a test ---- */

/* has_word: whether the text has the name as a whole word. */
static bool
has_word(const char *text, const char *name)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_.";
	size_t n = strlen(name);

	for (const char *p = text; (p = strstr(p, name)); p++)
		if (p > text && !strchr(letters, p[-1]) && !(p[n] && strchr(letters, p[n])))
			return true;
	return false;
}

/* A directory's files of one suffix, their names or their text put together. */
static char *
gather(const char *directory, const char *suffix, bool text)
{
	struct dirent **entries;
	int n = scandir(directory, &entries, NULL, alphasort);
	Buf all = {0};

	assert_true(n > 0);
	for (int i = 0; i < n; i++) {
		char *path = xasprintf("%s/%s", directory, entries[i]->d_name);
		size_t len = strlen(path);

		if (strcmp(path + len - strlen(suffix), suffix) == 0) {
			Buf b = {0};

			if (text)
				b = file_read(path, 1 << 20);
			else
				buf_printf(&b, " %.*s ",
					(int)(strlen(entries[i]->d_name) - strlen(suffix)),
					entries[i]->d_name);
			buf_put(&all, b.data, b.len);
			buf_free(&b);
		}
		free(path);
		free(entries[i]);
	}
	free(entries);
	buf_byte(&all, 0);
	return (char *)all.data;
}

static void
test_coverage(void **state)
{
	char *programs = gather("tests/sim/cpu/asm", ".s", true);
	char *data = gather("tests/sim/cpu/conformance", ".txt", false);
	Buf missing = {0};

	(void)state;
	for (int i = 0; i < NINSTRUCTIONS; i++) {
		const char *name = instructions[i].name;
		const Row *r = row(name);

		if (plain(r) < 0 && !has_formula(r) && !has_word(programs, name)
			&& !has_word(data, name))
			buf_printf(&missing, " %s", name);
	}
	free(programs);
	free(data);
	buf_byte(&missing, 0);
	if (missing.len > 1)
		fail_msg("no test has%s", (char *)missing.data);
	buf_free(&missing);
}

/*
 * Operations in the table that the machine does not have: three production tests that are
 * documented nowhere.
 */
static void
test_complete(void **state)
{
	Buf missing = {0};

	(void)state;
	for (int i = 0; i < nrows; i++) {
		if (!instruction(rows[i].name))
			buf_printf(&missing, " %s", rows[i].name);
		else if (strcmp(rows[i].cycles, "?") != 0 && plain(&rows[i]) < 0
			&& !has_formula(&rows[i]) && strcmp(rows[i].name, "opr") != 0)
			fail_msg("%s: no test for '%s'", rows[i].name, rows[i].cycles);
	}
	buf_byte(&missing, 0);
	assert_string_equal((char *)missing.data, " testhardchan fpsttest fpldtest");
	buf_free(&missing);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_complete),
		cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_fpentry),
		cmocka_unit_test(test_prod),
		cmocka_unit_test(test_prod_t414),
		cmocka_unit_test(test_shifts),
		cmocka_unit_test(test_norm),
		cmocka_unit_test(test_bitcnt),
		cmocka_unit_test(test_fmul),
		cmocka_unit_test(test_cj),
		cmocka_unit_test(test_lend),
		cmocka_unit_test(test_testerr),
		cmocka_unit_test(test_altwt),
		cmocka_unit_test(test_enbc),
		cmocka_unit_test(test_tin),
		cmocka_unit_test(test_taltwt),
		cmocka_unit_test(test_move),
		cmocka_unit_test(test_move2d),
		cmocka_unit_test(test_messages),
		cmocka_unit_test(test_short_messages),
		cmocka_unit_test(test_break),
		cmocka_unit_test(test_fp_lengths),
		cmocka_unit_test(test_fp_denormal),
		cmocka_unit_test(test_coverage),
	};

	read_table();
	for (int i = 0; i < NCHIPS; i++) {
		NodeSpec spec = {
			.name = "n", .chip = i, .khz = 20000, .mem = MEMORY, .onchip = PAGE};

		nodes[i] = t800_new(&spec);
	}
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("cycles", tests, NULL, NULL);
}
