/*
 * work.h - what a task of the simulated application is about, and how a segment is done.
 *
 * A task is a range of units; its result is the sum of their values, which does not depend on how
 * the range was split. Behind the header, tasks and results have bytes that say nothing; they are
 * checked.
 *
 * A segment takes its time from work_begin to work_end: what it has done in between is measured and
 * counts.
 */
#ifndef WORK_H
#define WORK_H

#include <stdint.h>
#include "description.h"

enum { UNITS = 1 << 20, ROOM = 1 << 20 };

typedef struct Header {
	uint32_t first; /* of the range; in a result: the sum */
	uint32_t n;     /* units */
} Header;

/* The sum of the values of n units. */
uint32_t work_sum(uint32_t first, uint32_t n);
/*
 * work_begin: a segment begins, or did so at `began` by machine_clock. One with a bug spends its
 * time, then does the bug, as far as that is not about what it makes. The segment has no bug if
 * that is another part's.
 */
Segment work_begin(uint32_t began, const Description *d, uint32_t task, uint32_t part,
	SegmentKind kind);
/* work_end: spends what is left of the segment's time; nbytes: that it has got and made. */
void work_end(const Segment *s, uint32_t nbytes);
/*
 * work_fill: header and bytes of what a segment makes, in a buffer of its own that the caller
 * frees; *nbytes is set. A segment makes at least a header. Bugs about the size and the value are
 * done here.
 */
Header *work_fill(const Segment *s, uint32_t task, Header h, uint32_t *nbytes);
/* work_check: are the bytes behind the header those that work_fill made? 0 or -1. */
int work_check(const void *data, uint32_t nbytes, uint32_t task);

#endif
