/*
 * archive.c - the members of an archive of the program ar.
 *
 * "!<arch>\n", then for each member a head of 60 bytes (name 16, date 12, user 6, group 6, mode 8,
 * size 10, "`\n"; text, padded with blanks) and its bytes, padded to an even number. Names end with
 * a slash; a name "/123" is stored at offset 123 of the member "//". The member "/" is the symbol
 * table: the number of symbols and, for each symbol, the offset of its member (words, the highest
 * byte first); then their names, each followed by a zero byte. For bitcode llvm-ar makes a table,
 * ar does not.
 */

#include "image.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC = 8, HEAD = 60, NAME = 16, SIZE_AT = 48, SIZE_LEN = 10 }; /* bytes */

/* An archive of ar, in memory. */
typedef struct Archive {
	const char *name;
	const uint8_t *data;
	size_t n;
	const char *names; /* contents of the member "//" */
	size_t nnames;
} Archive;

/* archive_broken: end the program: the archive is damaged. */
static _Noreturn void
archive_broken(const Archive *a)
{
	fatal_at(a->name, 0, "a broken archive; make it again with ar");
}

/* read_field: the decimal number in `len` characters at an offset. */
static size_t
read_field(const Archive *a, size_t at, size_t len)
{
	char text[16] = "";

	memcpy(text, a->data + at, len);
	if (text[0] < '0' || text[0] > '9')
		archive_broken(a);
	return strtoul(text, NULL, 10);
}

/*
 * name_length: the length of a name at s, which ends before a slash or newline, or after max
 * characters.
 */
static size_t
name_length(const char *s, size_t max)
{
	size_t n = 0;

	while (n < max && s[n] != '/' && s[n] != '\n')
		n++;
	return n;
}

/* member_name: the name of a member for messages: "archive(member)". */
static char *
member_name(const Archive *a, size_t head)
{
	const char *s = (const char *)a->data + head;
	size_t max = NAME, at;

	if (s[0] == '/' && s[1] >= '0' && s[1] <= '9') {
		at = read_field(a, head + 1, NAME - 1);
		if (at >= a->nnames)
			archive_broken(a);
		s = a->names + at;
		max = a->nnames - at;
	}
	return xasprintf("%s(%.*s)", a->name, (int)name_length(s, max), s);
}

/* read_big_endian: the number in 4 bytes, the highest first. */
static uint32_t
read_big_endian(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3];
}

void
archive_symbols(const char *name, const uint8_t *data, size_t n, ArchiveSymbol *use, void *to)
{
	Archive a = {.name = name, .data = data, .n = n};
	const uint8_t *table = data + MAGIC + HEAD, *symbol, *end;
	size_t size, count;

	if (n < MAGIC + HEAD + 4 || memcmp(data + MAGIC, "/ ", 2) != 0)
		return;
	size = read_field(&a, MAGIC + SIZE_AT, SIZE_LEN);
	count = read_big_endian(table);
	if (size > n - MAGIC - HEAD || size < 4 || count > (size - 4) / 4)
		archive_broken(&a);
	end = table + size;
	symbol = table + 4 + 4 * count;
	for (size_t i = 0; i < count; i++) {
		uint32_t at = read_big_endian(table + 4 + 4 * i);
		const uint8_t *zero = memchr(symbol, '\0', end - symbol);

		if (!zero || at > n - HEAD)
			archive_broken(&a);
		use(to, (const char *)symbol, data + at + HEAD);
		symbol = zero + 1;
	}
}

void
archive_members(const char *name, const uint8_t *data, size_t n, ArchiveMember *use, void *to)
{
	Archive a = {.name = name, .data = data, .n = n};
	size_t at = MAGIC;

	while (at + HEAD <= n) {
		const char *s = (const char *)data + at;
		size_t size = read_field(&a, at + SIZE_AT, SIZE_LEN), body = at + HEAD;

		if (size > n - body)
			archive_broken(&a);
		if (s[0] == '/' && s[1] == '/') {
			a.names = (const char *)data + body;
			a.nnames = size;
		} else if (s[0] != '/' || (s[1] >= '0' && s[1] <= '9')) {
			use(to, member_name(&a, at), data + body, size);
		}
		at = body + size + size % 2;
	}
	if (at < n)
		archive_broken(&a);
}
