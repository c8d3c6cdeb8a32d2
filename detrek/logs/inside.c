/*
 * inside.c - reads the log that a program has written itself (kernel/libc/eblock.c).
 *
 * The file consists of little-endian words:
 *
 * 	head      magic (4), format, build (2), addresses of __log_prelog, __log_postlog,
 * 	          __log_result, __log_block, __log_end, __log_wait, __log_clock, __log_left,
 * 	          __log_root, __log_taken, __log_lent and __log_message, gsb, node, pid (0:
 * 	          without a kernel), priority, the program's file name with a zero
 * 	prelog    PRELOG, body, return address of __log_prelog, clock, Wptr, __log_wait, number of
 * 	          arguments, arguments, regions
 * 	postlog   POSTLOG, clock, __log_wait, result, regions
 * 	left      LEFT, clock, __log_wait, return address and Wptr of setjmp, value, regions: as a
 * 	          postlog
 * 	called    CALLED, function, Wptr, result, regions
 * 	clock     CLOCK, value
 * 	message   as `called`, but with MESSAGE; the first region is the head of a received Nmsg
 * 	wait      WAIT with __log_wait in its upper 24 bits
 * 	end       END, clock, number of words before, sum of all sums of words before
 * 	root      ROOT, body, clock, Wptr, task, part, regions
 *
 * The log of a function that TrEK calls has root, prelog, ..., postlog, end for each call. The
 * regions of the root are the memory that TrEK passes.
 *
 * A record's first word has the record's kind in 8 bits, the kind of result in 8, and the number of
 * regions in 16. A region consists of its address, its number of words, and these words. Wptr is
 * that of the calling function, so the called function begins at Wptr - 16. The clock counts
 * microseconds.
 */
#include "logs.h"

#include "sim/topology/reading.h"

#include <stdlib.h>
#include <string.h>

enum {
	MHZ = 20,              /* the processor's cycles per microsecond */
	MEMORY_UNIT = 64 << 10, /* bytes; the node's memory is a multiple of this */
	MAX_DEPTH = 1 << 16,   /* nested intervals */
	MAX_ARGS = 256,        /* words of arguments */
};

/* The state of reading a log. */
typedef struct InsideReading {
	Log *log;
	const char *file;   /* the log's name, for messages */
	const uint8_t *data;
	size_t n, at;       /* number of words in the log, of which `at` were read */
	uint64_t count;     /* count of the record that is being read */
	Word sum, sums;     /* sum of the words that were read, and sum of the sums so far */
	/* count of the first record of the longjmp that is being read; 0: there is none */
	uint64_t jump;
	uint64_t build;     /* identifies the program (log_inside_build) */
	Addr highest;       /* the highest address in the log */
	Cycles clock;       /* the log's current time */
	uint32_t innermost, depth; /* number of the innermost open interval, and its depth */
} InsideReading;

bool
log_is_inside(const void *bytes)
{
	static const uint32_t magic[] = INSIDE_MAGIC_WORDS;

	for (size_t i = 0; i < sizeof magic / sizeof *magic; i++)
		if (get32((const uint8_t *)bytes + 4 * i) != magic[i])
			return false;
	return true;
}

/* refuse_log: end the program with a message: the log is wrong because of `what`. */
static _Noreturn void
refuse_log(const InsideReading *r, const char *what)
{
	fatal_at(r->file, 0, "the log is damaged: %s, after %zu words", what, r->at);
}

/* next_word: read the next word of the log, and add it to the sum. A truncated log is fatal. */
static Word
next_word(InsideReading *r)
{
	Word word;

	if (r->at == r->n)
		fatal_at(r->file, 0, "the log was cut: it has no end; copy it again, or repeat the "
			"run");
	word = get32(r->data + 4 * r->at++);
	r->sum += word;
	r->sums += r->sum;
	return word;
}

/*
 * check_address: check that nwords words at address a can be in memory, and note the highest end of
 * such words; returns a.
 */
static Addr
check_address(InsideReading *r, Addr a, Word nwords)
{
	if (nwords == 0)
		return a;
	if (a % 4 || a - MOSTNEG > (LOG_MAX_FILE >> 1) || nwords > r->n)
		refuse_log(r, "an address lies outside the node's memory");
	if (a + 4 * nwords > r->highest)
		r->highest = a + 4 * nwords;
	return a;
}

/* innermost_block: the last interval that was begun and has not ended. */
static LogBlock *
innermost_block(const InsideReading *r)
{
	return &r->log->blocks[r->innermost];
}

/* ---- intervals ---- */

/* add_item: append an item to the innermost interval. */
static LogItem *
add_item(InsideReading *r, LogItemKind kind)
{
	return log_add_item(r->log, r->innermost, kind, r->count);
}

