/*
 * calls.h - which of the user's functions a node executed, and for which task: a monitor's records
 * that accompany a trace of the machine.
 */
#ifndef CALLS_H
#define CALLS_H

#include "trace.h"

/* One execution of a user's function. */
typedef struct Call {
	Time begin, end;
	uint32_t node;     /* number of the node in the machine */
	uint32_t function; /* enum NodeFunction */
	uint32_t task;
	uint64_t part;     /* SubTid; 0: the whole task */
	bool open;         /* the call's end was not seen; it counts as the end of the trace */
} Call;

/* Where a function begins or ends. */
typedef struct CallEdge {
	Time at;
	uint32_t call;
	bool begins;
} CallEdge;

typedef struct Calls {
	Call *call;     /* in the order of their beginnings */
	uint32_t n;
	CallEdge *edge; /* [2 * n] in order of time; at equal times, ends are before begins */
} Calls;

/*
 * calls_read: the calls in data.std of a folder of `trellis run --record`, with times from
 * run.json; {0} if one of the files is missing. A mistake in one of them is fatal. end: the
 * time at which the trace ends. Released by calls_free.
 */
Calls calls_read(const char *folder, const Topology *t, Time end);
/* The text of one of these files, with its name for messages. */
typedef struct CallsText {
	const char *name;
	Buf text;
} CallsText;
/* calls_parse: read the calls as calls_read does, from two texts: data.std and run.json. */
Calls calls_parse(const CallsText *std, const CallsText *figures, const Topology *t, Time end);
/* calls_choose: leave only the calls on chosen nodes, cut to the chosen time. */
void calls_choose(Calls *c, const TraceChoice *choice);
void calls_free(Calls *c);

enum { CALL_TEXT = 100 }; /* room for the text of a call */

/* call_function_name: the name of a user's function (enum NodeFunction): "compute_fn()". */
const char *call_function_name(uint32_t function);
/* call_text: write a call as text: "compute_fn() task 49 part 0x2"; returns text. */
const char *call_text(const Call *c, char text[CALL_TEXT]);

#endif
