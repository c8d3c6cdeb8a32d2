/*
 * kernel_tables.c - the kernel's tables in a node's memory, by the layout that the kernel's debugging information
 * tells; so a kernel that is changed is read as it is.
 *
 * Whatever a node holds may be garbage: addresses are checked, lists are followed so far only, and a process must
 * stand at its own place of the table.
 */
#include "kernel_tables.h"
#include "node_dir.h"

#include "cc/debug/debug.h"
#include "sim/node/node_words.h"

#include <stdlib.h>
#include <unistd.h>

enum { LONGEST_LIST = 1000 };

struct KernelText {
	Debug *debug;
	DebugVariable table, lists, links;
	Addr linked; /* where the kernel's data was linked for */
};

/* Something in a node's memory; type NULL: it is not there. */
typedef struct Ref {
	const T800 *c;
	Addr at;
	const Type *type;
} Ref;

static const Ref nothing;

/* ---- values ---- */

static const Type *
plain(Ref r)
{
	return r.type ? type_plain(r.type) : NULL;
}

static Ref
member(Ref r, const char *name)
{
	const Type *t = plain(r);

	for (size_t i = 0; t && i < t->nmembers; i++)
		if (strcmp(t->members[i].name, name) == 0)
			return (Ref){r.c, r.at + t->members[i].at, t->members[i].type};
	return nothing;
}

static Ref
element(Ref r, uint32_t i)
{
	const Type *t = plain(r);

	if (!t || t->kind != TYPE_ARRAY || i >= t->count)
		return nothing;
	return (Ref){r.c, r.at + i * type_plain(t->target)->size, t->target};
}

/* number: an unsigned one; of what is not there, 0. */
static uint32_t
number(Ref r)
{
	const Type *t = plain(r);
	const uint8_t *p = t && t->size <= 4 ? node_memory(r.c, r.at, t->size) : NULL;
	uint32_t n = 0;

	for (Word i = 0; p && i < t->size; i++)
		n |= (uint32_t)p[i] << 8 * i;
	return n;
}

/* target: what a pointer points to. */
static Ref
target(Ref r)
{
	const Type *t = plain(r);
	Addr at = number(r);

	return t && t->kind == TYPE_POINTER && at != 0 ? (Ref){r.c, at, t->target} : nothing;
}

/* ---- the kernel's variables ---- */

static bool
no_memory(void *of, Addr a, void *to, Word n)
{
	(void)of;
	(void)a;
	(void)to;
	(void)n;
	return false; /* only the address is wanted */
}

static Addr
address(const KernelText *k, const DebugVariable *v)
{
	Stopped s = {.read = no_memory};
	DebugValue value;
	Arena a = {0};
	Addr at = debug_value(k->debug, v, &s, &a, &value) && value.in_memory ? value.addr : 0;

	arena_free(&a);
	return at;
}

/* Of several variables of a name, the one whose elements are, or point to, this structure. */
typedef struct Wanted {
	const char *name, *of;
	DebugVariable *v;
	bool found;
} Wanted;

static void
compare(void *to, const DebugVariable *v)
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

static bool
find(KernelText *k, const char *name, const char *of, DebugVariable *v)
{
	Wanted w = {name, of, v, false};

	debug_globals(k->debug, compare, &w);
	return w.found;
}

/* data_of: where an image's data begins. */
static Addr
data_of(const Image *im)
{
	for (size_t i = 0; i < im->nsegments; i++)
		if (!im->segments[i].execute)
			return im->segments[i].addr;
	return 0;
}

static void
text_close(KernelText *k)
{
	if (k && k->debug)
		debug_close(k->debug);
	free(k);
}

static KernelText *
text_open(const char *file)
{
	char *dir = file ? NULL : node_dir();
	char *name = file ? xstrdup(file) : dir ? xasprintf("%s/kernel.elf", dir) : NULL;
	KernelText *k = xcalloc(1, sizeof *k);
	Image im = {0};
	Buf b;

	if (name && access(name, R_OK) == 0) {
		b = file_read(name, IMAGE_MAX_FILE);
		image_read(&im, name, b.data, b.len);
		k->debug = debug_open(&im);
		k->linked = data_of(&im);
		image_free(&im);
		buf_free(&b);
	}
	free(name);
	free(dir);
	if (k->debug && find(k, "process_table", "Process", &k->table) && find(k, "lists", "Waiter", &k->lists)
		&& find(k, "links", "Link", &k->links))
		return k;
	text_close(k);
	return NULL;
}

