/*
 * chain.c - the chain of active functions of a process, across the stacks that a call of the kernel
 * uses (kernel/lib/kcall.s, kernel/gate.s):
 *
 *	low priority     the kernel's gate, a process at KERNEL_STACK, works for the process that is
 *	                 interrupted in __kcall, or, once this waits, for the KCall whose address is
 *	                 in its first word
 *	high priority    __kcall has moved its Wptr to HIGH_WPTR, and saved the old one above
 *	__deep           the same, within the kernel
 *	__call_with      the kernel calls a function of the program, on its own stack
 */
#include "target.h"

#include "cc/isa/executed.h"
#include "kernel/include/border.h"
#include "kernel/include/kernel_calls.h"
#include "sim/node/node_words.h"

#include <string.h>

enum { SAVED_WPTR = 4 };
static const Addr HIGH_WPTR = KERNEL_STACK - 64;

/* read_node: read n bytes of a node's memory; false if there is no memory. */
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

/* ---- one place ---- */

/*
 * is_node_header: true if the file is one of Trellis's headers for nodes, as built or as installed.
 */
static bool
is_node_header(const char *file)
{
	return strstr(file, "/node/include/") || strstr(file, "/trellis/include/");
}

/* is_call: true if the address is in a function of kernel/lib/kcall.s. */
static bool
is_call(const ProgramInfo *p, Addr a)
{
	const Symbol *low = p ? image_symbol(&p->image, "__kcall") : NULL,
		*high = p ? image_symbol(&p->image, "__kcall_end") : NULL;

	return low && high && a - low->addr < high->addr - low->addr;
}

/*
 * part_of_frame: the part of the program to which the frame's function belongs: user, library or
 * kernel.
 */
static ProgramPart
part_of_frame(const Target *t, const ChainFrame *f)
{
	if (!f->program)
		return PART_OWN;
	if (f->program == target_kernel(t))
		return PART_KERNEL;
	if (f->place.file)
		return is_node_header(f->place.file) ? PART_LIBRARY
			: program_part(f->program, f->place.file);
	/* the library's parts in assembly language are calls, or have reserved names */
	return *f->function == '_' || is_call(f->program, f->pc) ? PART_LIBRARY : PART_OWN;
}

/* The current position of a walk along the chain. */
typedef struct ChainWalk {
	Target *t;
	NodeId n;
	Stopped s; /* Iptr and Wptr of the current function */
	Loaded in; /* the program of this function */
	Word back; /* distance from Iptr to an address within the current instruction */
} ChainWalk;

/*
 * is_function: true if the frame is that of the program's assembly function `name`.
 */
static bool
is_function(const ChainFrame *f, const char *name)
{
	return !f->scope && strcmp(f->function, name) == 0;
}

/* is_in_kcall: true if the frame's address is in __kcall, which all functions of calls go on in. */
static bool
is_in_kcall(const ChainFrame *f)
{
	Addr at;
	const char *symbol = f->scope || !f->program ? NULL
		: program_symbol(f->program, f->pc, &at);

	return symbol && strcmp(symbol, "__kcall") == 0;
}

/*
 * saved_wptr: the Wptr of the high-priority process before __kcall moved it to the kernel's stack.
 */
static Addr
saved_wptr(const ChainWalk *w)
{
	return target_word(w->t, w->n, HIGH_WPTR + SAVED_WPTR);
}

/*
 * is_on_kernel_stack: true if the function has left the stack of its own process for the kernel's.
 */
static bool
is_on_kernel_stack(const ChainFrame *f)
{
	return f->s.wptr == HIGH_WPTR && (is_in_kcall(f) || is_function(f, "__deep"));
}

/* is_begin: true if a function begins at the address. */
static bool
is_begin(const ProgramInfo *p, Addr a)
{
	Addr at;

	return program_symbol(p, a, &at) && at == a;
}

/*
 * has_call: true if the frame is of a function that calls the kernel, and has reserved the words of
 * its KCall: it does so with its first instruction, and gives them up before it returns.
 */
static bool
has_call(const ChainWalk *w, const ChainFrame *f)
{
	uint8_t code[2];

	return !f->scope && is_call(f->program, f->pc)
		&& (is_in_kcall(f) || !is_begin(f->program, f->pc))
		&& w->s.read(w->s.of, f->pc + w->s.code_moved, code, sizeof code)
		&& !(code[0] == 0x22 && code[1] == 0xF0); /* ret */
}

/*
 * called_function: the name of the function that the call instruction in front of a return address
 * calls; NULL if there is none. Its bytes are prefixes and, at the end, the call.
 */
