/*
 * calls.c - reads which of the user's functions ran: lines "<us> <node> start|end <function> <task>
 * <SubTid>" of a monitor's standard events; other kinds are skipped. Times count
 * from the moment at which the monitor began, and nodes have numbers of their own; run.json tells
 * both.
 */
#include "calls.h"

#include "base/files.h"
#include "sim/node/node_words.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_STD = 1 << 30, MAX_FIGURES = 1 << 26 }; /* bytes of data.std, of run.json */

/* A file being read. */
typedef struct Reader {
	const char *file;
	int line;
	const Topology *t;
	Time began, end;  /* time 0 of the monitor's records, and when the trace ends */
	/* [nnodes] node of the machine, by the application's number of the node */
	uint32_t *place;
	uint32_t nnodes;
	uint32_t *open;   /* [nnodes * NFUNCTIONS] a call's number plus 1; 0: none is open */
	Calls c;          /* the calls read so far */
	uint32_t cap;     /* calls for which c has room */
} Reader;

/* ---- run.json ---- */

/* find_node: the node with this name; NOWHERE if there is none. */
static uint32_t
find_node(const Topology *t, const char *name)
{
	for (uint32_t i = 0; name && i < t->nnodes; i++)
		if (strcmp(t->nodes[i].name, name) == 0)
			return i;
	return NOWHERE;
}

/* read_nodes: read from run.json on which node of the machine each monitored node is. */
static void
read_nodes(Reader *r, const json_t *nodes)
{
	json_t *node;
	size_t i;

	r->nnodes = json_array_size(nodes);
	r->place = xcalloc(r->nnodes + 1, sizeof *r->place);
	json_array_foreach(nodes, i, node) {
		const char *name = json_string_value(json_object_get(node, "place"));

		r->place[i] = find_node(r->t, name);
		if (r->place[i] == NOWHERE)
			fatal("%s: node %zu is at %s, which the trace's machine lacks", r->file, i,
				name ? name : "no place");
	}
}

/* read_figures: read run.json: when the monitor began, and where its nodes are. */
static void
read_figures(Reader *r, const CallsText *figures)
{
	enum { MOST = 18000000 }; /* s; 64 bits have room for 18,446,744 s in ps */
	json_error_t e;
	json_t *j = json_loadb((const char *)figures->text.data, figures->text.len, 0, &e);
	double s;

	r->file = figures->name;
	if (!j)
		fatal_at(r->file, e.line, "%s", e.text);
	s = json_number_value(json_object_get(j, "monitored_from"));
	if (!(s >= 0 && s <= MOST))
		fatal("%s: \"monitored_from\" is %g; it is a time in s, 0 to %d", r->file, s, MOST);
	r->began = s * 1e12;
	read_nodes(r, json_object_get(j, "nodes"));
	json_decref(j);
}

/* ---- data.std ---- */

/* read_number: parse a number up to `most`; `what` names it in the error message. */
static uint64_t
read_number(const Reader *r, const char *word, const char *what, uint64_t most)
{
	char *end;
	uint64_t v;

	errno = 0;
	v = strtoull(word, &end, 10);
	if (*word < '0' || *word > '9' || *end || errno || v > most)
		fatal_at(r->file, r->line, "'%.40s' is not a valid %s (0 to %" PRIu64 ")", word,
			what, most);
	return v;
}

/* read_part: read a SubTid, in hexadecimal. */
static uint64_t
read_part(const Reader *r, const char *word)
{
	size_t n = strlen(word);

	if (n > 16 || strspn(word, "0123456789abcdef") != n)
		fatal_at(r->file, r->line, "'%.40s' is not a valid SubTid (hexadecimal, 16 digits "
			"at most)", word);
	return strtoull(word, NULL, 16);
}

/* begin_call: append a call that begins; *open becomes its index plus one. */
static void
begin_call(Reader *r, Call c, uint32_t *open)
{
	if (r->c.n == r->cap) {
		r->cap = r->cap ? 2 * r->cap : 256;
		r->c.call = xrealloc(r->c.call, r->cap * sizeof *r->c.call);
	}
	r->c.call[r->c.n] = c;
	*open = ++r->c.n;
}

/* end_call: end the call *open, if there is one. */
static void
end_call(Reader *r, Time at, uint32_t *open)
{
	if (*open == 0)
		return; /* the beginning of the call was not noted */
	r->c.call[*open - 1].end = at;
	r->c.call[*open - 1].open = false;
	*open = 0;
}

/* read_event: read the six words of an event: the beginning or end of a function. */
static void
read_event(Reader *r, char *word[6])
{
	Time most = (r->end > r->began ? r->end - r->began : 0) / 1000000 + 1;
	Time at = r->began + 1000000 * read_number(r, word[0], "time in us of the trace", most);
	uint32_t node = read_number(r, word[1], "node", r->nnodes - 1);
	uint32_t function = read_number(r, word[3], "function", NFUNCTIONS - 1);
	uint32_t *open = &r->open[node * NFUNCTIONS + function];

	if (function == FN_NONE)
		return;
	if (at > r->end)
		at = r->end;
	end_call(r, at, open);
	if (strcmp(word[2], "start") == 0)
		begin_call(r, (Call){at, r->end, r->place[node], function,
			read_number(r, word[4], "task", UINT32_MAX),
			read_part(r, word[5]), true}, open);
}

