/*
 * break_threads.c - threads in the plan of an instrumented program, and their tables: their starts
 * and ends, and the semaphores whose signals matter.
 */
#include "break_plan.h"
#include "detrek/simul/simul.h"

#include <stdlib.h>
#include <string.h>

enum {
	THREAD = 1 << 20, /* added to the number of a process to stand for it as a thread */
	SEMAPHORE_BYTES = 16, /* size of a Semaphore */
	WORD_BYTES = 4,       /* size of a word of the node */
};

/* channel_name: the name of the channel in the graph. */
static const char *
channel_name(const BreakPlan *b, uint32_t channel)
{
	return b->d->channel.text[channel];
}

/* is_kind: true if the channel's name begins with the kind, such as "semaphore/". */
static bool
is_kind(const BreakPlan *b, uint32_t channel, const char *kind)
{
	return strncmp(channel_name(b, channel), kind, strlen(kind)) == 0;
}

bool
break_is_object(const BreakPlan *b, uint32_t channel)
{
	return strchr(channel_name(b, channel), '/') != NULL;
}

/* find_channel: the number of the channel KIND/THREAD of the graph; NONE if there is none. */
static uint32_t
find_channel(const BreakPlan *b, const char *kind, const char *thread)
{
	char *name = xasprintf("%s/%s", kind, thread);
	uint32_t c = symbols_find(&b->d->channel, name, strlen(name));

	free(name);
	return c;
}

/* ---- threads ---- */

/* same_home: true if both processes are threads of the same program on the same node. */
static bool
same_home(const BreakPlan *b, uint32_t p, uint32_t q)
{
	const char *s = b->d->process.text[p], *t = b->d->process.text[q];
	size_t n = strcspn(strrchr(s, ':'), "/") + (strrchr(s, ':') - s);

	return strncmp(s, t, n) == 0 && (t[n] == '\0' || t[n] == '/');
}

/* is_main_thread: true if the process is the main thread of its program. */
static bool
is_main_thread(const BreakPlan *b, uint32_t process)
{
	const char *thread = break_thread(b, process);

	return !thread || strcmp(thread, "main") == 0;
}

uint32_t
break_slot(const BreakPlan *b, uint32_t process)
{
	uint32_t slot = 1;

	if (is_main_thread(b, process))
		return 0;
	for (uint32_t p = 0; p < process; p++)
		slot += same_home(b, p, process) && !is_main_thread(b, p);
	return slot;
}

uint32_t
break_peers(const BreakPlan *b, uint32_t process, const AutomatonStep *s)
{
	if (!break_is_object(b, s->channel))
		return 2 * break_node(b, s->peer) + s->is_receive;
	if (s->is_receive)
		return 2 * (THREAD + s->peer) + 1;
	return 2 * THREAD + (break_started(b, process, s->channel) == NONE ? 0 : 2);
}

void
break_put_peers(const BreakMessage *m, Buf *out)
{
	if (m->peers < 2 * THREAD)
		buf_printf(out, "%u", m->peers);
	else if (m->receives)
		buf_printf(out, "2 * (BREAK_PROCESS + %u) + 1", m->peers / 2 - THREAD);
	else
		buf_printf(out, m->starts == NONE ? "BREAK_OBJECT" : "BREAK_START");
}

uint32_t
break_started(const BreakPlan *b, uint32_t process, uint32_t channel)
{
	const char *name = strchr(channel_name(b, channel), '/') + 1;

	for (uint32_t p = 0; is_kind(b, channel, "start/") && p < b->d->process.n; p++)
		if (same_home(b, p, process) && !is_main_thread(b, p)
			&& strcmp(break_thread(b, p), name) == 0)
			return p;
	return NONE;
}

/* same_function: true if the starts on both channels have the same function. */
static bool
same_function(const BreakPlan *b, uint32_t c, uint32_t d)
{
	const char *s = channel_name(b, c), *t = channel_name(b, d);
	size_t n = strcspn(s, ".");

	return strncmp(s, t, n) == 0 && (t[n] == '\0' || t[n] == '.');
}

