/*
 * read.c - reads traces of TrEK (.tvm).
 *
 * Each line is an event: <Ptime> <Sid> send|recv <Did> <MainTid> <SubTid>, with the SubTid in
 * hexadecimal. Sid is the event's node, Did the node at the other end of the message. Lines with
 * the same Sid are in the order of that node's events; otherwise the order of lines has no meaning.
 * # starts a comment. The whole text is never in memory: each line is processed when it is
 * complete, so memory is used only for the events.
 */
#include "tasks.h"

#include "base/progress.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK = 256 * 1024 }; /* bytes read from a file at a time */

#define LINE_FORM "a line is <Ptime> <Sid> send|recv <Did> <MainTid> <SubTid>"

TvmReader *
tvm_start(Arena *a, const Spec *s, const char *file, bool stamps, const bool *halted)
{
	TvmReader *r = arena_alloc(a, 1, sizeof *r);
	TvmTrace *t = arena_alloc(a, 1, sizeof *t);

	*t = (TvmTrace){.arena = a, .spec = s, .file = file};
	t->event = arena_grow(a, NULL, 0, &t->cap, sizeof *t->event);
	if (stamps)
		t->stamp_data = arena_grow(a, NULL, 0, &t->stamp_data_cap, sizeof *t->stamp_data);
	r->trace = t;
	r->halted = halted;
	r->partial = arena_alloc(a, MAX_LINE, 1);
	return r;
}

/* is_blank: true if the character is a blank or a tab. */
static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* The unread words of a line. */
typedef struct LineRest {
	const TvmReader *reader;
	const char *p, *end; /* end: of the line without its comment */
	uint32_t nwords;
} LineRest;

/* skip_blanks: go to the next character that is not a blank. */
static void
skip_blanks(LineRest *s)
{
	while (s->p < s->end && is_blank(*s->p))
		s->p++;
}

/* bad_word: end the program with a message that quotes the word: it is not what the line needs. */
static _Noreturn void
bad_word(const LineRest *s, const char *start, const char *what)
{
	char word[40];
	uint32_t n = 0;

	if (start == s->end)
		fatal_at(s->reader->trace->file, s->reader->line, "the line ends after %u words; "
			LINE_FORM, s->nwords);
	for (; start < s->end && !is_blank(*start) && n < sizeof word - 1; start++)
		word[n++] = *start > ' ' && *start < 0x7F ? *start : '?';
	word[n] = '\0';
	fatal_at(s->reader->trace->file, s->reader->line, "'%s' is not a valid %s; " LINE_FORM,
		word, what);
}

/* read_decimal: read a decimal number up to max; `what` names it in the message if it is wrong. */
static inline uint64_t
read_decimal(LineRest *s, uint64_t max, const char *what)
{
	const char *p = s->p;
	uint64_t v = 0;
	bool fits = true;

	for (; p < s->end && (unsigned)(*p - '0') < 10; p++) {
		fits &= v <= (UINT64_MAX - 9) / 10;
		v = v * 10 + (*p - '0');
	}
	if (p == s->p || !fits || v > max || (p < s->end && !is_blank(*p)))
		bad_word(s, s->p, what);
	s->p = p;
	s->nwords++;
	skip_blanks(s);
	return v;
}

/* hex_digit: the value of a hexadecimal digit; -1 if the character is no such digit. */
static int
hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 'a' ^ 'A';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* read_hexadecimal: read a hexadecimal number; `what` names it in the message if it is wrong. */
static inline uint64_t
read_hexadecimal(LineRest *s, const char *what)
{
	const char *p = s->p;
	uint64_t v = 0;
	bool fits = true;
	int d;

	for (; p < s->end && (d = hex_digit(*p)) >= 0; p++) {
		fits &= v >> 60 == 0;
		v = v << 4 | d;
	}
	if (p == s->p || !fits || (p < s->end && !is_blank(*p)))
		bad_word(s, s->p, what);
	s->p = p;
	s->nwords++;
	skip_blanks(s);
	return v;
}

