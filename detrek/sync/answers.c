/*
 * answers.c - gives the threads of a run with a forced log the values from outside that the log has
 * after the thread's last operation. So a program that uses the time or its input behaves as in the
 * logged run.
 *
 * A thread that waits for something may look at the clock more often, or less often, than in the
 * logged run. So values that were not read are skipped, and the last one is given again until the
 * thread has done its next operation. After the end of the log, or when the node has left the
 * order, the values come from the simulated clock and the host.
 *
 * A receive that does not wait finds no message as often as in the log, unless the thread itself
 * asks more often or less often; a line at the end of the run reports this.
 */
#include "answers.h"

#include <inttypes.h>

/* ---- the clock ---- */

/* note_unlogged: note a value of the clock that the program reads, but the kernels' log lacks. */
static void
note_unlogged(Answers *a, const ClockRead *r)
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

	note_unlogged(a, r);
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

/* print_place: print the thread, its last operation and where it is in its program. */
static void
print_place(const Answers *a, const SyncThreadInfo *t, uint64_t last, NodeId n, uint64_t count,
	Buf *out)
{
	buf_printf(out, "thread %u.%u after its operation at time %" PRIu64
		", node %u before instruction %" PRIu64,
		target_number(a->target, t->node), t->number, last,
		target_number(a->target, n), count);
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
			print_place(a, thread, last, i->node, i->count, &a->extra);
		return NULL;
	}
	same = inputs_same(logged, &(Input){.bytes = i->bytes, .nbytes = i->nbytes});
	if (!same && a->nother++ == 0)
		print_place(a, thread, last, i->node, i->count, &a->other);
	bytes = same ? NULL : logged->bytes;
	i->nbytes = logged->nbytes;
	inputs_next(&log->inputs);
	return bytes;
}

/* ---- receives that find no message ---- */

void
answers_look(Answers *a, SyncLogThread *log, const SyncThreadInfo *thread, uint64_t last,
	const LookResult *l, const LogLook *done)
{
	if (looks_check(&log->looks, last, done))
		return;
	if (a->nlooked++ == 0)
		print_place(a, thread, last, l->node, l->count, &a->looked);
}

void
answers_choice(Answers *a, SyncLogThread *log, const SyncThreadInfo *thread, uint64_t last,
	const ChannelChoice *c)
{
	if (looks_check(&log->choices, last, &(LogLook){.seen = c->number != 0, .from = c->number}))
		return;
	if (a->nchosen++ == 0)
		print_place(a, thread, last, c->node, c->count, &a->chosen);
}

/* ---- the end ---- */

void
answers_end(Answers *a, const SyncLogThread *log)
{
	LookReader left = log->looks;

	looks_find(&left, UINT64_MAX);
	a->nskipped += left.skipped;
}

/*
 * print_messages: print how many messages of the host differed from the log in the way that `what`
 * says, and the first of them.
 */
static void
print_messages(const char *file, uint64_t n, const char *what, const Buf *first)
{
	if (n > 0)
		fprintf(stderr, "%s: %" PRIu64 " message%s of the host %s; the first: %.*s\n", file,
			n, n == 1 ? "" : "s", what, (int)first->len, (const char *)first->data);
}

/* print_first: warn of n differences of a kind, and show the first one. */
static void
print_first(const char *file, uint64_t n, const char *what, const Buf *first)
{
	fprintf(stderr, "%s: %" PRIu64 " %s; the first: %.*s\n", file, n, what, (int)first->len,
		(const char *)first->data);
}

bool
answers_print(const Answers *a, const char *file)
{
	print_messages(file, a->nother, "replaced by what the log has", &a->other);
	print_messages(file, a->nextra, "not in the log", &a->extra);
	if (a->nlooked > 0)
		print_first(file, a->nlooked, "receives without waiting, or probes, saw something "
			"else than in the log", &a->looked);
	if (a->nchosen > 0)
		print_first(file, a->nchosen, "alternatives took another channel than in the log",
			&a->chosen);
	if (a->nskipped > 0)
		fprintf(stderr, "%s: %" PRIu64 " receives without waiting, or probes, of the log "
			"were not done\n", file, a->nskipped);
	return a->nextra == 0;
}

void
answers_free(Answers *a)
{
	buf_free(&a->other);
	buf_free(&a->extra);
	buf_free(&a->looked);
	buf_free(&a->chosen);
	buf_free(&a->unnoted);
}
