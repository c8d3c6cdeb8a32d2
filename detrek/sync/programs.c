/*
 * programs.c - observes the code of programs: instructions that run a process or move a message
 * through a channel, and the functions of the C library and of TrEK that take memory.
 */
#include "sync_parts.h"

#include "sim/node/node_words.h"

/* runp: prefix 3, operate 9. */
enum { RUNP_0 = 0x23, RUNP_1 = 0xF9 };

/*
 * mark_function: have calls of a library function of program `in` observed, if the program has it.
 */
static void
mark_function(SyncObserver *o, NodeId n, const Loaded *in, LibraryFunction f)
{
	static const char *const names[] = {
#define X(f, name) [f] = name,
		LIBRARY_FUNCTIONS(X)
#undef X
	};
	const Symbol *symbol = image_symbol(&in->program->image, names[f]);
	NodeSync *s = &o->nodes[n];

	if (!symbol)
		return;
	assert(s->nlibrary < MAX_LIBRARY);
	s->library[s->nlibrary++] = (LibraryPlace){symbol->addr + in->text_moved, symbol->size, f};
	sync_mark(o, n, symbol->addr + in->text_moved);
}

bool
sync_is_run(const uint8_t *code)
{
	return code[0] == RUNP_0 && code[1] == RUNP_1;
}

/*
 * mark_program: mark all places whose bytes look like an observed instruction; a mark counts only
 * if the node reaches it as the start of an instruction.
 */
static void
mark_program(SyncObserver *o, NodeId n, const Loaded *in)
{
	const uint8_t *text = node_memory(o->w->nodes[n], in->text, in->program->text_bytes);

	for (Word i = 0; text && i + 1 < in->program->text_bytes; i++) {
		bool alternative = sync_is_alternative_code(text + i);

		o->nodes[n].alternatives |= alternative;
		if (alternative || sync_is_run(text + i) || sync_is_channel_code(text[i]))
			sync_mark(o, n, in->text + i);
		else if (o->calls.clock && sync_is_clock(text + i))
			sync_mark_clock(o, n, in->text + i);
		else if (sync_is_wait(text + i))
			sync_mark(o, n, in->text + i);
	}
	mark_function(o, n, in, LIBRARY_HEAP);
	mark_function(o, n, in, LIBRARY_SPARE);
	mark_function(o, n, in, LIBRARY_INIT);
	if (o->calls.accesses) {
		mark_function(o, n, in, LIBRARY_FREE);
		mark_function(o, n, in, LIBRARY_CRITICAL);
	}
	mark_function(o, n, in, LIBRARY_CLOCK);
	if (o->calls.early)
		mark_function(o, n, in, LIBRARY_CALL);
}

void
sync_mark_programs(SyncObserver *o, NodeId n)
{
	Loaded loaded[MAX_LOADED];
	uint32_t nloaded = target_loaded_programs(o->target, n, loaded);

	o->nodes[n].nlibrary = 0; /* other programs may be at the same addresses now */
	for (uint32_t i = 1; i < nloaded; i++)
		if (loaded[i].program)
			mark_program(o, n, &loaded[i]);
}

bool
sync_is_function_begin(const SyncObserver *o, NodeId n, Addr iptr, LibraryFunction f)
{
	const NodeSync *s = &o->nodes[n];

	for (uint32_t i = 0; i < s->nlibrary; i++)
		if (s->library[i].at == iptr && s->library[i].function == f)
			return true;
	return false;
}

bool
sync_is_in_function(const SyncObserver *o, NodeId n, Addr a, LibraryFunction f)
{
	const NodeSync *s = &o->nodes[n];

	for (uint32_t i = 0; i < s->nlibrary; i++)
		if (s->library[i].function == f && a - s->library[i].at < s->library[i].nbytes)
			return true;
	return false;
}

/* first_argument: the first argument of the function that node n is entering. */
static Word
first_argument(const SyncObserver *o, NodeId n)
{
	return target_word(o->target, n, o->w->nodes[n]->r.wptr + FIRST_ARGUMENT);
}

void
sync_program_marked(SyncObserver *o, NodeId n)
{
	const T800 *c = o->w->nodes[n];
	const uint8_t *code = node_memory(c, c->r.iptr, 2);

	if (code && sync_is_run(code)) {
		sync_report_run(o, n, c->r.areg);
	} else if (code && o->calls.clock && sync_is_clock(code)) {
		sync_prepare_clock_read(o, n);
	} else if (code && sync_is_alternative_code(code)) {
		sync_handle_alternative(o, n, code);
		if (sync_is_wait(code))
			sync_note_wait(o, n);
	} else if (code && sync_is_wait(code)) {
		sync_note_wait(o, n);
	} else if (code && sync_is_channel_code(code[0])) {
		sync_handle_channel(o, n, code[0]);
		sync_note_wait(o, n);
	} else if (sync_is_function_begin(o, n, c->r.iptr, LIBRARY_HEAP)) {
		sync_await(o, n, AWAITED_BLOCK, 0, 0);
	} else if (sync_is_function_begin(o, n, c->r.iptr, LIBRARY_SPARE)) {
		sync_await(o, n, AWAITED_SPARE, 0, SPARE_BYTES);
	} else if (sync_is_function_begin(o, n, c->r.iptr, LIBRARY_FREE)) {
		sync_report_free(o, n, first_argument(o, n));
	} else if (sync_is_function_begin(o, n, c->r.iptr, LIBRARY_CRITICAL)) {
		sync_note_critical(o, n);
	} else if (sync_is_function_begin(o, n, c->r.iptr, LIBRARY_INIT)) {
		sync_renew_objects(o, n, first_argument(o, n), sizeof(uint32_t));
	}
}
