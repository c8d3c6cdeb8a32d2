/*
 * reading.h - what the files that read, check, route and search topologies share.
 *
 * A Topology is read in this order: text.c cuts lines into tokens and
 * ranges, part.c knows the parts and their options, read.c the statements, check.c
 * looks at the whole, route.c finds the crossbar settings of a configuration, and
 * shape.c and find.c make the configurations that a file only names.
 *
 * Whatever is allocated while reading hangs from the Topology, so that topology_free releases it
 * also when reading was left in the middle.
 */
#ifndef TOPOLOGY_BUILD_H
#define TOPOLOGY_BUILD_H

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

/* text.c: lines, tokens, ranges */
typedef struct Source {
	const char *file;
	int line;
	const char *at;   /* next character of the line */
	const char *eol;  /* its end, comment left out */
	const char *next; /* the following line */
	const char *end;
} Source;

typedef struct Token {
	const char *s; /* in the source; not terminated */
	uint32_t n;
} Token;

enum { MAX_TOKEN = 200, MAX_PIECES = 8 };

/* A word with ranges: "n[0-14].0" is three pieces, 15 words. */
typedef struct Piece {
	Token text;           /* n = 0: a range */
	uint32_t first, step;
} Piece;

typedef struct Pattern {
	Token whole;
	Piece piece[MAX_PIECES];
	uint32_t npieces;
	uint32_t count; /* of words; 1 without a range */
} Pattern;

/* source_line, source_token: the next line, the next token of the line. returns false at the end */
bool source_line(Source *s);
bool source_token(Source *s, Token *t);
/* source_want: the next token; when there is none, the message says what is missing. */
Token source_want(Source *s, const char *what);
/* source_last: the line must end here. */
void source_last(Source *s);
bool topo_token_is(Token t, const char *word);
bool topo_token_has(Token t, char c);
/* topo_token_text: t as a string; text has MAX_TOKEN + 1 bytes. returns text */
char *topo_token_text(Token t, char *text);
Pattern pattern_parse(const Source *s, Token t);
/* pattern_word: word i; text has MAX_TOKEN + 1 bytes. returns text */
char *pattern_word(const Source *s, const Pattern *p, uint32_t i, char *text);
/* topo_name_check: a name is a letter and up to 62 letters, digits, '_' and '-'; else fatal. */
void topo_name_check(const Source *s, const char *name, const char *what);

/* part.c: one line of a part: names and options */
void topo_part_read(Topology *t, Source *s, const char *kind);

/* check.c: the machine as a whole, its parts and cables read up to that line */
void topology_check(const Topology *t, int last_line);

/*
 * route.c: finds the circuits of c's joins. A join that cannot be made is the user's mistake.
 */
void config_route(const Topology *t, Config *c);

/* auto.c: the rest of a line "config NAME auto ..." */
void topo_auto_read(Topology *t, Source *s, Config *c);

/* walk.c: shortest ways between nodes */
typedef struct Walk {
	const Topology *t;
	const Config *c;      /* or NULL: all nodes, fixed cables */
	EndRef *peers;        /* topology_peers */
	uint32_t *logical;    /* of each node: its logical node, or NOWHERE: not of this network */
	NodeId root;          /* logical node 0 */
	/* of the last topo_walk_from */
	uint32_t *depth;      /* of each node; NOWHERE: not reached */
	EndRef *from;         /* of each node: the nearer node's end on the way to it */
	NodeId *order;        /* the nodes as they were reached, */
	uint32_t nreached;    /* so many */
} Walk;

Walk topo_walk_new(const Topology *t, const Config *c);
void topo_walk_free(Walk *w);
void topo_walk_from(Walk *w, NodeId start);
/* topo_walk_depth: how far the farthest node is from logical node 0. */
uint32_t topo_walk_depth(Walk *w);

/* list.c */
/* config_circuits: how many joins of c lead through crossbars. */
uint32_t config_circuits(const Topology *t, const Config *c);

#endif
