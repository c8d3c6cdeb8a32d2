/*
 * find.h - finding a configuration: logical shapes, the meeting places of a machine, search.
 */
#ifndef TOPO_FIND_H
#define TOPO_FIND_H

#include "reading.h"

/* ---- shape.c ---- */

typedef enum ShapeKind {
	SHAPE_CHAIN,
	SHAPE_BTREE,
	SHAPE_TTREE,
	SHAPE_RING,
	SHAPE_GRID,
	SHAPE_CUBE,
	NSHAPES
} ShapeKind;

typedef struct Shape {
	ShapeKind kind;
	uint32_t n;             /* logical nodes */
	uint32_t rows, columns; /* of a grid */
} Shape;

typedef struct Edge {
	uint32_t a, b; /* logical nodes, a < b */
	uint32_t dim;  /* of a grid or cube */
} Edge;

/* A shape's edges, and for each node v those at it: at[first[v]] to at[first[v + 1] - 1]. */
typedef struct Graph {
	uint32_t n;
	Edge *edges;
	uint32_t nedges;
	uint32_t *first;
	uint32_t *at;
} Graph;

const char *shape_name(const Shape *s);
bool shape_lines(const Shape *s);
/* shape_kind, shape_size: from their words. returns whether it is one; NULL or what is wrong */
bool shape_kind(const char *name, Shape *s);
const char *shape_size(Shape *s, const char *size);
Graph shape_graph(const Shape *s);
void shape_graph_free(Graph *g);

/* ---- meet.c ---- */

/*
 * A meeting place is what can join any two link ends at it: one crossbar at one speed, or one
 * fixed cable. Nodes of one type have the same ends at the same crossbars and can stand for each
 * other.
 */
typedef struct Meet {
	const Topology *t;
	uint32_t nplaces;
	uint32_t ncrossbars; /* so many places are crossbars, the others cables */
	uint32_t *place;     /* of each link end, node * NLINKS + link; or NOWHERE */
	uint32_t *first;     /* nodes at a place: member[first[p]] to member[first[p + 1] - 1] */
	NodeId *member;      /* each node once a place */
	uint32_t *type;      /* of each node */
	uint32_t ntypes;
} Meet;

/* A link of a node that a host can be joined to. */
typedef struct Door {
	NodeId node;
	uint32_t link;
	EndRef host;
} Door;

Meet meet_new(const Topology *t);
void meet_free(Meet *m);
/*
 * meet_doors: the doors of node root (of all nodes, if root is NOWHERE), by node and link, the
 * lowest host end for each. *doors is the caller's to free. returns how many
 */
uint32_t meet_doors(const Meet *m, NodeId root, Door **doors);

/* ---- place.c: the state of a search ---- */

/* A node for a logical node, and the ends of its joins to its placed neighbours in graph order. */
typedef struct Candidate {
	NodeId node;
	uint8_t mine[NLINKS], theirs[NLINKS];
	uint32_t rank; /* lower is tried first */
} Candidate;

/* A placed logical node, and its candidates: pool[first] to pool[end - 1], next comes next. */
typedef struct Level {
	uint32_t v;
	uint32_t first, next, end;
	bool stuck; /* no candidate could be put in place so far */
} Level;

typedef struct EdgeEnds {
	uint8_t a, b; /* links of the edge's two nodes */
} EdgeEnds;

