/*
 * scan.c - the core of formatted input: white space, plain characters, and conversions with a star, a width, a length
 * and a letter.
 */
#include "scan.h"

#include <ctype.h>
#include <limits.h>
#include <stddef.h>
#include <string.h>

enum { FAILED = -2 }; /* another result than EOF: the input does not match */

/* One conversion. */
typedef struct Spec {
	bool skip;       /* *: no object */
	int width;       /* 0: none given */
	char length;     /* H: hh, h, l, q: ll and j, z, t, L, or 0 */
	char letter;
	const char *set; /* of %[: after the bracket and the ^ */
	int nset;        /* characters of the set */
	bool except;     /* there is a ^ */
} Spec;

/* ---- the format ---- */

/*
 * parse_set: parse a set after its opening bracket; returns the position after the closing one, or
 * the format's end.
 */
static const char *
parse_set(Spec *s, const char *p)
{
	const char *end;

	s->except = *p == '^';
	p += s->except;
	s->set = p;
	end = *p ? strchr(p + 1, ']') : NULL; /* a ] at the beginning is one of the set */
	s->nset = end ? end - p : (int)strlen(p);
	return end ? end + 1 : p + s->nset;
}

/* parse_conversion: parse a conversion after its %; returns the position after it. */
static const char *
parse_conversion(Spec *s, const char *p)
{
	*s = (Spec){.skip = *p == '*'};
	p += s->skip;
	for (; isdigit(*p); p++)
		s->width = 10 * s->width + *p - '0';
	if (*p && strchr("hlLjzt", *p)) {
		s->length = *p++;
		if (s->length == 'j')
			s->length = 'q';
		if ((s->length == 'h' || s->length == 'l') && *p == s->length) {
			s->length = s->length == 'h' ? 'H' : 'q';
			p++;
		}
	}
	s->letter = *p;
	if (*p == '\0')
		return p;
	return *p == '[' ? parse_set(s, p + 1) : p + 1;
}

/* in_set: true if c is in the set; a dash between two characters makes a range. */
static bool
in_set(const Spec *s, int c)
{
	for (int i = 0; i < s->nset; i++) {
		int low = (unsigned char)s->set[i], high = low;

		if (i + 2 < s->nset && s->set[i + 1] == '-') {
			high = (unsigned char)s->set[i + 2];
			i += 2;
		}
		if (low <= c && c <= high)
			return !s->except;
	}
	return s->except;
}

/* ---- conversions: each returns how many objects got a value, FAILED, or EOF ---- */

static void
store_integer(const Spec *s, uint64_t value, va_list *ap)
{
	switch (s->length) {
	case 'H':
		*va_arg(*ap, signed char *) = value;
		break;
	case 'h':
		*va_arg(*ap, short *) = value;
		break;
	case 'q':
		*va_arg(*ap, long long *) = value;
		break;
	default:
		*va_arg(*ap, int *) = value;
	}
}

static int
scan_integer(Source *in, const Spec *s, int base, va_list *ap)
{
	int start = in->n, length;
	Integer x;

	if (__source_peek(in) == EOF)
		return EOF;
	length = __read_integer(in, base, &x);
	if (length == 0 || length != in->n - start)
		return FAILED;
	if (!s->skip)
		store_integer(s, x.negative ? -x.value : x.value, ap);
	return !s->skip;
}

static int
scan_pointer(Source *in, const Spec *s, va_list *ap) /* read a pointer for %p */
{
	Spec word = {.skip = s->skip, .letter = 'x'};

	return scan_integer(in, &word, 16, ap);
}

static int
scan_real(Source *in, const Spec *s, va_list *ap)
{
	int start = in->n, length;
	float single;
	double x;

	if (__source_peek(in) == EOF)
		return EOF;
	length = s->length == 0 ? __read_float(in, &single) : __read_real(in, false, &x);
	if (length == 0 || length != in->n - start)
		return FAILED;
	if (s->skip)
		return 0;
	if (s->length == 0)
		*va_arg(*ap, float *) = single;
	else
		*va_arg(*ap, double *) = x;
	return 1;
}

/* is_accepted: true if c is part of the text that %c, %s or %[ takes. */
static bool
is_accepted(const Spec *s, int c)
{
	return s->letter == 'c' || (s->letter == 's' ? !isspace(c) : in_set(s, c));
}

static int
scan_text(Source *in, const Spec *s, va_list *ap)
{
	char *to = s->skip ? NULL : va_arg(*ap, char *);
	int c = __source_next(in), n = 0;

	if (c == EOF)
		return EOF;
	for (; c != EOF && is_accepted(s, c); c = __source_next(in)) {
		if (to)
			to[n] = c;
		n++;
	}
	__source_back(in, c);
	if (n == 0 || (s->letter == 'c' && in->n < in->limit))
		return FAILED;
	if (to && s->letter != 'c')
		to[n] = '\0';
	return !s->skip;
}

static int
scan_percent(Source *in) /* match a % of the input */
{
	int c = __source_peek(in);

	return c == EOF ? EOF : __source_take(in, '%') ? 0 : FAILED;
}

static int
convert_input(Source *in, const Spec *s, va_list *ap) /* do one conversion */
{
	int width;

	if (s->letter == 'n') {
		if (!s->skip)
			store_integer(s, in->n, ap);
		return 0;
	}
	if (s->letter != 'c' && s->letter != '[')
		__source_blanks(in);
	width = s->width ? s->width : s->letter == 'c' ? 1 : INT_MAX;
	in->limit = width < INT_MAX - in->n ? in->n + width : INT_MAX;
	switch (s->letter) {
	case 'd': case 'u':
		return scan_integer(in, s, 10, ap);
	case 'i':
		return scan_integer(in, s, 0, ap);
	case 'o':
		return scan_integer(in, s, 8, ap);
	case 'x': case 'X':
		return scan_integer(in, s, 16, ap);
	case 'p':
		return scan_pointer(in, s, ap);
	case 'a': case 'e': case 'f': case 'g': case 'A': case 'E': case 'F': case 'G':
		return scan_real(in, s, ap);
	case 'c': case 's': case '[':
		return scan_text(in, s, ap);
	case '%':
		return scan_percent(in);
	default:
		return FAILED;
	}
}

/* scan_literal: match a character of the format that is not part of a conversion. */
static int
scan_literal(Source *in, int c)
{
	int got;

	in->limit = INT_MAX;
	if (isspace(c)) {
		__source_blanks(in);
		return 0;
	}
	got = __source_next(in);
	if (got == c)
		return 0;
	__source_back(in, got);
	return got == EOF ? EOF : FAILED;
}

int
__scan(Source *in, const char *p, va_list ap)
{
	int stored = 0, result = 0;
	va_list args;
	Spec s;

	va_copy(args, ap);
	while (*p && result >= 0) {
		if (*p != '%') {
			result = scan_literal(in, (unsigned char)*p++);
			continue;
		}
		p = parse_conversion(&s, p + 1);
		result = convert_input(in, &s, &args);
		if (result > 0)
			stored += result;
	}
	va_end(args);
	return result == EOF && stored == 0 ? EOF : stored;
}
