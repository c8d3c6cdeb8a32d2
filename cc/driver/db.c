/*
 * db.c - the command `trellis db`: where variables are used and defined, and what calls may read
 * and modify, in all runs of a program.
 */
#include "driver.h"
#include "cc/cc.h"
#include "cc/effects/effects.h"
#include "cc/lower/module/module_debug.h"

#include <stdlib.h>
#include <string.h>

/* What to print: where a variable is used, or defined; what a call may modify, or may read. */
typedef enum Question { QUESTION_USES, QUESTION_DEFS, QUESTION_MOD, QUESTION_REF } Question;

/* A place in the source whose instructions may read or write (touch) a variable. */
typedef struct Place {
	char *file;
	int line;
	const char *function;
	unsigned touch; /* a set of Touch */
	const char *called; /* the library function that touches the variable; "" if none does */
} Place;

typedef struct Db {
	Effects *effects;
	const MemoryObject *object;
	uint32_t nobjects;
	Question question;
	Place *place;
	size_t nplaces;
} Db;

/* ---- variables ---- */

/* function_name: the name of a function in LLVM. */
static const char *
function_name(LLVMValueRef f)
{
	size_t len;

	return LLVMGetValueName2(f, &len);
}

/* put_object: print a variable: "total, static in count, a.c:3" */
static void
put_object(const MemoryObject *o, FILE *f)
{
	bool has_static = o->kind == MEMORY_GLOBAL
		&& LLVMGetLinkage(o->value) == LLVMInternalLinkage;

	switch ((int)o->kind) {
	case MEMORY_ALLOCATED:
		fprintf(f, "memory allocated in %s", function_name(o->function));
		break;
	case MEMORY_ARGUMENTS:
		fprintf(f, "variable arguments of %s", function_name(o->function));
		break;
	default:
		fprintf(f, "%s, ", o->name);
		if (o->kind == MEMORY_LOCAL)
			fprintf(f, "local of %s", function_name(o->function));
		else if (o->function)
			fprintf(f, "static in %s", function_name(o->function));
		else
			fputs(has_static ? "static" : "global", f);
		break;
	}
	if (o->file)
		fprintf(f, ", %s:%d", o->file, o->line);
}

/* is_shown: true for a variable that the user's files declare, or memory that they allocate. */
static bool
is_shown(const MemoryObject *o)
{
	if (!o->own || o->kind == MEMORY_CODE || o->kind == MEMORY_UNKNOWN)
		return false;
	return o->kind != MEMORY_LOCAL && o->kind != MEMORY_GLOBAL ? o->file != NULL
								   : *o->name != '\0';
}

/* is_named: true if `name` (NAME, FUNCTION:NAME, FILE:NAME, or * for all) means the object. */
static bool
is_named(const MemoryObject *o, const char *name)
{
	const char *colon = strrchr(name, ':');
	size_t n = colon ? colon - name : 0, len = o->file ? strlen(o->file) : 0;

	if (strcmp(name, "*") == 0)
		return true;
	if (strcmp(o->name, colon ? colon + 1 : name) != 0)
		return false;
	if (!colon)
		return true;
	if (o->function && strlen(function_name(o->function)) == n
		&& strncmp(function_name(o->function), name, n) == 0)
		return true;
	return len >= n && strncmp(o->file + len - n, name, n) == 0
		&& (len == n || o->file[len - n - 1] == '/');
}

/* ---- uses and definitions ---- */

/*
 * note_place: callback of effects_each_touch: store the place of an instruction that touches the
 * variable, if it does so in the way that the question asks for.
 */
static void
note_place(void *to, LLVMValueRef v, unsigned touch)
{
	Db *db = to;
	Where w = value_where(v);
	unsigned wanted = db->question == QUESTION_USES ? TOUCH_READ : TOUCH_WRITE;

	if (!(touch & (wanted | TOUCH_UNKNOWN)))
		return;
	db->place = xrealloc(db->place, (db->nplaces + 1) * sizeof *db->place);
	db->place[db->nplaces++] = (Place){
		w.file && *w.file ? where_path(w.dir, w.file) : xstrdup("?"), w.line,
		function_name(LLVMGetBasicBlockParent(LLVMGetInstructionParent(v))),
		touch & (TOUCH_POINTER | TOUCH_UNKNOWN | TOUCH_CALLED),
		touch & TOUCH_CALLED && callee_name(v) ? callee_name(v) : ""};
}

/* by_place: for qsort: order places by file, line and function. */
static int
by_place(const void *a, const void *b)
{
	const Place *x = a, *y = b;
	int order = strcmp(x->file, y->file);

	if (order == 0)
		order = x->line - y->line;
	if (order == 0)
		order = strcmp(x->function, y->function);
	if (order == 0)
		order = strcmp(x->called, y->called);
	return order != 0 ? order : (int)x->touch - (int)y->touch;
}

/* print_place: print one place: its source line, its function, and how it touches the variable. */
static void
print_place(const Place *p)
{
	printf("\t%s:%d in %s", p->file, p->line, p->function);
	if (p->touch & TOUCH_CALLED)
		printf(", by %s", *p->called ? p->called : "a function of a library");
	else if (p->touch & TOUCH_POINTER)
		printf(", through a pointer");
	puts(p->touch & TOUCH_UNKNOWN ? ", perhaps, in code that is not known" : "");
}

/* print_places: print the places found, sorted, each once. */
static void
print_places(Db *db)
{
	if (db->nplaces > 0)
		qsort(db->place, db->nplaces, sizeof *db->place, by_place);
	for (size_t i = 0; i < db->nplaces; i++) {
		const Place *p = &db->place[i];

		if (i == 0 || by_place(p - 1, p) != 0)
			print_place(p);
	}
	if (db->nplaces == 0)
		puts("\tnowhere");
	for (size_t i = 0; i < db->nplaces; i++)
		free(db->place[i].file);
	db->nplaces = 0;
}

