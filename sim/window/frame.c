/*
 * frame.c - computes the contents of the window from the network's counters: activity in the last
 * interval.
 */
#include "frame.h"

#include "sim/node/node_words.h"

#include <stdlib.h>

/* ---- frame buffers ---- */

/* init_screens: allocate a ScreenFrame for each node with a frame buffer. */
static void
init_screens(Frame *f, const Topology *t)
{
	for (NodeId n = 0; n < t->nnodes; n++) {
		const Screen *s = &t->nodes[n].screen;

		if (s->width == 0)
			continue;
		f->screens = xrealloc(f->screens, (f->nscreens + 1) * sizeof *f->screens);
		f->screens[f->nscreens++] = (ScreenFrame){
			.node = n,
			.width = s->width,
			.height = s->height,
			.pixels = xcalloc(s->width * s->height, sizeof(uint32_t)),
		};
	}
}

/*
 * read_colours: read a screen's colour table, whose entries have red in the lowest byte; while it
 * is all zeros, use greys.
 */
static void
read_colours(uint32_t colours[SCREEN_COLOURS], const uint8_t *from)
{
	bool none = true;

	for (int i = 0; i < SCREEN_COLOURS; i++, from += 4) {
		colours[i] = from[0] << 16 | from[1] << 8 | from[2];
		none &= colours[i] == 0;
	}
	for (uint32_t i = 0; i < SCREEN_COLOURS && none; i++)
		colours[i] = i << 16 | i << 8 | i;
}

/* capture_screen: copy the pixels of a node's frame buffer, in colour. */
static void
capture_screen(ScreenFrame *s, const Network *w)
{
	const uint8_t *from = w->nodes[s->node]->r.mem
		+ (w->topology->nodes[s->node].screen.at - MOSTNEG);
	uint32_t colours[SCREEN_COLOURS];

	read_colours(colours, from);
	from += 4 * SCREEN_COLOURS;
	for (uint32_t i = 0; i < s->width * s->height; i++)
		s->pixels[i] = colours[from[i]];
}

/* copy_screens: copy the pixels of n screens. */
static void
copy_screens(ScreenFrame *to, const ScreenFrame *from, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		memcpy(to[i].pixels, from[i].pixels,
			(size_t)from[i].width * from[i].height * sizeof *from[i].pixels);
}

/* free_screens: free the screens of a frame. */
static void
free_screens(Frame *f)
{
	for (uint32_t i = 0; i < f->nscreens; i++)
		free(f->screens[i].pixels);
	free(f->screens);
}

/* ---- frames ---- */

/* copy_text: a copy of a text; NULL for NULL. */
static char *
copy_text(const char *text)
{
	return text ? xstrdup(text) : NULL;
}

/* free_source: free the text of a source pane. */
static void
free_source(SourcePane *s)
{
	free(s->file);
	free(s->lines);
}

void
frame_init(Frame *f, const Network *w, const FunctionNames *names)
{
	*f = (Frame){.nnodes = w->nnodes, .nends = w->links.nends, .names = names,
		.sender = NOWHERE_END};
	f->nodes = xcalloc(w->nnodes, sizeof *f->nodes);
	f->ways = xcalloc(w->links.nends, sizeof *f->ways);
	node_history_init(&f->history, w->nnodes);
	init_screens(f, w->topology);
}

void
frame_copy(Frame *to, const Frame *from)
{
	Frame old = *to;

	*to = *from;
	to->nodes = old.nodes;
	to->ways = old.ways;
	to->history = old.history;
	node_history_copy(&to->history, &from->history);
	to->closeup = old.closeup;
	closeup_copy(&to->closeup, &from->closeup);
	to->screens = old.screens;
	copy_screens(to->screens, from->screens, from->nscreens);
	memcpy(to->nodes, from->nodes, from->nnodes * sizeof *to->nodes);
	memcpy(to->ways, from->ways, from->nends * sizeof *to->ways);
	free(old.detail);
	to->detail = copy_text(from->detail);
	free_source(&old.source);
	to->source.file = copy_text(from->source.file);
	to->source.lines = copy_text(from->source.lines);
}

void
frame_free(Frame *f)
{
	free(f->nodes);
	free(f->ways);
	node_history_free(&f->history);
	closeup_free(&f->closeup);
	free_screens(f);
	free(f->detail);
	free_source(&f->source);
}

void
meter_init(Meter *m, const Network *w, FunctionNames *names)
{
	*m = (Meter){.names = names};
	m->busy = xcalloc(2 * w->nnodes, sizeof *m->busy);
	m->line = xcalloc(w->links.nends, sizeof *m->line);
}

void
meter_free(Meter *m)
{
	free(m->busy);
	free(m->line);
}

/*
 * spent_part: the fraction of the interval, 0 to 1, that was spent. The last stretch that a node
 * executed may extend slightly beyond the interval.
 */
static float
spent_part(double spent, double whole)
{
	double x = whole > 0 ? spent / whole : 0;

	return x < 0 ? 0 : x > 1 ? 1 : x;
}

/*
 * capture_tasks: copy the status words of TrEK's processes on a node and, from node 0, the counts
 * of tasks.
 */
static void
capture_tasks(Frame *f, NodeFrame *node, const T800 *c)
{
	NodeWords words;
	NodeWork work;

	node->task = 0;
	if (!node_words(c, &words))
		return;
	node->task = words.task;
	if (words.node == 0 && node_master_work(c, &work)) {
		f->tasks = work.finished;
		f->made = work.made;
	}
}

/*
 * works_at_task: true if this process of TrEK works at a task; the receiver does so from the first
 * result on.
 */
static bool
works_at_task(const NodeWorker *p, const NodeWork *work)
{
	return p->function >= FN_COMPUTE || p->function == FN_DATA_GENERATOR
		|| (p->function == FN_RESULT_RECEIVER && work->finished > 0);
}

