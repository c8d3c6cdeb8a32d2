/*
 * read.c - readers of semaphore traces.
 *
 * .sem    <task> S|W <semaphore> [<signal>]
 *         a line for each event, in order of completion; a wait may name the signal that it takes,
 *         <task>.<number>, which is used for forced runs and does not change orders
 * set     <id> <tasks> <semaphores> <events> [<stamps>]
 *         a line for each trace: events are three characters each (task, S or W, semaphore),
 *         stamps have one digit for each entry: for each event in order of completion, for each
 *         task; digits are 0-9, a-z, A-Z for 0 to 61
 *
 * In both, # starts a comment. All semaphores start at 0, so a completed wait must follow a signal.
 */
#include "order.h"

#include <ctype.h>
#include <string.h>

enum {
	MAX_NAME = 64,        /* the most characters of a name */
	MAX_EVENTS = 1 << 27, /* per trace: sums of events' numbers fit in 32 bits */
};

/* The state of a reader, in addition to the lines of the text. */
typedef struct Reader {
	Lines lines;
	SemSet *set;
	uint32_t *value; /* [nvalues] present values of the semaphores */
	uint32_t nvalues, valuecap;
} Reader;

static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

char
sem_digit(uint32_t n)
{
	return digits[n];
}

/* digit_value: the value of a digit, or DIGITS if it is not one. */
static uint32_t
digit_value(char c)
{
	const char *d = strchr(digits, c);

	return d ? d - digits : DIGITS;
}

/*
 * make_digit_names: the names of n tasks or semaphores: one digit or letter each; when there are no
 * more, numbers.
 */
static char **
make_digit_names(Arena *a, uint32_t n)
{
	char **name = arena_alloc(a, n, sizeof *name);

	for (uint32_t i = 0; i < n; i++) {
		char number[12];

		snprintf(number, sizeof number, "%u", i);
		name[i] = i < DIGITS ? arena_strndup(a, &digits[i], 1)
			: arena_strndup(a, number, strlen(number));
	}
	return name;
}

uint32_t *
sem_positions(const SemTrace *t)
{
	uint32_t *position = xcalloc(t->nevents + 1, sizeof *position);

	for (uint32_t i = 0; i < t->nevents; i++)
		position[t->observed[i]] = i;
	return position;
}

void
sem_name_by_digits(SemTrace *t, uint32_t ntasks, uint32_t nsems)
{
	t->ntasks = ntasks;
	t->nsems = nsems;
	t->task = make_digit_names(t->arena, ntasks);
	t->sem = make_digit_names(t->arena, nsems);
}

void
sem_add(SemTrace *t, SemEvent e)
{
	t->event = arena_grow(t->arena, t->event, t->nevents, &t->eventcap, sizeof *t->event);
	t->event[t->nevents++] = e;
}

void
sem_finish(SemTrace *t)
{
	SemEvent *event = arena_alloc(t->arena, t->nevents, sizeof *event);
	uint32_t *next = arena_alloc(t->arena, t->ntasks, sizeof *next);

	t->first = arena_alloc(t->arena, t->ntasks + 1, sizeof *t->first);
	t->observed = arena_alloc(t->arena, t->nevents, sizeof *t->observed);
	for (uint32_t i = 0; i < t->nevents; i++)
		t->first[t->event[i].task + 1]++;
	for (uint32_t i = 0; i < t->ntasks; i++)
		t->first[i + 1] += t->first[i];
	memcpy(next, t->first, t->ntasks * sizeof *next);
	for (uint32_t i = 0; i < t->nevents; i++) {
		uint32_t e = next[t->event[i].task]++;

		event[e] = t->event[i];
		t->observed[i] = e;
	}
	t->event = event;
}

void
sem_free(SemSet *set)
{
	arena_free(&set->arena);
	*set = (SemSet){0};
}

