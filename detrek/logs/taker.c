/*
 * taker.c - takes the log of a process from the machine's reports.
 *
 * Each open e-block has a set of words whose values are known in it: the words of its prelog, and
 * those that the e-block itself, a link on its behalf, or a nested e-block has written. When the
 * process reads another word, that word is added to the prelog. When another process has written a
 * known word, the new value is logged when the process reads it, or at the end of the log. So an
 * emulation has the right value for every read, through any pointer. The words of the program's
 * code are known in each e-block, until they are written.
 *
 * A process is recognised by its Wdesc: each instruction determines the Wdesc that the process has
 * before its next instruction.
 */
#include "taker.h"

#include "base/files.h"
#include "base/wire.h"

#include <stdlib.h>
#include <string.h>

enum {
	WORD = 4, /* bytes */
};

/* taker_node: the transputer of the logged process. */
static const T800 *
taker_node(const Taker *t)
{
	return t->memory->c;
}

/* innermost_block: the e-block that was entered last and is still open. */
static OpenInterval *
innermost_block(Taker *t)
{
	return &t->open[t->nopen - 1];
}

/* writer_number: the number that stands for the process in NodeMemory.writer. */
static uint32_t
writer_number(const Taker *t)
{
	return t->place.process + 1;
}

/* ---- memory ---- */

/* last_write: the serial of the last write to a word. */
static uint64_t
last_write(const Taker *t, Addr a)
{
	return t->memory->changed[word_index(a)];
}

bool
taker_in_text(const Taker *t, Addr a)
{
	return a - t->place.text < t->program->text_bytes;
}

/*
 * is_unlogged_foreign: true if the last write to the word was not made by the process, and the log
 * does not contain the written value.
 */
static bool
is_unlogged_foreign(const Taker *t, Addr a)
{
	const KnownWord *k = words_find(&t->seen, a);

	return last_write(t, a) > t->since && t->memory->writer[word_index(a)] != writer_number(t)
		&& !(k && k->serial >= last_write(t, a));
}

/* put_word: append a record of this kind with the word at an address. */
static void
put_word(Taker *t, LogRecord kind, uint64_t count, Addr a)
{
	log_begin_record(&t->out, kind, count);
	buf_word(&t->out, a);
	buf_word(&t->out, node_memory_word(t->memory, a));
}

/* put_changed: log the value of a word, and the process that wrote it. */
static void
put_changed(Taker *t, uint64_t count, Addr a)
{
	uint32_t writer = t->memory->writer[word_index(a)];

	put_word(t, RECORD_CHANGED, count, a);
	put_number(&t->out, taker_node(t)->r.cycles);
	put_number(&t->out, writer);
	if (writer)
		put_number(&t->out, t->memory->count[word_index(a)]);
}

/* define_word: note that the innermost e-block has written a word and knows its value. */
static void
define_word(Taker *t, Addr a)
{
	KnownWord *k = words_add(&innermost_block(t)->known, a);

	k->serial = last_write(t, a);
	k->written = true;
	if (t->memory->writer[word_index(a)] != writer_number(t))
		words_add(&t->seen, a)->serial = last_write(t, a);
}

/* learn_word: log the value of a word that the innermost e-block needs, unless it is known. */
static void
learn_word(Taker *t, uint64_t count, Addr a)
{
	Words *known = &innermost_block(t)->known;
	KnownWord *k = words_find(known, a);
	bool foreign = is_unlogged_foreign(t, a);

	if (k ? k->serial >= last_write(t, a) : taker_in_text(t, a) && last_write(t, a) <= t->since)
		return;
	if (k || foreign) {
		put_changed(t, count, a);
		define_word(t, a);
	} else {
		put_word(t, RECORD_USED, count, a);
		words_add(known, a)->serial = t->memory->serial;
	}
}

void
taker_put_range(Taker *t, Addr low, Word nbytes)
{
	for (Addr a = (low + 3) & ~3u; a - low < nbytes; a += WORD)
		if (node_memory_word(t->memory, a) != 0)
			learn_word(t, t->count, a);
}

