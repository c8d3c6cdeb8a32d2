/*
 * job.c - commands that start programs, wait for them and end them.
 *
 * The shell waits for a program in the foreground until it has ended, or until no event is left in
 * the network. In the second case its processes wait for input yet to come, so the program becomes
 * a background job.
 */
#include "shell.h"

#include "base/number.h"
#include "cc/node/node_dir.h"
#include "cc/node/node_programs.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- what became of processes ---- */

void
shell_report_halt(void *context, const Halt *h, Time at)
{
	Shell *sh = context;
	const HaltReport *r = &h->report;
	ThreadNames *names;
	Buf place = {0};

	if (sh->collector)
		collector_halted(sh->collector, h, at);
	fflush(stdout);
	fprintf(stderr, "%s: ", STATION_NODE(sh->m.station, r->node));
	if (r->pid == 0)
		fprintf(stderr, "the kernel");
	else
		fprintf(stderr, "%s (pid %d)", r->name, r->pid);
	fprintf(stderr, " stopped: %s", r->text[0] ? r->text : "no reason given");
	if (h->iptr != 0)
		fprintf(stderr, ", at %08x, workspace %08x", h->iptr, h->wptr);
	if (r->task != 0)
		fprintf(stderr, ", task %u", r->task - 1);
	fputc('\n', stderr);
	names = shell_open_names(sh);
	if (names)
		thread_put_halt(names, h, &place);
	thread_names_close(names);
	fprintf(stderr, "%.*s", (int)place.len, (char *)place.data);
	buf_free(&place);
	sh->status = EXIT_FOUND;
}

/* report_job_end: report those processes of a job that have ended without success. */
static void
report_job_end(Shell *sh, const Job *j)
{
	for (uint32_t i = 0; i < j->set.n; i++) {
		const JobProcess *p = &j->processes[i];

		if (!p->ended || (p->reason == EXIT_CALLED && p->status == 0))
			continue;
		sh->status = EXIT_FOUND;
		if (p->reason == EXIT_CALLED)
			printf("%s: %s (pid %d) exited with status %d\n",
				STATION_NODE(j->s, p->node), j->program, p->pid, p->status);
		else
			printf("%s: %s (pid %d) %s\n", STATION_NODE(j->s, p->node), j->program,
				p->pid, exit_reason_text(p->reason));
	}
}

/* ---- the table of jobs ---- */

/* job_remove: free job n; the last job that is left becomes the current one if n was. */
static void
job_remove(Machine *m, int n)
{
	job_free(m->jobs[n].job);
	free(m->jobs[n].text);
	m->jobs[n] = (ShellJob){0};
	if (m->current == n)
		m->current = -1;
	for (int i = MAX_JOBS - 1; m->current < 0 && i >= 0; i--)
		if (m->jobs[i].job)
			m->current = i;
}

void
shell_jobs_free(Machine *m)
{
	for (int i = 0; i < MAX_JOBS; i++)
		if (m->jobs[i].text)
			job_remove(m, i);
}

void
shell_jobs_transfer(Machine *m, Snap *snap)
{
	uint32_t n;

	for (int i = 0; i < MAX_JOBS; i++) {
		ShellJob *j = &m->jobs[i];

		n = snap_count(snap, j->job ? strlen(j->text) + 1 : 0, 1);
		if (n == 0)
			continue;
		if (snap->reading)
			j->text = xcalloc(n, 1);
		snap_transfer(snap, j->text, n - 1);
		snap_transfer(snap, &(char){0}, 1);
		job_transfer(m->station, &j->job, snap);
	}
	snap_transfer(snap, &m->current, sizeof m->current);
	if (m->current < -1 || m->current >= MAX_JOBS
		|| (m->current >= 0 && !m->jobs[m->current].job))
		snap_damaged(snap);
}

void
shell_report_ended_jobs(Shell *sh)
{
	for (int i = 0; i < MAX_JOBS; i++) {
		if (!sh->m.jobs[i].job || !job_has_ended(sh->m.jobs[i].job))
			continue;
		report_job_end(sh, sh->m.jobs[i].job);
		printf("[%d] Done  %s\n", i + 1, sh->m.jobs[i].text);
		job_remove(&sh->m, i);
	}
}

