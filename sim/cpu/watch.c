/* watch.c - reports the memory accesses and events of a watched node to its watcher. */
#include "execute.h"

#include <string.h>

/* hull_overlaps: true if an access touches the range. */
static bool
hull_overlaps(Hull h, const Access *a)
{
	return hull_has(h, a->addr) || (h.span > 0 && h.low - a->addr < a->nbytes);
}

bool
watch_wants(const NodeWatch *s, const Access *a)
{
	for (uint32_t i = 0; i < s->nranges; i++) {
		const WatchedRange *r = &s->ranges[i];

		if (r->kinds >> a->kind & 1 && hull_overlaps(r->hull, a))
			return true;
	}
	return false;
}

/* report_repeats: report how many accesses were repeated in the epoch. */
static void
report_repeats(NodeWatch *s)
{
	const WatcherOptions *o = s->options;

	for (int priority = 0; priority < 2; priority++) {
		Repeats r = s->repeats[priority];

		s->repeats[priority].n = 0;
		if (r.n > 0)
			o->report_repeats(o->context, s->node, r.wdesc, r.n);
	}
}

void
watch_flush(NodeWatch *s)
{
	const WatcherOptions *o = s->options;
	uint32_t n = s->next - s->buffer;

	s->next = s->buffer;
	if (n > 0)
		o->report_accesses(o->context, s->node, s->buffer, n);
	report_repeats(s);
}

/* begin_epoch: let each access be reported once more, even if it was reported before. */
static void
begin_epoch(NodeWatch *s)
{
	report_repeats(s);
	if (++s->epoch == 0) {
		memset(s->seen, 0, sizeof s->seen);
		s->epoch = 1;
	}
}

bool
watch_report_marked(T800 *c)
{
	NodeWatch *s = c->watch;
	bool withheld;

	watch_flush(s);
	begin_epoch(s);
	s->options->report_marked(s->options->context, s->node);
	withheld = s->withheld;
	s->withheld = false;
	return withheld;
}

void
watch_note_withheld(T800 *c)
{
	c->watch->withheld = true;
}

void
watch_report_leave(T800 *c)
{
	NodeWatch *s = c->watch;

	watch_flush(s);
	begin_epoch(s);
	if (s->options->report_leave)
		s->options->report_leave(s->options->context, s->node);
}

void
watch_report_event(T800 *c, Word what, Word value)
{
	const WatcherOptions *o = c->watch->options;

	begin_epoch(c->watch);
	if (o->report_event)
		o->report_event(o->context, c->watch->node, what, value);
}

void
watch_report(T800 *c, AccessKind kind, Addr a, Word nbytes, const uint8_t *old, const uint8_t *new,
	Word desc)
{
	watch_message(c, kind, NO_LINK, a, nbytes, old, new, desc);
}

void
watch_message(T800 *c, AccessKind kind, int link, Addr a, Word nbytes, const uint8_t *old,
	const uint8_t *new, Word desc)
{
	NodeWatch *s = c->watch;
	Word done = s->nranges > 0 ? 0 : nbytes; /* without ranges no access is reported */

	while (done < nbytes) {
		Word n = 4 - ((a + done) & 3);
		Access access = {.count = t800_count(c),
			.cycles = c->r.cycles,
			.stretch = c->checkpoint,
			.addr = a + done,
			.wdesc = desc,
			.iptr = c->r.iptr,
			.kind = kind,
			.link = link};

		if (n > nbytes - done)
			n = nbytes - done;
		access.nbytes = n;
		memcpy(&access.old, old + done, n);
		memcpy(&access.new, new + done, n);
		done += n;
		if (!s->all && !watch_wants(s, &access))
			continue;
		*s->next++ = access;
		if (s->next == s->buffer + WATCH_BUFFER)
			watch_flush(s);
	}
}
