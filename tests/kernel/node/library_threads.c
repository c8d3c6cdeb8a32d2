/*
 * library_threads.c - threads that call the library at the same time: all that C11 and POSIX call
 * thread-safe. Every thread prints its lines; what it finds wrong it says. `trellis races` must find
 * no race.
 */
#include <errno.h>
#include <kernel.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <t800.h>
#include <threads.h>
#include <time.h>

enum { THREADS = 3, ROUNDS = 4 };

static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static mtx_t again;
static FILE *shared;
static int begun, depth[THREADS], destroyed;
static mtx_t counting;

static void
right(int thread, const char *what, int is_right)
{
	if (!is_right)
		printf("thread %d: %s is wrong\n", thread, what);
}

static void
begin_once(void)
{
	begun++;
}

static void
destroy(void *value)
{
	mtx_lock(&counting);
	destroyed++;
	mtx_unlock(&counting);
	free(value);
}

static void
at_end(void)
{
}

static void
errors(int k)
{
	char *end;

	errno = 100 + k;
	thrd_yield();
	right(k, "errno", errno == 100 + k);
	right(k, "strtol", strtol("99999999999", &end, 10) == 0x7FFFFFFF && errno == ERANGE);
	right(k, "fopen of no file", fopen("no/such/file", "r") == NULL && errno != 0);
	errno = 0;
	right(k, "log", log(-1.0 - k) != 0 && errno == EDOM);
	thrd_yield();
	right(k, "errno of log", errno == EDOM);
}

/* pair: two lines of a thread with nothing between them. */
static void
pair(int k, int round)
{
	flockfile(stdout);
	flockfile(stdout);
	printf("pair %d.%d ", k, round);
	funlockfile(stdout);
	thrd_yield();
	fputs("same ", stdout);
	putchar_unlocked('1' + k);
	putc_unlocked('\n', stdout);
	funlockfile(stdout);
}

static void
files(int k)
{
	char name[20], line[40];
	FILE *f, *temporary = tmpfile();

	snprintf(name, sizeof name, "file%d", k);
	f = fopen(name, "w+");
	right(k, "fopen", f != NULL && temporary != NULL);
	fprintf(f, "%d %s\n", k, name);
	fwrite("abc", 1, 3, f);
	rewind(f);
	right(k, "fgets", fgets(line, sizeof line, f) && atoi(line) == k);
	right(k, "fgetc", fgetc(f) == 'a' && ungetc('z', f) == 'z' && getc(f) == 'z');
	right(k, "fread", fread(line, 1, 2, f) == 2 && fgetc(f) == EOF && feof(f) && !ferror(f));
	clearerr(f);
	flockfile(f);
	right(k, "getc_unlocked", fseek(f, 0, SEEK_SET) == 0 && getc_unlocked(f) == '0' + k);
	funlockfile(f);
	right(k, "fseek", fseek(f, 0, SEEK_SET) == 0 && ftell(f) == 0);
	right(k, "fscanf", fscanf(f, "%d", &depth[k]) == 1 && depth[k] == k);
	fclose(f);
	fclose(temporary);
	remove(name);
	fprintf(shared, "thread %d\n", k);
	if (ftrylockfile(shared) == 0) {
		fputc('-', shared);
		funlockfile(shared);
	}
	fflush(shared);
}

static int
deep(int n)
{
	int result;

	mtx_lock(&again);
	result = n == 0 ? 0 : 1 + deep(n - 1);
	mtx_unlock(&again);
	return result;
}

static void
memory(int k)
{
	char *p = malloc(20 + k), *q = calloc(3, 8), *r = strdup("text"), word[20], *rest;
	time_t now = 1000 + k;
	struct tm tm = {.tm_year = 70, .tm_mday = 1, .tm_sec = 1000 + k};

	p = realloc(p, 200);
	memset(p, k, 200);
	right(k, "calloc", q[7] == 0 && p[199] == k && strcmp(r, "text") == 0);
	snprintf(word, sizeof word, "a%d,b,c", k);
	right(k, "strtok_r", strtok_r(word, ",", &rest)[1] == '0' + k && strcmp(strtok_r(NULL, ",", &rest), "b") == 0);
	right(k, "mktime", mktime(&tm) == 1000 + k && tm.tm_min == 16);
	right(k, "gmtime_r", gmtime_r(&now, &tm) == &tm && localtime_r(&now, &tm)->tm_sec == 40 + k);
	right(k, "strftime", strftime(word, sizeof word, "%H:%M", &tm) == 5 && strcmp(word, "00:16") == 0);
	right(k, "time", time(NULL) != -1 && clock() != (clock_t)-1);
	right(k, "strtod", strtod("2.5", NULL) == 2.5 && sqrt(4.0 + 0 * k) == 2);
	free(p);
	free(q);
	free(r);
}

static int
work(void *number)
{
	int k = *(int *)number, *mine = malloc(sizeof *mine);

	*mine = k;
	tss_set(key, mine);
	call_once(&once, begin_once);
	right(k, "atexit", atexit(at_end) == 0);
	for (int i = 0; i < ROUNDS; i++) {
		printf("line %d.%d %g\n", k, i, k + 0.5);
		errors(k);
		pair(k, i);
		memory(k);
		right(k, "a recursive mutex", deep(3) == 3);
		right(k, "tss_get", *(int *)tss_get(key) == k && thrd_equal(thrd_current(), thrd_current()));
	}
	files(k);
	return k;
}

/* Threads of kernel.h, which have errno and streams, too. */
static void
kernel_thread(void *number)
{
	int k = *(int *)number;

	errors(k);
	printf("kernel thread %d: %d\n", k, deep(2));
}

int
main(void)
{
	int number[THREADS], result;
	thrd_t t[THREADS];
	Thread *other[THREADS];

	errno = 7;
	mtx_init(&again, mtx_recursive);
	mtx_init(&counting, mtx_plain);
	tss_create(&key, destroy);
	shared = fopen("shared", "w");
	flockfile(stdout); /* before there are threads */
	for (int k = 0; k < THREADS; k++) {
		number[k] = k;
		thrd_create(&t[k], work, &number[k]);
	}
	printf("first ");
	thrd_yield();
	printf("line\n");
	funlockfile(stdout);
	for (int k = 0; k < THREADS; k++)
		other[k] = thread_start(kernel_thread, &number[k], 8192, PRIORITY_LOW);
	for (int k = 0; k < THREADS; k++) {
		thrd_join(t[k], &result);
		right(k, "thrd_join", result == k);
		thread_join(other[k]);
	}
	right(9, "errno of main", errno == 7);
	printf("once %d, destroyed %d\n", begun, destroyed);
	fclose(shared);
	return 0;
}
