/*
 * target.c - finds out which programs are on a node, and where.
 *
 * A status word (NodeWords) gives the kernel's address; its process table, read with the types from
 * its debugging information, gives the other programs.
 */
#include "target.h"

#include "kernel/include/border.h"
#include "sim/node/node_words.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What a node's status words say about its kernel. */
typedef struct KernelPlace {
	Addr text, data; /* addresses of code and data; text is 0 if there is no kernel */
	uint32_t number; /* the node's number */
} KernelPlace;

/* A thread that has got a number, identified by its stack and its program. */
typedef struct NumberedThread {
	Addr low; /* lowest address of its stack */
	int32_t pid;
} NumberedThread;

/* The threads of a node that have got numbers. */
typedef struct NodeThreads {
	NumberedThread *known; /* [n] number i + 1 is that of known[i] */
	uint32_t n;
} NodeThreads;

struct Target {
	Network *w;
	ProgramInfo **programs;
	uint32_t nprograms;
	ProgramInfo *kernel;
	Addr kernel_enter; /* link address to which NodeWords.kernel corresponds */
	/* link addresses at which the kernel has just made a process, and is about to end one */
	Addr makes_process, ends_process;
	KernelLayout layout;
	KernelPlace *places; /* [nodes] where each node's kernel is */
	bool *numbered;      /* [node] its number was set by target_number_set */
	/* the program placed by target_place_program on node placed_at; or no program */
	Loaded placed;
	NodeId placed_at;
	NodeThreads *threads; /* [nodes] */
	const Past *past;    /* NULL: the run is not recorded */
};

/* ---- the kernel's structures ---- */

/* member_at: the offset of a member; false if there is none. */
static bool
member_at(const Type *t, const char *name, Word *at)
{
	for (size_t i = 0; t && i < t->nmembers; i++)
		if (strcmp(t->members[i].name, name) == 0) {
			*at = t->members[i].at;
			return true;
		}
	return false;
}

/*
 * find_type: the type with a name, of a typedef or a structure, in the program; NULL if there is
 * none.
 */
static const Type *
find_type(const ProgramInfo *p, const char *name)
{
	const Type *t = program_type(p, TYPE_TYPEDEF, name);

	return t ? type_plain(t) : program_type(p, TYPE_STRUCT, name);
}

/* read_nothing: called to read memory where there is none; returns false. */
static bool
read_nothing(void *of, Addr a, void *to, Word n)
{
	(void)of, (void)a, (void)to, (void)n;
	return false; /* only the address is needed */
}

/* find_linked_address: find the linked address and the type of the kernel's variable `name`. */
static bool
find_linked_address(const ProgramInfo *p, const char *name, Addr *at, const Type **type)
{
	const DebugVariable *v = program_global(p, name, NULL);
	Stopped s = {.read = read_nothing};
	DebugValue value;
	Arena a = {0};
	bool found = v && debug_value(p->debug, v, &s, &a, &value) && value.in_memory;

	if (found) {
		*at = value.addr;
		*type = type_plain(v->type);
	}
	arena_free(&a);
	return found;
}

/*
 * find_linked_places: find the addresses of the kernel's links and queues; returns false if one of
 * them is missing.
 */
static bool
find_linked_places(const ProgramInfo *p, KernelLayout *k)
{
	const Type *type, *link = find_type(p, "Link"), *local, *queue;
	Word front;

	if (!find_linked_address(p, "links", &k->links, &type) || !link
		|| !member_at(link, "local", &k->link_local))
		return false;
	k->link_size = link->size;
	for (size_t i = 0; i < link->nmembers; i++)
		if (strcmp(link->members[i].name, "local") == 0) {
			local = type_plain(link->members[i].type);
			queue = type_plain(local->target);
			k->link_classes = local->count;
			k->queue_size = queue->size;
			return local->kind == TYPE_ARRAY && member_at(queue, "front", &front)
				&& front == 0;
		}
	return false;
}

/*
 * find_layout: find the addresses and sizes of the kernel's structures; returns false if one of
 * them is missing.
 */
