/*
 * definition.h - a program being put together: its modules, assembly files and their definitions;
 * private to the folder.
 */
#ifndef DEFINITION_H
#define DEFINITION_H

#include "lower_program.h"
#include "cc/lower/dwarf/dwarf.h"
#include "cc/lower/fn/unit.h"
#include "cc/lower/module/map.h"
#include "cc/lower/module/names.h"
#include "base/arena.h"

struct Unit {
	Program *program;
	Module m;
	int index;
	bool library;
	/* of a library's module of which the names are read only; NULL: all is read */
	const void *data;
	size_t n;
	bool legal;  /* has been through legalize */
	bool listed; /* its constructors and destructors have been taken */
};

/* An assembly file. */
typedef struct Source {
	const char *name, *text;
	size_t len;
	bool library, needed, scanned;
} Source;

/* A definition: a global of a module, or a label of an assembly file. */
typedef struct Definition {
	Unit *unit;
	LLVMValueRef v;
	Source *source;
	const char *name; /* in the program's text */
	bool weak, needed;
	uint32_t uses;
} Definition;

typedef struct Constant {
	Kind kind;
	uint64_t bits;
} Constant;

/* A constructor or destructor. */
typedef struct Init {
	LLVMValueRef f;
	Unit *unit;
	int priority;
	size_t order; /* among those of the same priority */
} Init;

typedef struct InitList {
	Init *all;
	size_t n;
	bool called; /* the function that calls all is mentioned */
} InitList;

enum { NINITS = 2 }; /* constructors, destructors */

struct Program {
	ProgramOptions o;
	LLVMContextRef context;
	Arena arena;
	Unit **units;
	size_t nunits;
	Source **sources;
	size_t nsources;
	Names *globals;  /* name -> Definition */
	Names *taken;    /* names in the text that are used up */
	Map *local;      /* LLVMValueRef -> Definition, for all definitions in modules */
	Map *serials;    /* function -> serial of its labels */
	Definition **needed;
	size_t nneeded;
	Constant *constants;
	size_t nconstants;
	Dwarf *dwarf;
	uint8_t icall[1 << 16]; /* stubs that are called */
	InitList inits[NINITS];
	int serial;
	int mistakes;
};

/* ---- program.c ---- */

/* lives as long as p */
char *program_print(Program *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

const char *symbol_name(LLVMValueRef v);
bool symbol_is_local(LLVMValueRef v);
const char *program_asm_name(Program *p, const char *name);

/* program_mistake: reported at once; what has a %s for the name. */
void program_mistake(Program *p, const char *file, int line, const char *what, const char *name);
const char *definition_file(const Definition *d);
int definition_line(const Definition *d);

Definition *definition_new(Program *p, Definition d);
void program_define(Program *p, const char *name, Definition *d);
void program_define_module(Unit *u); /* all that it defines */
void program_load(Unit *u); /* the rest of a module, if only its names were read */
Definition *program_definition(Program *p, LLVMValueRef v); /* NULL if there is none */

/* ---- file.c ---- */

/* source_next_name: the next word of assembly text, comments left out; NULL: no more. */
const char *source_next_name(const Source *s, size_t *at, size_t *len);

/* ---- init.c ---- */

/* name is of a function that init_text makes; it is called */
bool init_is_called(Program *p, const char *name);
/* each that u has, once */
void init_collect(Unit *u, void (*use)(void *to, LLVMValueRef f), void *to);
void init_text(Program *p, Buf *out);

/* ---- need.c ---- */

/* program_find_needed: from the entry on; missing definitions are reported. */
void program_find_needed(Program *p);

/* ---- data.c ---- */

/*
 * data_text: the bytes of the variable v, called name, as directives; references to globals by
 * their names.
 */
void data_text(Unit *u, const Module *m, LLVMValueRef v, const char *name, Buf *out);

/*
 * references: call `use` for each global that v, a constant or an instruction's operand, mentions.
 */
typedef void UseGlobal(void *to, LLVMValueRef global);
void references(LLVMValueRef v, UseGlobal *use, void *to);

#endif
