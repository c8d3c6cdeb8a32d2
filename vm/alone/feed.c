/*
 * feed.c - writes the calls that a user function makes in the run, with their results and their
 * changes of memory.
 *
 * The node runs alone once more. It is observed at the first instruction of each function that is
 * not executed on this host, and where that function returns. The memory of the node is compared
 * between these two places. The effects of functions that such a function calls belong to its call.
 * Changes of the caller's local variables, which have other addresses on this host, are found by
 * the arguments that point to them.
 */
#include "host_program.h"

#include "base/files.h"
#include "cc/isa/isa.h"
#include "sim/cpu/watcher.h"
#include "sim/node/node_words.h"
#include "vm/native/alone/alone_call.h"

#include <stdlib.h>
#include <string.h>

/* The next, or the last, argument is the number of bytes to which an argument points. */
#define BY_NEXT 0xFFFFFFFFu
#define BY_LAST 0xFFFFFFFEu

typedef struct CallRecorder { /* the state of recording calls */
	HostProgram *p;
	Watcher *watcher;
	const T800 *node;
	struct Entry *entries; /* [nentries] */
	size_t nentries;
	Addr root;         /* Wptr where the user's function begins */
	Addr start;        /* where process_start begins; 0 if the program lacks it */
	Addr stack;        /* the stack of the process that was started last */
	Word stack_bytes;  /* its size */
	uint64_t begins;   /* the instruction count at which its task begins */
	uint32_t nbegins;  /* calls that returned before the task began */
	Buf out;           /* all calls */
	/* true while a call is being recorded; the fields below belong to it */
	bool is_in;
	AloneCall call;
	Word extent[ALONE_ARGS]; /* the bytes that an argument points to, or BY_... */
	const Instr *instr; /* the call is of this instruction; NULL: of a function */
	Addr wptr, back;   /* Wptr after the call, and the return address */
	uint8_t *before;   /* the memory when the call began */
	uint64_t seen;     /* instructions executed when something was last noted */
} CallRecorder;

/* Where a call begins: at a function, or an instruction, which t800.h calls as a function. */
typedef struct Entry {
	Addr at;            /* address of the function or instruction */
	uint32_t name;      /* index in HostProgram.calls */
	const Instr *instr; /* NULL: a function */
	Word nbytes;        /* size of the instruction */
} Entry;

/*
 * The functions whose data are compared with those of the run, and the index of the argument that
 * points to the data.
 */
static const struct {
	const char *name;
	uint32_t data;  /* index of the argument */
	uint32_t flags; /* of AloneCall */
} with_data[] = {
	{"do_task", 0}, {"put_result", 0}, {"put_part", 0}, {"put_border", 0},
	{"share", 0},
	{"host_write", 1, ALONE_OUTPUT},
};

/* pad_word: append zeros up to a multiple of 4 bytes. */
static void
pad_word(Buf *out)
{
	while (out->len % 4)
		buf_byte(out, 0);
}

/*
 * is_local: true if an address lies among the local variables of the user's function and of its
 * callees.
 */
static bool
is_local(const CallRecorder *f, Addr a)
{
	return a >= f->p->thread.low && a < f->root;
}

/* ---- a call begins ---- */

/*
 * is_bytes: true if an argument that points to this type points to bytes, whose number is the next
 * argument.
 */
static bool
is_bytes(const Type *t)
{
	t = type_plain(t);
	return t->kind == TYPE_VOID || t->size == 1;
}

/*
 * learn_parameters: find out how many words the parameters are, and to how many bytes each pointer
 * points.
 */
static void
learn_parameters(CallRecorder *f, const char *name)
{
	const DebugFunction *function = program_function(f->p->loaded.program, name);
	AloneCall *c = &f->call;

	for (size_t i = 0; function && i < function->type->nmembers; i++) {
		const Type *t = type_plain(function->type->members[i].type);

		if (c->nargs + (t->size + 3) / 4 > ALONE_ARGS)
			break;
		f->extent[c->nargs] = t->kind != TYPE_POINTER ? 0
			: is_bytes(t->target) ? BY_NEXT : type_plain(t->target)->size;
		c->nargs += (t->size + 3) / 4;
	}
}

