/*
 * read.c - fault scripts: a line for each fault, '#' begins a comment.
 *
 *   crash N WHEN              freeze N TIME WHEN     cut E WHEN          corrupt E BITS WHEN
 *   halt N WHEN               slow N PERCENT% WHEN   dead E WHEN         lose E WHEN
 *   flip N ADDRESS.BIT WHEN   drift N PPMppm WHEN    delay E TIME WHEN   double E WHEN
 *   drop N at call K of F     hold N TIME at call K of F
 *
 *   WHEN: at TIME | at +TIME | at instruction K | at byte K | at sent K [of E] | at received K [of E]
 *         | at call K of F
 *
 * N is a node, E a link end (n3.0, h.0), F a function; 3 and 3.0 are those of logical node 3. Instead of a TIME or a number K there may be a choice, A..B,
 * and instead of a node `any`: both are made from the network's seed and the fault's place in the
 * list. docs/faults.md says what they all mean.
 */
#include "fault.h"
#include "sim/program/executable.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
	MAX_WORDS = 8,
	LINE = 256,
	MAX_FAULTS = 10000,
	MAX_COUNT = INT32_MAX, /* of bytes and messages */
};

/* A script being read. */
typedef struct Reader {
	const Network *w;
	const FaultNames *names; /* not NULL */
	const char *file;
	int line;
	char *word[MAX_WORDS];
	uint32_t n, next; /* words of the line; the next one to look at */
	uint32_t number;  /* of the fault, for choices */
	uint32_t nchoices;
	char chosen[MAX_WORDS][END_NAME]; /* words that stand for choices */
} Reader;

/* next_word: the next word; what it is, for the message if there is none. */
static char *
next_word(Reader *r, const char *what)
{
	if (r->next == r->n)
		fatal_at(r->file, r->line, "%s is missing", what);
	return r->word[r->next++];
}

static bool
accept_word(Reader *r, const char *word)
{
	if (r->next == r->n || strcmp(r->word[r->next], word) != 0)
		return false;
	r->next++;
	return true;
}

/* choose: a number from a to b, of the seed. */
static uint64_t
choose(Reader *r, uint64_t a, uint64_t b)
{
	uint64_t x = network_random(r->w, r->number << 3 | (r->nchoices++ & 7), PURPOSE_FAULT);

	return b == UINT64_MAX && a == 0 ? x : a + x % (b - a + 1);
}

/* chosen: the last word says from now on what was chosen. */
static void
chosen(Reader *r, const char *text)
{
	uint32_t i = r->next - 1;

	snprintf(r->chosen[i], END_NAME, "%s", text);
	r->word[i] = r->chosen[i];
}

/* parsed: a number, or a time. */
static bool
parsed(const char *s, bool time, uint64_t *v)
{
	return time ? time_parse(s, v) && *v < FAULT_MAX_TIME : number_parse(s, MAX_COUNT, v);
}

/* range: a number or time, or a choice of one. */
static uint64_t
range(Reader *r, const char *what, bool time)
{
	char *word = next_word(r, what), *dots = strstr(word, ".."), text[32];
	uint64_t a, b;
	bool good;

	if (dots)
		*dots = '\0';
	good = parsed(word, time, &a);
	b = a;
	if (good && dots)
		good = parsed(dots + 2, time, &b) && a <= b;
	if (dots)
		*dots = '.';
	if (!good)
		fatal_at(r->file, r->line, time
			? "'%s' is not a time; write 20ms or 1ms..5ms (up to some days)"
			: "'%s' is not a number; write 1000 or 1..1000 (at most 2147483647)", word);
	if (dots) {
		a = choose(r, a, b);
		snprintf(text, sizeof text, "%" PRIu64, a);
		chosen(r, time ? TIME_STRING(a) : text);
	}
	return a;
}

/* logical: the node of a number; NOWHERE: there is no such logical node, or it is no number. */
static NodeId
logical(const Reader *r, const char *name)
{
	uint64_t number;

	if (!number_parse(name, UINT32_MAX, &number) || number >= r->names->nplaces)
		return NOWHERE;
	return r->names->place[number];
}

/* any_node: of the logical ones, if there are any. */
static NodeId
any_node(Reader *r)
{
	const FaultNames *names = r->names;
	NodeId n = names->nplaces > 0 ? names->place[choose(r, 0, names->nplaces - 1)]
		: choose(r, 0, r->w->nnodes - 1);

	chosen(r, r->w->topology->nodes[n].name);
	return n;
}

