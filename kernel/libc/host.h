/*
 * host.h - the host's services, private to the library: INMOS iserver requests.
 */
#ifndef HOST_H
#define HOST_H

#include <server.h>
#include <stddef.h>
#include <stdint.h>

enum { HOST_BLOCK = 480 }; /* bytes of a slice that fits a packet of 512 */

/* ---- exchange.c; programs under the kernel have their own ---- */

/* host_start: link is the input channel of the link to the host. */
void host_start(uint32_t link);
/*
 * host_exchange: send n bytes, get the answer in their place, at most `room` bytes; both begin with
 * their length. Returns 0, or -1 with errno.
 */
int host_exchange(uint8_t *packet, int n, int room);
/*
 * host_clock: the clock of the running priority. A kernel that logs the inputs of programs notes
 * the value.
 */
uint32_t host_clock(void);
int host_is_alone(void); /* true if the server serves only this program */
void host_lock(void); /* the packet belongs to the calling thread until host_unlock */
void host_unlock(void); /* let other threads use the packet */
_Noreturn void host_exit(int status); /* end the program with this status */

/* ---- host.c ---- */

/*
 * All return 0 or a positive number, or -1 with errno set. Streams are the server's numbers; 0, 1,
 * 2 are the standard ones.
 */
const char *host_directory(void); /* where names begin, without "/" at its end */
int host_set_directory(const char *path);
int host_open(const char *name, int type, int mode, int32_t *stream);
int host_close(int32_t stream);
int host_read(int32_t stream, void *to, int n);         /* returns the bytes read; 0 at the end */
int host_write(int32_t stream, const void *from, int n); /* returns the bytes written, at most HOST_BLOCK */
int host_seek(int32_t stream, int32_t offset, int32_t origin);
int host_tell(int32_t stream, int32_t *at);
int host_flush(int32_t stream); /* write what the server buffers */
int host_remove(const char *name);
int host_rename(const char *from, const char *to);
int host_time(int32_t *seconds);
int host_getenv(const char *name, char *to, int size);
int host_command(char *to, int size); /* the command line without the server's options */
int host_system(const char *command, int32_t *status);
/* The following requests are of Trellis's own; another server does not know them (ENOSYS). */
int host_status(const char *name, FileKind *kind, int32_t *length);
int host_truncate(int32_t stream, int32_t length);
int host_make_directory(const char *name);
int host_remove_directory(const char *name);
int host_list(const char *name, int i, char *to, int size); /* name i; its length, 0 behind the last */
void host_end(int status); /* end the program by the server's request EXIT */

/* End stdio: write the buffered output. */
void __stdio_close(void);
/* Made by the linker: all constructors and destructors of the program. */
void __constructors(void);
void __destructors(void);

#endif
