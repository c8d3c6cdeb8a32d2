/*
 * stdnoreturn.h - noreturn.
 */
#ifndef STDNORETURN_H
#define STDNORETURN_H

#define noreturn _Noreturn

#endif
