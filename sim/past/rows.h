/*
 * rows.h - answers of the host in the bytes of a recording. A host says few things, and most of
 * them again and again, in the same order: an answer that came lately is written as how long ago.
 *
 *      0, then the fields of an answer; or 1 + how many other answers have come since the same one
 *
 * The bytes of a short order are written as differences to the last ones of the same number, so
 * that counters make no new answers. Those of a long order are kept apart: they are programs, and
 * input as it was read.
 */
#ifndef ROWS_H
#define ROWS_H

#include "tape.h"
#include "wire.h"

enum {
	NROWS = 100,
	SHORT_ORDER = 128, /* bytes */
};

typedef struct Rows {
	Buf row[NROWS]; /* n of them, the latest first: the fields of an answer */
	uint32_t n;
	uint8_t last[SHORT_ORDER + 1][SHORT_ORDER]; /* [bytes] of the last short order */
	Buf sent;       /* the bytes of long orders, not yet written or read */
	size_t read;    /* so many of them */
} Rows;

Rows *rows_new(void);
void rows_free(Rows *rows);

/*
 * What an answer refers to: the number is the distance to that of the answer before; the end, from
 * the first of the host's on. What is read may be any; an order's data is the caller's to free,
 * unless r is bad.
 */
void rows_put(Rows *rows, Buf *b, const Answer *a);
Answer rows_get(Rows *rows, WireReader *r);

/* The same of an order that is not an answer. */
void order_put(Rows *rows, Buf *b, const Order *o);
Order order_get(Rows *rows, WireReader *r);

#endif