/* read_line: read a line of data.std, and its event if it begins or ends a function. */
static void
read_line(Reader *r, char *line)
{
	char *word[6], *rest = NULL;
	int n = 0;

	for (char *w = strtok_r(line, " \t\r", &rest); w; w = strtok_r(NULL, " \t\r", &rest)) {
		if (n < 6)
			word[n] = w;
		n++;
	}
	if (n == 0)
		return;
	if (n != 6)
		fatal_at(r->file, r->line, "%d words; an event has 6: time, node, kind, peer, "
			"task, SubTid", n);
	if (r->nnodes > 0 && (strcmp(word[2], "start") == 0 || strcmp(word[2], "end") == 0))
		read_event(r, word);
}

/* read_lines: read all lines of data.std. */
static void
read_lines(Reader *r, const CallsText *events)
{
	const Buf *std = &events->text;
	char *text = xcalloc(std->len + 1, 1), *p = text;

	r->file = events->name;
	if (std->len > 0)
		memcpy(text, std->data, std->len);
	while (p < text + std->len) {
		char *end = memchr(p, '\n', text + std->len - p);

		if (!end)
			end = text + std->len;
		*end = '\0';
		r->line++;
		read_line(r, p);
		p = end + 1;
	}
	free(text);
}

/* ---- in order ---- */

static int
compare_calls(const void *x, const void *y)
{
	const Call *a = x, *b = y;

	if (a->begin != b->begin)
		return a->begin < b->begin ? -1 : 1;
	if (a->node != b->node)
		return a->node < b->node ? -1 : 1;
	return a->function < b->function ? -1 : a->function > b->function;
}

static int
compare_edges(const void *x, const void *y)
{
	const CallEdge *a = x, *b = y;

	if (a->at != b->at)
		return a->at < b->at ? -1 : 1;
	if (a->begins != b->begins)
		return a->begins ? 1 : -1;
	return a->call < b->call ? -1 : a->call > b->call;
}

/*
 * sort_calls: sort calls and edges. Calls that took no time are dropped, because their end would be
 * sorted before their beginning.
 */
static void
sort_calls(Calls *c)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < c->n; i++)
		if (c->call[i].begin < c->call[i].end)
			c->call[n++] = c->call[i];
	c->n = n;
	if (n > 0)
		qsort(c->call, n, sizeof *c->call, compare_calls);
	c->edge = xcalloc(2 * (size_t)n + 1, sizeof *c->edge);
	for (uint32_t i = 0; i < n; i++) {
		c->edge[2 * i] = (CallEdge){c->call[i].begin, i, true};
		c->edge[2 * i + 1] = (CallEdge){c->call[i].end, i, false};
	}
	qsort(c->edge, 2 * (size_t)n, sizeof *c->edge, compare_edges);
}

Calls
calls_parse(const CallsText *std, const CallsText *figures, const Topology *t, Time end)
{
	Reader r = {.t = t, .end = end};

	read_figures(&r, figures);
	r.open = xcalloc((size_t)r.nnodes * NFUNCTIONS + 1, sizeof *r.open);
	read_lines(&r, std);
	sort_calls(&r.c);
	free(r.place);
	free(r.open);
	return r.c;
}

Calls
calls_read(const char *folder, const Topology *t, Time end)
{
	char *std = xasprintf("%s/data.std", folder), *run = xasprintf("%s/run.json", folder);
	Calls c = {0};

	if (access(std, R_OK) == 0 && access(run, R_OK) == 0) {
		CallsText events = {std, file_read(std, MAX_STD)};
		CallsText figures = {run, file_read(run, MAX_FIGURES)};

		c = calls_parse(&events, &figures, t, end);
		buf_free(&events.text);
		buf_free(&figures.text);
	}
	free(std);
	free(run);
	return c;
}

void
calls_choose(Calls *c, const TraceChoice *choice)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < c->n; i++) {
		Call *call = &c->call[i];

		if (choice->nodes && !choice->nodes[call->node])
			continue;
		if (call->begin < choice->from)
			call->begin = choice->from;
		if (call->end > choice->to) {
			call->end = choice->to;
			call->open = true;
		}
		c->call[n++] = *call;
	}
	c->n = n;
	free(c->edge);
	sort_calls(c);
}

void
calls_free(Calls *c)
{
	free(c->call);
	free(c->edge);
	*c = (Calls){0};
}

/* ---- in words ---- */

const char *
call_function_name(uint32_t function)
{
	return node_function_names[function];
}

const char *
call_text(const Call *c, char text[CALL_TEXT])
{
	int n = snprintf(text, CALL_TEXT, "%s", call_function_name(c->function));

	if (c->function >= FN_DATA_GENERATOR)
		n += snprintf(text + n, CALL_TEXT - n, " task %u", c->task);
	if (c->part != 0)
		snprintf(text + n, CALL_TEXT - n, " part 0x%" PRIx64, c->part);
	return text;
}
