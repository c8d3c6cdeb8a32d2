/*
 * node_code.h - which translated code a node may execute; read by stencils, too.
 *
 * Translations are shared by all nodes whose memory has the same sizes (translate.h). A unit's code
 * is valid on a node as long as the bytes that it was made from are there: they are compared before
 * the node first enters it, and again after a store to one of their lines.
 */
#ifndef NODE_CODE_H
#define NODE_CODE_H

#include "base/machine.h"

enum {
	CODE_LINE = 128,      /* bytes of memory for which a store is noted as one */
	UNITS_MAX = 1 << 15,  /* translations that exist at one time, of all nodes */
	TRANSLATED = 0xFFFF,  /* the heat of code that has become a unit */
	JUMPS = 1 << 12,      /* entries of a table of jumps, a power of two */
	HEATS = 1 << 14,      /* counters of how often code runs, a power of two */
};

/* Why a store to a line of memory must be noted. */
enum {
	LINE_CODE = 1,   /* a valid unit was made from bytes in it */
	LINE_UNKEPT = 2, /* the line was not copied yet for an undo (undo.h) */
};

/* The host code for the target of a computed jump; host NULL: not known. */
typedef struct Jump {
	const void *host;
	Addr addr;      /* the target */
	uint32_t fetch; /* cycles to fetch the first word at the target */
} Jump;

typedef struct NodeCode {
	struct Translator *translator;
	struct MemoryKind *kind; /* the translations for the node's kind of memory */
	Jump *jumps[2];          /* [workspace on the chip] tables of jumps of `kind`; borrowed */
	uint16_t *heat;          /* [HEATS] the translator's counters of how often code runs */
	uint16_t hot;            /* number of executions after which code is translated */
	uint64_t generation;     /* the generation of the translations that the node may use */
	/* index of the exit (translate.h) at which translated code was last left */
	uint32_t exit_index;
	/*
	 * A number added to all clocks while translated code runs. The clock that ends the run then
	 * is 1 << 63, so the sign of a clock shows whether it has been reached.
	 */
	Cycles shift;
	Cycles since;            /* shifted clock when the stretch began, where it was noted */
	bool any_valid;                /* some element of valid[] may be set */
	/* copies lines of memory before they are stored to; borrowed; NULL: none */
	struct Undo *undo;
	uint8_t valid[UNITS_MAX]; /* 1: the node may execute the unit with this number */
	uint8_t lines[];         /* [line of memory] why a store must be noted; 0: it need not */
} NodeCode;

/* Numbers that are put into the holes of a stencil (stencils.c) when it is copied. */
#define HOLES(X) \
	X(n)      /* operand */ \
	X(word_bytes) /* operand, as bytes of that many words */ \
	X(iptr)   /* address of the next instruction */ \
	X(spent)  /* cycles that have passed but are not added to the clock yet */ \
	X(size)   /* bytes of memory */ \
	X(onchip) /* bytes of memory without wait states */ \
	X(wait)   /* wait states of the memory outside the chip */ \
	X(low)    /* Wptr + low: offset of the lowest local in the workspace's part of memory */ \
	X(span)   /* the largest such offset for which all locals lie in that part */ \
	X(part)   /* address + part: offset in the part of memory that is probably accessed */ \
	X(part_size) /* bytes of the part that is probably accessed */ \
	X(part_words) /* words of the same part */ \
	X(part_wait) /* wait states of the same part */ \
	X(unit)   /* number of the unit */ \
	X(count)  /* instructions executed */ \
	X(fetch)  /* cycles to fetch the stretch */ \
	X(exit_index)   /* index of the exit at which translated code is left here */ \
	X(jumps)  /* place in NodeCode of the table of jumps */ \
	X(lengths) /* lengths of the floating-point registers, as the node notes them */ \
	X(free)   /* clock + free: when the floating-point unit ends its operation */ \
	X(stall)  /* cycles for which a load waits for the floating-point unit */ \
	X(first_wait) /* wait states of the part that are left after that */

/* heat_of: the counter of the code at an address. */
static inline uint32_t
heat_of(Addr a)
{
	return (a ^ a >> 14) & (HEATS - 1);
}

#endif
