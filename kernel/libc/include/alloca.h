/*
 * alloca.h - memory of the function that calls.
 */
#ifndef ALLOCA_H
#define ALLOCA_H

#define alloca(size) __builtin_alloca(size)

#endif
