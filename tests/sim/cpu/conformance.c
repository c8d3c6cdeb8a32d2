/*
 * Results of instructions, compared row by row with the tables in conformance/ (see its README).
 *
 * Each row becomes a machine state and a short program. The program is encoded with its prefixes
 * and run up to an undefined operation, by the interpreter and then translated. The outputs of the
 * row are compared both times. Each file is one test. Its program is the instruction with the name
 * of the file, after the mode instruction if there is a column for it; longer programs are in
 * `programs`.
 */
#include "base/files.h"
#include "sim/cpu/execute.h"
#include "sim/cpu/translate.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

#define DIRECTORY "tests/sim/cpu/conformance"

enum {
	MAX_COLUMNS = 24,
	MAX_FILES = 256,
	MAX_CODE = 128,
	SHOWN = 5, /* differing rows that a failure prints */
	UNDEFINED = 0x1FE, /* the operation that ends every program */
};

/* Where things are in the node's memory. */
enum {
	CODE = 0x80000100,
	WORKSPACE = 0x80000300,
	DATA = 0x80000400,
	SOURCE = 0x80000500,
	DESTINATION = 0x80000600,
};

typedef struct Instruction {
	enum { IS_DIRECT, IS_OPER, IS_ENTRY } kind;
	Word code;
	const char *name;
	bool run;
} Instruction;

static Instruction instructions[] = {
#define DIRECT(code, name, ...) { IS_DIRECT, code, #name, false },
#define OPER(code, name, ...) { IS_OPER, code, #name, false },
#define FPOPER OPER
#define FPENTRY(code, name, ...) { IS_ENTRY, code, #name, false },
#include "isa.tab"
#undef DIRECT
#undef OPER
#undef FPOPER
#undef FPENTRY
};

enum { NINSTRUCTIONS = sizeof instructions / sizeof *instructions };

/*
 * Programs with more than one instruction. The operand after a colon is a sum of numbers, columns,
 * and the places data, source and destination. A name that ends in * stands for all files whose
 * names begin with it.
 */
static const char *const programs[][2] = {
	{ "adc", "adc:operand" },
	{ "eqc", "eqc:operand" },
	{ "ldc", "ldc:operand" },
	{ "ldnlp", "ldnlp:operand" },
	{ "seterr_testerr", "seterr testerr" },
	{ "lb", "ldc:data+byte_offset lb" },
	{ "sb", "ldc:B ldc:data+byte_offset sb" },
	{ "move", "ldc:source+src_offset ldc:destination+dst_offset ldc:length move" },
	{ "move2dall", "move2dinit ldc:source+src_offset ldc:destination+dst_offset ldc:width "
		       "move2dall" },
	{ "move2dnonzero", "move2dinit ldc:source+src_offset ldc:destination+dst_offset ldc:width "
			   "move2dnonzero" },
	{ "move2dzero", "move2dinit ldc:source+src_offset ldc:destination+dst_offset ldc:width "
			"move2dzero" },
	{ "fprem_*", "fpremfirst eqc:0 cj:4 fpremstep cj:-4" },
	{ "fpsqrt_32", "fpusqrtfirst fpusqrtstep fpusqrtstep fpusqrtlast" },
	{ "fpsqrt_64", "fpusqrtfirst fpusqrtstep fpusqrtstep fpusqrtstep fpusqrtstep fpusqrtstep "
		       "fpusqrtlast" },
	{ "fprtoi32_fpstnli32_*", "fprtoi32 ldc:data fpstnli32" },
	{ "fpstnli32_*", "ldc:data fpstnli32" },
	{ "fp_round_reset_32", "fpadd ldc:data fpldnlsn fpadd" },
	{ "fp_round_reset_64", "fpadd ldc:data fpldnldb fpadd" },
	{ "fpldnladdsn", "ldc:data fpldnladdsn" },
	{ "fpldnladddb", "ldc:data fpldnladddb" },
	{ "fpldnlmulsn", "ldc:data fpldnlmulsn" },
	{ "fpldnlmuldb", "ldc:data fpldnlmuldb" },
	{ "fpi32tor32", "ldc:data fpi32tor32" },
	{ "fpi32tor64", "ldc:data fpi32tor64" },
	{ "fpb32tor64", "ldc:data fpb32tor64" },
};

/* The rounding mode's letter and its instruction. */
static const struct {
	char letter;
	const char *name;
} modes[] = {
	{ 'N', "fpurn" },
	{ 'Z', "fpurz" },
	{ 'P', "fpurp" },
	{ 'M', "fpurm" },
};

