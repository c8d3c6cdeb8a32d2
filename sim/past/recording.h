/* recording.h - reads the past of a recorded run from its file. */
#ifndef RECORDING_H
#define RECORDING_H

#include "chunk.h"
#include "past_state.h"

/* ---- recording.c ---- */

void recording_free(Past *p);

/*
 * recording_next_check: the next time for which the run's fingerprint is recorded; NEVER if there
 * is none.
 */
Time recording_next_check(const Past *p);
/*
 * recording_report_misfit: report that an act of the tape is not possible, so that the recording is
 * damaged; fatal.
 */
_Noreturn void recording_report_misfit(const Past *p);
/*
 * recording_check: compare the network's fingerprint with the one that is recorded for the present
 * time, if there is one; fatal if they differ.
 */
void recording_check(const Past *p);
/*
 * recording_check_end: recording_check for the end of the run; if the recording is complete, it
 * also checks the state.
 */
void recording_check_end(const Past *p);
/* recording_last_moment: the run's end as a moment; NULL if it is not in the recording. */
const Moment *recording_last_moment(const Past *p);

/*
 * recording_count_moments: the number of the recording's moments before a time; 0 if the recording
 * lacks the orders between moments.
 */
uint32_t recording_count_moments(const Past *p, Time at);
/*
 * recording_repeat_orders: call `give` for each order that the other ends of a node's links
 * received in the interval before moment number `interval`; the end takes over the order's data.
 * Returns false if the orders are damaged.
 */
bool recording_repeat_orders(Past *p, uint32_t interval, NodeId node, Network *lone,
	void (*give)(void *context, EndId e, Order o));
/*
 * recording_each_order: visit all orders of the interval before moment number `interval`, in the
 * order of the run; an order's data is valid during the call only. Returns false if the orders are
 * damaged.
 */
bool recording_each_order(const Past *p, uint32_t interval,
	void (*visit)(void *context, EndId e, const Order *o), void *context);
/*
 * recording_is_whole: true if the recording reaches to the end of the run, so that it has the
 * orders after its last moment, too.
 */
bool recording_is_whole(const Past *p);

/* ---- unpack.c ---- */

/* Where in the recording the bytes of a kept file are. */
typedef struct RecordingCopy {
	uint32_t piece;      /* number of the CHUNK_COPIES that contains the bytes */
	uint32_t at, nbytes; /* offset in this chunk, and size */
} RecordingCopy;

/* The copies of all kept files. */
typedef struct RecordingCopies {
	const char *name; /* name of the recording's file */
	const ChunkReader *file;
	Chunk *pieces;       /* [npieces] the CHUNK_COPIES */
	RecordingCopy *copy; /* [n] one for each kept file */
	uint32_t npieces, n;
} RecordingCopies;

/* recording_bytes: read the whole file of a recording; the caller frees the bytes. */
Buf recording_bytes(const char *name);
/*
 * recording_unpack: unpack the texts of an open recording; returns the path of the folder, which
 * the caller frees.
 */
char *recording_unpack(ChunkReader *r, const char *name);
/* recording_unpack_copies: write the kept files into a folder, and set the path of each. */
void recording_unpack_copies(const RecordingCopies *c, const char *folder, RecordedFile *files);

#endif
