/*
 * clock_code.h - the code of a function that returns the clock and does nothing else. getclock has
 * the kernel execute it at high priority; a kernel that logs operations recognises it.
 *
 * Included by both sides.
 */
#ifndef CLOCK_CODE_H
#define CLOCK_CODE_H

#define CLOCK_CODE {0x60, 0xBF, 0x22, 0xF2, 0xB1, 0x22, 0xF0} /* ajw -1; ldtimer; ajw 1; ret */

enum { CLOCK_CODE_LDTIMER = 2 }; /* bytes before the ldtimer */

#endif
