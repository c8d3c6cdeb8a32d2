/*
 * deeds.c - runs code on a spare node, and lists its deeds: the actions for which other processes
 * may wait.
 */
#include "deeds.h"

#include "detrek/logs/logs.h"
#include "kernel/include/border.h"
#include "kernel/include/kernel_calls.h"

#include <stddef.h>
#include <string.h>

enum {
	MOST_DEEDS = 200, /* at most so many deeds are listed */
	MOST_STARTED = 20000, /* at most so many instructions of a started process are executed */
};

/*
 * find_function_address: the load address of the function with that name in the program; 0: the
 * program does not have it.
 */
static Addr
find_function_address(const Loaded *in, const char *name)
{
	const Symbol *s = image_symbol(&in->program->image, name);

	return s ? s->addr + in->text_moved : 0;
}

void
deeds_begin(Deeds *d, const Target *t, const Loaded *in, uint32_t peer, Arena *arena)
{
	*d = (Deeds){.target = t, .in = in, .call = find_function_address(in, "__kcall"),
		.result = find_function_address(in, "put_result"), .peer = peer, .arena = arena};
}

/*
 * allocate_memory: allocate memory for the program in the room of the kernel's code, which is not
 * executed here; 0: no room is left.
 */
static Addr
allocate_memory(Deeds *d, const SpareNode *x, Word nbytes)
{
	Loaded kernel;
	Addr given;

	if (d->end == 0 && target_kernel_at(d->target, x->node, &kernel)) {
		d->room = (kernel.text + 3) & ~3u;
		d->end = kernel.text + kernel.program->text_bytes;
	}
	given = d->room;
	nbytes = (nbytes + 3) & ~3u;
	if (nbytes > d->end - given)
		return 0;
	d->room += nbytes;
	return given;
}

/* ---- the program's own instruction ---- */

/* is_header: tell if the file is a header (.h). */
static bool
is_header(const char *file)
{
	size_t n = strlen(file);

	return n > 2 && strcmp(file + n - 2, ".h") == 0;
}

bool
deeds_is_own(ProgramInfo *p, Addr pc)
{
	const ProgramScope *scope = p->debug ? program_scope(p, pc) : NULL;
	const char *file = scope && scope->nframes > 0
		? scope->frames[scope->nframes - 1].place.file : NULL;

	return file && !is_header(file) && !program_is_system(p, file);
}

/* is_own_code: tell if one of the user's own functions, not a library's, contains address `at`. */
static bool
is_own_code(const Deeds *d, Addr at)
{
	return at - d->in->text < d->in->program->text_bytes
		&& deeds_is_own(d->in->program, at - d->in->text_moved);
}

/* follow_calls: update the list of the calls that have not returned, before an instruction. */
static void
follow_calls(Deeds *d, const Regs *r, const Executed *e)
{
	while (d->ncalls > 0 && d->calls[d->ncalls - 1].wptr <= r->wptr)
		d->ncalls--;
	if ((e->fn == FN_CALL || executed_is(e, OPER_GCALL)) && d->ncalls < MAX_DEED_CALLS)
		d->calls[d->ncalls++] = (DeedCall){r->iptr, r->wptr};
}

/*
 * own_call_at: the address itself if it is in the program's own code. Otherwise the address of the
 * innermost call in this code that has not returned; 0 if there is none.
 */
static Addr
own_call_at(const Deeds *d, Addr at)
{
	if (is_own_code(d, at))
		return at;
	for (uint32_t i = d->ncalls; i-- > 0;)
		if (is_own_code(d, d->calls[i].at))
			return d->calls[i].at;
	return 0;
}

/*
 * note_deed: append to the list a deed (a kernel call or use of a channel) that the instruction at
 * an address has done.
 */
static DeedsOutcome
note_deed(Deeds *d, Deed deed, Addr at)
{
	if (d->n == MOST_DEEDS)
		return DEEDS_END;
	deed.at = own_call_at(d, at);
	d->deed = arena_more(d->arena, d->deed, d->n, sizeof *d->deed);
	d->deed[d->n++] = deed;
	return DEEDS_PASSED;
}

