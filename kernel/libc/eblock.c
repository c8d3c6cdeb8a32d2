/*
 * eblock.c - the log that a program compiled with `trellis cc --log` writes of itself: Miller and
 * Choi's prelogs and postlogs (PPD, section 5). The compiler inserts the calls (cc/log);
 * `trellis flowback` reads the file (detrek/logs/inside.c).
 *
 * The log is a file of words. An e-block is logged only if the time that logging has taken is below
 * the program's share of its run time; an e-block that is not logged belongs to the e-block that
 * has called it. The clock is read once in several entries of e-blocks: __log_wait counts the
 * entries until the next reading.
 */
#include "eblock.h"
#include "host.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <t800.h>

enum {
	BLOCK = HOST_BLOCK / 4, /* words of the buffer, which is written when it is full */
	FREE_WORDS = 1024,      /* words that the log may have before its share of time counts */
	WORD_TIME = 5,          /* estimated time in us to log a word */
	LOOK = 16000,           /* us between two looks at the clock, if e-blocks are short */
	MOST_WAITED = 1 << 16,  /* entries of e-blocks between two looks */
	MAX_NAME = 256,         /* bytes of the log's name */
};

typedef struct Region {
	const uint32_t *from;
	uint32_t nwords; /* 0: the stack from the present e-block on, the heap, or what TrEK passed */
} Region;

/* An e-block, as the compiler describes it. */
typedef struct EBlock {
	const void *body;
	uint32_t nargs, result; /* words of arguments; where it returns its value */
	uint32_t nused, ndefined; /* number of regions that it may use, and may change */
	Region region[];        /* used, then defined */
} EBlock;

/* An e-block that is logged and has not ended, in the workspace that calls its body. */
typedef struct OpenBlock {
	struct OpenBlock *outer;  /* the one that encloses it; NULL: none */
	const EBlock *eblock;
	const uint32_t *wptr;     /* the workspace that calls its body */
	uint32_t args[];
} OpenBlock;

/* A call of a function that is not emulated. */
typedef struct OutsideCall {
	const void *function;
	uint32_t result, ndefined; /* where it returns its value; number of regions */
	Region region[];           /* what it may change */
} OutsideCall;

/* Constants of the program, which the compiler adds. */
extern const uint32_t __log_build[2], __log_share; /* its build; per cent of time for logging */
extern const char __log_file[], __log_program[];
extern char __data_start[];

int __log_wait = 0x7fffffff; /* entries of e-blocks until the clock is read; set when main begins */

enum { NENTERED = 40 }; /* most parts: those of a join, or the application's arguments */

/* A log: of the program, or of a function that TrEK calls. */
typedef struct Writer {
	struct Writer *next;
	int32_t stream;
	uint32_t word[BLOCK], n;    /* the buffer: n words not yet written */
	uint32_t nwords;            /* number of words of the whole log */
	uint32_t sum, sums;         /* sum of its words, and sum of these sums */
	const uint32_t *top;        /* of the stack */
	OpenBlock *innermost;       /* the e-block that runs; NULL: none */
	LogPart entered[NENTERED];  /* memory from outside: nentered parts */
	uint32_t nentered;
	uint32_t began, looked, spent, wait; /* begin, last look, us for logging; for __log_wait */
	int open;                   /* an outermost e-block has begun and not ended */
} Writer;

/* A function that TrEK calls, as the compiler describes it. */
typedef struct Root {
	Writer *writer;             /* NULL before the first call */
	const char *name;
	const void *body;
	LogEnters enters;
	uint32_t task, part;
} Root;

static Writer main_writer, *writers;
static const uint32_t *heap_low, *heap_high; /* the part of the heap that has been used so far */

void __log_root(Root *r, uint32_t first, uint32_t second, const uint32_t *wptr);
void __log_taken(const void *function, const uint32_t *wptr, int32_t result, const uint32_t *room,
	const uint32_t *task);
void __log_lent(const void *function, const uint32_t *wptr, const void *result,
	const uint32_t *nbytes, int side);
int __log_prelog(const EBlock *b, OpenBlock *open, const uint32_t *wptr);
void __log_postlog(const EBlock *b, const uint32_t *result, const uint32_t *wptr);
void __log_result(const OutsideCall *o, const uint32_t *wptr, uint32_t low, uint32_t high);
void __log_block(const void *function, const uint32_t *wptr, const uint32_t *block, uint32_t nbytes,
	int filled);
void __log_clock(uint32_t value);
void __log_left(const uint32_t *env, uint32_t value);
void __log_end(void);

