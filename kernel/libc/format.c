/*
 * format.c - the core of formatted output: flags, width, precision, length and a letter.
 */
#include "file.h"
#include "format.h"

#include <stdint.h>
#include <string.h>

enum { PIECE = 80 }; /* bytes that are written together to a stream without a buffer */

static void
put(Out *o, char c) /* print c */
{
	if (o->f)
		__putc(c, o->f);
	else if (o->n + 1 < o->size)
		o->s[o->n] = c;
	o->n++;
}

void
__format_put(Out *o, char c, int n)
{
	for (; n > 0; n--)
		put(o, c);
}

void
__format_text(Out *o, const char *s, int n)
{
	size_t room = o->n + 1 < o->size ? o->size - 1 - o->n : 0;

	if (o->f)
		__write(s, 1, n, o->f);
	else if (room)
		memcpy(o->s + o->n, s, (size_t)n < room ? (size_t)n : room);
	o->n += n;
}

int
__format_begin(Out *o, const Spec *s, const char *prefix, int n)
{
	int len = strlen(prefix), pad = s->width - len - n;

	if (!s->left && !s->zero)
		__format_put(o, ' ', pad);
	__format_text(o, prefix, len);
	if (!s->left && s->zero)
		__format_put(o, '0', pad);
	return s->left ? pad : 0;
}

void
__format_field(Out *o, const Spec *s, const char *prefix, int zeros, const char *text, int n)
{
	int pad = __format_begin(o, s, prefix, zeros + n);

	__format_put(o, '0', zeros);
	__format_text(o, text, n);
	__format_put(o, ' ', pad);
}

const char *
__format_sign(const Spec *s, bool negative)
{
	return negative ? "-" : s->plus ? "+" : s->blank ? " " : "";
}

/* ---- integers ---- */

static int
put_digits(uint64_t x, unsigned base, bool upper, char *end)
{
	const char *set = upper ? "0123456789ABCDEF" : "0123456789abcdef";
	char *p = end;
	uint32_t low;

	for (; x >> 32; x /= base)
		*--p = set[x % base];
	for (low = x; low; low /= base)
		*--p = set[low % base];
	return end - p;
}

static void
put_integer(Out *o, Spec *s, uint64_t x, bool negative, unsigned base, const char *prefix)
{
	char text[24];
	int n = put_digits(x, base, s->letter == 'X', text + sizeof text), zeros;

	zeros = (s->precision < 0 ? 1 : s->precision) - n;
	if (zeros < 0)
		zeros = 0;
	if (s->precision >= 0)
		s->zero = false;
	if (s->alternate && base == 8 && zeros == 0)
		zeros = 1;
	if (s->letter == 'd' || s->letter == 'i')
		prefix = __format_sign(s, negative);
	__format_field(o, s, prefix, zeros, text + sizeof text - n, n);
}

static int64_t
signed_arg(const Spec *s, va_list *ap)
{
	switch (s->length) {
	case 'H':
		return (signed char)va_arg(*ap, int);
	case 'h':
		return (short)va_arg(*ap, int);
	case 'q':
		return va_arg(*ap, long long);
	default:
		return va_arg(*ap, int);
	}
}

static uint64_t
unsigned_arg(const Spec *s, va_list *ap)
{
	switch (s->length) {
	case 'H':
		return (unsigned char)va_arg(*ap, int);
	case 'h':
		return (unsigned short)va_arg(*ap, int);
	case 'q':
		return va_arg(*ap, unsigned long long);
	default:
		return va_arg(*ap, unsigned);
	}
}

static void
convert_integer(Out *o, Spec *s, va_list *ap)
{
	bool is_signed = s->letter == 'd' || s->letter == 'i';
	int64_t x = is_signed ? signed_arg(s, ap) : (int64_t)unsigned_arg(s, ap);
	unsigned base = s->letter == 'o' ? 8 : s->letter == 'x' || s->letter == 'X' ? 16 : 10;
	const char *prefix = "";

	if (s->alternate && base == 16 && x != 0)
		prefix = s->letter == 'X' ? "0X" : "0x";
	put_integer(o, s, is_signed && x < 0 ? -(uint64_t)x : (uint64_t)x, is_signed && x < 0, base, prefix);
}

