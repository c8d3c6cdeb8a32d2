/*
 * t800.h - the transputer's own instructions, for C.
 *
 * Each __t800_ function below is the instruction of that name, with its operands in the order in
 * which they are pushed (the last in Areg); the compiler inserts the instruction, without a call.
 * Normally programs use the inline functions.
 */
#ifndef T800_H
#define T800_H

#include <notes.h>
#include <stdint.h>

/* ---- channels ---- */

/* A channel: a word in memory, NotProcess while no process waits; or the word of a link. */
typedef volatile uint32_t Channel;

#define NOT_PROCESS 0x80000000u

#define LINK_OUT(n) ((Channel *)(0x80000000u + 4 * (n))) /* n: 0 to 3 */
#define LINK_IN(n) ((Channel *)(0x80000010u + 4 * (n)))
#define EVENT_IN ((Channel *)0x80000020u) /* inputs from the event pin */

void __t800_in(void *to, Channel *c, uint32_t n);          /* in */
void __t800_out(const void *from, Channel *c, uint32_t n); /* out */
void __t800_outbyte(Channel *c, uint32_t byte);            /* outbyte */
void __t800_outword(Channel *c, uint32_t word);            /* outword */
uint32_t __t800_resetch(Channel *c);                       /* resetch: returns the previous word */

static __inline void
channel_init(Channel *c)
{
	*c = NOT_PROCESS;
}

static __inline void
channel_in(Channel *c, void *to, uint32_t n)
{
	int noted = __note_channel(c);

	__t800_in(to, c, n);
	__note_used(noted);
}

static __inline void
channel_out(Channel *c, const void *from, uint32_t n)
{
	int noted = __note_channel(c);

	__t800_out(from, c, n);
	__note_used(noted);
}

static __inline uint32_t
channel_in_word(Channel *c)
{
	uint32_t w;
	int noted = __note_channel(c);

	__t800_in(&w, c, sizeof w);
	__note_used(noted);
	return w;
}

static __inline void
channel_out_word(Channel *c, uint32_t w)
{
	int noted = __note_channel(c);

	__t800_outword(c, w);
	__note_used(noted);
}

static __inline uint8_t
channel_in_byte(Channel *c)
{
	uint8_t b;
	int noted = __note_channel(c);

	__t800_in(&b, c, sizeof b);
	__note_used(noted);
	return b;
}

static __inline void
channel_out_byte(Channel *c, uint8_t b)
{
	int noted = __note_channel(c);

	__t800_outbyte(c, b);
	__note_used(noted);
}

static __inline uint32_t
channel_reset(Channel *c)
{
	return __t800_resetch(c);
}

/*
 * ---- alternatives: alt or talt, all enables, altwt or taltwt, all disables; no call in between
 * ----
 */

void __t800_alt(void);                                         /* alt */
void __t800_talt(void);                                        /* talt */
uint32_t __t800_enbc(Channel *c, uint32_t guard);              /* enbc */
uint32_t __t800_enbs(uint32_t guard);                          /* enbs */
uint32_t __t800_enbt(uint32_t time, uint32_t guard);           /* enbt */
void __t800_altwt(void);                                       /* altwt */
void __t800_taltwt(void);                                      /* taltwt */
/* disc: 1 if it selected this guard */
uint32_t __t800_disc(Channel *c, uint32_t guard, uint32_t id);
uint32_t __t800_diss(uint32_t guard, uint32_t id);             /* diss */
uint32_t __t800_dist(uint32_t time, uint32_t guard, uint32_t id); /* dist */
int32_t __t800_selected(void); /* the id that a disable selected; -1 if none */

/*
 * alt_channels: wait until one of n channels has a sender; returns its index. The lowest index has
 * priority, as in occam's PRI ALT. NULL entries are ignored. The caller must still input.
 */
int alt_channels(Channel *const *c, int n);
/* alt_channels_until: as alt_channels, but -1 if the clock passes `time` before that. */
int alt_channels_until(Channel *const *c, int n, uint32_t time);
/* alt_channels_skip: as alt_channels, but -1 at once if no channel has a sender. */
int alt_channels_skip(Channel *const *c, int n);

/* ---- processes ---- */

enum { PRIORITY_HIGH, PRIORITY_LOW };

