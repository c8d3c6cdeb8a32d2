/*
 * node_words.c - reads from outside the status words that a node's software keeps in its memory.
 *
 * This takes no simulated time. The node's memory may contain garbage, so everything is checked.
 */
#include "node_words.h"

const char *const node_function_names[NFUNCTIONS] = {
	[FN_INIT_MASTER] = "init_master()",
	[FN_DATA_GENERATOR] = "data_generator()",
	[FN_RESULT_RECEIVER] = "result_receiver()",
	[FN_COMPUTE] = "compute_fn()",
	[FN_SPLIT] = "split_fn()",
	[FN_JOIN] = "join_fn()",
};

const uint8_t *
node_memory(const T800 *c, Addr a, uint32_t nbytes)
{
	uint32_t offset = t800_offset(c, a);

	if ((offset >= c->r.size || nbytes > c->r.size - offset)
		&& (!rom_has(c, offset) || nbytes > 0u - offset))
		return NULL;
	return c->r.mem + offset;
}

/* read_work: read the status words of TrEK at an address; false if there are none. */
static bool
read_work(const T800 *c, Addr a, NodeWork *work)
{
	const uint8_t *p = node_memory(c, a, sizeof *work);
	uint32_t *word = (uint32_t *)work;

	if (a == 0 || !p)
		return false;
	for (size_t i = 0; i < sizeof *work / 4; i++)
		word[i] = get32(p + 4 * i);
	return work->magic == WORK_MAGIC;
}

bool
node_words(const T800 *c, NodeWords *words)
{
	const uint8_t *p = node_memory(c, NODE_WORDS, sizeof *words);
	uint32_t *word = (uint32_t *)words;

	if (!p || get32(p) != NODE_MAGIC)
		return false;
	for (size_t i = 0; i < sizeof *words / 4; i++)
		word[i] = get32(p + 4 * i);
	return true;
}

bool
node_work(const T800 *c, bool second, NodeWork *work)
{
	NodeWords words;

	return node_words(c, &words) && read_work(c, words.work, work)
		&& (!second || read_work(c, work->next, work));
}

bool
node_master_work(const T800 *c, NodeWork *work)
{
	return node_work(c, false, work) && (work->made || !node_work(c, true, work)
		|| work->made || node_work(c, false, work));
}

Word
node_meeting(const T800 *c, NodeMeeting at)
{
	NodeWork work;
	const uint8_t *p = node_master_work(c, &work) && work.meeting
		? node_memory(c, work.meeting + at * sizeof(Word), sizeof(Word)) : NULL;

	return p ? get32(p) : NOTPROCESS;
}

bool
node_worker_busy(const NodeWorker *p)
{
	return p->function != FN_NONE && p->function < NFUNCTIONS;
}

bool
node_worker_has(const NodeWorker *p, Addr wptr)
{
	return p->stack - (wptr & ~3u) < p->stack_bytes;
}

/* is_below: true if a workspace lies below the stack of a process, by less than its size. */
static bool
is_below(const NodeWorker *p, Addr wptr)
{
	return p->stack - (wptr & ~3u) - p->stack_bytes < p->stack_bytes;
}

/*
 * find_busy_worker: the first process that runs one of the user's functions and for which `has` is
 * true; NULL if there is none.
 */
static const NodeWorker *
find_busy_worker(const T800 *c, Addr wptr, bool (*has)(const NodeWorker *, Addr), NodeWork *work)
{
	for (int second = 0; second < 2 && node_work(c, second, work); second++)
		for (int i = 0; i < NWORKERS; i++)
			if (node_worker_busy(&work->worker[i]) && has(&work->worker[i], wptr))
				return &work->worker[i];
	return NULL;
}

const NodeWorker *
node_worker_at(const T800 *c, Addr wptr, bool overflow, NodeWork *work)
{
	const NodeWorker *p = find_busy_worker(c, wptr, node_worker_has, work);

	return !p && overflow ? find_busy_worker(c, wptr, is_below, work) : p;
}

/*
 * is_guarded: true if the guard word is where the stack ends. The end is known only approximately,
 * because NodeWorker.stack is the workspace of the function that runs the user's function.
 */
static bool
is_guarded(const T800 *c, const NodeWorker *p)
{
	enum { BELOW = 256, ABOVE = 1024 };
	Addr low = (p->stack - p->stack_bytes) & ~3u;

	for (Addr a = low - BELOW; a - low + BELOW < BELOW + ABOVE; a += 4) {
		const uint8_t *word = node_memory(c, a, 4);

		if (word && get32(word) == STACK_GUARD)
			return true;
	}
	return false;
}

/*
 * is_worker_plausible: true if the stack lies in the node's memory; the record itself may have been
 * overwritten.
 */
static bool
is_worker_plausible(const T800 *c, const NodeWorker *p)
{
	return p->stack_bytes > 0 && node_memory(c, p->stack - p->stack_bytes, p->stack_bytes);
}

const NodeWorker *
node_worker_overrun(const T800 *c, NodeWork *work)
{
	for (int second = 0; second < 2 && node_work(c, second, work); second++)
		for (int i = 0; i < NWORKERS; i++)
			if (node_worker_busy(&work->worker[i]) &&
				is_worker_plausible(c, &work->worker[i]) &&
				!is_guarded(c, &work->worker[i]))
				return &work->worker[i];
	return NULL;
}

void
node_keep_error(const T800 *c, ErrorRise *r)
{
	NodeWork work;
	const NodeWorker *p = node_worker_at(c, r->wdesc, false, &work);

	if (!p)
		return;
	r->kept[0] = p->function;
	r->kept[1] = p->task;
	r->kept[2] = p->part;
	r->kept[3] = p->stack;
}

bool
node_error_worker(const ErrorRise *r, NodeWorker *p)
{
	*p = (NodeWorker){.function = r->kept[0], .task = r->kept[1], .part = r->kept[2],
		.stack = r->kept[3]};
	return node_worker_busy(p);
}
