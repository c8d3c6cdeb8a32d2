/* order.c - `trellis order`: finds the orders of a semaphore trace that hold in every execution. */
#include "run_messages.h"

#include "base/files.h"
#include "detrek/sync/sem_text.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_FILE = 1 << 30 }; /* bytes */

/*
 * read_text: read traces, or the operations of the threads of a recorded run, whose messages go to
 * `messages` unless that is NULL.
 */
static Buf
read_text(const char *file, SemMessages *messages)
{
	return sync_is_recording(file) ? sync_sem_text(file, messages)
		: file_read(file, MAX_FILE);
}

/* add_races: find the message races of a recording; add them to its JSON, or print them. */
static void
add_races(const OrderPlan *plan, const Recorded *r, const Deliveries *found, bool all,
	const Orders *o, json_t *json)
{
	OrderRaces races = message_races(r->t, &r->m, o, found, all, plan->seconds);

	if (json)
		json_object_set_new(json, "races", message_races_json(r->t, &r->m, &races));
	else
		message_races_write(stdout, r->t, &r->m, &races);
	free(races.race);
}

/* read_single: read the single .sem trace that a question refers to; it is kept in `set`. */
static const SemTrace *
read_single(SemSet *set, const char *file, SemMessages *messages)
{
	Buf text = read_text(file, messages);

	sem_read(set, file, &text);
	buf_free(&text);
	if (set->is_set)
		fatal("%s is a set of traces; expected one .sem trace", file);
	return &set->trace[0];
}

/* write_orders: print the orders of a trace in the chosen format. */
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

/*
 * is_order_found: true, for the exit status, if there is a deadlock or, in a set, an event whose
 * computed stamp differs from the given one.
 */
static bool
is_order_found(const SemTrace *t, const Orders *o)
{
	size_t size = (size_t)t->nevents * t->ntasks * sizeof *o->low;

	if (!t->id)
		return o->ndeadlocks > 0;
	return t->expected && memcmp(t->expected, o->low, size) != 0;
}

/*
 * parse_notes: the notes at the beginning of the text of a recorded run's operations: the variables
 * of its semaphores, and remarks on messages.
 */
static json_t *
parse_notes(const Buf *text)
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

/* add_remarks: add remarks on messages whose semaphores allow orders that the kernel does not. */
static void
add_remarks(json_t *notes, const SemMessages *m)
{
	json_t *more = parse_notes(&m->remarks);

	json_array_extend(notes, more);
	json_decref(more);
	if (m->nmisses > 0)
		json_array_append_new(notes, json_string("receives have found no message; "
			"deadlocks and witnesses may be impossible, because there a message may "
			"have been sent before"));
}

/* write_notes: print each note as a comment line. */
static void
write_notes(const json_t *notes)
{
	const json_t *note;
	size_t i;

	json_array_foreach(notes, i, note)
		printf("# %s\n", json_string_value(note));
}

/*
 * write_caution: warn that a deadlock of a recorded run's operations may be impossible for the
 * kernel.
 */
static void
write_caution(const Orders *o)
{
	if (o->ndeadlocks > 0)
		puts("# deadlocks are possible if each thread does the operations of this run; "
			"where these depend on\n# data, the program may leave the order: "
			"trellis run --sync-order shows it");
}

/*
 * find_recorded_orders: find the orders of a recorded run, and which other messages receives could
 * get.
 */
static bool
find_recorded_orders(const OrderOptions *o, const char *file, json_t *json)
{
	SemMessages messages = {0};
	Buf text = sync_sem_text(file, &messages);
	SemSet set = {0};
	json_t *notes = parse_notes(&text), *one;
	Deliveries *found;
	Orders orders;
	Recorded r;
	bool all, told = !json && !o->dot, is_found;

	sem_read(&set, file, &text);
	buf_free(&text);
	r = recorded_new(&set.trace[0], &messages);
	found = deliveries_new(r.t, &r.m);
	all = deliveries_explore(found);
	orders = orders_find(r.t, &o->plan);
	if (all && !r.m.exact)
		recorded_deadlocks(found, &orders);
	if (!all)
		add_remarks(notes, &messages);
	if (told)
		write_notes(notes);
	one = json ? orders_json(r.t, &orders) : NULL;
	is_found = is_order_found(r.t, &orders);
	if (told)
		write_caution(&orders);
	if (json)
		json_array_append_new(json, one);
	else
		write_orders(o, r.t, &orders);
	if (json)
		json_object_set(one, "notes", notes);
	if (!o->dot)
		add_races(&o->plan, &r, found, all, &orders, one);
	orders_free(&orders);
	json_decref(notes);
	deliveries_free(found);
	recorded_free(&r);
	sem_free(&set);
	sem_messages_free(&messages);
	return is_found;
}

