/*
 * boot_file.c - checks a boot file before it is sent over the link.
 *
 * The chip accepts pokes and peeks, then one block of code (processor.md, section 14.3). The bytes
 * after this block belong to the program and are not checked.
 */
#include "adapter.h"

void
boot_check(const char *name, const uint8_t *bytes, size_t n)
{
	size_t at = 0;

	if (n == 0)
		fatal("%s is empty; a boot file begins with the length of its first block", name);
	while (at < n && bytes[at] < 2)
		at += bytes[at] == 0 ? 9 : 5;
	if (at >= n)
		fatal("%s contains no code, only pokes and peeks", name);
	if (n - at - 1 < bytes[at])
		fatal("%s is cut short: its first block has %u bytes, but only %zu follow", name,
			bytes[at], n - at - 1);
}
