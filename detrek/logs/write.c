/*
 * write.c - the bytes of a log.
 *
 * 	magic       LOG_MAGIC bytes
 * 	head        the program's file name, the hash of its file, the run, the topology's text,
 * 	            the node, the instructions that it had executed before, the LogPlace
 * 	records     until RECORD_END: kind, instructions of the process before it, contents
 * 	hash        eight bytes: the hash of all bytes before
 *
 * Numbers are stored as in wire.h. In a list of words, an address is stored as its distance from
 * the address of the word before.
 */
#include "logs.h"

#include "base/wire.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

const char log_magic[] = "trellis log 2\n\0\n";
_Static_assert(sizeof log_magic == LOG_MAGIC + 1, "the magic number and a zero");

bool
log_has_magic(const void *magic)
{
	return memcmp(magic, log_magic, LOG_MAGIC) == 0 || log_is_inside(magic);
}

uint64_t
log_hash(const void *data, size_t n)
{
	return XXH3_64bits(data, n);
}

/* put_place: append where the logged process ran. */
static void
put_place(Buf *b, const LogPlace *p)
{
	const Word words[] = {p->node, p->process, p->pid, p->text, p->data, p->stack,
		p->stack_bytes};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		buf_word(b, words[i]);
}

void
log_put_head(Buf *b, const Log *head)
{
	Buf machine = {0};

	topology_print(head->topology, &machine);
	buf_put(b, log_magic, LOG_MAGIC);
	put_bytes(b, head->program, strlen(head->program));
	put_hash(b, head->image);
	put_hash(b, head->run);
	put_bytes(b, machine.data, machine.len);
	put_number(b, head->node);
	put_number(b, head->first);
	put_place(b, &head->place);
	buf_free(&machine);
}

void
log_begin_record(Buf *b, LogRecord kind, uint64_t count)
{
	put_number(b, kind);
	put_number(b, count);
}

void
log_put_state(Buf *b, const LogState *s)
{
	const Word words[] = {s->areg, s->breg, s->creg, s->wptr, s->iptr, s->from};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		buf_word(b, words[i]);
	put_number(b, s->cycles);
	put_number(b, s->cycles - s->since);
	put_number(b, s->fpu_free);
	for (int i = 0; i < 3; i++) {
		put_number(b, s->fpu.reg[i]);
		buf_byte(b, s->fpu.dbl[i]);
	}
	buf_byte(b, s->fpu.mode);
	buf_byte(b, s->fpu.error | s->error << 1 | s->haltonerror << 2 | s->priority << 3);
}

void
log_put_words(Buf *b, const LogWord *words, uint32_t n)
{
	Addr last = MOSTNEG;

	put_number(b, n);
	for (uint32_t i = 0; i < n; i++) {
		put_number(b, words[i].addr - last);
		put_number(b, words[i].value);
		last = words[i].addr;
	}
}

void
log_put_sync(Buf *b, const LogSync *s)
{
	const uint64_t numbers[] = {s->kind, s->order, s->object, s->value, s->moved.message,
		s->moved.body, s->moved.nbytes};

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		put_number(b, numbers[i]);
	put_bytes(b, s->name, strlen(s->name));
}
