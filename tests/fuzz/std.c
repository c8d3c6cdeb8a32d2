/*
 * std.c - fuzz target: standard events of the monitor, as detrek reads them to find causes.
 * Accepted text gives causes in order, each on a line of its own. The same text, read as time
 * stamps and as the description of the run, gives a sequence of bounds.
 */
#include "detrek/tasks/tasks.h"

#include <assert.h>
#include <setjmp.h>

static const char spf[] = "8 2 100 2 5\n";

static jmp_buf rejected;

static void
caught(int status)
{
	longjmp(rejected, status ? status : 1);
}

static void
accepted(const Spec *s, const TrekCauses *c)
{
	Buf b = {0};

	for (uint32_t i = 0; i < c->n; i++) {
		const TrekCause *k = &c->cause[i];

		assert(k->node < s->nnodes && k->line > 0);
		assert(i == 0 || c->cause[i - 1].stopped != k->stopped
			|| c->cause[i - 1].rank <= k->rank);
		for (uint32_t j = 0; j < i; j++)
			assert(c->cause[j].line != k->line);
	}
	trek_cause_table(&b, s, c);
	buf_free(&b);
	json_decref(trek_cause_json(s, c));
}

/*
 * propose: bounds from a text; whatever it is, it is refused or gives a comment and one or two
 * triples.
 */
static void
propose(Arena *a, const TrekText *messages, const TrekText *functions, const TrekText *config)
{
	static Buf b; /* static, so that it is reachable after a longjmp */
	uint32_t lines = 0;

	b.len = 0;
	trek_bounds(&b, a, spec_read(a, NULL, "fuzz.spf", spf, sizeof spf - 1), messages, functions,
		config);
	for (size_t i = 0; i < b.len; i++)
		lines += b.data[i] == '\n';
	assert(lines == 2 || lines == 3);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static Arena a; /* static, so that it is reachable after a longjmp */
	static char event[] = "1 0 call 1 0 0\n", seldom[] = "bounds 0 64 256\n";
	TrekText text = {"fuzz", {.data = (uint8_t *)data, .len = n}}, none = {"none", {0}},
		one = {"one", {.data = (uint8_t *)event, .len = sizeof event - 1}},
		config = {"config", {.data = (uint8_t *)seldom, .len = sizeof seldom - 1}};

	fatal_catch(caught);
	if (setjmp(rejected) == 0) {
		Spec *s = spec_read(&a, NULL, "fuzz.spf", spf, sizeof spf - 1);
		TrekCauses c = trek_causes(&a, s, "fuzz.std", (const char *)data, n);

		fatal_catch(NULL);
		accepted(s, &c);
	}
	fatal_catch(caught);
	if (setjmp(rejected) == 0)
		propose(&a, &text, &none, &config);
	if (setjmp(rejected) == 0)
		propose(&a, &one, &none, &text);
	fatal_catch(NULL);
	arena_free(&a);
	return 0;
}
