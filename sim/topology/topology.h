/*
 * topology.h - a description of the simulated machine: nodes, crossbars, hosts, cables,
 * configurations. See docs/topology.md.
 *
 * The description is plain data; its parts refer to each other by indices. Other files read, check
 * and search it (reading.h, find.h).
 */
#ifndef TOPOLOGY_H
#define TOPOLOGY_H

#include "base/base.h"
#include "base/machine.h"

enum {
	MAX_NODES = 65536, /* node numbers must fit in 16 bits in packets */
	MAX_SWITCHES = 4096, /* crossbars */
	MAX_PORTS = 32,      /* ports of a C004 crossbar */
	MAX_HOSTS = 256,
	MAX_HOST_LINKS = 64, /* data links of one host, and also its control links */
};

/* The effect of an access outside a node's memory. */
typedef enum Unmapped {
	UNMAPPED_STOP,  /* stop the node: STOP_OUTSIDE */
	UNMAPPED_FLOAT, /* reads give all ones, writes are ignored, as on a real board's open bus */
} Unmapped;

/* The effect of an operation that the chip lacks, where the documents do not define it. */
typedef enum Undefined {
	UNDEFINED_STOP,   /* stop the node: STOP_ILLEGAL */
	UNDEFINED_IGNORE, /* nothing */
} Undefined;

/*
 * A frame buffer in a node's memory, as of a board with a display: 256 words of colours (red in
 * the lowest byte, then green, then blue), then the pixels, a byte each, row by row.
 */
typedef struct Screen {
	uint32_t width, height; /* pixels; 0: no screen */
	Addr at;                /* address of the colours, a multiple of 4 */
} Screen;

enum {
	SCREEN_COLOURS = 256, /* words of colours */
	SCREEN_SIDE = 4096,   /* greatest width and height, in pixels */
};

/* screen_bytes: the size of colours and pixels together. */
static inline uint32_t
screen_bytes(const Screen *s)
{
	return 4 * SCREEN_COLOURS + s->width * s->height;
}

/* Refresh of dynamic memory. */
typedef struct Refresh {
	/* cycles from one refresh to the next (0: no refresh), and cycles that a refresh takes */
	uint32_t interval, cycles;
} Refresh;

/* Page mode of dynamic memory. */
typedef struct PageMode {
	uint32_t bytes; /* of a row, a power of two; 0: no page mode */
	uint32_t wait;  /* additional cycles of an access to the same row as the previous access */
} PageMode;

enum { ROM_MAX = 16 << 20 }; /* bytes */

/* A ROM: the file with its contents, which are the bytes of memory up to MostPos. */
typedef struct Rom {
	char *path;    /* absolute */
	Buf image;     /* a multiple of 4 bytes */
	uint64_t hash; /* of the image */
} Rom;

typedef struct NodeSpec {
	char *name;
	int line; /* line of its declaration */
	Chip chip;
	uint32_t khz;                /* processor clock; a multiple of 500 */
	uint32_t mem; /* bytes from MOSTNEG, including on-chip memory; a multiple of a page */
	/* bytes of on-chip memory at the lowest addresses; a multiple of half a page */
	uint32_t onchip;
	uint32_t wait;               /* additional cycles of an external access (processor.md, e) */
	Refresh refresh;
	PageMode page;
	uint32_t nlinks;             /* 0 to 4 */
	uint32_t mbits[NLINKS];      /* link speeds: 5, 10 or 20 Mbit/s */
	int32_t drift;               /* drift of the clock, in parts per million */
	Unmapped unmapped;
	Undefined undefined;
	Screen screen;
	const Rom *rom;              /* the ROM that it boots from; NULL: it boots over a link */
	uint32_t subsystem;          /* the node that can reset and analyse this one, or NOWHERE */
	uint32_t cable[NLINKS];      /* the wire at each link, or NOWHERE */
	uint32_t control[NLINKS];    /* for each link its Control, or NOWHERE */
} NodeSpec;

/* A crossbar: a C004 link switch. */
typedef struct SwitchSpec {
	char *name;
	int line;
	uint32_t ports;        /* 1 to 32 */
	uint32_t delay;        /* delay in each direction, in hundredths of a bit period */
	uint32_t mbits;        /* speed of all ports; 0: the speed of the joined ends */
	uint32_t control;      /* index of the Control that configures it */
	uint32_t place;        /* position in that control link's chain */
	uint32_t cable[MAX_PORTS]; /* the wire at each port, or NOWHERE */
} SwitchSpec;

typedef struct HostSpec {
	char *name;
	int line;
	uint32_t nlinks;   /* data links: h.0 and so on */
	uint32_t ncontrol; /* control links: h.c0 and so on */
	uint32_t mbits;    /* speed of its links; 0: the speed of the other end */
	uint32_t cable[MAX_HOST_LINKS]; /* the wire at each data link, or NOWHERE */
	uint32_t control[MAX_HOST_LINKS]; /* for each control link its Control, or NOWHERE */
	/* [data link] another program serves it in this run; not a part of the description */
	bool partner[MAX_HOST_LINKS];
} HostSpec;

typedef enum EndKind {
	END_NONE,    /* no end */
	END_NODE,    /* part: NodeId; index: link 0 to 3 */
	END_SWITCH,  /* part: switch; index: port */
	END_HOST,    /* part: host; index: data link */
	END_CONTROL, /* part: host; index: control link */
} EndKind;

/* One end of a cable. */
typedef struct EndRef {
	EndKind kind;
	uint32_t part;  /* see EndKind */
	uint32_t index; /* see EndKind */
} EndRef;

