/*
 * races.h - traces of accesses to memory and of synchronisation, and two methods that find the
 * races in them.
 *
 * The synchronisation operations of a thread T cut it into segments: T.1 ends at T's first
 * operation, and the last segment of T ends at the end of the trace. This is the term of RecPlay
 * (Ronsse and De Bosschere). In the parallel dynamic graph of Miller and Choi, segment T.k is the
 * internal edge between the nodes k - 1 and k, and has the number of its first node. Segments are
 * also numbered consecutively in the whole trace: segment i ends at operation i, and after the
 * operations come the last segments of the threads, in order of the threads.
 *
 * Both methods order segments by vector clocks: clock[U] of a segment of T is one more than the
 * number of segments of U that the segment knows to have ended, or 0 if U is unknown to it. So
 * segment U.j is before the segment exactly when clock[U] > j.
 */
#ifndef RACES_H
#define RACES_H

#include "base/table.h"
#include "detrek/input.h"

/* Synchronisation operations, with their names in the text of a trace. */
#define SYNC_KINDS(X) X(P, "P") X(V, "V") X(SEND, "send") X(RECV, "recv") X(UNBLK, "unblk")
typedef enum SyncKind {
#define X(name, word) SYNC_##name,
	SYNC_KINDS(X)
#undef X
	NSYNC_KINDS
} SyncKind;

enum { LOAD = 1, STORE = 2 }; /* how a segment accesses a variable, as bits */

enum { WORD_VARIABLES = 32 }; /* variables of an AccessWord, which has a bit for each */

/*
 * The accesses to the WORD_VARIABLES variables from number WORD_VARIABLES * index on: `load` has a
 * bit for each variable that was loaded, `store` for each that was stored.
 */
typedef struct AccessWord {
	uint32_t index, load, store;
} AccessWord;

/* ---- bitmaps: bitmap.c ---- */

enum {
	LEAF_WORDS = 16, /* words of a Leaf */
	LEAF_VARIABLES = LEAF_WORDS * WORD_VARIABLES, /* variables of a Leaf */
};

/*
 * The load and store sets of a running segment: a bitmap of three levels. Level 0 (the words) and
 * level 1 (a bit for each word in use) are in leaves, which are created when needed. Level 2 has a
 * bit for each leaf in use. Clearing the bitmap costs time in proportion to its contents.
 */
typedef struct Leaf {
	uint64_t used; /* a bit for each word that is not empty */
	uint32_t load[LEAF_WORDS], store[LEAF_WORDS];
	uint32_t before[LEAF_WORDS]; /* variables accessed by the ended segments of the thread */
} Leaf;

typedef struct Bitmap {
	Leaf **leaf;
	uint64_t *used;   /* a bit for each leaf that is not empty */
	uint32_t nleaves; /* number of pointers in `leaf`, a multiple of 64 */
} Bitmap;

/* bitmap_leaf: leaf number i of the bitmap; created if needed. */
Leaf *bitmap_leaf(Bitmap *b, Arena *a, uint32_t i);

/* bitmap_add: note a load or store of the variable. */
static inline void
bitmap_add(Bitmap *b, Arena *a, uint32_t variable, bool store)
{
	uint32_t i = variable / LEAF_VARIABLES, word = variable / WORD_VARIABLES % LEAF_WORDS;
	uint32_t bit = (uint32_t)1 << variable % WORD_VARIABLES;
	Leaf *leaf = i < b->nleaves && b->leaf[i] ? b->leaf[i] : bitmap_leaf(b, a, i);

	/* computed without a branch, which the processor could not predict */
	leaf->store[word] |= store ? bit : 0;
	leaf->load[word] |= store ? 0 : bit;
	leaf->used |= (uint64_t)1 << word;
	b->used[i / 64] |= (uint64_t)1 << i % 64;
}

/* bitmap_drain: appends the set to w as words in order, and clears the bitmap. */
AccessWord *bitmap_drain(Bitmap *b, Arena *a, AccessWord *w, uint32_t *n, uint32_t *cap);

/* ---- addresses: pages.c ---- */

enum { PAGE_VARIABLES = 1024 }; /* addresses of a page, each of a variable */

