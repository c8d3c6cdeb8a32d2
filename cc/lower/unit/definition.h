/*
 * definition.h - a program being combined: its modules, assembly files and their definitions. Used
 * by program/, which combines the program.
 */
#ifndef DEFINITION_H
#define DEFINITION_H

#include "unit.h"
#include "cc/lower/module/map.h"
#include "cc/lower/module/names.h"
#include "base/arena.h"

typedef struct Program Program;

struct Unit {
	Program *program;
	Module m;
	int index;   /* number in Program.units */
	bool library; /* of a library: its parts are used only where they are needed */
	/* for a library module of which at most the names were read: its bitcode; otherwise NULL */
	const void *data;
	size_t n;
	bool legal;  /* module_legalize has been called */
	bool listed; /* its constructors and destructors have been collected */
};

/* An assembly file. */
typedef struct Source {
	const char *name, *text;
	size_t len;
	bool library, needed, scanned; /* scanned: its references have been followed */
} Source;

/* A definition: a global of a module, or a label of an assembly file. */
typedef struct Definition {
	Unit *unit;
	LLVMValueRef v; /* NULL if an archive lists it for a module that is not loaded yet */
	Source *source;
	const char *name; /* the definition's name in the program's assembly text */
	bool weak, needed; /* another definition has priority; the program refers to it */
	uint32_t uses;    /* references to it */
} Definition;

/* A constant of a real kind in the program's data. */
typedef struct Constant {
	Kind kind;
	uint64_t bits;
} Constant;

/* A constructor or destructor. */
typedef struct Init {
	LLVMValueRef f; /* the function */
	Unit *unit;
	int priority;
	size_t order; /* order of addition, by which functions of equal priority are sorted */
} Init;

/* All constructors, or all destructors. */
typedef struct InitList {
	Init *all; /* [n] */
	size_t n;
	bool called; /* true if the program needs the function that calls all of the list */
} InitList;

enum { NINITS = 2 }; /* constructors, destructors */

struct Program {
	const struct ProgramOptions *o; /* borrowed */
	LLVMContextRef context;
	Arena arena;
	Unit **units;
	size_t nunits;
	Source **sources;
	size_t nsources;
	Names *globals;  /* name -> Definition */
	Names *taken;    /* names already used in the assembly text */
	Map *local;      /* LLVMValueRef -> Definition, for all definitions in modules */
	Map *serials;    /* function -> number in its labels */
	Definition **needed; /* [nneeded] in the order in which they were found */
	size_t nneeded;
	Constant *constants;
	size_t nconstants;
	Dwarf *dwarf;
	uint8_t icall[1 << 16]; /* [slot offset] 1: the stub for calls through the slot is needed */
	InitList inits[NINITS];
	int serial;             /* last number used in labels */
	int mistakes;           /* reported so far */
};

/* ---- definition.c ---- */

/* program_format: formatted text that lives as long as p. */
char *program_format(Program *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* symbol_name: the name of a global, without the mark of asm("name"). */
const char *symbol_name(LLVMValueRef v);
/* symbol_is_local: true if only its own module can name the global. */
bool symbol_is_local(LLVMValueRef v);
/* program_asm_name: the name in the form that assembly text requires, quoted if necessary. */
const char *program_asm_name(Program *p, const char *name);

/* program_report: report a mistake at once; `what` contains a %s for the name. */
void program_report(Program *p, const char *file, int line, const char *what, const char *name);
/* definition_file: the file of a definition, for messages. */
const char *definition_file(const Definition *d);
/* definition_line: the line of a definition, for messages; 0 if unknown. */
int definition_line(const Definition *d);

/* definition_new: a copy of d that lives as long as p. */
Definition *definition_new(Program *p, Definition d);
/* program_define: let the name mean this definition, unless another one has priority. */
void program_define(Program *p, const char *name, Definition *d);
/* program_define_module: define all globals of the module. */
void program_define_module(Unit *u);
/* program_read_names: read the names of a library module, unless it is open. */
void program_read_names(Unit *u);
/* program_load_module: read the rest of a module of which only the names were read. */
void program_load_module(Unit *u);
/* program_definition: the definition of a global in the program; NULL if there is none. */
Definition *program_definition(Program *p, LLVMValueRef v);

#endif
