/* sync_parts.h - the state of an observer of operations, shared by the files of detrek/sync. */
#ifndef SYNC_PARTS_H
#define SYNC_PARTS_H

#include "next.h"

#include "base/table.h"
#include "kernel/include/border.h"
#include "kernel/include/kernel_calls.h"
#include "sim/cpu/cpu.h"

enum { NO_OBJECT = UINT32_MAX };

/* Functions of the kernel that are observed when they are called. */
#define KERNEL_FUNCTIONS(X) X(kernel_call) X(__gate_call) X(stack_add) X(memory_alloc) \
	X(process_clone) X(sem_wait_call) X(sem_try_call) X(sem_signal_call) \
	X(message_send) X(message_receive) X(call_finish) X(process_end) \
	X(sink_open) X(held_add) X(held_search) X(held_complete)
enum {
#define X(name) OBSERVED_##name,
	KERNEL_FUNCTIONS(X)
#undef X
	NOBSERVED
};

/* The arguments of these functions that the observer reads: function, name of the parameter. */
#define KERNEL_ARGUMENTS(X) \
	X(kernel_call, c) X(stack_add, p) X(stack_add, low) X(stack_add, nbytes) \
	X(memory_alloc, nbytes) \
	X(sem_wait_call, s) X(sem_try_call, s) X(sem_signal_call, s) \
	X(message_send, c) X(message_receive, c) \
	X(call_finish, c) X(call_finish, result) \
	X(process_end, p) \
	X(sink_open, head) X(held_add, h) X(held_complete, h)
typedef enum KernelArgument {
#define X(function, parameter) ARGUMENT_##function##_##parameter,
	KERNEL_ARGUMENTS(X)
#undef X
	NARGUMENTS
} KernelArgument;

/* The kind of function whose result is awaited. */
typedef enum AwaitedKind {
	AWAITED_MEMORY, /* allocates memory of the kernel */
	AWAITED_BLOCK, /* returns a block of the heap */
	AWAITED_SPARE, /* returns a spare block of TrEK */
	AWAITED_CRITICAL, /* executes a critical function, at high priority */
	AWAITED_SEND,     /* sends a message */
	AWAITED_RECEIVE,  /* receives a message */
	AWAITED_PROBE, /* looks for a message */
	AWAITED_SINK,  /* finds a place for a message that arrives */
	AWAITED_SEARCH, /* searches for a held message */
} AwaitedKind;

/* A function that has been called, and whose result is needed. */
typedef struct Awaited {
	AwaitedKind kind;
	Addr back;     /* return address of the function */
	Addr wptr;     /* Wptr when the function begins */
	Addr call;     /* address of the KCall of a send or receive */
	Word argument; /* by the kind: number of bytes, address of an Nmsg, or number of a thread */
} Awaited;

enum { MOST_AWAITED = 8 }; /* the deepest nesting of such calls */

/* Members of an Nmsg. */
#define MESSAGE_FIELDS(X) \
	X(NODE, "nh_node") X(EVENT, "nh_event") X(TYPE, "nh_type") X(LENGTH, "nh_length") \
	X(FLAGS, "nh_flags") X(BODY, "nh_msg")
typedef enum MessageField {
#define X(name, member) MESSAGE_##name,
	MESSAGE_FIELDS(X)
#undef X
	NMESSAGEFIELDS
} MessageField;

/* A message that is being sent. */
typedef struct Message {
	SyncObjectInfo info;
	uint32_t object; /* NO_OBJECT: it is not known yet whether the message is sent */
	uint32_t thread; /* the sender; NO_THREAD: nothing is being sent */
	bool local;      /* the receiver is on the same node */
	/*
	 * the receiver is on the same node, and the sender continues only when the receiver has the
	 * message
	 */
	bool direct;
	bool given;      /* the receiver has the message */
	bool arrived;    /* the first packet of the message has been taken from a link */
	/* the first packet of the message stays in the link until a receive asks for the message */
	bool stuck;
	bool complete;   /* the whole message is in the kernel's buffer for it (Held) */
	Addr held; /* address of the kernel's buffer (Held) with the message; 0 if there is none */
	MovedMessage moved;
} Message;

/*
 * An instruction that moves a message through a channel: its loads or its stores count as accesses
 * of another thread.
 */