static const char *
called_function(const ChainWalk *w, const ProgramInfo *p, Addr back)
{
	enum { MOST = 8 };
	uint8_t code[MOST];
	Word first = MOST - 1;
	Executed e;
	Addr at;

	if (!w->s.read(w->s.of, back - MOST, code, MOST))
		return NULL;
	while (first > 0 && (code[first - 1] >> 4 == FN_PFIX || code[first - 1] >> 4 == FN_NFIX))
		first--;
	return executed_decode(code + first, MOST - first, 0, &e) && e.fn == FN_CALL
		? program_symbol(p, back + e.operand - w->s.code_moved, &at) : NULL;
}

/* name_call: name a frame in __kcall by the call that the program makes, and set its cfa. */
static void
name_call(const ChainWalk *w, ChainFrame *f)
{
	Addr wptr = is_on_kernel_stack(f) ? saved_wptr(w) : f->s.wptr;
	const char *name = NULL;
	uint8_t back[4];

	f->cfa = wptr + (has_call(w, f) ? KCALL_FRAME : 0) + CALL_BYTES;
	if (is_in_kcall(f) && w->s.read(w->s.of, f->cfa - CALL_BYTES, back, sizeof back))
		name = called_function(w, f->program, get32(back));
	if (name)
		f->function = name;
}

/* list_frames: list the frames of one address, inlined ones first; returns their number. */
static size_t
list_frames(const ChainWalk *w, ChainFrame *chain, size_t most)
{
	ProgramInfo *p = w->in.program;
	ChainFrame f = {.in = w->in, .program = p, .s = w->s,
		.pc = w->s.iptr - w->s.code_moved - w->back};
	size_t n;
	const char *symbol;
	Addr at;

	f.scope = p && p->debug ? program_scope(p, f.pc) : NULL;
	n = f.scope ? f.scope->nframes : 0;
	if (n > 0)
		debug_cfa(p->debug, &w->s, &f.cfa);
	for (size_t i = 0; i < n && i < most; i++) {
		chain[i] = f;
		chain[i].function = f.scope->frames[i].function;
		chain[i].place = f.scope->frames[i].place;
		chain[i].inlined = f.scope->frames[i].inlined;
		chain[i].depth = i;
		chain[i].part = part_of_frame(w->t, &chain[i]);
	}
	if (n > 0 || most == 0)
		return n < most ? n : most;
	symbol = p ? program_symbol(p, f.pc, &at) : NULL;
	f.scope = NULL;
	f.function = symbol ? symbol : "?";
	f.part = part_of_frame(w->t, &f);
	if (is_call(p, f.pc))
		name_call(w, &f);
	chain[0] = f;
	return 1;
}

/* ---- to the caller ---- */

/* has_code: tell if the program's text contains address a. */
static bool
has_code(const Loaded *in, Addr a)
{
	return in->program && a - in->text < in->program->text_bytes;
}

/* enter_program: go to an address of a program, if its code is there. */
static bool
enter_program(ChainWalk *w, const Loaded *in, Addr iptr, Addr wptr)
{
	if (!has_code(in, iptr))
		return false;
	w->in = *in;
	w->s = target_stopped(w->t, w->n, in, iptr, wptr);
	return true;
}

/*
 * enter_caller: go to the function __kcall of a process: the one whose own stack contains an
 * address. false if this is not possible.
 */
static bool
enter_caller(ChainWalk *w, Addr own, Addr iptr, Addr wptr)
{
	Loaded in;
	Addr low;

	return target_stack(w->t, w->n, own, &in, &low) && enter_program(w, &in, iptr, wptr);
}

/*
 * is_frame_of_gate: true if the frame belongs to the kernel's gate, the process that works for
 * callers of low priority. This frame has no caller.
 */
static bool
is_frame_of_gate(const ChainFrame *f)
{
	return f->part == PART_KERNEL && f->s.wptr == KERNEL_STACK
		&& (is_function(f, "__gate") || is_function(f, "__gate_call"));
}

/*
 * leave_gate: go from the kernel's process that works for a caller of low priority
 * (is_frame_of_gate) to the caller, whose workspace is its KCall; false if it is not known.
 */
static bool
leave_gate(ChainWalk *w)
{
	Word saved = target_word(w->t, w->n, SAVE_WDESC);
	bool interrupted = saved != (NOTPROCESS | LOW);
	Addr wptr = interrupted ? saved & ~3u : target_word(w->t, w->n, KERNEL_STACK);

	w->back = !interrupted;
	return wptr && enter_caller(w, wptr,
		target_word(w->t, w->n, interrupted ? SAVE_IPTR : wptr + W_IPTR), wptr);
}

/* is_called_by_kernel: true if the return address is in __call_with. */
static bool
is_called_by_kernel(const ChainWalk *w, Loaded *kernel)
{
	Addr at, iptr = w->s.iptr;
	const char *name;

	if (!target_kernel_at(w->t, w->n, kernel) || !has_code(kernel, iptr))
		return false;
	name = program_symbol(kernel->program, iptr - kernel->text_moved, &at);
	return name && strcmp(name, "__call_with") == 0;
}

