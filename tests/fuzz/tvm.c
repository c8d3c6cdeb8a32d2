/*
 * tvm.c - fuzz target: specifications and traces of TrEK. If the first byte is 0x80 or more, the
 * following bytes generate a trace of events that travel along links. Otherwise the first line is
 * the .spf file and the rest the trace. Accepted input is analysed and reported in every form; no
 * two rows of a task may be equal, and short times must give the same order as full ones.
 */
#include "detrek/tasks/tasks.h"

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
	trek_put_folded(&b, r);
	trek_bug(&b, r);
	trek_explain(&b, r, task);
	for (Drawing d = DRAW_EVENTS; d <= DRAW_FOLDED; d++) {
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

/* Text of a trace on a small tree: three bytes an event, the link, the kind and task, the part. */
static void
make(Buf *text, Arena *a, const uint8_t *data, size_t n)
{
	char spf[64];
	Spec *s;

	snprintf(spf, sizeof spf, "%d %d 8 %d %d\n", data[0] % 16 + 2, data[1] % 3 + 1,
		data[2] % 4 + 1, data[3] % 5);
	s = spec_read(a, NULL, "made.spf", spf, strlen(spf));
	buf_printf(text, "%s", spf);
	for (size_t i = 4; i + 3 <= n; i += 3) {
		uint32_t child = data[i] % (s->nnodes - 1) + 1, parent = s->parent[child];
		bool recv = data[i + 1] & 1, up = data[i + 1] & 2;

		buf_printf(text, "%zu %u %s %u %u %llx\n", i, recv == up ? parent : child,
			recv ? "recv" : "send", recv == up ? child : parent, data[i + 1] >> 2 & 7,
			(unsigned long long)(data[i + 2] * 0x0101u & s->allowed[child]));
	}
}

/* The text as that of a run with fault_tolerance. */
static void
survive(Arena *a, const Spec *s, const char *text, size_t n)
{
	TrekCauses none = {0};
	TrekText messages = {"fuzz.tvm", {.data = (uint8_t *)text, .len = n}};
	TrekSurvival v;
	Buf b = {0};

	if (s->ntasks > 1000)
		return;
	v = trek_survival(a, s, &none, &messages);
	trek_survival_tasks(&b, &v);
	buf_free(&b);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static Arena a; /* static, so that it is reachable after a longjmp */
	static Buf text;
	const char *nl;
	size_t first;

	if (n == 0)
		return 0;
	if (n >= 5 && data[0] & 0x80)
		make(&text, &a, data + 1, n - 1);
	else
		buf_put(&text, data, n);
	nl = text.len ? memchr(text.data, '\n', text.len) : NULL;
	first = nl ? nl + 1 - (const char *)text.data : text.len;
	fatal_catch(caught);
	if (setjmp(rejected) == 0) {
		Spec *s = spec_read(&a, NULL, "fuzz.spf", (const char *)text.data, first);
		TvmReader *r = tvm_start(&a, s, "fuzz.tvm", true, NULL);

		if (s->tolerant)
			survive(&a, s, (const char *)text.data + first, text.len - first);
		feed(r, (const char *)text.data + first, text.len - first);
		if (r->trace->ntasks < 1000) {
			TvmTrace *t = tvm_end(r);
			TrekResult result = trek_find(t, NULL, (TrekRunEnd){0});

			accepted(t, &result);
		}
	}
	buf_free(&text);
	arena_free(&a);
	return 0;
}
