/*
 * flowback_logs.c - reads the logs named on the command line of `trellis flowback`, and opens their
 * programs.
 */
#include "flowback_logs.h"

#include "base/files.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

bool
logs_is_log(const char *name)
{
	char magic[LOG_MAGIC];
	FILE *f = fopen(name, "r");
	bool is = f && (fread(magic, 1, LOG_MAGIC, f) == LOG_MAGIC ? log_has_magic(magic)
		: file_is_directory(name));

	if (f)
		fclose(f);
	return is;
}

/* same_machine: true if both logs are of machines with the same topology. */
static bool
same_machine(const Log *a, const Log *b)
{
	Buf x = {0}, y = {0};
	bool same;

	topology_print(a->topology, &x);
	topology_print(b->topology, &y);
	same = x.len == y.len && memcmp(x.data, y.data, x.len) == 0;
	buf_free(&x);
	buf_free(&y);
	return same;
}

/* check_same_run: check that the log is of the same run as the others, and of another process. */
static void
check_same_run(const Logs *l, const ReadLog *added)
{
	const Log *log = &added->log, *first = l->n > 0 ? &l->log[0]->log : NULL;
	const LogPlace *p = &log->place;

	if (first && (first->inside.is || log->inside.is))
		fatal("%s: a log that a program has written itself is read alone", first->inside.is
			? l->log[0]->file : added->file);
	if (first && (first->run != log->run || p->process == 0 || !same_machine(log, first)))
		fatal("%s is of another run than %s; give logs of one run", added->file,
			l->log[0]->file);
	for (uint32_t i = 0; i < l->n; i++)
		if (l->log[i]->log.node == log->node
			&& l->log[i]->log.place.process == p->process)
			fatal("%s is the log of the same process as %s", added->file,
				l->log[i]->file);
}

/* add_log: read the log in a file, and add it; fatal if it does not fit the others. */
static void
add_log(Logs *l, const char *file)
{
	ReadLog *r = xcalloc(1, sizeof *r);

	r->file = xstrdup(file);
	r->bytes = file_read(file, LOG_MAX_FILE);
	log_read(&r->log, r->file, r->bytes.data, r->bytes.len);
	check_same_run(l, r);
	r->log.first += l->n * LOG_MAX_COUNT;
	l->log = xrealloc(l->log, (l->n + 1) * sizeof *l->log);
	l->log[l->n++] = r;
}

/* has_log_name: true if the name of a directory's entry ends as a log's does. */
static int
has_log_name(const struct dirent *e)
{
	size_t n = strlen(e->d_name);

	return n > 4 && strcmp(e->d_name + n - 4, ".log") == 0;
}

/* add_folder: add the logs in a folder, in the order of their names. */
static void
add_folder(Logs *l, const char *folder)
{
	struct dirent **entry;
	int n = scandir(folder, &entry, has_log_name, alphasort);

	if (n < 0)
		fatal("cannot open %s:", folder);
	if (n == 0)
		fatal("flowback: %s has no logs", folder);
	for (int i = 0; i < n; i++) {
		char *file = xasprintf("%s/%s", folder, entry[i]->d_name);

		add_log(l, file);
		free(file);
		free(entry[i]);
	}
	free(entry);
}

/* program_file: the name of the file of the logged program; the caller frees it. */
static char *
program_file(const ReadLog *r)
{
	const char *slash = strrchr(r->file, '/');

	if (r->log.place.process == 0 || r->log.inside.is || !slash)
		return xstrdup(r->log.program);
	return xasprintf("%.*s/%s", (int)(slash - r->file), r->file, r->log.program);
}

/* open_program: open the logged program, which is known by the hash of its file. */
static ProgramInfo *
open_program(const ReadLog *r, const char *given)
{
	char *file = given ? xstrdup(given) : program_file(r), *name = program_stem(r->log.program);
	Buf bytes = file_read(file, IMAGE_MAX_FILE);
	bool same = log_hash(bytes.data, bytes.len) == r->log.image;
	ProgramInfo *program = NULL;

	buf_free(&bytes);
	if (r->log.inside.is) {
		program = program_open(file, name);
		same = log_inside_build(program) == r->log.image;
	}
	if (!same)
		fatal("%s is of another build than the program of the log; give the one that ran "
			"with --program", file);
	if (!program)
		program = program_open(file, name);
	free(name);
	free(file);
	return program;
}

/* find_program: the program of a log, opened if no log before has it. */
static ProgramInfo *
find_program(const Logs *l, uint32_t i, const char *given)
{
	for (uint32_t k = 0; k < i; k++)
		if (l->log[k]->log.image == l->log[i]->log.image)
			return l->processes[k].program;
	return open_program(l->log[i], l->n == 1 ? given : NULL);
}

void
logs_read(Logs *l, char **names, int n)
{
	*l = (Logs){.n = 0};
	for (int i = 0; i < n; i++)
		if (file_is_directory(names[i]))
			add_folder(l, names[i]);
		else
			add_log(l, names[i]);
}

void
logs_open_programs(Logs *l, const char *given)
{
	if (given && l->n > 1)
		fatal("flowback: --program needs a single log");
	l->processes = xcalloc(l->n, sizeof *l->processes);
	for (uint32_t i = 0; i < l->n; i++)
		l->processes[i] = (LoggedProcess){&l->log[i]->log, find_program(l, i, given)};
	if (l->log[0]->log.inside.is)
		log_inside_complete(&l->log[0]->log, l->processes[0].program);
}

void
logs_close(Logs *l)
{
	for (uint32_t i = 0; i < l->n; i++) {
		log_free(&l->log[i]->log);
		buf_free(&l->log[i]->bytes);
		free(l->log[i]->file);
		free(l->log[i]);
	}
	free(l->log);
	free(l->processes);
}

bool
logs_is_first_of_program(const Logs *l, uint32_t i)
{
	for (uint32_t k = 0; k < i; k++)
		if (l->processes[k].program == l->processes[i].program)
			return false;
	return true;
}
