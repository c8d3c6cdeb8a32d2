/*
 * machine.c - fuzz target: models of virtual machines. If the first byte is 0x80 or more, the text
 * is one of the program's own models, with lines left out and put elsewhere. A model that is
 * accepted analyses a made-up trace of its graph, with every kind of message it knows, in every form
 * of report.
 */
#include "detrek/tasks/tasks.h"

#include <assert.h>
#include <setjmp.h>
#include <string.h>

#define MODEL(name) \
	extern const char fuzz_##name[], fuzz_##name##_end[]; \
	__asm__(".pushsection .rodata\n" \
		"fuzz_" #name ": .incbin \"trek/models/" #name ".vm\"\n" \
		"fuzz_" #name "_end: .byte 0\n" \
		".popsection");
#include "models.tab"
#undef MODEL

static const struct {
	const char *text, *end;
} models[] = {
#define MODEL(name) {fuzz_##name, fuzz_##name##_end},
#include "models.tab"
#undef MODEL
};

enum { NMODELS = sizeof models / sizeof *models, MAX_MODEL_LINES = 256 };

static jmp_buf rejected;

static void
caught(int status)
{
	longjmp(rejected, status ? status : 1);
}

static void
report(TvmTrace *t)
{
	TrekResult r = trek_find(t, NULL, (TrekRunEnd){0});
	uint64_t npairs;
	Buf b = {0};

	assert(r.ncomplete <= r.nseen && r.nseen <= t->ntasks);
	trek_table(&b, &r);
	trek_put_folded(&b, &r);
	trek_bug(&b, &r);
	for (uint32_t task = 0; task < 3; task++)
		trek_explain(&b, &r, task);
	for (Drawing d = DRAW_EVENTS; d <= DRAW_FOLDED; d++)
		picture_dot(&b, picture_new(&r, 1, d));
	buf_free(&b);
	json_decref(trek_json(&r));
	assert(stamps_check(t, &npairs) == 0);
}

/* The events of messages between all pairs of nodes, one half of them received. */
static void
analyse(Arena *a, const Machine *m)
{
	static const char *const spf[NGRAPHS] = {"5 2 3 2 1\n", "4 4 3 1 0\n", "6 6 3 2 0\n"};
	Spec *s = spec_read(a, m, "fuzz.spf", spf[m->graph], strlen(spf[m->graph]));
	TvmReader *r = tvm_start(a, s, "fuzz.tvm", true, NULL);
	char line[64];

	for (uint32_t i = 0; i < 3 * s->nnodes * s->nnodes; i++) {
		uint32_t task = i % 3, from = i / 3 % s->nnodes, to = i / 3 / s->nnodes;
		Direction d = spec_direction(s, from, to);
		uint32_t kind = d == NDIRECTIONS ? 0 : 2 * m->of_direction[d], side = 0;

		if (d == NDIRECTIONS || m->of_direction[d] == NO_MESSAGE
			|| !spec_role(s, from)->event[kind].known
			|| !spec_role(s, to)->event[kind + 1].known)
			continue;
		while (d == NEIGHBOUR && mesh_neighbour(s, from, side) != to)
			side++;
		tvm_feed(r, line, snprintf(line, sizeof line, "1 %u send %u %u %x\n", from, to,
			task, side));
		if (i & 1)
			tvm_feed(r, line, snprintf(line, sizeof line, "1 %u recv %u %u %x\n", to,
				from, task, side));
	}
	report(tvm_end(r));
}

/* A model with some lines moved: two bytes each, the line and where it goes; 0 leaves it out. */
static void
disturb(Buf *text, const uint8_t *data, size_t n)
{
	const char *p = models[data[0] % NMODELS].text, *end = models[data[0] % NMODELS].end;
	const char *line[MAX_MODEL_LINES];
	uint32_t nlines = 0;

	for (; p < end && nlines < MAX_MODEL_LINES; p = (const char *)memchr(p, '\n', end - p) + 1)
		line[nlines++] = p;
	for (size_t i = 1; i + 2 <= n; i += 2)
		line[data[i] % nlines] = data[i + 1] ? line[data[i + 1] % nlines] : NULL;
	for (uint32_t i = 0; i < nlines; i++)
		if (line[i])
			buf_put(text, line[i],
				(const char *)memchr(line[i], '\n', end - line[i]) + 1 - line[i]);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static Arena a; /* static, so that they are reachable after a longjmp */
	static Buf text;

	if (n >= 2 && data[0] & 0x80)
		disturb(&text, data + 1, n - 1);
	else
		buf_put(&text, data, n);
	fatal_catch(caught);
	if (setjmp(rejected) == 0)
		analyse(&a, machine_read(&a, "fuzz.vm", (const char *)text.data, text.len));
	buf_free(&text);
	arena_free(&a);
	return 0;
}
