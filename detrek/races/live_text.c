/*
 * live_text.c - writes a recorded run as the text of a trace: for each segment the words it loaded
 * and stored, and the operation that ended it.
 */
#include "live.h"

/* put_word: write the node and address of a word, and how often its memory was allocated again. */
static void
put_word(const Live *l, const char *thread, const char *access, uint32_t variable, Buf *out)
{
	LiveWord w = live_word(l, variable);

	buf_printf(out, "%s %s %u:%x", thread, access, target_number(l->target, w.node), w.addr);
	if (w.renewals > 0)
		buf_printf(out, ".%u", w.renewals);
	buf_byte(out, '\n');
}

/* put_accesses: append a line for each word that the segment loads or stores. */
static void
put_accesses(const Live *l, uint32_t segment, uint32_t thread, Buf *out)
{
	const Trace *t = l->trace;

	for (uint32_t i = t->set_start[segment]; i < t->set_start[segment + 1]; i++)
		for (uint32_t k = 0; k < WORD_VARIABLES; k++) {
			uint32_t variable = t->word[i].index * WORD_VARIABLES + k;

			if (t->word[i].load >> k & 1)
				put_word(l, t->thread.text[thread], "rd", variable, out);
			if (t->word[i].store >> k & 1)
				put_word(l, t->thread.text[thread], "wr", variable, out);
		}
}

/* put_values: append a line for each semaphore that does not begin at 0. */
static void
put_values(const Live *l, Buf *out)
{
	const Trace *t = l->trace;

	for (uint32_t i = 0; i < t->object.n; i++)
		if (!t->object_state[i].channel && t->object_state[i].initial > 0)
			buf_printf(out, "sem %s %u\n", t->object.text[i],
				t->object_state[i].initial);
}

/*
 * find_segments: for each operation (including those that block), the segment of its thread that
 * ends with the operation; if no segment ends with it, the thread's next segment to end.
 */
static uint32_t *
find_segments(const Live *l)
{
	const Trace *t = l->trace;
	uint32_t *segment = arena_alloc(l->arena, l->nops + 1, sizeof *segment);
	uint32_t *next = arena_alloc(l->arena, t->thread.n + 1, sizeof *next), k = t->nops;

	for (uint32_t i = 0; i < t->thread.n; i++)
		next[i] = t->nops + i;
	for (uint32_t i = l->nops; i-- > 0;) {
		if (l->op[i].kind != OPERATION_BLOCK)
			next[l->op[i].thread] = --k;
		segment[i] = next[l->op[i].thread];
	}
	return segment;
}

void
live_text(const Live *l, Buf *out)
{
	static const char *const words[] = {[OPERATION_BLOCK] = "B",
		[OPERATION_P] = "P",
		[OPERATION_V] = "V",
		[OPERATION_SEND] = "send",
		[OPERATION_RECV] = "recv",
		[OPERATION_UNBLOCK] = "unblk"};
	const Trace *t = l->trace;
	uint32_t *segment = find_segments(l);
	bool *written = arena_alloc(l->arena, trace_nsegments(t) + 1, sizeof *written);

	put_values(l, out);
	for (uint32_t i = 0; i < l->nops; i++) {
		const Operation *o = &l->op[i];

		if (!written[segment[i]])
			put_accesses(l, segment[i], o->thread, out);
		written[segment[i]] = true; /* a blocked thread accesses nothing until its P */
		buf_printf(out, "%s %s %s\n", t->thread.text[o->thread], words[o->kind],
			t->object.text[o->object]);
	}
	for (uint32_t i = 0; i < t->thread.n; i++)
		if (!written[t->nops + i])
			put_accesses(l, t->nops + i, i, out);
}
