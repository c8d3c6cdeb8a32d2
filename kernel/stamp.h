/*
 * stamp.h - Lamport times of the operations that order threads (docs/races.md), in the kernel that
 * logs them.
 *
 * That kernel is compiled with SYNC_LOG. In the usual kernel, all of this is empty: types have no
 * size and functions do nothing, so that it costs neither time nor memory.
 *
 * A thread keeps the time of its last operation in its Stack. A semaphore keeps it in `back` while
 * no call waits, because this word has no other use then, and otherwise in its first waiting call.
 * A message carries the time of its send, which with the node identifies it.
 */
#ifndef STAMP_H
#define STAMP_H

#include <stdbool.h>
#include <stdint.h>

#include "include/stamps.h"
#include "kcall.h"

struct Process;
struct Stack;

#ifdef SYNC_LOG

/* What the log must know of a message; it travels with the message. */
typedef struct Stamp {
	uint32_t time; /* Lamport time of its send, or of its receipt if STAMP_TAKEN; 0: none */
	uint32_t from; /* the sender's node; STAMP_TAKEN: the message has been received */
} Stamp;

enum { STAMP_TAKEN = 1 << 16 };

/* Of a thread. The last three fields are of its operation without a time (stamp_later.h). */
typedef struct ThreadStamp {
	SyncThread log;
	uint32_t ran;           /* time of the last operation that made the thread ready to run */
	struct Stack *unsettled; /* the next thread with such an operation; NULL: none */
	struct Stack *starter;  /* the thread that is making this one ready to run; NULL: none */
	uint32_t channel;       /* the channel that the thread is about to use; 0: none */
} ThreadStamp;

void stamp_start(void);

/* stamp_thread: note that a thread is new. */
void stamp_thread(struct Stack *s);
/* stamp_end: note that a thread ends. */
void stamp_end(struct Stack *s);
/* stamp_clone: note that the calling thread has started the new thread s. */
void stamp_clone(struct Stack *s);
/* stamp_start_thread: note that the calling thread starts s right after this call. */
void stamp_start_thread(const KCall *c, struct Stack *s);
void stamp_exit(void); /* note that the calling thread ends its process */

/*
 * stamp_semaphore: log that the calling thread has signalled or passed the semaphore s, in whose
 * queue no call waits. The next three functions are called instead of this one if a call has to
 * wait, tries in vain, or waits already.
 */
void stamp_semaphore(Semaphore *s);
void stamp_wait(KCall *c, const Semaphore *s); /* log that c begins to wait on s */
void stamp_failed(Semaphore *s); /* log that the calling thread has failed to pass s */
void stamp_grant(Semaphore *s, const KCall *c); /* log that c, which waited on s, continues */

/* stamp_answer: p's call c returns `result`; if it may have waited, a turn of its thread begins. */
void stamp_answer(const struct Process *p, KCall *c, int32_t result);

/* stamp_next: the stamp of the message that the calling thread is about to send. */
Stamp stamp_next(const Nmsg *m, uint32_t how);
/*
 * stamp_sent: note that the message has been sent; a sender that does not wait, because its
 * receiver did, continues as if it had waited.
 */
void stamp_sent(KCall *c, const Nmsg *m, uint32_t how);
/*
 * stamp_take: log that the call receives the message, or, after sending it, continues.
 */
void stamp_take(struct Process *p, KCall *c, Stamp *message, int32_t result);

/* stamp_missed: note that p's call c, a probe or an ended receive, has found no message. */
void stamp_missed(struct Process *p, const KCall *c);
/*
 * stamp_seen: note that p's call c, a probe, has found this message.
 */
void stamp_seen(struct Process *p, const KCall *c, const Stamp *message);

/*
 * stamp_input: log the message m from the host, which p's call c has received with this result.
 * room: the size of the buffer for its body.
 */
void stamp_input(struct Process *p, const KCall *c, const Nmsg *m, uint32_t room, int32_t result);
void stamp_critical(const KCall *c, int32_t result); /* log `result` if c reads the clock */

/* stamp_note: carry out c if it notes what the program does; CALL_ENDS if c is no such call. */
int32_t stamp_note(const KCall *c);
/*
 * stamp_enter: stamp_note for a thread of high priority, without making the thread the last caller,
 * which would take most of the time. True if c has been carried out.
 */
bool stamp_enter(KCall *c);

/* stamp_flags: a stamp as bits of a packet's flags, above those of enum PacketFlag */
uint32_t stamp_flags(Stamp s);
Stamp stamp_of_flags(uint32_t flags, uint32_t from); /* the stamp in flags of node `from` */

#else

typedef struct Stamp {
} Stamp;

typedef struct ThreadStamp {
} ThreadStamp;

static inline void
stamp_start(void)
{
}

static inline void
stamp_thread(struct Stack *s)
{
	(void)s;
}

static inline void
stamp_end(struct Stack *s)
{
	(void)s;
}

static inline void
stamp_clone(struct Stack *s)
{
	(void)s;
}

static inline void
stamp_start_thread(const KCall *c, struct Stack *s)
{
	(void)c, (void)s;
}

static inline void
stamp_exit(void)
{
}

static inline void
stamp_semaphore(Semaphore *s)
{
	(void)s;
}

static inline void
stamp_wait(KCall *c, const Semaphore *s)
{
	(void)c, (void)s;
}

static inline void
stamp_failed(Semaphore *s)
{
	(void)s;
}

static inline void
stamp_grant(Semaphore *s, const KCall *c)
{
	(void)s, (void)c;
}

static inline void
stamp_answer(const struct Process *p, KCall *c, int32_t result)
{
	(void)p, (void)c, (void)result;
}

static inline Stamp
stamp_next(const Nmsg *m, uint32_t how)
{
	(void)m, (void)how;
	return (Stamp){};
}

static inline void
stamp_sent(KCall *c, const Nmsg *m, uint32_t how)
{
	(void)c, (void)m, (void)how;
}

static inline void
stamp_take(struct Process *p, KCall *c, Stamp *message, int32_t result)
{
	(void)p, (void)c, (void)message, (void)result;
}

static inline void
stamp_missed(struct Process *p, const KCall *c)
{
	(void)p, (void)c;
}

static inline void
stamp_seen(struct Process *p, const KCall *c, const Stamp *message)
{
	(void)p, (void)c, (void)message;
}

static inline void
stamp_input(struct Process *p, const KCall *c, const Nmsg *m, uint32_t room, int32_t result)
{
	(void)p, (void)c, (void)m, (void)room, (void)result;
}

static inline void
stamp_critical(const KCall *c, int32_t result)
{
	(void)c, (void)result;
}

static inline int32_t
stamp_note(const KCall *c)
{
	(void)c;
	return CALL_ENDS;
}

static inline bool
stamp_enter(KCall *c)
{
	(void)c;
	return false;
}

static inline uint32_t
stamp_flags(Stamp s)
{
	(void)s;
	return 0;
}

static inline Stamp
stamp_of_flags(uint32_t flags, uint32_t from)
{
	(void)flags, (void)from;
	return (Stamp){};
}

#endif

#endif
