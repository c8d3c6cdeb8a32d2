/*
 * orders.c - writes and reads orders as bytes (orders.h).
 */
#include "orders.h"

enum { MAX_FIELDS = 5 * 10 }; /* greatest size in bytes of the numbers before the data */

void
orders_put(Buf *b, EndId e, const Order *o)
{
	const uint64_t fields[] = {e, o->kind, o->at, o->ptr, (uint64_t)o->len << 1 | !!o->data};
	uint8_t bytes[MAX_FIELDS], *p = bytes;

	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
		uint64_t n = fields[i];

		for (; n >= 0x80; n >>= 7)
			*p++ = n | 0x80;
		*p++ = n;
	}
	buf_put(b, bytes, p - bytes);
	if (o->data && o->len > 0)
		buf_put(b, o->data, o->len);
}

bool
orders_get(WireReader *r, EndId *e, Order *o)
{
	uint64_t length;

	if (r->bad || r->p == r->end)
		return false;
	*e = get_below(r, 1ull << 32);
	*o = (Order){.kind = get_number(r)};
	o->at = get_number(r);
	o->ptr = get_below(r, 1ull << 32);
	length = get_below(r, 1ull << 33);
	o->len = length >> 1;
	if (length & 1) {
		r->bad |= o->len > (size_t)(r->end - r->p);
		if (r->bad)
			return false;
		o->data = (uint8_t *)r->p;
		r->p += o->len;
	}
	return !r->bad;
}
