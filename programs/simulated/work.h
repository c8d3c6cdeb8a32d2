/*
 * work.h - the tasks of the simulated application, and how a segment is executed.
 *
 * A task is a range of units; its result is the sum of their values, which does not depend on how
 * the range was split. After the header, tasks and results have bytes without a meaning; they are
 * checked.
 *
 * A segment makes its results at high priority, so that no other process interrupts it and the time
 * that this takes is known; then it spends the rest of its time.
 */
#ifndef WORK_H
#define WORK_H

#include <stdint.h>
#include "description.h"

enum { UNITS = 1 << 20, UNIT_VALUE = 40503, ROOM = 1 << 20 };

typedef struct Header {
	uint32_t first; /* of the range; in a result: the sum */
	uint32_t n;     /* units */
} Header;

/* work_sum: the sum of the values of n units, modulo 2^32. */
static inline uint32_t
work_sum(uint32_t first, uint32_t n)
{
	/* n * (first + first + n - 1) / 2: whichever of the two is even is halved */
	uint32_t sum = n % 2 == 0 ? n / 2 * (2 * first + n - 1) : n * (first + n / 2);

	return sum * UNIT_VALUE;
}

/* A segment at work. */
typedef struct Work {
	void (*make)(struct Work *);
	const void *data; /* as given to work_segment */
	uint32_t nbytes;
	const Segment *segment; /* the description's; from work_ready on */
	uint32_t task, bug;
	int has_struck;   /* the bug has had its effect, unless it concerns the results */
	uint32_t spent;   /* us */
} Work;

/*
 * work_start: call it before the first segment; a process that is a copy of another uses the values
 * measured there. describe(NULL) returns the Description, as soon as there are tasks.
 */
void work_start(const void *(*describe)(uint32_t *nbytes));
/*
 * work_segment: execute a segment. `make` finds data and nbytes in the Work; it is called again if
 * work_ready has returned 0. A segment with a bug spends its time, executes the bug, then calls
 * `make`. A segment that takes longer than its description says is reported. Returns the bug.
 */
Bug work_segment(void (*make)(Work *), const void *data, uint32_t nbytes);
/*
 * work_ready: called by `make` to look up its segment; part() is called if only some part has a
 * bug. 0: the segment has a bug that comes before its results.
 */
int work_ready(Work *w, SegmentKind kind, uint32_t task, uint32_t (*part)(void));
/*
 * work_fill: the header and bytes of a segment's result, in memory that is valid until the
 * process's next result; *nbytes is set. A segment makes at least a header. Bugs of the size and
 * the value take effect here.
 */
Header *work_fill(const Work *w, uint32_t first, uint32_t units, uint32_t *nbytes);
/* work_check: 0 if the bytes after the header are those that work_fill made, otherwise -1. */
int work_check(const void *data, uint32_t nbytes, uint32_t task);

#endif
