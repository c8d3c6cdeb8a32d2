/*
 * detail.c - one node in words: registers, queues, links, memory.
 */
#include "frame.h"

#include "../node_words.h"
#include "../trace.h"

#include <inttypes.h>

enum {
	MAX_LISTED = 8, /* processes of a queue */
};

static bool
word_at(const T800 *c, Addr a, Word *word)
{
	Word offset = (a - MOSTNEG) & ~3u;

	if (offset >= c->r.size)
		return false;
	*word = get32(c->r.mem + offset);
	return true;
}

/* list: a queue in memory, from its front to its back; link: offset of the word that leads on. */
static void
list(Buf *b, const T800 *c, const char *name, Addr front, Addr back, int link)
{
	Word iptr, next = front;
	int n;

	if (front == NOTPROCESS)
		return;
	buf_printf(b, "%s\n", name);
	for (n = 0; n < MAX_LISTED && next != NOTPROCESS; n++) {
		Addr w = next & ~3u;

		if (!word_at(c, w + W_IPTR, &iptr))
			break;
		buf_printf(b, "  W %08x  I %08x\n", w, iptr);
		if (w == back || !word_at(c, w + link, &next))
			return;
	}
	if (n == MAX_LISTED)
		buf_printf(b, "  ...\n");
}

static void
queues(Buf *b, const T800 *c)
{
	static const char *const ready[] = {"ready, high", "ready, low"};
	static const char *const timer[] = {"timer, high", "timer, low"};

	for (int p = HIGH; p <= LOW; p++)
		list(b, c, ready[p], c->fptr[p], c->bptr[p], W_LINK);
	for (int p = HIGH; p <= LOW; p++) {
		Word front = NOTPROCESS;

		if (c->tvalid[p] && word_at(c, p == HIGH ? TPTRLOC0 : TPTRLOC1, &front))
			list(b, c, timer[p], front, NOTPROCESS, W_TLINK);
	}
}

static void
links(Buf *b, const Network *w, NodeId n)
{
	for (uint32_t l = 0; l < NLINKS; l++) {
		const End *e = &w->ends[n * NLINKS + l];

		if (e->peer == NOWHERE_END)
			continue;
		buf_printf(b, "link %u  out %" PRIu64 "  in %" PRIu64 "\n", l, e->out_traffic.nbytes,
			e->in_traffic.nbytes);
		if (e->sending)
			buf_printf(b, "  sends %u of %u\n", e->out_done, e->out_len);
		if (e->receiving)
			buf_printf(b, "  receives %u of %u\n", e->in_have, e->in_len);
	}
}

static void
count_page(void *context, uint32_t page, const uint8_t *bytes)
{
	uint32_t *used = context;

	(void)page;
	(void)bytes; /* how many there are is all */
	++*used;
}

/* work: which of the user's functions run in TrEK's processes. */
static void
work(Buf *b, const T800 *c)
{
	NodeWork n;

	for (int second = 0; second < 2 && node_work(c, second, &n); second++) {
		buf_printf(b, "tasks computed %u, split %u\n", n.computed, n.split);
		for (int i = 0; i < NWORKERS; i++) {
			const NodeWorker *p = &n.worker[i];

			if (p->function == FN_NONE || p->function >= NFUNCTIONS)
				continue;
			buf_printf(b, "  in %s", node_function[p->function]);
			if (p->function >= FN_COMPUTE)
				buf_printf(b, " task %u", p->task);
			buf_printf(b, "\n");
		}
	}
}

/* recent: the node's last events. */
static void
recent(Buf *b, const Network *w, NodeId n)
{
	TraceRecord r[RECENT];
	uint32_t found = w->trace ? trace_recent(w->trace, n, w->now, r) : 0;

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
detail_text(const Network *w, NodeId n)
{
	const T800 *c = w->nodes[n];
	uint32_t used = 0;
	Buf b = {0};

	buf_printf(&b, "node %s  %s\n", w->topology->nodes[n].name,
		c->stop != STOP_NONE ? stop_text(c->stop) : c->idle ? "waits" : "runs");
	if (c->stop > STOP_BOOT)
		buf_printf(&b, "at %08x\n", c->fault);
	buf_printf(&b, "Iptr %08x  Wptr %08x\n", c->r.iptr, c->r.wptr);
	buf_printf(&b, "A %08x B %08x\nC %08x  %s priority\n", c->r.areg, c->r.breg, c->r.creg,
		c->priority == HIGH ? "high" : "low");
	buf_printf(&b, "Error %d  HaltOnError %d\n", c->error, c->haltonerror);
	queues(&b, c);
	links(&b, w, n);
	work(&b, c);
	pages_each(c, count_page, &used);
	buf_printf(&b, "memory %u K, %u K used\n", c->r.size / 1024, used * (PAGE / 1024));
	recent(&b, w, n);
	buf_byte(&b, '\0');
	return (char *)b.data;
}
