/*
 * heap.c - notices when a running node allocates or frees blocks of memory. The kernel allocates
 * blocks; the heaps of the C library divide such blocks into smaller ones.
 *
 * A function that allocates is inspected before its `ret`, where Areg has the block. A function
 * that frees is inspected at its beginning, where the first argument is the block. A block's size
 * is in its header, in front (kernel/memory.c, kernel/libc/heap.c).
 */
#include "target.h"

#include "kernel/include/kernel_calls.h"
#include "sim/cpu/watcher.h"

static const struct HeapFunction {
	const char *name;
	bool allocates; /* false: it frees */
	Word header;    /* bytes of the header in front of a block */
} functions[] = {
	{"memory_alloc", true, BLOCK_HEADER},
	{"memory_alloc_server", true, BLOCK_HEADER},
	{"memory_free", false, BLOCK_HEADER},
	{"heap_take", true, HEAP_HEADER},
	{"heap_release", false, HEAP_HEADER},
};

enum { NHEAPFUNCTIONS = sizeof functions / sizeof *functions };

/* function_code: the bytes of a function; NULL if the image has none. */
static const uint8_t *
function_code(const ProgramInfo *p, const Symbol *f)
{
	for (uint32_t i = 0; i < p->image.nsegments; i++) {
		const Segment *g = &p->image.segments[i];

		if (f->addr - g->addr < g->nbytes && f->size <= g->nbytes - (f->addr - g->addr))
			return g->data + (f->addr - g->addr);
	}
	return NULL;
}

/* next_return: the offset of the first `ret` from an offset on; f->size if there is none. */
static Word
next_return(const uint8_t *code, const Symbol *f, Word at)
{
	enum { PFIX = 2, NFIX = 6, OPR = 15, RET = 0x20 };
	Word operand = 0;

	for (Word i = at; i < f->size; i++) {
		operand |= code[i] & 15;
		switch (code[i] >> 4) {
		case PFIX: operand <<= 4; continue;
		case NFIX: operand = ~operand << 4; continue;
		case OPR:
			if (operand == RET)
				return at;
		}
		operand = 0;
		at = i + 1;
	}
	return f->size;
}

/* is_return: true if a `ret` of the function stands at an offset. */
static bool
is_return(const uint8_t *code, const Symbol *f, Word offset)
{
	Word at = next_return(code, f, 0);

	while (at < offset && at < f->size)
		at = next_return(code, f, at + 2);
	return at == offset && at < f->size;
}

/*
 * mark_function: mark the instructions of a function at which heap_event_at_mark can read a block.
 */
static void
mark_function(const struct HeapFunction *h, const Loaded *in, NodeId n, Watcher *o)
{
	const Symbol *f = image_symbol(&in->program->image, h->name);
	const uint8_t *code = f ? function_code(in->program, f) : NULL;

	if (!code)
		return;
	if (!h->allocates)
		watcher_mark(o, n, f->addr + in->text_moved);
	for (Word at = next_return(code, f, 0); h->allocates && at < f->size;
		at = next_return(code, f, at + 2))
		watcher_mark(o, n, f->addr + at + in->text_moved);
}

void
heap_set_marks(const Target *t, NodeId n, Watcher *o)
{
	Loaded loaded[MAX_LOADED];
	uint32_t count = target_expected_programs(t, n, loaded);

	for (uint32_t i = 0; i < count; i++)
		for (uint32_t k = 0; loaded[i].program && k < NHEAPFUNCTIONS; k++)
			mark_function(&functions[k], &loaded[i], n, o);
}

/* find_block: find the block that a function allocates or frees; e->low is 0 if there is none. */
static void
find_block(const Target *t, NodeId n, const struct HeapFunction *h, HeapEvent *e)
{
	const T800 *c = target_network(t)->nodes[n];

	e->allocated = h->allocates;
	e->low = h->allocates ? c->r.areg : target_word(t, n, c->r.wptr + FIRST_ARGUMENT);
	e->nbytes = (target_word(t, n, e->low - h->header) & ~1u) - h->header;
}

/* find_heap_function: the allocating or freeing function to which a symbol belongs; NULL: none. */
static const struct HeapFunction *
find_heap_function(const Symbol *f)
{
	for (uint32_t k = 0; f && k < NHEAPFUNCTIONS; k++)
		if (strcmp(f->name, functions[k].name) == 0)
			return &functions[k];
	return NULL;
}

bool
heap_event_at_mark(const Target *t, NodeId n, HeapEvent *e)
{
	Addr iptr = target_network(t)->nodes[n]->r.iptr;
	const struct HeapFunction *h;
	const Symbol *f;
	const uint8_t *code;
	Word offset;
	Loaded in;

	if (!target_program_at(t, n, iptr, &in))
		return false;
	f = image_find(&in.program->image, iptr - in.text_moved);
	h = find_heap_function(f);
	if (!h)
		return false;
	code = function_code(in.program, f);
	offset = iptr - in.text_moved - f->addr;
	if (!code || (h->allocates ? !is_return(code, f, offset) : offset != 0))
		return false;
	find_block(t, n, h, e);
	return e->low != 0;
}
