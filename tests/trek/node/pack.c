/*
 * pack.c - random lists of items as packets, and back. How many items fit is found by adding their
 * bytes one by one; each must come out as it went in, also if packs travel on, are cut, and join
 * others. Prints what was seen.
 */
#include "trek/tree_node.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASES = 3000, MOST = 40, SIZES = 28 /* bytes, of an item behind the first */ };

static uint32_t seed = 1;

static uint32_t
draw(uint32_t n)
{
	seed = seed * 1103515245 + 12345;
	return (seed >> 16) % n;
}

void
fail(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	exit(1);
}

static void
check(int holds, const char *what, int at)
{
	if (!holds)
		fail("case %d: %s\n", at, what);
}

/* Mostly small; some are as large as a packet, one byte less, one more, or much more. */
static Item *
draw_item(void)
{
	static const uint32_t edge[] = {MAX_PACKET - 1, MAX_PACKET, MAX_PACKET + 1, 5000};
	uint32_t nbytes = draw(12) == 0 ? edge[draw(4)] : draw(4) == 0 ? draw(900) : draw(40);
	Item *m = item_new(draw(8) ? ITEM_RESULT : ITEM_TASK, nbytes, draw(3));

	m->task = draw(30000);
	m->part = draw(30000);
	m->count = 1 + draw(5);
	m->child = draw(100) << 8;
	for (uint32_t i = 0; i < nbytes; i++)
		m->data[i] = draw(256);
	for (uint32_t i = 0; i < m->nowners; i++)
		item_owners(m)[i] = (Owner){draw(64), draw(9)};
	return m;
}

/* Without the bytes between data and owners, which say nothing. */
static int
is_same(Item *a, Item *b, int has_data)
{
	if (a->kind != b->kind || a->task != b->task || a->part != b->part || a->count != b->count
		|| a->nbytes != b->nbytes || a->nowners != b->nowners || a->child != b->child)
		return 0;
	return !has_data || (memcmp(a->data, b->data, a->nbytes) == 0
		&& memcmp(item_owners(a), item_owners(b), a->nowners * sizeof(Owner)) == 0);
}

/* in_packet: how many of the items, from the first on, a packet has. */
static int
in_packet(Item **m, int n)
{
	int taken = 1;
	uint32_t sum = round_up(item_bytes(m[0]));

	while (taken < n && m[taken]->kind == m[0]->kind) {
		sum += SIZES + round_up(item_bytes(m[taken]));
		if (sum > MAX_PACKET)
			break;
		taken++;
	}
	return taken;
}

static int alone, together, full, too_big;

/* one_packet: of those that wait. Returns how many items it had. */
static int
one_packet(Inbox *b, Item **m, int n, int at)
{
	static uint8_t packet[MAX_PACKET + 4];
	Item *first, *out, *next;
	Nmsg p = {0};
	int k = in_packet(m, n), has_data = item_bytes(m[0]) <= MAX_PACKET;

	packet[MAX_PACKET] = 0x5A;
	first = pack_take(b);
	for (int i = 0; i < k; i++, first = first->next)
		check(first == m[i], "another item", at);
	check(first == NULL, "more items than fit", at);
	pack_make(m[0], packet, &p);
	check(p.nh_length <= MAX_PACKET && packet[MAX_PACKET] == 0x5A, "longer than a packet", at);
	check(has_data || p.nh_length == 0, "data of an item that is too big", at);
	out = pack_items(pack_open(&p));
	for (int i = 0; i < k; i++, out = next) {
		check(out && is_same(out, m[i], has_data), "not the same", at);
		next = out->next;
		item_free(out);
		item_free(m[i]);
	}
	check(out == NULL, "more items than were sent", at);
	too_big += !has_data;
	alone += k == 1;
	together += k > 1;
	full += k < n && p.nh_length > MAX_PACKET - 200;
	return k;
}

/* send: the first packet of an inbox, as the receiver sees it; the sender's items are freed. */
static Item *
send(Inbox *b)
{
	static uint8_t packet[MAX_PACKET];
	Item *m = pack_take(b), *out, *next;
	Nmsg p = {0};

	pack_make(m, packet, &p);
	check(p.nh_length <= MAX_PACKET, "longer than a packet", 0);
	out = pack_open(&p);
	for (; m; m = next) {
		next = m->next;
		item_free(m);
	}
	return out;
}

static int packs, cuts, joined;

/* relay: pass a pack on in one to three pieces. */
static void
relay(Item *m, Inbox *to)
{
	packs += m->more > 0;
	for (int i = draw(3); i > 0 && m->more > 0; i--) {
		inbox_pack(to, pack_cut(m, 1 + draw(m->more)));
		cuts++;
	}
	joined += to->first != NULL;
	inbox_pack(to, m);
}

/* journey: random items over three nodes arrive in their order, and each as it went. */
static void
journey(int at)
{
	Item *m[MOST], *next;
	Inbox b[3];
	int n = 1 + draw(MOST), got = 0;

	for (int i = 0; i < 3; i++)
		inbox_init(&b[i]);
	for (int i = 0; i < n; i++) {
		while (item_bytes(m[i] = draw_item()) > MAX_PACKET)
			item_free(m[i]);
		m[i]->child = 0;
		if (m[i]->nowners > 0 || draw(2))
			inbox_pack(&b[0], item_pack(&m[i]->kind, m[i]->data,
				round_up(item_bytes(m[i])), 0));
		else
			inbox_copy(&b[0], item_first(m[i]), m[i]->data);
	}
	for (int i = 0; i < 2; i++)
		while (b[i].first)
			relay(send(&b[i]), &b[i + 1]);
	while (b[2].first)
		for (Item *out = pack_items(send(&b[2])); out; out = next) {
			check(got < n && is_same(out, m[got], 1), "not the same after three nodes", at);
			next = out->next;
			item_free(out);
			item_free(m[got++]);
		}
	check(got == n, "items are lost", at);
}

static void
test(void *unused)
{
	(void)unused;
	for (int at = 0; at < CASES; at++)
		journey(at);
	for (int at = 0; at < CASES; at++) {
		Item *m[MOST];
		Inbox b;
		int n = 1 + draw(MOST);

		inbox_init(&b);
		for (int i = 0; i < n; i++)
			inbox_put(&b, m[i] = draw_item());
		for (int i = 0; i < n;)
			i += one_packet(&b, m + i, n - i, at);
		check(b.first == NULL, "items are left", at);
	}
}

int
main(void)
{
	thread_join(thread_start(test, NULL, 4096, 0)); /* as TrEK's, of high priority */
	printf("packs %s, cut %s, joined %s; ", packs > CASES ? "yes" : "no",
		cuts > CASES ? "yes" : "no", joined > CASES ? "yes" : "no");
	printf("same; alone %s, together %s, full %s, too big %s\n", alone > CASES ? "yes" : "no",
		together > CASES ? "yes" : "no", full > CASES / 10 ? "yes" : "no",
		too_big > CASES / 10 ? "yes" : "no");
	return 0;
}