/*
 * answer_variable: print each variable with this name, and the places where it is touched in the
 * way that the question asks for.
 */
static void
answer_variable(Db *db, const char *name)
{
	bool found = false;

	for (uint32_t i = 0; i < db->nobjects; i++) {
		const MemoryObject *o = &db->object[i];

		if (!is_shown(o) || !is_named(o, name))
			continue;
		found = true;
		put_object(o, stdout);
		putchar('\n');
		effects_each_touch(db->effects, i, note_place, db);
		print_places(db);
	}
	if (!found)
		fatal("'%s' is not a variable of these files: NAME, FUNCTION:NAME, FILE:NAME, or * "
			"for all", name);
}

/* ---- calls ---- */

/* append_name: append a name to a Buf, after a comma unless it is the first. */
static void
append_name(void *to, const char *name)
{
	buf_printf(to, "%s%s", ((Buf *)to)->len > 0 ? ", " : "", name);
}

/*
 * print_touched: print `head` and the variables that a call of f touches in one of the wanted ways
 * and in none of the unwanted; nothing if there are none. Returns their number.
 */
static uint32_t
print_touched(const Db *db, LLVMValueRef f, unsigned wanted, unsigned unwanted, const char *head)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < db->nobjects; i++) {
		unsigned touch = is_shown(&db->object[i]) ? effects_touch(db->effects, f, i) : 0;

		if (!(touch & wanted) || touch & unwanted)
			continue;
		if (n++ == 0)
			fputs(head, stdout);
		putchar('\t');
		put_object(&db->object[i], stdout);
		putchar('\n');
	}
	return n;
}

/*
 * print_function: print which variables a call of the function may read, and which it may modify.
 */
static void
print_function(Db *db, const MemoryObject *f)
{
	unsigned wanted = db->question == QUESTION_REF ? TOUCH_READ : TOUCH_WRITE;
	const char *verb = db->question == QUESTION_REF ? "read" : "modify";
	char *head = xasprintf("%s may %s\n", f->name, verb), *perhaps;
	Buf unknown = {0};

	effects_unknown(db->effects, f->value, append_name, &unknown);
	buf_byte(&unknown, '\0');
	perhaps = xasprintf("perhaps, in code that is not known (%s)\n", (char *)unknown.data);
	if (print_touched(db, f->value, wanted, 0, head) == 0)
		printf("%s does not %s a variable of these files\n", f->name, verb);
	print_touched(db, f->value, TOUCH_UNKNOWN, wanted, perhaps);
	buf_free(&unknown);
	free(head);
	free(perhaps);
}

/* answer_function: print what each function with this name may read or modify. */
static void
answer_function(Db *db, const char *name)
{
	bool found = false;

	for (uint32_t i = 0; i < db->nobjects; i++) {
		const MemoryObject *o = &db->object[i];

		if (o->kind != MEMORY_CODE || !o->own || !is_named(o, name))
			continue;
		print_function(db, o);
		found = true;
	}
	if (!found)
		fatal("'%s' is not a function of these files: NAME, FILE:NAME, or * for all", name);
}

/* ---- the command ---- */

/* question_of: the question with this name; fatal if there is none. */
static Question
question_of(const char *s)
{
	static const char *const names[] = {
		[QUESTION_USES] = "uses",
		[QUESTION_DEFS] = "defs",
		[QUESTION_MOD] = "mod",
		[QUESTION_REF] = "ref",
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(s, names[i]) == 0)
			return (Question)i;
	fatal("db: unknown question '%s': uses, defs, mod or ref", s);
}

/* compiler_options: parse the options after "--", and the files, as the compiler does. */
static void
compiler_options(Driver *d, int nfiles, char **files, int noptions, char **options)
{
	Args a = {0};

	args_add(&a, "cc");
	for (int i = 0; i < noptions; i++)
		args_add(&a, options[i]);
	for (int i = 0; i < nfiles; i++)
		args_add(&a, files[i]);
	if (!options_parse(d, a.n, (char **)a.v))
		exit(0);
	d->whole = true;
	args_free(&a);
}

/* answer_question: analyse the program, and print the answer for the name. */
static void
answer_question(const Driver *d, Question question, const char *name)
{
	LLVMContextRef context = LLVMContextCreate();
	Map *own = map_new();
	Module m = {0};
	Db db = {.question = question};

	link_whole_program(d, context, &m, own, NULL);
	bindings_collect(&m);
	db.effects = effects_new(&m, own);
	db.nobjects = effects_objects(db.effects, &db.object);
	if (question == QUESTION_USES || question == QUESTION_DEFS)
		answer_variable(&db, name);
	else
		answer_function(&db, name);
	effects_free(db.effects);
	free(db.place);
	map_free(own);
	module_free(&m);
	LLVMContextDispose(context);
}

int
db_main(int argc, char **argv)
{
	OptionReader r;
	Driver d;
	int first, end = 1;

	while (end < argc && strcmp(argv[end], "--") != 0)
		end++;
	option_reader_init(&r, &db_command, OPTIONS_ANYWHERE, end, argv);
	option_next(&r);
	first = option_first_argument(&r);
	if (end - first < 3)
		fatal("db: a question, a name and C files are needed; see 'trellis db --help'");
	compiler_options(&d, end - first - 2, argv + first + 2, end < argc ? argc - end - 1 : 0,
		argv + end + 1);
	answer_question(&d, question_of(argv[first]), argv[first + 1]);
	options_free(&d);
	return 0;
}