/* find_free_place: the index of an unused entry in the job table. */
static int
find_free_place(const Shell *sh)
{
	for (int i = 0; i < MAX_JOBS; i++)
		if (!sh->m.jobs[i].job)
			return i;
	fatal("there are %d jobs already; 'kill %%N' ends some", MAX_JOBS);
}

/* find_job: the index of a job given as "%3" or "3". "%", or no text: the current job. */
static int
find_job(const Shell *sh, const char *text)
{
	const char *number = text ? text + (*text == '%') : "";
	uint64_t n;

	if (*number == '\0') {
		if (sh->m.current < 0)
			fatal("no job is running");
		return sh->m.current;
	}
	if (!number_parse(number, MAX_JOBS, &n) || n == 0 || !sh->m.jobs[n - 1].job)
		fatal("unknown job %s; 'jobs' lists them", text);
	return n - 1;
}

/* follow_job: wait for a job in the foreground. */
static void
follow_job(Shell *sh, int n)
{
	Job *j = sh->m.jobs[n].job;
	WaitEnd end = job_wait(j, NEVER);

	if (end == WAIT_DONE) {
		report_job_end(sh, j);
		job_remove(&sh->m, n);
		return;
	}
	sh->m.current = n;
	if (end == WAIT_BROKEN)
		fatal("bad packet over the host's link: node 0 is out of order; spread again");
	if (end == WAIT_LIMIT)
		shell_report_waits(sh, n);
	else
		printf("[%d] Running  %s\n", n + 1, sh->m.jobs[n].text);
}

/* ---- commands ---- */

/*
 * program_in_directory: the path of a program in a directory (NULL: none), as named or with .elf
 * appended; NULL if it does not exist.
 */
static char *
program_in_directory(const char *dir, const char *name)
{
	static const char *const suffixes[] = {"", ".elf"};

	for (int i = 0; dir && i < 2; i++) {
		char *file = name[0] == '/' || strcmp(dir, ".") == 0
			? xasprintf("%s%s", name, suffixes[i])
			: xasprintf("%s/%s%s", dir, name, suffixes[i]);

		if (access(file, R_OK) == 0)
			return file;
		free(file);
	}
	return NULL;
}

/*
 * program_file: look for a program in the directory of -s or the current one, next to the script,
 * and among the programs supplied with trellis, such as nodemon.
 */
static char *
program_file(const Shell *sh, const char *name, const char *source)
{
	const char *slash = sh->script ? strrchr(sh->script, '/') : NULL;
	char *beside = slash ? xstrndup(sh->script, slash - sh->script) : NULL,
		*ours = node_dir();
	char *file = program_in_directory(source ? source : ".", name);

	if (!file)
		file = program_in_directory(beside, name);
	if (!file && !strchr(name, '/'))
		file = program_in_directory(ours, name);
	free(beside);
	free(ours);
	if (!file)
		fatal("cannot find the program %s%s%s; 'trellis cc --kernel' makes programs", name,
			source ? " in " : "", source ? source : "");
	return file;
}

/* report_created: list the processes that could not be created; with -v, also the others. */
static void
report_created(Shell *sh, const Job *j, bool verbose)
{
	for (uint32_t i = 0; i < j->set.n; i++) {
		const JobProcess *p = &j->processes[i];

		if (p->pid > 0 && verbose)
			printf("%d %s running on %s\n", p->pid, j->program,
				STATION_NODE(j->s, p->node));
		if (p->pid > 0)
			continue;
		sh->status = EXIT_FOUND;
		printf("%s: %s was not started: %s\n", STATION_NODE(j->s, p->node), j->program,
			p->pid == 0 ? "the node did not answer" : kernel_error_text(p->pid));
	}
}

/* job_text: the command line of a job, as `jobs` shows it. */
static char *
job_text(const NodeSet *set, int argc, char **argv)
{
	Buf b = {0};

	node_set_print(set, &b);
	for (int i = 0; i < argc; i++)
		buf_printf(&b, " %s", argv[i]);
	buf_byte(&b, '\0');
	return (char *)b.data;
}

/*
 * remember_program: note the file of a program, whose debugging information gives names to
 * messages.
 */
static void
remember_program(Shell *sh, const char *file)
{
	for (uint32_t i = 0; i < sh->nprograms; i++)
		if (strcmp(sh->programs[i], file) == 0)
			return;
	sh->programs = xrealloc(sh->programs, (sh->nprograms + 1) * sizeof *sh->programs);
	sh->programs[sh->nprograms++] = xstrdup(file);
}

