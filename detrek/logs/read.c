/*
 * read.c - reads the intervals of a log, and refuses a log that no run can have written.
 */
#include "logs.h"

#include "base/wire.h"
#include "sim/topology/reading.h"

enum {
	HASH = 8,              /* bytes of the hash at the end of a log */
	MAX_DEPTH = 1 << 20,   /* nested intervals */
};

/* The state of reading a log. */
typedef struct LogReading {
	Log *log;
	const char *file;   /* the log's name, for messages */
	WireReader in;
	uint64_t count;     /* count of the last record that has an order */
	uint32_t innermost; /* number of the innermost open interval */
	uint32_t depth;     /* number of open intervals */
	bool ended;         /* the last record was read */
} LogReading;

/* refuse_log: end the program with a message: the log is wrong because of `what`. */
static _Noreturn void
refuse_log(const LogReading *r, const char *what)
{
	fatal_at(r->file, 0, "the log is damaged: %s, after %u prelogs", what, r->log->nblocks);
}

/* get_word: read a word. */
static Word
get_word(WireReader *in)
{
	Word w = 0;

	in->bad |= in->end - in->p < 4;
	if (!in->bad) {
		w = get32(in->p);
		in->p += 4;
	}
	return w;
}

/* get_byte: read a byte. */
static uint8_t
get_byte(WireReader *in)
{
	in->bad |= in->p == in->end;
	return in->bad ? 0 : *in->p++;
}

/* get_state: read the registers of a process. */
static LogState
get_state(WireReader *in)
{
	LogState s = {0};
	Word *const words[] = {&s.areg, &s.breg, &s.creg, &s.wptr, &s.iptr, &s.from};
	uint8_t flags;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		*words[i] = get_word(in);
	s.cycles = get_number(in);
	s.since = s.cycles - get_number(in);
	s.fpu_free = get_number(in);
	for (int i = 0; i < 3; i++) {
		s.fpu.reg[i] = get_number(in);
		s.fpu.dbl[i] = get_byte(in) & 1;
	}
	s.fpu.mode = get_byte(in) & 3;
	flags = get_byte(in);
	s.fpu.error = flags & 1;
	s.error = flags >> 1 & 1;
	s.haltonerror = flags >> 2 & 1;
	s.priority = flags >> 3 & 1;
	return s;
}

/* check_memory: refuse the log unless the nbytes at an address lie in the node's memory. */
static void
check_memory(const LogReading *r, Addr a, Word nbytes)
{
	Word size = r->log->topology->nodes[r->log->node].mem;

	if (a - MOSTNEG > size || nbytes > size - (a - MOSTNEG))
		refuse_log(r, "an address lies outside the node's memory");
}

/*
 * check_state: refuse registers with an Iptr outside memory, or a Wptr that is not a word's
 * address.
 */
static void
check_state(const LogReading *r, const LogState *s)
{
	check_memory(r, s->iptr, 1);
	if (s->wptr % 4)
		refuse_log(r, "a workspace pointer is not the address of a word");
}

/* innermost_block: the last interval that was begun and has not ended. */
static LogBlock *
innermost_block(const LogReading *r)
{
	return &r->log->blocks[r->innermost];
}

/* ---- records ---- */

LogItem *
log_add_item(Log *log, uint32_t block, LogItemKind kind, uint64_t count)
{
	LogBlock *b = &log->blocks[block];
	LogItem *item;

	b->items = arena_more(&log->arena, b->items, b->nitems, sizeof *b->items);
	item = &b->items[b->nitems++];
	*item = (LogItem){.kind = kind, .count = count};
	return item;
}

LogBlock *
log_add_block(Log *log, uint32_t within, uint64_t count, LogBlock b)
{
	if (log->nblocks > 0)
		log_add_item(log, within, LOG_BLOCK, count)->block = log->nblocks;
	log->blocks = arena_more(&log->arena, log->blocks, log->nblocks, sizeof *log->blocks);
	log->blocks[log->nblocks] = b;
	return &log->blocks[log->nblocks++];
}

/* add_item: append an item to the innermost interval. */
static LogItem *
add_item(LogReading *r, LogItemKind kind)
{
	return log_add_item(r->log, r->innermost, kind, r->count);
}

/*
 * read_prelog: read the record that begins an e-block, with the registers; the words that the
 * e-block uses follow in other records.
 */
static void
read_prelog(LogReading *r)
{
	Log *log = r->log;
	uint32_t number = log->nblocks;
	LogBlock b = {.parent = r->innermost, .begin = r->count, .open = true};

	b.back = get_word(&r->in);
	b.entered = get_state(&r->in);
	check_state(r, &b.entered);
	if (++r->depth > MAX_DEPTH)
		refuse_log(r, "more than a million intervals are nested");
	log_add_block(log, r->innermost, r->count, b);
	r->innermost = number;
}

