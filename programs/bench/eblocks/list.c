/* list.c - a linked list of allocated items: made, searched, reversed, sorted by merging. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { ITEMS = 500, TIMES = 80, SEARCHES = 100 };

static uint32_t sum;

typedef struct Item {
	struct Item *next;
	uint32_t key;
} Item;

static Item *
make_list(uint32_t n)
{
	Item *l = NULL;

	for (uint32_t i = 0; i < n; i++) {
		Item *new = malloc(sizeof *new);

		*new = (Item){l, i * 7919 % 1009};
		l = new;
	}
	return l;
}

static Item *
reverse(Item *l)
{
	Item *r = NULL;

	while (l) {
		Item *next = l->next;

		l->next = r;
		r = l;
		l = next;
	}
	return r;
}

static int
contains(const Item *l, uint32_t key)
{
	while (l && l->key != key)
		l = l->next;
	return l != NULL;
}

static int
count_found(const Item *l, uint32_t from)
{
	int n = 0;

	for (uint32_t key = from; key < from + SEARCHES; key++)
		n += contains(l, key);
	return n;
}

static Item *
merge(Item *a, Item *b)
{
	Item *l = NULL, **end = &l;

	while (a && b) {
		Item **least = a->key <= b->key ? &a : &b;

		*end = *least;
		end = &(*least)->next;
		*least = (*least)->next;
	}
	*end = a ? a : b;
	return l;
}

static Item *
sort(Item *l)
{
	Item *a = NULL, *b = NULL;

	if (!l || !l->next)
		return l;
	while (l) {
		Item *next = l->next;

		l->next = a;
		a = b;
		b = l;
		l = next;
	}
	return merge(sort(a), sort(b));
}

int
main(void)
{
	Item *l = make_list(ITEMS);

	for (int i = 0; i < TIMES; i++) {
		l = reverse(l);
		sum = sum * 31 + l->key + count_found(l, i * 10);
		l = sort(l);
		sum = sum * 31 + l->next->key;
	}
	printf("%u\n", sum);
	return 0;
}
