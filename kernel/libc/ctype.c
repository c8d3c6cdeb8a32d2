/*
 * ctype.c - kinds of characters, ASCII.
 */
#include <ctype.h>

static int
is_within(int c, int low, int high)
{
	return (unsigned)c - low <= (unsigned)high - low;
}

int
isdigit(int c)
{
	return is_within(c, '0', '9');
}

int
islower(int c)
{
	return is_within(c, 'a', 'z');
}

int
isupper(int c)
{
	return is_within(c, 'A', 'Z');
}

int
isalpha(int c)
{
	return is_within(c | 0x20, 'a', 'z');
}

int
isalnum(int c)
{
	return isalpha(c) || isdigit(c);
}

int
isblank(int c)
{
	return c == ' ' || c == '\t';
}

int
iscntrl(int c)
{
	return is_within(c, 0, 31) || c == 127;
}

int
isgraph(int c)
{
	return is_within(c, 33, 126);
}

int
isprint(int c)
{
	return is_within(c, 32, 126);
}

int
ispunct(int c)
{
	return isgraph(c) && !isalnum(c);
}

int
isspace(int c)
{
	return c == ' ' || is_within(c, '\t', '\r');
}

int
isxdigit(int c)
{
	return isdigit(c) || is_within(c | 0x20, 'a', 'f');
}

int
tolower(int c)
{
	return isupper(c) ? c + 32 : c;
}

int
toupper(int c)
{
	return islower(c) ? c - 32 : c;
}