uint32_t
break_common_channel(const BreakPlan *b, uint32_t channel)
{
	uint32_t c = 0;

	if (!is_kind(b, channel, "start/"))
		return channel;
	while (!same_function(b, channel, c))
		c++;
	return c;
}

bool
break_has_threads(const BreakPlan *b)
{
	return dcfg_has_threads(b->d);
}

/* ---- what is refused ---- */

/* refuse_channel: report that the operation on the channel is not supported; fatal. */
static void
refuse_channel(const BreakPlan *b, uint32_t channel, const char *what)
{
	const char *place = NULL;

	for (uint32_t i = 0; !place && i < b->d->name.n; i++)
		if (b->d->node[i].kind != DCFG_COMP && b->d->node[i].channel == channel)
			place = b->d->node[i].source;
	fatal("--break: %s%s%s are not followed; --break-outside stops there, too",
		place ? place : "", place ? ": " : "", what);
}

void
break_check_threads(const BreakPlan *b)
{
	for (uint32_t c = 0; c < b->d->channel.n; c++) {
		if (is_kind(b, c, "clone/"))
			refuse_channel(b, c, "processes made by kclone");
		if ((is_kind(b, c, "semaphore/") || is_kind(b, c, "channel/"))
			&& strchr(channel_name(b, c), '.'))
			refuse_channel(b, c, "semaphores and channels that are static variables of "
				"a function");
	}
}

/* check_starts: fatal if it is not known which thread a start creates. */
static void
check_starts(const BreakPlan *b, const BreakState *s)
{
	for (uint32_t i = 0; i < s->n; i++)
		for (uint32_t k = 0; k < i; k++)
			if (s->message[i].starts != NONE && s->message[k].starts != NONE
				&& s->message[i].starts != s->message[k].starts
				&& s->message[i].common_channel == s->message[k].common_channel)
				refuse_channel(b, s->message[i].channel,
					"starts of a function in branches");
}

/* ---- semaphores and channels ---- */

/* is_signal: true if the node of the graph is a signal of a semaphore. */
static bool
is_signal(const BreakPlan *b, uint32_t node)
{
	const DcfgNode *x = &b->d->node[node];

	return x->kind == DCFG_SEND && !x->source && is_kind(b, x->channel, "semaphore/");
}

/*
 * first_signal: the signal that follows `node` among those that a semaphore has at the beginning;
 * NONE if there is none.
 */
static uint32_t
first_signal(const BreakPlan *b, uint32_t node)
{
	const Graph *g = &b->d->flow;
	bool *met = arena_alloc(b->arena, b->d->name.n, sizeof *met);
	uint32_t *queue = arena_alloc(b->arena, b->d->name.n, sizeof *queue), n = 0;

	queue[n++] = node;
	for (uint32_t h = 0; h < n; h++)
		for (uint32_t e = g->first[queue[h]]; e < g->first[queue[h] + 1]; e++) {
			uint32_t to = g->to[e];

			if (is_signal(b, to))
				return to;
			if (b->d->node[to].kind == DCFG_COMP && !b->d->node[to].source && !met[to])
				queue[n++] = to;
			met[to] = true;
		}
	return NONE;
}

/* object_index: the index of a channel's object among those that matter. */
static uint32_t
object_index(const bool *matters, const BreakPlan *b, uint32_t channel)
{
	uint32_t n = 0;

	for (uint32_t c = 0; c < channel; c++)
		n += matters[c] && is_kind(b, c, "semaphore/");
	return n;
}

