/*
 * sync_log.h - logs of the order of a run's operations, by which this order is forced on another
 * run.
 *
 * The Lamport time of an operation is one more than the larger of the previous times of its thread
 * and its object (Levrouw, Audenaert and Van Campenhout's ROLT). If each operation waits until all
 * operations with smaller times are done, the operations on each object have the same order as in
 * the logged run. A time that is one more than the thread's previous one need not be logged.
 *
 * The sends of a node have different times: the time of a send is also larger than that of the
 * node's previous send. So the sender's node and the time of the send identify a message, and the
 * log says for each receive which message it got.
 *
 * The log also has what threads get from outside: the values of the clock that they read, and the
 * messages of the host. It also says which receives found no message, and which channels the
 * alternatives took. Each of these entries has the time of its thread's last operation.
 */
#ifndef SYNC_LOG_H
#define SYNC_LOG_H

#include "operations.h"

/* ---- rolt.c: the times of one thread, packed ---- */

/* rolt_put: append n increasing times. */
void rolt_put(Buf *out, const uint64_t *times, uint64_t n);
/* rolt_put_number: append a packed number. */
void rolt_put_number(Buf *out, uint64_t n);
/* rolt_take_number: read a packed number; false: it is damaged */
bool rolt_take_number(const uint8_t **p, const uint8_t *end, uint64_t *n);
/*
 * rolt_put_list: append a list as the number of its entries, the number of their bytes, and these
 * bytes; entries is freed.
 */
void rolt_put_list(Buf *b, uint64_t n, Buf *entries);
/*
 * rolt_take_list: read a list; its entries begin at *entries and end at *p. false: it is
 * incomplete.
 */
bool rolt_take_list(const uint8_t **p, const uint8_t *end, uint64_t *n, const uint8_t **entries);

/* The state of a reader of packed times. */
typedef struct RoltReader {
	const uint8_t *at, *stop; /* the packed entries that follow; their end */
	uint64_t left;            /* number of times that follow */
	/*
	 * number of times before the next entry; each of them is one more than the time before it
	 */
	uint64_t plain;
	/*
	 * the difference between the first time after these and the time before it; 0 after the
	 * last entry
	 */
	uint64_t jump;
	uint64_t time;            /* the time that was read last */
} RoltReader;

/*
 * rolt_open: open the times of the next thread, which begin at *p, and move *p to their end.
 * Returns false if they are incomplete or damaged.
 */
bool rolt_open(RoltReader *r, const uint8_t **p, const uint8_t *end);
/* rolt_next: read the next time; false at the end. */
bool rolt_next(RoltReader *r, uint64_t *time);

/* ---- receives.c: the messages that a thread received, packed ---- */

/* A receive at `time` of the message that a thread of node `from` sent at `sent`. */
typedef struct LogReceive {
	uint64_t time, sent;
	uint32_t from;
} LogReceive;

/* receives_put: append n receives in the order of their times. */
void receives_put(Buf *out, const LogReceive *r, uint64_t n);

/* The state of a reader of packed receives. */
typedef struct ReceiveReader {
	const uint8_t *at, *stop;
	uint64_t left;   /* number of receives that follow */
	LogReceive last;   /* the receive that was read last; all 0 before the first */
} ReceiveReader;

/* receives_open: open the receives of the next thread, as rolt_open does. */
bool receives_open(ReceiveReader *r, const uint8_t **p, const uint8_t *end);
/* receives_next: go to the next receive; false at the end. */
bool receives_next(ReceiveReader *r);

/* ---- inputs.c: what a thread got from outside, packed ---- */

typedef enum InputKind { INPUT_CLOCK, INPUT_HOST } InputKind;

typedef struct Input {
	uint64_t after;       /* time of the thread's last operation before the input */
	InputKind kind;
	Word value;           /* of the clock */
	const uint8_t *bytes; /* nbytes: a message from the host */
	uint32_t nbytes;
} Input;

/* inputs_same: tell if two inputs are equal messages of the host. */
bool inputs_same(const Input *a, const Input *b);
/* inputs_put: append n inputs in their order. */
void inputs_put(Buf *out, const Input *inputs, uint64_t n);

