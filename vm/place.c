/*
 * place.c - finds where in the source a process of an application is. The debugging information of
 * its program and its stack give the active functions, from the innermost to the one that TrEK
 * called.
 *
 * Library functions called by the application are omitted, and so are frames that cannot be found
 * because the stack or program is damaged.
 */
#include "program_text.h"

#include "base/files.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

enum {
	MOST_SHOWN = 8, /* frames */
};

void
place_open(ProgramText *p, const char *file, const char *landmark)
{
	Buf b = file_read(file, IMAGE_MAX_FILE);
	const Symbol *known;

	image_read(&p->image, file, b.data, b.len);
	p->debug = debug_open(&p->image);
	known = image_symbol(&p->image, landmark);
	p->landmark = known ? known->addr : 0;
	buf_free(&b);
}

void
place_close(ProgramText *p)
{
	if (p->debug)
		debug_close(p->debug);
	image_free(&p->image);
}

/* is_in_code: true if a link address lies in the program's code. */
static bool
is_in_code(const ProgramText *p, Addr a)
{
	for (size_t i = 0; i < p->image.nsegments; i++)
		if (p->image.segments[i].execute
			&& a - p->image.segments[i].addr < p->image.segments[i].size)
			return true;
	return false;
}

const char *
place_function(const ProgramText *p, const ProcessPlace *at)
{
	Addr a = at->iptr - (at->code - p->landmark);
	const Symbol *s =
		p->landmark && at->code && is_in_code(p, a) ? image_find(&p->image, a) : NULL;

	return s ? s->name : NULL;
}

/* read_node: Stopped.read for the memory of a node. */
static bool
read_node(void *node, Addr a, void *to, Word n)
{
	const uint8_t *p = node_memory(node, a, n);

	if (p)
		memcpy(to, p, n);
	return p != NULL;
}

/* ends_with: true if s ends with this text. */
static bool
ends_with(const char *s, const char *end)
{
	size_t n = strlen(s), m = strlen(end);

	return n >= m && strcmp(s + n - m, end) == 0
		&& (n == m || end[0] == '/' || s[n - m - 1] == '/');
}

/* has_file_name: true if `file` ends with one of the names that a key of the .vms file lists. */
static bool
has_file_name(const VmsFiles *f, const char *file)
{
	for (uint32_t i = 0; i < f->n; i++)
		if (ends_with(file, f->name[i]))
			return true;
	return false;
}

/*
 * is_own_file: true if the file, named as in the debugging information, belongs to the application.
 * NULL is allowed.
 */
static bool
is_own_file(const Vms *v, const char *file)
{
	bool own = file && has_file_name(&v->sources, file);

	for (int i = 0; file && i < NROLES; i++)
		own |= has_file_name(&v->files[i], file);
	return own;
}

/* relative_path: a path relative to the current directory, if it is below; others are unchanged. */
static const char *
relative_path(const char *path)
{
	char here[PATH_MAX];
	size_t n = getcwd(here, sizeof here) ? strlen(here) : 0;

	return n > 1 && strncmp(path, here, n) == 0 && path[n] == '/' ? path + n + 1 : path;
}

/* State while the frames are printed. */
typedef struct Chain {
	const Vms *v;
	const char *outermost; /* the function that TrEK called, with parentheses */
	FILE *f;
	uint32_t nshown, nskipped; /* frames printed; frames left out since then */
	bool own, ended; /* a frame of the application, the outermost frame was reached */
} Chain;

/* print_skipped: print how many frames were left out, and begin to count anew. */
static void
print_skipped(Chain *c)
{
	if (c->nskipped > 0)
		fprintf(c->f, "    ... and %u more ...\n", c->nskipped);
	c->nskipped = 0;
}

/*
 * print_frame: print a line with a frame's function and source line, or count the frame as left
 * out.
 */
static void
print_frame(Chain *c, const Frame *frame)
{
	size_t n = strlen(frame->function);

	c->own |= is_own_file(c->v, frame->place.file);
	c->ended = strncmp(frame->function, c->outermost, n) == 0 && c->outermost[n] == '(';
	if (!c->own)
		return;
	if (c->nshown >= MOST_SHOWN && !c->ended) {
		c->nskipped++;
		return;
	}
	print_skipped(c);
	c->nshown++;
	fprintf(c->f, "    %s()", frame->function);
	if (frame->place.file)
		fprintf(c->f, " at %s:%d", relative_path(frame->place.file), frame->place.line);
	fputc('\n', c->f);
}

/* is_entry: true if a function begins at the address, so that the address cannot follow a call. */
static bool
is_entry(const ProgramText *p, Addr a)
{
	const Symbol *s = image_find(&p->image, a);

	return s && s->addr == a;
}