typedef struct ChannelCopy {
	uint64_t count; /* number of instructions that the node has executed before it */
	uint32_t thread; /* the other thread */
	AccessKind kind; /* which of its accesses are those of the other thread */
} ChannelCopy;

/* A process that is held before an instruction. */
typedef struct Held {
	enum { HELD_NOT, HELD, HELD_RELEASED } state;
	Addr iptr; /* address of the instruction */
	Addr call; /* KCall of the operation; 0: the instruction itself is the operation */
	/* the thread is held where its turn (at high priority) begins, not before an operation */
	bool turn;
	Word desc; /* Wdesc of the process */
	Word areg, breg, creg; /* saved, because a process outside all queues does not keep them */
	Fpu fpu;
} Held;

typedef struct SyncThread {
	SyncThreadInfo info;
	Held held;
	bool high;        /* it has high priority */
	bool critical;    /* it executes a critical function, at high priority */
	uint32_t run;     /* its OBJECT_RUN, or NO_OBJECT */
	uint32_t blocked; /* the semaphore it waits for, or NO_OBJECT */
	uint32_t sent;    /* the message of this node whose receive it waits for, or NO_OBJECT */
	Addr receiving;   /* the Nmsg that it is receiving into; 0 if none */
	Addr holder;      /* the kernel's Held that its receive has found; 0 if there is none */
	uint32_t found;   /* the message in that Held, or NO_OBJECT */
	Word room;        /* size of the buffer into which it receives */
	uint32_t asked;   /* the type that its receive asks for */
	bool tries;       /* its receive does not wait, or not for ever */
	bool unbuffered;  /* no buffer may hold the message that it sends */
	/* its last receive found no message with that event and type, and no operation followed */
	bool missed;
	Word missed_event;
	uint32_t missed_type;
	Addr called;      /* its Wptr in its last call of the kernel */
	bool begun;       /* it has run */
	bool woken;       /* an operation has let this thread continue (sync_note_wake) */
	/*
	 * the low-priority thread whose operation has let this thread continue, and which this
	 * thread pre-empts; or NO_THREAD
	 */
	uint32_t waker;
	/*
	 * OBJECT_HIGH of those turns of other threads that this thread's operations cause, or
	 * NO_OBJECT
	 */
	uint32_t wakes;
	Addr turn;        /* the instruction at which its next turn begins; 0: not known yet */
	Addr reading;     /* the instruction after the ldtimer that it executes; 0 if none */
	bool noted;       /* the kernel's log has the value of the clock that it reads */
	enum { ALTERNATIVE_OVER, ALTERNATIVE_ENABLES, ALTERNATIVE_DISABLES } alternative;
	Addr *enabled;    /* [nenabled] channels in memory that it has enabled */
	uint32_t nenabled;
	bool links;       /* its alternative has enabled a link or the event channel, too */
	bool has_other_guard;   /* its alternative has enabled a skip or a time, too */
	bool inputs;      /* its last operation on a channel is an input */
} SyncThread;

/* The state of a semaphore or channel after the observed operations. */
typedef struct SyncWord {
	NodeId node;
	Addr addr;
	uint32_t object, serial; /* number of its object; number of earlier objects here */
	int32_t count;    /* of a semaphore */
	uint32_t waiting; /* number of threads that wait for it */
} SyncWord;

/* Functions of the programs' library that are observed when they are called. */
#define LIBRARY_FUNCTIONS(X) \
	X(LIBRARY_HEAP, "heap_take") X(LIBRARY_INIT, "sem_init") X(LIBRARY_CALL, "__kcall") \
	X(LIBRARY_CLOCK, "host_clock") X(LIBRARY_SPARE, "trek_take_spare") \
	X(LIBRARY_FREE, "free") X(LIBRARY_CRITICAL, "critical")
typedef enum LibraryFunction {
#define X(function, name) function,
	LIBRARY_FUNCTIONS(X)
#undef X
	NLIBRARYFUNCTIONS
} LibraryFunction;

/* Where a loaded program has one of these library functions. */
typedef struct LibraryPlace {
	Addr at;
	Word nbytes;
	LibraryFunction function;
} LibraryPlace;

