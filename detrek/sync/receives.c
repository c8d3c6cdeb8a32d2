/*
 * receives.c - the messages that a thread received, packed.
 *
 * First the number of receives, and the number of the bytes that follow. Then for each receive
 *
 *	other, later, earlier   one, four and three bits; all bits of a number set: the rest of it
 *	                        follows, first that of `later`
 *	[node]                  if `other`
 *
 * other     the sender's node differs from that of the previous receive (at first, 0)
 * later     the time of the receive less that of the previous one, less one
 * earlier   the time of the receive less that of the send, less one
 *
 * Numbers that follow are packed as in rolt.c.
 */
#include "sync_log.h"

enum { LATER = 15, EARLIER = 7, OTHER = 0x80 }; /* masks of the numbers in the first byte */

/* lesser_number: the smaller of two numbers. */
static uint64_t
lesser_number(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/*
 * put_entry: append a receive, as differences from the last one, in one byte where they are small.
 */
static void
put_entry(Buf *b, const LogReceive *last, const LogReceive *r)
{
	uint64_t later = r->time - last->time - 1, earlier = r->time - r->sent - 1;
	bool other = r->from != last->from;

	buf_byte(b,
		 (other ? OTHER : 0) | lesser_number(later, LATER) << 3
			| lesser_number(earlier, EARLIER));
	if (later >= LATER)
		rolt_put_number(b, later - LATER);
	if (earlier >= EARLIER)
		rolt_put_number(b, earlier - EARLIER);
	if (other)
		rolt_put_number(b, r->from);
}

void
receives_put(Buf *out, const LogReceive *r, uint64_t n)
{
	Buf entries = {0};

	for (uint64_t i = 0; i < n; i++)
		put_entry(&entries, i > 0 ? &r[i - 1] : &(LogReceive){0}, &r[i]);
	rolt_put_list(out, n, &entries);
}

/*
 * add_high_bits: add the following bytes to a number; false: the bytes end within it, or it is too
 * large.
 */
static bool
add_high_bits(ReceiveReader *r, uint64_t *number)
{
	uint64_t rest;

	if (!rolt_take_number(&r->at, r->stop, &rest) || rest > UINT32_MAX)
		return false;
	*number += rest;
	return true;
}

/*
 * read_receive: read the next receive; false: the bytes end within it, or its numbers are invalid.
 */
static bool
read_receive(ReceiveReader *r)
{
	uint64_t later, earlier, from = 0;
	uint8_t byte;

	if (r->at == r->stop)
		return false;
	byte = *r->at++;
	later = byte >> 3 & LATER;
	earlier = byte & EARLIER;
	if ((later == LATER && !add_high_bits(r, &later))
		|| (earlier == EARLIER && !add_high_bits(r, &earlier))
		|| (byte & OTHER && !add_high_bits(r, &from)))
		return false;
	if (earlier >= r->last.time + later)
		return false;
	r->last.time += later + 1;
	r->last.from = byte & OTHER ? from : r->last.from;
	r->last.sent = r->last.time - earlier - 1;
	r->left--;
	return true;
}

/* are_receives_whole: true if all receives are valid, and no bytes follow them. */
static bool
are_receives_whole(ReceiveReader r)
{
	while (r.left > 0)
		if (!read_receive(&r))
			return false;
	return r.at == r.stop;
}

bool
receives_open(ReceiveReader *r, const uint8_t **p, const uint8_t *end)
{
	*r = (ReceiveReader){0};
	if (!rolt_take_list(p, end, &r->left, &r->at))
		return false;
	r->stop = *p;
	return are_receives_whole(*r);
}

bool
receives_next(ReceiveReader *r)
{
	return r->left > 0 && read_receive(r);
}