/* add_block: begin an interval within the innermost one. */
static LogBlock *
add_block(InsideReading *r, LogBlock b)
{
	return log_add_block(r->log, r->innermost, r->count, b);
}

/* make_state: the logged registers of a process at iptr and wptr, at the log's current time. */
static LogState
make_state(const InsideReading *r, Addr iptr, Addr wptr)
{
	return (LogState){.wptr = wptr, .iptr = iptr, .from = iptr, .cycles = r->clock,
		.since = r->clock, .priority = r->log->inside.priority};
}

/* read_clock_word: add the next word, a difference, to the log's time. */
static void
read_clock_word(InsideReading *r)
{
	Word last = r->clock / MHZ;

	r->clock += (Cycles)(Word)(next_word(r) - last) * MHZ;
}

/* append_word: append a word with its address to the list. */
static void
append_word(InsideReading *r, LogWord **words, uint32_t *n, Addr a, Word value)
{
	*words = arena_more(&r->log->arena, *words, *n, sizeof **words);
	(*words)[(*n)++] = (LogWord){a, value};
}

/* read_regions: read the words of n regions. */
static void
read_regions(InsideReading *r, uint32_t n, LogWord **words, uint32_t *nwords)
{
	for (uint32_t i = 0; i < n; i++) {
		Addr a = next_word(r);
		Word size = next_word(r);

		check_address(r, a, size);
		for (Word k = 0; k < size; k++)
			append_word(r, words, nwords, a + 4 * k, next_word(r));
	}
}

/* read_result: read the result of a function into the registers that block b leaves. */
static void
read_result(InsideReading *r, LogBlock *b, unsigned kind)
{
	LogState *s = &b->left;

	if (kind > LOG_DOUBLE)
		refuse_log(r, "a function has a result of an unknown kind");
	b->result = kind;
	if (kind == LOG_WORD || kind == LOG_TWO)
		s->areg = next_word(r);
	if (kind == LOG_TWO)
		s->breg = next_word(r);
	if (kind == LOG_SINGLE || kind == LOG_DOUBLE)
		s->fpu.reg[0] = next_word(r);
	if (kind == LOG_DOUBLE)
		s->fpu.reg[0] |= (uint64_t)next_word(r) << 32;
	s->fpu.dbl[0] = kind == LOG_DOUBLE;
}

/*
 * begin_outermost: begin the outermost interval if this has not been done yet; called at the first
 * call of a function. site: the interval's LogBlock.site.
 */
static void
begin_outermost(InsideReading *r, LogState entered, Addr site)
{
	if (r->log->nblocks == 0)
		add_block(r, (LogBlock){.begin = r->count - LOG_RECORD, .open = true, .site = site,
			.entered = entered});
}

/* ---- records ---- */

/* read_root: read the record by which TrEK calls the function whose prelog comes next. */
static void
read_root(InsideReading *r, Word head)
{
	Addr body = next_word(r), wptr;
	LogBlock *b;

	if (r->innermost != 0 || (r->log->nblocks > 0 && !r->log->inside.roots))
		refuse_log(r, "a function is called by TrEK before the last one has returned");
	read_clock_word(r);
	wptr = check_address(r, next_word(r), 1);
	r->log->inside.roots = true;
	begin_outermost(r, make_state(r, body, wptr), 0);
	b = add_block(r, (LogBlock){.begin = r->count, .end = r->count + 1, .is_outside = true,
		.is_root = true, .last_began = r->clock,
		.entered = make_state(r, body, wptr - CALL_BYTES), .left = make_state(r, 0, wptr)});
	b->task = next_word(r);
	b->part = next_word(r);
	read_regions(r, head >> 16, &b->defined, &b->ndefined);
}

/*
 * find_calling_root: the number of the record by which TrEK has called the function whose prelog is
 * read next; 0 if TrEK does not call this function.
 */
static uint32_t
find_calling_root(const InsideReading *r)
{
	uint32_t last = r->log->nblocks - 1;

	if (!r->log->inside.roots || r->innermost != 0)
		return 0;
	if (!r->log->blocks[last].is_root)
		refuse_log(r, "a function begins that TrEK has not called");
	return last;
}

/*
 * pass_arguments: note the words that TrEK passes to the function, both as written by TrEK and as
 * used by the function.
 */
static void
pass_arguments(InsideReading *r, LogBlock *root, LogBlock *b, const LogWord *arg, uint32_t nargs)
{
	for (uint32_t i = 0; i < nargs; i++)
		append_word(r, &root->defined, &root->ndefined, arg[i].addr, arg[i].value);
	for (uint32_t i = 0; i < root->ndefined; i++)
		append_word(r, &b->used, &b->nused, root->defined[i].addr, root->defined[i].value);
	/* last, the return address, which log_inside_complete finds */
	append_word(r, &root->defined, &root->ndefined, b->entered.wptr, 0);
}

