/*
 * Pointers: arithmetic, differences, comparisons, pointers to pointers, bytes of words, conversion
 * to numbers and back.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct Item {
	short key;
	char name[6];
	struct Item *next;
	double weight;
} Item;

__attribute__((noinline)) static Item *
reversed(Item *list)
{
	Item *out = NULL, *next;

	for (; list; list = next) {
		next = list->next;
		list->next = out;
		out = list;
	}
	return out;
}

__attribute__((noinline)) static void
insert(Item **at, Item *new)
{
	while (*at && (*at)->key < new->key)
		at = &(*at)->next;
	new->next = *at;
	*at = new;
}

__attribute__((noinline)) static size_t
length(const char *s)
{
	const char *p = s;

	while (*p)
		p++;
	return p - s;
}

__attribute__((noinline)) static void
swap(void *a, void *b, size_t n)
{
	for (char *p = a, *q = b; n--; p++, q++) {
		char c = *p;

		*p = *q;
		*q = c;
	}
}

int
main(void)
{
	Item items[5], *list = NULL, *end = items + 5;
	int words[3][4], (*row)[4] = words, *w = &words[0][0], **level = &w, ***higher = &level;
	uint32_t word = 0x11223344;
	const uint8_t *bytes = (const uint8_t *)&word;
	short shorts[] = {10, 20, 30, 40, 50}, *s = shorts + 4;
	uintptr_t number;

	for (Item *i = items; i < end; i++) {
		*i = (Item){.key = (short)((i - items) * 7 % 5), .weight = i - items};
		insert(&list, i);
	}
	for (Item *i = list; i; i = i->next)
		printf("%d(%g) ", i->key, i->weight);
	for (Item *i = reversed(list); i; i = i->next)
		printf("%d ", (int)(i - items));
	printf("\n%d %d %d\n", (int)(end - items), (int)((char *)&items[1].name[2] - (char *)items[0].name) - (int)sizeof(Item), items < end);
	for (int i = 0; i < 12; i++)
		w[i] = i * i;
	printf("%d %d %d %d\n", words[2][1], row[1][3], (*(row + 2))[0], *(*(words + 1) + 2));
	***higher = 77;
	*level += 3;
	printf("%d %d\n", words[0][0], *w);
	printf("%x %x %x %x\n", bytes[0], bytes[1], bytes[2], *(bytes + 3));
	printf("%d %d ", *s, s[-1]);
	printf("%d ", *(s -= 2));
	printf("%d\n", (int)(s - shorts));
	printf("%d\n", (int)length("seventeen letters"));
	swap(&items[0], &items[3], sizeof *items);
	printf("%d %d\n", items[0].key, items[3].key);
	number = (uintptr_t)&shorts[1];
	printf("%d %d\n", *(short *)(number + 2), (int)(number - (uintptr_t)shorts));
	printf("%d %d %d\n", s == &shorts[2], s != shorts, (void *)s > (void *)shorts);
	printf("%d %d\n", 2[shorts], "abcdef"[3]);
	return 0;
}
