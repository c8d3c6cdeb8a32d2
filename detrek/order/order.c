/* order.c - `trellis order`: which orders of a semaphore trace hold in every execution. */
#include "order.h"

#include "detrek/sync/sem_text.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_FILE = 1 << 30 }; /* bytes */

/* read_text: read traces, or the operations of the threads of a recorded run. */
static Buf
read_text(const char *file)
{
	return sync_is_recording(file) ? sync_sem_text(file, NULL) : file_read(file, MAX_FILE);
}

/* list_messages: those of a recorded run, whose events are those of the trace. */
static OrderMessages
list_messages(const SemTrace *t, const SemMessages *s)
{
	OrderMessages m = {.message = xcalloc(s->n + 1, sizeof *m.message), .n = s->n};

	m.sent_by = xmalloc(((size_t)t->nevents + 1) * sizeof *m.sent_by);
	for (uint32_t i = 0; i < t->nevents; i++)
		m.sent_by[i] = NO_EVENT;
	for (uint32_t i = 0; i < s->n; i++) {
		const SemMessage *from = &s->message[i];
		OrderMessage *to = &m.message[i];

		*to = (OrderMessage){.receive = NO_EVENT, .route = from->route, .type = from->type,
			.asked = from->asked, .exact = from->exact, .sent_at = from->sent_at,
			.received_at = from->received_at};
		semevent_parse(t, from->send, &to->send);
		if (from->receive)
			semevent_parse(t, from->receive, &to->receive);
		m.sent_by[to->send] = i;
	}
	return m;
}

/* do_races: find the message races of a recording; add them to its JSON, or print them. */
static void
do_races(const OrderPlan *plan, const SemTrace *t, const SemMessages *s, const Orders *o,
	json_t *json)
{
	OrderMessages m = list_messages(t, s);
	OrderRaces r = message_races(t, &m, o, plan->seconds);

	if (json)
		json_object_set_new(json, "races", message_races_json(t, &m, &r));
	else
		message_races_write(stdout, t, &m, &r);
	free(r.race);
	free(m.message);
	free(m.sent_by);
}

/* Read the single .sem trace that a question refers to; it is kept in `set`. */
static const SemTrace *
read_single(SemSet *set, const char *file)
{
	Buf text = read_text(file);

	sem_read(set, file, &text);
	buf_free(&text);
	if (set->lines)
		fatal("%s is a set of traces; expected one .sem trace", file);
	return &set->trace[0];
}

static void
write_orders(const OrderOptions *o, const SemTrace *t, const Orders *orders)
{
	Buf dot = {0};

	if (o->dot) {
		orders_dot(&dot, t, orders);
		fwrite(dot.data, 1, dot.len, stdout);
		buf_free(&dot);
	} else if (t->id) {
		orders_write_line(stdout, t, orders);
	} else {
		orders_write_po(stdout, t, orders);
	}
}

/* True if there is a deadlock or, in a set, stamps that differ from the given ones. */
static bool
is_order_found(const SemTrace *t, const Orders *o)
{
	size_t size = (size_t)t->nevents * t->ntasks * sizeof *o->low;

	if (!t->id)
		return o->ndeadlocks > 0;
	return t->expected && memcmp(t->expected, o->low, size) != 0;
}

/*
 * notes_of: what the text of a recorded run's operations begins with: the variables of its
 * semaphores, and remarks on messages.
 */
static json_t *
notes_of(const Buf *text)
{
	const char *at = (const char *)text->data, *end = at + text->len;
	json_t *notes = json_array();

	while (at < end && *at == '#') {
		const char *next = memchr(at, '\n', end - at);

		at += strlen("# ");
		json_array_append_new(notes, json_stringn(at, next - at));
		at = next + 1;
	}
	return notes;
}

static void
write_notes(const json_t *notes)
{
	const json_t *note;
	size_t i;

	json_array_foreach(notes, i, note)
		printf("# %s\n", json_string_value(note));
}