/* new_trace: append an empty trace to the set. */
static SemTrace *
new_trace(Reader *r)
{
	SemSet *set = r->set;
	SemTrace *t;

	set->trace = arena_grow(&set->arena, set->trace, set->ntraces, &set->cap,
		sizeof *set->trace);
	t = &set->trace[set->ntraces++];
	*t = (SemTrace){.file = r->lines.file, .arena = &set->arena};
	for (uint32_t i = 0; i < r->nvalues; i++)
		r->value[i] = 0;
	return t;
}

/* quoted_length: the length of the beginning of a word that a message quotes. */
static int
quoted_length(const InputWord *w)
{
	return w->len > MAX_NAME ? MAX_NAME : w->len;
}

/* is_operation: tell if the text is the letter S or W. */
static bool
is_operation(const char *s, uint32_t len)
{
	return len == 1 && (*s == 'S' || *s == 'W');
}

/*
 * execute_operation: execute an operation on a semaphore, for the check of the input; false if it
 * is a wait for which there is no signal.
 */
static bool
execute_operation(Reader *r, uint32_t sem, bool wait)
{
	while (r->nvalues <= sem) {
		r->value = arena_grow(&r->set->arena, r->value, r->nvalues, &r->valuecap,
			sizeof *r->value);
		r->value[r->nvalues++] = 0;
	}
	if (wait && r->value[sem] == 0)
		return false;
	r->value[sem] += wait ? -1 : 1;
	return true;
}

/* read_event: read a line `TASK S|W SEMAPHORE`, and append its event. */
static void
read_event(Reader *r, SemTrace *t, Symbols *tasks, Symbols *sems)
{
	const Lines *l = &r->lines;
	const InputWord *w = l->word;
	SemEvent e = {.line = l->line};

	if (l->n != 3 && !(l->n == 4 && w[1].len == 1 && w[1].s[0] == 'W'))
		lines_fatal(l, "%u words where an event has 3: task, S or W, semaphore", l->n);
	if (!is_operation(w[1].s, w[1].len))
		lines_fatal(l, "operation '%.*s' is neither S (signal) nor W (wait)",
			quoted_length(&w[1]), w[1].s);
	if (w[0].len > MAX_NAME || w[2].len > MAX_NAME)
		lines_fatal(l, "a name of more than %d characters", MAX_NAME);
	if (t->nevents == MAX_EVENTS)
		lines_fatal(l, "more than %d events in one trace", MAX_EVENTS);
	e.task = symbols_add(tasks, w[0].s, w[0].len);
	e.sem = symbols_add(sems, w[2].s, w[2].len);
	e.wait = w[1].s[0] == 'W';
	if (!execute_operation(r, e.sem, e.wait))
		lines_fatal(l, "task %s waits on semaphore %s, which has no signal left; events"
			" stand in the order in which they completed", tasks->text[e.task],
			sems->text[e.sem]);
	sem_add(t, e);
}

/* sort_tasks: sort the tasks, which were numbered in order of appearance, by name. */
static void
sort_tasks(SemTrace *t, const Symbols *tasks)
{
	uint32_t *sorted = symbols_sorted(tasks, t->arena);
	uint32_t *number = arena_alloc(t->arena, tasks->n, sizeof *number);

	t->ntasks = tasks->n;
	t->task = arena_alloc(t->arena, tasks->n, sizeof *t->task);
	for (uint32_t i = 0; i < tasks->n; i++) {
		t->task[i] = tasks->text[sorted[i]];
		number[sorted[i]] = i;
	}
	for (uint32_t i = 0; i < t->nevents; i++)
		t->event[i].task = number[t->event[i].task];
}

/* read_trace: read one trace of a .sem file. */
static void
read_trace(Reader *r)
{
	SemTrace *t = new_trace(r);
	Symbols tasks = symbols_new(t->arena), sems = symbols_new(t->arena);

	do
		read_event(r, t, &tasks, &sems);
	while (lines_next(&r->lines));
	t->nsems = sems.n;
	t->sem = sems.text;
	sort_tasks(t, &tasks);
	sem_finish(t);
}

/*
 * read_count: read a number, from 1 to DIGITS, that is a word of a set's line; `what` names it in
 * messages.
 */
