/*
 * output.h - reads the standard output of a run: each byte, with the node and the address from
 * which the byte was sent.
 *
 * The bytes that nodes send to the host are parsed as the host parses them: as kernel packets
 * (border.h) with requests of the INMOS server protocol, or as requests without packets.
 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include "sim/past/circuit_history.h"

/* A message that a node has sent to the host. */
typedef struct OutputMessage {
	NodeId node;
	int link;
	Time at;      /* when it was given to the link */
	Addr from;    /* its address in the node's memory */
	Word nbytes;
} OutputMessage;

/* A byte of the output. */
typedef struct OutputByte {
	uint32_t message; /* index of the message that contained it */
	uint32_t offset;  /* in that message */
	uint8_t value;
} OutputByte;

/* The standard output of a run. */
typedef struct Output {
	OutputMessage *messages; /* [nmessages] in order of time */
	uint32_t nmessages;
	OutputByte *bytes;       /* [nbytes] in the order of the file */
	size_t nbytes;
	/* the file was not written sequentially, so bytes may be at other positions */
	bool seeks;
	/*
	 * a crossbar changed the connection while a message to the host was being sent; `cut` is
	 * the first such message
	 */
	bool is_cut;
	OutputMessage cut;
} Output;

/* The orders to send messages that one end of a link was given, by time. */
typedef struct OutputOrders {
	const Order *order; /* [n] */
	uint32_t n;
} OutputOrders;

/*
 * output_read: the output of a network's run. orders: [link end of a node] the orders that the end
 * was given; those of the ends that send to a host suffice. circuits: NULL if there are no
 * crossbars. kernel: the nodes run the kernel. Released by output_free.
 */
Output output_read(const Network *w, const OutputOrders *orders, const CircuitHistory *circuits,
	bool kernel);
/* output_free: free the output. */
void output_free(Output *o);

/* output_in_order: true if each byte's index is its offset in the file. */
static inline bool
output_in_order(const Output *o)
{
	return !o->seeks && !o->is_cut;
}

enum { OUTPUT_NAME = 64 }; /* bytes of a name that output_bytes_name writes */

/*
 * output_bytes_name: write the name of some bytes, such as output[3..5], to `name`; returns `name`.
 */
const char *output_bytes_name(size_t offset, Word nbytes, char name[OUTPUT_NAME]);
/* output_put_text: append the bytes, or the first of many, as C writes them in a string. */
void output_put_text(const Output *o, size_t offset, Word nbytes, Buf *to);

/* output_find: the first offset, from `from` on, at which n bytes occur; o->nbytes: nowhere. */
size_t output_find(const Output *o, const char *bytes, size_t n, size_t from);
/* output_column: the offset of a column of a line, both from 1; false: there is none. */
bool output_column(const Output *o, uint32_t line, uint32_t column, size_t *offset);
/*
 * output_pixel: the offset of the first byte of a pixel in a picture (PPM); false if the output is
 * not a picture, or has no such pixel.
 */
bool output_pixel(const Output *o, uint32_t x, uint32_t y, size_t *offset);

#endif
