/*
 * take.c - takes the log of a process: the machine reports each instruction and each access to
 * memory (sim/cpu/watcher.h), at no simulated time.
 *
 * For each open e-block the words that it knows are kept: those that its prelog has, that it has
 * written, that a link has written for it, and that its nested e-blocks have written. A word that
 * it reads and does not know belongs to its prelog. A word that another process has written is
 * logged when it is read, or in the end. So an emulation has the right value for every read,
 * through whatever pointer. The program's text is known to all; a write into it ends that for the
 * word.
 *
 * A process is recognised by its workspace pointer: after each of its instructions it is known what
 * the pointer will be when the process executes the next one.
 */
#include "logs.h"
#include "known_words.h"

#include "sim/cpu/watcher.h"
#include "sim/past/wire.h"

#include <stdlib.h>
#include <string.h>

enum {
	FRAME = 16, /* bytes that call stores below Wptr */
	WORD = 4,
};

/* An e-block that is executed. */
typedef struct Open {
	Addr wptr;   /* at its beginning */
	Addr lowest; /* the lowest value of Wptr since then */
	Words known;
} Open;

typedef struct Taker {
	Network *w;
	NodeId node;
	Watcher *watcher;
	ProgramInfo *program;
	const char *file;
	Buf out;
	Open *open;         /* nopen, the innermost last */
	uint32_t nopen, cap;
	uint8_t *shadow;    /* the node's memory, before accesses that are not yet reported */
	uint64_t *changed;  /* [word]: serial of its last write; 0: none since the start */
	/* [word]: the last write was not the process's, and the log does not have it */
	bool *foreign;
	uint64_t serial;
	bool started;
	uint64_t first;     /* instructions that the node had executed at the start */
	/* the process's present instruction: */
	uint64_t count;     /* instructions of the process before it */
	uint64_t at;        /* instructions of the node before it */
	Executed now;
	Addr iptr;
	Cycles began;
	Word next;          /* Wdesc of the process after it */
	bool executing;     /* it is the process's instruction that the node executes */
	bool resumed;       /* registers may change before the next one */
} Taker;

static const T800 *
node_of(const Taker *t)
{
	return t->w->nodes[t->node];
}

static Open *
innermost(Taker *t)
{
	return &t->open[t->nopen - 1];
}

/* ---- memory ---- */

/* shadow_word: 0 outside memory. */
static Word
shadow_word(const Taker *t, Addr a)
{
	return a - MOSTNEG < node_of(t)->r.size ? get32(t->shadow + (a - MOSTNEG)) : 0;
}

static uint64_t *
changed_of(Taker *t, Addr a)
{
	return &t->changed[(a - MOSTNEG) / WORD];
}

static bool
in_text(const Taker *t, Addr a)
{
	return a - t->program->text < t->program->text_bytes;
}

static void
put_word(Taker *t, LogRecord kind, uint64_t count, Addr a)
{
	log_put(&t->out, kind, count);
	buf_word(&t->out, a);
	buf_word(&t->out, shadow_word(t, a));
	if (kind == RECORD_CHANGED)
		put_number(&t->out, node_of(t)->r.cycles);
}

/* define: the innermost e-block has a new value of a word. */
static void
define(Taker *t, Addr a)
{
	KnownWord *k = words_add(&innermost(t)->known, a);

	k->serial = *changed_of(t, a);
	k->written = true;
	t->foreign[(a - MOSTNEG) / WORD] = false;
}

/* learn: the innermost e-block needs the value of a word, before an instruction. */
static void
learn(Taker *t, uint64_t count, Addr a)
{
	Words *known = &innermost(t)->known;
	KnownWord *k = words_find(known, a);
	bool foreign = t->foreign[(a - MOSTNEG) / WORD];

	if (k ? k->serial >= *changed_of(t, a) : in_text(t, a) && *changed_of(t, a) == 0)
		return;
	put_word(t, k || foreign ? RECORD_CHANGED : RECORD_USED, count, a);
	if (k || foreign)
		define(t, a);
	else
		words_add(known, a)->serial = t->serial;
}

static void
write_shadow(Taker *t, const Access *a)
{
	uint8_t bytes[WORD];

	put32(bytes, a->new);
	memcpy(t->shadow + (a->addr - MOSTNEG), bytes, a->nbytes);
	*changed_of(t, a->addr & ~3u) = ++t->serial;
}

/* by_process: the access was made by the process's present instruction, which can be emulated. */
static bool
by_process(const Taker *t, const Access *a)
{
	return (a->kind == ACCESS_READ || a->kind == ACCESS_WRITE) && t->executing
		&& a->count == t->at && !log_is_outside(&t->now);
}

/* for_process: a link writes the message that the process waits for. */
static bool
for_process(const Taker *t, const Access *a)
{
	return a->kind == ACCESS_RECEIVED && (a->wdesc & ~3u) == (t->next & ~3u)
		&& log_is_outside(&t->now);
}

