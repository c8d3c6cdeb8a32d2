/*
 * read.c - fault scripts: a line for each fault, '#' begins a comment.
 *
 *   KIND NODE [OPERAND] WHEN   KIND END [OPERAND] WHEN
 *
 *   WHEN: at TIME | at +TIME | at instruction K | at byte K | at sent K [of E]
 *         | at received K [of E] | at call K of F
 *
 * The kinds and their operands are in kinds.c. N is a node, E a link end (n3.0, h.0), F a function;
 * 3 is logical node 3, and 3.0 one of its link ends. A TIME or number K may be a random choice,
 * A..B, and a node may be `any`: the network's seed and the fault's place in the list determine the
 * result. docs/faults.md explains the syntax.
 */
#include "kind.h"

#include "base/number.h"

#include <inttypes.h>
#include <stdlib.h>

enum { MAX_FAULTS = 10000 };

/*
 * read_message_count: parse "K" or "K of E" after "at sent" or "at received": a number of messages
 * of a link of the fault's node.
 */
static void
read_message_count(Reader *r, Fault *f, FaultWhen when)
{
	EndId of;

	f->when = when;
	f->at = reader_range(r, "the number of messages", false);
	if (f->node == NOWHERE)
		fatal_at(r->file, r->line, "messages are counted at nodes; for a host's end use "
			"'at TIME'");
	if (!strikes_node(f) && !accept_word(r, "of"))
		return;
	if (strikes_node(f) && !accept_word(r, "of"))
		fatal_at(r->file, r->line, "missing the link of the messages, such as 'of n0.1'");
	of = next_end(r);
	if (of / NLINKS != f->node || of >= r->w->links.first_host_end
	    || (!strikes_node(f) && of != f->end))
		fatal_at(r->file, r->line, "the messages must be those of the %s itself",
			!strikes_node(f) ? "link" : "node");
	f->end = of;
}

/* read_call: parse "K of F": the K-th call of function F. */
static void
read_call(Reader *r, Fault *f)
{
	const char *name;
	uint64_t addr;

	f->when = WHEN_CALL;
	f->at = reader_range(r, "the number of calls", false);
	if (f->node == NOWHERE)
		fatal_at(r->file, r->line, "hosts have no functions; use 'at TIME'");
	if (!accept_word(r, "of"))
		fatal_at(r->file, r->line, "missing the function, such as 'of compute_fn'");
	name = next_word(r, "the function");
	if (number_parse(name, UINT32_MAX, &addr)) {
		f->function = addr;
		return;
	}
	f->function = symbol_addr(r, f->node, name, "function", "node_show");
	f->moved |= r->names->loaded ? MOVED_FUNCTION : 0;
}

/* read_time: parse TIME, or +TIME from the application's start. */
static void
read_time(Reader *r, Fault *f)
{
	uint32_t i = r->next;
	bool start = i < r->n && r->word[i][0] == '+';
	char text[32];

	if (start)
		r->word[i]++;
	f->at = reader_range(r, "the time", true);
	if (!start)
		return;
	f->when = WHEN_START;
	if (r->word[i] != r->chosen[i]) {
		r->word[i]--;
		return;
	}
	snprintf(text, sizeof text, "+%s", TIME_STRING(f->at));
	reader_put_chosen(r, text);
}

/* read_when: read `at` and the time, instruction, call or message at which the fault acts. */
static void
read_when(Reader *r, Fault *f)
{
	bool byte = kind_of(f)->target == FAULT_ON_BYTE;

	if (strcmp(next_word(r, "'at' and when"), "at") != 0)
		fatal_at(r->file, r->line, "expected 'at' and a time instead of '%s'",
			r->word[r->next - 1]);
	if (accept_word(r, "instruction")) {
		f->when = WHEN_INSTRUCTION;
		f->at = reader_range(r, "the number of instructions", false);
		if (f->node == NOWHERE)
			fatal_at(r->file, r->line, "hosts have no instructions; use 'at TIME'");
	} else if (accept_word(r, "call")) {
		read_call(r, f);
	} else if (accept_word(r, "sent")) {
		read_message_count(r, f, WHEN_SENT);
	} else if (accept_word(r, "received")) {
		read_message_count(r, f, WHEN_RECEIVED);
	} else if (accept_word(r, "byte")) {
		if (!byte)
			fatal_at(r->file, r->line, "'at byte' needs corrupt, lose or double");
		f->value = reader_range(r, "the number of bytes", false);
		if (f->value == 0)
			fatal_at(r->file, r->line, "bytes are numbered from 1");
		f->value--;
	} else {
		read_time(r, f);
	}
	if (kind_of(f)->of_call && f->when != WHEN_CALL)
		fatal_at(r->file, r->line, "%s needs a call, such as 'at call 5 of nsend'",
			kind_of(f)->word);
	if (f->when >= WHEN_INSTRUCTION && f->at == 0)
		fatal_at(r->file, r->line, "numbers start from 1");
}