enum { MAX_LIBRARY = NLIBRARYFUNCTIONS * MAX_LOADED };

/* The state of a node. */
typedef struct NodeSync {
	bool has_kernel;
	Addr lowest;            /* memory below belongs to the processor and the kernel */
	Addr function[NOBSERVED]; /* addresses of the observed functions of the kernel */
	Word threads;           /* number of threads so far */
	uint32_t *live, nlive; /* existing threads, by their stacks' lowest addresses */
	uint32_t last;          /* the thread that the last look-up found, or NO_THREAD */
	uint32_t caller;        /* the thread that called the kernel, or NO_THREAD */
	Addr call;              /* the KCall of `caller` */
	uint32_t cloner;        /* the thread that clones its process, or NO_THREAD */
	Awaited awaited[MOST_AWAITED]; /* [nawaited] calls, the innermost last */
	uint32_t nawaited;
	Message sending;        /* the message that the running kernel function sends */
	bool sinking;           /* the kernel looks for a place for a message that arrives */
	uint32_t arriving;      /* that message; NO_OBJECT: no thread has sent it */
	Addr lists;             /* the kernel's Waiters */
	/* [nhidden] addresses of events in the kernel's lists that are inverted (choose.c) */
	Addr *hidden;
	uint32_t nhidden;
	Word hidden_event;      /* the value of each of these events when it is not inverted */
	ChannelCopy copy;              /* the last such instruction of the node */
	/* its OBJECT_HIGH, OBJECT_ENDS and OBJECT_NUMBERS, or NO_OBJECT */
	uint32_t high, ends, numbers;
	bool has_turns;         /* a high-priority thread of the node has begun a turn */
	bool alternatives;      /* a program that was loaded on the node has alternatives */
	/* [nlibrary] the observed library functions in the programs that are loaded now */
	LibraryPlace library[MAX_LIBRARY];
	uint32_t nlibrary;
	uint32_t nreading;      /* number of threads that have just read the clock */
	/*
	 * a bit for each byte of memory: 1 if the instruction there is marked; NULL unless all
	 * instructions are reported
	 */
	uint8_t *is_marked;
} NodeSync;

struct SyncObserver {
	Target *target;
	Network *w;
	SyncCalls calls;
	Watcher *watcher; /* NULL if it has never been attached */
	NodeSync *nodes;
	SyncThread *threads;
	uint32_t nthreads;
	SyncWord *words;  /* [nwords] */
	uint32_t nwords;
	Table known;      /* finds a word in `words` by node and address */
	uint32_t nobjects;
	/* [nmessages] messages that are held, or in transit between nodes; the oldest first */
	Message *messages;
	uint32_t nmessages;
	Word message_at[NMESSAGEFIELDS]; /* offsets of the members of an Nmsg */
	Word argument_at[NARGUMENTS]; /* offset from Wptr at the entry */
	Word pid_at; /* offset of `pid` in a Process; the next fields are offsets, too */
	Word wdesc_at, number_at, argument_at_call, back_at; /* in a KCall */
	Word timed_at;           /* in a Waiter */
	Word held_event_at;      /* in a Held */
};

/* sync_call_argument: argument number i of a KCall. */
static inline Word
sync_call_argument(const SyncObserver *o, NodeId n, Addr call, uint32_t i)
{
	return target_word(o->target, n, call + o->argument_at_call + sizeof(Word) * i);
}

/* sync_field: a member of an Nmsg. */
static inline Word
sync_field(const SyncObserver *o, NodeId n, Addr message, MessageField f)
{
	return target_word(o->target, n, message + o->message_at[f]);
}

/* ---- observe.c ---- */

/*
 * sync_mark: from now on, call the observer before the node executes the instruction at an address.
 */
void sync_mark(SyncObserver *o, NodeId n, Addr a);
/* sync_argument: an argument of the function that the node has just called. */
Word sync_argument(const SyncObserver *o, NodeId n, KernelArgument a);
/* sync_add_object: add a new object; returns its number. */
uint32_t sync_add_object(SyncObserver *o, const SyncObjectInfo *info);
/* sync_operation: report an operation; for a high-priority thread, also its order with others. */
void sync_operation(SyncObserver *o, NodeId n, OperationKind kind, uint32_t thread,
	uint32_t object);
