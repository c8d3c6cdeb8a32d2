/*
 * transport.h - how ranks exchange messages; sim/mpi implements it. A failure of the transport ends
 * all ranks.
 */
#ifndef TRANSPORT_H
#define TRANSPORT_H

#include "base/base.h"

typedef struct Transport {
	uint32_t rank, size; /* number of this rank, and number of ranks */
	/* send out[r] to each other rank r, and receive into in[r] what rank r has sent */
	void (*exchange)(const Buf *out, Buf *in);
	/* publish: rank 0 sends a message to all others; await: receive it, perhaps much later */
	void (*publish)(const Buf *message);
	void (*await)(Buf *message);
	/* collect: rank 0 receives into in[r] what each other rank r has sent by deliver */
	void (*collect)(Buf *in);
	void (*deliver)(const Buf *message);
} Transport;

#endif
