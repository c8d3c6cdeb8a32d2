/*
 * spectrum.h - compares the causes of a value with the causes of its peers: other values that the
 * same statement has given in the same run.
 *
 * A statement may have given the same value, or made the same decision, for most of the peers. Then
 * it hardly explains why this value is wrong. A statement that did something else for the peers is
 * suspect. Tarantula (Jones, Harrold and Stasko, 2002) compares tests that passed and failed in
 * this way; here it is not known which of the peers are right.
 */
#ifndef SPECTRUM_H
#define SPECTRUM_H

#include "flowback.h"

enum {
	PEERS = 3,          /* the largest number of peers of a value */
	SPECTRUM_POOL = 60, /* statements that are examined for each value */
};

/* A statement on which the value depends, by its nearest execution. */
typedef struct Suspect {
	const Cause *cause;
	uint32_t place; /* position, from 0, of the statement in an answer that ignores peers */
	/*
	 * number of peers that depend on the statement or, for a jump, on the same decision of the
	 * jump
	 */
	uint32_t nsame_statement;
	/* number of those peers for which the statement gave the same value */
	uint32_t nsame_value;
	bool own; /* the statement has a line, and belongs to the program, not to a library */
	bool differs;        /* `own` is true, and at most half of the peers have the same value */
} Suspect;

/* The suspects of a value, and its peers. */
typedef struct Spectrum {
	/* [n] each line once: those with `differs`, then the others with `own`, then the rest */
	Suspect *suspects;
	uint32_t n, nown; /* nown: number of suspects with `own` */
	/* [npeers] the peers, as the first nodes of the answers to questions about them */
	const Cause *peers[PEERS];
	uint32_t npeers;
	Arena arena;
} Spectrum;

/*
 * spectrum_add_peer: make `peer`, the first node of another answer, a peer of `first`, if the same
 * statement of the program has given both values, and there is room.
 */
void spectrum_add_peer(Spectrum *x, Flowback *f, const Cause *first, const Cause *peer);
/* spectrum_begin: list, as suspects, the statements on which the value of `first` depends. */
void spectrum_begin(Spectrum *x, Flowback *f, const FlowbackOptions *o, const Cause *first);
/* spectrum_compare: compare the suspects with the causes of the i-th peer. */
void spectrum_compare(Spectrum *x, Flowback *f, const FlowbackOptions *o, uint32_t i);
/* spectrum_end: sort the suspects, the likeliest first. */
void spectrum_end(Spectrum *x);
/* spectrum_free: free the suspects. */
void spectrum_free(Spectrum *x);

/* ---- spectrum_show.c ---- */

/*
 * spectrum_text: append the peers, and the first suspects in the program's own code; nothing if
 * there are no peers.
 */
void spectrum_text(const Spectrum *x, const CauseText *t, Buf *out);
/* spectrum_json: the peers and all suspects as a JSON object, which the caller owns. */
struct json_t *spectrum_json(const Spectrum *x, const CauseText *t);

#endif
