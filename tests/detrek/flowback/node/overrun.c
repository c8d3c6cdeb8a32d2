/* overrun.c - a text that is too long for its array; and others that are in order. */
#include <stdio.h>
#include <string.h>

struct Item {
	char name[8];
	int price;
};

static struct Item items[2], whole;
static char names[2][12];
static int words[4];

int
main(void)
{
	int total, both, first;

	items[1].price = 70;
	for (int i = 0; i < 9; i++)
		names[0][i] = "pineapple"[i];
	strcpy(names[1], names[0]);
	strcpy(items[1].name, names[1]); /* too long */
	total = items[1].price * 2;
	memcpy(&whole, &items[1], sizeof whole);
	both = whole.price + 1;
	strcpy((char *)words, names[1]);
	first = words[0] + 1;
	printf("total %d, both %d, first %d\n", total, both, first);
	return 0;
}
