/* post.h - requests of a node to its links. */
#ifndef POST_H
#define POST_H

#include "base/machine.h"

/* Requests of a node to its links; the network collects them after the node's run has returned. */
typedef enum PostKind {
	POST_IN,      /* receive a message of len bytes, to be stored at ptr */
	POST_OUT,     /* send the message of len bytes at ptr */
	POST_RESET_IN, /* resetch on the link's input */
	POST_RESET_OUT, /* resetch on the link's output */
	POST_GUARD,   /* report the first byte that arrives */
	POST_UNGUARD, /* cancel POST_GUARD */
	POST_BOOT,    /* the boot logic waits for bytes */
	POST_UNBOOT,  /* sent by the network: another link boots the node */
	POST_FAULT,   /* sent by the network: the line out of the link fails */
} PostKind;

/* One such request. */
typedef struct Post {
	PostKind kind;
	uint32_t link;
	Addr ptr;
	Word len;
	/* takes effect SETUP after this clock, which is at or after the start of the instruction */
	Cycles at;
} Post;

#endif
