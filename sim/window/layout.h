/* layout.h - positions of nodes and crossbars in the window, in units of one node's box. */
#ifndef LAYOUT_H
#define LAYOUT_H

#include "sim/network/network.h"

typedef struct Point {
	float x, y;
} Point;

/* A drawn link, or the part of a link between a node and a crossbar. */
typedef struct Edge {
	uint32_t a, b; /* items */
	EndId from_a, from_b; /* ends at the edge's two items; NOWHERE_END for a crossbar's port */
} Edge;

/* Drawn items: nodes, then the host, then (LAYOUT_SWITCHES) crossbars. */
typedef enum ItemKind {
	ITEM_NODE,
	ITEM_HOST,
	ITEM_SWITCH,
} ItemKind;

/* A node, host or crossbar that is drawn. */
typedef struct Item {
	ItemKind kind;
	uint32_t part; /* NodeId, or index of the host or switch */
	Point at;      /* position of its centre */
	char label[MAX_NAME + 1];
} Item;

/* How the nodes are placed. */
typedef enum LayoutWay {
	LAYOUT_SHAPE,    /* according to the shape of the network */
	LAYOUT_SWITCHES, /* around the crossbars to which the nodes are cabled */
	NLAYOUTS,
} LayoutWay;

/* The network as it is drawn. */
typedef struct Layout {
	Item *items;
	uint32_t nitems;
	Edge *edges;
	uint32_t nedges;
	Point low, high;    /* bounds */
	const char *shape;  /* "tree", "grid", ... */
} Layout;

/*
 * layout_new: place the nodes of a configuration (c NULL: all nodes) and the edges between them;
 * peers as topology_peers returns them. Every network has a layout: one without a known shape is
 * drawn as its breadth-first tree, with the other links across.
 */
Layout layout_new(const Topology *t, const Config *c, const EndRef *peers, LayoutWay way);
void layout_free(Layout *l);

/* layout_item_at: the item whose box contains p, or NOWHERE. */
uint32_t layout_item_at(const Layout *l, Point p);

/* ---- between layout.c and the files that place nodes ---- */

/* The links among n nodes, as indices of items. */
typedef struct Plan {
	uint32_t n;
	uint32_t (*peer)[NLINKS]; /* NOWHERE for none */
	uint32_t root;
	Point *at; /* n positions, to be computed */
} Plan;

/* ---- layout_shape.c ---- */

/*
 * place_line: place the nodes in a line, folded if it is long; false if the network is not a chain.
 */
bool place_line(Plan *p);
/* place_ring: place the nodes in a ring; false if the network is not a ring. */
bool place_ring(Plan *p);
/*
 * place_cube: place the nodes as a cube is drawn; false unless they form one of 3 or 4 dimensions.
 */
bool place_cube(Plan *p);
/* place_grid: place the nodes in rows and columns; false if the network is not a grid. */
bool place_grid(Plan *p);
/* ---- layout_tree.c ---- */

/* place_tree: place the nodes of any network as its breadth-first tree; always true. */
bool place_tree(Plan *p);

#endif
