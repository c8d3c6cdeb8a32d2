/*
 * figure.c - writes how the work of RecPlay develops: the segments stored and compared at each
 * operation.
 *
 * As data: tab-separated, one line for each synchronisation operation. As SVG: the stored segments
 * on the left scale, and the pairs compared so far on the right one. If there are more operations
 * than columns, a column shows its largest value.
 */
#include "races.h"

enum {
	WIDTH = 760,
	HEIGHT = 400,
	LEFT = 70,
	RIGHT = 90,
	TOP = 50,
	BOTTOM = 50,
	PLOT_WIDTH = WIDTH - LEFT - RIGHT,
	PLOT_HEIGHT = HEIGHT - TOP - BOTTOM,
	TICKS = 4,
};

#define FONT "font-family=\"sans-serif\" font-size=\"12\""

void
figure_data(Buf *b, const Trace *t, const RecPlay *r)
{
	buf_printf(b, "operation\tcreated\tstored\tcompared\n");
	for (uint32_t i = 0; i < t->nops; i++)
		buf_printf(b, "%u\t%u\t%u\t%llu\n", i + 1, r->sample[i].created,
			r->sample[i].stored, (unsigned long long)r->sample[i].compared);
}

static uint64_t
value(const Sample *s, bool compared)
{
	return compared ? s->compared : s->stored;
}

static uint64_t
most(const Trace *t, const RecPlay *r, bool compared)
{
	uint64_t m = 1;

	for (uint32_t i = 0; i < t->nops; i++)
		if (value(&r->sample[i], compared) > m)
			m = value(&r->sample[i], compared);
	return m;
}

static void
curve(Buf *b, const Trace *t, const RecPlay *r, bool compared, const char *colour)
{
	double top = most(t, r, compared);
	uint32_t columns = t->nops < PLOT_WIDTH ? t->nops : PLOT_WIDTH;

	buf_printf(b, "<polyline fill=\"none\" stroke=\"%s\" points=\"", colour);
	for (uint32_t c = 0; c < columns; c++) {
		uint32_t from = (uint64_t)c * t->nops / columns;
		uint32_t to = (uint64_t)(c + 1) * t->nops / columns;
		uint64_t m = 0;

		for (uint32_t i = from; i < to; i++)
			if (value(&r->sample[i], compared) > m)
				m = value(&r->sample[i], compared);
		buf_printf(b, "%s%.1f,%.1f", c ? " " : "",
			LEFT + (double)to / t->nops * PLOT_WIDTH,
			TOP + PLOT_HEIGHT * (1 - m / top));
	}
	buf_printf(b, "\"/>\n");
}

static void
scale(Buf *b, uint64_t top, bool right, const char *colour)
{
	for (int i = 0; i <= TICKS; i++)
		buf_printf(b, "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\" fill=\"%s\" " FONT
			">%.4g</text>\n", right ? WIDTH - RIGHT + 8 : LEFT - 8,
			TOP + PLOT_HEIGHT - PLOT_HEIGHT * i / TICKS + 4, right ? "start" : "end",
			colour, (double)top * i / TICKS);
}

static void
frame(Buf *b, const Trace *t)
{
	buf_printf(b, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" "
		"stroke=\"black\"/>\n", LEFT, TOP, PLOT_WIDTH, PLOT_HEIGHT);
	for (int i = 0; i <= TICKS; i++)
		buf_printf(b,
			"<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" " FONT ">%.4g</text>\n",
			LEFT + PLOT_WIDTH * i / TICKS, HEIGHT - BOTTOM + 18,
			(double)t->nops * i / TICKS);
	buf_printf(b, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" " FONT
		">synchronisation operations</text>\n", LEFT + PLOT_WIDTH / 2, HEIGHT - 12);
}

void
figure_svg(Buf *b, const Trace *t, const RecPlay *r)
{
	static const char stored[] = "#1f5fa8", compared[] = "#b5441e";

	buf_printf(b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
		"viewBox=\"0 0 %d %d\">\n", WIDTH, HEIGHT, WIDTH, HEIGHT);
	buf_printf(b, "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n");
	frame(b, t);
	buf_printf(b,
		"<text x=\"%d\" y=\"30\" fill=\"%s\" " FONT ">segments stored (of %u created, "
		"at most %u)</text>\n",
		LEFT, stored, r->created, r->maxlist);
	buf_printf(b, "<text x=\"%d\" y=\"30\" text-anchor=\"end\" fill=\"%s\" " FONT
		">pairs compared</text>\n", WIDTH - RIGHT, compared);
	scale(b, most(t, r, false), false, stored);
	scale(b, most(t, r, true), true, compared);
	curve(b, t, r, false, stored);
	curve(b, t, r, true, compared);
	buf_printf(b, "</svg>\n");
}
