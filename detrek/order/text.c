/*
 * text.c - the orders of a trace as text: .po, or a line of a set.
 *
 * .po     states <reachable states>                           by brute force only
 *         deadlock <task>.<done> ...                          in order of counts
 *         deadlocks <n>, the first is --deadlock=<k>: <task> W<sem>, ...
 *                                                             n deadlocks have the same waits
 *         stamp <task>.<k> <op><sem> <entry for each task>    a line for each event
 *         must <event> -> <event>                             transitive reduction between tasks
 *         unknown <event> .. <event> -> <event>               neither proven nor refuted in time
 *         race <receive> got <send>, could get <send>         messages of a recording, with places
 *         unknown race ...                                    not shown, and not refuted
 *         unknown deadlock                                    the list of deadlocks may be
 *                                                             incomplete
 */
#include "order.h"

#include <string.h>

/* The texts about a method. */
typedef struct MethodText {
	const char *name;
	const char *what; /* the orders that it finds */
	const char *how;  /* how it finds them */
} MethodText;

static const MethodText methods[] = {
	[METHOD_AUTO] = {"auto", "", ""},
	[METHOD_EXACT] = {"exact", "exact \"must happen before\"", "by bounds and search"},
	[METHOD_BRUTE] = {"brute", "exact \"must happen before\"", "by exhaustive search"},
	[METHOD_BOUNDS] = {"bounds", "safe \"must happen before\"", "by bounds"},
	[METHOD_PAPER] = {"paper", "safe \"must happen before\"", "by rewind and expansion"},
	[METHOD_ORIGINAL] = {"original", "safe \"must happen before\"", "by rewind"},
	[METHOD_OBSERVED] = {"observed", "\"happened before\"", "as observed"},
};

enum { NMETHODS = sizeof methods / sizeof *methods };

bool
method_parse(const char *name, OrderMethod *m)
{
	for (int i = 0; i < NMETHODS; i++) {
		if (strcmp(methods[i].name, name) == 0) {
			*m = i;
			return true;
		}
	}
	return false;
}

const char *
method_name(OrderMethod m)
{
	return methods[m].name;
}

uint32_t
orders_direct_predecessor(const SemTrace *t, const Orders *o, uint32_t e, uint32_t task)
{
	uint32_t own = t->event[e].task;
	const Count *stamp = sem_stamp_row(t, o->low, e);

	if (task == own || stamp[task] == 0)
		return NO_EVENT;
	if (stamp[own] > 1 && sem_stamp_row(t, o->low, e - 1)[task] >= stamp[task])
		return NO_EVENT; /* this is by far the most frequent case */
	for (uint32_t i = 0; i < t->ntasks; i++) {
		Count k = i == own ? stamp[i] - 1 : stamp[i];

		if (i != task && k > 0 &&
		    sem_stamp_row(t, o->low, t->first[i] + k - 1)[task] >= stamp[task])
			return NO_EVENT;
	}
	return t->first[task] + stamp[task] - 1;
}

/*
 * write_number: print a number without fprintf, which would dominate the run time, because most of
 * the output is stamps.
 */
static void
write_number(FILE *out, uint32_t n)
{
	char digits[10];
	int i = 0;

	do
		digits[i++] = '0' + n % 10;
	while (n /= 10);
	while (i > 0)
		putc_unlocked(digits[--i], out);
}

void
semevent_write(FILE *out, const SemTrace *t, uint32_t e)
{
	fputs(t->task[t->event[e].task], out);
	putc('.', out);
	write_number(out, sem_event_number(t, e));
}

void
semstate_write(FILE *out, const SemTrace *t, const Count *done)
{
	for (uint32_t i = 0; i < t->ntasks; i++)
		fprintf(out, " %s.%u", t->task[i], done[i]);
	putc('\n', out);
}

/* write_head: print the first lines with file, method and tasks. */
static void
write_head(FILE *out, const SemTrace *t, const Orders *o)
{
	const char *slash = strrchr(t->file, '/'), *base = slash ? slash + 1 : t->file;
	int stem = strlen(base);

	if (stem > 4 && strcmp(base + stem - 4, ".sem") == 0)
		stem -= 4;
	fprintf(out, "# %.*s.po: %s of %s %s; stamps in task order", stem, base,
		methods[o->method].what, base, methods[o->method].how);
	for (uint32_t i = 0; i < t->ntasks; i++)
		fprintf(out, " %s", t->task[i]);
	putc('\n', out);
}

/* write_stamps: print each event with its stamp. */
static void
write_stamps(FILE *out, const SemTrace *t, const Orders *o)
{
	for (uint32_t e = 0; e < t->nevents; e++) {
		const Count *stamp = sem_stamp_row(t, o->low, e);

		fputs("stamp ", out);
		semevent_write(out, t, e);
		fprintf(out, " %c%s", sem_letter(&t->event[e]), t->sem[t->event[e].sem]);
		for (uint32_t i = 0; i < t->ntasks; i++) {
			putc_unlocked(' ', out);
			write_number(out, stamp[i]);
		}
		putc('\n', out);
	}
}

