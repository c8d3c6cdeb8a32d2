/* error.c - notes where the Error flag was set, and which process found it. */
#include "execute.h"

const ErrorRise *
error_rise(const Errors *e, uint32_t n)
{
	if (n == 0 || n > e->nrises || n + ERROR_RISES <= e->nrises)
		return NULL;
	return &e->rise[(n - 1) % ERROR_RISES];
}

const ErrorRise *
error_last(const Errors *e)
{
	for (uint32_t i = e->nrises; error_rise(e, i); i--)
		if (error_rise(e, i)->finder != 0 || i == e->present || i == e->saved)
			return error_rise(e, i);
	return NULL;
}

const char *
error_rise_text(const ErrorRise *r)
{
	static const char *const texts[] = {
#define X(name, text) [ERROR_##name] = text,
		ERROR_CAUSES(X)
#undef X
	};

	return texts[r->cause];
}

Addr
t800_instruction(const T800 *c)
{
	enum { MOST_BYTES = 8, PFIX = 0x20, NFIX = 0x60 };
	Addr last = c->r.iptr - 1, a = c->r.start;

	if (last - a >= MOST_BYTES)
		return last;
	for (int code; a != last; a++) {
		code = c->r.mem[a - lowest(&c->r)] & 0xF0;
		if (code != PFIX && code != NFIX)
			return last;
	}
	return c->r.start;
}

void
error_set(T800 *c)
{
	Errors *e = &c->errors;
	ErrorRise *r = &e->rise[e->nrises % ERROR_RISES];

	*r = (ErrorRise){.count = t800_count(c), .cycles = c->r.cycles,
		.instruction = t800_instruction(c), .wdesc = wdesc(c), .cause = e->cause};
	e->present = ++e->nrises;
	c->error = true;
	if (c->keep_error)
		c->keep_error(c, r);
	if (c->watch)
		watch_report_event(c, NOTE_ERROR, r->instruction);
}

void
error_clear(T800 *c)
{
	Errors *e = &c->errors;

	if (e->present != 0 && error_rise(e, e->present) && c->priority == HIGH)
		e->rise[(e->present - 1) % ERROR_RISES].finder = c->r.wptr;
	e->present = 0;
	c->error = false;
}
