/*
 * decode.c - splits bytes into pieces.
 *
 * Assembling a piece must give the same bytes again. The assembler encodes every instruction in the
 * shortest way. So an instruction in its shortest encoding becomes one piece; of any other
 * instruction each byte is a piece. A branch is printed with a label only if the assembler, which
 * starts with the shortest lengths, would reach the same lengths again (unlabel_long_branches).
 */
#include "pieces.h"

#include <string.h>

/* The decoder's position in a run. */
typedef struct Cursor {
	Dis *d;
	Run *r;
	Word at;	    /* offset in the run */
	Word limit; /* the piece must end here: at a label, a relocation, or the run's end */
	Word oreg;	    /* value from the preceding prefix bytes */
	const Label *label; /* the next label */
	size_t reloc;       /* index of the next relocation */
} Cursor;

void
decode_fill_tables(Dis *d)
{
	for (const Instr *i = instrs; i < instrs + ninstrs; i++) {
		if (!(i->chips & 1u << d->im->chip))
			continue;
		if (i->kind == INSTR_OPER && i->code < 0x200)
			d->opers[i->code] = i;
		if (i->kind == INSTR_FPENTRY && i->code < 0x100)
			d->fpentries[i->code] = i;
	}
}

/* add_piece: append a piece that begins at the cursor, and move the cursor beyond it. */
static Piece *
add_piece(Cursor *c, PieceKind kind, Word size)
{
	Run *r = c->r;
	Piece *p;

	r->pieces = arena_more(&c->d->arena, r->pieces, r->npieces, sizeof *r->pieces);
	p = &r->pieces[r->npieces++];
	*p = (Piece){.kind = kind, .addr = r->addr + c->at, .size = size, .target = NOWHERE};
	c->at += size;
	return p;
}

/* step_operand: update Oreg for a prefix byte, or compute the operand of the final byte. */
static Word
step_operand(const Cursor *c, Word oreg, uint8_t byte)
{
	oreg |= byte & 15;
	oreg = byte >> 4 == FN_PFIX ? oreg << 4 : byte >> 4 == FN_NFIX ? ~oreg << 4 : oreg;
	return is_16bit(c->d->im->chip) ? (Word)(int16_t)oreg : oreg;
}

static bool
is_prefix(uint8_t byte)
{
	return byte >> 4 == FN_PFIX || byte >> 4 == FN_NFIX;
}

/*
 * shortest_length: the length of the instruction at offset `at`, if it has its shortest encoding
 * and ends before the limit; otherwise 0.
 */
static Word
shortest_length(const Cursor *c, Word at, uint8_t *fn, Word *operand)
{
	const uint8_t *b = c->r->data + at;
	uint8_t code[MAX_INSTR];
	Word n = 0;

	for (*operand = 0; n < MAX_INSTR && at + n < c->limit; n++) {
		*operand = step_operand(c, *operand, b[n]);
		if (!is_prefix(b[n]))
			break;
	}
	if (n == MAX_INSTR || at + n >= c->limit)
		return 0;
	*fn = b[n] >> 4;
	n++;
	return instr_encode(code, *fn, *operand) == n && memcmp(code, b, n) == 0 ? n : 0;
}

/* decode_byte: decode one byte as a separate instruction, which may be a prefix. */
static void
decode_byte(Cursor *c)
{
	uint8_t byte = c->r->data[c->at];
	Word operand = step_operand(c, c->oreg, byte);
	Piece *p = add_piece(c, PIECE_BYTE, 1);

	p->fn = byte >> 4;
	p->operand = operand;
	c->oreg = is_prefix(byte) ? operand : 0;
}

/* direct_instr: the instruction of a direct function, by its code. */
static const Instr *
direct_instr(uint8_t fn)
{
	return instr_by_code(INSTR_DIRECT, fn);
}

/*
 * decode_instr: decode an instruction of n bytes, together with a following fpentry if they form an
 * operation.
 */
static void
decode_instr(Cursor *c, Word n, uint8_t fn, Word operand)
{
	const Dis *d = c->d;
	uint8_t next;
	Word code, more;
	Piece *p;

	if (fn == FN_LDC && operand < 0x100 && d->fpentries[operand]) {
		more = shortest_length(c, c->at + n, &next, &code);
		if (more && next == FN_OPR && code == OPER_FPENTRY) {
			p = add_piece(c, PIECE_INSTR, n + more);
			p->fn = FN_OPR;
			p->operand = code;
			p->instr = d->fpentries[operand];
			return;
		}
	}
	p = add_piece(c, PIECE_INSTR, n);
	p->fn = fn;
	p->operand = operand;
	p->instr = fn != FN_OPR ? direct_instr(fn) : operand < 0x200 ? d->opers[operand] : NULL;
}