/* Pages of addresses, numbered in order of appearance. */
typedef struct Pages {
	uint64_t *page; /* [n] first address of each page / PAGE_VARIABLES */
	uint32_t n, cap;
	Table known;    /* the pages' numbers, in the arena */
	uint32_t last;  /* result of the last look-up */
} Pages;

/* pages_add: the number of the page; a new page gets the next number. */
uint32_t pages_add(Pages *p, Arena *a, uint64_t page);
/* pages_sorted: the numbers of the pages in order of their addresses. */
uint32_t *pages_sorted(const Pages *p, Arena *a);

/* ---- the trace: trace.c, sync.c, read.c ---- */

typedef struct SyncOp {
	SyncKind kind;
	uint32_t thread;
	/*
	 * number of the operation in its thread, from 1; the segment that it ends has the same
	 * number
	 */
	uint32_t number;
	uint32_t object;
	uint32_t line;
	uint32_t from; /* where a synchronisation edge to this operation begins, or NONE */
	bool source;   /* a synchronisation edge begins at this operation */
} SyncOp;

typedef struct SyncObject {
	bool channel;   /* the object is a channel; false: a semaphore */
	bool used;      /* it has been used, so `channel` is known */
	uint32_t line;  /* line of its first use */
	uint32_t value; /* a semaphore's present value */
	uint32_t initial; /* a semaphore's value at the beginning */
	uint32_t waiting; /* number of threads blocked on it */
	/*
	 * for a semaphore: the V that raised the value from 0 to 1, if no other operation followed;
	 * otherwise NONE
	 */
	uint32_t rising_V;
	/*
	 * for a semaphore, the V operations that released a blocked thread; for a channel, the
	 * sends not yet received
	 */
	uint32_t *queue;
	uint32_t head, tail, cap; /* the used part of `queue` is head to tail - 1 */
} SyncObject;

typedef struct Trace {
	Arena *arena;
	const char *file;
	Symbols thread, object;
	Symbols variable; /* for variables with names */
	Pages pages;      /* for variables with addresses */
	/* number of variables; with addresses, of all variables in the pages */
	uint32_t nvariables;
	SyncOp *op;
	uint32_t nops, opcap;
	uint32_t *nthreadops; /* [thread.n] */
	/*
	 * [thread.n] number of the memory that the thread uses, below nmemories; threads of
	 * different memories share no variables
	 */
	uint32_t *memory;
	uint32_t nmemories;
	uint32_t *blocked;    /* [thread.n] the object the thread waits for at the end, or NONE */
	/*
	 * [nblocks] the threads that blocked, in order of time; before: number of the operation
	 * that came next in the trace
	 */
	struct Block {
		uint32_t thread, before;
	} *block;
	uint32_t nblocks, blockcap;
	uint64_t naccesses;
	SyncObject *object_state; /* [object.n] */
	uint32_t *received; /* [nops] for a send: the operation that receives it, or NONE */
	/* [thread.n] the send to which the thread's next unblk belongs, or NONE */
	uint32_t *lastsend;
	/*
	 * one for each WORD_VARIABLES variables, with bits for the variables that were accessed,
	 * for those that several threads accessed, and for those that were stored
	 */
	struct Use {
		uint32_t accessed, shared, stored;
	} *use;
	uint32_t *blockline; /* [thread.n] the line at which the thread blocked last */
	/* the accesses of segment i are word[set[i]] to word[set[i + 1] - 1] */
	AccessWord *word;
	uint32_t nwords, wordcap;
	uint32_t *set_start; /* [nsegments + 1] index in `word` */
	uint32_t setcap;
	uint32_t synccap, receivedcap, memorycap, nopscap, blockedcap, lastcap, linecap, mapcap;
	uint32_t usecap;
	Bitmap *running_sets; /* [thread.n] the accesses of the running segments */
} Trace;

static inline uint32_t
trace_nsegments(const Trace *t)
{
	return t->nops + t->thread.n;
}

/*
 * A trace is built from operations and accesses in the order in which they happened. `line` says
 * where an operation or access came from: the line of a text, or a number chosen by the caller; a
 * mistake is fatal at file and line. Names are len bytes of printable ASCII; equal names give equal
 * numbers. The variables of a trace have either names or addresses; an address stands for a word of
 * any size.
 */