static bool
find_layout(const ProgramInfo *p, KernelLayout *k)
{
	const Type *process = find_type(p, "Process"), *image = find_type(p, "Image"),
		*stack = find_type(p, "Stack");
	const Type *waiter = find_type(p, "Waiter"), *sending = find_type(p, "Sending"),
		*call = find_type(p, "KCall"), *t;

	if (!find_linked_address(p, "process_table", &k->process_table, &t))
		return false;
	k->nprocesses = t->count;
	if (!find_linked_address(p, "lists", &k->lists, &t) || t->size == 0)
		return false;
	k->nlists = t->size / 4;
	return find_linked_places(p, k) && member_at(process, "pid", &k->pid)
		&& member_at(process, "index", &k->index)
		&& member_at(process, "priority", &k->priority)
		&& member_at(process, "image", &k->image) && member_at(process, "data", &k->data)
		&& member_at(process, "stacks", &k->stacks)
		&& member_at(process, "ending", &k->ending)
		&& member_at(image, "program", &k->image_program)
		&& member_at(stack, "next", &k->stack_next)
		&& member_at(stack, "low", &k->stack_low)
		&& member_at(stack, "nbytes", &k->stack_nbytes)
		&& member_at(waiter, "next", &k->waiter_next)
		&& member_at(waiter, "call", &k->waiter_call)
		&& member_at(waiter, "event", &k->waiter_event)
		&& member_at(waiter, "type", &k->waiter_type)
		&& member_at(waiter, "kind", &k->waiter_kind)
		&& member_at(sending, "next", &k->sending_next)
		&& member_at(sending, "call", &k->sending_call)
		&& member_at(call, "wdesc", &k->call_wdesc)
		&& member_at(call, "state", &k->call_state)
		&& member_at(call, "number", &k->call_number)
		&& member_at(call, "next", &k->call_next)
		&& member_at(call, "argument", &k->call_argument)
		&& member_at(call, "then", &k->call_then)
		&& member_at(call, "back", &k->call_back);
}

const KernelLayout *
target_layout(const Target *t)
{
	return &t->layout;
}

/* ---- programs ---- */

Target *
target_new(Network *w)
{
	Target *t = xcalloc(1, sizeof *t);

	*t = (Target){.w = w, .places = xcalloc(w->nnodes, sizeof *t->places),
		.numbered = xcalloc(w->nnodes, sizeof *t->numbered),
		.threads = xcalloc(w->nnodes, sizeof *t->threads)};
	return t;
}

void
target_switch_network(Target *t, Network *w)
{
	t->w = w;
}

void
target_free(Target *t)
{
	for (uint32_t i = 0; i < t->nprograms; i++)
		program_close(t->programs[i]);
	for (NodeId n = 0; n < t->w->nnodes; n++)
		free(t->threads[n].known);
	free(t->programs);
	free(t->places);
	free(t->numbered);
	free(t->threads);
	free(t);
}

void
target_add_program(Target *t, ProgramInfo *p)
{
	const Symbol *call = image_symbol(&p->image, "kernel_enter"), *make, *end;

	t->programs = xrealloc(t->programs, (t->nprograms + 1) * sizeof *t->programs);
	t->programs[t->nprograms++] = p;
	if (strcmp(p->name, "kernel") != 0 || !call)
		return;
	t->kernel = p;
	t->kernel_enter = call->addr;
	make = image_symbol(&p->image, "stack_add");
	t->makes_process = make ? make->addr : 0;
	end = image_symbol(&p->image, "process_end");
	t->ends_process = end ? end->addr : 0;
	t->layout = (KernelLayout){0};
	t->layout.known = p->debug && find_layout(p, &t->layout);
}

void
target_add_kernel(Target *t, const char *file)
{
	ProgramInfo *p = program_open(file, "kernel");

	target_add_program(t, p);
	if (t->kernel != p)
		fatal("%s: not a kernel of this version of trellis: it has no kernel_enter; use "
			"the version that made it", file);
}

uint32_t
target_programs(const Target *t, ProgramInfo *const **programs)
{
	*programs = t->programs;
	return t->nprograms;
}

ProgramInfo *
target_kernel(const Target *t)
{
	return t->kernel;
}

/* ---- nodes ---- */

Network *
target_network(const Target *t)
{
	return t->w;
}

bool
target_read(const Target *t, NodeId n, Addr a, void *to, Word nbytes)
{
	const uint8_t *p = node_memory(t->w->nodes[n], a, nbytes);

	if (p)
		memcpy(to, p, nbytes);
	return p != NULL;
}

Word
target_word(const Target *t, NodeId n, Addr a)
{
	uint8_t bytes[4];

	return target_read(t, n, a, bytes, 4) ? get32(bytes) : 0;
}

