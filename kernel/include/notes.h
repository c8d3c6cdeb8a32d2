/*
 * notes.h - what a program notes for a kernel that logs operations (docs/races.md), because the
 * kernel cannot see these events. Compiled in only with SYNC_NOTES; otherwise the functions do
 * nothing.
 */
#ifndef NOTES_H
#define NOTES_H

#include <stdint.h>

#ifdef SYNC_NOTES

void __note_start(void); /* note that the calling thread starts */
void __note_turn(void);  /* the calling thread may have waited; no effect at low priority */
/* The calling thread runs a process in the next statement. */
void __note_run(uint32_t wdesc);
/*
 * The calling thread uses a channel in the next statement, and then calls __note_used with this
 * result.
 */
int __note_channel(volatile uint32_t *channel);
void __note_used(int noted);

#else

static __inline void
__note_start(void)
{
}

static __inline void
__note_turn(void)
{
}

static __inline void
__note_run(uint32_t wdesc)
{
	(void)wdesc;
}

static __inline int
__note_channel(volatile uint32_t *channel)
{
	(void)channel;
	return 0;
}

static __inline void
__note_used(int noted)
{
	(void)noted;
}

#endif

#endif
