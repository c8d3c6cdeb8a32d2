/*
 * record.c - adds to the recording of a run its command, the application's output, the figures of
 * each node (run_json), and the records of its monitors. Growing files are recorded as they grow,
 * so that the recording of a killed run has them, too.
 */
#include "distribution.h"
#include "run_record.h"

#include "base/files.h"
#include "base/texts.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

enum { MAX_TEXT = 1 << 28 }; /* bytes of a file that is recorded as a text */

/* A file that grows. */
typedef struct GrowingFile {
	const char *text; /* its name in the recording */
	int file;         /* descriptor */
	off_t kept;       /* bytes that are in the recording */
} GrowingFile;

struct Record {
	Past *past;
	FILE *printed;     /* the application's output, a file without a name */
	int to;            /* descriptor to which the output is also copied */
	off_t passed;      /* bytes that were copied */
	bool fold;         /* the copy is folded, by `distribution` */
	Distribution distribution;
	/*
	 * the application's output; the file of a monitor's records, with file -1 before it exists
	 */
	GrowingFile output, records;
};

Record *
record_new(Past *p, int argc, char **argv, int to, bool fold)
{
	Record *r = xcalloc(1, sizeof *r);
	Buf b = {0};

	*r = (Record){.past = p, .to = to, .fold = fold, .printed = tmpfile(), .records.file = -1};
	if (!r->printed)
		fatal("cannot make a temporary file:");
	r->output = (GrowingFile){TEXT_OUTPUT, fileno(r->printed), 0};
	buf_command(&b, argc, argv);
	buf_byte(&b, '\n');
	past_record_text(p, TEXT_COMMAND, b.data, b.len);
	buf_free(&b);
	return r;
}

int
record_descriptor(const Record *r)
{
	return r->output.file;
}

/* read_piece: read the bytes that a file has from *at on, and advance *at. Returns 0 at the end. */
static size_t
read_piece(int file, off_t *at, char piece[4096])
{
	ssize_t n = pread(file, piece, 4096, *at);

	if (n > 0)
		*at += n;
	return n > 0 ? n : 0;
}

/* keep_growth: record what has been added to a file since the last call. */
static void
keep_growth(const Record *r, GrowingFile *g)
{
	char piece[4096];
	size_t n;

	while ((n = read_piece(g->file, &g->kept, piece)) > 0)
		past_record_text(r->past, g->text, piece, n);
}


/* copy_piece: write n bytes to the place where the application's output goes. */
static void
copy_piece(const Record *r, const char *piece, size_t n)
{
	while (n > 0) {
		ssize_t done = write(r->to, piece, n);

		if (done < 0 && errno != EINTR)
			fatal("cannot write the application's output:");
		if (done > 0) {
			piece += done;
			n -= done;
		}
	}
}

/* copy_foldable: copy a piece of output, without the lines that are held back to be folded. */
static void
copy_foldable(Record *r, const char *piece, size_t n)
{
	Buf shown = {0};

	distribution_put(&r->distribution, piece, n, &shown);
	copy_piece(r, (const char *)shown.data, shown.len);
	buf_free(&shown);
}

/*
 * copy_held_back: copy what is still held back, because no more of the application's output
 * follows.
 */
static void
copy_held_back(Record *r)
{
	Buf shown = {0};

	distribution_end(&r->distribution, &shown);
	copy_piece(r, (const char *)shown.data, shown.len);
	buf_free(&shown);
}

void
record_pass(Record *r)
{
	char piece[4096];
	size_t n;

	while ((n = read_piece(r->output.file, &r->passed, piece)) > 0)
		if (r->fold)
			copy_foldable(r, piece, n);
		else
			copy_piece(r, piece, n);
	keep_growth(r, &r->output);
	if (r->records.file >= 0)
		keep_growth(r, &r->records);
}

FILE *
record_open(Record *r)
{
	FILE *f;

	record_pass(r);
	copy_held_back(r);
	f = fdopen(dup(record_descriptor(r)), "w"); /* a duplicate shares the file position */
	if (!f)
		fatal("cannot write the application's output:");
	return f;
}

void
record_close(Record *r, FILE *f)
{
	if (fclose(f) != 0)
		fatal("cannot write the application's output:");
	r->passed = lseek(record_descriptor(r), 0, SEEK_END);
	keep_growth(r, &r->output);
}

void
record_file(Record *r, const char *text, const char *file)
{
	Buf b;

	if (access(file, F_OK) != 0)
		return;
	b = file_read(file, MAX_TEXT);
	past_record_new_text(r->past, text, b.data, b.len);
	buf_free(&b);
}

void
record_monitored(Record *r, const char *prefix)
{
	static const char *const kinds[] = {"config", "spf", "tree"};
	char *records = xasprintf("%s.all", prefix);

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		char *file = xasprintf("%s.%s", prefix, kinds[i]),
			*text = xasprintf("data.%s", kinds[i]);

		record_file(r, text, file);
		free(file);
		free(text);
	}
	if (r->records.file < 0 && access(records, F_OK) == 0)
		r->records = (GrowingFile){"data.all", file_open(records), 0};
	free(records);
}

void
record_free(Record *r)
{
	record_pass(r);
	copy_held_back(r);
	if (r->records.file >= 0)
		close(r->records.file);
	fclose(r->printed);
	free(r);
}
