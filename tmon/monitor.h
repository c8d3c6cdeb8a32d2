/*
 * monitor.h - the interface between the two sides of the monitor: records, the messages that carry
 * them to the host, and the host's commands.
 *
 * Included by both sides; <stdint.h> only. All words are little-endian.
 */
#ifndef MONITOR_H
#define MONITOR_H

#include <stdint.h>

/* ---- records ---- */

/* kind, name in text; in the comment: the meaning of `peer` */
#define MONITOR_KINDS(X) \
	X(CALL, "call")   /* node from which a link process is about to receive */ \
	X(RECV, "recv")   /* node from which both messages of a pass have arrived */ \
	X(SEND, "send")   /* node to which a pass begins */ \
	X(START, "start") /* user function that begins: enum NodeFunction */ \
	X(END, "end")     /* user function that has returned */ \
	X(USE, "use")     /* for how much of the last MONITOR_SAMPLE us, in thousandths, the
	                     processor was busy at low priority; task: the same for the sending
	                     links 0 (lower half of the word) and 1 (upper half), part: for links 2
	                     and 3 */ \
	X(USER, "user")   /* code of a user's event; task is its value */ \
	X(STOPPED, "stop") /* user function in which the node, or a process on it, has stopped;
	                      0: in none; recorded by the host, which reads it from the node's
	                      memory */ \
	X(LOST, "lost")   /* other node of a link on which a byte was lost at this time; task: the
	                     link, part: the other node's link; recorded by the host, which reads it
	                     from the machine's links */

typedef enum MonitorKind {
#define X(name, text) MONITOR_##name,
	MONITOR_KINDS(X)
#undef X
	NMONITORKINDS
} MonitorKind;

/* One event of a node. */
typedef struct MonitorRecord {
	uint32_t time; /* us since MONITOR_BEGIN, by the node's clock */
	uint16_t kind; /* enum MonitorKind */
	uint16_t peer; /* see MONITOR_KINDS */
	uint32_t task; /* number of the main task */
	uint32_t part; /* SubTid */
} MonitorRecord;
_Static_assert(sizeof(MonitorRecord) == 16, "MonitorRecord");

/* ---- messages ---- */

/* Kernel events for messages of user processes, with the numbers of the thesis's sessions. */
#define EVENT_NODEMON ((uint32_t)-91009)     /* commands to a node's monitor */
#define EVENT_NODEMON_ACK ((uint32_t)-91010) /* the monitor's acknowledgement of a block */

/* Data words in a command's header. */
enum { COMMAND_KIND, COMMAND_EVENT, COMMAND_BLOCKS };

/*
 * What a command demands. Its answer goes to the host's event COMMAND_EVENT; the answer's words are
 * the node and 0 or a KernelError.
 */
enum MonitorCommand {
	MONITOR_BEGIN, /* begin to note events; the first time, the clock begins at 0, and the body
	                  has a sequence of Bounds; blocks go to the host's event COMMAND_BLOCKS */
	MONITOR_STOP,  /* unload; a process that reaches a probe waits for the next MONITOR_BEGIN */
	MONITOR_QUIT,  /* unload, and end; probes have no effect any more */
};

/* Data words in the header of a block's message; the body has the records. */
enum { BLOCK_NODE, BLOCK_SERIAL, BLOCK_COUNT };

/*
 * When a node unloads its records (Lin 5.3.3): with `upper` records, at once; with fewer than
 * `lower` records, never; in between, when neither the processor nor a link is busy. These bounds
 * are in force until the node's clock reaches `time`; the last bounds of a sequence stay in force.
 */
typedef struct Bounds {
	uint32_t time; /* us since MONITOR_BEGIN */
	uint32_t lower, upper; /* records */
} Bounds;
_Static_assert(sizeof(Bounds) == 12, "Bounds");

enum {
	MONITOR_SAMPLE = 100000, /* us between the records of use */
	MONITOR_MAX_UPPER = 4096, /* the greatest upper bound: records */
	MONITOR_MAX_STEPS = 64,  /* the most Bounds of a sequence, so that its message is small */
	MONITOR_LOWER = 1,   /* the default lower bound */
	MONITOR_UPPER = 1,   /* the default upper bound: only the record being noted can be lost */
};

/* ---- the file of all records (.all) ---- */

/*
 * The head of each block in the file; count records follow. A truncated file is valid up to its
 * last whole block.
 */
#define BLOCK_MAGIC 0x4E4F4D54u /* "TMON" */
typedef struct BlockHeader {
	uint32_t magic;
	uint32_t node;
	uint32_t serial; /* number of the node's block, from 0 */
	uint32_t count;
} BlockHeader;
_Static_assert(sizeof(BlockHeader) == 16, "BlockHeader");

#endif