/* A cable between two ends. */
typedef struct Wire {
	EndRef a, b;
	int line;
} Wire;

/* A control link and its crossbars, in the order of the chain. */
typedef struct Control {
	/* END_CONTROL; or END_NODE: a node's link to the configuration link of one crossbar */
	EndRef end;
	uint32_t *switches;
	uint32_t nswitches;
	int line;
} Control;

/* A connection of two ends that a configuration makes by crossbars. */
typedef struct Join {
	EndRef a, b; /* ends of nodes or hosts, never ports */
	int line;
} Join;

/* One setting of a crossbar: it joins ports a and b in both directions. */
typedef struct Circuit {
	uint32_t sw;   /* the crossbar */
	uint32_t a, b; /* ports */
} Circuit;

typedef struct Config {
	char *name;
	int line;
	NodeId *place; /* physical node of each logical node, 0 to nplaces - 1 */
	uint32_t nplaces;
	Join *joins;
	uint32_t njoins;
	/* the circuits of all joins, join after join; the circuits of a join lead from a to b */
	Circuit *circuits;
	uint32_t ncircuits;
} Config;

typedef struct Topology {
	char *name;
	char *file; /* name for messages */
	uint64_t seed; /* of the random choices in a run; 0 if the file gives none */
	NodeSpec *nodes;
	uint32_t nnodes;
	Rom **roms; /* of all nodes; owned */
	uint32_t nroms;
	SwitchSpec *switches;
	uint32_t nswitches;
	HostSpec *hosts;
	uint32_t nhosts;
	Wire *wires;
	uint32_t nwires;
	Control *controls;
	uint32_t ncontrols;
	Config *configs;
	uint32_t nconfigs;
	struct TopologyIndex *index; /* maps names to parts; private */
} Topology;

/*
 * topology_read: read the description of a machine from a file. Errors are fatal (fatal_at);
 * doubtful parts give warnings.
 */
Topology *topology_read(const char *file);
/*
 * topology_parse: read the description of a machine from n bytes of text; file names it in
 * messages. Errors are fatal (fatal_at).
 */
Topology *topology_parse(const char *text, size_t n, const char *file);
void topology_free(Topology *t);

/*
 * topology_find_end: the end that a text names ("n3.2", "x0.7", "h.0", "h.c1"); kind END_NONE if
 * there is none.
 */
EndRef topology_find_end(const Topology *t, const char *text);

/* topology_node: the node with this name; NOWHERE if there is none. */
NodeId topology_node(const Topology *t, const char *name);

/* topology_across: the other end of the cable at e; kind END_NONE if there is none. */
EndRef topology_across(const Topology *t, EndRef e);

/* topology_config: the configuration with this name; fatal if there is none. */
const Config *topology_config(const Topology *t, const char *name);

/*
 * topology_search_config: search for a configuration described by words such as "btree 16" or "grid
 * 5x15 root=n3", and add it under that name. Fatal if none is found. Pointers to earlier
 * configurations may become invalid.
 */
const Config *topology_search_config(Topology *t, const char *name, const char *words);

/* topology_circuits: set *out to the crossbar settings of c, which c owns. Returns their number. */
uint32_t topology_circuits(const Topology *t, const Config *c, const Circuit **out);

/*
 * topology_peers: the end that each link of each node reaches over fixed cables and, unless c is
 * NULL, over the circuits of c. The entry for link l of node n has index n * NLINKS + l. The caller
 * frees the result.
 */
EndRef *topology_peers(const Topology *t, const Config *c);

enum { MAX_NAME = 63, END_NAME = MAX_NAME + 8 }; /* letters of a name; bytes of end_name */
/* end_name: the end in the notation of topology files; text has END_NAME bytes. returns text */
char *end_name(const Topology *t, EndRef e, char *text);

enum { NODE_TEXT = MAX_NAME + 24 }; /* bytes of a text of node_text */
/*
 * node_text: a node for messages: its name, followed by its number among the booted nodes unless
 * the name ends in that number: "n3", "n18 (number 5)". text has NODE_TEXT bytes. returns text
 */
char *node_text(const Topology *t, NodeId n, uint32_t number, char *text);

/* topology_print: print the machine as canonical text, which topology_parse can read. */
void topology_print(const Topology *t, Buf *out);

/*
 * topo_list_counts: print the numbers of parts of the machine, then a line for each configuration,
 * or for `only` alone.
 */
void topo_list_counts(const Topology *t, const Config *only, Buf *out);
/*
 * topo_list_circuits: print, for each crossbar, the port to which c joins each of its ports. c
 * NULL: nothing is joined.
 */
void topo_list_circuits(const Topology *t, const Config *c, Buf *out);
/*
 * topo_list_routes: print the links between logical nodes, and the depth of each node in the tree
 * of shortest paths. c NULL: all nodes and fixed cables.
 */
void topo_list_routes(const Topology *t, const Config *c, Buf *out);
/*
 * topo_list_worm: print a table of nodes and links as worm programs like ispy do. c NULL: all nodes
 * and fixed cables.
 */
void topo_list_worm(const Topology *t, const Config *c, Buf *out);
/* topo_list_dot: print a graph in the language of Graphviz. c NULL: all parts and fixed cables. */
void topo_list_dot(const Topology *t, const Config *c, Buf *out);
/* topology_json: print the whole machine, with one configuration or (NULL) all, as JSON. */
void topology_json(const Topology *t, const Config *only, Buf *out);

#endif