/* sync_moved: report that the thread has sent or received these bytes. */
void sync_moved(SyncObserver *o, NodeId n, OperationKind kind, uint32_t thread, uint32_t object,
	MovedMessage moved);
/* sync_log_only: report an operation to SyncCalls.turn, which only the log of times needs. */
void sync_log_only(SyncObserver *o, NodeId n, OperationKind kind, uint32_t thread, uint32_t object);
/* sync_high_object: the number of the node's OBJECT_HIGH; made if there is none. */
uint32_t sync_high_object(SyncObserver *o, NodeId n);
/*
 * sync_report_implied: report a V (signal) that orders the thread, although the thread does not do
 * it itself (sync_is_implied).
 */
void sync_report_implied(SyncObserver *o, NodeId n, uint32_t thread, uint32_t object);
/*
 * sync_order_high: report an operation that orders a high-priority thread after all earlier
 * operations of high-priority threads of the node.
 */
void sync_order_high(SyncObserver *o, NodeId n, uint32_t thread);

/* sync_block_bytes: the size of a block of the heap; 0 if the address is not that of a block. */
Word sync_block_bytes(const SyncObserver *o, NodeId n, Addr block);
/* sync_report_free: report the running thread's call of free as a store to the whole block. */
void sync_report_free(SyncObserver *o, NodeId n, Addr block);

/*
 * sync_await: note that the function which the node has just called has a result that is needed, so
 * that its return is observed.
 */
void sync_await(SyncObserver *o, NodeId n, AwaitedKind kind, Addr call, Word argument);

/* ---- threads.c ---- */

/* sync_stack_added: note the stack that the kernel adds: a thread is about to start on it. */
void sync_stack_added(SyncObserver *o, NodeId n);
/* sync_process_ends: report that a process ends, with all its threads. */
void sync_process_ends(SyncObserver *o, NodeId n);
/* sync_order_ends: report that the thread comes after the ends of processes on a node. */
void sync_order_ends(SyncObserver *o, NodeId n, uint32_t thread);
/*
 * sync_report_notice: report that the thread receives the notice of the end of a process on node
 * `from`.
 */
void sync_report_notice(SyncObserver *o, NodeId from, uint32_t thread);
/* sync_report_run: report that the running thread starts or resumes another one. */
void sync_report_run(SyncObserver *o, NodeId n, Word desc);

/* ---- semaphores.c ---- */

/* sync_get_word: the state of the word at an address; creates it if needed. */
SyncWord *sync_get_word(SyncObserver *o, NodeId n, Addr a);
/*
 * sync_renew_objects: let semaphores and channels in this range of addresses be new objects from
 * now on.
 */
void sync_renew_objects(SyncObserver *o, NodeId n, Addr low, Word nbytes);
/* sync_semaphore_wait: handle the running thread's call of sem_wait. */
void sync_semaphore_wait(SyncObserver *o, NodeId n, Addr semaphore);
/* sync_semaphore_try: handle the running thread's call of sem_try. */
void sync_semaphore_try(SyncObserver *o, NodeId n, Addr semaphore);
/* sync_semaphore_signal: handle the running thread's call of sem_signal. */
void sync_semaphore_signal(SyncObserver *o, NodeId n, Addr semaphore);

/* ---- messages.c ---- */

/* sync_message_send: note that a thread begins a send; `call`: the address of its KCall. */
void sync_message_send(SyncObserver *o, NodeId n, Addr call);
/* sync_message_receive: note that the thread begins a receive. */
void sync_message_receive(SyncObserver *o, NodeId n, Addr call);
/*
 * sync_message_returned: handle the return of the kernel's function for a send, receive or probe.
 */
void sync_message_returned(SyncObserver *o, NodeId n, const Awaited *a, int32_t result);
/* sync_call_finished: handle the end of a kernel call in which a thread had to wait. */
void sync_call_finished(SyncObserver *o, NodeId n, Addr call, int32_t result);

/*
 * sync_note_arrival: note that a message with this PacketHeader arrives, and the kernel looks for a
 * place for it.
 */
void sync_note_arrival(SyncObserver *o, NodeId n, Addr header);
/*
 * sync_note_search: note that the kernel looks for a Held, a buffered message, for its present
 * call.
 */
