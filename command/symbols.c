/* symbols.c - the command `trellis symbols`: prints a program's debugging information. */
#include "command.h"

#include "base/files.h"
#include "base/number.h"
#include "cc/debug/debug.h"

#include <stdlib.h>
#include <string.h>

/* The options and arguments of the command line. */
typedef struct Request {
	bool types, variables;
	char **addresses;
	int naddresses;
} Request;

/* The state while symbols are listed. */
typedef struct Listing {
	Debug *d;
	Request q;
	Buf out;
	const char *indent; /* put before each line */
	Addr at; /* the address asked about */
	DebugFunction *functions;
	size_t nfunctions;
} Listing;

/* put_source: print a place in the source as FILE:LINE, or `?` if it is not known. */
static void
put_source(Buf *out, SourcePlace p)
{
	if (p.file && p.line > 0)
		buf_printf(out, "%s:%d", p.file, p.line);
	else
		buf_printf(out, "?");
}

/* ---- lists ---- */

/* put_variable: callback (UseVariable): print a variable with its type and location. */
static void
put_variable(void *to, const DebugVariable *v)
{
	Listing *l = to;

	buf_printf(&l->out, "%s", l->indent);
	type_text(v->type, v->name, &l->out);
	buf_printf(&l->out, "\t");
	debug_location_text(v, l->at, &l->out);
	buf_byte(&l->out, '\n');
}

/* put_global: callback of debug_globals: print a global or static variable. */
static void
put_global(void *to, const DebugVariable *v)
{
	Listing *l = to;

	debug_location_text(v, 0, &l->out);
	buf_printf(&l->out, " %6u  ", type_plain(v->type)->size);
	type_text(v->type, v->name, &l->out);
	buf_printf(&l->out, "\t");
	put_source(&l->out, v->place);
	buf_byte(&l->out, '\n');
}

/* put_function: print a function with its address and declaration. */
static void
put_function(Listing *l, const DebugFunction *f)
{
	buf_printf(&l->out, "%08x %6u  ", f->addr, f->size);
	type_text(f->type, f->name, &l->out);
	buf_printf(&l->out, "\t");
	put_source(&l->out, f->place);
	buf_byte(&l->out, '\n');
	if (l->q.variables)
		debug_function_variables(l->d, f, put_variable, l);
}

/* keep_function: callback of debug_functions: append f to the list of functions to be sorted. */
static void
keep_function(void *to, const DebugFunction *f)
{
	Listing *l = to;

	l->functions = xrealloc(l->functions, (l->nfunctions + 1) * sizeof *f);
	l->functions[l->nfunctions++] = *f;
}

/* compare_addresses: for qsort: order functions by address. */
static int
compare_addresses(const void *a, const void *b)
{
	const DebugFunction *f = a, *g = b;

	return f->addr < g->addr ? -1 : f->addr > g->addr;
}

/* put_type: callback of debug_types: print a type's definition. */
static void
put_type(void *to, const Type *t)
{
	Listing *l = to;

	if (*t->name)
		type_definition(t, &l->out);
}

/*
 * list_symbols: print all types, if the options ask for these; otherwise all functions and global
 * variables.
 */
static void
list_symbols(Listing *l)
{
	if (l->q.types) {
		debug_types(l->d, put_type, l);
		return;
	}
	debug_functions(l->d, keep_function, l);
	if (l->nfunctions > 0)
		qsort(l->functions, l->nfunctions, sizeof *l->functions, compare_addresses);
	for (size_t i = 0; i < l->nfunctions; i++)
		put_function(l, &l->functions[i]);
	debug_globals(l->d, put_global, l);
	free(l->functions);
}

/* ---- addresses ---- */

/*
 * parse_address: the address that a number or the name of a symbol stands for; fatal if it is
 * neither.
 */
static Addr
parse_address(const Image *im, const char *text)
{
	const Symbol *s = image_symbol(im, text);
	uint64_t a;

	if (s)
		return s->addr;
	if (!number_parse(text, UINT32_MAX, &a))
		fatal("%s is neither a symbol of the program nor an address, such as 0x80000070",
			text);
	return a;
}

/* put_address: print the function, line and variables at an address. */
static void
put_address(Listing *l, Addr a)
{
	Frame frames[MAX_FRAMES];
	size_t n = debug_frames(l->d, a, frames);

	l->at = a;
	buf_printf(&l->out, "%08x", a);
	for (size_t i = 0; i < n; i++) {
		buf_printf(&l->out, i ? "         inlined in %s at " : " %s at ",
			frames[i].function);
		put_source(&l->out, frames[i].place);
		buf_byte(&l->out, '\n');
		if (l->q.variables)
			debug_variables(l->d, &frames[i], put_variable, l);
	}
	if (n == 0)
		buf_printf(&l->out, " is in no function that is known\n");
}

/* parse_options: read the options; returns the name of the program. */
static const char *
parse_options(int argc, char **argv, Request *q)
{
	OptionReader r;
	char **words;
	int c;

	option_reader_init(&r, &symbols_command, OPTIONS_ANYWHERE, argc, argv);
	while ((c = option_next(&r)) != -1)
		switch (c) {
		case 'v':
			q->variables = true;
			break;
		case 't':
			q->types = true;
			break;
		}
	words = argv + option_first_argument(&r);
	if (!words[0])
		fatal("symbols: expected a FILE; see 'trellis symbols --help'");
	q->addresses = words + 1;
	q->naddresses = argc - option_first_argument(&r) - 1;
	return words[0];
}

/* symbols_main: execute the command `symbols`; returns the exit status. */
static int
symbols_main(int argc, char **argv)
{
	Listing l = {.indent = "            "};
	Image im = {0};
	const char *name;
	Buf file;

	name = parse_options(argc, argv, &l.q);
	file = file_read(name, IMAGE_MAX_FILE);
	image_read(&im, name, file.data, file.len);
	l.d = debug_open(&im);
	if (!l.d)
		fatal_at(name, 0, "the program has no debugging information; compile it with -g");
	for (int i = 0; i < l.q.naddresses; i++)
		put_address(&l, parse_address(&im, l.q.addresses[i]));
	if (l.q.naddresses == 0)
		list_symbols(&l);
	file_write("-", l.out.data, l.out.len);
	debug_close(l.d);
	image_free(&im);
	buf_free(&l.out);
	buf_free(&file);
	return 0;
}

static const Option options[] = {
	{'v', "variables", NULL, "also list the variables of functions, and their places"},
	{'t', "types", NULL, "list structures, unions, enumerations, typedefs"},
	{0},
};

const Command symbols_command = {
	"symbols", "list functions, variables and types of a program",
	symbols_main, "trellis symbols [OPTION]... FILE [ADDRESS...]",
	"Lists the functions and variables of a program with their addresses, types and "
	"places in the source; for ADDRESSes (numbers or names), lists the functions and source "
	"lines there.",
	{options}, NULL,
};