/* trace_new: an empty trace; it borrows the name of the file. */
Trace *trace_new(Arena *a, const char *file);
/* trace_thread: the number of a thread; a new name gets the next number. */
uint32_t trace_thread(Trace *t, const char *name, uint32_t len);
/* trace_set_memory: set the memory that a thread belongs to; 0 by default. */
void trace_set_memory(Trace *t, uint32_t thread, uint32_t memory);
/* trace_object: the number of a semaphore or channel; a new name gets the next number. */
uint32_t trace_object(Trace *t, const char *name, uint32_t len);
/* trace_variable: the number of a variable with a name; a new name gets the next number. */
uint32_t trace_variable(Trace *t, const char *name, uint32_t len);
/*
 * trace_page_variable: the variable at the first address of a page; page: address / PAGE_VARIABLES.
 */
uint32_t trace_page_variable(Trace *t, uint64_t page);
/*
 * trace_declare: sets the initial value of a semaphore, before its first use; 0 by default (sync.c)
 */
void trace_declare(Trace *t, uint32_t line, uint32_t object, uint32_t value);
/*
 * trace_block: note that the thread blocks on a semaphore; its next operation is then the P for
 * which it was released.
 */
void trace_block(Trace *t, uint32_t line, uint32_t thread, uint32_t object);
/* trace_sync: add a synchronisation operation of the thread, which ends its segment. */
void trace_sync(Trace *t, uint32_t line, uint32_t thread, SyncKind kind, uint32_t object);
/* trace_access: add a load or store of a variable to the thread's running segment. */
void trace_access(Trace *t, uint32_t line, uint32_t thread, uint32_t variable, bool store);

/*
 * trace_others_accessed: true if a thread of the memory, other than `thread`, has accessed the
 * variable. thread NONE: true if any thread of the memory has accessed it.
 */
bool trace_others_accessed(const Trace *t, uint32_t memory, uint32_t thread, uint32_t variable);
/* trace_finish: complete the trace, to which all operations and accesses were added. */
void trace_finish(Trace *t);

/* variable_name: the variable's name, or 0x and its address. */
const char *variable_name(const Trace *t, uint32_t v);
/* variables_sorted: [nvariables] the variables in order of their names or addresses. */
uint32_t *variables_sorted(const Trace *t);
/* segment_thread: the thread to which the segment belongs. */
uint32_t segment_thread(const Trace *t, uint32_t segment);
/* segment_number: the number of the segment in its thread. */
uint32_t segment_number(const Trace *t, uint32_t segment);
/* trace_segments: all segments by thread and number; those of thread i begin at index first[i]. */
uint32_t *trace_segments(const Trace *t, uint32_t **first);
/*
 * thread_first_segments: the array `first` of trace_segments, with the number of segments at the
 * end.
 */
uint32_t *thread_first_segments(const Trace *t);

/* ---- sync.c: semaphores and channels ---- */

/* sync_block: note that the thread blocks on a semaphore; fatal if the value is not 0. */
void sync_block(Trace *t, uint32_t line, uint32_t thread, uint32_t object);
/*
 * sync_apply: check and execute operation `op`. If a synchronisation edge leads to it, set its
 * `from`, and `source` of the operation at which the edge begins.
 */
void sync_apply(Trace *t, uint32_t line, uint32_t op);
/*
 * sync_check_running: check that a thread may do its present operation: fatal if it is blocked and
 * the operation is not the P that it waits for.
 */
void sync_check_running(const Trace *t, uint32_t line, uint32_t thread);

/* The kinds of lines in the text of a trace. */
typedef enum LineKind {
	LINE_DECLARE, /* sem <object> <value> */
	LINE_BLOCK,
	LINE_ACCESS,
	LINE_SYNC,
} LineKind;

typedef struct TraceLine {
	LineKind kind;
	InputWord thread, object; /* object: also the variable of an access */
	bool store;               /* LINE_ACCESS */
	SyncKind sync;            /* LINE_SYNC */
	uint32_t value;           /* LINE_DECLARE */
} TraceLine;