/* get_log_word: read an address and its word. */
static LogWord
get_log_word(LogReading *r)
{
	LogWord w = {.addr = get_word(&r->in)};

	w.value = get_word(&r->in);
	check_memory(r, w.addr, 4);
	if (w.addr % 4)
		refuse_log(r, "an address is not that of a word");
	return w;
}

/* read_used: read a word of the innermost open e-block's prelog. */
static void
read_used(LogReading *r)
{
	LogBlock *b = innermost_block(r);

	b->used = arena_more(&r->log->arena, b->used, b->nused, sizeof *b->used);
	b->used[b->nused++] = get_log_word(r);
}

/* read_changed: read a word that another process has changed, with its writer. */
static void
read_changed(LogReading *r)
{
	LogItem *item = add_item(r, LOG_CHANGED);

	item->word = get_log_word(r);
	item->cycles = get_number(&r->in);
	item->writer = get_number(&r->in);
	item->written = item->writer ? get_number(&r->in) : 0;
}

/* read_received: read the record of bytes, within a word, that a link has received. */
static void
read_received(LogReading *r)
{
	LogItem *item = add_item(r, LOG_RECEIVED);

	item->word.addr = get_word(&r->in);
	item->nbytes = get_byte(&r->in);
	item->word.value = get_word(&r->in);
	item->cycles = get_number(&r->in);
	if (item->nbytes == 0 || item->nbytes > 4 || (item->word.addr & 3) + item->nbytes > 4)
		refuse_log(r, "a received part is not within a word");
	check_memory(r, item->word.addr, item->nbytes);
}

/* read_resumed: read the registers with which the process continues after it was stopped. */
static void
read_resumed(LogReading *r)
{
	LogItem *item = add_item(r, LOG_RESUMED);

	item->state = arena_alloc(&r->log->arena, 1, sizeof *item->state);
	*item->state = get_state(&r->in);
	check_state(r, item->state);
}

/* read_words: read the words of a postlog, in ascending order of their addresses. */
static void
read_words(LogReading *r, LogBlock *b)
{
	uint64_t n = get_number(&r->in);
	Addr last = MOSTNEG;

	if (n > (uint64_t)(r->in.end - r->in.p))
		refuse_log(r, "a postlog has more words than the file has bytes");
	b->defined = arena_alloc(&r->log->arena, n ? n : 1, sizeof *b->defined);
	for (; b->ndefined < n; b->ndefined++) {
		LogWord *w = &b->defined[b->ndefined];

		w->addr = last + get_number(&r->in);
		w->value = get_number(&r->in);
		check_memory(r, w->addr, 4);
		if (w->addr % 4 || w->addr < last || (b->ndefined > 0 && w->addr == last))
			refuse_log(r, "the words of a postlog are not in order");
		last = w->addr;
	}
}

/* read_postlog: read the end of an e-block: the registers, and the words that it has changed. */
static void
read_postlog(LogReading *r)
{
	LogBlock *b = innermost_block(r);
	Cycles last;

	if (r->innermost == 0)
		refuse_log(r, "a postlog has no prelog");
	b->jumped = get_byte(&r->in) & 1;
	b->lowest = get_word(&r->in);
	b->last = get_word(&r->in);
	last = get_number(&r->in);
	b->left = get_state(&r->in);
	b->last_began = b->left.cycles - last;
	check_state(r, &b->left);
	read_words(r, b);
	b->open = false;
	b->end = r->count;
	if (b->end <= b->begin)
		refuse_log(r, "an interval has no instruction");
	r->innermost = b->parent;
	r->depth--;
}

/* is_word: true if the n characters can be printed and contain no blank. */
static bool
is_word(const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (text[i] <= ' ' || text[i] > '~')
			return false;
	return true;
}

/* read_sync: read an operation that orders processes. */
static void
read_sync(LogReading *r)
{
	enum { NNUMBERS = 7 };
	Log *log = r->log;
	uint64_t number[NNUMBERS];
	const char *name;
	size_t nname;

	for (int i = 0; i < NNUMBERS; i++)
		number[i] = get_number(&r->in);
	name = (const char *)get_bytes(&r->in, &nname);
	if (!name || number[0] > OPERATION_UNBLOCK || nname == 0 || nname >= SYNC_NAME
		|| !is_word(name, nname))
		refuse_log(r, "an operation has an unknown kind, or an object without a name");
	log->syncs = arena_more(&log->arena, log->syncs, log->nsyncs, sizeof *log->syncs);
	log->syncs[log->nsyncs++] = (LogSync){.kind = number[0], .count = r->count,
		.order = number[1], .object = number[2], .value = number[3],
		.moved = {number[4], number[5], number[6]},
		.name = arena_strndup(&log->arena, name, nname)};
}

