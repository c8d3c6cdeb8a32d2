/*
 * spectrum.h - compares the causes of a value with those of other values that the same statement
 * has given in the same run, its peers.
 *
 * A statement that has given the same value for most of the peers, or decided the same, explains
 * less why this value is wrong than a statement that has done something else. It is a spectrum of
 * statements, as Tarantula (Jones, Harrold and Stasko, 2002) takes one from tests that passed and
 * failed; but which of the peers are right is not known.
 */
#ifndef SPECTRUM_H
#define SPECTRUM_H

#include "flowback.h"

enum {
	PEERS = 3,          /* of a value, at most */
	SPECTRUM_POOL = 60, /* statements that are examined for each value */
};

/* A statement on which the value depends, by its nearest execution. */
typedef struct Suspect {
	const Cause *cause;
	/* place in the order in which the answer without peers lists the statements, from 0 */
	uint32_t place;
	/* number of peers that depend on it, with the same decision of a jump */
	uint32_t statement;
	uint32_t value;      /* number of the peers for which the statement had the same value */
	bool own; /* the statement has a line and belongs to the program itself, not to a library */
	bool differs;        /* `own` is true, and at most half of the peers have its value */
} Suspect;

typedef struct Spectrum {
	/* [n] first those with `differs`, then those with `own`; each source line once */
	Suspect *suspects;
	uint32_t n, nown;
	const Cause *peers[PEERS];  /* [npeers] first nodes of their answers */
	uint32_t npeers;
	Arena arena;
} Spectrum;

/*
 * spectrum_take: make `peer`, the first node of another answer, a peer of `first`, if the same
 * statement of the program has given both values, and there is room.
 */
void spectrum_take(Spectrum *x, Flowback *f, const Cause *first, const Cause *peer);
/* spectrum_begin: list the statements that the value of `first` depends on as suspects. */
void spectrum_begin(Spectrum *x, Flowback *f, const FlowbackOptions *o, const Cause *first);
/* spectrum_compare: compare the suspects with the causes of the i-th peer. */
void spectrum_compare(Spectrum *x, Flowback *f, const FlowbackOptions *o, uint32_t i);
/* spectrum_end: sort the suspects, the likeliest first. */
void spectrum_end(Spectrum *x);
/* spectrum_free: free the suspects. */
void spectrum_free(Spectrum *x);

/* ---- spectrum_show.c ---- */

/*
 * spectrum_text: append the peers, and the first suspects in the program's own code; nothing
 * without peers.
 */
void spectrum_text(const Spectrum *x, const CauseText *t, Buf *out);
/* spectrum_json: the peers and all suspects as a JSON object, which the caller owns. */
struct json_t *spectrum_json(const Spectrum *x, const CauseText *t);

#endif
