/*
 * c011.h - an IMS C011 link adaptor in mode 1 at the other end of a link: its two parallel ports,
 * with a peripheral that a text describes.
 *
 * 	TIME BYTE...    at the input port: the peripheral presents these bytes, one after the other
 * 	TIME BYTE       at the output port: a byte has arrived
 *
 * A line of the text is `20us 0x41 66`; blank lines and everything from # on are ignored. Times do
 * not decrease, and the first is 1 us (SETUP) or later. At a line's time IValid rises and the start
 * bit of the first byte begins. The line's next byte follows as fast as the link allows: the
 * peripheral completes each handshake at once. A line whose time comes while the bytes of the line
 * before are sent follows 1 us after the last acknowledge. A byte that arrives raises QValid, and
 * the peripheral raises QAck at once.
 *
 * Source: IMS C011 data sheet, section 5 (mode 1 parallel interface).
 */
#ifndef C011_H
#define C011_H

#include "sim/host/adapter.h"

/* ---- read.c ---- */

/* A byte at the input port. */
typedef struct C011Step {
	Time at; /* at which the peripheral presents it, unless bytes before are still sent */
	uint8_t byte;
} C011Step;

typedef struct C011Steps {
	C011Step *step; /* [n], owned; times do not decrease */
	size_t n;
} C011Steps;

/*
 * c011_read: read a text of n bytes for the input port into s, which is empty; file is for
 * messages. A mistake is fatal (fatal_at). The caller frees s->step.
 */
void c011_read(C011Steps *s, const char *file, const char *text, size_t n);

/* ---- c011.c ---- */

typedef struct C011 C011;

/*
 * c011_new: an adaptor whose peripheral is described by `files`, IN,OUT: the names of the text for
 * the input port, and of the file that gets a line for each byte at the output port. link: the
 * link's name, for messages. Other values, and files that cannot be opened, are fatal.
 */
C011 *c011_new(const char *link, const char *files);

/* The adaptor's callbacks; `close` frees it. */
extern const HostStream c011_calls;

#endif