/* trace_line: the next line of a trace, checked word by word; false at the end. */
bool trace_line(Lines *l, TraceLine *t);
/* trace_read: read a whole trace, which borrows the file's name. A mistake is fatal. */
Trace *trace_read(Arena *a, const char *file, const char *text, size_t len);

/* trace_memory_sharers: [threads][threads] 1 if the two threads share a memory, otherwise 0. */
uint32_t *const *trace_memory_sharers(const Trace *t);

/* ---- list.c: threads' clocks and stored segments ---- */

/*
 * Clocks are created when they are first needed. A clock without entries (NULL) stands for the
 * clock of a thread without operations, which has 1 for the thread and 0 for others, or for the
 * clock of an unused object, which has only zeros.
 */
typedef struct SegmentList {
	Arena *arena;
	uint32_t n;     /* number of threads */
	VClock *thread; /* [n] the clocks of the running segments */
	uint32_t *floor; /* [n] segments of the thread with lower numbers are obsolete */
	uint32_t *holders; /* [n] number of clocks whose entry for the thread equals its floor */
	uint32_t *ended; /* [n] number of segments that a thread has ended */
	bool *resting;   /* [n] the thread rests: see list_rest */
	uint32_t *const *memory_sharers; /* see trace_memory_sharers */
	const uint32_t *memory;  /* [n] the threads' memories; borrowed from the trace */
	/* the threads of memory m are member[first[m]] to member[first[m + 1] - 1] */
	uint32_t *member, *first;
	uint32_t stored; /* number of segments that have ended and are not obsolete */
} SegmentList;

/* clocks_new: n empty clocks for nthreads threads. */
VClock *clocks_new(Arena *a, uint32_t n, uint32_t nthreads);
/* clock_copy: copy a clock; `from` must have entries. */
void clock_copy(Arena *a, VClock *to, const VClock *from);
/* list_new: an empty list of the segments of all threads; `thread` has their clocks. */
SegmentList *list_new(Arena *a, VClock *thread, const Trace *t);
/*
 * list_advance: end the thread's segment, join the clock `with` (unless NULL) to the thread's
 * clock, and count the ended segment there.
 */
void list_advance(SegmentList *l, uint32_t thread, const VClock *with);
/* list_rest: end the thread's segment; until list_wake, the thread accesses nothing. */
void list_rest(SegmentList *l, uint32_t thread);
/*
 * list_wake: let the thread continue after list_rest. The clock of its next operation will be at
 * least `with`.
 */
void list_wake(SegmentList *l, uint32_t thread, const VClock *with);

/* ---- rests.c: when threads do nothing ---- */

/* A rest: a period in which a thread accesses nothing. */
typedef struct Rest {
	uint32_t thread;
	uint32_t from;    /* the rest begins before this operation (nops: at the trace's end) */
	uint32_t until;   /* the operation of another thread that ends the rest, or NONE */
	uint32_t segment; /* the segment of the thread that ends where the rest begins */
	uint32_t next;    /* the next rest in the list of rests with the same end, or NONE */
} Rest;

typedef struct Rests {
	Rest *rest; /* in the order of their beginnings */
	uint32_t n, cap;
	uint32_t *woken; /* [nops] the first rest that the operation ends, or NONE */
	bool *early;     /* [segments] the segment ends before its operation, as a rest begins */
} Rests;

/*
 * rests_find: all periods of a trace in which threads do nothing, so that their segments need not
 * be kept; none if wanted is false.
 */
Rests rests_find(const Trace *t, bool wanted);

/* ---- find.c: conflicts of parallel segments ---- */

/*
 * A race of two segments: both access the variable, at least one stores, and neither is before the
 * other.
 */
typedef struct Race {
	uint32_t variable;
	uint32_t a, b; /* segments, in order of their ends */
	uint8_t aops, bops; /* how a and b access the variable: LOAD, STORE or both */
} Race;

typedef struct Races {
	Race *race; /* the races that were kept */
	uint32_t n, cap;
	uint64_t total;  /* number of races, including those that were not kept */
	uint64_t *count; /* [nvariables] number of races of each variable */
	uint64_t parallel; /* number of pairs of parallel segments */
} Races;

