/*
 * wire.h - numbers and texts as bytes. A number has 7 bits in each byte, the lowest first;
 * bit 7 is set if more follow.
 */
#ifndef WIRE_H
#define WIRE_H

#include "base/base.h"

#include <string.h>

/* Bytes being read. If a value cannot be read, `bad` is set, and the result is 0 or NULL. */
typedef struct WireReader {
	const uint8_t *p, *end; /* the next byte, and the end of the bytes */
	bool bad; /* a value could not be read */
} WireReader;

/* put_number: append a number of any size, with 7 bits in each byte. */
static inline void
put_number(Buf *b, uint64_t n)
{
	for (; n >= 0x80; n >>= 7)
		buf_byte(b, n | 0x80);
	buf_byte(b, n);
}

/* put_bytes: append n and the n bytes. */
static inline void
put_bytes(Buf *b, const void *p, size_t n)
{
	put_number(b, n);
	if (n > 0)
		buf_put(b, p, n);
}

/* get_number: read a number that put_number has appended. */
static inline uint64_t
get_number(WireReader *r)
{
	uint64_t n = 0;

	for (int shift = 0; shift < 64; shift += 7) {
		if (r->p == r->end)
			break;
		n |= (uint64_t)(*r->p & 0x7F) << shift;
		if (!(*r->p++ & 0x80))
			return n;
	}
	r->bad = true;
	return 0;
}

/* put_hash: append a hash as 8 bytes: its bits are random, so 7 bits a byte save no space. */
static inline void
put_hash(Buf *b, uint64_t hash)
{
	buf_word(b, hash);
	buf_word(b, hash >> 32);
}

/* get_hash: read 64 bits that put_hash has appended. */
static inline uint64_t
get_hash(WireReader *r)
{
	uint64_t hash = 0;

	r->bad |= r->end - r->p < 8;
	for (int i = 0; !r->bad && i < 8; i++)
		hash |= (uint64_t)*r->p++ << 8 * i;
	return hash;
}

/* get_below: read a number less than `limit`; any other makes the reader bad. */
static inline uint64_t
get_below(WireReader *r, uint64_t limit)
{
	uint64_t n = get_number(r);

	r->bad |= n >= limit;
	return r->bad ? 0 : n;
}

/*
 * get_bytes: read what put_bytes has appended: a pointer to the bytes, which are not copied, and
 * *n.
 */
static inline const uint8_t *
get_bytes(WireReader *r, size_t *n)
{
	const uint8_t *p = r->p;
	uint64_t there = get_number(r);

	*n = 0;
	if (r->bad || there > (size_t)(r->end - r->p)) {
		r->bad = true;
		return NULL;
	}
	p = r->p;
	r->p += there;
	*n = there;
	return p;
}

/*
 * get_text: read a text as a new string, which the caller frees; NULL if the text cannot be read
 * or holds a zero byte.
 */
static inline char *
get_text(WireReader *r)
{
	size_t n;
	const uint8_t *p = get_bytes(r, &n);

	r->bad |= p && memchr(p, '\0', n) != NULL;
	return r->bad ? NULL : xstrndup((const char *)p, n);
}

#endif