static uint32_t
clock_now(void) /* clock of this priority */
{
	return __t800_ldpri() ? (uint32_t)__t800_ldtimer() * 64 : (uint32_t)__t800_ldtimer();
}

/*
 * find_writer: the log to which a workspace belongs. Each outermost e-block has a stack of its own,
 * so the log is the one whose top is the nearest above; NULL: none is open.
 */
static Writer *
find_writer(const uint32_t *wptr)
{
	Writer *found = NULL;

	for (Writer *w = writers; w; w = w->next)
		if (w->open && w->top >= wptr && (!found || w->top < found->top))
			found = w;
	return found;
}

/* ---- the file ---- */

static _Noreturn void
stop_logging(void) /* no memory for the log: stop */
{
	static const char text[] = "--log: the program's log cannot be written\n";

	for (Writer *w = writers; w; w = w->next)
		w->open = 0;
	host_write(2, text, sizeof text - 1);
	host_exit(3);
}

static void
flush_log(Writer *w) /* write the buffer to the file */
{
	int error = errno;
	int n = 4 * w->n;

	if (n > 0 && host_write(w->stream, w->word, n) != n)
		stop_logging();
	w->n = 0;
	errno = error;
}

static void
put_word(Writer *w, uint32_t x) /* append a word to the log */
{
	w->sum += x;
	w->sums += w->sum;
	w->nwords++;
	w->word[w->n++] = x;
	if (w->n == BLOCK)
		flush_log(w);
}

static void
put_string(Writer *w, const char *s) /* append a text to the log */
{
	uint32_t x;

	do {
		x = 0;
		for (int i = 0; i < 4 && *s; i++)
			x |= (uint32_t)(uint8_t)*s++ << 8 * i;
		put_word(w, x);
	} while (x >> 24);
}

static char *
add_number(char *to, uint32_t n) /* append n; returns the end */
{
	char digit[10];
	int i = 0;

	do
		digit[i++] = '0' + n % 10;
	while ((n /= 10) > 0);
	while (i > 0)
		*to++ = digit[--i];
	return to;
}

/*
 * name_log: make the log's name. Under a kernel each process has its own log, DIR/NODE.PID-NAME,
 * and so has each function that TrEK calls: DIR/NODE.PID-FUNCTION-NAME.
 */
static const char *
name_log(char name[MAX_NAME], const LogWhere *at, const char *function)
{
	const char *slash = strrchr(__log_file, '/');
	uint32_t n = slash ? slash + 1 - __log_file : 0;
	char *to = name + n;

	if (at->pid == 0)
		return __log_file;
	memcpy(name, __log_file, n);
	to = add_number(to, at->node);
	*to++ = '.';
	to = add_number(to, at->pid);
	*to++ = '-';
	if (function) {
		strcpy(to, function);
		to += strlen(function);
		*to++ = '-';
	}
	strcpy(to, __log_file + n);
	return name;
}

/* create_log: open the log's file, and write its head. function: one that TrEK calls, or NULL */
static void
create_log(Writer *w, const char *function)
{
	static const uint32_t magic[] = INSIDE_MAGIC_WORDS;
	char name[MAX_NAME];
	LogWhere at;

	__log_where(&at);
	if (host_open(name_log(name, &at, function), 1, 2, &w->stream) < 0)
		stop_logging();
	w->next = writers;
	writers = w;
	for (int i = 0; i < 4; i++)
		put_word(w, magic[i]);
	put_word(w, INSIDE_FORMAT);
	put_word(w, __log_build[0]);
	put_word(w, __log_build[1]);
	put_word(w, (uint32_t)__log_prelog);
	put_word(w, (uint32_t)__log_postlog);
	put_word(w, (uint32_t)__log_result);
	put_word(w, (uint32_t)__log_block);
	put_word(w, (uint32_t)__log_end);
	put_word(w, (uint32_t)&__log_wait);
	put_word(w, (uint32_t)__log_clock);
	put_word(w, (uint32_t)__log_left);
	put_word(w, (uint32_t)__log_root);
	put_word(w, (uint32_t)__log_taken);
	put_word(w, (uint32_t)__log_lent);
	put_word(w, (uint32_t)at.message);
	put_word(w, (uint32_t)__data_start);
	put_word(w, at.node);
	put_word(w, at.pid);
	put_word(w, __t800_ldpri());
	put_string(w, __log_program);
}

/* begin_outermost: open a log, if none is open, for an outermost e-block at this workspace. */
static void
begin_outermost(Writer *w, const uint32_t *wptr)
{
	w->top = wptr;
	w->began = w->looked = clock_now();
	w->open = 1;
}

