/*
 * flowback_parts.h - what the files of flowback analysis share.
 */
#ifndef FLOWBACK_PARTS_H
#define FLOWBACK_PARTS_H

#include "control_flow.h"
#include "flowback.h"
#include "gather.h"
#include "output.h"
#include "variable.h"

struct Flowback {
	Past *past;
	Target *target;
	Steps *steps;
	Codes *codes;
	CauseGraph graph;
	Output output;           /* of the run */
	bool has_output;
	FlowbackOptions options; /* of the question at hand */
	Arena scratch;           /* of the node at hand */
};

/* ---- origin.c ---- */

/*
 * origin_first: the node that some bytes of memory before an instruction come from; of several
 * writers, the last.
 */
Cause *origin_first(Flowback *f, At at, Addr a, Word nbytes);
/* origin_instruction: the node of an instruction, of a kind; the texts are copied. */
Cause *origin_instruction(Flowback *f, CauseKind kind, At at, const char *name, const char *note);
/* origin_output: the node of some bytes of the output. */
Cause *origin_output(Flowback *f, size_t offset, Word nbytes, const char *name);
/* origin_expand: the edges to a node's causes. */
void origin_expand(Flowback *f, Cause *c);

/* ---- control.c ---- */

/*
 * control_function: that of an instruction, with where Wptr was when it was entered; NULL: not
 * known.
 */
const CodeFunction *control_function(Flowback *f, At at, Addr *entry);
/*
 * control_entry: the call that has entered the function of an instruction; known false: it is not
 * known.
 */
Written control_entry(Flowback *f, At at);
/* control_expand: the edge to what has decided that an instruction was executed. */
void control_expand(Flowback *f, Cause *c, At at);

/*
 * control_chosen: an instruction, the maker, has put a value into a register that another one of
 * the same execution of the function uses: the edge to what has decided that it was this value.
 */
void control_chosen(Flowback *f, Cause *c, At at, At maker);
/* control_stack: where the function of an instruction was called, and those calls, a line each. */
const char *control_stack(Flowback *f, At at);
/*
 * control_omitted: a word of the workspace was written, and is read in the same execution of the
 * function: the edges to what has decided meanwhile that it was not written once more.
 */
void control_omitted(Flowback *f, Cause *c, At written, At read, Addr word);

/* ---- message.c ---- */

/* Where received bytes were sent from. */
typedef struct Sent {
	bool known;
	At at;             /* the instruction that sends them, of another node */
	bool in_register;  /* they were in Areg, else at: */
	Addr addr;
	bool host, boot;   /* not known: they are from the host; for the node's boot logic */
} Sent;

Sent message_sender(Flowback *f, const Written *w, Addr a, Word nbytes);
/* message_sent: where a byte of a message to the host was sent from. */
Sent message_sent(Flowback *f, const OutputMessage *m, uint32_t offset);

/* ---- where.c: the programs around an instruction ---- */

/*
 * where_system: the instruction is of the kernel, TrEK or a library, or of a function without
 * debugging information.
 */
bool where_system(const Flowback *f, At at);
/* where_describe: place, time, process and function of an instruction become a node's. */
void where_describe(Flowback *f, Cause *c, At at);
/*
 * where_frames: the functions that an instruction is in by debugging information, from the
 * innermost (0) or one of those that it is inlined into on: name, file and line, a line each.
 */
void where_frames(At at, size_t first, Buf *text);
/* where_line: the instruction's line; 0: not known. */
int where_line(At at);
const char *where_function(At at); /* "?": not known */
/*
 * where_exists: an application's program that an instruction is of, or its own function there, has
 * a variable of a name.
 */
bool where_exists(const Flowback *f, At at, const char *name);

#endif
