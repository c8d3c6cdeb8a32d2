/*
 * rolt.c - the log from which a replay has all Lamport times again (Levrouw, Audenaert and Van
 * Campenhout's ROLT), packed.
 *
 * For each thread, in their order: how many operations it has done, and how many bytes follow; then
 * for each time that is not the thread's previous one plus one
 *
 *	skipped, ahead      four bits each; 15: the rest of it follows, `skipped` first
 *
 * how many operations there were since the last such one, and how much more than one the time is
 * ahead of the previous one's, less one. Numbers, and what is left of them beyond four bits, have
 * seven bits a byte, the lowest first; the others have bit 7 set but the last.
 */
#include "races.h"

enum { NIBBLE = 15 };

static void
put_number(Buf *b, uint64_t n)
{
	for (; n > 0x7F; n >>= 7)
		buf_byte(b, 0x80 | (n & 0x7F));
	buf_byte(b, n);
}

static bool
take_number(const uint8_t **p, const uint8_t *end, uint64_t *n)
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

static void
put_entry(Buf *b, uint64_t skipped, uint64_t ahead)
{
	buf_byte(b, (skipped < NIBBLE ? skipped : NIBBLE) << 4 | (ahead < NIBBLE ? ahead : NIBBLE));
	if (skipped >= NIBBLE)
		put_number(b, skipped - NIBBLE);
	if (ahead >= NIBBLE)
		put_number(b, ahead - NIBBLE);
}

void
rolt_pack(const Trace *t, const RecPlay *p, Buf *out)
{
	Buf *entries = arena_alloc(t->arena, t->thread.n, sizeof *entries);
	uint64_t *last = arena_alloc(t->arena, t->thread.n, sizeof *last);    /* times */
	uint64_t *skipped = arena_alloc(t->arena, t->thread.n, sizeof *skipped);

	for (uint32_t i = 0; i < t->nops; i++) {
		uint32_t thread = t->op[i].thread;

		skipped[thread]++;
		if (p->logged[i]) {
			put_entry(&entries[thread], skipped[thread] - 1,
				p->lamport[i] - last[thread] - 2);
			skipped[thread] = 0;
		}
		last[thread] = p->lamport[i];
	}
	for (uint32_t i = 0; i < t->thread.n; i++) {
		put_number(out, t->nthreadops[i]);
		put_number(out, entries[i].len);
		buf_put(out, entries[i].data, entries[i].len);
		buf_free(&entries[i]);
	}
}

/* take_entry: false: the bytes end within it. */
static bool
take_entry(const uint8_t **p, const uint8_t *end, uint64_t *skipped, uint64_t *ahead)
{
	uint8_t byte = *(*p)++;
	uint64_t more;

	*skipped = byte >> 4;
	*ahead = byte & 0xF;
	if (*skipped == NIBBLE) {
		if (!take_number(p, end, &more))
			return false;
		*skipped += more;
	}
	if (*ahead == NIBBLE) {
		if (!take_number(p, end, &more))
			return false;
		*ahead += more;
	}
	return true;
}

bool
rolt_unpack(Arena *a, const uint8_t **p, const uint8_t *end, uint64_t **times, uint64_t *n)
{
	uint64_t nbytes, at = 0, time = 0, skipped, ahead;
	const uint8_t *stop;

	if (!take_number(p, end, n) || !take_number(p, end, &nbytes)
		|| nbytes > (uint64_t)(end - *p) || *n > UINT32_MAX)
		return false;
	stop = *p + nbytes;
	*times = arena_alloc(a, *n + 1, sizeof **times);
	while (*p < stop) {
		if (!take_entry(p, stop, &skipped, &ahead) || skipped >= *n - at)
			return false;
		while (skipped-- > 0)
			(*times)[at++] = ++time;
		(*times)[at++] = time += ahead + 2;
	}
	while (at < *n)
		(*times)[at++] = ++time;
	return true;
}