/* unknown_kind: report that a word names no kind of fault; fatal. */
static _Noreturn void
unknown_kind(const Reader *r, const char *word)
{
	char known[256];
	size_t n = 0;

	for (uint32_t k = 0; fault_kind(k) && n < sizeof known; k++)
		n += snprintf(known + n, sizeof known - n, "%s%s", k ? ", " : "",
			fault_kind(k)->word);
	assert(n < sizeof known);
	fatal_at(r->file, r->line, "unknown fault '%s' (%s)", word, known);
}

/* read_kind: read the keyword of a kind of fault; returns the number of the kind. */
static uint32_t
read_kind(Reader *r)
{
	const char *word = next_word(r, "the fault");

	for (uint32_t k = 0; fault_kind(k); k++)
		if (strcmp(word, fault_kind(k)->word) == 0)
			return k;
	unknown_kind(r, word);
}

/* read_fault: read a whole line with a fault. */
static Fault
read_fault(Reader *r)
{
	Fault f = {.kind = read_kind(r), .node = NOWHERE, .end = NOWHERE_END};

	if (strikes_node(&f)) {
		f.node = next_node(r);
	} else {
		f.end = next_end(r);
		if (f.end < r->w->links.first_host_end)
			f.node = f.end / NLINKS;
	}
	kind_of(&f)->read(r, &f);
	read_when(r, &f);
	if (r->next < r->n)
		fatal_at(r->file, r->line, "unexpected '%s' at the end", r->word[r->next]);
	return f;
}

/* check_hits: check that the link end has room for one more pending fault of a byte. */
static void
check_hits(const Reader *r, const Faults *f, EndId e)
{
	int n = 0;

	for (uint32_t i = 0; i < f->n; i++)
		n += kind_of(&f->fault[i])->target == FAULT_ON_BYTE && f->fault[i].end == e
			&& !f->fault[i].done;
	if (n == NHITS)
		fatal_at(r->file, r->line, "more than %d bytes to be corrupted, lost or doubled at "
			"one link end", NHITS);
}

/* add_fault: parse a line of a script, and append its fault, if there is one, to the list. */
static void
add_fault(Reader *r, Faults *f, char *line)
{
	words_split(r, line);
	if (r->n == 0)
		return;
	if (f->n == MAX_FAULTS)
		fatal_at(r->file, r->line, "more than %d faults", MAX_FAULTS);
	if (f->n == f->cap) {
		f->cap = f->cap ? 2 * f->cap : 8;
		f->fault = xrealloc(f->fault, f->cap * sizeof *f->fault);
		f->text = xrealloc(f->text, f->cap * sizeof *f->text);
	}
	r->number = f->n;
	memset(&f->fault[f->n], 0, sizeof *f->fault); /* padding is part of the state hash */
	Fault read = read_fault(r);
	Fault *to = &f->fault[f->n];

	to->kind = read.kind;
	to->node = read.node;
	to->end = read.end;
	to->when = read.when;
	to->at = read.at;
	to->value = read.value;
	to->bits = read.bits;
	to->function = read.function;
	to->moved = read.moved;
	if (kind_of(to)->target == FAULT_ON_BYTE)
		check_hits(r, f, to->end);
	f->text[f->n++] = words_joined(r);
}

void
faults_read(Network *w, const FaultNames *names, const char *file, const char *text, size_t n,
	bool lines)
{
	static const FaultNames none;
	Reader r = {.w = w, .names = names ? names : &none, .file = file};

	faults_attach(w);
	while (n > 0) {
		const char *nl = memchr(text, '\n', n);
		char line[LINE];
		size_t len = nl ? (size_t)(nl - text) : n;

		r.line += lines;
		if (len >= sizeof line)
			fatal_at(file, r.line, "the line is longer than %zu characters",
				sizeof line - 1);
		memcpy(line, text, len);
		line[len] = '\0';
		if (strlen(line) != len)
			fatal_at(file, r.line, "unexpected zero byte");
		add_fault(&r, &w->faults, line);
		text += len + (nl != NULL);
		n -= len + (nl != NULL);
	}
}
