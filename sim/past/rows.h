/*
 * rows.h - answers of the host in the bytes of a recording. Each different answer is a row. A host
 * gives few different answers, and repeats most of them in the same order. So a repeated answer is
 * written as the distance back to its last occurrence.
 *
 *      0, then the fields of a new answer; or 1 + the number of other answers since the last one
 *
 * The bytes of a short order are written as differences to the last order of the same length, so
 * that a counter in an order does not make a new answer each time. The bytes of long orders, which
 * are programs and input, are kept apart.
 */
#ifndef ROWS_H
#define ROWS_H

#include "tape.h"

#include "base/wire.h"

enum {
	NROWS = 100,       /* recent answers */
	SHORT_ORDER = 128, /* greatest number of bytes of a short order */
};

typedef struct Rows {
	Buf row[NROWS]; /* [n] the fields of recent answers, the latest first */
	uint32_t n;
	/* [bytes] the data of the last short order of this length */
	uint8_t last[SHORT_ORDER + 1][SHORT_ORDER];
	Buf sent;       /* the bytes of long orders, not yet written or read */
	size_t read;    /* number of these bytes that have been read */
} Rows;

/* rows_new: make rows without any recent answer. */
Rows *rows_new(void);
void rows_free(Rows *rows);

/*
 * rows_put: write an answer. The caller has set its number to the distance from the number of the
 * previous answer, and its link end to an index counted from the host's first link end.
 */
void rows_put(Rows *rows, Buf *b, const Answer *a);
/*
 * rows_get: read an answer as rows_put has written it. The bytes may be invalid; the caller frees
 * the order's data, unless r is bad.
 */
Answer rows_get(Rows *rows, WireReader *r);

/* order_put: write an order that is not an answer. */
void order_put(Rows *rows, Buf *b, const Order *o);
/* order_get: read an order that is not an answer; the caller frees its data, unless r is bad. */
Order order_get(Rows *rows, WireReader *r);

#endif
