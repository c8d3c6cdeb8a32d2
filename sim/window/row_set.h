/*
 * row_set.h - the nodes that have a row in the timeline, and the positions of their rows and
 * messages. This does not use SDL.
 */
#ifndef ROW_SET_H
#define ROW_SET_H

#include "timeline.h"

/* The rows of some nodes, and the area in which they are drawn. */
typedef struct RowSet {
	Area area;
	Span span;         /* shown from the area's left to its right */
	NodeId *node;      /* [n] owned */
	uint32_t n;
	uint32_t *row;     /* [nnodes] the row of each node; NOWHERE: none; owned */
	uint32_t nnodes;
	float top, nrows;  /* the first row shown, and how many */
} RowSet;

/* A line, in pixels. */
typedef struct Stroke {
	Point a, b;
} Stroke;

/* row_set_all: a set of rows for all drawn nodes. */
RowSet row_set_all(const Timeline *t, const Frame *f, const Layout *l, Area area);
/* row_set_chosen: a set of rows for the chosen nodes only. */
RowSet row_set_chosen(const Timeline *t, const Frame *f, const Layout *l, const Choice *c,
	Area area);
void row_set_free(RowSet *r);
/* row_set_y: the y coordinate of the middle of a row. */
float row_set_y(const RowSet *r, uint32_t row);
/*
 * row_set_stroke: set *s to the part of a message's line that lies in the area; false if there is
 * none.
 */
bool row_set_stroke(const RowSet *r, const Closeup *c, const LinkMessage *m, Stroke *s);
/* row_set_count_strokes: the number of messages whose lines cross the area. */
uint32_t row_set_count_strokes(const RowSet *r, const Closeup *c);
/*
 * row_set_message_at: the message whose line is nearest to a point; NULL if none is within
 * `farthest` pixels.
 */
const LinkMessage *row_set_message_at(const RowSet *r, const Closeup *c, Point at,
	float farthest);

/* message_node: the node of an end of a message */
static inline NodeId
message_node(EndId e)
{
	return e / NLINKS;
}

/* Part of the time that the nodes of a cell spend at each kind of work. */
typedef struct Cell {
	float part[WORK_RESET + 1]; /* [WorkKind] 0 to 1 */
} Cell;

/*
 * row_set_cells: for each pixel of the area, row by row, the mean work of the nodes and of the time
 * that the pixel stands for. The caller frees it.
 */
Cell *row_set_cells(const RowSet *r, const Closeup *c, uint32_t width, uint32_t height);

#endif
