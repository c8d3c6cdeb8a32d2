/*
 * mistake.c - mistakes that any function can make.
 */
#include "mistake.h"

#include <kernel.h>
#include <stdlib.h>
#include <string.h>
#include <trek.h>

enum { TABLE = 8 };

char wanted[24];

static volatile int zero, table[TABLE] = {0, 1};

int
is(const char *name)
{
	return strcmp(wanted, name) == 0;
}

static __attribute__((noinline)) int
deep(int n)
{
	volatile char room[600];

	room[n % 600] = n;
	return n < 0 ? 0 : deep(n + 1) + room[3]; /* line of: deep */
}

/* In few steps, so that nothing interrupts it. */
static __attribute__((noinline)) int
steep(int n)
{
	volatile char room[6000];

	room[n] = n;
	return n < 0 ? 0 : steep(n + 1) + room[3]; /* line of: steep */
}

/* In small steps, with a call of the kernel in each: that sees it as soon as it happens. */
static __attribute__((noinline)) int
shallow(int n)
{
	volatile int here = n;

	return kavail() == 0 ? n : shallow(n + 1) + here; /* line of: shallow */
}

/* pfix 15, opr 15: an operation that no transputer has */
static const uint8_t no_program[] = {0x2F, 0xFF};

static Semaphore first = {.count = 1}, second = {.count = 1}, both;

static void
other_way(void *nothing)
{
	(void)nothing;
	sem_wait(&second);
	sem_signal(&both);
	sem_wait(&first);
}

/* Two threads take two locks, each the other's first. */
static void
take_locks(void)
{
	sem_wait(&first);
	thread_start(other_way, NULL, 2000, 1);
	sem_wait(&both);
	sem_wait(&second); /* line of: locks */
}

static void *
kernel_data(void)
{
	return (void *)((NodeWords *)NODE_WORDS)->kernel_gsb;
}

/* The kernel needs its data in the next call. */
static void
spoil_kernel(void)
{
	memset(kernel_data(), 0xEE, 5376);
	kfree(kalloc(100));
}

void
crash(const char *where)
{
	uint32_t n = strlen(where);
	const char *kind = wanted + n + 1;

	if (strncmp(wanted, where, n) != 0 || wanted[n] != '-')
		return;
	if (strcmp(kind, "abort") == 0)
		abort(); /* line of: abort */
	else if (strcmp(kind, "exit") == 0)
		exit(3);
	else if (strcmp(kind, "wild") == 0)
		*(volatile int *)0x12345678 = 1; /* line of: wild */
	else if (strcmp(kind, "kernel") == 0)
		spoil_kernel();
	else if (strcmp(kind, "links") == 0)
		memset(kernel_data(), 0xEE, 2048); /* only data of links, which calls do not use */
	else if (strcmp(kind, "jump") == 0)
		((void (*)(void))no_program)(); /* line of: jump */
	else if (strcmp(kind, "divide") == 0)
		zero = 100 / zero; /* line of: divide */
	else if (strcmp(kind, "index") == 0)
		table[TABLE + zero] = 1; /* line of: index */
	else if (strcmp(kind, "overflow") == 0)
		zero = INT32_MAX + table[1]; /* line of: overflow */
	else if (strcmp(kind, "deep") == 0)
		zero = deep(1);
	else if (strcmp(kind, "steep") == 0)
		zero = steep(1);
	else if (strcmp(kind, "shallow") == 0)
		zero = shallow(1);
	else if (strcmp(kind, "locks") == 0)
		take_locks();
	else if (strcmp(kind, "receive") == 0)
		nrecv(&(Nmsg){.nh_event = 5, .nh_type = 1});
	else if (strcmp(kind, "loop") == 0)
		while (!zero) /* line of: loop */
			;
}
