/*
 * debug_data.h - an open program's debugging information; for the files of this folder.
 */
#ifndef DEBUG_DATA_H
#define DEBUG_DATA_H

#include "debug.h"

#include <elfutils/libdw.h>

struct Debug {
	Arena arena;
	Buf file; /* the ELF file that libdw reads */
	Elf *elf;
	Dwarf *dwarf;
	Addr code, code_end;
	Type **types; /* known ones, in buckets by their entries' offsets */
	Dwarf_Off *offsets;
	size_t ntypes, size;
	int depth; /* of types being read */
};

/* What a DebugVariable knows of itself. */
typedef struct Entry {
	Dwarf_Die die;
	Dwarf_Die function; /* whose frame base counts */
	bool has_function;
} Entry;

enum { MAX_NESTING = 64 }; /* of entries; deeper is nonsense */

Dwarf_Die *debug_keep(Debug *d, const Dwarf_Die *die); /* a copy that lives as long as d */
const Type *debug_type(Debug *d, Dwarf_Die *die);      /* of what has DW_AT_type; void without */
SourcePlace debug_declared(Dwarf_Die *die);
bool debug_number(Dwarf_Die *die, unsigned at, Dwarf_Word *n);

/* debug_units: each unit in turn; `use` returns false to stop. */
void debug_units(Debug *d, bool (*use)(void *to, Dwarf_Die *unit), void *to);

/* frame.c */

/*
 * A rule for the canonical frame address: a register, or the word at a distance from it; and a
 * distance.
 */
typedef struct CfaRule {
	unsigned reg;
	bool indirect;
	int64_t at, offset;
} CfaRule;

/* debug_cfa_rule: at an address; return_at: where the return address is, from the CFA. */
bool debug_cfa_rule(Debug *d, Addr a, CfaRule *rule, int64_t *return_at);

#endif
