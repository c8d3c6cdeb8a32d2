/*
 * reading.h - the state used while a topology is read, checked, routed and searched: its names,
 * ends and configurations.
 *
 * The files are used in this order: text.c splits the text into lines, tokens and ranges; part.c
 * parses parts and their options, read.c the statements; check.c checks the whole; route.c computes
 * the crossbar settings of a configuration; shape.c and find.c search for configurations that the
 * file gives only by shape.
 *
 * All memory allocated while reading belongs to the Topology, so topology_free releases it even if
 * reading was aborted.
 */
#ifndef READING_H
#define READING_H

#include "base/list.h"
#include "base/table.h"
#include "topology.h"

/* A name; parts and configurations have separate name spaces. */
typedef struct TopologyName {
	const char *name; /* borrowed from the part */
	EndKind kind;     /* the kind of the part's data ends; END_NONE for a configuration */
	uint32_t part;    /* index of the part or configuration */
} TopologyName;

typedef struct TopologyIndex {
	TopologyName *names;     /* [known.n] */
	Table known;             /* maps a name to its index in `names` */
	/* tables for the configuration in progress; empty at other times */
	NodeId *holds;           /* [node] the logical node that is placed on it, or NOWHERE */
	uint32_t *joined;        /* [end_number] the join of an end, or NOWHERE */
	uint32_t *busy;          /* [switch] a bit for each port used by a circuit */
	uint32_t *far;           /* joins that need several crossbars */
	Buf why;                 /* explains why a search found nothing */
} TopologyIndex;

/* ---- topology.c ---- */

/* topology_new: make an empty topology; file names it in messages. */
Topology *topology_new(const char *file);

/* topology_load: parse text into the new topology t, as topology_parse does. */
void topology_load(Topology *t, const char *text, size_t n);

/*
 * topo_name_add: note that a part, or a configuration (END_NONE), has this name, which is borrowed.
 */
void topo_name_add(Topology *t, const char *name, EndKind kind, uint32_t part);
/*
 * topo_name_find: the part, or the configuration if `config`, with this name; NULL if there is
 * none.
 */
const TopologyName *topo_name_find(const Topology *t, const char *name, bool config);

/*
 * topo_name_find_similar: the name of a part or configuration that is most similar to a misspelt
 * name; NULL if no name is similar.
 */
const char *topo_name_find_similar(const Topology *t, const char *name, bool config);
/*
 * topo_name_edits: the number of letters in which two names differ, with a swapped pair counted
 * once; 3 if there are more than 2.
 */
uint32_t topo_name_edits(const char *a, const char *b);

/* config_new: append an empty configuration to t. */
Config *config_new(Topology *t, const char *name, int line);

/* topo_part_name: the name of the part to which e belongs. */
const char *topo_part_name(const Topology *t, EndRef e);
/* topo_part_line: the line that declares the part to which e belongs. */
int topo_part_line(const Topology *t, EndRef e);
/* cable_slot: the element that stores the wire at e. */
uint32_t *cable_slot(const Topology *t, EndRef e);
/* end_number: e's index in an array of all ends of nodes and hosts, of length ends_count. */
uint32_t end_number(const Topology *t, EndRef e);
/* ends_count: the number of ends of nodes and hosts. */
uint32_t ends_count(const Topology *t);
/* end_mbits: the link speed at e; 0 if e takes the speed of the other end. */
uint32_t end_mbits(const Topology *t, EndRef e);
/* end_equal: true if both are the same end. */
bool end_equal(EndRef a, EndRef b);
enum { END_WORDS = MAX_NAME + 32 }; /* bytes of a text of end_words */
/* end_words: "link 2 of n3", for messages; text has END_WORDS bytes. returns text */
char *end_words(const Topology *t, EndRef e, char *text);

/* topo_index_begin: allocate empty tables for configurations, once all parts are known. */
void topo_index_begin(Topology *t);
/* topo_index_end: empty the tables after the configuration c has been checked. */
void topo_index_end(Topology *t, const Config *c);

/* ---- check.c ---- */

/*
 * topology_check: check the whole machine; last_line: the last line that describes it. Mistakes are
 * fatal.
 */
void topology_check(const Topology *t, int last_line);

/* ---- route.c ---- */

/* config_route: compute the circuits for c's joins. A join that cannot be made is fatal. */
void config_route(const Topology *t, Config *c);

/* ---- list.c ---- */

/* config_circuits: the number of joins of c that use crossbars. */
uint32_t config_circuits(const Topology *t, const Config *c);

#endif
