/* link_detail.c - describes one link in text: both directions, and the messages on their way. */
#include "frame.h"

#include "base/number.h"

#include <inttypes.h>

enum { SHOWN_BYTES = 64, ROW_BYTES = 8 }; /* bytes shown of a message; bytes in a row */

/* print_bytes: print the first bytes of a message in rows of hexadecimal numbers. */
static void
print_bytes(Buf *b, const uint8_t *data, uint32_t n)
{
	for (uint32_t i = 0; i < n && i < SHOWN_BYTES; i++)
		buf_printf(b, "%s%02x", i % ROW_BYTES == 0 ? "\n   " : " ", data[i]);
	buf_printf(b, n > SHOWN_BYTES ? "\n    ...\n" : "\n");
}

/* print_line: print the state of the line out of an end. */
static void
print_line(Buf *b, const Network *w, const End *e)
{
	const Traffic *t = &e->out_traffic;
	const Topology *net = w->topology;
	char from[END_NAME], to[END_NAME];

	buf_printf(b, "%s to %s%s\n", end_name(net, e->ref, from),
		end_name(net, w->links.ends[e->peer].ref, to), e->dead ? ": cut" : "");
	buf_printf(b, "  %" PRIu64 " messages, %" PRIu64 " bytes\n", t->nmessages, t->nbytes);
	buf_printf(b, "  busy for %s\n", TIME_STRING(t->busy));
	buf_printf(b, "  acknowledges late by %s\n", TIME_STRING(t->stall));
	if (!e->sending)
		return;
	buf_printf(b, "  message: %u of %u bytes are through", e->out_done, e->out_len);
	print_bytes(b, e->out, e->out ? e->out_len : 0);
}

/* print_waiting: print the data that a receiver has not yet taken from an end. */
static void
print_waiting(Buf *b, const Network *w, const End *e)
{
	char name[END_NAME];

	if (e->receiving)
		buf_printf(b, "%s receives %u bytes: %u are there\n",
			end_name(w->topology, e->ref, name), e->in_len, e->in_have);
	else if (e->held)
		buf_printf(b, "%s holds a byte: no process receives\n",
			end_name(w->topology, e->ref, name));
}

char *
link_text(const Network *w, EndId id)
{
	const End *e = &w->links.ends[id];
	Buf b = {0};

	if (e->peer == NOWHERE_END) {
		buf_printf(&b, "no circuit joins this link\n");
	} else {
		const End *peer = &w->links.ends[e->peer];

		buf_printf(&b, "link, %.3g Mbit/s\n", 1e6 / e->bit);
		print_line(&b, w, e);
		print_line(&b, w, peer);
		print_waiting(&b, w, e);
		print_waiting(&b, w, peer);
	}
	buf_byte(&b, '\0');
	return (char *)b.data;
}
