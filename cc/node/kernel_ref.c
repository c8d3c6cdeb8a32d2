/* kernel_ref.c - values in a node's memory, in particular the kernel's variables. */
#include "kernel_ref.h"
#include "node_dir.h"

#include "base/files.h"
#include "sim/node/node_words.h"

#include <stdlib.h>
#include <unistd.h>

static const Ref nothing;

/* ---- values ---- */

/*
 * plain_type: the type of the referenced object without typedefs and qualifiers; NULL if the
 * reference is empty.
 */
static const Type *
plain_type(Ref r)
{
	return r.type ? type_plain(r.type) : NULL;
}

Ref
ref_member(Ref r, const char *name)
{
	const Type *t = plain_type(r);

	for (size_t i = 0; t && i < t->nmembers; i++)
		if (strcmp(t->members[i].name, name) == 0)
			return (Ref){r.c, r.at + t->members[i].at, t->members[i].type};
	return nothing;
}

Ref
ref_element(Ref r, uint32_t i)
{
	const Type *t = plain_type(r);

	if (!t || t->kind != TYPE_ARRAY || i >= t->count)
		return nothing;
	return (Ref){r.c, r.at + i * type_plain(t->target)->size, t->target};
}

uint32_t
ref_number(Ref r)
{
	const Type *t = plain_type(r);
	const uint8_t *p = t && t->size <= 4 ? node_memory(r.c, r.at, t->size) : NULL;
	uint32_t n = 0;

	for (Word i = 0; p && i < t->size; i++)
		n |= (uint32_t)p[i] << 8 * i;
	return n;
}

Ref
ref_target(Ref r)
{
	const Type *t = plain_type(r);
	Addr at = ref_number(r);

	return t && t->kind == TYPE_POINTER && at != 0 ? (Ref){r.c, at, t->target} : nothing;
}

/* ---- the kernel's variables ---- */

/*
 * read_nothing: callback: false, because there is no memory to read; only a variable's address is
 * wanted.
 */
static bool
read_nothing(void *of, Addr a, void *to, Word n)
{
	(void)of;
	(void)a;
	(void)to;
	(void)n;
	return false; /* the search stops when the address is found */
}

/* variable_address: the link address of a variable of the kernel. */
static Addr
variable_address(const KernelDebug *k, const DebugVariable *v)
{
	Stopped s = {.read = read_nothing};
	DebugValue value;
	Arena a = {0};
	Addr at = debug_value(k->debug, v, &s, &a, &value) && value.in_memory ? value.addr : 0;

	arena_free(&a);
	return at;
}

/*
 * A search for a variable of the kernel. Several variables may have the name; the wanted one is a
 * structure called `of`, an array of such structures, or a pointer to one.
 */
typedef struct Wanted {
	const char *name, *of;
	DebugVariable *v; /* the variable, if it is found */
	bool found;
} Wanted;

/* match_variable: take the variable if its name and the name of its type are the wanted ones. */
static void
match_variable(void *to, const DebugVariable *v)
{
	Wanted *w = to;
	const Type *t = type_plain(v->type);

	while (t->kind == TYPE_ARRAY || t->kind == TYPE_POINTER)
		t = type_plain(t->target);
	if (!w->found && strcmp(v->name, w->name) == 0 && strcmp(t->name, w->of) == 0) {
		*w->v = *v;
		w->found = true;
	}
}

/*
 * find_variable: set *v to the kernel's variable with this name, whose type, or element type, is
 * called `of`; false if there is none.
 */
static bool
find_variable(KernelDebug *k, const char *name, const char *of, DebugVariable *v)
{
	Wanted w = {name, of, v, false};

	debug_globals(k->debug, match_variable, &w);
	return w.found;
}

/* data_address: the link address of an image's data. */
static Addr
data_address(const Image *im)
{
	for (size_t i = 0; i < im->nsegments; i++)
		if (!im->segments[i].execute)
			return im->segments[i].addr;
	return 0;
}

void
kernel_text_close(KernelDebug *k)
{
	if (k && k->debug)
		debug_close(k->debug);
	free(k);
}

KernelDebug *
kernel_text_open(const char *file)
{
	char *dir = file ? NULL : node_dir();
	char *name = file ? xstrdup(file) : dir ? xasprintf("%s/kernel.elf", dir) : NULL;
	KernelDebug *k = xcalloc(1, sizeof *k);
	Image im = {0};
	Buf b;

	if (name && access(name, R_OK) == 0) {
		b = file_read(name, IMAGE_MAX_FILE);
		image_read(&im, name, b.data, b.len);
		k->debug = debug_open(&im);
		k->linked = data_address(&im);
		image_free(&im);
		buf_free(&b);
	}
	free(name);
	free(dir);
	if (k->debug && find_variable(k, "process_table", "Process", &k->table) &&
	    find_variable(k, "lists", "Waiter", &k->lists) &&
	    find_variable(k, "links", "Link", &k->links))
		return k;
	kernel_text_close(k);
	return NULL;
}

Ref
kernel_variable(const KernelDebug *k, const T800 *c, const DebugVariable *v)
{
	NodeWords words;

	if (!k || !node_words(c, &words))
		return nothing;
	return (Ref){c, variable_address(k, v) + (words.kernel_gsb - k->linked), v->type};
}

/* ---- what several tables lead to ---- */

Ref
kernel_process(Ref table, uint32_t i)
{
	Ref p = ref_target(ref_element(table, i));

	return p.type && ref_number(ref_member(p, "index")) == i ? p : nothing;
}

void
kernel_process_name(Ref process, char name[], size_t size)
{
	Ref text = ref_member(ref_target(ref_member(ref_target(ref_member(process, "image")),
		"program")), "name");
	const uint8_t *p = text.type ? node_memory(text.c, text.at, size) : NULL;

	for (size_t i = 0; p && i < size - 1 && p[i] > ' ' && p[i] < 127; i++)
		name[i] = p[i];
}

Ref
kernel_waiting_message(Ref links, uint32_t link, uint32_t class)
{
	return ref_target(ref_member(ref_element(ref_member(ref_element(links, link), "local"),
		class), "front"));
}