/*
 * learn_instruction: note the arguments of an instruction. All instructions that write to memory
 * have the address as an argument, and the number of bytes as the last one.
 */
static void
learn_instruction(CallRecorder *f, const Instr *instr)
{
	f->call.nargs = instr->pops;
	f->extent[0] = instr_store(instr).any ? BY_LAST : 0;
	f->extent[1] = instr->does & YIELDS ? sizeof(Word) : 0; /* the channel */
}

/* argument_kind: the AloneKind of an argument's value. */
static uint32_t
argument_kind(const CallRecorder *f, Word value)
{
	const Loaded *in = &f->p->loaded;

	return is_local(f, value) ? ALONE_LOCAL
		: value - in->text < in->program->text_bytes ? ALONE_CODE : ALONE_VALUE;
}

/* read_word_at: the word at an address of the node's memory. */
static Word
read_word_at(const CallRecorder *f, Addr a)
{
	const uint8_t *word = node_memory(f->node, a, 4);

	return word ? get32(word) : 0;
}

/*
 * call_argument: argument i of the present call. An argument of a function is in memory; one of an
 * instruction in a register, the last in Areg.
 */
static Word
call_argument(const CallRecorder *f, uint32_t i)
{
	const Regs *r = &f->node->r;
	const Word stack[] = {r->areg, r->breg, r->creg};

	return f->instr ? stack[f->call.nargs - 1 - i]
		: read_word_at(f, r->wptr + FIRST_ARGUMENT + 4 * i);
}

/* begin_call: record the beginning of a call: its arguments, and the memory to which they point. */
static void
begin_call(CallRecorder *f, const Entry *e)
{
	AloneCall *c = &f->call;
	uint32_t name = e->name;
	Addr wptr = f->node->r.wptr;

	*c = (AloneCall){.name = name, .data = ALONE_NONE};
	memset(f->extent, 0, sizeof f->extent);
	f->instr = e->instr;
	if (e->instr)
		learn_instruction(f, e->instr);
	else
		learn_parameters(f, f->p->calls[name]);
	for (uint32_t i = 0; i < c->nargs; i++) {
		c->arg[i] = call_argument(f, i);
		c->kind[i] = argument_kind(f, c->arg[i]);
	}
	for (size_t i = 0; i < sizeof with_data / sizeof *with_data; i++)
		if (strcmp(with_data[i].name, f->p->calls[name]) == 0) {
			c->data = with_data[i].data;
			c->flags = with_data[i].flags;
			c->nbytes = c->arg[c->data + 1];
		}
	f->is_in = true;
	f->wptr = wptr + (e->instr ? 0 : CALL_BYTES);
	f->back = e->instr ? e->at + e->nbytes : read_word_at(f, wptr);
	memcpy(f->before, f->node->r.mem, f->node->r.size);
	watcher_mark(f->watcher, f->p->thread.node, f->back);
}

/* ---- a call ends ---- */

/* bytes_pointed_to: the number of bytes to which argument i points. */
static Word
bytes_pointed_to(const CallRecorder *f, uint32_t i)
{
	const AloneCall *c = &f->call;

	if (f->extent[i] == BY_LAST)
		return c->arg[c->nargs - 1];
	return f->extent[i] != BY_NEXT ? f->extent[i] : i + 1 < c->nargs ? c->arg[i + 1] : 0;
}

/*
 * base_arg: the index of the argument that points to a local variable which contains the word at
 * address a; ALONE_NONE if no argument does.
 */
static uint32_t
base_arg(const CallRecorder *f, Addr a)
{
	const AloneCall *c = &f->call;

	for (uint32_t i = 0; i < c->nargs; i++)
		if (c->kind[i] == ALONE_LOCAL && a - (c->arg[i] & -4u)
				< bytes_pointed_to(f, i) + (c->arg[i] & 3))
			return i;
	return ALONE_NONE;
}

/*
 * put_change: append what the call has changed at address a, relative to an argument if it is
 * local.
 */