/* start_job: start a new job; returns its index in the job table. */
static int
start_job(Shell *sh, const JobOptions *o, char *text, bool verbose)
{
	int n = find_free_place(sh);
	WaitEnd end;

	run_events_add_program(sh->m.events, o->name);
	run_events_start(sh->m.events);
	sh->m.loading = true;
	sh->m.jobs[n] = (ShellJob){.job = job_new(sh->m.station, &sh->set, o, &end), .text = text};
	sh->m.loading = false;
	report_created(sh, sh->m.jobs[n].job, verbose);
	if (sh->m.jobs[n].job->nmade == 0) {
		job_remove(&sh->m, n);
		return -1;
	}
	return n;
}

/* shell_loadgo: handle the command loadgo: load a program on a set of nodes, and run it. */
void
shell_loadgo(Shell *sh, int argc, char **argv)
{
	JobOptions o = {.priority = 1};
	const char *source = NULL;
	bool verbose = false;
	uint64_t priority;
	char *name;
	int c, n;

	while ((c = shell_next_option(argc, argv, "+vp:s:")) != -1) {
		if (c == 'v')
			verbose = true;
		else if (c == 's')
			source = optarg;
		else if (!number_parse(optarg, 1, &priority))
			fatal("-p %s: priorities are 0 (high) and 1", optarg);
		else
			o.priority = priority;
	}
	shell_check_count(argc, argv, 2, MAX_WORDS);
	argc -= optind, argv += optind;
	shell_set_nodes(sh, argv[0], false);
	argc--, argv++;
	if (argc > 1 && strcmp(argv[1], "--") != 0)
		fatal("%s: separate the program's arguments with --", argv[1]);
	name = program_file(sh, argv[0], source);
	sh->file = program_read(name);
	if (sh->m.past)
		machine_record_program(sh->m.past, "program", name, NULL);
	observers_program(sh->m.sync, name);
	remember_program(sh, name);
	view_add_program(sh->view, name);
	o.name = name;
	o.program = &sh->file;
	o.argc = argc > 2 ? argc - 2 : 0;
	o.argv = argv + 2;
	n = start_job(sh, &o, job_text(&sh->set, argc, argv), verbose);
	free(name);
	if (n < 0)
		return;
	if (!sh->line.background) {
		follow_job(sh, n);
		return;
	}
	sh->m.current = n;
	printf("[%d] %s\n", n + 1, sh->m.jobs[n].text);
}

/* shell_jobs: handle the command jobs: list the shell's jobs. */
void
shell_jobs(Shell *sh, int argc, char **argv)
{
	shell_check_count(argc, argv, 0, 0);
	for (int i = 0; i < MAX_JOBS; i++)
		if (sh->m.jobs[i].job)
			printf("[%d]%c %u of %u running  %s\n", i + 1,
				i == sh->m.current ? '+' : ' ',
				sh->m.jobs[i].job->nmade - sh->m.jobs[i].job->nended,
				sh->m.jobs[i].job->nmade, sh->m.jobs[i].text);
}

/* shell_fg: handle the command fg: wait for a job in the foreground. */
void
shell_fg(Shell *sh, int argc, char **argv)
{
	shell_check_count(argc, argv, 0, 1);
	follow_job(sh, find_job(sh, argv[1]));
}

/* shell_kill: handle the command kill: end all processes of a job. */
void
shell_kill(Shell *sh, int argc, char **argv)
{
	int n;

	shell_check_count(argc, argv, 1, 1);
	n = find_job(sh, argv[1]);
	job_signal(sh->m.jobs[n].job, SIGNAL_DIE);
	if (sh->m.jobs[n].stuck)
		sh->status = EXIT_FOUND;
	if (job_wait(sh->m.jobs[n].job, sh->m.network->now + ANSWER_WAIT) == WAIT_DONE) {
		printf("[%d] Terminated  %s\n", n + 1, sh->m.jobs[n].text);
		job_remove(&sh->m, n);
	} else {
		printf("[%d] still running  %s\n", n + 1, sh->m.jobs[n].text);
		sh->status = EXIT_FOUND;
	}
}