static void
put_received(Taker *t, const Access *a)
{
	log_put(&t->out, RECORD_RECEIVED, t->count + 1);
	buf_word(&t->out, a->addr);
	buf_byte(&t->out, a->nbytes);
	buf_word(&t->out, a->new);
	put_number(&t->out, a->cycles);
}

static void
take_access(Taker *t, const Access *a)
{
	Addr word = a->addr & ~3u;
	bool writes = 1 << a->kind & ACCESS_WRITES, own = by_process(t, a),
		received = for_process(t, a);

	if ((own || received) && (!writes || a->nbytes < WORD))
		learn(t, t->count + received, word);
	if (received)
		put_received(t, a);
	if (writes)
		write_shadow(t, a);
	if (writes && (own || received))
		define(t, word);
	else if (writes)
		t->foreign[(word - MOSTNEG) / WORD] = true;
}

static void
accesses(void *context, NodeId n, const Access *a, uint32_t naccesses)
{
	Taker *t = context;

	(void)n;
	for (uint32_t i = 0; i < naccesses && t->started; i++)
		take_access(t, &a[i]);
}

/* ---- e-blocks ---- */

static void
open_block(Taker *t, const T800 *c)
{
	LogState s = log_state(c);

	if (t->nopen == t->cap) {
		t->cap = t->cap ? 2 * t->cap : 16;
		t->open = xrealloc(t->open, t->cap * sizeof *t->open);
	}
	t->open[t->nopen++] = (Open){.wptr = s.wptr, .lowest = s.wptr};
	log_put(&t->out, RECORD_PRELOG, t->count);
	buf_word(&t->out, shadow_word(t, s.wptr));
	log_put_state(&t->out, &s);
}

static int
by_address(const void *a, const void *b)
{
	Addr x = ((const LogWord *)a)->addr, y = ((const LogWord *)b)->addr;

	return x < y ? -1 : x > y;
}

/* written: the words that the innermost e-block has written; n of them, the caller's. */
static LogWord *
written(Taker *t, uint32_t *n)
{
	const Open *o = innermost(t);
	LogWord *words = xmalloc((o->known.n + 1) * sizeof *words);

	*n = 0;
	for (uint32_t i = 0; i < o->known.nslots; i++) {
		const KnownWord *k = &o->known.slot[i];

		if (!k->serial || !k->written || log_is_dead(o->lowest, o->wptr, k->addr))
			continue;
		learn(t, t->count, k->addr);
		words[(*n)++] = (LogWord){k->addr, shadow_word(t, k->addr)};
	}
	qsort(words, *n, sizeof *words, by_address);
	return words;
}

static void
close_block(Taker *t, const T800 *c, bool jumped)
{
	LogState s = log_state(c);
	uint32_t n;
	LogWord *words = written(t, &n);
	Open ended = *innermost(t), *outer;

	log_put(&t->out, RECORD_POSTLOG, t->count);
	buf_byte(&t->out, jumped);
	buf_word(&t->out, ended.lowest);
	buf_word(&t->out, t->iptr);
	put_number(&t->out, s.cycles - t->began);
	log_put_state(&t->out, &s);
	log_put_words(&t->out, words, n);
	t->nopen--;
	outer = innermost(t);
	for (uint32_t i = 0; i < n; i++)
		define(t, words[i].addr);
	if (ended.lowest < outer->lowest)
		outer->lowest = ended.lowest;
	words_free(&ended.known);
	free(words);
}

/* is_called: the present instruction is the first one of a function, after its call. */
static bool
is_called(const Taker *t, const T800 *c)
{
	const DebugFunction *f = log_eblock(t->program, c->r.iptr);

	return f && (t->now.fn == FN_CALL
		|| (executed_op(&t->now, OPER_GCALL) && t->iptr - f->addr >= f->size));
}

/* turn: the process has executed an instruction, which may have left or entered e-blocks. */
static bool
turn(Taker *t, const T800 *c)
{
	bool turned = false, returned = executed_op(&t->now, OPER_RET);

	for (; t->nopen > 1 && c->r.wptr > innermost(t)->wptr; turned = true)
		close_block(t, c, !returned || c->r.wptr != innermost(t)->wptr + FRAME);
	if (is_called(t, c)) {
		open_block(t, c);
		turned = true;
	}
	if (c->r.wptr < innermost(t)->lowest)
		innermost(t)->lowest = c->r.wptr;
	return turned;
}

/* ---- instructions ---- */

/* wptr_after: the workspace pointer after an instruction. */
static Addr
wptr_after(const Executed *e, const Regs *r)
{
	return e->fn == FN_CALL ? r->wptr - FRAME
		: e->fn == FN_AJW ? r->wptr + WORD * e->operand
		: executed_op(e, OPER_RET) ? r->wptr + FRAME
		: executed_op(e, OPER_GAJW) ? r->areg & ~3u
		: r->wptr;
}

