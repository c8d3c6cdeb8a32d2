/*
 * transport.h - how ranks exchange messages; sim/mpi implements it. A failure of the transport ends
 * all ranks.
 */
#ifndef TRANSPORT_H
#define TRANSPORT_H

#include "base/base.h"

typedef struct Transport {
	uint32_t rank, size; /* number of this rank, and number of ranks */
	/* send out[r] to each other rank r, and receive what each has sent into in[r] */
	void (*exchange)(const Buf *out, Buf *in);
	/* publish: rank 0 sends to each other rank; await: each receives it, perhaps much later */
	void (*publish)(const Buf *message);
	void (*await)(Buf *message);
	/* collect: rank 0 receives what each other rank r has sent by deliver into in[r] */
	void (*collect)(Buf *in);
	void (*deliver)(const Buf *message);
} Transport;

#endif
