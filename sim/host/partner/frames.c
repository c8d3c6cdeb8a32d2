/*
 * frames.c - follows the packets of INMOS's server protocol on a link, to know which one is
 * incomplete.
 */
#include "partner.h"

void
frames_pass(Frames *f, uint8_t byte)
{
	if (f->is_bad)
		return;
	if (f->have < FRAME_HEAD)
		f->head[f->have] = byte;
	f->have++;
	if (f->have < FRAME_HEAD)
		return;
	if (f->have == FRAME_HEAD) {
		f->size = get16(f->head);
		f->is_bad = f->size < f->least || f->size > FRAME_MOST;
	} else if (f->have == FRAME_HEAD + f->size) {
		f->have = 0;
		f->n++;
	}
}
