/*
 * post.h - what a node asks of its links.
 */
#ifndef POST_H
#define POST_H

#include "base/machine.h"

/* What a node asks of its links; the network takes it when the node's run has returned. */
typedef enum PostKind {
	POST_IN,
	POST_OUT,
	POST_RESET_IN,
	POST_RESET_OUT,
	POST_GUARD,   /* tell of the first byte */
	POST_UNGUARD,
	POST_BOOT,    /* the boot logic waits for bytes */
	POST_UNBOOT,  /* the network's own: another link boots the node */
	POST_FAULT,   /* likewise: the line out of the link fails */
} PostKind;

typedef struct Post {
	PostKind kind;
	uint32_t link;
	Addr ptr;
	Word len;
	Cycles at; /* acts SETUP after this clock, at or after the start of the instruction */
} Post;

#endif
