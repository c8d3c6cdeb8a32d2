/*
 * looks.c - the results of a thread's receives that do not wait, and of its probes, packed.
 *
 * First the number of entries, and the number of the bytes that follow. Then for each entry the
 * time of the thread's last operation, less that of the previous entry, and `2 * misses + seen`.
 * After a probe that saw a message, the number of its sender's node and the time of its send
 * follow. Numbers are packed as in rolt.c.
 */
#include "sync_log.h"

/* ---- writing ---- */

/*
 * put_entry: append an entry about receives without a message or a probe; `after`: the number of
 * operations before the last entry.
 */
static void
put_entry(Buf *b, const LogLook *l, uint64_t after)
{
	rolt_put_number(b, l->after - after);
	rolt_put_number(b, 2 * l->misses + l->seen);
	if (!l->seen)
		return;
	rolt_put_number(b, l->from);
	rolt_put_number(b, l->sent);
}

void
looks_put(Buf *out, const LogLook *looks, uint64_t n)
{
	Buf entries = {0};

	for (uint64_t i = 0; i < n; i++)
		put_entry(&entries, &looks[i], i > 0 ? looks[i - 1].after : 0);
	rolt_put_list(out, n, &entries);
}

/* ---- reading ---- */

/* read_seen: read the message that an entry's probe saw. */
static bool
read_seen(LookReader *l)
{
	uint64_t from;

	if (!rolt_take_number(&l->at, l->stop, &from) || from > UINT32_MAX)
		return false;
	l->next.from = from;
	return rolt_take_number(&l->at, l->stop, &l->next.sent);
}

/*
 * read_look: read the next entry of the log; false if the bytes end within it, or its values are
 * invalid.
 */
static bool
read_look(LookReader *l)
{
	uint64_t later, number;

	if (!rolt_take_number(&l->at, l->stop, &later) || later > UINT64_MAX - l->next.after
		|| !rolt_take_number(&l->at, l->stop, &number) || number == 0)
		return false;
	l->next.after += later;
	l->next.misses = number / 2;
	l->next.seen = number % 2;
	l->left--;
	return !l->next.seen || read_seen(l);
}

/* are_looks_whole: true if all entries are valid, and no bytes follow them. */
static bool
are_looks_whole(LookReader l)
{
	while (l.left > 0)
		if (!read_look(&l))
			return false;
	return l.at == l.stop;
}

bool
looks_open(LookReader *l, const uint8_t **p, const uint8_t *end)
{
	*l = (LookReader){0};
	if (!rolt_take_list(p, end, &l->left, &l->at))
		return false;
	l->stop = *p;
	if (!are_looks_whole(*l))
		return false;
	looks_next(l);
	return true;
}

void
looks_next(LookReader *l)
{
	l->more = l->left > 0 && read_look(l);
}

const LogLook *
looks_find(LookReader *l, uint64_t after)
{
	while (l->more && l->next.after < after) {
		l->skipped += l->next.misses + l->next.seen;
		looks_next(l);
	}
	return l->more && l->next.after == after ? &l->next : NULL;
}

/* ---- a thread that looks ---- */

bool
looks_check(LookReader *l, uint64_t after, const LogLook *done)
{
	const LogLook *k = looks_find(l, after);
	bool same = k && (done->seen ? k->misses == 0 && k->from == done->from
		&& k->sent == done->sent : k->misses > 0);

	if (!same)
		return false;
	if (!done->seen && (--l->next.misses > 0 || k->seen))
		return true;
	looks_next(l);
	return true;
}
