/*
 * waits.c - checks whether the processes of a foreground program wait for each other when no event
 * is left in the network.
 *
 * A program loaded later could still send a message, so only waits for locks, threads or receivers
 * prove a deadlock. TrEK's nodes wait for their tree, and are not checked.
 */
#include "shell.h"
#include "sim/node/node_words.h"

#include <stdlib.h>

enum { MOST_LINES = 8 };

static const char may_end[] = "  a program that is loaded later may still end this";

static const T800 *
node_of(const Shell *sh, uint32_t node)
{
	return sh->m.network->nodes[station_plan(sh->m.station)->place[node]];
}

/* ---- names ---- */

ThreadNames *
shell_names(Shell *sh)
{
	ThreadNames *names;

	if (!thread_namer)
		return NULL;
	names = thread_namer->open(sh->m.network, station_kernel(sh->m.station));
	for (uint32_t i = 0; i < sh->nprograms; i++)
		thread_namer->program(names, sh->programs[i]);
	return names;
}

static void
put_name(void *waits, const ThreadRow *row, Buf *out)
{
	const ShellWaits *w = waits;
	Buf name = {0};

	if (row->block == BLOCK_JOIN ? thread_namer->put_start(w->names, row, &name)
		: thread_namer->put_semaphore(w->names, row, &name))
		buf_printf(out, " (%.*s)", (int)name.len, (char *)name.data);
	buf_free(&name);
}

static void
put_message(void *waits, const ThreadRow *row, Buf *out)
{
	thread_namer->put_message(((const ShellWaits *)waits)->names, row, out);
}

/* ---- a job ---- */

static bool
is_of_job(void *waits, const ThreadRow *row)
{
	const Job *j = ((const ShellWaits *)waits)->job;

	for (uint32_t i = 0; i < j->set.n; i++)
		if (j->processes[i].node == row->node && j->processes[i].pid == row->pid)
			return true;
	return false;
}

DeadlockChoice
shell_choice(ShellWaits *w)
{
	return (DeadlockChoice){w->job ? is_of_job : NULL, w, w->names ? put_name : NULL,
		w->names ? put_message : NULL};
}

/* has_all: true if all processes of a job that have not ended are stuck. */
static bool
has_all(const Deadlock *d, const Job *j)
{
	for (uint32_t i = 0; i < j->set.n; i++) {
		const JobProcess *p = &j->processes[i];

		if (p->pid > 0 && !p->ended && !deadlock_has(d, p->node, p->pid))
			return false;
	}
	return true;
}

static bool
is_tree(const Shell *sh, const Job *j)
{
	NodeWork work;

	for (uint32_t i = 0; i < j->set.n; i++)
		if (node_work(node_of(sh, j->set.nodes[i]), false, &work))
			return true;
	return false;
}

void
shell_threads(Shell *sh, Deadlock *d)
{
	KernelText *k = kernel_reader->open(station_kernel(sh->m.station));

	for (uint32_t i = 0; i < station_nodes(sh->m.station); i++)
		if (station_fate(sh->m.station, i) == FATE_UP)
			kernel_reader->threads(k, node_of(sh, i), deadlock_add, d);
	kernel_reader->close(k);
}

/* put_others: what there is to say where no cycle can be named. */
static void
put_others(const Deadlock *d, const DeadlockChoice *choice, Buf *out)
{
	bool *knot = deadlock_knot(d, choice);

	if (knot)
		deadlock_knot_rows(d, choice, knot, MOST_LINES, out);
	else
		deadlock_rows(d, choice, MOST_LINES, out);
	free(knot);
}

static void
print(Shell *sh, const Deadlock *d, const Job *j)
{
	ShellWaits waits = {j, shell_names(sh)};
	DeadlockChoice choice = shell_choice(&waits);
	Buf text = {0};

	if (!deadlock_cycle(d, &choice, &text))
		put_others(d, &choice, &text);
	fwrite(text.data, 1, text.len, stdout);
	buf_free(&text);
	if (thread_namer)
		thread_namer->close(waits.names);
}

void
shell_waits(Shell *sh, int n)
{
	ShellJob *j = &sh->m.jobs[n];
	Deadlock d = {0};
	bool sure;

	if (!is_tree(sh, j->job))
		shell_threads(sh, &d);
	sure = deadlock_find(&d, false) && has_all(&d, j->job);
	j->stuck = sure || (deadlock_find(&d, true) && has_all(&d, j->job));
	printf("[%d] %s  %s\n", n + 1, sure ? "Deadlock" : "Waiting", j->text);
	if (j->stuck)
		print(sh, &d, j->job);
	if (j->stuck && !sure)
		puts(may_end);
	if (sure)
		sh->status = EXIT_FOUND;
	deadlock_free(&d);
}

void
shell_stuck(Shell *sh)
{
	for (int i = 0; i < MAX_JOBS; i++)
		if (sh->m.jobs[i].job && sh->m.jobs[i].stuck && !job_done(sh->m.jobs[i].job))
			sh->status = EXIT_FOUND;
}

/* all_wait: true if there are jobs, and all of them were stuck when last in the foreground. */
static bool
all_wait(const Shell *sh)
{
	bool any = false;

	for (int i = 0; i < MAX_JOBS; i++) {
		const ShellJob *j = &sh->m.jobs[i];

		if (!j->job || job_done(j->job))
			continue;
		if (!j->stuck)
			return false;
		any = true;
	}
	return any;
}

void
shell_tell_cycle(const Shell *sh, Deadlock *d, const DeadlockChoice *choice)
{
	Buf text = {0};
	bool sure, found;

	deadlock_find(d, false);
	sure = found = deadlock_cycle(d, choice, &text);
	if (!found && all_wait(sh)) {
		deadlock_find(d, true);
		found = deadlock_cycle(d, choice, &text);
	}
	if (found)
		printf("wait for each other:\n%.*s", (int)text.len, (char *)text.data);
	if (found && !sure)
		puts(may_end);
	buf_free(&text);
}
