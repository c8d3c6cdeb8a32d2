/*
 * answers.h - keeps the values that the threads of a live run get from outside (clock, host) for
 * the run's log. If a log is forced on the run, the threads get the values of the log instead.
 */
#ifndef ANSWERS_H
#define ANSWERS_H

#include "sync_log.h"

/* The last value of the clock that a thread got from a log, for each priority. */
typedef struct ClockGiven {
	bool is_given[2];
	Word value[2];
} ClockGiven;

typedef struct Answers {
	Target *target;       /* borrowed */
	uint64_t nother;      /* number of messages of the host that differ from those in the log */
	Buf other;            /* thread and place of the first of these messages */
	uint64_t nextra;      /* number of messages of the host that the log lacks */
	Buf extra;            /* thread and place of the first of these messages */
	/* number of probes, and of receives that found no message, that the log lacks */
	uint64_t nlooked;
	Buf looked;           /* thread and place of the first of these */
	uint64_t nchosen;     /* number of alternatives that took other channels than in the log */
	Buf chosen;           /* thread and place of the first of these */
	/* number of receives and probes in the log that the threads have not done */
	uint64_t nskipped;
	/* number of clock readings that the kernels do not see, and so cannot log */
	uint64_t nunnoted;
	Buf unnoted;          /* where the first one was read */
} Answers;

/*
 * answers_clock: the value that the thread reads from the clock. log: the thread's part of the
 * forced log; NULL if there is no forced log. last: Lamport time of the thread's last operation.
 */
Word answers_clock(Answers *a, SyncLogThread *log, ClockGiven *given, uint64_t last,
	const ClockRead *r);
/*
 * answers_input: the bytes that the thread gets for a message of the host. log, last: as for
 * answers_clock.
 */
const uint8_t *answers_input(Answers *a, SyncLogThread *log, const SyncThreadInfo *thread,
	uint64_t last, HostInput *i);
/*
 * answers_look: note a receive without a message, or a probe, of the thread, and compare it with
 * the log; done: the receive or probe as an entry of a log, whose field `after` is not read.
 */
void answers_look(Answers *a, SyncLogThread *log, const SyncThreadInfo *thread, uint64_t last,
	const LookResult *l, const LogLook *done);
/*
 * answers_choice: note which channel, if any, an alternative of the thread has taken, and compare
 * it with the log.
 */
void answers_choice(Answers *a, SyncLogThread *log, const SyncThreadInfo *thread, uint64_t last,
	const ChannelChoice *c);
/*
 * answers_end: count the entries of a thread's log that the run has not used; called for each
 * thread at the end of the run.
 */
void answers_end(Answers *a, const SyncLogThread *log);
/*
 * answers_print: print which messages of the host differed from the log; returns false if some were
 * not in it.
 */
bool answers_print(const Answers *a, const char *file);
/* answers_free: free the messages about differences. */
void answers_free(Answers *a);

#endif