/*
 * read_prelog: read the beginning of an e-block. At the first one, also begin the outermost
 * interval: main as it is called.
 */
static void
read_prelog(InsideReading *r, Word head)
{
	Addr body = next_word(r), site = next_word(r), wptr;
	LogBlock *b;
	LogWord arg[MAX_ARGS];
	uint32_t root;
	Word nargs;

	read_clock_word(r);
	wptr = check_address(r, next_word(r), 1);
	begin_outermost(r, make_state(r, site, wptr), site);
	root = find_calling_root(r);
	if (++r->depth > MAX_DEPTH)
		refuse_log(r, "too many intervals are nested");
	b = add_block(r, (LogBlock){.parent = r->innermost, .begin = r->count, .open = true,
		.site = site, .entered = make_state(r, body, wptr - CALL_BYTES)});
	r->innermost = r->log->nblocks - 1;
	b->wait = next_word(r);
	nargs = next_word(r);
	if (nargs > MAX_ARGS)
		refuse_log(r, "an e-block has too many arguments");
	for (Word i = 0; i < nargs; i++)
		arg[i] = (LogWord){wptr - CALL_BYTES + FIRST_ARGUMENT + 4 * i, next_word(r)};
	read_regions(r, head >> 16, &b->used, &b->nused);
	append_word(r, &b->used, &b->nused, wptr - CALL_BYTES + GSB_ARGUMENT, r->log->inside.data);
	for (Word i = 0; i < nargs; i++)
		append_word(r, &b->used, &b->nused, arg[i].addr, arg[i].value);
	if (root)
		pass_arguments(r, &r->log->blocks[root], b, arg, nargs);
}

/* read_target: read where longjmp continues, as if setjmp returned once more. */
static void
read_target(InsideReading *r, LogBlock *b)
{
	b->left.iptr = b->left.from = next_word(r);
	b->left.wptr = check_address(r, next_word(r), 1) + CALL_BYTES;
	b->left.areg = next_word(r);
	b->left.areg += b->left.areg == 0;
	if (b->left.wptr % 4 || b->left.wptr < b->entered.wptr)
		refuse_log(r, "a longjmp goes where no e-block has called setjmp");
}

/* read_postlog: read the end of an e-block: the words that it has changed. */
static void
read_postlog(InsideReading *r, Word head)
{
	LogBlock *b;

	if (r->innermost == 0)
		refuse_log(r, "a postlog has no prelog");
	b = innermost_block(r);
	read_clock_word(r);
	b->left = make_state(r, 0, b->entered.wptr + CALL_BYTES);
	b->last_began = r->clock;
	b->waited = next_word(r);
	b->jumped = (head & 0xFF) == INSIDE_LEFT;
	if (b->jumped)
		read_target(r, b);
	else
		read_result(r, b, head >> 8 & 0xFF);
	read_regions(r, head >> 16, &b->defined, &b->ndefined);
	b->open = false;
	b->end = b->jumped ? r->jump : r->count;
	r->innermost = b->parent;
	r->depth--;
}

/* read_called: read the record of a call of a function without e-block, with its result. */
static void
read_called(InsideReading *r, Word head)
{
	Addr function = next_word(r), wptr = check_address(r, next_word(r), 1);
	LogBlock *b;

	if (r->log->nblocks == 0)
		refuse_log(r, "it does not begin with a prelog");
	b = add_block(r, (LogBlock){.parent = r->innermost, .begin = r->count,
		.end = r->count + 1, .is_outside = true, .last_began = r->clock,
		.entered = make_state(r, function, wptr - CALL_BYTES),
		.left = make_state(r, 0, wptr)});
	read_result(r, b, head >> 8 & 0xFF);
	read_regions(r, head >> 16, &b->defined, &b->ndefined);
	b->is_message = (head & 0xFF) == INSIDE_MESSAGE;
	if (b->is_message && b->ndefined < NMSG_BYTES / 4)
		refuse_log(r, "a message has no head");
}

/* read_wait: read a record that says to which value __log_wait is set. */
static void
read_wait(InsideReading *r, Word head)
{
	if (r->log->nblocks == 0)
		refuse_log(r, "it does not begin with a prelog");
	add_item(r, LOG_WAITED)->word.value = head >> 8;
}

/* read_clock: read the record of a value that the process read from the clock. */
static void
read_clock(InsideReading *r)
{
	if (r->log->nblocks == 0)
		refuse_log(r, "it does not begin with a prelog");
	add_item(r, LOG_CLOCK)->word.value = next_word(r);
}

