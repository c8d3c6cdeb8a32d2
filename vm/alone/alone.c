/*
 * alone.c - `trellis replay --native`: from the recording to gdb.
 */
#include "alone_debug.h"
#include "host_program.h"

#include "base/files.h"
#include "base/texts.h"
#include "sim/node/node_words.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * choose_directory: set the program's directory to native/TASK in the recording's folder, and name
 * the program TASK.
 */
static void
choose_directory(HostProgram *p, const char *task)
{
	char *all = xasprintf("%s/native", past_folder(p->files));
	char *one = xasprintf("%s/%s", all, task), *real;

	for (char *c = one + strlen(all) + 1; *c; c++)
		if (*c == ' ')
			*c = '-';
	directory_make(all);
	directory_make(one);
	real = realpath(one, NULL);
	if (!real)
		fatal("cannot find the directory %s:", one);
	p->dir = host_keep(p, real);
	free(all);
	free(one);
}

/* find_function: find the function that the process is about to call, and its arguments. */
static void
find_function(HostProgram *p)
{
	const DebugFunction *f;

	p->thread = *session_thread(p->s);
	p->loaded = p->thread.in;
	f = program_function_at(p->loaded.program, p->thread.iptr - p->loaded.text_moved);
	p->function = f->name;
	for (size_t i = 0; i < f->type->nmembers; i++)
		p->arguments[p->narguments++] = target_word(p->s->target, p->thread.node,
			p->thread.wptr + FIRST_ARGUMENT + 4 * i);
}

/* write_memory: write the node's memory to the file from which the program is linked. */
static void
write_memory(HostProgram *p)
{
	const T800 *c = p->s->w->nodes[p->thread.node];
	char *name = xasprintf("%s/memory", p->dir);

	file_write(name, c->r.mem, c->r.size);
	free(name);
}

/*
 * write_commands: write gdb's first commands, which go to where the task begins; returns their
 * file.
 */
static const char *
write_commands(HostProgram *p, uint32_t begin)
{
	const char *name = host_keep(p, xasprintf("%s/begin.gdb", p->dir));
	Buf b = {0};

	buf_printf(&b, "set substitute-path %s %s/source\nset confirm off\n", p->home, p->dir);
	if (begin > 0)
		buf_printf(&b, "tbreak *alone_begins\nrun\nstepi\n");
	else
		buf_printf(&b, "tbreak %s\nrun\n", p->function);
	file_write(name, b.data, b.len);
	buf_free(&b);
	return name;
}

/*
 * check_host: check that this host can execute the program, by starting it and ending it before
 * its first instruction. If it cannot even be started, gdb will report the reason.
 */
static void
check_host(const HostProgram *p)
{
	enum { REFUSED = 126 };
	pid_t pid = fork();
	int status = 0;

	if (pid == 0) {
		if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0)
			_exit(0);
		execl(p->out, p->out, (char *)NULL);
		_exit(errno == ENOEXEC ? REFUSED : 0);
	}
	if (pid < 0 || waitpid(pid, &status, 0) < 0)
		return;
	if (WIFSTOPPED(status)) {
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
	}
	if (WIFEXITED(status) && WEXITSTATUS(status) == REFUSED)
		fatal("%s was built, but this host cannot execute it: its kernel has no programs "
			"of 32 bits (CONFIG_IA32_EMULATION); without --native the function is "
			"debugged on its node", p->out);
}

/* start_gdb: replace this process by gdb. */
static void
start_gdb(HostProgram *p, const char *commands, const char *arguments)
{
	char *text = xstrdup(arguments ? arguments : "");
	int n;
	char **more = words_cut(text, &n);
	char **argv = xcalloc(n + 6, sizeof *argv);

	memcpy(argv, (char *[]){"gdb", "-q", (char *)p->out, "-x", (char *)commands},
		5 * sizeof *argv);
	memcpy(argv + 5, more, n * sizeof *argv);
	fflush(stdout);
	execvp(argv[0], argv);
	if (errno == ENOENT)
		fatal("gdb is not installed (Debian: gdb); it would be started as: gdb %s -x %s",
			p->out, commands);
	fatal("cannot run gdb:");
}

/* build_program: build the program; returns how many calls it makes before its task begins. */
static uint32_t
build_program(HostProgram *p, const LoneTask *a)
{
	char *calls = xasprintf("%s/calls", p->dir);
	uint32_t begin;

	session_goto(p->s, a->begin);
	find_function(p);
	host_sources(p);
	host_compile(p);
	host_define_missing(p);
	write_memory(p);
	begin = host_record_calls(p, a->from, calls);
	host_link(p, a->end, begin);
	free(calls);
	return begin;
}

int
alone_debug(const char *recording, const char *task, const char *arguments)
{
	Debugged d = {0};
	HostProgram p = {0};
	char why[MAX_MESSAGE];
	uint32_t begin;

	if (!debugged_open(&d, recording))
		fatal("--task: %s is a snapshot; tasks are found in recordings",
			recording);
	if (!debugged_isolate_task(&d, task, true, why))
		fatal("--task: %s", why);
	p.files = d.whole_recording;
	p.s = debugged_session(&d, true);
	choose_directory(&p, task);
	if (setjmp(p.s->escape))
		fatal("--native: %s", p.s->message);
	begin = build_program(&p, &d.alone);
	printf("%s: %s\n", d.alone.what, p.out);
	fflush(stdout);
	check_host(&p);
	start_gdb(&p, write_commands(&p, begin), arguments);
	return 0;
}
