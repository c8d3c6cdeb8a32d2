/*
 * ends.c - messages about processes and nodes that failed, and about a run without progress.
 */
#include "watch.h"
#include "break_hits.h"
#include "distribution.h"
#include "run_monitor.h"
#include "base/progress.h"
#include "base/texts.h"
#include "sim/node/fold.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- a process that runs the user's functions ---- */

/* print_worker_name: print the worker's function, and the task and part it works on. */
static void
print_worker_name(const NodeWorker *p, FILE *f)
{
	fprintf(f, "%s", node_function_names[p->function]);
	if (p->function >= FN_COMPUTE)
		fprintf(f, ", task %u", p->task);
	if (p->function >= FN_COMPUTE && p->part != 0)
		fprintf(f, " part 0x%x", p->part);
}

/* read_word_at: the word at an address of the node's memory. */
static Word
read_word_at(const T800 *c, Addr a)
{
	const uint8_t *p = node_memory(c, a, 4);

	return p ? get32(p) : 0;
}

/*
 * interrupted_process: find the low-priority process that was interrupted by a running one of high
 * priority; false if there is none.
 */
static bool
interrupted_process(const T800 *c, ProcessPlace *at)
{
	Addr saved = read_word_at(c, SAVE_WDESC) & ~3u;

	if (c->idle || c->priority != HIGH || saved == MOSTNEG)
		return false;
	at->iptr = read_word_at(c, SAVE_IPTR);
	at->wptr = saved;
	at->behind = false;
	return true;
}

/*
 * find_process: find the place of the process whose stack is p's, if it is running, interrupted,
 * ready, or has stopped the node while it ran; false if it is blocked.
 */
static bool
find_process(const T800 *c, const NodeWorker *p, ProcessPlace *at)
{
	enum { MOST = 1000 };
	ProcessPlace below = *at;
	Addr w = c->fptr[LOW];

	if (!c->idle && node_worker_has(p, c->r.wptr)) {
		at->iptr = c->r.iptr;
		at->wptr = c->r.wptr & ~3u;
		at->behind = c->stop > STOP_BOOT;
		return true;
	}
	if (c->stop > STOP_BOOT)
		return false;
	if (interrupted_process(c, &below) && node_worker_has(p, below.wptr)) {
		*at = below;
		return true;
	}
	for (int i = 0; i < MOST && w != MOSTNEG; i++, w = read_word_at(c, w - 8)) {
		if (node_worker_has(p, w)) {
			at->iptr = read_word_at(c, w - 4);
			at->wptr = w & ~3u;
			return true;
		}
		if (w == c->bptr[LOW])
			break;
	}
	return false;
}

/* ---- failures, as they happen ---- */

/*
 * landmark_address: NodeWork.code of the program that contains the process's function: an address
 * in its code, which shows where the program was loaded.
 */
static Addr
landmark_address(const T800 *c, const NodeWorker *p)
{
	NodeWork master = {0}, work = {0};

	node_master_work(c, &master);
	for (int second = 0; p->function >= FN_COMPUTE && second < 2; second++)
		if (node_work(c, second, &work) && work.code != master.code)
			return work.code;
	return master.code;
}

/* print_error_function: print the function that set Error, and its task. */
static void
print_error_function(const NodeWorker *p, FILE *f)
{
	print_worker_name(p, f);
	if (p->function == FN_DATA_GENERATOR || p->function == FN_RESULT_RECEIVER)
		fprintf(f, ", task %u", p->task);
}

/* add_failure: add an entry to a list as watch_failures makes it; takes over the text. */
static void
add_failure(const Watch *w, json_t *list, uint32_t node, char *text)
{
	char *plain = text_utf8(text);
	json_t *failure = json_pack("{s:i, s:s, s:s}", "node", (int)node, "place",
		STATION_NODE(w->s, node), "text", plain);

	if (!failure)
		fatal("no memory for the list of failures");
	json_array_append_new(list, failure);
	free(plain);
	free(text);
}

/* open_memory_text: a stream that writes to a text in memory. */
static FILE *
open_memory_text(char **text, size_t *nbytes)
{
	FILE *f = open_memstream(text, nbytes);

	if (!f)
		fatal("no memory for a message:");
	return f;
}