typedef struct Finder Finder;
/* finder_new: a search for races; `keep` is the number kept for each variable, 0 for all. */
Finder *finder_new(Arena *a, const Trace *t, uint32_t keep);
/*
 * finder_add_segment: find the races of a segment that has ended with segments that were passed to
 * this function before; segments must be passed in the order of their ends. floor[U]: segments of
 * thread U below this number cannot be parallel to later segments.
 */
void finder_add_segment(Finder *f, uint32_t segment, const VClock *clock, const uint32_t *floor);
/* finder_parallel_pairs: the number of pairs of parallel segments so far. */
uint64_t finder_parallel_pairs(const Finder *f);
/* finder_result: the races in order of variable names, threads and numbers. */
Races *finder_result(Finder *f);

/* ---- recplay.c ---- */

/* The state at one synchronisation operation. */
typedef struct Sample {
	uint32_t created; /* number of segments begun so far */
	uint32_t stored;  /* number of segments that have ended and are not yet obsolete */
	uint64_t compared; /* number of pairs of segments compared so far */
	uint64_t bytes;   /* bytes of the stored segments' load and store sets */
} Sample;

typedef struct RecPlay {
	uint64_t *lamport; /* [nops] the Lamport time of each operation */
	/*
	 * [nops] true if the operation's time must be in the log, because it is not the thread's
	 * previous time plus one
	 */
	bool *logged;
	uint32_t nlogged; /* number of times that must be in the log */
	/* [nclocks][threads] the clocks of the first nclocks segments in trace_segments' order */
	uint32_t *clock;
	uint32_t nclocks;
	Sample *sample;  /* [nops], or NULL */
	/* number of segments, and the most that were stored at one time */
	uint32_t created, max_stored;
	Races *races;
} RecPlay;

/* The parts of the result to keep. */
typedef struct KeptParts {
	uint32_t races;  /* the most races to keep for each variable; 0: all */
	uint32_t clocks; /* keep the clocks of at most this many segments */
	bool samples;    /* keep RecPlay.sample */
	bool rests;      /* use rests.c: store no segments because of a thread that rests */
} KeptParts;

/*
 * recplay_run: find the races of a trace with vector clocks of segments; `keep` says what to store.
 */
RecPlay *recplay_run(const Trace *t, const KeptParts *keep);

/* ---- ppd.c ---- */
/*
 * ppd_run: find the races of a trace with the parallel dynamic graph of Miller and Choi; keep: how
 * many to list.
 */
Races *ppd_run(const Trace *t, const KeptParts *keep);

/* ---- lockset.c ---- */
/* The result of the lockset method. */
typedef struct Lockset {
	uint32_t nlocks;
	bool *suspect; /* [variable.n] no lock is held at all accesses of the variable */
	uint32_t nsuspects;
} Lockset;

/* lockset_run: find the variables that no lock protects at all accesses. */
Lockset *lockset_run(const Trace *t);

/* ---- blocked.c: the end of a trace ---- */
/* The threads that hold a lock. */
typedef struct Holders {
	uint32_t *thread, n;
} Holders;

/*
 * A cycle of threads: each waits for a semaphore that the next one holds, and the last waits for
 * the first.
 */
typedef struct WaitCycle {
	uint32_t *thread, n;
} WaitCycle;

typedef struct BlockedEnd {
	/* [n] the threads that are blocked at the end; Trace.blocked has their objects */
	uint32_t *thread, n;
	/* [object.n] the holders of the locks that the threads wait for; NULL if n is 0 */
	Holders *holders;
	WaitCycle *cycle;
	uint32_t ncycles;
} BlockedEnd;

/*
 * blocked_find: find the threads blocked at the trace's end, who holds their locks, and cycles of
 * waits.
 */
BlockedEnd blocked_find(const Trace *t);

/* ---- figure.c ---- */
/* figure_data: print the measurements of RecPlay after each operation, as a table. */
void figure_data(Buf *b, const Trace *t, const RecPlay *r);
/* figure_svg: draw the measurements as curves. */
void figure_svg(Buf *b, const Trace *t, const RecPlay *r);

