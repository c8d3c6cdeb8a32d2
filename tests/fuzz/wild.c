/*
 * wild.c - fuzz target: random memory as code. The simulator must keep running, and every way of
 * dividing the time must give the same run.
 *
 * The first bytes of the input choose the chips, the registers and the place of the code. The rest
 * fills the memories of two nodes whose links 1 and 2 are connected. The network runs for a while,
 * once in lockstep with packets and once in windows with messages; both must reach the same state.
 */
#include "sim/cpu/execute.h"
#include "sim/network/network.h"

#include <stdlib.h>

enum {
	HEADER = 8,
	MEMORY = 64 << 10,
};

#define RUN_FOR 400000000ull /* ps */

static const char machine[] = "topology wild\n"
			      "node n0 type=%s mem=64K unmapped=%s speed=10Mb\n"
			      "node n1 type=%s mem=64K clock=25MHz speed=10Mb\n"
			      "host h links=1\n"
			      "wire h.0 n0.0\n"
			      "wire n0.1 n1.1\n"
			      "wire n0.2 n1.2\n"
			      "end\n";

static Topology *
make_machine(const uint8_t *header)
{
	static const char *const chips[] = {"T414", "T425", "T800", "T805"};
	Buf text = {0};
	Topology *t;

	buf_printf(&text, machine, chips[header[0] & 3], header[0] & 4 ? "float" : "stop",
		chips[header[0] >> 3 & 3]);
	t = topology_parse((char *)text.data, text.len, "wild.topo");
	buf_free(&text);
	return t;
}

/* start: a node's memory is the bytes, again and again; it executes at `at`. */
static void
start(Network *w, NodeId n, const uint8_t *header, const uint8_t *bytes, size_t size)
{
	T800 *c = w->nodes[n];
	Addr at = memstart(c->chip) + (header[1] | (header[2] & 0x3F) << 8);

	for (size_t i = 0; i < c->r.size; i++)
		c->r.mem[i] = bytes[(i + n) % size];
	for (EndId e = n * NLINKS; e < (n + 1) * NLINKS; e++)
		w->links.ends[e].receiving = false;
	c->r.areg = get32(header + 3);
	c->r.breg = MOSTNEG + 8 * header[3];
	c->r.creg = MOSTNEG + 4 * header[4];
	c->r.iptr = at;
	c->r.wptr = (header[7] & 1 ? MOSTNEG + 0x4000 + 256 * header[5] : get32(header + 3)) & ~3u;
	c->priority = header[6] & 1;
	c->haltonerror = header[6] >> 1 & 1;
	c->stop = STOP_NONE;
	c->idle = false;
	stretch_begin(&c->r);
}

/* run: the state and the fingerprint at the end of the run. */
static void
run(const uint8_t *data, size_t size, Sync sync, bool by_byte, Time slice, uint64_t result[2])
{
	Topology *t = make_machine(data);
	Network *w = network_new(t);

	w->sync = sync;
	w->by_byte = by_byte;
	for (NodeId n = 0; n < 2; n++)
		start(w, n, data, data + HEADER, size - HEADER);
	network_resume(w);
	for (Time until = slice; until < RUN_FOR; until += slice)
		network_run(w, until);
	network_run(w, RUN_FOR);
	result[0] = network_hash(w);
	result[1] = network_fingerprint(w);
	network_free(w);
	topology_free(t);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint64_t windows[2], lockstep[2], slices[2];

	if (size <= HEADER)
		return 0;
	run(data, size, SYNC_WINDOWS, false, RUN_FOR, windows);
	run(data, size, SYNC_LOCKSTEP, true, RUN_FOR, lockstep);
	run(data, size, SYNC_WINDOWS, false, 7777777, slices);
	if (memcmp(windows, lockstep, sizeof windows) != 0
	    || memcmp(windows, slices, sizeof windows) != 0)
		abort();
	return 0;
}
