/*
 * pack.c - items that travel together in one packet.
 *
 * The data words of the packet are the sizes of the first item, and its body begins with the data
 * and owners of that. For each further item its sizes follow, then its data and owners,
 * word-aligned:
 *
 * 	word  0     1     2     3      4       5        6
 * 	      kind  task  part  count  nbytes  nowners  losses (of runs with fault_tolerance)
 *
 * An item of more than MAX_PACKET bytes travels alone, and the packet has only its sizes.
 */
#include "tree_node.h"

#include <string.h>

enum { SIZES = 7 * sizeof(uint32_t) };

Item *
pack_take(Inbox *b)
{
	Item *first = inbox_get(b), *last = first;
	uint32_t n = round_up(item_bytes(first));

	while (b->first && b->first->kind == first->kind) {
		n += SIZES + round_up(item_bytes(b->first));
		if (n > MAX_PACKET)
			break;
		last->next = inbox_get(b);
		last = last->next;
	}
	last->next = NULL;
	return first;
}

static void
put_sizes(uint32_t *words, const Item *m) /* words for a packet */
{
	words[0] = m->kind;
	words[1] = m->task;
	words[2] = m->part;
	words[3] = m->count;
	words[4] = m->nbytes;
	words[5] = m->nowners;
	words[6] = m->child >> 8;
}

static Item *
get_sizes(const uint32_t *words) /* make empty items with the sizes in these words */
{
	Item *m = item_new(words[0], words[4], words[5]);

	m->task = words[1];
	m->part = words[2];
	m->count = words[3];
	m->child = words[6] << 8;
	return m;
}

static uint8_t *
put_body(uint8_t *to, const Item *m) /* copy the data of m; returns the end of the copy */
{
	uint32_t n = round_up(item_bytes(m));

	memcpy(to, m->data, n);
	return to + n;
}

void
pack_make(const Item *m, uint8_t *packet, Nmsg *p)
{
	uint32_t n = item_bytes(m);
	uint8_t *at = packet;

	put_sizes(p->nh_data, m);
	p->nh_data[7] = 0;
	p->nh_length = n > MAX_PACKET ? 0 : n;
	p->nh_msg = (void *)m->data;
	if (!m->next)
		return;
	p->nh_msg = packet;
	at = put_body(packet, m);
	while ((m = m->next)) {
		put_sizes((uint32_t *)at, m);
		at = put_body(at + SIZES, m);
	}
	p->nh_length = at - packet;
}

Item *
pack_open(const Nmsg *p)
{
	const uint8_t *at = p->nh_msg, *end = at + p->nh_length;
	Item *first = get_sizes(p->nh_data), *m = first;

	memcpy(m->data, at, end < at + item_bytes(m) ? p->nh_length : item_bytes(m));
	at += round_up(item_bytes(m));
	while (at < end) {
		m = m->next = get_sizes((const uint32_t *)at);
		at += SIZES;
		memcpy(m->data, at, item_bytes(m));
		at += round_up(item_bytes(m));
	}
	return first;
}
