/*
 * eblock.c - the log that a program compiled with `trellis cc --log` writes of itself: Miller and
 * Choi's prelogs and postlogs (PPD, section 5). The compiler inserts the calls (cc/log);
 * `trellis flowback` reads the file (detrek/logs/inside.c).
 *
 * The log is a file of words. An e-block is logged only if the time that logging has taken is below
 * the program's share of its run time; another one belongs to the e-block that has called it. The
 * clock is read once in several entries of e-blocks: __log_wait counts those until then.
 */
#include "eblock.h"
#include "host.h"

#include <errno.h>
#include <string.h>
#include <t800.h>

enum { NO_RESULT, ONE_WORD, TWO_WORDS, SINGLE, DOUBLE };  /* where a function returns its value */
enum { THE_STACK, THE_HEAP };                             /* Region.from, if nwords is 0 */

enum {
	FORMAT = 2,
	BLOCK = HOST_BLOCK / 4, /* words that are written at once */
	FREE_WORDS = 1024,      /* the log may have these before the share counts */
	WORD_TIME = 5,          /* us that a word takes, about */
	LOOK = 16000,           /* us between two looks at the clock, if e-blocks are short */
	MOST_WAITED = 1 << 16,
	MAX_NAME = 256,         /* bytes of the log's name */
};

typedef struct Region {
	const uint32_t *from;
	uint32_t nwords; /* 0: the stack from the present e-block on, or the heap */
} Region;

/* An e-block, as the compiler describes it. */
typedef struct EBlock {
	const void *body;
	uint32_t nargs, result; /* words of arguments; where it returns its value */
	uint32_t nused, ndefined;
	Region region[];        /* used, then defined */
} EBlock;

/* An e-block that is logged and has not ended, in the workspace that calls its body. */
typedef struct OpenBlock {
	struct OpenBlock *outer;
	const EBlock *eblock;
	const uint32_t *wptr;
	uint32_t args[];
} OpenBlock;

/* A call of a function that is not emulated. */
typedef struct Outside {
	const void *function;
	uint32_t result, ndefined;
	Region region[];
} Outside;

/* Of the program. */
extern const uint32_t __log_build[2], __log_share; /* per cent */
extern const char __log_file[], __log_program[];
extern char __data_start[];

int __log_wait = 0x7fffffff; /* entries of e-blocks until the clock is read; main begins */

static struct {
	int32_t stream;
	uint32_t word[BLOCK], n;    /* not written yet */
	uint32_t nwords;            /* of the whole log */
	uint32_t sum, sums;         /* of its words, and of the sums so far */
	const uint32_t *top;        /* of the stack */
	OpenBlock *innermost;
	const uint32_t *low, *high; /* the part of the heap that has been in use */
	uint32_t began, looked, spent, wait;
	int open;                   /* main has begun, and has not ended */
} the;

int __log_prelog(const EBlock *b, OpenBlock *open, const uint32_t *wptr);
void __log_postlog(const EBlock *b, const uint32_t *result, const uint32_t *wptr);
void __log_result(const Outside *o, const uint32_t *wptr, uint32_t low, uint32_t high);
void __log_block(const void *function, const uint32_t *wptr, const uint32_t *block, uint32_t nbytes,
	int filled);
void __log_clock(uint32_t value);
void __log_left(const uint32_t *env, uint32_t value);
void __log_end(void);

static uint32_t
now(void)
{
	return __t800_ldpri() ? (uint32_t)__t800_ldtimer() * 64 : (uint32_t)__t800_ldtimer();
}

/* ---- the file ---- */

static _Noreturn void
fail(void)
{
	static const char text[] = "--log: the program's log cannot be written\n";
	the.open = 0;
	host_write(2, text, sizeof text - 1);
	host_exit(3);
}

static void
flush(void)
{
	int error = errno;
	int n = 4 * the.n;

	if (n > 0 && host_write(the.stream, the.word, n) != n)
		fail();
	the.n = 0;
	errno = error;
}

static void
put(uint32_t w)
{
	the.sum += w;
	the.sums += the.sum;
	the.nwords++;
	the.word[the.n++] = w;
	if (the.n == BLOCK)
		flush();
}

