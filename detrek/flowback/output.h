/*
 * output.h - the standard output of a run: each byte, and the node and address from which it was
 * sent.
 *
 * The bytes that nodes send to the host are parsed as the host does it: kernel packets (border.h)
 * with requests of the INMOS server protocol, or these requests alone.
 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include "sim/past/circuit_history.h"

/* A message that a node has sent to the host. */
typedef struct OutputMessage {
	NodeId node;
	int link;
	Time at;      /* when the link took it */
	Addr from;    /* its address in the node's memory */
	Word nbytes;
} OutputMessage;

typedef struct OutputByte {
	uint32_t message; /* the message that contained it */
	uint32_t offset;  /* there */
	uint8_t value;
} OutputByte;

typedef struct Output {
	OutputMessage *messages; /* [nmessages] in order of time */
	uint32_t nmessages;
	OutputByte *bytes;       /* [nbytes] in the order of the file */
	size_t nbytes;
	/* the file was not written sequentially: bytes may be at other positions */
	bool seeks;
	/* the circuit of a message to the host changed when a part had been sent: the first one */
	bool is_cut;
	OutputMessage cut;
} Output;

/*
 * output_read: the output of a whole run of a network. kernel: whether its nodes run the kernel.
 * Released by output_free.
 */
Output output_read(const Network *w, const Feed *f, const CircuitHistory *circuits, bool kernel);
void output_free(Output *o);

/* output_in_order: the bytes are those of the file, at their offsets. */
static inline bool
output_in_order(const Output *o)
{
	return !o->seeks && !o->is_cut;
}

/*
 * output_pixel: the offset of the first byte of a pixel in a picture (PPM); false if the output is
 * not a picture, or has no such pixel.
 */
bool output_pixel(const Output *o, uint32_t x, uint32_t y, size_t *offset);

#endif
