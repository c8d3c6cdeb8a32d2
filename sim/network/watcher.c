/*
 * watcher.c - sets which accesses of which nodes a watcher receives; sim/cpu/watch.c reports them.
 */
#include "step.h"

#include "base/exhausted.h"

#include <stdlib.h>
#include <sys/mman.h>

struct Watcher {
	Network *w;
	WatcherOptions options;
	NodeWatch **nodes; /* [nodes] what is watched on a node; NULL: nothing */
};

/*
 * marks_size: size of the marks in bytes. Marks exist for memory, for the page after it, which can
 * be executed, too, and for everything up to the end of a ROM.
 */
static size_t
marks_size(const Watcher *o, NodeId n)
{
	return o->w->nodes[n]->rom ? 1ull << 32 : o->w->nodes[n]->r.size + PAGE;
}

/*
 * table_new: a table of zeros. The host allocates only the pages that are touched; this helps
 * because a watcher may be short-lived.
 */
static void *
table_new(size_t nbytes)
{
	void *table = mmap(NULL, nbytes, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (table == MAP_FAILED)
		memory_exhausted("a watched node");
	return table;
}

/* attach_watch: watch the node with s from now on; s NULL: do not watch it. */
static void
attach_watch(Watcher *o, NodeId n, NodeWatch *s)
{
	o->w->nodes[n]->watch = s;
	node_note_watch(o->w, n);
}

/* watch_of_node: the ranges and marks of a node, which are made if it is not watched yet. */
static NodeWatch *
watch_of_node(Watcher *o, NodeId n)
{
	NodeWatch *s = o->nodes[n];

	if (!s) {
		s = o->nodes[n] = xcalloc(1, sizeof *s);
		s->node = n;
		s->options = &o->options;
		s->next = s->buffer;
		s->epoch = 1;
		s->marks = table_new(marks_size(o, n));
		s->mask = ~0u;
		s->accesses = o->options.report_accesses != NULL;
	}
	attach_watch(o, n, s);
	return s;
}

Watcher *
watcher_new(Network *w, const WatcherOptions *options)
{
	Watcher *o = xcalloc(1, sizeof *o);

	*o = (Watcher){.w = w, .options = *options, .nodes = xcalloc(w->nnodes, sizeof *o->nodes)};
	for (NodeId n = 0; n < w->nnodes; n++)
		assert(!w->nodes[n]->watch);
	return o;
}

void
watcher_free(Watcher *o)
{
	for (NodeId n = 0; n < o->w->nnodes; n++)
		watcher_clear(o, n);
	free(o->nodes);
	free(o);
}

void
watcher_suspend(Watcher *o)
{
	for (NodeId n = 0; n < o->w->nnodes; n++) {
		if (!o->nodes[n])
			continue;
		watch_flush(o->nodes[n]);
		attach_watch(o, n, NULL);
	}
}

void
watcher_resume(Watcher *o)
{
	for (NodeId n = 0; n < o->w->nnodes; n++) {
		if (!o->nodes[n])
			continue;
		assert(!o->w->nodes[n]->watch);
		attach_watch(o, n, o->nodes[n]);
	}
}

/* ---- watched ranges and marks ---- */

/*
 * words_around: the range of the words that contain a range of bytes; an access to one of these
 * words touches the range.
 */
static Hull
words_around(Hull h)
{
	Addr low = h.low & ~3u;

	return (Hull){low, h.span ? (h.low + h.span - low + 3) & ~3u : 0};
}

/* add_hull: extend *h to the smallest range that contains *h and `more`. */
static void
add_hull(Hull *h, Hull more)
{
	/* memory begins at MOSTNEG and does not wrap around at 0 */
	Addr low = h->low < more.low ? h->low : more.low;
	Addr end = h->low + h->span > more.low + more.span ? h->low + h->span
		: more.low + more.span;

	if (h->span == 0)
		*h = more;
	else if (more.span > 0)
		*h = (Hull){low, end - low};
}

/* add_range: enlarge the hulls of reads and writes so that they contain the range. */
static void
add_range(NodeWatch *s, const WatchedRange *r)
{
	if (r->kinds & ACCESS_READS)
		add_hull(&s->reads, words_around(r->hull));
	if (r->kinds & ACCESS_WRITES)
		add_hull(&s->writes, words_around(r->hull));
}

/* has_range: true if a range with the same bytes and kinds of access is watched already. */
static bool
has_range(const NodeWatch *s, const WatchedRange *r)
{
	for (uint32_t i = 0; i < s->nranges; i++)
		if (s->ranges[i].hull.low == r->hull.low && s->ranges[i].hull.span == r->hull.span
			&& s->ranges[i].kinds == r->kinds)
			return true;
	return false;
}

void
watcher_all(Watcher *o, NodeId n, uint32_t kinds)
{
	watcher_range(o, n, kinds, lowest_address(o->w->nodes[n]->chip),
		o->w->nodes[n]->r.size);
}

void
watcher_range(Watcher *o, NodeId n, uint32_t kinds, Addr low, Word nbytes)
{
	WatchedRange r = {{low, nbytes}, kinds};
	const T800 *c = o->w->nodes[n];
	uint32_t size = c->r.size, offset = t800_offset(c, low);
	NodeWatch *s;

	assert(o->options.report_accesses);
	if (offset >= size)
		return;
	if (r.hull.span > size - offset)
		r.hull.span = size - offset;
	s = watch_of_node(o, n);
	if (has_range(s, &r))
		return;
	s->ranges = xrealloc(s->ranges, (s->nranges + 1) * sizeof *s->ranges);
	s->ranges[s->nranges++] = r;
	add_range(s, &r);
	s->all |= r.kinds == ACCESS_ALL && r.hull.span == size;
}

void
watcher_report_once(Watcher *o, NodeId n, Addr low)
{
	assert(o->options.report_repeats);
	const T800 *c = o->w->nodes[n];

	watch_of_node(o, n)->once = (Hull){low, c->r.size - t800_offset(c, low)};
}

void
watcher_report_first_writes(Watcher *o, NodeId n, uint32_t bits)
{
	NodeWatch *s = watch_of_node(o, n);

	assert(!s->written);
	s->written = table_new(o->w->nodes[n]->r.size);
	s->bits = bits;
}

void
watcher_mark(Watcher *o, NodeId n, Addr instruction)
{
	const T800 *c = o->w->nodes[n];
	uint32_t offset = t800_offset(c, instruction);

	if (offset < c->r.size || rom_has(c, offset))
		watch_of_node(o, n)->marks[offset] = 1;
}

bool
watcher_has_mark(const Watcher *o, NodeId n, Addr instruction)
{
	const T800 *c = o->w->nodes[n];
	uint32_t offset = t800_offset(c, instruction);

	return (offset < c->r.size || rom_has(c, offset)) && o->nodes[n]->marks[offset];
}

void
watcher_mark_all(Watcher *o, NodeId n)
{
	NodeWatch *s = watch_of_node(o, n);

	s->marks[0] = 1;
	s->mask = 0;
}

void
watcher_report_events(Watcher *o, NodeId n)
{
	watch_of_node(o, n);
}

void
watcher_clear(Watcher *o, NodeId n)
{
	NodeWatch *s = o->nodes[n];

	if (!s)
		return;
	watch_flush(s);
	if (o->w->nodes[n]->watch == s)
		attach_watch(o, n, NULL);
	free(s->ranges);
	munmap(s->marks, marks_size(o, n));
	if (s->written)
		munmap(s->written, o->w->nodes[n]->r.size);
	free(s);
	o->nodes[n] = NULL;
}
