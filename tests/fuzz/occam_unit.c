/*
 * occam_unit.c - fuzz target: any bytes as a compiled unit of INMOS's toolset. It is refused, or its
 * lines and variables lie within its code, its segments and its scopes.
 */
#include "command/occam/unit_layout.h"

#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf refused;
static Arena arena; /* static, so that it is reachable after a longjmp */

static void
caught(int status)
{
	longjmp(refused, status ? status : 1);
}

static void
check(const Layout *l, uint32_t code)
{
	for (uint32_t i = 0; i < l->npieces; i++) {
		assert(l->piece[i].at <= code && l->piece[i].segment < (int)l->nsegments);
		assert(i == 0 || l->piece[i - 1].at < l->piece[i].at);
	}
	for (uint32_t i = 0; i < l->nprocedures; i++)
		assert(l->procedure[i].low <= l->procedure[i].high && l->procedure[i].high <= code);
	for (uint32_t i = 0; i < l->nsegments; i++)
		assert(l->segment[i].around < (int)i);
	for (uint32_t i = 0; i < l->nvariables; i++) {
		assert(l->variable[i].segment < (int)l->nsegments);
		assert(l->variable[i].segment >= 0 || l->variable[i].record->kind == RTL_CONSTANT);
		assert(l->variable[i].scope < (int)l->nscopes);
		assert(l->variable[i].procedure < (int)l->nprocedures);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	Buf b = {0};

	buf_put(&b, data, n);
	fatal_catch(caught);
	if (setjmp(refused) == 0) {
		Unit u = unit_read(&arena, "fuzzed", &b, 0);
		Layout l = layout_of(&arena, &u, "fuzzed");

		check(&l, u.code);
	}
	fatal_catch(NULL);
	arena_free(&arena);
	buf_free(&b);
	return 0;
}
