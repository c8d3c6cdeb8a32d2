/* inside.c - fuzz target: blocks of the log that a node's kernel keeps. */
#include "detrek/sync/inside.h"

#include "kernel/include/stamps.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	InsideLog *l = inside_new();

	while (n > 0) {
		size_t part = n < sizeof(SyncBlock) ? n : sizeof(SyncBlock);

		inside_add_block(l, data[0] & 3, data, part);
		data += part;
		n -= part;
	}
	inside_free(l);
	return 0;
}
