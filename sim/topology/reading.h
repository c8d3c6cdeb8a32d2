/*
 * reading.h - a topology while it is read, checked, routed and searched: its names, ends and
 * configurations.
 *
 * A Topology is read in this order: text.c cuts lines into tokens and
 * ranges, part.c knows the parts and their options, read.c the statements, check.c
 * looks at the whole, route.c finds the crossbar settings of a configuration, and
 * shape.c and find.c make the configurations that a file only names.
 *
 * Whatever is allocated while reading hangs from the Topology, so that topology_free releases it
 * also when reading was left in the middle.
 */
#ifndef READING_H
#define READING_H

#include "topology.h"

/* A table of names: parts in one space, configurations in another. Open addressing. */
typedef struct NameSlot {
	const char *name; /* borrowed from the part; NULL: free */
	EndKind kind;     /* of the part's data ends; END_NONE: a configuration */
	uint32_t part;
} NameSlot;

typedef struct TopologyIndex {
	NameSlot *names;
	uint32_t nnames, nslots; /* nslots: 0 or a power of two */
	/* Of the configuration at hand; empty between two. */
	NodeId *holds;           /* for each node: the logical node on it, or NOWHERE */
	uint32_t *joined;        /* for each end (end_number): its join, or NOWHERE */
	uint32_t *busy;          /* for each switch: a bit for each port in a circuit */
	uint32_t *far;           /* the joins that need several crossbars */
	Buf why;                 /* scratch: why a search found nothing */
} TopologyIndex;

/* topology.c */
Topology *topology_new(const char *file);

/* topology_load: reads the text into t, which is new; what topology_parse does. */
void topology_load(Topology *t, const char *text, size_t n);

/* topo_grow: a with room for one element after n; the capacity is the next power of two. */
void *topo_grow(void *a, uint32_t n, size_t size);

void topo_name_add(Topology *t, const char *name, EndKind kind, uint32_t part);
const NameSlot *topo_name_find(const Topology *t, const char *name, bool config);

/* topo_name_near: the part or configuration that name may be a slip of, or NULL. */
const char *topo_name_near(const Topology *t, const char *name, bool config);
/* topo_name_slips: how many letters differ, swapped pairs as one; more than 2 is 3. */
uint32_t topo_name_slips(const char *a, const char *b);

/* config_new: an empty configuration, the last of t's. */
Config *config_new(Topology *t, const char *name, int line);

/* The name of the part that e belongs to, and the line that declares it. */
const char *topo_part_name(const Topology *t, EndRef e);
int topo_part_line(const Topology *t, EndRef e);
/* cable_slot: where the wire at e is kept. */
uint32_t *cable_slot(const Topology *t, EndRef e);
/* end_number: e's place in an array over all ends of nodes and hosts, ends_count long. */
uint32_t end_number(const Topology *t, EndRef e);
uint32_t ends_count(const Topology *t);
/* end_mbits: the speed at e; 0: as the other end. */
uint32_t end_mbits(const Topology *t, EndRef e);
bool end_equal(EndRef a, EndRef b);
/* end_words: "link 2 of n3", for messages; text has END_WORDS bytes. returns text */
enum { END_WORDS = MAX_NAME + 32 };
char *end_words(const Topology *t, EndRef e, char *text);

/*
 * topo_index_begin: tables for configurations, once all parts are known. They are empty, and
 * topo_index_end leaves them so after c was checked.
 */
void topo_index_begin(Topology *t);
void topo_index_end(Topology *t, const Config *c);

/* check.c: the machine as a whole, its parts and cables read up to that line */
void topology_check(const Topology *t, int last_line);

/*
 * route.c: finds the circuits of c's joins. A join that cannot be made is the user's mistake.
 */
void config_route(const Topology *t, Config *c);

/* list.c */
/* config_circuits: how many joins of c lead through crossbars. */
uint32_t config_circuits(const Topology *t, const Config *c);

#endif
