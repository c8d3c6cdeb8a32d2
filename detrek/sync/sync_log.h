/*
 * sync_log.h - the order of a run's operations, as it is logged, and as it is forced on another
 * run.
 *
 * Each operation has a Lamport time: one later than those of its thread's and its object's last
 * ones (Levrouw, Audenaert and Van Campenhout's ROLT). A run in which each operation waits until
 * all with earlier times are done has the same order of operations on each object. Only times that
 * are not the thread's previous one plus one need be logged.
 */
#ifndef SYNC_LOG_H
#define SYNC_LOG_H

#include "operations.h"

/* ---- rolt.c: the times of one thread, packed ---- */

/* rolt_put: n times, which grow; appended. */
void rolt_put(Buf *out, const uint64_t *times, uint64_t n);
void rolt_put_number(Buf *out, uint64_t n);
bool rolt_take_number(const uint8_t **p, const uint8_t *end, uint64_t *n);

/* Where a reader of packed times is. */
typedef struct Rolt {
	const uint8_t *at, *stop; /* entries */
	uint64_t left;            /* times that follow */
	uint64_t plain;           /* of these, before the next entry: each is one later */
	uint64_t jump;            /* then one that is so much later; 0: there is no entry */
	uint64_t time;            /* the last one */
} Rolt;

/*
 * rolt_open: of the next thread, whose bytes begin at *p, which moves behind them. false: the bytes
 * end within it, or are damaged.
 */
bool rolt_open(Rolt *r, const uint8_t **p, const uint8_t *end);
/* rolt_next: the next time; false: that was all. */
bool rolt_next(Rolt *r, uint64_t *time);

/* ---- sync_log.c: of a whole run ---- */

/* A thread, and its operations that are still to come. */
typedef struct SyncLogThread {
	uint32_t node, number; /* of the node, as its kernel has it; of the thread there */
	uint64_t done;         /* operations */
	bool more;             /* there is a next one: */
	uint64_t due;          /* it waits for those that are due earlier */
	uint64_t time;         /* its Lamport time */
	Rolt rolt;             /* of a log; of a schedule: */
	uint64_t *dues, *times, n;
} SyncLogThread;

typedef struct SyncLog {
	SyncLogThread *thread;
	uint32_t n;
	bool is_schedule; /* which may end before the run */
} SyncLog;

/*
 * sync_log_read: a log, or a schedule: a trace of semaphores as `trellis order --witness` writes
 * it. The bytes must live as long. A mistake is the user's (fatal).
 */
SyncLog *sync_log_read(Arena *a, const char *file, const Buf *bytes);
void sync_log_next(SyncLogThread *t); /* the next operation is done */

/* ---- Lamport times of a run, as it happens ---- */

typedef struct LamportThread {
	uint32_t node, number;
	uint64_t *times; /* n; none are kept unless they are wanted */
	uint64_t n, cap, last;
} LamportThread;

typedef struct Lamport {
	LamportThread *thread;
	uint64_t *object;
	uint32_t nthreads, nobjects, threadcap, objectcap;
} Lamport;

void lamport_thread(Lamport *l, uint32_t node, uint32_t number);
/* lamport_step: the time of an operation; objects are known by their numbers only. */
uint64_t lamport_step(Lamport *l, uint32_t thread, uint32_t object, bool keep);
void lamport_free(Lamport *l);
/* lamport_pack: the log of the times that were kept, appended. */
void lamport_pack(const Lamport *l, Buf *out);

#endif