/*
 * find_file_orders: find the orders of all traces of a file; add them to json (an array) or print
 * them.
 */
static bool
find_file_orders(const OrderOptions *o, const char *file, json_t *json)
{
	bool found = false;
	OrderPlan plan = o->plan;
	SemSet set = {0};
	Buf text;

	if (sync_is_recording(file))
		return find_recorded_orders(o, file, json);
	text = read_text(file, NULL);
	sem_read(&set, file, &text);
	buf_free(&text);
	plan.deadlocks &= json || !set.is_set; /* a line of a set does not show deadlocks */
	for (uint32_t i = 0; i < set.ntraces; i++) {
		Orders orders = orders_find(&set.trace[i], &plan);

		found |= is_order_found(&set.trace[i], &orders);
		if (json)
			json_array_append_new(json, orders_json(&set.trace[i], &orders));
		else
			write_orders(o, &set.trace[i], &orders);
		orders_free(&orders);
	}
	sem_free(&set);
	return found;
}

/* run_orders: find and print the orders of all files; returns the exit status. */
static int
run_orders(const OrderOptions *o)
{
	json_t *json = o->json ? json_array() : NULL;
	bool found = false;

	for (int i = 0; i < o->nfiles; i++)
		found |= find_file_orders(o, o->file[i], json);
	if (json)
		report_json(json);
	return found ? EXIT_FOUND : 0;
}

/*
 * write_pair: print `word`, the earlier event, `between` and the later event on a line of its own.
 */
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

/*
 * find_witness: search for an execution by the semaphores and, if they do not decide, by the
 * messages; then *found has the execution.
 */
static Answer
find_witness(const Recorded *r, EventPair p, double seconds, Deliveries **found, Schedule *s)
{
	Answer a = r->m.exact ? ANSWER_UNKNOWN : recorded_witness(r, p, found);

	if (*found)
		*s = deliveries_schedule(*found);
	return a != ANSWER_UNKNOWN ? a : witness_pair(r->t, p, seconds, s);
}

/* run_match: do --match: say whether a receive can get a message; returns the exit status. */
static int
run_match(const OrderOptions *o)
{
	SemSet set = {0};
	SemMessages messages = {0};
	const SemTrace *t = read_single(&set, o->file[0], &messages);
	Recorded r = recorded_new(t, &messages);
	int status = recorded_match(&r, o);

	recorded_free(&r);
	sem_free(&set);
	sem_messages_free(&messages);
	return status;
}

/*
 * run_witness: do --witness: print an execution in which the later event comes without the earlier;
 * returns the exit status.
 */
static int
run_witness(const OrderOptions *o)
{
	static const char *const words[] = {
		[ANSWER_NO] = "must", [ANSWER_YES] = "may", [ANSWER_UNKNOWN] = "unknown",
	};
	SemSet set = {0};
	SemMessages messages = {0};
	const SemTrace *t = read_single(&set, o->file[0], &messages);
	Recorded r = recorded_new(t, &messages);
	EventPair p = pair_parse(t, o->pair);
	Schedule s = {0};
	Deliveries *found = NULL;
	Answer a = find_witness(&r, p, o->plan.seconds, &found, &s);

	if (o->json) {
		report_json(json_pack("{sosossso}", "before", semevent_json(t, p.before), "after",
			semevent_json(t, p.after), "answer", words[a], "schedule",
			witness_json(t, &s)));
	} else if (a == ANSWER_YES) {
		write_pair("# may:", t, p.after, "without", p.before);
		if (!r.m.exact && !found)
			puts("# perhaps impossible: there are too many states of its messages");
		if (found)
			deliveries_write(stdout, found);
		else
			witness_write(stdout, t, &s);
	} else {
		write_pair(words[a], t, p.before, "->", p.after);
	}
	if (found)
		deliveries_free(found);
	free(s.event);
	recorded_free(&r);
	sem_free(&set);
	sem_messages_free(&messages);
	return a == ANSWER_YES ? EXIT_FOUND : 0;
}

