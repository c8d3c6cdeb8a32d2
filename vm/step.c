/*
 * step.c - build steps: each is a command that makes one file from others, if they have changed.
 *
 * Next to each file are its command (.cmd) and, for compiled files, its dependencies (.d, in make's
 * syntax). A file is made again if its command has changed, or a dependency is newer. Independent
 * steps run in parallel.
 */
#define _GNU_SOURCE /* memfd_create */
#include "build.h"

#include "base/files.h"
#include "base/interrupt.h"
#include "base/progress.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_TEXT = 1 << 20 }; /* bytes of a file with a command or dependencies */

BuildStep
step_new(Arena *a, const char *out)
{
	return (BuildStep){.arena = a, .out = out};
}

void
step_word(BuildStep *s, const char *word)
{
	s->argv = arena_more(s->arena, s->argv, s->argc, sizeof *s->argv);
	s->argv[s->argc++] = (char *)word;
}

void
step_words(BuildStep *s, const char *word, ...)
{
	va_list more;

	va_start(more, word);
	for (; word; word = va_arg(more, const char *))
		step_word(s, word);
	va_end(more);
}

void
step_needs(BuildStep *s, const char *file)
{
	s->input = arena_more(s->arena, s->input, s->ninputs, sizeof *s->input);
	s->input[s->ninputs++] = file;
}

void
step_input(BuildStep *s, const char *file)
{
	step_needs(s, file);
	step_word(s, file);
}

/* path_with_suffix: the path of the step's output with another suffix after it, in the arena. */
static char *
path_with_suffix(const BuildStep *s, const char *suffix)
{
	char *name = arena_alloc(s->arena, strlen(s->out) + strlen(suffix) + 1, 1);

	return strcat(strcpy(name, s->out), suffix);
}

/* ---- is the output up to date? ---- */

/* is_not_newer: true if the file exists and is not newer than the time `made`. */
static bool
is_not_newer(const char *file, const struct timespec *made)
{
	struct stat st;

	if (stat(file, &st) < 0)
		return false;
	return st.st_mtim.tv_sec != made->tv_sec ? st.st_mtim.tv_sec < made->tv_sec
		: st.st_mtim.tv_nsec <= made->tv_nsec;
}

/* command_text: the words of the command, each on a line, terminated by a zero. */
static Buf
command_text(const BuildStep *s)
{
	Buf b = {0};

	for (uint32_t i = 0; i < s->argc; i++)
		buf_printf(&b, "%s%s", i ? "\n" : "", s->argv[i]);
	buf_byte(&b, '\0');
	return b;
}

/* same_command: true if the step's output was made by the same command. */
static bool
same_command(BuildStep *s)
{
	char *name = path_with_suffix(s, ".cmd");
	Buf now = command_text(s), then;
	bool same;

	if (access(name, R_OK) < 0) {
		buf_free(&now);
		return false;
	}
	then = file_read(name, MAX_TEXT);
	same = then.len == now.len && memcmp(then.data, now.data, now.len) == 0;
	buf_free(&then);
	buf_free(&now);
	return same;
}

/*
 * step_read: call back for each file that the step has read, the words behind the colon of its .d
 * file; a backslash continues a line.
 */
bool
step_read(const BuildStep *s, bool (*use)(void *to, const char *file), void *to)
{
	char *name = path_with_suffix(s, ".d"), *word, *rest;
	Buf b;
	bool all;

	if (access(name, R_OK) < 0)
		return false;
	b = file_read(name, MAX_TEXT);
	buf_byte(&b, '\0');
	rest = strchr((char *)b.data, ':');
	all = rest != NULL;
	for (word = rest ? strtok_r(rest + 1, " \n\\", &rest) : NULL; word && all;
		word = strtok_r(NULL, " \n\\", &rest))
		all = use(to, word);
	buf_free(&b);
	return all;
}

/*
 * is_older: callback of step_read: true if the file is not newer than the time to which `made`
 * points.
 */