/* read_kernel_place: read the node's status words now. */
static bool
read_kernel_place(const Target *t, NodeId n, KernelPlace *at)
{
	NodeWords words;

	if (!t->kernel || !node_words(t->w->nodes[n], &words))
		return false;
	*at = (KernelPlace){words.kernel - t->kernel_enter + t->kernel->text, words.kernel_gsb,
		words.node};
	return true;
}

uint32_t
target_store_kernels(Target *t)
{
	uint32_t known = 0;

	for (NodeId n = 0; n < t->w->nnodes; n++) {
		read_kernel_place(t, n, &t->places[n]);
		known += t->places[n].text != 0;
	}
	return known;
}

const Past *
target_past(const Target *t)
{
	return t->past;
}

void
target_past_set(Target *t, const Past *p)
{
	t->past = p;
}

/*
 * has_own_number: true if the node has a number of its own, from its kernel or by
 * target_number_set; *number gets it, or otherwise n.
 */
static bool
has_own_number(const Target *t, NodeId n, uint32_t *number)
{
	KernelPlace at = t->places[n];
	bool own = read_kernel_place(t, n, &at) || at.text || t->numbered[n];

	*number = own ? at.number : n;
	return own;
}

uint32_t
target_number(const Target *t, NodeId n)
{
	uint32_t number;

	has_own_number(t, n, &number);
	return number;
}

void
target_number_set(Target *t, NodeId n, uint32_t number)
{
	t->places[n].number = number;
	t->numbered[n] = true;
}

void
target_place_program(Target *t, NodeId n, const Loaded *in)
{
	t->placed = *in;
	t->placed_at = n;
}

char *
target_node_text(const Target *t, NodeId n, char *text)
{
	return node_text(t->w->topology, n, target_number(t, n), text);
}

NodeId
target_node(const Target *t, uint32_t number)
{
	NodeId other = NOWHERE;

	for (NodeId n = 0; n < t->w->nnodes; n++) {
		uint32_t its;
		bool own = has_own_number(t, n, &its);

		if (its == number && own)
			return n;
		if (its == number && other == NOWHERE)
			other = n;
	}
	return other;
}

bool
target_kernel_at(const Target *t, NodeId n, Loaded *kernel)
{
	KernelPlace at = t->places[n];

	if (!read_kernel_place(t, n, &at) && !at.text)
		return false;
	*kernel = (Loaded){.program = t->kernel, .text = at.text, .data = at.data, .name = "kernel",
		.text_moved = at.text - t->kernel->text, .data_moved = at.data - t->kernel->data};
	return true;
}

/* kernel_address: the address on a node of a place of the kernel; 0: the node has none. */
static Addr
kernel_address(const Target *t, NodeId n, Addr linked)
{
	Loaded kernel;

	return linked && target_kernel_at(t, n, &kernel) ? linked + kernel.text_moved : 0;
}

Addr
target_creation_address(const Target *t, NodeId n)
{
	return kernel_address(t, n, t->makes_process);
}

Addr
target_ending_address(const Target *t, NodeId n)
{
	return kernel_address(t, n, t->ends_process);
}

/* find_known_program: the known program with the name and size in a node's program header. */
static ProgramInfo *
find_known_program(const Target *t, const char *name, Word text_bytes)
{
	for (uint32_t i = 0; i < t->nprograms; i++)
		if (strcmp(t->programs[i]->name, name) == 0
			&& t->programs[i]->text_bytes == text_bytes)
			return t->programs[i];
	return NULL;
}

/* read_process: read an entry of the kernel's table. */
static bool
read_process(const Target *t, NodeId n, Addr entry, uint32_t index, Loaded *in)
{
	Addr process = target_word(t, n, entry);
	const KernelLayout *k = &t->layout;
	Addr header;
	Program p;

	if (process == 0)
		return false;
	header = target_word(t, n, target_word(t, n, process + k->image) + k->image_program);
	if (target_word(t, n, process + k->index) != index
		|| !target_read(t, n, header, &p, sizeof p) || p.magic != PROGRAM_MAGIC)
		return false;
	*in = (Loaded){.text = header + sizeof p, .data = target_word(t, n, process + k->data),
		.pid = target_word(t, n, process + k->pid), .index = index,
		.entry = entry, .data_word = process + k->data, .process = process};
	memcpy(in->name, p.name, sizeof in->name);
	in->name[sizeof in->name - 1] = '\0';
	for (char *c = in->name; *c; c++)
		if (*c < ' ' || *c > '~')
			*c = '?';
	in->program = find_known_program(t, in->name, p.text_size);
	if (in->program) {
		in->text_moved = in->text - in->program->text;
		in->data_moved = in->data - in->program->data;
	}
	return true;
}