/*
 * write_deadlock: write a deadlock, and an execution to it: `path` if that is not NULL (the
 * messages decide), otherwise an execution that the semaphores allow.
 */
static void
write_deadlock(const OrderOptions *o, const SemTrace *t, const Count *state, Deliveries *path)
{
	Schedule s = {0};

	if ((path ? deliveries_search_state(path, state) : witness_state(t, state, 0, &s))
		!= ANSWER_YES)
		fatal_at(t->file, 0, "too many states on the way to this deadlock");
	if (path)
		s = deliveries_schedule(path);
	if (o->json) {
		report_json(json_pack("{soso}", "deadlock", counts_json(state, t->ntasks),
			"schedule", witness_json(t, &s)));
	} else {
		printf("# deadlock");
		semstate_write(stdout, t, state);
		if (path)
			deliveries_write(stdout, path);
		else
			witness_write(stdout, t, &s);
	}
	free(s.event);
}

/*
 * replace_deadlocks: replace the deadlocks by those that the run's messages allow. Returns the
 * executions to them, or NULL if the semaphores decide.
 */
static Deliveries *
replace_deadlocks(const Recorded *r, Orders *o)
{
	Deliveries *found = r->m.exact ? NULL : deliveries_new(r->t, &r->m);
	bool all = found && deliveries_explore(found);

	if (all)
		recorded_deadlocks(found, o);
	if (found)
		deliveries_free(found);
	return all ? deliveries_new(r->t, &r->m) : NULL;
}

/* run_deadlock: do --deadlock: print a deadlock and an execution to it; returns the exit status. */
static int
run_deadlock(const OrderOptions *o)
{
	SemSet set = {0};
	SemMessages messages = {0};
	const SemTrace *t = read_single(&set, o->file[0], &messages);
	Recorded r = recorded_new(t, &messages);
	Orders orders = orders_find(t, &o->plan);
	Deliveries *path = replace_deadlocks(&r, &orders);
	uint32_t n = orders.ndeadlocks;

	if (!orders.deadlocks_sought)
		fatal("--method=%s finds no deadlocks; auto, exact and brute do",
			method_name(orders.method));
	if (n > 0 && o->deadlock > n)
		fatal("--deadlock=%llu: %u deadlocks are known of %s",
			(unsigned long long)o->deadlock, n, t->file);
	if (n > 0)
		write_deadlock(o, t, orders.deadlock + (o->deadlock - 1) * t->ntasks, path);
	else if (o->json)
		report_json(json_pack("{so}", "deadlock",
			orders.deadlocks_known ? json_false() : json_null()));
	else
		puts(orders.deadlocks_known ? "no deadlock" : "unknown deadlock");
	if (path)
		deliveries_free(path);
	orders_free(&orders);
	recorded_free(&r);
	sem_free(&set);
	sem_messages_free(&messages);
	return n > 0 ? EXIT_FOUND : 0;
}

/*
 * follow_schedule: do --run: execute a schedule in a trace, and print the steps; returns the exit
 * status.
 */
static int
follow_schedule(const OrderOptions *o)
{
	SemSet set = {0}, runs = {0};
	const SemTrace *t = read_single(&set, o->file[0], NULL);
	const SemTrace *run = read_single(&runs, o->schedule, NULL);
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

/* run_table: do --table: print how many orders each method misses; returns the exit status. */
static int
run_table(const OrderOptions *o)
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
	flawed = misses_have_errors(&table);
	free(table.row);
	return flawed ? EXIT_FOUND : 0;
}

/* run_generate: do --generate: print random traces; returns the exit status. */
static int
run_generate(const OrderOptions *o)
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

/* run_bench: do --bench: print what the methods cost; returns the exit status. */
static int
run_bench(const OrderOptions *o)
{
	(void)o; /* the measured traces are fixed */
	order_bench(stdout);
	return 0;
}

int
order_do(const OrderOptions *o)
{
	static int (*const modes[])(const OrderOptions *o) = {
		[MODE_ORDERS] = run_orders,
		[MODE_WITNESS] = run_witness,
		[MODE_MATCH] = run_match,
		[MODE_DEADLOCK] = run_deadlock,
		[MODE_RUN] = follow_schedule,
		[MODE_TABLE] = run_table,
		[MODE_GENERATE] = run_generate,
		[MODE_BENCH] = run_bench,
	};

	return modes[o->mode](o);
}
