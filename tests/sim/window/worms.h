/* worms.h - a network with visible activity: a worm spreads through sixteen nodes. */
#include "base/files.h"
#include "sim/host/adapter.h"
#include "sim/network/network.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define TREE "programs/ubc75.topo"

typedef struct Machine {
	Topology *t;
	Network *w;
	Host *h;
	Buf worm;
	FILE *output;
} Machine;

static Machine
machine_new(void)
{
	static const uint8_t nothing[4];
	Machine m = {.t = topology_read(TREE), .worm = file_read(WORM, 1 << 20)};

	m.output = fopen("/dev/null", "w");
	assert_non_null(m.output);
	m.w = network_new(m.t);
	m.h = host_new(m.w, &(HostOptions){
		.mode = HOST_RAW,
		.config = topology_config(m.t, "btree_16"),
		.boot = m.worm.data,
		.nboot = m.worm.len,
		.input = nothing,
		.ninput = sizeof nothing,
		.output = m.output,
	});
	return m;
}

static void
machine_free(Machine *m)
{
	host_free(m->h);
	network_free(m->w);
	topology_free(m->t);
	buf_free(&m->worm);
	fclose(m->output);
}

static uint64_t
plain_fingerprint(void)
{
	Machine m = machine_new();
	uint64_t fingerprint;

	network_run(m.w, 30 * EPOCH);
	fingerprint = network_fingerprint(m.w);
	machine_free(&m);
	return fingerprint;
}
