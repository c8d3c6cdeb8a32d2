/*
 * paint_hover.c - shows, beside the mouse, a text about the object under it: a node, now or in an
 * interval.
 */
#include "paint.h"

#include "base/number.h"

#include <math.h>

enum { PAD = 5, OFFSET = 14 }; /* units */

/* put_activity: append what a node executes, and its task. */
static void
put_activity(Buf *b, const Frame *f, uint8_t activity, uint16_t place, uint32_t task)
{
	const char *name = function_names_text(f->names, place);

	if (activity == ACTIVITY_STOPPED)
		buf_printf(b, "stopped%s%s", name ? " in " : "", name ? name : "");
	else if (activity == ACTIVITY_RESET)
		buf_printf(b, "not booted");
	else
		buf_printf(b, "%s", name ? name : "waits");
	if (task > 0)
		buf_printf(b, ", task %u", task - 1);
	buf_printf(b, "\n");
}

/* put_usage: print how busy a node is, as percentages by priority. */
static void
put_usage(Buf *b, float high, float low)
{
	buf_printf(b, "busy %.0f %%: high priority %.0f %%, low %.0f %%\n", 100 * (high + low),
		100 * high, 100 * low);
}

/* put_node_now: append what a node does now. */
static void
put_node_now(Buf *b, const Frame *f, const Item *item)
{
	const NodeFrame *n = &f->nodes[item->part];

	buf_printf(b, "%s\n", item->label);
	put_activity(b, f, n->activity, n->place, n->task);
	put_usage(b, n->use[HIGH], n->use[LOW]);
}

/* put_node_interval: append what a node did in the history's interval that contains a time. */
static void
put_node_interval(Buf *b, const Frame *f, const Viewport *v, const TimelinePlace *at)
{
	const Interval *i = node_history_at(&f->history, at->time);
	const Item *item = &v->layout.items[at->item];
	Span s = timeline_span(&v->timeline, f);
	Ticks t = ticks_of(s, 1000, 4);
	char from[TICK_TEXT], to[TICK_TEXT];
	Sample one;

	buf_printf(b, "%s at %s\n", item->label, ticks_text(&t, at->time, from));
	if (!i) {
		buf_printf(b, "not observed\n");
		return;
	}
	one = node_history_row(&f->history, i)[item->part];
	t = ticks_of((Span){i->begin, i->end}, 1000, 100);
	buf_printf(b, "from %s to %s:\n", ticks_text(&t, i->begin, from),
		ticks_text(&t, i->end, to));
	put_usage(b, one.use[HIGH] / 255.0f, one.use[LOW] / 255.0f);
	buf_printf(b, "at its end: ");
	put_activity(b, f, one.activity, one.place, one.task);
}

/* put_node_closeup: append what a node did at a time that the closeup shows. */
static void
put_node_closeup(Buf *b, const Frame *f, const Viewport *v, const TimelinePlace *at)
{
	static const NodeActivity activity[] = {[WORK_HIGH] = ACTIVITY_BUSY,
		[WORK_LOW] = ACTIVITY_BUSY, [WORK_STOPPED] = ACTIVITY_STOPPED,
		[WORK_RESET] = ACTIVITY_RESET};
	const Item *item = &v->layout.items[at->item];
	const Work *k = closeup_work(&f->closeup, item->part, at->time);

	buf_printf(b, "%s at %s\n", item->label, TIME_STRING(at->time));
	if (!k) {
		buf_printf(b, "waits\n");
		return;
	}
	if (k->kind <= WORK_LOW)
		buf_printf(b, "%s priority, continued in\n",
			k->kind == WORK_HIGH ? "high" : "low");
	put_activity(b, f, activity[k->kind], k->place, k->task);
	buf_printf(b, "from %s to %s\n", TIME_STRING(k->begin), TIME_STRING(k->end));
}

/*
 * put_row: append a description of the message at a position of the timeline or, if there is none,
 * of the node.
 */
static void
put_row(Buf *b, const Painter *p, const TimelineAreas *a, const Viewport *v, const Frame *f,
	const TimelinePlace *at)
{
	const LinkMessage *m = timeline_message(p, a, v, f, v->mouse.x, v->mouse.y);

	if (m)
		message_describe(b, v, m);
	else if (closeup_covers(&f->closeup, timeline_until_present(&v->timeline, f)))
		put_node_closeup(b, f, v, at);
	else
		put_node_interval(b, f, v, at);
}

/* paint_text_box: paint lines of text in a box beside the mouse, within the window. */
static void
paint_text_box(Painter *p, Point mouse, const char *text)
{
	float pad = PAD * p->dpi, wide = 0, high = text_height(p, TEXT_SMALL), lines = 0, x, y;
	char line[128];
	int width, height;

	for (const char *c = text; *c; c += strcspn(c, "\n") + 1, lines++)
		wide = fmaxf(wide, strcspn(c, "\n") * text_width(p, TEXT_SMALL, "0"));
	SDL_GetRendererOutputSize(p->r, &width, &height);
	x = fminf(mouse.x + OFFSET * p->dpi, width - wide - 3 * pad);
	y = mouse.y + OFFSET * p->dpi;
	if (y + lines * high + 2 * pad > height)
		y = mouse.y - lines * high - 3 * pad;
	paint_area(p, (Area){x, y, wide + 2 * pad, lines * high + 2 * pad}, COLOUR_PAPER);
	paint_set_colour(p, COLOUR_INK);
	paint_frame(p, x, y, wide + 2 * pad, lines * high + 2 * pad);
	for (y += pad; *text; text += strcspn(text, "\n") + 1, y += high) {
		snprintf(line, sizeof line, "%.*s", (int)strcspn(text, "\n"), text);
		paint_text(p, TEXT_SMALL, COLOUR_INK, x + pad, y, line);
	}
}

void
paint_hover(Painter *p, const Areas *a, const Viewport *v, const Frame *f)
{
	float x = v->mouse.x, y = v->mouse.y;
	uint32_t item = network_item_at(p, a->network, v, x, y);
	TimelineAreas t = timeline_areas(p, a->timeline, v);
	TimelinePlace at = timeline_place(&v->timeline, f, &t, &v->layout, &v->choice, x, y);
	Buf b = {0};

	if (item != NOWHERE && v->layout.items[item].kind == ITEM_NODE)
		put_node_now(&b, f, &v->layout.items[item]);
	else if (at.inside && at.item != NOWHERE && at.name)
		put_node_now(&b, f, &v->layout.items[at.item]);
	else if (at.inside && at.item != NOWHERE)
		put_row(&b, p, &t, v, f, &at);
	if (b.len > 0) {
		buf_byte(&b, '\0');
		paint_text_box(p, v->mouse, (char *)b.data);
	}
	buf_free(&b);
}
