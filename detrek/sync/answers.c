/*
 * answers.c - what threads get from outside, in a run whose order is forced: what the log has after
 * the thread's last operation. So a program that uses the time or its input does the same again.
 *
 * A thread that waits for something may look at the clock more often, or less often, than in the
 * logged run. So values that were not read are skipped, and the last one is given again until the
 * thread has done its next operation. After the end of the log, and when the node has left the
 * order, the clock and the host answer.
 */
#include "answers.h"

#include <inttypes.h>

/* ---- the clock ---- */

/* note_unseen: a value that the kernels do not see. */
static void
note_unseen(Answers *a, const ClockRead *r)
{
	if (r->noted || a->nunnoted++ > 0)
		return;
	if (!target_put_function(a->target, r->node, r->at, &a->unnoted))
		buf_printf(&a->unnoted, "0x%x", r->at);
	buf_printf(&a->unnoted, " on %s", TARGET_NODE(a->target, r->node));
}

Word
answers_clock(Answers *a, SyncLogThread *log, ClockGiven *given, uint64_t last, const ClockRead *r)
{
	const Input *i = log ? inputs_find(&log->inputs, last, INPUT_CLOCK) : NULL;
	int priority = r->high ? HIGH : LOW;

	note_unseen(a, r);
	if (i) {
		given->is_given[priority] = true;
		given->value[priority] = i->value;
		inputs_next(&log->inputs);
	} else if (!log || !given->is_given[priority] || (!log->more && !log->inputs.more)) {
		return r->value;
	}
	return given->value[priority];
}

/* ---- the host ---- */

static void
put_place(const Answers *a, const SyncThreadInfo *t, uint64_t last, const HostInput *i, Buf *out)
{
	buf_printf(out, "thread %u.%u after its operation at time %" PRIu64
		", node %u before instruction %" PRIu64,
		target_number(a->target, t->node), t->number, last,
		target_number(a->target, i->node), i->count);
}

const uint8_t *
answers_input(Answers *a, SyncLogThread *log, const SyncThreadInfo *thread, uint64_t last,
	HostInput *i)
{
	const Input *logged = log ? inputs_find(&log->inputs, last, INPUT_HOST) : NULL;
	const uint8_t *bytes;
	bool same;

	if (!log || (!logged && !log->more && !log->inputs.more))
		return NULL;
	if (!logged || logged->nbytes > i->room) {
		if (a->nextra++ == 0)
			put_place(a, thread, last, i, &a->extra);
		return NULL;
	}
	same = inputs_same(logged, &(Input){.bytes = i->bytes, .nbytes = i->nbytes});
	if (!same && a->nother++ == 0)
		put_place(a, thread, last, i, &a->other);
	bytes = same ? NULL : logged->bytes;
	i->nbytes = logged->nbytes;
	inputs_next(&log->inputs);
	return bytes;
}

/* ---- the end ---- */

static void
tell_messages(const char *file, uint64_t n, const char *what, const Buf *first)
{
	if (n > 0)
		fprintf(stderr, "%s: %" PRIu64 " message%s of the host %s; the first: %.*s\n", file,
			n, n == 1 ? "" : "s", what, (int)first->len, (const char *)first->data);
}

bool
answers_tell(const Answers *a, const char *file)
{
	tell_messages(file, a->nother, "replaced by what the log has", &a->other);
	tell_messages(file, a->nextra, "not in the log", &a->extra);
	return a->nextra == 0;
}

void
answers_free(Answers *a)
{
	buf_free(&a->other);
	buf_free(&a->extra);
	buf_free(&a->unnoted);
}
