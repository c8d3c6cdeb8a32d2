/*
 * vm.h - `trellis run`: virtual-machine applications, from their specification to their report.
 */
#include "base/arena.h"
#include "base/base.h"
#ifndef VM_H
#define VM_H


extern const Command new_command, run_command, swarm_command;

/*
 * run_debugger: debugs a recording at the terminal; returns the exit status. Set at the beginning
 * of the program.
 */
extern int (*run_debugger)(const char *recording);

/* ---- vms.c: specifications of VM-based applications (.vms); see docs/trek.md ---- */

/* A type of virtual machine. */
typedef struct VmsType {
	/* in specifications; that of its file in trek/type/ in small letters */
	const char *name;
	const char *what;           /* in a few words */
	/* that it needs beside those of every type, for the reason why; the last is NULL */
	const char *const *keys;
	const char *why;
	const char *const *no_keys; /* that it has no use for; why_not has a %s for the key */
	const char *why_not;
	bool splits;                /* tasks, into parts, which travel one by one */
} VmsType;

extern const VmsType vms_types[]; /* the last has no name */

const VmsType *vms_type_named(const char *name, size_t n); /* NULL if there is none */
void vms_type_list(Buf *out, bool what); /* their names, with what they are: "PFVM or DCVM" */

/* What tree the nodes form. */
typedef enum VmsTree {
	TREE_CHAIN,
	TREE_BINARY,
	TREE_TERNARY,
	TREE_BOOT, /* the one that the network boots along */
	TREE_FILE, /* lines `node parent` */
	NTREES
} VmsTree;

/* Which programs need a function of the user's; the order is that of the keys. */
typedef enum VmsRole {
	ROLE_GENERATOR, ROLE_COMPUTE, ROLE_RECEIVER, ROLE_SPLIT, ROLE_JOIN,
	NROLES
} VmsRole;

/* The C files of one key of the section Programs. */
typedef struct VmsFiles {
	const char **name; /* as written: below the directory of the .vms file */
	uint32_t n;
	int line; /* 0: the key is not there */
} VmsFiles;

/* A specification; everything belongs to the arena it was read into. */
typedef struct Vms {
	const char *file; /* borrowed; for messages */
	const VmsType *type;
	uint32_t degree, depth; /* parts of a split, lowest level that splits; 1, 0 in a PFVM */
	const char *input, *output; /* files, NULL: standard input, output */
	const char **argument;
	uint32_t narguments;
	uint32_t tree; /* VmsTree */
	const char *tree_file;
	uint32_t tasks; /* 0: not said */
	uint32_t processors;
	uint32_t granularity; /* tasks that travel together */
	uint32_t buffers; /* of tasks, on each node */
	uint32_t stack; /* bytes, of each of the user's processes */
	const char *nodes; /* options of the nodes of a machine made to fit; NULL if none */
	const char **option; /* of the compiler */
	uint32_t noptions;
	VmsFiles files[NROLES];
	VmsFiles sources; /* linked with all programs */
	int line[32]; /* where each key stands, by its place in the table of keys */
} Vms;

extern const char *const vms_function[NROLES]; /* the C functions: "compute_fn", ... */
extern const char *const vms_tree_name[NTREES]; /* "CHAIN", ... */

enum {
	VMS_MAX_FILE = 1 << 20, /* bytes; more is not a specification */
	VMS_MAX_BITS = 32,      /* of a SubTid */
	VMS_MAX_TASKS = 1 << 24,
};

/*
 * vms_parse: the text's specification. A mistake is the user's (fatal_at): line, what, what would
 * do.
 */
Vms *vms_parse(Arena *a, const char *file, const char *text, size_t n);
/* vms_print: the same specification in its normal form, which vms_parse reads again. */
void vms_print(const Vms *v, Buf *out);
int vms_line(const Vms *v, const char *key); /* where the key stands; 0: nowhere */
/*
 * vms_below: can a file of that name only lie below the directory that it is looked for in, links
 * apart?
 */
bool vms_below(const char *name);
/*
 * vms_option_allowed: one for the compiler, by which it runs no program and touches no file but
 * those named to it.
 */
bool vms_option_allowed(const char *option);
bool vms_tree_named(const char *word, uint32_t *tree); /* CHAIN, chain, ...; not TREE_FILE */

#endif
