/* session.c - a session's selected process and frame; source files. */
#include "session.h"

#include "base/files.h"
#include "base/number.h"
#include "sim/node/node_words.h"

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void
session_print(Session *s, Buf *text)
{
	fwrite(text->data, 1, text->len, s->out);
	buf_free(text);
}

void
session_fail(Session *s, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(s->message, sizeof s->message, fmt, ap);
	va_end(ap);
	longjmp(s->escape, 1);
}

/* ---- beginning and end ---- */

void
session_check_chips(const Network *w)
{
	for (NodeId n = 0; n < w->nnodes; n++)
		if (is_16bit(w->nodes[n]->chip))
			fatal("node %s is a %s: the debuggers know only programs whose words have "
				"32 bits", w->topology->nodes[n].name,
				chip_name(w->nodes[n]->chip));
}

Session *
session_new(Past *past, const Past *files)
{
	Session *s = xcalloc(1, sizeof *s);

	*s = (Session){.past = past, .files = files, .w = past_network(past),
		.sources = sources_new(), .out = stdout};
	s->target = target_new(s->w);
	target_add_recorded(s->target, files);
	session_lines_begin(s);
	return s;
}

void
session_free(Session *s)
{
	session_free_points(s);
	for (uint32_t i = 0; i < s->ndisplays; i++)
		free(s->displays[i].text);
	for (uint32_t i = 0; i < s->nfolders; i++)
		free(s->folders[i]);
	free(s->folders);
	free(s->displays);
	free(s->events);
	free(s->list_file);
	if (s->flowback)
		flowback_free(s->flowback);
	sources_free(s->sources);
	target_free(s->target); /* before the networks of the branches */
	session_lines_free(s);
	arena_free(&s->arena);
	arena_free(&s->kept_arena);
	free(s->kept);
	free(s);
}

/* ---- the chosen process ---- */

/*
 * leave_calls: if the selected frame is in inlined calls that begin just at the process's
 * instruction, select the frame outside of them: the process has not entered them yet.
 */
static void
leave_calls(Session *s)
{
	Place at = past_place(s->past);
	size_t depth = s->event.depth;

	if (depth == 0 || depth >= s->nchain || s->thread.state != THREAD_RUNNING
		|| s->event.place.node != s->node || !place_is(at, s->event.place)
		|| !s->chain[0].program
		|| program_inlined_calls(s->chain[0].program, s->chain[0].pc) < depth)
		return;
	s->nchain -= depth;
	memmove(s->chain, s->chain + depth, s->nchain * sizeof *s->chain);
}

/* select_thread: select a process, and its innermost frame to be shown. */
static void
select_thread(Session *s, const Thread *t)
{
	s->thread = *t;
	s->has_thread = true;
	s->node = t->node;
	s->number = t->number;
	s->nchain = target_chain(s->target, t, s->chain, MAX_CHAIN);
	leave_calls(s);
	s->frame = chain_shown_frame(t, s->chain, s->nchain);
}

/*
 * find_thread_to_select: find the process to select on a node: the running one, otherwise the first
 * of a program, otherwise the first; false if there is none.
 */
static bool
find_thread_to_select(Session *s, NodeId n, Thread *best)
{
	uint32_t count;
	Thread *threads;

	if (target_running(s->target, n, best))
		return true;
	threads = target_threads(s->target, n, &count);
	if (count > 0)
		*best = threads[0];
	for (uint32_t i = 0; i < count && best->in.pid == 0; i++)
		if (threads[i].in.pid != 0)
			*best = threads[i];
	free(threads);
	return count > 0;
}

void
session_select_process(Session *s, NodeId n, uint32_t number)
{
	Thread t;

	s->node = n;
	s->has_thread = false;
	s->nchain = s->frame = 0;
	s->number = number;
	if (number ? target_thread(s->target, n, number, &t) : find_thread_to_select(s, n, &t))
		select_thread(s, &t);
}

void
session_refresh(Session *s)
{
	Place at = past_place(s->past);
	Thread t;

	free(s->list_file);
	s->list_file = NULL;
	if (at.node != NOWHERE && target_running(s->target, at.node, &t)) {
		select_thread(s, &t);
		return;
	}
	session_select_process(s, at.node != NOWHERE ? at.node : s->node, at.node != NOWHERE ? 0
		: s->number);
	if (!s->has_thread)
		session_select_process(s, s->node, 0);
}

Thread *
session_thread(Session *s)
{
	if (!s->has_thread)
		session_fail(s,
			"no process is chosen: node %s has none now; 'info processes' lists them",
			TARGET_NODE(s->target, s->node));
	return &s->thread;
}

const ChainFrame *
session_selected_frame(Session *s)
{
	session_thread(s);
	if (s->nchain == 0)
		session_fail(s, "the place of process %u.%u is not known", target_number(s->target,
			s->node), s->number);
	return &s->chain[s->frame];
}

