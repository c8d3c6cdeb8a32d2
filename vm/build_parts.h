/*
 * build_parts.h - the state of a build of an application's programs, shared by its files. Private
 * to vm/.
 */
#ifndef BUILD_PARTS_H
#define BUILD_PARTS_H

#include "build.h"

typedef struct Build {
	Arena *arena;
	const Vms *v;        /* the specification */
	const char *dir;     /* directory for the results */
	const char *home;    /* directory of the .vms file */
	char *node_directory;          /* directory of the nodes' headers and libraries */
	BuildWay way;
	const BuildBreak *brk; /* for BUILD_BREAK */
	uint32_t valued;     /* for BUILD_BREAK: index of the slave's file that the values follow */
	char *compiler;      /* its path */
	const char **read;   /* nread files below home that the compiler has read */
	uint32_t nread;
} Build;

/* ---- build.c ---- */

/*
 * build_object: the name of an object file in the directory: "a/b_c.c" becomes "a_b__c", with the
 * suffix.
 */
const char *build_object(const Build *b, const char *source, const char *suffix);
/* build_source: the path of a source file. */
const char *build_source(const Build *b, const char *name);
/* build_step: a step of the compiler that makes an object file from the sources added later. */
BuildStep build_step(const Build *b, const char *object);
/* build_options: add the .vms file's compiler options. */
void build_options(const Build *b, BuildStep *s);

/* ---- build_break.c ---- */

/*
 * build_values: compile the functions that evaluate local events. They are added to the end of the
 * first of the slave's files in which all their names are visible.
 */
void build_values(Build *b, const Sources *slave);
/* build_tables: compile the tables of a breakpoint for a program. */
void build_tables(const Build *b, const char *program, const char *tables);
/* build_tables_object: the name of the object with a breakpoint's tables. */
const char *build_tables_object(const Build *b, const char *program);

#endif
