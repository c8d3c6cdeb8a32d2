/*
 * command_show.c - commands that show functions, values, types, memory, and the owner of an
 * address.
 */
#include "commands.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* What a backtrace shows. */
typedef struct Backtrace {
	size_t most; /* frames of a process */
	bool locals, all;
} Backtrace;

/* print_process_name: print the name of a process, and what it does or waits for, on a line. */
static void
print_process_name(Session *s, const Thread *t)
{
	Buf b = {0};

	thread_name(s, t, &b);
	buf_printf(&b, ": ");
	target_put_state(s->target, t, &b);
	buf_byte(&b, '\n');
	session_print(s, &b);
}

/*
 * print_node_backtraces: print the stacks of a node's processes; the kernel's processes only if all
 * are to be shown.
 */
static void
print_node_backtraces(Session *s, NodeId n, const Backtrace *b)
{
	uint32_t count;
	Thread *threads = target_threads(s->target, n, &count);
	const ProgramInfo *kernel = target_kernel(s->target);

	for (uint32_t i = 0; i < count; i++) {
		if (kernel && threads[i].in.program == kernel && !b->all)
			continue;
		session_select_process(s, n, threads[i].number);
		print_process_name(s, &threads[i]);
		if (s->nchain > 0)
			show_chain(s, b->most, b->locals, b->all);
	}
	free(threads);
}

/* print_backtraces: print the stacks of one node or of all; the selection stays. */
static void
print_backtraces(Session *s, const char *nodes, const Backtrace *b)
{
	Spot spot = session_spot(s);

	if (strcmp(nodes, "node") == 0)
		print_node_backtraces(s, s->node, b);
	else
		for (uint32_t i = 0; i < s->w->nnodes; i++)
			print_node_backtraces(s, node_in_order(s, i), b);
	session_return(s, &spot);
}

/* run_backtrace: the command `backtrace`: print the calls of the selected process, or of all. */
void
run_backtrace(Session *s, const char *argument)
{
	Backtrace b = {MAX_CHAIN};
	const char *nodes = NULL;

	for (const char *rest; *argument && !isdigit((unsigned char)*argument); argument = rest) {
		const char *word = first_word(s, argument, &rest);

		if (strcmp(word, "full") == 0)
			b.locals = true;
		else if (strcmp(word, "all") == 0)
			b.all = true;
		else if (strcmp(word, "node") == 0 || strcmp(word, "nodes") == 0)
			nodes = word;
		else
			session_fail(s, "backtrace [node|nodes] [all] [full] [N], not '%s'",
				argument);
	}
	if (*argument)
		b.most = parse_repeat_count(s, argument);
	if (nodes)
		print_backtraces(s, nodes, &b);
	else
		show_chain(s, b.most, b.locals, b.all);
}

/* run_frame: the command `frame`: select a frame and print it. */
void
run_frame(Session *s, const char *argument)
{
	if (*argument)
		session_select_frame(s, parse_repeat_count(s, argument));
	session_selected_frame(s);
	show_frame(s, s->frame);
	if (session_source_line(s, s->chain[s->frame].place.file, s->chain[s->frame].place.line))
		fprintf(s->out, "%d\t%s\n", s->chain[s->frame].place.line,
			session_source_line(s, s->chain[s->frame].place.file,
				s->chain[s->frame].place.line));
}

/*
 * next_frame: the next frame outward or inward that is not folded, or just the next one if all are
 * folded; `from` if there is none.
 */
static size_t
next_frame(const Session *s, size_t from, int direction)
{
	size_t end = direction > 0 ? s->nchain - 1 : 0, i = from;

	while (i != end) {
		i += direction;
		if (!session_is_folded(s, i))
			return i;
	}
	return from == end ? from : from + direction;
}

/* move_frame: select a frame by so many further out (direction 1) or in (-1), and print it. */
static void
move_frame(Session *s, const char *argument, int direction)
{
	size_t to = s->frame;

	session_selected_frame(s);
	for (uint64_t count = parse_repeat_count(s, argument); count > 0; count--) {
		size_t from = to;

		to = next_frame(s, from, direction);
		if (to == from)
			session_fail(s, "frame %zu is the %s", to, direction > 0 ? "outermost"
				: "innermost");
	}
	session_select_frame(s, to);
	run_frame(s, "");
}

/* run_up: the command `up`: select the frame of the caller. */
void
run_up(Session *s, const char *argument)
{
	move_frame(s, argument, 1);
}

/* run_down: the command `down`: select the frame of the called function. */
void
run_down(Session *s, const char *argument)
{
	move_frame(s, argument, -1);
}

/*
 * parse_slash_format: the format letter of an argument such as "/x rest", which must be one of
 * `formats`; 0 if the argument has no format.
 */
static char
parse_slash_format(Session *s, const char **argument, const char *formats)
{
	char format;

	if (**argument != '/')
		return 0;
	format = (*argument)[1];
	if (!strchr(formats, format) || format == '\0'
		|| ((*argument)[2] && !isspace((unsigned char)(*argument)[2])))
		session_fail(s, "'%.*s' is not a format: /x /d /u /o /t /c /a /f /s",
			(int)strcspn(*argument, " \t"), *argument);
	*argument = skip_blanks(*argument + 2);
	return format;
}

