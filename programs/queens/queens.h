/*
 * queens.h - how many ways there are to place n queens on a board of n by n.
 */
#ifndef QUEENS_H
#define QUEENS_H

#include <stdint.h>

enum { MAX_BOARD = 20 };

/*
 * A task: the queens of the first rows are placed, and the next one is to be placed on a column of
 * `choice`. Bit i is column i; the masks show the attacked squares of the next row.
 */
typedef struct Board {
	uint32_t full;             /* a bit for each column */
	uint32_t columns;          /* squares attacked by queens of the same column */
	uint32_t left, right;      /* squares attacked along diagonals */
	uint32_t choice;           /* free columns that are to be tried */
	uint32_t placed;           /* queens placed so far that no other board counts */
} Board;

/* The result: ways to complete the board, and queens placed on the way. */
typedef struct Count {
	uint64_t ways, placed;
} Count;

/* The board of the next row, when a queen is placed on column `bit` of this one. */
static inline Board
board_place(Board b, uint32_t bit)
{
	b.columns |= bit;
	b.left = (b.left | bit) << 1 & b.full;
	b.right = (b.right | bit) >> 1;
	b.choice = b.full & ~(b.columns | b.left | b.right);
	return b;
}

#endif
