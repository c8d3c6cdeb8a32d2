/*
 * inside_complete.c - completes the intervals of a log that a program has written itself. The log
 * lacks the addresses to which e-blocks return, and their last instructions; these are found in the
 * program's code.
 */
#include "logs.h"

#include <stdlib.h>
#include <string.h>

/* The code of a function. */
typedef struct Code {
	const uint8_t *bytes; /* [nbytes] */
	Addr addr;            /* in the node's memory */
	Word nbytes;
	bool open; /* it is of an assembly function, whose size is not known */
} Code;

/* refuse_program: end the program with a message: the log does not belong to this program. */
static _Noreturn void
refuse_program(const Log *log, const ProgramInfo *program)
{
	fatal("the log of %s does not belong to %s, or was changed", log->program, program->file);
}

/*
 * code_at: a function's code from an address on, or, if its size is not known, all code from there
 * on; no bytes if there is none.
 */
static Code
code_at(const Log *log, const ProgramInfo *p, Addr a)
{
	Addr linked = a - log_code_distance(&log->place, p);
	const Symbol *s = image_find(&p->image, linked);

	for (size_t i = 0; s && i < p->image.nsegments; i++) {
		const Segment *in = &p->image.segments[i];
		Addr end = s->size ? s->addr + s->size : in->addr + in->nbytes;

		if (in->execute && linked - in->addr < in->nbytes && linked < end
			&& end - in->addr <= in->nbytes)
			return (Code){in->data + (linked - in->addr), a, end - linked, !s->size};
	}
	return (Code){.addr = a};
}

/*
 * decode_instruction: decode the instruction at the beginning of c, and move c behind it; false at
 * the end.
 */
static bool
decode_instruction(Code *c, Executed *e)
{
	if (!c->bytes || !executed_decode(c->bytes, c->nbytes, 0, e))
		return false;
	c->bytes += e->size;
	c->addr += e->size;
	c->nbytes -= e->size;
	return true;
}

/*
 * find_return_address: the address to which the function `called` returns after its first call at
 * or after `from`; 0 if no call is found. The code up to the call contains no conditional jump.
 */
static Addr
find_return_address(const Log *log, const ProgramInfo *p, Addr from, Addr called)
{
	enum { NEAR = 1000 }; /* instructions */
	Code c = code_at(log, p, from);
	Executed e;

	for (int i = 0; i < NEAR && decode_instruction(&c, &e); i++) {
		if (e.fn == FN_CALL && c.addr + e.operand == called)
			return c.addr;
		if (e.fn == FN_J)
			c = code_at(log, p, c.addr + e.operand);
	}
	return 0;
}

/*
 * last_return: the address of a function's last return instruction, or, if its size is not known,
 * of its first one; 0: there is none.
 */
static Addr
last_return(const Log *log, const ProgramInfo *p, Addr function)
{
	Code c = code_at(log, p, function);
	Addr last = 0, before = c.addr;
	Executed e;

	for (; decode_instruction(&c, &e) && !(c.open && last); before = c.addr)
		if (executed_is(&e, OPER_RET))
			last = before;
	return last;
}

/*
 * complete_main: set the beginning of the outermost interval: the start of the function whose code
 * contains the interval's site.
 */
static void
complete_main(const Log *log, LogBlock *b, const ProgramInfo *p)
{
	Word moved = log_code_distance(&log->place, p);
	const Symbol *s = image_find(&p->image, b->site - moved);
	Code c = code_at(log, p, s ? s->addr + moved : 0);
	Executed e;

	if (!decode_instruction(&c, &e))
		refuse_program(log, p);
	if (e.fn == FN_AJW)
		b->entered.wptr -= 4 * e.operand;
	b->entered.iptr = b->entered.from = s->addr + moved;
}

/*
 * complete_eblock: find, in the program's code, the return address and the last instruction of an
 * e-block.
 */
static void
complete_eblock(const Log *log, LogBlock *b, const ProgramInfo *p)
{
	b->back = find_return_address(log, p, b->site, b->entered.iptr);
	b->last = last_return(log, p, b->entered.iptr);
	if (b->back == 0 || (b->last == 0 && !b->jumped))
		refuse_program(log, p);
	b->entered.areg = b->back;
	if (!b->jumped)
		b->left.iptr = b->left.from = b->back;
}

/*
 * complete_outside: complete a call that is not emulated; an assembly function may return with an
 * instruction of another function.
 */
static void
complete_outside(const Log *log, LogBlock *b, const ProgramInfo *p)
{
	Addr last = last_return(log, p, b->entered.iptr);

	b->last = last ? last : last_return(log, p, log->inside.prelog);
}

/* complete_place: set where the program, its data and its stack are on the node. */
static void
complete_place(Log *log, const ProgramInfo *program)
{
	enum { CALLERS = 256 }; /* bytes of the stack above main's workspace, at most */
	const Symbol *prelog = image_symbol(&program->image, "__log_prelog");
	const Symbol *stack = image_symbol(&program->image, "__stack_size");
	LogPlace *p = &log->place;
	Addr end;

	if (!prelog)
		refuse_program(log, program);
	p->text = program->text;
	p->data = program->data;
	if (p->process == 0)
		return;
	p->text += log->inside.prelog - prelog->addr;
	p->data = log->inside.data;
	p->stack_bytes = stack ? stack->addr : 0;
	p->stack = log->blocks[0].entered.wptr - p->stack_bytes;
	p->stack_bytes += CALLERS;
	end = p->text + program->text_bytes > p->data + program->data_bytes
		? p->text + program->text_bytes : p->data + program->data_bytes;
	if (end > log->inside.highest && end - MOSTNEG < IMAGE_MAX_MEMORY)
		log_inside_machine(log, arena_strndup(&log->arena, log->topology->file,
			strlen(log->topology->file)), end);
}

void
log_inside_complete(Log *log, const ProgramInfo *program)
{
	complete_place(log, program);
	if (!log->inside.roots)
		complete_main(log, &log->blocks[0], program);
	for (uint32_t i = 1; i < log->nblocks; i++) {
		LogBlock *b = &log->blocks[i];

		b->lowest = log->place.process > 0 ? log->place.stack
			: image_end(&program->image);
		if (b->is_outside)
			complete_outside(log, b, program);
		else
			complete_eblock(log, b, program);
		if (b[-1].is_root)
			b[-1].defined[b[-1].ndefined - 1].value = b->back;
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
	return c.bytes ? get64(c.bytes) : 0;
}