static void
put_change(CallRecorder *f, Addr a, Word nbytes)
{
	AloneChange change = {ALONE_NONE, a, nbytes};

	if (is_local(f, a)) {
		if (a < f->wptr || a - f->stack < f->stack_bytes)
			return; /* the mark is within the called function, or of another process */
		change.base = base_arg(f, a);
		if (change.base == ALONE_NONE)
			fatal("--native: during the call of %s() a variable in a frame at 0x%x "
				"changes, to which none of its arguments points",
				f->p->calls[f->call.name], a);
		change.addr -= f->call.arg[change.base];
	}
	buf_put(&f->out, &change, sizeof change);
	buf_put(&f->out, f->node->r.mem + (a - MOSTNEG), nbytes);
	pad_word(&f->out);
	f->call.nchanges++;
}

/* put_changes: write each run of changed words, cut where local variables begin and end. */
static void
put_changes(CallRecorder *f)
{
	const uint8_t *mem = f->node->r.mem;
	Word size = f->node->r.size, at = 0;

	while (at + 4 <= size) {
		Word begin = at;
		bool local = is_local(f, MOSTNEG + at);

		while (at + 4 <= size && memcmp(mem + at, f->before + at, 4) != 0
			&& is_local(f, MOSTNEG + at) == local
			&& (!local || at == begin
				|| (base_arg(f, MOSTNEG + at) == base_arg(f, MOSTNEG + begin)
				&& MOSTNEG + at != f->wptr)))
			at += 4;
		if (at > begin)
			put_change(f, MOSTNEG + begin, at - begin);
		else
			at += 4;
	}
}

/* put_data: append the data that the call was given, in whole words. */
static void
put_data(CallRecorder *f)
{
	AloneCall *c = &f->call;
	const uint8_t *data = c->data == ALONE_NONE ? NULL
		: f->before + (c->arg[c->data] - MOSTNEG);

	if (c->nbytes > 0 && !node_memory(f->node, c->arg[c->data], c->nbytes))
		c->nbytes = 0;
	buf_put(&f->out, data, c->nbytes);
	pad_word(&f->out);
}

/* end_call: append the call with its data; if it returns, also its result and changes. */
static void
end_call(CallRecorder *f, bool returns)
{
	size_t at = f->out.len;

	f->is_in = false;
	buf_put(&f->out, &f->call, sizeof f->call);
	put_data(f);
	if (returns) {
		put_changes(f);
		f->call.flags |= ALONE_RETURNS;
		f->call.result[0] = f->node->r.areg;
		f->call.result[1] = f->node->r.breg;
		if (t800_count(f->node) <= f->begins)
			f->nbegins++;
	}
	memcpy(f->out.data + at, &f->call, sizeof f->call);
}

/* ---- where calls begin ---- */

/* add_entry: append an address at which a recorded call begins. */
static void
add_entry(CallRecorder *f, Entry e)
{
	f->entries = xrealloc(f->entries, (f->nentries + 1) * sizeof *f->entries);
	f->entries[f->nentries++] = e;
}

/*
 * find_operation: the size of the instruction at an address; *is becomes true if the instruction
 * is the wanted operation.
 */
static Word
find_operation(const CallRecorder *f, Addr a, const Instr *wanted, bool *is)
{
	Word operand = 0;

	*is = false;
	for (Word n = 1; n <= MAX_INSTR; n++) {
		const uint8_t *byte = node_memory(f->node, a + n - 1, 1);

		if (!byte)
			return n;
		operand |= *byte & 15;
		if (*byte >> 4 != FN_PFIX && *byte >> 4 != FN_NFIX) {
			*is = *byte >> 4 == FN_OPR && operand == wanted->code;
			return n;
		}
		operand = (*byte >> 4 == FN_NFIX ? ~operand : operand) << 4;
	}
	return MAX_INSTR;
}

