/*
 * sem_text.h - writes the operations of a recorded run as text, for analyses that need nothing else
 * of the run.
 */
#ifndef SEM_TEXT_H
#define SEM_TEXT_H

#include "base/base.h"

/* sync_is_recording: tell if the file is a recording (past_is_recording). */
bool sync_is_recording(const char *name);


/* A message of the run. Strings belong to the SemMessages. */
typedef struct SemMessage {
	char *send, *receive; /* names of its events, "0.2.5"; receive NULL: not received */
	char *sent_at, *received_at; /* places in the program, "m.c:13"; NULL: not known */
	/*
	 * number of the message's route; messages of one route arrive in the order in which they
	 * were sent
	 */
	uint32_t route;
	uint32_t type, asked; /* the message's type; the type that its receive asked for */
	/* the semaphore that stands for it allows no other order than the kernel does */
	bool exact;
	uint32_t from, node; /* numbers of the nodes of its sender and receiver */
	int32_t event;
	/*
	 * the event in which the sender continues, if it waits for the receiver; otherwise NULL
	 */
	char *continue_event;
	bool unbuffered; /* no buffer may hold it */
	bool high;       /* its sender has high priority */
	bool tries;      /* its receive does not wait, or not for ever */
} SemMessage;

/* An event that stands for consecutive receives of a thread that found no message. */
typedef struct SemMiss {
	char *name; /* name of the event */
	char *place; /* place in the program, "m.c:13"; NULL: not known */
	uint32_t node;
	int32_t event;
	uint32_t asked; /* the type of message that the receives asked for */
} SemMiss;

/* Another channel that an alternative could have taken. Strings belong to the SemMessages. */
typedef struct SemAlternative {
	/* names of events: the alternative's; that of the sender that it found, or NULL */
	char *receive, *got;
	/*
	 * the event in which another sender arrives; NULL: the alternative could have taken no
	 * channel
	 */
	char *send;
	char *received_at, *got_from, *sent_at; /* places, or NULL */
	bool several; /* several threads send on the channel, so another thread may come first */
} SemAlternative;

/* What sync_sem_text gives about the messages and alternatives of a run. */
typedef struct SemMessages {
	SemMessage *message; /* [n] in the order in which they were sent */
	uint32_t n;
	SemMiss *miss;       /* [nmisses] */
	uint32_t nmisses;
	SemAlternative *alternative; /* [nalternatives] */
	uint32_t nalternatives;
	/* text about the messages for which the semaphores allow orders that the kernel does not */
	Buf remarks;
} SemMessages;

/* sem_messages_free: free a run's messages, and the remarks on them. */
void sem_messages_free(SemMessages *m);

/*
 * sync_sem_text: the operations of a recorded run in the format that `trellis order` reads; release
 * it with buf_free. messages: gets the run's messages, and the remarks on them; if it is NULL, the
 * remarks are at the beginning of the text.
 */
Buf sync_sem_text(const char *recording, SemMessages *messages);

#endif
