/*
 * sync_parts.h - what the files of detrek/sync share.
 */
#ifndef SYNC_PARTS_H
#define SYNC_PARTS_H

#include "operations.h"

#include "sim/cpu/cpu.h"

enum { NO_THREAD = UINT32_MAX, NO_OBJECT = UINT32_MAX };

/* Functions of the kernel whose beginning is observed. */
#define KERNEL_FUNCTIONS(X) X(kernel_call) X(stack_add) X(memory_alloc) X(process_clone) \
	X(sem_wait_call) X(sem_try_call) X(sem_signal_call)
enum {
#define X(name) OBSERVED_##name,
	KERNEL_FUNCTIONS(X)
#undef X
	NOBSERVED
};

/* A function that has begun, and whose result is awaited. */
typedef struct Awaited {
	Addr back;  /* where it returns to; 0: none is awaited */
	Addr wptr;  /* Wptr then */
	Word argument;
} Awaited;

typedef struct SyncThread {
	SyncThreadInfo info;
	uint32_t run;     /* its OBJECT_RUN, or NO_OBJECT */
	uint32_t blocked; /* on which semaphore, or NO_OBJECT */
} SyncThread;

/* A semaphore or channel as the operations so far have left it. */
typedef struct SyncWord {
	NodeId node;
	Addr addr;
	uint32_t object, serial;
	int32_t count;    /* of a semaphore */
	uint32_t waiting; /* threads */
} SyncWord;

/* What is known of a node. */
typedef struct NodeSync {
	bool has_kernel;
	Addr lowest;            /* what lies below belongs to the processor and the kernel */
	Addr function[NOBSERVED];
	Word threads;           /* how many it has had */
	uint32_t *live, nlive, livecap; /* threads, by the lowest address of their stacks */
	uint32_t last;          /* the thread that was looked for last, or NO_THREAD */
	uint32_t caller;        /* of the kernel, or NO_THREAD */
	uint32_t cloner;        /* a thread whose clone is being made, or NO_THREAD */
	Awaited memory, heap;   /* results of memory_alloc and heap_take */
	Addr *marks;            /* nmarks, to be put again when the observer is attached */
	uint32_t nmarks, markcap;
} NodeSync;

struct SyncObserver {
	Target *target;
	Network *w;
	SyncCalls calls;
	Watcher *watcher; /* NULL: it is detached */
	NodeSync *nodes;
	SyncThread *threads;
	uint32_t nthreads, threadcap;
	SyncWord *words;  /* nwords */
	uint32_t nwords, wordcap;
	uint32_t *slots;  /* a hash table of them: number + 1, or 0 */
	uint32_t nslots;  /* a power of two */
	uint32_t nobjects;
	Word front_at, count_at; /* in a Semaphore */
	Word pid_at, wdesc_at;   /* in a Process, in a KCall */
};

/* ---- observe.c ---- */

/* sync_mark: from now on, the observer is told when the node stands before that instruction. */
void sync_mark(SyncObserver *o, NodeId n, Addr a);
Word sync_word(const SyncObserver *o, NodeId n, Addr a); /* 0: there is no such memory */
uint32_t sync_object(SyncObserver *o, const SyncObjectInfo *info); /* a new one */
void sync_operation(SyncObserver *o, NodeId n, OperationKind kind, uint32_t thread, uint32_t object);

/* ---- threads.c ---- */

/* sync_thread_at: the thread whose stack has the address, or NO_THREAD. */
uint32_t sync_thread_at(SyncObserver *o, NodeId n, Addr wptr);
void sync_stack_added(SyncObserver *o, NodeId n);
/* sync_run: the running thread has another one run. */
void sync_run(SyncObserver *o, NodeId n, Word desc);

/* ---- semaphores.c ---- */

/* sync_place: what is known of the word at an address; new if nothing was. */
SyncWord *sync_place(SyncObserver *o, NodeId n, Addr a);
void sync_semaphore_wait(SyncObserver *o, NodeId n, Addr semaphore);
void sync_semaphore_try(SyncObserver *o, NodeId n, Addr semaphore);
void sync_semaphore_signal(SyncObserver *o, NodeId n, Addr semaphore);

/* ---- programs.c ---- */

/* sync_programs: mark what is observed in the programs that a node has now. */
void sync_programs(SyncObserver *o, NodeId n);
/* sync_program_marked: the node stands before a mark that is none of the kernel's functions. */
void sync_program_marked(SyncObserver *o, NodeId n);

#endif
