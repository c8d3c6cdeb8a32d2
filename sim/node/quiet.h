/* quiet.h - why no process of a network runs (stuck.h finds out). */
#ifndef QUIET_H
#define QUIET_H

typedef enum Stuck {
	STUCK_NOT,      /* neither of the two below */
	STUCK_HELD,     /* no thread waits for ever, but the machine holds some */
	STUCK_FOREVER,  /* threads wait for ever, whether or not the machine holds others */
} Stuck;

/* stuck_word: the text for a message: "deadlock: all processes are waiting". */
const char *stuck_word(Stuck s);

#endif
