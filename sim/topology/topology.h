/*
 * topology.h - what the simulated machine is made of: nodes, crossbars, hosts, cables,
 * configurations. See docs/topology.md.
 *
 * Plain data; relations are indices. Reading, checking and searching are the other files' matter
 * (reading.h, find.h).
 */
#ifndef TOPOLOGY_H
#define TOPOLOGY_H

#include "base/machine.h"

enum {
	MAX_NODES = 65536, /* ids stay within 16 bits in packets */
	MAX_SWITCHES = 4096,
	MAX_PORTS = 32,      /* of a C004 */
	MAX_HOSTS = 256,
	MAX_HOST_LINKS = 64, /* data links of one host, and its control links */
};

/* What an access outside a node's memory does. */
typedef enum Unmapped {
	UNMAPPED_STOP,  /* stops the node: STOP_OUTSIDE */
	UNMAPPED_FLOAT, /* reads give all ones, writes are lost: a real board's open bus */
} Unmapped;

/* What an operation that the chip lacks does, where real chips do not tell. */
typedef enum Undefined {
	UNDEFINED_STOP,   /* stops the node: STOP_ILLEGAL */
	UNDEFINED_IGNORE, /* nothing */
} Undefined;

typedef struct NodeSpec {
	char *name;
	int line; /* where it is declared */
	Chip chip;
	uint32_t khz;                /* processor clock; a multiple of 500 */
	uint32_t mem;                /* bytes from MOSTNEG, on-chip memory included; pages */
	uint32_t onchip;             /* bytes of fast memory at its bottom; pages or half pages */
	uint32_t wait;               /* extra cycles of an external access (processor.md, e) */
	uint32_t nlinks;             /* 0 to 4 */
	uint32_t mbits[NLINKS];      /* link speeds: 5, 10 or 20 Mbit/s */
	int32_t drift;               /* of the clock, parts per million */
	Unmapped unmapped;
	Undefined undefined;
	uint32_t cable[NLINKS];      /* the wire at each link, or NOWHERE */
} NodeSpec;

typedef struct SwitchSpec {
	char *name;
	int line;
	uint32_t ports;        /* 1 to 32 */
	uint32_t delay;        /* each way, hundredths of a bit period */
	uint32_t mbits;        /* of all its ports; 0: whatever the joined ends have */
	uint32_t control;      /* which Control sets it */
	uint32_t place;        /* in that control link's chain */
	uint32_t cable[MAX_PORTS];
} SwitchSpec;

typedef struct HostSpec {
	char *name;
	int line;
	uint32_t nlinks;   /* data links h.0 ... */
	uint32_t ncontrol; /* control links h.c0 ... */
	uint32_t mbits;    /* of its links; 0: whatever the other end has */
	uint32_t cable[MAX_HOST_LINKS];
	uint32_t control[MAX_HOST_LINKS]; /* the Control of each control link, or NOWHERE */
} HostSpec;

typedef enum EndKind {
	END_NONE,
	END_NODE,    /* part: NodeId; index: link 0 to 3 */
	END_SWITCH,  /* part: switch; index: port */
	END_HOST,    /* part: host; index: data link */
	END_CONTROL, /* part: host; index: control link */
} EndKind;

/* One end of a cable. */
typedef struct EndRef {
	EndKind kind;
	uint32_t part;
	uint32_t index;
} EndRef;

typedef struct Wire {
	EndRef a, b;
	int line;
} Wire;

/* A control link and the crossbars it sets, in the order of their places in the chain. */
typedef struct Control {
	EndRef end; /* END_CONTROL */
	uint32_t *switches;
	uint32_t nswitches;
	int line;
} Control;

typedef struct Join {
	EndRef a, b; /* nodes' or hosts' ends, never ports */
	int line;
} Join;

/* One setting of one crossbar: ports a and b are joined both ways. */
typedef struct Circuit {
	uint32_t sw;
	uint32_t a, b;
} Circuit;

typedef struct Config {
	char *name;
	int line;
	NodeId *place; /* logical node to physical node; all placed, 0 to nplaces - 1 */
	uint32_t nplaces;
	Join *joins;
	uint32_t njoins;
	Circuit *circuits; /* what makes the joins, in their order, each from a's side to b's */
	uint32_t ncircuits;
} Config;

typedef struct Topology {
	char *name;
	char *file; /* for messages */
	uint64_t seed;
	NodeSpec *nodes;
	uint32_t nnodes;
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
	struct TopologyIndex *index; /* names to parts; private */
} Topology;

/*
 * topology_read, topology_parse: the machine a text describes; file names it in messages. What is
 * wrong in it is the user's mistake (fatal_at); what is only doubtful, a warning.
 */
Topology *topology_read(const char *file);
Topology *topology_parse(const char *text, size_t n, const char *file);
void topology_free(Topology *t);

/* topology_end: the end that text names ("n3.2", "x0.7", "h.0", "h.c1"), or kind END_NONE. */
EndRef topology_end(const Topology *t, const char *text);

/* topology_node: the node of that name, or NOWHERE. */
NodeId topology_node(const Topology *t, const char *name);

/* topology_across: the other end of the cable at e, or kind END_NONE. */
EndRef topology_across(const Topology *t, EndRef e);

/* topology_config: the configuration of that name; none is the user's mistake. */
const Config *topology_config(const Topology *t, const char *name);

/*
 * topology_auto: a new configuration of that name, found for words like "btree 16" or
 * "grid 5x15 root=n3". That there is none is the user's mistake. Earlier configurations may move.
 */
const Config *topology_auto(Topology *t, const char *name, const char *words);

/* topology_circuits: the crossbar settings of c; they belong to c. returns how many */
uint32_t topology_circuits(const Topology *t, const Config *c, const Circuit **out);

/*
 * topology_peers: what each link of each node reaches over fixed cables and, unless c is NULL, the
 * circuits of c: the end for link l of node n is at n * NLINKS + l. The caller frees it.
 */
EndRef *topology_peers(const Topology *t, const Config *c);

/* end_name: the end as the topology file writes it; text has END_NAME bytes. returns text */
enum { MAX_NAME = 63, END_NAME = MAX_NAME + 8 };
char *end_name(const Topology *t, EndRef e, char *text);

/*
 * node_text: a node as people read it: its name, and its number among the nodes that were booted if
 * the name does not end in it: "n3", "n18 (number 5)". text has NODE_TEXT bytes. returns text
 */
enum { NODE_TEXT = MAX_NAME + 24 };
char *node_text(const Topology *t, NodeId n, uint32_t number, char *text);

/* topology_print: the machine as canonical text that topology_parse reads. */
void topology_print(const Topology *t, Buf *out);

/*
 * list.c, json.c: what `trellis topo` prints; c: the configuration; NULL: all nodes and fixed
 * cables
 */
void topo_list_counts(const Topology *t, const Config *only, Buf *out);
void topo_list_circuits(const Topology *t, const Config *c, Buf *out);
void topo_list_routes(const Topology *t, const Config *c, Buf *out);
void topo_list_worm(const Topology *t, const Config *c, Buf *out);
void topo_list_dot(const Topology *t, const Config *c, Buf *out);
/* topology_json: all of the machine, with one configuration or (NULL) all, as JSON text. */
void topology_json(const Topology *t, const Config *only, Buf *out);

#endif
