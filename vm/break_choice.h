/*
 * break_choice.h - one choice of processes for which an event of --break can be recognised. Private
 * to vm/.
 */
#ifndef BREAK_CHOICE_H
#define BREAK_CHOICE_H

/* A choice of processes for the local events, and the process that recognises them. */
typedef struct BreakChoice {
	/* the event with the chosen processes as places: {x > 3}@server:n0 == ... */
	const char *event;
	const char *recogniser; /* PROGRAM:nNUMBER */
} BreakChoice;

#endif
