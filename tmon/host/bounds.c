/*
 * bounds.c - parses the bounds that say when nodes unload (Lin 5.3.3), from the command line or a
 * file.
 *
 * 	100000 1 64        until 100 ms after the begin: unload at once at 64 records, never
 * 	                   below 1
 * 	0 1 1              from then on: unload every record at once
 *
 * Numbers are separated by blanks, commas or newlines; # begins a comment. Times must increase; the
 * last bounds stay in force, so their time has no meaning.
 */
#include "monitor_host.h"

#include "base/files.h"
#include "base/number.h"

#include <stdarg.h>
#include <string.h>

/* The text that has not been parsed yet, and its source. */
typedef struct Text {
	const char *file; /* NULL for the command line */
	int line;
	const char *p;
} Text;

/* reject: report a mistake in the text of bounds and end the program. */
static _Noreturn void __attribute__((format(printf, 2, 3)))
reject(const Text *t, const char *fmt, ...)
{
	char text[200];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	if (t->file)
		fatal_at(t->file, t->line, "%s", text);
	fatal("bounds: %s", text);
}

/* next_word: the beginning of the text's next word, of length *len; NULL at the end. */
static const char *
next_word(Text *t, size_t *len)
{
	for (;;) {
		t->p += strspn(t->p, ", \t\r");
		if (*t->p == '#')
			t->p += strcspn(t->p, "\n");
		if (*t->p != '\n')
			break;
		t->line++;
		t->p++;
	}
	*len = strcspn(t->p, ", \t\r\n#");
	t->p += *len;
	return *len > 0 ? t->p - *len : NULL;
}

/*
 * read_number: read the next number of the text, at most `most`, into *to; `what` names it in
 * messages. false at the end of the text.
 */
static bool
read_number(Text *t, const char *what, uint32_t most, uint32_t *to)
{
	size_t len;
	const char *word = next_word(t, &len);
	char digits[16];
	uint64_t v = 0;

	if (!word)
		return false;
	snprintf(digits, sizeof digits, "%.*s", (int)len, word);
	if (len >= sizeof digits || !number_parse(digits, most, &v))
		reject(t, "'%.*s' is not a valid %s (0 to %u)", len < 40 ? (int)len : 40, word,
			what, most);
	*to = v;
	return true;
}

/*
 * append_bounds: append b to the sequence; fatal if b is invalid, the sequence is full, or its
 * times do not increase.
 */
static void
append_bounds(const Text *t, BoundsSequence *q, Bounds b)
{
	const Bounds *last = q->step + (q->n > 0 ? q->n - 1 : 0);

	if (b.upper == 0 || b.lower > b.upper)
		reject(t, "%u %u %u: UPPER is at least 1, and LOWER not above it", b.time, b.lower,
			b.upper);
	if (q->n == MONITOR_MAX_STEPS)
		reject(t, "more than %d triples TIME LOWER UPPER", MONITOR_MAX_STEPS);
	if (q->n > 1 && last->time <= last[-1].time)
		reject(t, "TIME %u is not after %u; each TIME must be later than the one before",
			last->time, last[-1].time);
	q->step[q->n++] = b;
}

/* parse_bounds: replace the sequence by the triples in a text. */
static void
parse_bounds(BoundsSequence *q, Text t)
{
	Bounds b;

	q->n = 0;
	while (read_number(&t, "TIME in us", 1000000000, &b.time)) {
		if (!read_number(&t, "LOWER in records", MONITOR_MAX_UPPER, &b.lower)
			|| !read_number(&t, "UPPER in records", MONITOR_MAX_UPPER, &b.upper))
			reject(&t, "the last triple TIME LOWER UPPER is incomplete");
		append_bounds(&t, q, b);
	}
	if (q->n == 0)
		reject(&t, "missing a triple TIME LOWER UPPER");
}

BoundsSequence
bounds_default(void)
{
	return (BoundsSequence){.step = {{0, MONITOR_LOWER, MONITOR_UPPER}}, .n = 1};
}

void
bounds_parse(BoundsSequence *q, const char *file, const char *text)
{
	parse_bounds(q, (Text){file, 1, text});
}

void
bounds_parse_option(BoundsSequence *q, const char *value)
{
	enum { MAX_TEXT = 1 << 16 };
	Buf text;

	if (value[0] != '@') {
		bounds_parse(q, NULL, value);
		return;
	}
	text = file_read(value + 1, MAX_TEXT);
	buf_byte(&text, '\0');
	bounds_parse(q, value + 1, (char *)text.data);
	buf_free(&text);
}

void
bounds_print(const BoundsSequence *q, const char *before, const char *after, Buf *b)
{
	for (uint32_t i = 0; i < q->n; i++)
		buf_printf(b, "%s%u %u %u%s", before, q->step[i].time, q->step[i].lower,
			q->step[i].upper, after);
}