/* ---- formats ---- */

static void
convert_string(Out *o, Spec *s, const char *text)
{
	if (!text)
		text = "(null)";
	s->zero = false;
	__format_field(o, s, "", 0, text,
		s->precision < 0 ? (int)strlen(text) : (int)strnlen(text, s->precision));
}

static void
store_count(const Spec *s, const Out *o, va_list *ap)
{
	switch (s->length) {
	case 'H':
		*va_arg(*ap, signed char *) = o->n;
		break;
	case 'h':
		*va_arg(*ap, short *) = o->n;
		break;
	case 'q':
		*va_arg(*ap, long long *) = o->n;
		break;
	default:
		*va_arg(*ap, int *) = o->n;
	}
}

static void
convert_argument(Out *o, Spec *s, va_list *ap, FormatReal *real)
{
	char c;

	switch (s->letter) {
	case 'd': case 'i': case 'u': case 'o': case 'x': case 'X':
		convert_integer(o, s, ap);
		break;
	case 'p':
		put_integer(o, s, (uintptr_t)va_arg(*ap, void *), false, 16, "0x");
		break;
	case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A':
		real(o, s, va_arg(*ap, double));
		break;
	case 'c':
		c = va_arg(*ap, int);
		s->zero = false;
		__format_field(o, s, "", 0, &c, 1);
		break;
	case 's':
		convert_string(o, s, va_arg(*ap, char *));
		break;
	case 'n':
		store_count(s, o, ap);
		break;
	default:
		put(o, s->letter);
	}
}

static int
parse_number(const char **p) /* read a width or precision */
{
	int n = 0;

	for (; **p >= '0' && **p <= '9'; ++*p)
		n = 10 * n + **p - '0';
	return n;
}

static const char *
parse_flags(Spec *s, const char *p)
{
	for (;; p++) {
		switch (*p) {
		case '-':
			s->left = true;
			break;
		case '+':
			s->plus = true;
			break;
		case ' ':
			s->blank = true;
			break;
		case '#':
			s->alternate = true;
			break;
		case '0':
			s->zero = true;
			break;
		default:
			return p;
		}
	}
}

static const char *
parse_length(Spec *s, const char *p)
{
	switch (*p) {
	case 'h':
		s->length = p[1] == 'h' ? 'H' : 'h';
		return p + 1 + (p[1] == 'h');
	case 'l':
		s->length = p[1] == 'l' ? 'q' : 'l';
		return p + 1 + (p[1] == 'l');
	case 'j':
		s->length = 'q';
		return p + 1;
	case 'L': case 'z': case 't':
		s->length = *p;
		return p + 1;
	default:
		return p;
	}
}

static const char *
parse_conversion(Spec *s, const char *p, va_list *ap)
{
	*s = (Spec){.precision = -1};
	p = parse_flags(s, p);
	if (*p == '*') {
		s->width = va_arg(*ap, int);
		if (s->width < 0) {
			s->left = true;
			s->width = -s->width;
		}
		p++;
	} else {
		s->width = parse_number(&p);
	}
	if (*p == '.') {
		p++;
		if (*p == '*') {
			s->precision = va_arg(*ap, int);
			p++;
		} else {
			s->precision = parse_number(&p);
		}
	}
	p = parse_length(s, p);
	s->letter = *p;
	return *p ? p + 1 : p;
}

/*
 * put_plain: print the characters up to the next conversion, or the end; returns the position
 * there.
 */
static const char *
put_plain(Out *o, const char *p)
{
	const char *from = p;

	while (*p && *p != '%')
		p++;
	__format_text(o, from, p - from);
	return p;
}

int
__format(Out *o, const char *p, va_list ap, FormatReal *real)
{
	char room[PIECE];
	bool lent = o->f && o->f->can_write && o->f->size == 0;
	va_list args;
	Spec s;

	if (lent)
		__stdio_lend(o->f, room, sizeof room);
	va_copy(args, ap);
	while (*(p = put_plain(o, p))) {
		p = parse_conversion(&s, p + 1, &args);
		if (s.letter)
			convert_argument(o, &s, &args, real);
	}
	va_end(args);
	if (lent)
		__stdio_take_back(o->f);
	return o->n;
}