void
watch_halted(void *watch, const Halt *h, Time at)
{
	const HaltReport *r = &h->report;
	Watch *w = watch;
	const T800 *c = watch_node(w->s, r->node);
	NodeWork work = {0};
	NodeWorker erring;
	char *text;
	size_t nbytes;
	FILE *f;
	const NodeWorker *p = r->pid == 0 || w->processors == 0
		? NULL
		: node_worker_at(c, h->wptr, r->reason == PANIC_STACK,
			&work);

	if (h->error && node_error_worker(h->error, &erring)) {
		p = &erring;
		work.code = landmark_address(c, p);
	}
	if (break_hits_report(w->hits, r, at))
		return;
	if (w->collector)
		collector_halted(w->collector, h, at);
	monitor_note_halted(w, h, at);
	f = open_memory_text(&text, &nbytes);
	fprintf(f, "node %s: ", STATION_NODE(w->s, r->node));
	if (r->pid == 0)
		fprintf(f, "the kernel");
	else
		fprintf(f, "%s (pid %d)", r->name, r->pid);
	fprintf(f, " stopped: ");
	if (p
		&& strncmp(r->text, node_function_names[p->function],
		strlen(node_function_names[p->function]))
			!= 0) {
		(h->error ? print_error_function : print_worker_name)(p, f);
		fprintf(f, ": ");
	}
	fprintf(f, "%s\n", r->text[0] ? r->text : "no reason given");
	if (p)
		place_print(&w->text[p->function >= FN_COMPUTE], w->v, c,
			&(ProcessPlace){h->iptr, h->wptr + (h->error ? 0 : CALL_BYTES), !h->error,
				work.code},
			node_function_names[p->function], f);
	fclose(f);
	progress_clear();
	fflush(stdout);
	fputs(text, stderr);
	if (!w->halts)
		w->halts = json_array();
	add_failure(w, w->halts, r->node, text);
	w->nhalted++;
}

/* ---- when the run goes no further ---- */

/* process_on: the process of a job on a node; NULL if there is none. */
static const JobProcess *
process_on(const Job *j, uint32_t node)
{
	for (uint32_t i = 0; j && i < j->set.n; i++)
		if (j->processes[i].node == node)
			return &j->processes[i];
	return NULL;
}

/* print_exit: print that a program has ended by itself; a slave should end only on request. */
static void
print_exit(const Job *j, uint32_t node, FILE *f)
{
	const JobProcess *p = process_on(j, node);

	if (p && p->ended && p->reason == EXIT_CALLED)
		fprintf(f, "node %s: %s (pid %d) ended by exit(%d)\n", STATION_NODE(j->s, node),
			j->program, p->pid, p->status);
	else if (p && p->ended && p->reason == EXIT_DOOMED)
		fprintf(f, "node %s: %s (pid %d) was killed\n", STATION_NODE(j->s, node),
			j->program, p->pid);
}

/*
 * print_kernel: print a stop inside the kernel, whose data the application has destroyed, and the
 * node's task, if the status words that name it still exist. The kernel may have answered calls
 * after its data were destroyed, so the task may be complete.
 */
static void
print_kernel(const Watch *w, const T800 *c, FILE *f)
{
	NodeWords words;
	NodeWork work;
	const char *function;

	if (!node_words(c, &words))
		return;
	function = place_function(
		&w->kernel, &(ProcessPlace){.iptr = c->r.iptr, .code = words.kernel});
	if (!function)
		return;
	fprintf(f, ", in the kernel (%s)", function);
	if (words.task != 0)
		fprintf(f, ", while it worked at task %u", words.task - 1);
	else if (node_work(c, false, &work) && work.computed > 0)
		fprintf(f, ", after it had computed task %u", work.worker[WORKER_COMPUTE].task);
}

/*
 * find_overflow: find the place of a process whose stack has overwritten everything below it. The
 * process stopped the node because its workspace left the memory; or it ran, or was interrupted,
 * below the stack of the function that called it.
 */
