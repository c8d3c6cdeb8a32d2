/* chain.c - the chain of active functions of a process. */
#include "target.h"

#include <string.h>

static bool
read_node(void *node, Addr a, void *to, Word n)
{
	const T800 *c = node;
	uint32_t offset = a - MOSTNEG;

	if (offset >= c->r.size || n > c->r.size - offset)
		return false;
	memcpy(to, c->r.mem + offset, n);
	return true;
}

Stopped
target_stopped(const Target *t, NodeId n, const Loaded *in, Addr iptr, Addr wptr)
{
	return (Stopped){.read = read_node,
		.of = target_network(t)->nodes[n],
		.iptr = iptr,
		.wptr = wptr,
		.code_moved = in->text_moved,
		.data_moved = in->data_moved};
}

/* address_frames: the frames of one address, inlined ones first; returns how many. */
static size_t
address_frames(const Stopped *s, const Loaded *in, Word back, ChainFrame *chain, size_t most)
{
	Addr pc = s->iptr - s->code_moved - back, at, cfa = 0;
	const ProgramScope *scope = in->program && in->program->debug
		? program_scope(in->program, pc)
		: NULL;
	size_t n = scope ? scope->nframes : 0;
	const char *symbol;

	if (n > 0)
		debug_cfa(in->program->debug, s, &cfa);
	for (size_t i = 0; i < n && i < most; i++)
		chain[i] = (ChainFrame){in->program, *s, pc, scope->frames[i].function,
			scope->frames[i].place, scope->frames[i].inlined, scope, i, cfa};
	if (n > 0 || most == 0)
		return n < most ? n : most;
	symbol = in->program ? program_symbol(in->program, pc, &at) : NULL;
	chain[0] = (ChainFrame){
		.program = in->program, .s = *s, .pc = pc, .function = symbol ? symbol : "?"};
	return 1;
}

/* is_entry: a function begins at the address, so it does not follow a call. */
static bool
is_entry(const ProgramInfo *p, Addr a)
{
	Addr at;

	return p && program_symbol(p, a, &at) && at == a;
}

/*
 * go_caller: go to the caller. A function without debugging information is assumed to have its
 * return address on top.
 */
static bool
go_caller(Stopped *s, const Loaded *in, const ChainFrame *last)
{
	uint8_t word[4];
	Addr at;

	if (last->scope)
		return debug_caller(in->program->debug, s);
	if (!in->program || !program_symbol(in->program, last->pc, &at)
		|| !s->read(s->of, s->wptr, word, sizeof word))
		return false;
	s->iptr = get32(word);
	s->wptr += CALL_BYTES;
	return true;
}

size_t
target_chain(Target *t, const Thread *thread, ChainFrame *chain, size_t most)
{
	Loaded in = thread->in;
	Stopped s;
	Word back;
	size_t n = 0;

	if (!thread->has_place)
		return 0;
	/* on the kernel's stack the code is the kernel's, whichever process called it */
	if (!in.program || thread->iptr - in.text >= in.program->text_bytes)
		target_code(t, thread->node, thread->iptr, &in);
	s = target_stopped(t, thread->node, &in, thread->iptr, thread->wptr);
	back = thread->behind && !is_entry(in.program, s.iptr - s.code_moved);
	while (n < most) {
		Addr wptr = s.wptr;

		n += address_frames(&s, &in, back, chain + n, most - n);
		if (!go_caller(&s, &in, &chain[n - 1]) || s.wptr <= wptr || !in.program
			|| s.iptr - in.text >= in.program->text_bytes)
			break;
		back = 1;
	}
	return n;
}
