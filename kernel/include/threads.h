/*
 * threads.h - C11: threads of a process under the kernel; see kernel.h.
 *
 * A thread is a process of low priority with THREAD_STACK bytes of stack. Times are those of
 * timespec_get, in whole seconds.
 */
#ifndef THREADS_H
#define THREADS_H

#include <kernel.h>
#include <time.h>

enum { THREAD_STACK = 8192 };

#define thread_local _Thread_local /* but shared by the threads; gives a warning */
#define ONCE_FLAG_INIT {{.count = 1}, 0}
#define TSS_DTOR_ITERATIONS 4

enum { thrd_success, thrd_busy, thrd_error, thrd_nomem, thrd_timedout };
enum { mtx_plain, mtx_recursive, mtx_timed };

typedef struct __Thrd *thrd_t;
typedef int (*thrd_start_t)(void *);
typedef unsigned tss_t;
typedef void (*tss_dtor_t)(void *);

typedef struct {
	Semaphore turn;
	int done;
} once_flag;

typedef struct {
	Semaphore free;
	int recursive, depth;
	void *owner; /* the thread that has locked a recursive mutex */
} mtx_t;

typedef struct {
	Semaphore lock, signalled;
	int waiting;
} cnd_t;

int thrd_create(thrd_t *t, thrd_start_t f, void *argument);
int thrd_join(thrd_t t, int *result);
int thrd_detach(thrd_t t);
__attribute__((__noreturn__)) void thrd_exit(int result);
thrd_t thrd_current(void);
int thrd_equal(thrd_t a, thrd_t b);
int thrd_sleep(const struct timespec *duration, struct timespec *remaining);
void thrd_yield(void);

int mtx_init(mtx_t *m, int type);
void mtx_destroy(mtx_t *m);
int mtx_lock(mtx_t *m);
int mtx_trylock(mtx_t *m);
int mtx_timedlock(mtx_t *__restrict m, const struct timespec *__restrict until);
int mtx_unlock(mtx_t *m);

int cnd_init(cnd_t *c);
void cnd_destroy(cnd_t *c);
int cnd_wait(cnd_t *c, mtx_t *m);
int cnd_timedwait(cnd_t *__restrict c, mtx_t *__restrict m,
	const struct timespec *__restrict until);
int cnd_signal(cnd_t *c);
int cnd_broadcast(cnd_t *c);

int tss_create(tss_t *key, tss_dtor_t destructor);
void tss_delete(tss_t key);
void *tss_get(tss_t key);
int tss_set(tss_t key, void *value);

void call_once(once_flag *flag, void (*f)(void));

#endif
