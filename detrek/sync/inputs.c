/*
 * inputs.c - the inputs of a thread from outside, packed: values of the clock, and messages of the
 * host.
 *
 * First the number of inputs, and the number of the bytes that follow. Then for each input the
 * number `4 * later + kind`; later: the time of the thread's last operation, less that of the
 * previous input; kind:
 *
 *	0 CLOCK   then the value less the previous one of this thread, modulo 2^32
 *	1 HOST    then the number of bytes, and the bytes
 *	2 AGAIN   as HOST: the same bytes as the previous one
 *
 * Numbers are packed as in rolt.c.
 */
#include "sync_log.h"

#include <string.h>

enum { CLOCK, HOST, AGAIN, NKINDS = 4 }; /* kinds of inputs; NKINDS: the factor of `later` */

bool
inputs_same(const Input *a, const Input *b)
{
	return a->nbytes == b->nbytes
		&& (a->nbytes == 0 || memcmp(a->bytes, b->bytes, a->nbytes) == 0);
}

/* ---- writing ---- */

/*
 * put_entry: append an input. after: of the previous input; clock, host: the previous input of that
 * kind, or NULL.
 */
static void
put_entry(Buf *b, const Input *i, uint64_t after, const Input *clock, const Input *host)
{
	bool again = i->kind == INPUT_HOST && host && inputs_same(i, host);
	int kind = i->kind == INPUT_CLOCK ? CLOCK : again ? AGAIN : HOST;

	rolt_put_number(b, NKINDS * (i->after - after) + kind);
	if (kind == CLOCK)
		rolt_put_number(b, (uint32_t)(i->value - (clock ? clock->value : 0)));
	if (kind != HOST)
		return;
	rolt_put_number(b, i->nbytes);
	buf_put(b, i->bytes, i->nbytes);
}

void
inputs_put(Buf *out, const Input *inputs, uint64_t n)
{
	const Input *last[] = {[INPUT_CLOCK] = NULL, [INPUT_HOST] = NULL};
	Buf entries = {0};

	for (uint64_t i = 0; i < n; i++) {
		put_entry(&entries, &inputs[i], i > 0 ? inputs[i - 1].after : 0, last[INPUT_CLOCK],
			last[INPUT_HOST]);
		last[inputs[i].kind] = &inputs[i];
	}
	rolt_put_list(out, n, &entries);
}

/* ---- reading ---- */

/* read_bytes: read the next bytes of the host from the log; returns false if the log is damaged. */
static bool
read_bytes(InputReader *i)
{
	uint64_t nbytes;

	if (!rolt_take_number(&i->at, i->stop, &nbytes) || nbytes > (uint64_t)(i->stop - i->at))
		return false;
	i->host = i->at;
	i->nhost = nbytes;
	i->at += nbytes;
	return true;
}

/*
 * read_clock: read the next value of the clock from the log; returns false if the log is damaged.
 */
static bool
read_clock(InputReader *i)
{
	uint64_t later;

	if (!rolt_take_number(&i->at, i->stop, &later) || later > UINT32_MAX)
		return false;
	i->clock += later;
	return true;
}

/* read_input: read the next input; false: the bytes end within it, or its values are invalid. */
static bool
read_input(InputReader *i)
{
	uint64_t head;
	int kind;

	if (!rolt_take_number(&i->at, i->stop, &head))
		return false;
	kind = head % NKINDS;
	if (head / NKINDS > UINT64_MAX - i->next.after || (kind == AGAIN && !i->host)
		|| (kind == CLOCK && !read_clock(i)) || (kind == HOST && !read_bytes(i))
		|| kind > AGAIN)
		return false;
	i->next.after += head / NKINDS;
	i->next.kind = kind == CLOCK ? INPUT_CLOCK : INPUT_HOST;
	i->next.value = i->clock;
	i->next.bytes = i->host;
	i->next.nbytes = i->nhost;
	i->left--;
	return true;
}

/* are_inputs_whole: true if all inputs are valid, and no bytes follow them. */
static bool
are_inputs_whole(InputReader i)
{
	while (i.left > 0)
		if (!read_input(&i))
			return false;
	return i.at == i.stop;
}

bool
inputs_open(InputReader *i, const uint8_t **p, const uint8_t *end)
{
	*i = (InputReader){0};
	if (!rolt_take_list(p, end, &i->left, &i->at))
		return false;
	i->stop = *p;
	if (!are_inputs_whole(*i))
		return false;
	inputs_next(i);
	return true;
}

void
inputs_next(InputReader *i)
{
	i->more = i->left > 0 && read_input(i);
}

const Input *
inputs_find(InputReader *i, uint64_t after, InputKind kind)
{
	while (i->more && i->next.after < after)
		inputs_next(i);
	if (kind == INPUT_HOST)
		while (i->more && i->next.after == after && i->next.kind != kind)
			inputs_next(i);
	return i->more && i->next.after == after && i->next.kind == kind ? &i->next : NULL;
}
