/*
 * detail.c - describes one node in text: the kernel's processes, registers, queues, links, memory,
 * last events.
 */
#include "frame.h"

#include "sim/node/node_words.h"
#include "sim/trace/trace.h"

#include <inttypes.h>

enum {
	MAX_LISTED = 8,  /* processes of a queue, or of the kernel's table */
	MAX_REGIONS = 6, /* address ranges of memory */
	/* processes of a queue that are counted; a damaged queue may be a ring */
	LONGEST_QUEUE = 1000,
};

/*
 * read_word_at: get the word of memory that contains an address; false if it lies outside memory.
 */
static bool
read_word_at(const T800 *c, Addr a, Word *word)
{
	Word offset = t800_offset(c, a) & ~(chip_word_bytes(c->chip) - 1);

	if (offset >= c->r.size)
		return false;
	*word = t800_get(c, c->r.mem + offset);
	return true;
}

/*
 * print_queue: print a queue in memory, from front to back, and its length; link: offset of the
 * word with the next pointer, with words of 32 bits.
 */
static void
print_queue(Buf *b, const T800 *c, const char *name, Addr front, Addr back, int link)
{
	Word iptr, next = front, none = t800_reserved(c, NOTPROCESS);
	int size = chip_word_bytes(c->chip);
	Buf text = {0};
	uint32_t n;

	if (front == none)
		return;
	for (n = 0; n < LONGEST_QUEUE && next != none; n++) {
		Addr w = next & ~(Word)(size - 1);

		if (!read_word_at(c, w + W_IPTR / 4 * size, &iptr))
			break;
		if (n < MAX_LISTED)
			buf_printf(&text, "  W %08x  I %08x\n", w, iptr);
		if (w == back || !read_word_at(c, w + link / 4 * size, &next))
			next = none;
	}
	buf_printf(b, "%s: %u%s\n", name, n, n == LONGEST_QUEUE ? " or more" : "");
	buf_put(b, text.data, text.len);
	if (n > MAX_LISTED)
		buf_printf(b, "  ...\n");
	buf_free(&text);
}

/* print_queues: print the processes in the node's run queues and timer queues. */
static void
print_queues(Buf *b, const T800 *c)
{
	static const char *const ready[] = {"ready, high", "ready, low"};
	static const char *const timer[] = {"timer, high", "timer, low"};

	for (int p = HIGH; p <= LOW; p++)
		print_queue(b, c, ready[p], c->fptr[p], c->bptr[p], W_LINK);
	for (int p = HIGH; p <= LOW; p++) {
		Word none = t800_reserved(c, NOTPROCESS), front = none;

		if (c->tvalid[p] && read_word_at(c, t800_reserved(c, p == HIGH ? TPTRLOC0
			: TPTRLOC1), &front))
			print_queue(b, c, timer[p], front, none, W_TLINK);
	}
}

/* print_processes: print the processes that the shell's command `state` lists. */
static void
print_processes(Buf *b, const T800 *c, const KernelReader *by, const KernelDebug *k)
{
	StateRow rows[MAX_STATE_ROWS];
	uint32_t n = k ? by->processes(k, c, rows) : 0;

	if (n > 0)
		buf_printf(b, "processes: %u\n", n);
	for (uint32_t i = 0; i < n && i < MAX_LISTED; i++) {
		buf_printf(b, "  ");
		state_row_text(&rows[i], b);
		buf_printf(b, "\n");
	}
	if (n > MAX_LISTED)
		buf_printf(b, "  ...\n");
}

/* print_links: print for each link of a node its traffic, queue and message in transit. */
static void
print_links(Buf *b, const Network *w, NodeId n, const KernelReader *by, const KernelDebug *k)
{
	uint32_t waiting[NLINKS];
	bool known = k && by->queues(k, w->nodes[n], waiting);

	for (uint32_t l = 0; l < NLINKS; l++) {
		const End *e = &w->links.ends[n * NLINKS + l];

		if (e->peer == NOWHERE_END)
			continue;
		buf_printf(b, "link %u  out %" PRIu64 "  in %" PRIu64, l, e->out_traffic.nbytes,
			e->in_traffic.nbytes);
		if (known)
			buf_printf(b, "  queue %u", waiting[l]);
		buf_printf(b, "\n");
		if (e->sending)
			buf_printf(b, "  sends %u of %u\n", e->out_done, e->out_len);
		if (e->receiving)
			buf_printf(b, "  receives %u of %u\n", e->in_have, e->in_len);
	}
}

/* Ranges of consecutive pages that are not all zeros. */
typedef struct Regions {
	Buf *b;
	Addr low;          /* the lowest address */
	uint32_t from, to; /* page numbers of the last range */
	uint32_t pages, n; /* pages in all ranges, and number of ranges */
} Regions;

