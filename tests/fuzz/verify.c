/*
 * verify.c - fuzz target: the proof of stack depths on any code. The first byte chooses how the
 * code is cut into functions. If the proof succeeds, random paths through the functions must find
 * every operand on the stack.
 */

#include "cc/image/image.h"
#include "cc/isa/isa.h"
#include "cc/verify/verify.h"

#include <assert.h>
#include <setjmp.h>
#include <string.h>

enum { MAX_CODE = 512, BASE = 0x80000070, WAYS = 4, STEPS = 200 };

static jmp_buf rejected;

static void
caught(int status)
{
	longjmp(rejected, status ? status : 1);
}

/* A way through a function. */
typedef struct Way {
	const uint8_t *code;
	size_t size, at;
	int words;      /* in Areg, Breg, Creg */
	uint32_t turns; /* a bit for each conditional jump */
} Way;

static void
take(Way *w, int pops, int pushes)
{
	assert(w->words >= pops);
	w->words += pushes - pops;
	if (w->words > 3)
		w->words = 3;
}

/* next: go past one instruction; false if the path ends there. */
static bool
next(Way *w)
{
	const Instr *in;
	Word operand = 0;
	uint32_t fn;

	do {
		assert(w->at < w->size);
		fn = w->code[w->at] >> 4;
		operand |= w->code[w->at++] & 15;
		if (fn == FN_PFIX)
			operand <<= 4;
		else if (fn == FN_NFIX)
			operand = ~operand << 4;
	} while (fn == FN_PFIX || fn == FN_NFIX);
	in = instr_by_code(fn == FN_OPR ? INSTR_OPER : INSTR_DIRECT, fn == FN_OPR ? operand : fn);
	assert(in);
	if (fn == FN_J) {
		w->words = 0;
		w->at += (int32_t)operand;
	} else if (fn == FN_CJ) {
		assert(w->words >= 1);
		if (w->turns & 1)
			w->at += (int32_t)operand;
		else
			w->words--;
		w->turns = w->turns >> 1 | w->turns << 31;
	} else if (fn == FN_CALL) {
		w->words = 2;
	} else {
		take(w, in->pops, in->pushes);
	}
	return strcmp(in->name, "ret") != 0 && strcmp(in->name, "gcall") != 0
		&& strcmp(in->name, "endp") != 0 && strcmp(in->name, "stopp") != 0;
}

static void
walk(const uint8_t *code, size_t size, uint32_t turns)
{
	Way w = {.code = code, .size = size, .turns = turns};

	for (int i = 0; i < STEPS && next(&w); i++)
		;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	Segment segment = {.addr = BASE, .execute = true};
	Symbol functions[2] = {
		{.name = "first", .addr = BASE, .kind = SYMBOL_FUNCTION},
		{.name = "second", .kind = SYMBOL_FUNCTION},
	};
	Image im = {.segments = &segment, .nsegments = 1, .symbols = functions, .nsymbols = 2};

	if (n < 2 || n > MAX_CODE)
		return 0;
	segment.data = data + 1;
	segment.nbytes = segment.size = n - 1;
	functions[0].size = data[0] % n;
	functions[1].addr = BASE + functions[0].size;
	functions[1].size = n - 1 - functions[0].size;
	fatal_catch(caught);
	if (setjmp(rejected) != 0)
		return 0;
	verify_image(&im);
	for (uint32_t turns = 0; turns < WAYS; turns++)
		for (int k = 0; k < 2; k++)
			if (functions[k].size > 0)
				walk(data + 1 + (functions[k].addr - BASE), functions[k].size,
					turns * 0x55555555u);
	return 0;
}
