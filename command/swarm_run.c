/*
 * swarm_run.c - makes runs in parallel: one process for each, which writes to files the
 * application's output, its messages, and how the run ended.
 */
#include "swarm.h"

#include "base/files.h"
#include "base/interrupt.h"
#include "base/progress.h"
#include "base/table.h"
#include "sim/ranks/ranks.h"

#include <errno.h>
#include <inttypes.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	MAX_OUTPUT = 1 << 28, /* bytes of a run's output */
	MAX_MESSAGE_BYTES = 1 << 20,   /* bytes of a run's messages */
};

/* A process that makes a run. */
typedef struct Child {
	pid_t pid;   /* 0 if there is none */
	uint32_t trial; /* index of the trial that it makes */
} Child;

/* trial_file: the path of the file `what` of the trial at `place`, in memory of its own. */
static char *
trial_file(const Swarm *s, const char *what, uint32_t place)
{
	return xasprintf("%s/swarm-%s.%u.%u", s->dir, what, s->rank, place);
}

/*
 * reference_file: the path of the file with the output of the run without faults; the caller frees
 * it.
 */
static char *
reference_file(const Swarm *s)
{
	return xasprintf("%s/swarm-reference", s->dir);
}

/* ---- a child ---- */

/* redirect_file: make the file descriptor `to` stand for a file. */
static void
redirect_file(const char *file, int flags, int to)
{
	int fd = open(file, flags, 0600);

	if (fd < 0 || dup2(fd, to) < 0)
		fatal("cannot open %s:", file);
	close(fd);
}