/* write_first: write the objects of main's first signals, as a BreakList. */
static void
write_first(const BreakPlan *b, uint32_t process, const bool *matters, Buf *out)
{
	Buf list = {0};
	uint32_t n = 0, node = b->d->range[process].start;

	while ((node = first_signal(b, node)) != NONE) {
		uint32_t channel = b->d->node[node].channel;

		if (!matters[channel])
			continue;
		buf_printf(&list, ", %u", object_index(matters, b, channel));
		n++;
	}
	buf_printf(out, ", (const uint8_t[]){%u%.*s}", n, (int)list.len, (char *)list.data);
	buf_free(&list);
}

/*
 * write_address: write the address of VARIABLE, VARIABLE[I] or VARIABLE+BYTES; nbytes: the size of
 * an element.
 */
static void
write_address(const char *name, uint32_t nbytes, Buf *out)
{
	size_t n = strcspn(name, "[+");
	uint32_t offset = name[n] ? strtoul(name + n + 1, NULL, 10) : 0;

	buf_printf(out, "(const volatile char *)&%.*s + %u", (int)n, name,
		name[n] == '[' ? offset * nbytes : offset);
}

/* write_ring: append the ring for the records that the signals of a channel carry. */
static void
write_ring(const BreakPlan *b, uint32_t channel, Buf *out)
{
	buf_printf(out, "static uint32_t __break_ring_%u[BREAK_SIGNALS * (BREAK_RECORD + %u)];\n",
		channel, b->words[channel]);
}

/* write_object: write the end of a BreakObject, after its address. */
static void
write_object(const BreakPlan *b, uint32_t channel, Buf *out)
{
	buf_printf(out, ", 0, %u, %u, __break_ring_%u},\n", channel + 1, b->words[channel],
		channel);
}

/*
 * write_semaphores: append rings and table rows of the semaphores that matter; returns their
 * number.
 */
static uint32_t
write_semaphores(const BreakPlan *b, const bool *matters, Buf *rings, Buf *objects)
{
	uint32_t n = 0;

	for (uint32_t c = 0; c < b->d->channel.n; c++) {
		if (!matters[c] || !is_kind(b, c, "semaphore/"))
			continue;
		write_ring(b, c, rings);
		buf_printf(objects, "\t{");
		write_address(strchr(channel_name(b, c), '/') + 1, SEMAPHORE_BYTES, objects);
		write_object(b, c, objects);
		n++;
	}
	return n;
}

/* answer_channel: the channel of the answers on a channel in memory; NONE for other channels. */
static uint32_t
answer_channel(const BreakPlan *b, uint32_t channel)
{
	return is_kind(b, channel, "channel/")
		? find_channel(b, "answer", strchr(channel_name(b, channel), '/') + 1) : NONE;
}

/* channel_matters: true if a channel in memory, or the channel of its answers, matters. */
static bool
channel_matters(const BreakPlan *b, const bool *matters, uint32_t channel)
{
	uint32_t answer = answer_channel(b, channel);

	return answer != NONE && (matters[channel] || matters[answer]);
}

bool
break_has_channels(const BreakPlan *b, const bool *matters)
{
	for (uint32_t c = 0; c < b->d->channel.n; c++)
		if (channel_matters(b, matters, c))
			return true;
	return false;
}

/* write_channels: write the channels in memory, each followed by that of its answers. */
static uint32_t
write_channels(const BreakPlan *b, const bool *matters, Buf *rings, Buf *objects)
{
	uint32_t n = 0;

	for (uint32_t c = 0; c < b->d->channel.n; c++) {
		uint32_t answer = answer_channel(b, c);

		if (!channel_matters(b, matters, c))
			continue;
		write_ring(b, c, rings);
		write_ring(b, answer, rings);
		buf_printf(rings, "static volatile uint32_t __break_answer_%u = 0x80000000u;\n",
			answer);
		buf_printf(objects, "\t{");
		write_address(strchr(channel_name(b, c), '/') + 1, WORD_BYTES, objects);
		write_object(b, c, objects);
		buf_printf(objects, "\t{&__break_answer_%u", answer);
		write_object(b, answer, objects);
		n += 2;
	}
	return n;
}

