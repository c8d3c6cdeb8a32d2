/*
 * block.c - block moves: move, the two-dimensional moves, and the copying of messages.
 *
 * All bytes are copied at once. The cycles are put into Ereg and spent afterwards, a few at a time,
 * so that a high-priority process can interrupt the move as on the chip.
 *
 * The words of the destination are written from the lowest address up, each after its bytes have
 * been read. So a block that is moved up by less than its length overwrites bytes that are still to
 * be read: with a destination one word above the source, the first word is repeated. Programs for
 * real chips clear memory in this way. docs/machine.md says how certain each case is.
 *
 * Source: processor.md, section 11; Helios, whose bootstrap and kernel clear memory by one move.
 */
#include "execute.h"

bool
block_inside(T800 *c, Addr a, Word nbytes)
{
	Word offset = a - lowest(&c->r);

	if (nbytes == 0 || (offset < c->r.size && nbytes <= c->r.size - offset)
		|| (rom_has(c, offset) && nbytes <= 0u - offset))
		return true;
	stop_because(&c->r, STOP_OUTSIDE, offset < c->r.size ? lowest(&c->r) + c->r.size : a);
	return false;
}

/* count_words: the number of words that the nbytes at `a` overlap. */
static Word
count_words(const T800 *c, Addr a, Word nbytes)
{
	Word size = word_size(&c->r);

	return nbytes ? ((a & (size - 1)) + nbytes + size - 1) / size : 0;
}

/* wait_states: the wait states of one access at `a`. */
static Word
wait_states(const T800 *c, Addr a)
{
	return a - lowest(&c->r) < c->r.onchip ? 0 : c->r.wait;
}

/* copy_cost: the cycles to copy nbytes: two accesses a word, and their wait states. */
static Word
copy_cost(T800 *c, Addr dst, Addr src, Word nbytes)
{
	Word to = count_words(c, dst, nbytes), from = count_words(c, src, nbytes);
	Word n = to > from ? to : from;

	if (DRAM(&c->r))
		return 2 * n + dram_move(&c->dram, dst - lowest(&c->r), src - lowest(&c->r), n,
			c->r.iptr, c->r.cycles + c->ereg);
	return n * (2 + wait_states(c, dst) + wait_states(c, src));
}

/* is_store_noted: true if a store to these bytes must be noted; nbytes: at most CODE_LINE. */
static bool
is_store_noted(const T800 *c, Addr a, Word nbytes)
{
	const uint8_t *lines = c->code->lines;
	Word first = a - lowest(&c->r);

	return lines[first / CODE_LINE] || lines[(first + nbytes - 1) / CODE_LINE];
}

/* copy_word: copy one word, the size of most messages. */
static void
copy_word(T800 *c, Addr dst, Addr src)
{
	if (GUARDED(&c->r) && unlikely(is_store_noted(c, dst, 4)))
		code_note_store(c, dst, 4);
	memmove(c->r.mem + (dst - lowest(&c->r)), c->r.mem + (src - lowest(&c->r)), 4);
}

/* copy_together: copy bytes by reading all of them before writing any. */
static void
copy_together(T800 *c, Addr dst, Addr src, Word nbytes)
{
	uint8_t *to = c->r.mem + (dst - lowest(&c->r)), *from = c->r.mem + (src - lowest(&c->r));

	if (WATCHED(&c->r)) {
		if (!rom_has(c, src - lowest(&c->r)))
			watch_report(c, ACCESS_READ, src, nbytes, from, from, wdesc(c));
		watch_report(c, ACCESS_WRITE, dst, nbytes, to, from, wdesc(c));
	}
	memmove(to, from, nbytes);
}

/* bytes_in_word: how many of the nbytes at `a` lie in the first word. */
static Word
bytes_in_word(const T800 *c, Addr a, Word nbytes)
{
	Word size = word_size(&c->r), n = size - (a & (size - 1));

	return n < nbytes ? n : nbytes;
}

/*
 * overwrites: true if copying word by word would write a word before all its bytes have been read.
 */
static bool
overwrites(Addr dst, Addr src, Word nbytes)
{
	return dst - src - 1 < nbytes - 1;
}

/* copy_words: copy bytes in pieces that each lie in one word of the destination. */
static void
copy_words(T800 *c, Addr dst, Addr src, Word nbytes)
{
	for (Word n; nbytes > 0; dst += n, src += n, nbytes -= n) {
		n = bytes_in_word(c, dst, nbytes);
		copy_together(c, dst, src, n);
	}
}