/*
 * is_program_there: true if the program's code, as far as it is compared, is in the node's memory
 * at its link address.
 */
static bool
is_program_there(const Target *t, NodeId n, const ProgramInfo *p)
{
	enum { MOST = 256 };
	const Segment *code = &p->image.segments[0];
	Word nbytes = code->nbytes < MOST ? code->nbytes : MOST;
	const uint8_t *there = node_memory(t->w->nodes[n], code->addr, nbytes);

	return nbytes > 0 && there && memcmp(there, code->data, nbytes) == 0;
}

/* load_bare: describe a program at the addresses that it has on a node without a kernel. */
static Loaded
load_bare(ProgramInfo *p)
{
	Loaded l = {.program = p, .text = p->text, .data = p->data};

	snprintf(l.name, sizeof l.name, "%s", p->name);
	return l;
}

/* list_bare_programs: list the known programs that can run on a node without a kernel. */
static uint32_t
list_bare_programs(const Target *t, Loaded loaded[MAX_LOADED])
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < t->nprograms && count < MAX_LOADED; i++)
		if (t->programs[i] != t->kernel)
			loaded[count++] = load_bare(t->programs[i]);
	return count;
}

/*
 * find_bare_programs: find the programs that are in the memory of a node without a kernel; returns
 * the number found.
 */
static uint32_t
find_bare_programs(const Target *t, NodeId n, Loaded loaded[MAX_LOADED])
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < t->nprograms && count < MAX_LOADED; i++)
		if (t->programs[i] != t->kernel && is_program_there(t, n, t->programs[i]))
			loaded[count++] = load_bare(t->programs[i]);
	return count;
}

uint32_t
target_loaded_programs(const Target *t, NodeId n, Loaded loaded[MAX_LOADED])
{
	KernelPlace now;
	uint32_t count = 1, processes;
	Addr table;

	if (t->placed.program && t->placed_at == n) {
		loaded[0] = t->placed;
		return 1;
	}
	if (!target_kernel_at(t, n, &loaded[0]))
		return find_bare_programs(t, n, loaded);
	table = t->layout.process_table + loaded[0].data_moved;
	processes = t->layout.known && read_kernel_place(t, n, &now) ? t->layout.nprocesses : 0;
	for (uint32_t i = 0; i < processes && count < MAX_LOADED; i++)
		count += read_process(t, n, table + 4 * i, i, &loaded[count]);
	return count;
}

uint32_t
target_expected_programs(const Target *t, NodeId n, Loaded loaded[MAX_LOADED])
{
	Loaded kernel;

	return target_kernel_at(t, n, &kernel) ? target_loaded_programs(t, n, loaded)
					       : list_bare_programs(t, loaded);
}

bool
target_program_at(const Target *t, NodeId n, Addr a, Loaded *in)
{
	Loaded loaded[MAX_LOADED];
	uint32_t count = target_loaded_programs(t, n, loaded);

	for (uint32_t i = 0; i < count; i++)
		if (loaded[i].program && a - loaded[i].text < loaded[i].program->text_bytes) {
			*in = loaded[i];
			return true;
		}
	return false;
}

bool
target_put_function(const Target *t, NodeId n, Addr iptr, Buf *out)
{
	const DebugFunction *f;
	const char *name;
	Loaded in;
	Addr at;

	if (!target_program_at(t, n, iptr, &in) || !in.program)
		return false;
	f = program_function_at(in.program, iptr - in.text_moved);
	name = f ? f->name : program_symbol(in.program, iptr - in.text_moved, &at);
	if (name)
		buf_printf(out, "%s: %s()", in.program->name, name);
	return name;
}

uint32_t
target_thread_number(Target *t, NodeId n, Addr low, int32_t pid)
{
	NodeThreads *all = &t->threads[n];

	for (uint32_t i = 0; i < all->n; i++)
		if (all->known[i].low == low && all->known[i].pid == pid)
			return i + 1;
	all->known = xrealloc(all->known, (all->n + 1) * sizeof *all->known);
	all->known[all->n++] = (NumberedThread){low, pid};
	return all->n;
}
