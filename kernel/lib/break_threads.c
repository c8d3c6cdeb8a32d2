/*
 * break_threads.c - the threads and semaphores of an instrumented program (break.h).
 *
 * The record that a signal carries is put into a ring beside the semaphore before the signal, and
 * taken out after the wait. The k-th record that is put is the k-th that is taken. The kernel may
 * let the signals happen in another order than that of their records. Then a thread takes a record
 * whose signal is not the one that it has waited for. But a record is put only by a thread that has
 * reached its signal, so the signals could have happened in the records' order.
 *
 * A process of low priority is only stopped at a jump or a communication. There is none while a
 * record is put or taken, so both are atomic; threads of high priority are refused.
 */
#define thread_start plain_start
#define thread_join plain_join
#define sem_init plain_init
#define sem_wait plain_wait
#define sem_try plain_try
#define sem_signal plain_signal
#include "thread.c"

#include <break.h>
#include <sync.h>
#include <threads.h>

/* the calls by these names; kcall.s has them by the names that programs use */

void
plain_wait(Semaphore *s)
{
	__call(KC_SEM_WAIT, (uint32_t)s, 0, 0, 0);
}

int
plain_try(Semaphore *s)
{
	return __call(KC_SEM_TRY, (uint32_t)s, 0, 0, 0);
}

void
plain_signal(Semaphore *s)
{
	__call(KC_SEM_SIGNAL, (uint32_t)s, 0, 0, 0);
}

enum { MORE_STACK = 1024 }; /* bytes of stack for what threads do at messages */

/* ---- records ---- */

/* ring_put: append a record to the object's ring, which has room; without a jump. */
static __attribute__((noinline)) void
ring_put(BreakObject *o, const uint32_t *record)
{
	uint32_t n = BREAK_RECORD + o->nwords;

	__t800_move(record, o->ring + o->sent++ % BREAK_SIGNALS * n, 4 * n);
}

/* ring_take: take the oldest record from the object's ring; without a jump. */
static __attribute__((noinline)) void
ring_take(BreakObject *o, uint32_t *record)
{
	uint32_t n = BREAK_RECORD + o->nwords;

	__t800_move(o->ring + o->taken++ % BREAK_SIGNALS * n, record, 4 * n);
}

static BreakObject *
find_object(const Semaphore *s) /* its object; NULL if none */
{
	for (BreakObject *o = __break_object; o < __break_object + __break_nsemaphores; o++)
		if (o->address == s || o->also == s)
			return o;
	return NULL;
}

static BreakObject *
find_channel(const volatile uint32_t *c) /* its object; NULL: none */
{
	for (uint32_t i = __break_nsemaphores; i < __break_nobjects; i += 2)
		if (__break_object[i].address == c)
			return &__break_object[i];
	return NULL;
}

/* put_signal: put the record of a signal of the object, before the signal; returns its step. */
static const BreakStep *
put_signal(BreakThread *t, BreakObject *o)
{
	const BreakStep *s = __break_find(t, BREAK_OBJECT, o->event);

	if (o->sent - o->taken >= BREAK_SIGNALS / 2)
		panic("--break: more than 64 signals of a semaphore are waiting");
	__break_put(t, s, t->record, o->nwords);
	ring_put(o, t->record);
	return s;
}

/* take_signal: after a wait for the object, learn from the record that its signal has put there. */
static void
take_signal(BreakObject *o)
{
	BreakThread *t = __break_self();

	ring_take(o, t->record);
	__break_take(t, t->record, o->nwords, o->event);
}

/* ---- semaphores ---- */

void
__break_sem_init(Semaphore *s, int count)
{
	BreakObject *o = find_object(s);
	BreakThread *t = __break_self();

	if (o)
		o->taken = o->sent;
	for (int i = 0; o && i < count; i++)
		__break_next(t, put_signal(t, o));
	plain_init(s, count);
}

void
__break_sem_wait(Semaphore *s)
{
	BreakObject *o = find_object(s);

	plain_wait(s);
	if (o)
		take_signal(o);
}

int
__break_sem_try(Semaphore *s)
{
	BreakObject *o = find_object(s);
	int result = plain_try(s);

	if (o && result >= 0)
		take_signal(o);
	return result;
}

void
__break_sem_signal(Semaphore *s)
{
	BreakObject *o = find_object(s);
	BreakThread *t;
	const BreakStep *step;

	if (!o) {
		plain_signal(s);
		return;
	}
	t = __break_self();
	step = put_signal(t, o);
	plain_signal(s);
	__break_next(t, step);
}

/*
 * put_first_signals: put the records of the first signals, for which the graph has no messages,
 * because only main can take them.
 */
