/*
 * take.c - takes the log of a program that runs without a kernel, from its first instruction on.
 */
#include "taker.h"

#include "base/files.h"
#include "sim/past/past.h"

#include <stdlib.h>
#include <string.h>

struct ProgramLogging {
	Network *w;
	NodeId node;
	Watcher *watcher;
	ProgramInfo *program;
	const char *name, *file; /* the program's name in the log; the log's file */
	NodeMemory *memory; /* NULL before the program's first instruction, as is `taker` */
	Taker *taker;
};

/* taken_node: the transputer whose program's log is taken. */
static const T800 *
taken_node(const ProgramLogging *t)
{
	return t->w->nodes[t->node];
}

/* handle_accesses: pass the node's accesses to its NodeMemory and to the log. */
static void
handle_accesses(void *context, NodeId n, const Access *a, uint32_t naccesses)
{
	ProgramLogging *t = context;

	(void)n;
	for (uint32_t i = 0; i < naccesses && t->taker; i++)
		taker_access(t->memory, t->taker, &a[i]);
}

/*
 * is_program: true if the code on the node is that of the program's file. Before the program is
 * loaded, the code that boots it may be at the same addresses.
 */
static bool
is_program(const ProgramLogging *t, const T800 *c)
{
	const Image *im = &t->program->image;

	for (size_t i = 0; i < im->nsegments; i++) {
		const Segment *s = &im->segments[i];

		if (s->execute && (s->addr - MOSTNEG + s->nbytes > c->r.size
			|| memcmp(c->r.mem + (s->addr - MOSTNEG), s->data, s->nbytes) != 0))
			return false;
	}
	return true;
}

/*
 * handle_mark: at a marked instruction, begin the log, continue it or leave it for another process.
 */
static void
handle_mark(void *context, NodeId n)
{
	ProgramLogging *t = context;
	const T800 *c = t->w->nodes[n];
	LogPlace place = {.node = n, .text = t->program->text, .data = t->program->data};

	if (t->taker && wdesc(c) == t->taker->next) {
		taker_instruction(t->taker);
	} else if (t->taker) {
		taker_leave(t->taker);
	} else if (c->r.iptr == t->program->image.entry && is_program(t, c)) {
		t->memory = node_memory_new(c);
		t->taker = taker_new(t->memory, n, t->program, &place, 1);
	}
}

/* ---- a run ---- */

ProgramLogging *
program_logging_begin(Network *w, NodeId n, const char *program, const char *name, const char *file)
{
	ProgramLogging *t = xcalloc(1, sizeof *t);

	file_check_output(file);
	if (!program_is_elf(program))
		fatal("%s is not an image of 'trellis cc', which names its functions: it has no "
			"log", name);
	*t = (ProgramLogging){.w = w, .node = n, .program = program_open(program, NULL),
		.name = name, .file = file};
	t->watcher = watcher_new(w, &(WatcherOptions){handle_accesses, handle_mark, NULL, t});
	watcher_all(t->watcher, n, ACCESS_ALL);
	watcher_mark_all(t->watcher, n);
	return t;
}

void
program_logging_end(ProgramLogging *t)
{
	watcher_free(t->watcher);
	if (!t->taker)
		fatal("the node has not begun to execute %s: it has no log", t->name);
	taker_log_foreign(t->taker, MOSTNEG, taken_node(t)->r.size);
	taker_end(t->taker, taken_node(t)->stop);
	taker_write(t->taker, t->file, t->name, t->w->topology,
		log_hash(t->taker->out.data, t->taker->out.len));
	taker_free(t->taker);
	node_memory_free(t->memory);
	program_close(t->program);
	free(t);
}