/* ---- reports ---- */

/* The results for a trace, and what to report of them. */
typedef struct TraceResult {
	const Trace *trace;
	const char *text; /* text of the trace, to find the lines of accesses again */
	size_t len;
	const RecPlay *recplay; /* NULL: not requested */
	const Races *ppd;       /* NULL: not requested */
	const Lockset *lockset; /* NULL: not requested */
	bool compare;           /* compare the races of recplay and ppd, which must not be NULL */
	bool summary;           /* report only counts and races */
	bool with_lines;             /* report the races with the lines of their accesses */
	const BlockedEnd *blocked_end;  /* the threads that are blocked at the end */
	uint32_t max_entries;          /* the most entries of a list to print; others are counted */
} TraceResult;

/*
 * The most entries of a list to print, unless the user wants all. A list of clocks grows with the
 * square of the trace's size.
 */
enum { LIST_ENTRIES = 100000 };

/*
 * A race of the parallel dynamic graph: between a read and a write, or between two writes. Two
 * segments may have a race of each kind.
 */
typedef struct GraphRace {
	const Race *race;
	bool writes;   /* the race is between two writes; false: between a read and a write */
	uint32_t a, b; /* segments, in order of their threads */
} GraphRace;

/* ---- report.c ---- */

/* races_text: print the report as text. */
void races_text(const TraceResult *r);
/* sync_name: the name of an operation in the trace. */
const char *sync_name(SyncKind k);
/* access_name: the name of a set of accesses: r, w or wr. */
const char *access_name(uint8_t ops);
/* graph_races: all races of the graph, in order of variable, kind and segments */
GraphRace *graph_races(const Trace *t, const Races *ppd, uint32_t *n);
/* raced_variables: [nvariables] whether each variable has a race. */
bool *raced_variables(const Trace *t, const Races *races);

/* ---- json.c, dot.c ---- */

/* races_json: the report as JSON. */
json_t *races_json(const TraceResult *r);
/* races_dot: append the parallel dynamic graph r->in_graph in the language of DOT. */
void races_dot(Buf *b, const TraceResult *r);

/* lines.c */

/*
 * For each race, the lines of the first conflicting accesses of a and of b. They are found by
 * reading the text again, so that a trace without races need not keep them.
 */
typedef struct AccessLines {
	uint32_t *a, *b; /* [races] */
} AccessLines;

/* access_lines: find the lines of the trace with the accesses of each race. */
AccessLines access_lines(const TraceResult *r, const Races *races);

/* compare.c: finds the races that only one method has, and why */
typedef struct Difference {
	const Race *race; /* a race that the graph has and RecPlay lacks */
	/*
	 * The chain of operations by which RecPlay orders the two segments: the first operation
	 * ends one segment, and the other segment begins after the last operation. ppd[i]: the
	 * graph, too, orders operation i of the chain after operation i - 1.
	 */
	uint32_t *chain;
	bool *in_graph;
	uint32_t chain_length;
} Difference;

typedef struct Comparison {
	uint32_t common;  /* number of races that both methods find */
	uint32_t missing; /* number of races of RecPlay that the graph lacks: 0 by definition */
	Difference *difference;
	uint32_t n;
} Comparison;

/* The order of operations in RecPlay: within each thread, and on each object. */
typedef struct RecPlayOrder RecPlayOrder;

/*
 * orders_new: the order of the operations by RecPlay, for orders_explain; in the trace's arena.
 */
RecPlayOrder *orders_new(const Trace *t);
/*
 * orders_explain: find the operations because of which a race of the graph is not a race for
 * RecPlay; false if RecPlay also has the race. *d is in the trace's arena.
 */
bool orders_explain(RecPlayOrder *o, const Race *race, Difference *d);

/*
 * races_compare: find the races that PPD reports and RecPlay does not, because RecPlay orders their
 * accesses; and find the operations that order them.
 */
Comparison races_compare(const Trace *t, const Races *recplay, const Races *ppd);

/* ---- bench.c ---- */

/*
 * races_bench: print how fast races are found in traces of growing length, up to this many
 * accesses.
 */
void races_bench(uint32_t naccesses);

#endif