static bool
find_overflow(const ProgramText *p, const T800 *c, const NodeWork *work, ProcessPlace *at)
{
	*at = (ProcessPlace){c->r.iptr, c->r.wptr & ~3u, true, work->code};
	if (!node_memory(c, at->wptr, 4))
		return true;
	if (!interrupted_process(c, at) && (c->idle || c->priority == HIGH))
		return false;
	for (int i = 0; i < NWORKERS; i++) {
		const NodeWorker *worker = &work->worker[i];

		if (node_worker_busy(worker) && !node_worker_has(worker, at->wptr)
			&& at->wptr < worker->stack && place_called_in(p, c, at, worker))
			return true;
	}
	return false;
}

/*
 * next_below: the process on the node whose stack is the next one below another's; NULL if there is
 * none.
 */
static const NodeWorker *
next_below(const NodeWork *work, const NodeWorker *p)
{
	const NodeWorker *found = NULL;

	for (int i = 0; i < NWORKERS; i++) {
		const NodeWorker *q = &work->worker[i];

		if (node_worker_busy(q) && q->stack < p->stack - p->stack_bytes
			&& (!found || q->stack > found->stack))
			found = q;
	}
	return found;
}

/* print_overrun: print whose stack has overflowed, and what lies below it; false if none has. */
static bool
print_overrun(const T800 *c, FILE *f)
{
	NodeWork work;
	const NodeWorker *p = c->stop == STOP_CRASH ? NULL : node_worker_overrun(c, &work), *q;

	if (!p)
		return false;
	q = next_below(&work, p);
	fprintf(f, ": the stack of %s ran over into %s%s", node_function_names[p->function],
		q ? "that of " : "the memory below it", q ? node_function_names[q->function] : "");
	return true;
}

/*
 * print_stop: print a node that has stopped, also if the reason was a stack that has overwritten
 * everything below it.
 */
static void
print_stop(const Watch *w, const T800 *c, uint32_t node, FILE *f)
{
	const ProgramText *text = &w->text[node != 0];
	NodeWork work = {0};
	ProcessPlace at;
	bool overflow;

	watch_work(w->s, node, false, &work);
	overflow = find_overflow(text, c, &work, &at);
	fprintf(f, "node %s %s (%08x, Iptr %08x, Wptr %08x)", STATION_NODE(w->s, node),
		stop_text(c->stop), c->fault, c->r.iptr, c->r.wptr);
	print_kernel(w, c, f);
	if (!print_overrun(c, f) && overflow)
		fprintf(f, ": a stack has overflowed into the memory below it");
	fputc('\n', f);
	if (overflow)
		place_print(text, w->v, c, &at, "", f);
}

/* print_worker: print what a worker does or waits for; gone: its process has ended. */
static void
print_worker(const Watch *w, uint32_t node, const NodeWork *work, const NodeWorker *p, bool gone,
	FILE *f)
{
	const T800 *c = watch_node(w->s, node);
	ProcessPlace at = {.code = work->code};
	bool stopped = c->stop > STOP_BOOT, found = !gone && find_process(c, p, &at);
	bool waits = !found && !gone && !stopped;

	fprintf(f, "node %s: ", STATION_NODE(w->s, node));
	print_worker_name(p, f);
	fprintf(f, " %s", found && stopped ? "stopped the node" : found ? "runs"
		: waits ? "waits" : "was cut short");
	if (waits)
		waits_reason(w, node, work, p, f);
	fputc('\n', f);
	if (found
		&& !place_print(&w->text[p->function >= FN_COMPUTE], w->v, c, &at,
			node_function_names[p->function], f))
		fprintf(f, "    at %08x, outside its program\n", at.iptr);
}

/* print_node: print how the node stopped or ended, and what its workers do. */
static void
print_node(const Watch *w, uint32_t node, FILE *f)
{
	const T800 *c = watch_node(w->s, node);
	const JobProcess *p = process_on(w->slaves, node);
	NodeWork work;

	if (c->stop > STOP_BOOT)
		print_stop(w, c, node, f);
	print_exit(w->slaves, node, f);
	for (int second = 0; second < (node == 0 ? 2 : 1); second++) {
		if (!watch_work(w->s, node, second, &work))
			continue;
		for (int i = 0; i < NWORKERS; i++)
			if (node_worker_busy(&work.worker[i]))
				print_worker(w, node, &work, &work.worker[i],
					work.worker[i].stack & STACK_ENDED
						|| (p && p->ended
							&& work.worker[i].function >= FN_COMPUTE),
					f);
	}
}