/* pop_return: go to the return address on top of the stack; false if there is no program. */
static bool
pop_return(ChainWalk *w)
{
	uint8_t word[4];

	if (!w->s.read(w->s.of, w->s.wptr, word, sizeof word))
		return false;
	w->s.iptr = get32(word);
	w->s.wptr += CALL_BYTES;
	return true;
}

/*
 * return_to_caller: go to the caller on the same stack. A function without debugging information is
 * assumed to have its return address on top, but for the words of a KCall.
 */
static bool
return_to_caller(ChainWalk *w, const ChainFrame *last)
{
	Addr at;

	if (last->scope)
		return debug_unwind(w->in.program->debug, &w->s);
	if (is_on_kernel_stack(last))
		w->s.wptr = saved_wptr(w);
	if (has_call(w, last))
		w->s.wptr += KCALL_FRAME;
	return w->in.program && program_symbol(w->in.program, last->pc, &at) && pop_return(w);
}

/* go_to_caller: go up from frame `last` to its caller; returns false at the end of the chain. */
static bool
go_to_caller(ChainWalk *w, const ChainFrame *last)
{
	Addr wptr = w->s.wptr;
	Loaded kernel;

	if (is_frame_of_gate(last))
		return leave_gate(w);
	if (!return_to_caller(w, last) || (w->s.wptr <= wptr && !is_on_kernel_stack(last)))
		return false;
	w->back = 1;
	if (has_code(&w->in, w->s.iptr))
		return true;
	if (is_called_by_kernel(w, &kernel))
		return enter_program(w, &kernel, w->s.iptr, w->s.wptr);
	return last->part == PART_KERNEL && w->s.wptr == HIGH_WPTR
		&& enter_caller(w, saved_wptr(w), w->s.iptr, HIGH_WPTR);
}

size_t
target_chain(Target *t, const Thread *thread, ChainFrame *chain, size_t most)
{
	ChainWalk w = {.t = t, .n = thread->node, .in = thread->in};
	size_t n = 0;

	if (!thread->has_place)
		return 0;
	/* on the kernel's stack the code is the kernel's, whichever process called it */
	if (!has_code(&w.in, thread->iptr))
		target_program_at(t, thread->node, thread->iptr, &w.in);
	w.s = target_stopped(t, thread->node, &w.in, thread->iptr, thread->wptr);
	w.back = thread->behind
		&& !(w.in.program && is_begin(w.in.program, w.s.iptr - w.s.code_moved));
	do
		n += list_frames(&w, chain + n, most - n);
	while (n < most && go_to_caller(&w, &chain[n - 1]));
	return n;
}

/* ---- whose functions they are ---- */

bool
chain_is_own(const ChainFrame *f)
{
	return f->part == PART_OWN && f->program && f->place.file;
}

size_t
chain_own_frame(const ChainFrame *chain, size_t n, size_t from)
{
	while (from < n && !chain_is_own(&chain[from]))
		from++;
	return from;
}

/*
 * first_frame_of: the index of the first frame that has a source and belongs to a part of the
 * software; n if there is none.
 */
static size_t
first_frame_of(const ChainFrame *chain, size_t n, ProgramPart part)
{
	size_t i = 0;

	while (i < n && (chain[i].part != part || !chain[i].place.file))
		i++;
	return i;
}

ProgramPart
chain_part(const ChainFrame *chain, size_t n)
{
	if (first_frame_of(chain, n, PART_OWN) < n)
		return PART_OWN;
	if (first_frame_of(chain, n, PART_TREK) < n)
		return PART_TREK;
	return n > 0 ? chain[0].part : PART_OWN;
}

size_t
chain_frame_of_part(const ChainFrame *chain, size_t n)
{
	size_t first = first_frame_of(chain, n, chain_part(chain, n));

	return first < n ? first : 0;
}

size_t
chain_shown_frame(const Thread *thread, const ChainFrame *chain, size_t n)
{
	return thread_executes(thread) ? 0 : chain_frame_of_part(chain, n);
}

uint32_t
target_client_number(Target *t, const Thread *thread)
{
	ChainFrame chain[MAX_CHAIN];
	Loaded in;
	Addr low;
	size_t n;

	if (!thread->has_place || thread->in.pid || thread->low != KERNEL_STACK_LOW)
		return 0;
	n = target_chain(t, thread, chain, MAX_CHAIN);
	for (size_t i = 0; i < n; i++)
		if (chain[i].in.pid && target_stack(t, thread->node, chain[i].s.wptr, &in, &low))
			return target_thread_number(t, thread->node, low, in.pid);
	return 0;
}
