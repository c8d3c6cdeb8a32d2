/*
 * passed.c - follows a word from the log of the process that has read it to the log of the process
 * that has written it: through shared memory, or through a message of the kernel.
 *
 * The reader's log contains the number of the process, on the same node, that has written or
 * received the word, and the count of its instruction. Each message has an object number, which is
 * the same in all logs of a run. The receiver's log has a RECV with the addresses to which the
 * message was copied; the sender's log has a SEND with the addresses from which it was copied.
 */
#include "flowback_parts.h"
#include "log_steps.h"

#include <string.h>

enum { MAX_PART = 4 }; /* most bytes of an event */

/* find_written: find the write to an address by a logged process of the same node. */
static PassedWord
find_written(LogSteps *s, const LogItem *item, Addr a)
{
	uint64_t count = log_steps_log(s)->first + item->written;
	At at = log_steps_at(s, count);

	if (!at.in || at.step >= at.in->nsteps || at_count(at) != count)
		return (PassedWord){.written = false};
	for (uint32_t i = at_event_behind(at); i-- > at_first_event(at);) {
		const StepEvent *e = &at.in->events[i];

		if (e->kind == ACCESS_WRITE && a - e->addr < e->nbytes)
			return (PassedWord){.written = true, .writer = {at, i, true}};
	}
	return (PassedWord){.written = false};
}

/*
 * offset_in_message: the offset of an address in the message's head or body; false if it is in
 * neither.
 */
static bool
offset_in_message(const LogSync *s, Addr a, Word nbytes, bool *is_head, Word *offset)
{
	*is_head = a - s->moved.message - NMSG_EVENT < NMSG_BODY - NMSG_EVENT;
	*offset = *is_head ? a - s->moved.message : a - s->moved.body;
	return *is_head || (*offset < s->moved.nbytes && nbytes <= s->moved.nbytes - *offset);
}

/* find_send: find the SEND of a message in all logs; *of gets its log. NULL: there is none. */
static const LogSync *
find_send(Flowback *f, uint32_t object, LogSteps **of)
{
	for (uint32_t i = 0; i < f->nprocesses; i++) {
		const Log *log = f->processes[i].log;

		for (uint32_t k = 0; k < log->nsyncs; k++) {
			const LogSync *s = &log->syncs[k];

			if (s->kind != OPERATION_SEND || s->object != object)
				continue;
			*of = steps_log_of_process(f->steps, log->node, log->place.process);
			return s;
		}
	}
	return NULL;
}

/* bytes_agree: true if the sender's bytes, at `from`, equal those that were received. */
static bool
bytes_agree(const LastWrite *w, Addr a, At at, Addr from, Word nbytes)
{
	uint8_t received[MAX_PART], sent[MAX_PART];

	return nbytes <= MAX_PART && interval_read(w->at.in, w->event + 1, a, received, nbytes)
		&& interval_read(at.in, at_first_event(at), from, sent, nbytes)
		&& memcmp(received, sent, nbytes) == 0;
}

/*
 * find_sent: find the bytes in the sender's memory; log: the log of the process that received them.
 */
static PassedWord
find_sent(
	Flowback *f, const Log *log, const LogItem *item, const LastWrite *w, Addr a, Word nbytes)
{
	for (uint32_t i = log->nsyncs; i-- > 0;) {
		const LogSync *recv = &log->syncs[i], *send;
		bool is_head;
		Word offset;
		LogSteps *s;
		PassedWord p;

		if (recv->kind != OPERATION_RECV || recv->count != item->written
			|| !offset_in_message(recv, a, nbytes, &is_head, &offset))
			continue;
		send = find_send(f, recv->object, &s);
		if (!send)
			return (PassedWord){.sent = false};
		p = (PassedWord){.sent = true, .at = log_steps_at(s,
			log_steps_log(s)->first + send->count),
			.addr = (is_head ? send->moved.message : send->moved.body) + offset,
			.crossed = log_steps_log(s)->node != log->node};
		return bytes_agree(w, a, p.at, p.addr, nbytes) ? p : (PassedWord){.sent = false};
	}
	return (PassedWord){.sent = false};
}

PassedWord
message_word_source(Flowback *f, const LastWrite *w, Addr a, Word nbytes)
{
	const Log *log = log_steps_log(steps_log_of(f->steps, w->at));
	const LogItem *item =
		&log->blocks[w->at.in->block].items[w->at.in->events[w->event].wdesc];
	uint32_t number = item->writer & ~LOG_BY_MESSAGE;
	LogSteps *by = number ? steps_log_of_process(f->steps, log->node, number - 1) : NULL;

	if (steps_is_limited(f->steps) || !by)
		return (PassedWord){.written = false};
	return item->writer & LOG_BY_MESSAGE
		? find_sent(f, log_steps_log(by), item, w, a, nbytes)
		: find_written(by, item, a);
}