static NodeId
node_word(Reader *r)
{
	const char *name = next_word(r, "the node");
	NodeId n = topology_node(r->w->topology, name);

	if (n == NOWHERE && strcmp(name, "any") == 0)
		return any_node(r);
	if (n == NOWHERE)
		n = logical(r, name);
	if (n == NOWHERE)
		fatal_at(r->file, r->line, "unknown node %s in %s", name, r->w->topology->name);
	return n;
}

/* logical_end: a link end of a logical node, as in 3.1. */
static EndRef
logical_end(const Reader *r, const char *name)
{
	char copy[LINE], *dot;
	uint64_t link;
	NodeId n;

	snprintf(copy, sizeof copy, "%s", name);
	dot = strrchr(copy, '.');
	if (!dot || !number_parse(dot + 1, NLINKS - 1, &link))
		return (EndRef){END_NONE};
	*dot = '\0';
	n = logical(r, copy);
	return n == NOWHERE ? (EndRef){END_NONE} : (EndRef){END_NODE, n, link};
}

static EndId
end_word(Reader *r)
{
	const char *name = next_word(r, "the link end");
	EndRef ref = topology_end(r->w->topology, name);

	if (ref.kind == END_NONE)
		ref = logical_end(r, name);
	if (ref.kind != END_NODE && ref.kind != END_HOST)
		fatal_at(r->file, r->line, "unknown link end %s of %s; n0.1 is link 1 of node n0", name,
			r->w->topology->name);
	if (ref.kind == END_NODE && ref.index >= NLINKS)
		fatal_at(r->file, r->line, "%s: a node has links 0 to 3", name);
	return network_end(r->w, ref);
}

/* number_before: a number in front of a unit, such as 40%; false: it is not that. */
static bool
number_before(const char *word, const char *unit, double *v)
{
	char *end;

	*v = strtod(word, &end);
	return end != word && strcmp(end, unit) == 0;
}

static uint64_t
rate_word(Reader *r, FaultKind *kind, bool drift)
{
	const char *word = next_word(r, drift ? "the drift" : "the rate");
	double v, rate;

	*kind = FAULT_SLOW;
	if (!number_before(word, drift ? "ppm" : "%", &v))
		fatal_at(r->file, r->line, drift ? "'%s' is not a drift; write -200ppm"
						 : "'%s' is not a rate; write 40%%", word);
	rate = drift ? 1e6 + v : v * 1e4;
	if (!(rate >= FAULT_LEAST_RATE && rate <= FAULT_MOST_RATE))
		fatal_at(r->file, r->line, "%s: a clock goes at 0.1%% to 10000%% of what it did", word);
	return rate + 0.5;
}

/* image_of: the program of a node; NULL: none is known. */
static const struct Image *
image_of(const Reader *r, NodeId n)
{
	const FaultNames *names = r->names;

	return names->nplaces > 0 && names->place[0] == n ? names->first : names->others;
}

/*
 * symbol_addr: of a variable or function of the node's program; of one that is loaded anywhere, behind
 * `from`.
 */
static Addr
symbol_addr(const Reader *r, NodeId n, const char *name, const char *what, const char *from)
{
	const struct Image *im = image_of(r, n);
	Addr addr, base;

	if (!im || !executables->symbol(im, name, &addr))
		fatal_at(r->file, r->line, im
			? "the program has no %s %s"
			: "%s %s: no loaded program has it; write an address", what, name);
	return r->names->loaded && executables->symbol(im, from, &base) ? addr - base : addr;
}

/* address_word: <address or variable>[+offset].<bit> */
static void
address_word(Reader *r, Fault *f)
{
	const char *word = next_word(r, "the address");
	char copy[LINE], *dot, *plus;
	uint64_t base, offset = 0, bit;
	Word size = r->w->nodes[f->node]->r.size;

	snprintf(copy, sizeof copy, "%s", word);
	dot = strrchr(copy, '.');
	if (!dot || !number_parse(dot + 1, 31, &bit))
		fatal_at(r->file, r->line, "'%s': bit 5 of a word is named as in 0x80001000.5 or counter.5",
			word);
	*dot = '\0';
	plus = strrchr(copy, '+');
	if (plus && !number_parse(plus + 1, size, &offset))
		fatal_at(r->file, r->line, "'%s': what follows '+' is a number of bytes", word);
	if (plus)
		*plus = '\0';
	if (!number_parse(copy, UINT32_MAX, &base)) {
		base = symbol_addr(r, f->node, copy, "variable", "node");
		f->moved = r->names->loaded ? MOVED_VALUE : 0;
	}
	f->value = (Addr)(base + offset + bit / 8);
	f->bits = 1 << bit % 8;
	if (!f->moved && (Addr)f->value - MOSTNEG >= size)
		fatal_at(r->file, r->line, "%s is outside the node's memory, %08X to %08X", word,
			MOSTNEG, MOSTNEG + size - 1);
}

