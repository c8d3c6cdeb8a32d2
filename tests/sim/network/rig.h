/*
 * rig.h - a network in a test: built from text, its nodes started with assembled programs, run in a
 * chosen way; and the outcome of the run.
 */
#ifndef MACHINE_H
#define MACHINE_H

#include "tests/random.h"

#include "cc/as/as.h"
#include "cc/image/image.h"
#include "sim/host/adapter.h"
#include "sim/network/network.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* A network, its host, and what came back to the host. */
typedef struct Machine {
	Topology *topology;
	Network *w;
	Host *host;
	FILE *output;
	char *said;
	size_t nsaid;
} Machine;

/* A way to run that must not make a difference. */
typedef struct Way {
	Sync sync;
	Engine engine;
	uint32_t threads; /* 0: one */
	bool by_byte;
	Cycles ahead;    /* 0: no node leads */
	uint64_t slices; /* 0: none */
	Time snapshot;   /* 0: none; otherwise continue from a snapshot made at that time */
	bool watched;    /* every access and instruction is reported */
	bool marked;     /* every instruction is reported */
} Way;

/* The outcome of a run. */
typedef struct Outcomes {
	uint64_t fingerprint, state, instructions;
	Time now;
} Outcomes;

static inline void
machine_open(Machine *m, const char *text, Way way)
{
	*m = (Machine){.topology = topology_parse(text, strlen(text), "test.topo")};
	m->w = network_new(m->topology);
	m->w->sync = way.sync;
	network_set_engine(m->w, way.engine);
	network_set_threads(m->w, way.threads ? way.threads : 1);
	m->w->by_byte = way.by_byte;
	m->w->ahead = way.ahead;
	m->output = open_memstream(&m->said, &m->nsaid);
	m->host = host_new(m->w, &(HostOptions){.output = m->output, .idle = true});
}

static inline void
machine_close(Machine *m)
{
	host_free(m->host);
	network_free(m->w);
	topology_free(m->topology);
	fclose(m->output);
	free(m->said);
}

/* machine_start: a node executes code at once, as if it had been booted. */
static inline void
machine_start(Machine *m, NodeId n, const Buf *code)
{
	for (EndId e = n * NLINKS; e < (n + 1) * NLINKS; e++) {
		m->w->links.ends[e].receiver = RECEIVE_MESSAGE;
		m->w->links.ends[e].receiving = false;
	}
	boot_code(m->w->nodes[n], code->data, code->len, 0);
	network_resume(m->w);
}

/* machine_assemble: the code of a program that begins at MemStart. */
static inline Buf
machine_assemble(const char *text)
{
	Image im = {0};
	Buf code;

	as_image(&im, "test.s", text, strlen(text), NULL);
	code = image_flat(&im, image_base(&im));
	image_free(&im);
	return code;
}

/* machine_word: word i of a node's memory. */
static inline Word
machine_word(const Machine *m, NodeId n, uint32_t i)
{
	return get32(m->w->nodes[n]->r.mem + 4 * i);
}

/* machine_run: to `until`, in slices if the way says so. */
static inline RunEnd
machine_run(Machine *m, Time until, const Way *way)
{
	uint64_t random = way->slices;
	RunEnd end;

	do {
		Time slice = m->w->now + 1000 + random_below(&random, 30000000);

		end = network_run(m->w, way->slices && slice < until ? slice : until);
	} while (end == RUN_REACHED && m->w->now < until);
	return end;
}

static inline Outcomes
machine_outcomes(const Machine *m)
{
	return (Outcomes){network_fingerprint(m->w), network_hash(m->w), network_instructions(m->w),
		m->w->now};
}

/* assert_same: a run has the same outcome in each of n ways as in the usual one. */
static inline void
assert_same(Outcomes run(Way), const Way *ways, size_t n)
{
	Outcomes expected = run((Way){0});

	for (size_t i = 0; i < n; i++) {
		Outcomes o = run(ways[i]);

		assert_memory_equal(&o, &expected, sizeof o);
	}
}

#endif
