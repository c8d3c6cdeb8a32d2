/*
 * high.c - threads of both priorities that share variables. Those whose names begin with "race"
 * have a race, the others have none.
 */
#include <kernel.h>
#include <stdio.h>
#include <stdlib.h>
#include <t800.h>

enum { STACK = 4096, ROUNDS = 8 };

static Channel ask, answer;
static Semaphore go, gone;
static uint32_t sleeper, follower_of_main, follower_of_clock; /* that stop themselves */

static int turns;         /* of high priority only, never across a wait */
static int started;       /* by a thread that main's start of it runs at once */
static int asked;         /* by a thread that main's message runs at once */
static int resumed;       /* by a thread that main runs again */
static int followed;      /* by a thread that that one runs */
static int signalled;     /* by a thread that main signals */
static int *given;        /* a block from malloc, which changes hands */
static int race_timer;    /* by a thread that the clock runs, and by main */
static int race_followed; /* by a thread that that one runs, and by main */

static void
pause(uint32_t us)
{
	uint32_t end = getclock() + us;

	__t800_tin(end);
}

static void
server(void *x)
{
	(void)x;
	started++;
	for (int i = 0; i < ROUNDS; i++) {
		int word = channel_in_word(&ask);

		asked += word;
		turns++;
		free(given);
		given = malloc(sizeof *given);
		*given = word;
		channel_out_word(&answer, word);
	}
}

static void
waiter(void *x)
{
	(void)x;
	for (int i = 0; i < ROUNDS; i++) {
		turns++;
		sem_wait(&go);
		signalled++;
		turns++;
	}
	sem_signal(&gone);
}

static void
runner(void *x)
{
	(void)x;
	for (int i = 0; i < ROUNDS; i++) {
		sleeper = (uint32_t)__t800_wptr();
		turns++;
		__t800_stopp();
		resumed++;
		__t800_runp(follower_of_main);
	}
	sem_signal(&gone);
}

static void
follower(void *count)
{
	uint32_t *wdesc = count == &followed ? &follower_of_main : &follower_of_clock;

	for (;;) {
		*wdesc = (uint32_t)__t800_wptr();
		__t800_stopp();
		++*(int *)count;
		turns++;
	}
}

static void
timer(void *x)
{
	(void)x;
	for (int i = 0; i < ROUNDS; i++) {
		turns++;
		pause(200);
		race_timer++;
		__t800_runp(follower_of_clock);
	}
	sem_signal(&gone);
}

static void
work(int n)
{
	volatile int x = 0;

	while (n-- > 0)
		x++;
}

int
main(void)
{
	sem_init(&go, 0);
	sem_init(&gone, 0);
	channel_init(&ask);
	channel_init(&answer);
	thread_start(server, 0, STACK, PRIORITY_HIGH);
	started++;
	thread_start(waiter, 0, STACK, PRIORITY_HIGH);
	thread_start(follower, &followed, STACK, PRIORITY_HIGH);
	thread_start(follower, &race_followed, STACK, PRIORITY_HIGH);
	thread_start(runner, 0, STACK, PRIORITY_HIGH);
	thread_start(timer, 0, STACK, PRIORITY_HIGH);
	race_timer++;
	race_followed++;
	work(1000);
	race_timer++;
	race_followed++;
	for (int i = 0; i < ROUNDS; i++) {
		int *mine;

		channel_out_word(&ask, i);
		asked += channel_in_word(&answer);
		mine = given;
		given = NULL;
		free(mine);
		sem_signal(&go);
		signalled++;
		__t800_runp(sleeper);
		resumed++;
		followed++;
	}
	for (int i = 0; i < 3; i++)
		sem_wait(&gone);
	printf("%d %d %d %d %d %d\n", turns, started, asked, signalled, resumed, followed);
	return 0;
}
