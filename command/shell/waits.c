/*
 * waits.c - checks whether the processes of a foreground program wait for each other when no event
 * is left in the network.
 *
 * A program loaded later could still send a message, so only waits for locks, threads or receivers
 * prove a deadlock. TrEK's nodes wait for their tree, and are not checked.
 */
#include "shell.h"

#include "cc/node/kernel_tables.h"
#include "sim/node/node_words.h"

enum { MOST_HELD = 8 }; /* lines that are printed about held objects */

static const char may_end[] = "  a program that is loaded later may still end this";

/* machine_node: the simulated transputer at which the logical node `node` is placed. */
static const T800 *
machine_node(const Shell *sh, uint32_t node)
{
	return sh->m.network->nodes[station_plan(sh->m.station)->place[node]];
}

/* ---- names ---- */

ThreadNames *
shell_open_names(Shell *sh)
{
	return thread_names_open(sh->m.network, station_kernel_file(sh->m.station),
		(const char *const *)sh->programs, sh->nprograms);
}

/* ---- a job ---- */

/* is_of_job: true if the row's thread belongs to a process of the job. */
static bool
is_of_job(void *job, const ThreadRow *row)
{
	const Job *j = job;

	for (uint32_t i = 0; i < j->set.n; i++)
		if (j->processes[i].node == row->node && j->processes[i].pid == row->pid)
			return true;
	return false;
}

/* has_all_threads: true if d has all processes of the job that have not ended. */
static bool
has_all_threads(const Deadlock *d, const Job *j)
{
	for (uint32_t i = 0; i < j->set.n; i++) {
		const JobProcess *p = &j->processes[i];

		if (p->pid > 0 && !p->ended && !deadlock_has(d, p->node, p->pid))
			return false;
	}
	return true;
}

/*
 * is_trek_job: true if the job runs a virtual machine of TrEK, so that one of its nodes has tasks
 * to work on.
 */
static bool
is_trek_job(const Shell *sh, const Job *j)
{
	NodeWork work;

	for (uint32_t i = 0; i < j->set.n; i++)
		if (node_work(machine_node(sh, j->set.nodes[i]), false, &work))
			return true;
	return false;
}

void
shell_add_threads(Shell *sh, Deadlock *d)
{
	KernelDebug *k = kernel_tables.open(station_kernel_file(sh->m.station));

	for (uint32_t i = 0; i < station_nnodes(sh->m.station); i++)
		if (station_fate(sh->m.station, i) == FATE_UP)
			kernel_tables.threads(k, machine_node(sh, i), deadlock_add, d);
	kernel_tables.close(k);
}

/* print_waits: print what a job's threads wait for, if they are stuck, and which ones are held. */
static void
print_waits(Shell *sh, const Deadlock *d, Job *j, bool stuck)
{
	ThreadNames *names = shell_open_names(sh);
	DeadlockChoice choice = stuck_choice(names);
	Buf text = {0};

	choice.wanted = is_of_job;
	choice.context = j;
	if (stuck)
		stuck_rows(d, &choice, &text);
	deadlock_held_rows(d, &choice, MOST_HELD, &text);
	fwrite(text.data, 1, text.len, stdout);
	buf_free(&text);
	thread_names_close(names);
}

void
shell_report_waits(Shell *sh, int n)
{
	ShellJob *j = &sh->m.jobs[n];
	Deadlock d = {0};
	const char *word;
	bool sure;

	if (!is_trek_job(sh, j->job))
		shell_add_threads(sh, &d);
	observers_hold(sh->m.sync, &d);
	sure = deadlock_find(&d, false) && has_all_threads(&d, j->job);
	j->stuck = sure || (deadlock_find(&d, true) && has_all_threads(&d, j->job));
	word = sure ? "Deadlock" : !j->stuck && deadlock_holds(&d) ? "Held" : "Waiting";
	printf("[%d] %s  %s\n", n + 1, word, j->text);
	if (j->stuck || deadlock_holds(&d))
		print_waits(sh, &d, j->job, j->stuck);
	if (j->stuck && !sure)
		puts(may_end);
	if (sure)
		sh->status = EXIT_FOUND;
	deadlock_free(&d);
}

void
shell_set_stuck_status(Shell *sh)
{
	for (int i = 0; i < MAX_JOBS; i++)
		if (sh->m.jobs[i].job && sh->m.jobs[i].stuck && !job_has_ended(sh->m.jobs[i].job))
			sh->status = EXIT_FOUND;
}

/* do_all_wait: true if there are jobs, and all of them were stuck when last in the foreground. */
static bool
do_all_wait(const Shell *sh)
{
	bool any = false;

	for (int i = 0; i < MAX_JOBS; i++) {
		const ShellJob *j = &sh->m.jobs[i];

		if (!j->job || job_has_ended(j->job))
			continue;
		if (!j->stuck)
			return false;
		any = true;
	}
	return any;
}

void
shell_print_cycle(const Shell *sh, Deadlock *d, const DeadlockChoice *choice)
{
	Buf text = {0};
	bool sure, found;

	deadlock_find(d, false);
	sure = found = deadlock_cycle(d, choice, &text);
	if (!found && do_all_wait(sh)) {
		deadlock_find(d, true);
		found = deadlock_cycle(d, choice, &text);
	}
	if (found)
		printf("wait for each other:\n%.*s", (int)text.len, (char *)text.data);
	if (found && !sure)
		puts(may_end);
	buf_free(&text);
}
