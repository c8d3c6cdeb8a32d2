/*
 * pthread.h - POSIX: threads of a process under the kernel, built on those of threads.h.
 *
 * A thread is not cancelled, its priority is the low one, and each process has its own objects.
 * Times are as in threads.h. Functions return 0 or a number of errno.h.
 */
#ifndef PTHREAD_H
#define PTHREAD_H

#include <sched.h>
#include <threads.h>

#define PTHREAD_ONCE_INIT ONCE_FLAG_INIT
#define PTHREAD_MUTEX_INITIALIZER {{.count = 1}, PTHREAD_MUTEX_NORMAL, 0, 0}
#define PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP {{.count = 1}, PTHREAD_MUTEX_RECURSIVE, 0, 0}
#define PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP {{.count = 1}, PTHREAD_MUTEX_ERRORCHECK, 0, 0}
#define PTHREAD_COND_INITIALIZER {{.count = 1}, {.count = 0}, 0}
#define PTHREAD_RWLOCK_INITIALIZER {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0}
#define PTHREAD_BARRIER_SERIAL_THREAD (-1)
#define PTHREAD_KEYS_MAX 16
#define PTHREAD_DESTRUCTOR_ITERATIONS TSS_DTOR_ITERATIONS
#define PTHREAD_STACK_MIN 1024

enum { PTHREAD_CREATE_JOINABLE, PTHREAD_CREATE_DETACHED };
enum {
	PTHREAD_MUTEX_NORMAL,
	PTHREAD_MUTEX_DEFAULT = PTHREAD_MUTEX_NORMAL,
	PTHREAD_MUTEX_RECURSIVE,
	PTHREAD_MUTEX_ERRORCHECK,
};
enum { PTHREAD_PROCESS_PRIVATE };

typedef thrd_t pthread_t;
typedef mtx_t pthread_mutex_t; /* `recursive` is its type */
typedef cnd_t pthread_cond_t;
typedef tss_t pthread_key_t;
typedef once_flag pthread_once_t;
typedef int pthread_mutexattr_t; /* the type */
typedef int pthread_condattr_t;
typedef int pthread_rwlockattr_t;
typedef int pthread_barrierattr_t;

typedef struct {
	size_t stack; /* bytes */
	int detached;
} pthread_attr_t;

typedef struct {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	int readers;
	pthread_t writer; /* NULL: none */
} pthread_rwlock_t;

typedef struct {
	pthread_mutex_t lock;
	pthread_cond_t full;
	unsigned count, waiting, round;
} pthread_barrier_t;

int pthread_create(pthread_t *__restrict t, const pthread_attr_t *__restrict attributes,
	void *(*f)(void *), void *__restrict argument);
int pthread_join(pthread_t t, void **result);
int pthread_detach(pthread_t t);
__attribute__((__noreturn__)) void pthread_exit(void *result);
pthread_t pthread_self(void);
int pthread_equal(pthread_t a, pthread_t b);
int pthread_once(pthread_once_t *once, void (*f)(void));

/* What a thread that ends by pthread_exit still calls; pushed and popped in one block. */
#define pthread_cleanup_push(f, argument)                          \
	do {                                                       \
		struct __Cleanup __cleanup = {(f), (argument), 0}; \
                                                                   \
		__cleanup_push(&__cleanup);
#define pthread_cleanup_pop(execute) \
		__cleanup_pop(execute); \
	} while (0)

struct __Cleanup {
	void (*f)(void *);
	void *argument;
	struct __Cleanup *next;
};

void __cleanup_push(struct __Cleanup *cleanup);
void __cleanup_pop(int execute);

int pthread_attr_init(pthread_attr_t *attributes);
int pthread_attr_destroy(pthread_attr_t *attributes);
int pthread_attr_setdetachstate(pthread_attr_t *attributes, int state);
int pthread_attr_getdetachstate(const pthread_attr_t *attributes, int *state);
int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t bytes);
int pthread_attr_getstacksize(const pthread_attr_t *__restrict attributes,
	size_t *__restrict bytes);

int pthread_mutexattr_init(pthread_mutexattr_t *attributes);
int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes);
int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int type);
int pthread_mutexattr_gettype(const pthread_mutexattr_t *__restrict attributes,
	int *__restrict type);
int pthread_mutex_init(pthread_mutex_t *__restrict m,
	const pthread_mutexattr_t *__restrict attributes);
int pthread_mutex_destroy(pthread_mutex_t *m);
int pthread_mutex_lock(pthread_mutex_t *m);
int pthread_mutex_trylock(pthread_mutex_t *m);
int pthread_mutex_timedlock(pthread_mutex_t *__restrict m,
	const struct timespec *__restrict until);
int pthread_mutex_unlock(pthread_mutex_t *m);

int pthread_cond_init(pthread_cond_t *__restrict c, const pthread_condattr_t *__restrict none);
int pthread_cond_destroy(pthread_cond_t *c);
int pthread_cond_wait(pthread_cond_t *__restrict c, pthread_mutex_t *__restrict m);
int pthread_cond_timedwait(pthread_cond_t *__restrict c, pthread_mutex_t *__restrict m,
	const struct timespec *__restrict until);
int pthread_cond_signal(pthread_cond_t *c);
int pthread_cond_broadcast(pthread_cond_t *c);

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *));
int pthread_key_delete(pthread_key_t key);
void *pthread_getspecific(pthread_key_t key);
int pthread_setspecific(pthread_key_t key, const void *value);

int pthread_rwlock_init(pthread_rwlock_t *__restrict l,
	const pthread_rwlockattr_t *__restrict none);
int pthread_rwlock_destroy(pthread_rwlock_t *l);
int pthread_rwlock_rdlock(pthread_rwlock_t *l);
int pthread_rwlock_tryrdlock(pthread_rwlock_t *l);
int pthread_rwlock_wrlock(pthread_rwlock_t *l);
int pthread_rwlock_trywrlock(pthread_rwlock_t *l);
int pthread_rwlock_unlock(pthread_rwlock_t *l);

int pthread_barrier_init(pthread_barrier_t *__restrict b,
	const pthread_barrierattr_t *__restrict none, unsigned count);
int pthread_barrier_destroy(pthread_barrier_t *b);
int pthread_barrier_wait(pthread_barrier_t *b);

#endif
