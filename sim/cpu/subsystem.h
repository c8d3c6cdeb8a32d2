/*
 * subsystem.h - the registers through which a node resets, analyses and watches other nodes, as the
 * first transputer of a B004 or of a TRAM motherboard does.
 *
 *      address   bit 0 written                 bit 0 read
 *      0         Reset of the subsystem         1: Error is set in some of its nodes
 *      4         Analyse of the subsystem
 *
 * The network drives the lines and samples Error once in an EPOCH (sim/network/subsystem.c); bits
 * written in between are kept in a Subsystem.
 *
 * Source: links.md, section 9.
 */
#ifndef SUBSYSTEM_H
#define SUBSYSTEM_H

#include "base/machine.h"

enum {
	SUBSYSTEM_RESET = 0, /* addresses */
	SUBSYSTEM_ANALYSE = 4,
	SUBSYSTEM_END = 8,   /* the first address after the registers */
};

typedef struct Subsystem {
	bool present;           /* the node has a subsystem; constant */
	bool reset, analyse;    /* as last written */
	/* Reset and Analyse have been high since the lines were last driven */
	bool reset_rose, analyse_rose;
	bool analysed;          /* Analyse was high when Reset fell */
	bool held;              /* Reset was high when the lines were last driven */
	bool error;             /* as last sampled */
} Subsystem;

/* subsystem_has: true if an address is one of the registers of the node's subsystem. */
static inline bool
subsystem_has(const Subsystem *s, Addr a)
{
	return s->present && a < SUBSYSTEM_END;
}

/* subsystem_read: the word that a node reads from its subsystem's register at this address. */
static inline Word
subsystem_read(const Subsystem *s, Addr a)
{
	return a < SUBSYSTEM_ANALYSE && s->error;
}

/* subsystem_write: note what a node writes to its subsystem's register at this address. */
static inline void
subsystem_write(Subsystem *s, Addr a, Word w)
{
	bool high = w & 1;

	if (a >= SUBSYSTEM_ANALYSE) {
		s->analyse = high;
		s->analyse_rose |= high;
		return;
	}
	if (s->reset && !high)
		s->analysed = s->analyse;
	s->reset = high;
	s->reset_rose |= high;
}

/* subsystem_waits: true if the lines do not show yet what the node has written. */
static inline bool
subsystem_waits(const Subsystem *s)
{
	return s->analyse_rose || s->reset_rose || s->held != s->reset;
}

#endif
