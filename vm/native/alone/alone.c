/*
 * alone.c - the environment of a user function that `trellis replay --native` runs on this host.
 *
 * The program has the memory of the node, at the node's addresses. A function that belongs to TrEK,
 * the kernel or the clock is not executed: a call has the result and the effects on memory that it
 * had in the run. Calls are made in the order of the run; if a function makes another call than in
 * the run, a trap stops it, because the effect of such a call is not known.
 */
#include "alone_call.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <t800.h>

/* Made for each program by vm/alone/compile.c. */
extern const uint8_t alone_calls[], alone_calls_end[];
extern const char *const alone_name[]; /* names of functions, by AloneCall.name */
extern const char alone_function[];    /* the function that runs alone */
extern const char alone_end[];         /* how this part of the run ended */

static struct {
	const uint8_t *next; /* the next AloneCall */
	uint32_t made;       /* number of calls so far */
} calls;

/* ---- the host ---- */

enum { SYS_EXIT = 1, SYS_WRITE = 4 };

/* host_call: make a system call of the host; returns its result. */
static int
host_call(int number, uint32_t a, const void *b, uint32_t c)
{
	int result;

	__asm__ volatile("int $0x80"
		: "=a"(result) : "a"(number), "b"(a), "c"(b), "d"(c) : "memory");
	return result;
}

/* say: print a line for the user. */
static void
say(const char *fmt, ...)
{
	char text[300] = "alone: ";
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text + 7, sizeof text - 8, fmt, ap);
	va_end(ap);
	strcat(text, "\n");
	host_call(SYS_WRITE, 2, text, strlen(text));
}

/* ---- the calls of the run ---- */

/* padded_bytes: nbytes rounded up to whole words. */
static uint32_t
padded_bytes(uint32_t nbytes)
{
	return (nbytes + 3) & -4u;
}

/* compare_data: write the output, and say where the data of the call differ from the run's. */
static void
compare_data(const AloneCall *c, const uint8_t *data, const uint32_t *arg)
{
	const char *name = alone_name[c->name];
	const uint8_t *here = (const uint8_t *)arg[c->data];
	uint32_t n = arg[c->data + 1], i = 0;

	if (c->flags & ALONE_OUTPUT)
		host_call(SYS_WRITE, arg[0] == 2 ? 2 : 1, here, n);
	while (i < n && i < c->nbytes && here[i] == data[i])
		i++;
	if (n != c->nbytes)
		say("%s(): %u bytes; %u in the run", name, (unsigned)n, (unsigned)c->nbytes);
	else if (i < n)
		say("%s(): byte %u of %u is 0x%02x; 0x%02x in the run", name, (unsigned)i,
			(unsigned)n, here[i], data[i]);
	else if (!(c->flags & ALONE_OUTPUT))
		say("%s(): %u bytes, as in the run", name, (unsigned)n);
}

/* compare_arguments: say which arguments of the call differ from those of the run. */
static void
compare_arguments(const AloneCall *c, const uint32_t *arg)
{
	for (uint32_t i = 0; i < c->nargs; i++)
		if (c->kind[i] == ALONE_VALUE && arg[i] != c->arg[i]
			&& (c->data == ALONE_NONE || (i != c->data && i != c->data + 1)))
			say("%s(): argument %u is 0x%x; 0x%x in the run", alone_name[c->name],
				(unsigned)i + 1, (unsigned)arg[i], (unsigned)c->arg[i]);
}

/* apply_changes: make the changes that the call made in the run; returns the end of their data. */
static const uint8_t *
apply_changes(const AloneCall *c, const uint8_t *at, const uint32_t *arg)
{
	for (uint32_t i = 0; i < c->nchanges; i++) {
		const AloneChange *change = (const AloneChange *)at;
		uint32_t to = change->addr;

		if (change->base != ALONE_NONE)
			to += arg[change->base];
		at += sizeof *change;
		memcpy((void *)to, at, change->nbytes);
		at += padded_bytes(change->nbytes);
	}
	return at;
}

/* end_program: end the program by a system call of the host. */
static void
end_program(void)
{
	host_call(SYS_EXIT, 0, 0, 0);
	for (;;)
		__builtin_trap();
}

/*
 * alone_call: handle a call of a function that is not executed; its arguments are consecutive
 * words.
 */
uint64_t
alone_call(uint32_t name, uint32_t *arg)
{
	const AloneCall *c = (const AloneCall *)calls.next;
	const uint8_t *data;

	if (!calls.next)
		c = (const AloneCall *)alone_calls;
	if ((const uint8_t *)c == alone_calls_end || c->name != name) {
		say("%s() is called; in the run, %s: from here on the function does something "
			 "else",
			alone_name[name],
			(const uint8_t *)c == alone_calls_end ? alone_end : alone_name[c->name]);
		__asm__ volatile("int3");
		return 0;
	}
	data = (const uint8_t *)(c + 1);
	calls.made++;
	compare_arguments(c, arg);
	if (c->data != ALONE_NONE)
		compare_data(c, data, arg);
	calls.next = apply_changes(c, data + padded_bytes(c->nbytes), arg);
	if (!(c->flags & ALONE_RETURNS)) {
		say("%s(): the run is not known further: %s", alone_name[name], alone_end);
		end_program();
	}
	return (uint64_t)c->result[1] << 32 | c->result[0];
}

/* alone_returned: note that the user function has returned. */
void
alone_returned(void)
{
	say("%s() has returned; in the run, %s", alone_function, alone_end);
	if (calls.next && calls.next != alone_calls_end)
		say("the run made more calls than %u", (unsigned)calls.made);
	end_program();
}

/* ---- the transputer's instructions that have a counterpart ---- */

/*
 * __t800_move: copy word by word from the lowest address up; each word of the destination is
 * written when its bytes have been read.
 */
void
__t800_move(const void *from, void *to, uint32_t n)
{
	const char *s = from;

	for (char *t = to; n > 0;) {
		uint32_t in_word = 4 - ((uintptr_t)t & 3);
		char bytes[4];

		if (in_word > n)
			in_word = n;
		for (uint32_t i = 0; i < in_word; i++)
			bytes[i] = *s++;
		for (uint32_t i = 0; i < in_word; i++)
			*t++ = bytes[i];
		n -= in_word;
	}
}

/*
 * process_start: run a process of high priority at once, as a call does, until it ends. A process
 * that waits for another one before its end is not executed as in the run; its next call shows
 * this.
 */
void
process_start(void (*f)(void *), void *argument, void *stack, uint32_t nbytes, int priority,
	Channel *done)
{
	(void)stack, (void)nbytes, (void)done;
	if (priority != PRIORITY_HIGH) {
		say("process_start(): a process of low priority is not executed here");
		__asm__ volatile("int3");
		return;
	}
	f(argument);
}

/* __t800_seterr: set Error: end the program by a trap, as a node stops that halts on errors. */
void
__t800_seterr(void)
{
	__builtin_trap();
}

void
__t800_sethalterr(void)
{
}
