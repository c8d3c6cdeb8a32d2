/*
 * library_rest.c - what library_threads.c leaves out: streams opened and closed by one thread while
 * others flush all, files by number, nested call_once, signals, conditions, detached threads, and an
 * end of the program while a thread writes. What a thread finds wrong it says.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

enum { THREADS = 3, LINES = 3 };

static once_flag outer = ONCE_FLAG_INIT, inner = ONCE_FLAG_INIT;
static mtx_t mutex, timed;
static cnd_t changed;
static int arrived, once, ended;
static tss_t key; /* its destructor counts the threads that have ended */
static FILE *never_closed;

static void
right(int thread, const char *what, int is_right)
{
	if (!is_right)
		printf("thread %d: %s is wrong\n", thread, what);
}

static void
once_inside(void)
{
	once++;
}

static void
once_outside(void)
{
	call_once(&inner, once_inside);
	once++;
}

static void
count_ended(void *value)
{
	mtx_lock(&mutex);
	++*(int *)value;
	cnd_signal(&changed);
	mtx_unlock(&mutex);
}

static void
handler(int number)
{
	(void)number;
}

static void
quick_end(void)
{
}

/* meet: wait until all threads have arrived. */
static void
meet(void)
{
	mtx_lock(&mutex);
	if (++arrived == THREADS)
		cnd_broadcast(&changed);
	while (arrived < THREADS)
		cnd_wait(&changed, &mutex);
	mtx_unlock(&mutex);
}

/* lines: a stream of its own is opened while the thread holds another, and others flush all. */
static void
lines(int k)
{
	char name[L_tmpnam], other[20], line[40], buffer[64];
	fpos_t at;
	FILE *f;

	snprintf(other, sizeof other, "other%d", k);
	right(k, "tmpnam", tmpnam(name) == name);
	flockfile(never_closed);
	f = fopen(name, "w");
	fprintf(never_closed, "line of %d\n", k);
	funlockfile(never_closed);
	right(k, "setvbuf", f && setvbuf(f, buffer, _IOFBF, sizeof buffer) == 0);
	right(k, "fputs", fputs("some words\n", f) >= 0 && fwide(f, 0) == 0);
	right(k, "fflush of all", fflush(NULL) == 0);
	right(k, "freopen", (f = freopen(name, "r", f)) != NULL && fgetpos(f, &at) == 0);
	right(k, "fgets", fgets(line, sizeof line, f) && strcmp(line, "some words\n") == 0);
	right(k, "fsetpos", fsetpos(f, &at) == 0 && fscanf(f, "%39s", line) == 1 && strcmp(line, "some") == 0);
	right(k, "fclose", fclose(f) == 0);
	right(k, "rename and remove", rename(name, other) == 0 && remove(other) == 0);
	right(k, "freopen of no file", freopen("no/such", "r", fopen(other, "w")) == NULL);
	remove(other);
}

static void
numbers(int k)
{
	char name[20], text[4];
	int n;

	snprintf(name, sizeof name, "number%d", k);
	n = open(name, O_RDWR | O_CREAT | O_TRUNC, 0666);
	right(k, "write", n > 2 && write(n, "abc", 3) == 3 && lseek(n, 0, SEEK_SET) == 0);
	right(k, "read", read(n, text, 3) == 3 && memcmp(text, "abc", 3) == 0 && close(n) == 0);
	right(k, "unlink", unlink(name) == 0 && access(name, F_OK) != 0);
}

static int
by_value(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static void
words(int k)
{
	int n[] = {3, k, 9}, *p = aligned_alloc(8, 16);
	struct timespec now, soon = {.tv_nsec = 1000};
	mbstate_t state = {0};
	wchar_t wide[8];
	char narrow[8];

	qsort(n, 3, sizeof *n, by_value);
	right(k, "qsort", n[0] == k && n[2] == 9 && bsearch(&n[1], n, 3, sizeof *n, by_value) == &n[1]);
	right(k, "aligned_alloc", p != NULL && strlen(strerror(ENOENT)) > 0);
	right(k, "sscanf", sscanf("7 seven", "%d %7s", p, narrow) == 2 && *p == 7);
	right(k, "mbstowcs", mbstowcs(wide, "abc", 8) == 3 && wcstombs(narrow, wide, 8) == 3);
	right(k, "mbrtowc", mbrtowc(wide, "z", 1, &state) == 1 && wide[0] == 'z');
	right(k, "timespec_get", timespec_get(&now, TIME_UTC) == TIME_UTC && thrd_sleep(&soon, NULL) == 0);
	right(k, "at_quick_exit", at_quick_exit(quick_end) == 0);
	free(p);
}

static void
locks(int k)
{
	struct timespec until = {.tv_sec = time(NULL) + 5};

	right(k, "mtx_timedlock", mtx_timedlock(&timed, &until) == thrd_success);
	right(k, "mtx_unlock", mtx_unlock(&timed) == thrd_success);
	if (mtx_trylock(&timed) == thrd_success)
		mtx_unlock(&timed);
	call_once(&outer, once_outside);
	right(k, "signal", signal(SIGINT + k, handler) == SIG_DFL && raise(SIGINT + k) == 0);
	signal(SIGTERM, SIG_IGN);
	right(k, "raise", raise(SIGTERM) == 0);
}

static int
work(void *number)
{
	int k = *(int *)number;

	tss_set(key, &ended);
	meet();
	for (int i = 0; i < LINES; i++) {
		lines(k);
		numbers(k);
		words(k);
		locks(k);
		errno = ENOENT;
		perror(i ? "perror" : "");
	}
	thrd_exit(k);
}

/* write_forever: the end of the program waits until the stream is free, and loses nothing. */
static int
write_forever(void *nothing)
{
	(void)nothing;
	for (;;) {
		fputs("", never_closed);
		thrd_yield();
	}
}

int
main(void)
{
	int number[THREADS];
	thrd_t t;

	mtx_init(&mutex, mtx_plain);
	mtx_init(&timed, mtx_timed);
	cnd_init(&changed);
	tss_create(&key, count_ended);
	never_closed = fopen("kept", "w");
	for (int k = 0; k < THREADS; k++) {
		number[k] = k;
		if (thrd_create(&t, work, &number[k]) != thrd_success || thrd_detach(t) != thrd_success)
			printf("no thread %d\n", k);
	}
	mtx_lock(&mutex);
	while (ended < THREADS)
		cnd_wait(&changed, &mutex);
	mtx_unlock(&mutex);
	thrd_create(&t, write_forever, NULL);
	printf("once %d\n", once);
	fprintf(never_closed, "the last line\n");
	return 0;
}
