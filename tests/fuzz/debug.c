/*
 * debug.c - fuzz target: the reader of debugging information, on a program with some damaged bytes.
 * The target makes every query; the results must be text, within the bounds of their kind.
 *
 * The program is the ring of programs/messages as it was built; without it the target does nothing.
 * Each four bytes of the input are a place in the file and the new byte for it.
 */
#include "base/files.h"
#include "cc/debug/debug.h"

#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PATCHES = 16, MAX_TEXT = 1 << 24 };

static jmp_buf rejected;
static Buf program;
static char *name; /* of its file */

static void
caught(int status)
{
	longjmp(rejected, status ? status : 1);
}

/* libdw leaks some memory when it finds damage. */
const char *
__lsan_default_suppressions(void)
{
	return "leak:libdw";
}

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
	const char *slash = strrchr((*argv)[0], '/');
	FILE *f;

	(void)argc;
	name = xasprintf("%.*s/../programs/ring.elf", slash ? (int)(slash - (*argv)[0]) : 1,
		slash ? (*argv)[0] : ".");
	f = fopen(name, "rb");
	if (f) {
		fclose(f);
		program = file_read(name, IMAGE_MAX_FILE);
	}
	return 0;
}

/* The query in progress; static, so that it can be reached after a longjmp. */
static struct {
	Image im;
	Debug *d;
	Buf text;
	Arena arena;
	Stopped at;
} q;

static bool
no_memory(void *of, Addr a, void *to, Word n)
{
	(void)of;
	memset(to, 0, n);
	return a % 3 != 0;
}

static void
take_type(void *to, const Type *t)
{
	(void)to;
	assert(t->kind < NTYPEKINDS);
	type_text(t, "x", &q.text);
	type_definition(type_plain(t), &q.text);
}

static void
take_variable(void *to, const DebugVariable *v)
{
	DebugValue value;

	(void)to;
	debug_location_text(v, q.at.iptr, &q.text);
	type_text(v->type, v->name, &q.text);
	if (debug_value(q.d, v, &q.at, &q.arena, &value) && value.type->size < 4096)
		value_text(q.d, &q.at, value.type, value.bytes, value.known, &q.text);
	assert(q.text.len < MAX_TEXT);
}

static void
take_frames(Addr a)
{
	Frame frames[MAX_FRAMES];
	size_t n = debug_frames(q.d, a, frames);

	assert(n <= MAX_FRAMES);
	q.at.iptr = a;
	for (size_t i = 0; i < n; i++)
		debug_variables(q.d, &frames[i], take_variable, NULL);
}

static void
take_function(void *to, const DebugFunction *f)
{
	Stopped s;

	(void)to;
	take_type(NULL, f->type);
	q.at.iptr = f->addr;
	debug_function_variables(q.d, f, take_variable, NULL);
	take_frames(f->addr + f->size / 2);
	s = q.at;
	for (int i = 0; i < MAX_FRAMES && debug_unwind(q.d, &s); i++)
		;
}

static void
ask(const uint8_t *file, size_t n)
{
	image_read(&q.im, "fuzz.elf", file, n);
	q.d = debug_open(&q.im);
	if (!q.d)
		return;
	debug_types(q.d, take_type, NULL);
	debug_functions(q.d, take_function, NULL);
	debug_globals(q.d, take_variable, NULL);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static uint8_t *file;

	if (program.len == 0 || n < 4 || n > 4 * MAX_PATCHES)
		return 0;
	file = xmalloc(program.len);
	memcpy(file, program.data, program.len);
	for (size_t i = 0; i + 4 <= n; i += 4)
		file[(get32(data + i) & 0xFFFFFF) % program.len] = data[i + 3];
	q.at = (Stopped){.read = no_memory, .wptr = 0x80001000};
	fatal_catch(caught);
	if (setjmp(rejected) == 0)
		ask(file, program.len);
	if (q.d)
		debug_close(q.d);
	q.d = NULL;
	image_free(&q.im);
	arena_free(&q.arena);
	buf_free(&q.text);
	free(file);
	return 0;
}
