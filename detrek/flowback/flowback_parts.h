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
	CodeCache *codes;
	/* emulates logs; NULL, as is `processes`, if the analysis is not of logs */
	struct Emulator *emulator;
	const LoggedProcess *processes; /* [nprocesses], borrowed */
	uint32_t nprocesses;
	/* the search for potential dependences; NULL: not needed yet */
	struct Potential *potential;
	CauseGraph graph;
	Output output;           /* the run's standard output */
	bool has_output;         /* `output` has been read */
	Streams *streams;        /* the bytes sent over the links; NULL: not needed yet */
	FlowbackOptions options; /* the options of the present question */
	const char *others;      /* the result of flowback_others, in the graph's arena */
	bool left_out;           /* options.most has left out causes of the answer */
	Arena scratch;           /* emptied after each node that is expanded */
};

/* ---- origin.c ---- */

/* origin_last_write: the node of the last write to some bytes of memory before an instruction. */
Cause *origin_last_write(Flowback *f, At at, Addr a, Word nbytes);
/* origin_instruction: the node of a kind for an instruction; the texts are copied. */
Cause *origin_instruction(Flowback *f, CauseKind kind, At at, const char *name, const char *note);
/*
 * origin_part: the node of a kind for the instruction `at`. An instruction may have several nodes
 * of this kind, which differ in `part`.
 */
Cause *origin_part(Flowback *f, CauseKind kind, At at, Addr part, const char *name,
	const char *note);
/*
 * origin_output: the node of some bytes of the output. text: show the bytes as a text, not as
 * numbers.
 */
Cause *origin_output(Flowback *f, size_t offset, Word nbytes, const char *name, bool text);
/*
 * origin_write: the node of an event that writes a variable; NULL if the event does not. kind:
 * CAUSE_ASSIGNMENT or CAUSE_OVERWRITTEN.
 */
Cause *origin_write(Flowback *f, CauseKind kind, At at, uint32_t event);
/* origin_call: the node of a call that returns at an instruction. */
Cause *origin_call(Flowback *f, At ret);
/* origin_argument: add, to a node that has used the values `got`, the causes of these values. */
void origin_argument(Flowback *f, Cause *effect, const Gathered *got);
/* origin_expand: add the edges to a node's causes. */
void origin_expand(Flowback *f, Cause *c);

/* ---- overrun.c ---- */

/*
 * overrun_note: a note on a write beyond the end of an array of characters by a library function
 * that began to write a text in the array: "strcpy() goes beyond the end of p.name". The note is in
 * the graph's arena; NULL if the write is not of this kind.
 */
const char *overrun_note(Flowback *f, const LastWrite *w, const Variable *v);

/* ---- control.c ---- */

/*
 * control_function: the function of an instruction; *entry gets the value of Wptr at the function's
 * entry. NULL if unknown.
 */
const CodeFunction *control_function(Flowback *f, At at, Addr *entry);
/*
 * control_entry_write: the write of the return address by the call that entered the function of an
 * instruction; the field `known` is false if this write is not known.
 */
LastWrite control_entry_write(Flowback *f, At at);
/*
 * control_library_call: the library call, in the program's own code, during which the instruction
 * `at` is executed; its `in` is NULL if there is none.
 */
At control_library_call(Flowback *f, At at);
/* control_predicate: the node for one execution of a conditional jump. */
Cause *control_predicate(Flowback *f, At at);
/*
 * control_interval_begin: the node for the beginning of the log interval that contains an
 * instruction.
 */
Cause *control_interval_begin(Flowback *f, At at);
/*
 * control_expand: add, to node c, the edge to the jump or call because of which the instruction was
 * executed.
 */
void control_expand(Flowback *f, Cause *c, At at);

/*
 * control_add_choice: add, to node c, the edge to the jump that selected a value. The instruction
 * `maker` put the value into a register that `at` uses in the same execution of the function.
 */
void control_add_choice(Flowback *f, Cause *c, At at, At maker);
/* control_stack: a line for each call that leads to an instruction's function, with its place. */
const char *control_stack(Flowback *f, At at);
/*
 * control_add_omitted: add, to node c, the edges to the jumps that skipped other writes to a word
 * of the workspace, after the word was written at `written` and before it was used at `read`, in
 * one execution of the function.
 */
void control_add_omitted(Flowback *f, Cause *c, At written, At read, Addr word);

/* ---- potential.c ---- */

typedef struct Potential Potential;

/*
 * potential_expand: add, as causes of the effect, the jumps that kept some bytes from being written
 * between the write w and their use by the instruction `read`. If w is not known, the bytes were
 * never written. name: the variable's name.
 */
void potential_expand(Flowback *f, Cause *effect, const LastWrite *w, At read, Addr a, Word nbytes,
	const char *name);
/*
 * potential_drop_code: drop the decoded instructions, because the nodes may have other programs at
 * the next question.
 */
void potential_drop_code(Potential *p);
/* potential_free: free the state. */
void potential_free(Potential *p);

/* ---- lost.c ---- */

/*
 * lost_expand: if the assignment has overwritten a write of another process, but was computed from
 * an older value of the bytes, add an edge to that write. got: the sources of the assigned value.
 */
