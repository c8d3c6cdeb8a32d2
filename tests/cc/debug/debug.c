/*
 * debug.c - reads the variables and callers of a stopped program through its debugging information:
 * at -O0 all variables, with optimisation those that have a location; for any placement of code and
 * data.
 */
#include "tests/sim/cpu/alone.h"

#include "base/files.h"
#include "cc/debug/debug.h"
#include "cc/isa/isa.h"

static const char program[] =
	"struct point { short x, y; };\n"
	"enum colour { RED, GREEN = 5, BLUE = -1 };\n"
	"struct thing {\n"
	"	char name[8];\n"
	"	struct point at[2];\n"
	"	unsigned low : 3, middle : 12;\n"
	"	int high : 5;\n"
	"	enum colour colour;\n"
	"	struct thing *next;\n"
	"	union { float f; int i; } u;\n"
	"	int (*function)(int);\n"
	"	_Bool yes;\n"
	"	double d;\n"
	"	long long wide;\n"
	"};\n"
	"int twice(int x) { return 2 * x; }\n"
	"int counter = 41;\n"
	"static struct thing things[2] = {\n"
	"	{\"one\", {{1, -2}, {3, 4}}, 5, 1000, -7, GREEN, things + 1, {1.5f}, twice, 1, -2.25, -5000000000},\n"
	"	{\"another\", {{0}}, 0, 0, 0, 7}};\n"
	"static inline int deeper(int depth, int sum) {\n"
	"	int local = sum + depth;\n"
	"	for (;;)\n"
	"		asm volatile(\"\" : : \"r\"(local), \"r\"(depth));\n"
	"	return local;\n"
	"}\n"
	"int inner(struct thing *t, signed char c, double real, int n) {\n"
	"	static int calls;\n"
	"	char text[] = \"a \\\"text\\\"\\n\";\n"
	"	struct thing copy = *t;\n"
	"	int matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};\n"
	"	unsigned char room[n];\n"
	"	calls++;\n"
	"	for (int k = 0; k < n; k++)\n"
	"		room[k] = k + 65;\n"
	"	for (int i = 0; i < 3; i++)\n"
	"		if (i == 2) {\n"
	"			float half = i / 4.0f;\n"
	"			counter++;\n"
	"			deeper(n, i);\n"
	"			return half + matrix[0][0] + text[0] + copy.at[0].x;\n"
	"		}\n"
	"	return c + real;\n"
	"}\n"
	"int test(int n) {\n"
	"	int before = n + 1;\n"
	"	int got = inner(things, 'x', 0.1, n);\n"
	"	return got + before;\n"
	"}\n";

enum { STACK = 0x8000F000, BACK = 0x8000FF00, ARGUMENT = 9 };

static char directory[] = "/tmp/trellis-debug-XXXXXX";

/* compiled: the image of the program; false if there is no compiler. */
static bool
compiled(const char *options, Image *im)
{
	const char *trellis = getenv("TRELLIS") ? getenv("TRELLIS") : "build/trellis";
	char *source = xasprintf("%s/program.c", directory), *elf = xasprintf("%s/program.elf", directory);
	char *command = xasprintf("'%s' cc -nostdlib --no-gc --entry test %s -o %s %s 2>%s/errors", trellis,
		options, elf, source, directory);
	Buf file;
	bool done;

	file_write(source, program, strlen(program));
	done = system(command) == 0;
	if (done) {
		file = file_read(elf, IMAGE_MAX_FILE);
		image_read(im, elf, file.data, file.len);
		buf_free(&file);
	}
	free(source);
	free(elf);
	free(command);
	return done;
}

static void
poke_word(T800 *c, Addr a, Word w)
{
	put32(c->r.mem + (a - MOSTNEG), w);
}

static bool
read_memory(void *of, Addr a, void *to, Word n)
{
	const T800 *c = of;

	if (a - MOSTNEG >= MEMORY || n > MEMORY - (a - MOSTNEG))
		return false;
	memcpy(to, c->r.mem + (a - MOSTNEG), n);
	return true;
}

/* start: test(ARGUMENT) with the program at a distance from where it was linked for, its data at another. */
static T800 *
start(const Image *im, Word moved, Word data_moved)
{
	T800 *c = new_node(CHIP_T800, UNMAPPED_STOP);
	Addr base = image_base(im), data = im->segments[1].addr;
	Buf flat = image_flat(im, base);

	for (size_t i = 0; i < im->nrelocs; i++) {
		uint8_t *w = flat.data + (im->relocs[i] - base);

		put32(w, get32(w) + (get32(w) < data ? moved : data_moved));
	}
	memcpy(c->r.mem + (base + moved - MOSTNEG), flat.data, data - base);
	memcpy(c->r.mem + (data + data_moved - MOSTNEG), flat.data + (data - base), flat.len - (data - base));
	node_start(c, image_symbol(im, "test")->addr + moved, STACK, LOW);
	poke_word(c, STACK, BACK);
	poke_word(c, STACK + 4, data + data_moved);
	poke_word(c, STACK + 8, ARGUMENT);
	buf_free(&flat);
	return c;
}

