/*
 * find.h - searches for a configuration: for each logical node of a shape (ring, tree, grid) a node
 * of the machine, and for each edge two links that can be joined.
 */
#ifndef TOPO_FIND_H
#define TOPO_FIND_H

#include "reading.h"

/* ---- shape.c ---- */

typedef enum ShapeKind {
	SHAPE_CHAIN,
	SHAPE_BTREE, /* binary tree */
	SHAPE_TTREE, /* ternary tree */
	SHAPE_RING,
	SHAPE_GRID,
	SHAPE_CUBE, /* hypercube */
	NSHAPES
} ShapeKind;

typedef struct Shape {
	ShapeKind kind;
	uint32_t n;             /* logical nodes */
	uint32_t rows, columns; /* of a grid */
} Shape;

typedef struct Edge {
	uint32_t a, b; /* logical nodes, a < b */
	uint32_t dim;  /* dimension of the edge in a grid or cube */
} Edge;

/*
 * A shape's n nodes and its edges. The indices of the edges at node v are at[first[v]] to
 * at[first[v + 1] - 1].
 */
typedef struct Graph {
	uint32_t n;      /* number of nodes */
	Edge *edges;     /* [nedges] */
	uint32_t nedges;
	uint32_t *first; /* [n + 1] where the edges of a node begin in `at` */
	uint32_t *at;    /* indices of edges */
} Graph;

/* shape_name: the name of a shape's kind: "grid". */
const char *shape_name(const Shape *s);
/*
 * shape_has_lines: true if the shape's edges of one dimension form lines, such as the rows of a
 * grid. Each line is best joined by one crossbar.
 */
bool shape_has_lines(const Shape *s);
/* shape_set_kind: set s->kind by the name of a shape; returns false if the name is not known. */
bool shape_set_kind(const char *name, Shape *s);
/*
 * shape_parse_size: parse a shape's size, such as "5x15", into *s, whose kind is set; returns NULL
 * or an error message.
 */
const char *shape_parse_size(Shape *s, const char *size);
/* shape_graph: the edges of a shape; free them with shape_graph_free. */
Graph shape_graph(const Shape *s);
void shape_graph_free(Graph *g);

/* ---- meet.c ---- */

/*
 * The meeting places of a machine. A meeting place is a crossbar at one speed, or a fixed cable; it
 * can join any two of its link ends. Nodes of the same type have the same ends at the same
 * crossbars and are interchangeable.
 */
typedef struct MeetingPlaces {
	const Topology *t;
	uint32_t nplaces;
	uint32_t ncrossbars; /* the first places are crossbars, the others cables */
	uint32_t *place;     /* [node * NLINKS + link] meeting place of a link end, or NOWHERE */
	/*
	 * [place] index of its first node in `member`; the last element is the length of `member`
	 */
	uint32_t *first;
	NodeId *member;      /* the nodes of all places, place after place */
	uint32_t *type;      /* [node] its type */
	uint32_t ntypes;
} MeetingPlaces;

/* A node's link that can be joined to a host. */
typedef struct Door {
	NodeId node;
	uint32_t link;
	EndRef host; /* the host's end */
} Door;

/* meet_new: find the meeting places of a machine, and the types of its nodes. */
MeetingPlaces meet_new(const Topology *t);
void meet_free(MeetingPlaces *m);
/*
 * meet_doors: list the doors of node root (of all nodes if root is NOWHERE), by node and link, with
 * the lowest host end for each. The caller frees *doors. Returns the number of doors.
 */
uint32_t meet_doors(const MeetingPlaces *m, NodeId root, Door **doors);

/* ---- place.c: the state of a search ---- */

/*
 * A node on which a logical node v may be placed. For the i-th edge of v, if it leads to a placed
 * neighbour: mine[i] is the link of this node, and theirs[i] the neighbour's link.
 */
typedef struct Candidate {
	NodeId node;
	uint8_t mine[NLINKS], theirs[NLINKS];
	uint32_t rank; /* lower ranks are tried first */
} Candidate;

/*
 * A step of the search: it places logical node v on one of the candidates pool[first] to pool[end -
 * 1].
 */
typedef struct Level {
	uint32_t v;
	uint32_t first, next, end; /* indices in Finder.pool; `next` is tried next */
	bool stuck; /* no candidate has fitted so far */
} Level;

typedef struct EdgeEnds {
	uint8_t a, b; /* link numbers at the edge's two nodes */
} EdgeEnds;

