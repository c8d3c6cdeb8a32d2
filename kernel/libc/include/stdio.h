/*
 * stdio.h - files of the host, formatted input and output.
 */
#ifndef STDIO_H
#define STDIO_H

#include <features.h>
#include <stdarg.h>
#include <stddef.h>

#define EOF (-1)
#define BUFSIZ 512
#define FOPEN_MAX 16
#define FILENAME_MAX 256
#define L_tmpnam 20
#define TMP_MAX 100000
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2

typedef struct FILE FILE;
typedef long fpos_t;

extern FILE *const stdin, *const stdout, *const stderr;

FILE *fopen(const char *__restrict name, const char *__restrict mode);
FILE *freopen(const char *__restrict name, const char *__restrict mode, FILE *__restrict f);
int fclose(FILE *f);
int fflush(FILE *f);
int setvbuf(FILE *__restrict f, char *__restrict buffer, int mode, size_t size);
void setbuf(FILE *__restrict f, char *__restrict buffer);
size_t fread(void *__restrict to, size_t size, size_t n, FILE *__restrict f);
size_t fwrite(const void *__restrict from, size_t size, size_t n, FILE *__restrict f);
int fgetc(FILE *f);
int getc(FILE *f);
int getchar(void);
int ungetc(int c, FILE *f);
char *fgets(char *__restrict s, int n, FILE *__restrict f);
int fputc(int c, FILE *f);
int putc(int c, FILE *f);
int putchar(int c);
int fputs(const char *__restrict s, FILE *__restrict f);
int puts(const char *s);
int fseek(FILE *f, long offset, int origin);
long ftell(FILE *f);
void rewind(FILE *f);
int fgetpos(FILE *__restrict f, fpos_t *__restrict at);
int fsetpos(FILE *f, const fpos_t *at);
int feof(FILE *f);
int ferror(FILE *f);
void clearerr(FILE *f);
/* The lock of a stream, which every function takes; a thread may take it several times. */
void flockfile(FILE *f);
int ftrylockfile(FILE *f); /* not 0 if another thread has it */
void funlockfile(FILE *f);
/* getc, ..., while the caller has the lock, or is the program's only thread */
int getc_unlocked(FILE *f);
int getchar_unlocked(void);
int putc_unlocked(int c, FILE *f);
int putchar_unlocked(int c);
int remove(const char *name);
int rename(const char *from, const char *to);
FILE *tmpfile(void);
char *tmpnam(char *s);
void perror(const char *s);

int printf(const char *__restrict format, ...) __attribute__((format(printf, 1, 2)));
int fprintf(FILE *__restrict f, const char *__restrict format, ...)
	__attribute__((format(printf, 2, 3)));
int sprintf(char *__restrict s, const char *__restrict format, ...)
	__attribute__((format(printf, 2, 3)));
int snprintf(char *__restrict s, size_t n, const char *__restrict format, ...)
	__attribute__((format(printf, 3, 4)));
int vprintf(const char *__restrict format, va_list ap);
int vfprintf(FILE *__restrict f, const char *__restrict format, va_list ap);
int vsprintf(char *__restrict s, const char *__restrict format, va_list ap);
int vsnprintf(char *__restrict s, size_t n, const char *__restrict format, va_list ap);

int scanf(const char *__restrict format, ...) __attribute__((format(scanf, 1, 2)));
int fscanf(FILE *__restrict f, const char *__restrict format, ...)
	__attribute__((format(scanf, 2, 3)));
int sscanf(const char *__restrict s, const char *__restrict format, ...)
	__attribute__((format(scanf, 2, 3)));
int vscanf(const char *__restrict format, va_list ap);
int vfscanf(FILE *__restrict f, const char *__restrict format, va_list ap);
int vsscanf(const char *__restrict s, const char *__restrict format, va_list ap);

#ifdef __MORE_THAN_C
/* POSIX, BSD and GNU */
typedef int ssize_t;
typedef int off_t;

FILE *fdopen(int fd, const char *mode);
int fileno(FILE *f);
FILE *popen(const char *command, const char *mode); /* fails */
int pclose(FILE *f);
FILE *fmemopen(void *__restrict bytes, size_t size, const char *__restrict mode);
FILE *open_memstream(char **address, size_t *length);
int fseeko(FILE *f, off_t offset, int origin);
off_t ftello(FILE *f);
void setbuffer(FILE *f, char *buffer, size_t size);
void setlinebuf(FILE *f);
ssize_t getline(char **__restrict line, size_t *__restrict size, FILE *__restrict f);
ssize_t getdelim(char **__restrict line, size_t *__restrict size, int end, FILE *__restrict f);
int asprintf(char **__restrict to, const char *__restrict format, ...)
	__attribute__((format(printf, 2, 3)));
int vasprintf(char **__restrict to, const char *__restrict format, va_list ap);
int dprintf(int fd, const char *__restrict format, ...) __attribute__((format(printf, 2, 3)));
int vdprintf(int fd, const char *__restrict format, va_list ap);
#endif

#endif
