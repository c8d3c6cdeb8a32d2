/* String literals: escapes, concatenation, wide strings, as arrays and as pointers. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define NAME "tre" "llis"

static const char *table[] = {"a\tb", "\x41\102\103", "\"\\\?\a\b\f\v\r\n" + 8, NAME " " NAME};
static char changed[] = "hEllo";
static const wchar_t wide[] = L"wide";

__attribute__((noinline)) static unsigned
hash(const char *s)
{
	unsigned h = 5381;

	while (*s)
		h = h * 33 + (unsigned char)*s++;
	return h;
}

int
main(void)
{
	const char *empty = "", *lines = "first\n"
		"second";

	for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
		printf("[%s]", table[i]);
	printf(" %d\n", (int)sizeof "four");
	changed[1] += 'a' - 'A';
	printf("%s %c%c %d\n", changed, 'x', '\'', 'ab' == ('a' << 8 | 'b'));
	printf("%d %d\n", (int)(sizeof wide / sizeof *wide), wide[3] == L'e');
	printf("%u %u %u\n", hash(lines), hash(empty), hash("\xFF\376"));
	printf("%d %s\n", '\0' + '\17', &"prefix"[3]);
	printf("%.*s|%5s|%-5s|\n", 3, "abcdef", "ab", "cd");
	return 0;
}