typedef struct Finder {
	const Meet *m;
	const Shape *s;
	const Graph *g;
	Door *doors;       /* of logical node 0; with no host there are none */
	uint32_t ndoors;
	NodeId root;       /* or NOWHERE */
	/* the state */
	NodeId *place;     /* of logical nodes, or NOWHERE */
	EdgeEnds *ends;    /* of edges, when both nodes are placed */
	uint32_t *todo;    /* of logical nodes: neighbours without place */
	bool *used;        /* nodes */
	uint8_t *free;     /* nodes: a bit for each free end that meets something */
	uint32_t *unused;  /* places: unused nodes at it */
	uint32_t *wanted;  /* places: ends there that placed nodes must use */
	EndRef host;       /* joined to logical node 0 */
	uint32_t door;     /* at this link */
	Level *levels;
	uint32_t nlevels;
	Candidate *pool;
	uint32_t npool, pool_size;
	uint32_t *stamp;   /* types: the last candidate_at that has seen one */
	uint32_t stamps;
	/* the run */
	uint32_t last;     /* logical node that was stuck, or NOWHERE */
	uint32_t run;
	uint64_t draws;
	uint64_t steps;    /* placings in all runs */
	uint64_t work;
} Finder;

/* The place of a node's link, or NOWHERE. */
static inline uint32_t
finder_place_at(const Finder *f, NodeId n, uint32_t link)
{
	return f->m->place[n * NLINKS + link];
}

/* The neighbour of v at g->at[i], one of v's. */
static inline uint32_t
edge_other(const Finder *f, uint32_t v, uint32_t i)
{
	const Edge *e = &f->g->edges[f->g->at[i]];

	return e->a + e->b - v;
}

/* Numbers of links in a mask, which is not 0. */
static inline uint32_t
lowest(uint32_t mask)
{
	return __builtin_ctz(mask);
}

static inline uint32_t
highest(uint32_t mask)
{
	return 31 - __builtin_clz(mask);
}

void finder_init(Finder *f, const Meet *m, const Shape *s, const Graph *g, NodeId root);
void finder_free(Finder *f);

/* finder_first_at: whether the link meets something, and no lower one of n is at the same place. */
bool finder_first_at(const Finder *f, NodeId n, uint32_t link);
/* finder_ends_left: the free ends of c's node after it is placed for v. */
uint32_t finder_ends_left(const Finder *f, uint32_t v, const Candidate *c);
/*
 * finder_wants: how many of the free ends of mask n must use at place p to reach `todo` neighbours,
 * even if it uses all others.
 */
uint32_t finder_wants(const Finder *f, NodeId n, uint32_t p, uint32_t mask, uint32_t todo);
/*
 * finder_promising: whether n, with only the ends of mask left, can serve `todo` further
 * neighbours: each needs an end at a place where another unused node is left.
 */
bool finder_promising(const Finder *f, NodeId n, uint32_t mask, uint32_t todo);
/*
 * finder_candidates: pushes the candidates for v, which has a placed neighbour, but at most `most`;
 * of nodes of one type only one, unless `all`. returns how many
 */
uint32_t finder_candidates(Finder *f, uint32_t v, bool all, uint32_t most);
/* candidate_put, candidate_take: logical node v goes to c's node, and leaves it. */
void candidate_put(Finder *f, uint32_t v, const Candidate *c);
void candidate_take(Finder *f, uint32_t v);
/*
 * finder_tight: whether a place of n has fewer unused nodes than are wanted there. In a tree each
 * takes a node of its own; otherwise a node can serve several.
 */
bool finder_tight(const Finder *f, NodeId n);

/* ---- bound.c ---- */

/* shape_bound: adds to why an argument that no configuration exists. returns whether it did */
bool shape_bound(const Meet *m, const Shape *s, const Graph *g, NodeId root, Buf *why);

/* ---- find.c ---- */

/*
 * config_find: places and joins for the shape, node 0 on root (NOWHERE: on any) and joined to the
 * host. The same machine and shape give the same result. c's place and joins are set, line given
 * to each join. returns false when there is none or none was found, and says so in why.
 */
bool config_find(const Topology *t, const Shape *s, NodeId root, Config *c, Buf *why);

/* ---- verify.c ---- */

/*
 * config_verify: whether c is the shape, by the cables alone, knowing nothing of how it was found.
 * returns NULL or what is wrong with it
 */
const char *config_verify(const Topology *t, const Shape *s, const Config *c);

#endif
