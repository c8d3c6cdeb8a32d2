/*
 * stamps.c - vector times of the events of a trace, full or short.
 *
 * An event's full stamp has for every node the number of its events up to and including this event.
 * The short stamp keeps only the entries of a smallest vertex cover of the tree (spec_cover). Nodes
 * outside the cover communicate only with cover nodes, so whether e is before f can still be
 * decided exactly:
 *
 *   e and f of one node     e's index there is lower than f's
 *   e of a cover node c     its index is at most f's entry for c
 *   e of another node       for some neighbour c, the first message that e's node sent to c at or
 *                           after e was received at an index of at most f's entry for c
 *
 * The entries of a node change only when it receives, so messages in transit share versions of the
 * entries. A node's own entry is its event count, which is stored separately. A version is freed
 * when no message shares it any more.
 */
#include "tasks.h"

#include "base/digits.h"

#include <string.h>

/* new_version: a version that is not used, from the free list if possible. */
static uint32_t
new_version(Stamper *s)
{
	Arena *a = s->trace->arena;
	uint32_t v = s->free_version;

	if (v != NONE) {
		s->free_version = s->refs[v];
		s->refs[v] = 0;
		return v;
	}
	v = s->nversions++;
	s->refs = arena_grow(a, s->refs, v, &s->refs_cap, sizeof *s->refs);
	s->entry = arena_grow(a, s->entry, v, &s->entry_cap, s->width * sizeof *s->entry);
	s->refs[v] = 0;
	return v;
}

/* version_entries: the entries of a version of a stamp. */
static uint32_t *
version_entries(const Stamper *s, uint32_t version)
{
	return s->entry + (size_t)version * s->width;
}

Stamper
stamper_new(TvmTrace *t, Stamps kind)
{
	uint32_t n = t->spec->nnodes;
	Stamper s = {
		.trace = t,
		.column = arena_alloc(t->arena, n, sizeof *s.column),
		.count = arena_alloc(t->arena, n, sizeof *s.count),
		.current = arena_alloc(t->arena, n, sizeof *s.current),
		.free_version = NONE,
	};

	if (kind == SHORT_STAMPS) {
		s.width = spec_cover(t->spec, s.column);
	} else {
		s.width = n;
		for (uint32_t i = 0; i < n; i++)
			s.column[i] = i;
	}
	s.stamp = arena_alloc(t->arena, s.width, sizeof *s.stamp);
	for (uint32_t i = 0; i < n; i++) {
		s.current[i] = new_version(&s);
		memset(version_entries(&s, s.current[i]), 0, s.width * sizeof *s.entry);
	}
	return s;
}

/*
 * own_version: the number of a version of the node's entries that no message shares; the entries
 * are copied if the present one is shared.
 */
static uint32_t *
own_version(Stamper *s, uint32_t node)
{
	uint32_t old = s->current[node], v;

	if (s->refs[old] == 0)
		return version_entries(s, old);
	v = new_version(s);
	memcpy(version_entries(s, v), version_entries(s, old), s->width * sizeof *s->entry);
	s->current[node] = v;
	return version_entries(s, v);
}

/*
 * release_version: note that a message no longer shares the version; free the version if no other
 * does.
 */
static void
release_version(Stamper *s, uint32_t version, uint32_t sender)
{
	if (--s->refs[version] == 0 && s->current[sender] != version) {
		s->refs[version] = s->free_version;
		s->free_version = version;
	}
}

/* receive_stamp: join the stamp of the message that event e receives to its node's stamp. */
static void
receive_stamp(Stamper *s, const TvmEvent *e)
{
	struct TvmSent sent = s->trace->stamp_data[e->partner].sent;
	uint32_t *own = own_version(s, e->node);
	VClock to = {s->width, own}, from = {s->width, version_entries(s, sent.version)};
	uint32_t column = s->column[e->peer];

	vclock_join(&to, &from);
	if (column != NONE && own[column] < sent.count)
		own[column] = sent.count;
	release_version(s, sent.version, e->peer);
}

const uint32_t *
stamper_next(Stamper *s, uint32_t event)
{
	const TvmEvent *e = &s->trace->event[event];
	uint32_t *own;

	s->count[e->node]++;
	if (tvm_is_recv(e) && e->partner != NO_PARTNER)
		receive_stamp(s, e);
	own = version_entries(s, s->current[e->node]);
	if (!tvm_is_recv(e) && e->partner != NO_PARTNER) {
		s->trace->stamp_data[event].sent = (struct TvmSent){
			s->current[e->node], s->count[e->node]};
		s->refs[s->current[e->node]]++;
	}
	if (s->column[e->node] == NONE)
		return own;
	memcpy(s->stamp, own, s->width * sizeof *own);
	s->stamp[s->column[e->node]] = s->count[e->node];
	return s->stamp;
}

/* put_event: append the event's line with its stamp. */
static void
put_event(Buf *b, const TvmEvent *e, uint64_t ptime, const uint32_t *stamp, uint32_t width)
{
	buf_number(b, ptime, 10, ' ');
	buf_number(b, e->node, 10, ' ');
	buf_put(b, tvm_is_recv(e) ? "recv " : "send ", 5);
	buf_number(b, e->peer, 10, ' ');
	buf_number(b, e->task, 10, ' ');
	buf_number(b, e->sub, 16, ' ');
	buf_byte(b, '|');
	for (uint32_t i = 0; i < width; i++) {
		buf_byte(b, ' ');
		buf_number(b, stamp[i], 10, ' ');
		b->len--;
	}
	buf_byte(b, '\n');
}

void
stamps_print(TvmTrace *t, Stamps kind)
{
	Stack order = stack_start(t);
	Stamper s = stamper_new(t, kind);
	Buf b = {0};

	for (uint32_t event; (event = stack_next(&order)) != NONE;) {
		uint64_t ptime = t->stamp_data[event].ptime;

		put_event(&b, &t->event[event], ptime, stamper_next(&s, event), s.width);
		if (b.len >= 1 << 16) {
			fwrite(b.data, 1, b.len, stdout);
			b.len = 0;
		}
	}
	fwrite(b.data, 1, b.len, stdout);
	buf_free(&b);
}
