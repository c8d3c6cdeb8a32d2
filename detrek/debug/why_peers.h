/* why_peers.h - finds the values of a run that are compared with the value in question. */
#ifndef WHY_PEERS_H
#define WHY_PEERS_H

#include "session.h"

struct Spectrum;
/*
 * session_spectrum: compare the answer to a question with the answers about other values that the
 * same statement has given. x->npeers is 0 if there are none. *x is released by spectrum_free. The
 * causes of the other values are added to the graph.
 */
void session_spectrum(Session *s, const WhyOptions *o, const char *expression, const Cause *first,
	struct Spectrum *x);

#endif