/* Say what a deadlock of a recorded run's operations is worth. */
static void
write_caution(const Orders *o)
{
	if (o->ndeadlocks > 0)
		puts("# deadlocks are possible if each thread does the operations of this run; "
			"where these depend on\n# data, the program may leave the order: "
			"trellis run --sync-order shows it");
}

/* Find the orders of all traces of a file; add them to json (an array) or print them. */
static bool
do_file(const OrderOptions *o, const char *file, json_t *json)
{
	SemMessages messages = {0};
	bool found = false, recorded = sync_is_recording(file), told = recorded && !json && !o->dot;
	Buf text = recorded ? sync_sem_text(file, &messages) : read_text(file);
	json_t *notes = recorded ? notes_of(&text) : NULL;
	OrderPlan plan = o->plan;
	SemSet set = {0};

	sem_read(&set, file, &text);
	buf_free(&text);
	if (told)
		write_notes(notes);
	plan.deadlocks &= json || !set.lines; /* a line of a set does not show deadlocks */
	for (uint32_t i = 0; i < set.ntraces; i++) {
		Orders orders = orders_find(&set.trace[i], &plan);
		json_t *one = json ? orders_json(&set.trace[i], &orders) : NULL;

		found |= is_order_found(&set.trace[i], &orders);
		if (told)
			write_caution(&orders);
		if (json)
			json_array_append_new(json, one);
		else
			write_orders(o, &set.trace[i], &orders);
		if (json && recorded)
			json_object_set(one, "notes", notes);
		if (recorded && !o->dot)
			do_races(&plan, &set.trace[i], &messages, &orders, one);
		orders_free(&orders);
	}
	json_decref(notes);
	sem_free(&set);
	sem_messages_free(&messages);
	return found;
}

static int
do_orders(const OrderOptions *o)
{
	json_t *json = o->json ? json_array() : NULL;
	bool found = false;

	for (int i = 0; i < o->nfiles; i++)
		found |= do_file(o, o->file[i], json);
	if (json)
		report_json(json);
	return found ? EXIT_FOUND : 0;
}

/* word, earlier event, between, later event, on a line of its own */
static void
write_pair(const char *word, const SemTrace *t, uint32_t first, const char *between,
	uint32_t second)
{
	printf("%s ", word);
	semevent_write(stdout, t, first);
	printf(" %s ", between);
	semevent_write(stdout, t, second);
	putchar('\n');
}

static int
do_witness(const OrderOptions *o)
{
	static const char *const words[] = {
		[ANSWER_NO] = "must", [ANSWER_YES] = "may", [ANSWER_UNKNOWN] = "unknown",
	};
	SemSet set = {0};
	const SemTrace *t = read_single(&set, o->file[0]);
	EventPair p = pair_parse(t, o->pair);
	Schedule s = {0};
	Answer a = witness_pair(t, p, o->plan.seconds, &s);

	if (o->json) {
		report_json(json_pack("{sosossso}", "before", semevent_json(t, p.before), "after",
			semevent_json(t, p.after), "answer", words[a], "schedule",
			witness_json(t, &s)));
	} else if (a == ANSWER_YES) {
		write_pair("# may:", t, p.after, "without", p.before);
		witness_write(stdout, t, &s);
	} else {
		write_pair(words[a], t, p.before, "->", p.after);
	}
	free(s.event);
	sem_free(&set);
	return a == ANSWER_YES ? EXIT_FOUND : 0;
}

static void
write_deadlock(const OrderOptions *o, const SemTrace *t, const Count *state)
{
	Schedule s = {0};

	if (witness_state(t, state, 0, &s) != ANSWER_YES)
		fatal_at(t->file, 0, "too many states on the way to this deadlock");
	if (o->json) {
		report_json(json_pack("{soso}", "deadlock", counts_json(state, t->ntasks),
			"schedule", witness_json(t, &s)));
	} else {
		printf("# deadlock");
		semstate_write(stdout, t, state);
		witness_write(stdout, t, &s);
	}
	free(s.event);
}

