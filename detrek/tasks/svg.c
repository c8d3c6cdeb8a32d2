/*
 * svg.c - draws the graph of a task as SVG: boxes in a grid; arcs lead from the bottom edge of one
 * box to the top edge of another.
 */
#include "tasks.h"

enum {
	CELL_WIDTH = 190,
	CELL_HEIGHT = 80,
	BOX_WIDTH = 160,
	BOX_HEIGHT = 44,
	MARGIN = 20,
	LINE_HEIGHT = 15, /* height of a line of text */
};

/* vertex_left: the horizontal position of the vertex's left edge. */
static uint32_t
vertex_left(const struct Vertex *v)
{
	return MARGIN + v->x * CELL_WIDTH;
}

/* vertex_top: the vertical position of the vertex's upper edge. */
static uint32_t
vertex_top(const struct Vertex *v)
{
	return 2 * MARGIN + v->y * CELL_HEIGHT;
}

/* put_label: append the vertex's label, of one or two lines. */
static void
put_label(Buf *b, const struct Vertex *v)
{
	uint32_t y = vertex_top(v) + LINE_HEIGHT + 3;

	buf_printf(b, "<text x=\"%u\" y=\"%u\">", vertex_left(v) + 8, y);
	for (const char *s = v->label; *s; s++) {
		if (*s == '\n')
			buf_printf(b, "</text>\n<text x=\"%u\" y=\"%u\">", vertex_left(v) + 8,
				y += LINE_HEIGHT);
		else
			markup_char(b, *s);
	}
	buf_printf(b, "</text>\n");
}

/* put_arc: append an arrow from one vertex to the other. */
static void
put_arc(Buf *b, const struct Vertex *from, const struct Vertex *to)
{
	uint32_t x = vertex_left(from) + BOX_WIDTH / 2, y = vertex_top(from) + BOX_HEIGHT;

	buf_printf(b,
		"<path d=\"M%u,%u C%u,%u %u,%u %u,%u\" fill=\"none\" stroke=\"#555\" "
		"marker-end=\"url(#head)\"/>\n",
		x, y, x, y + CELL_HEIGHT / 2, vertex_left(to) + BOX_WIDTH / 2,
		vertex_top(to) - CELL_HEIGHT / 2, vertex_left(to) + BOX_WIDTH / 2, vertex_top(to));
}

void
picture_svg(Buf *b, const Picture *p)
{
	uint32_t width = 0, height = 0;

	for (uint32_t i = 0; i < p->nvertices; i++) {
		if (vertex_left(&p->vertex[i]) + CELL_WIDTH > width)
			width = vertex_left(&p->vertex[i]) + CELL_WIDTH;
		if (vertex_top(&p->vertex[i]) + CELL_HEIGHT > height)
			height = vertex_top(&p->vertex[i]) + CELL_HEIGHT;
	}
	buf_printf(b,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" "
		"viewBox=\"0 0 %u %u\" font-family=\"sans-serif\" font-size=\"12\">\n",
		width, height, width, height);
	buf_printf(b,
		"<title>%s</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
		"<defs><marker id=\"head\" orient=\"auto\" markerWidth=\"8\" markerHeight=\"8\" "
		"refX=\"7\" refY=\"3\"><path d=\"M0,0 L7,3 L0,6 z\" "
		"fill=\"#555\"/></marker></defs>\n",
		p->title);
	for (uint32_t i = 0; i < p->narcs; i++)
		put_arc(b, &p->vertex[p->arc[i].from], &p->vertex[p->arc[i].to]);
	for (uint32_t i = 0; i < p->nvertices; i++) {
		const struct Vertex *v = &p->vertex[i];

		buf_printf(b,
			"<rect x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" rx=\"%d\" "
			"fill=\"%s\" stroke=\"black\"/>\n",
			vertex_left(v), vertex_top(v), BOX_WIDTH, BOX_HEIGHT,
			i == SOURCE || i == SINK ? BOX_HEIGHT / 2 : 3,
			v->frontier ? "#fa8072" : "#eef");
		put_label(b, v);
	}
	buf_printf(b, "</svg>\n");
}
