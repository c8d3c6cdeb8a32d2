/*
 * why_peers.c - finds values of the same run that a value can be compared with, its peers: other
 * parts of the output that the same statement has written, or other elements of the same array.
 */
#include "why_peers.h"

#include "base/progress.h"
#include "detrek/flowback/output.h"
#include "detrek/flowback/spectrum.h"

#include <ctype.h>
#include <string.h>

enum { MOST_TRIED = 16 }; /* the most values that are tried as peers */

/* The search for peers of a value: other values with which it is compared. */
typedef struct PeerSearch {
	Session *s;
	FlowbackOptions options; /* options for finding the first nodes of the peers' answers */
	const Cause *first;      /* the first node of the answer for the value in question */
	Spectrum *x;             /* gets the peers */
	uint32_t tried;          /* number of values tried so far */
} PeerSearch;

/*
 * is_enough: true if enough values were found or tried as peers (other values of the same
 * statement); otherwise count the value that is tried next.
 */
static bool
is_enough(PeerSearch *a)
{
	return a->x->npeers == PEERS || a->tried++ >= MOST_TRIED;
}

/*
 * add_peer: offer another value, by the first node of its answer, as a peer to a->x, which takes it
 * if the same statement has written it; NULL is ignored.
 */
static void
add_peer(PeerSearch *a, const Cause *peer)
{
	if (peer)
		spectrum_add_peer(a->x, a->s->flowback, a->first, peer);
}

/* byte_at: the byte of the output at an offset. */
static uint8_t
byte_at(const Output *o, size_t at)
{
	return o->bytes[at].value;
}

/* ---- text ---- */

/* line_start: the offset at which the line with the byte at offset `at` begins. */
static size_t
line_start(const Output *o, size_t at)
{
	while (at > 0 && byte_at(o, at - 1) != '\n')
		at--;
	return at;
}

/* is_word: true if the byte belongs to a word. */
static bool
is_word(const Output *o, size_t at)
{
	return at < o->nbytes && !isspace(byte_at(o, at));
}

/*
 * try_bytes: take the byte at an offset as a peer or, if the question is about several bytes, the
 * rest of the word that begins there.
 */
static void
try_bytes(PeerSearch *a, const Output *o, size_t offset)
{
	char why[FLOWBACK_WHY];
	Word n = 1;

	if (is_enough(a))
		return;
	while (a->first->nbytes > 1 && is_word(o, offset + n))
		n++;
	add_peer(a, flowback_output(a->s->flowback, &a->options, offset, n, why));
}

/*
 * try_line: if the byte in this column of the line that begins at `begin` belongs to a word, take
 * it as a peer: a byte of the output that is compared with the byte in question.
 */
static void
try_line(PeerSearch *a, const Output *o, size_t begin, size_t column)
{
	for (size_t i = 0; i < column; i++)
		if (begin + i >= o->nbytes || byte_at(o, begin + i) == '\n')
			return;
	if (is_word(o, begin + column))
		try_bytes(a, o, begin + column);
}

/* next_line: the offset at which the next line begins. */
static size_t
next_line(const Output *o, size_t at)
{
	while (at < o->nbytes && byte_at(o, at) != '\n')
		at++;
	return at + 1;
}

/*
 * try_lines: try as peers the bytes in the same column of other lines: the lines before and after
 * the offset's line, the nearest ones first.
 */
static void
try_lines(PeerSearch *a, const Output *o, size_t offset)
{
	enum { LINES = 4 };
	size_t here = line_start(o, offset), before = here, after = here;

	for (int i = 0; i < LINES; i++) {
		after = next_line(o, after);
		if (after < o->nbytes)
			try_line(a, o, after, offset - here);
		if (before == 0)
			continue;
		before = line_start(o, before - 1);
		try_line(a, o, before, offset - here);
	}
}

/* try_words: try as peers the first bytes of the other words with digits in the same line. */
static void
try_words(PeerSearch *a, const Output *o, size_t offset)
{
	size_t at = line_start(o, offset);

	while (at < o->nbytes && byte_at(o, at) != '\n') {
		size_t end = at;
		bool digits = false;

		for (; is_word(o, end); end++)
			digits |= isdigit(byte_at(o, end)) != 0;
		if (digits && (offset < at || offset >= end))
			try_bytes(a, o, at);
		at = end > at ? end : at + 1;
	}
}

/* ---- pictures ---- */

/* A picture in the output. */
typedef struct Picture {
	size_t begin, nbytes; /* where the bytes of all pixels begin; their number */
	size_t row, pixel;    /* bytes of a row and of a pixel */
} Picture;

/*
 * find_picture: read the picture's header; false if the output is no picture, or the offset is not
 * among its pixels.
 */
