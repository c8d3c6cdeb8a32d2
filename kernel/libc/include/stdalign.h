/*
 * stdalign.h - alignas, alignof.
 */
#ifndef STDALIGN_H
#define STDALIGN_H

#define alignas _Alignas
#define alignof _Alignof

#endif