/* The state of a reader of packed inputs. */
typedef struct InputReader {
	const uint8_t *at, *stop;
	uint64_t left;  /* number of inputs after the next one */
	bool more;      /* `next` is valid */
	Input next;
	Word clock;     /* the last value of the clock */
	const uint8_t *host; /* nhost: the last message of the host; NULL if there was none */
	uint32_t nhost;
} InputReader;

/* inputs_open: open the inputs of the next thread, as rolt_open does. */
bool inputs_open(InputReader *i, const uint8_t **p, const uint8_t *end);
/* inputs_next: go to the next input. */
void inputs_next(InputReader *i);
/*
 * inputs_find: the next input of a kind that follows the operation at time `after`; it is not
 * consumed. NULL if there is none. Skips inputs of earlier operations and, for a message of the
 * host, also values of the clock.
 */
const Input *inputs_find(InputReader *i, uint64_t after, InputKind kind);

/* ---- looks.c: what receives that do not wait saw, packed ---- */

/*
 * Looks of a thread for a message: a number of consecutive receives or probes that found none
 * (misses), and perhaps a probe after them that saw the message sent by a thread of node `from` at
 * time `sent` (0: a message of the kernel or the host).
 */
typedef struct LogLook {
	uint64_t after;  /* time of the thread's last operation before the looks */
	uint64_t misses;
	bool seen;       /* the looks end with a probe that saw a message */
	uint32_t from;
	uint64_t sent;
} LogLook;

/* looks_put: append n entries about receives without a message and probes, in their order. */
void looks_put(Buf *out, const LogLook *looks, uint64_t n);

/* The state of a reader of packed looks. */
typedef struct LookReader {
	const uint8_t *at, *stop;
	uint64_t left;    /* number of looks after the next one */
	bool more;        /* `next` is valid */
	LogLook next;
	uint64_t skipped; /* number of logged receives and probes that the thread has not done */
} LookReader;

/*
 * looks_open: open the next thread's entries about receives without a message and probes, as
 * rolt_open does.
 */
bool looks_open(LookReader *l, const uint8_t **p, const uint8_t *end);
/* looks_next: go to the thread's next entry about receives without a message and probes. */
void looks_next(LookReader *l);
/*
 * looks_find: the next entry that follows the operation at time `after`, without going past it;
 * NULL if there is none. Entries after earlier operations are skipped.
 */
const LogLook *looks_find(LookReader *l, uint64_t after);
/*
 * looks_check: compare one receive without a message, or probe, that the thread has just made with
 * the next entry of the log, and go past that; returns whether they are the same.
 */
bool looks_check(LookReader *l, uint64_t after, const LogLook *done);

/* ---- sync_log.c: the log of a whole run ---- */

/* A thread, and the operations that it still has to do. */
typedef struct SyncLogThread {
	/* the node's number in the kernel; the thread's number on the node */
	uint32_t node, number;
	uint64_t done;         /* number of its operations that were done */
	bool more;             /* it has a next operation */
	/* the next operation waits until all operations that are due earlier than this are done */
	uint64_t due;
	uint64_t time;         /* Lamport time of the next operation */
	bool receives;         /* the next operation receives a message */
	uint32_t from;         /* of that message: the number of its sender's node */
	uint64_t sent;         /* of that message: the time of its send */
	RoltReader rolt;             /* operations from a log */
	ReceiveReader received;     /* receives from a log */
	InputReader inputs;         /* inputs from outside, from a log */
	LookReader looks;           /* looks for messages, from a log or schedule */
	/*
	 * from a log: the choices of alternatives, as looks: `from` is the number of the channel;
	 * an alternative that took none is a miss
	 */
	LookReader choices;
	/* in a schedule: the channel of the next operation; 0: it is on no channel */
	Addr channel;
	uint64_t *dues, n;     /* [n] when each operation of a schedule is due */
	/*
	 * [n] the receives of a schedule; for an operation that is no receive, `sent` is 0, and
	 * `from` is its channel or 0
	 */
	LogReceive *steps;
} SyncLogThread;

