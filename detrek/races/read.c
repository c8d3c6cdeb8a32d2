/*
 * read.c - reader of traces of memory and synchronisation (.mtr).
 *
 *   sem <semaphore> <value>    its value at the start, before its first use; else 0
 *   <thread> rd|wr <variable>
 *   <thread> B <semaphore>     the thread blocks; its P comes when a V has let it go
 *   <thread> P|V <semaphore>
 *   <thread> send|recv <channel>
 *   <thread> unblk <channel>   the thread's blocking send goes on
 *
 * Accesses are not kept one by one: each thread has a multilevel bitmap for its running segment,
 * which becomes the segment's set when an operation ends it.
 */
#include "races.h"

#include <string.h>

enum { MAX_NAME = 255 };

static const char *const sync_word[] = {
#define X(name, word) word,
	SYNC_KINDS(X)
#undef X
};

static uint32_t
number(const Lines *l, const InputWord *w)
{
	char text[16];
	uint64_t v;

	if (w->len < sizeof text) {
		memcpy(text, w->s, w->len);
		text[w->len] = '\0';
		if (number_parse(text, UINT32_MAX - 1, &v))
			return v;
	}
	lines_fatal(l, "'%.*s' is no initial value (0 to %u)", (int)w->len, w->s, UINT32_MAX - 1);
}

static void
check_names(const Lines *l, uint32_t first, uint32_t n)
{
	for (uint32_t i = first; i < first + n; i++)
		if (l->word[i].len > MAX_NAME)
			lines_fatal(l, "a name of %u characters (at most %d)", l->word[i].len,
				MAX_NAME);
}

/* The second word of a line that is no access and no declaration. */
static void
sync_line(const Lines *l, const InputWord *w, TraceLine *t)
{
	t->kind = LINE_SYNC;
	for (int k = 0; k < NSYNC_KINDS; k++) {
		if (word_is(w, sync_word[k])) {
			t->sync = k;
			return;
		}
	}
	if (!word_is(w, "B"))
		lines_fatal(l, "'%.*s' is no operation (rd, wr, B, P, V, send, recv, unblk)",
			(int)w->len, w->s);
	t->kind = LINE_BLOCK;
}

/* The top bits of those of the 8 bytes at p that end a word: blanks, controls, '#', no ASCII. */
static uint64_t
word_ends(const char *p)
{
	const uint64_t every = 0x0101010101010101, top = every << 7;
	uint64_t x, low, visible, other;

	memcpy(&x, p, sizeof x);
	low = x & ~top;
	visible = (low | top) - every * '!'; /* top bits: above the blank */
	other = (low ^ every * '#') + ~top;  /* not '#' */
	return (x | ~(visible & other) | (low + every)) & top;
}

/* The word at s, as in lines_next; its length may be 0. */
static InputWord
word_at(const char *s, const char *end)
{
	const char *p = s;

	for (; end - p >= 8; p += 8) {
		uint64_t ends = word_ends(p);

		if (ends)
			return (InputWord){s, p + __builtin_ctzll(ends) / 8 - s};
	}
	while (p < end && *p > ' ' && *p < 0x7F && *p != '#')
		p++;
	return (InputWord){s, p - s};
}

/*
 * access_line: most lines are just <thread> rd|wr <variable> with single blanks, and are read here.
 * Returns false, and reads nothing, if the next one is not.
 */
static bool
access_line(Lines *l, TraceLine *t)
{
	InputWord thread = word_at(l->p, l->end), object;
	const char *op = thread.s + thread.len, *end;
	bool load, store;

	if (l->end - op < 4)
		return false;
	load = memcmp(op, " rd ", 4) == 0;
	store = memcmp(op, " wr ", 4) == 0;
	if (!(load | store)) /* which of them is no branch: the processor cannot foresee it */
		return false;
	object = word_at(op + 4, l->end);
	end = object.s + object.len;
	if (end == l->end || *end != '\n')
		return false;
	if (thread.len == 0 || thread.len > MAX_NAME || object.len == 0 || object.len > MAX_NAME)
		return false;
	*t = (TraceLine){LINE_ACCESS, thread, object, .store = store};
	l->line++;
	l->p = end + 1;
	return true;
}

bool
trace_line(Lines *l, TraceLine *t)
{
	const InputWord *w;

	if (access_line(l, t))
		return true;
	if (!lines_next(l))
		return false;
	if (l->n != 3)
		lines_fatal(l, "%u words; a line is <thread> <operation> <object> or sem <name> "
			"<value>", l->n);
	w = l->word;
	if (w[0].len > MAX_NAME || w[2].len > MAX_NAME)
		check_names(l, w[0].len > MAX_NAME ? 0 : 2, 1);
	t->thread = w[0];
	t->object = w[2];
	if (w[1].len == 2 && (memcmp(w[1].s, "rd", 2) == 0 || memcmp(w[1].s, "wr", 2) == 0)) {
		t->kind = LINE_ACCESS;
		t->store = w[1].s[0] == 'w';
	} else if (word_is(&w[0], "sem")) {
		check_names(l, 1, 1);
		t->kind = LINE_DECLARE;
		t->object = w[1];
		t->value = number(l, &w[2]);
	} else {
		sync_line(l, &w[1], t);
	}
	return true;
}

