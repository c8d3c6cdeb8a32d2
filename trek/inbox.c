/*
 * inbox.c - items, and the inboxes in which the threads of a node pass them on.
 */
#include "tree_node.h"

#include <stdlib.h>
#include <string.h>

/* larger items are allocated from the kernel, so that freed memory is merged again */
enum { LARGE_BYTES = 1024 }; /* bytes */

/* smaller items are kept when they are freed, because the heap would search for each new one */
enum { SMALL_BYTES = sizeof(Item) + 128 }; /* bytes */
_Static_assert(SMALL_BYTES == SPARE_BYTES, "border.h");
_Static_assert(offsetof(Item, next) == 0, "inbox_pack");

/* SIZE_PACKET: with room for a packet's body */
typedef enum ItemSize { SIZE_SMALL, SIZE_MIDDLE, SIZE_PACKET, SIZE_LARGE } ItemSize;

/* A process that waits for a place; this record is on its own stack. */
typedef struct Sleeper {
	struct Sleeper *next;
	uint32_t wdesc;
} Sleeper;

void
places_init(Places *p, int32_t free)
{
	p->free = free;
	p->first = NULL;
	p->last = &p->first;
}

void
places_acquire(Places *p)
{
	Sleeper me;

	if (p->free > 0) {
		p->free--;
		return;
	}
	me = (Sleeper){NULL, (uint32_t)__t800_wptr()};
	*p->last = &me;
	p->last = &me.next;
	__t800_stopp(); /* until another process hands over a place */
	__note_turn();
}

static void
hand_over(Places *p) /* give a place to the first process that waits */
{
	Sleeper *s = p->first;

	p->first = s->next;
	if (!p->first)
		p->last = &p->first;
	__note_run(s->wdesc);
	__t800_runp(s->wdesc);
}

void
places_release(Places *p)
{
	if (!p->first || p->free < 0)
		p->free++;
	else
		hand_over(p);
}

void
places_use(Places *p, uint32_t n)
{
	p->free -= n;
}

void
places_return(Places *p, uint32_t n)
{
	p->free += n;
	while (p->first && p->free > 0) {
		p->free--;
		hand_over(p);
	}
}

void
inbox_init(Inbox *b)
{
	b->first = NULL;
	b->last = &b->first;
	places_init(&b->items, 0);
}

void
inbox_put(Inbox *b, Item *m)
{
	m->next = NULL;
	*b->last = m;
	b->last = &m->next;
	places_release(&b->items);
}

Item *
inbox_get(Inbox *b)
{
	Item *m;

	places_acquire(&b->items);
	m = b->first;
	b->first = m->next;
	if (!b->first)
		b->last = &b->first;
	return m;
}

static Item *spare; /* freed items of SIZE_SMALL, to be used again */

static uint32_t
trek_take_spare(uint32_t unused) /* critical: take a kept item; 0 if there is none */
{
	Item *m = spare;

	(void)unused;
	if (m)
		spare = m->next;
	return (uint32_t)m;
}

static uint32_t
put_spare(uint32_t item) /* critical: keep a freed item for allocate */
{
	((Item *)item)->next = spare;
	spare = (Item *)item;
	return 0;
}

/* freed items of SIZE_PACKET, which only threads of high priority make */
static struct {
	Item *first;
	uint32_t n;
} packs;

enum { MAX_PACKS = 4 }; /* the most items that are kept in `packs` */

void
items_forget(void)
{
	spare = NULL;
	packs.first = NULL;
	packs.n = 0;
}

static Item *
allocate(uint32_t room, ItemSize size) /* allocate room bytes, or take a kept item */
{
	Item *m = size == SIZE_SMALL && spare ? (Item *)critical(trek_take_spare, 0) : NULL;

	if (!m)
		m = size == SIZE_LARGE ? kalloc(room)
			: malloc(size == SIZE_SMALL ? SMALL_BYTES : room);
	if (!m)
		fail("no memory left on the node for %u bytes", (unsigned)room);
	return m;
}

static Item * /* a new item with that many bytes, of the size */
make_item(ItemKind kind, uint32_t nbytes, uint32_t nowners, uint32_t room, ItemSize size)
{
	Item *m = allocate(room, size);

	m->next = NULL;
	m->more = 0;
	m->at = 0;
	m->kind = kind;
	m->task = 0;
	m->part = 0;
	m->count = 0;
	m->nbytes = nbytes;
	m->nowners = nowners;
	m->child = 0;
	m->size = size;
	return m;
}

Item *
item_new(ItemKind kind, uint32_t nbytes, uint32_t nowners)
{
	uint32_t room = sizeof(Item) + round_up(nbytes) + nowners * sizeof(Owner);
	ItemSize size = room <= SMALL_BYTES ? SIZE_SMALL : room < LARGE_BYTES ? SIZE_MIDDLE
		: SIZE_LARGE;

	return make_item(kind, nbytes, nowners, room, size);
}

Item *
item_copy(ItemKind kind, const void *data, uint32_t nbytes)
{
	Item *m = item_new(kind, nbytes, 0);

	memcpy(m->data, data, nbytes);
	m->count = 1;
	return m;
}

