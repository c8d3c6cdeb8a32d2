/*
 * archive.c - fuzz target: the reader of archives. The members of an accepted archive must lie in
 * the file one after another; written as an archive again, they must be read back unchanged. The
 * symbols of its table, and what they name, must lie in the file.
 */

#include "cc/image/image.h"

#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

static const char magic[] = "!<arch>\n";
static jmp_buf rejected;

/* The bytes read so far; static, so that it is reachable after a longjmp. */
static struct {
	const uint8_t *data;
	size_t len, at; /* of the archive; where the last member ended */
	Buf again, contents;
} seen;

static void
caught(int status)
{
	longjmp(rejected, status ? status : 1);
}

/* member: is appended to the second archive under a short name, and to the contents. */
static void
member(void *to, char *name, const uint8_t *data, size_t n)
{
	char size[11];

	(void)to;
	assert(strncmp(name, "fuzz.a(", 7) == 0 && name[strlen(name) - 1] == ')');
	assert(data >= seen.data + seen.at && n <= seen.len - (data - seen.data));
	seen.at = data - seen.data + n;
	free(name);
	snprintf(size, sizeof size, "%-10zu", n);
	buf_printf(&seen.again, "m/              0           0     0     644     %s`\n", size);
	buf_put(&seen.again, data, n);
	if (n % 2)
		buf_byte(&seen.again, '\n');
	buf_word(&seen.contents, n);
	buf_put(&seen.contents, data, n);
}

static void
same(void *to, char *name, const uint8_t *data, size_t n)
{
	size_t *at = to;

	assert(strcmp(name, "again.a(m)") == 0);
	free(name);
	assert(get32(seen.contents.data + *at) == n
		&& memcmp(seen.contents.data + *at + 4, data, n) == 0);
	*at += 4 + n;
}

/* symbol: the name ends in the archive, and so begins the member. */
static void
symbol(void *to, const char *name, const uint8_t *member)
{
	const uint8_t *end = seen.data + seen.len;

	(void)to;
	assert((const uint8_t *)name > seen.data && member > seen.data && member <= end);
	assert(memchr(name, '\0', end - (const uint8_t *)name));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static Buf file;
	size_t at = 0;

	buf_put(&file, magic, strlen(magic));
	buf_put(&file, data, n);
	buf_put(&seen.again, magic, strlen(magic));
	seen.data = file.data;
	seen.len = file.len;
	seen.at = 0;
	fatal_catch(caught);
	if (setjmp(rejected) == 0) {
		archive_symbols("fuzz.a", file.data, file.len, symbol, NULL);
		archive_members("fuzz.a", file.data, file.len, member, NULL);
		fatal_catch(NULL);
		archive_members("again.a", seen.again.data, seen.again.len, same, &at);
		assert(at == seen.contents.len);
	}
	buf_free(&file);
	buf_free(&seen.again);
	buf_free(&seen.contents);
	return 0;
}
