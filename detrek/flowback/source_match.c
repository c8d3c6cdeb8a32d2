/*
 * source_match.c - aligns the lines of two versions of a file: the common beginning and end first,
 * then a longest common subsequence of the lines in between.
 */
#include "source_match.h"

#include <stdlib.h>
#include <string.h>

/* entries of the table of pair_common; in larger files, lines with equal numbers correspond */
enum { MAX_TABLE = 1 << 24 };

/* A pair of files. */
typedef struct FilePair {
	struct FilePair *next;
	const char *ours, *right;
	/*
	 * [nlines + 1] [line of our file] the corresponding line of the right file, 0: none. NULL:
	 * lines with equal numbers correspond
	 */
	int *line;
	int nlines;
} FilePair;

struct SourceMatch {
	const CauseText *ours, *right;
	FilePair *files;
	Arena arena;
};

/* The lines of a file, without leading blanks. */
typedef struct SourceLines {
	const char **line; /* [n] */
	int n;
} SourceLines;

SourceMatch *
source_match_new(const CauseText *ours, const CauseText *right)
{
	SourceMatch *m = xcalloc(1, sizeof *m);

	*m = (SourceMatch){.ours = ours, .right = right};
	return m;
}

void
source_match_free(SourceMatch *m)
{
	arena_free(&m->arena);
	free(m);
}

/* read_lines: the lines of a source file; none if it cannot be read. */
static SourceLines
read_lines(SourceMatch *m, const CauseText *t, const char *file)
{
	SourceLines s = {.n = 0};
	const char *text;

	while ((text = t->line(t->of, file, s.n + 1))) {
		s.line = arena_more(&m->arena, s.line, s.n, sizeof *s.line);
		text += strspn(text, " \t");
		s.line[s.n++] = arena_strndup(&m->arena, text, strcspn(text, "\r\n"));
	}
	return s;
}

/* equal_lines: true if both lines are equal. */
static bool
equal_lines(const char *a, const char *b)
{
	return strcmp(a, b) == 0;
}

/* similar_lines: true if the common beginning and end are more than half of the longer line. */
static bool
similar_lines(const char *a, const char *b)
{
	size_t na = strlen(a), nb = strlen(b), most = na > nb ? na : nb, least = na + nb - most;
	size_t head = 0, tail = 0;

	while (head < least && a[head] == b[head])
		head++;
	while (tail < least - head && a[na - 1 - tail] == b[nb - 1 - tail])
		tail++;
	return 2 * (head + tail) > most;
}

/*
 * pair_common: pair the na lines of our file from a on with the nb lines of the right file from b
 * on, along a longest common subsequence. length[i * (nb + 1) + j] is its length from line i of a
 * and line j of b on. before, right: the number of lines before a and before b in their files.
 */
static void
pair_common(const char **a, int na, const char **b, int nb,
	bool (*same)(const char *, const char *), int *line, int before, int right)
{
	int *length = xcalloc((size_t)(na + 1) * (nb + 1), sizeof *length), row = nb + 1;
	int i = 0, j = 0;

	for (i = na - 1; i >= 0; i--)
		for (j = nb - 1; j >= 0; j--) {
			int down = length[(i + 1) * row + j], across = length[i * row + j + 1];
			int most = down > across ? down : across;

			length[i * row + j] = most;
			if (same(a[i], b[j]) && length[(i + 1) * row + j + 1] + 1 > most)
				length[i * row + j] = length[(i + 1) * row + j + 1] + 1;
		}
	for (i = j = 0; i < na && j < nb;) {
		if (same(a[i], b[j])
			&& length[i * row + j] == length[(i + 1) * row + j + 1] + 1)
			line[before + ++i] = right + ++j;
		else if (length[(i + 1) * row + j] >= length[i * row + j + 1])
			i++;
		else
			j++;
	}
	free(length);
}

/*
 * pair_changed: pair changed lines with the lines that replace them: in their order if there are as
 * many of these, otherwise those that are similar.
 */
static void
pair_changed(SourceLines a, SourceLines b, int *line)
{
	for (int first = 1, i = 1, last = 0; i <= a.n + 1; i++) {
		int right = i <= a.n ? line[i] : b.n + 1;

		if (i <= a.n && !right)
			continue;
		for (int k = first; k < i && i - first == right - last - 1; k++)
			line[k] = last + 1 + k - first;
		if (i - first != right - last - 1)
			pair_common(a.line + first - 1, i - first, b.line + last, right - last - 1,
				similar_lines, line, first - 1, last);
		first = i + 1;
		last = right;
	}
}

/*
 * match_files: find, for each line of a file of our run, the corresponding line of the other run's
 * file.
 */
static void
match_files(SourceMatch *m, FilePair *f)
{
	SourceLines a = read_lines(m, m->ours, f->ours), b = read_lines(m, m->right, f->right);
	int least = a.n < b.n ? a.n : b.n, head = 0, tail = 0;

	while (head < least && strcmp(a.line[head], b.line[head]) == 0)
		head++;
	while (tail < least - head && strcmp(a.line[a.n - 1 - tail], b.line[b.n - 1 - tail]) == 0)
		tail++;
	if (least == 0 || (int64_t)(a.n - head - tail + 1) * (b.n - head - tail + 1) > MAX_TABLE)
		return;
	f->nlines = a.n;
	f->line = arena_alloc(&m->arena, a.n + 1, sizeof *f->line);
	for (int i = 1; i <= head; i++)
		f->line[i] = i;
	for (int i = 0; i < tail; i++)
		f->line[a.n - i] = b.n - i;
	pair_common(a.line + head, a.n - head - tail, b.line + head, b.n - head - tail, equal_lines,
		f->line, head, head);
	pair_changed(a, b, f->line);
}

int
source_match_line(SourceMatch *m, const char *ours, const char *right, int line)
{
	FilePair *f;

	for (f = m->files; f; f = f->next)
		if (strcmp(f->ours, ours) == 0 && strcmp(f->right, right) == 0)
			break;
	if (!f) {
		f = arena_alloc(&m->arena, 1, sizeof *f);
		*f = (FilePair){.next = m->files,
			.ours = arena_strndup(&m->arena, ours, strlen(ours)),
			.right = arena_strndup(&m->arena, right, strlen(right))};
		m->files = f;
		match_files(m, f);
	}
	if (!f->line)
		return line;
	return line > 0 && line <= f->nlines ? f->line[line] : 0;
}