/* run: until it loops for ever. */
static T800 *
run(const Image *im, Word moved, Word data_moved, Stopped *s)
{
	T800 *c = start(im, moved, data_moved);

	go(c, 20000);
	*s = (Stopped){.read = read_memory, .of = c, .iptr = c->r.iptr, .wptr = c->r.wptr,
		.code_moved = moved, .data_moved = data_moved};
	return c;
}

/* ---- observations ---- */

typedef struct See {
	Debug *d;
	const Stopped *s;
	Arena arena;
	Buf out;
} See;

static void
see(void *to, const DebugVariable *v)
{
	See *e = to;
	DebugValue value;

	buf_printf(&e->out, "  %s = ", v->name);
	if (debug_value(e->d, v, e->s, &e->arena, &value))
		value_text(e->d, e->s, value.type, value.bytes, value.known, &e->out);
	else
		buf_printf(&e->out, "<nowhere>");
	buf_byte(&e->out, '\n');
}

/* frames: all frames from the innermost on, with their variables. */
static char *
frames(Debug *d, Stopped s)
{
	See e = {.d = d, .s = &s};
	Frame f[MAX_FRAMES];
	size_t n;

	for (Word back = 0;; back = 1) {
		n = debug_frames(d, s.iptr - s.code_moved - back, f);
		if (n == 0)
			break;
		for (size_t i = 0; i < n; i++) {
			buf_printf(&e.out, "%s line %d\n", f[i].function, f[i].place.line);
			debug_variables(d, &f[i], see, &e);
		}
		if (!debug_unwind(d, &s))
			break;
	}
	assert_int_equal(s.iptr, BACK);
	assert_int_equal(s.wptr, STACK + 16);
	arena_free(&e.arena);
	buf_byte(&e.out, '\0');
	return (char *)e.out.data;
}

/* without_addresses: numbers in hexadecimal depend on the code's length. */
static void
without_addresses(char *s)
{
	char *begin = s, *to = s;

	for (; *s; s++) {
		*to++ = *s;
		if (s[0] == 'x' && to - 2 >= begin && to[-2] == '0')
			s += strspn(s + 1, "0123456789abcdef");
	}
	*to = '\0';
}

/* Line numbers count in the program above. */
static const char unoptimised[] =
	"deeper line 24\n"
	"  depth = 9\n"
	"  sum = 2\n"
	"  local = 11\n"
	"inner line 40\n"
	"  half = 0.5\n"
	"  i = 2\n"
	"  t = 0x\n"
	"  c = 120 'x'\n"
	"  real = 0.10000000000000001\n"
	"  n = 9\n"
	"  text = \"a \\\"text\\\"\\n\"\n"
	"  copy = {name = \"one\", at = {{x = 1, y = -2}, {x = 3, y = 4}}, low = 5, middle = 1000, high = -7, "
	"colour = GREEN, next = 0x, u = {f = 1.5, i = 1069547520}, function = 0x <twice>, yes = true, d = -2.25, "
	"wide = -5000000000}\n"
	"  matrix = {{1, 2, 3}, {4, 5, 6}}\n"
	"  __vla_expr0 = 9\n"
	"  room = \"ABCDEFGHI\"\n"
	"  calls = 1\n"
	"test line 47\n"
	"  n = 9\n"
	"  before = 10\n"
	"  got = 0\n";

/* What clang has left of the variables; every variable with a value has the right one. */
static const char optimised[] =
	"deeper line 24\n"
	"  depth = 9\n"
	"  sum = 2\n"
	"  local = 11\n"
	"inner line 40\n"
	"  half = 0.5\n"
	"  i = <nowhere>\n"
	"  c = <nowhere>\n"
	"  real = <nowhere>\n"
	"  n = 9\n"
	"  text = {97 'a', <unknown>, <unknown>, <unknown>, <unknown>, <unknown>, <unknown>, <unknown>, "
	"<unknown>, <unknown>}\n"
	"  copy = <nowhere>\n"
	"  matrix = {{1, <unknown>, <unknown>}, <unknown>}\n"
	"  __vla_expr0 = 9\n"
	"  room = <nowhere>\n"
	"  calls = 1\n"
	"test line 47\n"
	"  n = 9\n"
	"  before = 10\n"
	"  got = <nowhere>\n";

static const struct {
	Word code, data;
} loads[] = {{0, 0}, {0x1000, 0x1000}, {0x1004, 0x5000}};

enum { NLOADS = sizeof loads / sizeof *loads };

static void
check_frames(const char *options, const char *expected)
{
	Image im = {0};
	Debug *d;

	if (!compiled(options, &im))
		skip();
	d = debug_open(&im);
	for (int i = 0; i < NLOADS; i++) {
		Stopped s;
		T800 *c = run(&im, loads[i].code, loads[i].data, &s);
		char *seen = frames(d, s);

		without_addresses(seen);
		assert_string_equal(seen, expected);
		free(seen);
		t800_free(c);
	}
	debug_close(d);
	image_free(&im);
}

static void
everything_without_optimisation(void **state)
{
	(void)state;
	check_frames("-g -O0", unoptimised);
}