/* begin_instruction: the process is about to execute one. */
static void
begin_instruction(Taker *t, const T800 *c)
{
	Word offset = c->r.iptr - MOSTNEG;
	Word n = offset >= c->r.size ? 0 : c->r.size - offset < MAX_INSTR ? c->r.size - offset
		: MAX_INSTR;

	if (!executed_decode(c->r.mem + offset, n, c->r.areg, &t->now))
		t->now = (Executed){.size = 0};
	t->iptr = c->r.iptr;
	t->began = c->r.cycles;
	t->at = t800_count(c);
	t->next = wptr_after(&t->now, &c->r) | c->priority;
	t->executing = true;
	t->resumed = log_is_outside(&t->now);
}

static void
copy_page(void *taker, uint32_t page, const uint8_t *bytes)
{
	Taker *t = taker;

	memcpy(t->shadow + (size_t)page * PAGE, bytes, PAGE);
}

/*
 * is_program: the code on the node is that of the file. Before it is, the code that boots it may be
 * where the program will begin.
 */
static bool
is_program(const Taker *t, const T800 *c)
{
	const Image *im = &t->program->image;

	for (size_t i = 0; i < im->nsegments; i++) {
		const Segment *s = &im->segments[i];

		if (s->execute && (s->addr - MOSTNEG + s->nbytes > c->r.size
			|| memcmp(c->r.mem + (s->addr - MOSTNEG), s->data, s->nbytes) != 0))
			return false;
	}
	return true;
}

static void
start(Taker *t, const T800 *c)
{
	t->shadow = xcalloc(c->r.size, 1);
	t->changed = xcalloc(c->r.size / WORD, sizeof *t->changed);
	t->foreign = xcalloc(c->r.size / WORD, sizeof *t->foreign);
	t->serial = 1;
	pages_each(c, copy_page, t);
	t->started = true;
	t->first = t800_count(c);
	open_block(t, c);
}

/* check_size: a larger file would not be read again. */
static void
check_size(const Taker *t)
{
	if (t->out.len > LOG_MAX_FILE - (1 << 20))
		fatal("--log: the log is larger than %d MB; end the run earlier with --until",
			LOG_MAX_FILE >> 20);
}

static void
marked(void *context, NodeId n)
{
	Taker *t = context;
	const T800 *c = t->w->nodes[n];

	if (!t->started) {
		if (c->r.iptr != t->program->image.entry || !is_program(t, c))
			return;
		start(t, c);
	} else if (t->executing && t800_count(c) == t->at) {
		return; /* it was postponed */
	} else if (wdesc(c) != t->next) {
		t->executing = false;
		t->resumed = true;
		return;
	} else {
		bool resumed = t->resumed;
		LogState s = log_state(c);

		t->count++;
		if (!turn(t, c) && resumed) {
			log_put(&t->out, RECORD_RESUMED, t->count);
			log_put_state(&t->out, &s);
		}
	}
	begin_instruction(t, c);
	check_size(t);
}

/* ---- a run ---- */

static void *
begin(Network *w, NodeId n, const char *program, const char *file)
{
	Taker *t = xcalloc(1, sizeof *t);

	file_check_output(file);
	if (!program_is(program))
		fatal("--log: %s is not an image of 'trellis cc', which names its functions",
			program);
	*t = (Taker){.w = w, .node = n, .program = program_open(program, NULL), .file = file};
	t->watcher = watcher_new(w, &(WatcherOptions){accesses, marked, NULL, t});
	watcher_all(t->watcher, n, ACCESS_ALL);
	watcher_mark_all(t->watcher, n);
	return t;
}

/* learn_rest: what other processes have written, and this one has not read. */
static void
learn_rest(Taker *t)
{
	for (Word i = 0; i < node_of(t)->r.size / WORD; i++)
		if (t->foreign[i])
			learn(t, t->count, MOSTNEG + WORD * i);
}

/* bytes_of: head, records and hash. */
static Buf
bytes_of(Taker *t)
{
	Buf image = file_read(t->program->file, IMAGE_MAX_FILE), all = {0};
	const T800 *c = node_of(t);

	learn_rest(t);
	log_put_head(&all, &(Log){.program = t->program->file,
		.image = log_hash(image.data, image.len), .topology = (Topology *)t->w->topology,
		.node = t->node, .first = t->first});
	buf_put(&all, t->out.data, t->out.len);
	log_put(&all, RECORD_END, t->count);
	put_number(&all, c->stop);
	buf_word(&all, c->fault);
	put_hash(&all, log_hash(all.data, all.len));
	buf_free(&image);
	return all;
}

static void
end(void *live)
{
	Taker *t = live;
	Buf all;

	watcher_free(t->watcher);
	if (!t->started)
		fatal("--log: the node has not begun to execute %s", t->program->file);
	all = bytes_of(t);
	file_write(t->file, all.data, all.len);
	buf_free(&all);
	for (uint32_t i = 0; i < t->nopen; i++)
		words_free(&t->open[i].known);
	free(t->open);
	free(t->shadow);
	free(t->changed);
	free(t->foreign);
	buf_free(&t->out);
	program_close(t->program);
	free(t);
}

const LogCommand log_live = {begin, end};
