/*
 * live_report.c - prints the races of a recorded run. Each race is a block of text, for a variable
 * and two source lines.
 *
 *	race on sum (sums.c:7) at 0x80016b20 of node 0
 *	  0.3 stores at sums.c:14, node 0 before instruction 61212
 *	    add (sums.c:14)
 *	    work (sums.c:22)
 *	  0.4 loads at ...
 *
 * The stacks are those at the first race of the two lines; `trellis debug` can go there.
 */
#include "live.h"

#include "base/terminal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A race: the racing pairs of instructions that have the same variable and the same two lines. */
typedef struct RaceGroup {
	const RacingPair *first;
	uint32_t npairs; /* number of pairs of instructions in the group */
	uint32_t nwords; /* number of words that have the race */
} RaceGroup;

/* A word of a variable, in a group. */
typedef struct GroupWord {
	uint32_t group;
	const Owner *owner;
	Addr addr;
} GroupWord;

/* ---- groups ---- */

/*
 * same_line: true if both accesses are at one line of a file or, where lines are not known, at one
 * instruction.
 */
static bool
same_line(const RacingAccess *a, const RacingAccess *b)
{
	if (!a->place.file || !b->place.file)
		return !a->place.file && !b->place.file && a->iptr == b->iptr;
	return a->place.line == b->place.line && strcmp(a->place.file, b->place.file) == 0;
}

/*
 * same_owner: true if both count as one variable: a global variable of a program on all nodes, or
 * the blocks that one thread allocated.
 */
static bool
same_owner(const Owner *a, const Owner *b)
{
	if (a->kind == OWNER_GLOBAL && a->global)
		return a->global == b->global;
	return a->kind == b->kind && a->kind != OWNER_GLOBAL ? a->thread == b->thread : a == b;
}

/*
 * same_race: true if both pairs have the same two lines and variable, so that the report shows them
 * as one race.
 */
static bool
same_race(const RacingPair *x, const RacingPair *y)
{
	return same_owner(x->owner, y->owner)
		&& ((same_line(&x->a, &y->a) && same_line(&x->b, &y->b))
			|| (same_line(&x->a, &y->b) && same_line(&x->b, &y->a)));
}

/* compare_words: order two words for qsort by group, address and owner. */
static int
compare_words(const void *pa, const void *pb)
{
	const GroupWord *a = pa, *b = pb;

	if (a->group != b->group)
		return a->group < b->group ? -1 : 1;
	if (a->addr != b->addr)
		return a->addr < b->addr ? -1 : 1;
	return (a->owner > b->owner) - (a->owner < b->owner);
}

/* count_words: count the words of each group; several pairs of a group may have the same word. */
static void
count_words(RaceGroup *g, GroupWord *w, uint32_t n)
{
	if (n > 0)
		qsort(w, n, sizeof *w, compare_words);
	for (uint32_t i = 0; i < n; i++)
		g[w[i].group].nwords += i == 0 || compare_words(&w[i - 1], &w[i]) != 0;
}

/* group_pairs: sort the pairs into groups; *n: their number. */
static RaceGroup *
group_pairs(Arena *a, const RacingPairs *p, uint32_t *n)
{
	RaceGroup *g = arena_alloc(a, p->n + 1, sizeof *g);
	GroupWord *w = NULL;
	uint32_t k, nwords = 0, cap = 0;

	*n = 0;
	for (uint32_t i = 0; i < p->n; i++) {
		const RacingPair *x = &p->pair[i];

		for (k = 0; k < *n && !same_race(g[k].first, x); k++)
			;
		if (k == *n)
			g[(*n)++].first = x;
		g[k].npairs++;
		for (uint32_t j = 0; j < x->nwords; j++) {
			w = arena_grow(a, w, nwords, &cap, sizeof *w);
			w[nwords++] = (GroupWord){k, x->owner, x->word[j]};
		}
	}
	count_words(g, w, nwords);
	return g;
}

/* ---- text ---- */

/* find_running_thread: find the thread at the time of its access; false if it is not known. */
static bool
find_running_thread(const Live *l, const RacingAccess *a, Thread *t)
{
	NodeId node = l->thread[a->thread].node;

	return past_goto(l->past, place_before(node, a->count))
		&& target_running(l->target, node, t);
}

/* put_access: append a line: which thread stores or loads, where and when. */
static void
put_access(const LiveResult *r, const RacingAccess *a, Buf *out)
{
	const Trace *t = r->live->trace;
	Thread thread;

	buf_printf(out, "  %s %s at ", t->thread.text[a->thread], a->store ? "stores" : "loads");
	live_put_place(a->place, out);
	buf_printf(out, ", %s before instruction %" PRIu64 "\n",
		TARGET_NODE(r->live->target, r->live->thread[a->thread].node), a->count);
	if (find_running_thread(r->live, a, &thread))
		live_put_stack(r->live, &thread, out);
}

