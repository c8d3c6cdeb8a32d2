/* lib.h - shared by the library's files. */
#ifndef LIB_H
#define LIB_H

#include "../kcall.h"

/* This process and its parent; each copy of a program has its own variables. */
extern Pid __self, __parent;

void __kcall(KCall *c);

/* __call: a call with up to four arguments; returns its result. It handles signals that arrived. */
int32_t __call(uint32_t number, uint32_t a, uint32_t b, uint32_t c, uint32_t d);
/* then: a message to receive afterwards, in the same call; NULL: none. how: enum CallHow. */
int32_t __send(Nmsg *m, uint32_t how, Nmsg *then);
int32_t __receive(Nmsg *m, uint32_t how, uint32_t time);

#endif
