/*
 * wires.h - a text of connections between links of a B008's slots, its connector and its T222.
 *
 *	# the pipeline becomes a ring
 *	slot 9, link 3 to slot 0, link 3
 *	slot 1, link 0 to edge 4
 *	t2, link 0 to slot 2, link 0
 *
 * A line is one connection; blank lines and everything from # on are ignored. Commas are optional,
 * and upper and lower case are the same, as in the texts of INMOS's module motherboard software.
 */
#ifndef WIRES_H
#define WIRES_H

#include <stdio.h>

enum {
	NSLOTS = 10,
	NEDGES = 8,          /* links of the board's connector that are at the C004 */
	NPORTS = 32,         /* of the C004 */
	MAX_WIRES = NPORTS / 2,
	WIRE_LINE = 128,     /* bytes of a line, its end included */
};

/* What a wire ends at. */
typedef enum WireKind {
	WIRE_SLOT, /* link `link` of slot `number` */
	WIRE_EDGE, /* link `number` of the connector */
	WIRE_T2,   /* link 0 of the T222 */
} WireKind;

typedef struct WireEnd {
	WireKind kind;
	int number, link;
	int port; /* of the C004 */
} WireEnd;

typedef struct Wire {
	WireEnd a, b;
} Wire;

typedef struct Wires {
	Wire wire[MAX_WIRES]; /* [n] */
	int n;
	int line[NPORTS];     /* in which each port was used; 0: it is free */
} Wires;

/*
 * wires_read: read a text into w. Returns NULL, or the first mistake: a text that is valid until
 * the next call, and *line, its number.
 */
const char *wires_read(Wires *w, FILE *text, int *line);

/* wire_end_name: the end as in the text: "slot 9, link 3"; valid until the second call after it. */
const char *wire_end_name(const WireEnd *e);

#endif
