/*
 * buf.c - bytes that grow.
 */
#include "base.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void
reserve(Buf *b, size_t n)
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
	reserve(b, n);
	memcpy(b->data + b->len, p, n);
	b->len += n;
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

void
buf_printf(Buf *b, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	reserve(b, n + 1);
	va_start(ap, fmt);
	vsnprintf((char *)b->data + b->len, n + 1, fmt, ap);
	va_end(ap);
	b->len += n;
}

void
buf_free(Buf *b)
{
	free(b->data);
	*b = (Buf){0};
}