void __t800_runp(uint32_t wdesc);  /* runp */
void __t800_stopp(void);           /* stopp */
void __t800_endp(void *block);     /* endp */
uint32_t __t800_ldpri(void);       /* ldpri */
void __t800_saveh(uint32_t q[2]);  /* saveh: front and back of the high queue */
void __t800_savel(uint32_t q[2]);  /* savel */
void __t800_sthf(uint32_t front);  /* sthf */
void __t800_sthb(uint32_t back);   /* sthb */
void __t800_stlf(uint32_t front);  /* stlf */
void __t800_stlb(uint32_t back);   /* stlb */
uint32_t *__t800_wptr(void);       /* ldlp 0: the workspace of the current function */
void *__t800_gsb(void);            /* the data base of the current function */

/*
 * process_start: run f(argument) as a process of that priority on its own stack of `bytes`, with
 * the caller's data. When f returns, a word is sent to `done`, unless it is NULL; then the stack is
 * free. process_start_with: with data other than the caller's (another copy of the program).
 */
void process_start(void (*f)(void *), void *argument, void *stack, uint32_t bytes, int priority,
	Channel *done);
void process_start_with(void *gsb, void (*f)(void *), void *argument, void *stack, uint32_t bytes,
	int priority, Channel *done);

static __inline int
process_priority(void)
{
	return __t800_ldpri();
}

static __inline __attribute__((__noreturn__)) void
process_stop(void)
{
	for (;;)
		__t800_stopp();
}

/* ---- time: ticks of the running priority, 1 us or 64 us ---- */

uint32_t __t800_ldtimer(void);     /* ldtimer */
void __t800_sttimer(uint32_t now); /* sttimer */
void __t800_tin(uint32_t time);    /* tin */

static __inline uint32_t
timer_now(void)
{
	return __t800_ldtimer();
}

/* timer_wait: wait until the clock is after `time`. */
static __inline void
timer_wait(uint32_t time)
{
	__t800_tin(time);
	__note_turn();
}

static __inline int
timer_after(uint32_t a, uint32_t b)
{
	return (int32_t)(a - b) > 0;
}

/* ---- flags ---- */

void __t800_seterr(void);           /* seterr */
uint32_t __t800_testerr(void);      /* testerr: 1 if Error was clear; clears it */
void __t800_stoperr(void);          /* stoperr */
void __t800_sethalterr(void);       /* sethalterr */
void __t800_clrhalterr(void);       /* clrhalterr */
uint32_t __t800_testhalterr(void);  /* testhalterr */
uint32_t __t800_fptesterror(void);  /* fptesterror: 1 if FP_Error was clear; clears it */
uint32_t __t800_testpranal(void);   /* testpranal */
uint32_t __t800_csub0(uint32_t index, uint32_t size); /* csub0: index; Error unless index < size */
int32_t __t800_add(int32_t a, int32_t b); /* add: a + b; Error on overflow */
int32_t __t800_sub(int32_t a, int32_t b); /* sub: a - b; Error on overflow */
int32_t __t800_mul(int32_t a, int32_t b); /* mul: a b; Error on overflow */
uint32_t __t800_ccnt1(uint32_t count, uint32_t most); /* ccnt1: count; Error unless 1 to most */

/* ---- blocks of memory ---- */

void __t800_move(const void *from, void *to, uint32_t n); /* move */

/*
 * The 2D moves: `rows` rows of `width` bytes; strides in bytes (move2dinit and one of the three).
 */
#define T800_MOVE2D(name, instruction) \
	static __inline void \
	name(const void *from, void *to, uint32_t width, uint32_t rows, uint32_t from_stride, \
		uint32_t to_stride) \
	{ \
		__asm__ volatile("ldl %0; ldl %1; ldl %2; move2dinit; ldl %3; ldl %4; ldl %5; " \
			instruction : : "r"(from_stride), "r"(to_stride), "r"(rows), "r"(from), \
			"r"(to), "r"(width) : "memory"); \
	}

T800_MOVE2D(move2d_all, "move2dall")
T800_MOVE2D(move2d_nonzero, "move2dnonzero")
T800_MOVE2D(move2d_zero, "move2dzero")

/* ---- bits and checksums ---- */

/* bitcnt: sum plus the number of ones in word */
__attribute__((const)) uint32_t __t800_bitcnt(uint32_t sum, uint32_t word);
__attribute__((const)) uint32_t __t800_bitrevword(uint32_t word);           /* bitrevword */
__attribute__((const)) uint32_t __t800_bitrevnbits(uint32_t word, uint32_t n); /* bitrevnbits */
__attribute__((const)) uint32_t __t800_crcword(uint32_t generator, uint32_t crc, uint32_t data);
__attribute__((const)) uint32_t __t800_crcbyte(uint32_t generator, uint32_t crc, uint32_t data);
/* norm: the number of zeros above the highest 1; 32 for 0 */
__attribute__((const)) uint32_t __t800_clz(uint32_t word);

#endif