static uint32_t
read_count(const Lines *l, uint32_t word, const char *what)
{
	const InputWord *w = &l->word[word];
	uint32_t n = 0;

	for (uint32_t i = 0; i < w->len; i++)
		n = isdigit((uint8_t)w->s[i]) && n <= DIGITS ? n * 10 + w->s[i] - '0' : DIGITS + 1;
	if (n == 0 || n > DIGITS)
		lines_fatal(l, "'%.*s' is not a number of %s (1 to %d)", quoted_length(w), w->s,
			what, DIGITS);
	return n;
}

/* read_set_events: read the events of a line of a set, three characters each. */
static void
read_set_events(Reader *r, SemTrace *t)
{
	const Lines *l = &r->lines;
	const InputWord *w = &l->word[3];

	if (w->len % 3 != 0)
		lines_fatal(l, "the events are %u characters long, no multiple of 3: task, S or W,"
			" semaphore", w->len);
	for (uint32_t i = 0; i < w->len; i += 3) {
		const char *s = w->s + i;
		SemEvent e = {digit_value(s[0]), digit_value(s[2]), 0, s[1] == 'W'};

		if (e.task >= t->ntasks || e.sem >= t->nsems || !is_operation(s + 1, 1))
			lines_fatal(l, "event %u, '%.3s', is not a task below %u, S or W, and a"
				" semaphore below %u", t->nevents + 1, s, t->ntasks, t->nsems);
		if (!execute_operation(r, e.sem, e.wait))
			lines_fatal(l, "event %u, '%.3s', waits on a semaphore that has no signal"
				" left", t->nevents + 1, s);
		sem_add(t, e);
	}
}

/*
 * read_set_stamps: read the expected stamps of a line of a set, one digit for each event and task.
 */
static void
read_set_stamps(const Lines *l, SemTrace *t)
{
	const InputWord *w = &l->word[4];
	size_t n = (size_t)t->nevents * t->ntasks;
	const char *s = w->s;

	if (w->len != n)
		lines_fatal(l, "%u stamp entries; %u events of %u tasks have %zu", w->len,
			t->nevents, t->ntasks, n);
	t->expected = arena_alloc(t->arena, n, sizeof *t->expected);
	for (uint32_t i = 0; i < t->nevents; i++) {
		for (uint32_t j = 0; j < t->ntasks; j++, s++) {
			uint32_t v = digit_value(*s);

			if (v > sem_task_length(t, j))
				lines_fatal(l,
					"stamp of event %u: '%c' is not a number of events of"
					" task %s, which has %u",
					i + 1, *s, t->task[j], sem_task_length(t, j));
			sem_stamp_row(t, t->expected, t->observed[i])[j] = v;
		}
	}
}

/* read_set_line: read a trace from one line of a set: name, tasks, semaphores, events, stamps. */
static void
read_set_line(Reader *r)
{
	const Lines *l = &r->lines;
	SemTrace *t = new_trace(r);

	if (l->n < 4 || l->n > 5)
		lines_fatal(l, "%u words where a trace of a set has 4 or 5: name, tasks,"
			" semaphores, events, stamps", l->n);
	t->line = l->line;
	t->id = arena_strndup(t->arena, l->word[0].s, l->word[0].len);
	sem_name_by_digits(t, read_count(l, 1, "tasks"), read_count(l, 2, "semaphores"));
	read_set_events(r, t);
	sem_finish(t);
	if (l->n == 5)
		read_set_stamps(l, t);
}

void
sem_read(SemSet *set, const char *file, const Buf *text)
{
	Reader r = {.set = set};
	Lines *l = &r.lines;

	*l = lines_start(&set->arena, file, (const char *)text->data, text->len);
	if (!lines_next(l))
		fatal_at(file, 0, "the trace has no events");
	set->is_set = l->n > 3 && !is_operation(l->word[1].s, l->word[1].len);
	if (!set->is_set) {
		read_trace(&r);
		return;
	}
	do
		read_set_line(&r);
	while (lines_next(l));
}
