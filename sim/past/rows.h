/*
 * rows.h - answers of the host in the bytes of a recording. A host gives few different answers, and
 * repeats most of them in the same order: a recent answer is written as the distance back to it.
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

#include "base/wire.h"

enum {
	NROWS = 100,
	SHORT_ORDER = 128, /* bytes */
};

typedef struct Rows {
	Buf row[NROWS]; /* n of them, the latest first: the fields of an answer */
	uint32_t n;
	uint8_t last[SHORT_ORDER + 1][SHORT_ORDER]; /* [bytes] of the last short order */
	Buf sent;       /* the bytes of long orders, not yet written or read */
	size_t read;    /* number of these bytes that have been read */
} Rows;

Rows *rows_new(void);
void rows_free(Rows *rows);

/*
 * In an answer, the number is the distance to the number of the previous answer, and the end is
 * counted from the host's first end. The bytes read may be invalid; the caller frees an order's
 * data, unless r is bad.
 */
void rows_put(Rows *rows, Buf *b, const Answer *a);
Answer rows_get(Rows *rows, WireReader *r);

/* The same of an order that is not an answer. */
void order_put(Rows *rows, Buf *b, const Order *o);
Order order_get(Rows *rows, WireReader *r);

#endif
