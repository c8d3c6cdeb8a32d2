/*
 * host_program.h - builds a program for this host that executes a user function as in a recorded
 * run, with the task, the input and the memory that the function had on its node; and debugs the
 * program with gdb.
 *
 * The program is for a 32-bit Intel processor and has a copy of the node's memory, at the same
 * addresses. The object files are changed so that their variables are those in this memory. So
 * addresses in the data are valid without changes; docs/design.md gives the reasons.
 *
 * Private to vm/alone/.
 */
#ifndef HOST_PROGRAM_H
#define HOST_PROGRAM_H

#include "base/arena.h"
#include "detrek/debug/debug_main.h"

/*
 * A variable that cannot stay at the node's address, because in the node's program it is split or
 * not in memory.
 */
typedef struct MovedVariable {
	const char *source, *symbol; /* its source file and its symbol in the objects */
	const uint8_t *bytes;        /* [nbytes] its value */
	uint32_t nbytes;
	struct MovedVariable *next;          /* in HostProgram.moved */
} MovedVariable;

/* A program for this host being built; strings and lists are in the arena. */
typedef struct HostProgram {
	Arena arena;
	const char *dir;      /* directory of all files made */
	const char *out;      /* the program */
	const Past *files;    /* the recording */
	Session *s;           /* a debugger of the node alone, at the function's beginning */
	Loaded loaded;            /* the function's program on the node */
	Thread thread;        /* the thread that executes the function */
	const char *function; /* "compute_fn" */
	Word arguments[4];    /* [narguments] of the function */
	uint32_t narguments;
	const char *home;     /* the directory of the application in the run */
	const char **sources; /* [nsources] the program's C files, below home */
	uint32_t nsources;
	const char **options; /* [noptions] options of the compiler */
	uint32_t noptions;
	const char **objects; /* [nobjects] objects of the application */
	uint32_t nobjects;
	const char **members; /* [nmembers] objects of the nodes' library for this host */
	uint32_t nmembers;
	bool is_library; /* host_place is working on the library's objects */
	const char **calls;   /* [ncalls] names of the functions that are not executed, by number */
	uint32_t ncalls;
	MovedVariable *moved;         /* list of the variables with new addresses */
} HostProgram;

/* ---- sources.c ---- */

/* host_keep: move an allocated text to the arena. */
char *host_keep(HostProgram *p, char *text);
/*
 * host_sources: copy the application's sources from the recording, and find out which to compile.
 */
void host_sources(HostProgram *p);

/* ---- compile.c ---- */

/*
 * host_compile: compile the sources, and extract the members of the nodes' library for this host.
 */
void host_compile(HostProgram *p);
/* host_define_missing: link as far as possible, and define the missing names. */
void host_define_missing(HostProgram *p);
/* host_link: link with the node's memory and the calls, which are in files of `dir`. */
void host_link(HostProgram *p, const char *end, uint32_t begin);

/* ---- place.c ---- */

/* host_place: give an object's variables and functions the node's addresses. */
void host_place(HostProgram *p, const char *object);
/*
 * host_function: the address of a function of the node's program; 0 if there is none. source NULL:
 * in any file.
 */
Addr host_function(const HostProgram *p, const char *name, const char *source, Word *nbytes);
/*
 * host_put_jumps: let the node's functions jump to those of the linked program, and set the
 * variables in `moved`.
 */
void host_put_jumps(const HostProgram *p);

/* ---- feed.c ---- */

/*
 * host_record_calls: run the function on its simulated node, and write the calls that it makes to a
 * file. Returns the number of calls before the place where the task begins.
 */
uint32_t host_record_calls(HostProgram *p, Place begins, const char *file);

#endif