static void
put_string(const char *s)
{
	uint32_t w;

	do {
		w = 0;
		for (int i = 0; i < 4 && *s; i++)
			w |= (uint32_t)(uint8_t)*s++ << 8 * i;
		put(w);
	} while (w >> 24);
}

static char *
add_number(char *to, uint32_t n)
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

/* name_log: under a kernel each process has its own log, DIR/NODE.PID-NAME. */
static const char *
name_log(char name[MAX_NAME], const LogWhere *w)
{
	const char *slash = strrchr(__log_file, '/');
	uint32_t n = slash ? slash + 1 - __log_file : 0;
	char *to = name + n;

	if (w->pid == 0)
		return __log_file;
	memcpy(name, __log_file, n);
	to = add_number(to, w->node);
	*to++ = '.';
	to = add_number(to, w->pid);
	*to++ = '-';
	strcpy(to, __log_file + n);
	return name;
}

static void
open_log(const LogWhere *w)
{
	char name[MAX_NAME];

	if (host_open(name_log(name, w), 1, 2, &the.stream) < 0)
		fail();
}

/* begin: open the file, and write its head. */
static void
begin(const uint32_t *wptr)
{
	static const uint32_t magic[] = {0x6c657274, 0x2073696c, 0x69736e69, 0x000a6564};
	LogWhere w;

	__log_where(&w);
	the.top = wptr;
	the.began = the.looked = now();
	the.open = 1;
	open_log(&w);
	for (int i = 0; i < 4; i++)
		put(magic[i]);
	put(FORMAT);
	put(__log_build[0]);
	put(__log_build[1]);
	put((uint32_t)__log_prelog);
	put((uint32_t)__log_postlog);
	put((uint32_t)__log_result);
	put((uint32_t)__log_block);
	put((uint32_t)__log_end);
	put((uint32_t)&__log_wait);
	put((uint32_t)__log_clock);
	put((uint32_t)__log_left);
	put((uint32_t)w.message);
	put((uint32_t)__data_start);
	put(w.node);
	put(w.pid);
	put(__t800_ldpri());
	put_string(__log_program);
}

static void
end(void)
{
	the.open = 0;
	put(END);
	put(now());
	put(the.nwords);
	put(the.sums);
	flush();
	host_close(the.stream);
	__log_wait = 0x7fffffff;
}

/* ---- values ---- */

/* range: the words of a region; wptr: of the e-block's caller. Returns their number. */
static uint32_t
range(const Region *r, const uint32_t *wptr, const uint32_t **from)
{
	*from = r->from;
	if (r->nwords > 0)
		return r->nwords;
	*from = r->from == (void *)THE_STACK ? wptr : the.low;
	return (r->from == (void *)THE_STACK ? the.top : the.high) - *from;
}

static uint32_t
size(const Region *r, uint32_t n, const uint32_t *wptr)
{
	const uint32_t *from;
	uint32_t words = 0;

	for (uint32_t i = 0; i < n; i++)
		words += 2 + range(&r[i], wptr, &from);
	return words;
}

static void
put_range(const uint32_t *from, uint32_t n)
{
	put((uint32_t)from);
	put(n);
	while (n-- > 0)
		put(*from++);
}

static void
put_regions(const Region *r, uint32_t n, const uint32_t *wptr)
{
	const uint32_t *from;
	uint32_t nwords;

	for (uint32_t i = 0; i < n; i++) {
		nwords = range(&r[i], wptr, &from);
		put_range(from, nwords);
	}
}

static void
put_result(uint32_t result, const uint32_t *value)
{
	if (result != NO_RESULT)
		put(value[0]);
	if (result == TWO_WORDS || result == DOUBLE)
		put(value[1]);
}

/* ---- e-blocks ---- */

/* look: choose after how many entries the clock is read again. */
static void
look(uint32_t time)
{
	if (time - the.looked < LOOK)
		the.wait = the.wait < MOST_WAITED ? 2 * the.wait + 1 : the.wait;
	else if (time - the.looked > 4 * LOOK)
		the.wait /= 2;
	the.looked = time;
	__log_wait = the.wait;
}

