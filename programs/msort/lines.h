/*
 * lines.h - blocks of text: whole lines, each with its newline. A block may be empty.
 */
#ifndef LINES_H
#define LINES_H

#include <stdint.h>

typedef struct Block {
	const char *at; /* the first byte */
	uint32_t nbytes;
} Block;

/*
 * lines_cut: cuts the first lines off a block until they hold at least nbytes together, or all
 * lines; the block keeps the rest.
 */
Block lines_cut(Block *from, uint32_t nbytes);
/*
 * lines_sort: sorts the lines of a block by their bytes, by merging, into `to`, which has room for
 * the block. Returns 0, or -1 if there is no memory for it.
 */
int lines_sort(Block b, char *to);
/* lines_merge: n sorted blocks, sorted together, in `to`. The blocks are used up. */
void lines_merge(Block *b, uint32_t n, char *to);

#endif