/* write_objects: append the tables of the semaphores and channels that matter. */
static void
write_objects(const BreakPlan *b, const bool *matters, Buf *out)
{
	Buf rings = {0}, objects = {0};
	uint32_t nsemaphores = write_semaphores(b, matters, &rings, &objects);
	uint32_t n = nsemaphores + write_channels(b, matters, &rings, &objects);

	buf_printf(out, "%.*sconst uint32_t __break_nsemaphores = %u, __break_nobjects = %u;\n"
		"BreakObject __break_object[%u] = {\n%.*s};\n", (int)rings.len,
		(char *)rings.data, nsemaphores, n, n ? n : 1, (int)objects.len,
		(char *)objects.data);
	buf_free(&rings);
	buf_free(&objects);
}

/* ---- the tables ---- */

void
break_thread_fields(const BreakPlan *b, uint32_t process, const bool *matters, Buf *out)
{
	const char *thread = break_thread(b, process);

	for (uint32_t i = 0; i < b->automaton[process].n; i++)
		check_starts(b, &b->automaton[process].state[i]);
	buf_printf(out, ", %u", process);
	if (is_main_thread(b, process))
		buf_printf(out, ", 0, 0, 0");
	else
		buf_printf(out, ", (const void *)%.*s, %u, %u", (int)strcspn(thread, "."), thread,
			find_channel(b, "start", thread) + 1, find_channel(b, "end", thread) + 1);
	if (thread && is_main_thread(b, process))
		write_first(b, process, matters, out);
	else
		buf_printf(out, ", 0");
}

/* write_lists: write for each node the threads of the program, in order of their slots. */
static uint32_t
write_lists(const BreakPlan *b, const char *program, Buf *out)
{
	uint32_t most = 0;

	for (uint32_t node = 0; node < b->nnodes; node++) {
		uint32_t n = 0;

		buf_printf(out, "static const BreakProcess *const __break_threads_%u[] = {", node);
		for (uint32_t p = 0; p < b->d->process.n; p++)
			if (break_executes(b, p, program) && break_node(b, p) == node
				&& break_slot(b, p) > 0) {
				buf_printf(out, "&process_%u, ", p);
				n++;
			}
		buf_printf(out, "0};\n");
		most = n > most ? n : most;
	}
	buf_printf(out, "const BreakProcess *const *const __break_threads[] = {");
	for (uint32_t node = 0; node < b->nnodes; node++)
		buf_printf(out, "__break_threads_%u, ", node);
	buf_printf(out, "};\n");
	return most;
}

/* most_values: the number of values in the largest record. */
static uint32_t
most_values(const BreakPlan *b)
{
	uint32_t most = 0;

	for (uint32_t c = 0; c < b->d->channel.n; c++)
		if (break_is_object(b, c) && b->words[c] > most)
			most = b->words[c];
	return most;
}

void
break_thread_tables(const BreakPlan *b, const char *program, const bool *matters, Buf *out)
{
	uint32_t nthreads = write_lists(b, program, out);

	buf_printf(out, "const uint32_t __break_nthreads = %u;\n"
		"const uint32_t __break_nwords = %u;\n", nthreads, most_values(b));
	buf_printf(out, "static uint32_t __break_word[%u][__BREAK_WORDS];\n"
		"static uint32_t __break_record[%u][3][BREAK_RECORD + %u];\n"
		"BreakThread __break_thread[] = {\n", nthreads + 1, nthreads + 1, most_values(b));
	for (uint32_t i = 0; i <= nthreads; i++)
		buf_printf(out, "\t{.word = __break_word[%u], .begin = __break_record[%u][0], "
			".end = __break_record[%u][1], .record = __break_record[%u][2]},\n",
			i, i, i, i);
	buf_printf(out, "};\n");
	write_objects(b, nthreads ? matters
		: arena_alloc(b->arena, b->d->channel.n, sizeof *matters), out);
	if (nthreads)
		buf_printf(out, "#include <break_threads.h>\n");
}
