/*
 * description.h - the behaviour of the simulated application for each task: the task description
 * file (README.md), as all nodes share it.
 */
#ifndef DESCRIPTION_H
#define DESCRIPTION_H

#include <stdint.h>
#include <stdio.h>

enum { MAX_ROWS = 1024 };

typedef enum SegmentKind { GENERATE, COMPUTE, POST_PROCESS, SPLIT, JOIN, NSEGMENTS } SegmentKind;

typedef enum Bug {
	BUG_NONE,
	BUG_LOOP,       /* the segment never ends */
	BUG_NOTHING,    /* the segment makes no task, part or result */
	BUG_WRONG,      /* the segment makes a wrong value */
	BUG_CRASH,      /* the segment sets Error on a processor that halts on error */
	BUG_WILD,       /* the segment writes over memory that is not its own */
	BUG_MANY,       /* the segment makes one task, part or result too many */
	BUG_FEW,        /* the segment makes half of a result, or one task or part too few */
	BUG_EXIT,       /* the segment ends the process */
	NBUGS,
} Bug;

typedef struct Segment {
	uint32_t time;   /* us of the processor */
	uint32_t nbytes; /* of what it makes */
	uint32_t bug;
	uint32_t part;   /* which part of the task has the bug; ALL_PARTS */
	uint32_t kind;   /* enum SegmentKind */
} Segment;

#define ALL_PARTS 0xFFFFFFFFu

/* `count` tasks from `task` on, up to the next row's. */
typedef struct Row {
	uint32_t task, count;
	Segment segment[NSEGMENTS];
} Row;

typedef struct Description {
	uint32_t nrows;
	Row row[MAX_ROWS]; /* by task, upwards; the first is of task 0 */
} Description;

/*
 * description_read: read the file, over the built-in default. Returns 0, or the number of the first
 * invalid line, with the reason in *why.
 */
int description_read(Description *d, FILE *from, const char **why);
/* description_bytes: number of bytes at the start of *d up to the last row in use. */
uint32_t description_bytes(const Description *d);
/* description_row: the row of a task. */
const Row *description_row(const Description *d, uint32_t task);

#endif