void sync_note_search(SyncObserver *o, NodeId n);
/*
 * sync_note_held: note that the kernel has put the message that is sent, or arrives, in the Held
 * (its buffer) at an address.
 */
void sync_note_held(SyncObserver *o, NodeId n, Addr held);

/* sync_note_held_complete: note that all of the message in a Held has arrived. */
void sync_note_held_complete(SyncObserver *o, NodeId n, Addr held);

/* sync_is_for_host: true if the message goes to a host, outside the network. */
bool sync_is_for_host(const SyncObserver *o, NodeId n, Addr message);
/*
 * sync_receiver_node: the node of the receiver of a message that a node sends; NOWHERE: the host.
 */
NodeId sync_receiver_node(const SyncObserver *o, NodeId n, Addr message, Word how);

/* ---- probes.c ---- */

/* sync_report_miss: report that a receive of the thread has ended without a message. */
void sync_report_miss(SyncObserver *o, NodeId n, uint32_t thread, Addr message, int32_t result);
/*
 * sync_report_probe: report whether a probe of the thread, which has returned, has seen a message.
 */
void sync_report_probe(SyncObserver *o, NodeId n, uint32_t thread, Addr message, int32_t result);

/* ---- hold.c ---- */

/*
 * sync_hold: at a marked instruction: hold the node's running thread if, by the order, its
 * operation comes too early; returns whether it is held.
 */
bool sync_hold(SyncObserver *o, NodeId n);

/* ---- turns.c ---- */

/* sync_is_wait: true if a thread may wait at the instruction for something other than a channel. */
bool sync_is_wait(const uint8_t *code);
/* sync_note_wait: note that the running thread may wait at its next instruction. */
void sync_note_wait(SyncObserver *o, NodeId n);
/*
 * sync_call_waited: note that the thread's call of the kernel was one that could have waited,
 * whether it did or not.
 */
void sync_call_waited(SyncObserver *o, NodeId n, uint32_t thread);
/*
 * sync_mark_return: when the thread's call of the kernel returns, count accesses that the kernel
 * has made as new ones if the thread repeats them.
 */
void sync_mark_return(SyncObserver *o, NodeId n, uint32_t thread);
/*
 * sync_note_critical: note that the running thread calls `critical`, during which no other thread
 * runs.
 */
void sync_note_critical(SyncObserver *o, NodeId n);
/*
 * sync_end_turn: note that the thread's turn, a period in which no other runs, may end now; does
 * nothing for low priority.
 */
void sync_end_turn(SyncObserver *o, NodeId n, uint32_t thread);
/*
 * sync_interrupt_turn: begin a new turn of a high-priority thread here, where it is held and other
 * threads run in between. Does nothing if a turn begins here anyway. Where the log has turns, a
 * thread is held only where others may run.
 */
void sync_interrupt_turn(SyncObserver *o, NodeId n, uint32_t thread);
/*
 * sync_note_wake: note that an operation of thread `by`, or of none (NO_THREAD), lets `thread`
 * continue.
 */
void sync_note_wake(SyncObserver *o, uint32_t by, uint32_t thread);
/* sync_begins_running: note that a thread is about to run. */
void sync_begins_running(SyncObserver *o, NodeId n, Word desc);
/*
 * sync_is_turn: true if the running thread is about to begin a turn: to run at high priority until
 * it waits.
 */
bool sync_is_turn(SyncObserver *o, NodeId n);
/*
 * sync_report_turn: if the running thread is about to begin a turn (sync_is_turn), report that to
 * the client.
 */
void sync_report_turn(SyncObserver *o, NodeId n);

/* ---- choose.c ---- */

/*
 * sync_choose_message: before the kernel searches for a message for a receive: hide from it, until
 * sync_unhide, all messages but those that the forced order gives to this receive.
 */
void sync_choose_message(SyncObserver *o, NodeId n, uint32_t receiver, Word event, bool waits);
/*
 * sync_choose_receiver: before the kernel searches for a receive for the message `object`, or for
 * the message that `sender` is about to send: hide from it, until sync_unhide, all receives but
 * those to which the forced order gives the message.
 */