/*
 * executed_count: the number of instructions that the process has executed. Under a kernel, the
 * present instruction is included as soon as the node has executed it, even if the process waits.
 */
static uint64_t
executed_count(const Taker *t)
{
	return t->count + (t->place.process > 0 && !t->postponed
		&& t800_count(taker_node(t)) > t->node_count);
}

void
taker_log_foreign(Taker *t, Addr low, Word nbytes)
{
	for (Addr a = (low + 3) & ~3u; a - low < nbytes; a += WORD)
		if (is_unlogged_foreign(t, a))
			learn_word(t, executed_count(t), a);
}

/* is_by_process: true if the process's present instruction made the access, and can be emulated. */
static bool
is_by_process(const Taker *t, const Access *a)
{
	return (a->kind == ACCESS_READ || a->kind == ACCESS_WRITE) && t->executing
		&& a->count == t->node_count && !a->scheduling && !log_is_outside(&t->now);
}

/* is_for_process: true if a link writes the message that the process waits for. */
static bool
is_for_process(const Taker *t, const Access *a)
{
	return a->kind == ACCESS_RECEIVED && (a->wdesc & ~3u) == (t->next & ~3u)
		&& log_is_outside(&t->now);
}

/* put_received: append the record of bytes that a link has received. */
static void
put_received(Taker *t, const Access *a)
{
	log_begin_record(&t->out, RECORD_RECEIVED, t->count + 1);
	buf_word(&t->out, a->addr);
	buf_byte(&t->out, a->nbytes);
	buf_word(&t->out, a->new);
	put_number(&t->out, a->cycles);
}

void
taker_access(NodeMemory *m, Taker *t, const Access *a)
{
	Addr word = a->addr & ~3u;
	bool writes = 1 << a->kind & ACCESS_WRITES, own = t && is_by_process(t, a),
		received = t && is_for_process(t, a);

	if ((own || received) && (!writes || a->nbytes < WORD))
		learn_word(t, t->count + received, word);
	if (received)
		put_received(t, a);
	if (writes)
		node_memory_write(m, a, own ? writer_number(t) : 0, own ? t->count : 0);
	if (writes && (own || received))
		define_word(t, word);
}

/* ---- e-blocks ---- */

/* open_block: open an e-block at the current registers and append its prelog. */
static void
open_block(Taker *t, const T800 *c)
{
	LogState s = log_state(c);

	if (t->nopen == t->cap) {
		t->cap = t->cap ? 2 * t->cap : 16;
		t->open = xrealloc(t->open, t->cap * sizeof *t->open);
	}
	t->open[t->nopen++] = (OpenInterval){.wptr = s.wptr, .lowest = s.wptr};
	log_begin_record(&t->out, RECORD_PRELOG, t->count);
	buf_word(&t->out, node_memory_word(t->memory, s.wptr));
	log_put_state(&t->out, &s);
}

/* compare_addresses: compare two words by their addresses, for qsort. */
static int
compare_addresses(const void *a, const void *b)
{
	Addr x = ((const LogWord *)a)->addr, y = ((const LogWord *)b)->addr;

	return x < y ? -1 : x > y;
}

/* list_written: the n words that the innermost e-block has written; the caller frees the array. */
static LogWord *
list_written(Taker *t, uint32_t *n)
{
	const OpenInterval *o = innermost_block(t);
	LogWord *words = xmalloc((o->known.n + 1) * sizeof *words);

	*n = 0;
	for (uint32_t i = 0; i < o->known.nslots; i++) {
		const KnownWord *k = &o->known.slot[i];

		if (!k->serial || !k->written || log_is_dead(o->lowest, o->wptr, k->addr))
			continue;
		learn_word(t, t->count, k->addr);
		words[(*n)++] = (LogWord){k->addr, node_memory_word(t->memory, k->addr)};
	}
	qsort(words, *n, sizeof *words, compare_addresses);
	return words;
}

