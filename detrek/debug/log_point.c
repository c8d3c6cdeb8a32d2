/*
 * log_point.c - log points: breakpoints that print a text and do not stop. In `sum is {total}` the
 * expression is replaced by its value, as the command `print` shows it.
 */
#include "session.h"

#include <stdlib.h>
#include <string.h>

/*
 * next_part: cut the next piece off the text that a point prints: *n bytes of plain text, or of an
 * expression between braces (*is_expression); NULL at the end.
 */
static const char *
next_part(const char **text, size_t *n, bool *is_expression)
{
	const char *part = *text, *end;

	*is_expression = *part == '{' && (end = strchr(part, '}'));
	*n = *is_expression ? end - part - 1 : *part ? 1 + strcspn(part + 1, "{") : 0;
	*text = part + *n + 2 * *is_expression;
	return *part ? part + *is_expression : NULL;
}

void
point_check_log(Session *s, const Point *p, const char *text)
{
	bool is_expression;
	const char *part;
	size_t n;

	while ((part = next_part(&text, &n, &is_expression)))
		if (is_expression)
			point_check_condition(s, p, arena_strndup(&s->arena, part, n));
}

/* put_value: append the value of an expression, or why it has none. */
static void
put_value(Session *s, const char *expression, Buf *out)
{
	char error[EXPR_ERROR];
	Value v;

	if (!session_find(s, expression, &v, error))
		buf_printf(out, "<%s>", error);
	else if (!session_read(s, &v))
		buf_printf(out, "<no memory there>");
	else
		session_value_text(s, v, 0, out);
}

void
point_log(Session *s, const Point *p)
{
	const char *text = p->log, *part;
	bool is_expression;
	Buf out = {0};
	size_t n;

	session_refresh(s);
	while ((part = next_part(&text, &n, &is_expression)))
		if (is_expression)
			put_value(s, arena_strndup(&s->arena, part, n), &out);
		else
			buf_put(&out, part, n);
	buf_byte(&out, '\n');
	session_print(s, &out);
}
