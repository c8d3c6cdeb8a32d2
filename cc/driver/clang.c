/* clang.c - runs trellis-clang, which writes bitcode to a pipe and messages to the user. */
#define _GNU_SOURCE
#include "driver.h"

#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

void
args_add(Args *a, const char *arg)
{
	a->v = xrealloc(a->v, (a->n + 2) * sizeof *a->v);
	a->v[a->n++] = arg;
	a->v[a->n] = NULL;
}

void
args_free(Args *a)
{
	free(a->v);
	*a = (Args){0};
}

/* print_command: print the words of clang's command line to standard error. */
static void
print_command(const Args *a)
{
	for (size_t i = 0; i < a->n; i++)
		fprintf(stderr, " %s", a->v[i]);
	fputc('\n', stderr);
}

/* read_to_end: append all that can be read from a descriptor to *out. */
static void
read_to_end(int fd, Buf *out)
{
	char block[1 << 16];
	ssize_t n;

	while ((n = read(fd, block, sizeof block)) != 0) {
		if (n < 0 && errno != EINTR)
			fatal("reading from clang:");
		if (n > 0)
			buf_put(out, block, n);
	}
}

/* execute_child: become clang; on failure write errno to `failed`. */
static _Noreturn void
execute_child(const Args *a, int fd, int failed)
{
	int error;

	if (fd >= 0)
		dup2(fd, STDOUT_FILENO);
	execvp(a->v[0], (char **)a->v);
	error = errno;
	_exit(write(failed, &error, sizeof error) == sizeof error ? 127 : 126);
}

/*
 * run_child: start clang, append its output to *out, and return its status; *error becomes 0, or
 * the errno if clang cannot be started.
 */
static int
run_child(Args *a, Buf *out, int *error)
{
	int pipes[2], failed[2], status;
	pid_t pid;

	if (pipe(pipes) < 0 || pipe2(failed, O_CLOEXEC) < 0)
		fatal("cannot make a pipe:");
	fflush(stdout);
	pid = fork();
	if (pid < 0)
		fatal("cannot start %s:", a->v[0]);
	if (pid == 0) {
		close(pipes[0]);
		execute_child(a, out ? pipes[1] : -1, failed[1]);
	}
	close(pipes[1]);
	close(failed[1]);
	if (out)
		read_to_end(pipes[0], out);
	if (read(failed[0], error, sizeof *error) != sizeof *error)
		*error = 0;
	close(pipes[0]);
	close(failed[0]);
	status = process_await(pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

int
clang_run(Args *a, Buf *out, bool verbose)
{
	char *program = program_beside("trellis-clang");
	int status, error = 0;

	a->v[0] = program;
	if (verbose)
		print_command(a);
	status = run_child(a, out, &error);
	if (error != 0)
		fatal("%s, the compiler's front end, cannot be run: %s", program, strerror(error));
	free(program);
	return status;
}
