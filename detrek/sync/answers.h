/*
 * answers.h - the values that the threads of a live run get from outside: they are kept for its
 * log, or taken from the log that is forced on the run.
 */
#ifndef ANSWERS_H
#define ANSWERS_H

#include "sync_log.h"

/* The last values of the clock that a thread got from a log, of each priority. */
typedef struct ClockGiven {
	bool is_given[2];
	Word value[2];
} ClockGiven;

typedef struct Answers {
	Target *target;       /* borrowed */
	uint64_t nother;      /* messages of the host that differ from those in the log */
	Buf other;            /* thread and place of the first message that differs */
	uint64_t nextra;      /* messages of the host that the log lacks */
	Buf extra;
	uint64_t nlooked;     /* receives that found no message, and probes, which the log lacks */
	Buf looked;
	uint64_t nchosen;     /* alternatives that took other channels than in the log */
	Buf chosen;
	uint64_t nskipped;    /* receives and probes of the log that threads have not done */
	uint64_t nunnoted;    /* values of the clock that the kernels do not see */
	Buf unnoted;          /* where the first one was read */
} Answers;

/*
 * answers_clock: the value that the thread reads from the clock. log: its part of the forced log,
 * NULL if it is not forced. last: the time of its last operation.
 */
Word answers_clock(Answers *a, SyncLogThread *log, ClockGiven *given, uint64_t last,
	const ClockRead *r);
/*
 * answers_input: the bytes that the thread gets for a message of the host; log, last: as for
 * answers_clock.
 */
const uint8_t *answers_input(Answers *a, SyncLogThread *log, const SyncThreadInfo *thread,
	uint64_t last, HostInput *i);
/*
 * answers_look: note a receive without a message, or a probe, of the thread, and compare it with
 * the log; `after` of `done` is not read.
 */
void answers_look(Answers *a, SyncLogThread *log, const SyncThreadInfo *thread, uint64_t last,
	const Looked *l, const Look *done);
/*
 * answers_choice: note which channel, or that none, an alternative of the thread has taken, and
 * compare it with the log.
 */
void answers_choice(Answers *a, SyncLogThread *log, const SyncThreadInfo *thread, uint64_t last,
	const ChannelChoice *c);
/*
 * answers_end: count the entries of a thread's log that the run has not used; called for each
 * thread at the end of the run.
 */
void answers_end(Answers *a, const SyncLogThread *log);
/*
 * answers_tell: print which messages of the host differed from the log; returns false if some were
 * not in it.
 */
bool answers_tell(const Answers *a, const char *file);
/* answers_free: free the messages about differences. */
void answers_free(Answers *a);

#endif
