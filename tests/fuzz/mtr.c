/*
 * mtr.c - fuzz target: the reader of traces of memory and synchronisation. Accepted traces go
 * through both methods, whose results must agree as defined, and through all reports except the
 * text.
 */
#include "detrek/races/races.h"

#include <assert.h>
#include <setjmp.h>

static jmp_buf rejected;

static void
caught(int status)
{
	longjmp(rejected, status ? status : 1);
}

static void
accepted(const Trace *t, const uint8_t *data, size_t n)
{
	const KeptParts keep = {.clocks = UINT32_MAX, .samples = true};
	const BlockedEnd end = blocked_find(t);
	TraceResult r = {
		.trace = t,
		.text = (const char *)data,
		.len = n,
		.recplay = recplay_run(t, &keep),
		.ppd = ppd_run(t, &keep),
		.lockset = lockset_run(t),
		.compare = true,
		.blocked_end = &end,
		.max_entries = UINT32_MAX,
	};
	Buf out = {0};

	assert(r.recplay->races->n <= r.ppd->n);
	assert(r.recplay->races->parallel <= r.ppd->parallel);
	assert(races_compare(t, r.recplay->races, r.ppd).missing == 0);
	json_decref(races_json(&r));
	races_dot(&out, &r);
	figure_data(&out, t, r.recplay);
	figure_svg(&out, t, r.recplay);
	buf_free(&out);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static Arena a; /* static, so that it is reachable after a longjmp */

	fatal_catch(caught);
	if (setjmp(rejected) == 0) {
		const Trace *t = trace_read(&a, "fuzz.mtr", (const char *)data, n);

		if (t->thread.n < 256)
			accepted(t, data, n);
	}
	arena_free(&a);
	return 0;
}
