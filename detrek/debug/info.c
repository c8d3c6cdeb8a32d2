/*
 * info.c - `info ...`: lists nodes, processes, links, messages, tasks, semaphores, breakpoints etc.
 */
#include "commands.h"

#include "base/files.h"
#include "kernel/include/border.h"
#include "sim/node/node_words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

NodeId
node_in_order(Session *s, uint32_t i)
{
	NodeId n = target_node(s->target, i);

	return n == NOWHERE ? i : n;
}

void
put_node_state(Session *s, NodeId n, Buf *out)
{
	const T800 *c = s->w->nodes[n];
	NodeWords words;

	buf_printf(out, "%s", c->stop != STOP_NONE ? stop_text(c->stop)
		: c->idle ? "idle"
		: c->priority == HIGH ? "runs at high priority"
		: "runs");
	if (node_words(c, &words) && words.task != 0)
		buf_printf(out, ", task %u", words.task - 1);
}

/* info_nodes: `info nodes`: print the nodes, and what each does. */
static void
info_nodes(Session *s, const char *argument)
{
	(void)argument;
	for (uint32_t i = 0; i < s->w->nnodes; i++) {
		NodeId n = node_in_order(s, i);
		Buf state = {0};

		fprintf(s->out, "%s %u\t%s\t", n == s->node ? "*" : " ",
			target_number(s->target, n), s->w->topology->nodes[n].name);
		put_node_state(s, n, &state);
		session_print(s, &state);
		fprintf(s->out, ", %" PRIu64 " instructions\n", t800_count(s->w->nodes[n]));
	}
}

/* print_process: print a process, its place and what it waits for, on a line. */
static void
print_process(Session *s, const Thread *t)
{
	Buf b = {0};

	buf_printf(&b, "%s ",
		s->has_thread && t->node == s->node && t->number == s->number ? "*" : " ");
	thread_name(s, t, &b);
	if (t->in.pid)
		buf_printf(&b, "\tpid %d", t->in.pid);
	buf_byte(&b, '\t');
	target_put_state(s->target, t, &b);
	buf_byte(&b, '\n');
	session_print(s, &b);
}

/* print_processes: print those processes of a node for which `wanted` is true. */
static void
print_processes(Session *s, NodeId n, bool (*wanted)(const Thread *t))
{
	uint32_t count;
	Thread *threads = target_threads(s->target, n, &count);

	for (uint32_t i = 0; i < count; i++)
		if (!wanted || wanted(&threads[i]))
			print_process(s, &threads[i]);
	free(threads);
}

/* print_nodes: print the wanted processes of the nodes that the argument names. */
static void
print_nodes(Session *s, const char *argument, bool (*wanted)(const Thread *t))
{
	if (*argument && strcmp(argument, "all") != 0) {
		print_processes(s, session_parse_node(s, argument), wanted);
		return;
	}
	for (uint32_t i = 0; i < s->w->nnodes; i++)
		print_processes(s, node_in_order(s, i), wanted);
}

/* info_processes: `info processes`: print the processes of a node, or of all. */
static void
info_processes(Session *s, const char *argument)
{
	if (*argument)
		print_nodes(s, argument, NULL);
	else
		print_processes(s, s->node, NULL);
}

/* waits_for_semaphore: true if the process waits for a semaphore. */
static bool
waits_for_semaphore(const Thread *t)
{
	return t->semaphore != 0;
}

/* waits_for_message: true if the process waits for a message. */
static bool
waits_for_message(const Thread *t)
{
	return t->state == THREAD_CALL && strncmp(t->waits, "to ", 3) == 0;
}

/* info_semaphores: `info semaphores`: print the processes that wait for semaphores. */
static void
info_semaphores(Session *s, const char *argument)
{
	print_nodes(s, argument, waits_for_semaphore);
}

/* ---- links ---- */