/* end_outermost: end the log of the outermost e-block; TrEK may call its function again. */
static void
end_outermost(Writer *w)
{
	w->open = 0;
	put_word(w, INSIDE_END);
	put_word(w, clock_now());
	put_word(w, w->nwords);
	put_word(w, w->sums);
	flush_log(w);
	if (w != &main_writer)
		return;
	host_close(w->stream);
	__log_wait = 0x7fffffff;
}

/* ---- values ---- */

/*
 * region_parts: the words of a region as `*n` parts; wptr: of the e-block's caller; one: room for a
 * part.
 */
static const LogPart *
region_parts(const Writer *w, const Region *r, const uint32_t *wptr, LogPart *one, uint32_t *n)
{
	*n = 1;
	*one = (LogPart){r->from, r->nwords};
	if (r->nwords > 0)
		return one;
	if (r->from == (void *)INSIDE_STACK)
		*one = (LogPart){wptr, w->top - wptr};
	else if (r->from == (void *)INSIDE_HEAP)
		*one = (LogPart){heap_low, heap_high - heap_low};
	else
		return *n = w->nentered, w->entered;
	return one;
}

/* region_words: the words that n regions take in the log. */
static uint32_t
region_words(const Writer *w, const Region *r, uint32_t n, const uint32_t *wptr)
{
	LogPart one;
	uint32_t words = 0, k;

	for (uint32_t i = 0; i < n; i++)
		for (const LogPart *p = region_parts(w, &r[i], wptr, &one, &k); k-- > 0; p++)
			words += 2 + p->nwords;
	return words;
}

/* count_parts: the number of parts of n regions, as in a record's first word. */
static uint32_t
count_parts(const Writer *w, const Region *r, uint32_t n)
{
	LogPart one;
	uint32_t all = 0, k;

	for (uint32_t i = 0; i < n; i++) {
		region_parts(w, &r[i], NULL, &one, &k);
		all += k;
	}
	return all << 16;
}

/* put_part: write a part: its address, its length, its words. */
static void
put_part(Writer *w, const LogPart *p)
{
	const uint32_t *from = p->from;

	put_word(w, (uint32_t)from);
	put_word(w, p->nwords);
	for (uint32_t n = p->nwords; n > 0; n--)
		put_word(w, *from++);
}

static void
put_regions(Writer *w, const Region *r, uint32_t n, const uint32_t *wptr) /* log their words */
{
	LogPart one;
	uint32_t k;

	for (uint32_t i = 0; i < n; i++)
		for (const LogPart *p = region_parts(w, &r[i], wptr, &one, &k); k-- > 0; p++)
			put_part(w, p);
}

static void
put_result(Writer *w, uint32_t result, const uint32_t *value) /* log a value */
{
	if (result != LOG_NO_RESULT)
		put_word(w, value[0]);
	if (result == LOG_TWO || result == LOG_DOUBLE)
		put_word(w, value[1]);
}

/* ---- e-blocks ---- */

/* adapt_wait: choose after how many entries of e-blocks the clock is read again. */
static void
adapt_wait(Writer *w, uint32_t time)
{
	if (time - w->looked < LOOK)
		w->wait = w->wait < MOST_WAITED ? 2 * w->wait + 1 : w->wait;
	else if (time - w->looked > 4 * LOOK)
		w->wait /= 2;
	w->looked = time;
	__log_wait = w->wait;
}

/* is_affordable: true if logging keeps below its share of the run time with this e-block logged. */
static int
is_affordable(const Writer *w, const EBlock *b, const uint32_t *wptr, uint32_t time)
{
	uint32_t words = 16 + region_words(w, b->region, b->nused + b->ndefined, wptr);

	if (__log_share >= 100 || w->nwords + words < FREE_WORDS)
		return 1;
	return (uint64_t)(w->spent + words * WORD_TIME) * 100
		<= (uint64_t)(time - w->began) * __log_share;
}

/* skip_eblock: log that an e-block is not logged; returns 0. */
static int
skip_eblock(Writer *w, uint32_t time)
{
	put_word(w, INSIDE_WAIT | w->wait << 8);
	w->spent += clock_now() - time;
	return 0;
}

/*
 * __log_prelog: an e-block begins, and __log_wait entries have passed: log the values that it may
 * use. open: has its arguments; wptr: the workspace that calls its body. Returns whether it is
 * logged.
 */