/* set_limit: set the offset at which the piece at the cursor must end. */
static void
set_limit(Cursor *c)
{
	const Dis *d = c->d;
	const Image *im = d->im;
	Addr here = c->r->addr + c->at;

	while (c->label < d->labels + d->nlabels && c->label->addr <= here)
		c->label++;
	while (c->reloc < im->nrelocs && im->relocs[c->reloc] < here)
		c->reloc++;
	c->limit = c->r->size;
	if (c->label < d->labels + d->nlabels && c->label->addr - c->r->addr < c->limit)
		c->limit = c->label->addr - c->r->addr;
	if (c->reloc < im->nrelocs && im->relocs[c->reloc] != here &&
	    im->relocs[c->reloc] - c->r->addr < c->limit)
		c->limit = im->relocs[c->reloc] - c->r->addr;
}

/* is_at_reloc: true if the cursor is at a word that holds an address. */
static bool
is_at_reloc(const Cursor *c)
{
	const Image *im = c->d->im;

	return c->reloc < im->nrelocs && im->relocs[c->reloc] == c->r->addr + c->at &&
	       c->limit - c->at >= 4;
}

/* decode_code: append an instruction, or a byte that begins none, as a piece. */
static void
decode_code(Cursor *c)
{
	Word n, operand = 0;
	uint8_t fn = 0;

	n = c->oreg ? 0 : shortest_length(c, c->at, &fn, &operand);
	if (n)
		decode_instr(c, n, fn, operand);
	else
		decode_byte(c);
}

/* decode_data: append some bytes as a piece. */
static void
decode_data(Cursor *c)
{
	Word left = c->limit - c->at, before = -(c->r->addr + c->at) & 3;

	if (before && before < left)
		left = before; /* words must be aligned */
	else if (left > 16)
		left = 16;
	else if (left > 4)
		left &= ~3u;
	add_piece(c, PIECE_DATA, left);
}

/* ---- targets ---- */

/* piece_at: the number of the piece that begins at an address; NOWHERE if there is none. */
static Word
piece_at(const Run *r, Addr a)
{
	size_t low = 0, high = r->npieces, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (r->pieces[middle].addr - r->addr < a - r->addr)
			low = middle + 1;
		else
			high = middle;
	}
	return low < r->npieces && r->pieces[low].addr == a ? low : NOWHERE;
}

/* is_branch: true if the piece is j, cj or call, whose operand is a distance. */
static bool
is_branch(const Piece *p)
{
	return p->kind == PIECE_INSTR && (p->fn == FN_J || p->fn == FN_CJ || p->fn == FN_CALL);
}

/* find_targets: find the pieces to which branches lead. */
static void
find_targets(Run *r)
{
	for (size_t i = 0; i < r->npieces; i++) {
		Piece *p = &r->pieces[i];

		if (is_branch(p) && p->operand) /* j 0 is a breakpoint, not a jump */
			p->target = piece_at(r, p->addr + p->size + p->operand);
	}
}

/*
 * grow_run: simulate one pass of the assembler over the run; n has the pieces' lengths, place gets
 * their offsets. Returns whether any length has changed.
 */
static bool
grow_run(const Run *r, uint8_t *n, Word *place)
{
	bool changed = false;
	Word at = 0, need;

	for (size_t i = 0; i < r->npieces; i++) {
		place[i] = at;
		at += r->pieces[i].target == NOWHERE ? r->pieces[i].size : n[i];
	}
	for (size_t i = 0; i < r->npieces; i++) {
		if (r->pieces[i].target == NOWHERE)
			continue;
		need = instr_length(place[r->pieces[i].target] - (place[i] + n[i]));
		changed |= need > n[i];
		n[i] = need > n[i] ? need : n[i];
	}
	return changed;
}

/*
 * unlabel_long_branches: find branches whose encoding is longer than the assembler would choose,
 * and take their labels away. The assembler chooses the shortest lengths that fit; a long branch
 * may need its length only because it is itself so long.
 */
static void
unlabel_long_branches(Dis *d, Run *r)
{
	uint8_t *n = arena_alloc(&d->arena, r->npieces, 1);
	Word *place = arena_alloc(&d->arena, r->npieces, sizeof *place);
	bool lost;

	do {
		memset(n, 1, r->npieces);
		while (grow_run(r, n, place))
			;
		lost = false;
		for (size_t i = 0; i < r->npieces; i++)
			if (r->pieces[i].target != NOWHERE && n[i] != r->pieces[i].size) {
				r->pieces[i].target = NOWHERE;
				lost = true;
			}
	} while (lost);
}

void
decode_run(Dis *d, Run *r)
{
	Cursor c = {.d = d, .r = r, .label = names_at(d, r->addr)};

	while (c.at < r->size) {
		set_limit(&c);
		if (!r->data)
			add_piece(&c, PIECE_SPACE, c.limit - c.at);
		else if (is_at_reloc(&c))
			add_piece(&c, PIECE_RELOC, 4), c.oreg = 0;
		else if (r->kind == SECTION_CODE)
			decode_code(&c);
		else
			decode_data(&c);
	}
	if (r->kind == SECTION_CODE && r->data) {
		find_targets(r);
		unlabel_long_branches(d, r);
	}
}
