/* dap_ask.c - expressions, commands of the debugger, completions, and the page of `why`. */
#include "dap.h"
#include "why_option.h"

#include "base/table.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- commands and expressions ---- */

/* report_move: report a stop if the machine is elsewhere now, or another process is selected. */
static void
report_move(Dap *d, Place before, int64_t thread)
{
	Session *s = d->s;
	Place now = past_place(s->past);
	bool moved = now.node != before.node || now.count != before.count
		|| now.time != before.time;

	if (moved)
		dap_continued(d, thread);
	if (moved || dap_thread_id(s, s->node, s->number) != thread)
		dap_stopped(d, "goto");
}

/* capture_output: the text that a function of the session prints; NULL: the function has failed. */
static json_t *
capture_output(Dap *d, bool (*run)(Session *s, const char *text), const char *text)
{
	Session *s = d->s;
	FILE *old = s->out;
	char *out = NULL;
	size_t n = 0;
	json_t *output;
	jmp_buf outer;
	bool good;

	memcpy(outer, s->escape, sizeof outer);
	s->out = open_memstream(&out, &n);
	good = setjmp(s->escape) == 0 && run(s, text);
	fclose(s->out);
	s->out = old;
	memcpy(s->escape, outer, sizeof outer);
	output = good ? text_json(out, n > 0 && out[n - 1] == '\n' ? n - 1 : n) : NULL;
	free(out);
	return output;
}

/* answer_output: the answer with the output; the request fails if there is none. */
static json_t *
answer_output(Dap *d, const char *key, json_t *output)
{
	if (!output)
		longjmp(d->s->escape, 1);
	return json_pack("{s:o, s:i}", key, output, "variablesReference", 0);
}

/* run_command: execute a command of the debugger; returns the answer with its output. */
static json_t *
run_command(Dap *d, const char *line)
{
	Place before = past_place(d->s->past);
	int64_t thread = dap_thread_id(d->s, d->s->node, d->s->number);
	json_t *output = capture_output(d, session_command, line);

	report_move(d, before, thread);
	return answer_output(d, "result", output);
}

json_t *
dap_evaluate(Dap *d, const json_t *args)
{
	Session *s = dap_session(d);
	const char *text = dap_string(d, args, "expression", NULL);
	size_t word = strcspn(text, " \t/");
	char error[EXPR_ERROR];
	Value v;
	json_t *out;

	dap_select_frame(d, dap_number(d, args, "frameId", 0));
	if (session_find(s, text, &v, error)) {
		out = json_object();
		dap_put_value(d, out, "result", v, text);
		return out;
	}
	if ((strcmp(dap_string(d, args, "context", ""), "repl") != 0
		    && (word != 3 || strncmp(text, "why", word) != 0))
		|| word == 0 || !debug_command_named(text, word))
		session_fail(s, "%s", error);
	return run_command(d, text);
}

/* ---- completions ---- */

enum { MOST_COMPLETIONS = 500 };

typedef struct Completions {
	json_t *list;
	Table known;      /* hashes of the names in the list */
	const char *word; /* the n bytes with which the names begin */
	size_t n;
	json_int_t start; /* column at which the word begins, as the client counts columns */
} Completions;

/* add_completion: add a name to the list of completions. */
static void
add_completion(void *to, const char *name)
{
	Completions *c = to;

	if (strncmp(name, c->word, c->n) != 0 || json_array_size(c->list) == MOST_COMPLETIONS
		|| !table_insert_key(&c->known, table_hash(name, strlen(name))))
		return;
	json_array_append_new(c->list, json_pack("{s:o, s:I, s:I}", "label", text_json(name,
		strlen(name)), "start", c->start, "length", (json_int_t)c->n));
}

/* is_command: true if the n bytes begin a command of the debugger. */
static bool
is_command(const char *line, size_t n)
{
	for (int i = 0; i < ndebug_commands; i++)
		if (strncmp(debug_commands[i].name, line, n) == 0)
			return true;
	return false;
}

/* word_start: the first byte of the word, a command or a name, that ends at `end`. */
static size_t
word_start(const char *line, size_t end)
{
	size_t begin = end;

	while (begin > 0 && (isalnum((unsigned char)line[begin - 1]) || line[begin - 1] == '_'))
		begin--;
	return is_command(line, end) ? 0 : begin;
}

json_t *
dap_completions(Dap *d, const json_t *args)
{
	const char *line = dap_string(d, args, "text", NULL);
	int64_t column = dap_number(d, args, "column", INT64_MIN) - !d->columns_from_0,
		length = strlen(line);
	size_t end = column < 0 ? 0 : column > length ? length : column,
		word = word_start(line, end);
	Completions c = {.word = line + word, .n = end - word, .start = word + !d->columns_from_0};

	dap_session(d);
	dap_select_frame(d, dap_number(d, args, "frameId", 0));
	c.list = dap_new_list(d);
	session_complete(d->s, line, word, add_completion, &c);
	table_free(&c.known);
	return json_pack("{s:o}", "targets", c.list);
}

/* ---- the page of `why` ---- */

/*
 * print_page: print the answer to the question why the expression has its value, as an HTML page;
 * returns true, or escapes on failure.
 */
static bool
print_page(Session *s, const char *expression)
{
	WhyOptions o;

	why_options_begin(&o);
	o.form = WHY_HTML;
	why_options_end(&o);
	session_why(s, &o, expression);
	return true;
}

/* dap_why: answer the request trellisWhy {expression, frameId} of our own with {page}, as HTML. */
json_t *
dap_why(Dap *d, const json_t *args)
{
	const char *expression = dap_string(d, args, "expression", "");

	dap_session(d);
	dap_select_frame(d, dap_number(d, args, "frameId", 0));
	return answer_output(d, "page", capture_output(d, print_page, expression));
}
