/*
 * read.c - reader of traces of memory and synchronisation (.mtr).
 *
 *   sem <semaphore> <value>    its initial value, given before its first use; 0 if not given
 *   <thread> rd|wr <variable>
 *   <thread> B <semaphore>     the thread blocks; its P follows once a V has released it
 *   <thread> P|V <semaphore>
 *   <thread> send|recv <channel>
 *   <thread> unblk <channel>   the thread's blocking send continues
 */
#include "races.h"

#include "base/number.h"

#include <string.h>

enum { MAX_NAME = 255 }; /* the most characters of a name */

static const char *const sync_word[] = {
#define X(name, word) word,
	SYNC_KINDS(X)
#undef X
};

/* read_number: the number in a word; fatal if the word is not a number. */
static uint32_t
read_number(const Lines *l, const InputWord *w)
{
	char text[16];
	uint64_t v;

	if (w->len < sizeof text) {
		memcpy(text, w->s, w->len);
		text[w->len] = '\0';
		if (number_parse(text, UINT32_MAX - 1, &v))
			return v;
	}
	lines_fatal(l, "'%.*s' is not an initial value (0 to %u)", (int)w->len, w->s,
		UINT32_MAX - 1);
}

/* check_names: check that the n words from `first` on are names; otherwise fatal. */
static void
check_names(const Lines *l, uint32_t first, uint32_t n)
{
	for (uint32_t i = first; i < first + n; i++)
		if (l->word[i].len > MAX_NAME)
			lines_fatal(l, "a name of %u characters (at most %d)", l->word[i].len,
				MAX_NAME);
}

/*
 * read_sync_line: reads a line that is neither an access nor a declaration, from its second word
 * on.
 */
static void
read_sync_line(const Lines *l, const InputWord *w, TraceLine *t)
{
	t->kind = LINE_SYNC;
	for (int k = 0; k < NSYNC_KINDS; k++) {
		if (word_is(w, sync_word[k])) {
			t->sync = k;
			return;
		}
	}
	if (!word_is(w, "B"))
		lines_fatal(l, "unknown operation '%.*s' (rd, wr, B, P, V, send, recv, unblk)",
			(int)w->len, w->s);
	t->kind = LINE_BLOCK;
}

/*
 * find_word_ends: the 8 bytes at p, as a mask: the top bit of each byte that ends a word (blanks,
 * control characters, '#', and bytes that are not ASCII) is set.
 */
static uint64_t
find_word_ends(const char *p)
{
	const uint64_t every = 0x0101010101010101, top = every << 7;
	uint64_t x, low, visible, other;

	memcpy(&x, p, sizeof x);
	low = x & ~top;
	visible = (low | top) - every * '!'; /* top bit set: above the blank */
	other = (low ^ every * '#') + ~top;  /* not '#' */
	return (x | ~(visible & other) | (low + every)) & top;
}

/* word_at: returns the word at s, as lines_next does; its length may be 0. */
static InputWord
word_at(const char *s, const char *end)
{
	const char *p = s;

	for (; end - p >= 8; p += 8) {
		uint64_t ends = find_word_ends(p);

		if (ends)
			return (InputWord){s, p + __builtin_ctzll(ends) / 8 - s};
	}
	while (p < end && *p > ' ' && *p < 0x7F && *p != '#')
		p++;
	return (InputWord){s, p - s};
}

/*
 * read_access_line: read a line of the form <thread> rd|wr <variable> with single blanks, as most
 * lines are. If the next line has another form, read nothing and return false.
 */
static bool
read_access_line(Lines *l, TraceLine *t)
{
	InputWord thread = word_at(l->p, l->end), object;
	const char *op = thread.s + thread.len, *end;
	bool load, store;

	if (l->end - op < 4)
		return false;
	load = memcmp(op, " rd ", 4) == 0;
	store = memcmp(op, " wr ", 4) == 0;
	/* tested without a branch on the kind of access, which the processor could not predict */
	if (!(load | store))
		return false;
	object = word_at(op + 4, l->end);
	end = object.s + object.len;
	if (end == l->end || *end != '\n')
		return false;
	if (thread.len == 0 || thread.len > MAX_NAME || object.len == 0 || object.len > MAX_NAME)
		return false;
	*t = (TraceLine){LINE_ACCESS, thread, object, .store = store};
	l->line++;
	l->p = end + 1;
	return true;
}

bool
trace_line(Lines *l, TraceLine *t)
{
	const InputWord *w;

	if (read_access_line(l, t))
		return true;
	if (!lines_next(l))
		return false;
	if (l->n != 3)
		lines_fatal(l, "%u words; a line is <thread> <operation> <object> or sem <name> "
			"<value>", l->n);
	w = l->word;
	if (w[0].len > MAX_NAME || w[2].len > MAX_NAME)
		check_names(l, w[0].len > MAX_NAME ? 0 : 2, 1);
	t->thread = w[0];
	t->object = w[2];
	if (w[1].len == 2 && (memcmp(w[1].s, "rd", 2) == 0 || memcmp(w[1].s, "wr", 2) == 0)) {
		t->kind = LINE_ACCESS;
		t->store = w[1].s[0] == 'w';
	} else if (word_is(&w[0], "sem")) {
		check_names(l, 1, 1);
		t->kind = LINE_DECLARE;
		t->object = w[1];
		t->value = read_number(l, &w[2]);
	} else {
		read_sync_line(l, &w[1], t);
	}
	return true;
}

/* add_line: add the line's access, operation or declaration to the trace. */
static void
add_line(Trace *t, const Lines *l, const TraceLine *line)
{
	uint32_t object, thread;

	if (line->kind == LINE_DECLARE) {
		object = trace_object(t, line->object.s, line->object.len);
		trace_declare(t, l->line, object, line->value);
		return;
	}
	thread = trace_thread(t, line->thread.s, line->thread.len);
	if (line->kind == LINE_ACCESS) {
		trace_access(t, l->line, thread,
			trace_variable(t, line->object.s, line->object.len), line->store);
		return;
	}
	object = trace_object(t, line->object.s, line->object.len);
	if (line->kind == LINE_BLOCK)
		trace_block(t, l->line, thread, object);
	else
		trace_sync(t, l->line, thread, line->sync, object);
}

Trace *
trace_read(Arena *a, const char *file, const char *text, size_t len)
{
	Lines l = lines_start(a, file, text, len);
	Trace *t = trace_new(a, file);
	TraceLine line;

	while (trace_line(&l, &line))
		add_line(t, &l, &line);
	trace_finish(t);
	return t;
}