typedef struct DataFile {
	const char *name;
	char *program; /* text, without the mode instruction */
	Chip chip;
	char *columns[MAX_COLUMNS]; /* inputs, then outputs */
	int ninputs, ncolumns;
	char **rows;
	size_t nrows;
} DataFile;

static DataFile files[MAX_FILES];
static int nfiles;
static T800 *nodes[NCHIPS];
static T800 *translated[NCHIPS]; /* nodes that translate; NULL without stencils */
static size_t ntried, ntranslated; /* rows run on those nodes; programs that became a unit */

/* ---- files ---- */

static char *
next_line(char **text)
{
	return strsep(text, "\n");
}

/* Splits a line at its blanks and its arrow; returns the number of words, *arrow of them before. */
static int
split(char *line, char **words, int *arrow)
{
	char *word;
	int n = 0;

	*arrow = -1;
	while ((word = strsep(&line, " "))) {
		if (strcmp(word, "->") == 0)
			*arrow = n;
		else if (*word)
			words[n < MAX_COLUMNS ? n++ : n - 1] = word;
	}
	return n;
}

static const char *
program_of(const char *name)
{
	for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
		const char *pattern = programs[i][0];
		size_t n = strlen(pattern);

		if (pattern[n - 1] == '*' ? strncmp(pattern, name, n - 1) == 0 :
					    strcmp(pattern, name) == 0)
			return programs[i][1];
	}
	return NULL;
}

static void
find_program(DataFile *d)
{
	const char *program = program_of(d->name);
	const char *name = d->name;
	size_t n = strlen(name);

	if (program) {
		d->program = xstrdup(program);
		return;
	}
	if (strncmp(name, "t414_", 5) == 0) {
		name += 5;
		n -= 5;
		d->chip = CHIP_T414;
	}
	if (n > 3 && (strcmp(name + n - 3, "_32") == 0 || strcmp(name + n - 3, "_64") == 0))
		n -= 3;
	d->program = xstrndup(name, n);
}

static void
read_rows(DataFile *d, char *text)
{
	char *line;

	while ((line = next_line(&text))) {
		if (*line == '\0' || *line == '#')
			continue;
		d->rows = xrealloc(d->rows, (d->nrows + 1) * sizeof *d->rows);
		d->rows[d->nrows++] = line;
	}
}

static char *
read_text(const char *name)
{
	char *path = xasprintf("%s/%s", DIRECTORY, name);
	Buf b = file_read(path, 1 << 20);

	buf_byte(&b, 0);
	free(path);
	return (char *)b.data;
}

static void
read_file(const char *name)
{
	DataFile *d = &files[nfiles++];
	char *text = read_text(name);

	d->name = xstrndup(name, strlen(name) - 4);
	d->chip = CHIP_T800;
	find_program(d);
	next_line(&text);
	d->ncolumns = split(next_line(&text) + 2, d->columns, &d->ninputs);
	read_rows(d, text);
}

static int
is_data(const struct dirent *e)
{
	size_t n = strlen(e->d_name);

	return n > 4 && strcmp(e->d_name + n - 4, ".txt") == 0 &&
		strcmp(e->d_name, "disagreements.txt") != 0;
}

/* ---- code ---- */

typedef struct Row {
	const DataFile *d;
	char *words[MAX_COLUMNS];
	uint8_t code[MAX_CODE];
	int ncode;
} Row;

static Instruction *
instruction(const char *name)
{
	for (int i = 0; i < NINSTRUCTIONS; i++)
		if (strcmp(instructions[i].name, name) == 0)
			return &instructions[i];
	fail_msg("no instruction is called %s", name);
	return NULL;
}

static void
encode(Row *r, Word function, int32_t operand)
{
	if (operand >= 16)
		encode(r, instruction("pfix")->code, operand >> 4);
	else if (operand < 0)
		encode(r, instruction("nfix")->code, ~operand >> 4);
	assert_true(r->ncode < MAX_CODE);
	r->code[r->ncode++] = function << 4 | (operand & 15);
}

static uint64_t
input(const Row *r, const char *column)
{
	for (int i = 0; i < r->d->ninputs; i++)
		if (strcmp(r->d->columns[i], column) == 0)
			return strtoull(r->words[i], NULL, 16);
	fail_msg("%s has no column %s", r->d->name, column);
	return 0;
}

