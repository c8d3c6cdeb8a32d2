/*
 * row_set.h - rows of nodes in the timeline, and where they and the messages between them are. This
 * does not use SDL.
 */
#ifndef ROW_SET_H
#define ROW_SET_H

#include "timeline.h"

typedef struct RowSet {
	Area area;
	Span span;         /* shown from the area's left to its right */
	NodeId *node;      /* [n] owned */
	uint32_t n;
	uint32_t *row;     /* [nnodes] of a node; NOWHERE: none; owned */
	uint32_t nnodes;
	float top, nrows;  /* the first row shown, and how many */
} RowSet;

/* A line, in pixels. */
typedef struct Stroke {
	Point a, b;
} Stroke;

/* row_set_all, row_set_chosen: the rows of all drawn nodes; those of the chosen nodes. */
RowSet row_set_all(const Timeline *t, const Frame *f, const Layout *l, Area area);
RowSet row_set_chosen(const Timeline *t, const Frame *f, const Layout *l, const Choice *c,
	Area area);
void row_set_free(RowSet *r);
float row_set_y(const RowSet *r, uint32_t row); /* of its middle */
/* row_set_stroke: the part of a message's line in the area; false if there is none. */
bool row_set_stroke(const RowSet *r, const Closeup *c, const LinkMessage *m, Stroke *s);
/* row_set_strokes: the number of messages with a line in the area. */
uint32_t row_set_strokes(const RowSet *r, const Closeup *c);
/* row_set_message: the message whose line is nearest to a point, if near enough; or NULL. */
const LinkMessage *row_set_message(const RowSet *r, const Closeup *c, Point at,
	float farthest);

/* message_node: the node of an end of a message */
static inline NodeId
message_node(EndId e)
{
	return e / NLINKS;
}

/* Part of the time that the nodes of a cell spend at each kind of work. */
typedef struct Cell {
	float part[WORK_RESET + 1];
} Cell;

/*
 * row_set_cells: for each pixel of the area, row by row, the work there: the mean of the nodes and
 * of the time that it stands for. The caller frees it.
 */
Cell *row_set_cells(const RowSet *r, const Closeup *c, uint32_t width, uint32_t height);

#endif