static void
bits_word(Reader *r, Fault *f)
{
	const char *word = next_word(r, "the bits to change");
	uint64_t bits;

	if (!number_parse(word, 255, &bits) || bits == 0)
		fatal_at(r->file, r->line, "'%s': the bits of a byte to change are 1 to 255, 0x01 to 0xFF",
			word);
	f->bits = bits;
}

/* messages: at sent K [of E], at received K [of E]: of a link of the node that the fault is about. */
static void
messages(Reader *r, Fault *f, FaultWhen when)
{
	EndId of;

	f->when = when;
	f->at = range(r, "the number of messages", false);
	if (f->node == NOWHERE)
		fatal_at(r->file, r->line, "messages are counted at nodes; at a host's end it is 'at TIME'");
	if (fault_target(f->kind) != FAULT_ON_NODE && !accept_word(r, "of"))
		return;
	if (fault_target(f->kind) == FAULT_ON_NODE && !accept_word(r, "of"))
		fatal_at(r->file, r->line, "messages of which link? 'of n0.1'");
	of = end_word(r);
	if (of / NLINKS != f->node || of >= r->w->links.first_host_end
	    || (fault_target(f->kind) != FAULT_ON_NODE && of != f->end))
		fatal_at(r->file, r->line, "the messages that count are those of the %s itself",
			fault_target(f->kind) != FAULT_ON_NODE ? "link" : "node");
	f->end = of;
}

/* call_words: K of F */
static void
call_words(Reader *r, Fault *f)
{
	const char *name;
	uint64_t addr;

	f->when = WHEN_CALL;
	f->at = range(r, "the number of calls", false);
	if (f->node == NOWHERE)
		fatal_at(r->file, r->line, "a host calls no functions; write 'at TIME'");
	if (!accept_word(r, "of"))
		fatal_at(r->file, r->line, "calls of which function? 'of compute_fn'");
	name = next_word(r, "the function");
	if (number_parse(name, UINT32_MAX, &addr)) {
		f->function = addr;
		return;
	}
	f->function = symbol_addr(r, f->node, name, "function", "node_show");
	f->moved |= r->names->loaded ? MOVED_FUNCTION : 0;
}

/* time_words: TIME, or +TIME from the application's start. */
static void
time_words(Reader *r, Fault *f)
{
	uint32_t i = r->next;
	bool start = i < r->n && r->word[i][0] == '+';
	char text[32];

	if (start)
		r->word[i]++;
	f->at = range(r, "the time", true);
	if (!start)
		return;
	f->when = WHEN_START;
	if (r->word[i] != r->chosen[i]) {
		r->word[i]--;
		return;
	}
	snprintf(text, sizeof text, "+%s", TIME_STRING(f->at));
	chosen(r, text);
}

static void
when_words(Reader *r, Fault *f)
{
	bool byte = fault_target(f->kind) == FAULT_ON_BYTE;

	if (strcmp(next_word(r, "'at' and when"), "at") != 0)
		fatal_at(r->file, r->line, "'%s' where 'at' and a time would stand", r->word[r->next - 1]);
	if (accept_word(r, "instruction")) {
		f->when = WHEN_INSTRUCTION;
		f->at = range(r, "the number of instructions", false);
		if (f->node == NOWHERE)
			fatal_at(r->file, r->line, "a host has no instructions; write 'at TIME'");
	} else if (accept_word(r, "call")) {
		call_words(r, f);
	} else if (accept_word(r, "sent")) {
		messages(r, f, WHEN_SENT);
	} else if (accept_word(r, "received")) {
		messages(r, f, WHEN_RECEIVED);
	} else if (accept_word(r, "byte")) {
		if (!byte)
			fatal_at(r->file, r->line, "'at byte' is for corrupt, lose and double");
		f->value = range(r, "the number of bytes", false);
		if (f->value == 0)
			fatal_at(r->file, r->line, "the first byte of a line is byte 1");
		f->value--;
	} else {
		time_words(r, f);
	}
	if ((f->kind == FAULT_DROP || f->kind == FAULT_HOLD) && f->when != WHEN_CALL)
		fatal_at(r->file, r->line, "%s is for calls: 'at call 5 of nsend'", fault_name(f->kind));
	if (f->when >= WHEN_INSTRUCTION && f->at == 0)
		fatal_at(r->file, r->line, "the first is number 1");
}