static Word
operand_part(const Row *r, const char *part)
{
	if (strcmp(part, "data") == 0)
		return DATA;
	if (strcmp(part, "source") == 0)
		return SOURCE;
	if (strcmp(part, "destination") == 0)
		return DESTINATION;
	if (*part == '-' || (*part >= '0' && *part <= '9'))
		return strtol(part, NULL, 10);
	return input(r, part);
}

/* One word of a program. */
static void
emit(Row *r, char *word)
{
	char *name = strsep(&word, ":"), *part;
	Instruction *in = instruction(name);
	Word operand = 0;

	in->run = true;
	if (in->kind == IS_OPER) {
		encode(r, 0xF, in->code);
		return;
	}
	if (in->kind == IS_ENTRY) {
		encode(r, 0x4, in->code);
		encode(r, 0xF, instruction("fpentry")->code);
		instruction("fpentry")->run = true;
		return;
	}
	while ((part = strsep(&word, "+")))
		operand += operand_part(r, part);
	encode(r, in->code, operand);
}

static void
emit_mode(Row *r, char letter)
{
	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
		if (modes[i].letter == letter) {
			char *name = xstrdup(modes[i].name);

			emit(r, name);
			free(name);
			return;
		}
	}
	fail_msg("%c is no rounding mode", letter);
}

static void
emit_program(Row *r)
{
	char *program = xstrdup(r->d->program), *rest = program, *word;

	for (int i = 0; i < r->d->ninputs; i++)
		if (strcmp(r->d->columns[i], "mode") == 0)
			emit_mode(r, *r->words[i]);
	while ((word = strsep(&rest, " ")))
		emit(r, word);
	encode(r, 0xF, UNDEFINED);
	free(program);
}

/* ---- state ---- */

static uint8_t *
memory(T800 *c, Addr a)
{
	return c->r.mem + (a - MOSTNEG);
}

/* The register of a column, or NULL if the column is not a register. */
static Word *
integer_register(T800 *c, const char *column)
{
	static const char *const areg[] = { "A", "rows" };
	static const char *const breg[] = { "B", "dst_stride" };
	static const char *const creg[] = { "C", "src_stride" };

	for (int i = 0; i < 2; i++) {
		if (strcmp(column, areg[i]) == 0)
			return &c->r.areg;
		if (strcmp(column, breg[i]) == 0)
			return &c->r.breg;
		if (strcmp(column, creg[i]) == 0)
			return &c->r.creg;
	}
	return NULL;
}

/* 0 for FAreg and so on; -1 if the column is not a floating-point register. */
static int
float_register(const char *column)
{
	return column[0] == 'F' && column[1] ? column[1] - 'A' : -1;
}

/* The memory address of a column, or 0 if it has none. */
static Addr
place(const char *column)
{
	if (strcmp(column, "mem") == 0 || strcmp(column, "Z") == 0)
		return DATA;
	if (column[1] < '0' || column[1] > '9')
		return 0;
	switch (column[0]) {
	case 'M':
		return DATA + 4 * (column[1] - '0');
	case 'S':
		return SOURCE + 4 * (column[1] - '0');
	case 'D':
		return DESTINATION + 4 * (column[1] - '0');
	}
	return 0;
}

static void
set(T800 *c, const char *column, const char *word)
{
	uint64_t value = strtoull(word, NULL, 16);
	bool dbl = strlen(word) == 16;
	Word *reg = integer_register(c, column);
	int i = float_register(column);

	if (reg) {
		*reg = value;
	} else if (i >= 0) {
		c->fpu[LOW].reg[i] = value;
		c->fpu[LOW].dbl[i] = dbl;
	} else if (place(column)) {
		put32(memory(c, place(column)), value);
		if (dbl)
			put32(memory(c, place(column) + 4), value >> 32);
	}
}

/* The value of an output column, in the form used in the data. */
static char *
get(T800 *c, const char *column)
{
	Word *reg = integer_register(c, column);
	int i = float_register(column);

	if (reg)
		return xasprintf("%08x", *reg);
	if (i >= 0)
		return xasprintf("%0*llx", c->fpu[LOW].dbl[i] ? 16 : 8,
			(unsigned long long)c->fpu[LOW].reg[i]);
	if (place(column))
		return xasprintf("%08x", get32(memory(c, place(column))));
	if (strcmp(column, "E") == 0)
		return xasprintf("%d", c->error);
	if (strcmp(column, "F") == 0)
		return xasprintf("%d", c->fpu[LOW].error);
	fail_msg("%s is no output", column);
	return NULL;
}