/*
 * go_to_caller: change *s to the caller's frame; false if there is none. known: the function has
 * debugging information. A function in assembly has none; Wptr then points to its return address.
 */
static bool
go_to_caller(const ProgramText *p, Stopped *s, bool known)
{
	uint8_t word[4];

	if (known)
		return debug_unwind(p->debug, s);
	if (!image_find(&p->image, s->iptr - s->code_moved)
		|| !s->read(s->of, s->wptr, word, sizeof word))
		return false;
	s->iptr = get32(word);
	s->wptr += CALL_BYTES;
	return true;
}

/* make_stopped: a process stopped at a place, for walking its frames. */
static Stopped
make_stopped(const ProgramText *p, const T800 *node, const ProcessPlace *at)
{
	return (Stopped){.read = read_node, .of = (void *)node, .iptr = at->iptr, .wptr = at->wptr,
		.code_moved = at->code - p->landmark};
}

bool
place_print(const ProgramText *p, const Vms *v, const T800 *node, const ProcessPlace *at,
	const char *function, FILE *f)
{
	Stopped s = make_stopped(p, node, at);
	Chain c = {.v = v, .outermost = function, .f = f};
	/* iptr - 1 is an address within the call instruction */
	Word back = at->behind && !is_entry(p, s.iptr - s.code_moved);
	Frame frames[MAX_FRAMES];
	Addr wptr;
	size_t n;

	if (!p->debug || !p->landmark || !at->code)
		return false;
	do {
		n = debug_frames(p->debug, s.iptr - s.code_moved - back, frames);
		for (size_t i = 0; i < n && !c.ended; i++)
			print_frame(&c, &frames[i]);
		wptr = s.wptr;
		back = 1;
	} while (!c.ended && go_to_caller(p, &s, n > 0) && s.wptr > wptr);
	print_skipped(&c);
	return c.nshown > 0;
}

bool
place_called_in(const ProgramText *p, const T800 *node, const ProcessPlace *at,
	const NodeWorker *worker)
{
	Stopped s = make_stopped(p, node, at);
	Frame frames[MAX_FRAMES];
	Addr wptr;

	if (!p->debug || !p->landmark || !at->code)
		return false;
	do {
		if (node_worker_has(worker, s.wptr))
			return true;
		wptr = s.wptr;
	} while (go_to_caller(p, &s, debug_frames(p->debug, s.iptr - s.code_moved, frames) > 0)
		&& s.wptr > wptr);
	return false;
}

/* ---- variables ---- */

/* A variable that is looked for among those of a program. */
typedef struct WantedVariable {
	Debug *debug;
	Addr addr;
	/* name of the symbol; then of the variable, if it is found by its address */
	const char *name;
	SourcePlace place;
} WantedVariable;

/* read_no_memory: Stopped.read where there is no memory: returns false. */
static bool
read_no_memory(void *of, Addr a, void *to, Word n)
{
	(void)of, (void)a, (void)to, (void)n;
	return false; /* only addresses are needed */
}

/*
 * compare_address: callback for a variable: note it if it has the wanted address, because static
 * variables of several files may have the same name, but not the same symbol.
 */
static void
compare_address(void *to, const DebugVariable *v)
{
	WantedVariable *s = to;
	Stopped stopped = {.read = read_no_memory};
	DebugValue value;
	Arena a = {0};

	if (debug_value(s->debug, v, &stopped, &a, &value) && value.in_memory
		&& value.addr == s->addr) {
		s->name = v->name;
		s->place = v->place;
	}
	arena_free(&a);
}

/* compare_name: callback for a variable: note its place if it has the wanted name. */
static void
compare_name(void *to, const DebugVariable *v)
{
	WantedVariable *s = to;

	if (strcmp(v->name, s->name) == 0)
		s->place = v->place;
}

bool
place_variable(const ProgramText *p, Addr a, Word moved, Buf *out)
{
	const Symbol *s = image_find(&p->image, a - moved);
	WantedVariable sought;

	if (!s || a - moved - s->addr >= s->size)
		return false;
	sought = (WantedVariable){.debug = p->debug, .addr = s->addr, .name = s->name};
	if (p->debug)
		debug_globals(p->debug, compare_address, &sought);
	if (p->debug && !sought.place.file)
		debug_globals(p->debug, compare_name, &sought);
	buf_printf(out, "%s", sought.name);
	if (a - moved != s->addr)
		buf_printf(out, "+%u", a - moved - s->addr);
	if (sought.place.file)
		buf_printf(out, " at %s:%d", relative_path(sought.place.file), sought.place.line);
	return true;
}