/* kind_word: what goes wrong; drift is another way to say slow. */
static FaultKind
kind_word(Reader *r, bool *drift)
{
	const char *word = next_word(r, "the fault");

	*drift = strcmp(word, "drift") == 0;
	if (*drift)
		return FAULT_SLOW;
	for (int k = 0; k < NFAULTKINDS; k++)
		if (strcmp(word, fault_name(k)) == 0)
			return k;
#define X(name, word, target) word ", "
	fatal_at(r->file, r->line, "unknown fault '%s' (" FAULT_KINDS(X) "drift)", word);
#undef X
}

static Fault
fault_words(Reader *r)
{
	Fault f = {.node = NOWHERE, .end = NOWHERE_END};
	bool drift;
	Time t;

	f.kind = kind_word(r, &drift);
	if (fault_target(f.kind) == FAULT_ON_NODE) {
		f.node = node_word(r);
	} else {
		f.end = end_word(r);
		if (f.end < r->w->links.first_host_end)
			f.node = f.end / NLINKS;
	}
	switch (f.kind) {
	case FAULT_FREEZE:
		f.value = range(r, "how long", true);
		break;
	case FAULT_HOLD:
		f.value = range(r, "how long", true);
		if (f.value >= FAULT_MOST_HOLD)
			fatal_at(r->file, r->line, "a call is held for less than 1000s");
		break;
	case FAULT_SLOW:
		f.value = rate_word(r, &f.kind, drift);
		break;
	case FAULT_FLIP:
		address_word(r, &f);
		break;
	case FAULT_DELAY:
		t = range(r, "the delay", true);
		if (t % 1000 != 0 || t / 1000 > MAX_COUNT)
			fatal_at(r->file, r->line, "a delay is a whole number of ns, up to 2s");
		f.value = t / 1000;
		break;
	case FAULT_CORRUPT:
		bits_word(r, &f);
		break;
	default:
		break;
	}
	when_words(r, &f);
	if (r->next < r->n)
		fatal_at(r->file, r->line, "'%s' is one word too many", r->word[r->next]);
	return f;
}

/* check_hits: a line has room for one more byte that waits for its fault. */
static void
check_hits(const Reader *r, const Faults *f, EndId e)
{
	int n = 0;

	for (uint32_t i = 0; i < f->n; i++)
		n += fault_target(f->fault[i].kind) == FAULT_ON_BYTE && f->fault[i].end == e && !f->fault[i].done;
	if (n == NHITS)
		fatal_at(r->file, r->line, "a line has at most %d bytes corrupted, lost or doubled", NHITS);
}

/* joined: the line's words, choices made. */
static char *
joined(const Reader *r)
{
	Buf b = {0};

	for (uint32_t i = 0; i < r->n; i++)
		buf_printf(&b, "%s%s", i ? " " : "", r->word[i]);
	buf_byte(&b, '\0');
	return (char *)b.data;
}

static void
add_fault(Reader *r, Faults *f, char *line)
{
	char *comment = strchr(line, '#'), *word;

	if (comment)
		*comment = '\0';
	r->n = r->next = r->nchoices = 0;
	while ((word = strsep(&line, " \t\r"))) {
		if (*word == '\0')
			continue;
		if (r->n == MAX_WORDS)
			fatal_at(r->file, r->line, "'%s' is one word too many", word);
		r->word[r->n++] = word;
	}
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
	memset(&f->fault[f->n], 0, sizeof *f->fault); /* its padding is hashed, too */
	Fault read = fault_words(r);
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
	if (fault_target(to->kind) == FAULT_ON_BYTE)
		check_hits(r, f, to->end);
	f->text[f->n++] = joined(r);
}

void
faults_read(Network *w, const FaultNames *names, const char *file, const char *text, size_t n, bool lines)
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
			fatal_at(file, r.line, "the line is longer than %zu characters", sizeof line - 1);
		memcpy(line, text, len);
		line[len] = '\0';
		if (strlen(line) != len)
			fatal_at(file, r.line, "a zero byte cannot stand in text");
		add_fault(&r, &w->faults, line);
		text += len + (nl != NULL);
		n -= len + (nl != NULL);
	}
}