static void
prepare(T800 *c, const Row *r)
{
	memset(memory(c, CODE), 0, DESTINATION + 0x100 - CODE);
	memcpy(memory(c, CODE), r->code, r->ncode);
	code_note_change(c);
	memset(c->fpu, 0, sizeof c->fpu);
	c->fpu_free = 0;
	c->stop = STOP_NONE;
	c->idle = false;
	c->priority = LOW;
	c->error = c->haltonerror = false;
	c->r.iptr = CODE;
	c->r.wptr = WORKSPACE;
	stretch_begin(&c->r);
	c->r.areg = c->r.breg = c->r.creg = 0;
	for (int i = 0; i < r->d->ninputs; i++)
		set(c, r->d->columns[i], r->words[i]);
}

/* ---- tests ---- */

/* Whether the value is what the word says, which may have leading zeros, or dashes for any. */
static bool
agrees(const char *word, const char *value)
{
	if (*word == '-')
		return true;
	if (strlen(value) == 1)
		return strtoul(word, NULL, 16) == strtoul(value, NULL, 16);
	return strcmp(word, value) == 0;
}

/* Runs a row's code; says in `report` what differs, and returns whether something does. */
static bool
run_code(T800 *c, const Row *r, const char *text, Buf *report)
{
	bool differs = false;

	prepare(c, r);
	t800_run(c, c->r.cycles + 1000000);
	if (c->stop != STOP_ILLEGAL || c->fault != UNDEFINED) {
		buf_printf(report, "%s: %s: does not reach its end: %s\n", r->d->name, text,
			stop_text(c->stop));
		return true;
	}
	for (int i = r->d->ninputs; i < r->d->ncolumns; i++) {
		char *value = get(c, r->d->columns[i]);

		if (!agrees(r->words[i], value)) {
			buf_printf(report, "%s: %s: %s is %s\n", r->d->name, text,
				r->d->columns[i], value);
			differs = true;
		}
		free(value);
	}
	return differs;
}

/* A row, translated: instructions without effect lead to the program, as a unit needs a few. */
static bool
run_translated(Row *r, const char *text, Buf *report)
{
	T800 *c = translated[r->d->chip];
	bool differs;

	r->ncode = 0;
	for (int i = 0; i < UNIT_MIN; i++)
		encode(r, instruction("ajw")->code, 0);
	emit_program(r);
	differs = run_code(c, r, text, report);
	ntried++;
	ntranslated += c->code->any_valid;
	return differs;
}

static bool
run_row(Row *r, const char *text, Buf *report)
{
	r->ncode = 0;
	emit_program(r);
	return run_code(nodes[r->d->chip], r, text, report)
		|| (translated[r->d->chip] && run_translated(r, text, report));
}

static void
finish(Buf *report, size_t differing, size_t nrows)
{
	char *text;

	if (differing == 0) {
		buf_free(report);
		return;
	}
	text = xstrndup((char *)report->data, report->len);
	fail_msg("%zu of %zu rows differ:\n%s", differing, nrows, text);
}

static void
test_file(void **state)
{
	const DataFile *d = *state;
	Buf report = {0};
	size_t differing = 0;

	assert_true(d->nrows > 0);
	for (size_t i = 0; i < d->nrows; i++) {
		char *line = xstrdup(d->rows[i]);
		Row r = { .d = d };
		size_t before = report.len;
		int ninputs;

		assert_int_equal(split(line, r.words, &ninputs), d->ncolumns);
		assert_int_equal(ninputs, d->ninputs);
		differing += run_row(&r, d->rows[i], &report);
		if (differing > SHOWN)
			report.len = before;
		free(line);
	}
	finish(&report, differing, d->nrows);
}

static const DataFile *
find_file(const char *name)
{
	for (int i = 0; i < nfiles; i++)
		if (strcmp(files[i].name, name) == 0)
			return &files[i];
	fail_msg("unknown data file %s", name);
	return NULL;
}

/*
 * A line of disagreements.txt, `name mode operands | t4: outputs | ieee: outputs`, as a row with
 * the file's columns and a mode. Ours are IEEE 754's results; docs/fpu.md says why.
 */
