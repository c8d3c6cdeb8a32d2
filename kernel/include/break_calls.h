/*
 * break_calls.h - the message calls of a program that `trellis run --break` has instrumented.
 *
 * Each file of the program begins with the functions that tell which messages matter, followed by
 * this header. A call whose event is constant and does not matter remains the kernel's call.
 */
#ifndef BREAK_CALLS_H
#define BREAK_CALLS_H

#include <break.h>

/* ---- calls of threads.h, sync.h and t800.h (lib/break_threads.c) ---- */

#define thrd_create __break_thrd_create
#define barrier_init __break_barrier_init
#ifdef BREAK_CHANNELS
#define __t800_in __break_in
#define __t800_out __break_out
#define __t800_outbyte __break_outbyte
#define __t800_outword __break_outword
#endif

/* ---- which messages matter: those of the program's tables ---- */

static __inline int __break_sends(int32_t event);
static __inline int __break_receives(int32_t event);
static __inline int __break_in_body(int32_t event); /* are there values in front of the body? */
static __inline BreakThread *__break_running(void); /* the running thread */

/* ---- sends ---- */

#define BREAK_SEND(call, node) \
	static __inline int \
	__break_##call(Nmsg *m) \
	{ \
		int result; \
		BreakThread *t; \
		const BreakStep *s; \
		if (!__break_sends(m->nh_event)) \
			return call(m); \
		t = __break_running(); \
		s = __break_sending(t, m, node); \
		if (!__break_in_body(m->nh_event)) \
			result = call(m); \
		else if ((result = __break_add_words(t, s, m)) >= 0) \
			result = __break_remove_words(t, m, call(m)); \
		m->nh_flags &= BREAK_FLAGS; \
		if (s->moves && result >= 0) \
			__break_next(t, s); \
		return result; \
	}

BREAK_SEND(ksend, NODE_LOCAL)
BREAK_SEND(ktry_send, NODE_LOCAL)
BREAK_SEND(nsend, m->nh_node)
BREAK_SEND(ntry_send, m->nh_node)
BREAK_SEND(tsend, m->nh_node)

/* ---- receives ---- */

#define BREAK_RECEIVE(call, parameters, ...) \
	static __inline int \
	__break_##call parameters \
	{ \
		int result; \
		BreakThread *t; \
		if (!__break_receives(m->nh_event)) \
			return call(__VA_ARGS__); \
		t = __break_running(); \
		if (!__break_in_body(m->nh_event)) \
			result = call(__VA_ARGS__); \
		else if ((result = __break_add_room(t, m)) >= 0) \
			result = __break_take_words(t, m, call(__VA_ARGS__)); \
		if (result >= 0 || result == KE_TRUNC) \
			__break_received(t, m); \
		return result; \
	}

BREAK_RECEIVE(krecv, (Nmsg *m), m)
BREAK_RECEIVE(ktry_recv, (Nmsg *m), m)
BREAK_RECEIVE(nrecv, (Nmsg *m), m)
BREAK_RECEIVE(ntry_recv, (Nmsg *m), m)
BREAK_RECEIVE(nrecv_until, (Nmsg *m, uint32_t time), m, time)
BREAK_RECEIVE(trecv, (Nmsg *m), m)

/* ---- others ---- */

static __inline int
__break_ksr(Nmsg *send, Nmsg *recv)
{
	int result;

	if (!__break_sends(send->nh_event) && !__break_receives(recv->nh_event))
		return ksr(send, recv);
	result = __break_ksend(send);
	return result < 0 ? result : __break_krecv(recv);
}

static __inline int
__break_nprobe(Nmsg *m)
{
	int result = nprobe(m);

	if (result >= 0 && __break_in_body(m->nh_event))
		m->nh_length = __break_length(m);
	return result;
}

/* ---- the program's calls are these ---- */
#define ksend __break_ksend
#define krecv __break_krecv
#define ksr __break_ksr
#define ktry_send __break_ktry_send
#define ktry_recv __break_ktry_recv
#define nsend __break_nsend
#define nrecv __break_nrecv
#define ntry_send __break_ntry_send
#define ntry_recv __break_ntry_recv
#define nprobe __break_nprobe
#define nrecv_until __break_nrecv_until
#define tsend __break_tsend
#define trecv __break_trecv

#endif