typedef struct Finder {
	const MeetingPlaces *m;     /* the meeting places */
	const Shape *s;    /* the shape */
	const Graph *g;    /* the edges of the shape */
	/* links that can join logical node 0 to a host; without a host, its possible nodes */
	Door *doors;
	uint32_t ndoors;
	NodeId root;       /* a required root, or NOWHERE */
	/* the state of the search */
	NodeId *place;     /* [logical node] its node, or NOWHERE */
	EdgeEnds *ends;    /* [edge] set when both nodes are placed */
	uint32_t *todo;    /* [logical node] number of neighbours not yet placed */
	bool *used;        /* [node] a logical node is placed on it */
	/* [node] a bit for each unused link of the node that can be joined to another end */
	uint8_t *free;
	uint32_t *unused;  /* [place] number of unused nodes at the meeting place */
	uint32_t *wanted;  /* [place] number of ends at the place that placed nodes still need */
	EndRef host;       /* the host end joined to logical node 0 */
	uint32_t door;     /* logical node 0's link to the host */
	Level *levels;     /* [nlevels] the steps of the search so far */
	uint32_t nlevels;
	Candidate *pool;   /* [npool] the candidates of all levels */
	uint32_t npool, pool_size;
	/* [type] the value of `stamps` in the call of push_candidates_at that last saw this type */
	uint32_t *stamp;
	uint32_t stamps; /* number of calls of push_candidates_at */
	/* the present run of the search */
	uint32_t last;     /* logical node for which no candidate fitted, or NOWHERE */
	uint32_t run; /* number of the run, from 0; it selects the preferences */
	uint64_t draws; /* random numbers drawn in this run */
	uint64_t steps;    /* placements in all runs */
	uint64_t work; /* candidates examined in all runs */
} Finder;

/* finder_place_at: the meeting place of a node's link; NOWHERE if it has none. */
static inline uint32_t
finder_place_at(const Finder *f, NodeId n, uint32_t link)
{
	return f->m->place[n * NLINKS + link];
}

/* edge_neighbour: the neighbour of v along edge g->at[i], one of v's edges. */
static inline uint32_t
edge_neighbour(const Finder *f, uint32_t v, uint32_t i)
{
	const Edge *e = &f->g->edges[f->g->at[i]];

	return e->a + e->b - v;
}

/* lowest_link: the number of the lowest link in a mask, which is not 0. */
static inline uint32_t
lowest_link(uint32_t mask)
{
	return __builtin_ctz(mask);
}

/* highest_link: the number of the highest link in a mask, which is not 0. */
static inline uint32_t
highest_link(uint32_t mask)
{
	return 31 - __builtin_clz(mask);
}

/*
 * finder_init: prepare a search for a shape; root: a required node for logical node 0, or NOWHERE.
 */
void finder_init(Finder *f, const MeetingPlaces *m, const Shape *s, const Graph *g, NodeId root);
void finder_free(Finder *f);

/*
 * finder_is_first_at: true if the link has a meeting place, and no lower link of n has the same
 * place.
 */
bool finder_is_first_at(const Finder *f, NodeId n, uint32_t link);
/* finder_ends_left: the free ends of c's node after placing it for v. */
uint32_t finder_ends_left(const Finder *f, uint32_t v, const Candidate *c);
/*
 * finder_wanted_ends: how many of n's free ends (mask) must be used at place p to join `todo`
 * neighbours, even if all free ends of n at other places are used.
 */
uint32_t finder_wanted_ends(const Finder *f, NodeId n, uint32_t p, uint32_t mask, uint32_t todo);
/*
 * finder_is_promising: true if node n can still be joined to `todo` neighbours by the ends in mask.
 * An end can join a neighbour only if its place has another unused node.
 */
bool finder_is_promising(const Finder *f, NodeId n, uint32_t mask, uint32_t todo);
/*
 * finder_push_candidates: push the candidates for v, at most `most` of them; v has a placed
 * neighbour. Unless `all` is set, only one node of each type is a candidate. Returns their number.
 */
uint32_t finder_push_candidates(Finder *f, uint32_t v, bool all, uint32_t most);
/* candidate_put: place logical node v on c's node. */
void candidate_put(Finder *f, uint32_t v, const Candidate *c);
/* candidate_remove: remove v from its node. */
void candidate_remove(Finder *f, uint32_t v);
/*
 * finder_is_tight: true if a place of n has fewer unused nodes than ends wanted there. In a tree
 * each end needs its own node; otherwise one node can serve several ends.
 */
bool finder_is_tight(const Finder *f, NodeId n);

/* ---- bound.c ---- */

/*
 * shape_is_impossible: true if a counting argument proves that no configuration exists; appends the
 * argument to `why`.
 */
bool shape_is_impossible(const MeetingPlaces *m, const Shape *s, const Graph *g, NodeId root,
	Buf *why);

/* ---- find.c ---- */

/*
 * config_find: find places and joins for the shape, with node 0 on root (NOWHERE: on any node) and
 * joined to the host. The same machine and shape give the same result. It sets c's places and
 * joins. If it finds no configuration, it returns false and appends the reason to `why`.
 */
bool config_find(const Topology *t, const Shape *s, NodeId root, Config *c, Buf *why);

/* ---- verify.c ---- */

/*
 * config_verify: check that c has the shape, from the cables alone and independently of the search.
 * Returns NULL, or a text about the mistake.
 */
const char *config_verify(const Topology *t, const Shape *s, const Config *c);

#endif