static uint32_t
thread_add(Trace *t, const InputWord *w)
{
	uint32_t n = t->thread.n;
	uint32_t i = symbols_add(&t->thread, w->s, w->len);

	if (i < n)
		return i;
	t->nthreadops = arena_grow(t->arena, t->nthreadops, n, &t->nopscap, sizeof(uint32_t));
	t->blocked = arena_grow(t->arena, t->blocked, n, &t->blockedcap, sizeof(uint32_t));
	t->lastsend = arena_grow(t->arena, t->lastsend, n, &t->lastcap, sizeof(uint32_t));
	t->blockline = arena_grow(t->arena, t->blockline, n, &t->linecap, sizeof(uint32_t));
	t->map = arena_grow(t->arena, t->map, n, &t->mapcap, sizeof *t->map);
	t->nthreadops[i] = t->blockline[i] = 0;
	t->blocked[i] = t->lastsend[i] = NONE;
	t->map[i] = (Bitmap){0};
	return i;
}

static uint32_t
object_add(Trace *t, const InputWord *w)
{
	uint32_t n = t->object.n;
	uint32_t i = symbols_add(&t->object, w->s, w->len);

	if (i == n) {
		t->sync = arena_grow(t->arena, t->sync, n, &t->synccap, sizeof *t->sync);
		t->sync[i] = (SyncObject){.rising = NONE};
	}
	return i;
}

static uint32_t
variable_add(Trace *t, const InputWord *w)
{
	uint32_t n = t->variable.n;
	uint32_t i = symbols_add(&t->variable, w->s, w->len);

	if (i == n && i % WORD_VARIABLES == 0) {
		t->use = arena_grow(t->arena, t->use, i / WORD_VARIABLES, &t->usecap,
			sizeof *t->use);
		t->use[i / WORD_VARIABLES] = (struct Use){0};
	}
	return i;
}

/* The thread has accessed these; those that are new to it may be known from another. */
static void
use_add(Trace *t, const AccessWord *w, uint32_t thread)
{
	struct Use *use = &t->use[w->index];
	Leaf *leaf = t->map[thread].leaf[w->index / LEAF_WORDS];
	uint32_t *before = &leaf->before[w->index % LEAF_WORDS];
	uint32_t new = (w->load | w->store) & ~*before;

	*before |= new;
	use->shared |= use->once & new;
	use->once |= new;
	use->stored |= w->store;
}

/* The thread's running segment becomes the next of the trace. */
static void
segment_end(Trace *t, uint32_t segment, uint32_t thread)
{
	t->set = arena_grow(t->arena, t->set, segment, &t->setcap, sizeof *t->set);
	t->set[segment] = t->nwords;
	t->word = bitmap_take(&t->map[thread], t->arena, t->word, &t->nwords, &t->wordcap);
	for (uint32_t i = t->set[segment]; i < t->nwords; i++)
		use_add(t, &t->word[i], thread);
}

static void
op_add(Trace *t, const Lines *l, uint32_t thread, const TraceLine *line)
{
	uint32_t i = t->nops;

	segment_end(t, i, thread);
	t->op = arena_grow(t->arena, t->op, i, &t->opcap, sizeof *t->op);
	t->received = arena_grow(t->arena, t->received, i, &t->receivedcap, sizeof(uint32_t));
	t->received[i] = NONE;
	t->op[i] = (SyncOp){
		.kind = line->sync,
		.thread = thread,
		.number = ++t->nthreadops[thread],
		.object = object_add(t, &line->object),
		.line = l->line,
		.from = NONE,
	};
	t->nops++;
	sync_apply(t, l, i);
}

static void
line_add(Trace *t, const Lines *l, const TraceLine *line)
{
	uint32_t thread, v;

	if (line->kind == LINE_DECLARE) {
		sync_declare(t, l, object_add(t, &line->object), line->value);
		return;
	}
	thread = thread_add(t, &line->thread);
	if (line->kind == LINE_SYNC) {
		op_add(t, l, thread, line);
		return;
	}
	if (t->blocked[thread] != NONE)
		sync_running(t, l, thread);
	if (line->kind == LINE_BLOCK) {
		sync_block(t, l, thread, object_add(t, &line->object));
		return;
	}
	v = variable_add(t, &line->object);
	bitmap_add(&t->map[thread], t->arena, v, line->store);
	t->naccesses++;
}

Trace *
trace_read(Arena *a, const char *file, const char *text, size_t len)
{
	Lines l = lines_start(a, file, text, len);
	Trace *t = arena_alloc(a, 1, sizeof *t);
	TraceLine line;

	t->arena = a;
	t->file = file;
	t->thread = symbols_new(a);
	t->variable = symbols_new(a);
	t->object = symbols_new(a);
	while (trace_line(&l, &line))
		line_add(t, &l, &line);
	for (uint32_t i = 0; i < t->thread.n; i++)
		segment_end(t, t->nops + i, i);
	t->set = arena_grow(a, t->set, trace_nsegments(t), &t->setcap, sizeof *t->set);
	t->set[trace_nsegments(t)] = t->nwords;
	return t;
}

uint32_t
segment_thread(const Trace *t, uint32_t segment)
{
	return segment < t->nops ? t->op[segment].thread : segment - t->nops;
}

uint32_t
segment_number(const Trace *t, uint32_t segment)
{
	if (segment < t->nops)
		return t->op[segment].number;
	return t->nthreadops[segment - t->nops] + 1;
}

uint32_t *
trace_segments(const Trace *t, uint32_t **first)
{
	uint32_t n = trace_nsegments(t);
	uint32_t *at = arena_alloc(t->arena, t->thread.n + 1, sizeof *at);
	uint32_t *order = arena_alloc(t->arena, n, sizeof *order);

	for (uint32_t i = 0; i < t->thread.n; i++)
		at[i + 1] = at[i] + t->nthreadops[i] + 1;
	for (uint32_t s = 0; s < n; s++)
		order[at[segment_thread(t, s)] + segment_number(t, s) - 1] = s;
	*first = at;
	return order;
}