/* ---- calls of the kernel ---- */

/* ends_process: true if the kernel call ends the process. */
static bool
ends_process(Word number)
{
	return number == KC_EXIT || number == KC_PANIC || number == KC_THREAD_END;
}

/*
 * has_zero_result: true if 0 can stand for the kernel call's result: it is 0, or does not matter
 * here.
 */
static bool
has_zero_result(Word number)
{
	return number == KC_SEND || number == KC_RECEIVE || number == KC_EXCHANGE
		|| number == KC_FREE || number == KC_STACK || number == KC_SEM_WAIT
		|| number == KC_SEM_TRY || number == KC_SEM_SIGNAL || number == KC_SIGNALS;
}

/*
 * make_deed: describe kernel call `number` as a deed. If the call sends a message, also set the
 * destination, event and type.
 */
static Deed
make_deed(const SpareNode *x, Word number, Word object, Word how)
{
	Deed deed = {.kind = DEED_CALL, .number = number, .object = object, .how = how};

	if (number == KC_SEND || number == KC_RECEIVE || number == KC_EXCHANGE) {
		deed.to = spare_word(x, deed.object) & 0xFFFF;
		deed.event = spare_word(x, deed.object + NMSG_EVENT);
		deed.type = spare_word(x, deed.object + NMSG_EVENT + 4);
	}
	return deed;
}

/* return_to: continue after the call, at the return address, with a result in Areg. */
static void
return_to(T800 *c, Addr back, Word result)
{
	c->r.iptr = c->r.from = back;
	c->r.wptr += CALL_BYTES;
	c->r.areg = result;
}

/*
 * enter_critical: enter the function of a critical section in place of __kcall, with its argument;
 * it returns to the caller of the call.
 */
static void
enter_critical(SpareNode *x, const KernelLayout *k, Addr call)
{
	T800 *c = x->c;
	Addr arguments = call + k->call_argument;

	c->r.iptr = c->r.from = spare_word(x, arguments);
	c->r.wptr = call + k->call_back;
	spare_put(x, c->r.wptr + FIRST_ARGUMENT, spare_word(x, arguments + 4), 4);
}

/* write_message: write into the memory those parts of a received message that are known. */
static void
write_message(const Deeds *d, SpareNode *x, const Deed *deed)
{
	Addr notice = spare_word(x, deed->object + NMSG_BODY);

	spare_put(x, deed->object, d->peer, 2);
	if (d->child == 0 || deed->type != TYPE_EXIT)
		return;
	spare_put(x, notice + offsetof(ExitNotice, node), d->peer, 4);
	spare_put(x, notice + offsetof(ExitNotice, pid), d->child, 4);
	spare_put(x, notice + offsetof(ExitNotice, reason), EXIT_CALLED, 4);
}

/* call_result: the result of a kernel call that succeeds; false: it is not known. */
static bool
call_result(Deeds *d, SpareNode *x, Word number, Addr arguments, Word *result)
{
	*result = 0;
	if (number == KC_ALLOC)
		*result = allocate_memory(d, x, spare_word(x, arguments));
	else if (number == KC_EVENT)
		*result = OWN_EVENTS;
	else if (number == KC_RECEIVE)
		write_message(d, x, &d->deed[d->n - 1]);
	return has_zero_result(number) || *result != 0;
}