/* variable: of the kernel on a node, which tells where its data lies. */
static Ref
variable(const KernelText *k, const T800 *c, const DebugVariable *v)
{
	NodeWords words;

	if (!k || !node_words(c, &words))
		return nothing;
	return (Ref){c, address(k, v) + (words.kernel_gsb - k->linked), v->type};
}

/* ---- processes ---- */

/* waits: it is on one of the lists of those who wait for a message. */
static bool
waits(Ref lists, Addr process, StateRow *row)
{
	for (uint32_t kind = 0; element(lists, kind).type; kind++)
		for (uint32_t i = 0; element(element(lists, kind), i).type; i++) {
			Ref w = target(element(element(lists, kind), i));

			for (int n = 0; w.type && n < LONGEST_LIST; n++, w = target(member(w, "next"))) {
				if (number(member(w, "process")) != process)
					continue;
				row->state = number(member(w, "kind")) == 1 ? PROCESS_SENDING : PROCESS_RECEIVING;
				row->event = number(member(w, "event"));
				row->type = number(member(w, "type"));
				return true;
			}
		}
	return false;
}

static Ref
sending(Ref links, uint32_t link, uint32_t class)
{
	return target(member(element(member(element(links, link), "local"), class), "front"));
}

/* sends: a message of its own waits for a link. */
static void
sends(Ref links, Addr process, StateRow *row)
{
	for (uint32_t i = 0; i < NLINKS; i++)
		for (uint32_t class = 0; class < 2; class++) {
			Ref s = sending(links, i, class);

			for (int n = 0; s.type && n < LONGEST_LIST; n++, s = target(member(s, "next"))) {
				if (number(member(s, "process")) != process || number(member(s, "call")) == 0)
					continue;
				row->state = PROCESS_SENDING;
				row->event = number(member(member(s, "h"), "event"));
				row->type = number(member(member(s, "h"), "type"));
				return;
			}
		}
}

static void
take_name(Ref process, StateRow *row)
{
	Ref name = member(target(member(target(member(process, "image")), "program")), "name");
	const uint8_t *p = name.type ? node_memory(name.c, name.at, sizeof row->name) : NULL;

	for (size_t i = 0; p && i < sizeof row->name - 1 && p[i] > ' ' && p[i] < 127; i++)
		row->name[i] = p[i];
}

static uint32_t
processes(const KernelText *k, const T800 *c, StateRow rows[MAX_STATE_ROWS])
{
	Ref table = variable(k, c, k ? &k->table : NULL);
	Ref lists, links;
	uint32_t n = 0;

	if (!table.type)
		return 0;
	lists = variable(k, c, &k->lists);
	links = variable(k, c, &k->links);
	for (uint32_t i = 0; i < MAX_STATE_ROWS && element(table, i).type; i++) {
		Ref p = target(element(table, i));
		StateRow row = {.index = i, .pid = number(member(p, "pid")), .priority = number(member(p, "priority"))};

		if (!p.type || number(member(p, "index")) != i)
			continue;
		row.event = -row.pid;
		if (!waits(lists, p.at, &row))
			sends(links, p.at, &row);
		if (number(member(p, "ending")))
			row.state = PROCESS_ENDING;
		else if (number(member(p, "arrested")))
			row.state = PROCESS_ARRESTED;
		take_name(p, &row);
		rows[n++] = row;
	}
	return n;
}

/* ---- links ---- */

static uint32_t
length(Ref first)
{
	uint32_t n = 0;

	for (; first.type && n < LONGEST_LIST; n++)
		first = target(member(first, "next"));
	return n;
}

static bool
queues(const KernelText *k, const T800 *c, uint32_t waiting[NLINKS])
{
	Ref links = variable(k, c, k ? &k->links : NULL);

	for (uint32_t i = 0; i < NLINKS; i++) {
		Ref through = member(element(links, i), "through");

		waiting[i] = 0;
		for (uint32_t class = 0; class < 2; class++) {
			waiting[i] += length(sending(links, i, class));
			for (uint32_t from = 0; element(element(through, class), from).type; from++)
				waiting[i] += length(target(member(element(element(through, class), from), "front")));
		}
	}
	return links.type != NULL;
}

const KernelReader kernel_tables = {
	.open = text_open,
	.close = text_close,
	.processes = processes,
	.queues = queues,
};
