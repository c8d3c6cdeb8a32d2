/* flowback_parts.h - declarations shared by the files of flowback analysis. */
#ifndef FLOWBACK_PARTS_H
#define FLOWBACK_PARTS_H

#include "control_flow.h"
#include "flowback.h"
#include "gather.h"
#include "output.h"
#include "stream.h"
#include "variable.h"

struct Flowback {
	Past *past;
	Target *target;
	Steps *steps;
	Codes *codes;
	struct Emulator *emulator; /* of logs; else NULL, like the next */
	const LoggedProcess *processes; /* [nprocesses], borrowed */
	uint32_t nprocesses;
	struct Potential *potential; /* NULL: not asked for yet */
	CauseGraph graph;
	Output output;           /* output of the run */
	bool has_output;
	Streams *streams;        /* NULL: not asked for yet */
	FlowbackOptions options; /* for the present question */
	const char *others;      /* flowback_others, in the graph's arena */
	bool left_out;           /* by options.most, causes in its answer */
	Arena scratch;           /* for the present node */
};

/* ---- origin.c ---- */

/*
 * origin_first: the node that wrote the given bytes of memory before an instruction; if there are
 * several, the last.
 */
Cause *origin_first(Flowback *f, At at, Addr a, Word nbytes);
/* origin_instruction: the node of an instruction, of a kind; the texts are copied. */
Cause *origin_instruction(Flowback *f, CauseKind kind, At at, const char *name, const char *note);
/* origin_part: likewise, but another one than that, and than those of other parts. */
Cause *origin_part(Flowback *f, CauseKind kind, At at, Addr part, const char *name,
	const char *note);
/* origin_output: the node of some bytes of the output, shown as a text or as numbers. */
Cause *origin_output(Flowback *f, size_t offset, Word nbytes, const char *name, bool text);
/*
 * origin_write: the node, an assignment or overwritten, of an instruction's event that writes a
 * variable; NULL if it is none.
 */
Cause *origin_write(Flowback *f, CauseKind kind, At at, uint32_t event);
/* origin_call: the node of a call that returns at an instruction. */
Cause *origin_call(Flowback *f, At ret);
/* origin_argument: add the edges of values that a node has used. */
void origin_argument(Flowback *f, Cause *effect, const Gathered *got);
/* origin_expand: add the edges to a node's causes. */
void origin_expand(Flowback *f, Cause *c);

/* ---- overrun.c ---- */

/*
 * overrun_note: what to say of the write of a variable that is no character, by a function of the
 * library that has begun to write a text in an array of characters: "strcpy() goes beyond the end
 * of p.name", in the graph's arena; NULL: it is no such write.
 */
const char *overrun_note(Flowback *f, const Written *w, const Variable *v);

/* ---- control.c ---- */

/*
 * control_function: the function of an instruction, with the value of Wptr at its entry; NULL if
 * unknown.
 */
const CodeFunction *control_function(Flowback *f, At at, Addr *entry);
/*
 * control_entry: the call that entered the function of an instruction; `known` is false if it is
 * not known.
 */
Written control_entry(Flowback *f, At at);
/*
 * control_outermost: the library call in the program's own code during which an instruction is
 * executed; in NULL if there is none.
 */
At control_outermost(Flowback *f, At at);
/* control_predicate: the node of a conditional jump. */
Cause *control_predicate(Flowback *f, At at);
/* control_begin: the entry of the log interval that an instruction is in. */
Cause *control_begin(Flowback *f, At at);
/*
 * control_expand: add the edge to the jump or call that decided that an instruction was executed.
 */
void control_expand(Flowback *f, Cause *c, At at);

/*
 * control_chosen: an instruction, the maker, has put a value into a register that another one of
 * the same execution of the function uses: add the edge to the jump that has selected this value.
 */
void control_chosen(Flowback *f, Cause *c, At at, At maker);
/*
 * control_stack: the places at which the function of an instruction, and its callers, were called;
 * a line each.
 */
const char *control_stack(Flowback *f, At at);
/*
 * control_omitted: a word of the workspace was written, and is read in the same execution of the
 * function: add the edges to the jumps that have since skipped another write to it.
 */
void control_omitted(Flowback *f, Cause *c, At written, At read, Addr word);

/* ---- potential.c ---- */

typedef struct Potential Potential;

/*
 * potential_expand: bytes were read that an instruction had written, or none: add the edges to the
 * jumps that have kept them from being written again before. name: of the variable.
 */
void potential_expand(Flowback *f, Cause *effect, const Written *w, At read, Addr a, Word nbytes,
	const char *name);
