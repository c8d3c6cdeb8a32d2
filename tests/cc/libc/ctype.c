/*
 * ctype.h: every function on every character: the number of members of each class, and a hash of
 * them.
 */
#include <ctype.h>
#include <stdio.h>

static void
kind(const char *name, int (*f)(int))
{
	unsigned hash = 0, n = 0;

	for (int c = 0; c < 128; c++) {
		n += f(c) != 0;
		hash = hash * 31 + (f(c) != 0);
	}
	printf("%s %u %08x\n", name, n, hash);
}

static void
mapping(const char *name, int (*f)(int))
{
	unsigned hash = 0;

	for (int c = 0; c < 128; c++)
		hash = hash * 31 + f(c);
	printf("%s %c%c%c%c %08x\n", name, f('a'), f('Z'), f('@'), f('['), hash);
}

int
main(void)
{
	kind("isalnum", isalnum);
	kind("isalpha", isalpha);
	kind("isblank", isblank);
	kind("iscntrl", iscntrl);
	kind("isdigit", isdigit);
	kind("isgraph", isgraph);
	kind("islower", islower);
	kind("isprint", isprint);
	kind("ispunct", ispunct);
	kind("isspace", isspace);
	kind("isupper", isupper);
	kind("isxdigit", isxdigit);
	mapping("tolower", tolower);
	mapping("toupper", toupper);
	printf("%d %d %d\n", isalpha(EOF), isspace(EOF), isdigit(EOF));
	return 0;
}