/* read_end: read the end of the log; its length and sum must be right. */
static void
read_end(InsideReading *r)
{
	size_t nwords = r->at + 1;
	Word sums;

	read_clock_word(r);
	if (next_word(r) != nwords)
		refuse_log(r, "its end has another length");
	sums = r->sums;
	if (next_word(r) != sums)
		fatal_at(r->file, 0, "the log was changed: its sum is wrong; copy it again, or "
			"repeat the run");
	if (r->at != r->n && (!r->log->inside.roots || r->innermost != 0))
		refuse_log(r, "something follows its end");
}

/* close_open: end the intervals that are open when the log ends. */
static void
close_open(InsideReading *r)
{
	r->log->end = r->count;
	r->log->blocks[0].left.cycles = r->clock;
	for (uint32_t i = 0; i < r->log->nblocks; i++)
		if (r->log->blocks[i].open)
			r->log->blocks[i].end = r->count;
}

/* ---- all ---- */

/* read_place: read node, process and priority of the logged process. */
static void
read_place(InsideReading *r)
{
	LogPlace *p = &r->log->place;
	Word priority;

	p->node = next_word(r);
	p->pid = next_word(r);
	p->process = p->pid;
	priority = next_word(r);
	if (priority > 1 || p->pid < 0)
		refuse_log(r, "it has an unknown process");
	r->log->inside.priority = priority;
}

/* read_head: read the head of the log: its format and the addresses of the logging code. */
static void
read_head(InsideReading *r)
{
	Log *log = r->log;
	LogInside *in = &log->inside;
	Addr *const addresses[] = {&in->prelog, &in->postlog, &in->result, &in->block,
		&in->end, &in->wait, &in->clock, &in->left, &in->root, &in->taken, &in->lent,
		&in->message, &in->data};
	const char *name;

	for (int i = 0; i < INSIDE_MAGIC / 4; i++)
		next_word(r);
	if (next_word(r) != INSIDE_FORMAT)
		refuse_log(r, "it has an unknown format");
	log->image = next_word(r);
	log->image |= (uint64_t)next_word(r) << 32;
	for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++)
		*addresses[i] = next_word(r);
	read_place(r);
	name = (const char *)r->data + 4 * r->at;
	while (next_word(r) >> 24)
		continue;
	log->program = arena_strndup(&log->arena, name,
		strnlen(name, (const char *)r->data + 4 * r->at - name));
	if (!*log->program)
		refuse_log(r, "its program has no name");
	in->is = true;
}

void
log_inside_machine(Log *log, const char *file, Addr highest)
{
	char text[100];
	int n = snprintf(text, sizeof text, "topology one\nnode n0 mem=%uK\nend\n",
		((highest - MOSTNEG) / MEMORY_UNIT + 2) * (MEMORY_UNIT >> 10));

	if (log->topology)
		topology_free(log->topology);
	log->inside.highest = highest;
	log->topology = topology_new(file);
	topology_load(log->topology, text, n);
}

/* check_within: check that TrEK itself writes only those records by which it calls a function. */
static void
check_within(const InsideReading *r, Word kind)
{
	if (r->log->inside.roots && r->innermost == 0 && kind != INSIDE_ROOT
		&& kind != INSIDE_PRELOG && kind != INSIDE_END)
		refuse_log(r, "a record belongs to no function that TrEK has called");
}

void
log_inside_read(Log *log, const char *file, const uint8_t *data, size_t n)
{
	InsideReading r = {.log = log, .file = file, .data = data, .n = n / 4};
	Word head = INSIDE_HEAD;

	read_head(&r);
	for (uint64_t record = 1; (head & 0xFF) != INSIDE_END || r.at < r.n; record++) {
		r.count = record * LOG_RECORD;
		head = next_word(&r);
		r.jump = (head & 0xFF) != INSIDE_LEFT ? 0 : r.jump ? r.jump : r.count;
		check_within(&r, head & 0xFF);
		switch (head & 0xFF) {
		case INSIDE_PRELOG: read_prelog(&r, head); break;
		case INSIDE_POSTLOG:
		case INSIDE_LEFT: read_postlog(&r, head); break;
		case INSIDE_CALLED:
		case INSIDE_MESSAGE: read_called(&r, head); break;
		case INSIDE_WAIT: read_wait(&r, head); break;
		case INSIDE_CLOCK: read_clock(&r); break;
		case INSIDE_ROOT: read_root(&r, head); break;
		case INSIDE_END: read_end(&r); break;
		default: refuse_log(&r, "a record has an unknown kind");
		}
	}
	if (log->nblocks == 0)
		refuse_log(&r, "it does not begin with a prelog");
	close_open(&r);
	log_inside_machine(log, file, r.highest);
}
