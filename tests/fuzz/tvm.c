/*
 * tvm.c - fuzz target: specifications and traces of TrEK. The first line is the .spf, the rest the
 * trace. What the readers accept is analysed and reported in every form; the frontier's rows must
 * differ, and short times must order as full ones do.
 */
#include "detrek/trek.h"

#include <assert.h>
#include <setjmp.h>
#include <string.h>

static jmp_buf rejected;

static void
caught(int status)
{
	longjmp(rejected, status ? status : 1);
}

static void
check_rows(const TrekResult *r)
{
	for (uint32_t i = 0; i < r->nrows && i < 200; i++) {
		const TrekRow *a = &r->row[i];

		for (uint32_t k = i + 1; k < r->nrows && r->row[k].task == a->task; k++) {
			const TrekRow *b = &r->row[k];

			assert(a->sub != b->sub || a->node != b->node || a->process != b->process);
		}
	}
}

static void
accepted(TvmTrace *t, const TrekResult *r)
{
	uint32_t task = r->nrows ? r->row[0].task : 0;
	uint64_t npairs;
	Buf b = {0};

	assert(r->ncomplete <= r->nseen && r->nseen <= t->ntasks);
	check_rows(r);
	trek_table(&b, r);
	trek_folded(&b, r);
	trek_bug(&b, r);
	trek_explain(&b, r, task);
	for (Drawing d = EVENTS; d <= FOLDED; d++) {
		picture_dot(&b, picture_new(r, task, d));
		picture_svg(&b, picture_new(r, task, d));
	}
	buf_free(&b);
	json_decref(trek_json(r));
	if (t->n < 300 && t->spec->nnodes < 100)
		assert(stamps_check(t, &npairs) == 0);
}

/* The text in two pieces: lines come together wherever it is cut. */
static void
feed(TvmReader *r, const char *text, size_t n)
{
	tvm_feed(r, text, n / 2);
	tvm_feed(r, text + n / 2, n - n / 2);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static Arena a; /* static, so that it is reachable after a longjmp */
	const uint8_t *nl = n ? memchr(data, '\n', n) : NULL;
	size_t first = nl ? nl + 1 - data : n;

	fatal_catch(caught);
	if (setjmp(rejected) == 0) {
		Spec *s = spec_read(&a, "fuzz.spf", (const char *)data, first);
		TvmReader *r = tvm_start(&a, s, "fuzz.tvm", true);

		feed(r, (const char *)data + first, n - first);
		if (r->trace->ntasks < 1000) {
			TvmTrace *t = tvm_end(r);
			TrekResult result = trek_find(t);

			accepted(t, &result);
		}
	}
	arena_free(&a);
	return 0;
}
