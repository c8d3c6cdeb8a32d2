/*
 * node_words.c - reads from outside the status words that a node's software keeps in its memory.
 *
 * This takes no simulated time. The node's memory may contain garbage, so everything is checked.
 */
#include "node_words.h"

const char *const node_function[NFUNCTIONS] = {
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
	uint32_t offset = a - MOSTNEG;

	if (offset >= c->r.size || nbytes > c->r.size - offset)
		return NULL;
	return c->r.mem + offset;
}

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

static bool
is_below(const NodeWorker *p, Addr wptr)
{
	return p->stack - (wptr & ~3u) - p->stack_bytes < p->stack_bytes;
}

static const NodeWorker *
worker_with(const T800 *c, Addr wptr, bool (*has)(const NodeWorker *, Addr), NodeWork *work)
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
	const NodeWorker *p = worker_with(c, wptr, node_worker_has, work);

	return !p && overflow ? worker_with(c, wptr, is_below, work) : p;
}
