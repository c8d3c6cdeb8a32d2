/*
 * pack.c - items that travel together in one packet.
 *
 * The data words of the packet are the sizes of the first item. The body begins with the data and
 * owners of the first item. For each further item, its sizes follow, then its data and owners,
 * word-aligned:
 *
 * 	word  0     1     2     3      4       5                     6
 * 	      kind  task  part  count  nbytes  nowners, more << 16   child
 *
 * `more` is the number of further items. On the receiving node the items are a pack, a copy of
 * these words and this body; so the cost of passing it on does not depend on the number of items.
 *
 * An item of more than MAX_PACKET bytes travels alone, and the packet has only its sizes.
 */
#include "tree_node.h"

#include <string.h>

/* SIZES_BYTES: bytes of an item's sizes; the others: position of nowners and `more` in the words */
enum { SIZES_BYTES = sizeof(Packed), WORD_OWNERS = 5, OWNERS_MASK = 0xFFFF, MORE_SHIFT = 16 };

Item *
pack_take(Inbox *b)
{
	Item *first = inbox_get(b), *last = first;
	uint32_t n = round_up(item_bytes(first));

	while (b->first && b->first->kind == first->kind) {
		n += SIZES_BYTES + round_up(item_bytes(b->first));
		if (n > MAX_PACKET)
			break;
		last->next = inbox_get(b);
		last = last->next;
	}
	last->next = NULL;
	return first;
}

void
pack_make(const Item *m, uint8_t *packet, Nmsg *p)
{
	const Packed *first = item_first(m);
	uint32_t n = item_bytes(m), more = m->more;
	uint8_t *at = packet;

	memcpy(p->nh_data, first, SIZES_BYTES);
	p->nh_data[7] = 0;
	p->nh_length = n > MAX_PACKET ? 0 : n;
	p->nh_msg = (void *)first->data;
	if (m->next) {
		p->nh_msg = packet;
		memcpy(at, first->data, round_up(n));
		at += round_up(n);
		while ((m = m->next)) {
			n = SIZES_BYTES + round_up(item_bytes(m));
			memcpy(at, item_first(m), n);
			at += n;
			more += 1 + m->more;
		}
		p->nh_length = at - packet;
	}
	p->nh_data[WORD_OWNERS] |= more << MORE_SHIFT;
}

Item *
pack_open(const Nmsg *p)
{
	uint32_t more = p->nh_data[WORD_OWNERS] >> MORE_SHIFT;
	uint32_t sizes[SIZES_BYTES / sizeof(uint32_t)];
	Item *m;

	memcpy(sizes, p->nh_data, SIZES_BYTES);
	sizes[WORD_OWNERS] &= OWNERS_MASK;
	if (more)
		return item_pack(sizes, p->nh_msg, p->nh_length, more);
	m = item_new(ITEM_TASK, ((const Packed *)sizes)->nbytes, sizes[WORD_OWNERS]);
	memcpy(&m->kind, sizes, SIZES_BYTES);
	memcpy(m->data, p->nh_msg, p->nh_length);
	return m;
}

Item *
pack_cut(Item *m, uint32_t n)
{
	Packed *first = item_first(m), *rest = first;
	uint32_t cut;
	Item *head;

	for (uint32_t i = 0; i < n; i++)
		rest = packed_next(rest);
	cut = (uint8_t *)rest - (uint8_t *)first;
	head = item_pack((const uint32_t *)first, first->data, cut - SIZES_BYTES, n - 1);
	m->at += cut;
	m->left -= cut;
	m->more -= n;
	if (m->more == 0) {
		memmove(&m->kind, rest, SIZES_BYTES + m->left);
		m->at = 0;
	}
	return head;
}

Item *
pack_items(Item *m)
{
	Item *list = NULL, **end = &list;

	while (m->more > 0) {
		*end = pack_cut(m, 1);
		end = &(*end)->next;
	}
	*end = m;
	m->next = NULL;
	return list;
}