/* run_as_child: in the child, run the trial with its output in files, and exit. */
static _Noreturn void
run_as_child(const Swarm *s, const Trial *t, uint32_t place)
{
	RunOptions o = s->run;
	Trial made = {0};
	Buf end = {0};

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	ranks_leave();
	redirect_file("/dev/null", O_RDONLY, STDIN_FILENO);
	redirect_file(trial_file(s, "out", place), O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
	redirect_file(trial_file(s, "err", place), O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
	if (!s->one_seed) {
		o.machine.has_seed = true;
		o.machine.seed = t->seed;
	}
	o.machine.faults = *t->faults;
	o.output = "-"; /* not the file of the .vms, which all runs would write */
	run_with(&o, &made.end);
	fflush(stdout);
	if (!made.end.whole)
		_exit(EXIT_INPUT);
	trial_put(&end, &made);
	file_write(trial_file(s, "end", place), end.data, end.len);
	_exit(0);
}

/* begin_trial: start a child process that runs trial number `trial` with place `place`. */
static void
begin_trial(Swarm *s, Child *c, const Trial *t, uint32_t trial, uint32_t place)
{
	char *end = trial_file(s, "end", place);

	if (unlink(end) < 0 && errno != ENOENT)
		fatal("cannot remove %s:", end);
	free(end);
	fflush(NULL);
	c->pid = fork();
	if (c->pid < 0)
		fatal("cannot start a run:");
	if (c->pid == 0)
		run_as_child(s, t, place);
	c->trial = trial;
}

/* read_messages: the messages of a run that did not end normally, without the file name. */
static char *
read_messages(const Swarm *s, uint32_t place)
{
	char *name = trial_file(s, "err", place), *text;
	Buf b = file_read(name, MAX_MESSAGE_BYTES);

	text = xstrndup((char *)b.data, b.len);
	buf_free(&b);
	free(name);
	return text;
}

/* read_output: compare the run's output with that of the run without faults. */
static void
read_output(const Swarm *s, Trial *t, uint32_t place)
{
	char *name = trial_file(s, "out", place);
	Buf b = file_read(name, MAX_OUTPUT);
	bool same = b.len == s->reference.len
		&& (b.len == 0 || memcmp(b.data, s->reference.data, b.len) == 0);

	t->output = table_hash(b.data, b.len);
	t->wrong = t->end.result == RESULT_ENDED && t->end.status == 0 && !same;
	buf_free(&b);
	free(name);
}

/* read_end: read into *t the end of the run that the child at `place` has written to its file. */
static void
read_end(const Swarm *s, Trial *t, uint32_t place)
{
	char *name = trial_file(s, "end", place);
	Buf b = file_read(name, MAX_MESSAGE_BYTES);
	WireReader r = {b.data, b.data + b.len};

	trial_get(&r, t);
	if (r.bad)
		fatal("%s: it was changed while the run ended", name);
	buf_free(&b);
	free(name);
}

/* finish_trial: complete the trial of the child that has ended. */
static void
finish_trial(Swarm *s, Child *c, Trial *t, uint32_t place, int status)
{
	if (status == 0) {
		read_end(s, t, place);
		read_output(s, t, place);
	} else {
		t->messages = read_messages(s, place);
	}
	if (WIFSIGNALED(status)) {
		fprintf(stderr, "trellis swarm: seed %llu: the run was killed by signal %d\n%s",
			(unsigned long long)t->seed, WTERMSIG(status),
			t->messages ? t->messages : "");
		exit(EXIT_OURS);
	}
	c->pid = 0;
}

/* find_child: the place of the child with this process number; n if there is none. */
static uint32_t
find_child(const Child *children, uint32_t n, pid_t pid)
{
	for (uint32_t i = 0; i < n; i++)
		if (children[i].pid == pid)
			return i;
	return n;
}

/* give_up_swarm: end all runs after a signal. */
static void
give_up_swarm(const Swarm *s, const Child *children)
{
	for (uint32_t i = 0; i < s->jobs; i++) {
		if (children[i].pid == 0)
			continue;
		kill(children[i].pid, SIGKILL);
		waitpid(children[i].pid, NULL, 0);
	}
	run_give_up();
}

void
swarm_run_here(Swarm *s, Trial *t, uint32_t n)
{
	Child *children = xcalloc(s->jobs, sizeof *children);
	uint32_t next = 0, done = 0;

	while (done < n) {
		uint32_t place = find_child(children, s->jobs, 0);
		int status;
		pid_t pid;

		if (place < s->jobs && next < n) {
			begin_trial(s, &children[place], &t[next], next, place);
			next++;
			continue;
		}
		pid = waitpid(-1, &status, 0);
		if (pid < 0 && errno != EINTR)
			fatal("cannot wait for a run:");
		place = pid > 0 ? find_child(children, s->jobs, pid) : s->jobs;
		if (interrupt_signal && place < s->jobs)
			children[place].pid = 0;
		if (interrupt_signal)
			give_up_swarm(s, children);
		if (place == s->jobs)
			continue;
		finish_trial(s, &children[place], &t[children[place].trial], place, status);
		done++;
		progress_show_share(done, n, "%" PRIu64 " runs", s->ntrials + done);
	}
	free(children);
	s->ntrials += n;
}

void
swarm_run(Swarm *s, Trial *t, uint32_t n)
{
	if (n > 1 && ranks_number() > 1)
		swarm_share_trials(s, t, n);
	else
		swarm_run_here(s, t, n);
	for (uint32_t i = 0; i < n; i++) {
		if (!t[i].messages)
			continue;
		progress_clear();
		fputs(t[i].messages, stderr);
		exit(EXIT_INPUT);
	}
}

void
swarm_read_reference(Swarm *s)
{
	char *name = reference_file(s);

	s->reference = file_read(name, MAX_OUTPUT);
	free(name);
}

Trial
swarm_make_reference(Swarm *s, uint64_t seed)
{
	static const FaultOptions none;
	Trial t = {.seed = seed, .faults = &none};
	char *output = trial_file(s, "out", 0), *name = reference_file(s);

	swarm_run(s, &t, 1);
	if (t.end.result != RESULT_ENDED || t.end.status != 0)
		fatal("%s: a run without faults does not end well (%s): try it with 'trellis run'",
			s->run.vms, run_result[t.end.result]);
	if (rename(output, name) != 0)
		fatal("cannot write %s:", name);
	free(output);
	free(name);
	swarm_read_reference(s);
	return t;
}