static void
put_first_signals(BreakThread *main, BreakObject *o)
{
	const volatile Semaphore *s = o->address;

	if ((int32_t)o->sent > s->count)
		panic("--break: the first signals of a semaphore are not those of the graph");
	while ((int32_t)o->sent < s->count) {
		__break_put(main, __break_find(main, BREAK_LAST, 0), main->record, o->nwords);
		ring_put(o, main->record);
	}
}

void
__break_first_signals(BreakThread *main)
{
	BreakList first = main->process->initial;

	for (uint32_t i = 1; first && i <= first[0]; i++) {
		BreakObject *o = &__break_object[first[i]];

		__break_next(main, put_signal(main, o));
	}
	for (uint32_t i = 0; first && i < __break_nsemaphores; i++)
		put_first_signals(main, &__break_object[i]);
}

/* __break_barrier_init: both gates of a barrier are one semaphore of the graph. */
void
__break_barrier_init(Barrier *b, int n)
{
	BreakObject *o = find_object(&b->gate[0]);

	if (o)
		o->also = &b->gate[1];
	barrier_init(b, n);
}

/* ---- channels ---- */

static Channel *
channel_of(const BreakObject *o) /* the Channel that o stands for */
{
	return (Channel *)o->address;
}

void
__break_in(void *to, Channel *c, uint32_t n)
{
	BreakObject *o = find_channel(c);
	BreakThread *t;
	const BreakStep *s;

	__t800_in(to, c, n);
	if (!o)
		return;
	take_signal(o);
	t = __break_self();
	s = put_signal(t, o + 1);
	__t800_outword(channel_of(o + 1), 0);
	__break_next(t, s);
}

void
__break_out(const void *from, Channel *c, uint32_t n)
{
	BreakObject *o = find_channel(c);
	BreakThread *t = __break_self();
	const BreakStep *s = o ? put_signal(t, o) : NULL;
	uint32_t answer;

	__t800_out(from, c, n);
	if (!o)
		return;
	__break_next(t, s);
	__t800_in(&answer, channel_of(o + 1), sizeof answer);
	take_signal(o + 1);
}

void
__break_outbyte(Channel *c, uint32_t byte)
{
	__break_out(&byte, c, 1);
}

void
__break_outword(Channel *c, uint32_t word)
{
	__break_out(&word, c, sizeof word);
}

/* ---- threads ---- */

/* run_thread: call the function of a new thread; its Thread contains the Own that __own finds. */
static void
run_thread(void *of)
{
	BreakThread *t = of;
	const BreakProcess *p = t->process;
	const BreakStep *s;

	t->stack = (uint32_t)((Thread *)((char *)__own() - offsetof(Thread, own)))->stack;
	__break_take(t, t->begin, __break_nwords, p->begins);
	t->f(t->argument);
	s = __break_find(t, BREAK_OBJECT, p->ends);
	__break_put(t, s, t->end, __break_nwords);
	__break_next(t, s);
	t->nbytes = 0;
}

/* find_start: the step that starts a thread with the function */
static const BreakStep *
find_start(const BreakThread *t, const void *f)
{
	const BreakProcess *const *threads = __break_threads[getnodeid()];

	for (const BreakStep *s = t->state; s->peer != BREAK_LAST; s++)
		if (s->peer == BREAK_START && threads[s->event - 1]->function == f)
			return s;
	panic("--break: the start of a thread is not in the graph");
}

Thread *
__break_thread_start(void (*f)(void *), void *argument, uint32_t stack_bytes, int priority)
{
	BreakThread *t = __break_self(), *child;
	const BreakStep *s = find_start(t, t->starting ? t->starting : (const void *)f);
	Thread *thread;

	if (priority == PRIORITY_HIGH)
		panic("--break: threads of high priority are not followed");
	child = &__break_thread[s->event];
	__break_follow(child, __break_threads[getnodeid()][s->event - 1]);
	child->f = f;
	child->argument = argument;
	child->nbytes = ((stack_bytes < LEAST ? LEAST : stack_bytes) + MORE_STACK + 3) & ~3u;
	__break_put(t, s, child->begin, __break_nwords);
	thread = plain_start(run_thread, child, child->nbytes, priority);
	child->thread = thread;
	if (thread)
		__break_next(t, s);
	return thread;
}

void
__break_thread_join(Thread *thread)
{
	BreakThread *t = __break_self();
	uint32_t i = 1;

	while (i <= __break_nthreads && __break_thread[i].thread != thread)
		i++;
	plain_join(thread);
	if (i > __break_nthreads)
		return;
	__break_thread[i].thread = NULL;
	__break_take(t, __break_thread[i].end, __break_nwords, __break_thread[i].process->ends);
}

/* __break_thrd_create: note f, because thrd_create starts the thread with another function. */
int
__break_thrd_create(thrd_t *to, thrd_start_t f, void *argument)
{
	BreakThread *t = __break_self();
	int result;

	t->starting = (const void *)f;
	result = thrd_create(to, f, argument);
	t->starting = NULL;
	return result;
}