void
live_put_owner(const Live *l, const Owner *w, Addr a, Buf *out)
{
	owner_name(w, a, out);
	if (w->kind == OWNER_GLOBAL && w->global && w->global->place.file) {
		buf_printf(out, " (");
		live_put_place(w->global->place, out);
		buf_printf(out, ")");
	}
	if (w->kind == OWNER_HEAP && w->thread != NONE)
		buf_printf(out, " by %s", l->trace->thread.text[w->thread]);
	if (w->kind == OWNER_STACK)
		buf_printf(out, " of %s", l->trace->thread.text[w->thread]);
	buf_printf(out, ", 0x%x of %s", a, TARGET_NODE(l->target, w->node));
}

void
live_put_race(const LiveResult *r, const RacingPair *p, Buf *out)
{
	buf_printf(out, "race on ");
	live_put_owner(r->live, p->owner, p->addr, out);
	buf_byte(out, '\n');
	put_access(r, &p->a, out);
	put_access(r, &p->b, out);
}

/* put_race: append a race, with the number of further pairs and words that are like it. */
static void
put_race(const LiveResult *r, const RaceGroup *g, Buf *out)
{
	live_put_race(r, g->first, out);
	if (g->npairs > 1 || g->nwords > 1)
		buf_printf(out, "  %u pair%s of instructions, on %u word%s\n", g->npairs,
			g->npairs == 1 ? "" : "s", g->nwords, g->nwords == 1 ? "" : "s");
}

/* put_counts: append the counts of the run: threads, operations, log, segments and races. */
static void
put_counts(const LiveResult *r, Buf *out)
{
	const Trace *t = r->live->trace;
	Buf log = {0};
	size_t size;
	uint32_t logged = live_log(r->live, &log, &size);

	buf_printf(out, "threads %u operations %u logged %u bytes %zu accesses %" PRIu64 "\n",
		t->thread.n, r->live->noperations, logged, size, t->naccesses);
	buf_free(&log);
	buf_printf(out, "segments created %u maxlist %u compared %" PRIu64 "\n",
		r->recplay->created, r->recplay->max_stored, r->recplay->races->parallel);
}

/* put_message_race: "message race: 0.1 at m.c:13 got m.c:21 of 1.1, could get m.c:21 of 2.1". */
static void
put_message_race(const LiveResult *r, const MessageRace *m, Buf *out)
{
	char *const *thread = r->live->trace->thread.text;
	char *place[3];

	message_race_places(r->live, m, place);
	buf_printf(out, "message race: %s receives at %s; ", thread[m->receive->thread], place[0]);
	if (m->got)
		buf_printf(out, "got the message that %s sends at %s", thread[m->got->thread],
			place[1]);
	else
		buf_printf(out, "found no message");
	buf_printf(out, ", could get the one that %s sends at %s", thread[m->other->thread],
		place[2]);
	if (m->nreceives > 1)
		buf_printf(out, ", and so %u receives", m->nreceives);
	buf_byte(out, '\n');
	for (int i = 0; i < 3; i++)
		free(place[i]);
}

/* put_message_races: append the message races. */
static void
put_message_races(const LiveResult *r, Buf *out)
{
	const MessageRaces *m = &r->message_races;

	for (uint32_t i = 0; i < m->n && i < r->limit; i++)
		put_message_race(r, &m->race[i], out);
	if (m->n > r->limit)
		buf_printf(out, "left-out message race %u\n", m->n - r->limit);
	if (m->left_out)
		buf_printf(out, "message races not searched: too many messages and threads\n");
}

/* print_text: print the report as text. */
static void
print_text(const LiveResult *r, const RaceGroup *g, uint32_t n)
{
	Buf b = {0};

	put_counts(r, &b);
	for (uint32_t i = 0; i < n && i < r->limit; i++)
		put_race(r, &g[i], &b);
	if (n > r->limit)
		buf_printf(&b, "left-out race %u\n", n - r->limit);
	put_message_races(r, &b);
	if (r->stuck.len > 0)
		buf_printf(&b, "deadlock: all processes are waiting\n%.*s", (int)r->stuck.len,
			(char *)r->stuck.data);
	fwrite(b.data, 1, b.len, stdout);
	b.len = 0;
	buf_printf(&b, n ? "races %u" : "no races in this run", n);
	if (!r->whole_run)
		buf_printf(&b, ", up to where its recording is cut off");
	verdict_print(stdout, n == 0, (char *)b.data, b.len);
	buf_free(&b);
}

/* ---- keys ---- */

/* put_owner_key: append a text that is equal for variables that same_owner takes as one. */
static void
put_owner_key(const Live *l, const RacingPair *p, Buf *out)
{
	const Owner *w = p->owner;

	if (w->kind == OWNER_GLOBAL && w->global)
		buf_printf(out, "global %s", w->global->name);
	else if (w->kind != OWNER_GLOBAL && w->kind != OWNER_UNKNOWN && w->thread != NONE)
		buf_printf(out, "%d %s", w->kind, l->trace->thread.text[w->thread]);
	else
		buf_printf(out, "%d 0x%x", w->kind, p->addr);
}

/* line_key: a text that names the function, file and line of an access. */
static char *
line_key(const RacingAccess *a)
{
	return a->place.file ? xasprintf(" %s:%d", a->place.file, a->place.line)
		: xasprintf(" 0x%x", a->iptr);
}

