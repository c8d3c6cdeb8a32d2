/*
 * rolt.c - the Lamport times of a thread's operations, packed.
 *
 * First the number of operations, and the number of the bytes that follow. Then for each time that
 * is not the previous one plus one
 *
 *	skipped, ahead      four bits each; 15: the rest of it follows, `skipped` first
 *
 * skipped: the number of operations since the last time that was written. ahead: the time less that
 * of the previous operation, less two. Numbers, and rests of numbers beyond four bits, have seven
 * bits a byte, the lowest first; all bytes but the last have bit 7 set.
 */
#include "sync_log.h"

enum { NIBBLE = 15 };

void
rolt_put_number(Buf *b, uint64_t n)
{
	for (; n > 0x7F; n >>= 7)
		buf_byte(b, 0x80 | (n & 0x7F));
	buf_byte(b, n);
}

bool
rolt_take_number(const uint8_t **p, const uint8_t *end, uint64_t *n)
{
	*n = 0;
	for (int shift = 0; *p < end && shift < 64; shift += 7) {
		uint8_t byte = *(*p)++;

		*n |= (uint64_t)(byte & 0x7F) << shift;
		if (byte < 0x80)
			return true;
	}
	return false;
}

void
rolt_put_list(Buf *b, uint64_t n, Buf *entries)
{
	rolt_put_number(b, n);
	rolt_put_number(b, entries->len);
	buf_put(b, entries->data, entries->len);
	buf_free(entries);
}

bool
rolt_take_list(const uint8_t **p, const uint8_t *end, uint64_t *n, const uint8_t **entries)
{
	uint64_t nbytes;

	if (!rolt_take_number(p, end, n) || !rolt_take_number(p, end, &nbytes)
		|| nbytes > (uint64_t)(end - *p))
		return false;
	*entries = *p;
	*p += nbytes;
	return true;
}

/* ---- packing ---- */

/*
 * put_entry: append the numbers `skipped` and `ahead` in the form that the file's head describes.
 */
static void
put_entry(Buf *b, uint64_t skipped, uint64_t ahead)
{
	buf_byte(b, (skipped < NIBBLE ? skipped : NIBBLE) << 4 | (ahead < NIBBLE ? ahead : NIBBLE));
	if (skipped >= NIBBLE)
		rolt_put_number(b, skipped - NIBBLE);
	if (ahead >= NIBBLE)
		rolt_put_number(b, ahead - NIBBLE);
}

void
rolt_put(Buf *out, const uint64_t *times, uint64_t n)
{
	Buf entries = {0};
	uint64_t last = 0, skipped = 0;

	for (uint64_t i = 0; i < n; last = times[i++])
		if (times[i] == last + 1) {
			skipped++;
		} else {
			put_entry(&entries, skipped, times[i] - last - 2);
			skipped = 0;
		}
	rolt_put_list(out, n, &entries);
}

/* ---- reading ---- */

/* read_entry: read an entry; false: the bytes end within it, or its numbers are too large. */
static bool
read_entry(RoltReader *r)
{
	uint8_t byte = *r->at++;
	uint64_t skipped = byte >> 4, ahead = byte & 0xF, more;

	if (skipped == NIBBLE) {
		if (!rolt_take_number(&r->at, r->stop, &more) || more > UINT32_MAX)
			return false;
		skipped += more;
	}
	if (ahead == NIBBLE) {
		if (!rolt_take_number(&r->at, r->stop, &more) || more > UINT32_MAX)
			return false;
		ahead += more;
	}
	r->plain = skipped;
	r->jump = ahead + 2;
	return true;
}

/* next_entry: read entries until one has a time; false at the end. */
static bool
next_entry(RoltReader *r)
{
	if (r->at < r->stop)
		return read_entry(r);
	r->plain = r->left;
	r->jump = 0;
	return true;
}

/* is_rolt_whole: true if all entries are valid, and belong to operations that exist. */
static bool
is_rolt_whole(RoltReader r)
{
	uint64_t left = r.left;

	while (r.at < r.stop) {
		if (!read_entry(&r) || r.plain >= left)
			return false;
		left -= r.plain + 1;
	}
	return true;
}

bool
rolt_open(RoltReader *r, const uint8_t **p, const uint8_t *end)
{
	*r = (RoltReader){0};
	if (!rolt_take_list(p, end, &r->left, &r->at) || r->left > UINT32_MAX)
		return false;
	r->stop = *p;
	return is_rolt_whole(*r) && next_entry(r);
}

bool
rolt_next(RoltReader *r, uint64_t *time)
{
	if (r->left == 0)
		return false;
	r->left--;
	if (r->plain > 0) {
		r->plain--;
		r->time++;
	} else {
		r->time += r->jump;
		next_entry(r);
	}
	*time = r->time;
	return true;
}
