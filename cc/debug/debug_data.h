/* debug_data.h - the debugging information of an open program. Private to this folder. */
#ifndef DEBUG_DATA_H
#define DEBUG_DATA_H

#include "debug.h"
#include "base/table.h"

#include <elfutils/libdw.h>

struct Debug {
	Arena arena;
	Buf file; /* the ELF file in memory, read by libdw */
	Elf *elf;
	Dwarf *dwarf;
	Addr code, code_end; /* the addresses of the program's code */
	Type **types; /* [ntypes] read so far */
	uint32_t ntypes;
	Table known; /* the types by their entries' offsets; in the arena */
	int depth; /* nesting of types being read */
};

/* The private part of a DebugVariable. */
typedef struct Entry {
	Dwarf_Die die;      /* the variable's entry */
	Dwarf_Die function; /* provides the frame base */
	bool has_function;
} Entry;

enum { MAX_NESTING = 64 }; /* nesting of entries; more is considered damaged */

/* debug_keep_entry: a copy of a DIE that lives as long as d. */
Dwarf_Die *debug_keep_entry(Debug *d, const Dwarf_Die *die);
/* debug_type: the type that DW_AT_type of an entry names; void if there is none. */
const Type *debug_type(Debug *d, Dwarf_Die *die);
/* debug_declared_place: where an entry is declared in the source. */
SourcePlace debug_declared_place(Dwarf_Die *die);
/* debug_attribute: get an attribute of an entry as a number; false if it has none. */
bool debug_attribute(Dwarf_Die *die, unsigned at, Dwarf_Word *n);

/* debug_units: call `use` for each unit until it returns false. */
void debug_units(Debug *d, bool (*use)(void *to, Dwarf_Die *unit), void *to);

/* frame.c */

/*
 * A rule that computes the canonical frame address (CFA): take the value of a register, or the word
 * in memory at `at` bytes from it, and add `offset`.
 */
typedef struct CfaRule {
	unsigned reg; /* number of the register */
	bool indirect; /* use the word at `at` from the register; otherwise the register itself */
	int64_t at, offset; /* bytes */
} CfaRule;

/*
 * debug_cfa_rule: get the rule at an address, and in *return_at the offset of the return address
 * from the CFA; false if they are not known.
 */
bool debug_cfa_rule(Debug *d, Addr a, CfaRule *rule, int64_t *return_at);

#endif