/* print_region: print the region of non-zero pages that has ended, if there is one. */
static void
print_region(Regions *r)
{
	if (r->to > r->from && r->n++ < MAX_REGIONS)
		buf_printf(r->b, "  %08x to %08x  %u K\n", r->low + r->from * PAGE,
			r->low + r->to * PAGE - 1, (r->to - r->from) * (PAGE / 1024));
}

/* add_page: callback for pages_each: extend the present region by a page, or begin a new region. */
static void
add_page(void *context, uint32_t page, const uint8_t *bytes)
{
	Regions *r = context;

	(void)bytes; /* only called for pages that are not all zeros */
	r->pages++;
	if (page != r->to) {
		print_region(r);
		r->from = page;
	}
	r->to = page + 1;
}

/* print_memory: print the regions of memory that are not all zeros. */
static void
print_memory(Buf *b, const T800 *c)
{
	Buf map = {0};
	Regions r = {.b = &map, .low = lowest_address(c->chip)};

	pages_each(c, add_page, &r);
	print_region(&r);
	buf_printf(b, "memory %u K, %u K used\n", c->r.size / 1024, r.pages * (PAGE / 1024));
	buf_put(b, map.data, map.len);
	if (r.n > MAX_REGIONS)
		buf_printf(b, "  ...\n");
	buf_free(&map);
}

/* print_work: print which user functions TrEK's processes are running. */
static void
print_work(Buf *b, const T800 *c)
{
	NodeWork n;

	for (int second = 0; second < 2 && node_work(c, second, &n); second++) {
		buf_printf(b, "tasks computed %u, split %u\n", n.computed, n.split);
		for (int i = 0; i < NWORKERS; i++) {
			const NodeWorker *p = &n.worker[i];

			if (p->function == FN_NONE || p->function >= NFUNCTIONS)
				continue;
			buf_printf(b, "  in %s", node_function_names[p->function]);
			if (p->function >= FN_COMPUTE)
				buf_printf(b, " task %u", p->task);
			buf_printf(b, "\n");
		}
	}
}

/* print_error: print the flags, and what set Error, where and in which of the user's functions. */
static void
print_error(Buf *b, const T800 *c)
{
	const ErrorRise *r = error_last(&c->errors);
	NodeWorker p;

	buf_printf(b, "Error %d  HaltOnError %d\n", c->error, c->haltonerror);
	if (!r)
		return;
	buf_printf(b, "%s at %08x\n", error_rise_text(r), r->instruction);
	if (node_error_worker(r, &p))
		buf_printf(b, "  in %s task %u\n", node_function_names[p.function], p.task);
}

/* print_recent: print the node's last events. */
static void
print_recent(Buf *b, const Network *w, NodeId n)
{
	TraceRecord r[RECENT];
	uint32_t found = w->links.trace ? trace_recent(w->links.trace, n, w->now, r) : 0;

	if (found > 0)
		buf_printf(b, "last events, us\n");
	for (uint32_t i = 0; i < found; i++) {
		buf_printf(b, "%12.3f %s", r[i].at / 1e6, trace_kind_name(r[i].kind));
		if (r[i].kind > TRACE_STOP)
			buf_printf(b, " link %u", r[i].where % NLINKS);
		if (r[i].kind == TRACE_RUN)
			buf_printf(b, " W %08x", r[i].value);
		else if (r[i].kind == TRACE_SEND || r[i].kind == TRACE_RECEIVED)
			buf_printf(b, " %u", r[i].value);
		buf_printf(b, "\n");
	}
}

char *
detail_text(const Network *w, NodeId n, const KernelReader *by, const KernelDebug *k)
{
	const T800 *c = w->nodes[n];
	Buf b = {0};

	buf_printf(&b, "node %s  %s\n", w->topology->nodes[n].name,
		c->stop != STOP_NONE ? stop_text(c->stop) : c->idle ? "waits" : "runs");
	if (c->stop > STOP_BOOT)
		buf_printf(&b, "at %08x\n", c->fault);
	buf_printf(&b, "Iptr %08x  Wptr %08x\n", c->r.iptr, c->r.wptr);
	buf_printf(&b, "A %08x B %08x\nC %08x  %s priority\n", c->r.areg, c->r.breg, c->r.creg,
		c->priority == HIGH ? "high" : "low");
	print_error(&b, c);
	print_processes(&b, c, by, k);
	print_work(&b, c);
	print_queues(&b, c);
	print_links(&b, w, n, by, k);
	print_memory(&b, c);
	print_recent(&b, w, n);
	buf_byte(&b, '\0');
	return (char *)b.data;
}
