/*
 * trace.c - builds a trace from operations and accesses, which come from a text or from an observer
 * of a run.
 *
 * Accesses are not kept one by one: each thread has a multilevel bitmap for its running segment.
 * The bitmap becomes the segment's set when an operation ends the segment. Variables have names or
 * addresses;
 * addresses are numbered page by page, as pages are first accessed, so that the numbers are dense
 * and those of a page lie together.
 */
#include "races.h"

#include <assert.h>
#include <stdio.h>

uint32_t
trace_thread(Trace *t, const char *name, uint32_t len)
{
	uint32_t n = t->thread.n;
	uint32_t i = symbols_add(&t->thread, name, len);

	if (i < n)
		return i;
	t->memory = arena_grow(t->arena, t->memory, n, &t->memorycap, sizeof *t->memory);
	t->nthreadops = arena_grow(t->arena, t->nthreadops, n, &t->nopscap, sizeof(uint32_t));
	t->blocked = arena_grow(t->arena, t->blocked, n, &t->blockedcap, sizeof(uint32_t));
	t->lastsend = arena_grow(t->arena, t->lastsend, n, &t->lastcap, sizeof(uint32_t));
	t->blockline = arena_grow(t->arena, t->blockline, n, &t->linecap, sizeof(uint32_t));
	t->running_sets = arena_grow(t->arena, t->running_sets, n, &t->mapcap,
		sizeof *t->running_sets);
	t->memory[i] = t->nthreadops[i] = t->blockline[i] = 0;
	t->blocked[i] = t->lastsend[i] = NONE;
	t->running_sets[i] = (Bitmap){0};
	return i;
}

void
trace_set_memory(Trace *t, uint32_t thread, uint32_t memory)
{
	t->memory[thread] = memory;
	if (memory >= t->nmemories)
		t->nmemories = memory + 1;
}

uint32_t *const *
trace_memory_sharers(const Trace *t)
{
	uint32_t n = t->thread.n;
	uint32_t **of = arena_alloc(t->arena, t->nmemories, sizeof *of);
	uint32_t **shares = arena_alloc(t->arena, n, sizeof *shares);

	for (uint32_t i = 0; i < n; i++) {
		uint32_t **its = &of[t->memory[i]];

		if (!*its)
			*its = arena_alloc(t->arena, n, sizeof **its);
		(*its)[i] = 1;
		shares[i] = *its;
	}
	return shares;
}

uint32_t
trace_object(Trace *t, const char *name, uint32_t len)
{
	uint32_t n = t->object.n;
	uint32_t i = symbols_add(&t->object, name, len);

	if (i == n) {
		t->object_state = arena_grow(t->arena, t->object_state, n, &t->synccap,
			sizeof *t->object_state);
		t->object_state[i] = (SyncObject){.rising_V = NONE};
	}
	return i;
}

/* enlarge_uses: make room for the uses of n variables. */
static void
enlarge_uses(Trace *t, uint32_t n)
{
	for (uint32_t i = (t->nvariables + WORD_VARIABLES - 1) / WORD_VARIABLES;
		i < (n + WORD_VARIABLES - 1) / WORD_VARIABLES; i++) {
		t->use = arena_grow(t->arena, t->use, i, &t->usecap, sizeof *t->use);
		t->use[i] = (struct Use){0};
	}
	t->nvariables = n;
}

uint32_t
trace_variable(Trace *t, const char *name, uint32_t len)
{
	uint32_t i = symbols_add(&t->variable, name, len);

	assert(t->pages.n == 0);
	if (i == t->nvariables)
		enlarge_uses(t, i + 1);
	return i;
}

uint32_t
trace_page_variable(Trace *t, uint64_t page)
{
	uint32_t number = pages_add(&t->pages, t->arena, page);

	assert(t->variable.n == 0);
	if (number * PAGE_VARIABLES == t->nvariables)
		enlarge_uses(t, (number + 1) * PAGE_VARIABLES);
	return number * PAGE_VARIABLES;
}

/*
 * add_use: record the variables of a word that the thread has accessed. A variable that is new for
 * the thread becomes shared if another thread has accessed it.
 */
static void
add_use(Trace *t, const AccessWord *w, uint32_t thread)
{
	struct Use *use = &t->use[w->index];
	Leaf *leaf = t->running_sets[thread].leaf[w->index / LEAF_WORDS];
	uint32_t *before = &leaf->before[w->index % LEAF_WORDS];
	uint32_t new = (w->load | w->store) & ~*before;

	*before |= new;
	use->shared |= use->accessed & new;
	use->accessed |= new;
	use->stored |= w->store;
}

/* end_segment: make the thread's running segment the next one of the trace. */
static void
end_segment(Trace *t, uint32_t segment, uint32_t thread)
{
	t->set_start = arena_grow(t->arena, t->set_start, segment, &t->setcap,
		sizeof *t->set_start);
	t->set_start[segment] = t->nwords;
	t->word = bitmap_drain(&t->running_sets[thread], t->arena, t->word, &t->nwords,
		&t->wordcap);
	for (uint32_t i = t->set_start[segment]; i < t->nwords; i++)
		add_use(t, &t->word[i], thread);
}

