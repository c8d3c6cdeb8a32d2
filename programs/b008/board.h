/*
 * board.h - a B008 as its root, the program in slot 0, sees it: the T222 that sets the C004 is on
 * link 1, the other slots are behind link 2.
 */
#ifndef BOARD_H
#define BOARD_H

#include "wires.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- crossbar.c: the C004, through the T222 ---- */

/* crossbar_boot: boot the T222. */
void crossbar_boot(void);
/* crossbar_set: make these circuits, and no others; reply[i]: what the C004 says of output i. */
void crossbar_set(const Wires *w, uint8_t reply[NPORTS]);
/* crossbar_is_set: true if the replies are those of these circuits, and of no others. */
bool crossbar_is_set(const Wires *w, const uint8_t reply[NPORTS]);

/* ---- pipeline.c: the other slots ---- */

/* pipeline_boot: boot slots 1 to 9, each over the one before. */
void pipeline_boot(void);
/*
 * pipeline_try: send a word over the wire and let the slot at the other end send it back; false if
 * none comes back within 6.4 ms, or a wrong one. Both ends are slots.
 */
bool pipeline_try(const Wire *w);

#endif
