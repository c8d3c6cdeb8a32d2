/*
 * monitor.h - what the monitor's two sides both know: records, the messages that carry them to the
 * host, and the commands that come from there.
 *
 * Read by both sides; <stdint.h> only. All words are little-endian.
 */
#ifndef MONITOR_H
#define MONITOR_H

#include <stdint.h>

/* ---- records ---- */

/* kind, name in text, what `peer` is */
#define MONITOR_KINDS(X) \
	X(CALL, "call")   /* node that a link process is about to receive from */ \
	X(RECV, "recv")   /* node that both messages of a pass have come from */ \
	X(SEND, "send")   /* node that a pass to begins */ \
	X(START, "start") /* function of the user's that begins: enum NodeFunction */ \
	X(END, "end")     /* ... and has returned */ \
	X(USE, "use")     /* per mille of the MONITOR_SAMPLE us before that the processor was busy
	                     at low priority; task: that links 0 and 1 were sending, part: links 2
	                     and 3, the second one in the upper half */ \
	X(USER, "user")   /* code of an event of the user's; task is its value */ \
	X(STOPPED, "stop") /* function of the user's in which the node, or a process there, has
	                      stopped, 0: in none; of the host, which finds it in the node's
	                      memory */ \
	X(LOST, "lost")   /* node to which a byte went that did not arrive, since then; task: the
	                     link, part: that of the other node; of the host, which finds it in the
	                     machine's links */

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
	uint16_t peer;
	uint32_t task; /* number of the main task */
	uint32_t part; /* SubTid */
} MonitorRecord;
_Static_assert(sizeof(MonitorRecord) == 16, "MonitorRecord");

/* ---- messages ---- */

/* Users' events, as the thesis's sessions show them. */
#define EVENT_NODEMON ((uint32_t)-91009)     /* to a node's monitor: commands */
#define EVENT_NODEMON_ACK ((uint32_t)-91010) /* ... a block has come */

/* Words that travel with a command's header. */
enum { COMMAND_WHAT, COMMAND_EVENT, COMMAND_BLOCKS };

/*
 * COMMAND_EVENT is the host's event to answer at: the answer's words are the node and 0 or a
 * KernelError.
 */
enum MonitorCommand {
	MONITOR_BEGIN, /* the first time: clocks to zero, and the body is the Bounds that follow
	                  each other; blocks go to the host's event COMMAND_BLOCKS */
	MONITOR_STOP,  /* unload; a process that reaches a probe waits for the next MONITOR_BEGIN */
	MONITOR_QUIT,  /* unload, and end; probes do nothing any more */
};

/* Words that travel with a block of records, which are its body. */
enum { BLOCK_NODE, BLOCK_SERIAL, BLOCK_COUNT };

/*
 * When a node unloads what it has noted (Lin 5.3.3): at once when there are `upper` records, none
 * below `lower`; in between when neither its processor nor a link is busy. In force until the
 * node's clock reaches `time`; the last of a sequence stays.
 */
typedef struct Bounds {
	uint32_t time; /* us since MONITOR_BEGIN */
	uint32_t lower, upper; /* records */
} Bounds;
_Static_assert(sizeof(Bounds) == 12, "Bounds");

enum {
	MONITOR_SAMPLE = 100000, /* us between the records of use */
	MONITOR_MOST = 4096, /* records of an upper bound */
	MONITOR_STEPS = 64,  /* bounds that follow each other: their message is small */
	MONITOR_LOWER = 1,   /* what is set if nothing else is said */
	MONITOR_UPPER = 1,   /* nothing is lost but what is just being noted */
};

/* ---- the file of all records (.all) ---- */

/* Before each block, as it came; count records follow. A file that was cut off is whole so far. */
#define BLOCK_MAGIC 0x4E4F4D54u /* "TMON" */
typedef struct BlockHeader {
	uint32_t magic;
	uint32_t node;
	uint32_t serial; /* of the node's blocks, from 0 */
	uint32_t count;
} BlockHeader;
_Static_assert(sizeof(BlockHeader) == 16, "BlockHeader");

#endif
