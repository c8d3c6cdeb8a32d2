/*
 * figure.c - writes the growth of RecPlay's work: at each operation, the numbers of segments stored
 * and of pairs compared, and the bytes of the stored segments' sets.
 *
 * The data are tab-separated, with one line for each synchronisation operation. The SVG follows
 * figures 2 and 3 of Ronsse and others. The first plot shows the stored segments (left scale) and
 * the pairs compared so far (right scale); the plots below show the bytes of all sets, and of one
 * segment's sets. If there are more operations than columns, a column shows its largest value.
 */
#include "races.h"

enum {
	WIDTH = 760,
	LEFT = 70,
	RIGHT = 90,
	TOP = 50,     /* above a plot */
	BOTTOM = 50,  /* below the last plot */
	PLOT_WIDTH = WIDTH - LEFT - RIGHT,
	PLOT_HEIGHT = 200,
	NPLOTS = 3,
	HEIGHT = NPLOTS * (TOP + PLOT_HEIGHT) + BOTTOM,
	TICKS = 4, /* parts of a scale */
};

#define FONT "font-family=\"sans-serif\" font-size=\"12\""

void
figure_data(Buf *b, const Trace *t, const RecPlay *r)
{
	buf_printf(b, "operation\tcreated\tstored\tcompared\tbytes\n");
	for (uint32_t i = 0; i < t->nops; i++)
		buf_printf(b, "%u\t%u\t%u\t%llu\t%llu\n", i + 1, r->sample[i].created,
			r->sample[i].stored, (unsigned long long)r->sample[i].compared,
			(unsigned long long)r->sample[i].bytes);
}

/* ---- curves ---- */

/* A function that computes the value of a curve at a sample. */
typedef uint64_t Value(const Sample *s);

typedef struct Curve {
	Value *value;
	int plot;   /* number of the plot that shows it, from 0 at the top */
	bool right; /* its scale is at the right side of the plot */
	const char *colour, *name;
} Curve;

/* stored_clocks: the value of a curve at a sample: the number of stored segments. */
static uint64_t
stored_clocks(const Sample *s)
{
	return s->stored;
}

/*
 * compared_clocks: the value of a curve at a sample: the number of pairs of segments compared so
 * far.
 */
static uint64_t
compared_clocks(const Sample *s)
{
	return s->compared;
}

/* stored_bytes: the value of a curve at a sample: the bytes of all stored segments' sets. */
static uint64_t
stored_bytes(const Sample *s)
{
	return s->bytes;
}

/* bytes_per_segment: the value of a curve at a sample: the mean size of a stored segment. */
static uint64_t
bytes_per_segment(const Sample *s)
{
	return s->stored ? s->bytes / s->stored : 0;
}

static const Curve curves[] = {
	{stored_clocks, 0, false, "#1f5fa8", "segments stored"},
	{compared_clocks, 0, true, "#b5441e", "pairs compared"},
	{stored_bytes, 1, false, "#1f5fa8", "bytes of the stored segments' sets"},
	{bytes_per_segment, 2, false, "#1f5fa8", "bytes of a segment"},
};

enum { NCURVES = sizeof curves / sizeof *curves };

/* largest_sample: the largest value of the samples of operations `from` to `to` - 1. */
static uint64_t
largest_sample(const RecPlay *r, uint32_t from, uint32_t to, Value *value)
{
	uint64_t m = 0;

	for (uint32_t i = from; i < to; i++)
		if (value(&r->sample[i]) > m)
			m = value(&r->sample[i]);
	return m;
}

/* ---- SVG ---- */

/* plot_top: the vertical position of a plot's upper edge. */
static int
plot_top(int plot)
{
	return TOP + plot * (TOP + PLOT_HEIGHT);
}

/* put_line: append a curve as a line; `top` is the value at the upper edge of its plot. */
static void
put_line(Buf *b, const Trace *t, const RecPlay *r, const Curve *c, uint64_t top)
{
	uint32_t columns = t->nops < PLOT_WIDTH ? t->nops : PLOT_WIDTH;

	buf_printf(b, "<polyline fill=\"none\" stroke=\"%s\" points=\"", c->colour);
	for (uint32_t i = 0; i < columns; i++) {
		uint32_t from = (uint64_t)i * t->nops / columns;
		uint32_t to = (uint64_t)(i + 1) * t->nops / columns;
		double height = (double)largest_sample(r, from, to, c->value) / top;

		buf_printf(b, "%s%.1f,%.1f", i ? " " : "",
			LEFT + (double)to / t->nops * PLOT_WIDTH,
			plot_top(c->plot) + PLOT_HEIGHT * (1 - height));
	}
	buf_printf(b, "\"/>\n");
}

/* put_scale: append the numbers and the name at the side of a curve's plot. */
static void
put_scale(Buf *b, const Curve *c, uint64_t top)
{
	for (int i = 0; i <= TICKS; i++)
		buf_printf(b, "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\" fill=\"%s\" " FONT
			">%.6g</text>\n", c->right ? WIDTH - RIGHT + 8 : LEFT - 8,
			plot_top(c->plot) + PLOT_HEIGHT - PLOT_HEIGHT * i / TICKS + 4,
			c->right ? "start" : "end", c->colour, (double)top * i / TICKS);
	buf_printf(b, "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\" fill=\"%s\" " FONT
		">%s</text>\n", c->right ? WIDTH - RIGHT : LEFT, plot_top(c->plot) - 12,
		c->right ? "end" : "start", c->colour, c->name);
}

/* put_curve: append a curve with its scale. */
static void
put_curve(Buf *b, const Trace *t, const RecPlay *r, const Curve *c)
{
	uint64_t top = largest_sample(r, 0, t->nops, c->value);

	top = top > 0 ? top : 1;
	put_scale(b, c, top);
	put_line(b, t, r, c, top);
}

/* put_frames: append the frames of the plots and the numbers below them. */
static void
put_frames(Buf *b, const Trace *t)
{
	for (int plot = 0; plot < NPLOTS; plot++)
		buf_printf(b, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" "
			"stroke=\"black\"/>\n", LEFT, plot_top(plot), PLOT_WIDTH, PLOT_HEIGHT);
	for (int i = 0; i <= TICKS; i++)
		buf_printf(b,
			"<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" " FONT ">%.6g</text>\n",
			LEFT + PLOT_WIDTH * i / TICKS, HEIGHT - BOTTOM + 18,
			(double)t->nops * i / TICKS);
	buf_printf(b, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" " FONT
		">synchronisation operations</text>\n", LEFT + PLOT_WIDTH / 2, HEIGHT - 12);
}

void
figure_svg(Buf *b, const Trace *t, const RecPlay *r)
{
	buf_printf(b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
		"viewBox=\"0 0 %d %d\">\n", WIDTH, HEIGHT, WIDTH, HEIGHT);
	buf_printf(b, "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n");
	put_frames(b, t);
	for (int i = 0; i < NCURVES; i++)
		put_curve(b, t, r, &curves[i]);
	buf_printf(b, "</svg>\n");
}
