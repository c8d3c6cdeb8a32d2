/* expected.c - the value that the run should have given, and whether a run has given it. */
#include "expected.h"

#include "base/number.h"
#include "detrek/flowback/output.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the output ---- */

/* session_output: the standard output of the session's whole run, read when it is first needed. */
static const Output *
session_output(Session *s)
{
	if (!s->flowback)
		s->flowback = flowback_new(s->past, s->target);
	return flowback_output_read(s->flowback);
}

/* find_part: find where a part of the output begins; false: the output does not have it. */
static bool
find_part(const Output *o, const Expected *e, size_t *offset)
{
	switch (e->part.kind) {
	case PART_PIXEL: return output_pixel(o, e->part.x, e->part.y, offset);
	case PART_COLUMN: return output_column(o, e->part.line, e->part.column, offset);
	default: *offset = e->offset; return *offset < o->nbytes;
	}
}

/* has_bytes_at: true if the output has the bytes at an offset. */
static bool
has_bytes_at(const Output *o, size_t offset, const Buf *bytes)
{
	for (size_t i = 0; i < bytes->len; i++)
		if (o->bytes[offset + i].value != bytes->data[i])
			return false;
	return true;
}

bool
expected_in_output(const Expected *e, const Output *o, bool *right, bool *kept)
{
	size_t offset;

	*right = *kept = false;
	if (!output_in_order(o))
		return true;
	if (!find_part(o, e, &offset) || o->nbytes - offset < e->bytes.len)
		return false;
	*right = has_bytes_at(o, offset, &e->bytes);
	*kept = offset == e->before.len && has_bytes_at(o, 0, &e->before);
	return true;
}

/* output_holds: true if the output has the expected bytes. */
static bool
output_holds(Session *s, const Expected *e)
{
	bool right, kept;

	return expected_in_output(e, session_output(s), &right, &kept) && right;
}

/* find_text: find the text that the question is about in the output, and set its offset. */
static void
find_text(Session *s, Expected *e)
{
	const Output *o = session_output(s);
	size_t n = strlen(e->part.text);
	uint32_t nth = e->part.nth ? e->part.nth : 1;

	e->offset = output_find(o, e->part.text, n, 0);
	while (--nth > 0 && e->offset < o->nbytes)
		e->offset = output_find(o, e->part.text, n, e->offset + 1);
}

/* read_colours: read three numbers, or #rrggbb, from the text; false if it is something else. */
static bool
read_colours(const char *text, unsigned colour[3])
{
	int used = 0;

	if (sscanf(text, "#%2x%2x%2x%n", &colour[0], &colour[1], &colour[2], &used) != 3
		&& sscanf(text, "%u%*[ ,]%u%*[ ,]%u%n", &colour[0], &colour[1], &colour[2],
			&used) != 3)
		return false;
	return text[used] == '\0' && colour[0] <= UINT8_MAX && colour[1] <= UINT8_MAX
		&& colour[2] <= UINT8_MAX;
}

/* set_colours: parse the pixel's three colours into e->bytes, or fail with a message. */
static void
set_colours(Session *s, Expected *e)
{
	unsigned colour[3];

	if (!read_colours(e->text, colour))
		session_fail(s, "--expected: '%s' is not a pixel such as '16 148 128' or '#109480'",
			e->text);
	for (int i = 0; i < 3; i++)
		buf_byte(&e->bytes, colour[i]);
}

/* is_text: true if the byte of the output at an offset can be printed, or is a newline or tab. */
static bool
is_text(const Output *o, size_t offset)
{
	uint8_t c = o->bytes[offset].value;

	return isprint(c) || c == '\n' || c == '\t';
}