/* close_block: end the innermost e-block with its postlog; jumped: longjmp has left it. */
static void
close_block(Taker *t, const T800 *c, bool jumped)
{
	LogState s = log_state(c);
	uint32_t n;
	LogWord *words = list_written(t, &n);
	OpenInterval ended = *innermost_block(t), *outer;

	log_begin_record(&t->out, RECORD_POSTLOG, t->count);
	buf_byte(&t->out, jumped);
	buf_word(&t->out, ended.lowest);
	buf_word(&t->out, t->iptr);
	put_number(&t->out, s.cycles - t->began);
	log_put_state(&t->out, &s);
	log_put_words(&t->out, words, n);
	t->nopen--;
	outer = innermost_block(t);
	for (uint32_t i = 0; i < n; i++)
		define_word(t, words[i].addr);
	if (ended.lowest < outer->lowest)
		outer->lowest = ended.lowest;
	words_free(&ended.known);
	free(words);
}

/* is_called: true if the present instruction is the first one of a function, after its call. */
static bool
is_called(const Taker *t, const T800 *c)
{
	Word moved = log_code_distance(&t->place, t->program);
	const DebugFunction *f = log_eblock(t->program, c->r.iptr - moved);

	return f && (t->now.fn == FN_CALL
		|| (executed_is(&t->now, OPER_GCALL) && t->iptr - moved - f->addr >= f->size));
}

/* is_in_stack: true if a workspace lies on the process's own stack, not on the kernel's. */
static bool
is_in_stack(const Taker *t, Addr wptr)
{
	return t->place.stack_bytes == 0 || wptr - t->place.stack <= t->place.stack_bytes;
}

/* change_blocks: log the e-blocks that end and begin after an instruction; false if none does. */
static bool
change_blocks(Taker *t, const T800 *c)
{
	bool turned = false, returned = executed_is(&t->now, OPER_RET);

	for (; t->nopen > 1 && c->r.wptr > innermost_block(t)->wptr; turned = true)
		close_block(t, c, !returned || c->r.wptr != innermost_block(t)->wptr + CALL_BYTES);
	if (is_called(t, c)) {
		open_block(t, c);
		turned = true;
	}
	if (c->r.wptr < innermost_block(t)->lowest && is_in_stack(t, c->r.wptr))
		innermost_block(t)->lowest = c->r.wptr;
	return turned;
}

/* ---- instructions ---- */

/* wptr_after: the workspace pointer after an instruction. */
static Addr
wptr_after(const Executed *e, const Regs *r)
{
	return e->fn == FN_CALL ? r->wptr - CALL_BYTES
		: e->fn == FN_AJW ? r->wptr + WORD * e->operand
		: executed_is(e, OPER_RET) ? r->wptr + CALL_BYTES
		: executed_is(e, OPER_GAJW) ? r->areg & ~3u
		: r->wptr;
}

/* begin_instruction: prepare the log for the instruction that the process is about to execute. */
static void
begin_instruction(Taker *t, const T800 *c)
{
	Word offset = c->r.iptr - MOSTNEG;
	Word n = offset >= c->r.size ? 0 : c->r.size - offset < MAX_INSTR ? c->r.size - offset
		: MAX_INSTR;

	if (!executed_decode(c->r.mem + offset, n, c->r.areg, &t->now))
		t->now = (Executed){.size = 0};
	t->iptr = c->r.iptr;
	t->desc = wdesc(c);
	t->postponed = false;
	t->began = c->r.cycles;
	t->node_count = t800_count(c);
	t->next = wptr_after(&t->now, &c->r) | c->priority;
	t->executing = true;
	t->resumed = log_is_outside(&t->now);
}

/* check_size: fatal if the file becomes larger than those that log_read accepts. */
static void
check_size(const Taker *t)
{
	if (t->out.len > LOG_MAX_FILE - (1 << 20))
		fatal("the log of a process is larger than %d MB; end the run earlier with --until",
			LOG_MAX_FILE >> 20);
}