int
__log_prelog(const EBlock *b, OpenBlock *open, const uint32_t *wptr)
{
	uint32_t time = clock_now();
	Writer *w = find_writer(wptr);
	int outermost = !w || w->top == wptr;

	if (!w) {
		w = &main_writer;
		create_log(w, NULL);
		begin_outermost(w, wptr);
	}
	if (__log_share < 100)
		adapt_wait(w, time);
	else
		__log_wait = 0;
	if (!outermost && !is_affordable(w, b, wptr, time))
		return skip_eblock(w, time);
	put_word(w, INSIDE_PRELOG | count_parts(w, b->region, b->nused));
	put_word(w, (uint32_t)b->body);
	put_word(w, wptr[-4]); /* where this function returns to */
	put_word(w, time);
	put_word(w, (uint32_t)wptr);
	put_word(w, __log_wait);
	put_word(w, b->nargs);
	for (uint32_t i = 0; i < b->nargs; i++)
		put_word(w, open->args[i]);
	put_regions(w, b->region, b->nused, wptr);
	open->outer = w->innermost;
	open->eblock = b;
	open->wptr = wptr;
	w->innermost = open;
	w->spent += clock_now() - time;
	return 1;
}

/* __log_postlog: log the end of a logged e-block, which returns now; result: its value. */
void
__log_postlog(const EBlock *b, const uint32_t *result, const uint32_t *wptr)
{
	uint32_t time = clock_now();
	Writer *w = find_writer(wptr);

	put_word(w, INSIDE_POSTLOG | b->result << 8 | count_parts(w, b->region + b->nused, b->ndefined));
	put_word(w, time);
	put_word(w, __log_wait);
	put_result(w, b->result, result);
	put_regions(w, b->region + b->nused, b->ndefined, wptr);
	w->innermost = w->innermost->outer;
	w->spent += clock_now() - time;
	if (wptr == w->top)
		end_outermost(w);
}

/* ---- functions that TrEK calls ---- */

/*
 * add_entered: note n bytes of memory of the caller that the function may use: passed, or lent.
 * The same memory may be lent again.
 */
static void
add_entered(Writer *w, const void *from, uint32_t nbytes)
{
	uint32_t skip = (uint32_t)from & 3;
	LogPart p = {(const uint32_t *)((uint32_t)from - skip), (skip + nbytes + 3) / 4};

	for (uint32_t i = 0; i < w->nentered; i++)
		if (w->entered[i].from == p.from) {
			if (w->entered[i].nwords < p.nwords)
				w->entered[i].nwords = p.nwords;
			return;
		}
	if (w->nentered == NENTERED)
		stop_logging();
	if (nbytes > 0)
		w->entered[w->nentered++] = p;
}

/* add_entered_parts: add_entered for n parts of memory; `from`: n pairs of address and size. */
static void
add_entered_parts(Writer *w, const uint32_t *from, uint32_t n)
{
	add_entered(w, from, 8 * n);
	for (; n > 0; n--, from += 2)
		add_entered(w, (const void *)from[0], from[1]);
}

/* add_entered_strings: add_entered for n arguments, and for the array of their addresses. */
static void
add_entered_strings(Writer *w, uint32_t n, const char *const *from)
{
	add_entered(w, from, 4 * (n + 1));
	for (; n > 0; n--, from++)
		add_entered(w, *from, strlen(*from) + 1);
}

/*
 * __log_root: TrEK has called a function: begin its log, and log the memory that the arguments name.
 * wptr: the workspace that calls its body.
 */
void
__log_root(Root *r, uint32_t first, uint32_t second, const uint32_t *wptr)
{
	Writer *w = r->writer;

	if (!w) {
		w = r->writer = calloc(1, sizeof *w);
		if (!w)
			stop_logging();
		create_log(w, r->name);
	}
	begin_outermost(w, wptr);
	w->nentered = 0;
	switch (r->enters) {
	case ENTERS_NOTHING: break;
	case ENTERS_BYTES: add_entered(w, (const void *)first, second); break;
	case ENTERS_PARTS: add_entered_parts(w, (const uint32_t *)first, second); break;
	case ENTERS_STRINGS: add_entered_strings(w, first, (const char *const *)second); break;
	}
	put_word(w, INSIDE_ROOT | w->nentered << 16);
	put_word(w, (uint32_t)r->body);
	put_word(w, clock_now());
	put_word(w, (uint32_t)wptr);
	put_word(w, r->task);
	put_word(w, r->part);
	for (uint32_t i = 0; i < w->nentered; i++)
		put_part(w, &w->entered[i]);
}

