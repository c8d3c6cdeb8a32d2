/* memcpy memmove memset memcmp memchr: overlapping both ways, every distance and length of a few words. */
#include <stdio.h>
#include <string.h>

static unsigned char bytes[100];

static void
fill(void)
{
	for (int i = 0; i < 100; i++)
		bytes[i] = i;
}

static int
moved(int to, int from, int n)
{
	fill();
	if (memmove(bytes + to, bytes + from, n) != bytes + to)
		return 0;
	for (int i = 0; i < 100; i++)
		if (bytes[i] != (i >= to && i < to + n ? i - to + from : i))
			return 0;
	return 1;
}

static int
set(int at, int n)
{
	fill();
	if (memset(bytes + at, 0x1A5, n) != bytes + at)
		return 0;
	for (int i = 0; i < 100; i++)
		if (bytes[i] != (i >= at && i < at + n ? 0xA5 : i))
			return 0;
	return 1;
}

int
main(void)
{
	int good = 0, sets = 0;
	char copy[8] = "-------";

	for (int to = 10; to < 30; to++)
		for (int n = 0; n < 40; n++)
			good += moved(to, 20, n);
	for (int at = 0; at < 5; at++)
		for (int n = 0; n < 90; n++)
			sets += set(at, n);
	printf("%d of 800, %d of 450\n", good, sets);
	printf("%d\n", memcpy(copy + 1, "abcd", 3) == copy + 1);
	printf("%s\n", copy);
	printf("%d %d %d %d\n", memcmp("ab\0c", "ab\0d", 4) < 0, memcmp("ab\0c", "ab\0d", 3) == 0,
		memcmp("\x80", "\x7F", 1) > 0, memcmp("x", "y", 0));
	fill();
	printf("%d ", (int)((unsigned char *)memchr(bytes, 57, 100) - bytes));
	printf("%d ", (int)((unsigned char *)memchr(bytes, 0x139, 58) - bytes));
	printf("%d %d\n", memchr(bytes, 57, 57) == NULL, memchr(bytes, 100, 100) == NULL);
	return 0;
}