/* set_bytes: set the bytes that the output should have, from the user's text, number or colours. */
static void
set_bytes(Session *s, Expected *e)
{
	const Output *o = session_output(s);
	uint64_t byte;
	size_t offset;

	e->offset = e->part.offset;
	if (e->part.kind == PART_TEXT)
		find_text(s, e);
	if (e->part.kind == PART_PIXEL)
		set_colours(s, e);
	else if (find_part(o, e, &offset) && !is_text(o, offset)
		&& number_parse(e->text, UINT8_MAX, &byte))
		buf_byte(&e->bytes, byte);
	else
		buf_put(&e->bytes, e->text, strlen(e->text));
	if (find_part(o, e, &offset))
		for (size_t i = 0; i < offset; i++)
			buf_byte(&e->before, o->bytes[i].value);
}

/* ---- expressions ---- */

/* has_object: true if the expression has a value where the session is, or had one before. */
static bool
has_object(Session *s, const Expected *e, Value *v)
{
	char error[EXPR_ERROR];

	if (e->options->ended && !session_find(s, e->expression, v, error))
		session_go_to_last_existence(s, e->expression);
	return session_find(s, e->expression, v, error) && session_read(s, v);
}

/* is_scalar: true if the value is a number or a pointer. */
static bool
is_scalar(const Value *v)
{
	return type_is_scalar(type_plain(v->type)) && value_known(v);
}

/* object_holds: true if the expression has the expected value. */
static bool
object_holds(Session *s, const Expected *e)
{
	Buf text = {0};
	bool same;
	Value v;

	if (!has_object(s, e, &v))
		return false;
	if (e->is_number)
		return is_scalar(&v) && fabs(value_real(&v) - e->number) <= e->tolerance;
	session_value_text(s, v, 0, &text);
	same = text.len == strlen(e->text) && memcmp(text.data, e->text, text.len) == 0;
	buf_free(&text);
	return same;
}

/* half_last_digit: half of the last decimal digit of a typed number: the tolerance. */
static double
half_last_digit(const char *text)
{
	const char *point = strchr(text, '.');

	return point ? 0.5 * pow(10, -(double)strspn(point + 1, "0123456789")) : 0;
}

/* set_number: set the expected number, from a number or an expression. */
static void
set_number(Session *s, Expected *e)
{
	char error[EXPR_ERROR];
	Value v;

	if (!session_find(s, e->text, &v, error) || !session_read(s, &v) || !is_scalar(&v))
		return;
	e->is_number = true;
	e->number = value_real(&v);
	e->tolerance = half_last_digit(e->text);
}

/* ---- both ---- */

Expected
expected_new(Session *s, const WhyOptions *o, const char *expression)
{
	Expected e = {.options = o, .expression = expression, .text = o->expected,
		.spot = session_spot(s)};
	char error[EXPR_ERROR];
	Value v;

	e.is_output = output_part_parse(s, expression, &e.part);
	if (e.is_output)
		set_bytes(s, &e);
	else
		set_number(s, &e);
	e.exists = !e.is_output && session_find(s, expression, &v, error);
	if (expected_holds(s, &e))
		session_fail(s, "--expected: it is %s", e.text);
	session_return(s, &e.spot);
	return e;
}

void
expected_free(Expected *e)
{
	buf_free(&e->bytes);
	buf_free(&e->before);
}

/*
 * go_to_spot: go to the place at which the question's expression is evaluated; a branch runs to its
 * end for that. false if it is not reached.
 */
static bool
go_to_spot(Session *s, const Spot *spot)
{
	past_go_present(s->past);
	if (past_is_live(s->past))
		past_run(s->past, NEVER);
	if (!spot->present && !past_goto(s->past, spot->at))
		return false;
	session_select_process(s, spot->node, 0);
	return true;
}

bool
expected_is_forward_only(const Session *s, const Expected *e)
{
	if (e->is_output)
		return s->w->topology->nswitches == 0; /* else the circuits are found in a replay */
	return e->spot.present && e->exists;
}

bool
expected_holds(Session *s, const Expected *e)
{
	if (e->is_output) /* a branch gathers its output while it runs to its end */
		return output_holds(s, e);
	return go_to_spot(s, &e->spot) && object_holds(s, e);
}
