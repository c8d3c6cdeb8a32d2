/*
 * layout.h - where the window draws nodes and crossbars: places in units of one node's box.
 */
#ifndef LAYOUT_H
#define LAYOUT_H

#include "sim/network/network.h"

typedef struct Point {
	float x, y;
} Point;

/* A drawn link, or a link's part between a node and a crossbar. */
typedef struct Edge {
	uint32_t a, b; /* items */
	EndId from_a, from_b; /* the ends at them; NOWHERE_END: a crossbar's port */
} Edge;

/* What is drawn: nodes, then the host, then (LAYOUT_SWITCHES) crossbars. */
typedef enum ItemKind {
	ITEM_NODE,
	ITEM_HOST,
	ITEM_SWITCH,
} ItemKind;

typedef struct Item {
	ItemKind kind;
	uint32_t part; /* NodeId, host, switch */
	Point at;      /* of its middle */
	char label[MAX_NAME + 1];
} Item;

typedef enum LayoutWay {
	LAYOUT_SHAPE,    /* by the shape that the links make */
	LAYOUT_SWITCHES, /* round the crossbars that the nodes are cabled to */
	NLAYOUTS,
} LayoutWay;

typedef struct Layout {
	Item *items;
	uint32_t nitems;
	Edge *edges;
	uint32_t nedges;
	Point low, high;    /* bounds */
	const char *shape;  /* "tree", "grid", ... */
} Layout;

/*
 * layout_new: the nodes of a configuration (c NULL: all) and what joins them, peers as
 * topology_peers tells. There is always a shape: what has no better one is a tree of breadth-first
 * search with its other links across.
 */
Layout layout_new(const Topology *t, const Config *c, const EndRef *peers, LayoutWay way);
void layout_free(Layout *l);

/* layout_item: the item whose box lies at p, or NOWHERE. */
uint32_t layout_item(const Layout *l, Point p);

/* ---- between the files that place ---- */

/* The links among n nodes, by their numbers in the picture. */
typedef struct Plan {
	uint32_t n;
	uint32_t (*peer)[NLINKS]; /* NOWHERE if there is none */
	uint32_t root;
	Point *at; /* n, to be filled in */
} Plan;

/* layout_shape.c: each places the nodes if they have its shape. */
bool place_line(Plan *p);
bool place_ring(Plan *p);
bool place_cube(Plan *p);
bool place_grid(Plan *p);
/* layout_tree.c: always. */
bool place_tree(Plan *p);

#endif
