/*
 * memory.h - memory, or the end of the program.
 */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static inline void *
memory(uint32_t nbytes)
{
	void *p = malloc(nbytes > 0 ? nbytes : 1);

	if (p == NULL) {
		fprintf(stderr, "msort: no memory for %u bytes\n", (unsigned)nbytes);
		exit(2);
	}
	return p;
}

#endif
