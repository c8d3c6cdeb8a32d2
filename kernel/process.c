/*
 * process.c - the table of processes; creates and ends processes.
 *
 * A process has two blocks of memory: data (initialised, then zeros, then its arguments) and the
 * stack of its first thread; in addition it can allocate memory. When it ends, all its threads
 * stop; its memory is freed as soon as no link transfers bytes to or from it, and the processor has
 * none of its threads in its queues.
 */
#include "node.h"

enum {
	RESERVE = 16,  /* words above the first frame: the StartBlock, and room for a call */
	LEAST_STACK = 512, /* bytes */
	STRINGS = 2048, /* at most this many bytes of arguments */
};

Process *process_table[NPROCESSES];
static Process *processes; /* all, those first that have called last */
static uint32_t serial; /* of pids */

Process *
process_at(uint32_t index)
{
	return index < NPROCESSES ? process_table[index] : NULL;
}

static void
unlink_process(Process **at, Process *p) /* take p out of the list, from *at on */
{
	while (*at != p)
		at = &(*at)->next;
	*at = p->next;
}

static void
link_process(Process *p) /* put p at the front of the list */
{
	p->next = processes;
	processes = p;
}

Process *
process_of_data(uint32_t data)
{
	Process **at = &processes, *p;

	while ((p = *at) && (uint32_t)p->data != data)
		at = &p->next;
	if (!p || p->ending)
		return NULL;
	unlink_process(at, p);
	link_process(p);
	return p;
}

static Process *
process_new(Image *i, uint32_t priority) /* a free entry; NULL: no room */
{
	uint32_t index = FIRST_INDEX;
	Process *p;

	while (index < NPROCESSES && process_table[index])
		index++;
	p = index < NPROCESSES ? memory_alloc(KERNEL, sizeof *p) : NULL;
	if (!p)
		return NULL;
	memset(p, 0, sizeof *p);
	serial = serial % (1 << 20) + 1;
	p->pid = serial * NPROCESSES + index;
	p->index = index;
	p->priority = priority;
	p->image = i;
	p->parent_node = NODE_NONE;
	i->users++;
	process_table[index] = p;
	link_process(p);
	return p;
}

/*
 * tell_parent: send the notice of p's end. If there is no memory for it, the parent is notified
 * after p's memory is freed.
 */
static void
tell_parent(Process *p)
{
	ExitNotice *n;

	if (p->parent_node == NODE_NONE)
		return;
	n = memory_alloc_server(sizeof *n);
	p->untold = !n;
	if (!n)
		return;
	*n = p->notice;
	reply(p->parent_node, p->parent_event, TYPE_EXIT, n, sizeof *n);
}

void
process_free(Process *p)
{
	memory_free_all(p);
	stacks_free(p);
	if (p->untold)
		tell_parent(p);
	image_release(p->image);
	process_table[p->index] = NULL;
	unlink_process(&processes, p);
	memory_free(p);
	links_retry();
}

/* ---- beginning ---- */

static const uint8_t *
image_text(const Image *i) /* the address of the program's code */
{
	return (const uint8_t *)(i->program + 1);
}

/* begin: start the hardware process of p at the program's entry, on its own stack. */
static bool
begin(Process *p, uint32_t stack_bytes, const StartBlock *start)
{
	uint32_t nbytes = (stack_bytes < LEAST_STACK ? LEAST_STACK : stack_bytes + 3) & ~3u;
	uint8_t *block = memory_alloc(p, STACK_ZONE + nbytes), *stack = block + STACK_ZONE;
	uint32_t *w;

	if (!block || stack_add(p, (uint32_t)stack, nbytes) < 0)
		return false;
	w = (uint32_t *)(stack + nbytes) - RESERVE;
	memcpy(w, start, sizeof *start);
	w[-1] = (uint32_t)image_text(p->image) + p->image->program->entry;
	__t800_runp((uint32_t)w | p->priority);
	return true;
}

static void
relocate(Process *p) /* adjust addresses in its data */
{
	const Program *h = p->image->program;
	const uint8_t *text = image_text(p->image);
	const uint32_t *r = (const uint32_t *)(text + h->text_size + h->data_size);

	for (uint32_t i = 0; i < h->nrelocs; i++)
		*(uint32_t *)(p->data + (r[i] & ~3u)) += (uint32_t)(r[i] & 1 ? p->data : text);
}