void lost_expand(Flowback *f, Cause *effect, At at, uint32_t event, Addr a, Word nbytes,
	const Gathered *got);

/* ---- owner.c ---- */

/*
 * The point of the run at which memory got its present owner. This is the call of the function in
 * whose workspace the memory lies, or the allocation of the heap block that contains it.
 */
typedef struct Ownership {
	/* the instruction that makes the call, or returns the block; its `in` is NULL if unknown */
	At began;
	At shown;         /* the statement of the program that is shown for it, if it is known */
	const char *note; /* a remark for the user on a value that was not written since then */
} Ownership;

/*
 * flowback_ownership: the ownership of the memory that an instruction reads at an address, if this
 * ownership began after the memory's last write w. Otherwise, and for steps from a log, the
 * result's began.in is NULL.
 */
Ownership flowback_ownership(Flowback *f, const LastWrite *w, At read, Addr a);
/*
 * ownership_write_beside: the last write by the present owner to the nearest byte of the same heap
 * block that the owner has written. step: 1 to search above the address, -1 below. If there is
 * none, the result's field `known` is false.
 */
LastWrite ownership_write_beside(Flowback *f, const Ownership *o, At read, uint32_t event, Addr a,
	int step);

/* ---- initial.c ---- */

/*
 * initial_is_load: true if the write w gave the memory at a its value when the program was loaded.
 */
bool initial_is_load(Flowback *f, const LastWrite *w, Addr a, const Gathered *got);
/*
 * initial_is_received: true if the bytes that an instruction reads belong to a program that the
 * node's loader has received.
 */
bool initial_is_received(At in, At read, Addr a);

/* ---- message.c ---- */

/* The origin of received bytes. */
typedef struct SentBytes {
	bool known;        /* the other fields are valid */
	At at;             /* the instruction on another node that sends them */
	bool in_register;  /* the bytes were in Areg; otherwise in memory at addr */
	Addr addr;
	Word nbytes;       /* how many of the requested bytes this message contains */
	bool host, boot; /* host: the host has sent them; boot: the boot logic has received them */
} SentBytes;

/*
 * Where a logged process has got a word from that it has not written itself: from the write of
 * another logged process on its node, or from a message of another logged process.
 */
typedef struct PassedWord {
	/* the word came by a write, or by a message; if neither is true, this is not known */
	bool written, sent;
	LastWrite writer;     /* written: the write */
	At at;              /* sent: the instruction that sent the word */
	Addr addr;          /* sent: address of the word in the sender's memory */
	bool crossed;       /* sent: the message went to another node */
} PassedWord;

/*
 * message_word_source: find where a word comes from that another process has changed. w: the write,
 * an event STEP_CHANGED.
 */
PassedWord message_word_source(Flowback *f, const LastWrite *w, Addr a, Word nbytes);

/*
 * message_receiver: the input instruction that received the bytes of event w; its field `in` is
 * NULL if the boot logic received them, or the instruction is not known.
 */
At message_receiver(Flowback *f, const LastWrite *w);
/*
 * message_sender: where up to nbytes bytes, which an event has brought, were sent from; the result
 * is about the first of these bytes, and those of the same message.
 */
SentBytes message_sender(Flowback *f, const LastWrite *w, Addr a, Word nbytes);
/* message_byte_source: where a byte of a message to the host comes from. */
SentBytes message_byte_source(Flowback *f, const OutputMessage *m, uint32_t offset);

/* ---- where.c: the programs around an instruction ---- */

/*
 * where_is_system: true if the instruction belongs to the kernel, TrEK or a library, or to a
 * function without debugging information.
 */
bool where_is_system(const Flowback *f, At at);
/*
 * where_is_logging: true if the instruction belongs to the code in an e-block that writes the log
 * (cc/log).
 */
bool where_is_logging(At at);
/* where_describe: set a node's place, time, process and function from an instruction. */
void where_describe(Flowback *f, Cause *c, At at);
/*
 * where_describe_code: set a node's place and function from an address whose instruction was not
 * executed: without time and process.
 */
void where_describe_code(Flowback *f, Cause *c, const Loaded *l, Addr iptr);
/*
 * where_set_caller: set the place of the call to which a node belongs. call: the call; its `in` is
 * NULL if it is not known.
 */
void where_set_caller(Flowback *f, Cause *c, At call);
/*
 * where_put_frames: print the functions that contain the instruction, according to the debugging
 * information: the innermost one (number 0) and those into which it is inlined, from number `first`
 * on. A line each: name, file and line.
 */
void where_put_frames(At at, size_t first, Buf *text);
/* where_line: the instruction's line; 0: not known. */
int where_line(At at);
/* where_function: the function of the instruction; "?" if it is not known. */
const char *where_function(At at);
/*
 * where_result_type: the type of the value that the function returning at `ret` returns; NULL:
 * unknown.
 */
const Type *where_result_type(At ret);
/*
 * where_has_variable: true if a variable with this name exists in the instruction's program, if
 * this is not the kernel, or in its function, if this does not belong to the system.
 */
bool where_has_variable(const Flowback *f, At at, const char *name);

#endif