/* potential_forget: a question begins; other programs may be in the nodes. */
void potential_forget(Potential *p);
void potential_free(Potential *p);

/* ---- lost.c ---- */

/*
 * lost_expand: an assignment has written bytes from what was gathered: add the edge to the write of
 * another process that it has overwritten, if it relied on an older value of the bytes.
 */
void lost_expand(Flowback *f, Cause *effect, At at, uint32_t event, Addr a, Word nbytes,
	const Gathered *got);

/* ---- owner.c ---- */

/* When a piece of memory got its present owner: a call's workspace, or a block of a heap. */
typedef struct Ownership {
	At began;         /* the instruction that calls, or returns the block; in NULL: not known */
	At shown;         /* the statement of the program, if it is known */
	const char *note; /* for a value that was not written since then */
} Ownership;

/*
 * flowback_ownership: of the memory with an address that an instruction reads, if it began after
 * the memory's last write; otherwise `began` is in NULL, as for the steps of a log.
 */
Ownership flowback_ownership(Flowback *f, const Written *w, At read, Addr a);
/*
 * ownership_beside: the last write, by its present owner, of the nearest byte of the same block of
 * a heap that has one; step: 1 for bytes above the address, -1 for those below. Not known: none.
 */
Written ownership_beside(Flowback *f, const Ownership *o, At read, uint32_t event, Addr a,
	int step);

/* ---- initial.c ---- */

/* initial_written: an instruction's event has given the memory its value when its program began. */
bool initial_written(Flowback *f, const Written *w, Addr a, const Gathered *got);
/* initial_received: bytes of a program that an instruction reads, received by the node's loader. */
bool initial_received(At in, At read, Addr a);

/* ---- message.c ---- */

/* The origin of received bytes. */
typedef struct Sent {
	bool known;
	At at;             /* the instruction on another node that sends them */
	bool in_register;  /* the bytes were in Areg; otherwise in memory at addr */
	Addr addr;
	Word nbytes;       /* of those asked for that this message has */
	bool host, boot;   /* unknown sender: the host; received by the node's boot logic */
} Sent;

/*
 * Where a log's process got a word that it has not written itself: the write of another logged
 * process of its node, or the bytes of a message of another logged process.
 */
typedef struct Passed {
	bool written, sent; /* at most one */
	Written writer;     /* written */
	At at;              /* sent: at this instruction, from addr in its process's memory */
	Addr addr;
	bool crossed;       /* to another node */
} Passed;

/* message_passed: where the word of an event STEP_CHANGED came from (passed.c). */
Passed message_passed(Flowback *f, const Written *w, Addr a, Word nbytes);

/* message_receiver: the `in` that received bytes; in NULL if it was the boot logic, or unknown. */
At message_receiver(Flowback *f, const Written *w);
/* message_sender: the origin of bytes that an event has brought; of the first `nbytes` of them. */
Sent message_sender(Flowback *f, const Written *w, Addr a, Word nbytes);
/* message_sent: the origin of a byte of a message to the host. */
Sent message_sent(Flowback *f, const OutputMessage *m, uint32_t offset);

/* ---- where.c: the programs around an instruction ---- */

/*
 * where_system: the instruction belongs to the kernel, TrEK or a library, or to a function without
 * debugging information.
 */
bool where_system(const Flowback *f, At at);
/* where_logging: the instruction belongs to the part of an e-block that logs it (cc/log). */
bool where_logging(At at);
/* where_describe: set a node's place, time, process and function from an instruction. */
void where_describe(Flowback *f, Cause *c, At at);
/*
 * where_code: likewise from an address in a program that was not executed: no time, no process.
 */
void where_code(Flowback *f, Cause *c, const Loaded *l, Addr iptr);
/* where_caller: set the place of the call that a node belongs to; in NULL: it is not known. */
void where_caller(Flowback *f, Cause *c, At call);
/*
 * where_frames: the functions that an instruction is in by debugging information, from the
 * innermost (0) or one of those that it is inlined into on: name, file and line, a line each.
 */
void where_frames(At at, size_t first, Buf *text);
/* where_line: the instruction's line; 0: not known. */
int where_line(At at);
const char *where_function(At at); /* "?": not known */
/* where_result: the type returned by the function that returns there; NULL if unknown. */
const Type *where_result(At ret);
/*
 * where_exists: true if a variable with the name exists in the program that contains the
 * instruction (not the kernel), or in its function, unless that belongs to the system.
 */
bool where_exists(const Flowback *f, At at, const char *name);

#endif
