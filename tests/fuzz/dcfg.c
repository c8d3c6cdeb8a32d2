/*
 * dcfg.c - fuzz target: the reader of distributed control flow graphs. Accepted graphs are
 * analysed, and the modes of recognition points must form the defined order of strictness.
 */
#include "detrek/simul/simul.h"

#include <assert.h>
#include <setjmp.h>

static jmp_buf rejected;

static void
caught(int status)
{
	longjmp(rejected, status ? status : 1);
}

static void
check_points(const Dcfg *d, const Query *q, const Points *p)
{
	const DcfgProcess *at = &d->range[q->process];

	for (uint32_t i = 0; i <= at->stop - at->start; i++) {
		assert(p->valid[MONO][i] || !p->valid[GDEP][i]);
		assert(p->valid[GDEP][i] || !p->valid[DEP][i]);
	}
}

static void
accepted(Dcfg *d)
{
	SimulResult r = {
		.dcfg = d,
		.relations = relations_find(d),
		.points = arena_alloc(d->arena, d->nqueries, sizeof *r.points),
		.plan = arena_alloc(d->arena, d->nqueries, sizeof *r.plan),
		.dominators = true,
	};
	Buf out = {0};

	for (uint32_t i = 0; i < d->nqueries; i++) {
		r.points[i] = points_find(d, &r.relations, &d->query[i]);
		check_points(d, &d->query[i], &r.points[i]);
		if (d->name.n < 30 && d->nqueries < 3)
			points_remove_unsure(d, &r.relations, &d->query[i], &r.points[i]);
		r.plan[i] = plan_find(d, &r.relations, &d->query[i], &r.points[i]);
	}
	json_decref(simul_json(&r));
	simul_dot(&out, &r);
	buf_free(&out);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static Arena a; /* static, so that it is reachable after a longjmp */

	fatal_catch(caught);
	if (setjmp(rejected) == 0) {
		Dcfg *d = dcfg_read(&a, "fuzz.dcfg", (const char *)data, n);

		if (d->name.n < 500 && d->nqueries < 50)
			accepted(d);
	}
	arena_free(&a);
	return 0;
}
