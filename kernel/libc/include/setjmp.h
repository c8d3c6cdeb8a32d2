/*
 * setjmp.h - leaving functions without returning.
 */
#ifndef SETJMP_H
#define SETJMP_H

typedef unsigned jmp_buf[2];

int setjmp(jmp_buf env) __attribute__((returns_twice));
__attribute__((__noreturn__)) void longjmp(jmp_buf env, int value);

#define setjmp(env) setjmp(env)

#endif