/* find_instructions: note each place of an instruction in the code of functions. */
static void
find_instructions(CallRecorder *f, uint32_t name, const Instr *instr)
{
	const ProgramInfo *program = f->p->loaded.program;

	for (size_t i = 0; i < program->nfunctions; i++) {
		Addr at = program->functions[i].addr + f->p->loaded.text_moved;
		Addr end = at + program->functions[i].size;
		Word n;
		bool is;

		for (; at < end; at += n) {
			n = find_operation(f, at, instr, &is);
			if (is)
				add_entry(f, (Entry){at, name, instr, n});
		}
	}
}

/* find_entries: mark the entries of function `name`, or the instructions that it stands for. */
static void
find_entries(CallRecorder *f, uint32_t name)
{
	const char *text = f->p->calls[name];
	const Instr *instr = strncmp(text, "__t800_", 7) == 0
		? instr_named(text + 7, strlen(text + 7)) : NULL;
	Word nbytes;
	Addr a;

	if (instr && instr->kind == INSTR_OPER) {
		find_instructions(f, name, instr);
		return;
	}
	a = host_function(f->p, text, NULL, &nbytes);
	if (a)
		add_entry(f, (Entry){.at = a, .name = name});
}

/* ---- the run ---- */

/* is_observed_process: true if the user function's process is running. */
static bool
is_observed_process(const CallRecorder *f)
{
	return f->node->r.wptr - f->p->thread.low < f->p->thread.nbytes;
}

/*
 * handle_mark: watcher callback: at a marked place of the observed process, begin or end a
 * recorded call.
 */
static void
handle_mark(void *feed, NodeId n)
{
	CallRecorder *f = feed;
	Addr iptr = f->node->r.iptr;
	uint64_t count = t800_count(f->node);

	(void)n;
	if (count <= f->seen || !is_observed_process(f))
		return;
	if (iptr == f->start) {
		f->stack = read_word_at(f, f->node->r.wptr + FIRST_ARGUMENT + 4 * 2);
		f->stack_bytes = read_word_at(f, f->node->r.wptr + FIRST_ARGUMENT + 4 * 3);
	}
	if (f->is_in && iptr == f->back && f->node->r.wptr == f->wptr) {
		f->seen = count;
		end_call(f, true);
	}
	for (size_t i = 0; i < f->nentries && !f->is_in; i++)
		if (iptr == f->entries[i].at) {
			f->seen = count;
			begin_call(f, &f->entries[i]);
		}
}

/* ignore_accesses: watcher callback: do nothing, because only marked places matter. */
static void
ignore_accesses(void *feed, NodeId n, const Access *a, uint32_t naccesses)
{
	(void)feed, (void)n, (void)a, (void)naccesses;
}

/* attach_feed: watch a new network: the user's functions, and where they return. */
static void
attach_feed(void *feed, Network *w)
{
	CallRecorder *f = feed;
	NodeId n = f->p->thread.node;

	f->watcher = watcher_new(w, &(WatcherOptions){ignore_accesses, handle_mark, NULL, f});
	for (size_t i = 0; i < f->nentries; i++)
		watcher_mark(f->watcher, n, f->entries[i].at);
	if (f->is_in)
		watcher_mark(f->watcher, n, f->back);
	if (f->start)
		watcher_mark(f->watcher, n, f->start);
}

/* detach_feed: end watching the network. */
static void
detach_feed(void *feed, Network *w)
{
	CallRecorder *f = feed;

	(void)w;
	watcher_free(f->watcher);
}

uint32_t
host_record_calls(HostProgram *p, Place begins, const char *file)
{
	CallRecorder f = {.p = p, .node = p->s->w->nodes[p->thread.node], .root = p->thread.wptr,
		.begins = begins.count};
	Search search = {attach_feed, detach_feed, &f};
	Place found;
	Word nbytes;

	for (uint32_t i = 0; i < p->ncalls; i++)
		find_entries(&f, i);
	f.start = host_function(p, "process_start", NULL, &nbytes);
	f.before = xmalloc(f.node->r.size);
	past_forward(p->s->past, &search, NEVER, &found);
	if (f.is_in)
		end_call(&f, false);
	file_write(file, f.out.data, f.out.len);
	buf_free(&f.out);
	free(f.entries);
	free(f.before);
	return f.nbegins;
}
