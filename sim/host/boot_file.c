/*
 * boot_file.c - a look at a boot file before it goes down the link.
 *
 * What the chip itself takes is known: pokes, peeks, then one block of code (processor.md, section
 * 14.3). What follows the first block belongs to the program.
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
