/*
 * waits.c - of an application in a deadlock: the cycle of waits, if there is one, or else for what
 * the user's functions wait.
 */
#include "run.h"

#include "sim/node/deadlock.h"
#include "sim/node/node_words.h"

enum { MOST_LINES = 8 };

/*
 * in_function: a thread that is in one of the user's functions, and waits there itself, not in
 * TrEK.
 */
static bool
in_function(void *watch, const ThreadRow *row)
{
	const Watch *w = watch;
	NodeWork work;
	const NodeWorker *p = node_worker_at(watch_node(w->s, row->node), row->stack + 4, false,
		&work);

	return p && node_worker_busy(p) && p->function >= FN_COMPUTE && row->block != BLOCK_OTHER;
}

void
waits_print(const Watch *w, FILE *f)
{
	KernelText *k = kernel_reader->open(NULL);
	DeadlockChoice all = {0}, functions = {in_function, (void *)w};
	Deadlock d = {0};
	Buf text = {0};

	for (uint32_t i = 0; i < w->processors; i++)
		kernel_reader->threads(k, watch_node(w->s, i), deadlock_add, &d);
	kernel_reader->close(k);
	deadlock_find(&d, true);
	if (!deadlock_cycle(&d, &all, &text))
		deadlock_rows(&d, &functions, MOST_LINES, &text);
	fwrite(text.data, 1, text.len, f);
	buf_free(&text);
	deadlock_free(&d);
}
