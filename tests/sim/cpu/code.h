/*
 * code.h - short programs on a single node, for tests.
 *
 * A program is text: instructions by their names, with an operand after a colon, as in "ldc:5
 * stl:-1 fpusqrtfirst". Operands get their prefixes; pfix and nfix themselves and `opr:n` are
 * encoded as written. END is an operation that no chip has; it stops the node.
 */
#ifndef CODE_H
#define CODE_H

#include "sim/cpu/execute.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

#define END "opr:0x1fe"
enum { UNDEFINED = 0x1FE };

typedef struct Instruction {
	enum { IS_DIRECT, IS_OPER, IS_ENTRY } kind;
	Word code;
	const char *name;
	int chips;
} Instruction;

static const Instruction instructions[] = {
#define DIRECT(code, name, cycles, pops, pushes, chips) {IS_DIRECT, code, #name, chips},
#define OPER(code, name, cycles, pops, pushes, chips, ...) {IS_OPER, code, #name, chips},
#define FPOPER OPER
#define FPENTRY(code, name, cycles, pops, pushes, chips, ...) {IS_ENTRY, code, #name, chips},
#include "isa.tab"
#undef DIRECT
#undef OPER
#undef FPOPER
#undef FPENTRY
};

enum { NINSTRUCTIONS = sizeof instructions / sizeof *instructions };

static inline const Instruction *
instruction(const char *name)
{
	for (int i = 0; i < NINSTRUCTIONS; i++)
		if (strcmp(instructions[i].name, name) == 0)
			return &instructions[i];
	return NULL;
}

static inline uint8_t *
memory(T800 *c, Addr a)
{
	return c->r.mem + t800_offset(c, a);
}

static inline Word
word_at(T800 *c, Addr a)
{
	return get32(memory(c, a));
}

static inline void
set_word(T800 *c, Addr a, Word w)
{
	put32(memory(c, a), w);
}

/* code_function: a function with its operand, at `at`; returns the address after it. */
static inline Addr
code_function(T800 *c, Addr at, Word function, int32_t operand)
{
	if (operand >= 16)
		at = code_function(c, at, 2, operand >> 4);
	else if (operand < 0)
		at = code_function(c, at, 6, ~operand >> 4);
	*memory(c, at) = function << 4 | (operand & 15);
	return at + 1;
}

static inline Addr
code_word(T800 *c, Addr at, char *word)
{
	char *name = strsep(&word, ":");
	const Instruction *in = instruction(name);
	int32_t operand = word ? (int32_t)strtoul(word, NULL, 0) : 0;

	if (!in)
		fail_msg("no instruction is called %s", name);
	if (in->kind == IS_DIRECT)
		return code_function(c, at, in->code, operand);
	if (in->kind == IS_OPER)
		return code_function(c, at, 0xF, in->code);
	at = code_function(c, at, 4, in->code);
	return code_function(c, at, 0xF, instruction("fpentry")->code);
}

/* code_put: a program's bytes, from `at` on; returns the address after them. */
static inline Addr
code_put(T800 *c, Addr at, const char *text)
{
	char *copy = xstrdup(text), *rest = copy, *word;

	while ((word = strsep(&rest, " ")))
		if (*word)
			at = code_word(c, at, word);
	free(copy);
	return at;
}

/* set_reserved: a reserved word holds NotProcess and some bits. */
static inline void
set_reserved(T800 *c, Addr a, Word bits)
{
	uint8_t *at = c->r.mem + t800_offset(c, t800_reserved(c, a));
	Word w = lowest_address(c->chip) | bits;

	memcpy(at, &w, chip_word_bytes(c->chip));
}

/* node_start: a process runs at `at` with its workspace at w; the clocks go from 0. */
static inline void
node_start(T800 *c, Addr at, Addr w, int priority)
{
	t800_reset(c, false);
	c->stop = STOP_NONE;
	c->idle = false;
	c->priority = priority;
	c->accounted = c->r.cycles;
	c->clock_on = true;
	c->clock_start = c->r.cycles;
	c->slice = c->r.cycles;
	c->r.areg = c->r.breg = c->r.creg = 0;
	c->r.iptr = at;
	c->r.wptr = w;
	stretch_begin(&c->r);
	memset(c->r.mem, 0, 0x70);
	for (Addr a = LINK_OUT0; a <= TPTRLOC1; a += 4)
		set_reserved(c, a, 0);
	set_reserved(c, SAVE_WDESC, LOW);
}

static inline uint64_t
executed(const T800 *c)
{
	return c->r.count + STRETCH_MAX - c->r.left;
}

#endif