typedef struct SyncLog {
	SyncLogThread *thread;
	uint32_t n;
	bool is_schedule; /* the log is a schedule, which may end before the run */
} SyncLog;

/*
 * sync_log_read: read a log, or a schedule: a trace of semaphores as `trellis order --witness`
 * writes it. The bytes must stay valid. A mistake is fatal.
 */
SyncLog *sync_log_read(Arena *a, const char *file, const Buf *bytes);
/* sync_log_next: go to the thread's next operation in the log, after the present one was done. */
void sync_log_next(SyncLogThread *t);

/* ---- Lamport times of a run, while the run happens ---- */

/* The Lamport times of a thread, and what it got from outside. */
typedef struct LamportThread {
	uint32_t node, number;
	uint64_t *times;    /* [n] the operations' times; kept only if requested */
	uint64_t n, last;   /* last: the time of the last operation */
	LogReceive *received; /* [nreceived]; kept only if requested */
	uint64_t nreceived;
	Input *inputs;      /* [ninputs], with copies of their bytes; kept only if requested */
	uint64_t ninputs;
	LogLook *looks;        /* [nlooks] its receives without a message, and its probes */
	uint64_t nlooks;
	LogLook *choices;      /* [nchoices] which channels its alternatives took */
	uint64_t nchoices;
} LamportThread;

/* The last operation on an object. */
typedef struct LamportObject {
	uint64_t time;
	uint64_t sent; /* of a message: the time of its send */
	uint32_t from; /* of a message: the number of its sender's node */
} LamportObject;

/* Times of a node's last send, last turn and latest operation; 0 if there was none. */
typedef struct LamportNode {
	uint64_t sent, turn, latest;
} LamportNode;

typedef struct Lamport {
	LamportThread *thread;
	LamportObject *object;
	LamportNode *node; /* [nodes] */
	uint32_t nthreads, objectcap, nodes;
} Lamport;

/* lamport_add_time: set and keep the time of the thread's next operation. */
void lamport_add_time(LamportThread *t, uint64_t time);
/*
 * lamport_add_received: note that the thread's last operation received the message that a thread of
 * node `from` sent at time `sent`.
 */
void lamport_add_received(LamportThread *t, uint32_t from, uint64_t sent);
/* lamport_add_input: note an input of the thread after its last operation; the bytes are copied. */
void lamport_add_input(LamportThread *t, const Input *i);
/*
 * lamport_add_look: note a receive without a message, or a probe, of the thread after its last
 * operation; k->after is ignored.
 */
void lamport_add_look(LamportThread *t, const LogLook *k);
/*
 * lamport_add_choice: note the number of the channel that the thread's alternative has taken; 0: it
 * has taken none.
 */
void lamport_add_choice(LamportThread *t, uint32_t number);
/* lamport_add_thread: add a thread, which is number `number` of its node. */
void lamport_add_thread(Lamport *l, uint32_t node, uint32_t number);
/*
 * lamport_step: give an operation the next Lamport time, and return it; objects are known by their
 * numbers only. keep: append the time to the log, with the message if a receive got one.
 */
uint64_t lamport_step(Lamport *l, OperationKind kind, uint32_t thread, uint32_t object, bool keep);
/*
 * lamport_turn: give the next Lamport time to the point at which a high-priority thread begins to
 * run (SyncCalls.turn): after all earlier operations of its node, and before all later ones.
 * Returns the time.
 */
uint64_t lamport_turn(Lamport *l, uint32_t thread, bool keep);
/*
 * lamport_has_logged: true if operations of this kind by the thread are in the log. OPERATION_BLOCK
 * is in it only if a high-priority thread has run on the node: it then matters whether the thread
 * already waits when another one signals.
 */
bool lamport_has_logged(const Lamport *l, OperationKind kind, uint32_t thread);
/* lamport_send_time: the time that a send by the thread would have now. */
uint64_t lamport_send_time(const Lamport *l, uint32_t thread);
/* lamport_free: free the times, inputs and choices. */
void lamport_free(Lamport *l);
/*
 * lamport_pack: append the log of the kept times and inputs, with the threads in order. Returns the
 * size of the part without inputs.
 */
size_t lamport_pack(const Lamport *l, Buf *out);

#endif
