/*
 * stdlib.h - memory, numbers, sorting, ending.
 */
#ifndef STDLIB_H
#define STDLIB_H

#include <features.h>
#include <stddef.h>

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define MB_CUR_MAX 1

typedef struct {
	int quot, rem;
} div_t;
typedef struct {
	long quot, rem;
} ldiv_t;
typedef struct {
	long long quot, rem;
} lldiv_t;

void *malloc(size_t n);
void *calloc(size_t n, size_t size);
void *realloc(void *p, size_t n);
void *aligned_alloc(size_t align, size_t n);
void free(void *p);

int atoi(const char *s);
long atol(const char *s);
long long atoll(const char *s);
double atof(const char *s);
long strtol(const char *__restrict s, char **__restrict end, int base);
unsigned long strtoul(const char *__restrict s, char **__restrict end, int base);
long long strtoll(const char *__restrict s, char **__restrict end, int base);
unsigned long long strtoull(const char *__restrict s, char **__restrict end, int base);
double strtod(const char *__restrict s, char **__restrict end);
float strtof(const char *__restrict s, char **__restrict end);
long double strtold(const char *__restrict s, char **__restrict end);

int rand(void);
void srand(unsigned seed);

int abs(int n);
long labs(long n);
long long llabs(long long n);
div_t div(int n, int d);
ldiv_t ldiv(long n, long d);
lldiv_t lldiv(long long n, long long d);

void *bsearch(const void *key, const void *base, size_t n, size_t size,
	int (*compare)(const void *, const void *));
void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *));

__attribute__((__noreturn__)) void abort(void);
__attribute__((__noreturn__)) void exit(int status);
__attribute__((__noreturn__)) void _Exit(int status);
int atexit(void (*f)(void));
__attribute__((__noreturn__)) void quick_exit(int status);
int at_quick_exit(void (*f)(void));
char *getenv(const char *name);
int system(const char *command);

/* A wide character is a byte. */
int mblen(const char *s, size_t n);
int mbtowc(wchar_t *__restrict to, const char *__restrict s, size_t n);
int wctomb(char *s, wchar_t c);
size_t mbstowcs(wchar_t *__restrict to, const char *__restrict from, size_t n);
size_t wcstombs(char *__restrict to, const wchar_t *__restrict from, size_t n);

#ifdef __MORE_THAN_C
/* POSIX and BSD. The environment is the host's, with what the program has set itself. */
int setenv(const char *name, const char *value, int overwrite);
int unsetenv(const char *name);
int putenv(char *text);
int mkstemp(char *name);
char *realpath(const char *__restrict name, char *__restrict to);
int posix_memalign(void **to, size_t align, size_t n);
void *reallocarray(void *p, size_t n, size_t size);
long random(void);
void srandom(unsigned seed);
int rand_r(unsigned *seed);
double drand48(void);
long lrand48(void);
long mrand48(void);
void srand48(long seed);
#endif

#endif