static bool
find_picture(const Output *o, size_t offset, Picture *p)
{
	size_t next;

	if (!output_pixel(o, 0, 0, &p->begin) || !output_pixel(o, 0, 1, &next) || offset < p->begin)
		return false;
	p->row = next - p->begin;
	p->pixel = output_pixel(o, 1, 0, &next) ? next - p->begin : p->row;
	p->nbytes = o->nbytes - p->begin - (o->nbytes - p->begin) % p->row;
	return p->nbytes > 0;
}

/* try_pixel: try a pixel as a peer or, if the question is about a byte, that byte of it. */
static void
try_pixel(PeerSearch *a, const Picture *p, size_t offset)
{
	char why[FLOWBACK_WHY];
	size_t at = offset % p->nbytes;
	const Cause *peer;

	if (is_enough(a))
		return;
	peer = a->first->nbytes == 1
		? flowback_output(a->s->flowback, &a->options, p->begin + at, 1, why)
		: flowback_pixel(a->s->flowback, &a->options, at % p->row / p->pixel, at / p->row,
			why);
	add_peer(a, peer);
}

/*
 * try_pixels: try the next pixels to the right and below, then some that are far from each other.
 */
static void
try_pixels(PeerSearch *a, const Picture *p, size_t offset)
{
	size_t here = offset - p->begin, npixels = p->nbytes / p->pixel;

	try_pixel(a, p, here + p->pixel);
	try_pixel(a, p, here + p->row);
	for (size_t i = 1; i < MOST_TRIED; i++)
		try_pixel(a, p, here + p->pixel * (i * npixels * 5 / 13));
}

/*
 * find_in_output: find peers among the output: other pixels, or the same place in lines or words.
 */
static void
find_in_output(PeerSearch *a)
{
	const Output *o = flowback_output_read(a->s->flowback);
	size_t offset = a->first->key.addr;
	Picture p;

	if (find_picture(o, offset, &p)) {
		try_pixels(a, &p, offset);
		return;
	}
	try_lines(a, o, offset);
	try_words(a, o, offset);
}

/* ---- elements of arrays ---- */

/*
 * containing_array: the array of which the expression NAME[INDEX] is an element; false: it is none.
 */
static bool
containing_array(Session *s, const char *expression, Value *element, Value *array)
{
	const char *index = strrchr(expression, '[');
	char error[EXPR_ERROR];

	if (!index || expression[strlen(expression) - 1] != ']')
		return false;
	return session_find(s, expression, element, error) && element->object
		&& session_find(s, arena_strndup(&s->arena, expression, index - expression), array,
			error)
		&& array->object && type_plain(array->type)->kind == TYPE_ARRAY;
}

/* try_element: try as a peer the array's element that is i places behind the value's. */
static void
try_element(PeerSearch *a, const Value *element, const Value *array, int64_t i)
{
	int64_t size = type_plain(element->type)->size;
	int64_t at = (int64_t)(element->addr - array->addr) + i * size;
	Session *s = a->s;

	if (at < 0 || at + size > (int64_t)type_plain(array->type)->size || is_enough(a))
		return;
	add_peer(a, flowback_why(s->flowback, &a->options, s->node,
		past_is_present(s->past) ? NEVER : t800_count(s->w->nodes[s->node]),
		array->addr + at, size));
}

/*
 * find_in_array: try as peers the nearest other elements of the value's array, after and before it
 * in turn.
 */
static void
find_in_array(PeerSearch *a, const char *expression)
{
	Spot from = session_spot(a->s);
	Value element, array;

	if (!containing_array(a->s, expression, &element, &array))
		return;
	for (int64_t i = 1; i <= MOST_TRIED; i++) {
		try_element(a, &element, &array, i);
		try_element(a, &element, &array, -i);
	}
	session_return(a->s, &from);
}

/* ---- the search ---- */

/* compare_peers: compare the causes of `first` with those of each peer, into *x. */
static void
compare_peers(Session *s, const WhyOptions *o, const Cause *first, Spectrum *x)
{
	spectrum_begin(x, s->flowback, &o->flowback, first);
	for (uint32_t i = 0; i < x->npeers; i++) {
		progress_show("comparing with %u other values: %u",
			x->npeers, i + 1);
		spectrum_compare(x, s->flowback, &o->flowback, i);
	}
	spectrum_end(x);
}

void
session_spectrum(Session *s, const WhyOptions *o, const char *expression, const Cause *first,
	Spectrum *x)
{
	PeerSearch a = {.s = s, .options = o->flowback, .first = first, .x = x};

	*x = (Spectrum){0};
	a.options.most = 2;
	progress_begin();
	progress_show("looking for other values of the statement");
	if (first->key.kind == CAUSE_OUTPUT)
		find_in_output(&a);
	else
		find_in_array(&a, expression);
	if (x->npeers > 0)
		compare_peers(s, o, first, x);
	progress_clear();
}
