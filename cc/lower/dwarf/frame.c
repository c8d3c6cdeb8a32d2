/*
 * frame.c - .debug_frame: how to find a function's caller from any of its instructions.
 *
 * The canonical frame address (CFA) is the caller's Wptr; the instruction call stores the return
 * address 16 bytes below it. DWARF 4, section 6.4.
 */
#include "dwarf_unit.h"

#include <dwarf.h>

enum { DATA_ALIGN = -4 };

/* begin_entry: begin an entry of .debug_frame with room for its length; *start: its offset. */
static void
begin_entry(Bytes *b, size_t *start)
{
	*start = b->b.len;
	buf_word(&b->b, 0);
}

/* end_entry: pad the entry that begins at `start`, and store its length. */
static void
end_entry(Bytes *b, size_t start)
{
	while ((b->b.len - start) % 4)
		buf_byte(&b->b, DW_CFA_nop);
	put32(b->b.data + start, b->b.len - start - 4);
}

/* put_common: append the common part of all entries, at offset 0. */
static void
put_common(Bytes *b)
{
	/* version, augmentation, address, segment, code alignment */
	static const uint8_t head[] = {4, 0, 4, 0, 1};
	size_t start;

	begin_entry(b, &start);
	buf_word(&b->b, 0xFFFFFFFF);
	buf_put(&b->b, head, sizeof head);
	bytes_sleb(b, DATA_ALIGN);
	bytes_uleb(b, REG_IPTR);
	buf_byte(&b->b, DW_CFA_def_cfa);
	bytes_uleb(b, REG_WPTR);
	bytes_uleb(b, CALL_FRAME_BYTES);
	buf_byte(&b->b, DW_CFA_offset | REG_IPTR);
	bytes_uleb(b, CALL_FRAME_BYTES / -DATA_ALIGN);
	buf_byte(&b->b, DW_CFA_val_offset);
	bytes_uleb(b, REG_WPTR);
	bytes_uleb(b, 0);
	end_entry(b, start);
}

/* begin_function: begin the entry of a function between two labels; returns its offset. */
static size_t
begin_function(Dwarf *d, const char *low, const char *high)
{
	size_t start;

	if (d->frame.b.len == 0)
		put_common(&d->frame);
	begin_entry(&d->frame, &start);
	buf_word(&d->frame.b, 0);
	bytes_hole(d->arena, &d->frame, low);
	bytes_hole(d->arena, &d->frame, dwarf_print(d, "%s - %s", high, low));
	return start;
}

void
dwarf_add_stub(Dwarf *d, const char *low, const char *high)
{
	end_entry(&d->frame, begin_function(d, low, high));
}

/*
 * put_state: append the rule for the CFA in this state: relative to Wptr or, if Wptr varies, to
 * the slot with Wptr's value at the entry.
 */
static void
put_state(const Fn *f, FrameState state, Bytes *b)
{
	Bytes place = {0};

	if (state != FRAME_LOW || f->entry < 0) {
		buf_byte(&b->b, DW_CFA_def_cfa);
		bytes_uleb(b, REG_WPTR);
		bytes_uleb(b, CALL_FRAME_BYTES + (state == FRAME_ENTRY ? 0 : 4 * f->frame));
		return;
	}
	buf_byte(&place.b, DW_OP_breg0 + REG_WPTR);
	bytes_sleb(&place, 4 * f->slots[f->entry].offset);
	buf_byte(&place.b, DW_OP_deref);
	buf_byte(&place.b, DW_OP_plus_uconst);
	bytes_uleb(&place, CALL_FRAME_BYTES + 4 * f->frame);
	buf_byte(&b->b, DW_CFA_def_cfa_expression);
	bytes_uleb(b, place.b.len);
	buf_put(&b->b, place.b.data, place.b.len);
	buf_free(&place.b);
}

void
dwarf_add_frame(Dwarf *d, Fn *f)
{
	size_t start = begin_function(d, f->name, dwarf_print(d, ".P%d_end", f->serial));
	const char *last = f->name;

	for (int i = 0; f->frame > 0 && i < f->nins; i++) {
		const char *here;

		if (f->ins[i].kind != INS_STATE)
			continue;
		here = dwarf_print(d, ".S%d_%d", f->serial, i);
		buf_byte(&d->frame.b, DW_CFA_advance_loc4);
		bytes_hole(d->arena, &d->frame, dwarf_print(d, "%s - %s", here, last));
		put_state(f, f->ins[i].n, &d->frame);
		last = here;
	}
	end_entry(&d->frame, start);
}