/* pass_call: note a kernel call, and return from it as if it had succeeded. */
static DeedsOutcome
pass_call(Deeds *d, SpareNode *x)
{
	const KernelLayout *k = target_layout(d->target);
	T800 *c = x->c;
	Addr call = c->r.wptr, arguments = call + k->call_argument;
	Word number = spare_word(x, call + k->call_number), result;

	if (number == KC_CRITICAL) {
		enter_critical(x, k, call);
		return DEEDS_PASSED;
	}
	if (note_deed(d, make_deed(x, number, spare_word(x, arguments),
		spare_word(x, arguments + 4)),
		c->r.iptr) == DEEDS_END || ends_process(number)
		|| !call_result(d, x, number, arguments, &result))
		return DEEDS_END;
	if (number == KC_EXCHANGE)
		note_deed(d, make_deed(x, KC_RECEIVE, spare_word(x, call + k->call_then), 0),
			  c->r.iptr);
	c->r.wptr = call + k->call_back;
	return_to(c, spare_word(x, c->r.wptr), result);
	return DEEDS_PASSED;
}

/*
 * pass_result: list, as a deed, that the code hands a result to TrEK, and return from put_result.
 */
static DeedsOutcome
pass_result(Deeds *d, SpareNode *x)
{
	DeedsOutcome next = note_deed(d, (Deed){.kind = DEED_RESULT}, x->c->r.iptr);

	return_to(x->c, spare_word(x, x->c->r.wptr), 0);
	return next;
}

/* ---- instructions ---- */

/* pass_instruction: skip the instruction; a value that it would push is replaced by 0. */
static DeedsOutcome
pass_instruction(T800 *c, const Executed *e)
{
	for (uint32_t i = 0; i < e->instr->pops; i++) {
		c->r.areg = c->r.breg;
		c->r.breg = c->r.creg;
	}
	if (e->instr->pushes > 0) {
		c->r.creg = c->r.breg;
		c->r.breg = c->r.areg;
		c->r.areg = 0;
	}
	c->r.iptr = c->r.from = c->r.iptr + e->size;
	return DEEDS_PASSED;
}

/* is_output: true if the instruction sends over a channel. */
static bool
is_output(const Executed *e)
{
	return executed_is(e, OPER_OUT) || executed_is(e, OPER_OUTBYTE)
		|| executed_is(e, OPER_OUTWORD);
}

DeedsOutcome
deeds_pass_instruction(Deeds *d, SpareNode *x, const Executed *e)
{
	T800 *c = x->c;
	bool input = executed_is(e, OPER_IN);

	follow_calls(d, &c->r, e);
	if (d->call != 0 && c->r.iptr == d->call)
		return pass_call(d, x);
	if (d->result != 0 && c->r.iptr == d->result)
		return pass_result(d, x);
	if (input || is_output(e)) {
		DeedsOutcome next = note_deed(d, (Deed){.kind = input ? DEED_IN : DEED_OUT,
			.object = c->r.breg & ~3u}, c->r.iptr);

		return next == DEEDS_PASSED ? pass_instruction(c, e) : next;
	}
	if (executed_is(e, OPER_RUNP) && d->nstarted < MAX_STARTED)
		d->started[d->nstarted++] = c->r.areg;
	if (executed_is(e, OPER_RUNP) || executed_is(e, OPER_LDTIMER) || executed_is(e, OPER_TIN))
		return pass_instruction(c, e);
	return log_is_outside(e) ? DEEDS_END : DEEDS_STEP;
}

/* ---- processes ---- */

void
deeds_run(Deeds *d, SpareNode *x, int most)
{
	for (int i = 0; i < most && x->c->stop == STOP_NONE; i++) {
		DeedsOutcome next;
		Executed e;

		if (!spare_decode(x, &e))
			return;
		next = deeds_pass_instruction(d, x, &e);
		if (next == DEEDS_END)
			return;
		if (next == DEEDS_STEP)
			spare_step(x, &e);
	}
}

void
deeds_run_started(Deeds *d, SpareNode *x)
{
	for (uint32_t i = 0; i < d->nstarted; i++) {
		Word desc = d->started[i];
		Step first = {.iptr = spare_word(x, (desc & ~3u) + W_IPTR), .wdesc = desc};

		d->ncalls = 0;
		spare_registers(x, &first);
		deeds_run(d, x, MOST_STARTED);
	}
}