/* print_link: print the state of a link's end, and where it leads. */
static void
print_link(Session *s, EndId id)
{
	const End *e = &s->w->links.ends[id];
	char name[END_NAME], peer[END_NAME];

	fprintf(s->out, "  %s", end_name(s->w->topology, e->ref, name));
	if (e->peer != NOWHERE_END)
		fprintf(s->out, " - %s",
			end_name(s->w->topology, s->w->links.ends[e->peer].ref, peer));
	if (e->dead)
		fprintf(s->out, "\tnothing comes out of it");
	if (e->sending)
		fprintf(s->out, "\tsends %u of %u bytes", e->out_done, e->out_len);
	if (e->receiving)
		fprintf(s->out, "\treceives %u of %u bytes", e->in_have, e->in_len);
	if (e->held)
		fprintf(s->out, "\ta byte waits");
	fprintf(s->out, "\t%" PRIu64 " messages out, %" PRIu64 " in\n", e->out_traffic.nmessages,
		e->in_traffic.nmessages);
}

/* print_links: print the links of a node; busy: only those that transfer or wait. */
static void
print_links(Session *s, NodeId n, bool busy)
{
	for (EndId e = n * NLINKS; e < (n + 1) * NLINKS; e++) {
		const End *end = &s->w->links.ends[e];

		if (busy ? end->sending || end->receiving : end->peer != NOWHERE_END)
			print_link(s, e);
	}
}

/* info_links: `info links`: print the links of the selected node, of another one, or of all. */
static void
info_links(Session *s, const char *argument)
{
	if (*argument && strcmp(argument, "all") != 0)
		print_links(s, session_parse_node(s, argument), false);
	else if (*argument)
		for (uint32_t i = 0; i < s->w->nnodes; i++)
			print_links(s, node_in_order(s, i), false);
	else
		print_links(s, s->node, false);
}

/*
 * info_messages: list messages in transit on links, and processes that wait for one in the kernels.
 */
static void
info_messages(Session *s, const char *argument)
{
	(void)argument;
	fprintf(s->out, "on links:\n");
	for (uint32_t i = 0; i < s->w->nnodes; i++)
		print_links(s, node_in_order(s, i), true);
	fprintf(s->out, "processes that wait for one:\n");
	print_nodes(s, "", waits_for_message);
}

/* ---- tasks ---- */

/* print_work: print what each busy worker of the node's virtual machine executes, one a line. */
static void
print_work(Session *s, NodeId n, const NodeWork *work)
{
	for (int i = 0; i < NWORKERS; i++) {
		const NodeWorker *p = &work->worker[i];

		if (!node_worker_busy(p))
			continue;
		fprintf(s->out, "  node %s: %s", TARGET_NODE(s->target, n),
			node_function_names[p->function]);
		if (p->function >= FN_COMPUTE)
			fprintf(s->out, " task %u", p->task);
		if (p->function >= FN_COMPUTE && p->part != 0)
			fprintf(s->out, " part 0x%x", p->part);
		fputc('\n', s->out);
	}
}

/* info_tasks: `info tasks`: print on which tasks the nodes work. */
static void
info_tasks(Session *s, const char *argument)
{
	NodeId first = node_in_order(s, 0);
	NodeWork work;

	(void)argument;
	if (node_master_work(s->w->nodes[first], &work))
		fprintf(s->out, "%u made, %u finished, %u taken\n", work.made, work.finished,
			work.taken);
	for (uint32_t i = 0; i < s->w->nnodes; i++) {
		NodeId n = node_in_order(s, i);

		for (int second = 0; second < 2 && node_work(s->w->nodes[n], second, &work);
			second++)
			print_work(s, n, &work);
	}
}

/* ---- the session ---- */

/* show_point: print a point with its hits, condition and commands. */
static void
show_point(Session *s, const Point *p)
{
	Buf b = {0};

	point_text(s, p, &b);
	if (p->has_process || (p->node != NOWHERE && p->kind == POINT_CODE))
		buf_printf(&b, ", only %s node %s", p->has_process ? "in a process of" : "on",
			TARGET_NODE(s->target, p->node));
	if (p->condition)
		buf_printf(&b, ", if %s", p->condition);
	if (p->log)
		buf_printf(&b, ", only logs '%s'", p->log);
	if (p->hits)
		buf_printf(&b, ", hit %" PRIu64 " time%s", p->hits, p->hits == 1 ? "" : "s");
	if (!p->enabled)
		buf_printf(&b, ", disabled");
	buf_byte(&b, '\n');
	for (uint32_t k = 0; k < p->ncommands; k++)
		buf_printf(&b, "\t%s\n", p->commands[k]);
	session_print(s, &b);
}