/*
 * show_kept_parts: print the parts of a variable that a loop keeps in other places; its memory has
 * their former values.
 */
static void
show_kept_parts(Session *s, const char *name)
{
	const ChainFrame *f = s->has_thread && s->nchain > 0 ? &s->chain[s->frame] : NULL;
	size_t n = strlen(name);

	for (size_t i = 0; f && f->scope && i < f->scope->nvariables[f->depth]; i++) {
		const char *part = f->scope->variables[f->depth][i].name;
		Buf b = {0};

		if (strncmp(part, name, n) != 0 || !strchr(".[", part[n]) || !part[n])
			continue;
		buf_printf(&b, "%s = ", part);
		session_value_text(s, session_eval(s, part), 0, &b);
		buf_printf(&b, ", which is stored when the loop ends\n");
		session_print(s, &b);
	}
}

/* run_print: the command `print`: print the value of an expression. */
void
run_print(Session *s, const char *argument)
{
	char format = parse_slash_format(s, &argument, "xduotcafs");
	Value v;
	Buf b = {0};

	if (!*argument && s->nkept == 0)
		session_fail(s, "print: an expression must follow");
	if (!*argument)
		argument = "$";
	v = session_eval(s, argument);
	buf_printf(&b, "%s = ", argument);
	session_value_text(s, v, format, &b);
	fprintf(s->out, "%.*s\n", (int)b.len, (char *)b.data);
	show_kept_parts(s, argument);
	session_keep(s, argument, &v);
	buf_free(&b);
}

/* run_display: the command `display`: print an expression's value at each stop. */
void
run_display(Session *s, const char *argument)
{
	char format = parse_slash_format(s, &argument, "xduotcafsi");

	if (*argument) {
		session_eval(s, argument); /* fails if the expression has no value */
		s->displays = xrealloc(s->displays, (s->ndisplays + 1) * sizeof *s->displays);
		s->displays[s->ndisplays++] = (Display){
			++s->last_display, xstrdup(argument), format};
	}
	show_displays(s);
}

/* run_undisplay: the command `undisplay`: end displays. */
void
run_undisplay(Session *s, const char *argument)
{
	uint64_t n = parse_repeat_count(s, argument);

	for (uint32_t i = 0; i < s->ndisplays; i++)
		if (!*argument || s->displays[i].number == n) {
			free(s->displays[i].text);
			memmove(s->displays + i, s->displays + i + 1,
				(--s->ndisplays - i) * sizeof *s->displays);
			i--;
		}
}

/* parse_type: the type that the argument names, or the type of an expression. */
static const Type *
parse_type(Session *s, const char *argument)
{
	Scope scope = session_scope(s);
	Names names = scope_names(&scope);
	const Type *t = expression_type(&s->arena, argument, &names);

	return t ? t : session_object(s, argument).type;
}

/* run_whatis: the command `whatis`: print the type of an expression. */
void
run_whatis(Session *s, const char *argument)
{
	Buf b = {0};

	type_text(parse_type(s, argument), "", &b);
	fprintf(s->out, "%.*s\n", (int)b.len, (char *)b.data);
	buf_free(&b);
}

/* run_ptype: the command `ptype`: print a type with its members. */
void
run_ptype(Session *s, const char *argument)
{
	const Type *t = parse_type(s, argument), *plain = type_plain(t);
	Buf b = {0};

	if (plain->kind == TYPE_STRUCT || plain->kind == TYPE_UNION || plain->kind == TYPE_ENUM) {
		type_definition(plain, &b);
	} else {
		type_text(t, "", &b);
		buf_byte(&b, '\n');
	}
	fprintf(s->out, "%.*s", (int)b.len, (char *)b.data);
	buf_free(&b);
}

/* run_x: the command `x`: print memory. */
void
run_x(Session *s, const char *argument)
{
	size_t n = *argument == '/' ? strcspn(argument, " \t") : 0;
	char *format = arena_strndup(&s->arena, argument + (n > 0), n ? n - 1 : 0);

	argument = skip_blanks(argument + n);
	show_memory(s, format, argument);
}

/* run_disassemble: the command `disassemble`: print instructions. */
void
run_disassemble(Session *s, const char *argument)
{
	show_disassembly(s, argument);
}

/* run_node: the command `node`: select a node. */
void
run_node(Session *s, const char *argument)
{
	if (*argument)
		session_select_process(s, session_parse_node(s, argument), 0);
	show_where(s, true);
}

/* run_process: the command `process`: select a process. */
void
run_process(Session *s, const char *argument)
{
	uint32_t number;
	NodeId n;
	Buf b = {0};
	Thread t;

	if (*argument) {
		session_parse_process(s, argument, &n, &number);
		if (!target_thread(s->target, n, number, &t))
			session_fail(s,
				"unknown process %s now; 'info processes %u' lists those of its "
				"node",
				argument, target_number(s->target, n));
		session_select_process(s, n, number);
	}
	show_where(s, true);
	if (!s->has_thread || s->thread.state == THREAD_RUNNING)
		return;
	buf_printf(&b, "it ");
	target_put_state(s->target, &s->thread, &b);
	buf_printf(&b, "; its stack lies from 0x%x to 0x%x\n", s->thread.low,
		s->thread.low + s->thread.nbytes);
	session_print(s, &b);
}