void
trace_block(Trace *t, uint32_t line, uint32_t thread, uint32_t object)
{
	sync_check_running(t, line, thread);
	sync_block(t, line, thread, object);
	t->block = arena_grow(t->arena, t->block, t->nblocks, &t->blockcap, sizeof *t->block);
	t->block[t->nblocks++] = (struct Block){thread, t->nops};
}

void
trace_sync(Trace *t, uint32_t line, uint32_t thread, SyncKind kind, uint32_t object)
{
	uint32_t i = t->nops;

	end_segment(t, i, thread);
	t->op = arena_grow(t->arena, t->op, i, &t->opcap, sizeof *t->op);
	t->received = arena_grow(t->arena, t->received, i, &t->receivedcap, sizeof(uint32_t));
	t->received[i] = NONE;
	t->op[i] = (SyncOp){
		.kind = kind,
		.thread = thread,
		.number = ++t->nthreadops[thread],
		.object = object,
		.line = line,
		.from = NONE,
	};
	t->nops++;
	sync_apply(t, line, i);
}

void
trace_access(Trace *t, uint32_t line, uint32_t thread, uint32_t variable, bool store)
{
	if (t->blocked[thread] != NONE)
		sync_check_running(t, line, thread);
	bitmap_add(&t->running_sets[thread], t->arena, variable, store);
	t->naccesses++;
}

/* has_accessed: true if the thread has accessed the variable, in its running segment or before. */
static bool
has_accessed(const Trace *t, uint32_t thread, uint32_t variable)
{
	const Bitmap *b = &t->running_sets[thread];
	uint32_t i = variable / LEAF_VARIABLES, word = variable / WORD_VARIABLES % LEAF_WORDS;
	const Leaf *leaf = i < b->nleaves ? b->leaf[i] : NULL;

	return leaf
		&& (leaf->before[word] | leaf->load[word] | leaf->store[word])
			>> variable % WORD_VARIABLES
		& 1;
}

bool
trace_others_accessed(const Trace *t, uint32_t memory, uint32_t thread, uint32_t variable)
{
	for (uint32_t i = 0; i < t->thread.n; i++)
		if (i != thread && t->memory[i] == memory && has_accessed(t, i, variable))
			return true;
	return false;
}

Trace *
trace_new(Arena *a, const char *file)
{
	Trace *t = arena_alloc(a, 1, sizeof *t);

	t->arena = a;
	t->file = file;
	t->thread = symbols_new(a);
	t->variable = symbols_new(a);
	t->object = symbols_new(a);
	t->nmemories = 1;
	return t;
}

void
trace_finish(Trace *t)
{
	for (uint32_t i = 0; i < t->thread.n; i++)
		end_segment(t, t->nops + i, i);
	t->set_start = arena_grow(t->arena, t->set_start, trace_nsegments(t), &t->setcap,
		sizeof *t->set_start);
	t->set_start[trace_nsegments(t)] = t->nwords;
}

const char *
variable_name(const Trace *t, uint32_t v)
{
	uint64_t address;
	char text[24];

	if (t->pages.n == 0)
		return t->variable.text[v];
	address = t->pages.page[v / PAGE_VARIABLES] * PAGE_VARIABLES + v % PAGE_VARIABLES;
	return arena_strndup(t->arena, text,
		snprintf(text, sizeof text, "0x%llx", (unsigned long long)address));
}

/* sort_addresses: list every variable of the pages, by address. */
static uint32_t *
sort_addresses(const Trace *t)
{
	uint32_t *page = pages_sorted(&t->pages, t->arena);
	uint32_t *order = arena_alloc(t->arena, t->nvariables, sizeof *order);

	for (uint32_t i = 0; i < t->nvariables; i++)
		order[i] = page[i / PAGE_VARIABLES] * PAGE_VARIABLES + i % PAGE_VARIABLES;
	return order;
}

uint32_t *
variables_sorted(const Trace *t)
{
	return t->pages.n ? sort_addresses(t) : symbols_sorted(&t->variable, t->arena);
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
thread_first_segments(const Trace *t)
{
	uint32_t *at = arena_alloc(t->arena, t->thread.n + 1, sizeof *at);

	for (uint32_t i = 0; i < t->thread.n; i++)
		at[i + 1] = at[i] + t->nthreadops[i] + 1;
	return at;
}

uint32_t *
trace_segments(const Trace *t, uint32_t **first)
{
	uint32_t n = trace_nsegments(t);
	uint32_t *at = thread_first_segments(t);
	uint32_t *order = arena_alloc(t->arena, n, sizeof *order);

	for (uint32_t s = 0; s < n; s++)
		order[at[segment_thread(t, s)] + segment_number(t, s) - 1] = s;
	*first = at;
	return order;
}
