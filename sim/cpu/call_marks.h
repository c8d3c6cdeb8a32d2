/* call_marks.h - tests whether an observer wants to see a node at an address (CallMarks). */
#ifndef CALL_MARKS_H
#define CALL_MARKS_H

#include "cpu.h"

/* is_call_marked: true if the observer wants to see a call or return to this address. */
static inline bool
is_call_marked(const CallMarks *s, Addr iptr)
{
	Word offset = iptr - s->base;

	return offset < s->size && (!s->marks || s->marks[offset]);
}

#endif