static uint32_t
put_pack(uint32_t item) /* critical: keep a freed item for make_pack */
{
	((Item *)item)->next = packs.first;
	packs.first = (Item *)item;
	packs.n++;
	return 0;
}

static Item *
make_pack(void) /* a new item with room for a packet; its sizes are not set */
{
	Item *m = packs.first;

	if (!m)
		return make_item(ITEM_TASK, 0, 0, sizeof(Item) + MAX_PACKET, SIZE_PACKET);
	packs.first = m->next;
	packs.n--;
	m->next = NULL;
	m->at = 0;
	return m;
}

Item *
item_pack(const uint32_t *sizes, const void *data, uint32_t left, uint32_t more)
{
	Item *m = left > MAX_PACKET / 4 ? make_pack() : item_new(ITEM_TASK, left, 0);

	memcpy(&m->kind, sizes, sizeof(Packed));
	memcpy(m->data, data, left);
	m->more = more;
	m->left = left;
	return m;
}

Item *
item_make(const Packed *sizes, const void *data)
{
	Item *m = item_new(sizes->kind, sizes->nbytes, 0);

	memcpy(&m->kind, sizes, sizeof *sizes);
	memcpy(m->data, data, sizes->nbytes);
	return m;
}

void
item_free(Item *m)
{
	if (m->size == SIZE_SMALL)
		critical(put_spare, (uint32_t)m);
	else if (m->size == SIZE_PACKET && packs.n < MAX_PACKS)
		critical(put_pack, (uint32_t)m);
	else if (m->size != SIZE_LARGE)
		free(m);
	else
		kfree(m);
}

/* ---- packs that grow ---- */

static Item *
grow(Item *m) /* copy an item or pack to one with room for a packet */
{
	Item *pack = make_pack();

	memcpy(&pack->kind, item_first(m), item_room(m));
	pack->more = m->more;
	pack->left = round_up(item_bytes(m));
	item_free(m);
	return pack;
}

/*
 * last_room: take room for n items, of `room` bytes together, in the last pack that waits in the
 * inbox; NULL if there is no such room.
 */
static uint8_t *
last_room(Inbox *b, uint32_t kind, uint32_t room, uint32_t n)
{
	Item *last = (Item *)b->last; /* its field `next` is the first; not in an empty inbox */
	uint8_t *to;

	if (!b->first || last->kind != kind
		|| last->at + round_up(item_bytes(last)) + room > MAX_PACKET)
		return NULL;
	if (last->size != SIZE_PACKET) {
		if (last != b->first)
			return NULL;
		last = b->first = grow(last);
		b->last = &last->next;
	}
	to = last->data + last->at + last->left;
	last->left += room;
	last->more += n;
	return to;
}

void
inbox_pack(Inbox *b, Item *m)
{
	uint32_t room = item_room(m);
	uint8_t *to = last_room(b, m->kind, room, m->more + 1);

	if (!to) {
		inbox_put(b, b->first && room < MAX_PACKET / 2 ? grow(m) : m);
		return;
	}
	memcpy(to, item_first(m), room);
	item_free(m);
}

void
inbox_copy(Inbox *b, const Packed *sizes, const void *data)
{
	uint32_t room = sizeof *sizes + round_up(sizes->nbytes);
	uint8_t *to = last_room(b, sizes->kind, room, 1);

	if (!to) {
		inbox_pack(b, item_make(sizes, data));
		return;
	}
	memcpy(to, sizes, sizeof *sizes);
	memcpy(to + sizeof *sizes, data, sizes->nbytes);
}

void
item_set_owners(Item *result, const Item *tasks, uint32_t node)
{
	Owner *owner = item_owners(result);

	memcpy(owner, item_owners((Item *)tasks), tasks->nowners * sizeof *owner);
	owner[tasks->nowners] = (Owner){node, tasks->count};
}

/* ---- bundles ---- */

static uint32_t
sizes_bytes(uint32_t count) /* bytes that the sizes of a bundle's tasks take */
{
	return count > 1 ? count * sizeof(uint32_t) : 0;
}

Bundle
bundle_open(const Packed *p)
{
	return (Bundle){p, 0, sizes_bytes(p->count)};
}

Part
bundle_next(Bundle *b)
{
	const uint32_t *size = (const uint32_t *)b->item->data;
	uint32_t nbytes = b->item->count > 1 ? size[b->index++] : b->item->nbytes;
	Part part = {b->item->data + b->offset, nbytes};

	b->offset += round_up(nbytes);
	return part;
}

Item *
bundle_make(ItemKind kind, Item *const *part, uint32_t count, uint32_t nowners)
{
	uint32_t at = sizes_bytes(count), nbytes = at;
	Item *m;

	for (uint32_t i = 0; i < count; i++)
		nbytes += round_up(part[i]->nbytes);
	m = item_new(kind, nbytes, nowners);
	m->count = count;
	for (uint32_t i = 0; i < count; i++) {
		((uint32_t *)m->data)[i] = part[i]->nbytes;
		memcpy(m->data + at, part[i]->data, part[i]->nbytes);
		at += round_up(part[i]->nbytes);
	}
	return m;
}
