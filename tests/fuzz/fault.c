/*
 * fault.c - fuzz target: the reader of fault scripts on any text. An accepted script is written and
 * must be read back unchanged; then the network runs with it.
 */
#include "sim/fault/fault.h"
#include "sim/network/network.h"

#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

static const char machine[] =
	"topology pair\nseed 7\nnode n0 mem=64K\nnode n1 mem=64K\nhost h links=1\n"
	"wire h.0 n0.0\nwire n0.1 n1.1\nend\n";

enum { RUN_FOR = 200000000 }; /* ps */

static jmp_buf rejected;

static void
caught(int status)
{
	longjmp(rejected, status ? status : 1);
}

/*
 * Each fault is unchanged when it is written and read again, except for values chosen while
 * reading.
 */
static void
accepted(Network *w)
{
	Faults first = w->faults;

	for (uint32_t i = 0; i < first.n; i++) {
		char text[FAULT_TEXT], second[FAULT_TEXT];

		w->faults = (Faults){0};
		assert(fault_is_valid(w, &first.fault[i]));
		fault_write(w, &first.fault[i], text);
		faults_read(w, NULL, "written", text, strlen(text), false);
		assert(w->faults.n == 1);
		fault_write(w, &w->faults.fault[0], second);
		assert(strcmp(text, second) == 0);
		faults_free(&w->faults);
	}
	w->faults = first;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static Topology *t; /* static, so that they are reachable after a longjmp */
	static Network *w;

	t = topology_parse(machine, sizeof machine - 1, "pair.topo");
	w = network_new(t);
	fatal_catch(caught);
	if (setjmp(rejected) == 0) {
		faults_read(w, NULL, "fuzz.faults", (const char *)data, n, true);
		fatal_catch(NULL); /* a mistake in the written text ends the fuzzer */
		accepted(w);
		network_run(w, RUN_FOR);
	}
	network_free(w);
	topology_free(t);
	return 0;
}
