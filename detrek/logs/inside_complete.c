/*
 * log_inside_complete.c - what a program's code tells about the intervals of the log that it has
 * written: where its e-blocks return, and what the compiler's frames are.
 */
#include "logs.h"

#include <stdlib.h>

/* The code of a function, at link addresses. */
typedef struct Code {
	const uint8_t *bytes; /* [nbytes] */
	Addr addr;
	Word nbytes;
} Code;

static _Noreturn void
differs(const Log *log, const ProgramInfo *program)
{
	fatal("the log of %s does not belong to %s, or was changed", log->program, program->file);
}

/* code_at: a function's code from an address on; no bytes if there is none. */
static Code
code_at(const ProgramInfo *p, Addr a)
{
	const Symbol *s = image_find(&p->image, a);

	for (size_t i = 0; s && i < p->image.nsegments; i++) {
		const Segment *in = &p->image.segments[i];

		if (in->execute && a - in->addr < in->nbytes && a - s->addr < s->size
			&& s->addr + s->size - in->addr <= in->nbytes)
			return (Code){in->data + (a - in->addr), a, s->addr + s->size - a};
	}
	return (Code){.addr = a};
}

/* decode: the instruction at the beginning; false at the end. c is set behind it. */
static bool
decode(Code *c, Executed *e)
{
	if (!c->bytes || !executed_decode(c->bytes, c->nbytes, 0, e))
		return false;
	c->bytes += e->size;
	c->addr += e->size;
	c->nbytes -= e->size;
	return true;
}

/*
 * return_from: where the first call of a function, from an address on, returns to; 0: nowhere. The
 * code until then has no condition.
 */
static Addr
return_from(const ProgramInfo *p, Addr from, Addr called)
{
	enum { NEAR = 1000 }; /* instructions */
	Code c = code_at(p, from);
	Executed e;

	for (int i = 0; i < NEAR && decode(&c, &e); i++) {
		if (e.fn == FN_CALL && c.addr + e.operand == called)
			return c.addr;
		if (e.fn == FN_J)
			c = code_at(p, c.addr + e.operand);
	}
	return 0;
}

/* last_return: the last instruction of a function that returns; 0: none. */
static Addr
last_return(const ProgramInfo *p, Addr function)
{
	Code c = code_at(p, function);
	Addr last = 0, before = c.addr;
	Executed e;

	for (; decode(&c, &e); before = c.addr)
		if (executed_op(&e, OPER_RET))
			last = before;
	return last;
}

/* complete_main: the outermost interval begins with the function whose code has its site. */
static void
complete_main(const Log *log, LogBlock *b, const ProgramInfo *p)
{
	const Symbol *s = image_find(&p->image, b->site);
	Code c = code_at(p, s ? s->addr : 0);
	Executed e;

	if (!decode(&c, &e))
		differs(log, p);
	if (e.fn == FN_AJW)
		b->entered.wptr -= 4 * e.operand;
	b->entered.iptr = b->entered.from = s->addr;
}

static void
complete_eblock(const Log *log, LogBlock *b, const ProgramInfo *p)
{
	b->back = return_from(p, b->site, b->entered.iptr);
	b->last = last_return(p, b->entered.iptr);
	if (b->back == 0 || b->last == 0)
		differs(log, p);
	b->entered.areg = b->back;
	b->left.iptr = b->left.from = b->back;
}

void
log_inside_complete(Log *log, const ProgramInfo *program)
{
	log->place = (LogPlace){.text = program->text, .data = program->data};
	complete_main(log, &log->blocks[0], program);
	for (uint32_t i = 1; i < log->nblocks; i++) {
		LogBlock *b = &log->blocks[i];

		b->lowest = image_end(&program->image);
		if (!b->outside)
			complete_eblock(log, b, program);
	}
}

uint64_t
log_inside_build(const ProgramInfo *program)
{
	const Symbol *s = image_symbol(&program->image, "__log_build");
	Code c = {0};

	for (size_t i = 0; s && i < program->image.nsegments; i++) {
		const Segment *in = &program->image.segments[i];

		if (s->addr - in->addr < in->nbytes && in->nbytes - (s->addr - in->addr) >= 8)
			c.bytes = in->data + (s->addr - in->addr);
	}
	return c.bytes ? get32(c.bytes) | (uint64_t)get32(c.bytes + 4) << 32 : 0;
}