/* __log_taken: get_result has returned the size of a result, copied to `room`; task: its number. */
void
__log_taken(const void *function, const uint32_t *wptr, int32_t result, const uint32_t *room,
	const uint32_t *task)
{
	LogPart part[2];
	uint32_t n = 0;

	if (result > 0)
		part[n++] = (LogPart){room, (result + 3) / 4};
	if (result >= 0 && task)
		part[n++] = (LogPart){task, 1};
	__log_outside(INSIDE_CALLED, function, wptr, result, part, n);
}

/*
 * __log_lent: `shared` or `get_border` has returned memory and, unless nbytes is NULL, stored its
 * size in *nbytes. side: the argument of get_border; -1: `shared` was called.
 */
void
__log_lent(const void *function, const uint32_t *wptr, const void *result,
	const uint32_t *nbytes, int side)
{
	Writer *w = find_writer(wptr);
	LogPart part[2];
	uint32_t n = 0, size;

	if (!w)
		return;
	if (side < 0)
		((const void *(*)(uint32_t *))function)(&size);
	else
		((const void *(*)(int, uint32_t *))function)(side, &size);
	if (nbytes)
		part[n++] = (LogPart){nbytes, 1};
	if (size > 0)
		part[n++] = (LogPart){result, (size + 3) / 4};
	add_entered(w, result, size);
	__log_outside(INSIDE_CALLED, function, wptr, (uint32_t)result, part, n);
}

/* ---- functions that are called instead of being emulated ---- */

/*
 * __log_block: a function has allocated memory for the program. filled: it has written to all of
 * its bytes.
 */
void
__log_block(const void *function, const uint32_t *wptr, const uint32_t *block, uint32_t nbytes,
	int filled)
{
	uint32_t nwords = (nbytes + 3) / 4;

	if (block && (!heap_high || block < heap_low))
		heap_low = block;
	if (block && block + nwords > heap_high)
		heap_high = block + nwords;
	__log_outside(INSIDE_CALLED, function, wptr, (uint32_t)block, &(LogPart){block, nwords},
		filled && block);
}

void
__log_outside(uint32_t kind, const void *function, const uint32_t *wptr, uint32_t result,
	const LogPart *part, uint32_t nparts)
{
	Writer *w = find_writer(wptr);

	if (!w)
		return;
	put_word(w, kind | LOG_WORD << 8 | nparts << 16);
	put_word(w, (uint32_t)function);
	put_word(w, (uint32_t)wptr);
	put_word(w, result);
	for (uint32_t i = 0; i < nparts; i++)
		put_part(w, &part[i]);
}

/* __log_clock: the program has read the clock. */
void
__log_clock(uint32_t value)
{
	Writer *w = find_writer((const uint32_t *)__t800_wptr());

	if (!w)
		return;
	put_word(w, INSIDE_CLOCK);
	put_word(w, value);
}

/* __log_result: log what a function that is not emulated has returned and changed. */
void
__log_result(const OutsideCall *o, const uint32_t *wptr, uint32_t low, uint32_t high)
{
	uint32_t result[] = {low, high};
	Writer *w = find_writer(wptr);

	if (!w)
		return;
	put_word(w, INSIDE_CALLED | o->result << 8 | count_parts(w, o->region, o->ndefined));
	put_word(w, (uint32_t)o->function);
	put_word(w, (uint32_t)wptr);
	put_result(w, o->result, result);
	put_regions(w, o->region, o->ndefined, wptr);
}

/* leave_eblock: log that longjmp leaves an e-block. */
static void
leave_eblock(Writer *w, const OpenBlock *open, const uint32_t *env, uint32_t value)
{
	const EBlock *b = open->eblock;

	put_word(w, INSIDE_LEFT | count_parts(w, b->region + b->nused, b->ndefined));
	put_word(w, clock_now());
	put_word(w, __log_wait);
	put_word(w, env[0]);
	put_word(w, env[1]);
	put_word(w, value);
	put_regions(w, b->region + b->nused, b->ndefined, open->wptr);
}

/*
 * __log_left: log that longjmp(env, value) leaves the e-blocks that were called after setjmp, by
 * the function that has called setjmp or by others.
 */
void
__log_left(const uint32_t *env, uint32_t value)
{
	enum { FRAME = 16 }; /* bytes that the call of setjmp stored below the workspace */
	Writer *w = find_writer((const uint32_t *)__t800_wptr());

	if (!w)
		return;
	while ((uint32_t)w->innermost->wptr <= env[1] + FRAME) {
		leave_eblock(w, w->innermost, env, value);
		w->innermost = w->innermost->outer;
	}
}

/* __log_end: end the log, because the program calls a function that does not return. */
void
__log_end(void)
{
	Writer *w = find_writer((const uint32_t *)__t800_wptr());

	if (w)
		end_outermost(w);
}