Taker *
taker_new(NodeMemory *m, NodeId n, const ProgramInfo *program, const LogPlace *place,
	uint64_t since)
{
	Taker *t = xcalloc(1, sizeof *t);

	*t = (Taker){.memory = m, .program = program, .place = *place, .node = n, .since = since,
		.first = t800_count(m->c)};
	open_block(t, m->c);
	begin_instruction(t, m->c);
	return t;
}

void
taker_free(Taker *t)
{
	for (uint32_t i = 0; i < t->nopen; i++)
		words_free(&t->open[i].known);
	words_free(&t->seen);
	free(t->open);
	buf_free(&t->out);
	free(t);
}

bool
taker_is_repeating(const Taker *t)
{
	const T800 *c = taker_node(t);

	return t->executing && t800_count(c) == t->node_count && wdesc(c) == t->desc;
}

void
taker_leave(Taker *t)
{
	const T800 *c = taker_node(t);

	if (!t->executing || taker_is_repeating(t))
		return;
	if (t800_count(c) == t->node_count) {
		t->postponed = true;
		t->next = t->desc;
	} else if (wdesc(c) == t->next) { /* a call of the kernel, which will return */
		t->next = ((c->r.wptr & ~3u) + CALL_BYTES) | c->priority;
	}
	t->executing = false;
	t->resumed = true;
}

void
taker_instruction(Taker *t)
{
	const T800 *c = taker_node(t);
	bool resumed = t->resumed, turned;
	LogState s = log_state(c);

	if (t->executing && t800_count(c) == t->node_count)
		return; /* the node repeats the instruction */
	t->count += !t->postponed;
	turned = !t->postponed && change_blocks(t, c);
	if (!turned && resumed) {
		log_begin_record(&t->out, RECORD_RESUMED, t->count);
		log_put_state(&t->out, &s);
	}
	begin_instruction(t, c);
	check_size(t);
}

/* learn_range: log those words of a range that the innermost e-block needs and does not know. */
static void
learn_range(Taker *t, Addr low, Word nbytes)
{
	Word size = taker_node(t)->r.size;

	if (low - MOSTNEG > size || nbytes > size - (low - MOSTNEG))
		return; /* not in memory: the kernel does not read it */
	for (Addr a = low & ~3u; a - (low & ~3u) < nbytes + (low & 3); a += WORD)
		learn_word(t, executed_count(t), a);
}

void
taker_sync(Taker *t, const LogSync *s)
{
	if (s->kind == OPERATION_SEND) { /* the process reads the bytes that it sends */
		learn_range(t, s->moved.message, NMSG_BODY);
		learn_range(t, s->moved.body, s->moved.nbytes);
	}
	if (s->kind == OPERATION_RECV) {
		node_memory_received(t->memory, s->moved.message, NMSG_BODY,
			writer_number(t) | LOG_BY_MESSAGE, executed_count(t));
		node_memory_received(t->memory, s->moved.body, s->moved.nbytes,
			writer_number(t) | LOG_BY_MESSAGE, executed_count(t));
	}
	log_begin_record(&t->out, RECORD_SYNC, executed_count(t));
	log_put_sync(&t->out, s);
}

void
taker_end(Taker *t, Stop stop)
{
	log_begin_record(&t->out, RECORD_END, stop == STOP_NONE ? executed_count(t) : t->count);
	put_number(&t->out, stop);
	buf_word(&t->out, stop == STOP_NONE ? 0 : taker_node(t)->fault);
	t->ended = true;
}

void
taker_write(const Taker *t, const char *file, const char *program, const Topology *machine,
	uint64_t run)
{
	Buf image = file_read(t->program->file, IMAGE_MAX_FILE), all = {0};

	log_put_head(&all, &(Log){.program = program, .run = run,
		.image = log_hash(image.data, image.len), .topology = (Topology *)machine,
		.node = t->node, .place = t->place, .first = t->first});
	buf_put(&all, t->out.data, t->out.len);
	put_hash(&all, log_hash(all.data, all.len));
	file_write(file, all.data, all.len);
	buf_free(&image);
	buf_free(&all);
}