void
live_race_key(const Live *l, const RacingPair *p, Buf *out)
{
	char *a = line_key(&p->a), *b = line_key(&p->b);
	bool turned = strcmp(a, b) > 0;

	put_owner_key(l, p, out);
	buf_printf(out, "%s%s", turned ? b : a, turned ? a : b);
	free(a);
	free(b);
}

/* ---- JSON ---- */

/* access_json: an access with its place and stack as JSON. */
static json_t *
access_json(const LiveResult *r, const RacingAccess *a)
{
	NodeId node = r->live->thread[a->thread].node;
	Thread thread;
	json_t *stack = find_running_thread(r->live, a, &thread) ? live_stack_json(r->live, &thread)
		: json_array();

	return json_pack("{s:s, s:s, s:o, s:I, s:I, s:o}", "thread",
		r->live->trace->thread.text[a->thread], "access", a->store ? "store" : "load",
		"place", live_place_json(a->place), "node",
		(json_int_t)target_number(r->live->target, node), "instruction",
		(json_int_t)a->count, "stack", stack);
}

json_t *
live_race_json(const LiveResult *r, const RacingPair *p)
{
	Buf name = {0};
	json_t *j;

	owner_name(p->owner, p->addr, &name);
	j = json_pack("{s:s%, s:I, s:o, s:o}", "variable", name.data, name.len, "address",
		(json_int_t)p->addr, "first", access_json(r, &p->a), "second",
		access_json(r, &p->b));
	buf_free(&name);
	return j;
}

/* race_json: a group of pairs, shown as one race, as JSON. */
static json_t *
race_json(const LiveResult *r, const RaceGroup *g)
{
	json_t *j = live_race_json(r, g->first);

	json_object_set_new(j, "pairs", json_integer(g->npairs));
	json_object_set_new(j, "words", json_integer(g->nwords));
	return j;
}

/* stuck_json: the lines on threads that wait for each other. */
static json_t *
stuck_json(const Buf *text)
{
	const char *at = text->len > 0 ? (const char *)text->data : "", *end = at + text->len;
	json_t *lines = json_array();

	while (at < end) {
		const char *next = memchr(at, '\n', end - at);

		at += strspn(at, " ");
		json_array_append_new(lines, json_stringn(at, next - at));
		at = next + 1;
	}
	return lines;
}

/* operation_json: an operation on a message with its place as JSON. */
static json_t *
operation_json(const LiveResult *r, const Operation *o, const char *place)
{
	return json_pack("{s:s, s:s, s:I, s:I}", "thread", r->live->trace->thread.text[o->thread],
		"place", place, "node", (json_int_t)target_number(r->live->target, o->node),
		"instruction", (json_int_t)o->count);
}

/* message_races_json: the message races as an array. */
static json_t *
message_races_json(const LiveResult *r)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < r->message_races.n && i < r->limit; i++) {
		const MessageRace *m = &r->message_races.race[i];
		char *place[3];

		message_race_places(r->live, m, place);
		json_array_append_new(list, json_pack("{s:o, s:o, s:o, s:I}", "receive",
			operation_json(r, m->receive, place[0]), "got",
			m->got ? operation_json(r, m->got, place[1]) : json_null(), "could_get",
			operation_json(r, m->other, place[2]), "receives",
			(json_int_t)m->nreceives));
		for (int k = 0; k < 3; k++)
			free(place[k]);
	}
	return list;
}

/* print_json: print the report as JSON. */
static void
print_json(const LiveResult *r, const RaceGroup *g, uint32_t n)
{
	const Trace *t = r->live->trace;
	json_t *list = json_array(), *j;
	Buf log = {0};
	size_t size;
	uint32_t logged = live_log(r->live, &log, &size);

	buf_free(&log);

	for (uint32_t i = 0; i < n && i < r->limit; i++)
		json_array_append_new(list, race_json(r, &g[i]));
	j = json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:o, s:o, s:b}",
		"threads", (json_int_t)t->thread.n, "operations",
		(json_int_t)r->live->noperations, "logged", (json_int_t)logged, "accesses",
		(json_int_t)t->naccesses, "created", (json_int_t)r->recplay->created, "maxlist",
		(json_int_t)r->recplay->max_stored, "compared",
		(json_int_t)r->recplay->races->parallel, "found", (json_int_t)n, "races", list,
		"deadlock", stuck_json(&r->stuck), "message_races", message_races_json(r),
		"whole", r->whole_run);
	if (r->more)
		json_object_update(j, r->more);
	report_json(j);
}

LiveResult
live_races(Arena *a, Past *p, Target *t)
{
	Live *l = live_replay(a, p, t, true);
	LiveResult r = {.live = l,
		.recplay = recplay_run(l->trace, &(KeptParts){.races = 1, .rests = true})};

	r.pairs = pairs_find(l, r.recplay->races);
	return r;
}

bool
live_report(LiveResult *r, bool json)
{
	RaceGroup *g = group_pairs(r->live->arena, r->pairs, &r->nraces);

	(json ? print_json : print_text)(r, g, r->nraces);
	return r->nraces > 0 || r->stuck.len > 0;
}