/* affordable: logging the e-block keeps below the share of the run time. */
static int
affordable(const EBlock *b, const uint32_t *wptr, uint32_t time)
{
	uint32_t words = 16 + size(b->region, b->nused + b->ndefined, wptr);

	if (__log_share >= 100 || the.nwords + words < FREE_WORDS)
		return 1;
	return (uint64_t)(the.spent + words * WORD_TIME) * 100
		<= (uint64_t)(time - the.began) * __log_share;
}

static int
skip(uint32_t time)
{
	put(WAIT | the.wait << 8);
	the.spent += now() - time;
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
	uint32_t time = now();
	int is_main = !the.open;

	if (is_main)
		begin(wptr);
	if (__log_share < 100)
		look(time);
	else
		__log_wait = 0;
	if (!is_main && !affordable(b, wptr, time))
		return skip(time);
	put(PRELOG | b->nused << 16);
	put((uint32_t)b->body);
	put(wptr[-4]); /* where this function returns to */
	put(time);
	put((uint32_t)wptr);
	put(__log_wait);
	put(b->nargs);
	for (uint32_t i = 0; i < b->nargs; i++)
		put(open->args[i]);
	put_regions(b->region, b->nused, wptr);
	open->outer = the.innermost;
	open->eblock = b;
	open->wptr = wptr;
	the.innermost = open;
	the.spent += now() - time;
	return 1;
}

/* __log_postlog: a logged e-block has returned; result: its value. */
void
__log_postlog(const EBlock *b, const uint32_t *result, const uint32_t *wptr)
{
	uint32_t time = now();

	put(POSTLOG | b->result << 8 | b->ndefined << 16);
	put(time);
	put(__log_wait);
	put_result(b->result, result);
	put_regions(b->region + b->nused, b->ndefined, wptr);
	the.innermost = the.innermost->outer;
	the.spent += now() - time;
	if (wptr == the.top)
		end();
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

	if (block && (!the.high || block < the.low))
		the.low = block;
	if (block && block + nwords > the.high)
		the.high = block + nwords;
	__log_outside(CALLED, function, wptr, (uint32_t)block, &(LogPart){block, nwords},
		filled && block);
}

void
__log_outside(uint32_t kind, const void *function, const uint32_t *wptr, uint32_t result,
	const LogPart *part, uint32_t nparts)
{
	if (!the.open)
		return;
	put(kind | ONE_WORD << 8 | nparts << 16);
	put((uint32_t)function);
	put((uint32_t)wptr);
	put(result);
	for (uint32_t i = 0; i < nparts; i++)
		put_range(part[i].from, part[i].nwords);
}

/* __log_clock: the program has read the clock. */
void
__log_clock(uint32_t value)
{
	if (!the.open)
		return;
	put(CLOCK);
	put(value);
}

/* __log_result: a function that is not emulated has returned; log what it has changed. */
void
__log_result(const Outside *o, const uint32_t *wptr, uint32_t low, uint32_t high)
{
	uint32_t result[] = {low, high};

	if (!the.open)
		return;
	put(CALLED | o->result << 8 | o->ndefined << 16);
	put((uint32_t)o->function);
	put((uint32_t)wptr);
	put_result(o->result, result);
	put_regions(o->region, o->ndefined, wptr);
}

/* left: longjmp leaves an e-block. */
static void
left(const OpenBlock *open, const uint32_t *env, uint32_t value)
{
	const EBlock *b = open->eblock;

	put(LEFT | b->ndefined << 16);
	put(now());
	put(__log_wait);
	put(env[0]);
	put(env[1]);
	put(value);
	put_regions(b->region + b->nused, b->ndefined, open->wptr);
}

/*
 * __log_left: longjmp(env, value) leaves the e-blocks that were called since setjmp, by the function
 * that called it or by others.
 */
void
__log_left(const uint32_t *env, uint32_t value)
{
	enum { FRAME = 16 }; /* bytes that the call of setjmp stored below the workspace */

	if (!the.open)
		return;
	while ((uint32_t)the.innermost->wptr <= env[1] + FRAME) {
		left(the.innermost, env, value);
		the.innermost = the.innermost->outer;
	}
}

/* __log_end: the program calls a function that does not return. */
void
__log_end(void)
{
	if (the.open)
		end();
}