/* read_direction: read the word send or recv; returns true for recv. */
static inline bool
read_direction(LineRest *s)
{
	bool recv;

	if (s->end - s->p < 5 || !is_blank(s->p[4]) ||
		(memcmp(s->p, "send", 4) != 0 && memcmp(s->p, "recv", 4) != 0))
		bad_word(s, s->p, "send or recv");
	recv = *s->p == 'r';
	s->p += 4;
	s->nwords++;
	skip_blanks(s);
	return recv;
}

/*
 * refuse_event: report an event that cannot occur, and end the program. If a node has stopped, its
 * memory may be destroyed, so an event of such a node is only left out. Returns false.
 */
static bool __attribute__((format(printf, 3, 4)))
refuse_event(const TvmReader *r, uint32_t node, const char *fmt, ...)
{
	char why[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why, sizeof why, fmt, ap);
	va_end(ap);
	if (!r->halted || !r->halted[node])
		fatal_at(r->trace->file, r->line, "%s", why);
	warning_at(r->trace->file, r->line, "left out, as node %u stopped and its memory may be "
		"destroyed: %s", node, why);
	return false;
}

/*
 * check_sub: check that a SubTid has only bits of the levels above node `child`, and no index that
 * is too large for the degree; false if the event is refused.
 */
static bool
check_sub(const TvmReader *r, const TvmEvent *e, uint32_t child)
{
	const Spec *s = r->trace->spec;
	uint64_t sub = e->sub;

	if (sub & ~s->allowed[child])
		return refuse_event(r, e->node, "SubTid %llx cannot occur on node %u: only "
			"bits of %#llx are possible there by the degree and depth of %s",
			(unsigned long long)sub,
			child, (unsigned long long)s->allowed[child], s->file);
	if (s->degree == 1u << s->bits)
		return true;
	for (; sub; sub >>= s->bits)
		if ((sub & ((1u << s->bits) - 1)) >= s->degree)
			return refuse_event(r, e->node, "the SubTid has part %u; %s has degree %u",
				(unsigned)(sub & ((1u << s->bits) - 1)), s->file, s->degree);
	return true;
}

/*
 * check_side: check that the SubTid of a message between neighbours in a mesh is the side on which
 * it leaves; false if the event is refused.
 */
static bool
check_side(const TvmReader *r, const TvmEvent *e, uint32_t from, uint32_t to)
{
	if (e->sub < 4 && mesh_neighbour(r->trace->spec, from, e->sub) == to)
		return true;
	return refuse_event(r, e->node, "SubTid %llx is not the side on which node %u has node %u",
		(unsigned long long)e->sub, from, to);
}

/*
 * classify_event: set the event's kind from the ends and direction of its message; false if the
 * ends are not neighbours, so that the event is refused.
 */
static inline bool
classify_event(const TvmReader *r, TvmEvent *e, bool recv)
{
	const Spec *s = r->trace->spec;
	uint32_t from = recv ? e->peer : e->node, to = recv ? e->node : e->peer, message;
	Direction d;

	if (e->peer >= s->nnodes)
		return refuse_event(r, e->node, "unknown node %u: %s has nodes 0 to %u", e->peer,
			s->file, s->nnodes - 1);
	d = spec_direction(s, from, to);
	if (d == NDIRECTIONS)
		return refuse_event(r, e->node, "nodes %u and %u are not neighbours in the %s (%s)",
			e->node, e->peer, machine_graph_name(s->machine->graph), s->tree);
	message = s->machine->of_direction[d];
	if (message == NO_MESSAGE)
		return refuse_event(r, e->node, "no message of a %s goes from node %u to node %u",
			s->machine->name, from, to);
	e->kind = message << 1 | recv;
	if (!spec_role(s, e->node)->event[e->kind].known)
		return refuse_event(r, e->node, "node %u, in the role '%s' of %s, does not %s",
			e->node, spec_role(s, e->node)->name, s->machine->name,
			machine_kind_name(s->machine, e->kind));
	return d == NEIGHBOUR ? check_side(r, e, from, to) : check_sub(r, e, d == UP ? from : to);
}

