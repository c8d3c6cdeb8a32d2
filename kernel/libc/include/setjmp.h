/*
 * setjmp.h - leaving functions without returning.
 */
#ifndef SETJMP_H
#define SETJMP_H

typedef unsigned jmp_buf[2];

int setjmp(jmp_buf env) __attribute__((returns_twice));
__attribute__((__noreturn__)) void longjmp(jmp_buf env, int value);

#define setjmp(env) setjmp(env)

/* POSIX: with `save`, the jump also blocks the signals that were blocked. */
typedef struct {
	jmp_buf env;
	unsigned saved, blocked;
} sigjmp_buf[1];

void __save_blocked(sigjmp_buf env, int save);
__attribute__((__noreturn__)) void siglongjmp(sigjmp_buf env, int value);

#define sigsetjmp(at, save) (__save_blocked(at, save), setjmp((at)->env))
#define _setjmp(env) setjmp(env)
#define _longjmp(env, value) longjmp(env, value)

#endif