/* print_nodes: print all nodes, or only those that have stopped; returns their number. */
static uint32_t
print_nodes(const Watch *w, bool stopped, FILE *f)
{
	Fold *fold = fold_new();
	uint32_t count = 0;

	for (uint32_t i = 0; i < w->processors; i++) {
		char *text;
		size_t n;
		FILE *said;

		if (stopped && watch_node(w->s, i)->stop <= STOP_BOOT)
			continue;
		count++;
		said = open_memory_text(&text, &n);
		print_node(w, i, said);
		fclose(said);
		if (n > 0)
			fold_add(fold, STATION_NODE(w->s, i), text, NULL);
		else
			free(text);
	}
	fold_print(fold, w->all, "--all", f);
	fold_free(fold);
	return count;
}

/* print_distribution: print the finished tasks of each node, in the form of TrEK's own report. */
static void
print_distribution(const Watch *w, const NodeWork *work, FILE *f)
{
	const uint8_t *owned = node_memory(watch_node(w->s, 0), work->owned, 4 * w->processors);
	uint32_t *tasks;
	Buf text = {0};

	if (!owned || work->owned == 0)
		return;
	tasks = xcalloc(w->processors, sizeof *tasks);
	for (uint32_t i = 0; i < w->processors; i++)
		tasks[i] = get32(owned + 4 * i);
	distribution_print(tasks, w->processors, !w->all && isatty(fileno(f)), &text);
	fprintf(f, "Task Distribution:\n%.*s", (int)text.len, (const char *)text.data);
	buf_free(&text);
	free(tasks);
}

void
watch_print(const Watch *w, FILE *f)
{
	NodeWork work = {0};

	print_nodes(w, false, f);
	if (!node_master_work(watch_node(w->s, 0), &work))
		return;
	fprintf(f, "tasks: %u made, %u finished, %u taken\n", work.made, work.finished, work.taken);
	if (work.phase != WORK_REPORTED)
		print_distribution(w, &work, f);
}

void
watch_exit(const Watch *w, const Job *master, FILE *f)
{
	NodeWork work;

	print_exit(master, 0, f);
	if (!node_master_work(watch_node(w->s, 0), &work))
		return;
	for (int i = 0; i < NWORKERS; i++)
		if (node_worker_busy(&work.worker[i]))
			print_worker(w, 0, &work, &work.worker[i], true, f);
}

/*
 * print_unseen: print the instructions that have set Error since the kernel last tested the flag;
 * returns the number of nodes with such instructions.
 */
static uint32_t
print_unseen(const Watch *w, FILE *f)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < w->processors; i++) {
		const T800 *c = watch_node(w->s, i);
		const ErrorRise *r = error_last(&c->errors);
		NodeWorker p;

		if (!r || r->finder != 0 || c->stop > STOP_BOOT)
			continue;
		count++;
		fprintf(f, "node %s: Error is set, and no call of the kernel has found it: ",
			STATION_NODE(w->s, i));
		if (node_error_worker(r, &p)) {
			print_error_function(&p, f);
			fprintf(f, ": ");
		}
		fprintf(f, "%s, at %08x\n", error_rise_text(r), r->instruction);
	}
	return count;
}

json_t *
watch_failures(const Watch *w)
{
	json_t *list = w->halts ? json_copy(w->halts) : json_array();

	for (uint32_t i = 0; i < w->processors; i++) {
		const T800 *c = watch_node(w->s, i);
		char *text;
		size_t nbytes;
		FILE *f;

		if (c->stop <= STOP_BOOT)
			continue;
		f = open_memory_text(&text, &nbytes);
		print_stop(w, c, i, f);
		fclose(f);
		add_failure(w, list, i, text);
	}
	return list;
}

bool
watch_failed(const Watch *w, FILE *f)
{
	return print_nodes(w, true, f) + print_unseen(w, f) + w->nhalted > 0;
}

void
watch_survived(const Watch *w, const char *recorded, FILE *f)
{
	if (print_nodes(w, true, f) > 0 && recorded)
		fprintf(f, "trellis detrek --cause %s says how to debug their tasks alone\n",
			recorded);
}