/* add_event: append an event and the physical time that was read with it. */
static void
add_event(TvmReader *r, const TvmEvent *e, uint64_t ptime)
{
	TvmTrace *t = r->trace;

	if (t->n == MAX_EVENTS)
		fatal_at(t->file, r->line, "more than %d events", MAX_EVENTS);
	t->event = arena_grow(t->arena, t->event, t->n, &t->cap, sizeof *t->event);
	if (t->stamp_data) {
		t->stamp_data = arena_grow(t->arena, t->stamp_data, t->n, &t->stamp_data_cap,
			sizeof *t->stamp_data);
		t->stamp_data[t->n].ptime = ptime;
	}
	t->event[t->n++] = *e;
	if (e->task >= t->ntasks)
		t->ntasks = e->task + 1;
}

/* read_line: read the event of one line, from p to end, and add it. */
static void
read_line(TvmReader *r, const char *p, const char *end)
{
	const Spec *spec = r->trace->spec;
	const char *comment = memchr(p, '#', end - p);
	LineRest s = {r, p, comment ? comment : end, 0};
	TvmEvent e = {.partner = NO_PARTNER};
	uint64_t ptime, task;
	bool recv;

	if (++r->line > MAX_LINES)
		fatal_at(r->trace->file, r->line, "more than %d lines", MAX_LINES);
	skip_blanks(&s);
	if (s.p == s.end)
		return;
	ptime = read_decimal(&s, UINT64_MAX, "time");
	e.node = read_decimal(&s, UINT16_MAX, "node");
	recv = read_direction(&s);
	e.peer = read_decimal(&s, UINT16_MAX, "node");
	task = read_decimal(&s, UINT32_MAX, "task");
	e.sub = read_hexadecimal(&s, "SubTid (hexadecimal, at most 64 bits)");
	if (s.p != s.end)
		bad_word(&s, s.p, "part of an event");
	if (e.node >= spec->nnodes)
		fatal_at(r->trace->file, r->line, "unknown node %u: %s has nodes 0 to %u", e.node,
			spec->file, spec->nnodes - 1);
	if (task >= spec->ntasks) {
		refuse_event(r, e.node, "unknown task %llu: %s has tasks 0 to %u",
			(unsigned long long)task, spec->file, spec->ntasks - 1);
		return;
	}
	e.task = task;
	e.line = r->line;
	if (classify_event(r, &e, recv))
		add_event(r, &e, ptime);
}

/* append_partial: keep the beginning of a line whose end has not been read yet. */
static void
append_partial(TvmReader *r, const char *text, size_t len)
{
	if (len > MAX_LINE - r->npartial)
		fatal_at(r->trace->file, r->line + 1, "the line is longer than %d bytes", MAX_LINE);
	memcpy(r->partial + r->npartial, text, len);
	r->npartial += len;
}

void
tvm_feed(TvmReader *r, const char *text, size_t len)
{
	const char *end = text + len, *nl;

	for (; len && (nl = memchr(text, '\n', end - text)); text = nl + 1, len = end - text) {
		if (r->npartial) {
			append_partial(r, text, nl - text);
			read_line(r, r->partial, r->partial + r->npartial);
			r->npartial = 0;
		} else {
			read_line(r, text, nl);
		}
	}
	if (len)
		append_partial(r, text, len);
}

TvmTrace *
tvm_end(TvmReader *r)
{
	if (r->npartial)
		fatal_at(r->trace->file, r->line + 1, "the last line is cut off; remove it to "
			"read the trace");
	return r->trace;
}

TvmTrace *
tvm_load(Arena *a, const Spec *s, const char *file, bool stamps, const bool *halted)
{
	int fd = open(file, O_RDONLY | O_CLOEXEC);
	char *chunk = arena_alloc(a, CHUNK, 1);
	TvmReader *r = tvm_start(a, s, file, stamps, halted);
	double done = 0, whole = 0;
	struct stat st;
	ssize_t n;

	if (fd < 0)
		fatal("cannot open %s:", file);
	if (fstat(fd, &st) == 0)
		whole = st.st_size;
	while ((n = read(fd, chunk, CHUNK)) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			fatal("cannot read %s:", file);
		tvm_feed(r, chunk, n);
		done += n;
		progress_show_share(done, whole, "%s: %.0f MB of %.0f", file, done / 1e6,
			whole / 1e6);
	}
	progress_clear();
	close(fd);
	return tvm_end(r);
}