static void
what_is_left_with_optimisation(void **state)
{
	(void)state;
	check_frames("-g -O2", optimised);
}

/* next_instruction: the length of the one at p, with its prefixes. */
static Word
next_instruction(const uint8_t *p)
{
	Word n = 0;

	while (p[n] >> 4 == FN_PFIX || p[n] >> 4 == FN_NFIX)
		n++;
	return n + 1;
}

/*
 * stopped_at: runs up to an address that holds an operation that stops the node; false if the node
 * does not reach it.
 */
static bool
stopped_at(const Image *im, Addr a, T800 **c)
{
	uint8_t code[MAX_INSTR];
	size_t n = instr_encode(code, FN_OPR, UNDEFINED);

	*c = start(im, 0, 0);
	memcpy((*c)->r.mem + (a - MOSTNEG), code, n);
	go(*c, 20000);
	return (*c)->stop == STOP_ILLEGAL;
}

/*
 * follow_callers: check the callers at each instruction of a function, when it is first executed;
 * returns the number of instructions.
 */
static int
follow_callers(Debug *d, const Image *im, const char *function, int depth)
{
	const Symbol *f = image_symbol(im, function);
	const uint8_t *code = im->segments[0].data + (f->addr - image_base(im));
	int instructions = 0;

	for (Word at = 0; at < f->size; at += next_instruction(code + at)) {
		T800 *c;

		if (stopped_at(im, f->addr + at, &c)) {
			Stopped s = {.read = read_memory, .of = c, .iptr = f->addr + at, .wptr = c->r.wptr};

			for (int i = 0; i < depth; i++)
				assert_true(debug_unwind(d, &s));
			assert_int_equal(s.iptr, BACK);
			assert_int_equal(s.wptr, STACK + 16);
			assert_false(debug_unwind(d, &s));
			instructions++;
		}
		t800_free(c);
	}
	return instructions;
}

static void
callers_at_every_instruction(void **state)
{
	Image im = {0};
	Debug *d;

	(void)state;
	if (!compiled("-g -O0", &im))
		skip();
	d = debug_open(&im);
	assert_in_range(follow_callers(d, &im, "test", 1), 10, 40);
	assert_in_range(follow_callers(d, &im, "inner", 2), 80, 400);
	assert_in_range(follow_callers(d, &im, "deeper", 3), 5, 40);
	debug_close(d);
	image_free(&im);
}

typedef struct Search {
	const char *name;
	DebugVariable *v;
	bool found;
} Search;

static void
compare_name(void *to, const DebugVariable *v)
{
	Search *s = to;

	if (!s->found && strcmp(v->name, s->name) == 0) {
		*s->v = *v;
		s->found = true;
	}
}

/* global: find the global variable of that name. */
static bool
global(Debug *d, const char *name, DebugVariable *v)
{
	Search s = {name, v, false};

	debug_globals(d, compare_name, &s);
	return s.found;
}

static void
globals_have_values(void **state)
{
	Image im = {0};
	Arena arena = {0};
	Buf out = {0};
	DebugVariable v;
	DebugValue value;
	Stopped s;
	Debug *d;
	T800 *c;

	(void)state;
	if (!compiled("-g -O0", &im))
		skip();
	d = debug_open(&im);
	c = run(&im, 0x800, 0x3000, &s);
	assert_true(global(d, "counter", &v));
	assert_true(debug_value(d, &v, &s, &arena, &value));
	assert_true(value.in_memory);
	assert_int_equal(value.addr, image_symbol(&im, "counter")->addr + 0x3000);
	value_text(d, &s, v.type, value.bytes, value.known, &out);
	assert_true(global(d, "things", &v));
	assert_true(debug_value(d, &v, &s, &arena, &value));
	value_text(d, &s, type_plain(v.type)->target, value.bytes + type_plain(v.type)->target->size, value.known, &out);
	buf_byte(&out, '\0');
	assert_string_equal((char *)out.data, "42{name = \"another\", at = {{x = 0, y = 0}, {x = 0, y = 0}}, low = 0, "
		"middle = 0, high = 0, colour = 7, next = 0x0, u = {f = 0, i = 0}, function = 0x0, yes = false, "
		"d = 0, wide = 0}");
	assert_false(global(d, "nothing", &v));
	arena_free(&arena);
	buf_free(&out);
	t800_free(c);
	debug_close(d);
	image_free(&im);
}

static void
remove_files(void)
{
	static const char *const names[] = {"program.c", "program.elf", "errors"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		char *name = xasprintf("%s/%s", directory, names[i]);

		remove(name);
		free(name);
	}
	remove(directory);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everything_without_optimisation),
		cmocka_unit_test(what_is_left_with_optimisation),
		cmocka_unit_test(callers_at_every_instruction),
		cmocka_unit_test(globals_have_values),
	};
	int status;

	if (!mkdtemp(directory))
		return EXIT_OURS;
	cmocka_set_message_output(CM_OUTPUT_TAP);
	status = cmocka_run_group_tests(tests, NULL, NULL);
	remove_files();
	return status;
}
