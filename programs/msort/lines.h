/*
 * lines.h - blocks of text: whole lines, each with its newline. A block may be empty.
 */
#ifndef LINES_H
#define LINES_H

#include <stdint.h>

typedef struct Block {
	const char *at;
	uint32_t nbytes;
} Block;

/*
 * lines_cut: the first lines of a block that hold at least nbytes together, or all that there are;
 * the block is what is left.
 */
Block lines_cut(Block *from, uint32_t nbytes);
/*
 * lines_sort: the lines of a block in the order of their bytes, by merging, in `to`, which has room
 * for the block. Returns 0, or -1 when there is no memory for it.
 */
int lines_sort(Block b, char *to);
/* lines_merge: n sorted blocks, sorted together, in `to`. The blocks are used up. */
void lines_merge(Block *b, uint32_t n, char *to);

#endif