/* write_musts: print the pairs of events of which the first must precede the second. */
static void
write_musts(FILE *out, const SemTrace *t, const Orders *o)
{
	for (uint32_t e = 0; e < t->nevents; e++) {
		for (uint32_t i = 0; i < t->ntasks; i++) {
			uint32_t before = orders_direct_predecessor(t, o, e, i);

			if (before == NO_EVENT)
				continue;
			fputs("must ", out);
			semevent_write(out, t, before);
			fputs(" -> ", out);
			semevent_write(out, t, e);
			putc('\n', out);
		}
	}
}

/*
 * write_unknowns: print for each event the ranges of events that may or may not have to precede it.
 */
static void
write_unknowns(FILE *out, const SemTrace *t, const Orders *o)
{
	for (uint32_t e = 0; e < t->nevents; e++) {
		for (uint32_t i = 0; i < t->ntasks; i++) {
			Count low = sem_stamp_row(t, o->low, e)[i],
				high = sem_stamp_row(t, o->high, e)[i];

			if (low == high)
				continue;
			fputs("unknown ", out);
			semevent_write(out, t, t->first[i] + low);
			fputs(" .. ", out);
			semevent_write(out, t, t->first[i] + high - 1);
			fputs(" -> ", out);
			semevent_write(out, t, e);
			putc('\n', out);
		}
	}
}

/* write_waits: print which task waits for which semaphore in the group's deadlocks. */
static void
write_waits(FILE *out, const SemTrace *t, const DeadlockGroup *g)
{
	const char *between = "";

	for (uint32_t i = 0; i < t->ntasks; i++) {
		if (g->waits[i] == NO_EVENT)
			continue;
		fprintf(out, "%s %s W%s", between, t->task[i], t->sem[g->waits[i]]);
		between = ",";
	}
}

/*
 * write_deadlocks: write the first deadlock of each group, and how many others have the same waits.
 */
static void
write_deadlocks(FILE *out, const SemTrace *t, const Orders *o)
{
	DeadlockGroups g = deadlock_groups(t, o);

	for (uint32_t i = 0; i < g.n; i++) {
		fputs("deadlock", out);
		semstate_write(out, t, o->deadlock + (size_t)g.group[i].first * t->ntasks);
		if (g.group[i].ndeadlocks == 1)
			continue;
		fprintf(out, "deadlocks %u, the first is --deadlock=%u:", g.group[i].ndeadlocks,
			g.group[i].first + 1);
		write_waits(out, t, &g.group[i]);
		putc('\n', out);
	}
	deadlock_groups_free(&g);
}

void
orders_write_po(FILE *out, const SemTrace *t, const Orders *o)
{
	write_head(out, t, o);
	if (o->states > 0)
		fprintf(out, "states %llu\n", (unsigned long long)o->states);
	write_deadlocks(out, t, o);
	write_stamps(out, t, o);
	write_musts(out, t, o);
	if (o->high)
		write_unknowns(out, t, o);
	if (o->deadlocks_sought && !o->deadlocks_known)
		fputs("unknown deadlock\n", out);
}

/* write_event: print an event, with its place in the source if it is known. */
static void
write_event(FILE *out, const SemTrace *t, uint32_t e, const char *place)
{
	semevent_write(out, t, e);
	if (place)
		fprintf(out, " (%s)", place);
}

/* write_sent: write the send whose message a receive gets; NO_EVENT: none. */
static void
write_sent(FILE *out, const SemTrace *t, uint32_t send, const char *place)
{
	if (send == NO_EVENT)
		fputs("none", out);
	else
		write_event(out, t, send, place);
}

void
message_races_write(FILE *out, const SemTrace *t, const OrderMessages *m, const OrderRaces *r)
{
	for (uint32_t i = 0; i < r->n; i++) {
		RaceEvents e = race_events(m, &r->race[i]);

		fputs(r->race[i].answer == ANSWER_YES ? "race " : "unknown race ", out);
		write_event(out, t, e.receive, e.received_at);
		fputs(" got ", out);
		write_sent(out, t, e.got, e.got_from);
		fputs(", could get ", out);
		write_sent(out, t, e.other, e.other_from);
		putc('\n', out);
	}
}

/*
 * fits_digits: true if one digit suffices for each entry of a stamp: no task has more events than
 * there are digits.
 */
static bool
fits_digits(const SemTrace *t)
{
	for (uint32_t i = 0; i < t->ntasks; i++)
		if (sem_task_length(t, i) >= DIGITS)
			return false;
	return true;
}

void
orders_write_line(FILE *out, const SemTrace *t, const Orders *o)
{
	fprintf(out, "%s %u %u ", t->id, t->ntasks, t->nsems);
	for (uint32_t i = 0; i < t->nevents; i++) {
		const SemEvent *e = &t->event[t->observed[i]];

		fprintf(out, "%c%c%c", sem_digit(e->task), sem_letter(e), sem_digit(e->sem));
	}
	if (o && fits_digits(t)) {
		putc(' ', out);
		for (uint32_t i = 0; i < t->nevents; i++) {
			const Count *stamp = sem_stamp_row(t, o->low, t->observed[i]);

			for (uint32_t j = 0; j < t->ntasks; j++)
				putc(sem_digit(stamp[j]), out);
		}
	}
	putc('\n', out);
}
