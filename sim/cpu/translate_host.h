/*
 * translate_host.h - the facts about the host's instructions that translate_emit.c needs: jumps,
 * and how numbers lie in holes (mk/stencils.c writes the kinds of holes).
 */
#ifndef TRANSLATE_HOST_H
#define TRANSLATE_HOST_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef enum HoleKind {
	HOLE_WORD,      /* a number of 32 bits */
	HOLE_BYTE,      /* a number of 8 bits with a sign */
	HOLE_JUMP,      /* where an instruction jumps to */
	HOLE_LOW_HALF,  /* in an instruction: the low 16 bits of a number */
	HOLE_HIGH_HALF, /* its high 16 bits */
	HOLE_HALF,      /* a number of 16 bits without a sign */
} HoleKind;

/*
 * JUMP_SIZE: bytes of an unconditional jump; its last four bytes are a hole. put_target: fill this
 * hole for a jump to `by` bytes after the hole. is_jump: true if a hole belongs to such a jump.
 */
#if defined __aarch64__

enum { JUMP_SIZE = 4 };

static inline void
put_target(uint8_t *hole, int32_t by)
{
	uint32_t instruction;

	memcpy(&instruction, hole, sizeof instruction);
	instruction = (instruction & 0xFC000000) | (by >> 2 & 0x3FFFFFF);
	memcpy(hole, &instruction, sizeof instruction);
}

static inline bool
is_jump(const uint8_t *hole)
{
	return hole[3] >> 2 == 0x14 >> 2;
}

#else

enum { JUMP_SIZE = 5 };

static inline void
put_target(uint8_t *hole, int32_t by)
{
	by -= 4; /* the distance is counted from the instruction's end */
	memcpy(hole, &by, sizeof by);
}

static inline bool
is_jump(const uint8_t *hole)
{
	return hole[-1] == 0xE9;
}

#endif

/* hole_fits: true if the number fits into a hole of this kind. */
static inline bool
hole_fits(HoleKind kind, uint32_t number)
{
	return kind == HOLE_BYTE ? (int32_t)number == (int8_t)number
		: kind == HOLE_HALF ? number <= UINT16_MAX
				    : true;
}

/* put_number: put a number that fits into a hole of any kind but HOLE_JUMP. */
static inline void
put_number(uint8_t *hole, HoleKind kind, uint32_t number)
{
	uint32_t instruction;

	switch (kind) {
	case HOLE_WORD: memcpy(hole, &number, sizeof number); return;
	case HOLE_BYTE: *hole = number; return;
	case HOLE_HIGH_HALF: number >>= 16; break;
	default: break;
	}
	memcpy(&instruction, hole, sizeof instruction);
	instruction |= (number & UINT16_MAX) << 5;
	memcpy(hole, &instruction, sizeof instruction);
}

#endif