void
session_select_frame(Session *s, size_t frame)
{
	session_selected_frame(s);
	if (frame >= s->nchain)
		session_fail(s, "frame %zu: the process has frames 0 to %zu", frame, s->nchain - 1);
	s->frame = frame;
	free(s->list_file);
	s->list_file = NULL;
}

bool
session_is_folded(const Session *s, size_t frame)
{
	ProgramPart part = s->chain[frame].part;

	return part != PART_OWN && part != chain_part(s->chain, s->nchain)
		&& frame != chain_shown_frame(&s->thread, s->chain, s->nchain);
}

NodeId
session_parse_node(Session *s, const char *text)
{
	uint64_t n;
	NodeId node;

	node = topology_node(s->w->topology, text);
	if (node == NOWHERE && number_parse(text, UINT32_MAX, &n))
		node = target_node(s->target, n);
	if (node == NOWHERE)
		session_fail(s, "unknown node %s; 'info nodes' lists them", text);
	return node;
}

EndRef
session_parse_link(Session *s, const char *text)
{
	EndRef ref = topology_find_end(s->w->topology, text);

	if (ref.kind != END_NODE)
		session_fail(s,
			"'%s' is not a node's link; they are written as in the topology, such as "
			"n3.1",
			text);
	return ref;
}

void
session_parse_process(Session *s, const char *text, NodeId *n, uint32_t *number)
{
	const char *dot = strchr(text, '.');
	char *node = dot ? arena_strndup(&s->arena, text, dot - text) : NULL;
	uint64_t value;

	*n = dot ? session_parse_node(s, node) : s->node;
	if (!number_parse(dot ? dot + 1 : text, UINT32_MAX, &value) || value == 0)
		session_fail(s,
			"'%s' is not a process; write NODE.PROCESS, as 'info processes' "
			"does",
			text);
	*number = value;
}

Time
session_time(const Session *s)
{
	Place at = past_place(s->past);

	return at.node == NOWHERE ? at.time
		: node_time(s->w, at.node, s->w->nodes[at.node]->r.cycles);
}

Spot
session_spot(const Session *s)
{
	return (Spot){past_place(s->past), past_is_present(s->past), s->event, s->node, s->number,
		s->frame};
}

void
session_return(Session *s, const Spot *spot)
{
	if (spot->present)
		past_go_present(s->past);
	else if (!past_goto(s->past, spot->at))
		assert(!"the place where the network was is still there");
	s->event = spot->event;
	session_select_process(s, spot->node, spot->number);
	if (spot->frame < s->nchain)
		s->frame = spot->frame;
}

/* ---- sources ---- */

/* recorded_file: the copy of a source file in the recording. */
static const char *
recorded_file(const Session *s, const char *file)
{
	const RecordedFile *files;
	uint32_t n = past_files(s->files, &files);

	for (uint32_t i = 0; i < n; i++)
		if (strcmp(files[i].role, "source") == 0
			&& (path_ends_with(files[i].name, file)
			|| path_ends_with(file, files[i].name)))
			return files[i].path;
	return NULL;
}

/*
 * file_in_folders: the text of a line of a source file, if the path or an end of it names a file
 * in one of the user's source folders; NULL if none has the file.
 */
static const char *
file_in_folders(Session *s, const char *file, int line)
{
	for (uint32_t i = 0; i < s->nfolders; i++)
		for (const char *rest = file; rest; rest = strchr(rest + 1, '/')) {
			char *name = xasprintf("%s/%s", s->folders[i], rest + (*rest == '/'));
			const char *text = sources_line(s->sources, name, line);

			free(name);
			if (text)
				return text;
		}
	return NULL;
}

/* same_bytes: true if both files exist and are equal. */
static bool
same_bytes(const char *a, const char *b)
{
	enum { MAX_SOURCE = 1 << 26 };
	Buf x, y;
	bool same;

	if (access(a, R_OK) != 0 || access(b, R_OK) != 0)
		return false;
	x = file_read(a, MAX_SOURCE);
	y = file_read(b, MAX_SOURCE);
	same = x.len == y.len && memcmp(x.data, y.data, x.len) == 0;
	buf_free(&x);
	buf_free(&y);
	return same;
}

const char *
session_source_file(Session *s, const char *file)
{
	const char *kept = recorded_file(s, file);

	return kept && !same_bytes(kept, file) ? kept : file;
}

const char *
session_source_line(Session *s, const char *file, int line)
{
	const char *kept = file ? recorded_file(s, file) : NULL, *text;

	if (!file || line <= 0)
		return NULL;
	if (kept)
		return sources_line(s->sources, kept, line);
	text = file_in_folders(s, file, line);
	return text ? text : sources_line(s->sources, file, line);
}
