/*
 * functions.c - fuzz target: the functions beside a trace of the machine. Accepted text gives names
 * in order of node and Iptr, each of which is found.
 */
#include "sim/trace/functions.h"

#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>

static const char net[] = "topology net\nnode n[0-2]\nhost h links=1\nwire h.0 n0.0\n"
	"wire n[0-1].2 n[1-2].0\nend\n";

static jmp_buf refused;

static void
caught(int status)
{
	longjmp(refused, status ? status : 1);
}

static void
accepted(const Functions *f)
{
	for (uint32_t i = 0; i < f->n; i++) {
		const Function *one = &f->function[i];

		assert(one->node < 3 && one->name < f->nnames);
		assert(functions_find(f, one->node, one->iptr) != NOWHERE);
	}
	assert(functions_find(f, 3, 0) == NOWHERE);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	Topology *t = topology_parse(net, sizeof net - 1, "net");
	static Functions f; /* static, so that it is reachable after a longjmp */
	Buf text = {0};

	buf_put(&text, data, n);
	fatal_catch(caught);
	if (setjmp(refused) == 0) {
		functions_parse(&f, "fuzzed", &text, t);
		accepted(&f);
	}
	fatal_catch(NULL);
	functions_free(&f);
	f = (Functions){0};
	buf_free(&text);
	topology_free(t);
	return 0;
}
