/*
 * intervals.c - lists the prelogs and postlogs of a log, in the order in which they were written,
 * with the names of variables.
 *
 * A word that belongs to no variable, such as a return address or a library's own word, is left
 * out.
 */
#include "flowback_parts.h"
#include "log_steps.h"

/* The list of the intervals of a log, while it is printed. */
typedef struct Listing {
	Flowback *f;
	const Log *log;
	Buf *out;
} Listing;

/* list_words: list the variables that contain these words, with the values before an event. */
static void
list_words(Listing *x, At at, uint32_t event, const LogWord *word, uint32_t n)
{
	Addr last = 0;

	for (uint32_t i = 0; i < n; i++) {
		Variable v = variable_at(at, false, event, word[i].addr, &x->f->scratch);

		if (!v.name || (i > 0 && v.addr == last) || where_is_system(x->f, at))
			continue;
		last = v.addr;
		buf_printf(x->out, " %s=%s", v.name,
			variable_value(at, event, &v, &x->f->scratch));
	}
}

/* list_prelog: list the variables in the interval's prelog. */
static void
list_prelog(Listing *x, uint32_t block)
{
	const LogBlock *b = &x->log->blocks[block];
	LogSteps *s = steps_chosen_log(x->f->steps);

	buf_printf(x->out, "prelog %u %s", block, log_steps_function(s, block));
	list_words(x, (At){log_steps_interval(s, block), 0}, 0, b->used, b->nused);
	buf_byte(x->out, '\n');
}

/* list_postlog: list the variables in the interval's postlog. */
static void
list_postlog(Listing *x, uint32_t block)
{
	const LogBlock *b = &x->log->blocks[block];
	LogSteps *s = steps_chosen_log(x->f->steps);
	At last = log_steps_last_instruction(s, block);
	const Type *result = where_result_type(last);

	buf_printf(x->out, "postlog %u %s", block, log_steps_function(s, block));
	list_words(x, b->jumped ? (At){last.in, 0} : last, last.in->nevents, b->defined,
		   b->ndefined);
	if (!b->jumped && result && type_plain(result)->size > 0 && type_plain(result)->size <= 4
		&& type_plain(result)->kind != TYPE_REAL)
		buf_printf(x->out, " %%0=%s",
			value_text_as(last, result, b->left.areg, &x->f->scratch));
	buf_byte(x->out, '\n');
	arena_free(&x->f->scratch);
}

/* list_call: list a call that is not emulated: a message with its origin, or a call of TrEK. */
static void
list_call(Listing *x, uint32_t block)
{
	const LogBlock *b = &x->log->blocks[block];
	LogSteps *s = steps_chosen_log(x->f->steps);

	buf_printf(x->out, "called %u %s", block, log_steps_function(s, block));
	if (b->is_message || b->is_root)
		buf_printf(x->out, " %s", log_steps_closed_reason(s, x->log->first + b->begin,
			&x->f->scratch));
	buf_byte(x->out, '\n');
	arena_free(&x->f->scratch);
}

/* list_interval: list an interval and the intervals that are nested in it. */
static void
list_interval(Listing *x, uint32_t block)
{
	const LogBlock *b = &x->log->blocks[block];

	if (b->is_outside) {
		list_call(x, block);
		return;
	}
	list_prelog(x, block);
	for (uint32_t i = 0; i < b->nitems; i++)
		if (b->items[i].kind == LOG_BLOCK)
			list_interval(x, b->items[i].block);
	if (!b->open)
		list_postlog(x, block);
}

void
flowback_intervals(Flowback *f, const Log *log, Buf *out)
{
	list_interval(&(Listing){f, log, out}, 0);
}