static bool
is_older(void *made, const char *file)
{
	return is_not_newer(file, made);
}

/* is_fresh: true if the output exists, was made by the same command, and no input is newer. */
static bool
is_fresh(BuildStep *s)
{
	struct stat st;

	if (stat(s->out, &st) < 0 || !same_command(s))
		return false;
	for (uint32_t i = 0; i < s->ninputs; i++)
		if (!is_not_newer(s->input[i], &st.st_mtim))
			return false;
	return !s->compiles || step_read(s, is_older, &st.st_mtim);
}

/* ---- executing steps ---- */

/*
 * check_ownership: fatal if another program has made the output file, so that it is not replaced.
 */
static void
check_ownership(const BuildStep *s)
{
	if (access(s->out, F_OK) == 0 && access(path_with_suffix(s, ".cmd"), F_OK) != 0)
		fatal("%s is in the way, and was not made by trellis run: name another directory "
			"with --build, or remove it", s->out);
}

/* begin_step: start the step's command, with its messages into memory. */
static void
begin_step(BuildStep *s)
{
	check_ownership(s);
	unlink(s->out);
	step_word(s, NULL);
	s->argc--;
	/* in memory, so that it works even on a full disk */
	s->errors = memfd_create("errors", MFD_CLOEXEC);
	if (s->errors < 0)
		fatal("cannot store the output of %s:", s->argv[0]);
	fflush(stdout);
	s->pid = fork();
	if (s->pid < 0)
		fatal("cannot start %s:", s->argv[0]);
	if (s->pid == 0) {
		dup2(s->errors, STDERR_FILENO);
		execv(s->argv[0], s->argv);
		fprintf(stderr, "trellis: cannot run %s: %s\n", s->argv[0], strerror(errno));
		_exit(EXIT_INPUT);
	}
}

/* finish_step: wait until the step's command has ended, and note its status and messages. */
static void
finish_step(BuildStep *s)
{
	int status;
	ssize_t n;
	char piece[4096];

	while (waitpid(s->pid, &status, 0) < 0)
		if (errno != EINTR)
			fatal("cannot wait for %s:", s->argv[0]);
	s->failed = !WIFEXITED(status) || WEXITSTATUS(status) != 0;
	lseek(s->errors, 0, SEEK_SET);
	while ((n = read(s->errors, piece, sizeof piece)) > 0)
		buf_put(&s->messages, piece, n);
	close(s->errors);
	buf_byte(&s->messages, '\0');
	if (!s->failed) {
		Buf b = command_text(s);

		file_write(path_with_suffix(s, ".cmd"), b.data, b.len);
		buf_free(&b);
	}
}

/* processor_count: the number of the host's processors, the most steps to run at a time. */
static uint32_t
processor_count(void)
{
	uint32_t n = host_processors();

	return n > 2 ? n : 2;
}

void
steps_run(BuildStep *s, uint32_t n)
{
	uint32_t most = processor_count(), running = 0, oldest = 0;

	progress_begin();
	for (uint32_t i = 0; i < n && !interrupt_signal; i++) {
		progress_show_share(oldest, n, "%s: %u of %u files", s->compiles ? "compiling"
			: "linking", oldest, n);
		if (s[i].compiles) {
			step_word(&s[i], "-MMD");
			step_word(&s[i], "-MF");
			step_word(&s[i], path_with_suffix(&s[i], ".d"));
		}
		if (is_fresh(&s[i]))
			continue;
		for (; running == most; oldest++)
			if (s[oldest].pid > 0) {
				finish_step(&s[oldest]);
				running--;
			}
		begin_step(&s[i]);
		running++;
	}
	for (; oldest < n; oldest++) {
		progress_show_share(oldest, n, "%s: %u of %u files", s->compiles ? "compiling"
			: "linking", oldest, n);
		if (s[oldest].pid > 0)
			finish_step(&s[oldest]);
	}
	progress_clear();
	run_give_up();
}
