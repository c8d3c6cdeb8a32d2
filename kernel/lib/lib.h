/*
 * lib.h - what the library's files share.
 */
#ifndef LIB_H
#define LIB_H

#include "../kcall.h"

/* The process; each copy of a program has its own. */
extern Pid __self, __parent;

void __kcall(KCall *c);

/* kcall: a call with up to four arguments; its result. Signals that came are handled. */
int32_t __call(uint32_t number, uint32_t a, uint32_t b, uint32_t c, uint32_t d);
/* __call_message: SEND or RECEIVE; then: what is received after that, in the same call. */
int32_t __call_message(uint32_t number, Nmsg *m, uint32_t how, uint32_t time, Nmsg *then);

#endif
