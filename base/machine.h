/* machine.h - types for quantities of the simulated machine, and the list of chips. */
#ifndef BASE_MACHINE_H
#define BASE_MACHINE_H

#include "base/base.h"

typedef uint32_t Word;   /* a word of the simulated machine */
typedef uint32_t Addr;   /* a byte address of the simulated machine; MOSTNEG is the lowest */
typedef uint64_t Time;   /* picoseconds since the network's reset, one clock for all */
typedef uint64_t Cycles; /* processor periods of one node since its reset */
typedef uint32_t NodeId; /* index into the network's nodes */

enum {
	NLINKS = 4,  /* links of a node */
	PAGE = 4096, /* granularity of memory sizes and of snapshots */
};

/*
 * The workspace of a function of the nodes' compiler at its entry: offsets from Wptr. `call` stores
 * CALL_BYTES; the first of them is the return address.
 */
enum { GSB_ARGUMENT = 4, FIRST_ARGUMENT = 8, CALL_BYTES = 16 };

#define NEVER UINT64_MAX /* a Time or Cycles that does not come */
#define NOWHERE UINT32_MAX /* an index that refers to nothing */

/* Special values of the architecture (processor.md, section 2). */
#define MOSTNEG 0x80000000u
#define MOSTPOS 0x7FFFFFFFu
#define NOTPROCESS MOSTNEG
/*
 * A word of a chip with words of 16 bits is kept in a Word with its sign extended, so that signed
 * and unsigned comparisons have the same results as on the chip. Its lowest address is #8000.
 */
#define MOSTNEG_16 0xFFFF8000u

/* The supported chips; a node's type= option. */
#define CHIPS(X) X(T414) X(T425) X(T800) X(T805) X(T400) X(T801) X(T212) X(T222) X(T225)
#define CHIP_WORD(name) #name " "
#define CHIP_WORDS CHIPS(CHIP_WORD) /* for completion */
#define CHIP_NAMES_32 "T400, T414, T425, T800, T801 or T805"
#define CHIP_NAMES "T212, T222, T225, T400, T414, T425, T800, T801 or T805" /* for messages */
typedef enum Chip {
#define X(name) CHIP_##name,
	CHIPS(X)
#undef X
	NCHIPS
} Chip;

/* ---- machine.c ---- */

/* chip_name: the name of a chip: "T800". */
const char *chip_name(Chip c);
/*
 * chip_named: set *c to the chip with this name, such as "T800" or "t800"; false if there is none.
 */
bool chip_named(const char *name, size_t len, Chip *c);
/* chip_number: the number of a chip: 800. */
uint32_t chip_number(Chip c);

/* Sets of chips; the last column of an instruction's head. */
enum {
	ONLY_T2 = 1 << CHIP_T212 | 1 << CHIP_T222 | 1 << CHIP_T225, /* words of 16 bits */
	ONLY_T225 = 1 << CHIP_T225,
	T4_X5 = 1 << CHIP_T400 | 1 << CHIP_T425, /* later chips without a floating-point unit */
	T8_X5 = 1 << CHIP_T801 | 1 << CHIP_T805, /* later chips with a floating-point unit */
	ONLY_FP = 1 << CHIP_T800 | T8_X5, /* chips with a floating-point unit */
	SINCE_T800 = T4_X5 | ONLY_FP,     /* chips with the later integer instructions */
	ONLY_X5 = T4_X5 | T8_X5,          /* later chips with words of 32 bits */
	ONLY_T4 = 1 << CHIP_T414 | T4_X5, /* chips with software floating-point support */
	ALL_32 = ONLY_T4 | ONLY_FP, /* chips with words of 32 bits */
	LATER_CHIPS = SINCE_T800 | ONLY_T225, /* chips with bit operations, CRC, dup */
	DEBUG_CHIPS = ONLY_X5 | ONLY_T225, /* with breakpoints, identity, timer control */
	ALL = ALL_32 | ONLY_T2, /* all supported chips */
};

/* is_16bit: true if the words of a chip have 16 bits; those of all others have 32. */
static inline bool
is_16bit(Chip chip)
{
	return ONLY_T2 >> chip & 1;
}

/* chip_word_bytes: the bytes of a chip's word. */
static inline uint32_t
chip_word_bytes(Chip chip)
{
	return is_16bit(chip) ? 2 : 4;
}

/* lowest_address: the lowest address of a chip, where its memory begins. */
static inline Addr
lowest_address(Chip chip)
{
	return is_16bit(chip) ? MOSTNEG_16 : MOSTNEG;
}

/*
 * memstart: the first free address of a chip (processor.md, section 2). The T414 and the chips with
 * words of 16 bits have 18 reserved words, all others 28.
 */
static inline Addr
memstart(Chip chip)
{
	return is_16bit(chip) ? MOSTNEG_16 + 0x24 : chip == CHIP_T414 ? 0x80000048 : 0x80000070;
}

/* later: the later of two times. */
static inline Time
later(Time a, Time b)
{
	return a > b ? a : b;
}

/* earlier: the earlier of two times. */
static inline Time
earlier(Time a, Time b)
{
	return a < b ? a : b;
}

#endif