void sync_choose_receiver(SyncObserver *o, NodeId n, uint32_t sender, uint32_t object, Word event);
/*
 * sync_unhide: let the kernel see again what sync_choose_message or sync_choose_receiver has hidden
 * from its search.
 */
void sync_unhide(SyncObserver *o, NodeId n);
/*
 * sync_has_message: true if there is a message that the thread's receive of this event and type
 * would get.
 */
bool sync_has_message(SyncObserver *o, NodeId n, uint32_t receiver, Word event, Word type);
/* sync_front_sender: the thread that is first in the list of senders that wait with that event. */
uint32_t sync_front_sender(SyncObserver *o, NodeId n, Word event);

/* ---- channels.c ---- */

/* sync_is_channel_code: tell if the instruction sends or receives. */
bool sync_is_channel_code(uint8_t code);
/* sync_is_output_code: tell if the instruction sends. */
bool sync_is_output_code(uint8_t code);
/*
 * sync_handle_channel: handle the running thread's use of a channel by the next instruction, an
 * input or output.
 */
void sync_handle_channel(SyncObserver *o, NodeId n, uint8_t code);
/* sync_is_memory_channel: tell if the channel is neither a link nor the event channel. */
bool sync_is_memory_channel(Addr channel);

/* ---- alternatives.c ---- */

/* sync_is_alternative_code: true if the instruction enables, waits for or disables a channel. */
bool sync_is_alternative_code(const uint8_t *code);
/*
 * sync_handle_alternative: handle the instruction of an alternative that the running thread is
 * about to execute.
 */
void sync_handle_alternative(SyncObserver *o, NodeId n, const uint8_t *code);
/*
 * sync_end_alternative: end the thread's alternative, as one that took no channel; called before
 * the thread's next operation.
 */
void sync_end_alternative(SyncObserver *o, uint32_t thread);
/*
 * sync_is_before_alternative: true if the running thread is about to wait for channels in memory.
 */
bool sync_is_before_alternative(const SyncObserver *o, NodeId n, uint32_t thread);
/*
 * sync_enabled_channels: the channels that the running thread, which is about to wait in an
 * alternative, has enabled.
 */
EnabledChannels sync_enabled_channels(const SyncObserver *o, NodeId n, uint32_t thread);
/*
 * sync_lacks_sender: true if the running thread is about to wait for channels, and must take, by
 * the forced order, a channel that has no sender yet.
 */
bool sync_lacks_sender(SyncObserver *o, NodeId n, uint32_t thread);

/* ---- outside.c ---- */

/* sync_is_clock: tell if the instruction reads the clock. */
bool sync_is_clock(const uint8_t *code);
/* sync_mark_clock: have the reading of the clock by an ldtimer at this address observed. */
void sync_mark_clock(SyncObserver *o, NodeId n, Addr ldtimer);
/*
 * sync_prepare_clock_read: prepare to give the running thread, which is about to read the clock,
 * the value of the log.
 */
void sync_prepare_clock_read(SyncObserver *o, NodeId n);
/*
 * sync_clock_was_read: if the node has just read the clock, report the value, and replace it by
 * that of the log.
 */
void sync_clock_was_read(SyncObserver *o, NodeId n);
/*
 * sync_handle_input: handle a message of the host that the thread has received: replace its bytes
 * by those of the log if necessary, and return the message's size.
 */
Word sync_handle_input(SyncObserver *o, NodeId n, uint32_t thread, MovedMessage moved);

/* ---- programs.c ---- */

/*
 * sync_mark_programs: mark the observed instructions in the programs that are now loaded on a node.
 */
void sync_mark_programs(SyncObserver *o, NodeId n);
/* sync_is_function_begin: true if library function f of a loaded program begins at the address. */
bool sync_is_function_begin(const SyncObserver *o, NodeId n, Addr iptr, LibraryFunction f);
/* sync_is_in_function: true if the address is in library function f of a loaded program. */
bool sync_is_in_function(const SyncObserver *o, NodeId n, Addr a, LibraryFunction f);
/* sync_is_run: tell if the instruction runs a process. */
bool sync_is_run(const uint8_t *code);
/*
 * sync_program_marked: handle a mark, reached by the node, in a program rather than in the kernel.
 */
void sync_program_marked(SyncObserver *o, NodeId n);

#endif
