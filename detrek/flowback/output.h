/*
 * output.h - what a run has written to standard output: each byte, and where in which node's memory
 * it was sent from.
 *
 * The bytes that nodes send to the host are gone through as the host does: packets of the kernel
 * (border.h) with requests of INMOS's server protocol, or these requests alone.
 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include "sim/past/feed.h"

/* A message that a node has sent to the host. */
typedef struct OutputMessage {
	NodeId node;
	int link;
	Time at;      /* when the link took it */
	Addr from;    /* where it was in the node's memory */
	Word nbytes;
} OutputMessage;

typedef struct OutputByte {
	uint32_t message; /* that brought it */
	uint32_t offset;  /* there */
	uint8_t value;
} OutputByte;

typedef struct Output {
	OutputMessage *messages; /* nmessages */
	uint32_t nmessages;
	OutputByte *bytes;       /* nbytes, in their order in the file */
	size_t nbytes;
	/* the file was not written in order: bytes are not all where they seem */
	bool seeks;
} Output;

/*
 * output_read: of a whole run of a network. kernel: nodes have one. Released by output_free.
 */
Output output_read(const Network *w, const Feed *f, bool kernel);
void output_free(Output *o);

/*
 * output_pixel: where in a picture (PPM) the first byte of a pixel is; false: the output is none,
 * or has no such pixel.
 */
bool output_pixel(const Output *o, uint32_t x, uint32_t y, size_t *offset);

#endif