static bool
run_disagreement(const char *text, Buf *report)
{
	char *line = xstrdup(text), *words[MAX_COLUMNS], **ieee;
	int arrow, n = split(line, words, &arrow);
	DataFile d = *find_file(words[0]);
	Row r = { .d = &d };
	bool moded = strcmp(d.columns[0], "mode") == 0, differs;
	int nin = d.ninputs - moded, nout = d.ncolumns - d.ninputs;

	memmove(d.columns + 1, d.columns + moded, (nin + nout) * sizeof *d.columns);
	d.columns[0] = "mode";
	d.ninputs = 1 + nin;
	d.ncolumns = d.ninputs + nout;
	assert_true(n > d.ninputs + nout);
	ieee = words + n - nout;
	assert_string_equal(ieee[-1], "ieee");
	memcpy(r.words, words + 1, d.ninputs * sizeof *words);
	memcpy(r.words + d.ninputs, ieee, nout * sizeof *words);
	if (strncmp(d.name, "fpgt", 4) == 0 || strncmp(d.name, "fpeq", 4) == 0)
		r.words[d.ninputs] = strcmp(ieee[0], "1") == 0 ? "00000001" : "00000000";
	differs = run_row(&r, text, report);
	free(line);
	return differs;
}

static void
test_disagreements(void **state)
{
	char *text = read_text("disagreements.txt"), *rest = text, *line;
	Buf report = {0};
	size_t differing = 0, nrows = 0;

	(void)state;
	while ((line = next_line(&rest))) {
		if (*line == '\0' || *line == '#')
			continue;
		nrows++;
		differing += run_disagreement(line, &report);
	}
	free(text);
	assert_true(nrows > 50);
	finish(&report, differing, nrows);
}

/* Every data file's instruction has been run; instructions without data are listed. */
static void
test_coverage(void **state)
{
	int nrun = 0;

	(void)state;
	printf("# no conformance data:");
	for (int i = 0; i < NINSTRUCTIONS; i++) {
		nrun += instructions[i].run;
		if (!instructions[i].run)
			printf(" %s", instructions[i].name);
	}
	printf("\n");
	for (int i = 0; i < nfiles; i++)
		if (!program_of(files[i].name))
			assert_true(instruction(files[i].program)->run);
	assert_true(nrun >= 80);
}

/* Nearly all programs become a unit, with the instructions before them. */
static void
test_translation(void **state)
{
	(void)state;
	if (ntried == 0)
		printf("# nothing is translated here\n");
	assert_in_range(ntranslated, ntried * 9 / 10, ntried);
}

static T800 *
new_node(Chip chip)
{
	NodeSpec spec = {
		.name = "n",
		.chip = chip,
		.khz = 20000,
		.mem = PAGE,
		.onchip = PAGE,
	};

	return t800_new(&spec);
}

static void
make_nodes(Translator *translator)
{
	for (int i = 0; i < NCHIPS; i++) {
		nodes[i] = new_node(i);
		if (translator) {
			translated[i] = new_node(i);
			translator_join(translator, translated[i]);
		}
	}
}

static void
free_nodes(Translator *translator)
{
	for (int i = 0; i < NCHIPS; i++) {
		t800_free(nodes[i]);
		if (translator) {
			translator_leave(translated[i]);
			t800_free(translated[i]);
		}
	}
	if (translator)
		translator_free(translator);
}

int
main(void)
{
	static struct CMUnitTest tests[MAX_FILES + 3];
	Translator *translator = translator_new(1);
	struct dirent **entries;
	int n = scandir(DIRECTORY, &entries, is_data, alphasort), failed;

	if (n < 0)
		fatal("cannot list %s:", DIRECTORY);
	if (n == 0 || n > MAX_FILES)
		fatal("%s has %d data files; 1 to %d are expected", DIRECTORY, n, MAX_FILES);
	for (int i = 0; i < n; i++) {
		read_file(entries[i]->d_name);
		tests[i].name = xasprintf("%s, %zu rows", files[i].name, files[i].nrows);
		tests[i].test_func = test_file;
		tests[i].initial_state = &files[i];
		free(entries[i]);
	}
	free(entries);
	tests[n].name = "disagreements.txt, decided as IEEE 754 has it";
	tests[n].test_func = test_disagreements;
	tests[n + 1].name = "every instruction with data has been run";
	tests[n + 1].test_func = test_coverage;
	tests[n + 2].name = "programs have been translated";
	tests[n + 2].test_func = test_translation;
	make_nodes(translator);
	cmocka_set_message_output(CM_OUTPUT_TAP);
	failed = _cmocka_run_group_tests("conformance", tests, n + 3, NULL, NULL);
	free_nodes(translator);
	return failed;
}
