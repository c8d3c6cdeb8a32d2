/*
 * topology.c - fuzz target: the topology reader on any text. An accepted topology is printed, must
 * be read back and print the same again, and goes through the listings.
 */
#include "sim/topology/reading.h"

#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf rejected;

static void
caught(int status)
{
	longjmp(rejected, status ? status : 1);
}

static void
listings(const Topology *t)
{
	const Config *c = t->nconfigs ? &t->configs[t->nconfigs - 1] : NULL;
	Buf out = {0};

	topo_list_counts(t, NULL, &out);
	topo_list_circuits(t, c, &out);
	topo_list_worm(t, c, &out);
	topo_list_dot(t, c, &out);
	if (t->nnodes < 100)
		topo_list_routes(t, c, &out);
	buf_free(&out);
}

static void
accepted(const Topology *t)
{
	Buf first = {0}, second = {0};
	Topology *again;

	listings(t);
	topology_print(t, &first);
	fatal_catch(NULL); /* a mistake in the printed text ends the fuzzer */
	again = topology_parse((char *)first.data, first.len, "printed.topo");
	topology_print(again, &second);
	assert(first.len == second.len && memcmp(first.data, second.data, first.len) == 0);
	topology_free(again);
	buf_free(&first);
	buf_free(&second);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static Topology *t; /* static, so that it is reachable after a longjmp */

	t = topology_new("fuzz.topo");
	fatal_catch(caught);
	if (setjmp(rejected) == 0) {
		topology_load(t, (const char *)data, n);
		accepted(t);
	}
	topology_free(t);
	t = NULL;
	return 0;
}