static int
do_deadlock(const OrderOptions *o)
{
	SemSet set = {0};
	const SemTrace *t = read_single(&set, o->file[0]);
	Orders orders = orders_find(t, &o->plan);
	uint32_t n = orders.ndeadlocks;

	if (!orders.deadlocks_sought)
		fatal("--method=%s finds no deadlocks; auto, exact and brute do",
			method_name(orders.method));
	if (n > 0 && o->deadlock > n)
		fatal("--deadlock=%llu: %u deadlocks are known of %s",
			(unsigned long long)o->deadlock, n, t->file);
	if (n > 0)
		write_deadlock(o, t, orders.deadlock + (o->deadlock - 1) * t->ntasks);
	else if (o->json)
		report_json(json_pack("{so}", "deadlock",
			orders.deadlocks_known ? json_false() : json_null()));
	else
		puts(orders.deadlocks_known ? "no deadlock" : "unknown deadlock");
	orders_free(&orders);
	sem_free(&set);
	return n > 0 ? EXIT_FOUND : 0;
}

static int
follow_schedule(const OrderOptions *o)
{
	SemSet set = {0}, runs = {0};
	const SemTrace *t = read_single(&set, o->file[0]), *run = read_single(&runs, o->schedule);
	EventPair p = {NO_EVENT, NO_EVENT};
	RunOutcome end;

	if (o->pair)
		p = pair_parse(t, o->pair);
	end = witness_run(o->json ? NULL : stdout, t, run, o->pair ? &p : NULL);
	if (o->json) {
		report_json(json_pack("{sisbsbsb}", "steps", end.nsteps, "deadlock", end.deadlock,
			"complete", end.complete, "shown", end.shown));
	} else {
		puts(end.deadlock ? "end: deadlock" : end.complete ? "end: all events have happened"
			: "end: other events can happen now");
		if (o->pair)
			write_pair(end.shown ? "shown:" : "not shown:", t, p.after, "without",
				p.before);
	}
	sem_free(&set);
	sem_free(&runs);
	return end.deadlock || end.shown ? EXIT_FOUND : 0;
}

static int
do_table(const OrderOptions *o)
{
	MissTable table = {0};
	bool flawed;

	for (int i = 0; i < o->nfiles; i++) {
		Buf text = file_read(o->file[i], MAX_FILE);
		SemSet set = {0};

		sem_read(&set, o->file[i], &text);
		buf_free(&text);
		for (uint32_t j = 0; j < set.ntraces; j++)
			misses_add(&table, &set.trace[j], o->plan.seconds);
		sem_free(&set);
	}
	if (o->json)
		report_json(misses_json(&table));
	else
		misses_write(stdout, &table);
	flawed = misses_flawed(&table);
	free(table.row);
	return flawed ? EXIT_FOUND : 0;
}

static int
do_generate(const OrderOptions *o)
{
	RandomTraces r = o->random;
	OrderPlan plan = o->plan;

	plan.deadlocks = false;
	printf("# %llu random traces of %u events, seed %llu: 2 to %u tasks, 1 to %u semaphores\n",
		(unsigned long long)o->ngenerate, r.nevents, (unsigned long long)r.seed,
		r.maxtasks, r.maxsems);
	for (uint64_t i = 0; i < o->ngenerate; i++) {
		Arena a = {0};
		SemTrace t;
		Orders orders;

		random_trace(&r, &t, &a);
		orders = orders_find(&t, &plan);
		orders_write_line(stdout, &t, &orders);
		orders_free(&orders);
		arena_free(&a);
	}
	return 0;
}

static int
do_bench(const OrderOptions *o)
{
	(void)o; /* its traces are fixed */
	order_bench(stdout);
	return 0;
}

int
order_do(const OrderOptions *o)
{
	static int (*const modes[])(const OrderOptions *o) = {
		[MODE_ORDERS] = do_orders,
		[MODE_WITNESS] = do_witness,
		[MODE_DEADLOCK] = do_deadlock,
		[MODE_RUN] = follow_schedule,
		[MODE_TABLE] = do_table,
		[MODE_GENERATE] = do_generate,
		[MODE_BENCH] = do_bench,
	};

	return modes[o->mode](o);
}