uint16_t
frame_function_at(const Meter *m, const Network *w, NodeId n, Addr iptr, uint32_t *task)
{
	const T800 *c = w->nodes[n];
	char text[SOURCE_TEXT];
	NodeWork work;
	const NodeWorker *p = node_worker_at(c, c->r.wptr, false, &work);

	if (p && works_at_task(p, &work))
		*task = p->task + 1;
	if (p)
		return function_names_add(m->names, node_function_names[p->function]);
	if (m->source && m->sources->function(m->source, n, iptr, text))
		return function_names_add(m->names, text);
	return function_names_add(m->names, "code without a name");
}

/* capture_function: note which function the node is executing, and for which task. */
static void
capture_function(NodeFrame *f, Meter *m, const Network *w, NodeId n)
{
	const T800 *c = w->nodes[n];

	f->place = 0;
	if (!c->idle && c->stop != STOP_BOOT)
		f->place = frame_function_at(m, w, n, c->r.iptr, &f->task);
}

/*
 * cycles_spent: cycles spent at a priority until now. A node's last stretch may extend beyond now,
 * which is visible at a slow pace.
 */
static Cycles
cycles_spent(const Network *w, NodeId n, int priority)
{
	const T800 *c = w->nodes[n];
	Cycles now, stretch, beyond;

	if (c->idle || priority != c->priority)
		return c->busy[priority];
	now = node_clock(w, n, w->now);
	stretch = c->r.cycles - c->accounted;
	beyond = c->r.cycles > now ? c->r.cycles - now : 0;
	return c->busy[priority] + (stretch > beyond ? stretch - beyond : 0);
}

/* node_activity: the state of a node to be displayed. */
static NodeActivity
node_activity(const T800 *c, const NodeFrame *f)
{
	if (c->stop == STOP_BOOT)
		return ACTIVITY_RESET;
	if (c->stop != STOP_NONE)
		return ACTIVITY_STOPPED;
	return c->idle && f->use[HIGH] + f->use[LOW] < 0.001f ? ACTIVITY_IDLE : ACTIVITY_BUSY;
}

/*
 * capture_node: copy what the window shows of a node, after an interval since the meter was read.
 */
static void
capture_node(NodeFrame *f, Meter *m, const Network *w, NodeId n, Time interval)
{
	const T800 *c = w->nodes[n];

	for (int p = HIGH; p <= LOW; p++) {
		Cycles busy = cycles_spent(w, n, p);

		if (interval > 0)
			f->use[p] = spent_part((double)busy - m->busy[2 * n + p],
				(double)interval * c->khz / 1e9);
		m->busy[2 * n + p] = busy;
	}
	f->stop = c->stop;
	f->error = c->error;
	f->activity = node_activity(c, f);
}

/* capture_line: note the use of the line out of a link end, and the progress of its message. */
static void
capture_line(WayFrame *f, Meter *m, const Network *w, EndId id, Time interval)
{
	const End *e = &w->links.ends[id];

	if (interval > 0)
		f->use = spent_part(e->out_traffic.busy - m->line[id], interval);
	m->line[id] = e->out_traffic.busy;
	f->progress = e->sending && e->out_len > 0 ? (float)e->out_done / e->out_len : -1;
}

/* remember_interval: add each node's activity in an interval that ends now to the time line. */
static void
remember_interval(Frame *f, Time begin)
{
	Sample *s = node_history_add(&f->history, begin, f->now);

	for (uint32_t n = 0; s && n < f->nnodes; n++) {
		const NodeFrame *node = &f->nodes[n];

		s[n] = (Sample){node->task, node->place, node->activity,
			{255 * node->use[HIGH], 255 * node->use[LOW]}};
	}
}

/* forget_interval: remove from the frame the activity of the last interval. */
static void
forget_interval(Frame *f, const Network *w)
{
	for (NodeId n = 0; n < w->nnodes; n++)
		f->nodes[n].use[HIGH] = f->nodes[n].use[LOW] = 0;
	for (EndId e = 0; e < w->links.nends; e++)
		f->ways[e].use = 0;
}

void
frame_capture(Frame *f, Meter *m, const Network *w)
{
	Time interval = w->now > m->at ? w->now - m->at : 0;

	f->faults = f->events = f->tasks = f->made = 0;
	for (NodeId n = 0; n < w->nnodes; n++) {
		capture_node(&f->nodes[n], m, w, n, interval);
		capture_tasks(f, &f->nodes[n], w->nodes[n]);
		capture_function(&f->nodes[n], m, w, n);
		f->faults += f->nodes[n].activity == ACTIVITY_STOPPED;
	}
	for (EndId e = 0; e < w->links.nends; e++) {
		capture_line(&f->ways[e], m, w, e, interval);
		f->events += w->links.ends[e].out_traffic.nmessages;
	}
	for (uint32_t i = 0; i < f->nscreens; i++)
		capture_screen(&f->screens[i], w);
	f->now = f->present = w->now;
	f->instructions = network_instructions(w);
	if (w->now < m->at)
		forget_interval(f, w);
	if (interval > 0)
		remember_interval(f, m->at);
	m->at = w->now;
}

void
frame_show_ended(Frame *f, const Network *w)
{
	for (NodeId n = 0; n < w->nnodes; n++) {
		NodeFrame *node = &f->nodes[n];

		if (!w->nodes[n]->idle)
			continue;
		node->use[HIGH] = node->use[LOW] = 0;
		if (node->activity == ACTIVITY_BUSY)
			node->activity = ACTIVITY_IDLE;
	}
	for (EndId e = 0; e < w->links.nends; e++)
		if (!w->links.ends[e].sending)
			f->ways[e].use = 0;
}
