/*
 * rows.c - writes and reads answers of the host as bytes (rows.h).
 */
#include "rows.h"

#include <stdlib.h>

#define MAX_TIME (1ull << 61) /* larger times in a file are invalid */

Rows *
rows_new(void)
{
	return xcalloc(1, sizeof(Rows));
}

void
rows_free(Rows *rows)
{
	if (!rows)
		return;
	for (uint32_t i = 0; i < rows->n; i++)
		buf_free(&rows->row[i]);
	buf_free(&rows->sent);
	free(rows);
}

/* move_to_front: make row i the most recent one. */
static void
move_to_front(Rows *rows, uint32_t i)
{
	Buf row = rows->row[i];

	memmove(&rows->row[1], &rows->row[0], i * sizeof row);
	rows->row[0] = row;
}

/* row_add: add a row as the most recent one; if there are too many, drop the oldest. */
static void
row_add(Rows *rows, const uint8_t *fields, size_t n)
{
	if (rows->n == NROWS)
		buf_free(&rows->row[--rows->n]);
	rows->row[rows->n] = (Buf){0};
	buf_put(&rows->row[rows->n], fields, n);
	move_to_front(rows, rows->n++);
}

/* ---- writing ---- */

void
order_put(Rows *rows, Buf *b, const Order *o)
{
	put_number(b, o->kind);
	put_number(b, o->at);
	put_number(b, o->ptr);
	put_number(b, o->len);
	if (o->data && o->len > SHORT_ORDER) {
		buf_put(&rows->sent, o->data, o->len);
	} else if (o->data) {
		for (uint32_t i = 0; i < o->len; i++)
			buf_byte(b, o->data[i] - rows->last[o->len][i]);
		memcpy(rows->last[o->len], o->data, o->len);
	}
}

void
rows_put(Rows *rows, Buf *b, const Answer *a)
{
	Buf fields = {0};
	uint32_t i = 0;

	put_number(&fields, a->number);
	put_number(&fields, a->what);
	put_number(&fields, a->end);
	order_put(rows, &fields, &a->order);
	while (i < rows->n && (rows->row[i].len != fields.len
		|| memcmp(rows->row[i].data, fields.data, fields.len) != 0))
		i++;
	if (i < rows->n) {
		put_number(b, i + 1);
		move_to_front(rows, i);
	} else {
		put_number(b, 0);
		buf_put(b, fields.data, fields.len);
		row_add(rows, fields.data, fields.len);
	}
	buf_free(&fields);
}

/* ---- reading ---- */

/* long_data: a copy of the next n bytes of long orders, which were stored apart. */
static uint8_t *
long_data(Rows *rows, uint32_t n)
{
	uint8_t *data = xmalloc(n);

	memcpy(data, rows->sent.data + rows->read, n);
	rows->read += n;
	return data;
}

/*
 * short_data: read the bytes of a short order, which were written as differences to the bytes of
 * the last short order with the same length.
 */
static uint8_t *
short_data(Rows *rows, WireReader *r, uint32_t n)
{
	uint8_t *data = xmalloc(n);

	for (uint32_t i = 0; i < n; i++)
		data[i] = rows->last[n][i] += r->p[i];
	r->p += n;
	return data;
}

Order
order_get(Rows *rows, WireReader *r)
{
	Order o = {.kind = get_number(r)};
	size_t there;

	o.at = get_below(r, MAX_TIME);
	o.ptr = get_below(r, 1ull << 32);
	o.len = get_below(r, 1ull << 32);
	r->bad |= (o.kind != POST_IN && o.kind != POST_OUT) || o.at < SETUP;
	if (r->bad || o.kind == POST_IN || o.len == 0)
		return o;
	there = o.len > SHORT_ORDER ? rows->sent.len - rows->read : (size_t)(r->end - r->p);
	r->bad |= o.len > there;
	if (!r->bad)
		o.data = o.len > SHORT_ORDER ? long_data(rows, o.len)
					: short_data(rows, r, o.len);
	return o;
}

/* get_fields: read the fields of a new answer. */
static Answer
get_fields(Rows *rows, WireReader *r)
{
	Answer a = {.number = get_below(r, 1ull << 60)};

	a.what = get_below(r, NOUTCOMES);
	a.end = get_below(r, 1ull << 32);
	a.order = order_get(rows, r);
	return a;
}

Answer
rows_get(Rows *rows, WireReader *r)
{
	uint32_t i = get_below(r, rows->n + 1);
	const uint8_t *fields = r->p;
	WireReader row;
	Answer a;

	if (r->bad)
		return (Answer){0};
	if (i == 0) {
		a = get_fields(rows, r);
		if (!r->bad)
			row_add(rows, fields, r->p - fields);
		return a;
	}
	row = (WireReader){rows->row[i - 1].data, rows->row[i - 1].data + rows->row[i - 1].len,
		false};
	a = get_fields(rows, &row);
	r->bad = row.bad;
	move_to_front(rows, i - 1);
	return a;
}
