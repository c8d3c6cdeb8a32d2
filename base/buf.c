/*
 * buf.c - bytes that grow.
 */
#include "digits.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* reserve_bytes: make room for n more bytes. */
static void
reserve_bytes(Buf *b, size_t n)
{
	if (b->cap - b->len >= n)
		return;
	b->cap = b->cap * 2 > b->len + n ? b->cap * 2 : b->len + n;
	b->data = xrealloc(b->data, b->cap);
}

void
buf_put(Buf *b, const void *p, size_t n)
{
	if (n == 0)
		return;
	reserve_bytes(b, n);
	memcpy(b->data + b->len, p, n);
	b->len += n;
}

void
buf_drop(Buf *b, size_t n)
{
	if (n == 0)
		return;
	memmove(b->data, b->data + n, b->len - n);
	b->len -= n;
}

void
buf_byte(Buf *b, uint8_t c)
{
	buf_put(b, &c, 1);
}

void
buf_word(Buf *b, uint32_t w)
{
	uint8_t le[4];

	put32(le, w);
	buf_put(b, le, sizeof le);
}

/*
 * print_in: print as much of the text as the free room holds; returns the length of the whole text.
 */
static size_t
print_in(const Buf *b, const char *fmt, va_list ap)
{
	size_t room = b->cap - b->len;

	return vsnprintf(room > 0 ? (char *)b->data + b->len : NULL, room, fmt, ap);
}

void
buf_printf(Buf *b, const char *fmt, ...)
{
	va_list ap;
	size_t n;

	va_start(ap, fmt);
	n = print_in(b, fmt, ap);
	va_end(ap);
	if (n >= b->cap - b->len) {
		reserve_bytes(b, n + 1);
		va_start(ap, fmt);
		print_in(b, fmt, ap);
		va_end(ap);
	}
	b->len += n;
}

void
buf_number(Buf *b, uint64_t n, uint32_t base, char after)
{
	char digits[24];
	uint32_t i = sizeof digits;

	digits[--i] = after;
	do
		digits[--i] = "0123456789abcdef"[n % base];
	while (n /= base);
	buf_put(b, digits + i, sizeof digits - i);
}

void
buf_free(Buf *b)
{
	free(b->data);
	*b = (Buf){0};
}
