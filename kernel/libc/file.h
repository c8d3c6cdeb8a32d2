/*
 * file.h - a stream of stdio, private to the library.
 */
#ifndef FILE_H
#define FILE_H

#include <stdio.h>
#include <stdint.h>

/*
 * What a stream's bytes come from and go to, if not a file of the host. Functions return -1 with errno
 * if they fail; read returns 0 at the end; seek returns the new position.
 */
typedef struct Device Device;
struct Device {
	int (*read)(Device *device, void *to, int n);
	int (*write)(Device *device, const void *from, int n); /* the bytes written */
	int (*seek)(Device *device, int32_t offset, int origin);
	int (*close)(Device *device);
};

enum { DEVICE = -1 }; /* in FILE.stream */

struct FILE {
	int32_t stream; /* the host's number; DEVICE: it has none, but a device */
	unsigned char used, eof, error, can_read, can_write;
	unsigned char mode;     /* _IOFBF, _IOLBF, _IONBF */
	unsigned char writing;  /* the buffer holds output, not input */
	unsigned char own;      /* the buffer was allocated by the library */
	signed char orientation; /* the first mode given to fwide */
	int back;               /* a character of ungetc; EOF: none */
	char *buffer;
	int size;
	int at, n;              /* index of the next byte; number of bytes in the buffer */
};

/* __stdio_open: a stream on a device, or on a stream of the host; NULL and errno if there is none left. */
FILE *__stdio_open(int32_t stream, Device *device, const char *mode);

/*
 * A stream without a buffer gets one for a while, so that one call writes its output in one piece.
 */
void __stdio_lend(FILE *f, char *room, int size);
void __stdio_take_back(FILE *f); /* write what the lent buffer has */

/* Take the lock of a stream for one function; a thread that has it by flockfile does not wait. */
void __stdio_enter(FILE *f);
void __stdio_leave(FILE *f); /* let other threads use the stream */

/* fgetc, ungetc, fputc and fwrite, when the stream's lock is held. */
int __getc(FILE *f); /* fgetc, while the lock is held */
int __ungetc(int c, FILE *f); /* ungetc, while the lock is held */
int __putc(int c, FILE *f); /* fputc, while the lock is held */
size_t __write(const void *from, size_t size, size_t n, FILE *f);

#endif
