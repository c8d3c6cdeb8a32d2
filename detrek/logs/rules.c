/* rules.c - rules that are used both to take a log and to emulate it. */
#include "logs.h"

bool
log_is_outside(const Executed *e)
{
	static const Word operations[] = {OPER_LDTIMER, OPER_STTIMER, OPER_ENBC, OPER_DISC,
		OPER_ENBT, OPER_DIST, OPER_STARTP, OPER_RUNP, OPER_RESETCH, OPER_TESTPRANAL};

	if (!e->instr || e->instr->kind != INSTR_OPER || e->fn != FN_OPR)
		return false;
	for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
		if (e->operand == operations[i])
			return true;
	/* a timeslice that ends there changes no value that a process may use */
	return (e->instr->does & (YIELDS | ENDS)) != 0 && !executed_is(e, OPER_LEND)
		&& !executed_is(e, OPER_STOPERR);
}

bool
log_is_dead(Addr lowest, Addr wptr, Addr a)
{
	enum { BELOW = 20 }; /* bytes that the scheduler uses below Wptr */
	Addr low = lowest - BELOW;

	return a - low < wptr + CALL_BYTES - low;
}

const DebugFunction *
log_eblock(const ProgramInfo *p, Addr a)
{
	const DebugFunction *f = program_function_at(p, a);

	return f && f->addr == a && f->place.file && !program_is_system(p, f->place.file) ? f
		: NULL;
}

Loaded
log_loaded(const Log *log, ProgramInfo *program)
{
	const LogPlace *p = &log->place;
	Loaded l = {.program = program, .text = p->text, .data = p->data, .pid = p->pid,
		.text_moved = p->text - program->text, .data_moved = p->data - program->data};

	snprintf(l.name, sizeof l.name, "%s", program->name);
	return l;
}

LogState
log_state(const T800 *c)
{
	return (LogState){.areg = c->r.areg, .breg = c->r.breg, .creg = c->r.creg,
		.wptr = c->r.wptr, .iptr = c->r.iptr, .from = c->r.from, .cycles = c->r.cycles,
		.since = c->r.since, .fpu_free = c->fpu_free, .fpu = c->fpu[c->priority],
		.error = c->error, .haltonerror = c->haltonerror, .priority = c->priority};
}
