/*
 * vm.h - the command `trellis run`: specifications of applications for virtual machines (.vms
 * files).
 */
#include "base/arena.h"
#include "base/base.h"
#include "base/system.h"
#include "trek/trek_setup.h"
#ifndef VM_H
#define VM_H

/* run_give_up: if a signal has arrived, report it and exit with status 1 (run.c). */
void run_give_up(void);

/* ---- vms.c: specifications of VM-based applications (.vms); see docs/trek.md ---- */

/* A type of virtual machine. */
typedef struct VmsType {
	/* its name in specifications; in lower case the name of its file in trek/type/ */
	const char *name;
	const char *a_name;         /* its name with an article: "a PFVM" */
	const char *what;           /* a short description */
	/*
	 * keys that the type requires besides the common ones, terminated by NULL; why: the reason
	 */
	const char *const *keys;
	const char *why;
	/*
	 * keys that the type does not allow, terminated by NULL; why_not: the reason, with %s for
	 * the key
	 */
	const char *const *no_keys;
	const char *why_not;
	bool splits;                /* nodes split tasks into parts, which are sent one by one */
	/*
	 * the nodes are a chain, along which tasks are relayed one by one; the .spf names the type
	 */
	bool relays;
	/* the nodes are a ring, and the tasks are its steps; the .spf names the type */
	bool steps;
} VmsType;

/* vms_type_named: the type with this name of n characters; NULL if there is none. */
const VmsType *vms_type_named(const char *name, size_t n);
/* vms_type_list: append the names of all types, optionally with descriptions: "PFVM or DCVM". */
void vms_type_list(Buf *out, bool what);

/* The programs whose processes write logs for `trellis flowback`. */
typedef enum VmsLog {
	LOG_NONE,
	LOG_COMPUTE, /* the programs of nodes that compute */
	LOG_EACH, /* all programs, including that of node 0 */
} VmsLog;

/* What the C files of a key contain: a user function; in the order of the keys. */
typedef enum VmsRole {
	ROLE_GENERATOR, ROLE_COMPUTE, ROLE_RECEIVER, ROLE_SPLIT, ROLE_JOIN,
	NROLES
} VmsRole;

/* The C files of one key of the section Programs. */
typedef struct VmsFiles {
	const char **name; /* the names as written: relative to the directory of the .vms file */
	uint32_t n;
	int line; /* 0 if the key is absent */
} VmsFiles;

/* A specification; all of it is in the arena. */
typedef struct Vms {
	const char *file; /* borrowed; for messages */
	const VmsType *type;
	uint32_t degree, depth; /* parts of a split, lowest level that splits; 1, 0 in a PFVM */
	const char *input, *output; /* files; NULL: standard input, output */
	const char **argument; /* [narguments] of the application */
	uint32_t narguments;
	uint32_t tree; /* TreeShape */
	const char *tree_file; /* for TREE_FILE; otherwise NULL */
	uint32_t tasks; /* 0 if not given */
	uint32_t processors; /* number of nodes, node 0 included */
	uint32_t granularity; /* number of tasks sent together */
	uint32_t buffers; /* places for tasks on each node */
	uint32_t stack; /* bytes for each process of the user */
	uint32_t log; /* VmsLog */
	uint32_t tolerant; /* 1: lost nodes are replaced; see trek/tolerant/tolerant.h */
	const char *nodes; /* options for the nodes of a generated machine; NULL for none */
	const char **option; /* [noptions] options for the compiler */
	uint32_t noptions;
	VmsFiles files[NROLES];
	VmsFiles sources; /* linked with all programs */
	int line[32]; /* line of each key, by its index in the table of keys */
} Vms;

extern const char *const vms_function[NROLES]; /* names of the C functions: "compute_fn", ... */
extern const char *const vms_tree_name[NTREES]; /* "CHAIN", ... */

enum {
	VMS_MAX_FILE = 1 << 20, /* bytes; a larger file is rejected */
	VMS_MAX_BITS = 32,      /* bits of a SubTid */
	VMS_MAX_TASKS = 1 << 24,
};

/*
 * vms_parse: parse a specification. A mistake is fatal (fatal_at).
 */
Vms *vms_parse(Arena *a, const char *file, const char *text, size_t n);
/* vms_line: the line of a key in the .vms file; 0 if it is absent. */
int vms_line(const Vms *v, const char *key);
/*
 * vms_is_below: true if a file with this name lies below the directory in which it is searched,
 * provided there are no links.
 */
bool vms_is_below(const char *name);
/*
 * vms_option_allowed: true for compiler options that run no program and access no file except those
 * named to the compiler.
 */
bool vms_option_allowed(const char *option);
/*
 * vms_tree_named: find the tree with this name: CHAIN, chain, ..., but not TREE_FILE; false if
 * there is none.
 */
bool vms_tree_named(const char *word, uint32_t *tree);

#endif
