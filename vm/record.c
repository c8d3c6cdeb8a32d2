/*
 * record.c - a run's folder, for `trellis report`: the command and the application's output.
 * run_json adds the figures of each node (run.json), record_files.c what is made from the
 * recording.
 */
#include "run_record.h"
#include "sim/trace/functions.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct Record {
	const char *dir;
	int report;    /* report.txt */
	int to;      /* descriptor to which the output is also copied */
	off_t passed;
};

char *
record_file(const Record *r, const char *name)
{
	return xasprintf("%s/%s", r->dir, name);
}

static void
write_command(const Record *r, int argc, char **argv)
{
	char *name = record_file(r, "command");
	Buf b = {0};

	buf_command(&b, argc, argv);
	buf_byte(&b, '\n');
	file_write(name, b.data, b.len);
	buf_free(&b);
	free(name);
}

/* forget: remove files of an earlier run, so that a report does not mix two runs. */
static void
forget(const Record *r)
{
	static const char *const files[] = {"made", "run.json", "machine.trace", FUNCTIONS_FILE,
		"data.json", "data.all", "data.config", "data.spf", "data.tvm", "data.std",
		"data.use", "data.tree"};

	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		char *name = record_file(r, files[i]);

		if (unlink(name) != 0 && errno != ENOENT)
			fatal("cannot replace %s:", name);
		free(name);
	}
}

Record *
record_new(const char *dir, int argc, char **argv, int to)
{
	Record *r = xcalloc(1, sizeof *r);
	char *name;

	*r = (Record){.dir = dir, .to = to};
	past_record_directory(dir);
	forget(r);
	write_command(r, argc, argv);
	name = record_file(r, "report.txt");
	r->report = open(name, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (r->report < 0)
		fatal("cannot write %s:", name);
	free(name);
	return r;
}

int
record_descriptor(const Record *r)
{
	return r->report;
}

void
record_pass(Record *r)
{
	char piece[4096];
	ssize_t n;

	while ((n = pread(r->report, piece, sizeof piece, r->passed)) > 0) {
		ssize_t done = write(r->to, piece, n);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			fatal("cannot write the application's output:");
		r->passed += done;
	}
}

FILE *
record_open(Record *r)
{
	FILE *f;

	record_pass(r);
	f = fdopen(dup(r->report), "w"); /* a duplicate shares the file position */
	if (!f)
		fatal("cannot write %s/report.txt:", r->dir);
	return f;
}

void
record_close(Record *r, FILE *f)
{
	if (fclose(f) != 0)
		fatal("cannot write %s/report.txt:", r->dir);
	r->passed = lseek(r->report, 0, SEEK_END);
}

void
record_free(Record *r)
{
	record_pass(r);
	close(r->report);
	free(r);
}