/* info_breakpoints: print all points but temporary ones that have stopped the machine. */
static void
info_breakpoints(Session *s, const char *argument)
{
	bool some = false;

	(void)argument;
	for (uint32_t i = 0; i < s->npoints; i++) {
		const Point *p = s->points[i];

		if (p->once && p->hits > 0 && !p->enabled)
			continue;
		show_point(s, p);
		some = true;
	}
	if (!some)
		fprintf(s->out, "no breakpoints\n");
}

/* info_programs: `info programs`: print the programs that are known. */
static void
info_programs(Session *s, const char *argument)
{
	ProgramInfo *const *programs;
	uint32_t n = target_programs(s->target, &programs);
	Loaded loaded[MAX_LOADED];

	(void)argument;
	for (uint32_t i = 0; i < n; i++)
		fprintf(s->out, "%s\t%u bytes of code, %s\n", programs[i]->name,
			programs[i]->text_bytes,
			programs[i]->debug ? "with debugging information"
				: "no debugging information");
	n = target_loaded_programs(s->target, s->node, loaded);
	fprintf(s->out, "on node %s:\n", TARGET_NODE(s->target, s->node));
	for (uint32_t i = 0; i < n; i++) {
		fprintf(s->out, "  %s at 0x%x, data at 0x%x", loaded[i].name, loaded[i].text,
			loaded[i].data);
		fprintf(s->out, loaded[i].pid ? ", pid %d\n" : "\n", loaded[i].pid);
	}
}

/* info_locals: `info locals`: print the local variables of the selected frame. */
static void
info_locals(Session *s, const char *argument)
{
	(void)argument;
	show_locals(s, session_selected_frame(s), false, "");
}

/* info_args: `info args`: print the arguments of the selected frame. */
static void
info_args(Session *s, const char *argument)
{
	(void)argument;
	show_locals(s, session_selected_frame(s), true, "");
}

/* info_registers: `info registers`: print the registers of the selected frame. */
static void
info_registers(Session *s, const char *argument)
{
	(void)argument;
	show_registers(s);
}

/* info_display: `info display`: print the expressions of `display`. */
static void
info_display(Session *s, const char *argument)
{
	(void)argument;
	for (uint32_t i = 0; i < s->ndisplays; i++)
		fprintf(s->out, "%u: %s\n", s->displays[i].number, s->displays[i].text);
}

/* info_values: print the values that earlier `print` commands have kept as $1, $2 and so on. */
static void
info_values(Session *s, const char *argument)
{
	(void)argument;
	session_show_kept(s);
}

/* info_place: print the current place, and from when to when the run is known. */
static void
info_place(Session *s, const char *argument)
{
	Buf b = {0};

	(void)argument;
	show_place(s, &b);
	buf_printf(&b, "; the run is known from ");
	show_time(past_beginning(s->past), &b);
	buf_printf(&b, " to ");
	show_time(past_present(s->past), &b);
	buf_byte(&b, '\n');
	session_print(s, &b);
}

/* info_functions: list the functions whose names contain the argument, by program. */
static void
info_functions(Session *s, const char *argument)
{
	ProgramInfo *const *programs;
	uint32_t n = target_programs(s->target, &programs);

	for (uint32_t i = 0; i < n; i++)
		for (size_t k = 0; k < programs[i]->nfunctions; k++) {
			const DebugFunction *f = &programs[i]->functions[k];
			Buf b = {0};

			if (!strstr(f->name, argument))
				continue;
			buf_printf(&b, "%s\t", programs[i]->name);
			type_text(f->type, f->name, &b);
			buf_printf(&b, "\t%s:%d\n",
				f->place.file ? source_name(f->place.file) : "?", f->place.line);
			session_print(s, &b);
		}
}