/* read_end: read the end of the log; e-blocks that are still open end there too. */
static void
read_end(LogReading *r)
{
	r->log->end = r->count;
	r->log->stop = get_below(&r->in, NSTOPS);
	r->log->fault = get_word(&r->in);
	for (uint32_t i = 0; i < r->log->nblocks; i++)
		if (r->log->blocks[i].open)
			r->log->blocks[i].end = r->count;
	r->ended = true;
}

/* read_record: read one record, by its kind. */
static void
read_record(LogReading *r)
{
	static void (*const readers[NRECORDS])(LogReading *r) = {
		[RECORD_PRELOG] = read_prelog, [RECORD_USED] = read_used,
		[RECORD_RECEIVED] = read_received, [RECORD_CHANGED] = read_changed,
		[RECORD_RESUMED] = read_resumed, [RECORD_POSTLOG] = read_postlog,
		[RECORD_SYNC] = read_sync, [RECORD_END] = read_end,
	};
	uint64_t kind = get_below(&r->in, NRECORDS), count = get_number(&r->in);

	if (r->in.bad || !readers[kind])
		refuse_log(r, "a record has an unknown kind");
	if (kind != RECORD_PRELOG && r->log->nblocks == 0)
		refuse_log(r, "it does not begin with a prelog");
	if (kind == RECORD_PRELOG && r->log->nblocks > 0 && count == 0)
		refuse_log(r, "there are two outermost intervals");
	if ((count < r->count && kind != RECORD_USED) || count >= LOG_MAX_COUNT)
		refuse_log(r, "its records are not in order");
	if (kind != RECORD_USED)
		r->count = count;
	readers[kind](r);
	if (r->in.bad)
		refuse_log(r, "a record is not complete");
}

/* ---- the head ---- */

/* read_place: read where the process runs: its node, number and memory. */
static void
read_place(LogReading *r)
{
	LogPlace *p = &r->log->place;
	Word *const words[] = {&p->node, &p->process, (Word *)&p->pid, &p->text, &p->data,
		&p->stack, &p->stack_bytes};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		*words[i] = get_word(&r->in);
	if (p->process > 0)
		check_memory(r, p->stack, p->stack_bytes);
}

/* read_head: read the head of the log: the program, the machine, and where the process runs. */
static void
read_head(LogReading *r)
{
	Log *log = r->log;
	const uint8_t *name, *machine;
	size_t nname, nmachine;

	name = get_bytes(&r->in, &nname);
	log->image = get_hash(&r->in);
	log->run = get_hash(&r->in);
	machine = get_bytes(&r->in, &nmachine);
	if (r->in.bad || nname == 0 || memchr(name, '\0', nname))
		refuse_log(r, "its head is not complete");
	log->program = arena_strndup(&log->arena, (const char *)name, nname);
	log->topology = topology_new(r->file);
	topology_load(log->topology, (const char *)machine, nmachine);
	log->node = get_below(&r->in, log->topology->nnodes);
	log->first = get_number(&r->in);
	if (!r->in.bad)
		read_place(r);
	if (r->in.bad || log->first >= LOG_MAX_COUNT)
		refuse_log(r, "its head is not complete");
}

/* check_whole: end the program with a message unless the file is a log with the right hash. */
static void
check_whole(const char *file, const uint8_t *data, size_t n)
{
	WireReader end;

	if (n < LOG_MAGIC || !log_has_magic(data))
		fatal_at(file, 0, "neither a recording nor a log; 'trellis export logs' and "
			"programs compiled with --log write logs");
	end = (WireReader){.p = data + n - HASH, .end = data + n};
	if (n < LOG_MAGIC + HASH || get_hash(&end) != log_hash(data, n - HASH))
		fatal_at(file, 0,
			"the log was cut or changed: its hash is wrong; copy it again, or repeat "
			"the run");
}

void
log_read(Log *log, const char *file, const uint8_t *data, size_t n)
{
	LogReading r = {.log = log, .file = file};

	*log = (Log){.nblocks = 0};
	if (n >= INSIDE_MAGIC && log_is_inside(data)) {
		log_inside_read(log, file, data, n);
		return;
	}
	check_whole(file, data, n);
	r.in = (WireReader){.p = data + LOG_MAGIC, .end = data + n - HASH};
	read_head(&r);
	while (!r.ended)
		read_record(&r);
	if (r.in.p < r.in.end)
		refuse_log(&r, "something follows its end");
}

void
log_free(Log *log)
{
	if (log->topology)
		topology_free(log->topology);
	arena_free(&log->arena);
	*log = (Log){.nblocks = 0};
}