/* put_arguments: store the strings and, before them, argv; returns its address. */
static uint32_t
put_arguments(uint8_t *to, uint32_t argc, const char *strings, uint32_t nbytes)
{
	uint32_t *argv = (uint32_t *)to;
	char *s = (char *)(argv + argc + 1), *end = s + nbytes;

	memcpy(s, strings, nbytes);
	for (uint32_t i = 0; i < argc; i++) {
		argv[i] = (uint32_t)s;
		while (s < end - 1 && *s)
			s++;
		s += s < end - 1;
	}
	if (nbytes > 0)
		end[-1] = '\0';
	argv[argc] = 0;
	return (uint32_t)argv;
}

static bool /* set up data */
load(Process *p, uint32_t argc, const char *strings, uint32_t nbytes, StartBlock *start)
{
	const Program *h = p->image->program;

	p->data_bytes = h->data_size + h->bss_size;
	p->data = memory_alloc(p, p->data_bytes + 4 * (argc + 1) + nbytes);
	if (!p->data)
		return false;
	memcpy(p->data, image_text(p->image) + h->text_size, h->data_size);
	if (h->bss_size > 0)
		memset(p->data + h->data_size, 0, h->bss_size);
	relocate(p);
	*start = (StartBlock){.gsb = (uint32_t)p->data, .argc = argc, .pid = p->pid,
		.argv = put_arguments(p->data + p->data_bytes, argc, strings, nbytes)};
	return true;
}

int
process_create(Image *i, uint32_t priority, uint32_t argc, const char *strings, uint32_t nbytes,
	uint16_t parent_node, int32_t parent_event)
{
	Process *p;
	StartBlock start;

	if (nbytes > STRINGS || argc > nbytes || priority > PRIORITY_LOW)
		return KE_INVAL;
	p = process_new(i, priority);
	if (!p)
		return KE_NOMEM;
	if (!load(p, argc, strings, nbytes, &start) || !begin(p, i->program->stack_size, &start)) {
		process_free(p);
		return KE_NOMEM;
	}
	p->parent_node = parent_node;
	p->parent_event = parent_event;
	return p->pid;
}

/* move_pointers: relocate pointers into the data that still have their initial values. */
static void
move_pointers(Process *copy, const Process *from)
{
	const Program *h = copy->image->program;
	const uint8_t *text = image_text(copy->image);
	const uint32_t *initial = (const uint32_t *)(text + h->text_size);
	const uint32_t *r = (const uint32_t *)(text + h->text_size + h->data_size);

	for (uint32_t i = 0; i < h->nrelocs; i++) {
		uint32_t *word = (uint32_t *)(copy->data + (r[i] & ~3u));

		if (r[i] & 1 && *word == initial[r[i] / 4] + (uint32_t)from->data)
			*word += copy->data - from->data;
	}
}

int
process_clone(Process *p, uint32_t function, uint32_t argument, uint32_t stack_bytes,
	uint32_t priority)
{
	Process *copy;
	StartBlock start = {.function = function, .argc = argument, .parent = p->pid};

	if (priority > PRIORITY_LOW)
		return KE_INVAL;
	copy = process_new(p->image, priority);
	if (!copy)
		return KE_NOMEM;
	copy->parent_node = node_self();
	copy->parent_event = -p->pid;
	copy->data_bytes = p->data_bytes;
	copy->data = memory_alloc(copy, p->data_bytes);
	if (copy->data) {
		memcpy(copy->data, p->data, p->data_bytes);
		move_pointers(copy, p);
		start.gsb = (uint32_t)copy->data;
		start.pid = copy->pid;
	}
	if (!copy->data || !begin(copy, stack_bytes, &start)) {
		process_free(copy);
		return KE_NOMEM;
	}
	stamp_clone(copy->stacks);
	return copy->pid;
}

/* ---- end ---- */

/* orphan_children: note that the children of p need not report their ends to it any more. */
static void
orphan_children(const Process *p)
{
	for (int i = 0; i < NPROCESSES; i++) {
		Process *child = process_table[i];

		if (child && child->parent_node == node_self() && child->parent_event == -p->pid)
			child->parent_node = NODE_NONE;
	}
}

void
process_unuse(Process *p)
{
	if (process_unused(p))
		process_free(p);
}

void
process_end(Process *p, uint32_t reason, int32_t status) /* end p, and tell its parent */
{
	p->ending = true;
	caller_forget();
	p->notice = (ExitNotice){node_self(), p->pid, status, reason};
	p->transfers++; /* so that p is not freed before the function's end */
	waiters_end(p);
	held_unbind(p);
	links_find_end(p);
	threads_stop(p);
	orphan_children(p);
	held_sweep(-p->pid);
	tell_parent(p);
	process_unuse(p);
}