/* copy_memory: copy bytes as the processor does, also if the ranges overlap, and note the store. */
static void
copy_memory(T800 *c, Addr dst, Addr src, Word nbytes)
{
	bool overlaps = unlikely(overwrites(dst, src, nbytes));

	if (nbytes == 4 && !overlaps && !WATCHED(&c->r)) {
		copy_word(c, dst, src);
		return;
	}
	if (GUARDED(&c->r) && (nbytes > CODE_LINE || unlikely(is_store_noted(c, dst, nbytes))))
		code_note_store(c, dst, nbytes);
	if (overlaps)
		copy_words(c, dst, src, nbytes);
	else
		copy_together(c, dst, src, nbytes);
}

bool
block_copy(T800 *c, Addr dst, Addr src, Word nbytes)
{
	if (!block_inside(c, dst, nbytes) || !block_inside(c, src, nbytes))
		return false;
	if (nbytes != 0 && !rom_has(c, dst - lowest(&c->r)))
		copy_memory(c, dst, src, nbytes);
	c->ereg += copy_cost(c, dst, src, nbytes);
	stop_now(&c->r);
	return true;
}

void
block_move(T800 *c)
{
	Word nbytes = as_unsigned(&c->r, pop(&c->r));
	Addr dst = pop(&c->r), src = pop(&c->r);

	block_copy(c, dst, src, nbytes);
}

/* ByteTest: a function that tells whether a two-dimensional move copies this byte. */
typedef bool ByteTest(uint8_t byte);

/* match_all: select every byte. */
static bool
match_all(uint8_t byte)
{
	(void)byte;
	return true;
}

/* match_nonzero: select a byte that is not zero. */
static bool
match_nonzero(uint8_t byte)
{
	return byte != 0;
}

/* match_zero: select a byte that is zero. */
static bool
match_zero(uint8_t byte)
{
	return byte == 0;
}

/* copy_selected: copy those bytes of a word that the instruction selects. */
static void
copy_selected(T800 *c, Addr dst, Addr src, Word nbytes, ByteTest *copies)
{
	uint8_t *to = c->r.mem + (dst - lowest(&c->r)), bytes[4];

	memcpy(bytes, c->r.mem + (src - lowest(&c->r)), nbytes);
	if (c->watch && !rom_has(c, src - lowest(&c->r)))
		watch_report(c, ACCESS_READ, src, nbytes, bytes, bytes, wdesc(c));
	for (Word i = 0; i < nbytes; i++) {
		if (!copies(bytes[i]))
			continue;
		if (c->watch)
			watch_report(c, ACCESS_WRITE, dst + i, 1, &to[i], &bytes[i], wdesc(c));
		to[i] = bytes[i];
	}
}

/* copy_row: copy the selected bytes of one row of a two-dimensional move. */
static void
copy_row(T800 *c, Addr dst, Addr src, Word nbytes, ByteTest *copies)
{
	for (Word n; nbytes > 0; dst += n, src += n, nbytes -= n) {
		n = bytes_in_word(c, dst, nbytes);
		copy_selected(c, dst, src, n, copies);
	}
}

/* repeat_instruction: leave the instruction incomplete, so that it continues after a checkpoint. */
static void
repeat_instruction(Regs *r)
{
	r->cycles -= r->iptr - r->start - 1;
	r->iptr = r->start;
	r->count--;
}

/*
 * move_2d: copy rows of Areg bytes from Creg to Breg, with the strides of move2dinit. Each call
 * copies a few rows; the registers hold the remaining part, so the instruction can be interrupted.
 */
static void
move_2d(T800 *c, ByteTest *copies)
{
	Regs *r = &c->r;
	Word nbytes = r->areg;
	Word rows = nbytes < 4096 ? 16 : 1;

	stop_now(r);
	if (nbytes == 0)
		c->rows = 0;
	for (; c->rows > 0 && rows > 0; c->rows--, rows--) {
		Addr dst = r->breg, src = r->creg;

		if (!block_inside(c, dst, nbytes) || !block_inside(c, src, nbytes))
			return;
		if (!rom_has(c, dst - lowest(&c->r))) {
			code_note_store(c, dst, nbytes);
			copy_row(c, dst, src, nbytes, copies);
		}
		c->ereg += copy_cost(c, dst, src, nbytes) + 23;
		r->breg += c->dst_stride;
		r->creg += c->src_stride;
	}
	if (c->rows > 0) {
		repeat_instruction(r);
		return;
	}
	pop(r), pop(r), pop(r);
}

void
block_move_all(T800 *c)
{
	move_2d(c, match_all);
}

void
block_move_nonzero(T800 *c)
{
	move_2d(c, match_nonzero);
}

void
block_move_zero(T800 *c)
{
	move_2d(c, match_zero);
}