/* info_outcomes: print the file of outcomes that stands beside the recording. */
static void
info_outcomes(Session *s, const char *argument)
{
	const char *name = past_name(s->files);
	char *file = name ? file_beside(name, "outcomes") : NULL;
	Buf b;

	(void)argument;
	if (!file || access(file, F_OK) < 0) {
		free(file);
		session_fail(s, "'trellis outcomes' did not make this recording");
	}
	b = file_read(file, SIZE_MAX);
	fwrite(b.data, 1, b.len, s->out);
	buf_free(&b);
	free(file);
}

/* info_variables: `info variables`: list the global variables whose names contain the argument. */
static void
info_variables(Session *s, const char *argument)
{
	ProgramInfo *const *programs;
	uint32_t n = target_programs(s->target, &programs);

	for (uint32_t i = 0; i < n; i++) {
		GlobalList globals = program_globals(programs[i]);

		for (size_t k = 0; k < globals.n; k++) {
			const DebugVariable *v = &globals.v[k];
			Buf b = {0};

			if (!strstr(v->name, argument))
				continue;
			buf_printf(&b, "%s\t", programs[i]->name);
			type_text(v->type, v->name, &b);
			buf_printf(&b, "\t%s:%d\n",
				v->place.file ? source_name(v->place.file) : "?", v->place.line);
			session_print(s, &b);
		}
	}
}

static const DebugCommand infos[] = {
	{"args", NULL, info_args, "", "arguments of the function"},
	{"breakpoints", "b", info_breakpoints, "", "breakpoints, watchpoints, catchpoints"},
	{"display", NULL, info_display, "", "expressions shown at each stop"},
	{"frame", NULL, info_frame, "", "the selected function's place, registers and caller"},
	{"functions", NULL, info_functions, "[TEXT]", "functions with TEXT in their names"},
	{"line", NULL, info_line, "[PLACE]", "the addresses of a line's code"},
	{"links", NULL, info_links, "[NODE | all]", "links of a node, and the transfers on them"},
	{"locals", NULL, info_locals, "", "variables of the function"},
	{"messages", NULL, info_messages, "",
		"messages under way, and processes that wait for one"},
	{"nodes", NULL, info_nodes, "", "all nodes"},
	{"outcomes", NULL, info_outcomes, "",
		"of other orders, if 'trellis outcomes' made the recording"},
	{"place", NULL, info_place, "", "where in the run the machine stands"},
	{"processes", "threads", info_processes, "[NODE | all]", "processes of a node"},
	{"programs", "sharedlibrary", info_programs, "",
		"programs, and where they lie on the node"},
	{"registers", NULL, info_registers, "", "registers of the process"},
	{"semaphores", NULL, info_semaphores, "[NODE]", "processes that wait for a semaphore"},
	{"source", NULL, info_source, "", "the source file of the selected function"},
	{"symbol", NULL, info_symbol, "ADDRESS", "the function or variable at an address"},
	{"tasks", NULL, info_tasks, "", "tasks of TrEK, and which are being worked at"},
	{"values", NULL, info_values, "", "the last values printed: $1, $2, ..."},
	{"variables", NULL, info_variables, "[TEXT]", "global variables with TEXT in their names"},
	{"watchpoints", NULL, info_breakpoints, "", "as 'info breakpoints'"},
};

void
session_info(Session *s, const char *argument)
{
	size_t n = strcspn(argument, " \t");
	const DebugCommand *found = NULL;

	for (size_t i = 0; n > 0 && i < sizeof infos / sizeof *infos; i++)
		if (strncmp(infos[i].name, argument, n) == 0
			|| (infos[i].alias && strncmp(infos[i].alias, argument, n) == 0)) {
			if (found && strlen(found->name) != n)
				session_fail(s, "'info %.*s' could be several; 'info' lists them",
					(int)n, argument);
			if (!found)
				found = &infos[i];
		}
	if (found) {
		found->run(s, argument + n + strspn(argument + n, " \t"));
		return;
	}
	if (n > 0)
		session_fail(s, "unknown command 'info %.*s'; 'info' lists what there is", (int)n,
			argument);
	for (size_t i = 0; i < sizeof infos / sizeof *infos; i++)
		fprintf(s->out, "info %-12s %-14s %s\n", infos[i].name, infos[i].args,
			infos[i].help);
}
