/* break_choice.h - a way to recognise an event of --break. Private to vm/. */
#ifndef BREAK_CHOICE_H
#define BREAK_CHOICE_H

/* A choice of processes for the local events, and the process that recognises them. */
typedef struct BreakChoice {
	/* as an event whose places are processes: {x > 3}@server:n0 == ... */
	const char *event;
	const char *recogniser; /* PROGRAM:nNUMBER */
} BreakChoice;

#endif
